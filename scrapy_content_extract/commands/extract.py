"""``content-extract PAGE...``: the main text of pages, and of the pages of archives."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import partial
from html import escape
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from .. import __version__
from ..content.auto.auto import Auto
from ..content.auto.memory import host_of
from ..content.core import BACKEND
from ..content.result import DOUBTFUL, Result, doubt, without_text
from ..corpus.files import MANIFEST, PRINTED, alone, named, zstd
from ..corpus.lines import as_line, as_utc, id_of, identifier, nested, now
from ..corpus.provenance import about, write_card
from ..corpus.storage import CSV, PARQUET, pyarrow
from ..engines.pages import Input, Recipe, recipe_for
from ..engines.rows import Rows, given_by_path
from ..fields import rounded
from . import FAILED, INTERRUPTED, OK, PROGRAM, inputs, other_tools, outputs
from .folder import Folder
from .inputs import ARCHIVES, is_url
from .outputs import END, PACKED, PRINT_FORMATS, File, Stream
from .processes import KILLED, worked
from .sites import taught
from .tally import Done, Tally

DESCRIPTION = (
    "Print the main text of pages, in the order in which they are given, or write it to a file or a folder.\n"
    "The exit status is 0 if each page could be read, 1 if one could not, 2 if the arguments are wrong."
)
EXAMPLES = (
    "content-extract page.html",
    "content-extract https://example.com/ --markdown --front-matter",
    "content-extract pages/ -j 4 --markdown -o texts/",
    "content-extract pages/ crawl/*.warc.gz -j 4 --language -o corpus.parquet",
    "content-extract https://example.com/news/rain --siblings 2",
    "content-extract page.html --extractor cevc --param alpha=0.6",
    "curl -s https://example.com/ | content-extract - --url https://example.com/ --markdown",
)
#: Short options for parameters of ``auto`` and of the output.
SHORT = {
    "--precision": ("favor", "precision", "leave out what is doubtful"),
    "--recall": ("favor", "recall", "keep what is doubtful"),
    "--no-comments": ("comments", "drop", "leave out comments and answers"),
    "--no-tables": ("tables", False, "leave out tables of data"),
    "--no-links": ("hyperlinks", False, "HTML and Markdown without links; their words stay"),
    "--front-matter": ("front_matter", True, "Markdown below the title, author, date, … as YAML"),
}
#: Options with the value of the parameter of their name.
WITH_VALUE = {
    "--main": (
        "SELECTOR",
        "the elements that are the text (CSS, XPath); if none is there, the method chooses",
    ),
    "--drop": ("SELECTOR", "the elements to leave out of the pages, as CSS or XPath"),
    "--chunk-size": ("N", "the most of a chunk; default: 2000"),
    "--chunk-overlap": ("N", "the most that a chunk repeats of the one before; default: 0"),
}
#: Options without a value.
SWITCHES = {
    "--language": "find out the language of each text (extra corpus)",
    "--keep-folders": "with -o FOLDER/: put files into folders, as the pages are",
    "--overwrite --again": "with -o: replace files that exist, or what is left of an interrupted run",
    "--resume": "with -o: go on after an interruption",
}
#: Other names of formats.
SAME = {"md": "markdown", "txt": "text"}
#: What ``--version`` says of what runs; pip does not show that a build has found no compiler.
BACKENDS = {"compiled": "compiled", "Python": "plain Python, several times slower than compiled"}
#: Options that fill columns of the lines of a corpus.
OF_CORPUS = ("source", "dump", "added", "language")
#: Arguments that do not decide about what is written of a page, or do it by another name.
OF_RUN = {
    *("pages", "input_file", "are_archives", "prefix", "shard", "processes", "params", "segmenter_params"),
    *("output", "overwrite", "resume", "rejected", "card"),
}
#: A text with a larger share in links is a list of links: links are most of it.
MOST_LINKS = 0.5
#: Kinds of pages for ``--skip`` → the meaning, and a test of the result.
SKIPS: dict[str, tuple[str, Callable[[Result], bool]]] = {
    "links": (
        "more than half of whose text is in links",
        lambda result: (rounded(result.diagnostics["main"]) or 0) > MOST_LINKS,
    ),
    "noindex": (
        "which ask not to be indexed",
        lambda result: bool(
            {"noindex", "none"} & set(re.split(r"[\s,]+", (result.metadata.robots or "").lower()))
        ),
    ),
    "truncated": ("which are not whole", lambda result: bool(result.diagnostics["truncated"])),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    inputs.add_pages(
        parser,
        f"; or a web archive or an index of one, a file or with fsspec a URL ({', '.join(ARCHIVES[::2])}, "
        f"gzipped or not); or a list of archives ({', '.join(inputs.LISTS)})",
        or_list=True,
    )
    inputs.add_parts(parser)
    what = "read the pages from FILE, one on a line; -, standard input"
    parser.add_argument("-i", "--input-file", metavar="FILE", help=what)
    what = "the address of the page, for a file or standard input: its links become absolute"
    parser.add_argument("--url", metavar="URL", type=address, help=what)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}, {BACKENDS[BACKEND]}")
    names = ", ".join(f"--{name}" for name in PRINT_FORMATS)
    files = ", ".join(suffix[1:] for suffix in PACKED)
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument(
        "--format", metavar="NAME", type=print_format,
        help=f"or {names}; for files also {files}; default: what the name of the file says, else text, and "
        "jsonl.gz for a folder from archives",
    )  # fmt: skip
    short: Any = {"dest": "format", "action": "store_const", "help": argparse.SUPPRESS}
    for name in (*PRINT_FORMATS, *SAME):
        formats.add_argument(f"--{name}", const=SAME.get(name, name), **short)
    what = (
        f"the fields of json and jsonl, separated by commas; default: {','.join(outputs.DEFAULT_FIELDS)}; "
        f"there are: {', '.join(outputs.FIELDS)}"
    )
    parser.add_argument("--fields", metavar="NAMES", type=inputs.some_of(outputs.FIELDS), help=what)
    inputs.add_method(parser, "extractor")
    for flag, (name, value, meaning) in SHORT.items():
        const = (name, value, flag)
        parser.add_argument(flag, dest="params", action="append_const", const=const, help=meaning)
    numbers = {
        "--chunk-size": inputs.whole_number(1, "characters"),
        "--chunk-overlap": inputs.whole_number(0, "characters"),
    }
    for flag, (metavar, meaning) in WITH_VALUE.items():
        typed = partial(param_of, flag, numbers.get(flag, str))
        parser.add_argument(flag, metavar=metavar, dest="params", action="append", type=typed, help=meaning)
    sites = parser.add_mutually_exclusive_group()
    inputs.add_sites(sites)
    what = "judge each page alone, in one pass"
    sites.add_argument("--no-sites", dest="sites", action="store_const", const="", help=what)
    what = "fetch N pages like it that the page links to on its host, and leave out what they repeat"
    number = inputs.whole_number(1, "pages")
    parser.add_argument("--siblings", metavar="N", type=number, default=0, help=f"{what}; 2 are enough")
    what = "who asks for addresses, and for their robots.txt; default: Scrapy"
    parser.add_argument("--user-agent", metavar="NAME", help=what)
    inputs.add_method(parser, "segmenter")
    what = "leave out pages whose text is less sure, from 0 to 1"
    parser.add_argument("--min-confidence", metavar="SHARE", type=inputs.share, default=0.0, help=what)
    what = "write the pages that are left out to FILE, as jsonl"
    parser.add_argument("--rejected", metavar="FILE", help=what)
    skips = "; ".join(f"{name}, {meaning}" for name, (meaning, _) in SKIPS.items())
    what = f"pages to leave out, by commas: {skips}"
    parser.add_argument("--skip", metavar="NAMES", type=inputs.some_of(SKIPS), default=(), help=what)
    parser.add_argument(
        "-o", "--output", metavar="FILE",
        help="write to FILE, whose name says the format; if it is a folder or ends in /, a file for each "
        "page or, of lines, for each archive; default: standard output",
    )  # fmt: skip
    what = "the source of all lines; default: the name of the archive or folder"
    parser.add_argument("--source", help=what)
    parser.add_argument("--dump", help="the crawl of all lines; default: CC-MAIN-YYYY-WW if the path has it")
    what = "the time that all lines have as added, such as 2026-11-28T00:00:00Z; default: now"
    parser.add_argument("--added", metavar="TIME", type=utc, help=what)
    for flags, meaning in SWITCHES.items():
        parser.add_argument(*flags.split(), action="store_true", help=meaning)
    inputs.add_corpus(parser)
    inputs.add_processes(parser, "work in N processes")
    parser.set_defaults(are_archives=False)


def param_of(flag: str, type: Callable[[str], Any], text: str) -> tuple[str, Any, str]:
    """Return the parameter that an option stands for: its name, its value, and how it was typed."""
    return flag.removeprefix("--").replace("-", "_"), type(text), f"{flag} {text}"


def address(url: str) -> str:
    if not is_url(url):
        raise argparse.ArgumentTypeError(f"{url!r} is no address; it begins with http:// or https://")
    return url


def print_format(name: str) -> str:
    name = SAME.get(name, name)
    if name not in PRINT_FORMATS and f".{name}" not in PACKED:
        way = f"{other_tools.FORMATS[name]}; " if name in other_tools.FORMATS else ""
        raise argparse.ArgumentTypeError(
            f"there is no format {name}; {way}there are: {', '.join(PRINT_FORMATS)}, and for files "
            f"{', '.join(suffix[1:] for suffix in PACKED)}"
        )
    return name


def utc(text: str) -> str:
    try:
        given = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        why = f"{text!r} is not a time of ISO 8601; give one such as 2026-11-28T00:00:00Z"
        raise argparse.ArgumentTypeError(why) from None
    return as_utc(given if given.tzinfo else given.replace(tzinfo=timezone.utc))


def run(args: argparse.Namespace) -> int:
    given = [*args.pages, *(inputs.listed(args.input_file) if args.input_file else [])]
    if not given and args.input_file:
        raise ValueError(f"-i is {args.input_file}, which names no page; give one on each line")
    if not given:
        way = f"; --url is only its address: {PROGRAM} {args.url} fetches it" if args.url else ""
        raise ValueError(f"give a PAGE: a file, a folder, an address, or - for standard input{way}")
    args.params, args.segmenter_params = map(inputs.params_in, (args.params, args.segmenter_params))
    pages = args.pages = inputs.in_shard(args, given)

    def is_archive(name: str) -> bool:
        return args.are_archives or inputs.is_archive(name)

    archives = list(filter(is_archive, pages))
    several = bool(archives) or inputs.are_several(pages)
    target = target_of(args, bool(archives))
    check_options(args, pages, target, several)
    libraries: dict[Callable[[], object], bool] = {
        inputs.archive_class: bool(archives),
        identifier: args.language,
        pyarrow: target.suffix == PARQUET,
        zstd: target.suffix.endswith(".zst"),
    }
    for library, is_needed in libraries.items():
        _ = is_needed and library()  # raises if it is not installed
    work, options = work_of(args, target, several, bool(archives))
    if target.is_file and args.are_archives and not args.overwrite:
        args.resume = True
    # a run with failures, or one that was interrupted, leaves its manifest
    is_complete = os.path.exists(args.output or "") and not os.path.exists(f"{args.output}{MANIFEST}")
    if args.resume and target.is_file and is_complete:
        Tally(several).say(
            f"{args.output} is complete: more pages need another file; --overwrite makes it again"
        )
        return OK
    shown = Tally(several)
    output: Folder | Stream | None = None
    try:
        with ExitStack() as stack:
            output = output_of(args, target, options, shown, stack)
            todo = set(output.undone(archives))
            shown.read_archives(len(archives), len(todo))
            stack.enter_context(output)
            if several and not archives and not output.is_terminal and sys.stderr.isatty():
                shown.total = sum(1 for _ in inputs.places_of(pages))
            stack.callback(shown.close)
            rejected = args.rejected and stack.enter_context(
                open(args.rejected, "a" if args.resume else "w", buffering=1, **PRINTED)
            )

            def is_wanted(place: Input) -> bool:
                if not place.number and is_archive(place.name):
                    return place.name in todo
                why = output.passed_over(place)
                if why and not place.number:
                    shown.done(place.name, why, "")
                return not why

            places = inputs.places_of(pages)
            fetching = {**inputs.FETCHING, "SIBLINGS": args.siblings}
            if args.user_agent:
                fetching["USER_AGENT"] = args.user_agent
            found = inputs.pages_at(places, is_archive, is_wanted, fetching, prefix=args.prefix)
            if args.url:
                found = (page._replace(url=args.url) for page in found)
            first = list(islice(found, 1))  # without one there is nothing left to do
            is_auto = isinstance(work.recipe.methods[0], Auto)
            if first and several and is_auto and args.sites is None and "://" not in args.prefix:
                again = (place for place in inputs.places_of(pages) if os.path.isfile(place.name))
                quiet = {"prefix": args.prefix, "texts": False, "on_broken": lambda broken: None}
                teaching = inputs.pages_at(again, is_archive, **quiet)
                path = os.path.join(stack.enter_context(TemporaryDirectory()), "sites.db")
                work = replace(work, recipe=taught(work.recipe, teaching, args.processes, path, shown))
            results = worked(
                chain(first, found), work.printed, work.killed, args.processes,
                bytes_of=lambda page: len(page.body or b""),  # a file is read by its process
            )  # fmt: skip
            for page, done in results:
                if done.status == "unsure" and rejected:
                    rejected.write(done.text)
                if args.siblings:
                    shown.say_others(page)
                shown.count(page, done)
                output.write(page, done)
                if page.records is not None:
                    shown.end_archive(page.name, done.reason)
    except KeyboardInterrupt:
        pages_done, goes_on = (output.pages, output.goes_on) if output else (0, "")
        shown.say(f"interrupted after {pages_done:,} pages{goes_on}")
        return INTERRUPTED
    except OSError as error:
        if not (output and output.goes_on):
            raise
        shown.say(f"{error}{output.goes_on}")
        return FAILED
    if several and args.output and not target.is_folder and not os.path.splitext(args.output)[1]:
        shown.say(f"all pages are in {args.output}; -o {args.output}/ makes a file for each")
    status = shown.ended(output.before)
    if args.card:
        write_card(args.card, output.files(), shown.steps(output.before), options)
    return status


class Target(NamedTuple):
    """Where pages go: to files in a folder, to one file, or elsewhere."""

    is_folder: bool
    is_file: bool
    format: str
    #: the end of the names of its files
    suffix: str


def target_of(args: argparse.Namespace, has_archives: bool) -> Target:
    """Return where pages go, and the format, which the name of a file may say.

    Raises ValueError for names that contradict each other.
    """
    path = "" if args.output in (None, "-") else args.output
    of_name = outputs.suffix_of(path)
    is_folder = path.endswith(("/", os.sep)) or os.path.isdir(path)
    is_folder = is_folder or (args.are_archives and bool(path) and not of_name)
    is_file = bool(path) and not is_folder and not outputs.is_device(path)
    given = args.format or ("markdown" if args.params.get("front_matter") else "")
    suffix = f".{given}" if f".{given}" in PACKED else ""
    format = "jsonl" if suffix else given
    if suffix and not is_folder and not of_name:
        raise ValueError(f"--format {given} is for files; give one, as in -o texts{suffix}")
    if is_folder and has_archives and not format:
        format, suffix = "jsonl", ".jsonl.gz"
    if is_folder or not of_name:
        format = format or "text"
        return Target(is_folder, is_file, format, suffix or PRINT_FORMATS[format].suffixes[0])
    may_be = [name for name, one in PRINT_FORMATS.items() if of_name in one.suffixes]
    if (format and format not in may_be) or (suffix and suffix != of_name):
        ends = suffix or ", ".join(PRINT_FORMATS[format].suffixes)
        raise ValueError(
            f"-o is {path}, and the format is {given}, whose files end in {ends}; "
            f"{of_name} is for {' or '.join(may_be)}"
        )
    return Target(is_folder, is_file, format or may_be[0], of_name)


def check_options(args: argparse.Namespace, pages: list[str], target: Target, several: bool) -> None:
    """Raise ValueError for an option that does not fit the others, the pages or the output."""
    is_folder, is_file, format, suffix = target
    with_fields = " or ".join(name for name, one in PRINT_FORMATS.items() if one.has_fields)
    #: options, whether they fit, and what they are for
    rules = (
        ("url", not (several or is_url(pages[0])), "is the address of one file, or of - for standard input"),
        ("keep-folders", is_folder, "is for files in a folder; give one, as in -o texts/"),
        ("overwrite resume", is_folder or is_file, "is for files; give one, as in -o texts/"),
        (
            "source dump added language shard-bytes card",
            format in ("jsonl", "chunks"),
            "is for lines; give --jsonl, or a file such as -o texts.jsonl.gz",
        ),
        ("shard-bytes card", is_folder or is_file, "is for files; give one, as in -o texts.jsonl.gz"),
        ("card", suffix != CSV, "is for JSON lines and Parquet, and the file is CSV; give another"),
        ("fields", PRINT_FORMATS[format].has_fields, f"needs --format {with_fields}, not {format}"),
        ("siblings", all(map(is_url, pages)), "is for pages that are fetched; give addresses, no files"),
        ("siblings", args.extractor == "auto" and not args.sites, "is for auto, without --sites; give one"),
        ("rejected", args.min_confidence, "needs --min-confidence, which says what is left out"),
    )
    for names, fits, what in rules:
        for name in names.split():
            if getattr(args, name.replace("-", "_")) and not fits:
                raise ValueError(f"--{name} {what}")
    if args.resume and args.overwrite:
        raise ValueError("--resume and --overwrite are two ways to treat files that exist; give one")
    if args.output not in (None, "-") and not is_folder:
        outputs.refuse_page(args.output, pages)
    if args.rejected and (
        any(outputs.is_same(page, args.rejected) for page in pages)
        or os.path.realpath(args.rejected) == os.path.realpath(args.output or "")
    ):
        raise ValueError(f"--rejected is {args.rejected}, which is also read or written; give another file")
    for page in pages if is_folder else ():
        if os.path.isdir(page) and Path(args.output).resolve().is_relative_to(Path(page).resolve()):
            raise ValueError(f"-o is {args.output}, which is in {page}, whose pages are read; give another")


def work_of(
    args: argparse.Namespace, target: Target, several: bool, has_archives: bool
) -> tuple[Work, dict[str, Any]]:
    """Return the work to do, and the options that decide about the output.

    Raises ValueError for impossible arguments, such as an unknown method or parameter.
    """
    is_folder, _, format, suffix = target
    of_corpus = [f"--{name}" for name in OF_CORPUS if getattr(args, name)]
    if suffix == PARQUET:
        of_corpus.append("Parquet")
    if args.fields and of_corpus:
        what = f"{of_corpus[0]} is for lines of a corpus"
        raise ValueError(f"--fields chooses what other lines have, and {what}; give one")
    fields: tuple[str, ...] = args.fields or outputs.DEFAULT_FIELDS
    is_corpus = format == "jsonl" and not args.fields and (bool(of_corpus) or has_archives)
    params = dict(args.params)
    if format == "markdown" and (is_folder or not several):
        params.setdefault("title", True)
    recipe = recipe_for(
        {"metadata"} if is_corpus else {*fields, format},
        params,
        extractor=args.extractor,
        segmenter=args.segmenter,
        segmenter_params=args.segmenter_params,
        encoding=args.encoding,
        sites=args.sites,
        min_confidence=args.min_confidence,
    )
    _ = recipe.methods  # raises for a wrong one before the first page
    rows = None
    if is_corpus:
        rows = Rows(language=args.language, source=args.source, dump=args.dump, added=args.added or now())
    args.skip = tuple(sorted(args.skip))  # their order decides about nothing
    options = {name.replace("_", "-"): value for name, value in vars(args).items() if name not in OF_RUN}
    options |= {
        "fields": args.fields and ",".join(args.fields),
        "format": format,
        "param": params,
        "segmenter-param": args.segmenter_params,
        "sites": (about(args.sites) or {}).get("ends") if args.sites else args.sites is not None and "none",
    }
    return Work(format, fields, several and not is_folder, recipe, is_folder, rows, args.skip), options


def output_of(
    args: argparse.Namespace, target: Target, options: dict[str, Any], shown: Tally, stack: ExitStack
) -> Folder | Stream:
    format = PRINT_FORMATS[target.format]
    if target.is_folder:
        try:
            os.makedirs(args.output, exist_ok=True)
        except OSError as error:
            why = f"-o is {args.output}, which cannot be a folder ({error.strerror}); give another one"
            raise OSError(why) from error
        stack.enter_context(alone(args.output))
        return Folder(args, target.suffix, options, shown)
    if not target.is_file:
        return Stream(stack.enter_context(outputs.opened(args.output)), format)
    stack.enter_context(alone(args.output))
    stack.enter_context(named(args.output))
    return File(args, format, options)


@dataclass(frozen=True)
class Work:
    """How pages are printed.  It goes to other processes."""

    format: str
    fields: tuple[str, ...]
    several: bool
    recipe: Recipe = field(default_factory=Recipe)
    #: whether each page has a file of its own
    in_folder: bool = False
    #: what makes the lines of a corpus
    rows: Rows | None = None
    #: the kinds of pages that are left out
    skip: tuple[str, ...] = ()

    def printed(self, page: Input) -> Done:
        """Return what is printed of a page.  No page raises anything."""
        if page.records is not None:
            return Done(END, page.reason, "")
        result = self.recipe.result_of(page)
        if is_url(page.name) and page.record is None and not result.site_pages:
            least = max(self.recipe.wanted.min_confidence, DOUBTFUL)
            result.reason = doubt(result, least, "--siblings 2") or result.reason
        return self._printed(page, result)

    def killed(self, page: Input) -> Done:
        """Return what is printed of a page that has killed its process."""
        return self._printed(page, without_text("error", KILLED))

    def _printed(self, page: Input, result: Result) -> Done:
        left_out = self._left_out(result)
        if result.status != "unsure" and self.rows:
            text = "" if left_out else self._line(page, result, self.rows)
            return Done(result.status, result.reason, text, left_out)
        format = PRINT_FORMATS["jsonl" if result.status == "unsure" else self.format]
        text = format.render(page, result, self.fields, self.several)
        if self.in_folder and self.format == "html" and result.text:
            title = escape(result.title or page.name, quote=False)
            text = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{title}</title>\n{text}'
        return Done(result.status, result.reason, text, left_out)

    def _left_out(self, result: Result) -> str:
        """Return why a page is left out, or ""."""
        if result.status == "unsure":
            return "unsure"
        if self.rows and not result.text:
            return result.no_content or result.status
        return next((name for name in self.skip if SKIPS[name][1](result)), "")

    def _line(self, page: Input, result: Result, rows: Rows) -> str:
        if page.record:
            return as_line(nested(rows.of_record(page.record, result, page.found_in)))
        is_fetched = is_url(page.name)
        folder = os.path.abspath(page.found_in or os.path.dirname(page.name))
        known = {
            "url": page.url or (page.name if is_fetched else None),
            "source": rows.source or (host_of(page.name) if is_fetched else os.path.basename(folder)),
            **given_by_path(page.name, rows.dump),
            "http_status": page.http_status,
            "truncated": page.truncated,
        }
        row = rows.of_result(result, known)
        return as_line(nested({**row, "id": id_of(page.url or page.name, row["digest"])}))
