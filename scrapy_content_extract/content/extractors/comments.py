"""Comments of readers, for :mod:`.auto`: which paragraphs they are, and when they go."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ..learned.no_content import mark_up
from ..markup.elements import CODES
from ..markup.hints import FAR
from ..page.page import Page

#: The greatest share of the page in an element that holds comments.
MOST = 0.9
#: The least prose that must be left for comments to be dropped.
LEFT_CHARS = 300
#: The least prose of an article before its comments, in characters and as a share of its prose.
ARTICLE_CHARS, ARTICLE_SHARE = 500, 0.9
#: The least mean p of comments that are content, even below an article.
CONTENT_P = 0.8
#: The types of schema.org that declare that posts are the content: https://schema.org/QAPage
DISCUSSIONS = (b"DiscussionForumPosting", b"QAPage")
_DECLARES = re.compile(
    rb"""(?:"@type"\s{0,9}:\s{0,9}(?:\[[^\]]{0,200})?"|(?:itemtype|typeof)\s{0,9}=\s{0,9}["']?[^"'<>]{0,200})"""
    rb"(?:%s)\b" % b"|".join(DISCUSSIONS)
)
#: The words in a class or id that say comments; the hint that is a feature is also in "correspondent".
_COMMENTS = re.compile(r"comment(?!ar|at)|disqus|pinglun|(?<![a-z])(?:respond|reply)(?![a-z])", re.IGNORECASE)


class Paragraphs(Protocol):
    """The facts that the steps of auto need about the paragraphs of a page, a column for each."""

    @property
    def p(self) -> array[float]: ...
    @property
    def look(self) -> array[int]: ...
    @property
    def n(self) -> Sequence[int]: ...
    @property
    def node(self) -> Sequence[int]: ...
    @property
    def prose(self) -> Sequence[int]: ...
    @property
    def comment_steps(self) -> Sequence[int]: ...


def without_comments_below(
    chosen: bytearray, known: Paragraphs, comments: Sequence[int], is_discussion: Callable[[], bool]
) -> bytearray:
    """Return a choice without its comments if they stand below an article, else unchanged."""
    return (
        without(chosen, comments) if is_article(known, chosen, comments) and not is_discussion() else chosen
    )


def is_article(known: Paragraphs, chosen: bytearray, comments: Sequence[int]) -> bool:
    """Tell whether the chosen comments seem to stand below an article."""
    if not comments:
        return False
    expected, size = sum(known.p[b] * known.n[b] for b in comments), sum(known.n[b] for b in comments)
    if expected >= CONTENT_P * size:
        return False
    before, others = prose_in(chosen[: comments[0]], known), prose_in(without(chosen, comments), known)
    return before >= max(ARTICLE_CHARS, ARTICLE_SHARE * others)


def is_discussion(page: Page) -> bool:
    """Tell whether a page declares that its posts are the content, as JSON-LD, microdata or RDFa.

    The search reads the mark-up; a tree is written out, which takes as long as the model.
    """
    source = mark_up(page)
    return any(name in source for name in DISCUSSIONS) and _DECLARES.search(source) is not None


def without_comments(chosen: bytearray, known: Paragraphs, comments: Iterable[int]) -> bytearray:
    """Return a choice without comments, or unchanged if the page is for them, as in a forum."""
    others = without(chosen, comments)
    return others if prose_in(others, known) >= LEFT_CHARS else chosen


def without(chosen: bytearray, those: Iterable[int]) -> bytearray:
    """Return a choice without some paragraphs."""
    others = bytearray(chosen)
    for b in those:
        others[b] = 0
    return others


def prose_in(chosen: bytearray, known: Paragraphs) -> int:
    """Return the characters of chosen prose; ``chosen`` may end before the page does."""
    return sum(n for is_chosen, is_prose, n in zip(chosen, known.prose, known.n) if is_chosen and is_prose)


def comments_of(page: Page, known: Paragraphs) -> list[int]:
    """Return the paragraphs that are in elements whose class or id says comments.

    An element with most of the page, or with its ``<h1>``, does not count: its name is about the page, like
    "comments-closed".
    """
    if min(known.comment_steps, default=FAR) >= FAR:  # no class or id says so, as on most pages
        return []
    found, is_in_box = [], {-1: False}  # the root has no parent
    says = {0: False}  # 0 is no class, or no id
    for b in [b for b, step in enumerate(known.comment_steps) if step < FAR]:
        i = known.node[b]
        for _ in range(known.comment_steps[b]):
            i = page.parent[i]
        above = []
        while i not in is_in_box:
            above.append(i)
            i = page.parent[i]
        for inner in reversed(above):
            is_in_box[inner] = is_in_box[i] or is_box_of_comments(page, inner, says)
            i = inner
        if is_in_box[i]:
            found.append(b)
    return found


def is_box_of_comments(page: Page, i: int, says: dict[int, bool]) -> bool:
    """Tell whether the class or the id of an element that may hold comments has a word for them.

    ``says`` remembers it of each.
    """
    before, names = page.chars_before, page.names
    if before[page.stop[i]] - before[page.first[i]] >= MOST * before[-1]:
        return False
    for number in (names.of_class[i], names.of_id[i]):
        if number not in says:
            says[number] = _COMMENTS.search(names.values[number] or "") is not None
        if says[number]:
            return page.code.find(CODES["h1"], i, page.end[i]) < 0
    return False
