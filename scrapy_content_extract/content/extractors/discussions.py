"""Threads: whether what is called comments are the posts of a discussion, or stand below an article.

Forum software calls the posts below the first one comments or replies, too.  A page is a thread

* if it declares one (:func:`.comments.is_discussion`);
* if an element that holds the opening text and the posts is called a forum, a topic and the like; or
* if who wrote the opening text stands in an element with the same class, in one with the same class, as who
  wrote two or more of the posts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ..page.blocks import lowest_common, upwards
from ..page.page import Page
from .comments import Paragraphs, is_discussion

#: The words in a class or id for a thread, at the beginning of a word or with a capital letter.
_THREAD = re.compile(
    r"(?<![a-zA-Z])(?<!disqus_)(?:forum|topic|thread|discussion|question|viewtopic|viewthread|showthread)"
    r"|Forum|Topic|Thread|Discussion|Question"
)
#: The words in a class for somebody who has written.
_SOMEBODY = ("author", "user", "nick", "poster", "creator", "member")
_DIGITS = re.compile(r"\d+")
#: The p of a paragraph that is likely content.
LIKELY = 0.5
#: The most characters of a name with what stands around it, and the least posts by somebody.
NAME_CHARS, LEAST_POSTS = 60, 2


def is_thread(page: Page, known: Paragraphs, comments: Sequence[int]) -> bool:
    """Tell whether the paragraphs that are called comments belong to a thread."""
    posts = [b for b in comments if known.prose[b]] or comments
    first, last = known.node[posts[0]], known.node[posts[-1]]
    opening = known.node[opening_of(known, posts[0])]
    holder = lowest_common(page, opening, first)
    while opening != holder and page.parent[opening] != holder:
        opening = page.parent[opening]  # the whole block, with who wrote it
    before, behind = range(opening, min(page.end[opening], first)), range(first, page.end[last])
    return is_called_thread(page, holder) or have_authors_alike(page, before, behind) or is_discussion(page)


def are_the_posts(known: Paragraphs, comments: Sequence[int]) -> bool:
    """Tell whether comments have as much prose as what is likely content among and below them, or more.

    Otherwise posts stand there, and the comments are about them.
    """
    those, prose = set(comments), [b for b in range(comments[0], len(known.n)) if known.prose[b]]
    likely = sum(known.n[b] for b in prose if b not in those and known.p[b] >= LIKELY)
    posts = sum(known.n[b] for b in prose if b in those)
    return 0 < posts >= likely


def opening_of(known: Paragraphs, first: int) -> int:
    """Return the paragraph of prose with most expected content before the first comment, or that one."""
    before = (b for b in range(first) if known.prose[b])
    return max(before, key=lambda b: known.p[b] * known.n[b], default=first)


def is_called_thread(page: Page, i: int) -> bool:
    """Tell whether the class or id of an element, or of one around it, has a word for threads."""
    names = page.names
    numbers = (of[e] for e in upwards(page, i) for of in (names.of_class, names.of_id))
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
        if of_class[i] in somebody and 0 < page.chars_in([(page.first[i], page.stop[i])]) <= NAME_CHARS:
            above = values[of_class[page.parent[i]]] if i else ""
            yield _DIGITS.sub("", f"{values[of_class[i]]} {above}")
