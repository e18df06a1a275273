"""Which step of :mod:`.auto` keeps a paragraph or leaves it out, and the threshold."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import compress, pairwise
from operator import mul
from typing import NamedTuple

from ..content.auto.auto import LEAST_CHARS
from ..content.auto.case import Trace
from ..content.auto.non_content import NO_CONTENT
from ..content.auto.steps import LEAVE_OUT, STEPS
from ..content.page.choice import Choice
from .compare import NONE
from .why import counted

#: The letters of paragraphs that a step leaves out before the choice, chooses, or drops from it.
BEFORE = {step.name: step.dropped[0] for step in LEAVE_OUT}
CHOSE = {step.name: step.chose[0] for step in STEPS if step.chose[0]}
DROPPED = {step.name: step.dropped[0] for step in STEPS if step.dropped[0]}

_BELOW = "Its own probability {p} is below the threshold {t}."
_ENOUGH = "Its probability {p} would suffice."
#: The sentence for each letter: "it" is what the paragraph is, p its probability, q what that becomes, t the
#: threshold.
SAID = {
    "p": "Kept: it is {it}. Its probability {p} reaches the threshold {t}.",
    "q": "Kept with the paragraphs that look like it: they raise its probability from {p} to {q}, "
    "and the threshold is {t}. It is {it}.",
    **{letter: f"Kept {words}: it is {{it}}. {_BELOW}" for _, _, (letter, words), *_ in STEPS if letter},
    "-": "Left out: it is {it}. Its probability {p} is below the threshold {t}.",
    "l": "Left out with what looks like it or stands around it: that lowers its probability from {p} to {q}, "
    "and the threshold is {t}. It is {it}.",
    **{letter: f"Left out, {words}: it is {{it}}. {_ENOUGH}" for *_, (letter, words), _ in STEPS if letter},
    "k": f"Left out, for the text of links is not asked for: it is {{it}}. {_ENOUGH}",
    **{
        letter: f"Left out, {words}: it is {{it}}. Its probability is {{p}}."
        for *_, (letter, words), _ in LEAVE_OUT
    },
    "o": "Left out: on {on} of {of} other pages of this site. It is {it}. From this page alone, "
    "its probability is {p}.",
    "0": "Left out, as all of the page: it is {it}. Its probability is {p}.",
}
#: The letters of kept paragraphs.
KEPT = {"p", "q", *CHOSE.values()}


class Steps(NamedTuple):
    #: the least q that is kept, or None if nothing is
    threshold: float | None
    #: per paragraph a key of :data:`SAID`, and its q
    letters: str
    q: Sequence[float]


def steps_of(trace: Trace, marks: str, elsewhere: Collection[int] = ()) -> Steps:
    """Return the steps of the paragraphs; ``marks`` say which are kept, as in :mod:`.compare`.

    ``elsewhere`` are those that other pages of the site have, too.
    """
    p, _, q, after = trace
    if 1 not in after["likely"] or not set(marks) - {NONE}:
        return Steps(None, "0" * len(marks), p)
    threshold = min(compress(q, after["likely"]))
    letters = (
        letter_of({step: column[b] for step, column in after.items()}, mark != NONE, p[b] >= threshold)
        for b, mark in enumerate(marks)
    )
    told = "".join("o" if letter in "-l" and b in elsewhere else letter for b, letter in enumerate(letters))
    return Steps(threshold, told, q)


def letter_of(after: Mapping[str, int], is_kept: bool, is_probable: bool) -> str:
    """Return the letter of the step that decided on a paragraph; ``after`` is the choice after each."""
    for step, letter in BEFORE.items():
        if after.get(step) and not is_kept:
            return letter
    letter = ("-l", "qp")[after["likely"]][is_probable]
    for (_, was), (step, is_chosen) in pairwise(item for item in after.items() if item[0] not in BEFORE):
        if is_chosen != was and step in (CHOSE if is_chosen else DROPPED):
            letter = (CHOSE if is_chosen else DROPPED)[step]
    return letter if is_kept or letter not in KEPT else "k"


def why_nothing(name: str, choice: Choice) -> str:
    page = choice.page
    if choice.no_content:
        return f"Nothing is kept: it is {NO_CONTENT[choice.no_content]}."
    scripts = page.mark_up.count(b"<script")
    by_scripts = f"; scripts may make it in a browser, it has {scripts}" if scripts else ""
    if not page.lines:
        return f"Nothing is kept: the page has no text{by_scripts}."
    return (
        f"Nothing is kept: {name} finds no main text in {counted(sum(page.chars), 'character')}{by_scripts}."
    )


def rule_of(choice: Choice) -> str:
    """Return the rule of :mod:`.auto` that left a page without text, with its numbers, or ""."""
    page, trace = choice.page, choice.trace
    if found := choice.evidence:
        where = "The page" if found.kind == "redirect" else "The rest of the page"
        return (
            f"{len(found.signs)} signs speak for {NO_CONTENT[found.kind]}: {', '.join(found.signs)}. "
            f"{where} has {counted(found.other, 'character')}; up to {found.most_other} are allowed."
        )
    if not (trace and page.lines):
        return ""
    if 1 not in trace.after["likely"]:
        chars = [page.chars_in([line]) for line in page.lines]
        expected, least = sum(map(mul, trace.q, chars)), min(LEAST_CHARS, sum(chars) / 2)
        return (
            f"Of its {counted(sum(chars), 'character')}, {expected:.0f} are expected to be main text, by the "
            f"probabilities of the paragraphs; more than {least:g} are needed."
        )
    emptied = next((step for step in STEPS if 1 not in trace.after.get(step.name, b"\1")), None)
    words = emptied and emptied.dropped[1]
    return f"The likely paragraphs are left out, {words or 'for they are hidden or links'}."
