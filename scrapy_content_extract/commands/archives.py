"""What the commands for web archives share: their arguments, processes, pages and outcomes."""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from ..content.errors import install
from ..content.extract import Analysis
from ..files import FULL, open_text
from ..pages import Input, Recipe, as_it_is
from .options import add_processes
from .processes import as_done
from .progress import Tally

#: The reason for an archive whose process died twice, the second time alone.
KILLED = "its process was killed; perhaps there was no memory left"
#: Lists of archives, a line for each, as Common Crawl has them.
LISTS = (".paths", ".paths.gz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the archives, and for how many to read at a time."""
    a_file = (
        "a file; with fsspec, a URL, or an index of records (.cdx, .cdxj, .gz); or a list of archives, whose "
        "name ends in .paths or .paths.gz"
    )
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE", help=a_file)
    parser.add_argument("--prefix", default="", help="what stands before each name in a list or an index")
    parser.add_argument(
        "--shard", metavar="K/N", type=shard, default=(1, 1),
        help="only the archives K, K + N, K + 2N, …: the work of one of N machines",
    )  # fmt: skip
    add_processes(parser, "work on N archives at a time")


class Outcome(NamedTuple):
    archive: str
    #: the records by outcome, and the pages by status
    records: Counter[str]
    statuses: Counter[str]
    #: the pages that are left out, by reason
    dropped: Counter[str] = Counter()
    #: why the file was not made
    reason: str = ""


def check_warc(parser: argparse.ArgumentParser) -> None:
    """End the command if archives cannot be read."""
    try:
        from .. import warc  # noqa: F401
    except ImportError as error:
        parser.error(f"{error}; install it with {install('warc')}")


def shard(text: str) -> tuple[int, int]:
    """Return the number of a part and of all parts.

    >>> shard("3/64")
    (3, 64)
    """
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part of the archives; give 1/64 to 64/64, say")
    return int(part), int(parts)


def named(parser: argparse.ArgumentParser, args: argparse.Namespace) -> Iterator[str]:
    """Return the archives of this shard, also the ones in lists."""
    part, parts = args.shard
    return islice(all_named(parser, args.archives, args.prefix), part - 1, None, parts)


def all_named(parser: argparse.ArgumentParser, given: Iterable[str], prefix: str) -> Iterator[str]:
    for name in given:
        if not name.endswith(LISTS):
            yield name
            continue
        try:
            with open_text(name) as lines:
                yield from (prefix + line.strip() for line in lines if line.strip())
        except (OSError, EOFError, zlib.error) as error:
            parser.error(f"the list {name} cannot be read: {error}")


def all_made(todo: Sequence[Any], processes: int, make: Callable[[Any], Outcome]) -> Iterator[Outcome]:
    """Do ``make`` for each part, which has an ``archive``, and yield the outcomes as they get done."""
    if processes == 1:
        yield from map(make, todo)
        return
    lost = []
    for number, (outcome,) in as_done(([part] for part in todo), Making(make), processes):
        if outcome.reason == KILLED:
            lost.append([todo[number]])
            Tally(several=True).say(f"{outcome.archive}: {KILLED}; it will be tried again at the end, alone")
        else:
            yield outcome
    if lost:  # alone, there is more memory
        for _, (outcome,) in as_done(lost, Making(make), 1):
            yield outcome


@dataclass(frozen=True)
class Making:
    """The work on each archive."""

    done_with: Callable[[Any], Outcome]

    def killed(self, part: Any) -> Outcome:
        return Outcome(part.archive, Counter(), Counter(), reason=KILLED)


def opened(path: str, **options: Any) -> Any:
    """Return an archive whose broken parts are reported."""
    from ..warc import Archive

    def say(broken: Any) -> None:
        print(f"{path}, byte {broken.offset:,}: {broken.reason}", file=sys.stderr)

    return Archive(path, on_broken=say, **options)


def check_readable(archive: Any) -> None:
    """Raise OSError if nothing of an archive could be read."""
    if archive.counts and set(archive.counts) == {"broken"}:
        raise OSError("it holds no record that can be read")


def failed(error: Exception) -> str:
    where = f": {error.filename}" if isinstance(error, OSError) and error.errno in FULL else ""
    return f"failed: {getattr(error, 'strerror', None) or str(error) or type(error).__name__}{where}"


def analyses(archive: Any, recipe: Recipe, statuses: Counter[str]) -> Iterator[tuple[Any, Analysis]]:
    """Return the pages with their analyses, and count the statuses; a text stays as it is."""
    for page in archive:
        given = Input(page.url, page.body, page.content_type, page.url, page.status, bool(page.truncated))
        analysis = as_it_is(given) if page.is_text else recipe.analysis_of(given)
        statuses[analysis.status] += 1
        if analysis.status == "error":
            print(f"{page.url}: {analysis.reason}", file=sys.stderr)
        yield page, analysis
