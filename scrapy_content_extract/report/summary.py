"""A crawl → the HTML of its report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lxml import etree, html
from lxml.builder import E

from ..content.markup import legal
from .crawl import SHOWN_CHARS, Crawl, Host, Item, actions_of, fallen_hosts, site_of
from .plots import plots_of
from .sketches import Frequent

#: The most rows of a table.
ROWS = 25
#: The most characters of an address.
MOST_URL = 70
#: What stands for a value that is not known.
UNKNOWN = "–"
#: How to get the report of a page that is not in the same file.
HINT = "Other reports: content-extract report ADDRESS, or --archive with the WARC of the crawl."
#: The beginnings of addresses that become links.
OPENED = ("http://", "https://")

#: What the rows of pages can be filtered by.
FILTERS = ("host", "status", "kind")

_NUMBER = re.compile(r"[\d,]+(?:\.\d+)?%?|–")


def summary(crawl: Crawl, reports: Mapping[str, int], hint: str = HINT) -> str:
    """Return the part of a report that shows a crawl: what to act on, then all the rest.

    ``reports`` are the pages that are shown in the same file: their addresses and numbers;
    ``hint`` says where the others are.
    """
    section = E.section(
        {"class": "crawl", "aria-label": "The crawl"},
        numbers(crawl),
        *actions(crawl),
        tables(without(crawl), fallen(crawl)),
        *pages(crawl, reports, hint),
        tables(hidden(crawl)),
        *repeated(crawl),
        E.h2("The whole crawl"),
        E.div({"class": "plots"}, *map(figure, plots_of(crawl))),
        tables(
            shares("Statuses", ("Status",), rows_of(crawl.statuses)),
            shares("Encodings", ("Encoding", "By"), rows_of(crawl.encodings), "encodings"),
            shares("Languages", ("Language",), rows_of(crawl.languages)),
            hosts(crawl),
        ),
    )
    return as_html(section)


def as_html(section: Any) -> str:
    return html.tostring(section, encoding="unicode") + "\n"


def tables(*given: list[Any]) -> Any:
    """Return tables side by side, where there is room."""
    return E.div({"class": "tables"}, *(E.div(*one) for one in given if one))


def actions(crawl: Crawl) -> list[Any]:
    lines = [
        E.li(E.a(E.b(several(one.items, "item")), f" {legal(one.said)}", href=f"#{one.table}"))
        for one in actions_of(crawl)
    ]
    listed = E.ul({"class": "actions"}, *lines) if lines else E.p("Nothing stands out.")
    return [E.h2("What to act on"), listed]


def several(number: int, name: str) -> str:
    """Say a number of things.

    >>> several(1, "item"), several(1200, "item")
    ('1 item', '1,200 items')
    """
    return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"


def rows_of(counted: Frequent) -> list[tuple[Sequence[str], int]]:
    return [(key if isinstance(key, tuple) else (key,), row.count) for key, row in counted.top(ROWS)]


def numbers(crawl: Crawl) -> Any:
    """Return the numbers at the top, as far as they are known."""
    shown = [(name, value) for name, value in numbers_of(crawl).items() if value != UNKNOWN]
    return E.dl({"class": "numbers"}, *(E.div(E.dt(name), E.dd(value)) for name, value in shown))


def numbers_of(crawl: Crawl) -> dict[str, str]:
    confidence = crawl.histograms["confidence"].mean
    kept = crawl.histograms["kept"].mean
    at_least = "" if crawl.texts.is_exact else "at least "
    shown = {
        "items": f"{crawl.items:,}",
        "with main text": share(crawl.ok, crawl.items),
        "mean confidence": UNKNOWN if confidence is None else f"{confidence:.2f}",
        "mean kept share": UNKNOWN if kept is None else f"{kept:.0%}",
        "hosts": ("" if crawl.hosts.is_exact else "over ") + f"{len(crawl.hosts.rows):,}",
        "with a text that came before": at_least + share(crawl.repeated, crawl.items),
    }
    if crawl.replaced:
        shown["characters replaced"] = f"{crawl.replaced:,}"
    if crawl.truncated:
        shown["truncated"] = f"{crawl.truncated:,}"
    if crawl.broken:
        shown["lines that are not items"] = f"{crawl.broken:,}"
    return shown


def share(part: int, whole: int) -> str:
    """Say a share.

    >>> share(1, 8), share(0, 0)
    ('12.5%', '–')
    """
    return f"{part / whole:.1%}" if whole else UNKNOWN


def figure(plot: Any) -> Any:
    return E.figure(E.h2(plot.name), etree.fromstring(plot.svg), E.figcaption(plot.said))


def shares(
    title: str, heads: Sequence[str], rows: Sequence[tuple[Sequence[str], int]], anchor: str = ""
) -> list[Any]:
    """Return a table of counts with their shares as bars."""
    whole = sum(count for _, count in rows) or 1
    body = []
    for names, count in rows:
        bar = E.span({"class": "share", "style": f"width: {count / whole:.1%}"})
        body.append((*names, count, f"{count / whole:.1%}", bar))
    return table(title, (*heads, "Items", "Share", ""), body, anchor)


def without(crawl: Crawl) -> list[Any]:
    rows = [
        (reason, row.count, share(row.count, crawl.items), address(row.value))
        for reason, row in crawl.without.top(ROWS)
    ]
    return table("Without text", ("Reason", "Items", "Share", "First page"), rows, "without")


def fallen(crawl: Crawl) -> list[Any]:
    rows = [(one.host, one.items, one.why, f"{one.far:.1f}") for one in fallen_hosts(crawl)[:ROWS]]
    heads = ("Host", "Items", "Why", "Standard deviations")
    return table("Hosts that fall out", heads, rows, "fallen")


def hosts(crawl: Crawl) -> list[Any]:
    rows = []
    for name, row in crawl.hosts.top(ROWS):
        host: Host = row.value
        mean = f"{host.confidence / host.confident:.2f}" if host.confident else UNKNOWN
        rows.append((name, row.count, share(host.ok, row.count), mean))
    return table("Hosts", ("Host", "Items", "With main text", "Mean confidence"), rows)


def pages(crawl: Crawl, reports: Mapping[str, int], hint: str) -> list[Any]:
    """Return the table of the least confident pages and of pages without text, which can be filtered."""
    items = [*crawl.least.sorted(), *crawl.empty.values]
    if not items:
        return []
    rows = [page_row(item, reports) for item in items]
    is_hinted = hint and any(isinstance(row[-1], str) for row in rows)
    heads, cells = known_columns(("Page and beginning of its text", "Confidence", "Kept", "Status", ""), rows)
    title, shown = table("Pages to look at", heads, cells, "pages")
    keys = [(site_of(item.url), item.reason or item.status, item.kind) for item in items]
    for row, values in zip(shown.iter("tr"), [("", "", ""), *keys]):
        for name, value in zip(FILTERS, values):
            row.set(f"data-{name}", legal(value))
    choices = [choice(name, values) for name, values in zip(FILTERS, zip(*keys)) if len({*values}) > 1]
    filters = E.div({"class": "filters", "hidden": ""}, *choices)
    return [title, filters, shown, E.p({"class": "hint"}, hint) if is_hinted else ""]


def known_columns(
    heads: Sequence[str], rows: Sequence[Sequence[Any]]
) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
    """Leave out columns in which nothing is known.

    >>> known_columns(("page", "kept"), [("a", "–"), ("b", "–")])
    (['page'], [['a'], ['b']])
    """
    known = [n for n in range(len(heads)) if any(row[n] not in ("", UNKNOWN) for row in rows)]
    return [heads[n] for n in known], [[row[n] for n in known] for row in rows]


def page_row(item: Item, reports: Mapping[str, int]) -> tuple[Any, ...]:
    return (
        address(item, with_text=True),
        UNKNOWN if item.confidence is None else f"{item.confidence:.2f}",
        UNKNOWN if item.kept is None else f"{item.kept:.0%}",
        item.reason or item.status,
        E.a("report", href=f"#page-{reports[item.url]}") if item.url in reports else "",
    )


def choice(name: str, values: Iterable[str]) -> Any:
    options = [E.option(legal(value), value=legal(value)) for value in sorted({*values} - {""})]
    select = E.select({"data-filter": name}, E.option("all", value=""), *options)
    return E.label(f"{name.capitalize()} ", select)


def address(item: Item, with_text: bool = False) -> Any:
    """Return the title of a page and its address, as a link to it if it can be opened; below it its text."""
    shown = E.small(middle(legal(item.url)), title=legal(item.url))
    name = [E.span({"class": "page-name", "dir": "auto"}, legal(item.title))] if item.title else []
    is_opened = item.url.startswith(OPENED)
    link = E.a(*name, shown, href=legal(item.url), rel="noreferrer") if is_opened else E.span(*name, shown)
    if not with_text or not item.begins:
        return link
    more = "…" if len(item.begins) == SHOWN_CHARS else ""
    return E.div(link, E.span({"class": "begins", "dir": "auto"}, legal(item.begins) + more))


def middle(text: str) -> str:
    """Shorten a long text in the middle.

    >>> middle("short"), middle("a" * 60 + "b" * 60) == "a" * 35 + "…" + "b" * 34
    ('short', True)
    """
    return text if len(text) <= MOST_URL else f"{text[: MOST_URL // 2]}…{text[1 - MOST_URL // 2 :]}"


def hidden(crawl: Crawl) -> list[Any]:
    """Return the table of the pages whose main text has most hidden characters."""
    rows = [(address(item), chars) for chars, item in crawl.hidden.sorted()]
    return table("Hidden text", ("Page", "Hidden characters in its text"), rows, "hidden")


def repeated(crawl: Crawl) -> list[Any]:
    rows = [
        (text, middle(url), row.count)
        for _, row in crawl.texts.top(ROWS, least=2)
        for text, url in [row.value]
    ]
    return table("Repeated texts", ("Text", "First on", "Items"), rows, "repeated")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], anchor: str = "") -> list[Any]:
    """Return a heading, which is an anchor, and a table, or nothing without rows."""
    rows = list(rows)
    if not rows:
        return []
    first = [is_number(value) for value in rows[0]]
    body = [E.tr(*map(cell, row)) for row in rows]
    head = E.thead(E.tr(*(headed(name, numeric) for name, numeric in zip(heads, first))))
    # What is wider than the screen is moved with the keyboard, too.
    wide = {"class": "wide", "tabindex": "0", "role": "region", "aria-label": title}
    return [E.h2(title, {"id": anchor} if anchor else {}), E.div(wide, E.table(head, E.tbody(*body)))]


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
