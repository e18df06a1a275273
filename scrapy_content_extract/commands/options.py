"""The arguments that choose the methods, and the types of arguments."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from ..pages import Recipe


def add_extractor(parser: argparse.ArgumentParser) -> None:
    add_method(parser, "extractor", "auto", "the method that chooses the main text", "--param", "params")


def add_sites(parser: argparse.ArgumentParser) -> None:
    what = (
        "judge pages also by what others of their host have in common, as content-extract sites has "
        "learned it; for the extractor auto"
    )
    parser.add_argument("--sites", metavar="FILE", help=what)


def add_segmenter(parser: argparse.ArgumentParser) -> None:
    what = "the method that makes blocks"
    add_method(parser, "segmenter", "gapdepth", what, "--segmenter-param", "segmenter_params")


def add_method(
    parser: argparse.ArgumentParser, kind: str, default: str, what: str, flag: str, dest: str
) -> None:
    methods = "content-extract methods lists them; or the import path of a class of your own"
    parser.add_argument(
        f"--{kind}", metavar="NAME", default=default, help=f"{what}; default: {default}; {methods}"
    )
    parser.add_argument(
        flag, metavar="NAME=VALUE", dest=dest, type=parameter, action="append", default=[],
        help=f"a parameter of the {kind}; may be repeated",
    )  # fmt: skip


def chosen_methods(args: argparse.Namespace) -> tuple[Any, Any]:
    """Return the extractor and the segmenter.  Raises ValueError for an unknown method or parameter."""
    params, segmenter_params = dict(args.params), dict(args.segmenter_params)
    return Recipe(args.extractor, params, args.segmenter, segmenter_params, blocks=True).methods


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


def whole_number(least: int, what: str) -> Callable[[str], int]:
    """Return the type of an argument that is a number of something, such as 1_000."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or int(digits) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {what}; give {least} or more")
        return int(digits)

    return number


def add_processes(parser: argparse.ArgumentParser, what: str) -> None:
    number = whole_number(1, "processes")
    parser.add_argument("-j", "--processes", metavar="N", type=number, default=1, help=f"{what}; default: 1")
