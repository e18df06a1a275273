"""Pieces of a document: what is cut becomes several nodes, so that each piece can be printed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from ..core.builder import Node
from ..core.kinds import FORMULA, OL, PRE, TR
from ..model import Range

#: The most cells that each piece of a row has.
MOST_CELLS = 100
_SOLID = re.compile(r"\S")
#: What has begun of a word: texts have more characters than the page where they write ``10^3``.
_BEGUN = re.compile(r"(?<!\w)\w{1,8}\Z")


class Pieces:
    """Cuts nodes between places; a place is a number of characters of the page, without white space."""

    def __init__(self, before: Sequence[int]) -> None:
        """``before`` says how many characters are before each text of the page."""
        self.before = before
        #: what is in a node, between which places; texts are cut as chunks need them
        self.parts: dict[Node, list[tuple[int, int, Any]]] = {}

    def piece(self, node: Node, places: Sequence[Range]) -> Node:
        """Return a node with what it has between some places, in page order; a row has all of its cells.

        One of more than MOST_CELLS has those between the places: else all of its pieces would be as long.
        """
        if node.kind == TR and len(node.inside) <= MOST_CELLS:
            return Node(TR, [self.piece(cell, places) for cell in node.inside])
        parts = self.parts.get(node) or self.parts.setdefault(node, self.parts_of(node))
        inside, n, left_out, of = list[Any](), 0, 0, node.of
        for start, stop in places:
            n = bisect_right(parts, start, n, key=itemgetter(1))
            while n < len(parts) and (parts[n][0] < stop or parts[n][1] == stop):  # or a picture at its end
                begin, end, part = parts[n]
                left_out = left_out if inside else n
                if start <= begin and end <= stop:
                    inside.append(part)
                elif start < end and type(part) is not str:
                    inside.append(self.piece(part, places))
                elif start < end:
                    cut = start if begin < start else stop
                    left = part[: next(islice(_SOLID.finditer(part), cut - begin, None)).start()]
                    left = left.rstrip(" \t") if node.kind == PRE else left  # code keeps its indentation
                    left = _BEGUN.sub("", left) if part[len(left)].isalnum() else left
                    parts[n : n + 1] = (begin, cut, left), (cut, end, part[len(left) :])
                    continue
                n += 1
        if n < len(parts) and inside and type(inside[-1]) is str:
            inside[-1] = inside[-1].rstrip()  # emphasis ends behind a word
        if node.kind == OL:  # it goes on counting
            step = -1 if "reversed" in of else 1
            of = {**of, "start": of.get("start", len(node.inside) if step < 0 else 1) + step * left_out}
        return Node(node.kind, inside, of)

    def parts_of(self, node: Node) -> list[tuple[int, int, Any]]:
        """Return what is in a node, between which places; a formula is one character, so it is whole."""
        place, parts = self.before[node.start], list[tuple[int, int, Any]]()
        for part in node.inside:
            begin, end = place, place
            if type(part) is str:
                end += len("".join(part.split()))
            else:
                begin, end = (max(place, self.before[k]) for k in (part.start, part.stop))
            is_formula = type(part) is not str and part.kind == FORMULA
            parts.append((begin, begin + 1 if is_formula else end, part))
            place = end
        return parts
