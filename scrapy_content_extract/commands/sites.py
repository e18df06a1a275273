"""``content-extract sites ARCHIVE... -o FILE``: what the pages of each host have in common."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..content.auto.memory import Sites
from ..corpus.files import alone
from ..corpus.memory_files import UNREADABLE, merge_sites, write_sites
from ..engines.pages import Recipe, input_of
from . import FAILED, INTERRUPTED
from .inputs import add_parts, add_processes, archive_at, archive_class, check_readable, failed, in_shard
from .processes import worked
from .tally import Counts, Tally

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
    what = "a web archive or an index of one; or a list of archives, whose name ends in .paths or .paths.gz"
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE", help=what)
    add_parts(parser)
    add_processes(parser, "work on N archives at a time")


def memory_file(path: str) -> str:
    if not path.endswith(SUFFIXES):
        raise argparse.ArgumentTypeError(f"{path} does not end in {' or '.join(SUFFIXES)}")
    if not Path(path).parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {Path(path).parent}")
    return path


class Part(NamedTuple):
    archive: str
    target: Path
    prefix: str


def run(args: argparse.Namespace) -> int:
    archive_class()  # raises if it is not installed
    shown = Tally(several=True)
    names = in_shard(args, args.archives)
    memories = [name for name in names if name.endswith(SUFFIXES)]
    with alone(args.output), TemporaryDirectory(dir=Path(args.output).parent) as folder:
        others = [name for name in names if not name.endswith(SUFFIXES)]
        parts = [Part(name, Path(folder, f"{n}.jsonl.gz"), args.prefix) for n, name in enumerate(others)]
        shown.read_archives(len(parts), len(parts))
        try:
            for part, (shown.archive, failure) in worked(parts, learn, killed, args.processes, most=1):
                shown.end_archive(part.archive, failure)
            paths = [*memories, *(str(part.target) for part in parts if part.target.exists())]
            while len(paths) > AT_ONCE:
                path = os.path.join(folder, f"merged-{len(paths)}.jsonl.gz")
                is_there = merge_sites(paths[:AT_ONCE], path)
                paths = paths[AT_ONCE:] + [path] * is_there
            if not merge_sites(paths, args.output):
                shown.say(f"no page has a host to learn from; {args.output} was not written")
                return FAILED
        except KeyboardInterrupt:
            shown.say("interrupted; nothing was written")
            return INTERRUPTED
        except UNREADABLE as error:
            shown.say(f"{error}; {args.output} was not written")
            return FAILED
    return shown.ended()


def killed(part: Part) -> tuple[Counts, str]:
    return Counts(), "its process was killed; perhaps there was no memory left"


def learn(part: Part) -> tuple[Counts, str]:
    """Write the file of an archive; return what became of its pages, and what has failed, or ""."""
    archive, sites, failure = archive_at(part.archive, prefix=part.prefix), Sites(most=None), ""
    recipe, found = Recipe(learning=sites), Counts(archive.counts)
    try:
        for page in archive:
            found.pages[recipe.result_of(input_of(page)).status] += 1
        check_readable(archive)
        write_sites(part.target, sites.remembered())
    except Exception as error:  # the other archives go on
        failure = failed(error)
    return found, failure
