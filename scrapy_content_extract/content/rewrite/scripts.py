"""Exponents, indexes and marks of notes that a style sets higher or lower: ``<sup>`` and ``<sub>``.

Some editors write exponents this way.  :mod:`..page.notation` gives them their meaning in text.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from ..markup import BLOCK_LEVEL
from ..page.attributes import hiding_of
from ..page.notation import LONGEST, MOST_ELEMENTS, SCRIPTS
from ..page.page import Page
from .code import is_inside, text_in

_STYLE = re.compile(r"(?:^|[;\s])vertical-align\s*:\s*(super|sub)(?![a-z-])", re.IGNORECASE)
_ENDS = BLOCK_LEVEL | {*SCRIPTS, "br", "img"}
#: Elements that mean nothing else; a link goes into the new one.
TAGS = ("span", "font", "small", "a")


def may_have(page: Page) -> bool:
    """Tell whether a style sets an element higher or lower."""
    if page.seen is not None and b"vertical-align" not in page.seen.always.all_letters().lower():
        return False
    styles = ((i, of_one.get("style", "")) for i, of_one in hiding_of(page).items())
    hits = (i for i, style in styles if "align" in style.lower() and _STYLE.search(style))
    return any(page.tags[page.tag_number[i]] in TAGS for i in hits)


def rewrite(root: etree._Element) -> bool:
    """Make ``<sup>`` and ``<sub>`` of short texts by their style, and return whether there are any."""
    changed = False
    for element in list(root.iter(*TAGS)):
        style = _STYLE.search(element.get("style") or "")
        if style is None or not is_script(element):
            continue
        changed, tag = True, style[1].lower().replace("super", "sup")
        if element.tag != "a":
            element.tag = tag
            continue
        new = etree.Element(tag)
        new.tail, element.tail = element.tail, None
        element.addprevious(new)
        new.append(element)
    return changed


def is_script(element: etree._Element) -> bool:
    """Tell whether an element has a short text on one line, and no script in or around it."""
    inside = [node.tag for node in islice(element.iterdescendants(), MOST_ELEMENTS + 1)]
    if len(inside) > MOST_ELEMENTS or not _ENDS.isdisjoint(inside):
        return False
    return 0 < len(text_in(element).strip()) <= LONGEST and not is_inside(element, *SCRIPTS)
