"""The claims that metadata are chosen from: the declarations that are about the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ..model import table_rows
from ..page.attributes import attributes_of
from ..page.page import Page
from . import byline
from .datelines import dates_near
from .declared import ITEMPROP, TEXT_CHARS, Declared, Node, listed, read_declared, texts_of, types_of, urls_of
from .titles import HEADING_CHARS, Title, cosine, letters_of, split_url, words_of

#: The names of ``<meta>`` for each value, the best first.
_ROWS = table_rows(Path(__file__).with_name("meta_names.tsv"))
NAMES = {value: tuple(names.split()) for value, names in _ROWS}
ALL_NAMES = frozenset(name for names in NAMES.values() for name in names)

#: How the types of schema.org end, by kind: works have an author and a date; goods, and other
#: things that a page may be, have none; pages and sites are around them.
TYPE_ENDS = {
    kind: tuple(ends.split())
    for kind, ends in {
        "work": "Article Posting BlogPost Report Question Recipe HowTo CreativeWork Thesis",
        "goods": "Product ProductGroup ProductModel",
        "thing": "Event Course Movie Book VideoObject Episode Application",
        "page": "Page",
        "site": "WebSite Organization Corporation Business",
    }.items()
}
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}")
#: The attributes of microdata.
_MICRODATA = ("itemtype", "itemscope", "itemprop", "content", "datetime")


@lru_cache(maxsize=1024)
def kind_of(type_name: str) -> str:
    """Return the kind of a type, or ``""``.

    >>> kind_of("NewsArticle"), kind_of("BreadcrumbList")
    ('work', '')
    """
    return next((kind for kind, ends in TYPE_ENDS.items() if type_name.endswith(ends)), "")


def is_a(kind: str, node: Node) -> bool:
    return any(kind_of(name) == kind for name in types_of(node))


@dataclass(frozen=True)
class Claims:
    """The declarations of a page about itself; the values are chosen from them."""

    page: Page
    title: Title
    declared: Declared
    #: the nodes of JSON-LD, by kind
    nodes: Mapping[str, Sequence[Node]]
    #: the node for the work that the page is, or an empty one
    work: Node
    #: the nodes for other things that the page may be
    goods: Node
    thing: Node

    @property
    def is_no_work(self) -> bool:
        """Whether the page is goods or the front page of a site, which have no author."""
        types = self.declared.meta.get("og:type", [""])
        return not self.work and (
            bool(self.goods) or types[0].lower().startswith("product") or split_url(self.page.url)[1] == "/"
        )

    @cached_property
    def microdata(self) -> dict[int, dict[str, str]]:
        """The attributes of microdata, by element; none if the page has JSON-LD, which says the same."""
        html = self.page.html
        if self.declared.nodes or (html and isinstance(html, bytes) and b"itemtype" not in html):
            return {}
        return attributes_of(self.page, bytes(len(self.page.code)), 0, _MICRODATA)

    @cached_property
    def properties(self) -> list[int]:
        """The elements with the properties, in microdata, of the one work that the page is."""
        scopes = [
            i
            for i, of in self.microdata.items()
            if kind_of(of.get("itemtype", "")[:TEXT_CHARS].rstrip("/").rpartition("/")[2]) == "work"
        ]
        return properties_of(self.page, scopes[0], self.microdata) if len(scopes) == 1 else []

    @cached_property
    def named(self) -> list[int]:
        """The elements with the names of things in microdata."""
        return [i for i, of in self.microdata.items() if "name" in properties_in(of)]

    def stated(self, value: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the contents of ``<meta>`` under each name for a value, the best name first."""
        meta = self.declared.meta
        yield from ((name, meta[name]) for name in NAMES[value] if name in meta)

    def metas(self, value: str) -> Iterator[tuple[str, str]]:
        """Yield each of these contents, with its source."""
        yield from ((text, source_of(name)) for name, texts in self.stated(value) for text in texts)

    @cached_property
    def language(self) -> str:
        """The language that the page states, as a tag of BCP 47, or ``""``."""
        return next((language for language, _ in self.languages()), "")

    def languages(self) -> Iterator[tuple[str, str]]:
        """Yield the languages that the page states, with their sources."""
        for value, source in ((self.declared.language, "html"), *self.metas("language")):
            if _LANGUAGE.fullmatch(value.strip()):
                yield value.strip().replace("_", "-"), source

    @cached_property
    def site_names(self) -> frozenset[str]:
        """The names of the site and of its publishers, as letters."""
        publishers = [one for node in self.declared.nodes for one in listed(node.get("publisher"))]
        names = names_of([*publishers, *self.nodes.get("site", ())], self.declared)
        names += [name for name, _ in self.metas("site_name")]
        return frozenset(map(letters_of, names))

    @cached_property
    def lines(self) -> list[byline.Line]:
        return byline.lines_near(self.page, self.title)

    @cached_property
    def dates_near(self) -> list[tuple[str, str, bool]]:
        return dates_near(self.page, self.lines, self.language)


