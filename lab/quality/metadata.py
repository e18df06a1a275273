"""Titles, dates and authors against labels: ``python -m lab.quality.metadata DATA --peers``.

The labels come from ``wcxb``.  A **title** is right if it has the letters and digits of the label;
case, punctuation and white space do not count.  A **date** is right if it is the same day, or the same
month if one of the two has no day.  An **author** is right if each of its names is in the label.

recall      right ÷ labelled pages
precision   right ÷ pages that were given a value
false       pages without a label that were given a value ÷ pages without a label

``time`` is the CPU time in multiples of lxml's parse of the same pages, by turns, least of ``--rounds``;
of this package from the measured page on, of peers from the bytes on, since they parse for themselves.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.data.datasets import LabelledPage, read_html
from lab.options import add_data, parser_of, require_data
from lab.reports import number, say, table, write
from lab.speed.steps import YARDSTICK, Step, best_of, copied, steps
from scrapy_content_extract import __version__
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.metadata.finders import metadata_of
from scrapy_content_extract.content.page.page import Page

from .peers import Peer
from .systems import installed_peers, words_of

PAGES = "the folder of labelled pages"
LABELS = "wcxb/dev/ground-truth/*.json"

#: The metadata of a page: title, author, date; "" for a missing one.
Values = dict[str, str]
Function = Callable[[bytes, str], Values]
NAMES = ("title", "date", "author")


class Labels(NamedTuple):
    page: LabelledPage
    values: Values


def page_with_attributes(html: bytes, url: str = "") -> Page:
    return page_of(html, url=url, attributes=True)


def ours(html: bytes, url: str) -> Values:
    found = metadata_of(page_with_attributes(html, url))
    return {name: getattr(found, name) or "" for name in NAMES}


def heading_or_shared() -> Function:
    """The first ``<h1>``, else ``og:title``; the first date and author of a ``<meta>``."""
    from lxml import html as parser

    def read(html: bytes, url: str) -> Values:
        root = parser.document_fromstring(html or b"<p></p>")
        metas = {m.get("property") or m.get("name") or "": m.get("content") or "" for m in root.iter("meta")}
        heading = next((" ".join(h.text_content().split()) for h in root.iter("h1")), "")
        return {
            "title": heading or metas.get("og:title", ""),
            "date": metas.get("article:published_time", ""),
            "author": metas.get("author", ""),
        }

    return read


def trafilatura() -> Function:
    from trafilatura import extract_metadata

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

    def read(html: bytes, url: str) -> Values:
        found = extract_metadata(html.decode(), default_url=url or None)
        return {name: getattr(found, name, None) or "" for name in NAMES}

    return read


def rs_trafilatura() -> Function:
    from rs_trafilatura import extract

    def read(html: bytes, url: str) -> Values:
        found = extract(html.decode(), url=url or None)
        return {name: getattr(found, name) or "" for name in NAMES}

    return read


def newspaper() -> Function:
    from newspaper import Article

    def read(html: bytes, url: str) -> Values:
        article = Article(url=url or "http://localhost/", fetch_images=False)
        article.download(input_html=html.decode())
        article.parse()
        date = article.publish_date
        return {
            "title": article.title or "",
            "date": str(date or ""),
            "author": "; ".join(article.authors or ()),
        }

    return read


#: Other libraries with metadata, by name.
PEERS: dict[str, Peer] = {
    "h1-else-og": Peer("", heading_or_shared),
    "trafilatura": Peer("trafilatura", trafilatura),
    "rs-trafilatura": Peer("rs-trafilatura", rs_trafilatura),
    "newspaper4k": Peer("newspaper4k", newspaper),
}


def labelled_pages(data: Path) -> Iterator[Labels]:
    """Yield the pages of wcxb with their labels.

    Raises ValueError for a folder without them.
    """
    files = sorted(data.glob(LABELS))
    if not files:
        raise ValueError(
            f"There is nothing at {data / LABELS}; docs/measured/benchmarks.rst says where to get it."
        )
    for file in files:
        label = json.loads(file.read_text("utf-8"))
        truth = label["ground_truth"]
        kind = label["_internal"]["page_type"]["primary"]
        html = read_html(data / f"wcxb/dev/html/{file.stem}.html.gz")
        values = {"title": truth["title"], "date": truth["publish_date"], "author": truth["author"]}
        page = LabelledPage(file.stem, kind, label.get("url") or "", html, "")
        yield Labels(page, {name: value or "" for name, value in values.items()})


def half_of(url: str) -> int:
    """Return 0 or 1, the same for all pages of a registered domain: the rules were made on half 0."""
    import tldextract  # of the extra "train"

    parts = tldextract.TLDExtract(suffix_list_urls=())(url)
    name = parts.top_domain_under_public_suffix or parts.domain
    return hashlib.sha1(name.encode()).digest()[0] % 2


def letters(text: str) -> str:
    """Return the letters and digits of a text.

    >>> letters("It’s “Rain”!") == letters("it's rain")
    True
    """
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def is_right(name: str, found: str, label: str) -> bool:
    """Tell whether a value agrees with the label.

    >>> is_right("date", "2025-09-04T10:00", "2025-09-04"), is_right("date", "2025-09", "2025-09-04")
    (True, True)
    >>> is_right("author", "Ina Holm; Bo Ek", "Ina Holm, Ph.D. and Bo Ek"), is_right("author", "Bo", "")
    (True, False)
    """
    if name == "date":
        day = found[:10]
        return len(day) >= 7 and (label.startswith(day) or day.startswith(label)) and bool(label)
    if name == "title":
        return letters(found) == letters(label)
    return bool(label) and all(letters(one) in letters(label) for one in found.split(";"))


def outcome(name: str, found: str, label: str) -> str:
    if not label:
        return "false" if found else "none"
    return "missed" if not found else "right" if is_right(name, found, label) else "wrong"


def scores(counts: Counter[str]) -> dict[str, float]:
    labelled = counts["right"] + counts["wrong"] + counts["missed"]
    given = counts["right"] + counts["wrong"] + counts["false"]
    unlabelled = counts["false"] + counts["none"]
    return {
        "recall": counts["right"] / (labelled or 1),
        "precision": counts["right"] / (given or 1),
        "false": counts["false"] / (unlabelled or 1),
    }


def judge(
    run: Function, pages: Sequence[Labels], name: str = "", wrong: str = ""
) -> dict[str, dict[str, float]]:
    """Return the scores of a system for each value; ``wrong`` names the one whose mistakes are printed."""
    counts: dict[str, Counter[str]] = {value: Counter() for value in NAMES}
    for page, labels in pages:
        try:
            found = run(page.html, page.url)
        except Exception as error:  # an exception counts as nothing found
            say(f"{name} on {page.id}: {error!r}")
            found = dict.fromkeys(NAMES, "")
        for value in NAMES:
            came_out = outcome(value, found[value], labels[value])
            counts[value][came_out] += 1
            if value == wrong and came_out in ("wrong", "false", "missed"):
                print(f"{page.id}\t{page.kind}\t{came_out}\t{labels[value]}\t{found[value]}\t{page.url}")
    return {value: scores(counts[value]) for value in NAMES}


def times(systems: dict[str, Function], pages: Sequence[Labels], rounds: int) -> dict[str, float]:
    """Return the CPU time of each system as a multiple of the parse."""
    yardstick = next(step for step in steps() if step.name == YARDSTICK)
    todo = [yardstick]
    for name, run in systems.items():
        if run is ours:
            todo.append(Step(name, page_with_attributes, metadata_of))
        else:
            todo.append(Step(name, copied, lambda html, run=run: run(html, "")))
    total: Counter[str] = Counter()
    for of_page in best_of(rounds, todo, [page.html for page, _ in pages]):
        for name, seconds in of_page.items():
            total[name] += seconds  # type: ignore[assignment]
    return {name: seconds / total[YARDSTICK] for name, seconds in total.items()}


def report(found: dict[str, dict[str, dict[str, float]]], cost: dict[str, float]) -> str:
    columns = [("title", "recall")] + [
        (name, key) for name in ("date", "author") for key in ("recall", "precision", "false")
    ]
    head = ["System", "title", *(f"{name} {key}" for name, key in columns[1:]), "time"]
    body = [
        [
            name,
            *(number(of[value][key]) for value, key in columns),
            f"{cost[name]:.2f}" if name in cost else "",
        ]
        for name, of in found.items()
    ]
    return table(head, body)


def systems_of(names: Sequence[str] | None) -> dict[str, Function]:
    """Return this package and the peers that are installed, of those named, or of all for an empty list."""
    peers = [] if names is None else installed_peers(words_of(names), PEERS)
    return {
        f"this package {__version__}": ours,
        **{f"{peer.name} {peer.version}".strip(): peer.run for peer in peers},
    }


def options_of(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = parser_of(
        "lab.quality.metadata",
        "Score titles, dates and authors on the labelled pages of wcxb.",
        "python -m lab.quality.metadata DATA --peers trafilatura rs-trafilatura",
    )
    add_data(parser, PAGES)
    parser.add_argument("--peers", nargs="*", metavar="NAME", help=f"all, or some of: {', '.join(PEERS)}")
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="the least time of N counts; 0: no times"
    )
    parser.add_argument(
        "--timed", type=int, default=150, metavar="N", help="how many pages to time, equally spaced"
    )
    parser.add_argument("--mistakes", choices=NAMES, help="print the pages where the first system fails")
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="only the domains of one half; the rules were made on 0"
    )
    parser.add_argument("--out", type=Path, help="folder for metadata.json and metadata.rst")
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    options = options_of(argv)
    try:
        systems = systems_of(options.peers)
        pages = list(labelled_pages(Path(options.data)))
    except ValueError as error:
        say(str(error))
        return 2
    if options.half is not None:
        pages = [labels for labels in pages if half_of(labels.page.url) == options.half]
    found = {}
    for name, run in systems.items():
        found[name] = judge(run, pages, name, options.mistakes if run is ours else "")
    timed = pages[:: max(len(pages) // options.timed, 1)] if options.rounds else []
    cost = times(systems, timed, options.rounds) if timed else {}
    text = report(found, cost)
    print(text)
    if options.out:
        write(options.out, "metadata", {"scores": found, "time": cost}, [text])
    return 0


if __name__ == "__main__":
    sys.exit(main())
