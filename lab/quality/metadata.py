"""Titles, dates and authors against labels: ``python -m lab.quality.metadata DATA --peers``.

The labels come from ``wcxb``.  A **title** is right if it has the letters and digits of the label;
case, punctuation and white space do not count.  A **date** is right if it is the same day, or the same
month if one of the two has no day.  An **author** is right if each of its names is in the label.

With ``--sites``, titles are scored alone, and by what the other pages of their sites teach, in all sets.
Outside ``wcxb`` a title is the longest of the first three lines of a content that ``<title>`` has, too; one
that comes twice on a site is none.

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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from lab.data.datasets import WCXB, choose_sets, load, read_html
from lab.data.pages import spread
from lab.options import add_shared, parsed, parser_of
from lab.reports import number, say, table, write
from scrapy_content_extract import __version__, extract, read_metadata
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.memory import Sites, host_of

from .peers import Peer
from .systems import installed_peers

#: The metadata of a page: title, author, date; "" for a missing one.
Values = dict[str, str]
Function = Callable[[bytes, str], Values]
NAMES = ("title", "date", "author")
#: The titled pages of a site that is scored.
LEAST_OF_SITE = 3
#: The lines of a content that may be its title, and the letters that one has.
FIRST_LINES = 3
LEAST_LETTERS = 4


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


def titled_pages(data: Path, name: str) -> list[Labelled]:
    """Return the pages of a set that have a title, by its labels or by the beginning of the content."""
    if name == "wcxb":
        return [page for page in labelled_pages(data, 0) if page.values["title"]]
    found = []
    for page in load(data, name):
        whole, lines = letters(page_of(page.html).title), list(filter(str.strip, page.gold.splitlines()))
        those = [line for line in lines[:FIRST_LINES] if letters(line) in whole]
        title = max(those, key=len, default="")
        if len(letters(title)) >= LEAST_LETTERS:
            found.append(Labelled(page.id, page.url, page.html, {"title": title}))
    counts = Counter((host_of(page.url), letters(page.values["title"])) for page in found)
    return [page for page in found if counts[host_of(page.url), letters(page.values["title"])] == 1]


def row_of_titles(name: str, pages: Iterable[Labelled]) -> list[str]:
    """Return a set, its sites and their pages, and the share of right titles, alone and with the site."""
    hosts = defaultdict(list)
    for page in pages:
        hosts[host_of(page.url)].append(page._replace(url=f"{page.url}#{page.id}"))  # some share one address
    scored = [those for host, those in hosts.items() if host and len(those) >= LEAST_OF_SITE]
    right: Counter[str] = Counter()
    for those in scored:
        sites = Sites()
        for page in those:
            extract(page.html, url=page.url, sites=sites)
        sites.learns = False
        for page in those:
            label = page.values["title"]
            right["alone"] += is_right("title", extract(page.html, url=page.url).title or "", label)
            title = extract(page.html, url=page.url, sites=sites).title
            right["site"] += is_right("title", title or "", label)
    count = sum(map(len, scored))
    shares = [number(right[which] / (count or 1)) for which in ("alone", "site")]
    return [name, str(len(scored)), str(count), *shares]


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
        "python -m lab.quality.metadata DATA --sites",
    )
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="only the domains of one half; the rules were made on 0"
    )
    parser.add_argument(
        "--sites", action="store_true", help="only titles, alone and with the other pages of their sites"
    )
    add_shared(parser, peers=None, pages=0, out=None)
    options = parsed(parser, argv, "labelled pages")
    if options.sites:
        names = choose_sets(options.data)[0]
        body = [row_of_titles(name, titled_pages(options.data, name)) for name in names]
        print(table(["set", "sites", "pages", "alone", "with site"], [row for row in body if row[1] != "0"]))
        return 0
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
