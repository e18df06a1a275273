"""``content-extract dedup FILE... -o FILE``: lines without those whose text came before."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Any

from . import FAILED, OK
from .progress import Tally, counts

DESCRIPTION = (
    "Copy JSON lines, without those whose text came before: the same text but for case and white space,\n"
    "or one that shares most of its shingles of five words (MinHash).  Texts are kept in a database, so\n"
    "memory does not grow with their number."
)
EXAMPLES = (
    "content-extract dedup items.jsonl -o unique.jsonl",
    "content-extract dedup corpus/*.jsonl.gz -o unique.jsonl.gz --clusters clusters.jsonl",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON lines, gzipped or not")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where the other lines go")
    parser.add_argument("--field", default="text", help="the field with the text; default: text")
    parser.add_argument(
        "--threshold", type=share, default=0.8,
        help="the share of shingles in common that makes a duplicate, above 0; 1: only equal texts; "
        "default: 0.8",
    )  # fmt: skip
    parser.add_argument("--clusters", metavar="FILE", help="write which lines are duplicates of which")
    parser.add_argument(
        "--database", metavar="FILE", help="keep the texts for the next run; default: a temporary file"
    )


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
        from ..corpus.duplicates import Duplicates
    except ImportError as error:
        parser.error(f"{error}; install scrapy-content-extract[corpus]")
    refuse_same_files(parser, args)
    shown = Tally(several=True)
    outcomes: Counter[str] = Counter()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        try:
            path = args.database or os.path.join(folder, "texts")
            known = stack.enter_context(Duplicates(path, args.threshold))
            with whole(args.output) as output:
                for name in args.files:
                    for place, line, item in lines_of(name):
                        outcomes[outcome := handle(known, item, args.field, place)] += 1
                        if outcome not in ("same", "alike"):
                            output.write(line)
            if args.clusters:
                with whole(args.clusters) as file:
                    for first, others in known.clusters():
                        file.write(
                            json.dumps({"id": first, "duplicates": others}, ensure_ascii=False) + "\n"
                        )
        except (OSError, EOFError, sqlite3.Error) as error:
            shown.say(f"{error}; nothing was written to {args.output}")
            return FAILED
    shown.say(f"{outcomes.total():,} lines: {counts(outcomes) or 'none'}")
    return OK


def refuse_same_files(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End the command if a file is named twice: what is read would be written over, or counted twice."""
    named = [*args.files, *filter(None, (args.output, args.clusters, args.database))]
    twice = [name for name, times in Counter(map(os.path.realpath, named)).items() if times > 1]
    if twice:
        parser.error(f"{twice[0]} is named twice; give each file once")


@contextmanager
def whole(name: str) -> Iterator[IO[str]]:
    """Open a file for writing: aside, and renamed when it is whole."""
    aside = f"{name}.part" + (".gz" if name.endswith(".gz") else "")
    try:
        with opened(aside, "wt") as file:
            yield file
        os.replace(aside, name)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise


def lines_of(name: str) -> Iterator[tuple[str, str, Any]]:
    """Return the lines of a file: where each is, the line, and what it says; None if it is no JSON."""
    with opened(name, "rt") as file:
        for number, line in enumerate(file, start=1):
            try:
                item = json.loads(line)
            except ValueError:
                item = None
            yield f"{os.path.realpath(name)}:{number}", line if line.endswith("\n") else line + "\n", item


def handle(known: Any, item: Any, field: str, place: str) -> str:
    """Return what a line is: "kept", "same" or "alike"; "no_text" and "no_json" are kept, too."""
    if not isinstance(item, dict):
        return "no_json"
    text = item.get(field)
    if not isinstance(text, str) or not text.strip():
        return "no_text"
    found = known.add(place, text, str(item.get("id") or item.get("url") or place))
    if found is None:
        return "kept"
    return "same" if found.alike == 1 else "alike"


def opened(name: str, mode: str) -> IO[str]:
    """Open a file of text; one whose name ends in .gz is compressed."""
    if name.endswith(".gz"):
        return gzip.open(name, mode, encoding="utf-8", errors="surrogateescape")  # type: ignore[return-value]
    return open(name, mode, encoding="utf-8", errors="surrogateescape", newline="")
