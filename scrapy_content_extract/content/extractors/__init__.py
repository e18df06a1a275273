"""The methods that choose the main content of a page, by name."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from ..model import Extraction, Page
from .auto import Auto
from .backtrack import Backtrack
from .cetd import CETD
from .cetr import CETR
from .cevc import CEVC
from .scf import SCF
from .song import Song
from .uighur import Uighur


@runtime_checkable
class Extractor(Protocol):
    """Anything that chooses from the texts of a page.

    To write your own, give a class this one method; its parameters are the arguments of its
    constructor.  It must not change the page.
    """

    def extract(self, page: Page) -> Extraction: ...


#: The methods of this package, in order of publication; ours is the last.  Your own classes go by their
#: import paths.
EXTRACTORS: dict[str, type[Extractor]] = {
    "song": Song,
    "scf": SCF,
    "cetr": CETR,
    "cetd": CETD,
    "backtrack": Backtrack,
    "uighur": Uighur,
    "cevc": CEVC,
    "auto": Auto,
}
