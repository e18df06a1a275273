"""The texts that a browser does not show, as far as the page itself says so plainly.

An element is hidden by the attribute ``hidden``, by ``aria-hidden="true"``, by its own style (not displayed,
not visible, of no size, or far outside of the page), or by a rule of the page's own style sheets, ``display:
none`` for its class or its id.  A rule counts if its selector is one class or one id, it stands in no
``@media`` or the like, and no other rule for the same name displays something.  Scripts, other style sheets
and colours are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from ..kernels.scan_py import STYLE_BYTES
from ..markup import CODES
from ..model import places
from .attributes import hiding_of, style_sheets_of
from .page import Page, once

#: Style sheets hide at most this many names: each is looked for in the page.
HIDDEN_NAMES = 50
#: The meaning of shorter styles is remembered.
SHORT_CHARS = 200
#: A selector has at most this many bytes: longer ones list more than a class or an id.
SELECTOR_BYTES = 300

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
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_BREAK = re.compile("[{};]")
_NAME = re.compile(r"[.#][a-z_][\w-]*", re.IGNORECASE)
_OF_NAME = re.compile(rb"[\w-]")


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
    sheets = list(style_sheets(page))
    said = sorted({name for sheet in sheets for name in names_hidden_by(sheet)})[:HIDDEN_NAMES]
    names, found = page.names, set[int]()
    numbers = page.names_having({name[1:].lower() for name in said}) if said else ()
    words = {number: (names.values[number] or "").split() for number in numbers}
    for name in said:
        used = [number for number in numbers if name[1:] in words[number]]
        if used and not any(is_shown(sheet, name.encode()) for sheet in sheets):
            of = names.of_class if name[0] == "." else names.of_id
            found.update(i for number in used for i in places(of, number))
    return found


def style_sheets(page: Page) -> Iterator[bytes]:
    """Yield the style sheets that begin a page, if one of them hides something: that was noted before."""
    if page.found is not None and isinstance(page.html, bytes):
        yield from (page.html[start:stop] for start, stop in page.found.sheets)
    elif CODES["style"] in page.code:
        sheets = [sheet.encode("utf-8", "replace") for sheet in style_sheets_of(page)]
        ends = accumulate(map(len, sheets))
        yield from (sheet for sheet, end in zip(sheets, ends) if end <= STYLE_BYTES)


def names_hidden_by(sheet: bytes) -> set[str]:
    """Return the classes and ids that a rule of a style sheet hides, with their mark."""
    found = set[str]()
    for says in (b"display:none", b"display: none"):
        depth = done = 0
        hit = sheet.find(says)
        while hit >= 0:
            begin = sheet.rfind(b"{", done, hit)
            if begin >= 0:  # else it is in the rule of the last hit
                depth += sheet.count(b"{", done, begin) - sheet.count(b"}", done, begin)
                if depth == 0:
                    found.update(names_in(sheet[max(done, begin - SELECTOR_BYTES) : begin]))
                depth += 1
                done = begin + 1
            hit = sheet.find(says, hit + 1)
    return found


def names_in(before: bytes) -> Iterator[str]:
    """Yield the selectors of the rule behind some text of a style sheet that are one class or one id."""
    selector = _COMMENT.sub(" ", _BREAK.split(before.decode("utf-8", "replace"))[-1])
    return filter(_NAME.fullmatch, map(str.strip, selector.split(",")))


def is_shown(sheet: bytes, name: bytes) -> bool:
    """Tell whether a style sheet also has a rule for a name that displays something."""
    at = sheet.find(name)
    while at >= 0:
        end = at + len(name)
        if not _OF_NAME.match(sheet, end):
            begin = sheet.find(b"{", end)
            end = sheet.find(b"}", begin) if begin >= 0 else -1
            if end < 0:
                return False
            rule = sheet[begin + 1 : end]
            displays = b"display" in rule or b"visibility" in rule
            if displays and hides(rule.decode("utf-8", "replace")) is False:
                return True
        at = sheet.find(name, end)
    return False
