"""Pictures and players, with the address that loads the largest of their files.

A page may give a picture in several sizes and files, and load it late: then ``src`` is missing or holds a
placeholder, and the address is in another attribute, in a ``<source>``, or in a ``<noscript>`` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice, takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from ..markup import CODES, DATA, legal, table, visible
from ..model import positions
from ..page.attributes import attributes_of
from ..page.elements import ancestors, children_of, element_before, nearest_of
from ..page.page import Page, once
from .addresses import LOADED, base_of

#: The attributes with the address of what is loaded late, and with its sizes.
LATE, LATE_SETS = ("data-src", "data-original", "data-lazy-src"), ("data-srcset", "data-lazy-srcset")
MEDIA_ATTRIBUTES = (*"alt href width height poster src srcset style".split(), DATA, *LATE, *LATE_SETS)
#: The sizes of pictures that count visitors; one of width and height may be missing.
PIXELS = frozenset({"0", "1", "2", "0px", "1px", ""})
#: The words in the file names of icons, badges and banners, and in the addresses of players.
_ICON = re.compile(
    r"(?<![a-z])(?:logo|icon|share|button|close|overlay|advert|transparent|spacer|blank|avatar|facebook|twitter|"
    r"linkedin|whatsapp|instagram|telegram|emoji|banner|badge|app-?store|google-?play|visa|mastercard|paypal|qr-?code)s?"
    r"(?![a-z])",
    re.IGNORECASE,
)
#: The file names of what stands for a picture that is not there yet, and of what counts visitors.
_STAND_IN = re.compile(
    r"(?:(?<![-_])pixel|spacer|blank|transparent|placeholder|1x1|gr[ea]y|preload(?:er)?|loader|loading|spinner)"
    r"[0-9]*\.(?:gif|png|svg|webp)$|pixel\.gif$",
    re.IGNORECASE,
)
#: A side of a picture in its style, and what the address of a picture has.
_SIDE = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*([0-9.]+(?:px)?)(?=\s*(?:;|$))", re.IGNORECASE)
_HAS_PICTURE = re.compile(r"^[^{}<>\"]+\.(?:jpe?g|png|gif|webp|avif)(?![a-z0-9])[^{}<>\"]*$", re.IGNORECASE)
_DRAWING = re.compile(r"\.(?:svg|gif)(?![a-z])", re.IGNORECASE)
_PLAYER = re.compile(r"embed|player|video|\.(?:mp[34]|m4[av]|webm|og[agv]|m3u8)(?![a-z])", re.IGNORECASE)
#: The elements around a picture that are searched for its addresses, and the levels above at which its link
#: and its ``<noscript>`` are looked for.
MOST_AROUND, LEVELS_ABOVE = 16, 3
#: The addresses of a picture that are tried, the largest first.
MOST_TRIED = 3
#: The pictures and players of a page that are written.
MOST_SHOWN = 10_000
IMG, NOSCRIPT, FIGURE, LINK = (CODES[tag] for tag in ("img", "noscript", "figure", "a"))
#: Frames, which may hold players, and all players.
FRAMES = ("iframe", "embed")
PLAYER_TAGS = ("video", "audio", *FRAMES)
PLAYERS = frozenset(CODES[tag] for tag in PLAYER_TAGS)
#: The elements of a picture, and of its link.
OF_PICTURE = frozenset({"img", "picture", "source", "a", "span"})
#: Pictures of AMP, in whose pages there is no ``<img>``.
AMP_PICTURES = ("amp-img", "amp-anim")
_IS_SHOWN = table(dict.fromkeys(("img", *PLAYER_TAGS), 1))
#: An address of a set of sizes, which ends at white space; a comma at its end ends the candidate.
_ADDRESS = re.compile(r"[^ \t\n\f\r,][^ \t\n\f\r]*")
#: A link to a file that is a picture.
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)$", re.IGNORECASE)
_DIGITS = re.compile("[0-9]{1,6}")
_SIZE = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,3})?)([wx])(?:\s|$)")


#: The candidates of shorter sets are remembered.
SHORT_CHARS = 200


class Size(NamedTuple):
    """An address of a picture."""

    address: str
    #: its width if that is known, otherwise its density
    size: float
    is_width: bool


def sources_of(page: Page, i: int) -> list[int]:
    """Return the sources of a picture, which are before it or hold it, or of a player, which holds them.

    For libxml2 a ``<source>`` holds what follows it.
    """

    def has_tag(j: int, tag: str) -> bool:
        return page.tags[page.tag_number[j]] == tag

    if "source" not in page.tags:
        return []
    if page.code[i] in PLAYERS:
        return [j for j in range(i + 1, min(page.end[i], i + 1 + MOST_AROUND)) if has_tag(j, "source")]
    around = takewhile(lambda j: has_tag(j, "source"), ancestors(page, page.parent[i]))
    found = list(islice(around, MOST_AROUND))[::-1]
    up = page.parent[found[0] if found else i]
    if up < 0 or not has_tag(up, "picture"):
        return found
    before = takewhile(lambda j: page.end[j] <= i, children_of(page, up))
    return [j for j in islice(before, MOST_AROUND) if has_tag(j, "source")] + found


@once
def without_scripts(page: Page) -> dict[int, int]:
    """Return the pictures in ``<noscript>``, by the picture that each stands right behind, or by itself.

    It holds one picture and nothing else.  By itself means that no other picture stands in its figure, or
    else in the elements before and after it.
    """
    code, end, parent, found = page.code, page.end, page.parent, dict[int, int]()
    shown = shown_marks(page) if NOSCRIPT in code else b""
    for i in positions(code, NOSCRIPT):
        inside = range(i + 1, min(end[i], i + 1 + MOST_AROUND))
        tags = [page.tags[page.tag_number[k]] for k in inside]
        if tags.count("img") != 1 or not OF_PICTURE.issuperset(tags):
            continue
        figure = nearest_of(page, i, FIGURE, LEVELS_ABOVE)
        start = figure if figure >= 0 else element_before(page, i)
        stop = end[figure if figure >= 0 else min(end[i], end[parent[i]] - 1)]
        beside = shown.rfind(1, start, i)
        if beside < 0 and shown.find(1, end[i], stop) < 0:
            found[i] = code.find(IMG, i)
        elif beside >= 0 and end[beside] == i:
            found[beside] = code.find(IMG, i)
    return found


@once
def shown_marks(page: Page) -> bytes:
    """Return a column that has 1 for each picture and player."""
    shown = bytearray(page.code.translate(_IS_SHOWN))
    for i in page.elements(AMP_PICTURES):
        shown[i] = 1
    return bytes(shown)


class Media:
    """The pictures and players of a page, and the addresses that load them."""

    def __init__(self, page: Page) -> None:
        self.page, self.base = page, base_of(page)
        read = bytearray(shown_marks(page))
        links = {nearest_of(page, page.parent[i], LINK, LEVELS_ABOVE) for i in positions(read, 1)} - {-1}
        for i in (*links, *page.elements(("source",))):
            read[i] = 1
        self.attributes = attributes_of(page, read, 1, MEDIA_ATTRIBUTES) if 1 in read else {}
        self.known: dict[tuple[Any, ...], str] = {}

    def made_of(self, i: int) -> dict[str, str]:
        """Return the addresses of a picture or player, and what a picture shows; nothing without one."""
        return self.player(i) if self.page.code[i] in PLAYERS else self.picture(i)

    def of(self, i: int) -> Mapping[str, str]:
        return self.attributes.get(i, {})

    def loaded(self, given: str) -> str:
        """Return an absolute address, or "" for what is no picture: a fragment, or a stand-in."""
        name = given.partition("?")[0].rpartition("/")[2].rstrip()
        is_none = given.lstrip()[:1] == "#" or _STAND_IN.search(name)
        return "" if is_none else self.base.address(given, LOADED)

    def first(self, addresses: Iterable[str]) -> str:
        """Return the first address that can be loaded, or ""."""
        return next(filter(None, map(self.loaded, addresses)), "")

    def shared(self, given: Given, elements: Iterable[int]) -> str:
        """Return the first address of some elements, looked for once: many pictures may share them."""
        key = (given, *elements)
        if key not in self.known:
            self.known[key] = self.first(given(map(self.of, elements)))
        return self.known[key]

    def picture(self, i: int) -> dict[str, str]:
        """Return the address and the alt text of a picture, or nothing without an address."""
        of = self.of(i)
        if is_pixel(of):
            return {}
        other = self.of(without_scripts(self.page).get(i, -1))
        same = [other] if other and not is_pixel(other) else []
        link = nearest_of(self.page, self.page.parent[i], LINK, LEVELS_ABOVE)
        address = (
            self.first(own_addresses([*same, of]))
            or self.shared(set_addresses, sources_of(self.page, i))
            or self.shared(link_addresses, [link] if link >= 0 else [])
        )
        is_apart = NOSCRIPT in self.page.code and nearest_of(self.page, i, NOSCRIPT, LEVELS_ABOVE) >= 0
        if is_apart and not _HAS_PICTURE.search(address):
            return {}  # what has no such name counts visitors without scripts
        alt = next(filter(None, (one.get("alt") for one in (of, *same))), "")
        if not alt.isprintable():
            alt = visible(legal(alt))
        return {"url": address, "alt": alt} if address else {}

    def player(self, i: int) -> dict[str, str]:
        """Return the addresses of a player and of the picture that stands for it, those that it has."""
        address = self.first(own_addresses(map(self.of, (i, *sources_of(self.page, i)))))
        poster = self.first(filter(None, [self.of(i).get("poster")]))
        return {name: url for name, url in (("poster", poster), ("url", address)) if url}


media_of = once(Media)


#: A function that yields the addresses in the attributes of some elements.
Given = Callable[[Iterable[Mapping[str, str]]], Iterator[str]]


def own_addresses(attributes: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Yield what is loaded late, then what is there; of each the larger sizes first.

    What looks like a picture in other data comes last, or before a drawing, which may stand for it.
    """
    for of in attributes:
        yield from in_sizes(of, LATE, LATE_SETS)
        both = in_sizes(of, ("src",), ("srcset",)), in_data(of[DATA]) if DATA in of else ()
        yield from chain(*(both[::-1] if _DRAWING.search(of.get("src", "")) else both))


