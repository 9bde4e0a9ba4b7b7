// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "nl.h"

struct request {
	struct nlmsghdr nh;
	struct ifinfomsg ifi;
	char attrs[64];
};

static struct nlattr *put(struct request *r, int type, const void *data, size_t len)
{
	struct nlattr *a = (void *)((char *)r + NLMSG_ALIGN(r->nh.nlmsg_len));

	a->nla_type = type;
	a->nla_len = NLA_HDRLEN + len;
	if (len)
		memcpy((char *)a + NLA_HDRLEN, data, len);
	r->nh.nlmsg_len = NLMSG_ALIGN(r->nh.nlmsg_len) + NLA_ALIGN(NLA_HDRLEN + len);
	return a;
}

/* The acknowledgement holds the error, part of the request, then attributes. */
static int read_ack(const struct nlmsghdr *nh, char *msg)
{
	const struct nlmsgerr *err = NLMSG_DATA(nh);
	const char *end = (const char *)nh + nh->nlmsg_len;
	const char *p = (const char *)(err + 1);

	if (!(nh->nlmsg_flags & NLM_F_ACK_TLVS))
		return err->error;
	if (!(nh->nlmsg_flags & NLM_F_CAPPED))
		p += err->msg.nlmsg_len - sizeof(err->msg);
	while (p + NLA_HDRLEN <= end) {
		const struct nlattr *a = (const void *)p;

		if (a->nla_len < NLA_HDRLEN)
			break;
		if (a->nla_type == NLMSGERR_ATTR_MSG)
			snprintf(msg, NL_MSG_MAX, "%.*s", (int)(a->nla_len - NLA_HDRLEN),
				 p + NLA_HDRLEN);
		p += NLA_ALIGN(a->nla_len);
	}
	return err->error;
}

static int exchange(int sock, struct request *r, char *msg)
{
	char buf[4096] __attribute__((aligned(8)));
	struct nlmsghdr *nh = (void *)buf;
	ssize_t n;

	if (send(sock, r, r->nh.nlmsg_len, 0) < 0)
		return -errno;
	n = recv(sock, buf, sizeof(buf), 0);
	if (n < 0)
		return -errno;
	if (!NLMSG_OK(nh, (size_t)n) || nh->nlmsg_type != NLMSG_ERROR)
		return -EPROTO;
	return read_ack(nh, msg);
}

int nl_set_xdp(int ifindex, int fd, __u32 flags, int expected, char *msg)
{
	struct request r = {
		.nh.nlmsg_len = NLMSG_LENGTH(sizeof(r.ifi)),
		.nh.nlmsg_type = RTM_SETLINK,
		.nh.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
		.ifi.ifi_index = ifindex,
	};
	struct nlattr *nest;
	int one = 1, sock, ret;

	msg[0] = '\0';
	nest = put(&r, IFLA_XDP | NLA_F_NESTED, NULL, 0);
	put(&r, IFLA_XDP_FD, &fd, sizeof(fd));
	if (flags)
		put(&r, IFLA_XDP_FLAGS, &flags, sizeof(flags));
	if (expected >= 0)
		put(&r, IFLA_XDP_EXPECTED_FD, &expected, sizeof(expected));
	nest->nla_len = (char *)&r + r.nh.nlmsg_len - (char *)nest;

	sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	if (sock < 0)
		return -errno;
	setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one));
	setsockopt(sock, SOL_NETLINK, NETLINK_CAP_ACK, &one, sizeof(one));
	ret = exchange(sock, &r, msg);
	close(sock);
	return ret;
}
