"""How the parser's time grows with each construct of HTML: ``python -m lab.trials.parser``.

The page of each shape is doubled until lxml's own parse takes a second of CPU, and the power of the size
is fitted to the last two.  Then the same of what ``scrapy_content_extract.content.page.limits`` leaves of the
page: its power is to be that of n log n.  The last line is the summary.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from lxml import etree

from lab.options import parser_of
from lab.reports import table
from scrapy_content_extract.content.page.limits import limited

from .report import conclude
from .shapes import SHAPES

#: The first size, and the largest, in bytes.
LEAST, MOST = 16_000, 2_100_000
#: The seconds of a parse after which the size is not doubled again.
ENOUGH = 1.0
#: A greater power is more than n log n and the noise of a machine: caches are left on the way.
MOST_POWER = 1.5
#: Shorter times say nothing.
TOO_SHORT = 0.02


def seconds_of(html: bytes) -> float:
    """Return the CPU time of a parse."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    start = time.process_time()
    with suppress(etree.XMLSyntaxError):  # nothing in it
        etree.fromstring(html, parser)
    return time.process_time() - start


def growth(name: str, is_limited: bool) -> tuple[float, int, float]:
    """Return the power of the size, the last size, and its seconds."""
    size, last, found = LEAST, (0, 0.0), (0, 0.0)
    while size <= MOST and found[1] < ENOUGH:
        page = SHAPES[name](size)
        last, found = found, (len(page), seconds_of(limited(page).html if is_limited else page))
        size *= 2
    if found[1] < TOO_SHORT or last[1] <= 0:
        return 0.0, *found
    return math.log(found[1] / last[1]) / math.log(found[0] / last[0]), *found


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.parser",
        "Fit the growth of the parser's time with each construct of HTML, with and without the limits.",
        "python -m lab.trials.parser --only attributes",
    )
    parser.add_argument("--only", default="", help="the shapes whose name contains this")
    given = parser.parse_args(argv)
    names = [name for name in SHAPES if given.only in name]
    rows: list[list[Any]] = []
    steep: list[str] = []
    for name in names:
        before, within = (growth(name, is_limited) for is_limited in (False, True))
        if within[0] > MOST_POWER:
            steep.append(name)
        if max(before[0], within[0]) > MOST_POWER:
            rows.append([name, *shown(*before), *shown(*within)])
    heads = [f"{what}{of}" for of in ("", ", within the limits") for what in ("power", "bytes", "seconds")]
    print(table(["shape", *heads], rows))
    libxml2 = ".".join(map(str, etree.LIBXML_VERSION))
    return conclude(
        "parser",
        {f"steeper than n log n within the limits: {', '.join(steep)}": bool(steep), "no shape": not names},
        f"{len(names)} shapes, {len(rows)} of them steeper than n log n as they come, libxml2 {libxml2}",
    )


def shown(power: float, size: int, seconds: float) -> list[str]:
    return [f"{power:.2f}", f"{size:,}", f"{seconds:.2f}"]


if __name__ == "__main__":
    sys.exit(main())
