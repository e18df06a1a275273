"""``content-extract dedup FILE... -o FILE``: lines without duplicates; clean shares its files."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..content.errors import install
from ..corpus.lines import as_line
from ..corpus.provenance import write_card
from ..corpus.storage import LINE_FORMATS, Shards, read_lines
from ..files import ASIDE, open_text, parsed, whole
from . import FAILED, OK
from .inputs import whole_number
from .output import Tally, counts

#: The lines between two commits of the database: a kill loses at most this many.
SAFE = 10_000
#: The most fields that a message names, so that it fits on a few lines.
MOST_NAMES = 12

DESCRIPTION = (
    "Copy JSON lines, without those whose text came before: the same text but for case and white space,\n"
    "or one that shares most of its shingles of five words (MinHash).  Texts are kept in a database, so\n"
    "memory does not grow with their number."
)
EXAMPLES = (
    "content-extract dedup items.jsonl -o unique.jsonl",
    "content-extract dedup corpus/*.jsonl.gz -o unique.jsonl.gz --clusters clusters.jsonl",
)
ENDS = ", ".join(f".{suffix}" for suffix in LINE_FORMATS)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command that reads the lines of a corpus and writes them again."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"JSON lines or Parquet: {ENDS}")
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, type=line_file,
        help="where the other lines go; the end of its name says the format, as above",
    )  # fmt: skip
    add_shard_bytes(parser)
    add_card(parser)
    parser.add_argument("--field", default="text", help="the field with the text; default: text")


def line_file(path: str) -> str:
    if not path.endswith(tuple(f".{suffix}" for suffix in LINE_FORMATS)):
        raise argparse.ArgumentTypeError(f"{path} is of no format; the name must end in one of {ENDS}")
    return path


def add_shard_bytes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shard-bytes", metavar="N", type=whole_number(1, "bytes"),
        help="once a file has N bytes, go on with another: corpus.00001.jsonl.gz",
    )  # fmt: skip


def add_card(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--card", metavar="FILE", help="write what is in the corpus, in Markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--threshold", type=share, default=0.8,
        help="the share of shingles in common that makes a duplicate, above 0; 1: only equal texts; "
        "default: 0.8",
    )  # fmt: skip
    parser.add_argument("--clusters", metavar="FILE", help="write which lines are duplicates of which")
    parser.add_argument(
        "--database", metavar="FILE",
        help="keep the texts for the next run, and for this one if it is killed; default: a temporary file",
    )  # fmt: skip


def share(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share; give a number above 0, up to 1")
    return number


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    try:
        from ..corpus import duplicates  # noqa: F401
    except ImportError as error:
        parser.error(f"{error}; install it with {install('corpus')}")
    refuse_same_files(parser, args, args.clusters, args.database)
    return reported(args, dedup_files)


def refuse_same_files(parser: argparse.ArgumentParser, args: argparse.Namespace, *others: str | None) -> None:
    """End the command if a file is named twice: it would be overwritten, or counted twice."""
    written = [name for name in (args.output, args.card, *others) if name]
    named = [*args.files, *written, *(f"{name}{ASIDE}" for name in written)]
    times = Counter(map(os.path.realpath, named))
    twice = [name for name in times if times[name] > 1]
    if twice:
        parser.error(f"{twice[0]} is named twice; give each file once")
    shards = [name for name in (*args.files, *others) if name and Shards(args.output).has(name)]
    if shards:
        parser.error(f"{shards[0]} has the name of a later file of {args.output}; give -o another name")


def reported(args: argparse.Namespace, work: Callable[[argparse.Namespace, Tally], Counter[str]]) -> int:
    """Do the work of a command, which counts its lines by outcome; return the exit status."""
    shown = Tally(several=True)
    try:
        outcomes = work(args, shown)
    except (OSError, ImportError, ValueError, sqlite3.Error) as error:
        shown.say(f"{error}; nothing was written to {args.output}")
        return FAILED
    shown.say(f"{outcomes.total():,} lines: {counts(outcomes) or 'none'}")
    return OK


def dedup_files(args: argparse.Namespace, shown: Tally) -> Counter[str]:
    """Write the lines except duplicates; return the number of lines by outcome."""
    from ..corpus.duplicates import Duplicates

    outcomes: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        path = args.database or os.path.join(folder, "texts")
        with Duplicates(path, args.threshold) as duplicates:
            lines = Lines(args.files, args.field, shown)
            with Shards(args.output, args.shard_bytes) as output:
                for line in lines:
                    outcomes[outcome := handle(duplicates, line, args.field)] += 1
                    if outcome not in ("same", "alike"):
                        output.write(line.line)
                    if outcomes.total() % SAFE == 0:
                        duplicates.commit()
                lines.check()
            if args.clusters:
                with whole(args.clusters) as aside, open_text(aside, "w") as file:
                    for first, others in duplicates.clusters():
                        file.write(as_line({"id": first, "duplicates": others}))
    if args.card:
        write_card(args.card, output.files(), {"dedup": outcomes}, {"threshold": args.threshold})
    if some := duplicates.partly_compared:
        shown.say(f"{some:,} of the kept texts were compared with only some of the texts that are like them")
    return outcomes


def handle(duplicates: Any, line: Line, field: str) -> str:
    """Return the outcome of a line: "kept", "same" or "alike"; "no_text" and "no_json" are kept, too."""
    text = line.text(field)
    if not text:
        return line.lacks
    found = duplicates.add(line.place, text, str(line.item.get("id") or line.item.get("url") or line.place))
    if found is None:
        return "kept"
    return "same" if found.alike == 1 else "alike"


class Line(NamedTuple):
    #: the file and the number of the line
    place: str
    line: str
    #: its value, None if it is not JSON
    item: Any

    def text(self, field: str) -> str:
        """Return the text of a line, or ""."""
        text = self.item.get(field) if isinstance(self.item, dict) else None
        return text if isinstance(text, str) and text.strip() else ""

    @property
    def lacks(self) -> str:
        """The outcome of the line if it has no text."""
        return "no_text" if isinstance(self.item, dict) else "no_json"


class Lines:
    """The lines of some files; on a terminal their number is shown every few seconds."""

    def __init__(self, files: Sequence[str], field: str, shown: Tally) -> None:
        self.files, self.field, self.shown = files, field, shown
        self.number = 0
        self.has_texts = False
        #: the names of fields, and how many lines have them
        self.names: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Line]:
        is_terminal = sys.stderr.isatty()
        for name in self.files:
            path = os.path.realpath(name)
            for place, given in enumerate(read_lines(name), start=1):
                line = Line(f"{path}:{place}", given, parsed(given))
                self.note(line)
                yield line
                self.number += 1
                if is_terminal:
                    self.shown.show(self.progress)

    def progress(self, seconds: float) -> str:
        return f"{self.number:,} lines, {self.number / seconds:,.0f} a second"

    def note(self, line: Line) -> None:
        """Remember the fields of the lines, until one has a text."""
        if self.has_texts:
            return
        self.has_texts = bool(line.text(self.field))
        if isinstance(line.item, dict):
            self.names.update(islice(line.item, MOST_NAMES))
            self.names = Counter(dict(self.names.most_common(10 * MOST_NAMES)))

    def check(self) -> None:
        """Raise ValueError if there are lines, but none has a text."""
        if self.has_texts or not self.number:
            return
        if self.names:
            names = ", ".join(name for name, _ in self.names.most_common(MOST_NAMES))
            raise ValueError(f"no line has a text in the field {self.field!r}; the lines have: {names}")
        files = ", ".join(self.files)
        raise ValueError(f'no line of {files} is a JSON object, such as {{"{self.field}": "It rains."}}')
