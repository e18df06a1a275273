"""The arguments of each benchmark of labelled pages: the folder, and the sets in it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.data.datasets import SETS, choose_sets
from lab.options import add_data, require_data
from lab.quality.systems import words_of

from .reports import say

PAGES = "labelled pages"


def parse_options(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of a command, ``data`` a path and ``sets`` those to run; say which are missing.

    Ends the command where no folder is given, and for a set that there is not.
    """
    add_data(parser, PAGES)
    parser.add_argument(
        "--sets", nargs="+", metavar="SET", help=f"default: all there are of {', '.join(SETS)}"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    options.data = Path(options.data)
    try:
        options.sets, missing = choose_sets(options.data, words_of(options.sets))
    except ValueError as error:
        parser.error(str(error))
    for name in missing:
        say(f"{name} is left out: the data folder has no {SETS[name].layout[0]}.")
    return options
