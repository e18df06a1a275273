"""``content-extract clean FILE... -o FILE``: texts without what is repeated on their host."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from ..content.auto.memory import host_of
from ..corpus.lines import as_line, digest_of
from ..corpus.provenance import write_card
from ..corpus.repeated import Repeated
from ..corpus.storage import Shards
from ..files import open_text, whole
from .dedup import Line, Lines, add_files, refuse_same_files, reported
from .inputs import whole_number
from .output import Tally

DESCRIPTION = (
    "Leave out the paragraphs that stand on many pages of their host, such as signatures and notices: the\n"
    "same but for case, digits, accents and punctuation.  The lines are read twice; counts are kept in a\n"
    "database, so memory does not grow with their number."
)
EXAMPLES = (
    "content-extract clean unique.jsonl.gz -o clean.jsonl.gz",
    "content-extract clean unique.jsonl.gz -o clean.parquet --pages 5 --removed removed.jsonl",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--pages", metavar="N", type=whole_number(2, "pages"), default=10,
        help="from how many pages of a host on a paragraph is left out; default: 10",
    )  # fmt: skip
    parser.add_argument("--removed", metavar="FILE", help="write what is left out, and how frequent it is")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    refuse_same_files(parser, args, args.removed)
    if pipes := [name for name in args.files if os.path.exists(name) and not os.path.isfile(name)]:
        parser.error(f"{pipes[0]} is read twice, so it must be a regular file; write its lines to one first")
    return reported(args, clean_files)


def clean_files(args: argparse.Namespace, shown: Tally) -> Counter[str]:
    """Count all paragraphs, then write all lines; return the number of lines by outcome."""
    outcomes: Counter[str] = Counter()
    with TemporaryDirectory() as folder, Repeated(os.path.join(folder, "counts"), args.pages) as repeated:
        lines = Lines(args.files, args.field, shown)
        for line in lines:
            host, text = host_of_line(line), line.text(args.field)
            if host and text:
                repeated.count(host, text)
        lines.check()
        with removed_to(args.removed, repeated) as note, Shards(args.output, args.shard_bytes) as output:
            for line in lines:
                outcome, cleaned_line = clean_line(line, args.field, repeated, note)
                outcomes[outcome] += 1
                if cleaned_line:
                    output.write(cleaned_line)
    if args.card:
        write_card(args.card, output.files(), {"clean": outcomes}, {"pages": args.pages})
    return outcomes


def host_of_line(line: Line) -> str:
    item = line.item if isinstance(line.item, dict) else {}
    metadata = item.get("metadata")
    return host_of(item.get("url") or (metadata.get("url") if isinstance(metadata, dict) else None))


def clean_line(
    line: Line, field: str, repeated: Repeated, note: Callable[[str, str], object]
) -> tuple[str, str]:
    """Return the outcome of a line, and the line, or "" if its text becomes empty."""
    host, text = host_of_line(line), line.text(field)
    if not text:
        return line.lacks, line.line
    if not host:
        return "no_url", line.line
    text, left_out = repeated.cleaned(host, text)
    for paragraph in left_out:
        note(host, paragraph)
    if not left_out:
        return "unchanged", line.line
    if not text.strip():
        return "emptied", ""
    line.item[field] = text
    metadata = line.item.get("metadata")
    if isinstance(metadata, dict) and "digest" in metadata:
        metadata["digest"] = digest_of(text)
    return "shortened", as_line(line.item)


@contextmanager
def removed_to(path: str | None, repeated: Repeated) -> Iterator[Callable[[str, str], object]]:
    """Yield a function that writes each removed paragraph of a host once, if there is a file."""
    if path is None:
        yield lambda host, paragraph: None
        return

    def note(host: str, paragraph: str) -> None:
        if pages := repeated.named(host, paragraph):
            file.write(as_line({"host": host, "pages": pages, "paragraph": paragraph}))

    with whole(path) as aside, open_text(aside, "w") as file:
        yield note
