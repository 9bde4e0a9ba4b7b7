// SPDX-License-Identifier: GPL-2.0-only
/* frames flood: many frames from many CPUs, each of which must arrive once. */
#include <err.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "args.h"
#include "sock.h"

/* An id is the sender's number and the frame's. */
#define SEQ_BITS 24
#define SEQ_MAX (1 << SEQ_BITS)
/* Nothing came for so long: what is under way is lost. */
#define STALL_MS 200
/* Nothing more came for so long after the last was sent: it never will. */
#define END_MS 3000

struct sender {
	const struct args *a;
	pthread_t thread;
	int number;
	atomic_uint sent, arrived, given_up;
	atomic_bool done;
	unsigned int refused; /* sends that found the device down */
	unsigned char *times;
};

static struct sender senders[MAX_DEVS];
static unsigned int wrong, twice;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int size_of(const struct args *a, uint32_t id)
{
	return a->sizes[(id & (SEQ_MAX - 1)) % a->n_sizes];
}

static bool go_on(const struct sender *s)
{
	if (s->a->until)
		return s->sent < SEQ_MAX - 1 && access(s->a->until, F_OK);
	return s->sent < (unsigned int)s->a->count;
}

/* Keeps at most a window of frames under way, so that none has to be lost. */
static void wait_for_room(struct sender *s)
{
	unsigned int last = s->arrived;
	long since = now_ms();

	while (s->sent - s->given_up - s->arrived >= (unsigned int)s->a->window) {
		if (s->arrived != last) {
			last = s->arrived;
			since = now_ms();
		}
		if (now_ms() - since > STALL_MS) {
			s->given_up = s->sent - s->arrived;
			return;
		}
		usleep(50);
	}
}

static void *send_frames(void *arg)
{
	struct sender *s = arg;
	bool vnet = s->a->spec.csum == CSUM_PARTIAL;
	int fd = sock_send(s->a->send[s->number], vnet);
	struct frame *f = malloc(sizeof(*f));
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(s->number % sysconf(_SC_NPROCESSORS_ONLN), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	while (go_on(s)) {
		uint32_t id = s->number << SEQ_BITS | s->sent;

		wait_for_room(s);
		if (!frame_build(&s->a->spec, id, size_of(s->a, id), f))
			errx(1, "no frame of this kind has that size");
		if (sock_put(fd, f, vnet)) {
			s->sent++;
		} else {
			s->refused++;
			usleep(1000);
		}
	}
	s->done = true;
	free(f);
	return NULL;
}

static void take(const struct args *a, const char *dev, const struct seen *seen)
{
	static struct frame want;
	struct sender *s;
	uint32_t id;

	if (!frame_id(seen->frame.data, seen->frame.len, &id))
		return;
	s = &senders[id >> SEQ_BITS];
	if (id >> SEQ_BITS >= (uint32_t)a->n_send)
		errx(1, "frame of an unknown sender");
	args_expected(a, id, size_of(a, id), &want);
	if (want.len != seen->frame.len || memcmp(want.data, seen->frame.data, want.len)) {
		if (!wrong++)
			frame_explain(dev, id, &want, seen->frame.data, seen->frame.len);
	}
	if (s->times[id & (SEQ_MAX - 1)]++)
		twice++;
	else
		s->arrived++;
}

static bool all_done(const struct args *a)
{
	for (int i = 0; i < a->n_send; i++)
		if (!senders[i].done)
			return false;
	return true;
}

static bool all_arrived(const struct args *a)
{
	for (int i = 0; i < a->n_send; i++)
		if (senders[i].arrived < senders[i].sent)
			return false;
	return true;
}

/* Until all is here, or nothing has come for a while after the last was sent. */
static void receive(const struct args *a, struct pollfd *p)
{
	long last = now_ms();
	static struct seen s;

	while (!(all_done(a) && (all_arrived(a) || now_ms() - last > END_MS))) {
		if (!all_done(a))
			last = now_ms();
		poll(p, a->n_expect, 5);
		for (int i = 0; i < a->n_expect; i++)
			while (sock_next(p[i].fd, &s)) {
				take(a, a->expect[i], &s);
				last = now_ms();
			}
	}
}

static int report(const struct args *a, struct pollfd *p)
{
	unsigned int sent = 0, arrived = 0, refused = 0, overrun = 0;

	for (int i = 0; i < a->n_send; i++) {
		sent += senders[i].sent;
		arrived += senders[i].arrived;
		refused += senders[i].refused;
		if (senders[i].arrived < senders[i].sent)
			printf("# %s: %u of %u did not arrive\n", a->send[i],
			       senders[i].sent - senders[i].arrived, senders[i].sent);
	}
	for (int i = 0; i < a->n_expect; i++)
		overrun += sock_lost(p[i].fd);
	printf("sent=%u arrived=%u lost=%u wrong=%u twice=%u refused=%u overrun=%u\n", sent,
	       arrived, sent - arrived, wrong, twice, refused, overrun);
	return wrong || twice || !sent || sent - arrived > (unsigned int)a->max_lost;
}

int flood(const struct args *a)
{
	struct pollfd p[MAX_DEVS];

	if (a->count >= SEQ_MAX)
		errx(1, "count: at most %d", SEQ_MAX - 1);
	for (int i = 0; i < a->n_expect; i++)
		p[i] = (struct pollfd){ sock_capture(a->expect[i]), POLLIN, 0 };
	for (int i = 0; i < a->n_send; i++) {
		senders[i].a = a;
		senders[i].number = i;
		senders[i].times = calloc(SEQ_MAX, 1);
		if (pthread_create(&senders[i].thread, NULL, send_frames, &senders[i]))
			errx(1, "thread");
	}
	receive(a, p);
	return report(a, p);
}
