"""``content-extract report PAGE...``: pages, and crawls, to look at in a browser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from ..content import EXTRACTORS, SEGMENTERS
from ..content.events import page_of_utf8
from ..content.extractors.auto import Auto
from ..content.named import build
from ..report.document import document, viewer
from ..report.views import Methods, view_of
from .inputs import Input, Unreadable, add_pages, are_several, read, utf8_of
from .options import add_extractor, add_segmenter
from .output import opened
from .progress import Tally
from .sources import inputs_of

DESCRIPTION = (
    "Write an HTML file that shows pages with what was found on them drawn over them: main text, blocks, link\n"
    "densities, and why.  It needs no other file and loads nothing."
)
EXAMPLES = (
    "content-extract report page.html -o report.html",
    "content-extract report page.html --extractor cevc --param alpha=0.6 -o report.html",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser)
    add_extractor(parser)
    add_segmenter(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", default="report.html",
        help="write to FILE; default: report.html; - for standard output",
    )  # fmt: skip


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    methods = methods_of(args)
    tally = Tally(are_several(args.pages))
    with opened(parser, args.output, args.pages) as file:
        probable = [name for name, method in methods.extractors.items() if isinstance(method, Auto)]
        views = views_of(args.pages, methods, args.encoding, tally)
        for part in document(title_of(args.pages), subtitle(), viewer(views, probable)):
            file.write(part)
    return tally.ended()


def methods_of(args: argparse.Namespace) -> Methods:
    """Return the methods that are asked for, and after them all others with their defaults."""
    extractor = build(args.extractor, EXTRACTORS, dict(args.params), "--extractor", "--param")
    segmenter = build(
        args.segmenter, SEGMENTERS, dict(args.segmenter_params), "--segmenter", "--segmenter-param"
    )
    newest_first = reversed(list(EXTRACTORS))
    return Methods(
        {args.extractor: extractor, **{n: EXTRACTORS[n]() for n in newest_first if n != args.extractor}},
        {args.segmenter: segmenter, **{n: SEGMENTERS[n]() for n in SEGMENTERS if n != args.segmenter}},
    )


def views_of(
    pages: list[str], methods: Methods, encoding: str | None, tally: Tally
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each page with what is shown of it; one that cannot be read has its status and the reason."""
    for given in inputs_of(pages):
        view, status, reason = None, "ok", ""
        try:
            view = view_of_input(given, methods, encoding)
        except Unreadable as error:
            status, reason = error.status, error.reason
        except Exception as error:
            status, reason = "error", f"{type(error).__name__}: {error}"
        tally.done(given.name, status, reason)
        yield given.name, {"name": given.name, "status": status, "reason": reason, "view": view}


def view_of_input(given: Input, methods: Methods, encoding: str | None) -> dict[str, Any]:
    """Return what is shown of a page.

    Raises Unreadable where there is none.
    """
    decoded, (html, is_less) = utf8_of(given, read(given), encoding)
    page = page_of_utf8(html, given.url, attributes=True)
    known = {
        "truncated": page.truncated or is_less,
        "encoding": decoded.encoding,
        "encoding_source": decoded.source,
        "replaced": decoded.replaced,
    }
    return view_of(page, methods, known)


def title_of(pages: list[str]) -> str:
    """Return the title of the report: the page, or how many there are.

    >>> title_of(["pages/news.html"]), title_of(["https://example.com/"])
    ('news.html', 'https://example.com/')
    """
    if len(pages) > 1:
        return f"{pages[0]} and {len(pages) - 1} more"
    return pages[0] if "://" in pages[0] else Path(pages[0]).name or pages[0]


def subtitle() -> str:
    return f"content-extract report, scrapy-content-extract {__version__}"
