"""``content-extract warc ARCHIVE... -o FOLDER``: web archives → the lines of a corpus."""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..content.errors import install
from ..corpus.lines import as_line
from ..corpus.provenance import Manifest, about, add_entry, write_card
from ..corpus.storage import LINE_FORMATS, Shards
from ..fields import rounded
from ..files import zstd
from ..pages import Recipe, recipe_for
from . import FAILED, INTERRUPTED, OK, archives
from .line_files import add_card, add_shard_bytes
from .options import add_extractor, add_sites
from .progress import Tally, counts

DESCRIPTION = (
    "Write the main text of the pages of web archives (WARC, ARC, WACZ) as the lines of a corpus, which\n"
    "datatrove, Dolma and datasets read unchanged.  Each archive becomes a file of its own.\n"
    ".manifest has what was done, so the same command goes on after an interruption."
)
EXAMPLES = (
    "content-extract warc crawl/*.warc.gz -o corpus/",
    "content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ -o corpus/ -j 8",
)
#: The end of an archive's name that no file made from it has.
ENDS = re.compile(r"(\.w?arc)?(\.gz|\.bz2|\.zst|\.lz4)?$|\.wacz$", re.IGNORECASE)
#: The end of the name of a later file of a target.
LATER = re.compile(r"\.\d{5}$")


#: Kinds of pages for ``--drop`` → the meaning, and a test of the metadata.
DROPS: dict[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "links": ("more than half of whose text is in links", lambda of: (of["link_density"] or 0) > MOST_LINKS),
    "noindex": (
        "which ask not to be indexed",
        lambda of: bool({"noindex", "none"} & set(re.split(r"[\s,]+", (of["robots"] or "").lower()))),
    ),
    "truncated": ("which are not whole", lambda of: bool(of["truncated"])),
}
#: The share of a text in links from which on it is a list of links.
MOST_LINKS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    archives.add_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the files go")
    parser.add_argument("--again", action="store_true", help="make also what was made before")
    parser.add_argument("--source", help="the source of all lines; default: the name of the archive")
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
    add_extractor(parser)
    add_sites(parser)


def drops(names: str) -> tuple[str, ...]:
    found = tuple(sorted({name.strip() for name in names.split(",")}))
    if wrong := [name for name in found if name not in DROPS]:
        raise argparse.ArgumentTypeError(f"{', '.join(wrong)}: no such pages; there are: {', '.join(DROPS)}")
    return found


class Conversion(NamedTuple):
    """An archive, the file that it becomes, and the recipe."""

    archive: str
    target: Path
    recipe: Recipe
    #: the options that decide what is in the file, as in the manifest
    options: Mapping[str, Any]
    #: what stands before the names in an index
    prefix: str = ""


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    check_extras(parser, args)
    parts = conversions(parser, args)
    shown = Tally(several=True)
    todo = parts if args.again else undone(parser, parts, shown)
    records: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    lost = []
    try:
        for number, outcome in enumerate(archives.all_made(todo, args.processes, make_file), start=1):
            records.update(outcome.records)
            statuses.update(outcome.statuses)
            dropped.update(outcome.dropped)
            if outcome.reason:
                lost.append(outcome.archive)
            what = outcome.reason or f"{counts(outcome.statuses) or 'no pages'}"
            shown.say(f"{number:,} of {len(todo):,} archives: {outcome.archive}: {what}")
            if outcome.reason == archives.KILLED:
                (part,) = (part for part in todo if part.archive == outcome.archive)
                Shards(part.target).remove_unfinished()
    except KeyboardInterrupt:
        shown.say("interrupted; the same command goes on from here")
        return INTERRUPTED
    shown.say(f"records: {counts(records) or 'none'}")
    shown.say(f"pages: {counts(statuses) or 'none'}")
    shown.say(f"left out: {counts(dropped) or 'none'}")
    if args.card and parts:
        write_card_of(args.card, parts)
    if lost:
        shown.say(f"archives that failed: {', '.join(lost)}")
    return FAILED if lost else OK


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


def undone(parser: argparse.ArgumentParser, parts: list[Conversion], shown: Tally) -> list[Conversion]:
    """Return what is still to be made; what was made otherwise ends the command."""
    if not parts:
        return []
    manifest = Manifest(parts[0].target.parent)
    todo: list[Conversion] = []
    done: list[Conversion] = []
    for part in parts:
        try:
            is_done = manifest.is_done(part.target.name, part.archive, part.options)
        except ValueError as error:
            parser.error(str(error))
        (done if is_done else todo).append(part)
    if done:
        names = [part.target.name for part in done]
        unknown = [name for name in names if name not in manifest.entries]
        shown.say(
            f"{len(done):,} of {len(parts):,} archives were done before and stay as they are"
            + (f"; how {', '.join(unknown[:3])} came about is not known" if unknown else "")
        )
        if others := manifest.of_other_versions(names):
            shown.say(f"some were made by version {', '.join(others)}; --again makes all of them")
    return todo


