# SPDX-License-Identifier: GPL-2.0-only
"""What the guests said, as records: one per kernel, driver, origin, mode, action and size."""

import re
import statistics
from pathlib import Path

DRIVER = "vmxnet3"
MODES = ("none", "generic", "native")
ACTIONS = ("SEND", "none", "DROP", "PASS", "TX", "REDIRECT")


class Cells:
    """Everything measured on some kernels, by (kernel, origin, mode, action, size)."""

    def __init__(self):
        self.slopes = {}  # cell -> instructions per packet, sender included, one per repeat
        self.absent = {}  # cell -> why there is nothing
        self.broken = {}  # cell -> what went wrong

    def read(self, kernel, output: Path):
        for line in output.read_text(errors="replace").splitlines():
            word = re.match(r"@(run|absent|broken) (\S+) (\S+) (\S+) (\d+) (.*)", line)
            if not word:
                continue
            kind, origin, mode, action, size, rest = word.groups()
            cell = (kernel, origin, mode, action, int(size))
            if kind == "run":
                less, short, more, long = map(int, rest.split())
                self.slopes.setdefault(cell, []).append((long - short) * 1000 / (more - less))
            else:
                getattr(self, kind)[cell] = rest.strip()

    def cost(self, cell):
        """Instructions of one packet without the sender's, or None. SEND is the sender alone."""
        kernel, origin, _, action, size = cell
        sender = self.slopes.get((kernel, origin, "none", "SEND", size))
        if cell not in self.slopes or not sender:
            return None
        own = statistics.median(self.slopes[cell])
        return own if action == "SEND" else own - statistics.median(sender)

    def ratio(self, cell, other):
        own, theirs = self.cost(cell), self.cost(other)
        return round(own / theirs, 3) if own is not None and theirs else None

    def vs_in_tree(self, cell):
        kernel, origin, *rest = cell
        return self.ratio(cell, (kernel, "in-tree", *rest)) if origin == "ours" else None

    def vs_generic(self, cell):
        kernel, origin, mode, *rest = cell
        return self.ratio(cell, (kernel, origin, "generic", *rest)) if mode == "native" else None

    def record(self, cell):
        kernel, origin, mode, action, size = cell
        cost = self.cost(cell)
        runs = self.slopes[cell]
        return {
            "kernel": kernel,
            "driver": DRIVER,
            "origin": origin,
            "mode": mode,
            "action": action,
            "size": size,
            "insn_per_packet": round(cost, 1),
            "spread": round((max(runs) - min(runs)) / cost, 4),
            "vs_in_tree": self.vs_in_tree(cell),
            "vs_generic": self.vs_generic(cell),
        }

    def records(self):
        def order(cell):
            kernel, origin, mode, action, size = cell
            version = [int(part) for part in kernel.split(".")]
            return version, size, origin, MODES.index(mode), ACTIONS.index(action)

        return [self.record(cell) for cell in sorted(self.slopes, key=order) if self.cost(cell)]
