"""``content-extract segments PAGE...``: the blocks of a page."""

from __future__ import annotations

import argparse

from ..content.extract import chosen
from ..content.model import Block
from ..content.result import cut_by
from ..engines.pages import Input, page_of
from .inputs import add_method, add_pages, chosen_methods
from .outputs import print_each

DESCRIPTION = (
    "Print the blocks of a page: number, kind, role if known, depth in the tree, characters, and the\n"
    "share of them in links.  The mark * is before a block that is mostly main text."
)
EXAMPLES = (
    "content-extract segments page.html",
    "content-extract segments page.html --segmenter gapdepth --segmenter-param share=0.95",
    "content-extract page.html --format json --fields blocks      # the same as JSON",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pages(parser)
    add_method(parser, "segmenter")
    add_method(parser, "extractor")


def run(args: argparse.Namespace) -> int:
    extractor, segmenter = chosen_methods(args)

    def show(given: Input) -> str:
        choice = chosen(page_of(given, args.encoding), extractor)
        blocks = cut_by(segmenter, choice).marked(choice.page, choice.ranges).blocks
        return "".join(numbered(number, block) for number, block in enumerate(blocks, 1))

    return print_each(args.pages, show)


def numbered(number: int, block: Block) -> str:
    mark = "*" if block.main else " "
    what = f"{block.kind}, {block.role}" if block.role else block.kind
    numbers = f"depth {block.depth}, {block.chars:,} characters, {block.link_density:.0%} in links"
    text = "".join(f"      {line}\n" for line in block.text.split("\n"))
    return f"{mark}{number:4} {what}: {numbers}\n{text}"
