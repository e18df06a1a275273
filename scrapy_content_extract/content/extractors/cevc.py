"""Content Extraction based on Valid Characters (CEVC).

"基于有效字符的网页内容提取" (CEVC), which compares itself with CETR on news and blogs.

A text is *valid* if it is in no link and has at least one stop word: links and menus
are made of names, prose needs its small words.  VC(n) is the number of non-space
characters of the valid texts below the node n, summed bottom-up in one pass (Alg. 1,
countVC), and

    MVCR(n) = max over the children c of n of VC(c) / VC(n)                      (eq. 1)

From ``<body>`` go to the child with most valid characters as long as its share is at
least alpha; the node where that share falls below alpha holds the content, for it has
many children that each carry a little of it (Alg. 2, locateCB).  The output is the valid
characters of that node.

Departures from the paper, and how its open points are read:

* Taken literally, Alg. 1 adds a leaf's length to its parent and never sets the leaf's
  own amount.  So a text is never the greatest child, the sum in Alg. 2 (line 4) is over
  the child *elements* only, and where no child element has any, the parent is returned
  (line 15).  That is what is done here.
* Line 13 of Alg. 2 lacks a "return" before the recursive call; it is meant.
* Def. 1 says "not a descendant of any tag", which can only mean ``<a>``.  A link is an
  ``<a>`` with an ``href``, as for every method here.
* The paper does not give its stop lists.  The lists of this package are used, see
  :mod:`~scrapy_content_extract.content.stopwords`; the language is chosen for each page.
  For a language without a list every text outside links is valid.
* The text node is the unit in which a stop word is looked for, as the paper has it;
  ``unit="block"`` looks in the whole paragraph, so that ``<b>`` cannot cut a sentence.
* ``output="all"`` keeps links and texts without stop words that stand in the content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blocks import paragraphs
from ..model import Extraction, Page, Range, running_total
from ..stopwords import LANGUAGES, choose


@dataclass(frozen=True)
class CEVC:
    """Parameters and their values in the paper.

    Raises ValueError when a parameter is not what it may be.
    """

    #: the share of valid characters that leads on to a child; 0.3 to 0.6 are about as good
    alpha: float = 0.5
    #: where a stop word is looked for: "text" (a text node) or "block" (a paragraph)
    unit: str = "text"
    #: what of the content node is output: "valid" (its valid texts) or "all" (all texts)
    output: str = "valid"
    #: the languages to choose from, as ISO 639-1 codes
    languages: Sequence[str] = LANGUAGES

    def __post_init__(self) -> None:
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"alpha is {self.alpha!r}; it is a share, from 0 to 1.")
        if self.unit not in ("text", "block"):
            raise ValueError(f"unit is {self.unit!r}; it may be 'text' or 'block'.")
        if self.output not in ("valid", "all"):
            raise ValueError(f"output is {self.output!r}; it may be 'valid' or 'all'.")
        unknown = sorted(set(self.languages) - set(LANGUAGES))
        if unknown:
            raise ValueError(
                f"languages has {', '.join(unknown)}, but there are lists for: "
                f"{', '.join(LANGUAGES)}. Leave out the others; a page in a language "
                f"without a list is handled, too."
            )

    def extract(self, page: Page) -> Extraction:
        valid = self.valid_texts(page)
        VC = chars_before(page, valid)
        node = locate_content_block(page, VC, self.alpha)
        ranges: tuple[Range, ...]
        if self.output == "all":
            ranges = ((page.first[node], page.stop[node]),) if VC[-1] else ()
        else:
            ranges = runs(valid, page.first[node], page.stop[node])
        return Extraction(ranges, paragraphs(page, ranges))

    def valid_texts(self, page: Page) -> bytes:
        """Return for each text 1 if its characters are valid (def. 1), else 0."""
        stop_list = choose(page.all_text, self.languages)
        if stop_list is None:
            return bytes(not linked for linked in page.in_link)
        if self.unit == "text":
            return stop_list.found_in_each(page.strings, page.in_link)
        has_stop_word = stop_list.found_in
        valid: list[bool] = []
        for start, stop in page.lines:
            outside = [not linked for linked in page.in_link[start:stop]]
            prose = " ".join(t for t, is_outside in zip(page.text[start:stop], outside) if is_outside)
            found = has_stop_word(prose)
            valid.extend(found and is_outside for is_outside in outside)
        return bytes(valid)


def chars_before(page: Page, valid: bytes) -> Sequence[int]:
    """Return the running total of the characters of the valid texts."""
    return running_total(c if is_valid else 0 for c, is_valid in zip(page.chars, valid))


def runs(valid: bytes, start: int, stop: int) -> tuple[Range, ...]:
    r"""Return the ranges of valid texts from ``start`` to ``stop``.

    >>> runs(b"\1\1\1\0\1", 1, 5)
    ((1, 3), (4, 5))
    """
    ranges = []
    while (start := valid.find(1, start, stop)) >= 0:
        end = valid.find(0, start, stop)
        end = stop if end < 0 else end
        ranges.append((start, end))
        start = end
    return tuple(ranges)


def locate_content_block(page: Page, VC: Sequence[int], alpha: float) -> int:
    """Return the node that holds the content (Alg. 2).

    ``VC`` is the running total of valid characters over the texts of the page.
    """
    first, stop, end = page.first, page.stop, page.end
    N = page.body
    while True:
        max_node, max_VC, total_VC = -1, 0, 0
        child = N + 1
        while child < end[N]:
            amount = VC[stop[child]] - VC[first[child]]
            total_VC += amount
            if amount > max_VC:
                max_node, max_VC = child, amount
            child = end[child]
        if max_node < 0:
            return max(page.parent[N], 0)
        if max_VC / total_VC < alpha:
            return N
        N = max_node
