"""Pages that are made to stall an extraction do not: ``python -m lab.trials.growth``.

Each shape is extracted at two sizes, the second four times the first, by the functions that need no crawl.
The CPU may grow with the size, and be some multiple of lxml's own parse of the same bytes; the output may be
some multiple of the page.  Each shape has a process of its own, with limits on its CPU and its
memory: a stall is a complaint.  The last line is the summary.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from lxml import etree

from lab.options import parser_of
from lab.reports import table
from scrapy_content_extract.content import extract, read_metadata, segment
from scrapy_content_extract.content.extract import Source, utf8_of
from scrapy_content_extract.content.output.formats import FORMATS, TEXT_FORMATS
from tests.helpers.pages import EveryText

from .report import conclude
from .rooms import SHAPES

#: The larger page, in bytes; the other one has a quarter of them.
SIZE = 1_000_000
#: The most CPU for four times the bytes, divided by four ...
MOST_GROWTH = 1.3
#: ... and for all parts together, as a multiple of lxml's own parse.
MOST_TIMES = 50
#: The least seconds of a parse per byte, as of ordinary pages: a parser that gives up early measures nothing.
LEAST_PARSE = 1e-8
#: The least seconds in which parses are counted: a clock of the CPU may have ticks of 4 ms.
LEAST_MEASURED = 0.02
#: The seconds that count as noise.
NOISE = 0.05
#: The most bytes of a result, as a multiple of the page's, and a number that is always allowed; Markdown and
#: lists may have four times as many.
MOST_OUTPUT, LEAST_OUTPUT = 8, 250_000
#: The most seconds of CPU of a process, the bytes for each further second, and the most bytes of memory.
STALL, BYTES_A_SECOND, MEMORY = 4, 100_000, 4_000_000_000

#: The formats that are lists.
LISTS = tuple(name for name in FORMATS if name not in TEXT_FORMATS)

URL = "https://example.com/news/2025/05/the-old-wall"


class Raising(logging.Handler):
    """Raises the failures of formats, which are logged."""

    def emit(self, record: logging.LogRecord) -> None:
        raise RuntimeError(record.getMessage())


def extracted(html: bytes, formats: Sequence[str] = TEXT_FORMATS, **options: Any) -> list[Any]:
    found = extract(html, url=URL, formats=formats, **options)
    return [found.text, found.title, *map(found.form, formats)]


def metadata(html: bytes) -> list[Any]:
    return [str(read_metadata(html, url=URL))]


def blocks(html: bytes) -> list[Any]:
    return [block.text + block.title for block in segment(html, url=URL).blocks]


#: The results of a page.
PARTS: dict[str, Callable[[bytes], list[Any]]] = {
    "main": extracted,
    "all": partial(extracted, extractor=EveryText()),
    "lists": partial(extracted, extractor=EveryText(), formats=LISTS),
    "metadata": metadata,
    "blocks": blocks,
}
#: The parts that the shapes of some rooms concern; all other shapes concern every part.
MATTERS_TO = {
    "JSON-LD": ["metadata"],
    "head": ["main", "metadata"],
    "microdata": ["metadata"],
    "byline": ["main", "metadata"],
    "formats": ["main", "all", "lists", "blocks"],
}


def figures_of(name: str, size: int, part: str) -> dict[str, float]:
    """Return the cost of a part of a page at both sizes."""
    small, large = SHAPES[name](size // 4), SHAPES[name](size)
    before, _ = measured(PARTS[part], small)
    after, made = measured(PARTS[part], large)
    parsed = seconds_of_parse(utf8_of(Source(large)))
    output = len(json.dumps(made, ensure_ascii=False).encode("utf-8", "replace"))
    return {
        "bytes": len(large),
        "before": before,
        "after": after,
        "parse": max(parsed, LEAST_PARSE * len(large)),
        "output": output,
    }


def measured(make: Callable[[bytes], Any], html: bytes) -> tuple[float, Any]:
    """Return the CPU time of a call, and its result."""
    start = time.process_time()
    made = make(html)
    return time.process_time() - start, made


def seconds_of_parse(html: bytes) -> float:
    """Return what the CPU is compared with: lxml's own parse, of as many as the clock can tell."""
    start, times, seconds = time.process_time(), 0, 0.0
    while seconds < LEAST_MEASURED:
        with suppress(etree.XMLSyntaxError):  # nothing in it
            etree.fromstring(html, etree.HTMLParser(encoding="utf-8", huge_tree=True))
        times, seconds = times + 1, time.process_time() - start
    return seconds / times


