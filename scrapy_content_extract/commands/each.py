"""The loop of the commands that print something for each page."""

from __future__ import annotations

from collections.abc import Callable

from ..batch import Input, Unreadable
from ..content.extractors.failures import as_errors
from .inputs import are_several
from .output import Output, standard_output
from .print_formats import PRINT_FORMATS, heading
from .progress import Tally
from .sources import inputs_of


def print_each(pages: list[str], show: Callable[[Input], str]) -> int:
    """Print ``show(page)`` for each page; return the exit status.

    A page that cannot be read is a line on standard error; with several pages, each has a heading.
    """
    several = are_several(pages)
    output, shown = Output(standard_output(), PRINT_FORMATS["text"]), Tally(several)
    for given in inputs_of(pages):
        text, status, reason = "", "ok", ""
        try:
            with as_errors():
                text = show(given)
        except Unreadable as error:
            status, reason = error.status, error.reason
        except Exception as error:
            status, reason = "error", f"{type(error).__name__}: {error}"
        output.write(f"{heading(given.name, status)}\n{text}" if several else text)
        shown.done(given.name, status, reason)
    return shown.ended()
