// SPDX-License-Identifier: GPL-2.0-only
// asks: PCI_IRQ_INTX
// since: 6.8
// why: new name of PCI_IRQ_LEGACY
// symbols: none
// group: the flag for a PCI INTx interrupt
static int __used probe_pci_irq_intx(void)
{
	return PCI_IRQ_INTX;
}
