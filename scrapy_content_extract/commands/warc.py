"""``content-extract warc ARCHIVE... -o FOLDER``: web archives → the lines of a corpus."""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any, NamedTuple

from ..batch import Input, Recipe, as_it_is, recipe_for
from ..content.analysis import Analysis
from ..corpus.lines import as_line
from ..corpus.storage import LINE_FORMATS, Shards
from ..fields import rounded
from ..files import ASIDE, FULL, open_text, zstd
from . import FAILED, INTERRUPTED, OK
from .line_files import add_shard_bytes
from .options import add_extractor, add_sites, at_least_one
from .processes import as_done
from .progress import Tally, counts

DESCRIPTION = (
    "Write the main text of the pages of web archives (WARC, ARC, WACZ) as the lines of a corpus, which\n"
    "datatrove, Dolma and datasets read unchanged.  Each archive becomes a file of its own.  One that is\n"
    "there already is not made again, so the same command goes on after an interruption."
)
EXAMPLES = (
    "content-extract warc crawl/*.warc.gz -o corpus/",
    "content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ -o corpus/ -j 8",
)

#: The reason for an archive whose process died twice, the second time alone.
KILLED = "its process was killed; perhaps there was no memory left"
#: Lists of archives, a line for each, as Common Crawl has them.
LISTS = (".paths", ".paths.gz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_archives(parser)
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--source", help="the source of all lines; default: the name of the archive")
    parser.add_argument(
        "--language", action="store_true", help="find out the language of each text (extra corpus)"
    )
    parser.add_argument(
        "--format",
        choices=LINE_FORMATS,
        default="jsonl.gz",
        help="JSON lines or Parquet; default: jsonl.gz",
    )
    add_shard_bytes(parser)
    add_extractor(parser)
    add_sites(parser)


def add_archives(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the archives, and for how many to read at a time."""
    a_file = "a file; a URL, with fsspec; or a list of them, whose name ends in .paths or .paths.gz"
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE", help=a_file)
    parser.add_argument("--prefix", default="", help="what stands before each line of a list")
    parser.add_argument(
        "-j", "--processes", metavar="N", type=at_least_one, default=1,
        help="work on N archives at a time; default: 1",
    )  # fmt: skip


class Conversion(NamedTuple):
    """An archive, the file that it becomes, and the recipe."""

    archive: str
    target: Path
    source: str
    language: bool
    shard_bytes: int | None
    recipe: Recipe


class Outcome(NamedTuple):
    """The result of an archive."""

    archive: str
    #: the records by outcome, and the pages by status
    records: Counter[str]
    statuses: Counter[str]
    #: why the file was not made
    reason: str = ""
    #: the lessons of the pages of each host, if requested
    lessons: Sequence[tuple[str, Mapping[int, Any]]] = ()


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    check_extras(parser, args)
    parts = conversions(parser, args)
    shown = Tally(several=True)
    done = [part for part in parts if part.target.exists()]
    if done:
        shown.say(
            f"{len(done):,} of {len(parts):,} archives were done before and stay as they are; "
            "where the options have changed, write to another folder"
        )
    records: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    failed = []
    try:
        todo = [part for part in parts if not part.target.exists()]
        for number, outcome in enumerate(all_made(todo, args.processes), start=1):
            records.update(outcome.records)
            statuses.update(outcome.statuses)
            if outcome.reason:
                failed.append(outcome.archive)
            what = outcome.reason or f"{counts(outcome.statuses) or 'no pages'}"
            shown.say(f"{number:,} of {len(todo):,} archives: {outcome.archive}: {what}")
    except KeyboardInterrupt:
        shown.say("interrupted; the same command goes on from here")
        return INTERRUPTED
    shown.say(f"records: {counts(records) or 'none'}")
    shown.say(f"pages: {counts(statuses) or 'none'}")
    if failed:
        shown.say(f"archives that failed: {', '.join(failed)}")
    return FAILED if failed else OK


def conversions(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[Conversion]:
    """Return the conversions to do; an impossible argument ends the command."""
    recipe = recipe_for(("metadata",), extractor=args.extractor, params=dict(args.params), sites=args.sites)
    _ = recipe.methods  # raises for a wrong one before the first archive
    archives = list(archives_named(parser, args.archives, args.prefix))
    targets = targets_of(parser, archives, Path(args.output), args.format)
    return [
        Conversion(archive, target, args.source or name_of(archive), args.language, args.shard_bytes, recipe)
        for archive, target in zip(archives, targets)
    ]


def check_extras(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End the command if a needed extra is not installed."""
    check_warc(parser)
    try:
        if args.language:
            from ..corpus.languages import identifier

            identifier()
        if args.format == "parquet":
            from ..corpus.parquet import pyarrow

            pyarrow()
        if args.format == "jsonl.zst":
            zstd()
    except ImportError as error:
        parser.error(f"{error}; install scrapy-content-extract[warc,corpus,parquet]")


def check_warc(parser: argparse.ArgumentParser) -> None:
    """End the command if archives cannot be read."""
    try:
        from .. import warc  # noqa: F401
    except ImportError as error:
        parser.error(f"{error}; install scrapy-content-extract[warc]")


def archives_named(parser: argparse.ArgumentParser, given: Iterable[str], prefix: str) -> Iterator[str]:
    """Return the archives, also the ones in lists."""
    for name in given:
        if not name.endswith(LISTS):
            yield name
            continue
        try:
            with open_text(name) as lines:
                yield from (prefix + line.strip() for line in lines if line.strip())
        except (OSError, EOFError, zlib.error) as error:
            parser.error(f"the list {name} cannot be read: {error}")


def name_of(archive: str) -> str:
    """Return the name of an archive up to the first dot."""
    return Path(archive).name.partition(".")[0]


def targets_of(parser: argparse.ArgumentParser, archives: list[str], folder: Path, suffix: str) -> list[Path]:
    """Return the file of each archive; two archives of one name would write the same file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"-o is {folder}, which cannot be a folder ({error.strerror}); give another one")
    targets = [folder / f"{name_of(archive)}.{suffix}" for archive in archives]
    twice = [target.name for target, times in Counter(targets).items() if times > 1]
    if twice:
        parser.error(f"several archives would become {twice[0]}; give them different names, or folders")
    return targets


def all_made(
    todo: list[Conversion], processes: int, make: Callable[[Conversion], Outcome] | None = None
) -> Iterator[Outcome]:
    """Do ``make`` for each archive, and yield the outcomes as they get done."""
    make = make or make_file
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

    make: Callable[[Conversion], Outcome]

    def done_with(self, part: Conversion) -> Outcome:
        return self.make(part)

    def killed(self, part: Conversion) -> Outcome:
        for left in part.target.parent.glob(f"{escape(name_of(part.archive))}.*{ASIDE}"):
            left.unlink(missing_ok=True)
        return Outcome(part.archive, Counter(), Counter(), KILLED)


def opened(path: str, **options: Any) -> Any:
    """Return an archive whose broken parts are reported."""
    from ..warc import Archive

    def say(broken: Any) -> None:
        print(f"{path}, byte {broken.offset:,}: {broken.reason}", file=sys.stderr)

    return Archive(path, on_broken=say, **options)


def make_file(part: Conversion) -> Outcome:
    """Make the file of an archive under another name, and rename it when it is whole."""
    archive = opened(part.archive, texts=True)
    statuses: Counter[str] = Counter()
    try:
        with Shards(part.target, part.shard_bytes) as shards:
            for line in corpus_lines(archive, part, statuses):
                shards.write(as_line(line))
            check_readable(archive)
    except Exception as error:  # the other archives go on
        return Outcome(part.archive, archive.counts, statuses, failed(error))
    return Outcome(part.archive, archive.counts, statuses)


def check_readable(archive: Any) -> None:
    """Raise OSError if nothing of an archive could be read."""
    if archive.counts and set(archive.counts) == {"broken"}:
        raise OSError("it holds no record that can be read")


def failed(error: Exception) -> str:
    """Return why an archive failed."""
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


def corpus_lines(archive: Any, part: Conversion, statuses: Counter[str]) -> Iterator[dict[str, Any]]:
    """Return the lines of the pages with text, and count the statuses of all pages."""
    from ..corpus import corpus_line
    from ..corpus.languages import find_language

    for page, analysis in analyses(archive, part.recipe, statuses):
        if analysis.text:
            found, known = analysis.metadata, analysis.diagnostics
            language, score = find_language(analysis.text) if part.language else (None, None)
            yield corpus_line(
                analysis.text, part.source, created=page.date or None, id=page.record_id or None,
                url=page.url, title=analysis.title, author=found.author, date=found.date,
                language=language, language_score=score, declared_language=found.language,
                confidence=rounded(known["confidence"]), encoding=known["encoding"], status=analysis.status,
                warc_record_id=page.record_id or None,
            )  # fmt: skip
