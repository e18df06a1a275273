"""The methods that choose the main content of a page, by name."""

from __future__ import annotations

from functools import lru_cache
from inspect import signature
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..named import Methods

if TYPE_CHECKING:
    from ..model import Extraction
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


def without_blocks(extractor: Extractor, page: Page) -> Extraction:
    """Return the choice of an extractor, without blocks if the extractor can omit them."""
    if makes_lines(type(extractor)):
        return extractor.extract(page, blocks=False)  # type: ignore[call-arg]
    return extractor.extract(page)


@lru_cache(maxsize=64)
def makes_lines(method: type[Extractor]) -> bool:
    """Tell whether a method can return lines in place of blocks."""
    return "blocks" in signature(method.extract).parameters


#: The methods of this package, in order of publication; ours is the last.  Your own classes go by their
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
        "auto": "auto.Auto",
    },
)

__getattr__ = EXTRACTORS.of_class