def in_child(sender: Connection, name: str, size: int, part: str) -> None:
    """Send the figures, if the limits allow it."""
    logging.getLogger().addHandler(Raising())
    seconds = STALL + size // BYTES_A_SECOND
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sender.send(figures_of(name, size, part))


def row_of(name: str, size: int, part: str) -> dict[str, Any]:
    """Return the figures, of a process that may be ended by its limits."""
    context = multiprocessing.get_context("fork")  # with its modules already imported
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=in_child, args=(sender, name, size, part))
    child.start()
    sender.close()
    row: dict[str, Any] = {"name": name, "part": part}
    with suppress(EOFError):
        row |= receiver.recv()
    child.join()
    return row | {"exit": child.exitcode}


def wrongs(row: Mapping[str, Any]) -> list[str]:
    """Return the limits that the figures of a part exceed."""
    if "after" not in row:
        return [f"no end: exit {row['exit']}"]
    found = {
        "growth": row["after"] > 4 * MOST_GROWTH * row["before"] + NOISE,
        "CPU": row["after"] > MOST_TIMES * row["parse"] + NOISE,
        "output": row["output"] > max(LEAST_OUTPUT, MOST_OUTPUT * row["bytes"]),
    }
    return [name for name, is_wrong in found.items() if is_wrong]


def least(row: Mapping[str, Any], again: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the least of two rows' figures: a busy machine only adds to them."""
    both = "before" in row and "before" in again
    return {**again, **{key: min(row[key], again[key]) for key in ("before", "after") if both}}


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.growth",
        "Extract pages that are made to stall, at two sizes. Linux only: it limits memory and CPU.",
        "python -m lab.trials.growth --only JSON-LD",
    )
    parser.add_argument("--only", default="", help="the shapes whose name contains this")
    parser.add_argument("--size", type=int, default=SIZE, help="the larger size of the pages, in bytes")
    given = parser.parse_args(argv)
    names = [name for name in SHAPES if given.only in name]
    if not names:
        parser.error(f"no shape has {given.only!r} in its name; there are: {', '.join(SHAPES)}")
    for part in PARTS.values():
        part(SHAPES["text"](1_000))  # loads what is loaded at first use
    parts = {name: MATTERS_TO.get(name.partition(":")[0], [*PARTS]) for name in names}
    return report([settled(name, given.size, part) for name in names for part in parts[name]])


def settled(name: str, size: int, part: str) -> Mapping[str, Any]:
    """Return the figures; a fault is reported if it comes five times."""
    row: Mapping[str, Any] = row_of(name, size, part)
    for _ in range(4):
        if wrongs(row) and "after" in row:
            row = least(row, row_of(name, size, part))
    return row


def report(rows: Sequence[Mapping[str, Any]]) -> int:
    """Print the complaints and the summary; return the exit status."""
    bad = [row for row in rows if wrongs(row)]
    if bad:
        heads = ["page", "part", "ms at a quarter", "ms", "ms of a parse", "output, × page", "wrong"]
        body = []
        for row in bad:
            times = [f"{1000 * row[key]:.0f}" if key in row else "" for key in ("before", "after", "parse")]
            output = f"{row['output'] / row['bytes']:.1f}" if "output" in row else ""
            body.append([row["name"], row["part"], *times, output, ", ".join(wrongs(row))])
        print(table(heads, body))
    fine = [row for row in rows if "after" in row]
    growth, times = (
        max([0.0, *((row["after"] - NOISE) / max(row[by], 1e-6) for row in fine)])
        for by in ("before", "parse")
    )
    most = max([0.0, *(row["output"] / row["bytes"] for row in fine)])
    pages = len({row["name"] for row in rows})
    return conclude(
        "growth",
        {f"{len(bad)} of {len(rows)} extractions": bool(bad)},
        f"{pages} pages; beyond {1000 * NOISE:.0f} ms, four times the bytes take at most {growth:.1f} "
        f"times the CPU, and {times:.0f} times that of lxml's parse; {most:.1f} times the page comes out",
    )


if __name__ == "__main__":
    sys.exit(main())
