"""Which step of :mod:`.extractors.auto` keeps a paragraph or leaves it out, and the threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

from ..content.auto.auto import Auto, judged
from ..content.auto.non_content import KINDS, mark_up
from ..content.auto.steps import without_paragraphs_of
from ..content.model import Extraction
from ..content.page.blocks import rows_of
from ..content.page.hidden import hidden_texts
from ..content.page.page import Page
from .compare import NONE

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
    "b": "Kept with the text around it, as a program, a formula or a table: it is {it}. "
    "Its own probability {p} is below the threshold {t}.",
    "t": "Kept as the label of what is kept: it is {it}. Its own probability {p} is below the threshold {t}.",
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
    "k": "Left out, for the text of links is not asked for: it is {it}. Its probability {p} would suffice.",
    "i": "Left out, for a browser does not show it: it is {it}. Its probability is {p}.",
    "s": "Left out, for it belongs to another story below this one: it is {it}. Its probability is {p}.",
    "0": "Left out, as all of the page: it is {it}. Its probability is {p}.",
}


#: The letters of kept paragraphs.
KEPT = "pqhrbat"
#: The letters of the steps that :meth:`.Auto.choice` notes: one leaves a paragraph out before any is chosen,
#: chooses one, or drops one that was chosen.
BEFORE = {"hidden": "i", "stories": "s"}
CHOSE = {"headings": "h", "rows": "r", "structures": "b", "asked": "a", "labels": "t"}
DROPPED = {"rows": "R", "asked": "c", "repetitions": "2"}


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
    noted: dict[str, bytes] = {}

    def note(step: str, column: Sequence[int]) -> None:
        noted[step] = bytes(column)

    method.choice(page, rows_of(page), known, hidden_texts(page), note)
    if 1 not in noted.get("likely", b"") or not set(marks) - {NONE}:
        return Steps(None, "0" * len(marks), known.p)
    p = known.p
    for step in BEFORE:
        known = known._replace(**without_paragraphs_of(known, noted.get(step)))
    q = judged(known.p, known.n, known.look, known.node, page.parent, method.beta)
    threshold = min(compress(q, noted["likely"]))
    letters = (
        letter_of({step: column[b] for step, column in noted.items()}, mark != NONE, p[b] >= threshold)
        for b, mark in enumerate(marks)
    )
    return Steps(threshold, "".join(letters), q)


def letter_of(noted: Mapping[str, int], is_kept: bool, is_probable: bool) -> str:
    """Return the letter of the step that decided on a paragraph; ``noted`` is what each step says of it."""
    for step, letter in BEFORE.items():
        if noted.get(step) and not is_kept:
            return letter
    letter = ("-l", "qp")[noted["likely"]][is_probable]
    for (_, was), (step, is_chosen) in pairwise(after for after in noted.items() if after[0] not in BEFORE):
        if is_chosen != was:
            letter = (CHOSE if is_chosen else DROPPED)[step]
    return letter if is_kept or letter not in KEPT else "k"


def why_nothing(page: Page, name: str, extraction: Extraction) -> str:
    """Say why nothing of a page is kept."""
    if extraction.no_content:
        return f"Nothing is kept: it is {KINDS[extraction.no_content]}."
    scripts = mark_up(page).count(b"<script")
    by_scripts = f"; scripts may make it in a browser, it has {scripts}" if scripts else ""
    if not page.lines:
        return f"Nothing is kept: the page has no text{by_scripts}."
    return f"Nothing is kept: {name} finds no main text in {sum(page.chars):,} characters{by_scripts}."
