/* SPDX-License-Identifier: GPL-2.0-only */
/* Macros and flags from all over the kernel. */
#ifndef COMPAT_GENERAL_H
#define COMPAT_GENERAL_H

#include <linux/netlink.h>
#include <linux/pm.h>
#include <linux/timer.h>

#ifndef HAVE_PCI_IRQ_INTX
#define PCI_IRQ_INTX PCI_IRQ_LEGACY
#endif

#ifndef __counted_by
#define __counted_by(member)
#endif

#ifndef PTR_IF
#define PTR_IF(cond, ptr) ((cond) ? (ptr) : NULL)
#endif

#ifndef pm_sleep_ptr
#define pm_sleep_ptr(ptr) PTR_IF(IS_ENABLED(CONFIG_PM_SLEEP), (ptr))
#endif

#ifndef HAVE_DEFINE_SIMPLE_DEV_PM_OPS
#undef DEFINE_SIMPLE_DEV_PM_OPS
#define DEFINE_SIMPLE_DEV_PM_OPS(name, suspend_fn, resume_fn)	\
const struct dev_pm_ops name = {				\
	.suspend = pm_sleep_ptr(suspend_fn),			\
	.resume = pm_sleep_ptr(resume_fn),			\
	.freeze = pm_sleep_ptr(suspend_fn),			\
	.thaw = pm_sleep_ptr(resume_fn),			\
	.poweroff = pm_sleep_ptr(suspend_fn),			\
	.restore = pm_sleep_ptr(resume_fn),			\
}
#endif

#ifndef timer_container_of
#define timer_container_of(var, timer, field)	\
	container_of(timer, typeof(*(var)), field)
#endif

/*
 * Kernels that cannot format into an extack keep a pointer to the text only, and
 * read it after the RTNL, which these are called under, has been dropped. So
 * each message has a few buffers, which take turns.
 */
#ifndef NL_SET_ERR_MSG_FMT_MOD
#define NL_SET_ERR_MSG_FMT_MOD(extack, fmt, ...) do {			\
	struct netlink_ext_ack *__extack = (extack);			\
	static char __texts[8][128];					\
	static unsigned int __turn;					\
									\
	if (__extack) {							\
		char *__text = __texts[__turn++ % ARRAY_SIZE(__texts)];	\
									\
		snprintf(__text, sizeof(__texts[0]),			\
			 KBUILD_MODNAME ": " fmt, ##__VA_ARGS__);	\
		__extack->_msg = __text;				\
	}								\
} while (0)
#endif

#endif
