"""VIPS: blocks as a reader sees them.

D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: "VIPS: a Vision-based Page Segmentation Algorithm", Microsoft Research
technical report MSR-TR-2003-79, 2003.

A page is shown by a browser.  From its root, rounds of three steps follow until all blocks are coherent:

1. *Visual block extraction*: a node of the tree is divided into its children, or put into the pool as a
   block with a degree of coherence (DoC) from 1 to 10.  Thirteen rules say which; the tag says which rules.
2. *Separator detection*: a separator is a strip of the page that no block of the pool crosses.  Its weight
   grows with its width, with an ``<hr>`` in it, and where background or font differ on its sides; blocks of
   like structure lower it.
3. *Content structure*: blocks on both sides of the lightest separators are merged; the heavier the
   separators inside, the lower is the DoC of the result.  A block with DoC > PDoC, the permitted degree, is
   done.  Any other is the root of a round of its own.

A node is *valid* if it can be seen.  A *virtual text* is an inline element that holds only texts and virtual
texts.  The first rule that fits decides (``RULES``); a node below 10 % of the root's area is *small*.

Departures from the report, and how its open points are read:

* The report gives no numbers for "relative size", for the DoC of rules 8 to 11 and 13, or for weights.  Ours
  were chosen before the first score was seen.  The DoC of a tag is 8 for headings, paragraphs, items, cells
  and inline elements, 7 for lists and rows, 6 for tables and forms, else 5; 1 less if large, but by rule 9.
* A separator weighs at least 0 and at most 9; the DoC of what it holds together is 10 less that.  It gets 1
  for each 10 pixels of its width, at most 5; 3 if backgrounds differ on its sides; across the page 3 for an
  ``<hr>`` in it, 1 if font sizes differ, 1 if font weights do, 1 if the font below is larger, and 1 less if
  all blocks beside it are text.
* Which rule holds for which tag follows two implementations in Java of a version with 12 rules, without the
  seventh; that rule 7 holds for tables and rows, and rule 8 for other tags, is our reading.
* Separators may have no width, because boxes touch each other today.
* The structure is built from the heaviest separators down, across the page and down it by turns, at most
  twenty times, and only as far as PDoC asks.  Blocks without a separator stay together.
* An element without size has the box around its children: an element with floats only is 0 pixels high.
* Blocks hold all texts, in page order.  An invisible text goes with the text before it; a block whose texts
  are apart in the page becomes several.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import ne
from typing import NamedTuple

from ..markup import HEADINGS
from ..model import Segmentation
from ..page.blocks import blocks_of
from ..page.page import Page
from . import require
from .boxes import Box, Node, Tree

#: A node is small when it has less than this share of the area of the round's root.
SMALL = 0.1
#: How coherent a block is by its tag.
DOC_OF_TAG = {
    **dict.fromkeys((*HEADINGS, "p", "li", "dt", "dd", "td", "th", "caption", "pre", "blockquote"), 8),
    **dict.fromkeys(("tr", "ul", "ol", "dl"), 7),
    **dict.fromkeys(("table", "tbody", "form"), 6),
}
INLINE_DOC, OTHER_DOC = 8, 5
#: The weight of a separator: one for each STEP pixels, at most WIDEST for all of them, and more for each cue.
STEP, WIDEST = 10, 5
RULER, BACKGROUND, FONT, ALIKE = 3, 3, 1, -1

#: The most times that a pool is divided across and down: a page could ask for as many as it has blocks.
MOST_TURNS = 20

#: The verdicts of rules besides a DoC: the node is divided, or left out.
DIVIDE, CUT = 0, -1
#: Where a :class:`Box` has the beginning and the end of a block: from the left, for separators that go down
#: the page, and from above, for those that go across.
VERTICAL, HORIZONTAL = (0, 2), (1, 3)


@dataclass(frozen=True)
class VIPS:
    """Raises ValueError for pages without boxes."""

    #: the permitted degree of coherence: 1 gives few large blocks, 10 a block for each text
    pdoc: int = 7

    def __post_init__(self) -> None:
        is_degree = isinstance(self.pdoc, int) and 1 <= self.pdoc <= 10
        require(self, "pdoc", is_degree, "a degree of coherence from 1 to 10")

    def segment(self, page: Page) -> Segmentation:
        if not page.gap:
            return Segmentation(())
        tree = Tree(page)
        block_of = [-1] * len(page.gap)
        for number, block in enumerate(self.blocks(tree)):
            for node in block:
                start, stop = tree.texts_of(node)
                block_of[start:stop] = [number] * (stop - start)
        return Segmentation(blocks_of(page, ([run] for run in runs_of(block_of))))

    def blocks(self, tree: Tree) -> Iterator[list[Node]]:
        """Yield the nodes of each coherent block."""
        roots = [tree.root]
        while roots:
            for group in structure(pool(tree, roots.pop()), tree, self.pdoc):
                coherent: list[Node] = []
                for block in group:
                    if block.doc > self.pdoc or not tree.children[block.node]:
                        coherent.append(block.node)
                    else:
                        roots.append(block.node)
                        if coherent:
                            yield coherent
                        coherent = []
                if coherent:
                    yield coherent


def runs_of(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the runs of texts in one block; texts that are not shown, -1, go with those before them.

    >>> runs_of([-1, 4, -1, 4, 2, 2, 4])
    [(0, 4), (4, 6), (6, 7)]
    """
    starts, last = [0], -1
    for k, number in enumerate(numbers):
        if number != last and number >= 0:
            if last >= 0:
                starts.append(k)
            last = number
    return list(pairwise([*starts, len(numbers)]))


