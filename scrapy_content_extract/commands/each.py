"""The loop of the commands that print something for each page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..batch import Input, outcome_of
from .inputs import are_several, inputs_of
from .output import Output, standard_output
from .print_formats import PRINT_FORMATS, heading
from .progress import Tally


def print_each(pages: list[str], show: Callable[[Input], str]) -> int:
    """Print ``show(page)`` for each page; return the exit status.

    A page that cannot be read is a line on standard error; with several pages, each has a heading.
    """
    several = are_several(pages)
    output, shown = Output(standard_output(), PRINT_FORMATS["text"]), Tally(several)
    for given in inputs_of(pages):
        text, status, reason = outcome_of(partial(show, given))
        output.write((f"{heading(given.name, status)}\n" if several else "") + (text or ""))
        shown.done(given.name, status, reason)
    return shown.ended()
