"""Metadata: the declarations of a page about itself, each value with its source; nothing is guessed.

A declaration counts more the more it is about this very page:

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
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice, starmap
from typing import Any, NamedTuple

from ..page.page import Page
from . import byline
from .claims import Claims, claims_of, is_a, names_of, nodes_of, properties_in, source_of
from .dates import declared_date
from .declared import (
    ADDRESS_KEYS,
    TEXT_CHARS,
    absolute,
    license_links,
    listed,
    one_line,
    texts_of,
    types_of,
    urls_of,
)
from .titles import letters_of, split_url, title_of
from .values import Metadata

#: The most candidates that are tried for a value.
MOST_TRIED = 25
_TAGS = re.compile(r"\s*[,;،、，；|]\s*")


class Sourced(NamedTuple):
    value: Any
    #: "json-ld", "opengraph", "meta", "microdata", "time", "byline", "url", "html", "link", "heading",
    #: "title"
    source: str


def metadata_of(page: Page) -> Metadata:
    claims = claims_of(page, title_of(page))
    values: dict[str, Any] = {}
    sources = {}
    for name, find in FINDERS.items():
        found = next((one for one in islice(find(claims), MOST_TRIED) if one.value), None)
        if found:
            values[name], sources[name] = found
    return Metadata(**values, sources=sources)


def titles(claims: Claims) -> Iterator[Sourced]:
    yield Sourced(claims.title.text, "title" if claims.title.element is None else "heading")


def authors(claims: Claims) -> Iterator[Sourced]:
    given = listed(claims.work.get("author") or claims.work.get("creator"))
    # an organization counts as a publisher
    persons = [one for one in given if not (isinstance(one, dict) and is_a("site", one))]
    yield people(names_of(persons, claims.declared), "json-ld", claims)
    if claims.is_no_work:
        return
    for name, stated in claims.stated("author"):
        names = map(first_name_first, stated) if name.startswith("citation_") else stated
        yield people(names, source_of(name), claims)
    yield people(islice(in_microdata(claims, "author"), 1), "microdata", claims)
    for name in byline.authors_near(claims.page, claims.lines):
        yield people([name], "byline", claims)


def first_name_first(name: str) -> str:
    """Return a name with the first name first.

    >>> first_name_first("Holm, Ina")
    'Ina Holm'
    """
    last, _, rest = name.partition(",")
    return f"{rest.strip()} {last}".strip()


def people(names: Iterable[str], source: str, claims: Claims) -> Sourced:
    """Return names of people, as one value, without the name of the site."""
    each = chain.from_iterable(byline.each_name(byline.name_in(text)) for text in dict.fromkeys(names))
    return Sourced("; ".join(dict.fromkeys(filter(partial(is_person, claims), each))), source)


def is_person(claims: Claims, name: str) -> bool:
    """Tell whether a name may be an author's: no address, nothing that programs write, not the site's."""
    if not 1 < len(name) <= byline.NAME_CHARS or _NO_NAME.search(name):
        return False
    letters = letters_of(name)
    is_site = letters in claims.site_names or (
        " " not in name and letters in letters_of(label_of(claims.page.url))
    )
    return not (is_site or letters in NOBODY or letters == claims.title.letters)


def label_of(url: str | None) -> str:
    """Return the part of a host name that is most like a name.

    >>> label_of("https://blog.bend-gazette.example/")
    'bend-gazette'
    """
    return max(split_url(url)[0].partition(":")[0].split(".")[:-1], key=len, default="")


NOBODY = frozenset(
    "admin administrator anonymous author by editor guest none null staff undefined unknown user".split()
)
_NO_NAME = re.compile(r"https?:|www\.|\w\.\w+\.\w|@|:|^[\d\W]+$|[{}<>]")


def dates(claims: Claims) -> Iterator[Sourced]:
    for key in ("datePublished", "dateCreated", "uploadDate"):
        yield from sourced_dates(texts_of(claims.work.get(key)), "json-ld", claims)
    if claims.is_no_work:
        return
    for name, texts in claims.stated("date"):
        yield from sourced_dates(texts, source_of(name), claims)
    yield from sourced_dates(in_microdata(claims, "datePublished"), "microdata", claims)
    yield from (Sourced(date, source) for date, source, is_change in claims.dates_near if not is_change)
    if found := _DATE_IN_PATH.search(split_url(claims.page.url)[1]):
        yield from sourced_dates(["-".join(found.groups())], "url", claims)


_DATE_IN_PATH = re.compile(r"/(20\d\d)[/-](\d\d)[/-](\d\d)(?!\d)")


def modifieds(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, *claims.nodes.get("page", ())[:1]):
        yield from sourced_dates(texts_of(node.get("dateModified")), "json-ld", claims)
    for name, texts in claims.stated("modified"):
        yield from sourced_dates(texts, source_of(name), claims)
    yield from (Sourced(date, source) for date, source, is_change in claims.dates_near if is_change)


def sourced_dates(texts: Iterable[str], source: str, claims: Claims) -> Iterator[Sourced]:
    return (Sourced(declared_date(text, claims.language), source) for text in texts)


def site_names(claims: Claims) -> Iterator[Sourced]:
    yield from metas("site_name", claims)
    for node in claims.nodes.get("site", ()):
        if "WebSite" in types_of(node):
            yield from (Sourced(name, "json-ld") for name in texts_of(node.get("name")))


def descriptions(claims: Claims) -> Iterator[Sourced]:
    yield from (Sourced(text, "json-ld") for text in texts_of(claims.work.get("description")))
    yield from metas("description", claims)


def canonical_urls(claims: Claims) -> Iterator[Sourced]:
    yield Sourced(absolute(claims.declared.links.get("canonical", ""), claims.declared.base), "link")
    for found in metas("url", claims):
        yield Sourced(absolute(found.value, claims.declared.base), found.source)


def images(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, claims.goods, claims.thing):
        for url in urls_of(nodes_of(node.get("image"), ADDRESS_KEYS, claims.declared), ADDRESS_KEYS):
            yield Sourced(absolute(url, claims.declared.base), "json-ld")
    for found in metas("image", claims):
        yield Sourced(absolute(found.value, claims.declared.base), found.source)
    yield Sourced(absolute(claims.declared.links.get("image_src", ""), claims.declared.base), "link")


def tags(claims: Claims) -> Iterator[Sourced]:
    given = [(texts_of(claims.work.get("keywords")), "json-ld")]
    given += [(texts, source_of(name)) for name, texts in claims.stated("tags")]
    for texts, source in given:
        split = _TAGS.split(texts[0]) if len(texts) == 1 else texts
        yield Sourced(tuple(dict.fromkeys(filter(None, map(str.strip, split)))), source)


def types(claims: Claims) -> Iterator[Sourced]:
    for node in (claims.work, claims.goods, claims.thing):
        yield from (Sourced(name, "json-ld") for name in types_of(node)[:1])
    yield from metas("type", claims)


#: The name of a licence, such as "CC BY 4.0", unlike an address, such as "by.html".
_LICENSE_NAME = re.compile(r"(?:[\w (),+-]|\.(?=\d))+")


def licenses(claims: Claims) -> Iterator[Sourced]:
    base = claims.declared.base
    for text in urls_of(claims.work.get("license")):
        yield Sourced(text if _LICENSE_NAME.fullmatch(text) else absolute(text, base), "json-ld")
    yield Sourced(absolute(claims.declared.links.get("license", ""), base), "link")
    yield from (Sourced(absolute(url, base), "link") for url in license_links(claims.page))


def metas(name: str, claims: Claims) -> Iterator[Sourced]:
    return starmap(Sourced, claims.metas(name))


#: The finder of each value: it yields every place that may have the value, the best first.
FINDERS: dict[str, Callable[[Claims], Iterator[Sourced]]] = {
    "title": titles,
    "author": authors,
    "date": dates,
    "modified": modifieds,
    "language": lambda claims: (Sourced(*stated) for stated in claims.languages()),
    "site_name": site_names,
    "description": descriptions,
    "canonical_url": canonical_urls,
    "image": images,
    "tags": tags,
    "type": types,
    "robots": partial(metas, "robots"),
    "license": licenses,
}


def in_microdata(claims: Claims, name: str) -> Iterator[str]:
    """Yield the values of a property of the page's microdata."""
    for i in claims.properties:
        if name in properties_in(claims.microdata[i]):
            yield value_of(i, claims)


def value_of(i: int, claims: Claims) -> str:
    """Return the value of an element of microdata: its attribute, its name, or its text."""
    of, page = claims.microdata[i], claims.page
    if stated := of.get("content") or of.get("datetime"):
        return one_line(stated)
    k = bisect_left(claims.named, i)
    i = next((inner for inner in claims.named[k : k + 1] if inner < page.end[i]), i)
    texts = range(page.first[i], page.stop[i])[:TEXT_CHARS]  # each has a character
    return one_line(claims.microdata[i].get("content") or " ".join([page.strings[t] for t in texts]))
