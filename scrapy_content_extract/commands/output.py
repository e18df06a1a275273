"""Analyses → printed text, in the formats of ``--format``."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from ..content.extract import Analysis
from ..content.output.formats import TEXT_FORMATS
from ..fields import RESULTS
from ..files import named, whole
from ..pages import Input, outcome_of
from .inputs import are_several, inputs_of
from . import held_back
from .progress import Tally

# ------------------------------------------------------------------ output
# Where a command prints: standard output or a file, whole pages only.

#: Characters that a terminal may obey: a page must not.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Output:
    def __init__(self, file: TextIO, format: Format) -> None:
        self.file = file
        self.format = format
        self.is_terminal = file.isatty()
        self.pages = 0

    def write(self, page: str) -> None:
        with held_back():
            self._put(self.format.between if self.pages else self.format.before)
            self._put(page)
            self.pages += 1
            self.file.flush()

    def end(self) -> None:
        """Print the end of the format, also after an interruption."""
        self._put("" if self.pages else self.format.before)
        self._put(self.format.after)
        self.file.flush()

    def _put(self, text: str) -> None:
        self.file.write(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text) if self.is_terminal else text)


@contextmanager
def opened(
    parser: argparse.ArgumentParser, path: str | None, pages: list[str], *, kept: bool = True
) -> Iterator[TextIO]:
    """Open the file of ``-o``, or standard output (``-``), in an encoding that has every character.

    After Ctrl-C the finished part is ``kept``, or the file is as before.  Raises OSError if it cannot be
    written.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    if any(Path(page).exists() and Path(path).exists() and Path(path).samefile(page) for page in pages):
        parser.error(f"-o is {path}, which is also a page to read; give another file")
    with ExitStack() as stack:
        target = stack.enter_context(named(path) if is_device(path) else whole(path, kept=kept))
        try:
            # A file name may have bytes that are not text; their escape is also an escape of JSON.
            file = open(target or path, "w", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
        except OSError as error:
            why = f"-o is {path}, which cannot be written ({error.strerror}); give another file"
            raise OSError(why) from error
        yield stack.enter_context(file)


def is_aside(path: str | None) -> bool:
    """Tell whether the file at a path is written under another name until it is whole."""
    return path not in (None, "-") and not is_device(str(path))


def is_device(path: str) -> bool:
    """Tell whether a path is to be written itself: a device, a pipe, or the file behind /dev/stdout."""
    is_other = os.path.exists(path) and not os.path.isfile(path)
    return is_other or os.path.abspath(path).startswith(("/dev/", "/proc/"))


def standard_output() -> TextIO:
    """Return standard output: UTF-8, or what the terminal can show."""
    stdout = sys.stdout
    if not stdout.isatty():
        # As in opened().
        stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    else:
        stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    return stdout


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


# ------------------------------------------------------------------ print_formats

#: The name of a page, its status, the reason, and the text to print.
Printed = tuple[str, str, str, str]
#: The fields that an item has not from its page.
OF_INPUT: dict[str, Callable[[Input, Analysis], Any]] = {
    # of a file, its path
    "url": lambda given, analysis: given.url or given.name,
    "status": lambda given, analysis: analysis.status,
    "reason": lambda given, analysis: analysis.reason or None,
}
#: The names for ``--fields``: the results of items, also each diagnostic, and the page.
FIELDS = tuple(dict.fromkeys([*RESULTS, *OF_INPUT]))
DEFAULT_FIELDS = ("url", "status", "reason", "title", "text", "link_density")


class Format(NamedTuple):
    #: the page, its analysis, the names of the fields, and whether several pages are printed → the text
    render: Callable[[Input, Analysis, Sequence[str], bool], str]
    before: str = ""
    between: str = ""
    after: str = ""
    #: whether the fields may be chosen
    has_fields: bool = False


def document(result: str) -> Callable[[Input, Analysis, Sequence[str], bool], str]:
    """Return the function that prints one result; several pages get headings, as in ``head``."""

    def render(given: Input, analysis: Analysis, fields: Sequence[str], several: bool) -> str:
        text = RESULTS[result](analysis)
        lines = [text] if text else []
        if several:
            lines.insert(0, heading(given.name, analysis.status))
        return "".join(f"{line}\n" for line in lines)

    return render


def heading(name: str, status: str) -> str:
    """Return the heading of one page of several.

    >>> heading("a.html", "ok"), heading("b.html", "empty")
    ('==> a.html <==', '==> b.html: empty <==')
    """
    return f"==> {name} <==" if status == "ok" else f"==> {name}: {status} <=="


def as_json(indent: int | None, end: str = "") -> Callable[[Input, Analysis, Sequence[str], bool], str]:
    def render(given: Input, analysis: Analysis, fields: Sequence[str], several: bool) -> str:
        values = {n: OF_INPUT[n](given, analysis) if n in OF_INPUT else RESULTS[n](analysis) for n in fields}
        return json.dumps(values, ensure_ascii=False, indent=indent) + end

    return render


#: The formats by name.  A format that prints a single result is a row with ``document(result)``.
PRINT_FORMATS = {
    "text": Format(document("text"), between="\n"),
    **{name: Format(document(name), between="\n") for name in TEXT_FORMATS},
    "json": Format(as_json(2), "[\n", ",\n", "\n]\n", has_fields=True),
    "jsonl": Format(as_json(None, "\n"), has_fields=True),
}
