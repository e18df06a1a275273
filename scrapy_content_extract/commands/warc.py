"""``content-extract warc ARCHIVE... -o FOLDER``: web archives → the lines of a corpus."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from ..content.analysis import Analysis
from . import FAILED, INTERRUPTED, OK
from .inputs import Input
from .options import add_extractor, at_least_one
from .progress import Tally, counts
from .work import Work

DESCRIPTION = (
    "Write the main text of the pages of web archives (WARC, ARC, WACZ) as the lines of a corpus, which\n"
    "datatrove, Dolma and datasets read unchanged.  Each archive becomes a file of its own.  One that is\n"
    "there already is not made again, so the same command goes on after an interruption."
)
EXAMPLES = (
    "content-extract warc crawl/*.warc.gz -o corpus/",
    "content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ -o corpus/ -j 8",
)

#: Lists of archives, a line for each, as Common Crawl has them.
LISTS = (".paths", ".paths.gz")
SUFFIX = ".jsonl.gz"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "archives",
        nargs="+",
        metavar="ARCHIVE",
        help="a file; a URL, with fsspec; or a list of them, whose name ends in .paths or .paths.gz",
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--prefix", default="", help="what stands before each line of a list")
    parser.add_argument("--source", help="the source of all lines; default: the name of the archive")
    parser.add_argument(
        "--language", action="store_true", help="find out the language of each text (extra corpus)"
    )
    add_extractor(parser)
    parser.add_argument(
        "-j", "--processes", metavar="N", type=at_least_one, default=1,
        help="work on N archives at a time; default: 1",
    )  # fmt: skip


class Part(NamedTuple):
    """An archive, and the file that it becomes."""

    archive: str
    target: Path
    source: str
    language: bool
    work: Work


class Outcome(NamedTuple):
    """What became of an archive."""

    archive: str
    #: the records by what became of them, and the pages by status
    records: Counter[str]
    statuses: Counter[str]
    #: why the file was not made
    reason: str = ""


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    check_extras(parser, args.language)
    work = Work("jsonl", ("metadata",), True, args.extractor, dict(args.params))
    _ = work.methods  # a wrong one is said before the first archive
    archives = list(listed(parser, args.archives, args.prefix))
    targets = targets_of(parser, archives, Path(args.output))
    parts = [
        Part(archive, target, args.source or target.name.removesuffix(SUFFIX), args.language, work)
        for archive, target in zip(archives, targets)
    ]
    shown = Tally(several=True)
    done = [part for part in parts if part.target.exists()]
    if done:
        shown.say(f"{len(done):,} of {len(parts):,} archives were done before")
    records: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    failed = 0
    try:
        todo = [part for part in parts if not part.target.exists()]
        for number, outcome in enumerate(all_made(todo, args.processes), start=1):
            records.update(outcome.records)
            statuses.update(outcome.statuses)
            failed += bool(outcome.reason)
            what = outcome.reason or f"{counts(outcome.statuses) or 'no pages'}"
            shown.say(f"{number:,} of {len(todo):,} archives: {outcome.archive}: {what}")
    except KeyboardInterrupt:
        shown.say("interrupted; the same command goes on from here")
        return INTERRUPTED
    shown.say(f"records: {counts(records) or 'none'}")
    shown.say(f"pages: {counts(statuses) or 'none'}")
    return FAILED if failed else OK


def check_extras(parser: argparse.ArgumentParser, language: bool) -> None:
    """End the command if what it needs is not installed."""
    try:
        from .. import warc  # noqa: F401

        if language:
            from ..corpus.languages import identifier

            identifier()
    except ImportError as error:
        parser.error(f"{error}; install scrapy-content-extract[warc,corpus]")


def listed(parser: argparse.ArgumentParser, given: Iterable[str], prefix: str) -> Iterator[str]:
    """Return the archives, those of the lists included."""
    for name in given:
        if not name.endswith(LISTS):
            yield name
            continue
        try:
            opening = gzip.open if name.endswith(".gz") else open
            with opening(name, "rt", encoding="utf-8") as lines:
                yield from (prefix + line.strip() for line in lines if line.strip())
        except (OSError, EOFError, UnicodeDecodeError) as error:
            parser.error(f"the list {name} cannot be read: {error}")


def targets_of(parser: argparse.ArgumentParser, archives: list[str], folder: Path) -> list[Path]:
    """Return the file of each archive; two archives of one name would write the same file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"-o is {folder}, which cannot be a folder ({error.strerror}); give another one")
    targets = [folder / (Path(archive).name.partition(".")[0] + SUFFIX) for archive in archives]
    twice = [target.name for target, times in Counter(targets).items() if times > 1]
    if twice:
        parser.error(f"several archives would become {twice[0]}; give them different names, or folders")
    return targets


