"""``content-extract PAGE...``: the main text of pages."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace

from .. import __version__
from ..content.extract import Analysis, without_text
from ..content.kernels import BACKEND
from ..files import ASIDE
from ..pages import Input, Recipe, recipe_for
from . import INTERRUPTED
from .inputs import add_method, add_pages, add_processes, add_sites, are_several, count, inputs_of, is_url
from .output import DEFAULT_FIELDS, FIELDS, PRINT_FORMATS, Output, Printed, Tally, is_aside, opened
from .processes import by_processes

DESCRIPTION = (
    "Print the main text of pages, in the order in which they are given.  The exit status is 0 if each\n"
    "page could be read, 1 if one could not, 2 if the arguments are wrong."
)
EXAMPLES = (
    "content-extract page.html",
    "content-extract https://example.com/ --format json",
    "content-extract pages/ -j 4 --format jsonl -o texts.jsonl",
    "content-extract page.html --extractor cevc --param alpha=0.6",
    "curl -s https://example.com/ | content-extract - --url https://example.com/ --format markdown",
)
#: What ``--version`` says of what runs; pip does not show that a build has found no compiler.
BACKENDS = {"compiled": "compiled", "Python": "plain Python, several times slower than compiled"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser)
    parser.add_argument(
        "--url", metavar="URL", type=address,
        help="the address of the page, for a file or standard input: its links become absolute",
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}, {BACKENDS[BACKEND]}")
    parser.add_argument("--format", choices=PRINT_FORMATS, default="text", help="default: text")
    what = (
        f"the fields of json and jsonl, separated by commas; default: {','.join(DEFAULT_FIELDS)}; "
        f"there are: {', '.join(FIELDS)}"
    )
    parser.add_argument("--fields", metavar="NAMES", help=what)
    add_method(parser, "extractor")
    add_sites(parser)
    add_method(parser, "segmenter")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE; default: -, standard output")
    add_processes(parser, "work in N processes")


def address(url: str) -> str:
    if not is_url(url):
        raise argparse.ArgumentTypeError(f"{url!r} is no address; it begins with http:// or https://")
    return url


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    several = are_several(args.pages)
    if args.url and (several or is_url(args.pages[0])):
        parser.error("--url is the address of one file, or of - for standard input")
    work = work_of(parser, args, several)
    pages = inputs_of(args.pages)
    if args.url:
        pages = (given._replace(url=args.url) for given in pages)
    done = by_processes(pages, work.printed, work.killed, args.processes)
    shown, written = Tally(several), 0
    try:
        with opened(parser, args.output, args.pages) as file:
            output = Output(file, PRINT_FORMATS[args.format])
            if several and sys.stderr.isatty() and not output.is_terminal:
                shown = Tally(several, total=count(args.pages))
            try:
                for name, status, reason, printed in done:
                    output.write(printed)
                    shown.done(name, status, reason)
            finally:
                written = output.pages
                shown.close()
                output.end()
    except KeyboardInterrupt:
        where = f", which are in {args.output}{ASIDE}" if is_aside(args.output) else ""
        shown.say(f"interrupted after {written:,} pages{where}")
        return INTERRUPTED
    return shown.ended()


def work_of(parser: argparse.ArgumentParser, args: argparse.Namespace, several: bool) -> Work:
    """Return the work to do; impossible arguments end the command.

    Raises ValueError for an unknown method or parameter.
    """
    fields = DEFAULT_FIELDS if args.fields is None else fields_of(parser, args)
    recipe = recipe_for(
        {*fields, args.format},
        extractor=args.extractor,
        params=dict(args.params),
        segmenter=args.segmenter,
        segmenter_params=dict(args.segmenter_params),
        encoding=args.encoding,
        sites=args.sites,
    )
    _ = recipe.methods  # raises for a wrong one before the first page
    return Work(args.format, fields, several, recipe)


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

    def printed(self, given: Input) -> Printed:
        """Return the text to print for a page.  No page raises anything."""
        return self._printed(given, self.recipe.analysis_of(given))

    def killed(self, given: Input) -> Printed:
        """Return the text to print for a page that has killed its process."""
        reason = "the process that worked on it was killed; perhaps there was no memory left"
        return self._printed(given, replace(without_text("error"), reason=reason))

    def _printed(self, given: Input, analysis: Analysis) -> Printed:
        output = PRINT_FORMATS[self.format].render(given, analysis, self.fields, self.several)
        return given.name, analysis.status, analysis.reason, output
