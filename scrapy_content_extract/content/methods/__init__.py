"""The methods by name: extractors choose the main content of a page, segmenters cut it into blocks."""

from __future__ import annotations

from functools import lru_cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..registry import Methods

if TYPE_CHECKING:
    from ..model import Extraction, Segmentation
    from ..page.page import Page


@runtime_checkable
class Extractor(Protocol):
    """A method that chooses from the texts of a page.

    To write your own, give a class this one method; its parameters are the arguments of its
    constructor.  It must not change the page.

    If its ``extract`` has a parameter ``blocks``, it is called with ``blocks=False`` where the blocks are
    unused; it may then return ``lines`` in their place.
    """

    def extract(self, page: Page) -> Extraction: ...


@runtime_checkable
class Segmenter(Protocol):
    """A method that cuts a page into blocks.

    Together the blocks contain every text of the page once, in page order.  To write your own,
    give a class this one method; its parameters are the arguments of its constructor.  It must
    not change the page.
    """

    def segment(self, page: Page) -> Segmentation: ...


#: The extractors of this package, in order of publication; ours is the last.  Your own classes go by their
#: import paths.
EXTRACTORS: Methods[Extractor] = Methods(
    __name__,
    {
        "song": "song.Song",
        "scf": "scf.SCF",
        "cetr": "cetr.CETR",
        "cetd": "cetd.CETD",
        "backtrack": "backtrack.Backtrack",
        "uighur": "uighur.Uighur",
        "cevc": "cevc.CEVC",
        "auto": ".auto.auto.Auto",
    },
)

#: The segmenters of this package.  Your own classes go by their import paths.
SEGMENTERS: Methods[Segmenter] = Methods(
    __name__,
    {
        "btls": "btls.BTLS",
        "btls-tags": "btls.BTLSTags",
        "flat": "flat.Flat",
        "gapdepth": "gapdepth.GapDepth",
        "vips": "vips.VIPS",
    },
)

#: The segmenters for pages that a browser has rendered; the others need only the mark-up.
VISUAL = frozenset({"vips"})


def require(method: Any, name: str, is_possible: bool, must: str) -> None:
    """Raise ValueError if the value of a method's parameter is impossible; ``must`` says what it must be."""
    if not is_possible:
        raise ValueError(f"{name} is {getattr(method, name)!r}; it must be {must}.")


def without_blocks(extractor: Extractor, page: Page) -> Extraction:
    """Return the choice of an extractor, without blocks if the extractor can omit them."""
    if makes_lines(type(extractor)):
        return extractor.extract(page, blocks=False)  # type: ignore[call-arg]
    return extractor.extract(page)


@lru_cache(maxsize=64)
def makes_lines(method: type[Extractor]) -> bool:
    """Tell whether a method can return lines in place of blocks."""
    return "blocks" in signature(method.extract).parameters


def __getattr__(name: str) -> Any:
    for table in (EXTRACTORS, SEGMENTERS):
        if found := table.of_class(name):
            return found
    raise AttributeError(f"{__name__!r} has no attribute {name!r}")
