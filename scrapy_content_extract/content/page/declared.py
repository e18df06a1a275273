"""Read the declarations of a page about itself: JSON-LD, ``<meta>``, ``<link>``, microdata.

Everything is read unchanged; :mod:`.metadata.finders` chooses.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Any

from ..markup import CODES, TEXT, legal
from ..model import positions
from ..urls import join_url
from .attributes import attributes_of, element_marks
from .elements import children_of
from .page import Page

# These bound the time and memory that a hostile page costs; what is beyond is not read.
#: The characters of a page's JSON-LD.
JSON_CHARS = 1_000_000
#: Its values and entities.
JSON_VALUES = 50_000
#: Its nodes.
MOST_NODES = 250
#: The characters that are kept of a text; a longer URL is dropped.
TEXT_CHARS = 2_000
#: The texts that are kept of a list, or of the ``<meta>`` of one name.
LIST_TEXTS = 1_000
#: The characters that are kept of a list.
LIST_CHARS = 50_000
#: The characters of a type's name.
TYPE_CHARS = 100
#: The types of a node.
MOST_TYPES = 10

#: The keys below which a node is still about the page; other keys hold reviews, comments, the entries of a
#: list, the publisher.
ABOUT_THE_PAGE = ("@graph", "mainEntity", "mainEntityOfPage")
#: The keys of the address of what a node describes.
ADDRESS_KEYS = ("url", "contentUrl")
#: The prefix of microdata's names among the names of ``<meta>``: in the head it is about the page.
ITEMPROP = "itemprop:"
#: The elements that are read of the head, and their attributes.
IN_HEAD = frozenset({"meta", "link", "base"})
HEAD_ATTRIBUTES = tuple("property name http-equiv itemprop content rel href type lang xml:lang".split())
MICRODATA = ("itemtype", "itemscope", "itemprop", "content", "datetime")
#: The kinds of ``<link>`` that are read.
LINKS = frozenset({"canonical", "image_src", "license"})

Node = dict[str, Any]


@dataclass(frozen=True)
class Declared:
    #: the nodes of JSON-LD that may be about the page, in page order
    nodes: list[Node]
    #: the nodes with an ``@id``, by it
    by_id: dict[str, Node]
    #: the contents of ``<meta>``, by name or property in lower case
    meta: dict[str, list[str]]
    #: the first ``href`` of each ``<link rel>``
    links: dict[str, str]
    #: the base of relative URLs
    base: str
    #: ``<html lang>``
    language: str


def read_declared(page: Page, names: Container[str]) -> Declared:
    """Read the ``<meta>`` of ``names``, the rest of the head, and the scripts of the whole page.

    No page raises.
    """
    head, scripts = in_head(page), list(positions(page.code, CODES["script"]))
    found = attributes_of(page, element_marks(page, (0, *head, *scripts)), 1, HEAD_ATTRIBUTES)
    meta: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    base = ""
    for i in head:
        of, tag = found.get(i, {}), page.tags[page.tag_number[i]]
        if tag == "meta":
            named = of.get("property") or of.get("name") or of.get("http-equiv")
            name = (named or ITEMPROP + of.get("itemprop", "")).strip().lower()
            content = one_line(of.get("content", "")) if name in names else ""
            if content and len(contents := meta.setdefault(name, [])) < LIST_TEXTS:
                contents.append(content)
        elif tag == "base":
            base = base or of.get("href", "")
        elif (rel := of.get("rel", "").lower()) in LINKS:
            links.setdefault(rel, of.get("href", ""))
    of_json = [i for i in scripts if i in found and "ld+json" in found[i].get("type", "").lower()]
    texts = attributes_of(page, element_marks(page, of_json), 1, (TEXT,)) if of_json else {}
    nodes, by_id = nodes_in(of[TEXT] for of in texts.values())
    root = found.get(0, {})
    in_xml = page.tree.get("{http://www.w3.org/XML/1998/namespace}lang") if page.tree is not None else None
    language = root.get("lang") or in_xml or root.get("xml:lang") or ""
    own = page.url or ""
    return Declared(nodes, by_id, meta, links, absolute(base, own) or own, language)


def license_links(page: Page) -> Iterator[str]:
    """Yield the addresses of ``<a rel=license>``."""
    related = attributes_of(page, page.code, CODES["a"], ("rel",))  # few links have it, but all an address
    licenses = [i for i, of in related.items() if "license" in of["rel"].lower().split()]
    if licenses:
        links = attributes_of(page, element_marks(page, licenses), 1, ("href",))
        yield from (of["href"] for of in links.values())


def in_head(page: Page) -> list[int]:
    """Return the elements of :data:`IN_HEAD` that stand in the head, and at the top of the body.

    The parser ends the head at the first element that may not be there; the rest of the head is then in
    the body.  A search of the whole body would take five times as long.
    """
    wanted = [tag in IN_HEAD for tag in page.tags]
    number, end = page.tag_number, page.end
    found = []
    for part in children_of(page, 0):
        if page.code[part] in (CODES["head"], CODES["body"]):
            child, stop = part + 1, end[part]
            while child < stop:
                if wanted[number[child]]:
                    found.append(child)
                child = end[child]
    return found


def nodes_in(scripts: Iterable[str]) -> tuple[list[Node], dict[str, Node]]:
    """Return the nodes of scripts of JSON-LD that have a type, and those that have an ``@id``, by it.

    A script that goes beyond a bound, together with the scripts before it, is left out.
    """
    nodes: list[Node] = []
    by_id: dict[str, Node] = {}
    chars, values = JSON_CHARS, JSON_VALUES
    for script in scripts:
        begun = sum(map(script.count, ",[{&"))  # at least the values in lists and objects
        if len(script) > chars or begun > values:
            continue
        chars, values = chars - len(script), values - begun
        for value in islice(values_in(script), MOST_NODES):
            todo = [value]
            while todo:  # no recursion: the depth is the page's choice
                value = todo.pop()
                if isinstance(value, list):
                    todo += reversed(value)
                elif isinstance(value, dict):
                    if isinstance(name := value.get("@id"), str) and len(value) > 1:
                        by_id.setdefault(name, value)
                    if "@type" in value and len(nodes) < MOST_NODES:
                        nodes.append(value)
                    todo += [value[key] for key in ABOUT_THE_PAGE if key in value]
    return nodes, by_id


#: The comment marks that some pages put before JSON, and what stands between two values.
_OPENING = re.compile(r"\s*(?:<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\s*\*/)?)?\s*")
_NEXT = re.compile(r"[\s,;]*")
#: Control characters may stand in texts; numbers stay texts, because Python refuses 4,301 digits.
_DECODER = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)


def values_in(script: str) -> Iterator[Any]:
    """Yield the JSON values of a script: some have several, one after the other, and others are not JSON."""
    place = _OPENING.match(script).end()  # type: ignore[union-attr]
    try:
        while place < len(script):
            value, place = _DECODER.raw_decode(script, place)
            yield value
            place = _NEXT.match(script, place).end()  # type: ignore[union-attr]
    except (ValueError, RecursionError):  # the rest is not JSON, or is nested too deep
        return


def types_of(node: Node) -> list[str]:
    """Return the types of a node without their vocabulary: ``NewsArticle`` of ``schema:NewsArticle``."""
    names = listed(node.get("@type"))[:MOST_TYPES]
    kept = [name for name in names if isinstance(name, str) and len(name) <= TYPE_CHARS]
    return [one_line(re.split("[/#:]", name)[-1]) for name in kept]


def listed(value: Any) -> list[Any]:
    """Return the values of a list, or a list of the one value."""
    return value[:LIST_TEXTS] if isinstance(value, list) else [value]


def texts_of(value: Any, most: int = TEXT_CHARS) -> list[str]:
    """Return the texts that a value of JSON-LD holds: itself, its ``@value`` or name, or a list of them.

    A name may have a name in turn.  ``most`` bounds the characters of each text.
    """
    found, left = [], LIST_CHARS
    for one in named(named(listed(value))):
        one = one[:most] if isinstance(one, str) else ""
        if (left := left - len(one)) < 0:
            break
        if text := one_line(unescape(one)):
            found.append(text)
    return found


def named(values: Iterable[Any]) -> Iterator[Any]:
    """Yield values of JSON-LD, and for a node what its ``@value`` or name holds."""
    for one in values:
        yield from listed(one.get("@value") or one.get("name")) if isinstance(one, dict) else (one,)


def urls_of(value: Any, keys: Sequence[str] = (*ADDRESS_KEYS, "@id")) -> list[str]:
    """Return the URLs that a value of JSON-LD holds; of a node, that under the first of some keys."""
    found = []
    for one in listed(value):
        if isinstance(one, dict):
            one = next(filter(None, map(one.get, keys)), None)
        if isinstance(one, str) and len(one) <= TEXT_CHARS and (url := legal(one).strip()):
            found.append(url)
    return found


def one_line(text: str) -> str:
    """Return a text on one line; JSON may have halves of characters."""
    return " ".join(legal(text[:TEXT_CHARS]).split())


#: An address that is safe to load.  The safe schemes are listed: others may run programs, and there are
#: many ways to write them.
_LOADED = re.compile(r"https?://[^/?#\\\s][^\x00-\x1f\x7f]*", re.IGNORECASE)


def absolute(url: str, base: str) -> str:
    """Return the absolute address of a page or picture, or ``""`` for what is not one."""
    url = legal(url).strip() if len(url) <= TEXT_CHARS else ""
    if url and not _LOADED.fullmatch(url):
        url = join_url(base, url)
    return url if _LOADED.fullmatch(url) else ""


class Microdata:
    """The properties of the one work that a page describes in microdata; none if it describes several."""

    def __init__(self, page: Page, types: tuple[str, ...]) -> None:
        """Read the properties of an item whose type ends like one of ``types``; without types, of none."""
        self.page = page
        self.properties: list[int] = []
        everywhere = bytes(len(page.code))
        typed = attributes_of(page, everywhere, 0, ("itemtype",)) if types else {}
        named = ((i, of["itemtype"][:TEXT_CHARS].rstrip("/")) for i, of in typed.items())
        scopes = [i for i, name in named if name.rpartition("/")[2].endswith(types)]
        self.attributes = attributes_of(page, everywhere, 0, MICRODATA) if len(scopes) == 1 else {}
        if len(scopes) != 1:
            return
        inside = scopes[0] + 1  # the end of the last item inside of this one, which has its own properties
        for i, of in self.attributes.items():
            if inside <= i < page.end[scopes[0]]:
                if "itemprop" in of:
                    self.properties.append(i)
                if "itemscope" in of:
                    inside = page.end[i]
        #: the elements with the names of things
        self.named = [i for i, of in self.attributes.items() if "name" in properties_in(of)]

    def values(self, name: str) -> Iterator[str]:
        """Yield the values of a property: of an attribute, of the name in it, or its text."""
        for i in self.properties:
            of = self.attributes[i]
            if name not in properties_in(of):
                continue
            if stated := of.get("content") or of.get("datetime"):
                yield one_line(stated)
                continue
            k = bisect_left(self.named, i)
            i = next((inner for inner in self.named[k : k + 1] if inner < self.page.end[i]), i)
            texts = range(self.page.first[i], self.page.stop[i])[:TEXT_CHARS]  # each has a character
            text = " ".join([self.page.strings[t] for t in texts])
            yield one_line(self.attributes[i].get("content") or text)


def properties_in(of: Mapping[str, str]) -> list[str]:
    return of.get("itemprop", "")[:TEXT_CHARS].split()
