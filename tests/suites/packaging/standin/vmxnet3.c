// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands for a later version of the driver where a test is about packages and
 * not about drivers: it claims the device, does nothing, compiles at once.
 */
#include <linux/module.h>
#include <linux/pci.h>

static const struct pci_device_id standin_ids[] = {
	{ PCI_DEVICE(0x15ad, 0x07b0) },
	{ }
};
MODULE_DEVICE_TABLE(pci, standin_ids);

static int __init standin_init(void)
{
	return 0;
}
module_init(standin_init);

static void __exit standin_exit(void)
{
}
module_exit(standin_exit);

MODULE_DESCRIPTION("stand-in for packaging tests");
MODULE_VERSION("0.0.1");
MODULE_LICENSE("GPL");