def in_data(data: str) -> Iterator[str]:
    """Yield the addresses of pictures in some lines, the largest first."""
    sizes = largest_sizes(filter(_HAS_PICTURE.search, data.splitlines()))
    yield from (size.address for size in sizes if _HAS_PICTURE.search(size.address))


def in_sizes(of: Mapping[str, str], names: Iterable[str], sets: Iterable[str]) -> Iterator[str]:
    """Yield the sizes in some sets that are larger than a picture, the picture itself, and the other sizes.

    >>> list(in_sizes({"src": "/a", "width": "400", "srcset": "/b 300w, /c 800w"}, ["src"], ["srcset"]))
    ['/c', '/a', '/b']
    """
    given = [of[name] for name in sets if name in of]
    sizes = largest_sizes(given) if given else []
    width = _DIGITS.match(of.get("width", ""))
    shown = int(width.group()) if width else 0
    larger = [size for size in sizes if size.size > (shown if size.is_width else 1)]
    yield from (size.address for size in larger)
    yield from (of[name] for name in names if name in of)
    yield from (size.address for size in sizes if size not in larger)


def set_addresses(attributes: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Yield the addresses of ``<source>`` elements, the largest first."""
    sets = (of[name] for of in attributes for name in (*LATE_SETS, "srcset") if name in of)
    yield from (size.address for size in largest_sizes(sets))


def link_addresses(attributes: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Yield the address of a link that leads to a picture."""
    for of in attributes:
        if _PICTURE.search(of.get("href", "").partition("?")[0].partition("#")[0]):
            yield of["href"]


def largest_sizes(sets: Iterable[str]) -> list[Size]:
    """Return the largest sizes in some sets, the largest first."""
    found = (sizes_in_short(one) if len(one) <= SHORT_CHARS else sizes_in(one) for one in sets)
    sizes = chain.from_iterable(found)
    return sorted(sizes, key=attrgetter("is_width", "size"), reverse=True)[:MOST_TRIED]


@lru_cache(maxsize=100)
def sizes_in_short(given: str) -> tuple[Size, ...]:
    """Return the candidates of a set that pictures of a page may share."""
    return tuple(sizes_in(given))


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
    styled = dict(_SIDE.findall(of.get("style", "").lower())).values()
    both = [(of.get("width", ""), of.get("height", "")), styled if len(styled) > 1 else ()]
    return any(PIXELS.issuperset(sides) and any(sides) for sides in both)


def is_content(page: Page, i: int, made: Mapping[str, str]) -> bool:
    """Tell whether a picture or player that stands alone is not an icon, or a frame with an advert.

    An icon has such a name, or is a drawing outside of figures.
    """
    address = made.get("url", "")
    if page.code[i] in PLAYERS:
        is_frame = page.tags[page.tag_number[i]] in FRAMES
        return not is_frame or "poster" in made or _PLAYER.search(address) is not None
    if _ICON.search(address.rpartition("/")[2]):
        return False
    return not _DRAWING.search(address) or nearest_of(page, i, FIGURE, LEVELS_ABOVE) >= 0
