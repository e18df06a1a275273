"""Metadata: what a page declares about itself, each value with its source; nothing is guessed.

The more a declaration is about this very page, the more it counts:

1. **JSON-LD**: the node for the work that the page is, an article, a thread, a recipe.  Of several, the
   one that names the page's URL or its title.  Nodes of breadcrumbs, lists, reviews and comments are about
   something else.
2. **OpenGraph and** ``<meta>``, under the names in :data:`NAMES`.
3. **Microdata** of such a work, where the page has one.
4. **Bylines**: authors and dates that stand next to the title (:mod:`.byline`).

Dates of a ``WebPage`` are left out: programs set them for every page, and a shop has no date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from lxml import etree

from . import byline
from .dates import declared_date
from .declared import (
    ITEMPROP,
    Declared,
    Node,
    absolute,
    clean,
    first,
    read_declared,
    texts_of,
    types_of,
    urls_of,
)
from .model import Page
from .titles import Title, cosine, letters_of, split_url, title_of, words_of

#: The names of ``<meta>`` for each value, the best first.
NAMES: dict[str, tuple[str, ...]] = {
    "date": (
        "article:published_time", "og:article:published_time", "datepublished", "publishdate",
        "publish-date", "publish_date", "pubdate", "published_at", "published_time", "published-date",
        "published_date", "publication_date", "article.published", "parsely-pub-date", "sailthru.date",
        "citation_publication_date", "citation_online_date", "citation_date", "dcterms.issued",
        "dc.date.issued", "dcterms.created", "dc.date.created", "dcterms.date", "dc.date", "date",
        "itemprop:datepublished",
    ),
    "modified": (
        "article:modified_time", "og:article:modified_time", "og:updated_time", "datemodified",
        "dcterms.modified", "dc.date.modified", "last-modified", "modified-date", "modified_date",
        "article.updated", "lastmod", "itemprop:datemodified",
    ),
    "author": (
        "author", "article:author", "og:article:author", "article.author", "parsely-author",
        "sailthru.author", "byl", "citation_author", "citation_authors", "dc.creator", "dcterms.creator",
        "itemprop:author",
    ),
    "site_name": ("og:site_name", "application-name", "twitter:app:name:iphone"),
    "description": ("og:description", "description", "dc.description", "twitter:description"),
    "image": ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"),
    "tags": ("article:tag", "og:article:tag", "news_keywords", "parsely-tags", "sailthru.tags", "keywords"),
    "language": ("content-language", "dc.language", "language", "og:locale"),
    "url": ("og:url",),
    "type": ("og:type",),
}  # fmt: skip

ALL_NAMES = frozenset(name for names in NAMES.values() for name in names)

#: Types of schema.org that are works with an author and a date, by how they end.
WORKS = re.compile(r"(Article|Posting|BlogPost|Report|Question|Recipe|HowTo|CreativeWork|Thesis)$")
#: Other types that a page may be, which are not of a day.
THINGS = re.compile(
    r"(Product|Event|Course|Movie|Book|VideoObject|Episode|SoftwareApplication|Place|Organization)$"
)
GOODS = re.compile(r"Product(Group|Model)?$")
PAGES = re.compile(r"Page$")
SITES = re.compile(r"(WebSite|Organization|Publisher)$")
_SCOPES = etree.XPath("descendant-or-self::*[@itemtype]")
_PROPERTIES = etree.XPath("descendant::*[@itemprop]")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_TAGS = re.compile(r"\s*[,;،、，；|]\s*")


class Found(NamedTuple):
    value: Any
    #: "json-ld", "opengraph", "meta", "microdata", "time", "rel", "byline", "html", "link", "h1", "title"
    source: str


@dataclass(frozen=True)
class Metadata:
    """What is known of a page; None, and no tags, where it says nothing."""

    title: str | None = None
    #: its authors, separated by "; "
    author: str | None = None
    #: when it was published, in ISO 8601
    date: str | None = None
    modified: str | None = None
    #: a tag of BCP 47 like "en-US"
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    image: str | None = None
    tags: tuple[str, ...] = ()
    #: what the page is: a type of schema.org like "NewsArticle", or one of OpenGraph like "article"
    type: str | None = None
    #: where each value is from
    sources: dict[str, str] = field(default_factory=dict)


def metadata_of(page: Page, title: Title | None = None) -> Metadata:
    """Return the metadata of a page.  ``title`` is its title if the caller knows it."""
    facts = facts_of(page, title or title_of(page))
    values: dict[str, Any] = {}
    sources = {}
    for name, find in FINDERS.items():
        found = next((one for one in find(facts) if one.value), None)
        if found:
            values[name], sources[name] = found
    return Metadata(**values, sources=sources)


@dataclass(frozen=True)
class Facts:
    """What the values are chosen from."""

    page: Page
    title: Title
    declared: Declared
    #: the node of JSON-LD for the work that the page is; empty where there is none
    work: Node
    #: that of another thing that it is, like a product
    thing: Node
    language: str
    #: the names of the site and of its publisher, as letters
    site_names: frozenset[str]

    @property
    def is_no_work(self) -> bool:
        """Whether the page is goods, which have a maker, or the front page of a site: nobody wrote it."""
        types = self.declared.meta.get("og:type", [""])
        return not self.work and (
            is_a(GOODS, self.thing)
            or types[0].lower().startswith("product")
            or split_url(self.page.url)[1] == "/"
        )

    @cached_property
    def properties(self) -> list[tuple[str, etree._Element]]:
        """The properties in microdata of the one work that the page is, by name."""
        html = self.page.html
        if self.declared.nodes or (html and isinstance(html, bytes) and b"itemtype" not in html):
            return []  # whoever writes JSON-LD says it there; to look through the tree takes its time
        scopes = [element for element in _SCOPES(self.page.root) if WORKS.search(element.get("itemtype"))]
        return properties_of(scopes[0]) if len(scopes) == 1 else []

    @cached_property
    def lines(self) -> list[byline.Line]:
        return byline.lines_near(self.page, self.title)


def facts_of(page: Page, title: Title) -> Facts:
    declared = read_declared(page.root, page.url, ALL_NAMES)
    work = the_one([node for node in declared.nodes if is_a(WORKS, node)], declared, page, title)
    thing = the_one([node for node in declared.nodes if is_a(THINGS, node)], declared, page, title)
    publishers = [node.get("publisher") for node in declared.nodes]
    publishers += [node for node in declared.nodes if is_a(SITES, node)]
    names = [name for publisher in publishers for name in names_of(publisher, declared)]
    names += [value for _, value in first(NAMES["site_name"], declared.meta)]
    return Facts(
        page,
        title,
        declared,
        work,
        thing,
        language_of(declared),
        frozenset(map(letters_of, names)),
    )


def is_a(kind: re.Pattern[str], node: Node) -> bool:
    return any(map(kind.search, types_of(node)))


def the_one(nodes: Sequence[Node], declared: Declared, page: Page, title: Title) -> Node:
    """Return the node that is about the page: it names the page's URL, or its title, or is the only one."""
    if len(nodes) < 2:
        return nodes[0] if nodes else {}
    urls = {bare(url) for url in (page.url, declared.links.get("canonical")) if url}
    wanted = words_of(title.text)

    def fits(node: Node) -> tuple[bool, float]:
        own = urls_of([node.get("url"), node.get("@id"), node.get("mainEntityOfPage")])
        names = texts_of(node.get("headline")) + texts_of(node.get("name"))
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


