"""The methods that cut a page into blocks, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..named import Methods

if TYPE_CHECKING:
    from ..model import Segmentation
    from ..page.page import Page


@runtime_checkable
class Segmenter(Protocol):
    """A method that cuts a page into blocks.

    Together the blocks contain every text of the page once, in page order.  To write your own,
    give a class this one method; its parameters are the arguments of its constructor.  It must
    not change the page.
    """

    def segment(self, page: Page) -> Segmentation: ...


#: The methods of this package.  Your own classes go by their import paths.
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

__getattr__ = SEGMENTERS.of_class
