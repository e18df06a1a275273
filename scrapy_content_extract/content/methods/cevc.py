"""Content Extraction based on Valid Characters (CEVC).

"基于有效字符的网页内容提取" (CEVC).  The paper compares the method with CETR on news and blogs.

A text is *valid* if it is not in a link and contains a stop word: links and menus consist of
names, while prose needs its small words.  VC(n) is the number of non-space characters of the
valid texts below the node n, summed bottom-up in one pass (Alg. 1, countVC), and::

    MVCR(n) = max over the children c of n of VC(c) / VC(n)                      (eq. 1)

Start at ``<body>`` and descend to the child with most valid characters while its share is at
least alpha.  The node where the share falls below alpha contains the content: it has many
children, each with a small part of it (Alg. 2, locateCB).  Output the valid texts of that node.

Departures from the paper, and how its open points are read:

* Taken literally, Alg. 1 adds the length of a leaf to its parent and never sets the leaf's own
  VC.  So a text is never the greatest child, the sum in Alg. 2 (line 4) is over the child
  *elements*, and where none of these has valid characters, the parent is returned (line 15).
  This implementation does the same.
* Line 13 of Alg. 2 lacks the "return" before its recursive call.
* Def. 1 says "not a descendant of any tag", which can only mean ``<a>``.  A link is an ``<a>``
  with an ``href``, as in every method here.
* The paper does not give its stop lists.  This package has its own, see
  :mod:`~scrapy_content_extract.content.methods.stopwords`, and chooses a language for each page.  In a
  language without a list every text outside links is valid.
* The paper looks for a stop word in each text node.  ``unit="block"`` looks in the whole
  paragraph, so that ``<b>`` does not cut a sentence.
* ``output="all"`` keeps the links and the texts without stop words inside the content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from ..model import Range, running_total
from ..page.choice import Choice
from ..page.elements import children_of
from ..page.page import Page
from ..page.ranges import ranges_of
from . import require
from .stopwords import LANGUAGES, stop_list_for


@dataclass(frozen=True)
class CEVC:
    """Parameters, with the paper's values as defaults."""

    #: the least share of valid characters with which a child is entered; higher values keep more
    alpha: float = 0.5
    #: where to look for a stop word: in each "text" (a text node) or "block" (a paragraph)
    unit: str = "text"
    #: what to output of the content node: its "valid" texts or "all" of its texts
    output: str = "valid"
    #: the candidate languages, as ISO 639-1 codes; [] makes every text outside links valid
    languages: Sequence[str] = LANGUAGES

    def __post_init__(self) -> None:
        require(self, "alpha", 0 <= self.alpha <= 1, "a share from 0 to 1")
        require(self, "unit", self.unit in ("text", "block"), "'text' or 'block'")
        require(self, "output", self.output in ("valid", "all"), "'valid' or 'all'")
        unknown = sorted(set(self.languages) - set(LANGUAGES))
        if unknown:
            raise ValueError(
                f"languages contains {', '.join(unknown)}, but there are stop words only for: "
                f"{', '.join(LANGUAGES)}. Leave out the others; pages in a language without "
                f"stop words work, too."
            )

    def extract(self, page: Page) -> Choice:
        valid = self.valid_texts(page)
        VC = chars_before(page, valid)
        node = locate_content_block(page, VC, self.alpha)
        ranges: tuple[Range, ...]
        if self.output == "all":
            ranges = ((page.first[node], page.stop[node]),) if VC[-1] else ()
        else:
            ranges = ranges_of(k for k in range(page.first[node], page.stop[node]) if valid[k])
        return Choice(page, ranges)

    def valid_texts(self, page: Page) -> bytes:
        """Return for each text 1 if its characters are valid (def. 1), else 0."""
        stop_list = stop_list_for(page.all_text, self.languages)
        if stop_list is None:
            return bytes(not linked for linked in page.in_link)
        if self.unit == "text":
            return stop_list.found_in_each(page.strings, page.in_link)
        valid: list[bool] = []
        for start, stop in page.lines:
            in_link = page.in_link[start:stop]
            prose = " ".join(text for text, linked in zip(page.text[start:stop], in_link) if not linked)
            found = stop_list.found_in(prose)
            valid.extend(found and not linked for linked in in_link)
        return bytes(valid)


def chars_before(page: Page, valid: bytes) -> Sequence[int]:
    """Return the running total of the characters of the valid texts, with the grand total last."""
    return running_total(n if is_valid else 0 for n, is_valid in zip(page.chars, valid))


def valid_in_children(page: Page, VC: Sequence[int], N: int) -> list[tuple[int, int]]:
    """Return the children of a node, each with its valid characters.

    ``VC`` is the running total of valid characters over the texts of the page.
    """
    return [(c, VC[page.stop[c]] - VC[page.first[c]]) for c in children_of(page, N)]


def locate_content_block(page: Page, VC: Sequence[int], alpha: float) -> int:
    """Return the node that contains the content (Alg. 2)."""
    N = page.body
    while True:
        children = valid_in_children(page, VC, N)
        max_node, max_VC = max(children, key=itemgetter(1), default=(-1, 0))
        if not max_VC:
            return max(page.parent[N], 0)
        if max_VC / sum(of_child for _, of_child in children) < alpha:
            return N
        N = max_node
