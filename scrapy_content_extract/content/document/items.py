"""Paragraphs that are items of a list: each begins with the same sign, or they are numbered one by one.

Word processors and people write them so.  In HTML and Markdown they become lists, without sign and number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, takewhile
from operator import itemgetter

from ..core.builder import Node
from ..core.kinds import FIGCAPTION, LI, LINE, OL, UL, P
from ..markup import BLOCK_BOUNDARY
from ..page.page import Page

#: The signs that only an item begins with, and others that a word processor gives one: some are the letter in
#: whose place its font has a sign.
SIGNS = "•·▪●◦‣⁃■"
SIGNS_OF_WORD = frozenset(f"{SIGNS}§oØüvq–-")
STARTS = f"{SIGNS}123456789"
_MARK = re.compile(rf"(?:([{SIGNS}])|([1-9][0-9]{{0,2}})[.)]) ")
#: The least items of a list.
LEAST = 2


def with_lists(page: Page, outer: Node) -> None:
    """Make lists of the paragraphs in a node that are items."""
    marks = [mark_of(page, node, n) if node.kind == P else None for n, node in enumerate(outer.inside)]
    if any(marks):
        marked, outer.inside[:] = list(zip(marks, outer.inside)), []
        for mark, group in groupby(marked, itemgetter(0)):
            nodes = [node for _, node in group]
            outer.inside += nodes if mark is None or len(nodes) < LEAST else [list_of(nodes)]
    for node in outer.inside:
        if node.kind > FIGCAPTION:
            with_lists(page, node)


def mark_of(page: Page, node: Node, n: int) -> tuple[str, int] | None:
    """Return what the items of a list share: the sign; or that of a number, and how far n is from it."""
    if node.of:
        return None
    first = node.inside[0] if node.inside else None
    is_marked = type(first) is str and first[:1] in STARTS  # of most paragraphs no more is looked at
    if is_marked and (found := _MARK.match("".join(texts_before_runs(node)))):
        return found[1] or found[0][-2], int(found[2] or n) - n
    at = node.start  # the sign of a word processor is left out
    if not 0 < at < node.stop or page.gap[at] == BLOCK_BOUNDARY:
        return None
    before = page.strings[at - 1].strip()
    return (before, 0) if before in SIGNS_OF_WORD else None


def list_of(paragraphs: Sequence[Node]) -> Node:
    """Return a list of paragraphs, which become the lines of its items."""
    made = Node(UL, [])
    for node in paragraphs:
        texts = texts_before_runs(node)
        if found := _MARK.match(text := "".join(texts)):
            node.inside[: len(texts)] = [text[found.end() :]]
            if found[2] and not made.inside:
                made.kind, made.of = OL, {"start": int(found[2])} if found[2] != "1" else {}
        node.kind, item = LINE, Node(LI, [node])
        item.start, item.stop = node.start, node.stop
        made.inside.append(item)
    made.start, made.stop = made.inside[0].start, made.inside[-1].stop
    return made


def texts_before_runs(node: Node) -> list[str]:
    return [*takewhile(lambda run: type(run) is str, node.inside)]
