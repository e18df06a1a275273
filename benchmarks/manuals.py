"""Does the code of reference pages leave whole?  ``python -m benchmarks.manuals FOLDER ...``.

Of each folder of HTML pages, such as /usr/share/doc/nodejs/api of Debian's nodejs-doc, it counts the
``<pre>`` between the first and the last kept paragraph of each page, and the lost ones.

    python -m benchmarks.manuals --most 200 /usr/share/doc/nodejs/api /usr/share/doc/python3.11/html/library
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from evaluation.command import parser_of
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.markup import CODES
from scrapy_content_extract.content.model import positions
from scrapy_content_extract.content.page.ranges import text_marks


class Counts(NamedTuple):
    """The programs of a page between its kept paragraphs, and those that are lost."""

    programs: int
    lost: int


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "benchmarks.manuals",
        "Count the <pre> between kept paragraphs, and how many are lost.",
        "python -m benchmarks.manuals FOLDER",
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="with HTML pages")
    parser.add_argument("--most", type=int, default=sys.maxsize, metavar="N", help="pages of each folder")
    options = parser.parse_args(argv)
    for folder in options.folders:
        files = sorted(folder.glob("*.html"))[: options.most]
        if not files:
            parser.error(f"{folder} has no HTML files; name a folder that holds some itself.")
        found = [counts_of(file.read_bytes()) for file in files]
        programs, lost = (sum(column) for column in zip(*found))
        share = 1 - lost / programs if programs else 1.0
        print(f"{folder}: {len(files)} pages, {programs} <pre>, {lost} lost, {share:.4f} kept")
    return 0


def counts_of(html: bytes) -> Counts:
    """Count the programs of a page with text; nested ones count once."""
    page = page_of(html)
    ranges = EXTRACTORS["auto"]().extract(page).ranges
    if not ranges:
        return Counts(0, 0)
    kept, first, last = text_marks(page, ranges), ranges[0][0], ranges[-1][1]
    programs = [
        i
        for i in positions(page.code, CODES["pre"])
        if first <= page.first[i] < page.stop[i] <= last and page.code[page.parent[i]] != CODES["pre"]
    ]
    return Counts(len(programs), sum(1 not in kept[page.first[i] : page.stop[i]] for i in programs))


if __name__ == "__main__":
    sys.exit(main())
