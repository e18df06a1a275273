"""F of ``auto`` with the other pages of a site: ``python -m lab.quality.sites DATA``.

The labelled pages of each host are judged alone; as a crawl goes, in random order; and in a second pass, each
by all others of its host.  ``--by-domain`` judges each by models that have seen no page of its domain, as
:mod:`lab.training` does in cross-validation; that takes ten minutes more.  See ``docs/sites.rst``.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from lab.data.datasets import SETS, LabelledPage, load, sets_there
from lab.data.intervals import METHOD, difference_of, mean_of
from lab.data.metrics import METRICS
from lab.options import add_shared, announce, parsed, parser_of
from lab.reports import interval, table
from scrapy_content_extract.content import extract
from scrapy_content_extract.content.auto.memory import Sites, host_of

#: The labelled pages that a host has at least.
LEAST = 4
#: A page fails if its F is less.
FAILED = 0.5


class Judged(NamedTuple):
    """The F of a page in each of three ways."""

    alone: float
    goes: float
    second: float


def hosts_of(data: Path, name: str, least: int) -> Iterator[list[LabelledPage]]:
    """Yield the pages of each host of a set that has enough of them."""
    pages = defaultdict(list)
    for page in load(data, name):
        pages[host_of(page.url)].append(page)
    yield from (of_host for host, of_host in sorted(pages.items()) if host and len(of_host) >= least)


def judged(pages: Sequence[LabelledPage], metric: str) -> list[Judged]:
    """Return the F of each page of a host."""
    sites = Sites()
    order = random.Random(pages[0].id).sample(range(len(pages)), len(pages))
    goes = {i: score(pages[i], metric, sites) for i in order}
    sites.learns = False
    return [
        Judged(score(page, metric, None), goes[i], score(page, metric, sites)) for i, page in enumerate(pages)
    ]


def score(page: LabelledPage, metric: str, sites: Sites | None) -> float:
    # in some sets all pages have the URL of the site
    url = f"http://{host_of(page.url)}/{page.id}"
    return METRICS[metric](extract(page.html, url=url, sites=sites).text, page.gold)[2]


def row(name: str, hosts: int, pages: Sequence[Judged]) -> list[str]:
    """Return the row of a set: F alone, what is gained, and how many pages fail in each of the three ways."""
    alone, goes, second = zip(*pages)
    numbers = [interval(mean_of(alone)), *(interval(difference_of(f1, alone), "+") for f1 in (goes, second))]
    failed = " → ".join(str(sum(f1 < FAILED for f1 in way)) for way in (alone, goes, second))
    return [name, str(hosts), str(len(pages)), *numbers, failed]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.sites",
        "Score auto alone, as a crawl goes, and in a second pass.",
        "python -m lab.quality.sites DATA --sets dragnet sitepairs",
    )
    parser.add_argument(
        "--least", type=int, default=LEAST, metavar="N",
        help=f"the labelled pages that a host has at least; default: {LEAST}",
    )  # fmt: skip
    parser.add_argument(
        "--by-domain", action="store_true", help="judge by models that have not seen the domain"
    )
    add_shared(parser, sets=None)
    options = parsed(parser, argv, "labelled pages", sets_there)
    model_for: Callable[[str, LabelledPage], AbstractContextManager[None]]
    model_for = lambda name, page: nullcontext()  # noqa: E731
    if options.by_domain:
        from lab.training.__main__ import models_by_domain  # its libraries are not needed otherwise

        model_for = models_by_domain(options.data)
    body: list[list[str]] = []
    for name in options.sets:
        hosts = list(hosts_of(options.data, name, options.least))
        pages: list[Judged] = []
        for of_host in hosts:
            with model_for(name, of_host[0]):
                pages += judged(of_host, SETS[name].metric)
        if pages:
            body.append(row(name, len(hosts), pages))
    if not body:
        print(f"No set has a host with {options.least} labelled pages.", file=sys.stderr)
        return 1
    print(f"{announce()}; {METHOD}\n")
    print(table(["set", "hosts", "pages", "alone", "as it goes", "second pass", f"below {FAILED:g}"], body))
    return 0


if __name__ == "__main__":
    sys.exit(main())
