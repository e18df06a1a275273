"""The methods that choose a page's main content, by name."""

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

    A method of your own is a class with this one method; its parameters are the
    arguments of its constructor.  The page must not be changed.
    """

    def extract(self, page: Page) -> Extraction: ...


#: The methods of this package, in the order they were published; ours is last.  A class of your own goes
#: by its import path.
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
