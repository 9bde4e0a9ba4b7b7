// SPDX-License-Identifier: GPL-2.0-only
/* Attaches the programs of knobs.bpf.c and turns their knobs. */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <sys/stat.h>

#include "knobs.h"
#include "netns.h"
#include "nl.h"

#define PINS "/sys/fs/bpf/xb"
#define REFUSED 2
#define SWAP_PAUSE_US 10000 /* for frames to come between two replacements */
#define CPU_QUEUE 512	    /* frames that may wait for a cpumap thread */

/* clang's output, so that the binary is all a guest needs */
extern const char knobs_obj[], knobs_obj_end[];

static struct {
	const char *name; /* as given */
	const char *dev;  /* without the namespace */
	int ifindex;
	const char *prog;
	__u32 mode; /* XDP_FLAGS_*_MODE */
	bool link;
} opt = { .prog = "xb_knobs" };

static const char *const maps[] = { "knobs", "count", "devs", "cpus", "events" };

static const char *pin(const char *what)
{
	static char path[2][128];
	static int turn;

	turn ^= 1;
	snprintf(path[turn], sizeof(path[turn]), PINS "/%s/%s", opt.dev, what);
	return path[turn];
}

static int pinned(const char *what)
{
	int fd = bpf_obj_get(pin(what));

	if (fd < 0)
		err(1, "%s (is a program attached by xdpctl?)", pin(what));
	return fd;
}

static int refused(int ret, const char *msg)
{
	printf("refused: %s: %s\n", strerrorname_np(-ret), *msg ? msg : "(no reason given)");
	return REFUSED;
}

static int no_print(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	return level == LIBBPF_WARN ? vfprintf(stderr, fmt, ap) : 0;
}

static struct bpf_object *obj;

/* Loads opt.prog; its maps are the pinned ones if there are any. */
static int load(void)
{
	struct bpf_program *p;
	struct bpf_map *m;
	int ret;

	obj = bpf_object__open_mem(knobs_obj, knobs_obj_end - knobs_obj, NULL);
	if (!obj)
		err(1, "open the BPF object");
	bpf_object__for_each_program(p, obj)
	{
		const char *name = bpf_program__name(p);

		bpf_program__set_autoload(p, !strcmp(name, opt.prog));
		if (!strcmp(name, "xb_frags"))
			bpf_program__set_flags(p, BPF_F_XDP_HAS_FRAGS);
	}
	mkdir(PINS, 0700);
	mkdir(pin(""), 0700);
	bpf_object__for_each_map(m, obj)
	{
		int fd = bpf_obj_get(pin(bpf_map__name(m)));

		/* libbpf's own reuse trips over a flag that the kernel adds to devmaps */
		if (fd >= 0) {
			bpf_map__reuse_fd(m, fd);
			close(fd);
		} else {
			bpf_map__set_pin_path(m, pin(bpf_map__name(m)));
		}
	}
	ret = bpf_object__load(obj);
	if (ret) {
		errno = -ret;
		err(1, "load %s", opt.prog);
	}
	p = bpf_object__find_program_by_name(obj, opt.prog);
	if (!p)
		errx(1, "no program %s", opt.prog);
	return bpf_program__fd(p);
}

static void repin(int fd, const char *what)
{
	unlink(pin(what));
	if (bpf_obj_pin(fd, pin(what)))
		err(1, "pin %s", pin(what));
}

static void unpin_all(void)
{
	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++)
		unlink(pin(maps[i]));
	unlink(pin("prog"));
	unlink(pin("link"));
	rmdir(pin(""));
}

static int attached_mode(void)
{
	DECLARE_LIBBPF_OPTS(bpf_xdp_query_opts, o);
	int ret = bpf_xdp_query(opt.ifindex, 0, &o);

	if (ret) {
		errno = -ret;
		err(1, "query %s", opt.name);
	}
	return o.attach_mode;
}

/* Until its knobs are set, a program passes everything. */
static void pass_at_first(void)
{
	struct xb_knobs k;
	__u32 zero = 0;
	int fd = pinned("knobs");

	if (bpf_map_lookup_elem(fd, &zero, &k))
		err(1, "read knobs");
	if (k.verdict == XB_ABORTED && access(pin("prog"), F_OK)) {
		k.verdict = XB_PASS;
		bpf_map_update_elem(fd, &zero, &k, BPF_ANY);
	}
	close(fd);
}

static int cmd_attach(void)
{
	char msg[NL_MSG_MAX] = "";
	int fd, ret;

	/* what a driver that was unloaded left behind */
	if (!attached_mode())
		unpin_all();
	fd = load();
	pass_at_first();
	if (opt.link) {
		DECLARE_LIBBPF_OPTS(bpf_link_create_opts, o, .flags = opt.mode);

		ret = bpf_link_create(fd, opt.ifindex, BPF_XDP, &o);
		if (ret >= 0)
			repin(ret, "link");
	} else {
		ret = nl_set_xdp(opt.ifindex, fd, opt.mode | XDP_FLAGS_UPDATE_IF_NOEXIST, -1, msg);
	}
	if (ret < 0) {
		if (access(pin("prog"), F_OK))
			unpin_all();
		return refused(ret, msg);
	}
	repin(fd, "prog");
	return 0;
}

