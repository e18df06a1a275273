"""The parameters of ``extract()``, so that type checkers find misspelt ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypedDict

from .model import Kind

if TYPE_CHECKING:
    from .auto.memory import Sites

#: The methods of the package; a test holds them against the table of methods.
ExtractorName = Literal["auto", "song", "scf", "cetr", "cetd", "backtrack", "uighur", "cevc"]
SegmenterName = Literal["btls", "btls-tags", "flat", "gapdepth", "vips"]


class StyleParams(TypedDict, total=False):
    """The fields of :class:`.output.style.Style`."""

    formulas: bool
    captions: bool | Literal["auto"]
    main: str
    drop: str
    title: bool
    hyperlinks: bool
    front_matter: bool
    spans: Literal["empty", "html"]
    chunk_size: int
    chunk_overlap: int
    length_function: Callable[[str], int] | str


class AutoParams(StyleParams, total=False):
    """The fields of :class:`.auto.auto.Auto`, and the style."""

    comments: Literal["auto", "keep", "drop"]
    favor: Literal["balanced", "precision", "recall"]
    kind: Kind | Literal["auto"]
    tables: bool
    links: bool
    hidden: Literal["auto", "keep", "drop"]
    sites: Sites | None
