"""The methods that choose the main content of a page, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..named import Methods

if TYPE_CHECKING:
    from ..model import Extraction, Page


@runtime_checkable
class Extractor(Protocol):
    """Anything that chooses from the texts of a page.

    To write your own, give a class this one method; its parameters are the arguments of its
    constructor.  It must not change the page.
    """

    def extract(self, page: Page) -> Extraction: ...


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
