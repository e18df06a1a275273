"""Comments of readers: which paragraphs they are, and whether the page is a thread of posts instead.

Forum software calls the posts below the first one comments or replies, too.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import islice

from ..core.hints import FAR
from ..markup import CODES
from ..page.elements import ancestors, lowest_common
from ..page.page import Page
from ..page.tables import in_data_tables
from .case import Case, ParagraphFacts, prose_in, without

#: The least prose, in characters, that must be left for comments to be dropped.
LEFT_CHARS = 300
#: The least prose of an article before its comments, in characters.
ARTICLE_CHARS = 500
#: The least share of all its prose that stands before them.
ARTICLE_SHARE = 0.9
#: The least mean p of comments that are content, even below an article.  Cross-validation chose it.
CONTENT_P = 0.8
#: The least p of the prose of a post in a thread.
POST_P = 0.4
#: The p of a paragraph that is likely content.
LIKELY_P = 0.5
#: The words in a class or id that say comments; the hint that is a feature is also in "correspondent".
_COMMENTS = re.compile(r"comment(?!ar|at)|disqus|pinglun|(?<![a-z])(?:respond|reply)(?![a-z])", re.IGNORECASE)
#: The words in a class or id for a thread, at the beginning of a word or with a capital letter.
_THREAD = re.compile(
    r"(?<![a-zA-Z])(?<!disqus_)"
    r"(?:forum|topic|thread|discussion|question|viewtopic|viewthread|showthread|comments-page)"
    r"|Forum|Topic|Thread|Discussion|Question"
)


def as_asked(case: Case, chosen: bytearray) -> bytearray:
    """Return the choice with comments and tables in or out, as the parameters say."""
    page, facts = case.page, case.facts
    comments = [b for b in facts.comments if chosen[b]]
    if case.asked.comments == "keep":
        for b in facts.comments:
            chosen[b] |= facts.prose[b]
    elif case.asked.comments == "drop":  # unless the page is for them, as in a forum
        others = without(chosen, comments)
        chosen = others if prose_in(others, facts) >= LEFT_CHARS else chosen
    elif case.asked.kind != "thread" and are_below_article(facts, chosen, comments):
        chosen = chosen if is_thread(page, facts, comments) else without(chosen, comments)
    if not case.asked.tables:
        data = in_data_tables(page)
        chosen = bytearray(c and not data[i] for c, i in zip(chosen, facts.node))
    return chosen


def are_below_article(facts: ParagraphFacts, chosen: bytearray, comments: Sequence[int]) -> bool:
    """Tell whether the chosen comments seem to stand below an article."""
    if not comments:
        return False
    expected, size = sum(facts.p[b] * facts.n[b] for b in comments), sum(facts.n[b] for b in comments)
    if expected >= CONTENT_P * size:
        return False
    before, others = prose_in(chosen[: comments[0]], facts), prose_in(without(chosen, comments), facts)
    return before >= max(ARTICLE_CHARS, ARTICLE_SHARE * others)


def comments_of(page: Page, facts: ParagraphFacts) -> list[int]:
    """Return the paragraphs that are in elements whose class or id says comments.

    An element with the page's ``<h1>`` does not count: its name is about the page, like "comments-closed".
    """
    names = page.names
    said = {number for number in page.names_that_say("comment") if _COMMENTS.search(names.value(number))}
    if not said:
        return []
    steps_up = ((b, steps) for b, steps in enumerate(facts.comment_steps) if steps < FAR)
    boxes = {b: next(islice(ancestors(page, facts.node[b]), steps, None), -1) for b, steps in steps_up}
    is_in_box = {-1: False}  # the root has no parent
    for i in set(boxes.values()):
        above = []
        while i not in is_in_box:
            above.append(i)
            i = page.parent[i]
        for inner in reversed(above):
            is_named = names.of_class[inner] in said or names.of_id[inner] in said
            is_box = is_named and page.code.find(CODES["h1"], inner, page.end[inner]) < 0
            is_in_box[inner] = is_in_box[i] or is_box
            i = inner
    return [b for b, i in boxes.items() if is_in_box[i]]


def p_of_posts(page: Page, facts: ParagraphFacts, comments: Sequence[int]) -> array[float]:
    """Return p; in a thread it is at least 2/5 for the prose of posts that are called comments."""
    if not (comments and are_the_posts(facts, comments) and is_thread(page, facts, comments)):
        return facts.p
    p = facts.p[:]
    for b in filter(facts.prose.__getitem__, comments):
        p[b] = max(p[b], POST_P)
    return p


def are_the_posts(facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether comments have as much prose as what is likely content among and below them, or more.

    Otherwise posts stand there, and the comments are about them.
    """
    those, prose = set(comments), [b for b in range(comments[0], len(facts.n)) if facts.prose[b]]
    likely = sum(facts.n[b] for b in prose if b not in those and facts.p[b] >= LIKELY_P)
    posts = sum(facts.n[b] for b in prose if b in those)
    return 0 < posts >= likely


def is_thread(page: Page, facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether a class or id around the opening text and the first comment has a word for threads."""
    first = next((b for b in comments if facts.prose[b]), comments[0])
    before = (b for b in range(first) if facts.prose[b])
    opening = max(before, key=lambda b: facts.p[b] * facts.n[b], default=first)
    names, holder = page.names, lowest_common(page, facts.node[opening], facts.node[first])
    numbers = (of[i] for i in ancestors(page, holder) for of in (names.of_class, names.of_id))
    return any(_THREAD.search(names.values[number] or "") for number in numbers)
