"""Choose the metadata of a page from what it declares about itself, each value with its source.

Nothing is guessed.  Declarations about this very page go first:

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
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from ..model import table_rows
from ..page.choice import letters
from ..page.declared import (
    ADDRESS_KEYS,
    ITEMPROP,
    Declared,
    Microdata,
    Node,
    absolute,
    license_links,
    listed,
    read_declared,
    texts_of,
    types_of,
    urls_of,
)
from ..page.page import Page, once
from ..urls import split_url
from . import Metadata, byline, said_in_metadata
from .dates import declared_date
from .titles import CANDIDATE_CHARS, Title, cosine, title_beside, title_of, words_of

#: The most candidates that are tried for a value: a page may declare thousands that are none.
MOST_TRIED = 25

#: The names of ``<meta>`` for each value, the best first.
NAMES = {value: names.split() for value, names in table_rows(Path(__file__).with_name("meta_names.tsv"))}
ALL_NAMES = frozenset(name for names in NAMES.values() for name in names)

#: The ends of the names of schema.org's types, by kind: works have an author and a date; goods, and other
#: things that a page may be, have none; pages and sites are around them.
TYPE_ENDS = {
    "work": tuple("Article Posting BlogPost Report Question Recipe HowTo CreativeWork Thesis".split()),
    "goods": ("Product", "ProductGroup", "ProductModel"),
    "thing": ("Event", "Course", "Movie", "Book", "VideoObject", "Episode", "Application"),
    "page": ("Page",),
    "site": ("WebSite", "Organization", "Corporation", "Business"),
}
#: Of several nodes one is the page's if its name and the title share at least this part of their words.
NODE_ALIKE = 0.5
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}")


class Sourced(NamedTuple):
    value: Any
    #: where it was found, in the words of docs/metadata.rst
    source: str


@once
def metadata_of(page: Page) -> Metadata:
    """Return the first value that is found for each name, and its source."""
    claims = Claims(page)
    values: dict[str, Any] = {}
    sources = {}
    for name, find in FINDERS.items():
        found = next((one for one in islice(find(claims), MOST_TRIED) if one.value), None)
        if found:
            values[name], sources[name] = found
    return Metadata(**values, sources=sources)


def metadata_beside(page: Page, site: Any) -> Metadata:
    """Return the metadata of a page; what all pages of its site have is of the source "site", but no date."""
    found = metadata_of(page)
    if site is None:
        return found
    title, sources = title_beside(page, site), dict(found.sources)
    if title.text:
        sources["title"] = source_of_title(title)
    for name, value in said_in_metadata(found):
        if value and 0 < site.pages_with(name, value) == site.pages_with(name, ""):
            sources[name] = "site"
    date = None if sources.get("date") == "site" else found.date
    return replace(found, title=title.text or None, date=date, sources=sources)


class Claims:
    """The declarations of a page that are about the page itself."""

    def __init__(self, page: Page) -> None:
        self.page, self.title = page, title_of(page)
        self.declared = read_declared(page, ALL_NAMES)
        #: the nodes of JSON-LD, by kind
        self.nodes: dict[str, list[Node]] = {}
        for node in self.declared.nodes:
            for kind in kinds_of(node):
                self.nodes.setdefault(kind, []).append(node)
        #: the node for the work that the page is, or an empty one, and those for other things it may be
        self.work, self.goods, self.thing = map(self.the_one, ("work", "goods", "thing"))

    def the_one(self, kind: str) -> Node:
        """Return the node that is about the page: it names its URL, or its title, or is the only one."""
        nodes = self.nodes.get(kind, [])
        if len(nodes) < 2:
            return nodes[0] if nodes else {}
        urls = {bare(url) for url in (self.page.url, self.declared.links.get("canonical")) if url}
        wanted = words_of(self.title.text)

        def fits(node: Node) -> tuple[bool, float]:
            own = urls_of([node.get("url"), node.get("@id"), node.get("mainEntityOfPage")])
            names = [
                name for key in ("headline", "name") for name in texts_of(node.get(key), CANDIDATE_CHARS)
            ]
            likeness = max((cosine(words_of(name), wanted) for name in names), default=0.0)
            return any(bare(url) in urls for url in own), likeness

        best = max(nodes, key=fits)
        return best if fits(best) > (False, NODE_ALIKE) else {}

    @property
    def is_no_work(self) -> bool:
        """Whether the page is goods or the front page of a site, which have no author."""
        types = self.declared.meta.get("og:type", [""])
        return not self.work and (
            bool(self.goods) or types[0].lower().startswith("product") or split_url(self.page.url).path == "/"
        )

    def stated(self, value: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the contents of ``<meta>`` under each name for a value, the best name first."""
        meta = self.declared.meta
        return ((name, meta[name]) for name in NAMES[value] if name in meta)

    def metas(self, value: str) -> Iterator[Sourced]:
        """Yield each of these contents, with its source."""
        return (Sourced(text, source_of(name)) for name, texts in self.stated(value) for text in texts)

    def address(self, url: str, source: str) -> Sourced:
        return Sourced(absolute(url, self.declared.base), source)

    def dates(self, texts: Iterable[str], source: str) -> Iterator[Sourced]:
        return (Sourced(declared_date(text, self.language), source) for text in texts)

    @cached_property
    def language(self) -> str:
        """The language that the page states, as a tag of BCP 47, or ``""``."""
        return next((language for language, _ in self.languages()), "")

    def languages(self) -> Iterator[Sourced]:
        """Yield the languages that the page states."""
        for value, source in ((self.declared.language, "html"), *self.metas("language")):
            if _LANGUAGE.fullmatch(value.strip()):
                yield Sourced(value.strip().replace("_", "-"), source)

    @cached_property
    def site_names(self) -> frozenset[str]:
        """The names of the site and of its publishers, as letters."""
        publishers = [one for node in self.declared.nodes for one in listed(node.get("publisher"))]
        names = names_of([*publishers, *self.nodes.get("site", ())], self.declared)
        names += [name for name, _ in self.metas("site_name")]
        return frozenset(map(letters, names))

    @cached_property
    def lines(self) -> list[byline.Line]:
        return byline.lines_near(self.page, self.title)

    @cached_property
    def dates_near(self) -> list[tuple[str, str, bool]]:
        return byline.dates_near(self.page, self.lines, self.language)

    @cached_property
    def microdata(self) -> Microdata:
        """The microdata of the work that the page is; empty if the page has JSON-LD, which says the same."""
        found = Microdata(self.page, () if self.declared.nodes else TYPE_ENDS["work"])
        html = self.page.html
        if found.properties and html and isinstance(html, bytes) and b"itemtype" not in html:
            return Microdata(self.page, ())  # of other spellings, such as "itemType"
        return found