/* Puts one program in the place of another. */
static int swap(int old, int fd, char *msg)
{
	int link = bpf_obj_get(pin("link")), ret;

	if (link < 0)
		return nl_set_xdp(opt.ifindex, fd, opt.mode | XDP_FLAGS_REPLACE, old, msg);
	ret = bpf_link_update(link, fd, NULL);
	close(link);
	return ret;
}

/* Puts a program loaded anew in the place of the attached one, then takes turns. */
static int cmd_replace(int argc, char **argv)
{
	int times = argc ? atoi(argv[0]) : 1, prog[2] = { pinned("prog"), load() }, ret = 0;
	char msg[NL_MSG_MAX] = "";

	for (int i = 0; !ret && i < times; i++) {
		if (i)
			usleep(SWAP_PAUSE_US);
		ret = swap(prog[i % 2], prog[(i + 1) % 2], msg);
	}
	if (ret < 0)
		return refused(ret, msg);
	repin(prog[times % 2], "prog");
	return 0;
}

static int cmd_detach(void)
{
	char msg[NL_MSG_MAX] = "";
	int ret = 0, link;

	link = bpf_obj_get(pin("link"));
	if (link >= 0) {
		/* on a device that is gone the link is detached already */
		ret = bpf_link_detach(link);
		if (ret == -ENOLINK || ret == -EINVAL)
			ret = 0;
	} else {
		ret = nl_set_xdp(opt.ifindex, -1, opt.mode, -1, msg);
	}
	if (ret)
		return refused(ret, msg);
	unpin_all();
	return 0;
}

static int verdict_of(const char *s)
{
	static const char *const names[] = {
		[XB_ABORTED] = "aborted", [XB_DROP] = "drop",	      [XB_PASS] = "pass",
		[XB_TX] = "tx",		  [XB_REDIRECT] = "redirect", [XB_REDIRECT_CPU] = "cpu",
		[XB_REDIRECT_IF] = "if",  [XB_INVALID] = "invalid",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(s, names[i]))
			return i;
	errx(1, "no verdict %s", s);
}

static void set_entry(const char *map, __u32 key, __u32 value)
{
	int fd = pinned(map);

	if (bpf_map_update_elem(fd, &key, &value, BPF_ANY))
		err(1, "update map %s", map);
	close(fd);
}

static __u32 index_of(const char *dev)
{
	__u32 i = if_nametoindex(dev);

	if (!i)
		err(1, "device %s", dev);
	return i;
}

static void set_one(struct xb_knobs *k, const char *key, const char *val)
{
	char *colon;

	if (!strcmp(key, "verdict")) {
		k->verdict = verdict_of(val);
	} else if (!strcmp(key, "head")) {
		k->head = atoi(val);
	} else if (!strcmp(key, "tail")) {
		k->tail = atoi(val);
	} else if (!strcmp(key, "rewrite")) { /* OFFSET:BYTE */
		k->rewrite = strtoul(val, &colon, 0) + 1;
		k->rewrite_byte = strtoul(colon + 1, NULL, 0);
	} else if (!strcmp(key, "capture")) {
		k->capture = atoi(val);
	} else if (!strcmp(key, "ethertype")) {
		k->ethertype = strtoul(val, NULL, 0);
	} else if (!strcmp(key, "dev")) { /* for redirect and if */
		k->ifindex = index_of(val);
		set_entry("devs", 0, k->ifindex);
	} else if (!strcmp(key, "cpu")) {
		k->cpu = strtoul(val, NULL, 0);
		set_entry("cpus", k->cpu, CPU_QUEUE);
	} else {
		errx(1, "no knob %s", key);
	}
}

/* Knobs that are not named go back to nothing. */
static int cmd_set(int argc, char **argv)
{
	struct xb_knobs k = {};
	__u32 zero = 0;
	int fd = pinned("knobs");

	for (int i = 0; i < argc; i++) {
		char *eq = strchr(argv[i], '=');

		if (!eq)
			errx(1, "want knob=value, not %s", argv[i]);
		*eq = '\0';
		set_one(&k, argv[i], eq + 1);
	}
	if (bpf_map_update_elem(fd, &zero, &k, BPF_ANY))
		err(1, "set knobs");
	return 0;
}

static struct xb_count sum(int fd)
{
	int n = libbpf_num_possible_cpus();
	struct xb_count *c = calloc(n, sizeof(*c)), s = {};
	__u32 zero = 0;

	if (!c || bpf_map_lookup_elem(fd, &zero, c))
		err(1, "read counters");
	for (int i = 0; i < n; i++) {
		s.packets += c[i].packets;
		s.bytes += c[i].bytes;
		s.refused += c[i].refused;
	}
	free(c);
	return s;
}

static int cmd_count(void)
{
	struct xb_count s = sum(pinned("count"));

	printf("packets=%llu bytes=%llu refused=%llu\n", s.packets, s.bytes, s.refused);
	return 0;
}

