"""Pictures and players: which of their addresses are written.

A page may give a picture in several sizes and files, and load it late: then ``src`` is missing or holds a
placeholder, and the address is in another attribute, in a ``<source>``, or in a ``<noscript>`` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nlargest
from operator import attrgetter
from typing import NamedTuple

from ..markup.elements import CODES
from ..page.page import Page
from .addresses import LOADED, Base, quoted

#: The attributes with the address of what is loaded late, and with its sizes.
LATE = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "nitro-lazy-src")
LATE_SETS = ("data-srcset", "data-lazy-srcset", "nitro-lazy-srcset")
MEDIA_ATTRIBUTES = ("alt", "href", "width", "height", "poster", "src", "srcset", *LATE, *LATE_SETS)
#: The sizes of pictures that count visitors; one of width and height may be missing.
PIXELS = frozenset({"0", "1", "2", "0px", "1px", ""})

#: The most elements that are looked at around a picture, and the most of its sizes whose addresses are tried.
MOST_AROUND, MOST_TRIED = 16, 3
#: The most pictures and players of a page that are looked at.
MOST_SHOWN = 10_000
IMG, LINK, NOSCRIPT = CODES["img"], CODES["a"], CODES["noscript"]
#: An address of a set of sizes, which ends at white space; a comma at its end ends the candidate.
_ADDRESS = re.compile(r"[^ \t\n\f\r,][^ \t\n\f\r]*")
#: A link to a file that is a picture.
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)$", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,3})?)([wx])(?:\s|$)")


class Size(NamedTuple):
    """An address of a picture."""

    address: str
    #: its width if that is known, otherwise its density
    size: float = 1.0
    is_width: bool = False


NONE = Size("", 0.0)
#: The order of sizes.
rank = attrgetter("is_width", "size")


class Sources(NamedTuple):
    """The other elements that hold addresses of a picture or player."""

    #: the picture of a ``<noscript>`` beside it
    without_script: list[int]
    #: the ``<source>`` elements
    sources: list[int]
    #: the link around it
    links: list[int]


def sources_of(page: Page, shown: Iterable[int]) -> dict[int, Sources]:
    """Return the other elements with addresses of each of some pictures and players."""
    source = page.tags.index("source") if "source" in page.tags else -1
    picture = page.tags.index("picture") if "picture" in page.tags else -1
    has_noscript = "noscript" in page.tags
    return {
        i: Sources(
            without_script(page, i) if has_noscript else [],
            in_order(page, i, source, picture) if source >= 0 else [],
            link_around(page, i),
        )
        for i in shown
    }


def link_around(page: Page, i: int) -> list[int]:
    """Return the link that holds a picture, or none; it is near."""
    e = page.parent[i]
    for _ in range(3):
        if e >= 0 and page.code[e] == LINK:
            return [e]
        e = page.parent[e] if e >= 0 else e
    return []


def in_order(page: Page, i: int, source: int, picture: int) -> list[int]:
    """Return the sources of a picture, which are before it or hold it, or of a player, which holds them.

    For libxml2 a ``<source>`` holds what follows it.
    """
    tags, parent = page.tag_number, page.parent
    found: list[int] = []
    if page.code[i] != IMG:
        return [j for j in range(i + 1, min(page.end[i], i + 1 + MOST_AROUND)) if tags[j] == source]
    up = parent[i]
    while up >= 0 and tags[up] == source and len(found) < MOST_AROUND:
        found.insert(0, up)
        up = parent[up]
    if up < 0 or tags[up] != picture:
        return found
    before: list[int] = []
    j = up + 1
    while j < i and page.end[j] <= i and len(before) < MOST_AROUND:
        before.append(j)
        j = page.end[j]
    return [j for j in before if tags[j] == source] + found


def without_script(page: Page, i: int) -> list[int]:
    """Return the picture in a ``<noscript>`` right after a picture or right before it."""
    code, parent, end = page.code, page.parent, page.end
    if code[i] != IMG:
        return []
    beside = []
    e = i
    for _ in range(3):  # the picture may be the last in a <picture> or a box of its own
        after = end[e]
        if after < len(code) and parent[after] == parent[e]:
            beside.append(after)
            break
        e = parent[e]
    before = i - 1
    for _ in range(3):
        if before > parent[i] and parent[before] != parent[i]:
            before = parent[before]
    if before > parent[i] and parent[before] == parent[i]:
        beside.append(before)
    for j in beside:
        if code[j] == NOSCRIPT:
            pictures = [k for k in range(j + 1, min(end[j], j + 1 + MOST_AROUND)) if code[k] == IMG]
            if len(pictures) == 1:
                return pictures
    return []


class Addresses:
    """The addresses of elements, each looked for once: a ``<source>`` may hold a million pictures."""

    def __init__(self, attributes: Mapping[int, Mapping[str, str]], base: Base) -> None:
        self.attributes, self.base = attributes, base
        self.known: dict[tuple[int, str], Size] = {}

    def of(self, i: int) -> Mapping[str, str]:
        """Return the attributes of an element."""
        return self.attributes.get(i, {})

    def first(self, i: int, how: str) -> Size:
        """Return the first address of an element that can be loaded, or NONE; ``how`` is a name in GIVEN."""
        if (known := self.known.get((i, how))) is not None:
            return known
        found = NONE
        for size in GIVEN[how](self.of(i)):
            if address := self.loaded(size.address):
                found = size._replace(address=address)
                break
        self.known[i, how] = found
        return found

    def loaded(self, given: str) -> str:
        """Return an absolute address, or ""; one of a place on a page is none of a picture."""
        return "" if given.lstrip()[:1] == "#" else self.base.address(given, LOADED)

    def picture(self, i: int, around: Sources) -> str:
        """Return a picture as HTML, or "" without an address."""
        of = self.of(i)
        if is_pixel(of):
            return ""
        same = [k for k in around.without_script if not is_pixel(self.of(k))]
        address = next(filter(None, self.of_picture((*same, i), around)), "")
        alt = of.get("alt") or next((alt for k in same if (alt := self.of(k).get("alt"))), "")
        return picture_tag(address, alt) if address else ""

    def of_picture(self, own: Iterable[int], around: Sources) -> Iterator[str]:
        """Yield the addresses of a picture, the best first."""
        for k in own:
            yield self.first(k, "own").address
        if around.sources:
            yield max((self.first(k, "sizes") for k in around.sources), key=rank).address
        for k in around.links:
            yield self.first(k, "link").address

    def player(self, i: int, around: Sources) -> str:
        """Return the link for a player, behind the picture that stands for it."""
        sizes = (self.first(k, "own") for k in (i, *around.sources))
        address = next((size.address for size in sizes if size.address), "")
        poster = self.first(i, "poster").address
        link = f'<a href="{address}">{address}</a>' if address else ""
        return (picture_tag(poster, "") if poster else "") + link


def media_tags(
    page: Page, others: Mapping[int, Sources], attributes: Mapping[int, Mapping[str, str]], base: Base
) -> Iterator[tuple[int, str]]:
    """Yield pictures and players as HTML.

    Those without an address are left out, and so are those beside a ``<noscript>`` whose picture is in.
    ``attributes`` belong to the pictures, the players and their sources.
    """
    addresses = Addresses(attributes, base)
    for i, around in others.items():
        if not any(k in others for k in around.without_script):
            make = addresses.picture if page.code[i] == IMG else addresses.player
            if tag := make(i, around):
                yield i, tag


def picture_tag(address: str, alt: str) -> str:
    return f'<img src="{address}" alt="{quoted(alt)}">'


def own_sizes(of: Mapping[str, str]) -> Iterator[Size]:
    """Yield the addresses in the attributes of an element: what is loaded late, then what is there."""
    yield from (Size(of[name]) for name in LATE if name in of)
    yield from largest(of[name] for name in LATE_SETS if name in of)
    if "src" in of:
        yield Size(of["src"])
    if "srcset" in of:
        yield from largest([of["srcset"]])


def link_sizes(of: Mapping[str, str]) -> Iterator[Size]:
    """Yield the address of a link that leads to a picture."""
    if _PICTURE.search(of.get("href", "").partition("?")[0].partition("#")[0]):
        yield Size(of["href"])


#: The addresses that attributes may give.
GIVEN: dict[str, Callable[[Mapping[str, str]], Iterable[Size]]] = {
    "own": own_sizes,
    "sizes": lambda of: largest(of[name] for name in (*LATE_SETS, "srcset") if name in of),
    "poster": lambda of: [Size(of["poster"])] if "poster" in of else [],
    "link": link_sizes,
}


def largest(sets: Iterable[str]) -> list[Size]:
    """Return the largest sizes in some sets, the largest first.

    >>> [size.address for size in largest(["/a,1.jpg 400w, /b.jpg 1600w,", "/c.jpg 2x"])]
    ['/b.jpg', '/a,1.jpg', '/c.jpg']
    """
    sizes = [size for given in sets for size in sizes_in(given)]
    return nlargest(MOST_TRIED, sizes, key=rank)


def sizes_in(given: str) -> Iterator[Size]:
    """Yield the candidates of a set; addresses may have commas.

    https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
    """
    at = 0
    while found := _ADDRESS.search(given, at):
        address, at, descriptor = found.group(), found.end(), ""
        if address.endswith(","):
            address = address.rstrip(",")
        else:
            stop = given.find(",", at)
            stop = len(given) if stop < 0 else stop
            descriptor, at = given[at:stop], stop
        size = _SIZE.match(descriptor)
        amount, unit = size.groups() if size else ("1", "x")
        yield Size(address, float(amount), unit == "w")


def is_pixel(of: Mapping[str, str]) -> bool:
    """Tell whether a picture counts visitors."""
    width, height = of.get("width", ""), of.get("height", "")
    return width in PIXELS and height in PIXELS and bool(width or height)
