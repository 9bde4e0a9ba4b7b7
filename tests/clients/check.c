// SPDX-License-Identifier: GPL-2.0-only
/* frames check: a few frames, and exactly what becomes of them. */
#include <err.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "args.h"
#include "sock.h"

/* After the last frame that must come, time for one that must not. */
#define SETTLE_MS 30
#define MAX_EXPLAINED 3

struct watch {
	const char *dev;
	int fd;
	bool expect, fence, fenced;
	unsigned char *times; /* each frame was seen */
	int got, wrong, twice, unknown, csum_valid, tag_taken;
};

struct run {
	const struct args *a;
	struct watch w[2 * MAX_DEVS + 1];
	int n_watch, n_frames;
};

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void watch(struct run *r, const char *dev, bool expect)
{
	struct watch *w = &r->w[r->n_watch++];

	w->dev = dev;
	w->expect = expect;
	w->fd = sock_capture(dev);
	w->times = calloc(r->n_frames, 1);
}

static void watch_fence(struct run *r)
{
	for (int i = 0; i < r->n_watch; i++)
		if (!strcmp(r->w[i].dev, r->a->fence))
			r->w[i].fence = true;
	for (int i = 0; i < r->n_watch; i++)
		if (r->w[i].fence)
			return;
	watch(r, r->a->fence, false);
	r->w[r->n_watch - 1].fence = true;
	r->w[r->n_watch - 1].unknown = -1; /* anything may come here */
}

static void take(struct run *r, struct watch *w, const struct seen *s)
{
	static struct frame want;
	uint32_t id;

	if (frame_is_fence(s->frame.data, s->frame.len)) {
		w->fenced = true;
		return;
	}
	if (!frame_id(s->frame.data, s->frame.len, &id))
		return;
	if (id >= (uint32_t)r->n_frames) {
		w->unknown++;
		return;
	}
	w->got++;
	w->csum_valid += s->csum_valid;
	w->tag_taken += s->tag_taken;
	if (w->times[id]++)
		w->twice++;
	args_expected(r->a, id, r->a->sizes[id % r->a->n_sizes], &want);
	if (want.len == s->frame.len && !memcmp(want.data, s->frame.data, want.len))
		return;
	if (w->expect && w->wrong++ < MAX_EXPLAINED)
		frame_explain(w->dev, id, &want, s->frame.data, s->frame.len);
}

static bool complete(const struct run *r)
{
	for (int i = 0; i < r->n_watch; i++) {
		const struct watch *w = &r->w[i];

		if (w->fence && !w->fenced)
			return false;
		if (w->expect && w->got < r->n_frames)
			return false;
	}
	return true;
}

static void receive(struct run *r)
{
	struct pollfd p[2 * MAX_DEVS + 1];
	long end = now_ms() + 1000L * r->a->timeout;
	static struct seen s;
	bool done = false;

	for (int i = 0; i < r->n_watch; i++)
		p[i] = (struct pollfd){ r->w[i].fd, POLLIN, 0 };
	while (now_ms() < end) {
		poll(p, r->n_watch, 10);
		for (int i = 0; i < r->n_watch; i++)
			while (sock_next(r->w[i].fd, &s))
				take(r, &r->w[i], &s);
		if (!done && complete(r)) {
			done = true;
			end = now_ms() + SETTLE_MS;
		}
	}
}

static void send_all(const struct run *r)
{
	const struct args *a = r->a;
	struct frame_spec fence = a->spec;
	bool vnet = a->spec.csum == CSUM_PARTIAL;
	int fd = sock_send(a->send[0], vnet);
	static struct frame f;

	for (int i = 0; i < r->n_frames; i++) {
		if (!frame_build(&a->spec, i, a->sizes[i % a->n_sizes], &f))
			errx(1, "no frame of this kind has that size");
		if (!sock_put(fd, &f, vnet))
			errx(1, "%s is down", a->send[0]);
	}
	close(fd);
	if (!a->fence)
		return;
	fd = sock_send(a->send[0], false);
	fence.kind = FRAME_FENCE;
	fence.n_tags = 0;
	memset(fence.dst, 0xff, sizeof(fence.dst));
	frame_build(&fence, 0, 60, &f);
	sock_put(fd, &f, false);
	close(fd);
}

static void explain_missing(const struct run *r, const struct watch *w)
{
	int missing = 0;

	for (int id = 0; w->expect && id < r->n_frames; id++) {
		if (w->times[id] || missing++ >= MAX_EXPLAINED)
			continue;
		printf("# %s: frame %d of %d bytes did not come\n", w->dev, id,
		       r->a->sizes[id % r->a->n_sizes]);
	}
}

static int report(const struct run *r)
{
	int bad = 0;

	for (int i = 0; i < r->n_watch; i++) {
		const struct watch *w = &r->w[i];
		int want = w->expect ? r->n_frames : 0;

		if (w->unknown < 0) {
			bad |= !w->fenced;
			if (!w->fenced)
				printf("# %s: the last frame did not come\n", w->dev);
			continue;
		}
		printf("%s want=%d got=%d wrong=%d twice=%d unknown=%d csum_valid=%d "
		       "tag_taken=%d%s\n",
		       w->dev, want, w->got, w->wrong, w->twice, w->unknown, w->csum_valid,
		       w->tag_taken,
		       w->fence && !w->fenced ? " (the last frame did not come)" : "");
		bad |= w->got != want || w->wrong || w->twice || w->unknown;
		bad |= w->fence && !w->fenced;
		explain_missing(r, w);
	}
	return bad;
}

int check(const struct args *a)
{
	struct run r = { .a = a, .n_frames = a->count * a->n_sizes };

	for (int i = 0; i < a->n_expect; i++)
		watch(&r, a->expect[i], true);
	for (int i = 0; i < a->n_silent; i++)
		watch(&r, a->silent[i], false);
	if (a->fence)
		watch_fence(&r);
	send_all(&r);
	receive(&r);
	return report(&r);
}
