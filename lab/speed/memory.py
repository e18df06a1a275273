"""How much memory does a large page take?  ``python -m lab.speed.memory [DATA]``.

Pages of each shape are worked on, and the pages of DATA, joined to one.  See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.data.datasets import as_utf8
from lab.data.pages import files_below, read_page
from lab.options import BACKEND, add_data, announce, parser_of
from lab.reports import table
from lab.serving import in_new_process, peak
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, extract, segment
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure, page_of_utf8, reading
from scrapy_content_extract.crawl.settings import DEFAULTS

from .shapes import SHAPES

EXTRACTOR, SEGMENTER = (DEFAULTS[f"CONTENT_EXTRACT_{what}"] for what in ("EXTRACTOR", "SEGMENTER"))
#: The size of the page, in bytes.
LARGE = 10_000_000

#: The name of the page that is made of those in the data folder.
JOINED = "your pages, joined"
_BODY = re.compile(rb"<body[^>]*>(.*)</body>", re.DOTALL | re.IGNORECASE)


def joined(files: Sequence[Path], size: int) -> bytes:
    """Return the bodies of pages, joined to one page of at most ``size`` bytes."""
    parts: list[bytes] = []
    room = size
    for file in files:
        if room <= 0:
            break
        body = _BODY.search(as_utf8(read_page(file)) or b"")
        if body and len(body[1]) < size / 10:
            parts += b"<div>", body[1], b"</div>"
            room -= len(body[1])
    return b"<html><body>" + b"".join(parts)


def memory(size: int, files: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """Return what pages of ``size`` bytes need: of each shape, and ``files`` as one page.

    Each has a process of its own: a peak hides all lower ones after it.
    """
    found = []
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        for shape in [*[JOINED] * bool(files), *SHAPES]:
            page.write_bytes(joined(files, size) if shape == JOINED else SHAPES[shape](size).encode())
            for by_tree in [True, False] if reading() == "events" else [True]:
                found += in_new_process(memory_of, page, shape, by_tree)
    return found


def memory_of(page: Path, shape: str, by_tree: bool) -> list[dict[str, Any]]:
    """Return the highest memory after each step, less that before the first.

    The page is read by its tree, as in a crawl whose spider has made one, or as it is from bytes.  It comes
    in a file: to make it here would raise the peak.
    """
    body = page.read_bytes()
    extract("<p>It is the first page.</p>")  # loading at first use does not count
    segment("<p>It is the first page.</p>")
    before = peak()
    found = []

    def note(step: str) -> None:
        step += "" if by_tree else ", no tree"
        found.append({"shape": shape, "backend": BACKEND, "step": step, "bytes": peak() - before})

    if by_tree:
        tree = parse(body)
        note("parse")
        measured = measure(tree, html=body)
        note("measure")
    else:
        measured = page_of_utf8(body, None)
        note("page from UTF-8")
    extraction = EXTRACTORS[EXTRACTOR]().extract(measured)
    note(f"extractor {EXTRACTOR}")
    ranges, _ = extraction.ranges, extraction.text
    del extraction  # as in a crawl
    SEGMENTERS[SEGMENTER]().segment(measured).marked(measured, ranges)
    note(f"{EXTRACTOR}, {SEGMENTER}")
    return found


def memory_table(rows: list[dict[str, Any]]) -> str:
    tree = {(row["shape"], row["backend"]): row["bytes"] for row in rows if row["step"] == "parse"}
    body = [
        [
            row["shape"],
            row["backend"],
            row["step"],
            f"{row['bytes'] / 1e6:.0f}",
            f"{row['bytes'] / max(tree[row['shape'], row['backend']], 1):.2f}",
        ]
        for row in rows
    ]
    return table(["shape", "backend", "after", "MB", "× tree"], body)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.memory",
        "Measure the highest memory for a large page, after each step. Linux only: it reads /proc.",
        "python -m lab.speed.memory DATA/wcxb",
    )
    add_data(parser, "saved pages, for one more page")
    parser.add_argument(
        "--size", type=int, default=LARGE, metavar="BYTES", help="of the page; default: 10 MB"
    )
    options = parser.parse_args(argv)
    files = files_below(Path(options.data)) if options.data else []
    rows = memory(options.size, files)
    print(f"{announce()}; a page of {options.size / 1e6:g} MB, highest so far\n\n{memory_table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
