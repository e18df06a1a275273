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
from .outputs import standard_output

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
REFERENCE = re.compile(r":[a-z]+:`~?([^`]+)`")
#: The columns of the list, without its margin of 4.
COLUMNS = 96


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="tell all of this method")


def run(args: argparse.Namespace) -> int:
    unknown = [name for name in args.names if name not in BY_NAME]
    if unknown:
        raise ValueError(f"there is no method {', '.join(unknown)}; there are: {', '.join(BY_NAME)}")
    parts = [f"{title}\n\n{''.join(map(summary, table))}" for title, table in METHODS.items()]
    standard_output().write("\n".join(map(described, args.names) if args.names else parts))
    return OK


def summary(name: str) -> str:
    what, source = (" ".join(part.split()) for part in documentation(name).split("\n\n")[:2])
    taken = f"parameters: {parameters(BY_NAME[name])}"
    return f"{name}\n" + indent(f"{what}\n{fill(source, COLUMNS)}\n{fill(taken, COLUMNS)}\n", "    ")


def described(name: str) -> str:
    return f"{name}: {documentation(name)}\n\nparameters: {parameters(BY_NAME[name])}\n"


def documentation(name: str) -> str:
    return REFERENCE.sub(r"\1", sys.modules[BY_NAME[name].__module__].__doc__ or "").strip()
