"""Pages that are made to stall an extraction do not: ``python -m lab.trials.growth``.

Each shape is extracted at two sizes, the second four times the first, by the functions that need no crawl:
all formats, metadata and blocks, each published method and segmenter, decoding, folding and cleaning.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from lxml import etree

from lab.options import parser_of
from lab.reports import table
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, extract, read_metadata, segment
from scrapy_content_extract.content.encoding.decode import decode
from scrapy_content_extract.content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS, clean, fold
from scrapy_content_extract.content.extract import utf8_of
from scrapy_content_extract.content.output.formats import FORMATS, TEXT_FORMATS
from tests.content.methods.test_vips import laid_out, spiral
from tests.helpers import pages
from tests.helpers.pages import EveryText

from .report import conclude
from .rooms import SHAPES as EVERYWHERE

#: The larger page, in bytes; the other one has a quarter of them.
SIZE = 1_000_000
#: The most CPU for four times the bytes, divided by four ...
MOST_GROWTH = 1.3
#: ... and, but for published methods, as a multiple of lxml's own parse.
MOST_TIMES = 50
#: The same for lists, of which chunks print each piece of the page as text and as Markdown.
MOST_TIMES_OF_LISTS = 500
#: The smaller page counts for at least this many parses of the larger one, since less of it may be chosen.
LEAST_TIMES = 2
#: The least seconds of a parse per byte, as of ordinary pages: a parser that gives up early measures nothing.
LEAST_PARSE = 1e-8
#: The least seconds in which parses are counted: a clock of the CPU may have ticks of 4 ms.
LEAST_MEASURED = 0.02
#: The seconds that count as noise.
NOISE = 0.05
#: The most bytes of a result, as a multiple of the page's, and a number that is always allowed; Markdown and
#: lists may have four times as many.
MOST_OUTPUT, LEAST_OUTPUT = 8, 250_000
#: The same for lists: chunks have the text and its Markdown.
MOST_OUTPUT_OF_LISTS = 12
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


def blocks(html: bytes, **options: Any) -> list[Any]:
    return [block.text + block.title for block in segment(html, url=URL, **options).blocks]


def decoded(html: bytes) -> list[Any]:
    headers = (None, "text/html; charset=gbk", "text/html; charset=iso-8859-1")
    return [decode(html, header).encoding for header in headers]


def folded(html: bytes) -> list[Any]:
    text = html.decode()
    made = [fold(text), fold(text, FOLD_OPTIONS, uighur=True), clean(text), clean(text, CLEAN_OPTIONS)]
    return made[-1:]  # one page as large as the first is enough to write


#: What the extractors and segmenters that are not the default make of a page.
METHODS: dict[str, Callable[[bytes], list[Any]]] = {
    **{name: partial(extracted, formats=(), extractor=name) for name in EXTRACTORS if name != "auto"},
    **{name: partial(blocks, segmenter=name) for name in SEGMENTERS if name not in ("gapdepth", "vips")},
}
#: The published methods: they may cost what their papers ask for, if it grows with the page.
PUBLISHED = {*METHODS, "vips"}
#: The results of a page.
PARTS: dict[str, Callable[[bytes], list[Any]]] = {
    "main": extracted,
    "all": partial(extracted, extractor=EveryText()),
    "lists": partial(extracted, extractor=EveryText(), formats=LISTS),
    "metadata": metadata,
    "blocks": blocks,
    **METHODS,
    "vips": partial(blocks, segmenter="vips", pdoc=9),  # the most blocks that it may make
    "decode": decoded,
    "fold": folded,
}
#: The shapes of mark-up that methods get, beside ordinary pages: such as invite to look at the same twice.
OF_METHODS = (
    "lines", "bare texts", "a text beside a link", "one kind of group", "a group for each node", "titles",
    "a class of its own between bare texts", "divs in towers", "divs that do not end", "headings in turn",
    "svg in svg", "cells", "one huge value", "less-than signs in text", "comments in a script",
    "ends in a style sheet", "a script that does not end", "quotes that do not end", "references and text",
    "words that differ in their last letters", "elements without text",
)  # fmt: skip
#: Repeated: what decoding may trip over.
HOSTILE_BYTES = {
    "tags that do not end": b'<meta "',
    "tags in quotation marks": b"""<meta '"<meta "'""",
    "attributes without values": b"<meta charset " + b"a " * 100,
    "comments that do not end": b"<!--",
    "scripts that do not end": b"<script",
    "ends of other elements in a script": b"</scrip",
    "brackets": b"<",
    "quotation marks": b'"',
    "XML declarations": b"<?xml encoding",
    "bytes that are in no encoding": b"\xff",
    "the euro sign of GBK": b"\x80",
    "lead bytes": b"\x81<",
    "escapes": b"\x1b$",
    "escapes of HZ": b"~{",
}
#: What may stand before them.
STARTS = (b"", b"\xd6\xd0<meta charset=gbk><script>", b"<meta charset=iso-2022-jp>")
#: Begun with one, and then the other repeated: what cleaning and folding may trip over.
HOSTILE_MARKUP = (
    *(
        ("", piece)
        for piece in (
            "&#", "&#0000", "&#15", "&#65203;", "#", "<", "< ", "<!--", "<!---!>", "<!", "</", "<script",
            "<script>", "<script><!--<script></script ", "<title>", "<title></titl", "<xmp></xm", "<a ",
            '<a x=" ', "<p x=ﺭ>", '<p x="ﺭ">', '<p x="\x01">', "<\x01", "ـ", "ـ ", "ه", "\ufe80", "\x01",
        )
    ),
    ("&#", "0"), ("&#", "9"), ("&#x", "0"), ("<a", " a"), ("<a a", " "), ("<a", " a = "), ("<a", " a='\""),
    ("<a", "/"), ("<a", "="), ("<!", "-"), ("<script>", "<!--"), ("<a>", "</a"),
)  # fmt: skip
#: The shapes of a crawl, and the ones that concern only some parts.
SHAPES: dict[str, Callable[[int], bytes]] = {
    **EVERYWHERE,
    **{
        f"methods: {name}": lambda size, shape=shape: shape(size).encode()
        for name, shape in pages.SHAPES.items()
    },
    **{f"methods: {name}": EVERYWHERE[name] for name in OF_METHODS},
    **{
        f"boxes: {name}": lambda size, shape=shape: laid_out(shape(size)).encode()
        for name, shape in {**pages.SHAPES, "spiral": spiral}.items()
    },
    **{
        f"bytes: {name}, behind {start!r}": lambda size, start=start, piece=piece: (
            start + piece * (size // len(piece))
        )
        for name, piece in HOSTILE_BYTES.items()
        for start in STARTS
    },
    **{
        f"letters: {first!r}, then {piece!r}": lambda size, first=first, piece=piece: (
            f"{first}{piece * (size // len(piece.encode()))}&#1588;\ufead\x01".encode()
        )
        for first, piece in HOSTILE_MARKUP
    },
}
#: The parts that the shapes of some rooms concern; all other shapes concern the first five.
MATTERS_TO = {
    "JSON-LD": ["metadata"],
    "head": ["main", "metadata"],
    "microdata": ["metadata"],
    "byline": ["main", "metadata"],
    "formats": ["main", "all", "lists", "blocks"],
    "methods": ["main", "blocks", *METHODS],
    "boxes": ["vips"],
    "bytes": ["decode"],
    "letters": ["fold"],
}


def figures_of(name: str, size: int, parts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the cost of each part of a page at both sizes."""
    small, large = SHAPES[name](size // 4), SHAPES[name](size)
    parsed = seconds_of_parse(utf8_of(large))
    for part in parts:
        seconds = STALL + size // BYTES_A_SECOND + int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        before, _ = measured(PARTS[part], small)
        after, made = measured(PARTS[part], large)
        yield {
            "name": name,
            "part": part,
            "bytes": len(large),
            "before": before,
            "after": after,
            "parse": max(parsed, LEAST_PARSE * len(large)),
            "output": len(json.dumps(made, ensure_ascii=False).encode("utf-8", "replace")),
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


def in_child(sender: Connection, name: str, size: int, parts: Sequence[str]) -> None:
    """Send the figures of each part, as long as the limits allow it."""
    logging.getLogger().addHandler(Raising())
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for figures in figures_of(name, size, parts):
        sender.send(figures)


def rows_of(name: str, size: int, parts: Sequence[str]) -> list[dict[str, Any]]:
    """Return the figures of each part.

    The parts share a process.  If a limit ends it, those that are left get another one.
    """
    context = multiprocessing.get_context("fork")  # with its modules already imported
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=in_child, args=(sender, name, size, parts))
    child.start()
    sender.close()
    rows: list[dict[str, Any]] = []
    with suppress(EOFError):
        while True:
            rows.append(receiver.recv())
    child.join()
    if len(rows) == len(parts):
        return rows
    ended = {"name": name, "part": parts[len(rows)], "exit": child.exitcode}
    left = parts[len(rows) + 1 :]
    return [*rows, ended, *(rows_of(name, size, left) if left else [])]


def wrongs(row: Mapping[str, Any]) -> list[str]:
    """Return the limits that the figures of a part exceed."""
    if "after" not in row:
        return [f"no end: exit {row['exit']}"]
    is_lists = row["part"] == "lists"
    times = MOST_TIMES_OF_LISTS if is_lists else MOST_TIMES
    output = MOST_OUTPUT_OF_LISTS if is_lists else MOST_OUTPUT
    found = {
        "growth": row["after"] > 4 * MOST_GROWTH * max(row["before"], LEAST_TIMES * row["parse"]) + NOISE,
        "CPU": row["part"] not in PUBLISHED and row["after"] > times * row["parse"] + NOISE,
        "output": row["output"] > max(LEAST_OUTPUT, output * row["bytes"]),
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
        part(laid_out(SHAPES["text"](1_000).decode()).encode())  # loads what is loaded at first use
    parts = {name: MATTERS_TO.get(name.partition(":")[0], [*PARTS][:5]) for name in names}
    found = [row for name in names for row in rows_of(name, given.size, parts[name])]
    return report([settled(row, given.size) for row in found])


def settled(row: Mapping[str, Any], size: int) -> Mapping[str, Any]:
    """Return the figures; a fault is reported if it comes five times."""
    for _ in range(4):
        if wrongs(row) and "after" in row:
            row = least(row, rows_of(row["name"], size, [row["part"]])[0])
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
    bounded = [row for row in fine if row["part"] not in PUBLISHED]
    growth, times = (
        max([0.0, *((row["after"] - NOISE) / max(row[by], 1e-6) for row in some)])
        for by, some in (("before", fine), ("parse", bounded))
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
