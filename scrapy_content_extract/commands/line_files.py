"""Arguments of the commands that read lines of a corpus and write them again."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from ..corpus.storage import LINE_FORMATS, Shards
from ..files import ASIDE

ENDS = ", ".join(f".{suffix}" for suffix in LINE_FORMATS)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the files to read and to write."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"JSON lines or Parquet: {ENDS}")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        type=line_file,
        help="where the other lines go; the end of its name says the format, as above",
    )
    add_shard_bytes(parser)
    parser.add_argument("--field", default="text", help="the field with the text; default: text")


def line_file(path: str) -> str:
    """Return a path that ends with a format."""
    if not path.endswith(tuple(f".{suffix}" for suffix in LINE_FORMATS)):
        raise argparse.ArgumentTypeError(f"{path} is of no format; the name must end in one of {ENDS}")
    return path


def add_shard_bytes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shard-bytes",
        metavar="N",
        type=size,
        help="once a file has N bytes, go on with another: corpus.00001.jsonl.gz",
    )


def size(text: str) -> int:
    number = int(text.replace("_", "")) if text.replace("_", "").isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes; give 1 or more")
    return number


def refuse_same_files(parser: argparse.ArgumentParser, args: argparse.Namespace, *others: str | None) -> None:
    """End the command if a file is named twice: it would be overwritten, or counted twice."""
    written = [name for name in (args.output, *others) if name]
    named = [*args.files, *written, *(f"{name}{ASIDE}" for name in written)]
    times = Counter(map(os.path.realpath, named))
    twice = [name for name in times if times[name] > 1]
    if twice:
        parser.error(f"{twice[0]} is named twice; give each file once")
    shards = [name for name in (*args.files, *others) if name and Shards(args.output).has(name)]
    if shards:
        parser.error(f"{shards[0]} has the name of a later file of {args.output}; give -o another name")
