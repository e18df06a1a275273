"""``content-extract methods``: the methods, their parameters and papers."""

from __future__ import annotations

import argparse
import re
import sys
from textwrap import fill, indent
from typing import Any

from ..content import EXTRACTORS, SEGMENTERS
from ..content.registry import parameters
from . import OK
from .output import standard_output

DESCRIPTION = "Print the methods, their parameters with the defaults, and where they are from."
EXAMPLES = (
    "content-extract methods",
    "content-extract methods cevc      # how it works, and what it does otherwise than the paper",
)

METHODS: dict[str, dict[str, Any]] = {
    "Extractors choose the main text (--extractor)": dict(reversed([*EXTRACTORS.items()])),
    "Segmenters cut pages into blocks (--segmenter)": {"gapdepth": SEGMENTERS["gapdepth"], **SEGMENTERS},
}
BY_NAME: dict[str, Any] = {name: method for table in METHODS.values() for name, method in table.items()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="tell all of this method")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    unknown = [name for name in args.names if name not in BY_NAME]
    if unknown:
        parser.error(f"there is no method {', '.join(unknown)}; there are: {', '.join(BY_NAME)}")
    file = standard_output()
    if args.names:
        file.write("\n".join(f"{name}: {described(BY_NAME[name])}" for name in args.names))
    else:
        file.write("\n".join(f"{title}\n\n{listed(table)}" for title, table in METHODS.items()))
    return OK


def listed(table: dict[str, Any]) -> str:
    return "".join(f"{name}\n{indent(summary(method), '    ')}" for name, method in table.items())


def summary(method: Any) -> str:
    """Return the first line of a method, its paper, and its parameters."""
    what, source = paragraphs(method)[:2]
    return "\n".join([what, fill(source, 96), fill(f"parameters: {parameters(method)}", 96), ""])


def described(method: Any) -> str:
    """Return the whole documentation of a method, and its parameters."""
    return f"{documentation(method)}\n\nparameters: {parameters(method)}\n"


def paragraphs(method: Any) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in documentation(method).split("\n\n")]


def documentation(method: Any) -> str:
    """Return the docstring of a method's module, without the mark-up of references."""
    return _REFERENCE.sub(r"\1", sys.modules[method.__module__].__doc__ or "").strip()


_REFERENCE = re.compile(r":[a-z]+:`~?([^`]+)`")
