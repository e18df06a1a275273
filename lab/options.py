"""The options of all commands: each means the same everywhere.  Every ``--help`` ends with an example."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scrapy_content_extract.content import core

#: The folder of who gives none.
VARIABLE = "CONTENT_EXTRACT_DATA"

#: The shared options, without their defaults.
SHARED: dict[str, dict[str, Any]] = {
    "pages": {"type": int, "metavar": "N", "help": "take N pages, of each set where there are sets; 0: all"},
    "rounds": {"type": int, "metavar": "N", "help": "time everything N times, by turns; the least counts"},
    "seed": {"type": int, "metavar": "N", "help": "where random choices begin"},
    "sets": {"nargs": "+", "metavar": "SET", "help": "only these sets; default: all that the folder has"},
    "other": {
        "nargs": "+", "type": Path, "metavar": "CHECKOUT",
        "help": "compare with these checkouts, whose modules are compiled in place",
    },
    "peers": {"nargs": "*", "metavar": "NAME", "help": "also these libraries; without a name, the installed"},
    "out": {"type": Path, "metavar": "FOLDER", "help": "write figures there, as JSON and reStructuredText"},
}  # fmt: skip

#: Where the choice of sets is checked: the folder, and the names or None → the sets to run.
Chooser = Callable[[Path, Sequence[str] | None], Sequence[str]]


def parser_of(program: str, description: str, *examples: str) -> argparse.ArgumentParser:
    """Return the parser of a command, whose ``--help`` ends with examples."""
    return argparse.ArgumentParser(
        prog=f"python -m {program}",
        description=description,
        epilog="\n  ".join(["examples:" if len(examples) > 1 else "example:", *examples]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_shared(parser: argparse.ArgumentParser, **defaults: Any) -> None:
    """Add some of the shared options, with their defaults."""
    for name, default in defaults.items():
        more = f"; default: {default}" if isinstance(default, int) else ""
        parser.add_argument(
            f"--{name}", default=default, **{**SHARED[name], "help": SHARED[name]["help"] + more}
        )


def add_data(parser: argparse.ArgumentParser, pages: str) -> None:
    """Add the argument ``data``: a folder of ``pages``, or what the environment says."""
    parser.add_argument(
        "data",
        nargs="?",
        default=os.environ.get(VARIABLE),
        help=f"folder of {pages}; default: the environment variable {VARIABLE}",
    )


def parsed(
    parser: argparse.ArgumentParser, argv: Sequence[str] | None, pages: str, sets: Chooser | None = None
) -> argparse.Namespace:
    """Return the options of a command that needs a folder: ``data`` is a path, ``sets`` are those to run.

    Ends the command where no folder is given, and for a set that there is not.
    """
    add_data(parser, pages)
    options = parser.parse_args(argv)
    if not options.data:
        parser.error(f"no {pages}: give their folder, or set {VARIABLE}")
    options.data = Path(options.data)
    if sets:
        try:
            options.sets = sets(options.data, options.sets)
        except ValueError as error:
            parser.error(str(error))
    return options


# ------------------------------------------------------------------ what runs

#: "compiled" or "Python".
BACKEND = core.BACKEND
#: Set by who wants plain Python.
SWITCH = core.PURE_PYTHON
#: What to do about missing modules.
REMEDY = (
    "install a C compiler and build them (pip install -e . in a clone), "
    f"or set {SWITCH}=1 if plain Python is what you want."
)


def announce() -> str:
    """Return the line that says which backend runs; warn on stderr if it should have been another."""
    if BACKEND == "Python" and not os.environ.get(SWITCH):
        print(
            "WARNING: the compiled modules of scrapy_content_extract are missing, and everything runs in "
            f"plain Python, several times slower; {REMEDY}",
            file=sys.stderr,
        )
    return f"Backend: {BACKEND}"
