/* SPDX-License-Identifier: GPL-2.0-only */
/* Packet sockets that see a frame as it was on the wire. */
#ifndef XB_SOCK_H
#define XB_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

struct seen {
	struct frame frame; /* with the tag put back that was taken off */
	bool tag_taken;
	bool csum_valid; /* the stack need not verify it again */
};

/* dev may be "ns/dev". Opened before the first frame is sent. */
int sock_capture(const char *dev);
int sock_send(const char *dev, bool vnet_hdr);
void sock_mac(const char *dev, uint8_t mac[6]);
/* Next frame that did not leave from here; false if there is none now. */
bool sock_next(int fd, struct seen *s);
/* False if the device is down or gone. */
bool sock_put(int fd, const struct frame *f, bool vnet_hdr);
/* Frames that the socket had no room for. */
unsigned int sock_lost(int fd);

#endif
