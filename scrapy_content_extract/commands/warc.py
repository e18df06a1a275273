"""``content-extract warc ARCHIVE... -o FOLDER``: web archives → the lines of a corpus."""

from __future__ import annotations

import argparse
import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from ..content.errors import install
from ..content.result import Result
from ..corpus.files import FULL, open_text, zstd
from ..corpus.lines import as_line, as_utc, identifier, nested, now
from ..corpus.provenance import Manifest, about, add_entry, write_card
from ..corpus.storage import LINE_FORMATS, Shards, pyarrow
from ..engines.pages import Recipe, recipe_for
from ..engines.rows import Rows, name_of, result_of
from . import FAILED, INTERRUPTED, OK
from .dedup import add_card, add_shard_bytes
from .folder import own_folder
from .inputs import add_method, add_processes, add_sites
from .output import Tally, counts
from .processes import as_done

DESCRIPTION = (
    "Write the main text of the pages of web archives (WARC, ARC, WACZ) as the lines of a corpus, which\n"
    "datatrove, Dolma and datasets read unchanged.  Each archive becomes a file of its own.\n"
    ".manifest has what was done, so the same command goes on after an interruption."
)
EXAMPLES = (
    "content-extract warc crawl/*.warc.gz -o corpus/",
    "content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ -o corpus/ -j 8",
)
#: The reason for an archive whose process died twice, the second time alone.
KILLED = "its process was killed; perhaps there was no memory left"
#: Lists of archives, a line for each, as Common Crawl has them.
LISTS = (".paths", ".paths.gz")
#: The ending of the later files of a target, without the format.
LATER = re.compile(r"\.\d{5}$")
#: A text with a larger share in links is a list of links: links are most of it.
MOST_LINKS = 0.5
#: Kinds of pages for ``--drop`` → the meaning, and a test of the columns.
DROPS: dict[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "links": ("more than half of whose text is in links", lambda of: (of["link_density"] or 0) > MOST_LINKS),
    "noindex": (
        "which ask not to be indexed",
        lambda of: bool({"noindex", "none"} & set(re.split(r"[\s,]+", (of["robots"] or "").lower()))),
    ),
    "truncated": ("which are not whole", lambda of: bool(of["truncated"])),
}


class Conversion(NamedTuple):
    """An archive, the file that it becomes, and what makes its rows."""

    archive: str
    target: Path
    rows: Rows | None = None
    #: the options that decide what is in the file, as in the manifest
    options: Mapping[str, Any] = {}
    #: what stands before the names in an index
    prefix: str = ""


@dataclass
class Outcome:
    """The counts of an archive, or the sums over several."""

    archive: str = ""
    #: the records by outcome, and the pages by status
    records: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    #: the pages that are left out, by reason
    dropped: Counter[str] = field(default_factory=Counter)
    #: why the file was not made, or the archives that failed
    reason: str = ""


def add_archives(parser: argparse.ArgumentParser) -> None:
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_archives(parser)
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--again", action="store_true", help="make also what was made before")
    parser.add_argument("--source", help="the source of all lines; default: the name of the archive")
    parser.add_argument("--dump", help="the crawl of all lines; default: CC-MAIN-YYYY-WW if the path has it")
    parser.add_argument(
        "--added", metavar="TIME", type=utc,
        help="the time that all lines have as added, such as 2026-11-28T00:00:00Z; default: now",
    )  # fmt: skip
    parser.add_argument(
        "--language", action="store_true", help="find out the language of each text (extra corpus)"
    )
    parser.add_argument(
        "--format", choices=LINE_FORMATS, default="jsonl.gz", help="JSON lines or Parquet; default: jsonl.gz"
    )
    add_shard_bytes(parser)
    what = "; ".join(f"{name}, {meaning}" for name, (meaning, _) in DROPS.items())
    parser.add_argument(
        "--drop", metavar="NAMES", type=drops, default=(), help=f"pages to leave out, by commas: {what}"
    )
    add_card(parser)
    add_method(parser, "extractor")
    add_sites(parser)


