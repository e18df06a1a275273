"""The methods that cut a page into blocks, by name."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from ..model import Page, Segmentation
from .btls import BTLS, BTLSTags
from .flat import Flat
from .gapdepth import GapDepth


@runtime_checkable
class Segmenter(Protocol):
    """Anything that cuts a page into blocks.

    Together the blocks contain every text of the page once, in page order.  To write your own,
    give a class this one method; its parameters are the arguments of its constructor.  It must
    not change the page.
    """

    def segment(self, page: Page) -> Segmentation: ...


#: The methods of this package.  Your own classes go by their import paths.
SEGMENTERS: dict[str, type[Segmenter]] = {
    "btls": BTLS,
    "btls-tags": BTLSTags,
    "flat": Flat,
    "gapdepth": GapDepth,
}
