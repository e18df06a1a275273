"""A page on the way through the steps of :mod:`.auto`: what is known about its paragraphs."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from .. import core
from ..core.hints import SAYS
from ..markup import LINE_BREAK
from ..model import Range, positions, table_rows
from ..page.page import Page
from .kinds import PageKind


class ParagraphFacts(NamedTuple):
    """The facts about the paragraphs of a page that the choice needs, a column for each."""

    #: the probability that a character is main content
    p: array[float]
    #: a number that paragraphs share that look alike: their nodes and the nodes' parents have equal names
    look: array[int]
    #: the element that holds the paragraph
    node: array[int]
    #: its characters, without white space
    n: array[int]
    #: 1 for prose
    prose: array[int]
    #: steps up to an element whose class or id says comments, or FAR
    comment_steps: array[int]
    #: paragraphs since the last heading, 0 for one
    since_heading: array[int]
    #: the share of its words, in percent, that come again in paragraphs that look alike
    words_alike: array[int]
    #: the share of its first words, in percent, that come again in any paragraph
    words_twice: array[int]
    #: its nearest sectioning element, its place in SECTIONS
    section: array[int]
    #: the paragraphs in elements called comments
    comments: Sequence[int] = ()
    #: the means of the features, from which the kind of the page is judged; none without paragraphs
    means: array[int] = array("i")


class Trace(NamedTuple):
    """How a choice came about, for reports."""

    #: p from the page alone, and after other pages of the site
    p: array[float]
    site_p: array[float]
    #: the same after paragraphs that look alike or stand together, see :mod:`.auto`
    q: array[float]
    #: by name of a step what it left out, or all that is chosen after it: 1 for each such paragraph
    after: Mapping[str, bytes]


@dataclass
class Case:
    """A page on the way through the steps."""

    page: Page
    facts: ParagraphFacts
    #: per text: 1 if a browser does not show it; None if all is shown
    hidden: bytes | None = None
    #: what the page seems to be
    judged: PageKind | None = None
    #: the method, whose parameters say what is asked for
    asked: Any = None
    #: the hidden texts that a step has dropped, marked with 1
    dropped: bytes | None = None

    @property
    def kind(self) -> str | None:
        return self.judged.name if self.judged else None


class Step(NamedTuple):
    """A step, and what the report says of a paragraph that it chooses or drops."""

    name: str
    #: returns the choice after the step; before the choice, the paragraphs to leave out
    run: Callable[..., Any]
    #: a letter for the report, and its words: "Kept ...", "Left out, ..."
    chose: tuple[str, str] = ("", "")
    dropped: tuple[str, str] = ("", "")
    #: the signs of a page on which it may do something, bits of :data:`.core.hints.SAYS`
    sign: int = SAYS["anything"]


class Phrases(NamedTuple):
    """The phrases of a table."""

    #: each with what the table says of it
    rows: list[tuple[str, set[str]]]
    #: what finds them, by their places in ``rows``
    finder: Any


@cache
def phrases_of(table: str) -> Phrases:
    """Return the phrases of all languages in a table of this folder, also with typographic apostrophes."""
    said = defaultdict[str, set[str]](set)
    for what, _, of_language in table_rows(Path(__file__).with_name(table)):
        for phrase in of_language.split("|"):
            for written in (phrase, phrase.replace("'", "’")):
                said[written].add(what)
    return Phrases(list(said.items()), core.words.Phrases(list(said)))


def without(chosen: bytearray, those: Iterable[int]) -> bytearray:
    others = bytearray(chosen)
    for b in those:
        others[b] = 0
    return others


def prose_in(chosen: bytearray, facts: ParagraphFacts) -> int:
    """Return the characters of chosen prose; ``chosen`` may end before the page does."""
    return sum(n for is_chosen, is_prose, n in zip(chosen, facts.prose, facts.n) if is_chosen and is_prose)


def lines_of(page: Page, b: int) -> list[Range]:
    """Return the lines of a paragraph, as line breaks divide it."""
    start, stop = page.line_starts[b], page.line_starts[b + 1]
    breaks = positions(page.gap[start + 1 : stop], LINE_BREAK)
    return list(pairwise([start, *(start + 1 + k for k in breaks), stop]))
