"""Chosen texts → clean HTML.

The texts stand in the elements that carry meaning; all other elements are gone:

* headings, paragraphs, lists, quotes, preformatted text, tables of data, figures; links, emphasis, code,
  sub- and superscripts, line breaks;
* pictures and players that stand among the chosen texts (:func:`.columns.kept.pictures`).

Each chosen text is written once, in the order of the page.  There are no other texts, except that a player
becomes a link in a ``<figure>``, whose text is its address.  Addresses are absolute, with one of the
:data:`SCHEMES`; no other attribute can do anything.  A bound stops a page that repeats itself, for example
by a long ``<base>`` in each link.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import repeat
from typing import NamedTuple
from urllib.parse import urljoin

from .. import columns
from ..columns.markup_py import escaped
from ..markup.characters import legal
from ..markup.elements import BLOCK_LEVEL, NEVER_TEXT, table
from ..markup.kinds import KIND, KINDS
from ..model import Range, positions
from ..page.attributes import attributes_of
from ..page.page import Page

WRITTEN = columns.outline.WRITTEN
WANTED = columns.kept.MARKS["wanted"]

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "audio": "video", "iframe": "video", "embed": "video",
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys(NEVER_TEXT, KIND["script"]),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}

#: The schemes of addresses.
SCHEMES = frozenset("http https mailto tel ftp".split())
LOADED = frozenset({"http", "https"})
#: The attributes with the address of a picture: pages that load pictures late have it in several.
ADDRESSES = ("data-src", "data-original", "data-lazy-src", "data-lazy", "src")
SOURCE_SETS = ("data-srcset", "srcset")
READ_ATTRIBUTES = (*"href alt colspan rowspan start width height".split(), *SOURCE_SETS, *ADDRESSES)
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})
#: The sizes of pictures that count visitors; one of width and height may be missing.
PIXELS = frozenset({"0", "1", "2", "0px", "1px", ""})

#: The greatest number that each attribute may have; a converter writes as many cells.
NUMBERS = {"colspan": 100, "rowspan": 100, "start": 9999}
#: The most characters of an address, and of a base.  Many servers and proxies take 8,000, as RFC 9110,
#: section 4.1, asks.  A base is in each address that is relative to it; sitemaps may have 2,048.
MOST_ADDRESS, MOST_BASE = 8_000, 2_048
#: The most characters that are read of a class, and the most of a language's name.
MOST_CLASS, MOST_LANGUAGE = 1_000, 40
LINK, PICTURE, PRE = KIND["a"], KIND["img"], KIND["pre"]
SHOWN = frozenset({PICTURE, KIND["video"]})
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in SHOWN)
ZERO = array("i", [0])
IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
#: An address without a scheme for every reader: some leave out white space, and in the addresses of Markdown
#: references and backslashes mean something.
_NO_SCHEME = re.compile(r"[^:&\\/?#]*(?:[/?#]|\Z)")
#: An address below a folder, without dots alone or nothing between two slashes.
_NEAR = re.compile(r"(?:[\w~%-][\w.~%-]*/)*[\w~%-][\w.~%-]*", re.ASCII)
_CONTROL = re.compile("[\t\n\r]")
_ENDS = "".join(map(chr, range(0x21)))
_ORIGIN = re.compile(r"https?://[^/?#\s\\]+")
#: A class that names the language of code: as HTML suggests, and as highlighters write it.
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]*([\w+#.]+)")
NO_LANGUAGE = frozenset("default none text plain plaintext nohighlight notranslate source".split())

#: The beginning and the end of each kind of element, and the space between two texts.
WORDS = {
    **{2 * kind: f"<{name}>" for name, kind in KIND.items()},
    **{2 * kind + 1: f"</{name}>" for name, kind in KIND.items()},
    **{2 * KIND[name]: f"<{name}>\n" for name in ("ul", "ol", "dl", "table", "thead", "tbody", "tfoot")},
    **{
        2 * KIND[name] + 1: f"</{name}>\n"
        for name in KINDS[KIND["p"] : KIND["a"]]
        if name not in ("td", "th")
    },
    WRITTEN["space"]: " ",
    WRITTEN["break"]: "<br>",
    WRITTEN["line"]: "\n",
}
ELEMENTS = WRITTEN["elements"]
#: The words by their numbers; the words of the page's elements come after them, and then its texts.
FIXED = [WORDS.get(number, "") for number in range(ELEMENTS)]
FIXED_SIZES = array("i", map(len, FIXED))


class Kept(NamedTuple):
    """The kept elements and texts of a page: the columns of :func:`.columns.kept.contexts`."""

    kind: bytearray
    block: array[int]
    inline: array[int]
    breaks: bytearray


def html_of(page: Page, ranges: Iterable[Range]) -> str:
    """Return the HTML of some ranges of texts, in page order.

    >>> from scrapy_content_extract.content.flow import page_of
    >>> page = page_of("<div>It <b class=x>rains</b>.<p style=y>A<br><a href=/ onclick=z>B</a></div>")
    >>> html_of(page, [(0, 5)])
    '<p>It <b>rains</b>.</p>\\n<p>A<br><a href="/">B</a></p>'
    """
    return html_within(page, ranges, sys.maxsize)[0]


def html_within(page: Page, ranges: Iterable[Range], most: int) -> tuple[str, bool]:
    """Return the HTML of some ranges of texts, and whether texts are missing because of the limit."""
    starts, stops = page.bounds_of(ranges)
    if not starts:
        return "", False
    kept = kept_of(page)
    found = pictures(page, kept, starts, stops)
    marks, raw = columns.kept.wanted(page.parent, page.end, page.owner, *kept[:3], starts, stops, found)
    words, special, made = FIXED + [""] * (2 * len(marks)), ZERO * len(marks), 0
    if WANTED in marks:
        for i, tags in tags_of(page, kept.kind, marks):
            words[ELEMENTS + 2 * i], words[ELEMENTS + 2 * i + 1] = tags
            special[i] = sum(sizes_of(tags))
            made += special[i]
            if made > most:  # there is no room for the next one: each is written once at least
                break
        found = array("i", filter(special.__getitem__, found))
    texts, spaces = columns.markup.pieces(page.strings, starts, stops, raw)
    lines = array("i", [text.count("\n") for text in texts]) if 1 in raw else ZERO * len(texts)
    words += texts
    written, is_less = columns.outline.write(
        page.parent, page.end, page.first, page.owner, page.gap, *kept, starts, stops, spaces, found,
        special, FIXED_SIZES, array("i", sizes_of(texts)), lines, most,
    )  # fmt: skip
    return legal("".join(map(words.__getitem__, written)).rstrip("\n")), is_less or made > most


def sizes_of(texts: Iterable[str]) -> list[int]:
    """Return how many bytes of UTF-8 each text has."""
    return [len(text if text.isascii() else text.encode("utf-8", "surrogatepass")) for text in texts]


def kept_of(page: Page) -> Kept:
    """Return the kept elements and texts of a page."""
    role: array[int] = ZERO * len(page.code)
    roles: list[str | None] = [None]
    if "table" in page.tags:
        role, roles = page.names.of_role, page.names.roles
    kinds, layout = bytes(map(KIND_OF_TAG.get, page.tags, repeat(0))), bytes(name in LAYOUT for name in roles)
    return Kept(
        *columns.kept.contexts(
            page.parent, page.end, page.first, page.stop, page.chars_before, page.tag_number,
            kinds, role, layout,
        )
    )  # fmt: skip


def pictures(page: Page, kept: Kept, starts: array[int], stops: array[int]) -> array[int]:
    """Return the pictures and players among the chosen texts."""
    if not HAS_PICTURES.intersection(page.tags):
        return array("i")
    ends = sorted((page.owner[starts[0]], page.owner[stops[-1] - 1]))
    found: array[int] = columns.kept.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        columns.climb.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3],
        columns.climb.chosen_before(page.chars_before, starts, stops),
        columns.climb.lowest_common(page.parent, page.end, *ends), starts[0],
    )  # fmt: skip
    return found


def tags_of(page: Page, kinds: bytearray, marks: bytearray) -> Iterator[tuple[int, tuple[str, str]]]:
    """Return the beginnings and ends of the marked elements that are written with attributes."""
    attributes = attributes_of(page, marks, WANTED, READ_ATTRIBUTES)
    base = base_of(page)
    for i, of in attributes.items():
        if "href" in of and kinds[i] == LINK:
            if address := base.address(of["href"], SCHEMES):
                yield i, (f'<a href="{address}">', "</a>")
        elif kinds[i] in SHOWN:
            if not is_pixel(of) and (address := address_of_medium(of, base)):
                alt = quoted(of.get("alt", ""))
                yield i, (shown(kinds[i], address, alt), "")
        elif given := numbers_of(of):
            yield i, (WORDS[2 * kinds[i]].replace(">", f"{given}>"), WORDS[2 * kinds[i] + 1])
    if "pre" in page.tags:
        known: dict[int, str] = {}
        for i in positions(marks, WANTED):
            if kinds[i] == PRE and (tags := code_tags(page, i, known)):
                yield i, tags


def shown(kind: int, address: str, alt: str) -> str:
    """Return a picture, or a link for a player."""
    return f'<img src="{address}" alt="{alt}">' if kind == PICTURE else f'<a href="{address}">{address}</a>'


def address_of_medium(of: Mapping[str, str], base: Base) -> str:
    """Return the address of a picture or a player, or ""."""
    for name in ADDRESSES:
        if name in of and (address := base.address(of[name], LOADED)):
            return address
    for name in SOURCE_SETS:
        if (sizes := of.get(name, "").split()) and (address := base.address(sizes[0], LOADED)):
            return address
    return ""


class Base:
    """The base of relative addresses."""

    def __init__(self, url: str) -> None:
        self.url = url
        origin = _ORIGIN.match(url)
        self.origin = origin.group() if origin else ""

    @cached_property
    def folder(self) -> str:
        return urljoin(self.url, "x")[:-1]

    @cached_property
    def here(self) -> str:
        return urljoin(self.url, "#x")[:-2]

    def address(self, given: str, schemes: Collection[str]) -> str:
        """Return an absolute address, escaped for HTML, or "" for another scheme or too many characters.

        Without a base a relative address stays relative, unless a reader may find a scheme in it.
        """
        url = self.absolute(as_browsers_read(given), schemes)
        return quoted(url) if len(url) <= MOST_ADDRESS else ""

    def absolute(self, url: str, schemes: Collection[str]) -> str:
        if url.startswith(("https://", "http://")):  # so are most, or as below, and urljoin is slow
            return url
        if url[:1] == "/" and url[1:2] not in ("/", "\\") and self.origin and "/." not in url:
            return self.origin + url
        if url[:1] == "#" and len(url) > 1:
            return self.here + url
        if _NEAR.fullmatch(url):
            return self.folder + url
        if scheme := _SCHEME.match(url):
            return url if scheme.group(1).lower() in schemes else ""
        if not self.url:
            return url if _NO_SCHEME.match(url) else ""
        try:
            return urljoin(self.url, url) if url else ""
        except ValueError:  # brackets without an IPv6 address
            return ""


def base_of(page: Page) -> Base:
    """Return the base of the relative addresses of a page."""
    own = page.url or ""
    urls = [own, own.partition("?")[0]]  # the second if the first is too long
    if "base" in page.tags:
        number = page.tags.index("base")
        bases = bytes(one == number for one in page.tag_number)
        found = attributes_of(page, bases, 1, ("href",)).values()
        given = next(filter(None, (of["href"] for of in found)), "")
        with suppress(ValueError):  # brackets without an IPv6 address
            urls.insert(0, urljoin(urls[0], as_browsers_read(given)))
    return Base(next((url for url in urls if _ORIGIN.match(url) and len(url) <= MOST_BASE), ""))


def as_browsers_read(url: str) -> str:
    """Return an address without the characters that browsers leave out.

    >>> as_browsers_read(" java\\nscript:")
    'javascript:'
    """
    url = url.strip(_ENDS)
    return url if url.isprintable() else _CONTROL.sub("", url)


def quoted(value: str) -> str:
    """Return the value of an attribute, quoted for HTML."""
    if "&" in value or '"' in value or "<" in value or ">" in value:
        return escaped(value).replace('"', "&quot;")
    return value


def numbers_of(of: Mapping[str, str]) -> str:
    """Return the attributes that are numbers and mean something.

    >>> numbers_of({"colspan": "2", "rowspan": "1", "start": "x"})
    ' colspan="2"'
    """
    found = [(name, of[name], most) for name, most in NUMBERS.items() if name in of]
    return "".join(
        f' {name}="{value}"'
        for name, value, most in found
        if re.fullmatch(r"[0-9]{1,4}", value) and 1 < int(value) <= most
    )


def is_pixel(of: Mapping[str, str]) -> bool:
    """Tell whether a picture counts visitors."""
    width, height = of.get("width", ""), of.get("height", "")
    return width in PIXELS and height in PIXELS and bool(width or height)


def code_tags(page: Page, pre: int, known: dict[int, str]) -> tuple[str, str] | None:
    """Return the tags of a program, or None: preformatted text that holds or names code."""
    if language := language_of(page, pre, known):
        return f'<pre><code class="language-{language}">', "</code></pre>\n"
    if "code" in page.tags and page.tags.index("code") in page.tag_number[pre : page.end[pre]]:
        return "<pre><code>", "</code></pre>\n"
    return None


def language_of(page: Page, pre: int, known: dict[int, str]) -> str:
    """Return the language that a program names, or ""; ``known`` has the languages of classes, by number."""
    above = [pre, page.parent[pre], page.parent[page.parent[pre]]] if pre > 1 else [pre]
    for i in (pre + 1, *above):
        if i < page.end[pre] and i >= 0:
            number = page.names.of_class[i]
            if number not in known:
                known[number] = language_in(page.names.values[number] or "")
            if known[number]:
                return known[number]
    return ""


def language_in(of_class: str) -> str:
    """Return the language that a class names, or "".

    >>> language_in("highlight-text language-C++")
    'c++'
    """
    found = map(str.lower, _LANGUAGE.findall(of_class[:MOST_CLASS]))
    return next((name for name in found if name not in NO_LANGUAGE and len(name) <= MOST_LANGUAGE), "")
