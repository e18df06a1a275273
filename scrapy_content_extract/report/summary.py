"""A crawl → the HTML of its report: what to act on first, then all the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from lxml import etree, html
from lxml.builder import E

from ..content.auto.memory import WARM
from ..content.markup import legal
from ..content.result import DOUBTFUL
from .crawl import SHOWN_CHARS, Crawl, Frequent, Host, Item, site_of
from .plots import plots_of
from .why import counted

#: The most rows of a table: about a screen.
ROWS = 25
#: The most characters of an address that are shown: one line of a table.
URL_CHARS = 70
#: What stands for a value that is not known.
UNKNOWN = "–"
#: The names of numbers that are 1.
ONE = {
    "items": "item",
    "hosts": "host",
    "characters replaced": "character replaced",
    "lines that are not items": "line that is not an item",
}
#: How to get the report of a page that is not in the same file.
HINT = "Other reports: content-extract report ADDRESS, or --archive with the WARC of the crawl."
#: The beginnings of addresses that become links.
OPENED = ("http://", "https://")
#: What the rows of pages can be filtered by.
FILTERS = ("host", "status", "kind")
#: The sources of encodings that are guesses.
GUESSED = ("detector", "fallback")
#: The least items of a host that can fall out, and by how many standard deviations it does: by chance, one
#: comparison of 700 is so far off.
LEAST_ITEMS, DEVIATIONS = 5, 3.0

_NUMBER = re.compile(r"[\d,]+(?:\.\d+)?%?|–")


def summary(crawl: Crawl, reports: Mapping[str, int], hint: str = HINT) -> str:
    """Return the part of a report that shows a crawl.

    ``reports`` are the pages that are shown in the same file: their addresses and numbers;
    ``hint`` says where the others are.
    """
    numbers = [
        (ONE.get(name, name) if value == "1" else name, value)
        for name, value in numbers_of(crawl).items()
        if value != UNKNOWN
    ]
    actions = [
        E.li(E.a(E.b(counted(items, "item")), f" {legal(said)}", href=f"#{anchor}"))
        for items, said, anchor in actions_of(crawl)
    ]
    without = [
        (reason, row.count, share(row.count, crawl.items), address(row.value))
        for reason, row in crawl.without.top(ROWS)
    ]
    fallen = [(one.host, one.items, one.why, f"{one.deviations:.1f}") for one in fallen_hosts(crawl)[:ROWS]]
    hosts = []
    for name, row in crawl.hosts.top(ROWS):
        host: Host = row.value
        mean = f"{host.confidence / host.confident:.2f}" if host.confident else UNKNOWN
        hosts.append((name, row.count, share(host.ok, row.count), mean))
    truncated = [(address(item), int(item.text_chars)) for item in crawl.truncated.values]
    hidden = [(address(item), chars) for chars, item in crawl.hidden.values()]
    repeated = [(row.value[0], middle(row.value[1]), row.count) for _, row in crawl.texts.top(ROWS, least=2)]
    section = E.section(
        {"class": "crawl", "aria-label": "The crawl"},
        E.dl({"class": "numbers"}, *(E.div(E.dt(name), E.dd(value)) for name, value in numbers)),
        E.h2("What to act on"),
        E.ul({"class": "actions"}, *actions) if actions else E.p("Nothing stands out."),
        tables(
            table("Without text", ("Reason", "Items", "Share", "First page"), without, "without"),
            table("Hosts that fall out", ("Host", "Items", "Why", "Standard deviations"), fallen, "fallen"),
        ),
        *pages(crawl, reports, hint),
        tables(
            table("Truncated pages", ("Page", "Characters of its text"), truncated, "truncated"),
            table("Hidden text", ("Page", "Hidden characters in its text"), hidden, "hidden"),
        ),
        *table("Repeated texts", ("Text", "First on", "Items"), repeated, "repeated"),
        E.h2("The whole crawl"),
        E.div({"class": "plots"}, *(figure(*plot) for plot in plots_of(crawl))),
        tables(
            shares("Statuses", ("Status",), crawl.statuses),
            shares("Encodings", ("Encoding", "By"), crawl.encodings, "encodings"),
            shares("Languages", ("Language",), crawl.languages),
            table("Hosts", ("Host", "Items", "With main text", "Mean confidence"), hosts, "hosts"),
        ),
    )
    return as_html(section)


def figure(name: str, svg: str, said: str) -> Any:
    return E.figure(E.h2(name), etree.fromstring(svg), E.figcaption(said))


def as_html(section: Any) -> str:
    return f"{html.tostring(section, encoding='unicode')}\n"


def actions_of(crawl: Crawl) -> Iterator[tuple[int, str, str]]:
    """Yield how many items to act on, what is wrong with them, and the anchor of their table."""
    if without := crawl.items - crawl.ok:
        top = crawl.without.top(3)
        reasons = [f"{str(reason).partition(': ')[2] or reason} ({row.count:,})" for reason, row in top]
        yield without, f"without text: {', '.join(reasons)}", "without"
    if fallen := fallen_hosts(crawl):
        names = ", ".join(one.host for one in fallen[:3])
        yield sum(one.items for one in fallen), f"of hosts that fall out: {names}", "fallen"
    if few := [name for name, row in crawl.hosts.rows.items() if 0 <= row.value.site_pages < WARM]:
        items = sum(crawl.hosts.rows[name].count for name in few)
        said = f"of hosts of which fewer than {WARM} other pages were known: {', '.join(few[:3])}"
        yield items, said, "hosts"
    if unruled := {name: row.value.unruled for name, row in crawl.hosts.rows.items() if row.value.unruled}:
        said = f"on whose pages the rule of their site found nothing: {', '.join([*unruled][:3])}"
        yield sum(unruled.values()), said, "hosts"
    histogram = crawl.histograms["confidence"]
    if doubtful := sum(n for n, edge in zip(histogram.counts, histogram.edges[1:]) if edge <= DOUBTFUL):
        yield doubtful, f"with a confidence below {DOUBTFUL}", "pages"
    if guessed := sum(row.count for (_, source), row in crawl.encodings.rows.items() if source in GUESSED):
        yield guessed, "whose encoding is a guess: some letters may be wrong", "encodings"
    if crawl.truncated.seen:
        yield crawl.truncated.seen, "truncated: the end of the text may be missing", "truncated"
    if crawl.with_hidden:
        yield crawl.with_hidden, "with text that a browser does not show", "hidden"
    if crawl.repeated:
        yield crawl.repeated, "whose text came before", "repeated"


class Fallen(NamedTuple):
    """A host that has less text, less confidence or more repetitions than the crawl."""

    host: str
    items: int
    why: str
    deviations: float


def fallen_hosts(crawl: Crawl) -> list[Fallen]:
    """Return the hosts that are farther from the crawl than chance explains, the farthest first.

    A host of n items has n * p of a kind that has the share p of all items, with the variance
    n * p * (1 - p); its mean confidence has the variance of all, divided by n.
    """
    confidence, found = crawl.histograms["confidence"], []
    for name, row in crawl.hosts.rows.items():
        host, n = row.value, row.count
        kinds = {
            "without text": (n - host.ok, crawl.items - crawl.ok),
            "with a text that came before": (host.repeated, crawl.repeated),
        }
        signs = {f"{k:,} {kind}": deviations(k, n, of / crawl.items) for kind, (k, of) in kinds.items()}
        if host.confident and confidence.variance > 1e-9:
            own = host.confidence / host.confident
            far = ((confidence.mean or 0.0) - own) / sqrt(confidence.variance / host.confident)
            signs[f"a mean confidence of {own:.2f}"] = far
        why = [said for said, far in signs.items() if far > DEVIATIONS]
        if why and n >= LEAST_ITEMS:
            found.append(Fallen(str(name), n, ", ".join(why), max(signs.values())))
    return sorted(found, key=lambda one: -one.deviations)


def deviations(count: int, n: int, p: float) -> float:
    return (count - n * p) / sqrt(n * p * (1 - p)) if 0 < p < 1 else 0.0


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
    rare = {
        "characters replaced": crawl.replaced,
        "truncated": crawl.truncated.seen,
        "lines that are not items": crawl.broken,
    }
    return {**shown, **{name: f"{count:,}" for name, count in rare.items() if count}}


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else UNKNOWN


def pages(crawl: Crawl, reports: Mapping[str, int], hint: str) -> list[Any]:
    """Return the table of the least confident pages and of pages without text, which can be filtered."""
    items = [*crawl.least.values(), *crawl.empty.values]
    if not items:
        return []
    rows = []
    for item in items:
        confidence = UNKNOWN if item.confidence is None or item.reason else f"{item.confidence:.2f}"
        kept = UNKNOWN if item.kept is None else f"{item.kept:.0%}"
        report = E.a("report", href=f"#page-{reports[item.url]}") if item.url in reports else ""
        rows.append((address(item, with_text=True), confidence, kept, item.reason or item.status, report))
    is_hinted = hint and any(isinstance(row[-1], str) for row in rows)
    heads = ("Page and beginning of its text", "Confidence", "Kept", "Status", "")
    known = [n for n in range(len(heads)) if any(row[n] not in ("", UNKNOWN) for row in rows)]
    cells = [[row[n] for n in known] for row in rows]
    title, shown = table("Pages to look at", [heads[n] for n in known], cells, "pages")
    keys = [(site_of(one.url), one.reason or one.status, "" if one.reason else one.kind) for one in items]
    for row, values in zip(shown.iter("tr"), [("", "", ""), *keys]):
        for name, value in zip(FILTERS, values):
            row.set(f"data-{name}", legal(value))
    choices = [choice(name, values) for name, values in zip(FILTERS, zip(*keys)) if len({*values}) > 1]
    filters = E.div({"class": "filters", "hidden": ""}, *choices)
    return [title, filters, shown, E.p({"class": "hint"}, hint) if is_hinted else ""]


def choice(name: str, values: Iterable[str]) -> Any:
    options = [E.option(legal(value), value=legal(value)) for value in sorted({*values} - {""})]
    select = E.select({"data-filter": name}, E.option("all", value=""), *options)
    return E.label(f"{name.capitalize()} ", select)


def address(item: Item, with_text: bool = False) -> Any:
    """Return the title of a page and its address, as a link to it if it can be opened; below it its text."""
    shown = E.small(middle(legal(item.url)), title=legal(item.url))
    name = [E.span({"class": "page-name", "dir": "auto"}, legal(item.title))] if item.title else []
    link = E.span(*name, shown)
    if item.url.startswith(OPENED):
        link = E.a(*name, shown, href=legal(item.url), rel="noreferrer")
    if not with_text or not item.begins:
        return link
    more = "…" if len(item.begins) == SHOWN_CHARS else ""
    return E.div(link, E.span({"class": "begins", "dir": "auto"}, legal(item.begins) + more))


def middle(text: str) -> str:
    """Shorten a long text in the middle.

    >>> middle("short"), middle("a" * 60 + "b" * 60) == "a" * 35 + "…" + "b" * 34
    ('short', True)
    """
    return text if len(text) <= URL_CHARS else f"{text[: URL_CHARS // 2]}…{text[1 - URL_CHARS // 2 :]}"


def tables(*given: list[Any]) -> Any:
    """Return tables side by side, where there is room."""
    return E.div({"class": "tables"}, *(E.div(*one) for one in given if one))


def shares(title: str, heads: Sequence[str], counted: Frequent, anchor: str = "") -> list[Any]:
    top = counted.top(ROWS)
    whole = sum(row.count for _, row in top) or 1
    rows = []
    for key, row in top:
        names = key if isinstance(key, tuple) else (key,)
        bar = E.span({"class": "share", "style": f"width: {row.count / whole:.1%}"})
        rows.append((*names, row.count, f"{row.count / whole:.1%}", bar))
    return table(title, (*heads, "Items", "Share", ""), rows, anchor)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], anchor: str = "") -> list[Any]:
    """Return a heading, which is an anchor, and a table, or nothing without rows."""
    if not rows:
        return []
    head = [
        E.th(name, {"scope": "col", "class": "n" if is_number(value) else "words"}) if name else E.td()
        for name, value in zip(heads, rows[0])
    ]
    # What is wider than the screen is moved with the keyboard, too.
    wide = {"class": "wide", "tabindex": "0", "role": "region", "aria-label": title}
    body = E.table(E.thead(E.tr(*head)), E.tbody(*(E.tr(*map(cell, row, heads)) for row in rows)))
    return [E.h2(title, {"id": anchor} if anchor else {}), E.div(wide, body)]


def is_number(value: Any) -> bool:
    """Tell whether a cell is to end where the others in its column end.

    >>> is_number(1427), is_number("12.5%"), is_number("–"), is_number("127.0.0.1:80")
    (True, True, True, False)
    """
    return isinstance(value, int) or (isinstance(value, str) and bool(_NUMBER.fullmatch(value)))


def cell(value: Any, head: str) -> Any:
    """Return a cell; in a narrow window the head of its column stands before it."""
    shown = f"{value:,}" if isinstance(value, int) else legal(value) if isinstance(value, str) else value
    return E.td({"data-head": head, **({"class": "n"} if is_number(value) else {"dir": "auto"})}, shown)
