"""``content-extract compare PAGE...``: what several methods, and other libraries, keep of a page."""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lxml.html import fromstring

from ..content import EXTRACTORS, Choice, Page
from ..content.page.ranges import ranges_of
from ..content.page.rendering import render
from ..content.registry import build
from ..content.result import counted
from ..engines.pages import Input, page_of
from ..report.compare import ALL, NONE, SOME, Kept, agreement, kept_by, marks_of
from . import PROGRAM
from .inputs import add_pages
from .outputs import print_each
from .tally import printable

DESCRIPTION = "Print what several methods keep of a page, side by side."
EXAMPLES = (
    "content-extract compare page.html",
    "content-extract compare page.html --extractors auto,cevc,song --text",
)
HEAD = ("method", "chars", "kept", "links", "confidence", "agrees")
NOTE = (
    "chars: characters of the main text; kept: its share of the page; links: the share of it in links;\n"
    "agrees: twice the characters that it and {first} both keep, by the sum of what each keeps.\n"
)
#: The characters of a text that stands only once, as a rule; it says between which places shorter ones stand.
LONG = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser)
    parser.add_argument(
        "--extractors", metavar="NAMES", default=",".join([*reversed(list(EXTRACTORS)), *installed()]),
        help="the methods, separated by commas; the first is what the others are compared with; "
        f"also {', '.join(PEERS)}, if installed; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--text", action="store_true",
        help=f"print the paragraphs, and before each, how much of it each method keeps: "
        f"{ALL} all, {SOME} a part, {NONE} nothing",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    methods: dict[str, Any] = {}
    for name in args.extractors.split(","):
        if name not in PEERS:
            methods[name] = build(name, EXTRACTORS, {}, "--extractors")
        elif name in installed():
            methods[name] = Peer(PEERS[name], name)
        else:
            raise ValueError(f"--extractors has {name}, which is not installed; install it or leave it out")

    def show(given: Input) -> str:
        page = page_of(given, args.encoding)
        page, choices = kept_by(page, methods)
        if not args.text:
            return compared(page, choices)
        lines = [f"{'|' * place}{choice.method}" for place, choice in enumerate(choices)]
        marks = zip(*(marks_of(page, choice.texts) for choice in choices))
        for of_each, texts in zip(marks, page.lines):
            lines.append(f"{''.join(of_each)} {' '.join(render(page, [texts]).split())}")
        return "\n".join([*lines, "", compared(page, choices)])

    return print_each(args.pages, show)


def compared(page: Page, choices: Sequence[Kept]) -> str:
    rows, first = [], choices[0]
    for one in choices:
        counts, confidence = counted(page, one.choice.ranges), one.choice.confidence
        row = (
            one.method,
            f"{counts['main_chars']:,}",
            f"{counts['main_chars'] / max(counts['chars'], 1):.0%}",
            f"{counts['main']:.2f}",
            "-" if confidence is None else f"{confidence:.2f}",
            f"{agreement(page, first.texts, one.texts):.2f}",
        )
        rows.append(row)
    return aligned(HEAD, rows) + NOTE.format(first=first.method)


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of names and numbers.

    >>> print(aligned(("method", "chars"), [("auto", "1,427"), ("cevc", "9")]), end="")
    method  chars
    auto    1,427
    cevc        9
    """
    first, *others = (max(map(len, column)) for column in zip(head, *rows))
    lines = []
    for name, *numbers in (head, *rows):
        cells = [name.ljust(first), *(number.rjust(width) for number, width in zip(numbers, others))]
        lines.append("  ".join(cells) + "\n")
    return "".join(lines)


#: The libraries by the names of their packages: page → main text.  Each is imported at its first page.
PEERS: dict[str, Callable[[str], str]] = {
    "trafilatura": lambda html: import_module("trafilatura").extract(html) or "",
    "readability": lambda html: text_of(import_module("readability").Document(html).summary()),
    "resiliparse": lambda html: str(
        import_module("resiliparse.extract.html2text").extract_plain_text(html, main_content=True)
    ),
}


def text_of(html: str) -> str:
    return "".join(map(str, fromstring(html).itertext()))


def installed() -> list[str]:
    return [name for name in PEERS if find_spec(name)]


@dataclass(frozen=True)
class Peer:
    """A library as an extractor: the texts of the page that stand in its text, in the same order.

    A library that fails on a page keeps nothing of it.
    """

    text_of: Callable[[str], str]
    name: str = ""

    def extract(self, page: Page) -> Choice:
        try:
            text = "".join(self.text_of(page.source).split()) if page.gap else ""
        except Exception as error:  # the other methods go on
            why = f"{self.name} has failed, {type(error).__name__}: {error}"
            print(f"{PROGRAM}: {printable(why)}", file=sys.stderr)
            text = ""
        own = ["".join(string.split()) for string in page.strings]
        long = places(own, text, [n for n, string in enumerate(own) if len(string) >= LONG], {})
        return Choice(page, ranges_of(sorted(places(own, text, range(len(own)), long))))


def places(own: Sequence[str], text: str, those: Iterable[int], fixed: dict[int, int]) -> dict[int, int]:
    """Return where some texts of a page stand in another text, in order, between the ``fixed`` ones.

    >>> places(["a", "bb", "a"], "bba", [1], {}), places(["a", "bb", "a"], "bba", range(3), {1: 0})
    ({1: 0}, {1: 0, 2: 2})
    """
    limits = sorted(fixed.values())
    found, place = dict(fixed), 0
    for n in those:
        if n in fixed:
            place = fixed[n] + len(own[n])
            continue
        after = bisect_left(limits, place)
        at = text.find(own[n], place, limits[after] if after < len(limits) else len(text))
        if at >= 0:
            found[n], place = at, at + len(own[n])
    return found
