"""The frame of the commands: the same way to give the data folder, and an example in each ``--help``."""

from __future__ import annotations

import argparse
import os

from lab.data.intervals import scipy_stats

#: The data folder of who gives none.
VARIABLE = "CONTENT_EXTRACT_DATA"


def parser_of(program: str, description: str, *examples: str) -> argparse.ArgumentParser:
    """Return the parser of a command, whose ``--help`` ends with examples."""
    return argparse.ArgumentParser(
        prog=f"python -m {program}",
        description=description,
        epilog="\n  ".join(["examples:" if len(examples) > 1 else "example:", *examples]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_data(parser: argparse.ArgumentParser, pages: str) -> None:
    """Add the argument ``data``: a folder of ``pages``, or what the environment says."""
    parser.add_argument(
        "data",
        nargs="?",
        default=os.environ.get(VARIABLE),
        help=f"folder of {pages}; default: the environment variable {VARIABLE}",
    )


def require_data(parser: argparse.ArgumentParser, data: str | None, pages: str) -> None:
    """End the command where no folder is given."""
    if not data:
        parser.error(f"no {pages}: give their folder, or set {VARIABLE}")


def require_intervals(parser: argparse.ArgumentParser) -> None:
    """End the command at its beginning, not after hours, where the intervals cannot be computed."""
    try:
        scipy_stats()
    except ImportError as error:
        parser.error(str(error))
