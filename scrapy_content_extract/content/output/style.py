"""How results are written, whatever method has chosen them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model import Extraction
from ..page.page import Page
from .chosen_formulas import with_formulas, without_formulas
from .chosen_programs import with_programs


@dataclass(frozen=True)
class Style:
    """The choices of a user about text, HTML and Markdown; docs/html.rst shows each."""

    #: whether formulas are written, as ``$x^2$``
    formulas: bool = True
    #: whether ``text`` has the captions of pictures: True, False, or "auto": those that the method has chosen
    captions: bool | str = "auto"
    #: whether the title stands above the content
    title: bool = False
    #: how Markdown writes tables whose cells span others: "repeat", a table of GitHub; "html"
    spans: str = "repeat"


#: The values that each choice may have; the first is the default.
CHOICES: dict[str, tuple[Any, ...]] = {
    "formulas": (True, False),
    "captions": ("auto", True, False),
    "title": (False, True),
    "spans": ("repeat", "html"),
}
PLAIN = Style()


def style_in(params: Mapping[str, Any], what: str = "params") -> tuple[Style, dict[str, Any]]:
    """Return the style among some parameters, and the parameters of the method, which are the others.

    Raises ValueError for an impossible value; ``what`` is what the message calls the parameters.

    >>> style_in({"title": True, "alpha": 0.6})
    (Style(formulas=True, captions='auto', title=True, spans='repeat'), {'alpha': 0.6})
    """
    given = {name: value for name, value in params.items() if name in CHOICES}
    for name, value in given.items():
        if value not in CHOICES[name]:
            raise ValueError(
                f"{what} has {name}={value!r}; it may be {' or '.join(map(repr, CHOICES[name]))}."
            )
    return Style(**given), {name: value for name, value in params.items() if name not in CHOICES}


def in_style(page: Page, extraction: Extraction, style: Style) -> Extraction:
    """Return an extraction with the texts that a style asks for."""
    extraction = with_programs(page, extraction)
    return with_formulas(page, extraction) if style.formulas else without_formulas(page, extraction)
