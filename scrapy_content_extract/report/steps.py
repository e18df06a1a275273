"""Which step of :mod:`.extractors.auto` keeps a paragraph or leaves it out, and the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..content.extractors.auto import BETA, Auto, choose, judged, with_headings
from ..content.learned.no_content import KINDS, mark_up
from ..content.model import Extraction
from ..content.page.blocks import rows_of, whole_rows
from ..content.page.page import Page
from .agreement import NONE

#: The steps by a letter: "it" is what the paragraph is, p its probability, q what that becomes, t the
#: threshold.
SAID = {
    "p": "Kept: it is {it}. Its probability {p} reaches the threshold {t}.",
    "q": "Kept with the paragraphs that look like it: they raise its probability from {p} to {q}, "
    "and the threshold is {t}. It is {it}.",
    "h": "Kept as the heading of the paragraph below it: it is {it}. "
    "Its own probability {p} is below the threshold {t}.",
    "r": "Kept with most of its row in a table: it is {it}. "
    "Its own probability {p} is below the threshold {t}.",
    "a": "Kept because comments are asked for: it is {it}. "
    "Its own probability {p} is below the threshold {t}.",
    "-": "Left out: it is {it}. Its probability {p} is below the threshold {t}.",
    "l": "Left out with what looks like it or stands around it: that lowers its probability from {p} to {q}, "
    "and the threshold is {t}. It is {it}.",
    "R": "Left out with most of its row in a table: it is {it}.",
    "c": "Left out, for comments below an article, or tables, are not asked for: it is {it}. "
    "Its probability {p} would suffice.",
    "2": "Left out, for the same text is kept elsewhere on the page: it is {it}. "
    "Its probability {p} would suffice.",
    "0": "Left out, as all of the page: it is {it}. Its probability is {p}.",
}


class Steps(NamedTuple):
    """The way of each paragraph."""

    #: the least q that is kept, or None if nothing is
    threshold: float | None
    #: per paragraph a key of :data:`SAID`, and its q
    letters: str
    q: Sequence[float]


def steps_of(page: Page, method: Auto, marks: str) -> Steps:
    """Return the steps of the paragraphs; ``marks`` say which are kept, as in :mod:`.agreement`."""
    known = method.known(page, method.sites.frame_of(page) if method.sites else None)
    given = known.p, known.n, known.look, known.node, page.parent, BETA[method.favor]
    chosen, _ = choose(*given)
    if 1 not in chosen or not set(marks) - {NONE}:
        return Steps(None, "0" * len(marks), known.p)
    q = judged(*given)
    threshold = min(value for value, is_chosen in zip(q, chosen) if is_chosen)
    headed = with_headings(chosen, known)
    rows = rows_of(page)
    rowed = headed if rows is None else whole_rows(page, rows, headed, known.n)
    asked = method.as_asked(page, known, rowed)
    letters = (
        kept_by(chosen[b], headed[b], rowed[b], known.p[b] >= threshold)
        if mark != NONE
        else left_by(chosen[b], rowed[b], asked[b], known.p[b] >= threshold)
        for b, mark in enumerate(marks)
    )
    return Steps(threshold, "".join(letters), q)


def kept_by(is_chosen: int, is_headed: int, is_rowed: int, is_probable: bool) -> str:
    if is_chosen:
        return "p" if is_probable else "q"
    return "h" if is_headed else "r" if is_rowed else "a"


def left_by(is_chosen: int, is_rowed: int, is_asked: int, is_probable: bool) -> str:
    if is_asked:
        return "2"
    if is_rowed:
        return "c"
    return "R" if is_chosen else "l" if is_probable else "-"


def why_nothing(page: Page, name: str, extraction: Extraction) -> str:
    """Say why nothing of a page is kept."""
    if extraction.no_content:
        return f"Nothing is kept: it is {KINDS[extraction.no_content]}."
    scripts = mark_up(page).count(b"<script")
    by_scripts = f"; scripts may make it in a browser, it has {scripts}" if scripts else ""
    if not page.lines:
        return f"Nothing is kept: the page has no text{by_scripts}."
    return f"Nothing is kept: {name} finds no main text in {sum(page.chars):,} characters{by_scripts}."
