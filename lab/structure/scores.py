"""Scores of the parts of Markdown against a label; each is a pure function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from .parts import COUNTED, Cell, Parts, Table

#: The five similarities whose mean is the score of a page, as in WebMainBench.
SIMILARITIES = ("text", "code", "formulas", "tables", "TEDS")
#: Above this product of the cells of label and result, a table is compared as one line.
MOST_PAIRS = 1_000_000
#: Below this similarity two cells have nothing in common but letters.
ALIKE = 0.5


class Counts(NamedTuple):
    """Elements in the label, in what a system wrote, and in both."""

    wanted: int = 0
    written: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.written if self.written else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f(self) -> float:
        both = self.wanted + self.written
        return 2 * self.right / both if both else 0.0


def added(counts: Counts, wanted: Counter[Any], written: Counter[Any]) -> Counts:
    """Return counts with a page's counts added.

    >>> added(Counts(1, 1, 1), Counter("aab"), Counter("abbc"))
    Counts(wanted=4, written=5, right=3)
    """
    more = (wanted.total(), written.total(), (wanted & written).total())
    return Counts(*(a + b for a, b in zip(counts, more)))


def exact(wanted: Parts, written: Parts) -> dict[str, tuple[Counter[Any], Counter[Any]]]:
    """Return by kind the parts that are compared as multisets: formulas, blocks of code, and elements."""
    pairs = {
        "formulas": (Counter(wanted.formulas), Counter(written.formulas)),
        "code": (Counter(wanted.code), Counter(written.code)),
    }
    return pairs | {kind: (wanted.elements[kind], written.elements[kind]) for kind in COUNTED}


# --- similarities ---------------------------------------------------------------------------


def similarities(wanted: Parts, written: Parts) -> dict[str, float]:
    """Return the similarities of the kinds that the label or the result has."""
    texts = {
        "text": (wanted.text, written.text),
        "code": ("\n".join(wanted.code), "\n".join(written.code)),
        "formulas": ("\n".join(wanted.formulas), "\n".join(written.formulas)),
        "tables": (as_lines(wanted.tables), as_lines(written.tables)),
    }
    found = {kind: edit_similarity(*pair) for kind, pair in texts.items() if any(pair)}
    if wanted.tables or written.tables:
        found["TEDS"] = tree_similarity(wanted.tables, written.tables)
    return found


def edit_similarity(a: str, b: str) -> float:
    """Return 1 − Levenshtein distance / length of the longer text.

    >>> edit_similarity("abcd", "abd"), edit_similarity("", "a"), edit_similarity("", "")
    (0.75, 0.0, 1.0)
    """
    return float(Levenshtein.normalized_similarity(a, b))


def as_lines(tables: Sequence[Table]) -> str:
    r"""Return the rows of tables as lines.

    >>> as_lines([[[("a",), ("a", "")], [("b",), ("c",)]], [[("d",)]]])
    'a | a\nb | c\nd'
    """
    return "\n".join(" | ".join(cell[0] for cell in row) for table in tables for row in table)


def tree_similarity(wanted: Sequence[Table], written: Sequence[Table]) -> float:
    """Return 1 − tree distance / cells of the greater of two pages, at least 0.

    A page is a tree: the rows of its tables, and their cells.  The distance is Zhang's constrained edit
    distance of ordered trees, in which the images of separate subtrees are separate: a row becomes one row
    or none.  Only cells cost: one that is added or taken away 1, one that becomes another what differs, 1 if
    that is half of it or more.  TEDS (Zhong et al., 2020) counts rows as well, so that tables which share
    nothing but their shape are half alike.

    >>> ab, cd, ax = [("a",), ("b",)], [("c",), ("d",)], [("a",), ("x",)]
    >>> tree_similarity([[ab, cd]], [[ab], [cd]]), tree_similarity([[ab, cd]], [[ab]])
    (1.0, 0.5)
    >>> tree_similarity([[ab, cd]], [[ax, cd]]), tree_similarity([[ab]], [[cd]])
    (0.75, 0.0)
    """
    rows, others = ([row for table in tables for row in table] for tables in (wanted, written))
    sizes = size(rows), size(others)
    if sizes[0] * sizes[1] > MOST_PAIRS:
        return edit_similarity(as_lines(wanted), as_lines(written))
    return max(0.0, 1 - distance(rows, others) / max(*sizes, 1))


def size(tree: Any) -> int:
    """Return the number of cells of a tree."""
    return 1 if isinstance(tree, tuple) else sum(map(size, tree))


def distance(a: Any, b: Any) -> float:
    """Return the distance of two trees of the same depth.

    >>> distance([("a",), ("b",), ("c",)], [("b",), ("abcx",)])
    2
    """
    if a == b:
        return 0
    if isinstance(a, tuple):
        return cell_distance(a, b)
    removed = [size(child) for child in a]
    above: list[float] = [0]
    for child in b:
        above.append(above[-1] + size(child))
    for one, gone in zip(a, removed):
        line = [above[0] + gone]
        for place, other in enumerate(b):
            come = size(other)
            line.append(min(above[place + 1] + gone, line[place] + come, above[place] + distance(one, other)))
        above = line
    return above[-1]


@lru_cache(maxsize=1 << 16)
def cell_distance(a: Cell, b: Cell) -> float:
    """Return what differs between two cells, from 0 to 1.

    >>> cell_distance(("abcd",), ("abce",)), cell_distance(("ab",), ("ac",)), cell_distance(("a", ""), ("",))
    (0.25, 1, 0)
    """
    if not set(a).isdisjoint(b):
        return 0
    likeness = Levenshtein.normalized_similarity(a[0], b[0])
    return 1 - likeness if likeness > ALIKE else 1