def all_made(parts: list[Part], processes: int) -> Iterator[Outcome]:
    """Make all files, and return what became of each archive, as they get done."""
    if processes == 1:
        yield from map(make, parts)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        making: dict[Future[Outcome], Part] = {pool.submit(make, part): part for part in parts}
        lost = []
        try:
            for future in as_completed(making):
                try:
                    yield future.result()
                except BrokenProcessPool:  # noqa: PERF203 - all under way is lost with the one that broke it
                    lost.append(making[future])
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for part in lost:
        with ProcessPoolExecutor(1, context) as alone:
            try:
                yield alone.submit(make, part).result()
            except BrokenProcessPool:
                reason = "its process was killed; perhaps there was no memory left"
                yield Outcome(part.archive, Counter(), Counter(), reason)


def make(part: Part) -> Outcome:
    """Make the file of an archive: aside, and renamed when it is whole."""
    from ..warc import Archive

    def say(broken: Any) -> None:
        print(f"{part.archive}, byte {broken.offset:,}: {broken.reason}", file=sys.stderr)

    archive = Archive(part.archive, on_broken=say)
    statuses: Counter[str] = Counter()
    aside = part.target.with_name(part.target.name + ".part")
    try:
        with gzip.open(aside, "wt", encoding="utf-8", compresslevel=6) as file:
            for line in lines_of(archive, part, statuses):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if archive.counts and set(archive.counts) == {"broken"}:
            raise OSError("it holds no record that can be read")
        os.replace(aside, part.target)
    except (OSError, ImportError) as error:
        with suppress(OSError):
            aside.unlink()
        reason = getattr(error, "strerror", None) or str(error)
        return Outcome(part.archive, archive.counts, statuses, f"failed: {reason}")
    return Outcome(part.archive, archive.counts, statuses)


def lines_of(archive: Any, part: Part, statuses: Counter[str]) -> Iterator[dict[str, Any]]:
    """Return the lines of the pages with text, and count the statuses of all pages."""
    from ..corpus import corpus_line
    from ..corpus.languages import language_of
    from .inputs import Unreadable

    for page in archive:
        try:
            analysis = part.work.analysis_of(Input(page.url, page.body, page.content_type, page.url))
        except Unreadable as unreadable:
            statuses[unreadable.status] += 1
            continue
        except Exception as error:  # no page costs the others
            statuses["error"] += 1
            print(f"{page.url}: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        statuses[analysis.status] += 1
        if analysis.text:
            language, score = language_of(analysis.text) if part.language else (None, None)
            known = analysis.diagnostics
            yield corpus_line(
                analysis.text, part.source, created=page.date or None, id=page.record_id or None,
                url=page.url, title=analysis.title, **declared(analysis),
                language=language, language_score=score,
                confidence=known["confidence"], encoding=known["encoding"], status=analysis.status,
                warc_record_id=page.record_id or None,
            )  # fmt: skip


def declared(analysis: Analysis) -> dict[str, Any]:
    """Return what the page says of itself, as it stands in a line."""
    found = analysis.metadata
    return {"author": found.author, "date": found.date}
