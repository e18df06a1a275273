"""The addresses of links and pictures: absolute, and of schemes that do no harm."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property

from ..markup import legal
from ..page.attributes import attributes_of
from ..page.page import Page, once
from ..urls import join_url

#: The schemes of addresses.
SCHEMES = frozenset("http https mailto tel ftp".split())
LOADED = frozenset({"http", "https"})
#: The most characters of an address, and of a base.  Many servers and proxies take 8,000, as RFC 9110,
#: section 4.1, asks.  A base is in each address that is relative to it; sitemaps may have 2,048.
MOST_ADDRESS, MOST_BASE = 8_000, 2_048

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
#: An address without a scheme for every reader: some leave out white space, and in the addresses of Markdown
#: references and backslashes mean something.
_NO_SCHEME = re.compile(r"[^:&\\/?#]*(?:[/?#]|\Z)")
#: An absolute address that HTML has as it is.
_PLAIN = re.compile("https?://[!#-%'-;=?-~]+")
#: An address below a folder, without dots alone or nothing between two slashes.
_NEAR = re.compile(r"(?:[\w~%-][\w.~%-]*/)*[\w~%-][\w.~%-]*(?:\?[!\"$-~]+)?", re.ASCII)
#: An address on another host, with the scheme of the page.
_ELSEWHERE = re.compile(r"//[\w.-]+/[\w~%/.-]*(?:\?[!\"$-~]+)?", re.ASCII)
_CONTROL = re.compile("[\t\n\r]")
_ENDS = "".join(map(chr, range(0x21)))
_ORIGIN = re.compile(r"https?://[^/?#\s\\]+")


class Base:
    """The base of relative addresses."""

    def __init__(self, url: str) -> None:
        self.url = url
        origin = _ORIGIN.match(url)
        self.origin = origin.group() if origin else ""

    @cached_property
    def folder(self) -> str:
        return join_url(self.url, "x")[:-1]

    @cached_property
    def here(self) -> str:
        return join_url(self.url, "#x")[:-2]

    def address(self, given: str, schemes: Collection[str]) -> str:
        """Return an absolute address, or "" for another scheme or too many characters.

        Without a base a relative address stays relative, unless a reader may find a scheme in it or it
        leads to a place on the page.
        """
        if _PLAIN.fullmatch(given) and len(given) <= MOST_ADDRESS:  # so are most, and join_url is slow
            return given
        url = self.absolute(as_browsers_read(given), schemes).replace(" ", "%20")
        return legal(url) if len(url) <= MOST_ADDRESS else ""

    def absolute(self, url: str, schemes: Collection[str]) -> str:
        if url.startswith(("https://", "http://")):
            return url
        if url[:1] == "/" and url[1:2] not in ("/", "\\") and self.origin and "/." not in url:
            return self.origin + url
        if _ELSEWHERE.fullmatch(url) and self.origin:
            return self.origin.partition("/")[0] + url
        if url[:1] == "#" and len(url) > 1:
            return self.here and self.here + url  # the ids of the page are gone
        near = url.removeprefix("./") if self.url else url
        if _NEAR.fullmatch(near):
            return self.folder + near
        if scheme := _SCHEME.match(url):
            return url if scheme.group(1).lower() in schemes else ""
        if not self.url:
            return url if _NO_SCHEME.match(url) and url != "#" else ""
        return join_url(self.url, url) if url else ""


@once
def base_of(page: Page) -> Base:
    own = page.url or ""
    urls = [own, own.partition("?")[0]]  # the second if the first is too long
    if "base" in page.tags:
        number = page.tags.index("base")
        marks = bytes(one == number for one in page.tag_number)
        found = attributes_of(page, marks, 1, ("href",)).values()
        given = next(filter(None, (of["href"] for of in found)), "")
        urls.insert(0, join_url(own, as_browsers_read(given)))
    bases = (url for url in urls if _ORIGIN.match(url) and len(url) <= MOST_BASE and join_url(url, "x"))
    return Base(next(bases, ""))


def as_browsers_read(url: str) -> str:
    """Return an address without the characters that browsers leave out."""
    url = url.strip(_ENDS)
    return url if url.isprintable() else _CONTROL.sub("", url)