class Block(NamedTuple):
    """A node of the pool."""

    node: Node
    doc: int
    box: Box


class Round:
    """One extraction: a root and what was decided below it."""

    def __init__(self, tree: Tree, root: Node) -> None:
        self.tree, self.root = tree, root
        self.least = SMALL * tree.box_of(root).area
        #: children with a background of their own, not to be divided in this round, and their DoC
        self.set_apart: dict[Node, int] = {}
        self.undivided: set[Node] = set()
        #: the sibling before each node
        self.previous: dict[Node, Node] = {}

    def doc_of_tag(self, node: Node) -> int:
        other = INLINE_DOC if self.tree.is_inline[node] else OTHER_DOC
        return DOC_OF_TAG.get(self.tree.page.tag[node], other)

    def doc_of(self, node: Node) -> int:
        """Return the DoC of a node by its tag and size: a large one is one less coherent."""
        doc = self.doc_of_tag(node) - (self.tree.box_of(node).area >= self.least)
        return max(doc, OTHER_DOC)

    def verdict(self, node: Node) -> int:
        """Return the DoC of a node, or DIVIDE or CUT, by the first rule that fits."""
        if node < 0:
            return 10
        tag = self.tree.page.tag[node]
        rules = RULES.get(tag) or RULES["inline" if self.tree.is_inline[node] else "other"]
        return next(verdict for rule in rules if (verdict := rule(self, node)) is not None)


def pool(tree: Tree, root: Node) -> list[Block]:
    """Return the blocks below a root, in page order (visual block extraction)."""
    here, nodes, blocks = Round(tree, root), [root], []
    while nodes:
        node = nodes.pop()
        verdict = here.set_apart.get(node) or here.verdict(node)
        if verdict == DIVIDE:
            children = tree.children[node]
            here.previous.update((after, before) for before, after in pairwise(children))
            nodes += reversed(children)
            continue
        here.undivided.add(node)
        if verdict != CUT:
            blocks.append(Block(node, verdict, tree.box_of(node)))
    return blocks


Rule = Callable[[Round, Node], int | None]


def rule_1(here: Round, node: Node) -> int | None:
    """A node that is not a text and has no valid children is cut."""
    return None if here.tree.children[node] else CUT


def rule_2(here: Round, node: Node) -> int | None:
    """A node with one valid child, which is no text, is divided."""
    children = here.tree.children[node]
    return DIVIDE if len(children) == 1 and children[0] >= 0 else None


def rule_3(here: Round, node: Node) -> int | None:
    """The root of the tree that is the block is divided."""
    return DIVIDE if node == here.root else None


def rule_4(here: Round, node: Node) -> int | None:
    """A node with nothing but texts and virtual texts is not: DoC 10 with one font, else 9."""
    children = here.tree.children[node]
    if not all(map(here.tree.is_text, children)):
        return None
    return 10 if len(set(map(here.tree.font_of, children))) == 1 else 9


def rule_5(here: Round, node: Node) -> int | None:
    """A node with a line-break node among its children is divided."""
    return DIVIDE if any(j >= 0 and not here.tree.is_inline[j] for j in here.tree.children[node]) else None


def rule_6(here: Round, node: Node) -> int | None:
    """A node with an ``<hr>`` among its children is divided."""
    return DIVIDE if any(j >= 0 and here.tree.page.tag[j] == "hr" for j in here.tree.children[node]) else None


def rule_7(here: Round, node: Node) -> int | None:
    """A node whose children are larger together than itself is divided."""
    size = sum(here.tree.box_of(j).area for j in here.tree.children[node])
    return DIVIDE if size > here.tree.box_of(node).area else None


def rule_8(here: Round, node: Node) -> int | None:
    """A node is divided whose children have other backgrounds; these are not, in this round: DoC 6 to 8."""
    own = here.tree.background_of(node)
    other = [j for j in here.tree.children[node] if j >= 0 and here.tree.background_of(j) != own]
    here.set_apart |= {j: max(here.doc_of(j), 6) for j in other}
    return DIVIDE if other else None


