"""Arguments of the commands that read lines of a corpus and write them again."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ..corpus.storage import LINE_FORMATS, Shards, read_lines
from ..files import ASIDE, parsed
from . import FAILED, OK
from .options import whole_number
from .progress import EVERY, Tally, counts

#: The most fields that a message names.
MOST_NAMES = 12

ENDS = ", ".join(f".{suffix}" for suffix in LINE_FORMATS)


def add_files(parser: argparse.ArgumentParser) -> None:
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
        """The outcome of a line without a text."""
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
        started = time.monotonic()
        after = started + EVERY if sys.stderr.isatty() else float("inf")
        for name in self.files:
            path = os.path.realpath(name)
            for place, given in enumerate(read_lines(name), start=1):
                line = Line(f"{path}:{place}", given, parsed(given))
                self.note(line)
                yield line
                self.number += 1
                if (now := time.monotonic()) > after:
                    after = now + EVERY
                    self.shown.say(f"{self.number:,} lines, {self.number / (now - started):,.0f} a second")

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
