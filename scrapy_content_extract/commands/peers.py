"""Other libraries beside our methods, for ``content-extract compare``: what they keep of a page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from ..content import Extraction, Page
from ..content.page.blocks import paragraphs, ranges_of

#: The characters of a text that stands only once, as a rule; it says between which places shorter ones stand.
LONG = 20
#: No known places.
NOWHERE: Mapping[int, int] = {}


def trafilatura(html: str) -> str:
    from trafilatura import extract  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return extract(html) or ""


def readability(html: str) -> str:
    from lxml.html import fromstring
    from readability import Document  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return "".join(map(str, fromstring(Document(html).summary()).itertext()))


def resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return str(extract_plain_text(html, main_content=True))


#: The libraries by the names of their packages: page → main text.
PEERS: dict[str, Callable[[str], str]] = {
    "trafilatura": trafilatura,
    "readability": readability,
    "resiliparse": resiliparse,
}


def installed() -> list[str]:
    return [name for name in PEERS if find_spec(name)]


@dataclass(frozen=True)
class Peer:
    """A library as an extractor: the texts of the page that stand in its text, in the same order."""

    text_of: Callable[[str], str]

    def extract(self, page: Page) -> Extraction:
        text = "".join(self.text_of(page.source).split()) if page.gap else ""
        own = ["".join(string.split()) for string in page.strings]
        place = places(own, text, [n for n, string in enumerate(own) if len(string) >= LONG])
        place = places(own, text, range(len(own)), place)
        ranges = ranges_of(sorted(place))
        return Extraction(ranges, paragraphs(page, ranges))


def places(
    own: Sequence[str], text: str, those: Iterable[int], fixed: Mapping[int, int] = NOWHERE
) -> dict[int, int]:
    """Return where some texts of a page stand in another text, in order, between the ``fixed`` ones.

    >>> places(["a", "bb", "a"], "bba", [1]), places(["a", "bb", "a"], "bba", range(3), {1: 0})
    ({1: 0}, {1: 0, 2: 2})
    """
    limits = sorted(fixed.values())
    found, place = dict(fixed), 0
    for n in those:
        if n in fixed:
            place = fixed[n] + len(own[n])
            continue
        after = bisect_left(limits, place)
        at = text.find(own[n], place, limits[after] if after < len(limits) else len(text))
        if at >= 0:
            found[n], place = at, at + len(own[n])
    return found
