// SPDX-License-Identifier: GPL-2.0-only
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "netns.h"
#include "sock.h"

#define RCVBUF (64 << 20)

static int open_on(const char *name, int proto)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(proto),
	};
	const char *dev = netns_enter(name);
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

	to.sll_ifindex = if_nametoindex(dev);
	if (fd < 0 || !to.sll_ifindex || bind(fd, (struct sockaddr *)&to, sizeof(to)))
		err(1, "packet socket on %s", name);
	netns_leave();
	return fd;
}

static void set(int fd, int level, int option, int value)
{
	if (setsockopt(fd, level, option, &value, sizeof(value)))
		err(1, "socket option %d", option);
}

int sock_capture(const char *dev)
{
	int fd = open_on(dev, ETH_P_ALL);

	set(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1);
	set(fd, SOL_PACKET, PACKET_AUXDATA, 1);
	set(fd, SOL_SOCKET, SO_RCVBUFFORCE, RCVBUF);
	return fd;
}

int sock_send(const char *dev, bool vnet_hdr)
{
	int fd = open_on(dev, 0);

	if (vnet_hdr)
		set(fd, SOL_PACKET, PACKET_VNET_HDR, 1);
	return fd;
}

void sock_mac(const char *name, uint8_t mac[6])
{
	const char *dev = netns_enter(name);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct ifreq r = {};

	strncpy(r.ifr_name, dev, IFNAMSIZ - 1);
	if (fd < 0 || ioctl(fd, SIOCGIFHWADDR, &r))
		err(1, "MAC address of %s", name);
	memcpy(mac, r.ifr_hwaddr.sa_data, 6);
	close(fd);
	netns_leave();
}

static void read_aux(struct msghdr *m, struct seen *s)
{
	struct tpacket_auxdata a;

	for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
		if (c->cmsg_level != SOL_PACKET || c->cmsg_type != PACKET_AUXDATA)
			continue;
		memcpy(&a, CMSG_DATA(c), sizeof(a));
		s->csum_valid = a.tp_status & TP_STATUS_CSUM_VALID;
		s->tag_taken = a.tp_status & TP_STATUS_VLAN_VALID;
		if (s->tag_taken)
			frame_push(&s->frame,
				   a.tp_status & TP_STATUS_VLAN_TPID_VALID ? a.tp_vlan_tpid
									   : ETH_P_8021Q,
				   a.tp_vlan_tci);
	}
}

bool sock_next(int fd, struct seen *s)
{
	char control[CMSG_SPACE(sizeof(struct tpacket_auxdata))];
	struct iovec v = { s->frame.data, FRAME_MAX };
	struct msghdr m = {
		.msg_iov = &v,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	ssize_t n = recvmsg(fd, &m, MSG_DONTWAIT);

	/* a device that goes down says so once */
	if (n < 0 && (errno == EAGAIN || errno == ENETDOWN))
		return false;
	if (n < 0)
		err(1, "receive");
	s->frame.len = n;
	s->tag_taken = s->csum_valid = false;
	read_aux(&m, s);
	return true;
}

bool sock_put(int fd, const struct frame *f, bool vnet_hdr)
{
	struct virtio_net_hdr h = {
		.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM,
		.csum_start = f->csum_start,
		.csum_offset = f->csum_offset,
	};
	struct iovec v[2] = {
		{ &h, sizeof(h) },
		{ (void *)f->data, f->len },
	};
	struct msghdr m = {
		.msg_iov = vnet_hdr ? v : v + 1,
		.msg_iovlen = vnet_hdr ? 2 : 1,
	};

	/* a full qdisc is not the end */
	while (sendmsg(fd, &m, 0) < 0) {
		struct pollfd p = { fd, POLLOUT, 0 };

		if (errno == ENETDOWN || errno == ENXIO || errno == ENODEV)
			return false;
		if (errno != ENOBUFS && errno != EAGAIN)
			err(1, "send %d bytes", f->len);
		poll(&p, 1, 1);
	}
	return true;
}

unsigned int sock_lost(int fd)
{
	struct tpacket_stats st = {};
	socklen_t len = sizeof(st);

	getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &st, &len);
	return st.tp_drops;
}
