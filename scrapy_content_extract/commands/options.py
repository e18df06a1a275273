"""The arguments that choose the methods."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add_extractor(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the extractor."""
    add_method(parser, "extractor", "auto", "the method that chooses the main text", "--param", "params")


def add_sites(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a memory of sites."""
    parser.add_argument(
        "--sites",
        metavar="FILE",
        help="judge pages also by what others of their host have in common, as content-extract sites has "
        "learned it; for the extractor auto",
    )


def add_segmenter(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the segmenter."""
    what = "the method that makes blocks"
    add_method(parser, "segmenter", "gapdepth", what, "--segmenter-param", "segmenter_params")


def add_method(
    parser: argparse.ArgumentParser, kind: str, default: str, what: str, flag: str, dest: str
) -> None:
    parser.add_argument(
        f"--{kind}",
        metavar="NAME",
        default=default,
        help=f"{what}; default: {default}; content-extract methods lists them; or the import path of "
        f"a class of your own",
    )
    parser.add_argument(
        flag,
        metavar="NAME=VALUE",
        dest=dest,
        type=parameter,
        action="append",
        default=[],
        help=f"a parameter of the {kind}; may be repeated",
    )


def parameter(text: str) -> tuple[str, Any]:
    """Return the name and the value of a parameter: JSON if possible, otherwise text.

    >>> parameter("alpha=0.6"), parameter("comments=drop"), parameter('containers=["div"]')
    (('alpha', 0.6), ('comments', 'drop'), ('containers', ['div']))
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as alpha=0.6")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def at_least_one(text: str) -> int:
    """Return a number of processes."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes; give 1 or more")
    return number
