// SPDX-License-Identifier: GPL-2.0-only
/* Sends frames on one device and compares, byte by byte, what reaches others. */
#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <net/if.h>

#include "args.h"
#include "sock.h"

static const char help[] =
	"usage: frames check --send DEV [--expect DEV]... [--silent DEV]... [OPTION]...\n"
	"       frames flood --send DEV... --expect DEV... [OPTION]...\n"
	"       frames print [OPTION]...\n"
	"\n"
	"DEV is a device, or NS/DEV in a network namespace.\n"
	"check sends COUNT frames of each size; each --expect device must get all of\n"
	"them, changed as told, and each --silent device none.\n"
	"flood sends COUNT frames per --send device, a thread on a CPU of its own for\n"
	"each; every frame must reach some --expect device once.\n"
	"print shows the frames that check would expect: length and bytes.\n"
	"\n"
	"  --sizes N,N,...      frame lengths without FCS (60)\n"
	"  --count N            (1)\n"
	"  --kind K             raw udp4 tcp4 udp6 tcp6 (raw)\n"
	"  --csum C             good bad partial (good); partial asks the device for it\n"
	"  --tag TPID:TCI       VLAN tag in the frame sent, outermost first\n"
	"  --dst MAC|DEV        (broadcast)\n"
	"  --ip4 SRC,DST  --ip6 SRC,DST  --port N\n"
	"  --head N --tail N --rewrite OFF:BYTE   what the program does (xdpctl set)\n"
	"  --swap               the MAC addresses change places on the way\n"
	"  --pop N --push TPID:TCI                tags taken or added on the way\n"
	"  --fence DEV          wait until a last frame, which no program touches, is here\n"
	"  --window N           frames of a flood under way at once (64)\n"
	"  --max-lost N         losses a flood may have (0)\n"
	"  --until FILE         flood until FILE exists, whatever COUNT\n"
	"  --timeout S          (10)\n";

enum {
	OPT_SEND = 256,
	OPT_EXPECT,
	OPT_SILENT,
	OPT_FENCE,
	OPT_SIZES,
	OPT_COUNT,
	OPT_KIND,
	OPT_CSUM,
	OPT_TAG,
	OPT_DST,
	OPT_IP4,
	OPT_IP6,
	OPT_PORT,
	OPT_HEAD,
	OPT_TAIL,
	OPT_REWRITE,
	OPT_SWAP,
	OPT_POP,
	OPT_PUSH,
	OPT_WINDOW,
	OPT_LOST,
	OPT_UNTIL,
	OPT_TIMEOUT,
};

static const struct option options[] = {
	{ "send", 1, NULL, OPT_SEND },	     { "expect", 1, NULL, OPT_EXPECT },
	{ "silent", 1, NULL, OPT_SILENT },   { "fence", 1, NULL, OPT_FENCE },
	{ "sizes", 1, NULL, OPT_SIZES },     { "count", 1, NULL, OPT_COUNT },
	{ "kind", 1, NULL, OPT_KIND },	     { "csum", 1, NULL, OPT_CSUM },
	{ "tag", 1, NULL, OPT_TAG },	     { "dst", 1, NULL, OPT_DST },
	{ "ip4", 1, NULL, OPT_IP4 },	     { "ip6", 1, NULL, OPT_IP6 },
	{ "port", 1, NULL, OPT_PORT },	     { "head", 1, NULL, OPT_HEAD },
	{ "tail", 1, NULL, OPT_TAIL },	     { "rewrite", 1, NULL, OPT_REWRITE },
	{ "swap", 0, NULL, OPT_SWAP },	     { "pop", 1, NULL, OPT_POP },
	{ "push", 1, NULL, OPT_PUSH },	     { "window", 1, NULL, OPT_WINDOW },
	{ "max-lost", 1, NULL, OPT_LOST },   { "until", 1, NULL, OPT_UNTIL },
	{ "timeout", 1, NULL, OPT_TIMEOUT }, { NULL, 0, NULL, 0 },
};

static void add_dev(const char *devs[], int *n, const char *dev)
{
	if (*n == MAX_DEVS)
		errx(1, "more than %d devices", MAX_DEVS);
	devs[(*n)++] = dev;
}

static void add_tag(struct frame_tag *tags, int *n, const char *arg)
{
	unsigned int tpid, tci;

	if (*n == FRAME_TAGS || sscanf(arg, "%x:%u", &tpid, &tci) != 2)
		errx(1, "tag %s: want TPID:TCI, at most %d", arg, FRAME_TAGS);
	tags[*n].tpid = tpid;
	tags[(*n)++].tci = tci;
}

static void parse_sizes(struct args *a, char *arg)
{
	a->n_sizes = 0;
	for (char *s = strtok(arg, ","); s; s = strtok(NULL, ",")) {
		if (a->n_sizes == MAX_SIZES)
			errx(1, "more than %d sizes", MAX_SIZES);
		a->sizes[a->n_sizes++] = atoi(s);
	}
}

