"""F of ``auto`` by the number of known pages of the site: ``python -m lab.quality.sites DATA``.

Each labelled page is judged by what other pages of its host have taught, drawn at random; where a host has
fewer, all of them teach.  See ``docs/sites.rst``.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from lab.data.datasets import SETS, LabelledPage, load, read_html, sets_there
from lab.data.intervals import METHOD, difference_of, mean_of
from lab.data.metrics import METRICS
from lab.data.pages import files_below
from lab.options import add_shared, announce, parsed, parser_of
from lab.reports import interval, table
from scrapy_content_extract.content import extract
from scrapy_content_extract.content.auto.memory import PageMemory, Sites, host_of, key_of, texts_in

#: Pages of some hosts of the labelled sets without labels, a folder for each; hosts end in ".invalid".
UNLABELLED = "uighur/sites"

#: The labelled pages that a host has at least.
LEAST = 10


class Host(NamedTuple):
    """The pages of a host."""

    name: str
    labelled: list[LabelledPage]
    #: what each page, labelled or not, has taught, by the key of its URL
    lessons: dict[int, PageMemory]


class Judged(NamedTuple):
    """A page: its host, how many other pages there were, and F by how many may be known."""

    host: str
    others: int
    scores: dict[int, float]


def hosts_of(data: Path, name: str) -> Iterator[Host]:
    """Yield the hosts of a set that have enough labelled pages."""
    pages = defaultdict(list)
    for page in load(data, name):
        pages[host_of(page.url)].append(page)
    for host, labelled in sorted(pages.items()):
        if host and len(labelled) >= LEAST:
            yield Host(host, labelled, lessons_of(data, host, labelled))


def lessons_of(data: Path, host: str, labelled: Sequence[LabelledPage]) -> dict[int, PageMemory]:
    """Return what the pages of a host teach; none is left out."""
    folder = data / UNLABELLED / host.removesuffix(".invalid")
    files = files_below(folder) if folder.is_dir() else []
    pages = {url_of(host, page): page.html for page in labelled}
    pages |= {f"http://{host}/unlabelled/{file.name}": read_html(file) for file in files}
    lessons: dict[int, PageMemory] = {}
    for url, html in pages.items():
        sites = Sites()  # one that is full would leave out pages
        extract(html, url=url, sites=sites)
        for _, those in sites.remembered():
            lessons |= those
    return lessons


def url_of(host: str, page: LabelledPage) -> str:
    """Return a URL of the page alone: in some sets all pages have the URL of the site."""
    return f"http://{host}/labelled/{page.id}"


def others(host: Host, page: LabelledPage) -> list[tuple[int, PageMemory]]:
    """Return what the other pages of a host have taught, in random order, the same in each run."""
    own = host.lessons.get(key_of(url_of(host.name, page)))  # None for a page without text
    texts = None if own is None else texts_in(own)
    found = [(key, one) for key, one in sorted(host.lessons.items()) if texts_in(one) != texts]
    random.Random(page.id).shuffle(found)
    return found


def judged(host: Host, page: LabelledPage, metric: str, known: Sequence[int]) -> Judged:
    """Score the text of a page with each number of ``known`` pages."""
    teachers = others(host, page)
    scores = {}
    for most in known:
        sites = Sites(learns=False, warm=1)
        for key, lesson in teachers[:most]:
            sites.add(host.name, key, lesson)
        text = extract(page.html, url=url_of(host.name, page), sites=sites).text
        scores[most] = METRICS[metric](text, page.gold)[2]
    return Judged(host.name, len(teachers), scores)


def row(name: str, pages: Sequence[Judged], known: Sequence[int]) -> list[str]:
    """Return the row of some pages: F without known pages, then the differences."""
    without, *others = ([page.scores[most] for page in pages] for most in known)
    hosts = len({page.host for page in pages})
    numbers = [interval(mean_of(without)), *(interval(difference_of(f1, without), "+") for f1 in others)]
    return [name, str(hosts), str(len(pages)), f"{fmean(page.others for page in pages):.0f}", *numbers]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.sites",
        "Score auto by the number of known pages of the site.",
        "python -m lab.quality.sites DATA --sets dragnet uighur-forum",
    )
    parser.add_argument(
        "--known", nargs="+", type=int, default=[3, 10, 30, 100], metavar="N",
        help="the most pages that are known; default: 3 10 30 100",
    )  # fmt: skip
    add_shared(parser, sets=None)
    options = parsed(parser, argv, "labelled pages", sets_there)
    known = [0, *options.known]
    body: list[list[str]] = []
    for name in options.sets:
        hosts = hosts_of(options.data, name)
        pages = [judged(host, page, SETS[name].metric, known) for host in hosts for page in host.labelled]
        if pages:
            body.append(row(name, pages, known))
    if not body:
        print(f"No set has a host with {LEAST} labelled pages.", file=sys.stderr)
        return 1
    print(f"{announce()}; {METHOD}\n")
    print(table(["set", "hosts", "pages", "others", "0", *map(str, options.known)], body))
    return 0


if __name__ == "__main__":
    sys.exit(main())
