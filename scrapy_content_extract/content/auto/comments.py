"""Comments of readers: which paragraphs they are, and whether the page is a thread of posts instead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .. import kernels
from ..kernels.hints import FAR
from ..kernels.scan_py import DISCUSSIONS
from ..markup import CODES
from ..page.elements import ancestors, lowest_common
from ..page.page import Page
from ..page.tables import in_data_tables
from .case import Case, ParagraphFacts, prose_in, without
from .non_content import declarations

# Forum software calls the posts below the first one comments or replies, too.  A page is a thread if it
# declares one (DISCUSSIONS); if an element that holds the opening text and the posts is called a forum, a
# topic and the like; or if who wrote the opening text stands in an element with the same class, in one with
# the same class, as who wrote two or more of the posts.

#: The greatest share of the page in an element that holds comments.
MOST_IN_COMMENTS = 0.9
#: The least prose, in characters, that must be left for comments to be dropped.
LEFT_CHARS = 300
#: The least prose of an article before its comments, in characters and as a share of its prose.
ARTICLE_CHARS, ARTICLE_SHARE = 500, 0.9
#: The least mean p of comments that are content, even below an article.  Cross-validation chose it.
CONTENT_P = 0.8
#: The p of a paragraph that is likely content.
LIKELY_P = 0.5
#: The most characters of a name with what stands around it, and the least posts by somebody.
WRITER_CHARS, LEAST_POSTS = 60, 2
_DECLARES = re.compile(
    rb"""(?:"@type"\s{0,9}:\s{0,9}(?:\[[^\]]{0,200})?"|(?:itemtype|typeof)\s{0,9}=\s{0,9}["']?[^"'<>]{0,200})"""
    rb"(?:%s)\b" % b"|".join(DISCUSSIONS)
)
#: The words in a class or id that say comments; the hint that is a feature is also in "correspondent".
_COMMENTS = re.compile(r"comment(?!ar|at)|disqus|pinglun|(?<![a-z])(?:respond|reply)(?![a-z])", re.IGNORECASE)
#: The words in a class or id for a thread, at the beginning of a word or with a capital letter.
_THREAD = re.compile(
    r"(?<![a-zA-Z])(?<!disqus_)(?:forum|topic|thread|discussion|question|viewtopic|viewthread|showthread)"
    r"|Forum|Topic|Thread|Discussion|Question"
)
#: The words in a class for somebody who has written.
_SOMEBODY = ("author", "user", "nick", "poster", "creator", "member")
_DIGITS = re.compile(r"\d+")


def as_asked(case: Case, chosen: bytearray) -> bytearray:
    """Return the choice with comments and tables in or out, as the parameters say."""
    page, facts = case.page, case.facts
    comments = [b for b in facts.comments if chosen[b]]
    if case.asked_comments == "keep":
        for b in facts.comments:
            chosen[b] |= facts.prose[b]
    elif case.asked_comments == "drop":  # unless the page is for them, as in a forum
        others = without(chosen, comments)
        chosen = others if prose_in(others, facts) >= LEFT_CHARS else chosen
    elif case.asked_kind != "thread" and are_below_article(facts, chosen, comments):
        chosen = chosen if is_thread(page, facts, comments) else without(chosen, comments)
    if not case.asked_tables:
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


def is_discussion(page: Page) -> bool:
    """Tell whether a page declares that its posts are the content, as JSON-LD, microdata or RDFa."""
    if page.found is not None and not page.found.is_discussion:
        return False
    source = declarations(page)
    return any(name in source for name in DISCUSSIONS) and _DECLARES.search(source) is not None


def comments_of(page: Page, facts: ParagraphFacts) -> list[int]:
    """Return the paragraphs that are in elements whose class or id says comments.

    An element with most of the page, or with its ``<h1>``, does not count: its name is about the page, like
    "comments-closed".
    """
    if not page.says("comment"):  # as on most pages
        return []
    boxes = kernels.queries.raised(facts.node, facts.comment_steps, FAR, page.parent)
    is_in_box = {-1: False}  # the root has no parent
    says = {0: False}  # 0 is no class, or no id
    for i in set(boxes):
        above = []
        while i not in is_in_box:
            above.append(i)
            i = page.parent[i]
        for inner in reversed(above):
            is_in_box[inner] = is_in_box[i] or is_box_of_comments(page, inner, says)
            i = inner
    return [b for b, i in enumerate(boxes) if is_in_box[i]]


def is_box_of_comments(page: Page, i: int, says: dict[int, bool]) -> bool:
    """Tell whether the class or the id of an element that may hold comments has a word for them.

    ``says`` remembers it of each.
    """
    before, names = page.chars_before, page.names
    if before[page.stop[i]] - before[page.first[i]] >= MOST_IN_COMMENTS * before[-1]:
        return False
    for number in (names.of_class[i], names.of_id[i]):
        if number not in says:
            says[number] = _COMMENTS.search(names.values[number] or "") is not None
        if says[number]:
            return page.code.find(CODES["h1"], i, page.end[i]) < 0
    return False


def is_thread(page: Page, facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether the paragraphs that are called comments belong to a thread."""
    posts = [b for b in comments if facts.prose[b]] or comments
    first, last = facts.node[posts[0]], facts.node[posts[-1]]
    opening = facts.node[opening_of(facts, posts[0])]
    holder = lowest_common(page, opening, first)
    while opening != holder and page.parent[opening] != holder:
        opening = page.parent[opening]  # the whole block, with who wrote it
    before, behind = range(opening, min(page.end[opening], first)), range(first, page.end[last])
    return is_called_thread(page, holder) or have_authors_alike(page, before, behind) or is_discussion(page)


def are_the_posts(facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether comments have as much prose as what is likely content among and below them, or more.

    Otherwise posts stand there, and the comments are about them.
    """
    those, prose = set(comments), [b for b in range(comments[0], len(facts.n)) if facts.prose[b]]
    likely = sum(facts.n[b] for b in prose if b not in those and facts.p[b] >= LIKELY_P)
    posts = sum(facts.n[b] for b in prose if b in those)
    return 0 < posts >= likely


def opening_of(facts: ParagraphFacts, first: int) -> int:
    """Return the paragraph of prose with most expected content before the first comment, or that one."""
    before = (b for b in range(first) if facts.prose[b])
    return max(before, key=lambda b: facts.p[b] * facts.n[b], default=first)


def is_called_thread(page: Page, i: int) -> bool:
    """Tell whether the class or id of an element, or of one around it, has a word for threads."""
    names = page.names
    numbers = (of[e] for e in ancestors(page, i) for of in (names.of_class, names.of_id))
    return any(_THREAD.search(names.values[number] or "") for number in numbers)


def have_authors_alike(page: Page, opening: range, posts: range) -> bool:
    """Tell whether an element around the opening text and several in the posts name somebody alike."""
    somebody = page.names_having(_SOMEBODY) - page.names_having(["vcard"])
    before = set(names_of_somebody(page, opening, somebody))
    if not before:
        return False
    found = Counter(names_of_somebody(page, posts, somebody))
    return any(found[name] >= LEAST_POSTS for name in before)


def names_of_somebody(page: Page, elements: range, somebody: set[int]) -> Iterator[str]:
    """Yield the classes of elements with little text that name somebody, and of their parents, no digits."""
    of_class, values = page.names.of_class, page.names.values
    for i in elements:
        if of_class[i] in somebody and 0 < page.chars_in([(page.first[i], page.stop[i])]) <= WRITER_CHARS:
            above = values[of_class[page.parent[i]]] if i else ""
            yield _DIGITS.sub("", f"{values[of_class[i]]} {above}")
