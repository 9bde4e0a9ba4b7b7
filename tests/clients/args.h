/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of frames(1). */
#ifndef XB_ARGS_H
#define XB_ARGS_H

#include "frame.h"

#define MAX_DEVS 8
#define MAX_SIZES 64

struct args {
	const char *send[MAX_DEVS], *expect[MAX_DEVS], *silent[MAX_DEVS];
	int n_send, n_expect, n_silent;
	const char *fence;
	int sizes[MAX_SIZES], n_sizes;
	int count;
	int window; /* frames of a flood under way at once, per sender */
	int max_lost;
	const char *until; /* flood until this file is there */
	int timeout;	   /* seconds */
	struct frame_spec spec;
	struct frame_change change;
};

void args_parse(struct args *a, int argc, char **argv);
void args_expected(const struct args *a, uint32_t id, int len, struct frame *f);
/* The two commands that send; the exit status of the program. */
int check(const struct args *a);
int flood(const struct args *a);

#endif
