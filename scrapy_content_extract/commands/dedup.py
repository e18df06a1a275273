"""``content-extract dedup FILE... -o FILE``: lines without duplicates."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..content.errors import needing, parsed
from ..corpus.files import ASIDE, alone, open_text, whole
from ..corpus.lines import as_line
from ..corpus.provenance import write_card
from ..corpus.storage import LINE_FORMATS, Shards, read_lines
from . import FAILED, OK
from .inputs import add_corpus, add_processes, share, whole_number
from .processes import in_groups, worked
from .tally import EVERY_LINE, Tally, counts

#: The lines between two commits of the database: a kill loses at most this many.
SAFE = 10_000
#: The most lines, and the characters after which no further one is added, that a process works on at once.
BATCH_LINES, BATCH_CHARS = 250, 1 << 18
#: The outcomes of lines without a text, which are kept.
LACKING = {"no_text", "no_json"}
#: The most fields that a message names, so that it fits on a few lines.
MOST_NAMES = 12

DESCRIPTION = (
    "Copy JSON lines, without those whose text came before: the same text but for case and white space,\n"
    "or one that shares most of its shingles of five words (MinHash).  Texts are kept in a database, so\n"
    "memory does not grow with their number."
)
EXAMPLES = (
    "content-extract dedup items.jsonl -o unique.jsonl",
    "content-extract dedup corpus/*.jsonl.gz -o unique.jsonl.gz --clusters clusters.jsonl -j 4",
)
ENDS = ", ".join(LINE_FORMATS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"JSON lines or Parquet: {ENDS}")
    what = "where the other lines go; the end of its name says the format, as above"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, type=line_file, help=what)
    add_corpus(parser)
    parser.add_argument("--field", default="text", help="the field with the text; default: text")
    add_processes(parser, "use N processes; the files are the same for any N")
    parser.add_argument(
        "--threshold", type=share, default=0.8,
        help="the share of shingles in common that makes a duplicate, above 0; 1: only equal texts; "
        "default: 0.8",
    )  # fmt: skip
    parser.add_argument(
        "--permutations", metavar="N", type=whole_number(1, "hash functions"), default=128,
        help="the hash functions of MinHash; more estimate the share better, and take longer; default: 128",
    )  # fmt: skip
    parser.add_argument(
        "--bands", metavar="N", type=whole_number(1, "bands"), default=16,
        help="the groups of permutations, one of which two texts must have in common to be compared: 16 of 8 "
        "find .95 of the texts alike to .8, and 32 of 4 all; default: 16",
    )  # fmt: skip
    parser.add_argument("--clusters", metavar="FILE", help="write which lines are duplicates of which")
    what = "keep the texts for the next run, and for this one if it is killed; default: a temporary file"
    parser.add_argument("--database", metavar="FILE", help=what)


def line_file(path: str) -> str:
    if not path.endswith(LINE_FORMATS):
        raise argparse.ArgumentTypeError(f"{path} is of no format; the name must end in one of {ENDS}")
    return path


def run(args: argparse.Namespace) -> int:
    with needing("corpus", "dedup needs"):
        from ..corpus.duplicates import check_numbers
    check_numbers(args.threshold, args.permutations, args.bands)
    refuse_same_files(args)
    shown = Tally(several=True)
    try:
        with alone(args.output):
            outcomes = dedup_files(args, shown)
    except (OSError, ImportError, ValueError, sqlite3.Error) as error:
        shown.say(f"{error}; nothing was written to {args.output}")
        return FAILED
    shown.say(f"{outcomes.total():,} lines: {counts(outcomes) or 'none'}")
    return OK


def refuse_same_files(args: argparse.Namespace) -> None:
    """Raise ValueError if a file is named twice: it would be overwritten, or counted twice."""
    written = [name for name in (args.output, args.card, args.clusters, args.database) if name]
    named = [*args.files, *written, *(f"{name}{ASIDE}" for name in written)]
    times = Counter(map(os.path.realpath, named))
    twice = [name for name in times if times[name] > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice; give each file once")
    shards = [name for name in (*args.files, *written) if Shards(args.output).has(name)]
    if shards:
        raise ValueError(f"{shards[0]} has the name of a later file of {args.output}; give -o another name")


def dedup_files(args: argparse.Namespace, shown: Tally) -> Counter[str]:
    """Write the lines except duplicates; return the number of lines by outcome."""
    from ..corpus.duplicates import Duplicates

    outcomes: Counter[str] = Counter()
    beginning: list[str] = []
    with TemporaryDirectory() as folder:
        path = args.database or os.path.join(folder, "texts")
        with Duplicates(path, args.threshold, args.permutations, args.bands) as duplicates:
            # A batch whose process is killed twice is worked on here: no line may be lost.
            work = partial(texts_of, field=args.field, permutations=duplicates.permutations)
            with Shards(args.output, args.shard_bytes) as output:
                for batch, texts in worked(batches_of(args.files, shown), work, work, args.processes):
                    beginning = beginning or batch.lines
                    for line, text in zip(batch.lines, texts):
                        if isinstance(text, str):
                            outcome = text
                        elif (duplicate := duplicates.add_text(text)) is None:
                            outcome = "kept"
                        else:
                            outcome = "same" if duplicate.alike == 1 else "alike"
                        outcomes[outcome] += 1
                        if outcome not in ("same", "alike"):
                            output.write(line)
                        if outcomes.total() % SAFE == 0:
                            duplicates.commit()
                if outcomes and outcomes.keys() <= LACKING:
                    raise ValueError(why_no_texts(args, beginning))
            if args.clusters:
                with whole(args.clusters) as aside, open_text(aside, "w") as file:
                    for first, others in duplicates.clusters():
                        file.write(as_line({"id": first, "duplicates": others}))
    if args.card:
        options = {name: getattr(args, name) for name in ("threshold", "permutations", "bands")}
        write_card(args.card, output.files(), {"dedup": outcomes}, options)
    if some := duplicates.partly_compared:
        shown.say(
            f"{some:,} of the kept texts share much with many others, and were compared with only some; "
            f"if a template is the reason, extract their pages with --sites, and dedup once more"
        )
    return outcomes


class Batch(NamedTuple):
    path: str
    #: the lines before them in the file
    before: int
    lines: list[str]


def texts_of(batch: Batch, field: str, permutations: int) -> list[Any]:
    """Return the texts of lines, to be looked up; of a line without text, the outcome."""
    from ..corpus.duplicates import signature_of

    found: list[Any] = []
    for number, line in enumerate(batch.lines, batch.before + 1):
        item = parsed(line)
        text = item.get(field) if isinstance(item, dict) else None
        if isinstance(text, str) and text.strip():
            key = f"{batch.path}:{number}"
            found.append(signature_of(key, text, str(item.get("id") or item.get("url") or key), permutations))
        else:
            found.append("no_text" if isinstance(item, dict) else "no_json")
    return found


def batches_of(files: Sequence[str], shown: Tally) -> Iterator[Batch]:
    """Yield the lines of some files; on a terminal their number is shown every few seconds."""
    number = 0
    for name in files:
        path, before = os.path.realpath(name), 0
        for lines in in_groups(read_lines(name), BATCH_LINES, BATCH_CHARS, len):
            yield Batch(path, before, lines)
            before += len(lines)
            number += len(lines)
            if sys.stderr.isatty() and shown.is_time(EVERY_LINE):
                shown.say(f"{number:,} lines read")


def why_no_texts(args: argparse.Namespace, beginning: Sequence[str]) -> str:
    """Say why no line has a text, by the first lines."""
    items = [item for item in map(parsed, beginning) if isinstance(item, dict)]
    if not items:
        files = ", ".join(args.files)
        return f'no line of {files} is a JSON object, such as {{"{args.field}": "It rains."}}'
    names = list(dict.fromkeys(chain.from_iterable(items)))
    return f"no line has a text in the field {args.field!r}; the lines have: {', '.join(names[:MOST_NAMES])}"
