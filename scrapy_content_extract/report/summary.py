"""A crawl → the HTML of its report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lxml import etree, html
from lxml.builder import E

from ..content.markup.characters import legal
from .crawl import Crawl, Host, Item
from .plots import plots_of
from .sketches import Frequent

#: The most rows of a table.
ROWS = 25
#: How to get the report of a page that is not in the same file.
HINT = "Other reports: content-extract report ADDRESS, or --archive with the WARC of the crawl."
#: The beginnings of addresses that become links.
OPENED = ("http://", "https://")

_NUMBER = re.compile(r"[\d,]+(?:\.\d+)?%?|–")


def summary(crawl: Crawl, reports: Mapping[str, int], hint: str = HINT) -> str:
    """Return the part of a report that shows a crawl.

    ``reports`` are the pages that are shown in the same file: their addresses and numbers;
    ``hint`` says where the others are.
    """
    parts = [
        numbers(crawl),
        E.div({"class": "plots"}, *map(figure, plots_of(crawl))),
        *shares("Statuses", ("Status",), [((key,), row.count) for key, row in crawl.statuses.top(ROWS)]),
        *shares(
            "Pages without content",
            ("Kind",),
            [((key,), row.count) for key, row in crawl.no_content.top(ROWS)],
        ),
        *shares(
            "Encodings", ("Encoding", "By"), [(key, row.count) for key, row in crawl.encodings.top(ROWS)]
        ),
        *hosts(crawl),
        *least(crawl, reports, hint),
        *repeated(crawl),
    ]
    section = E.section({"class": "crawl", "aria-label": "The crawl"}, *parts)
    return html.tostring(section, encoding="unicode") + "\n"


def numbers(crawl: Crawl) -> Any:
    """Return the numbers at the top."""
    confidence = crawl.histograms["confidence"].mean
    kept = crawl.histograms["kept"].mean
    at_least = "" if crawl.texts.is_exact else "at least "
    shown = {
        "items": f"{crawl.items:,}",
        "with main text": share(crawl.ok, crawl.items),
        "mean confidence": "–" if confidence is None else f"{confidence:.2f}",
        "mean kept share": "–" if kept is None else f"{kept:.2f}",
        "hosts": how_many(crawl.hosts),
        "with a text that came before": at_least + share(crawl.repeated, crawl.items),
    }
    if crawl.replaced:
        shown["characters replaced"] = f"{crawl.replaced:,}"
    if crawl.truncated:
        shown["truncated"] = f"{crawl.truncated:,}"
    if crawl.broken:
        shown["lines that are not items"] = f"{crawl.broken:,}"
    return E.dl({"class": "numbers"}, *(E.div(E.dt(name), E.dd(value)) for name, value in shown.items()))


def how_many(rows: Frequent) -> str:
    return f"{len(rows.rows):,}" if rows.is_exact else f"over {len(rows.rows):,}"


def share(part: int, whole: int) -> str:
    """Say a share.

    >>> share(1, 8), share(0, 0)
    ('12.5%', '–')
    """
    return f"{part / whole:.1%}" if whole else "–"


def figure(plot: Any) -> Any:
    return E.figure(E.h2(plot.name), etree.fromstring(plot.svg), E.figcaption(plot.said))


def shares(title: str, heads: Sequence[str], rows: Sequence[tuple[Sequence[str], int]]) -> list[Any]:
    """Return a table of counts with their shares as bars."""
    whole = sum(count for _, count in rows) or 1
    body = []
    for names, count in rows:
        bar = E.span({"class": "share", "style": f"width: {count / whole:.1%}"})
        body.append((*names, count, f"{count / whole:.1%}", bar))
    return table(title, (*heads, "Items", "Share", ""), body)


def hosts(crawl: Crawl) -> list[Any]:
    rows = []
    for name, row in crawl.hosts.top(ROWS):
        host: Host = row.value
        mean = f"{host.confidence / host.confident:.2f}" if host.confident else "–"
        rows.append((name, row.count, share(host.ok, row.count), mean))
    return table("Hosts", ("Host", "Items", "With main text", "Mean confidence"), rows)


def least(crawl: Crawl, reports: Mapping[str, int], hint: str) -> list[Any]:
    """Return the table of the least confident pages."""
    rows = [
        (
            address(item),
            f"{item.confidence:.2f}",
            "–" if item.chars is None else int(item.chars),
            "–" if item.kept is None else f"{item.kept:.0%}",
            item.status,
            E.a("report", href=f"#page-{reports[item.url]}") if item.url in reports else "",
        )
        for item in crawl.least.sorted()
    ]
    heads = ("Page", "Confidence", "Characters", "Kept", "Status", "")
    is_hinted = hint and any(isinstance(row[-1], str) for row in rows)
    return [*table("Least confident pages", heads, rows), E.p({"class": "hint"}, hint) if is_hinted else ""]


def address(item: Item) -> Any:
    """Return the title of a page as a link to it, or its path."""
    name = item.title or item.url
    if not item.url.startswith(OPENED):
        return legal(item.url)
    return E.a(legal(name), href=legal(item.url), rel="noreferrer")


def repeated(crawl: Crawl) -> list[Any]:
    rows = [(*row.value, row.count) for _, row in crawl.texts.top(ROWS, least=2)]
    return table("Repeated texts", ("Text", "First on", "Items"), rows)


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[Any]:
    """Return a heading and a table, or nothing without rows."""
    rows = list(rows)
    if not rows:
        return []
    first = [is_number(value) for value in rows[0]]
    body = [E.tr(*map(cell, row)) for row in rows]
    head = E.thead(E.tr(*(headed(name, numeric) for name, numeric in zip(heads, first))))
    # What is wider than the screen is moved with the keyboard, too.
    wide = {"class": "wide", "tabindex": "0", "role": "region", "aria-label": title}
    return [E.h2(title), E.div(wide, E.table(head, E.tbody(*body)))]


def headed(name: str, is_numeric: bool) -> Any:
    if not name:
        return E.td()
    return E.th(name, {"scope": "col", "class": "n" if is_numeric else "words"})


def is_number(value: Any) -> bool:
    """Tell whether a cell is to end where the others in its column end.

    >>> is_number(1427), is_number("12.5%"), is_number("–"), is_number("127.0.0.1:80")
    (True, True, True, False)
    """
    return isinstance(value, int) or (isinstance(value, str) and bool(_NUMBER.fullmatch(value)))


def cell(value: Any) -> Any:
    shown = f"{value:,}" if isinstance(value, int) else legal(value) if isinstance(value, str) else value
    return E.td({"class": "n"} if is_number(value) else {"dir": "auto"}, shown)