def claims_of(page: Page, title: Title) -> Claims:
    declared = read_declared(page, ALL_NAMES)
    nodes: dict[str, list[Node]] = {}
    for node in declared.nodes:
        for kind in {kind_of(name) for name in types_of(node)}:
            nodes.setdefault(kind, []).append(node)
    work, goods, thing = (
        the_one(nodes.get(kind, ()), declared, page, title) for kind in ("work", "goods", "thing")
    )
    return Claims(page, title, declared, nodes, work, goods, thing)


def the_one(nodes: Sequence[Node], declared: Declared, page: Page, title: Title) -> Node:
    """Return the node that is about the page: it names the page's URL, or its title, or is the only one."""
    if len(nodes) < 2:
        return nodes[0] if nodes else {}
    urls = {bare(url) for url in (page.url, declared.links.get("canonical")) if url}
    wanted = words_of(title.text)

    def fits(node: Node) -> tuple[bool, float]:
        own = urls_of([node.get("url"), node.get("@id"), node.get("mainEntityOfPage")])
        names = [name for key in ("headline", "name") for name in texts_of(node.get(key), HEADING_CHARS)]
        likeness = max((cosine(words_of(name), wanted) for name in names), default=0.0)
        return any(bare(url) in urls for url in own), likeness

    best = max(nodes, key=fits)
    return best if fits(best) > (False, 0.5) else {}


def bare(url: str) -> str:
    """Return host and path of a URL.

    >>> bare("https://www.example.com/news/#main") == bare("http://example.com/news?from=feed")
    True
    """
    host, path = split_url(url)
    return f"{host.lower().removeprefix('www.')}{path.rstrip('/')}"


def source_of(name: str) -> str:
    if name.startswith(ITEMPROP):
        return "microdata"
    return "opengraph" if name.startswith(("og:", "article:")) else "meta"


def names_of(value: Any, declared: Declared) -> list[str]:
    """Return the names of persons or organizations in JSON-LD, also by their ``@id`` alone."""
    return texts_of([inner for one in nodes_of(value, ("name",), declared) for inner in listed(one)])


def nodes_of(value: Any, keys: Sequence[str], declared: Declared) -> list[Any]:
    """Return the values of JSON-LD; a node that has an ``@id``, but none of the keys, stands for another."""
    found = {}
    for one in listed(value):
        if isinstance(one, dict) and isinstance(one.get("@id"), str) and not any(map(one.get, keys)):
            one = declared.by_id.get(one["@id"])
        found[id(one)] = one  # thousands may refer to the same
    return list(found.values())


def properties_in(of: Mapping[str, str]) -> list[str]:
    """Return the properties of an element in its attributes of microdata."""
    return of.get("itemprop", "")[:TEXT_CHARS].split()


def properties_of(page: Page, scope: int, microdata: Mapping[int, Mapping[str, str]]) -> list[int]:
    """Return the elements with properties of an item of microdata, without the items inside of it."""
    found = []
    inside = scope + 1  # the end of the last item inside
    for i, of in microdata.items():
        if inside <= i < page.end[scope]:
            if "itemprop" in of:
                found.append(i)
            if "itemscope" in of:
                inside = page.end[i]
    return found
