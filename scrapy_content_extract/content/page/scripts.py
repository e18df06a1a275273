"""What stands higher or lower than the text before it: exponents, indexes, the marks of footnotes.

:mod:`.powers` tells them apart; :mod:`.notation` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..markup.elements import CODES, JOINED, SPACE
from ..model import positions
from .powers import LETTER, POWERS, PRICES, ROWS, SIGN, Row

#: A :class:`.page.Page`, which imports this module.
Page = Any

SCRIPTS = {"sup": "^", "sub": "_"}
#: The words in a class for a link to a footnote, and its role: many stand higher by a style sheet alone.
NOTE_LINKS, NOTE_ROLE = ("footnote", "noteref"), "doc-noteref"

#: The most characters, texts and elements of an exponent; the characters that are read before and behind it.
LONGEST, MOST_TEXTS, MOST_ELEMENTS, BEFORE, BEHIND = 20, 8, 32, 40, 8

#: An exponent that needs no brackets.
_SIMPLE = re.compile(rf"{SIGN}?\w+(?:\.\d+)?{SIGN}?")
#: What a number follows as the mark of a footnote.
_REMARKED = re.compile(rf"[.,;:!?”’»]$|{LETTER}{{4}}$")

#: A number that would go on with the number of a footnote, and the numbers of footnotes.
_NUMBERED = re.compile(r"\d[.,]?$")
_NOTES = re.compile(r"\d{1,3}(?:[,;–-] ?\d{1,3})*")
#: What stands higher behind a number and is no mark: the cents of ``4.99``, the numerator of ``5 1/2``.
_CENTS, _SLASH = re.compile(r"[.,]\d\d"), ("/", "⁄")


class Mark(NamedTuple):
    """What is written right before and after the words of a text."""

    text: int
    before: str
    after: str


class Script(NamedTuple):
    """A text that stands higher or lower than the text before it."""

    tag: str
    #: its texts are ``range(first, stop)``
    first: int
    stop: int
    #: what stands before it, and all of it
    base: str
    content: str
    #: what stands behind it, at the beginning
    after: str
    #: whether it can only be the mark of a footnote, for it is a link or an anchor, or where it stands
    is_note: bool
    #: whether it stands in another one, and whether one stands in it, behind ``content``
    is_inner: bool = False
    holds_another: bool = False


def script_marks(page: Page, strings: list[str], *, in_html: bool = False) -> Iterator[Mark]:
    """Yield the marks of exponents, indexes and footnotes.

    With ``in_html`` only where HTML has no tags for them: in preformatted text, and in one another.
    """
    scripts = list(scripts_of(page, strings))
    has_footnotes = any(
        script.tag == "sup"
        and script.content.isdecimal()
        and not script.is_note
        and _REMARKED.search(script.base)
        and not fits(script, POWERS, has_footnotes=True)
        for script in scripts
    )
    begins = {script.first for script in scripts}
    for script in scripts:
        if in_html and not (script.is_inner or script.first in page.preformatted):
            continue
        if script.is_note:  # so are all links
            yield from note_marks(script)
        elif is_fraction(page, strings, script) or (script.tag == "sup" and fits(script, PRICES)):
            yield Mark(script.first, " ", "")
        elif fits(script, ROWS[script.tag], has_footnotes):
            has_brackets = needs_brackets(page, strings, script, begins)
            yield Mark(script.first, SCRIPTS[script.tag] + "(" * has_brackets, "")
            if has_brackets:
                yield Mark(script.stop - 1, "", ")")
        elif not (_CENTS.fullmatch(script.base[-1:] + script.content) or script.after.startswith(_SLASH)):
            yield from note_marks(script)


def note_marks(script: Script) -> Iterator[Mark]:
    """Yield the brackets around the marks of footnotes that stand behind a number, or before one."""
    is_beside = _NUMBERED.search(script.base) or script.after[:1].isdecimal()
    if script.tag != "sub" and is_beside and _NOTES.fullmatch(script.content):
        yield Mark(script.first, "[", "")
        yield Mark(script.stop - 1, "", "]")


def scripts_of(page: Page, strings: list[str]) -> Iterator[Script]:
    """Yield what stands higher or lower right behind a text, an outer one before those in it."""
    last: Script | None = None
    outer: list[Script] = []
    found = sorted({*page.elements(SCRIPTS), *note_links(page)})
    for i, following in zip(found, [*found[1:], len(page.code)]):
        first, stop = page.first[i], page.stop[i]
        while outer and outer[-1].stop <= first:
            last = outer.pop()
        if (outer and first == outer[-1].first) or not is_short(page, i):
            continue
        tag, behind = page.tags[page.tag_number[i]], after(page, strings, stop)
        inner = page.first[following] if following < page.end[i] else stop
        holds_another = first < inner < stop
        content = "".join(strings[first : inner if holds_another else stop]).strip()
        if not 0 < len(content) <= LONGEST:
            continue
        if not is_behind_text(page, strings, first):
            if tag != "sub" and is_before_number(page, stop, behind):
                yield Script(tag, first, stop, "", content, behind, is_note=True)
            continue
        # a second one that is as high is no power of the first
        is_note = is_linked(page, i) or (last is not None and last.stop == first and last.tag == tag == "sup")
        if outer:
            base = "".join(strings[outer[-1].first : first])
        elif last and last.stop == first and not is_note:  # x_i^2: both have the base x
            base = last.base
        else:
            base = before(page, strings, first)
        outer.append(Script(tag, first, stop, base, content, behind, is_note, bool(outer), holds_another))
        yield outer[-1]


def note_links(page: Page) -> Iterator[int]:
    """Yield the links whose class or role says that they are marks of footnotes."""
    names = page.names
    classes = page.names_having(NOTE_LINKS)
    role = names.roles.index(NOTE_ROLE) if NOTE_ROLE in names.roles else -1
    if classes or role >= 0:
        for i in positions(page.code, CODES["a"]):
            if names.of_class[i] in classes or names.of_role[i] == role:
                yield i


def is_short(page: Page, i: int) -> bool:
    """Tell whether an element has few texts, all on one line."""
    first, stop = page.first[i], page.stop[i]
    return (
        first < stop <= first + MOST_TEXTS
        and page.end[i] - i <= MOST_ELEMENTS
        and all(gap == JOINED for gap in page.gap[first + 1 : stop])
    )


def is_behind_text(page: Page, strings: list[str], k: int) -> bool:
    """Tell whether a text joins the text before it."""
    return k > 0 and page.gap[k] == JOINED and not strings[k - 1][-1].isspace()


def is_before_number(page: Page, k: int, behind: str) -> bool:
    """Tell whether what ends before a text is glued to a number; a low one is that of an element."""
    return behind[:1].isdecimal() and page.tags[page.tag_number[page.owner[k]]] not in SCRIPTS


def is_linked(page: Page, i: int) -> bool:
    """Tell whether an element behind a text holds a link, or begins with the link that holds it."""
    first = page.first[i]
    begins: bool = page.in_link[first] > page.in_link[first - 1]
    return begins or page.code.find(CODES["a"], i, page.end[i]) >= 0


def before(page: Page, strings: list[str], k: int) -> str:
    """Return the characters before a text on its line, as many as are read.

    >>> from scrapy_content_extract.content import page_of
    >>> before(page_of("<p>2 (<i>a</i> +<b>b)</b>"), ["2 (", "a", " +", "b)"], 4)
    '2 (a +b)'
    """
    found = ""
    for j in range(k - 1, max(k - 1 - MOST_TEXTS, -1), -1):
        found = strings[j][-BEFORE:] + found
        if len(found) >= BEFORE or page.gap[j] > SPACE:
            break
        found = " " + found if page.gap[j] == SPACE else found
    return found[-BEFORE:]


def after(page: Page, strings: list[str], k: int) -> str:
    """Return some characters behind a text on its line.

    >>> from scrapy_content_extract.content import page_of
    >>> after(page_of("<p><i>a</i> <b>b</b>"), ["a", "b"], 1)
    ' b'
    """
    if k == len(strings) or page.gap[k] > SPACE:
        return ""
    return (" " if page.gap[k] == SPACE else "") + strings[k][:BEHIND]


def is_fraction(page: Page, strings: list[str], script: Script) -> bool:
    """Tell whether a numerator follows a whole number, as in ``1<sup>1</sup>/<sub>2</sub>``."""
    slash = script.stop
    return (
        script.tag == "sup"
        and script.base[-1].isdecimal()
        and script.content.isdecimal()
        and slash + 1 < len(strings)
        and strings[slash].strip() in _SLASH
        and page.tags[page.tag_number[page.owner[slash + 1]]] == "sub"
    )


def fits(script: Script, rows: tuple[Row, ...], has_footnotes: bool = False) -> bool:
    """Tell whether a row of a table describes what stands higher or lower."""
    return any(
        not (case.is_doubtful and has_footnotes)
        and case.script.fullmatch(script.content) is not None
        and case.base.search(script.base) is not None
        and case.after.match(script.after) is not None
        for case in rows
    )


def needs_brackets(page: Page, strings: list[str], script: Script, begins: set[int]) -> bool:
    """Tell whether nobody could see where an exponent ends: ``x^(n+1)``, ``e^(x)y``."""
    if script.holds_another or not _SIMPLE.fullmatch(script.content):
        return True
    k, last = script.stop, script.content[-1]
    if k == len(strings) or page.gap[k] != JOINED or k in begins:
        return False
    following = strings[k][0]
    if following.isdecimal():
        return not last.isalpha()
    return following.isalpha() and not last.isdecimal()
