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
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from . import byline
from .about import NAMES, Facts, below, facts_of, is_a, names_of, source_of
from .dates import declared_date
from .declared import Declared, absolute, clean, first, texts_of, types_of, urls_of
from .described import Metadata
from .model import Page
from .titles import letters_of, split_url, title_of

_TAGS = re.compile(r"\s*[,;،、，；|]\s*")


class Found(NamedTuple):
    value: Any
    #: "json-ld", "opengraph", "meta", "microdata", "time", "byline", "url", "html", "link", "heading",
    #: "title"
    source: str


def metadata_of(page: Page) -> Metadata:
    """Return the metadata of a page."""
    facts = facts_of(page, title_of(page))
    values: dict[str, Any] = {}
    sources = {}
    for name, find in FINDERS.items():
        found = next((one for one in find(facts) if one.value), None)
        if found:
            values[name], sources[name] = found
    return Metadata(**values, sources=sources)


def titles(facts: Facts) -> Iterator[Found]:
    yield Found(facts.title.text, "title" if facts.title.element is None else "heading")


def authors(facts: Facts) -> Iterator[Found]:
    stated = people_of(facts.work.get("author") or facts.work.get("creator"), facts.declared)
    yield people(stated, "json-ld", facts)
    if facts.is_no_work:
        return
    for name, stated in facts.stated("author"):
        yield people(
            map(in_order, stated) if name.startswith("citation_") else stated, source_of(name), facts
        )
    yield people(islice(marked(facts, "author"), 1), "microdata", facts)
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
    """Say whether a name may be an author's: no address, nothing that programs write, not the site's."""
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
    "admin administrator anonymous author by editor guest none null staff undefined unknown user".split()
)
_NO_NAME = re.compile(r"https?:|www\.|\w\.\w+\.\w|@|:|^[\d\W]+$|[{}<>]")


def dates(facts: Facts) -> Iterator[Found]:
    for key in ("datePublished", "dateCreated", "uploadDate"):
        yield from dated(texts_of(facts.work.get(key)), "json-ld", facts)
    if facts.is_no_work:
        return
    for name, texts in facts.stated("date"):
        yield from dated(texts, source_of(name), facts)
    yield from dated(marked(facts, "datePublished"), "microdata", facts)
    for date, source in byline.dates_near(facts.page, facts.lines, facts.language, updated=False):
        yield Found(date, source)
    if found := _DATE_IN_PATH.search(split_url(facts.page.url)[1]):
        yield from dated(["-".join(found.groups())], "url", facts)


_DATE_IN_PATH = re.compile(r"/(20\d\d)[/-](\d\d)[/-](\d\d)(?!\d)")


def modifieds(facts: Facts) -> Iterator[Found]:
    for node in (facts.work, *facts.nodes.get("page", ())[:1]):
        yield from dated(texts_of(node.get("dateModified")), "json-ld", facts)
    for name, texts in facts.stated("modified"):
        yield from dated(texts, source_of(name), facts)
    for date, source in byline.dates_near(facts.page, facts.lines, facts.language, updated=True):
        yield Found(date, source)


def dated(texts: Iterable[str], source: str, facts: Facts) -> Iterator[Found]:
    for text in texts:
        if date := declared_date(text, facts.language):
            yield Found(date, source)


def site_names(facts: Facts) -> Iterator[Found]:
    yield from metas("site_name", facts)
    for node in facts.nodes.get("site", ()):
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
    for node in (facts.work, facts.goods, facts.thing):
        for url in urls_of(node.get("image")):
            yield Found(absolute(url, facts.declared.base), "json-ld")
    for found in metas("image", facts):
        yield Found(absolute(found.value, facts.declared.base), found.source)
    yield Found(absolute(facts.declared.links.get("image_src", ""), facts.declared.base), "link")


def tags(facts: Facts) -> Iterator[Found]:
    given = [(texts_of(facts.work.get("keywords")), "json-ld")]
    given += [(texts, source_of(name)) for name, texts in facts.stated("tags")]
    for texts, source in given:
        split = _TAGS.split(texts[0]) if len(texts) == 1 else texts
        yield Found(tuple(dict.fromkeys(filter(None, map(str.strip, split)))), source)


def types(facts: Facts) -> Iterator[Found]:
    for node in (facts.work, facts.goods, facts.thing):
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
    "language": lambda facts: (Found(*stated) for stated in facts.languages()),
    "site_name": site_names,
    "description": descriptions,
    "canonical_url": canonical_urls,
    "image": images,
    "tags": tags,
    "type": types,
}


def people_of(value: Any, declared: Declared) -> list[str]:
    """Return the names of authors in JSON-LD; an organization is a publisher, whatever it is called."""
    given = value if isinstance(value, list) else [value]
    return names_of([one for one in given if not (isinstance(one, dict) and is_a("site", one))], declared)


def marked(facts: Facts, name: str) -> Iterator[str]:
    """Yield the values of a property of the page's microdata."""
    yield from (value_of(i, facts) for called, i in facts.properties if called == name)


def value_of(i: int, facts: Facts) -> str:
    """Return the value of an element of microdata: its attribute, its name, or its text."""
    of, page = facts.microdata[i], facts.page
    if stated := of.get("content") or of.get("datetime"):
        return clean(stated)
    for inner in (i, *below(page, i, facts.microdata)):
        if "name" in facts.microdata[inner].get("itemprop", "").split():
            if content := facts.microdata[inner].get("content"):
                return clean(content)
            i = inner
            break
    return clean(" ".join([page.strings[t] for t in range(page.first[i], page.stop[i])]))
