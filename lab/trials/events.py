"""Show that the parser's events make the same pages as its tree: ``python -m lab.trials.events DATA``.

All saved pages are read both ways, and as many spoilt ones as are asked for.  See ``docs/design.rst``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.backend import announce
from lab.data.datasets import as_utf8
from lab.data.pages import files_below, read_page
from lab.options import add_data, parser_of, require_data
from scrapy_content_extract.content.page import read
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure

#: What pages are spoilt with: markup that parsers read in their own ways.
TAGS = "html head body title svg noscript script style textarea pre select form a p b table tr td".split()
SPLINTERS = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *(f"<{tag}/>" for tag in TAGS),
    *("<li>", "<br>", "<hr/>", "<o:p>", "<é>", "<frameset>", "<frame>", "<iframe>", "<xmp>", "<plaintext>"),
    *("<a href=/>", "<p class='a  b' id=1 class=c role=main>", "<input TYPE=Hidden>"),
    *("<input type=hidden/>", "<input>", "<!DOCTYPE>"),
    *("<!--", "-->", "<!-->", "<!---->", "<?php ", "?>", "<![CDATA[", "]]>", "<!DOCTYPE html>", "</", "<"),
    *("&", "&amp;", "&nbsp;", "&#0;", "&#x110000;", "&#65197;", "&hellip", "&nGt;", " ", "'", '"', "="),
    *("\0", "\x01", "\x1c", "\x85", "\ufeff", "\r\n", "\n \n", "\u3000", "\ufffd", "\uffff", "x" * 300),
    *("<noscript><p>" + "It is. " * 80, "<meta charset=gbk>", "<base href=x>", "<template>", "<math>"),
    *(f'<p style="{"x " * 40}" alt={"y" * 40}>', f"<a href='{'z' * 40}'", f' title="{"a=b " * 20}"'),
    *(' alt="rain" ', ' ="hail"', " title='a>b'", " b"),
    *("<a href='/rain/in/may'/>", '<p title="a" b title="c"'),
    *("<head><body>", "</html><html class=a id=b><body>", "</body><p>", "</html><!-- -->", "<div>" * 300),
]  # fmt: skip


class Tally(NamedTuple):
    """The number of pages, and how many of them were read through the tree, or differed."""

    pages: int = 0
    by_tree: int = 0
    differences: int = 0


def spoilt(html: bytes, chance: random.Random) -> bytes:
    """Return a page in UTF-8 with pieces put in, taken out and put elsewhere.

    >>> spoilt(b"<p>a</p>", random.Random(0)) != b"<p>a</p>"
    True
    """
    for _ in range(chance.randint(1, 20)):
        at, size = chance.randint(0, len(html)), chance.choice((0, 0, 1, 10, 1000))
        piece = html[at : at + size] if chance.random() < 0.2 else chance.choice(SPLINTERS).encode()
        at = chance.randint(0, len(html))
        html = html[:at] + piece + html[at + size :]
    return html.decode("utf-8", "replace").encode()


def pages_of(files: Sequence[Path], count: int) -> Iterator[tuple[str, bytes]]:
    """Yield all pages in UTF-8, and ``count`` spoilt ones."""
    for file in files:
        yield str(file), as_utf8(read_page(file))
    for n in range(count):
        chance = random.Random(n)
        file = chance.choice(files)
        html = as_utf8(read_page(file))[: chance.choice((2_000, 20_000, 200_000))]
        yield f"{file}, spoilt {n}", spoilt(html, chance)


def compare(pages: Iterator[tuple[str, bytes]]) -> Tally:
    """Read each page both ways; print the names of pages that differ."""
    found = Tally()
    for name, html in pages:
        looked = look(html)
        pages = [read.page_of_events(html, None, attributes, looked) for attributes in (True, False)]
        by_tree = None in pages
        of_tree = read.comparable(measure(parse(html), html=html))
        differs = any(page and read.comparable(page) != of_tree for page in pages)
        if differs:
            print(f"Events and tree differ: {name}", flush=True)
        found = Tally(found.pages + 1, found.by_tree + by_tree, found.differences + differs)
    return found


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    add_data(parser, "saved pages")
    parser.add_argument("--spoilt", type=int, default=20_000, metavar="N", help="how many pages to spoil")
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.events",
        "Show that the parser's events make the same pages as its tree; exit with 1 if not.",
        "python -m lab.trials.events DATA --spoilt 20000",
    )
    options = options_of(parser, argv)
    print(announce())
    if read.reading() != "events":
        parser.error("Here pages are read through the tree: nothing is compiled, or lxml hides its parser.")
    try:
        files = files_below(Path(options.data))
    except ValueError as error:
        parser.error(str(error))
    found = compare(pages_of(files, options.spoilt))
    print(f"{found.pages} pages, {found.by_tree} through the tree, {found.differences} differences")
    return int(bool(found.differences))


if __name__ == "__main__":
    sys.exit(main())
