"""``content-extract PAGE...``: the main text of pages."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from .. import __version__
from ..content.kernels import BACKEND
from ..content.result import Result, without_text
from ..corpus.files import ASIDE, PRINTED
from ..engines.pages import Input, Recipe, recipe_for
from . import FAILED, INTERRUPTED, other_tools
from .folder import Folder, own_folder
from .inputs import (
    add_method,
    add_pages,
    add_processes,
    add_sites,
    are_several,
    inputs_of,
    is_url,
    listed,
    named,
    share,
    whole_number,
)
from .output import DEFAULT_FIELDS, FIELDS, PRINT_FORMATS, Output, Printed, Tally, is_aside, is_same, opened
from .processes import by_processes

DESCRIPTION = (
    "Print the main text of pages, in the order in which they are given, or write a file for each.\n"
    "The exit status is 0 if each page could be read, 1 if one could not, 2 if the arguments are wrong."
)
EXAMPLES = (
    "content-extract page.html",
    "content-extract https://example.com/ --markdown --front-matter",
    "content-extract pages/ -j 4 --markdown -o texts/",
    "content-extract pages/ -j 4 --format jsonl -o texts.jsonl",
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
}
#: Other names of formats.
SAME = {"md": "markdown", "txt": "text"}
#: What ``--version`` says of what runs; pip does not show that a build has found no compiler.
BACKENDS = {"compiled": "compiled", "Python": "plain Python, several times slower than compiled"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser, or_list=True)
    parser.add_argument(
        "-i",
        "--input-file",
        metavar="FILE",
        help="read the pages from FILE, one on a line; -, standard input",
    )
    parser.add_argument(
        "--url", metavar="URL", type=address,
        help="the address of the page, for a file or standard input: its links become absolute",
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}, {BACKENDS[BACKEND]}")
    names = ", ".join(f"--{name}" for name in PRINT_FORMATS)
    parser.add_argument("--format", metavar="NAME", type=print_format, help=f"or {names}; default: text")
    for name in (*PRINT_FORMATS, *SAME):
        format = SAME.get(name, name)
        parser.add_argument(
            f"--{name}", dest="format", action="store_const", const=format, help=argparse.SUPPRESS
        )
    what = (
        f"the fields of json and jsonl, separated by commas; default: {','.join(DEFAULT_FIELDS)}; "
        f"there are: {', '.join(FIELDS)}"
    )
    parser.add_argument("--fields", metavar="NAMES", help=what)
    size = whole_number(1, "characters")
    parser.add_argument("--chunk-size", metavar="N", type=size, help="the most of a chunk; default: 2000")
    parser.add_argument(
        "--front-matter", action="store_true", help="Markdown below the title, author, date, … as YAML"
    )
    add_method(parser, "extractor")
    for flag, (name, value, meaning) in SHORT.items():
        parser.add_argument(flag, dest="params", action="append_const", const=(name, value), help=meaning)
    add_sites(parser)
    add_method(parser, "segmenter")
    parser.add_argument(
        "--min-confidence", metavar="SHARE", type=share(or_none=True), default=0.0,
        help="leave out pages whose text is less sure, from 0 to 1",
    )  # fmt: skip
    parser.add_argument(
        "--rejected", metavar="FILE", help="write the pages that are left out to FILE, as jsonl"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE",
        help="write to FILE; if it is a folder or ends in /, a file for each page; default: standard output",
    )  # fmt: skip
    parser.add_argument(
        "--keep-folders",
        action="store_true",
        help="with -o FOLDER/: put files into folders, as the pages are",
    )
    parser.add_argument("--overwrite", action="store_true", help="with -o FOLDER/: replace files that exist")
    parser.add_argument("--resume", action="store_true", help="with -o FOLDER/: go on after an interruption")
    add_processes(parser, "work in N processes")


def address(url: str) -> str:
    if not is_url(url):
        raise argparse.ArgumentTypeError(f"{url!r} is no address; it begins with http:// or https://")
    return url


def print_format(name: str) -> str:
    name = SAME.get(name, name)
    if name not in PRINT_FORMATS:
        way = f"{other_tools.FORMATS[name]}; " if name in other_tools.FORMATS else ""
        raise argparse.ArgumentTypeError(
            f"there is no format {name}; {way}there are: {', '.join(PRINT_FORMATS)}"
        )
    return name


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    pages = [*args.pages, *(listed(parser, args.input_file) if args.input_file else [])]
    if not pages and args.input_file:
        parser.error(f"-i is {args.input_file}, which names no page; give one on each line")
    if not pages:
        way = f"; --url is only its address: {parser.prog} {args.url} fetches it" if args.url else ""
        parser.error(f"give a PAGE: a file, a folder, an address, or - for standard input{way}")
    several = are_several(pages)
    if args.url and (several or is_url(pages[0])):
        parser.error("--url is the address of one file, or of - for standard input")
    in_folder = bool(args.output) and (args.output.endswith(("/", os.sep)) or os.path.isdir(args.output))
    check_output(parser, args, pages, in_folder)
    work, shown = work_of(parser, args, several, in_folder), Tally(several)
    output: Folder | Output | None = None
    try:
        with ExitStack() as stack:
            if in_folder:
                stack.enter_context(own_folder(args.output))
                output = Folder(args, PRINT_FORMATS[work.format].suffix, work.options)
                given = inputs_of(output.todo(named(pages), shown.done))
            else:
                file = stack.enter_context(opened(parser, args.output, pages))
                output, given = Output(file, PRINT_FORMATS[work.format]), inputs_of(pages)
            stack.callback(output.end)
            if args.url:
                given = (one._replace(url=args.url) for one in given)
            if several and not output.is_terminal:
                shown.watch(pages)
            stack.callback(shown.close)
            rejected = args.rejected and stack.enter_context(
                open(args.rejected, "a" if args.resume else "w", buffering=1, **PRINTED)
            )
            for name, status, reason, text in by_processes(given, work.printed, work.killed, args.processes):
                if status == "unsure" and rejected:
                    rejected.write(text)
                output.write(text, status, reason)
                shown.done(name, status, reason)
    except KeyboardInterrupt:
        where = f", which are in {args.output}{ASIDE}" if is_aside(args.output) else ""
        if in_folder:
            where = f"; the same command with --resume goes on in {args.output}"
        shown.say(f"interrupted after {output.pages if output else 0:,} pages{where}")
        return INTERRUPTED
    except OSError as error:
        if not in_folder:
            raise
        shown.say(f"{error}; the same command with --resume goes on in {args.output}")
        return FAILED
    if several and args.output and not in_folder and not os.path.splitext(args.output)[1]:
        shown.say(f"all pages are in {args.output}; -o {args.output}/ makes a file for each")
    return shown.ended()


def check_output(
    parser: argparse.ArgumentParser, args: argparse.Namespace, pages: list[str], in_folder: bool
) -> None:
    """Choose the format; end the command if options do not fit each other or the pages."""
    for name in ("keep_folders", "overwrite", "resume"):
        if getattr(args, name) and not in_folder:
            parser.error(f"--{name.replace('_', '-')} is for files in a folder; give one, as in -o texts/")
    if args.resume and args.overwrite:
        parser.error("--resume and --overwrite are two ways to treat files that exist; give one")
    if args.rejected and not args.min_confidence:
        parser.error("--rejected needs --min-confidence, which says what is left out")
    if args.rejected and (
        any(is_same(page, args.rejected) for page in pages)
        or os.path.realpath(args.rejected) == os.path.realpath(args.output or "")
    ):
        parser.error(f"--rejected is {args.rejected}, which is also read or written; give another file")
    args.format = args.format or ("markdown" if args.front_matter else "text")
    for page in pages if in_folder else ():
        if os.path.isdir(page) and Path(args.output).resolve().is_relative_to(Path(page).resolve()):
            parser.error(
                f"-o is {args.output}, which is in {page}, whose pages are read; give another folder"
            )


def work_of(
    parser: argparse.ArgumentParser, args: argparse.Namespace, several: bool, in_folder: bool
) -> Work:
    """Return the work to do; impossible arguments end the command.

    Raises ValueError for an unknown method or parameter.
    """
    fields = DEFAULT_FIELDS if args.fields is None else fields_of(parser, args)
    params = dict(args.params)
    has_file = in_folder or (args.output not in (None, "-") and not several)
    if args.format == "markdown" and has_file:  # the title of a file is its first heading
        params.setdefault("title", True)
    if args.front_matter:
        params["front_matter"] = True
    if args.chunk_size:
        params["chunk_size"] = args.chunk_size
    methods = {
        "extractor": args.extractor,
        "params": params,
        "segmenter": args.segmenter,
        "segmenter_params": dict(args.segmenter_params),
        "encoding": args.encoding,
        "sites": args.sites,
        "min_confidence": args.min_confidence,
    }
    recipe = recipe_for({*fields, args.format}, **methods)
    _ = recipe.methods  # raises for a wrong one before the first page
    options = {"format": args.format, "fields": fields, "url": args.url, **methods}
    return Work(args.format, fields, several and not in_folder, recipe, in_folder, options)


def fields_of(parser: argparse.ArgumentParser, args: argparse.Namespace) -> tuple[str, ...]:
    fields = tuple(name.strip() for name in args.fields.split(","))
    unknown = [name for name in fields if name not in FIELDS]
    if unknown:
        parser.error(f"--fields has {', '.join(map(repr, unknown))}; there are: {', '.join(FIELDS)}")
    if not PRINT_FORMATS[args.format].has_fields:
        having = " or ".join(name for name, format in PRINT_FORMATS.items() if format.has_fields)
        parser.error(f"--fields needs --format {having}, but the format is {args.format}")
    return fields


@dataclass(frozen=True)
class Work:
    """How pages are printed.  It goes to other processes."""

    format: str
    fields: tuple[str, ...]
    several: bool
    recipe: Recipe = field(default_factory=Recipe)
    #: whether each page has a file of its own
    in_folder: bool = False
    #: what decides about the contents of the files
    options: Mapping[str, Any] = field(default_factory=dict)

    def printed(self, given: Input) -> Printed:
        """Return the text to print for a page.  No page raises anything."""
        return self._printed(given, self.recipe.result_of(given))

    def killed(self, given: Input) -> Printed:
        """Return the text to print for a page that has killed its process."""
        reason = "the process that worked on it was killed; perhaps there was no memory left"
        return self._printed(given, without_text("error", reason))

    def _printed(self, given: Input, result: Result) -> Printed:
        format = PRINT_FORMATS["jsonl" if result.status == "unsure" else self.format]
        output = format.render(given, result, self.fields, self.several)
        if self.in_folder and self.format == "html" and result.text:
            title = escape(result.title or given.name, quote=False)
            output = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{title}</title>\n{output}'
        return given.name, result.status, result.reason, output
