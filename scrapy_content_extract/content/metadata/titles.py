"""Find the title of a page.

A page may show its title in an ``<h1>``, and has it in ``<title>``, with the name of the site.  Neither
alone will do: the only ``<h1>`` may be the site's logo or a slogan, and ``<title>`` may have been written
for search engines.

1. The name of the site is not a title: a text that is half of the host name or more; or else the last of
   several parts of ``<title>``, if another part is a heading.
2. The title is a heading with the class ``entry-title`` or ``post-title``, if ``<title>`` consists of it and
   the first ``<h1>``, in either order: the ``<h1>`` of many blogs is the name of the blog.
   https://microformats.org/wiki/hentry
3. Otherwise it is the ``<h1>`` most like ``<title>``, if the cosine of their sets of words is at least
   :data:`ALIKE`; or that with the words of ``<title>`` and of the URL's path; or that with ``og:title``.
4. If no ``<h1>`` is like it, the title is an ``<h2>`` that is one of the parts of ``<title>``, else the
   longest part; without ``<title>``, the first heading.
5. Of a heading of several elements, the title is the one that is a part of ``<title>``, or ``og:title``.

Where other pages of the site are known, what half of them have, too, is not the title: an ``<h1>``, and the
beginning or the end of ``<title>``, whose rest counts as a whole.  Then 1 and 2 are not needed.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..markup import CODES
from ..model import Range, positions
from ..page.choice import Choice, letters
from ..page.entries import entry_title
from ..page.page import Page, once
from ..page.rendering import Parts, render_parts
from ..urls import split_url

#: The least cosine of a heading that is the title: of ten words in each, three are the same.
ALIKE = 0.3
#: The headings of a rank that may be the title: some pages have hundreds, and the title is among the first.
CANDIDATES = 20
#: The most characters of such a heading: some pages have all their text inside headings.
CANDIDATE_CHARS = 400
#: The most characters that are read of a ``<title>``: a million would hold up the crawl.
TITLE_CHARS = 10_000
#: The most bytes that are read of a ``<meta>``.
META_BYTES = 2_000
#: The signs between the name of a page and the name of its site.  ``_`` stands inside of names, too.  The
#: looks ahead only save time: they pass over letters, and spaces between them, at once.
SEPARATOR = re.compile(
    r"(?=[\s|»«｜—_])(?=\s*[|\-–—·•:»«›/｜_])"
    r"(?:\s+[|\-–—·•:»«›/]+\s+|\s*[|»«｜—]+\s*|\s*(?<![A-Za-z0-9])_+\s*|\s*_+(?![A-Za-z0-9])\s*)"
)
#: The signs next to the name of a site that is known: also a colon, a comma and a bracket.
JOINT = re.compile(rf"{SEPARATOR.pattern}|\s*[:,;]\s+|\s+[:(]|\s*[：，]\s*")
#: The most of them that count, from each end of a ``<title>``.
MOST_JOINTS = 5


class Title(NamedTuple):
    """A title, or a text that may be one."""

    text: str
    #: its letters and digits
    letters: str
    #: its heading, or None if it is from ``<title>``
    element: int | None = None


def title_in(choice: Choice) -> str:
    """Return the title that a method has found, or that of the page."""
    return title_beside(choice.page, choice.site).text if choice.title is None else choice.title


@once
def title_of(page: Page) -> Title:
    """Return the title; its text is ``""`` if the page has neither headings nor a ``<title>``."""
    whole, host = page.title[:TITLE_CHARS], letters(split_url(page.url).netloc.removeprefix("www."))
    first = first_headings(page)
    candidates = [heading for heading in first if not is_in(host, heading.letters)]
    if not whole:
        return next(iter(candidates or first or headings_of(page, "h2")), Title("", ""))
    parts = parts_of(whole)
    entry = entry_title(page, first[0].letters, letters(whole)) if first else None
    if entry is not None and (found := titles_at(page, [entry])):
        return found[0]
    rest = [part for part in parts if not is_in(host, part.letters)] or parts
    if len(rest) == len(parts) > 1:  # the host name marks no part as the site's
        *rest, site = rest
        others = [heading for heading in candidates if heading.letters != site.letters]
        if len(others) < len(candidates) and (named(rest, others) or named(rest, headings_of(page, "h2"))):
            candidates = others
    return title_among(candidates, page, whole, rest)


def title_beside(page: Page, site: Any) -> Title:
    """Return the title of a page, without what most other pages of its site have, too."""
    if site is None:
        return title_of(page)
    whole, first = page.title[:TITLE_CHARS], first_headings(page)
    headings = [heading for heading in first if not site.most_have("h1", heading.letters)]
    # a title that all pages have, but for numbers, is the site's, or that of a thread on several pages
    if not whole or site.most_have("title", letters(re.sub(r"\d", "", whole))):
        return headings[0] if headings else title_of(page)
    joints = joints_of(whole)
    stop = next((i for i, j in joints if i and site.most_have("end", letters(whole[j:]))), len(whole))
    starts = [j for i, j in joints if j < stop and site.most_have("beginning", letters(whole[:i]))]
    own = whole[max(starts, default=0) : stop]
    if (own, headings) == (whole, first):
        return title_of(page)
    return title_among(headings, page, own, [Title(own, letters(own)), *parts_of(own)])


def said_in_titles(page: Page) -> Iterator[tuple[str, str]]:
    """Yield what a page says in its titles, and other pages of its site may say, too."""
    whole = page.title[:TITLE_CHARS]
    yield "title", letters(re.sub(r"\d", "", whole))
    for i, j in joints_of(whole):
        yield "beginning", letters(whole[:i])
        yield "end", letters(whole[j:])
    for heading in first_headings(page):
        yield "h1", heading.letters


def joints_of(whole: str) -> list[Range]:
    """Return the first and the last signs that may stand between a title and the name of the site."""
    found = [sign.span() for sign in JOINT.finditer(whole)]
    return found[:MOST_JOINTS] + found[-MOST_JOINTS:]


def parts_of(whole: str) -> list[Title]:
    texts = list(filter(None, map(str.strip, SEPARATOR.split(whole)))) or [whole]
    return [Title(text, letters(text)) for text in texts]


def title_among(headings: Sequence[Title], page: Page, whole: str, parts: Sequence[Title]) -> Title:
    """Return the heading that ``<title>`` names, or else its longest part."""
    best = most_like(headings, page, whole) or named(parts, headings_of(page, "h2"))
    return told_apart(page, best, parts) if best else max(parts, key=lambda part: len(part.text))


def is_in(host: str, letters: str) -> bool:
    """Tell whether the letters of a text are half of a host name or more, or none at all."""
    return not letters or (letters in host and 2 * len(letters) >= len(host))


def named(parts: Sequence[Title], headings: Iterable[Title]) -> Title | None:
    """Return the first heading that is one of the parts of ``<title>``."""
    wanted = {part.letters for part in parts}
    return next((heading for heading in headings if heading.letters in wanted), None)


def most_like(headings: Sequence[Title], page: Page, whole: str) -> Title | None:
    """Return the heading that has most in common with ``<title>``, if its cosine is at least ALIKE."""
    if not headings:
        return None
    title, path = words_of(whole), unquote(split_url(page.url).path)
    words = [words_of(heading.text) for heading in headings]
    likeness = [len(one & title) / (len(one | title) or 1) for one in words]
    best = likeness.index(max(likeness))
    is_alike = (
        cosine(words[best], title) >= ALIKE
        or cosine(words[best], title | words_of(path.replace("_", " "))) >= ALIKE
        or cosine(words[best], words_of(shared_title(page))) >= ALIKE
    )
    return headings[best] if is_alike else None


def told_apart(page: Page, heading: Title, parts: Sequence[Title]) -> Title:
    """Return a heading of several elements as ``<title>`` has it, or what it or ``og:title`` has of them.

    ``<h1><span>Town</span><span>It rains</span></h1>`` is "Town: It rains", or "It rains".
    """
    i = heading.element or 0
    first, stop = page.first[i], page.stop[i]
    if stop - first < 2:
        return heading
    own = " ".join(" ".join([page.strings[k] for k in range(first, stop) if page.owner[k] == i]).split())
    known = {letters(shared_title(page)): ""} | {part.letters: part.text for part in parts}
    each = (*titles_at(page, [i] if own else range(i, page.end[i])), Title(own, letters(own)))
    found = [one for one in each if one.letters and one.letters in known]
    longest = max(found, key=lambda one: len(one.letters), default=heading)
    return Title(known.get(longest.letters) or longest.text, longest.letters, i)


def cosine(one: set[str], other: set[str]) -> float:
    return len(one & other) / sqrt(len(one) * len(other) or 1)


def shared_title(page: Page) -> str:
    """Return ``og:title``, or ``""``; to search the bytes is much faster than to search the tree."""
    html = page.mark_up
    place = html.find(b"og:title")
    start, stop = html.rfind(b"<", 0, max(place, 0)), html.find(b">", max(place, 0))
    tag = html[start:stop][:META_BYTES] if 0 <= start < place < stop else b""
    content = _CONTENT.search(tag)
    return unescape((content[1] or content[2] or b"").decode("utf-8", "replace")) if content else ""


_CONTENT = re.compile(rb"""\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


@once
def first_headings(page: Page) -> list[Title]:
    return headings_of(page, "h1")


def headings_of(page: Page, tag: str) -> list[Title]:
    return titles_at(page, positions(page.code, CODES[tag]))


def titles_at(page: Page, elements: Iterable[int]) -> list[Title]:
    first, stop, before = page.first, page.stop, page.chars_before
    headings = [
        i for i in islice(elements, CANDIDATES) if 0 < before[stop[i]] - before[first[i]] <= CANDIDATE_CHARS
    ]
    if not headings:
        return []
    starts, stops = array("i", [first[i] for i in headings]), array("i", [stop[i] for i in headings])
    texts = render_parts(page, Parts(starts, stops, array("i", range(len(headings) + 1))))
    texts = [" ".join(text.split()).rstrip("¶") for text in texts]  # a link to the heading itself
    return [Title(text, letters(text), i) for text, i in zip(texts, headings)]


def words_of(text: str) -> set[str]:
    """Return the words of a text; in Chinese and similar scripts, the characters."""
    return set(_WORD.findall(text.lower()))


_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
