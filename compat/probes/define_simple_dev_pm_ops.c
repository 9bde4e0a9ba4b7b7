// SPDX-License-Identifier: GPL-2.0-only
// asks: static DEFINE_SIMPLE_DEV_PM_OPS(name, suspend, resume)
// since: 5.17
// why: a backport to 5.10 has a 'static' of its own within the macro
// symbols: none
static int probe_define_simple_dev_pm_ops(struct device *dev)
{
	return 0;
}

static DEFINE_SIMPLE_DEV_PM_OPS(probe_define_simple_dev_pm_ops_table,
				probe_define_simple_dev_pm_ops, probe_define_simple_dev_pm_ops);
