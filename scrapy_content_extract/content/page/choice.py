"""Page → Choice: the texts that a method has chosen, and what it knows about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..model import Block, Range, lazy
from .blocks import lines_of, paragraphs, text_of
from .page import Page
from .tables import Rows

#: The first lines of a content, one of which may be its title: a date or a section may stand before it.
FIRST_LINES = 3


@dataclass(unsafe_hash=True)
class Choice:
    """What an extractor returns: ranges of texts of a page, in page order, each text once.

    An extractor needs to give only ``page`` and ``ranges``.  Text and blocks are made when they are asked
    for, after the style of the results has edited the ranges.
    """

    page: Page = field(repr=False, compare=False)
    ranges: tuple[Range, ...]
    #: 0 to 1, or None if the method has none
    confidence: float | None = None
    #: the title of what the page is about, or None if the method does not look for it; then the page's counts
    title: str | None = None
    #: the kind of a page without content, one of :data:`.non_content.NO_CONTENT`, or None
    no_content: str | None = None
    #: for reports, why that is its kind: :class:`.auto.non_content.Evidence`
    evidence: Any = field(default=None, repr=False, compare=False)
    #: the kind of the page and its probability, :class:`.auto.kinds.PageKind`; None with other methods
    judged: Any = field(default=None, repr=False, compare=False)
    #: what the other pages of the site have in common, :class:`.auto.memory.SiteTemplate`, or None
    site: Any = field(default=None, repr=False, compare=False)
    #: the rows of tables whose cells are joined to lines; None: each paragraph is a line
    rows: Rows | None = field(default=None, repr=False)
    #: per text: 1 if a browser does not show it; None if there is no such text or the method does not look
    hidden: bytes | None = field(default=None, repr=False)
    #: the hidden characters that were left out, and those among the chosen texts; None if the method does not
    #: look for them
    hidden_chars: int | None = None
    hidden_kept: int | None = None
    #: how the choice came about, for reports: :class:`.auto.case.Trace` with ``auto``
    trace: Any = field(default=None, repr=False, compare=False)
    #: whether a user's selector has "found" the texts, or is "missing" in the page; None without one
    rule: str | None = None
    #: the title that is wanted above the content, or ""
    above: str = ""

    @property
    def kind(self) -> str | None:
        """The kind of the page, one of :data:`.model.PAGE_KINDS`."""
        kind: str | None = self.judged and self.judged.name
        return kind

    @property
    def kind_confidence(self) -> float | None:
        confidence: float | None = self.judged and self.judged.confidence
        return confidence

    @lazy
    def paragraphs(self) -> tuple[Block, ...]:
        """The chosen paragraphs."""
        return paragraphs(self.page, self.ranges, self.rows)

    @lazy
    def lines(self) -> tuple[str, ...]:
        """The text of each chosen paragraph."""
        return lines_of(self.page, self.ranges, self.rows)

    @lazy
    def heading(self) -> str:
        """The title above the content, or "" if none is wanted or it is most of one of the first lines."""
        first, title = self.lines[:FIRST_LINES] if self.above else (), letters(self.above)
        is_there = any(title in line and len(line) < 2 * len(title) for line in map(letters, first))
        return self.above if first and not is_there else ""

    @property
    def text(self) -> str:
        """The main text: a line for each paragraph, or ``""``, below the title if wanted."""
        if not self.above:
            return text_of(self.page, self.ranges, self.rows)
        lines = filter(None, self.lines)
        return "\n".join([self.heading, *lines] if self.heading else lines)


def letters(text: str) -> str:
    """Return the letters and digits of a text, to compare it.

    >>> letters("It rains!") == letters("it rains")
    True
    """
    return "".join(filter(str.isalnum, text.casefold()))