def language_of(declared: Declared) -> str:
    """Return the language that ``<html lang>`` or ``<meta>`` states, as a tag of BCP 47, or ``""``."""
    return next((found.value for found in languages(declared)), "")


def languages(declared: Declared) -> Iterator[Found]:
    stated = [(declared.language, "html")]
    stated += [(value, source_of(name)) for name, value in first(NAMES["language"], declared.meta)]
    for value, source in stated:
        if _LANGUAGE.fullmatch(value.strip()):
            yield Found(value.strip().replace("_", "-"), source)


def source_of(name: str) -> str:
    if name.startswith(ITEMPROP):
        return "microdata"
    return "opengraph" if name.startswith(("og:", "article:")) else "meta"


def titles(facts: Facts) -> Iterator[Found]:
    yield Found(facts.title.text, "title" if facts.title.element is None else "heading")


def authors(facts: Facts) -> Iterator[Found]:
    stated = people_of(facts.work.get("author") or facts.work.get("creator"), facts.declared)
    yield people(stated, "json-ld", facts)
    if facts.is_no_work:
        return
    for name in NAMES["author"]:
        stated = facts.declared.meta.get(name, [])
        yield people(
            map(in_order, stated) if name.startswith("citation_") else stated, source_of(name), facts
        )
    yield people(marked(facts, "author")[:1], "microdata", facts)
    for name in byline.authors_near(facts.page, facts.lines):
        yield people([name], "byline", facts)