def kinds_of(node: Node) -> set[str]:
    return {kind for name in types_of(node) for kind, ends in TYPE_ENDS.items() if name.endswith(ends)}


def bare(url: str) -> str:
    """Return host and path of a URL, without "www." and a slash at its end."""
    parts = split_url(url)
    return f"{parts.netloc.lower().removeprefix('www.')}{parts.path.rstrip('/')}"


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


def titles(claims: Claims) -> Iterator[Sourced]:
    yield Sourced(claims.title.text, source_of_title(claims.title))


def source_of_title(title: Title) -> str:
    return "title" if title.element is None else "heading"


def authors(claims: Claims) -> Iterator[Sourced]:
    """Yield authors; signed names go before a declaration without their words, such as the site's name."""
    for declared in declared_authors(claims):
        if declared.value:
            signed = people(byline.signed_by(claims.lines), "byline", claims)
            if words_of(signed.value).isdisjoint(words_of(declared.value)):
                yield signed
            yield declared
    if not claims.is_no_work:
        for name in byline.authors_near(claims.page, claims.lines):
            yield people([name], "byline", claims)


def declared_authors(claims: Claims) -> Iterator[Sourced]:
    given = listed(claims.work.get("author") or claims.work.get("creator"))
    # an organization counts as a publisher
    persons = [one for one in given if not (isinstance(one, dict) and "site" in kinds_of(one))]
    yield people(names_of(persons, claims.declared), "json-ld", claims)
    if claims.is_no_work:
        return
    for name, stated in claims.stated("author"):
        names = map(first_name_first, stated) if name.startswith("citation_") else stated
        yield people(names, source_of(name), claims)
    yield people(islice(claims.microdata.values("author"), 1), "microdata", claims)


def first_name_first(name: str) -> str:
    """Return "Ina Holm" for "Holm, Ina"."""
    last, _, rest = name.partition(",")
    return f"{rest.strip()} {last}".strip()


def people(names: Iterable[str], source: str, claims: Claims) -> Sourced:
    """Return names of people, as one value, without the name of the site."""
    each = chain.from_iterable(byline.each_name(byline.name_in(text)) for text in dict.fromkeys(names))
    return Sourced("; ".join(dict.fromkeys(filter(partial(is_person, claims), each))), source)


NOBODY = frozenset(
    "admin administrator anonymous author by editor guest none null staff undefined unknown user".split()
)
_NO_NAME = re.compile(r"https?:|www\.|\w\.\w+\.\w|@|:|^[\d\W]+$|[{}<>]")