def conversions(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[Conversion]:
    """Return the conversions to do; an impossible argument ends the command."""
    recipe = recipe_for(("metadata",), extractor=args.extractor, params=dict(args.params), sites=args.sites)
    _ = recipe.methods  # raises for a wrong one before the first archive
    names = list(archives.named(parser, args))
    targets = targets_of(parser, names, Path(args.output), args.format)
    options = options_of(args)
    return [
        Conversion(archive, target, recipe, options, args.prefix) for archive, target in zip(names, targets)
    ]


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that decide what is in a file, as JSON has them."""
    options = {
        "extractor": args.extractor,
        "param": dict(args.params),
        "sites": (about(args.sites) or {}).get("ends") if args.sites else None,
        "source": args.source,
        "language": args.language,
        "shard-bytes": args.shard_bytes,
        "drop": args.drop,
    }
    return dict(json.loads(json.dumps(options)))


def check_extras(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End the command if a needed extra is not installed."""
    archives.check_warc(parser)
    try:
        if args.language:
            from ..corpus.languages import identifier

            identifier()
        if args.format == "parquet":
            from ..corpus.storage import pyarrow

            pyarrow()
        if args.format == "jsonl.zst":
            zstd()
    except ImportError as error:
        parser.error(f"{error}; install it with {install('warc', 'corpus', 'parquet')}")


def name_of(archive: str) -> str:
    """Return the name of an archive without the end that says its format.

    >>> name_of("crawl/www.example.com-x.warc.gz"), name_of("a.wacz"), name_of("b.warc.wet.gz")
    ('www.example.com-x', 'a', 'b.warc.wet')
    """
    return ENDS.sub("", Path(archive).name, count=1)


def targets_of(parser: argparse.ArgumentParser, given: list[str], folder: Path, suffix: str) -> list[Path]:
    """Return the file of each archive; two archives of one name would write the same file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"-o is {folder}, which cannot be a folder ({error.strerror}); give another one"
        raise OSError(why) from error
    targets = [folder / f"{name_of(archive)}.{suffix}" for archive in given]
    twice = [target.name for target, times in Counter(targets).items() if times > 1]
    names = set(map(name_of, given))
    twice += [name for name in names if LATER.search(name) and LATER.sub("", name) in names]
    if twice:
        parser.error(f"several archives would become {twice[0]}; give them different names, or folders")
    return targets


def make_file(part: Conversion) -> archives.Outcome:
    """Make the file of an archive under another name, and rename it when it is whole."""
    archive = archives.opened(part.archive, texts=True, prefix=part.prefix)
    statuses: Counter[str] = Counter()
    dropped: Counter[str] = Counter()

    def note(sizes: dict[str, int]) -> None:
        add_entry(
            part.target.parent, part.target.name, part.archive, files=sizes, options=part.options,
            records=archive.counts, pages=statuses, dropped=dropped,
        )  # fmt: skip

    try:
        with Shards(part.target, part.options["shard-bytes"], note) as shards:
            for line in corpus_lines(archive, part, statuses, dropped):
                shards.write(as_line(line))
            archives.check_readable(archive)
    except Exception as error:  # the other archives go on
        return archives.Outcome(part.archive, archive.counts, statuses, reason=archives.failed(error))
    return archives.Outcome(part.archive, archive.counts, statuses, dropped=dropped)


def corpus_lines(
    archive: Any, part: Conversion, statuses: Counter[str], dropped: Counter[str]
) -> Iterator[dict[str, Any]]:
    """Return the lines of the pages with text; count the statuses of all pages, and why some are left out."""
    from ..corpus import corpus_line
    from ..corpus.languages import find_language

    source = part.options["source"] or name_of(part.archive)
    for page, analysis in archives.analyses(archive, part.recipe, statuses):
        found, diagnostics = analysis.metadata, analysis.diagnostics
        if not analysis.text:
            dropped[diagnostics["no_content"] or analysis.status] += 1
            continue
        about = {
            "http_status": page.status, "truncated": diagnostics["truncated"],
            "link_density": rounded(diagnostics["main"]), "robots": found.robots, "license": found.license,
            "kind": found.type,
        }  # fmt: skip
        if reason := next((name for name in part.options["drop"] if DROPS[name][1](about)), ""):
            dropped[reason] += 1
            continue
        language, score = find_language(analysis.text) if part.options["language"] else (None, None)
        yield corpus_line(
            analysis.text, source, created=page.date or None, id=page.record_id or None,
            url=page.url, title=analysis.title, author=found.author, date=found.date,
            language=language, language_score=score, declared_language=found.language,
            confidence=rounded(diagnostics["confidence"]), encoding=diagnostics["encoding"],
            status=analysis.status, warc_record_id=page.record_id or None, **about,
        )  # fmt: skip