def in_order(name: str) -> str:
    """Return a name as it is said.

    >>> in_order("Holm, Ina")
    'Ina Holm'
    """
    last, _, rest = name.partition(",")
    return f"{rest.strip()} {last}".strip()


def people(names: Iterable[str], source: str, facts: Facts) -> Found:
    """Return names of people, as one value; the name of the site is none."""
    kept = dict.fromkeys(name for name in map(byline.name_in, names) if is_person(name, facts))
    return Found("; ".join(kept), source)


def is_person(name: str, facts: Facts) -> bool:
    """Say whether a name may be that of an author: no address, nothing that programs write, not the site."""
    letters = letters_of(name)
    is_site = letters in facts.site_names or (
        " " not in name and letters in letters_of(label_of(facts.page.url))
    )
    return 1 < len(name) <= NAME_CHARS and not (
        is_site or _NO_NAME.search(name) or letters in NOBODY or letters == letters_of(facts.title.text)
    )


def label_of(url: str | None) -> str:
    """Return the part of a host name that is most like a name.

    >>> label_of("https://blog.bend-gazette.example/")
    'bend-gazette'
    """
    return max(split_url(url)[0].partition(":")[0].split(".")[:-1], key=len, default="")


NAME_CHARS = 80
NOBODY = frozenset(
    "admin administrator anonymous author by editor guest null none staff undefined unknown user webmaster".split()
)
_NO_NAME = re.compile(r"https?:|www\.|\w\.\w+\.\w|@|:|^[\d\W]+$|[{}<>]")


def dates(facts: Facts) -> Iterator[Found]:
    for key in ("datePublished", "dateCreated", "uploadDate"):
        yield from dated(texts_of(facts.work.get(key)), "json-ld", facts)
    if facts.is_no_work:
        return
    for name in NAMES["date"]:
        yield from dated(facts.declared.meta.get(name, []), source_of(name), facts)
    yield from dated(marked(facts, "datePublished"), "microdata", facts)
    for date, source in byline.dates_near(facts.page, facts.lines, facts.language, updated=False):
        yield Found(date, source)
    if found := _DATE_IN_PATH.search(split_url(facts.page.url)[1]):
        yield from dated(["-".join(found.groups())], "url", facts)


_DATE_IN_PATH = re.compile(r"/(20\d\d)[/-](\d\d)[/-](\d\d)(?!\d)")


def modifieds(facts: Facts) -> Iterator[Found]:
    pages = [node for node in facts.declared.nodes if is_a(PAGES, node)]
    for node in (facts.work, *pages[:1]):
        yield from dated(texts_of(node.get("dateModified")), "json-ld", facts)
    for name in NAMES["modified"]:
        yield from dated(facts.declared.meta.get(name, []), source_of(name), facts)
    yield from dated(marked(facts, "dateModified"), "microdata", facts)
    for date, source in byline.dates_near(facts.page, facts.lines, facts.language, updated=True):
        yield Found(date, source)


def dated(texts: Iterable[str], source: str, facts: Facts) -> Iterator[Found]:
    for text in texts:
        if date := declared_date(text, facts.language):
            yield Found(date, source)