def shard(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part of the archives; give 1/64 to 64/64, say")
    return int(part), int(parts)


def utc(text: str) -> str:
    try:
        given = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        why = f"{text!r} is not a time of ISO 8601; give one such as 2026-11-28T00:00:00Z"
        raise argparse.ArgumentTypeError(why) from None
    return as_utc(given if given.tzinfo else given.replace(tzinfo=timezone.utc))


def drops(names: str) -> tuple[str, ...]:
    found = tuple(sorted({name.strip() for name in names.split(",")}))
    if wrong := [name for name in found if name not in DROPS]:
        raise argparse.ArgumentTypeError(f"{', '.join(wrong)}: no such pages; there are: {', '.join(DROPS)}")
    return found


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    libraries: dict[Callable[[], object], bool] = {
        identifier: args.language,
        pyarrow: args.format == "parquet",
        zstd: args.format == "jsonl.zst",
    }
    check_extras(parser, *(library for library, is_needed in libraries.items() if is_needed))
    parts = conversions(parser, args)
    with own_folder(args.output):
        return all_converted(parser, args, parts)


def all_converted(parser: argparse.ArgumentParser, args: argparse.Namespace, parts: list[Conversion]) -> int:
    """Convert the archives; return the exit status."""
    shown = Tally(several=True)
    todo = parts if args.again else undone(parser, parts, shown)
    try:
        total = all_made(todo, make_file, args.processes, shown)
    except KeyboardInterrupt:
        shown.say("interrupted; the same command goes on from here")
        return INTERRUPTED
    shown.say(f"records: {counts(total.records) or 'none'}")
    shown.say(f"pages: {counts(total.statuses) or 'none'}")
    shown.say(f"left out: {counts(total.dropped) or 'none'}")
    if args.card and parts:
        write_card_of(args.card, parts)
    if total.reason:
        shown.say(f"archives that failed: {total.reason}")
    return FAILED if total.reason else OK


def check_extras(parser: argparse.ArgumentParser, *needed: Callable[[], object]) -> None:
    """End the command if archives cannot be read, or if a ``needed`` library is not installed."""
    try:
        from .. import warc  # noqa: F401

        for library in needed:
            library()
    except ImportError as error:
        parser.error(f"{error}; install it with {install('warc', *['corpus', 'parquet'] * bool(needed))}")


def conversions(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[Conversion]:
    recipe = recipe_for(("metadata",), extractor=args.extractor, params=dict(args.params), sites=args.sites)
    _ = recipe.methods  # raises for a wrong one before the first archive, in the words of the command
    added = args.added or now()
    rows = Rows(args.extractor, dict(args.params), args.language, args.sites, args.source, args.dump, added)
    names = archives_of(parser, args)
    targets = targets_of(parser, names, Path(args.output), args.format)
    options = options_of(args)
    return [
        Conversion(archive, target, rows, options, args.prefix) for archive, target in zip(names, targets)
    ]


def archives_of(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[str]:
    """Return the archives of this shard, including those in lists."""
    names = []
    for name in args.archives:
        if not name.endswith(LISTS):
            names.append(name)
            continue
        try:
            with open_text(name) as lines:
                names += [args.prefix + line.strip() for line in lines if line.strip()]
        except (OSError, EOFError, zlib.error) as error:
            parser.error(f"the list {name} cannot be read: {error}")
    part, parts = args.shard
    return names[part - 1 :: parts]


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that decide what is in a file, as JSON has them."""
    options = {
        "extractor": args.extractor,
        "param": dict(args.params),
        "sites": (about(args.sites) or {}).get("ends") if args.sites else None,
        "source": args.source,
        "dump": args.dump,
        "added": args.added,
        "language": args.language,
        "shard-bytes": args.shard_bytes,
        "drop": args.drop,
    }
    return dict(json.loads(json.dumps(options)))


def targets_of(parser: argparse.ArgumentParser, given: list[str], folder: Path, suffix: str) -> list[Path]:
    """Return the file of each archive; two archives of one name would write the same file."""
    targets = [folder / f"{name_of(archive)}.{suffix}" for archive in given]
    twice = [target.name for target, times in Counter(targets).items() if times > 1]
    names = set(map(name_of, given))
    twice += [name for name in names if LATER.search(name) and LATER.sub("", name) in names]
    if twice:
        parser.error(f"several archives would become {twice[0]}; give them different names, or folders")
    return targets


def undone(parser: argparse.ArgumentParser, parts: list[Conversion], shown: Tally) -> list[Conversion]:
    """Return the archives still to convert; a file made with other options ends the command."""
    if not parts:
        return []
    manifest = Manifest(parts[0].target.parent)
    try:
        done = [p.target.name for p in parts if manifest.is_done(p.target.name, p.archive, p.options)]
    except ValueError as error:
        parser.error(str(error))
    if done:
        unknown = [name for name in done if name not in manifest.entries]
        shown.say(
            f"{len(done):,} of {len(parts):,} archives were done before and stay as they are"
            + (f"; how {', '.join(unknown[:3])} came about is not known" if unknown else "")
        )
        if others := manifest.of_other_versions(done):
            shown.say(f"some were made by version {', '.join(others)}; --again makes all of them")
    return [part for part in parts if part.target.name not in set(done)]


def all_made(todo: Sequence[Any], make: Callable[[Any], Outcome], processes: int, shown: Tally) -> Outcome:
    """Call ``make`` for each part, which has an ``archive`` and a ``target``; return the sums."""
    total, lost = Outcome(), []
    for number, outcome in enumerate(outcomes_of(todo, make, processes, shown), start=1):
        total.records.update(outcome.records)
        total.statuses.update(outcome.statuses)
        total.dropped.update(outcome.dropped)
        if outcome.reason:
            lost.append(outcome.archive)
        what = outcome.reason or counts(outcome.statuses) or "no pages"
        shown.say(f"{number:,} of {len(todo):,} archives: {outcome.archive}: {what}")
    total.reason = ", ".join(lost)
    return total


def outcomes_of(
    todo: Sequence[Any], make: Callable[[Any], Outcome], processes: int, shown: Tally
) -> Iterator[Outcome]:
    if processes == 1:
        yield from map(make, todo)
        return
    lost = []
    for number, (outcome,) in as_done(([part] for part in todo), make, killed, processes):
        if outcome.reason == KILLED:
            lost.append([todo[number]])
            shown.say(f"{outcome.archive}: {KILLED}; it will be tried again at the end, alone")
        else:
            yield outcome
    if lost:  # alone, there is more memory
        for _, (outcome,) in as_done(lost, make, killed, 1):
            yield outcome


def killed(part: Any) -> Outcome:
    Shards(part.target).remove_unfinished()
    return Outcome(part.archive, reason=KILLED)


def make_file(part: Conversion) -> Outcome:
    """Make the file of an archive under another name, and rename it when it is whole."""
    archive = opened(part.archive, texts=True, prefix=part.prefix)
    outcome = Outcome(part.archive, archive.counts)

    def note(sizes: dict[str, int]) -> None:
        add_entry(
            part.target.parent, part.target.name, part.archive, files=sizes, options=part.options,
            records=archive.counts, pages=outcome.statuses, dropped=outcome.dropped,
        )  # fmt: skip

    try:
        with Shards(part.target, part.options["shard-bytes"], note) as shards:
            for line in corpus_lines(archive, part, outcome.statuses, outcome.dropped):
                shards.write(as_line(line))
            check_readable(archive)
    except Exception as error:  # the other archives go on
        outcome.dropped.clear()
        outcome.reason = failed(error)
    return outcome


def opened(path: str, **options: Any) -> Any:
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


def results_of(archive: Any, recipe: Recipe, statuses: Counter[str]) -> Iterator[tuple[Any, Result]]:
    """Yield the pages with their results, and count the statuses."""
    for page in archive:
        result = result_of(page, recipe)
        statuses[result.status] += 1
        if result.status == "error":
            print(f"{page.url}: {result.reason}", file=sys.stderr)
        yield page, result


def corpus_lines(
    archive: Any, part: Conversion, statuses: Counter[str], dropped: Counter[str]
) -> Iterator[dict[str, Any]]:
    """Yield the lines of the pages with text; count all pages by status, and the dropped ones by reason."""
    rows = part.rows or Rows()
    for page, result in results_of(archive, rows.recipe, statuses):
        if not result.text:
            dropped[result.diagnostics["no_content"] or result.status] += 1
            continue
        row = rows.of_record(page, result, part.archive)
        if reason := next((name for name in part.options["drop"] if DROPS[name][1](row)), ""):
            dropped[reason] += 1
        else:
            yield nested(row)


def write_card_of(path: str, parts: list[Conversion]) -> None:
    """Write the card of all files, whenever they were made."""
    folder = parts[0].target.parent
    made = Manifest(folder).entries
    entries = [made[part.target.name] for part in parts if part.target.name in made]
    files = [str(folder / name) for entry in entries for name in entry["files"] if (folder / name).exists()]
    steps: dict[str, Counter[str]] = {"records": Counter(), "pages": Counter(), "left out": Counter()}
    for entry in entries:
        for step, name in zip(steps.values(), ("records", "pages", "dropped")):
            step.update(entry[name])
    write_card(path, files, steps, parts[0].options)
