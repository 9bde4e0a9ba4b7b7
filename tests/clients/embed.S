/* SPDX-License-Identifier: GPL-2.0-only */
/* The BPF programs, inside the binary that loads them. */
	.section .rodata
	.balign 16
	.globl knobs_obj, knobs_obj_end
knobs_obj:
	.incbin "knobs.bpf.o"
knobs_obj_end:
	.section .note.GNU-stack, "", @progbits
