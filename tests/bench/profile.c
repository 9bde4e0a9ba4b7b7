// SPDX-License-Identifier: GPL-2.0-only
/*
 * A QEMU plugin that counts how often each block of guest code runs, in two phases that the guest
 * starts and ends itself (mark.S), and how often modules touch a device's registers in them. With
 * "out=FILE" it writes when QEMU ends a line for each block and one for reads and for writes:
 *
 *	ADDRESS INSTRUCTIONS RUNS_IN_PHASE_1 RUNS_IN_PHASE_2
 *	read|write COUNT_IN_PHASE_1 COUNT_IN_PHASE_2
 *
 * Debian ships no qemu-plugin.h; the few functions of it that are used are declared here.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

#define PHASES 3	/* 0: neither of the two */
#define MARK 0x58424d30 /* plus the phase: what mark.S loads into a register */
#define MARK_SIZE 5
#define MODULES 0xffffffffc0000000 /* where the kernel puts modules' code */
#define ALL_ACCESSES 3		   /* QEMU_PLUGIN_MEM_RW */
#define BUCKETS (1 << 16)

typedef uint64_t plugin_id;
typedef uint32_t plugin_access;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to, size_t size);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
					   void (*cb)(struct qemu_plugin_tb *tb, void *data),
					   void *data);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*cb)(unsigned int cpu, void *data), int flags,
					  void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*cb)(unsigned int cpu, plugin_access access,
						 uint64_t address, void *data),
				      int flags, int which, void *data);
bool qemu_plugin_mem_is_store(plugin_access access);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(plugin_access access, uint64_t address);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *hwaddr);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*cb)(void *data), void *data);

EXPORT int qemu_plugin_version = 7; /* of QEMU 11, the lab's */

struct block {
	uint64_t address;
	uint64_t insns;
	uint64_t runs[PHASES];
	struct block *next;
};

static struct block *blocks[BUCKETS];
static unsigned long phase;
static uint64_t reads[PHASES], writes[PHASES]; /* of device registers */
static char *out;

static void run(unsigned int cpu, void *data)
{
	struct block *block = data;

	block->runs[phase]++;
}

static void access_memory(unsigned int cpu, plugin_access access, uint64_t address, void *data)
{
	const struct qemu_plugin_hwaddr *hwaddr = qemu_plugin_get_hwaddr(access, address);

	if (!hwaddr || !qemu_plugin_hwaddr_is_io(hwaddr))
		return;
	if (qemu_plugin_mem_is_store(access))
		writes[phase]++;
	else
		reads[phase]++;
}

static void set_phase(unsigned int cpu, void *data)
{
	phase = (unsigned long)data;
}

static struct block *find(uint64_t address, uint64_t insns)
{
	struct block **slot = &blocks[(address ^ address >> 16 ^ insns * 977) % BUCKETS];
	struct block *block;

	/* code is translated anew now and then; it stays the same block */
	for (block = *slot; block; block = block->next)
		if (block->address == address && block->insns == insns)
			return block;
	block = calloc(1, sizeof(*block));
	if (!block)
		abort();
	block->address = address;
	block->insns = insns;
	block->next = *slot;
	*slot = block;
	return block;
}

/* The phase that an instruction starts, or PHASES if it is an ordinary one. */
static unsigned long phase_of(const struct qemu_plugin_insn *insn)
{
	unsigned char code[MARK_SIZE] = { 0 };
	uint32_t value;

	if (qemu_plugin_insn_size(insn) != MARK_SIZE)
		return PHASES;
	qemu_plugin_insn_data(insn, code, sizeof(code));
	memcpy(&value, code + 1, sizeof(value));
	return code[0] == 0xb8 && value - MARK < PHASES ? value - MARK : PHASES;
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
	size_t i, insns = qemu_plugin_tb_n_insns(tb);

	qemu_plugin_register_vcpu_tb_exec_cb(tb, run, 0, find(qemu_plugin_tb_vaddr(tb), insns));
	for (i = 0; i < insns; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		unsigned long started = phase_of(insn);

		if (qemu_plugin_insn_vaddr(insn) >= MODULES)
			qemu_plugin_register_vcpu_mem_cb(insn, access_memory, 0, ALL_ACCESSES,
							 NULL);
		if (started < PHASES)
			qemu_plugin_register_vcpu_tb_exec_cb(tb, set_phase, 0, (void *)started);
	}
}

static void finish(void *data)
{
	FILE *file = fopen(out, "w");
	struct block *block;
	size_t i;

	if (!file) {
		perror(out);
		return;
	}
	for (i = 0; i < BUCKETS; i++)
		for (block = blocks[i]; block; block = block->next)
			if (block->runs[1] || block->runs[2])
				fprintf(file, "%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
					block->address, block->insns, block->runs[1],
					block->runs[2]);
	fprintf(file, "read %" PRIu64 " %" PRIu64 "\n", reads[1], reads[2]);
	fprintf(file, "write %" PRIu64 " %" PRIu64 "\n", writes[1], writes[2]);
	fclose(file);
}

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	if (argc != 1 || strncmp(argv[0], "out=", 4) != 0) {
		fprintf(stderr, "profile: needs out=FILE\n");
		return 1;
	}
	out = strdup(argv[0] + 4);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
	qemu_plugin_register_atexit_cb(id, finish, NULL);
	return 0;
}
