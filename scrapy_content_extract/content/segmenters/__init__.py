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

    The blocks together hold every text of the page once, in page order.  A method of
    your own is a class with this one method; its parameters are the arguments of its
    constructor.  The page must not be changed.
    """

    def segment(self, page: Page) -> Segmentation: ...


#: The methods of this package.  A class of your own goes by its import path.
SEGMENTERS: dict[str, type[Segmenter]] = {
    "btls": BTLS,
    "btls-tags": BTLSTags,
    "flat": Flat,
    "gapdepth": GapDepth,
}
