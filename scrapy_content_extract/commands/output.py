"""The output of commands: pages in the formats of ``--format``, messages and progress on standard error."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from shutil import get_terminal_size
from typing import Any, NamedTuple, TextIO

from ..content.output.formats import TEXT_FORMATS
from ..content.result import Result
from ..corpus.files import PRINTED, alone, named, whole
from ..engines.pages import Input, outcome_of
from ..fields import RESULTS
from . import FAILED, OK, PROGRAM, held_back
from .inputs import SUFFIXES, are_several, count, inputs_of

#: Control characters: a page must not control the terminal.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: Seconds between two counts on a terminal, and between two lines about archives.
EVERY, EVERY_LINE = 0.2, 5.0
#: The statuses that do not count as failures: a page without text is a page.
FINE = ("ok", "empty", "unsure", "kept", "done before")
#: Of these, those that the last line tells also without failures.
TOLD = {"unsure", "kept", "done before"}
#: What removes the rest of a line of a terminal.
TO_END_OF_LINE = "\x1b[K"
#: The name of a page, its status, the reason, and the text to print.
Printed = tuple[str, str, str, str]
#: The page, its result, the names of the fields, and whether several pages are printed → the text.
Render = Callable[[Input, Result, Sequence[str], bool], str]
OF_INPUT: dict[str, Callable[[Input, Result], Any]] = {
    # a file has its path
    "url": lambda given, result: given.url or given.name,
    "status": lambda given, result: result.status,
    "reason": lambda given, result: result.reason or None,
}
#: The names for ``--fields``: the results of items, each diagnostic, and OF_INPUT.
FIELDS = tuple(dict.fromkeys([*RESULTS, *OF_INPUT]))
DEFAULT_FIELDS = ("url", "status", "reason", "title", "text", "link_density")


class Format(NamedTuple):
    render: Render
    #: the ending of a file
    suffix: str
    before: str = ""
    between: str = ""
    after: str = ""
    #: whether the fields may be chosen
    has_fields: bool = False


def document(name: str) -> Render:
    """Return the function that prints one result; several pages get headings, as in ``head``."""

    def render(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
        text = RESULTS[name](result)
        head = f"{heading(given.name, result.status)}\n" if several else ""
        return head + (f"{text}\n" if text else "")

    return render


def heading(name: str, status: str) -> str:
    return f"==> {name} <==" if status == "ok" else f"==> {name}: {status} <=="


def chunk_lines(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
    """Return a line of JSON for each chunk, with the address of its page."""
    url = OF_INPUT["url"](given, result)
    return "".join(
        json.dumps({"url": url, **chunk}, ensure_ascii=False) + "\n" for chunk in RESULTS["chunks"](result)
    )


def as_json(indent: int | None, end: str = "") -> Render:
    def render(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
        values = {n: OF_INPUT[n](given, result) if n in OF_INPUT else RESULTS[n](result) for n in fields}
        return json.dumps(values, ensure_ascii=False, indent=indent) + end

    return render


#: The endings of files that are not the names of formats.
ENDINGS = {"markdown": ".md"}
#: The formats by name.  A format that prints a single result is a row with ``document(result)``.
PRINT_FORMATS = {
    "text": Format(document("text"), ".txt", between="\n"),
    **{name: Format(document(name), ENDINGS.get(name, f".{name}"), between="\n") for name in TEXT_FORMATS},
    "json": Format(as_json(2), ".json", "[\n", ",\n", "\n]\n", has_fields=True),
    "jsonl": Format(as_json(None, "\n"), ".jsonl", has_fields=True),
    "chunks": Format(chunk_lines, ".jsonl"),
}


class Output:
    def __init__(self, file: TextIO, format: Format) -> None:
        self.file = file
        self.format = format
        self.is_terminal = file.isatty()
        self.pages = 0

    def write(self, page: str, status: str = "ok", reason: str = "") -> None:
        """Write a page, unless its confidence is too low."""
        if status == "unsure":
            return
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
        self.file.write(CONTROL.sub("\N{REPLACEMENT CHARACTER}", text) if self.is_terminal else text)


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
    if any(is_same(page, path) for page in pages):
        parser.error(f"-o is {path}, which is also a page to read; give another file")
    with ExitStack() as stack:
        if not is_device(path):
            stack.enter_context(alone(path))
        target = stack.enter_context(named(path) if is_device(path) else whole(path, kept=kept))
        try:
            file = open(target or path, "w", **PRINTED)  # noqa: SIM115
        except OSError as error:
            why = f"-o is {path}, which cannot be written ({error.strerror}); give another file"
            raise OSError(why) from error
        yield stack.enter_context(file)


def is_same(page: str, path: str) -> bool:
    """Tell whether two paths lead to the same file; a page may be anything that stands in a list."""
    return os.path.exists(page) and os.path.exists(path) and os.path.samefile(page, path)


def is_aside(path: str | None) -> bool:
    """Tell whether the output goes to another name until it is whole."""
    return path not in (None, "-") and not is_device(str(path))


def is_device(path: str) -> bool:
    """Tell whether to write to the path itself: a device, a pipe, or the file behind /dev/stdout."""
    is_other = os.path.exists(path) and not os.path.isfile(path)
    return is_other or os.path.abspath(path).startswith(("/dev/", "/proc/"))


def standard_output() -> TextIO:
    """Return standard output: UTF-8, or what the terminal can show."""
    stdout: Any = sys.stdout
    if stdout.isatty():
        stdout.reconfigure(errors="replace")
    else:
        stdout.reconfigure(encoding=PRINTED["encoding"], errors=PRINTED["errors"])
    return stdout  # type: ignore[no-any-return]


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


class Tally:
    """Counts pages by status; once watched, it shows the progress on the last line of a terminal."""

    def __init__(self, several: bool) -> None:
        self.several = several
        self.total = 0
        self.statuses: Counter[str] = Counter()
        self.started = self.shown = time.monotonic()

    def watch(self, pages: Iterable[str]) -> None:
        """Show the progress if standard error is a terminal."""
        self.total = count(pages) if sys.stderr.isatty() else 0

    @property
    def pages(self) -> int:
        return self.statuses.total()

    def done(self, name: str, status: str, reason: str) -> None:
        """Count a page, and print the reason if results are missing."""
        if status not in FINE or (status == "empty" and not self.several) or (status == "ok" and reason):
            self.say(f"{name}: {status}" + f" ({reason})" * bool(reason))
        self.statuses[status] += 1
        if self.total and (seconds := self.is_time(EVERY)):
            line = progress(self.statuses, self.total, seconds)
            width = get_terminal_size().columns - 1
            print(f"\r{line[:width]}{TO_END_OF_LINE}", end="", file=sys.stderr, flush=True)

    def is_time(self, every: float) -> float:
        """Return the seconds since the start if the last time was long enough ago, otherwise 0."""
        now = time.monotonic()
        if now - self.shown < every:
            return 0.0
        self.shown = now
        return now - self.started

    def show(self, line: Callable[[float], str]) -> None:
        """Print a line about the progress since the start, if the last one is some seconds old."""
        if seconds := self.is_time(EVERY_LINE):
            self.say(line(seconds))

    def say(self, message: str) -> None:
        self.clear()
        print(f"{PROGRAM}: {printable(message)}", file=sys.stderr)

    def close(self) -> None:
        self.clear()
        self.total = 0

    def clear(self) -> None:
        """Remove the progress from the terminal."""
        if self.total:
            print(f"\r{TO_END_OF_LINE}", end="", file=sys.stderr, flush=True)

    def ended(self) -> int:
        """Print the counts after failures or on a terminal; return the exit status."""
        failed = self.pages - sum(self.statuses[status] for status in FINE)
        is_told = failed or not self.pages or self.statuses.keys() & TOLD
        if self.several and (is_told or sys.stderr.isatty()):
            none = f"the folder holds none ({', '.join(SUFFIXES[:3])}, gzipped or not)"
            self.say(f"{self.pages:,} pages: {counts(self.statuses) or none}")
        return FAILED if failed else OK


def progress(statuses: Counter[str], total: int, seconds: float) -> str:
    """Return a line about the progress.

    >>> progress(Counter(ok=29, empty=1), 90, 6.0)
    '30 of 90 pages, 5.0 a second, 12 s left: 29 ok, 1 empty'
    """
    pages = statuses.total()
    rate = (pages - statuses["kept"] - statuses["done before"]) / seconds
    left = f"{(total - pages) / rate:,.0f} s left" if rate else "no page done yet"
    return f"{pages:,} of {total:,} pages, {rate:,.1f} a second, {left}: {counts(statuses)}"


def counts(statuses: Counter[str]) -> str:
    """Return the number of pages of each status, the most frequent first."""
    return ", ".join(f"{number:,} {status}" for status, number in statuses.most_common())


def printable(text: str) -> str:
    """Return a message as one line without control characters: names and reasons may hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)
