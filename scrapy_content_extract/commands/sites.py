"""``content-extract sites PAGE... -o FILE``: what the pages of each host have in common."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..content.auto.memory import ALL_PAGES, WARM, Sites, host_of, key_of
from ..corpus.memory_files import add_sites, count_known, hosts_in
from ..engines.pages import Input, Recipe, recipe_for
from . import FAILED, OK, inputs
from .outputs import is_same
from .processes import KILLED, worked
from .tally import Done, Tally

#: The ending of the name of a memory, which tells it from pages and archives.
SUFFIX = ".db"
DESCRIPTION = (
    "Learn what the pages of each host have in common, from at most 50 pages of a host.\n"
    "content-extract --sites judges pages by it.  Pages and archives may come in any order; a memory among\n"
    "them, from another machine, is added, too.  What the file had before stays in it."
)
EXAMPLES = (
    "content-extract sites crawl/*.warc.gz -o sites.db -j 4",
    "content-extract sites part-*.db -o sites.db",
    "content-extract crawl/*.warc.gz --sites sites.db -o corpus/ -j 4",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "the memory, such as sites.db"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=what)
    inputs.add_pages(parser, "; or an archive or an index of one; or a list of archives; or a memory")
    inputs.add_parts(parser)
    inputs.add_processes(parser, "work on N pages at a time")


def run(args: argparse.Namespace) -> int:
    add_sites(args.output, ())  # raises before any work if the file cannot be written
    names = inputs.in_shard(args, args.pages)
    for memory in [name for name in names if name.endswith(SUFFIX)]:
        if not is_same(memory, args.output):
            add_sites(args.output, hosts_in(memory))
    pages = [name for name in names if not name.endswith(SUFFIX)]
    shown, archives = Tally(several=True), sum(map(inputs.is_archive, pages))
    shown.read_archives(archives, archives)
    found = inputs.pages_at(inputs.places_of(pages), inputs.is_archive, prefix=args.prefix, texts=False)
    recipe = recipe_for(("title", "metadata"), encoding=args.encoding)
    for page, done in learn(args.output, recipe, found, args.processes):
        shown.count(page, done)
        if page.records is not None:
            shown.end_archive(page.name, done.reason)
    status = shown.ended() if pages else OK
    hosts, remembered = count_known(args.output)
    shown.say(f"{args.output} has {remembered:,} pages of {hosts:,} hosts")
    return status if hosts else FAILED


def learn(path: str, recipe: Recipe, pages: Iterable[Input], processes: int) -> Iterator[tuple[Input, Done]]:
    """Add what pages teach to a file, the same in any order; yield what became of each."""
    sites = Sites(most=None)
    admitted = (page for page in pages if not page.url or sites.admits(host_of(page.url), key_of(page.url)))
    results = worked(
        admitted, recipe.lesson_of, lambda page: ("error", KILLED, []), processes,
        bytes_of=lambda page: len(page.body or b""),
    )  # fmt: skip
    for page, (status, reason, hosts) in results:
        yield page, Done(status, reason, "")
        for host, remembered in hosts:
            sites.add(host, remembered)
        if sites.pages >= ALL_PAGES:  # this bounds the memory of the process
            add_sites(path, sites.remembered())
            sites = Sites(most=None)
    add_sites(path, sites.remembered())


def taught(recipe: Recipe, pages: Iterable[Input], processes: int, path: str, shown: Tally) -> Recipe:
    """Return the recipe with a new memory of pages, if it knows enough pages of a host."""
    try:
        for _ in learn(path, recipe, pages, processes):
            pass
        hosts, remembered = count_known(path, WARM + 1)
    except OSError as error:
        raise OSError(f"{error}; set TMPDIR to a folder with room, or give --no-sites") from error
    if not hosts:
        return recipe
    known = f"{hosts:,} hosts taught by {remembered:,} pages"
    shown.say(f"two passes: {known}; --no-sites judges each page alone")
    return replace(recipe, sites=path)
