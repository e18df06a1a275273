"""Signs besides the text: links of headings to themselves or to editors, links back from notes, bullets."""

from __future__ import annotations

import re

from ..markup import CODES
from ..model import places_of_any, runs
from ..page.elements import texts_of
from ..page.page import Page, once
from .items import SIGNS_OF_WORD

LINK, PARAGRAPH = CODES["a"], CODES["p"]
#: Links, and elements without a code, such as ``<span>``.
INLINE = (0, LINK)
#: The texts of links to the heading that they stand in.
SIGNS = frozenset({"#", "\N{PILCROW SIGN}", "\N{SECTION SIGN}", "\N{LINK SYMBOL}", "\N{ANCHOR}", "\u200b"})
#: The text of a link back from a note to its mark, its most characters, and role or class of what has one.
ARROWS = "↩⏎↑↵⤴⤶↲⇑⇧⮌⬆^"
_BACK, BACK_CHARS = re.compile(rf"[\[(]?[{ARROWS}][\ufe0e\ufe0f]?[\])]?"), 4
BACK = "doc-backlink"
_BACK_CLASS = re.compile("backlink|backref|reversefootnote|footnote-(?:back|return)", re.IGNORECASE)
#: The most texts of a heading that is looked at.
MOST_TEXTS = 50


def signs_in(page: Page) -> set[int]:
    """Return the texts that only lead to the heading that they stand in, or to its editor, and the others."""
    signs: set[int] = set()
    before = page.link_chars_before
    for i in page.headings:
        first, stop = page.first[i], page.stop[i]
        if not first + 1 < stop <= first + MOST_TEXTS or before[first] == before[stop]:
            continue
        found = {k for k in range(first, stop) if is_sign(page, k, i)} | editors(page, first, stop)
        if found and len(found) < stop - first:
            signs |= found
    return signs.union(named_signs(page), arrows_back(page))


@once
def named_signs(page: Page) -> set[int]:
    """Return the texts that are signs by the class or the role of their element.

    They are permalinks, bullets that a word processor has written, each in an element of its own, and what
    leads back from a note; the number of the note may be in it, and stays.
    """
    names, found = page.names, set[int]()
    roles, classes = [r for r, role in enumerate(names.roles) if role == BACK], page.names_that_say("sign")
    leading_back = {*places_of_any(names.of_role, roles)} if roles else set[int]()
    for i in leading_back.union(places_of_any(names.of_class, classes) if classes else ()):
        texts, code = range(*texts_of(page, i)), page.code[i]
        if not 0 < len(texts) <= MOST_TEXTS:
            continue
        if code == PARAGRAPH:
            is_apart = len(texts) > 1 and page.owner[texts[0]] > i
            found.update(texts[: is_apart and page.strings[texts[0]].strip() in SIGNS_OF_WORD])
        elif code in INLINE and (i in leading_back or _BACK_CLASS.search(names.value(names.of_class[i]))):
            is_label = code == LINK and any(char.isdecimal() for k in texts for char in page.strings[k])
            found.update(() if is_label else texts)
        elif code == LINK and is_sign(page, texts[0], page.parent[i]):
            found.add(texts[0])
    return found


def arrows_back(page: Page) -> set[int]:
    """Return the texts that are links back from notes: arrows, and letters behind one, to several marks."""
    found, letters = set[int](), page.all_text
    links = runs(page.in_link) if any(map(letters.__contains__, ARROWS)) else ()
    for k in (k for link in links for k in range(*link) if page.chars[k] <= BACK_CHARS):
        text, before = page.strings[k].strip(), page.strings[max(k - 1, 0)].strip()
        if _BACK.fullmatch(text):
            found.add(k)
        elif len(text) == 1 and text.isalpha() and (k - 1 in found or _BACK.fullmatch(before)):
            found.update((k - 1, k))
    return found


def is_sign(page: Page, k: int, heading: int) -> bool:
    """Tell whether a text is a sign and all that its link has."""
    if not page.in_link[k] or page.chars[k] > 1 or page.strings[k].strip() not in SIGNS:
        return False
    i = page.owner[k]
    while i > heading and page.code[i] != LINK:
        i = page.parent[i]
    return i > heading and page.stop[i] - page.first[i] == 1


def editors(page: Page, first: int, stop: int) -> set[int]:
    """Return the texts of links in brackets at the end of a heading, with their brackets."""
    texts = [page.strings[k].strip() for k in range(first, stop)]
    if texts[-1] != "]" or "[" not in texts:
        return set()
    start = len(texts) - 1 - texts[::-1].index("[")
    inside = range(first + start + 1, stop - 1)
    if not any(page.in_link[k] for k in inside):
        return set()
    if any(c.isalnum() for k in inside if not page.in_link[k] for c in page.strings[k]):
        return set()
    return set(range(first + start, stop))
