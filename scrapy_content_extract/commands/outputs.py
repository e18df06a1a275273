"""How pages are printed, and where they go: to standard output or a file; folder.py has folders."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from io import TextIOWrapper
from typing import Any, NamedTuple, TextIO

from ..content.output.formats import TEXT_FORMATS
from ..content.result import Result
from ..corpus.files import ASIDE, MANIFEST, PRINTED, alone, named, remove, whole
from ..corpus.lines import as_line
from ..corpus.provenance import Manifest, difference
from ..corpus.storage import CSV, LINE_FORMATS, Shards
from ..engines.pages import Input, outcome_of
from ..fields import RESULTS
from . import held_back
from .inputs import are_several, pages_at, places_of
from .tally import FINE, Counts, Done, Tally

#: Control characters: a page must not control the terminal.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
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
#: The ends of names of files of lines; all but the first are made of lines at the end.
LINES = (*LINE_FORMATS, CSV)
PACKED = LINES[1:]
#: The status of the end of an archive.
END = "end"


class Format(NamedTuple):
    render: Render
    #: the ends of names of files, the usual one first
    suffixes: tuple[str, ...]
    before: str = ""
    between: str = ""
    after: str = ""
    #: whether the fields may be chosen
    has_fields: bool = False


def printer(name: str) -> Render:
    """Return the function that prints one result; several pages get headings, as in ``head``."""

    def render(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
        text = RESULTS[name](result)
        head = f"{heading(given.name, result.status)}\n" if several else ""
        return head + (f"{text}\n" if text else "")

    return render


def heading(name: str, status: str) -> str:
    return f"==> {name} <==" if status == "ok" else f"==> {name}: {status} <=="


def chunk_lines(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
    url = OF_INPUT["url"](given, result)
    return "".join(as_line({"url": url, **chunk}) for chunk in RESULTS["chunks"](result))


def fields_by(write: Callable[[Any], str]) -> Render:
    """Return the function that prints the fields of one result."""

    def render(given: Input, result: Result, fields: Sequence[str], several: bool) -> str:
        return write({n: OF_INPUT[n](given, result) if n in OF_INPUT else RESULTS[n](result) for n in fields})

    return render


as_object = partial(json.dumps, ensure_ascii=False, indent=2)
#: The ends of names of files that are not the names of formats.
ENDINGS = {"html": (".html", ".htm"), "markdown": (".md", ".markdown")}
#: The formats by name.  A format that prints a single result is a row with ``printer(result)``.
PRINT_FORMATS = {
    "text": Format(printer("text"), (".txt",), between="\n"),
    **{name: Format(printer(name), ENDINGS.get(name, (f".{name}",)), between="\n") for name in TEXT_FORMATS},
    "json": Format(fields_by(as_object), (".json",), "[\n", ",\n", "\n]\n", has_fields=True),
    "jsonl": Format(fields_by(as_line), LINES, has_fields=True),
    "chunks": Format(chunk_lines, LINES),
}


def suffix_of(path: str) -> str:
    """Return the end of a name that says the format of a file, or "".

    >>> suffix_of("texts.jsonl.gz"), suffix_of("page.MD"), suffix_of("texts.gz")
    ('.jsonl.gz', '.md', '')
    """
    known = {suffix for format in PRINT_FORMATS.values() for suffix in format.suffixes}
    return max((suffix for suffix in known if path.lower().endswith(suffix)), key=len, default="")


class Stream(AbstractContextManager["Stream"]):
    """Standard output, or a device."""

    #: how to go on after an interruption
    goes_on = ""

    def __init__(self, file: TextIO, format: Format) -> None:
        self.file = file
        self.format = format
        self.is_terminal = file.isatty()
        self.pages = 0
        #: what became of the pages of former runs
        self.before = Counts()

    def undone(self, archives: Sequence[str]) -> Sequence[str]:
        """Return the archives that are still to be read."""
        return archives

    def passed_over(self, place: Input) -> str:
        """Return why a page is not worked on: "done before", "kept", or "" for one that is."""
        return ""

    def write(self, page: Input, done: Done) -> None:
        """Write a page, or note the end of an archive."""
        if done.status != END and not done.left_out:
            self.put(done.text)

    def put(self, text: str) -> None:
        with held_back():
            self._put(self.format.between if self.pages else self.format.before)
            self._put(text)
            self.pages += 1
            self.file.flush()

    def files(self) -> list[str]:
        return []

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        """Print the end of the format, also after an interruption."""
        self._put("" if self.pages else self.format.before)
        self._put(self.format.after)
        self.file.flush()

    def _put(self, text: str) -> None:
        self.file.write(CONTROL.sub("\N{REPLACEMENT CHARACTER}", text) if self.is_terminal else text)


class File(Stream):
    """A file.  Until it is complete, its pages are in another one, with a manifest beside it.

    What is compressed or has columns is made at the end, of lines: so a kill costs no page, whatever the
    format.
    """

    def __init__(self, args: argparse.Namespace, format: Format, options: Mapping[str, Any]) -> None:
        """Raises OSError if it cannot be written, and ValueError if it was begun and cannot go on so."""
        path = self.path = args.output
        self.shard_bytes = args.shard_bytes
        self.is_packed = bool(self.shard_bytes) or suffix_of(path) in PACKED
        #: whether a page or an archive failed: then the manifest stays, and the file is not complete
        self.has_failed = False
        self.aside = f"{path}{LINES[0] * self.is_packed}{ASIDE}"
        self.goes_on = f"; the same command with --resume goes on from {self.aside}"
        self.manifest = Manifest(f"{path}{MANIFEST}", options)
        #: how often each input is done
        self.done: Counter[str] = Counter()
        # what became of them, the bytes of the pages that are written, and what is not as it was
        before, size, differs = Counts(), 0, ""
        is_begun = os.path.exists(self.aside) and not args.overwrite
        if is_begun and os.path.getsize(self.aside) and not os.path.exists(self.manifest.path):
            raise ValueError(f"{self.aside} is there, and no {self.manifest.path}: --overwrite replaces it")
        if not is_begun:
            remove(str(self.manifest.path))
        for run, entry in self.manifest.entries() if is_begun else ():
            if not entry:
                continue
            differs = differs or difference(run["options"], self.manifest.options)
            if entry["size"] > os.path.getsize(self.aside):  # what is beyond was cut by a kill
                break
            size = entry["size"]
            status, left_out = entry["status"], [entry["left_out"]] if entry.get("left_out") else []
            self.done[entry["input"]] += 1
            counts = {"records": entry.get("records"), "left_out": left_out}
            before.add(counts if status == END else {**counts, "pages": [status]})
            self.has_failed |= is_failure(status, entry.get("reason", ""))
        if self.done and not differs:
            names = {place.name for place in places_of(args.pages)}
            others = (key for key in self.done if names.isdisjoint((key, key.rpartition(":")[0])))
            differs = next((f"has the page {other}, which is not given now" for other in others), "")
        if self.done and (differs or not args.resume):
            why = f"{differs}; it is" if differs else "is"
            origin = f"from a run that was interrupted after {before.pages.total():,} pages"
            way = "--resume, with the same pages and options, goes on with it; --overwrite begins again"
            raise ValueError(f"{self.aside} {why} {origin}: {way}")
        try:
            self.manifest.path.touch()  # a file without one was not begun here
            file = open(self.aside, "r+b" if size else "wb")  # noqa: SIM115
        except OSError as error:
            raise not_written(path, error) from error
        file.truncate(size)
        file.seek(size)
        super().__init__(TextIOWrapper(file, **PRINTED), format)
        self.before = before  # it is empty in each new stream, and so is the number of its pages
        self.pages = before.pages.total() - before.left_out.total()

    def undone(self, archives: Sequence[str]) -> Sequence[str]:
        return [archive for archive in archives if not self.done[archive]]

    def passed_over(self, place: Input) -> str:
        key = key_of(place)
        if not self.done[key]:
            return ""
        self.done[key] -= 1
        return "done before"

    def write(self, page: Input, done: Done) -> None:
        with held_back():
            super().write(page, done)
            self.has_failed |= is_failure(done.status, done.reason)
            self.manifest.note(
                input=key_of(page), output=os.path.basename(self.path), status=done.status,
                reason=done.reason, left_out=done.left_out, records=page.records,
                size=self.file.buffer.tell(),
            )  # fmt: skip

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        with self.file:
            super().__exit__(kind, error, trace)
        self.manifest.close()
        if kind is not None:
            return
        if self.is_packed:
            with Shards(self.path, self.shard_bytes) as shards, open(self.aside, **PRINTED) as lines:
                for line in lines:
                    shards.write(line)
            remove(self.aside)
        else:
            with whole(self.path):  # it is there, and gets its name
                pass
        if not self.has_failed:
            remove(str(self.manifest.path))

    def files(self) -> list[str]:
        return Shards(self.path).files()


def is_failure(status: str, reason: str) -> bool:
    """Tell whether a page has failed, or an archive, whose end has a reason then."""
    return bool(reason) if status == END else status not in FINE


def key_of(place: Input) -> str:
    """Return what names a page in the manifest of a file."""
    return f"{place.found_in}:{place.number}" if place.number else place.name


@contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Open the file of ``-o``, or standard output (``-``), in an encoding that has every character.

    Raises OSError if it cannot be written.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    with ExitStack() as stack:
        if not is_device(path):
            stack.enter_context(alone(path))
        target = stack.enter_context(named(path) if is_device(path) else whole(path))
        try:
            file = open(target or path, "w", **PRINTED)  # noqa: SIM115
        except OSError as error:
            raise not_written(path, error) from error
        yield stack.enter_context(file)


def not_written(path: str, error: OSError) -> OSError:
    return OSError(f"-o is {path}, which cannot be written ({error.strerror}); give another file")


def refuse_page(path: str, pages: list[str]) -> None:
    if any(is_same(page, path) for page in pages):
        raise ValueError(f"-o is {path}, which is also a page to read; give another file")


def is_same(page: str, path: str) -> bool:
    """Tell whether two paths lead to the same file; a page may be anything that stands in a list."""
    return os.path.exists(page) and os.path.exists(path) and os.path.samefile(page, path)


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
    output, shown = Stream(standard_output(), PRINT_FORMATS["text"]), Tally(several)
    for given in pages_at(places_of(pages)):
        text, status, reason = outcome_of(partial(show, given))
        output.put((f"{heading(given.name, status)}\n" if several else "") + (text or ""))
        shown.done(given.name, status, reason)
    return shown.ended()
