"""What ``content-extract clean`` makes of the pages of a host: ``python -m lab.quality.cleaning FOLDER``.

See ``docs/measured/corpora.rst``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab.data.intervals import difference_of, mean_of
from lab.data.metrics import squeeze, words
from lab.data.pages import files_below, read_page
from lab.options import parser_of, require_intervals
from lab.reports import interval, number, table
from scrapy_content_extract import extract
from scrapy_content_extract.content.auto.memory import host_of
from scrapy_content_extract.corpus.repeated import Repeated, joined, page_of, repeated_in
from scrapy_content_extract.corpus.repeated import cleaned as without

#: A paragraph on this many pages of a host, or on more, is left out.
PAGES = (3, 5, 10, 20, 50)


class Page(NamedTuple):
    """An extracted page of a host."""

    host: str
    text: str
    #: None without a label
    gold: str | None


def unlabelled(folder: Path, extractor: str) -> Iterator[Page]:
    """Yield the pages below ``sites/``, where each folder is called like the host of its pages."""
    for site in sorted(path for path in folder.glob("sites/*") if path.is_dir()):
        for file in files_below(site):
            yield Page(site.name, extract(read_page(file), extractor=extractor).text, None)


def labelled(folder: Path, extractor: str) -> Iterator[Page]:
    """Yield the pages of each ``gold.json``: the name of a file in ``html/`` → ``url`` and ``content``."""
    for labels in sorted(folder.glob("*/gold.json")):
        for name, label in json.loads(labels.read_text("utf-8")).items():
            body = read_page(labels.parent / "html" / f"{name}.html.gz")
            host = host_of(label["url"]).partition(".")[0]
            yield Page(host, extract(body, extractor=extractor).text, label["content"])


class Outcome(NamedTuple):
    """The effect of a limit on the labelled pages of a host."""

    removed: int
    #: the removed ones that are not in the gold text
    right: int
    #: precision, recall and F1 of each page
    scores: list[tuple[float, float, float]]


def cleaned(pages: Sequence[Page], at_least: int | None) -> Outcome:
    """Clean the pages of one host; None leaves them unchanged."""
    removed = right = 0
    scores = []
    with Repeated(pages=at_least or sys.maxsize) as repeated:
        for page in pages:
            repeated.count(joined([page_of(page.host, page.text)]))
        repeated.save(None)
        keys = repeated.keys()
        for page in pages:
            if page.gold is None:
                continue
            counted = page_of(page.host, page.text)
            text, removed_here = without(page.text, counted, repeated_in(counted, keys))
            left_out = [paragraph for _, paragraph in removed_here]
            gold = squeeze(page.gold)
            removed += len(left_out)
            right += sum(squeeze(paragraph) not in gold for paragraph in left_out)
            scores.append(words(text, page.gold))
    return Outcome(removed, right, scores)


def rows_of(pages: Sequence[Page]) -> Iterator[list[str]]:
    """Yield the rows of a host's table."""
    before = [F1 for _, _, F1 in cleaned(pages, None).scores]
    for at_least in (None, *PAGES):
        removed, right, scores = cleaned(pages, at_least)
        P, R, F1 = map(list, zip(*scores))
        yield [
            "as it was" if at_least is None else str(at_least),
            str(removed),
            number(right / removed) if removed else "–",
            number(mean_of(P).mean),
            number(mean_of(R).mean),
            number(mean_of(F1).mean),
            interval(difference_of(F1, before), "+") if at_least else "",
        ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.cleaning", "Clean the pages of hosts, and compare the texts with labels.",
        "python -m lab.quality.cleaning DATA/uighur",
    )  # fmt: skip
    parser.add_argument("folder", help="has sites/HOST/*.html.gz, and */gold.json with */html/*.html.gz")
    parser.add_argument("--extractor", default="auto")
    options = parser.parse_args(argv)
    require_intervals(parser)
    folder = Path(options.folder)
    pages = [*unlabelled(folder, options.extractor), *labelled(folder, options.extractor)]
    head = ["from pages", "removed", "not gold", "precision", "recall", "F1", "difference"]
    for host in sorted({page.host for page in pages if page.gold is not None}):
        of_host = [page for page in pages if page.host == host]
        labels = sum(page.gold is not None for page in of_host)
        print(f"{host}: {len(of_host)} pages, {labels} of them labelled\n")
        print(table(head, list(rows_of(of_host))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
