"""``content-extract dedup FILE... -o FILE``: lines without duplicates."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from tempfile import TemporaryDirectory
from typing import Any

from ..content.errors import install
from ..corpus.lines import as_line
from ..corpus.provenance import write_card
from ..corpus.storage import Shards
from ..files import open_text, whole
from .line_files import Line, Lines, add_files, refuse_same_files, reported
from .progress import Tally

#: The lines after which a kept database is safe from a kill.
SAFE = 10_000

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