static void parse_mac(uint8_t m[6], const char *arg)
{
	if (sscanf(arg, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", m, m + 1, m + 2, m + 3, m + 4, m + 5) != 6)
		sock_mac(arg, m);
}

static void parse_ip(int family, void *src, void *dst, char *arg)
{
	char *comma = strchr(arg, ',');

	if (comma)
		*comma = '\0';
	if (!comma || inet_pton(family, arg, src) != 1 || inet_pton(family, comma + 1, dst) != 1)
		errx(1, "want SRC,DST addresses");
}

static void parse_csum(struct args *a, const char *arg)
{
	if (!strcmp(arg, "good"))
		a->spec.csum = CSUM_GOOD;
	else if (!strcmp(arg, "bad"))
		a->spec.csum = CSUM_BAD;
	else if (!strcmp(arg, "partial"))
		a->spec.csum = CSUM_PARTIAL;
	else
		errx(1, "no checksum %s", arg);
}

static void parse_rewrite(struct frame_change *c, const char *arg)
{
	int byte;

	if (sscanf(arg, "%i:%i", &c->rewrite, &byte) != 2)
		errx(1, "rewrite %s: want OFFSET:BYTE", arg);
	c->rewrite_byte = byte;
}

static void parse_one(struct args *a, int o)
{
	switch (o) {
	case OPT_SEND:
		return add_dev(a->send, &a->n_send, optarg);
	case OPT_EXPECT:
		return add_dev(a->expect, &a->n_expect, optarg);
	case OPT_SILENT:
		return add_dev(a->silent, &a->n_silent, optarg);
	case OPT_FENCE:
		a->fence = optarg;
		return;
	case OPT_SIZES:
		return parse_sizes(a, optarg);
	case OPT_COUNT:
		a->count = atoi(optarg);
		return;
	case OPT_KIND:
		a->spec.kind = frame_kind_of(optarg);
		return;
	case OPT_CSUM:
		return parse_csum(a, optarg);
	case OPT_TAG:
		return add_tag(a->spec.tags, &a->spec.n_tags, optarg);
	case OPT_DST:
		return parse_mac(a->spec.dst, optarg);
	case OPT_IP4:
		return parse_ip(AF_INET, a->spec.ip4_src, a->spec.ip4_dst, optarg);
	case OPT_IP6:
		return parse_ip(AF_INET6, a->spec.ip6_src, a->spec.ip6_dst, optarg);
	case OPT_PORT:
		a->spec.port = atoi(optarg);
		return;
	case OPT_HEAD:
		a->change.head = atoi(optarg);
		return;
	case OPT_TAIL:
		a->change.tail = atoi(optarg);
		return;
	case OPT_REWRITE:
		return parse_rewrite(&a->change, optarg);
	case OPT_SWAP:
		a->change.swap = true;
		return;
	case OPT_POP:
		a->change.pop = atoi(optarg);
		return;
	case OPT_PUSH:
		return add_tag(a->change.push, &a->change.n_push, optarg);
	case OPT_WINDOW:
		a->window = atoi(optarg);
		return;
	case OPT_LOST:
		a->max_lost = atoi(optarg);
		return;
	case OPT_UNTIL:
		a->until = optarg;
		return;
	case OPT_TIMEOUT:
		a->timeout = atoi(optarg);
		return;
	default:
		fputs(help, stderr);
		exit(1);
	}
}

void args_parse(struct args *a, int argc, char **argv)
{
	int o;

	*a = (struct args){
		.sizes = { 60 },
		.n_sizes = 1,
		.count = 1,
		.window = 64,
		.timeout = 10,
		.spec.port = 7777,
		.change.rewrite = -1,
	};
	memset(a->spec.dst, 0xff, 6);
	memcpy(a->spec.src, "\x02\xbb\x01\x02\x03\x04", 6);
	inet_pton(AF_INET, "192.0.2.1", a->spec.ip4_src);
	inet_pton(AF_INET, "192.0.2.2", a->spec.ip4_dst);
	inet_pton(AF_INET6, "2001:db8::1", a->spec.ip6_src);
	inet_pton(AF_INET6, "2001:db8::2", a->spec.ip6_dst);
	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		parse_one(a, o);
}

/* What reaches the receiver of frame id. */
void args_expected(const struct args *a, uint32_t id, int len, struct frame *f)
{
	struct frame_spec s = a->spec;

	/* the checksum that was asked for is there in the end */
	if (s.csum == CSUM_PARTIAL)
		s.csum = CSUM_GOOD;
	if (!frame_build(&s, id, len, f))
		errx(1, "no frame of this kind has %d bytes", len);
	frame_apply(&a->change, f);
}

static int print(const struct args *a)
{
	static struct frame f;

	for (int i = 0; i < a->count * a->n_sizes; i++) {
		args_expected(a, i, a->sizes[i % a->n_sizes], &f);
		printf("%d ", f.len);
		for (int j = 0; j < f.len; j++)
			printf("%02x", f.data[j]);
		printf("\n");
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *cmd = argc > 1 ? argv[1] : "";
	struct args a;

	setvbuf(stdout, NULL, _IOLBF, 0);
	args_parse(&a, argc - 1, argv + 1);
	if (!strcmp(cmd, "print"))
		return print(&a);
	if (!a.n_send)
		errx(1, "--send is missing");
	if (!strcmp(cmd, "check"))
		return check(&a);
	if (!strcmp(cmd, "flood"))
		return flood(&a);
	fputs(help, stderr);
	return 1;
}
