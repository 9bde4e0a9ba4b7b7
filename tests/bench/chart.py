# SPDX-License-Identifier: GPL-2.0-only
"""Draw the records of a bench as an SVG: a row per kernel, a column per packet size, and in each
panel the actions with a bar for each driver and mode."""

from xml.sax.saxutils import escape

SERIES = (
    ("in-tree", "generic", "#c9cdd3"),
    ("in-tree", "native", "#7d8794"),
    ("ours", "generic", "#a9d3c4"),
    ("ours", "native", "#0b7a5c"),
)
ACTIONS = ("none", "DROP", "PASS", "TX", "REDIRECT")
NAMES = {"none": "no program"}

BAR, GAP, LABELS, NUMBERS, BARS = 13, 12, 86, 46, 330
PANEL = LABELS + BARS + NUMBERS
MARGIN, TOP, TITLE = 24, 92, 30


def text(x, y, content, size=12, anchor="start", weight="normal", fill="#1f2933"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{fill}">{escape(content)}</text>'
    )


def bar(x, y, width, fill):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR - 2}" rx="2" fill="{fill}"/>'


def bars_of(records, action):
    """The bars of one action, top to bottom: (records, colour). Without a program there is no
    mode; such a bar takes the colour of its driver."""
    for origin, mode, colour in SERIES:
        for record in records:
            # without a program the strong colour of each driver is the readable one
            same = record["mode"] == mode or (action == "none" and mode == "native")
            if record["origin"] == origin and record["action"] == action and same:
                yield record, colour


def panel(records, x, y, scale):
    parts, top = [], y
    for action in ACTIONS:
        bars = list(bars_of(records, action))
        if not bars:
            continue
        middle = y + len(bars) * BAR / 2 + 3
        parts.append(text(x + LABELS - 8, middle, NAMES.get(action, action), anchor="end"))
        for record, colour in bars:
            width = record["insn_per_packet"] * scale
            parts.append(bar(x + LABELS, y, width, colour))
            parts.append(text(x + LABELS + width + 5, y + BAR - 3, f"{record['insn_per_packet']:.0f}", size=10,
                              fill="#52606d"))
            y += BAR
        y += GAP
    axis = f'<line x1="{x + LABELS}" y1="{top - 4}" x2="{x + LABELS}" y2="{y - GAP + 4}" stroke="#9aa5b1"/>'
    return [axis] + parts, y


def legend(x, y):
    parts = []
    for origin, mode, colour in SERIES:
        parts.append(bar(x, y - 10, 14, colour))
        parts.append(text(x + 20, y, f"{origin}, {mode} XDP"))
        x += 150
    return parts


def draw(records, path):
    shown = [record for record in records if record["action"] in ACTIONS]
    kernels = list(dict.fromkeys(record["kernel"] for record in shown))
    sizes = sorted({record["size"] for record in shown})
    most = max((record["insn_per_packet"] for record in shown), default=1)
    parts = [
        text(MARGIN, 34, "vmxnet3: instructions per received packet, fewer is better", 17, weight="bold"),
        *legend(MARGIN, 62),
    ]
    y = TOP
    for kernel in kernels:
        below = y
        for column, size in enumerate(sizes):
            cells = [record for record in shown if record["kernel"] == kernel and record["size"] == size]
            x = MARGIN + column * (PANEL + MARGIN)
            parts.append(text(x, y + 12, f"Linux {kernel}, {size}-byte packets", 13, weight="bold"))
            drawn, end = panel(cells, x, y + TITLE, BARS / most)
            parts += drawn
            below = max(below, end)
        y = below + 18
    width = max(MARGIN + len(sizes) * (PANEL + MARGIN), 2 * MARGIN + 620)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y:.0f}" viewBox="0 0 {width} {y:.0f}" '
        f'font-family="system-ui, sans-serif">\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
        + "\n".join(parts) + "\n</svg>\n"
    )
