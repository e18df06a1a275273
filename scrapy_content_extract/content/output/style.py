"""The choices of a user about results, and the edits of chosen texts that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from ..document.headings import signs_in
from ..markup import FORMULAS
from ..metadata.titles import title_in
from ..model import runs
from ..page.choice import Choice
from ..page.ranges import text_marks
from .selectors import is_selector


@dataclass(frozen=True)
class Style:
    """The choices of a user about text, HTML and Markdown; docs/html.rst shows each."""

    #: whether formulas are written, as ``$x^2$``
    formulas: bool = True
    #: whether ``text`` has the captions of pictures: True, False, or "auto": those that the method has chosen
    captions: bool | str = "auto"
    #: the elements that are the main text, as CSS or XPath; a page without them is left to the method
    main: str = ""
    #: the elements that are left out, as if the page did not have them, as CSS or XPath
    drop: str = ""
    #: whether the title stands above the content
    title: bool = False
    #: whether HTML and Markdown have links; if not, their words stay
    hyperlinks: bool = True
    #: whether Markdown begins with the metadata as YAML
    front_matter: bool = False
    #: how Markdown writes tables whose cells span others: "empty", the others are empty cells; "html"
    spans: str = "empty"
    #: the most of a chunk, by the function that counts: characters, or the tokens of a model; a function or
    #: its import path
    chunk_size: int = 2_000
    #: the most that a chunk repeats of the chunk before, by the same function
    chunk_overlap: int = 0
    length_function: Callable[[str], int] | str = len


#: The values that each choice may have; the first is the default.
CHOICES: dict[str, tuple[Any, ...]] = {
    "formulas": (True, False),
    "captions": ("auto", True, False),
    "title": (False, True),
    "hyperlinks": (True, False),
    "front_matter": (False, True),
    "spans": ("empty", "html"),
}
#: The choices that are selectors, and what they may be.
SELECTORS = ("main", "drop")
A_SELECTOR = "CSS, or an XPath that begins with / or ./ or (, which selects elements, such as 'article .body'"
#: The other choices, and what they may be.
OTHERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(SELECTORS, (is_selector, A_SELECTOR)),
    "chunk_size": (lambda value: type(value) is int and value > 0, "a number of 1 or more"),
    "chunk_overlap": (lambda value: type(value) is int and value >= 0, "a number of 0 or more"),
    "length_function": (
        lambda value: returns_number(function_at(value)),
        "a function or its import path, which returns a number for a text",
    ),
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


def returns_number(function: Any) -> bool:
    try:
        return callable(function) and isinstance(function("It rains."), (int, float))
    except Exception:
        return False


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
    style = Style(**given)
    if style.chunk_overlap >= style.chunk_size:
        has = f"chunk_overlap={style.chunk_overlap} and chunk_size={style.chunk_size}"
        raise ValueError(f"{what} has {has}; the overlap may be any number below the size.")
    return style, {name: value for name, value in params.items() if name not in given}


def edited(choice: Choice, style: Style) -> Choice:
    """Return a choice with the texts that a style asks for, without signs besides the text."""
    page = choice.page
    left_out = signs_in(page)
    if not style.formulas:
        left_out.update(k for i in page.elements(FORMULAS) for k in range(page.first[i], page.stop[i]))
    if left_out or style.captions != "auto":
        marks = text_marks(page, choice.ranges)
        before = bytes(marks)
        for k in left_out:
            marks[k] = 0
        if style.captions != "auto":
            from ..document.captions import with_captions  # it takes time to import

            marks = with_captions(page, marks, are_wanted=style.captions is True)
        if marks != before:
            choice = replace(choice, ranges=tuple(runs(marks)))
    if style.title:
        choice = replace(choice, above=title_in(choice))
    return choice