def is_person(claims: Claims, name: str) -> bool:
    """Tell whether a name may be an author's: no address, nothing that programs write, not the site's."""
    if not 1 < len(name) <= byline.NAME_CHARS or _NO_NAME.search(name):
        return False
    own, host = letters(name), split_url(claims.page.url).netloc.partition(":")[0]
    label = max(host.split(".")[:-1], key=len, default="")  # as "bend-gazette" in blog.bend-gazette.example
    is_site = own in claims.site_names or (" " not in name and own in letters(label))
    return not (is_site or own in NOBODY or own == claims.title.letters)


_DATE_IN_PATH = re.compile(r"/(20\d\d)[/-](\d\d)[/-](\d\d)(?!\d)")


def dates(claims: Claims) -> Iterator[Sourced]:
    for key in ("datePublished", "dateCreated", "uploadDate"):
        yield from claims.dates(texts_of(claims.work.get(key)), "json-ld")
    if claims.is_no_work:
        return
    for name, texts in claims.stated("date"):
        yield from claims.dates(texts, source_of(name))
    yield from claims.dates(claims.microdata.values("datePublished"), "microdata")
    yield from (Sourced(date, source) for date, source, is_change in claims.dates_near if not is_change)
    if found := _DATE_IN_PATH.search(split_url(claims.page.url).path):
        yield from claims.dates(["-".join(found.groups())], "url")


def modifieds(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, *claims.nodes.get("page", ())[:1]):
        yield from claims.dates(texts_of(node.get("dateModified")), "json-ld")
    for name, texts in claims.stated("modified"):
        yield from claims.dates(texts, source_of(name))
    yield from (Sourced(date, source) for date, source, is_change in claims.dates_near if is_change)


def site_names(claims: Claims) -> Iterator[Sourced]:
    yield from claims.metas("site_name")
    for node in claims.nodes.get("site", ()):
        if "WebSite" in types_of(node):
            yield from (Sourced(name, "json-ld") for name in texts_of(node.get("name")))


def descriptions(claims: Claims) -> Iterator[Sourced]:
    yield from (Sourced(text, "json-ld") for text in texts_of(claims.work.get("description")))
    yield from claims.metas("description")


def canonical_urls(claims: Claims) -> Iterator[Sourced]:
    yield claims.address(claims.declared.links.get("canonical", ""), "link")
    yield from (claims.address(*found) for found in claims.metas("url"))


def images(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, claims.goods, claims.thing):
        for url in urls_of(nodes_of(node.get("image"), ADDRESS_KEYS, claims.declared), ADDRESS_KEYS):
            yield claims.address(url, "json-ld")
    yield from (claims.address(*found) for found in claims.metas("image"))
    yield claims.address(claims.declared.links.get("image_src", ""), "link")


_TAGS = re.compile(r"\s*[,;،、，；|]\s*")


def tags(claims: Claims) -> Iterator[Sourced]:
    given = [(texts_of(claims.work.get("keywords")), "json-ld")]
    given += [(texts, source_of(name)) for name, texts in claims.stated("tags")]
    for texts, source in given:
        split = _TAGS.split(texts[0]) if len(texts) == 1 else texts
        yield Sourced(tuple(dict.fromkeys(filter(None, map(str.strip, split)))), source)


def types(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, claims.goods, claims.thing):
        yield from (Sourced(name, "json-ld") for name in types_of(node)[:1])
    yield from claims.metas("type")


#: The name of a licence, such as "CC BY 4.0", unlike an address, such as "by.html".
_LICENSE_NAME = re.compile(r"(?:[\w (),+-]|\.(?=\d))+")


def licenses(claims: Claims) -> Iterator[Sourced]:
    for text in urls_of(claims.work.get("license")):
        is_name = _LICENSE_NAME.fullmatch(text)
        yield Sourced(text, "json-ld") if is_name else claims.address(text, "json-ld")
    yield claims.address(claims.declared.links.get("license", ""), "link")
    yield from (claims.address(url, "link") for url in license_links(claims.page))


#: The finder of each value: it yields every place that may have the value, the best first.
FINDERS: dict[str, Callable[[Claims], Iterator[Sourced]]] = {
    "title": titles,
    "author": authors,
    "date": dates,
    "modified": modifieds,
    "language": Claims.languages,
    "site_name": site_names,
    "description": descriptions,
    "canonical_url": canonical_urls,
    "image": images,
    "tags": tags,
    "type": types,
    "robots": lambda claims: claims.metas("robots"),
    "license": licenses,
}