def site_names(facts: Facts) -> Iterator[Found]:
    yield from metas("site_name", facts)
    for node in facts.declared.nodes:
        if "WebSite" in types_of(node):
            yield from (Found(name, "json-ld") for name in texts_of(node.get("name")))


def descriptions(facts: Facts) -> Iterator[Found]:
    yield from (Found(text, "json-ld") for text in texts_of(facts.work.get("description")))
    yield from metas("description", facts)


def canonical_urls(facts: Facts) -> Iterator[Found]:
    yield Found(absolute(facts.declared.links.get("canonical", ""), facts.declared.base), "link")
    for found in metas("url", facts):
        yield Found(absolute(found.value, facts.declared.base), found.source)


def images(facts: Facts) -> Iterator[Found]:
    for node in (facts.work, facts.thing):
        for url in urls_of(node.get("image")):
            yield Found(absolute(url, facts.declared.base), "json-ld")
    for found in metas("image", facts):
        yield Found(absolute(found.value, facts.declared.base), found.source)
    yield Found(absolute(facts.declared.links.get("image_src", ""), facts.declared.base), "link")


def tags(facts: Facts) -> Iterator[Found]:
    given = [(texts_of(facts.work.get("keywords")), "json-ld")]
    given += [(facts.declared.meta.get(name, []), source_of(name)) for name in NAMES["tags"]]
    for texts, source in given:
        split = _TAGS.split(texts[0]) if len(texts) == 1 else texts
        yield Found(tuple(dict.fromkeys(filter(None, map(str.strip, split)))), source)


def types(facts: Facts) -> Iterator[Found]:
    for node in (facts.work, facts.thing):
        yield from (Found(name, "json-ld") for name in types_of(node)[:1])
    yield from metas("type", facts)


def metas(name: str, facts: Facts) -> Iterator[Found]:
    for called, value in first(NAMES[name], facts.declared.meta):
        yield Found(value, source_of(called))


#: How each value is found: every place that may have it, the best first.
FINDERS: dict[str, Callable[[Facts], Iterator[Found]]] = {
    "title": titles,
    "author": authors,
    "date": dates,
    "modified": modifieds,
    "language": lambda facts: languages(facts.declared),
    "site_name": site_names,
    "description": descriptions,
    "canonical_url": canonical_urls,
    "image": images,
    "tags": tags,
    "type": types,
}


def names_of(value: Any, declared: Declared) -> list[str]:
    """Return the names of persons or organizations in JSON-LD, also where only their ``@id`` is given."""
    found = []
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict) and not one.get("name") and isinstance(one.get("@id"), str):
            one = declared.by_id.get(one["@id"])
        found += texts_of(one)
    return found


def people_of(value: Any, declared: Declared) -> list[str]:
    """Return the names of authors in JSON-LD; an organization is a publisher, whatever it is declared as."""
    given = value if isinstance(value, list) else [value]
    return names_of([one for one in given if not (isinstance(one, dict) and is_a(SITES, one))], declared)


def properties_of(scope: etree._Element) -> list[tuple[str, etree._Element]]:
    """Return the properties of an item of microdata, without those of items inside of it."""
    found = []
    for element in _PROPERTIES(scope):
        holder = element.getparent()
        while holder is not scope and holder.get("itemscope") is None:
            holder = holder.getparent()
        if holder is scope:
            found += [(name, element) for name in element.get("itemprop").split()]
    return found


def marked(facts: Facts, name: str) -> list[str]:
    """Return the values of a property of the page's microdata."""
    return [value_of(element) for called, element in facts.properties if called == name]


def value_of(element: Any) -> str:
    """Return the value of an element of microdata: its attribute, its name, or its text."""
    stated = element.get("content") or element.get("datetime")
    if stated:
        return clean(stated)
    for inner in element.iter():
        if isinstance(inner.tag, str) and "name" in (inner.get("itemprop") or "").split():
            return clean(inner.get("content") or " ".join(inner.itertext()))
    return clean(" ".join(element.itertext()))
