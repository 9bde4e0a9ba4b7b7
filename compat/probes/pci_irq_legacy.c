// SPDX-License-Identifier: GPL-2.0-only
// asks: PCI_IRQ_LEGACY
// since: 4.8 to 6.11
// why: old name of PCI_IRQ_INTX
// symbols: none
// group: the flag for a PCI INTx interrupt
static int __used probe_pci_irq_legacy(void)
{
	return PCI_IRQ_LEGACY;
}
