"""The texts that a browser does not show, as far as the page itself says so plainly.

An element is hidden by the attribute ``hidden``, by ``aria-hidden="true"``, by its own style (not displayed,
not visible, of no size, or far outside of the page), or by a rule of the page's own style sheets, ``display:
none`` for its class or its id.  A rule counts if its selector is one class or one id, it stands in no
``@media`` or the like, and no other rule for the same name displays something.  Scripts, other style sheets
and colours are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from ..kernels.scan_py import HIDES, STYLE_BYTES
from ..markup import CODES
from ..model import places
from .attributes import hiding_of, style_sheets_of
from .page import Page, once

#: Style sheets hide at most this many names: each is looked for in the page.
HIDDEN_NAMES = 50
#: The meaning of shorter styles is remembered.
SHORT_CHARS = 200

#: The end of the value of a property.
_END = r"\s*(?:;|!|$)"
#: A style that hides, in small letters.  Compiled code reads only styles with one of ``markup.HIDING_WORDS``.
_HIDES = re.compile(
    rf"""(?:^|[;\s])(?:
        display\s*:\s*none
      | visibility\s*:\s*(?:hidden|collapse)
      | font-size\s*:\s*0(?:\.0*)?(?:[a-z]+|%)?{_END}
      | text-indent\s*:\s*-\s*\d{{3,}}
    )""",
    re.VERBOSE,
)
#: A box that shows nothing of what it holds: both parts must be in the style.
_CLIPS = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)")
_NO_SIZE = re.compile(rf"(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px|em|rem|%)?{_END}")
#: A box far away: both parts must be in the style.
_MOVES = re.compile(r"position\s*:\s*(?:absolute|fixed)")
_FAR = re.compile(r"(?:^|[;\s])(?:left|top|right|bottom)\s*:\s*-\s*\d{3,}")
#: A style that says how an element is displayed.
_DISPLAYS = re.compile(r"(?:^|[;\s])(?:display|visibility)\s*:")
_COMMENT = re.compile(rb"/\*.*?(?:\*/|$)", re.DOTALL)
_NAME = re.compile(r"[.#][a-z_][\w-]*", re.IGNORECASE)


@once
def hidden_texts(page: Page) -> bytes | None:
    """Return a column that has 1 for each hidden text and 0 for the others, or None if none is hidden.

    It is computed once: the main text and the blocks both lack them.
    """
    column = bytearray(len(page.gap))
    done = 0  # elements are in page order, and their texts too
    for i in hidden_elements(page):
        start, stop = max(page.first[i], done), page.stop[i]
        if start < stop:
            column[start:stop] = b"\1" * (stop - start)
            done = stop
    return bytes(column) if done else None


def hidden_elements(page: Page) -> list[int]:
    """Return the elements with text that are hidden for themselves, in page order."""
    found, shown = set[int](), set[int]()
    for i, of_one in hiding_of(page).items():
        if page.first[i] == page.stop[i]:
            continue
        style = of_one.get("style", "")
        says = (hides_shortly if len(style) <= SHORT_CHARS else hides)(style)
        if says or "hidden" in of_one or of_one.get("aria-hidden", "").lower() == "true":
            found.add(i)
        elif says is False:
            shown.add(i)
    return sorted(found | (elements_by_rule(page) - shown))


def hides(style: str) -> bool | None:
    """Tell whether a style hides its element; None if it says nothing about that.

    >>> hides("DISPLAY: none"), hides("display:block"), hides("color: red")
    (True, False, None)
    >>> hides("position:absolute; left:-9999px"), hides("left:-9999px"), hides("overflow:hidden;height:0")
    (True, None, True)
    """
    style = style.lower()
    if _HIDES.search(style):
        return True
    if "overflow" in style and _CLIPS.search(style) and _NO_SIZE.search(style):
        return True
    if "position" in style and _MOVES.search(style) and _FAR.search(style):
        return True
    return False if _DISPLAYS.search(style) else None


#: The pages of a site repeat the same short styles.
hides_shortly = lru_cache(maxsize=1_000)(hides)


def elements_by_rule(page: Page) -> set[int]:
    """Return the elements that a rule of the page's style sheets hides."""
    said = sorted(names_hidden_by(style_sheets(page)))[:HIDDEN_NAMES]
    names, found = page.names, set[int]()
    for number in page.names_having({name[1:].lower() for name in said}) if said else ():
        words = (names.values[number] or "").split()
        for mark, of in ((".", names.of_class), ("#", names.of_id)):
            if any(mark + word in said for word in words):
                found.update(places(of, number))
    return found


def style_sheets(page: Page) -> Iterator[bytes]:
    """Yield the style sheets that begin a page, if one of them hides something: that was noted before."""
    if page.found is not None and isinstance(page.html, bytes):
        yield from (page.html[start:stop] for start, stop in page.found.sheets)
    elif CODES["style"] in page.code:
        sheets = [sheet.encode("utf-8", "replace") for sheet in style_sheets_of(page)]
        ends = accumulate(map(len, sheets))
        yield from (sheet for sheet, end in zip(sheets, ends) if end <= STYLE_BYTES)


def names_hidden_by(sheets: Iterable[bytes]) -> set[str]:
    """Return the classes and ids that rules of style sheets hide and no rule displays, with their mark."""
    hidden, shown = set[str](), set[str]()
    for sheet in sheets:
        depth = 0  # of groups of rules, such as @media
        for rule in _COMMENT.sub(b" ", sheet).split(b"}"):
            *selectors, style = rule.split(b"{")
            if b"display" in style or b"visibility" in style:
                selector = b"".join(selectors[-1:]).decode("utf-8", "replace")
                if not any(words in style for words in HIDES):
                    is_shown = hides(style.decode("utf-8", "replace")) is False
                    shown.update(_NAME.findall(selector) if is_shown else ())
                elif depth + len(selectors) == 1:
                    hidden.update(filter(_NAME.fullmatch, map(str.strip, re.split("[,;]", selector))))
            depth = max(depth + len(selectors) - 1, 0)
    return hidden - shown
