"""Pages whose Markdown is known: labelled ones, rendered ones, rows of mark-up, bug reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lab.data.datasets import read_html
from lab.data.pages import spread

from .field import Report, read_reports
from .needs import URL, page_around
from .rows import ROWS


class Label(NamedTuple):
    id: str
    url: str
    html: bytes
    markdown: str
    #: what has made the page, or the group of a row
    program: str = ""
    #: of a page that is judged by what is expected of it, not by Markdown
    report: Report | None = None


#: Folder, most pages (0: all) → the pages, at equal distances.
Reader = Callable[[Path, int], Iterator[Label]]


def read_wcxb(data: Path, limit: int, kind: str = "") -> Iterator[Label]:
    """Yield the pages of wcxb, or of a kind of them, whose label has Markdown.

    Raises ValueError for a folder without them.
    """
    files = sorted((data / "wcxb/dev/ground-truth").glob("*.json"))
    if not files:
        raise ValueError(f"The data folder {str(data)!r} has no set wcxb: there is no wcxb/dev/ground-truth.")
    labels = {file: json.loads(file.read_text("utf-8")) for file in files}
    if kind:
        files = [file for file in files if labels[file]["_internal"]["page_type"]["primary"] == kind]
    files = [file for file in files if labels[file]["ground_truth"].get("main_content_markdown")]
    for file in spread(files, limit):
        html = read_html(data / f"wcxb/dev/html/{file.stem}.html.gz")
        label = labels[file]
        yield Label(file.stem, label.get("url") or "", html, label["ground_truth"]["main_content_markdown"])


def read_gold(data: Path, limit: int, folder: str = "") -> Iterator[Label]:
    """Yield the pages of a folder with ``gold.json``, {key: {url, markdown}}, and ``html/KEY.html.gz``.

    Raises ValueError for a folder without it.
    """
    place = data / folder
    if not (place / "gold.json").exists():
        raise ValueError(f"The folder {str(place)!r} has no gold.json.")
    labels = json.loads((place / "gold.json").read_text("utf-8"))
    for key in spread(sorted(labels), limit):
        label = labels[key]
        html = read_html(place / f"html/{key}.html.gz")
        yield Label(key, label["url"], html, label["markdown"], label.get("program", ""))


def read_rows(data: Path, limit: int) -> Iterator[Label]:
    """Yield the rows of mark-up in pages of prose; what they need stands in place of Markdown."""
    for name in spread(list(ROWS), limit):
        yield Label(name, URL, page_around(ROWS[name].html).encode(), "", name.partition(":")[0])


def read_field(data: Path, limit: int) -> Iterator[Label]:
    """Yield the pages in the shapes of bug reports.

    Raises ValueError for a folder without them.
    """
    for report in spread(list(read_reports(data)), limit):
        yield Label(report.id, report.url or "", report.html, "", report.kind, report)


#: The sets by name.  All but ``rows`` and ``rendered`` are of the data folder.
SETS: dict[str, Reader] = {
    "structure": partial(read_gold, folder="structure"),
    "articles": partial(read_wcxb, kind="article"),
    "documentation": partial(read_wcxb, kind="documentation"),
    "wcxb": read_wcxb,
    "rendered": read_gold,
    "rows": read_rows,
    "field": read_field,
}
