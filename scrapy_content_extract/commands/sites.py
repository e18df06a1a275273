"""``content-extract sites ARCHIVE... -o FILE``: what the pages of each host have in common."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from ..batch import Recipe
from ..content.learned.lessons import Sites
from ..site_files import write_sites
from . import FAILED, INTERRUPTED, OK
from .archives import (
    Outcome,
    add_archives,
    all_made,
    analyses,
    archives_named,
    check_readable,
    check_warc,
    failed,
    opened,
)
from .progress import Tally, counts

#: The ends of the name of a memory.
SUFFIXES = (".jsonl", ".jsonl.gz")

DESCRIPTION = (
    "Learn what the pages of each host of web archives have in common, from at most 100 pages of a host.\n"
    "content-extract warc --sites judges pages by it.  Archives may come in any order."
)
EXAMPLES = (
    "content-extract sites crawl/*.warc.gz -o sites.jsonl.gz -j 4",
    "content-extract warc crawl/*.warc.gz --sites sites.jsonl.gz -o corpus/ -j 4",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = f"where the memory goes; its name ends in {' or '.join(SUFFIXES)}"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, type=memory_file, help=where)
    add_archives(parser)


def memory_file(path: str) -> str:
    """Return a path in an existing folder that ends with a format."""
    if not path.endswith(SUFFIXES):
        raise argparse.ArgumentTypeError(f"{path} does not end in {' or '.join(SUFFIXES)}")
    if not Path(path).parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {Path(path).parent}")
    return path


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    check_warc(parser)
    archives = list(archives_named(parser, args.archives, args.prefix))
    todo = list(map(Learning, archives))
    shown, sites = Tally(several=True), Sites(most=None)
    statuses: Counter[str] = Counter()
    lost = 0
    try:
        for number, outcome in enumerate(all_made(todo, args.processes, learn), start=1):
            for host, lessons in outcome.lessons:
                for key, lesson in lessons.items():
                    sites.add(host, key, lesson)
            statuses.update(outcome.statuses)
            lost += bool(outcome.reason)
            what = outcome.reason or counts(outcome.statuses) or "no pages"
            shown.say(f"{number:,} of {len(todo):,} archives: {outcome.archive}: {what}")
    except KeyboardInterrupt:
        shown.say("interrupted; nothing was written")
        return INTERRUPTED
    if not any(sites.lessons()):
        shown.say(f"no page has a host to learn from; {args.output} was not written")
        return FAILED
    write_sites(args.output, sites)
    shown.say(f"pages: {counts(statuses) or 'none'}")
    return FAILED if lost else OK


class Learning(NamedTuple):
    """An archive to learn from."""

    archive: str


def learn(part: Learning) -> Outcome:
    """Return the lessons of the pages of an archive."""
    archive, sites = opened(part.archive), Sites(most=None)
    statuses: Counter[str] = Counter()
    try:
        for _ in analyses(archive, Recipe(learning=sites), statuses):
            pass
        check_readable(archive)
    except Exception as error:  # the other archives go on
        return Outcome(part.archive, archive.counts, statuses, reason=failed(error))
    return Outcome(part.archive, archive.counts, statuses, lessons=list(sites.lessons()))
