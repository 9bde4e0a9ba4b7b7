/* SPDX-License-Identifier: GPL-2.0-only */
/* mark 1, mark 2, mark 0: tell profile.c that a phase begins, by an instruction it looks for. */
	.globl	_start
_start:
	mov	16(%rsp), %rbx		/* argv[1] */
	cmpb	$'1', (%rbx)
	je	one
	cmpb	$'2', (%rbx)
	je	two
	mov	$0x58424d30, %eax
	jmp	leave
one:
	mov	$0x58424d31, %eax
	jmp	leave
two:
	mov	$0x58424d32, %eax
leave:
	mov	$60, %eax		/* exit(0) */
	xor	%edi, %edi
	syscall
