"""How results are written, whatever method has chosen them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from ..markup import FORMULAS
from ..model import Extraction
from ..page.blocks import lines_of, paragraphs, ranges_in, rows_of, text_marks
from ..page.page import Page
from .headings import with_title, without_signs

# ------------------------------------------------------------------ no_formulas
# Chosen texts without formulas.


def without_formulas(page: Page, extraction: Extraction) -> Extraction:
    """Return an extraction without formulas."""
    marks = text_marks(page, extraction.ranges)
    formulas = [k for k in formulas_of(page) if marks[k]]
    for k in formulas:
        marks[k] = 0
    return of_texts(page, extraction, marks) if formulas else extraction


def formulas_of(page: Page) -> set[int]:
    """Return the texts that are formulas."""
    numbers = [page.tags.index(tag) for tag in FORMULAS if tag in page.tags]
    if not numbers:
        return set()
    return {k for k, element in enumerate(page.owner) if page.tag_number[element] in numbers}


def of_texts(page: Page, extraction: Extraction, marks: bytearray) -> Extraction:
    """Return an extraction with other texts, in blocks or lines as it had them."""
    rows = rows_of(page)
    if rows is not None:
        texts = extraction.lines or tuple(block.text for block in extraction.blocks)
        if texts == lines_of(page, extraction.ranges):
            rows = None  # its method does not join cells
    ranges = ranges_in(marks)
    lines = lines_of(page, ranges, rows) if extraction.lines else ()
    blocks = paragraphs(page, ranges, rows) if extraction.blocks else ()
    return replace(extraction, ranges=ranges, lines=lines, blocks=blocks)


# ------------------------------------------------------------------ style


@dataclass(frozen=True)
class Style:
    """The choices of a user about text, HTML and Markdown; docs/html.rst shows each."""

    #: whether formulas are written, as ``$x^2$``
    formulas: bool = True
    #: whether ``text`` has the captions of pictures: True, False, or "auto": those that the method has chosen
    captions: bool | str = "auto"
    #: whether the title stands above the content
    title: bool = False
    #: how Markdown writes tables whose cells span others: "empty", the others are empty cells; "html"
    spans: str = "empty"
    #: the most of a chunk, by the function that counts: characters, or the tokens of a model; a function or
    #: its import path
    chunk_size: int = 2_000
    length_function: Callable[[str], int] | str = len


#: The values that each choice may have; the first is the default.
CHOICES: dict[str, tuple[Any, ...]] = {
    "formulas": (True, False),
    "captions": ("auto", True, False),
    "title": (False, True),
    "spans": ("empty", "html"),
}
#: The other choices, and what they may be.
OTHERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "chunk_size": (lambda value: type(value) is int and value > 0, "a number of 1 or more"),
    "length_function": (lambda value: callable(function_at(value)), "a function or its import path"),
}
#: The parameters of a style.
NAMES = (*CHOICES, *OTHERS)
PLAIN = Style()


def function_at(given: Any) -> Any:
    """Return a function from itself or its import path; None if there is none."""
    if not isinstance(given, str):
        return given
    module, _, name = given.rpartition(".")
    try:
        return getattr(import_module(module), name, None)
    except (ImportError, ValueError):
        return None


def style_in(params: Mapping[str, Any], what: str = "params") -> tuple[Style, dict[str, Any]]:
    """Return the style among some parameters, and the parameters of the method, which are the others.

    Raises ValueError for an impossible value; ``what`` is what the message calls the parameters.

    >>> style_in({"title": True, "alpha": 0.6})  # doctest: +ELLIPSIS
    (Style(... title=True, ...), {'alpha': 0.6})
    """
    given = {name: value for name, value in params.items() if name in NAMES}
    for name, value in given.items():
        if name in CHOICES:
            is_right, may_be = value in CHOICES[name], " or ".join(map(repr, CHOICES[name]))
        else:
            is_right, may_be = OTHERS[name][0](value), OTHERS[name][1]
        if not is_right:
            raise ValueError(f"{what} has {name}={value!r}; it may be {may_be}.")
    return Style(**given), {name: value for name, value in params.items() if name not in given}


def in_style(page: Page, extraction: Extraction, style: Style) -> Extraction:
    """Return an extraction with the texts that a style asks for."""
    extraction = without_signs(page, extraction)
    if not style.formulas:
        extraction = without_formulas(page, extraction)
    if style.captions != "auto":
        from .captions import in_text

        extraction = in_text(page, extraction, with_captions=bool(style.captions))
    return with_title(page, extraction) if style.title else extraction
