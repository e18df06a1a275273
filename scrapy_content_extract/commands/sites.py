"""``content-extract sites ARCHIVE... -o FILE``: what the pages of each host have in common."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from ..content.auto.memory import Sites
from ..corpus.files import alone
from ..corpus.memory_files import UNREADABLE, merge_sites, write_sites
from ..engines.pages import Recipe
from . import FAILED, INTERRUPTED, OK
from .output import Tally, counts
from .warc import (
    Conversion,
    Outcome,
    add_archives,
    all_made,
    archives_of,
    check_extras,
    check_readable,
    failed,
    opened,
    results_of,
)

SUFFIXES = (".jsonl", ".jsonl.gz")
#: The most files that are merged at a time: systems allow a few hundred open ones at least.
AT_ONCE = 100

DESCRIPTION = (
    "Learn what the pages of each host of web archives have in common, from at most 100 pages of a host.\n"
    "content-extract warc --sites judges pages by it.  Archives may come in any order.  Each becomes a file\n"
    "beside the memory, and these are merged; a memory among the archives, from another machine, too."
)
EXAMPLES = (
    "content-extract sites crawl/*.warc.gz -o sites.jsonl.gz -j 4",
    "content-extract sites part-*.jsonl.gz -o sites.jsonl",
    "content-extract warc crawl/*.warc.gz --sites sites.jsonl.gz -o corpus/ -j 4",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = f"where the memory goes; its name ends in {' or '.join(SUFFIXES)}"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, type=memory_file, help=where)
    add_archives(parser)


def memory_file(path: str) -> str:
    if not path.endswith(SUFFIXES):
        raise argparse.ArgumentTypeError(f"{path} does not end in {' or '.join(SUFFIXES)}")
    if not Path(path).parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {Path(path).parent}")
    return path


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    check_extras(parser)
    shown = Tally(several=True)
    names = archives_of(parser, args)
    memories = [name for name in names if name.endswith(SUFFIXES)]
    with alone(args.output), TemporaryDirectory(dir=Path(args.output).parent) as folder:
        others = (name for name in names if not name.endswith(SUFFIXES))
        todo = [
            Conversion(name, Path(folder, f"{n}.jsonl.gz"), prefix=args.prefix)
            for n, name in enumerate(others)
        ]
        try:
            total = all_made(todo, learn, args.processes, shown)
            made = [str(part.target) for part in todo if part.target.exists()]
            if not merged([*memories, *made], args.output, folder):
                shown.say(f"no page has a host to learn from; {args.output} was not written")
                return FAILED
        except KeyboardInterrupt:
            shown.say("interrupted; nothing was written")
            return INTERRUPTED
        except UNREADABLE as error:
            shown.say(f"{error}; {args.output} was not written")
            return FAILED
    shown.say(f"pages: {counts(total.statuses) or 'none'}")
    return FAILED if total.reason else OK


def merged(paths: list[str], target: str, folder: str) -> bool:
    """Merge some files, a part of them at a time; return whether there is a host."""
    while len(paths) > AT_ONCE:
        path = os.path.join(folder, f"merged-{len(paths)}.jsonl.gz")
        is_there = merge_sites(paths[:AT_ONCE], path)
        paths = paths[AT_ONCE:] + [path] * is_there
    return merge_sites(paths, target)


def learn(part: Conversion) -> Outcome:
    archive, sites = opened(part.archive, prefix=part.prefix), Sites(most=None)
    outcome = Outcome(part.archive, archive.counts)
    try:
        for _ in results_of(archive, Recipe(learning=sites), outcome.statuses):
            pass
        check_readable(archive)
        write_sites(part.target, sites.remembered())
    except Exception as error:  # the other archives go on
        outcome.reason = failed(error)
    return outcome
