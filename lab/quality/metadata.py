"""Titles, dates and authors against labels: ``python -m lab.quality.metadata DATA --peers``.

The labels come from ``wcxb``.  A **title** is right if it has the letters and digits of the label;
case, punctuation and white space do not count.  A **date** is right if it is the same day, or the same
month if one of the two has no day.  An **author** is right if each of its names is in the label.

recall      right ÷ labelled pages
precision   right ÷ pages that were given a value
false       pages without a label that were given a value ÷ pages without a label
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from lab.data.datasets import WCXB, read_html
from lab.data.pages import spread
from lab.options import add_shared, parsed, parser_of
from lab.reports import number, say, table, write
from scrapy_content_extract import __version__, read_metadata

from .peers import Peer
from .systems import installed_peers

#: The metadata of a page: title, author, date; "" for a missing one.
Values = dict[str, str]
Function = Callable[[bytes, str], Values]
NAMES = ("title", "date", "author")


class Labelled(NamedTuple):
    id: str
    url: str
    html: bytes
    values: Values


def ours(html: bytes, url: str) -> Values:
    found = read_metadata(html, url=url)
    return {name: getattr(found, name) or "" for name in NAMES}


def trafilatura() -> Function:
    from trafilatura import extract_metadata

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

    def read(html: bytes, url: str) -> Values:
        found = extract_metadata(html.decode(), default_url=url or None)
        return {name: getattr(found, name, None) or "" for name in NAMES}

    return read


#: Other libraries with metadata, by name.
PEERS = {"trafilatura": Peer("trafilatura", trafilatura)}


def labelled_pages(data: Path, limit: int) -> Iterator[Labelled]:
    """Yield the pages of wcxb with their labels.

    Raises ValueError for a folder without them.
    """
    files = sorted(data.glob(WCXB[0]))
    if not files:
        raise ValueError(
            f"There is nothing at {data / WCXB[0]}; docs/measured/benchmarks.rst says where to get it."
        )
    for file in spread(files, limit):
        label = json.loads(file.read_text("utf-8"))
        truth = label["ground_truth"]
        html = read_html(data / f"wcxb/dev/html/{file.stem}.html.gz")
        values = {"title": truth["title"], "date": truth["publish_date"], "author": truth["author"]}
        values = {name: value or "" for name, value in values.items()}
        yield Labelled(file.stem, label.get("url") or "", html, values)


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


def judge(run: Function, pages: Sequence[Labelled], name: str) -> dict[str, dict[str, float]]:
    """Return the scores of a system for each value."""
    counts: dict[str, Counter[str]] = {value: Counter() for value in NAMES}
    for page in pages:
        try:
            found = run(page.html, page.url)
        except Exception as error:  # an exception counts as nothing found
            say(f"{name} on {page.id}: {error!r}")
            found = dict.fromkeys(NAMES, "")
        for value in NAMES:
            counts[value][outcome(value, found[value], page.values[value])] += 1
    return {value: scores(counts[value]) for value in NAMES}


def report(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    columns = [("title", "recall"), *product(("date", "author"), ("recall", "precision", "false"))]
    body = [[name, *(number(of[value][key]) for value, key in columns)] for name, of in found.items()]
    return table(["System", *map(" ".join, columns)], body)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.metadata",
        "Score titles, dates and authors on the labelled pages of wcxb.",
        "python -m lab.quality.metadata DATA --peers",
        "python -m lab.quality.metadata DATA --half 1",
    )
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="only the domains of one half; the rules were made on 0"
    )
    add_shared(parser, peers=None, pages=0, out=None)
    options = parsed(parser, argv, "labelled pages")
    try:
        systems: dict[str, Function] = {f"this package {__version__}": ours}
        systems |= {f"{peer.name} {peer.version}": peer.run for peer in installed_peers(options.peers, PEERS)}
        pages = list(labelled_pages(options.data, options.pages))
    except ValueError as error:
        parser.error(str(error))
    if options.half is not None:
        pages = [page for page in pages if half_of(page.url) == options.half]
    found = {name: judge(run, pages, name) for name, run in systems.items()}
    text = report(found)
    print(text)
    if options.out:
        write(options.out, "metadata", found, [text])
    return 0


if __name__ == "__main__":
    sys.exit(main())