static int cmd_reset(void)
{
	int n = libbpf_num_possible_cpus(), fd = pinned("count");
	struct xb_count *c = calloc(n, sizeof(*c));
	__u32 zero = 0;

	if (!c || bpf_map_update_elem(fd, &zero, c, BPF_ANY))
		err(1, "reset counters");
	free(c);
	return 0;
}

static int cmd_show(void)
{
	static const char *const modes[] = {
		[XDP_ATTACHED_NONE] = "none",	[XDP_ATTACHED_DRV] = "drv",
		[XDP_ATTACHED_SKB] = "skb",	[XDP_ATTACHED_HW] = "hw",
		[XDP_ATTACHED_MULTI] = "multi",
	};

	printf("%s\n", modes[attached_mode()]);
	return 0;
}

/* Which device the pinned link is attached to, 0 once that is gone. */
static int cmd_link(void)
{
	struct bpf_link_info info = {};
	__u32 len = sizeof(info);

	if (bpf_obj_get_info_by_fd(pinned("link"), &info, &len))
		err(1, "link");
	printf("%u\n", info.xdp.ifindex);
	return 0;
}

struct sample {
	int left;
};

static void on_sample(void *ctx, int cpu, void *data, __u32 size)
{
	const struct xb_seen *s = data;
	const unsigned char *p = (const void *)(s + 1);
	struct sample *n = ctx;

	(void)cpu;
	if (n->left <= 0 || size < sizeof(*s) + s->len)
		return;
	n->left--;
	printf("%u %u ", s->len, s->queue);
	for (__u32 i = 0; i < s->len; i++)
		printf("%02x", p[i]);
	printf("\n");
}

/* Runs a command, then prints the COUNT frames that the program saw. */
static int cmd_seen(int argc, char **argv)
{
	struct sample n = { .left = argc > 1 ? atoi(argv[0]) : 0 };
	struct perf_buffer *pb;
	time_t end = time(NULL) + 10;

	if (!n.left)
		errx(1, "seen COUNT COMMAND...");
	pb = perf_buffer__new(pinned("events"), 64, on_sample, NULL, &n, NULL);
	if (!pb)
		err(1, "perf buffer");
	fflush(stdout);
	netns_leave();
	if (system(argv[1]))
		errx(1, "failed: %s", argv[1]);
	while (n.left > 0 && time(NULL) < end)
		perf_buffer__poll(pb, 50);
	perf_buffer__free(pb);
	if (n.left)
		errx(1, "%d frames were not seen", n.left);
	return 0;
}

static void usage(void)
{
	fprintf(stderr,
		"usage: xdpctl attach [NS/]DEV [drv|skb] [link] [PROGRAM]\n"
		"       xdpctl replace DEV [drv|skb] [PROGRAM] [TIMES]\n"
		"       xdpctl detach DEV [drv|skb]\n"
		"       xdpctl set DEV [verdict=V] [head=N] [tail=N] [dev=DEV] [cpu=N]\n"
		"                      [rewrite=OFF:BYTE] [capture=1] [ethertype=N]\n"
		"       xdpctl count|reset|show|link DEV\n"
		"       xdpctl seen DEV COUNT COMMAND\n"
		"V: aborted drop pass tx redirect cpu if invalid\n"
		"PROGRAM: xb_knobs (default) xb_frags xb_drop xb_pass xb_tx xb_redirect\n"
		"A refusal prints the kernel's reason and exits with %d.\n",
		REFUSED);
	exit(1);
}

/* Takes the words that say how to attach off the front of argv. */
static int words(int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++) {
		if (!strcmp(argv[i], "drv"))
			opt.mode = XDP_FLAGS_DRV_MODE;
		else if (!strcmp(argv[i], "skb"))
			opt.mode = XDP_FLAGS_SKB_MODE;
		else if (!strcmp(argv[i], "link"))
			opt.link = true;
		else if (!strncmp(argv[i], "xb_", 3))
			opt.prog = argv[i];
		else
			break;
	}
	return i;
}

int main(int argc, char **argv)
{
	const char *cmd = argc > 2 ? argv[1] : "";
	int n;

	if (argc < 3)
		usage();
	libbpf_set_print(no_print);
	opt.name = argv[2];
	opt.dev = netns_enter(opt.name);
	opt.ifindex = if_nametoindex(opt.dev);
	argc -= 3;
	argv += 3;
	n = words(argc, argv);
	argc -= n;
	argv += n;

	if (!strcmp(cmd, "count"))
		return cmd_count();
	if (!strcmp(cmd, "link"))
		return cmd_link();
	if (!strcmp(cmd, "reset"))
		return cmd_reset();
	if (!strcmp(cmd, "set"))
		return cmd_set(argc, argv);
	if (!strcmp(cmd, "detach"))
		return cmd_detach();
	if (!opt.ifindex)
		errx(1, "no device %s", opt.name);
	if (!strcmp(cmd, "attach"))
		return cmd_attach();
	if (!strcmp(cmd, "replace"))
		return cmd_replace(argc, argv);
	if (!strcmp(cmd, "show"))
		return cmd_show();
	if (!strcmp(cmd, "seen"))
		return cmd_seen(argc, argv);
	usage();
}
