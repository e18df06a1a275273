"""The methods by name: extractors choose the main content of a page, segmenters cut it into blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..registry import Methods

if TYPE_CHECKING:
    from ..model import Segmentation
    from ..page.choice import Choice
    from ..page.page import Page


@runtime_checkable
class Extractor(Protocol):
    """A method that chooses from the texts of a page.

    To write your own, give a class this one method; its parameters are the arguments of its
    constructor.  It must not change the page.
    """

    def extract(self, page: Page) -> Choice: ...


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


def __getattr__(name: str) -> Any:
    for table in (EXTRACTORS, SEGMENTERS):
        if found := table.of_class(name):
            return found
    raise AttributeError(f"{__name__!r} has no attribute {name!r}")
