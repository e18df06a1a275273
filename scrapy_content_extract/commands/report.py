"""``content-extract report PAGE...``: pages and crawls as HTML for a browser."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from .. import __version__
from ..content import EXTRACTORS, SEGMENTERS
from ..content.extract import of_decoding, read
from ..content.methods import VISUAL
from ..content.page.limits import MAX_BYTES
from ..engines.pages import Input, Unreadable, decode_page, input_of, outcome_of
from ..report.changes import comparison, read_two
from ..report.crawl import SHOWN, Crawl, is_feed, lines_of
from ..report.crawl import SUFFIXES as FEEDS
from ..report.document import document, viewer
from ..report.page import Methods, view_of
from ..report.summary import HINT, summary
from . import FAILED, OK, inputs
from .outputs import is_same, opened, refuse_page
from .tally import Tally

#: The names of feeds in formats that this command does not read.
OTHER_FEEDS = (".json", ".csv", ".json.gz", ".csv.gz")

DESCRIPTION = (
    "Write an HTML file that shows pages with what was found drawn over them: main text, blocks, link\n"
    "densities, and why; or a crawl, from its feed of JSON lines (.jsonl, .jl, gzipped or not): statuses,\n"
    "encodings, hosts, histograms, the least confident pages, repeated texts; or what changed between two\n"
    "crawls, from two feeds.  The file needs no other one."
)
EXAMPLES = (
    "content-extract report page.html -o report.html",
    "content-extract report page.html --extractor cevc --param alpha=0.6 -o report.html",
    "content-extract report items.jsonl --archive crawl/*.warc.gz -o crawl.html",
    "content-extract report old.jsonl new.jsonl -o changes.html",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    inputs.add_pages(parser, f"; or a feed of JSON lines ({', '.join(FEEDS)}), for a crawl")
    parser.add_argument(
        "--archive", metavar="FILE", dest="archives", nargs="+", action="extend", default=[],
        help="web archives of the crawl, for the reports of its least confident pages; after the feeds",
    )  # fmt: skip
    inputs.add_method(parser, "extractor")
    inputs.add_sites(parser)
    inputs.add_method(parser, "segmenter")
    what = "write to FILE; default: report.html; - for standard output"
    parser.add_argument("-o", "--output", metavar="FILE", default="report.html", help=what)
    parser.add_argument("--overwrite", action="store_true", help="replace a file that exists")


def run(args: argparse.Namespace) -> int:
    for page in args.pages:
        if page.lower().endswith(OTHER_FEEDS) and not inputs.is_url(page) and not os.path.isdir(page):
            raise ValueError(f"{page} is no page, and a feed must be JSON lines: {', '.join(FEEDS)}")
    feeds = [page for page in args.pages if is_feed(page)]
    pages = [page for page in args.pages if not is_feed(page)]
    if args.archives and not feeds:
        raise ValueError("--archive is for pages of a feed, and there is none; give the feed of the crawl")
    if args.output != "-":
        refuse_page(args.output, args.pages)
    if os.path.isfile(args.output) and not args.overwrite:
        raise ValueError(f"{args.output} exists; give --overwrite to replace it, or -o with another name")
    methods = methods_of(args)
    crawl, compared = crawls_of(feeds)
    doubtful = pages_of(crawl, feeds, args.archives) if crawl else {}
    tally = Tally(not pages or inputs.are_several(pages))
    # the report itself may stand in a folder of pages
    found = inputs.pages_at(inputs.places_of(pages))
    given = chain(doubtful.values(), (page for page in found if not is_same(page.name, args.output)))
    parts: list[Iterable[str]] = [[compared]]
    if crawl:
        reports = {url: n for n, url in enumerate(doubtful, 1)}
        parts.append([summary(crawl, reports, hint="" if args.archives else HINT)])
    if doubtful or pages:
        parts.append(viewer(views_of(given, methods, args.encoding, tally)))
    with suppress(Unreadable), opened(args.output) as file:
        subtitle = f"content-extract report, scrapy-content-extract {__version__}"
        for part in document(title_of(args.pages), subtitle, chain.from_iterable(parts)):
            file.write(part)
        if not crawl and not tally.statuses["ok"]:
            raise Unreadable  # no report is written
    if args.output != "-" and (crawl or tally.statuses["ok"]):
        tally.say(f"written: {args.output}")
    status = tally.ended() if pages or tally.pages else OK
    return status if crawl or tally.statuses["ok"] else FAILED


def crawls_of(feeds: list[str]) -> tuple[Crawl | None, str]:
    """Return the crawl of some feeds, of two the second, and the part of the report that compares two.

    Raises ValueError for a feed that cannot be read, or has no items.
    """
    if not feeds:
        return None, ""
    crawls, compared = (Crawl(), Crawl()), ""
    given = map(lines_of, feeds)
    lines = [chain(list(islice(some, 1)), some) for some in given]  # a feed that cannot be read ends it now
    if len(feeds) == 2:
        changes = read_two(crawls, lines)
        compared = comparison(two_names(*feeds), crawls, changes)
    else:
        crawls[1].read(chain.from_iterable(lines))
    if not crawls[1].items:
        raise ValueError(f"{', '.join(feeds)} has no items; a feed has a JSON object in each line")
    return crawls[1], compared


def two_names(first: str, second: str) -> tuple[str, str]:
    """Return names for two feeds: without their folders, unless the files have the same name.

    >>> two_names("a/old.jsonl", "a/new.jsonl"), two_names("old/x.jl", "new/x.jl")
    (('old.jsonl', 'new.jsonl'), ('old/x.jl', 'new/x.jl'))
    """
    names = Path(first).name, Path(second).name
    return names if names[0] != names[1] else (first, second)


def pages_of(crawl: Crawl, feeds: list[str], archives: list[str]) -> dict[str, Input]:
    """Return the available pages among the least confident ones of a crawl, by address.

    Raises ValueError for an archive that cannot be read.
    """
    wanted = [item.url for item in crawl.least.values()[:SHOWN]]
    found = {url: page for feed in feeds for url in wanted if (page := page_beside(feed, url))}
    in_archives: dict[str, Input] = {}
    try:
        for path in archives:
            archive = inputs.archive_class()(path, statuses=range(1000))  # pages of HTTP errors, too
            in_archives |= {page.url: input_of(page) for page in archive if page.url in wanted and page.body}
            if set(archive.counts) <= {"broken"}:
                raise OSError("it holds no record that can be read")
    except (ImportError, OSError) as error:
        raise ValueError(f"--archive is {path}, which cannot be read: {error}") from error
    if archives and not in_archives:
        Tally(several=True).say(f"{', '.join(archives)}: none of the least confident pages is there")
    found.update(in_archives)
    return {url: found[url] for url in wanted if url in found}


def page_beside(feed: str, url: str) -> Input | None:
    """Return the page that an item of a feed names by its path, if it is below the folder of the feed.

    A page may have chosen the ``url`` of its item: no other file gets into a report.
    """
    if os.path.isabs(url) or not url.lower().endswith(inputs.SUFFIXES):
        return None
    try:
        folder = os.path.realpath(os.path.dirname(feed))
        path = Path(os.path.realpath(os.path.join(folder, url)))
        if not (path.is_relative_to(folder) and path.is_file()):
            return None
        with path.open("rb") as file:
            return Input(url, file.read(MAX_BYTES + 1))
    except (OSError, ValueError):  # the latter for NUL, and half of a character
        return None


def methods_of(args: argparse.Namespace) -> Methods:
    extractor, segmenter = inputs.chosen_methods(args)
    newest_first = reversed(list(EXTRACTORS))
    left_out = {args.segmenter, *VISUAL}  # few pages have boxes
    return Methods(
        {args.extractor: extractor, **{n: EXTRACTORS[n]() for n in newest_first if n != args.extractor}},
        {args.segmenter: segmenter, **{n: SEGMENTERS[n]() for n in SEGMENTERS if n not in left_out}},
    )


def views_of(
    pages: Iterable[Input], methods: Methods, encoding: str | None, tally: Tally
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each page with its view; a page that cannot be read has its status and the reason."""
    for given in pages:
        view, status, reason = outcome_of(partial(view_of_input, given, methods, encoding))
        for segmented in view["segmenters"] if view else ():
            if segmented["notice"]:
                tally.say(f"{given.name}: {segmented['notice']}")
        tally.done(given.name, status, reason)
        yield given.name, {"name": given.name, "status": status, "reason": reason, "view": view}


def view_of_input(given: Input, methods: Methods, encoding: str | None) -> dict[str, Any]:
    """Return the view of a page.  Raises Unreadable for an input without a page."""
    decoded, page = decode_page(given, encoding)
    return view_of(read(page, attributes=True), methods, of_decoding(decoded))


def title_of(pages: list[str]) -> str:
    """Return the title of the report: the page, or the number of pages.

    >>> title_of(["pages/news.html"]), title_of(["https://example.com/"]), title_of(["old.jl", "new.jl"])
    ('news.html', 'https://example.com/', 'old.jl and new.jl')
    """
    if len(pages) > 2:
        return f"{pages[0]} and {len(pages) - 1} more"
    if len(pages) == 2:
        return " and ".join(two_names(*pages))
    return pages[0] if "://" in pages[0] else Path(pages[0]).name or pages[0]
