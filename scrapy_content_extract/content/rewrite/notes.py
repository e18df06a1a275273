"""Notes inside of a sentence, which a style sheet shows beside it: each becomes a paragraph behind its own.

LaTeXML writes footnotes so, and Tufte's style sheet and its followers their sidenotes.  Where the note stood,
its mark stays.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from ..kernels.scan_py import ByteScan
from ..markup import BLOCK_LEVEL
from ..page.page import Page
from .code import text_in

#: Words in the classes of notes, and the classes.
WORDS = ("ltx_note_outer", "sidenote", "marginnote", "side-note", "margin-note")
_CLASS = re.compile(rf"(?:^|\s)(?:{'|'.join(WORDS)})(?:\s|$)")
#: The elements that are notes, what their sentences stand in, and the most of them.
TAGS, HOLDERS, MOST_NOTES = ("span", "small", "cite"), frozenset({"p", "li", "dd", "td"}), 5_000
#: The most elements between a note and its paragraph, and the most texts of a mark.
MOST_STEPS, FEW = 20, 8


def may_have(page: Page, found: ByteScan | None) -> bool:
    """Tell whether a class names notes."""
    return bool(page.names_having(WORDS))


def rewrite(root: etree._Element) -> bool:
    """Move the notes of a tree behind their paragraphs, and return whether there are any."""
    notes = list(islice(filter(is_note, root.iter(*TAGS)), MOST_NOTES))
    ends: dict[etree._Element, int] = {}
    moved = [move(note, ends) for note in reversed(notes)]  # an inner one before the one around it
    return any(moved)


def is_note(element: etree._Element) -> bool:
    return _CLASS.search(element.get("class") or "") is not None


def move(note: etree._Element, ends: dict[etree._Element, int]) -> bool:
    """Move a note out of its sentence, unless it stands in none.

    ``ends`` has the places in items and cells of the first note that is moved to their end.
    """
    above = islice(note.iterancestors(), MOST_STEPS)
    around = next((e for e in above if e.tag in BLOCK_LEVEL), None)
    if around is None or around.tag not in HOLDERS or not text_in(note, FEW).strip():
        return False
    paragraph = etree.Element("p")
    paragraph.text, note.text = note.text, None
    paragraph.extend(list(note))
    drop_second_mark(paragraph)
    if around.tag == "p":
        paragraph.tail, around.tail = around.tail, None
        around.addnext(paragraph)
    else:
        around.insert(ends.setdefault(around, len(around)), paragraph)
    return True


def drop_second_mark(note: etree._Element) -> None:
    """Empty the second of two marks alike that a note begins with: LaTeXML shows one of them."""
    marks = islice(note.iter("sup", "span"), FEW)
    first = next((mark for mark in marks if text_in(mark, FEW).strip().isdecimal()), None)
    second = None if first is None else first.getnext()
    if first is None or second is None or (first.tail or "").strip():
        return
    if text_in(second, FEW).strip() == text_in(first, FEW).strip():
        second.tail, second.text = f" {second.tail or ''}", None
        del second[:]
