"""``content-extract compare PAGE...``: what several methods keep of a page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ..content import EXTRACTORS, Extraction, Page
from ..content.analysis import counted
from ..content.blocks import render
from ..content.named import build
from .each import print_each
from .inputs import Input, add_pages, page_of
from .tables import table

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

#: How much of a paragraph a method keeps: all, some, nothing.
ALL, SOME, NONE = "#", "+", "."


class Kept(NamedTuple):
    """What a method keeps of a page."""

    method: str
    extraction: Extraction
    #: per text, whether it is kept
    texts: bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser)
    parser.add_argument(
        "--extractors",
        metavar="NAMES",
        default=",".join(reversed(list(EXTRACTORS))),
        help="the methods, separated by commas; the first is what the others are compared with; "
        "default: %(default)s",
    )
    parser.add_argument(
        "--text",
        action="store_true",
        help=f"print the paragraphs, and before each, how much of it each method keeps: "
        f"{ALL} all, {SOME} a part, {NONE} nothing",
    )


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    names = dict.fromkeys(args.extractors.split(","))
    methods = {name: build(name, EXTRACTORS, {}, "--extractors") for name in names}

    def show(given: Input) -> str:
        page = page_of(given, args.encoding)
        kept = [keep(name, method.extract(page), page) for name, method in methods.items()]
        return (marked(page, kept) if args.text else "") + compared(page, kept)

    return print_each(args.pages, show)


def keep(method: str, extraction: Extraction, page: Page) -> Kept:
    texts = bytearray(len(page.gap))
    for start, stop in extraction.ranges:
        texts[start:stop] = b"\1" * (stop - start)
    return Kept(method, extraction, bytes(texts))


def compared(page: Page, all_kept: Sequence[Kept]) -> str:
    """Return the table of the methods."""
    rows = []
    for kept in all_kept:
        counts = counted(page, kept.extraction.ranges)
        confidence = kept.extraction.confidence
        rows.append(
            (
                kept.method,
                f"{counts['main_chars']:,}",
                f"{counts['main_chars'] / max(counts['chars'], 1):.0%}",
                f"{counts['main']:.2f}",
                "-" if confidence is None else f"{confidence:.2f}",
                f"{agreement(page, all_kept[0].texts, kept.texts):.2f}",
            )
        )
    return table(HEAD, rows) + NOTE.format(first=all_kept[0].method)


def agreement(page: Page, a: bytes, b: bytes) -> float:
    """Return F1 of two choices of texts, over characters; 1 where both choose nothing.

    The one is as good a measure for the other as the other for the one, so neither need be right.
    """
    both = sum(chars for chars, in_a, in_b in zip(page.chars, a, b) if in_a and in_b)
    each = sum(chars * (in_a + in_b) for chars, in_a, in_b in zip(page.chars, a, b))
    return 2 * both / each if each else 1.0


def marked(page: Page, all_kept: Sequence[Kept]) -> str:
    """Return the paragraphs, and before each, which methods keep it."""
    totals = [list(accumulate(kept.texts, initial=0)) for kept in all_kept]
    names = [kept.method for kept in all_kept]
    lines = [f"{'|' * place}{name}" for place, name in enumerate(names)]
    for start, stop in page.lines:
        marks = [share_mark(before[stop] - before[start], stop - start) for before in totals]
        text = " ".join(render(page, [(start, stop)]).split())
        lines.append(f"{''.join(marks)} {text}")
    return "\n".join([*lines, "", ""])


def share_mark(kept: int, of: int) -> str:
    """Return the mark for so many texts of a paragraph.

    >>> share_mark(2, 2), share_mark(1, 2), share_mark(0, 2)
    ('#', '+', '.')
    """
    return ALL if kept == of else SOME if kept else NONE