def rule_9(here: Round, node: Node) -> int | None:
    """A small node with a text or virtual text among its children is not divided."""
    has_text = any(map(here.tree.is_text, here.tree.children[node]))
    return here.doc_of_tag(node) if has_text and here.tree.box_of(node).area < here.least else None


def rule_10(here: Round, node: Node) -> int | None:
    """A node whose largest child is small is not divided."""
    largest = max(here.tree.box_of(j).area for j in here.tree.children[node])
    return here.doc_of(node) if largest < here.least else None


def rule_11(here: Round, node: Node) -> int | None:
    """A node is not divided if the sibling before it was not."""
    return here.doc_of(node) if here.previous.get(node) in here.undivided else None


def rule_12(here: Round, node: Node) -> int | None:
    """A node is divided."""
    return DIVIDE


def rule_13(here: Round, node: Node) -> int | None:
    """A node is not divided."""
    return here.doc_of(node)


#: The rules for each tag, in their order.
RULES: dict[str, tuple[Rule, ...]] = {
    "inline": (rule_1, rule_2, rule_3, rule_4, rule_5, rule_6, rule_9, rule_10, rule_12),
    "table": (rule_1, rule_2, rule_3, rule_7, rule_8, rule_10, rule_13),
    "tr": (rule_1, rule_2, rule_3, rule_7, rule_8, rule_10, rule_13),
    "td": (rule_1, rule_2, rule_3, rule_4, rule_9, rule_10, rule_11, rule_13),
    "p": (rule_1, rule_2, rule_3, rule_4, rule_5, rule_6, rule_9, rule_10, rule_12),
    "other": (rule_1, rule_2, rule_3, rule_4, rule_6, rule_8, rule_9, rule_10, rule_12),
}


def structure(blocks: list[Block], tree: Tree, pdoc: int) -> list[list[Block]]:
    """Divide a pool at its separators, the lines across it and down it by turns, till none is too heavy."""
    groups: list[list[Block]] = []
    waiting = [(blocks, HORIZONTAL, 0, 0)]
    while waiting:
        group, axis, turn, in_vain = waiting.pop()
        parts = divided(group, axis, tree, pdoc) if len(group) > 1 else [group]
        in_vain = in_vain + 1 if len(parts) == 1 else 0
        if in_vain == 2 or len(group) < 2 or turn == MOST_TURNS:
            groups.append(sorted(group, key=lambda block: tree.texts_of(block.node)))
        else:
            other = VERTICAL if axis == HORIZONTAL else HORIZONTAL
            waiting += [(part, other, turn + 1, in_vain) for part in reversed(parts)]
    return groups


def divided(blocks: list[Block], axis: tuple[int, int], tree: Tree, pdoc: int) -> list[list[Block]]:
    """Divide blocks at the separators of one direction that no block with DoC > PDoC may hold."""
    strips = list(strips_of(blocks, axis))
    parts = [list(strips[0])]
    for before, after in pairwise(strips):
        if 10 - weight(before, after, axis, tree) > pdoc:
            parts[-1] += after
        else:
            parts.append(list(after))
    return parts


def strips_of(blocks: list[Block], axis: tuple[int, int]) -> Iterator[list[Block]]:
    """Yield the blocks between two separators each, in their order; a separator may have no width."""
    start, stop = axis
    strip: list[Block] = []
    reach = 0
    for block in sorted(blocks, key=lambda block: block.box[start]):
        if strip and block.box[start] >= reach:
            yield strip
            strip = []
        reach = max(reach, block.box[stop]) if strip else block.box[stop]
        strip.append(block)
    yield strip


def weight(before: list[Block], after: list[Block], axis: tuple[int, int], tree: Tree) -> int:
    """Return the weight of the separator between two strips, from 0 to 9."""
    start, stop = axis
    begin, end = max(block.box[stop] for block in before), min(block.box[start] for block in after)
    above = [block.node for block in before if block.box[stop] == begin]
    below = [block.node for block in after if block.box[start] == end]
    found = min((end - begin) // STEP, WIDEST)
    if set(map(tree.background_of, above)) != set(map(tree.background_of, below)):
        found += BACKGROUND
    if axis == HORIZONTAL:
        ruler = bisect_left(tree.rulers, begin)
        if ruler < len(tree.rulers) and tree.rulers[ruler] <= end:
            found += RULER
        font, font_below = max(map(tree.font_of, above)), max(map(tree.font_of, below))
        # another size, another weight, and a larger font below
        found += FONT * (sum(map(ne, font, font_below)) + (font[0] < font_below[0]))
        if all(map(tree.is_text_block, (*above, *below))):
            found += ALIKE
    return min(max(found, 0), 9)
