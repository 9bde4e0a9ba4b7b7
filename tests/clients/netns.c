// SPDX-License-Identifier: GPL-2.0-only
#include <err.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "netns.h"

static int home = -1;

static void enter(int fd, const char *what)
{
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		err(1, "network namespace %s", what);
}

const char *netns_enter(const char *name)
{
	const char *slash = strchr(name, '/');
	char path[128];
	int fd;

	if (!slash)
		return name;
	if (home < 0)
		home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	snprintf(path, sizeof(path), "/run/netns/%.*s", (int)(slash - name), name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	enter(fd, path);
	close(fd);
	return slash + 1;
}

void netns_leave(void)
{
	if (home >= 0)
		enter(home, "of the start");
}
