"""The texts that a browser does not show, as far as the page itself says so plainly.

An element is hidden by the attribute ``hidden``, by ``aria-hidden="true"``, by its own style (not displayed,
not visible, of no size, or far outside of the page), or by a rule of the page's own style sheets, ``display:
none`` for its class or its id.  A rule counts if its selector is one class or one id, it stands in no
``@media`` or the like, and no other rule for the same name displays something.  Scripts, other style sheets
and colours are not read.  What a click unfolds, an answer below its question or a tab, counts as shown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from .. import core
from ..core.scan_py import HIDES, STYLE_BYTES
from ..markup import IS_BLOCK, table
from ..model import Range
from .attributes import hiding_of
from .elements import chars_of, element_before
from .page import Page, once

#: What a name is in a style sheet: bits for what :func:`.core.queries.elements_named` looks at.
MARKS = {".": 1, "#": 2}
#: The most names for which the rules that show something are looked for one by one.
FEW_NAMES = 50
#: What the title of an element has that a click unfolds, and its most characters.
IS_OPENER = table(dict.fromkeys("h2 h3 h4 h5 h6 button summary dt".split(), 1))
OPENER_ROLES, TITLE_CHARS = frozenset({"button", "tab"}), 200
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
#: A style by which scripts fold an element; other ways move its text away.
_FOLDS = re.compile("display|visibility|overflow", re.IGNORECASE)
#: A style that says how an element is displayed.
_DISPLAYS = re.compile(r"(?:^|[;\s])(?:display|visibility)\s*:")
#: Words that stand in such a style.
DISPLAYING = (b"display", b"visibility")
#: Classes and ids among the selectors of a rule that are one as a whole, and in others.
_ALONE = re.compile(r"(?:\A|[,;])\s*([.#][a-z_][\w-]*)\s*(?=[,;]|\Z)", re.IGNORECASE)
_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
_NAME = re.compile(r"[.#][a-z_][\w-]*", re.IGNORECASE)


@once
def hidden_texts(page: Page) -> bytes | None:
    """Return a column that has 1 for each hidden text and 0 for the others, or None if none is hidden.

    It is computed once: the main text and the blocks both lack them.
    """
    if not page.says("hiding"):
        return None
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
    found, shown, moved = set[int](), set[int](), set[int]()
    for i, of_one in hiding_of(page).items():
        if page.first[i] == page.stop[i]:
            continue
        style = of_one.get("style", "")
        says = (hides_shortly if len(style) <= SHORT_CHARS else hides)(style)
        if says or "hidden" in of_one or of_one.get("aria-hidden", "").lower() == "true":
            found.add(i)
            if says and not _FOLDS.search(style):
                moved.add(i)
        elif says is False:
            shown.add(i)
    hidden = sorted(found | (elements_by_rule(page) - shown))
    modal = page.names_that_say("modal") if hidden else ()
    return [i for i in hidden if i in moved or not unfolds(page, i, modal)]


def unfolds(page: Page, i: int, modal: Container[int]) -> bool:
    """Tell whether a click unfolds an element: it is a tab, or stands below what looks like its title.

    A dialog is neither, by its role, class or id; ``modal`` are the names that say so.
    """
    parent, names, roles, of_role = page.parent, page.names, page.names.roles, page.names.of_role
    if not page.meaning[i] & IS_BLOCK or names.of_class[i] in modal or names.of_id[i] in modal:
        return False
    if roles[of_role[i]] in ("tabpanel", "dialog", "alertdialog"):
        return roles[of_role[i]] == "tabpanel"
    above = element_before(page, i)
    if above <= parent[i] or not 0 < chars_of(page, above) <= TITLE_CHARS:
        return False
    return (
        1 in page.code[above:i].translate(IS_OPENER)
        or page.is_linked(above)
        or any(roles[number] in OPENER_ROLES for number in of_role[above:i])
    )


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
    if page.found is not None and isinstance(page.html, bytes):  # it was noted before whether one hides
        given = [page.html[start:stop] for start, stop in page.found.sheets]
    else:
        given = [(node.text or "").encode("utf-8", "replace") for node in page.root.iter("style")]
        given = [sheet for sheet, end in zip(given, accumulate(map(len, given))) if end <= STYLE_BYTES]
    sheets = [_COMMENT.sub(b" ", sheet) for sheet in given]
    hidden = set[str]().union(*map(names_hidden_by, sheets))
    if not hidden:
        return set()
    letters, named = "\0".join(filter(None, page.names.values)), defaultdict[str, list[int]](list)
    words = {word for word in (name[1:] for name in hidden) if word in letters}
    if not words:
        return set()
    for number, value in enumerate(page.names.values):
        for word in words.intersection(value.split()) if value else ():
            named[word].append(number)
    marks = bytearray(len(page.names.values))
    hidden = {name for name in hidden if name[1:] in named}
    for name in hidden - names_shown_by(sheets, hidden):
        for number in named[name[1:]]:
            marks[number] |= MARKS[name[0]]
    return set(core.queries.elements_named(page.names.of_class, page.names.of_id, marks))


def names_hidden_by(sheet: bytes) -> set[str]:
    """Return the classes and ids, with their mark, that rules hide outside of groups such as ``@media``."""
    hidden, depth, done = set[str](), 0, 0
    for start, selectors, style in rules_with(HIDES, sheet):
        if len(selectors) != 1 or not any(map(style.__contains__, HIDES)):
            continue
        if names := _ALONE.findall(selectors[0].decode("utf-8", "replace")):
            depth += sheet.count(b"{", done, start) - sheet.count(b"}", done, start)
            done = start
            hidden.update(() if depth > 0 else names)
    return hidden


def names_shown_by(sheets: Iterable[bytes], names: set[str]) -> set[str]:
    """Return the classes and ids, out of some, for which a rule displays something."""
    words = [name.encode() for name in names] if len(names) <= FEW_NAMES else DISPLAYING
    shown = set[str]()
    for _, selectors, style in rules_with(words, b"}".join(sheets)):
        if any(map(style.__contains__, DISPLAYING)) and not any(map(style.__contains__, HIDES)):
            those = names.intersection(_NAME.findall(b"".join(selectors[-1:]).decode("utf-8", "replace")))
            if those and hides(style.decode("utf-8", "replace")) is False:
                shown |= those
    return shown


def rules_with(words: Iterable[bytes], sheet: bytes) -> Iterator[tuple[int, list[bytes], bytes]]:
    """Yield the rules that have one of some words: where each begins, its selectors, and its style.

    The selectors of groups, such as ``@media``, that begin with the rule are among them.
    """
    bounds = set[Range]()
    for word in words:
        at = sheet.find(word)
        while at >= 0:
            stop = sheet.find(b"}", at)
            stop = len(sheet) if stop < 0 else stop
            bounds.add((sheet.rfind(b"}", 0, at) + 1, stop))
            at = sheet.find(word, stop)
    for start, stop in sorted(bounds):
        *selectors, style = sheet[start:stop].split(b"{")
        yield start, selectors, style
