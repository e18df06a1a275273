"""Notes inside a sentence, which a style sheet shows beside it: each becomes a paragraph behind its own.

LaTeXML writes footnotes so, and Tufte's style sheet and its followers their sidenotes.  Where the note stood,
its mark stays.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from ..core.hints import WORDS
from ..markup import BLOCK_LEVEL
from ..page.page import Page
from .code import classes_of, elements_of, text_in

#: The classes of notes.
_CLASS = re.compile(rf"(?:^|\s)(?:{'|'.join(WORDS['note'])})(?:\s|$)")
#: The elements that are notes, and what their sentences stand in.
TAGS, HOLDERS = ("span", "small", "cite"), frozenset({"p", "li", "dd", "td"})
#: The most notes of a page that move, elements between a note and its paragraph, and texts of a mark.
MOST_NOTES, MOST_STEPS, MARK_TEXTS = 5_000, 20, 8


def rewrite(page: Page, nodes: list[etree._Element]) -> bool:
    """Move the notes of a tree behind their paragraphs, and return whether there are any."""
    named = [nodes[i] for i in elements_of(page, classes_of(page, "note", _CLASS))]
    ends: dict[etree._Element, etree._Element] = {}
    inner_first = reversed([note for note in named if note.tag in TAGS][:MOST_NOTES])
    are_moved = [move(note, ends) for note in inner_first]
    return any(are_moved)


def move(note: etree._Element, ends: dict[etree._Element, etree._Element]) -> bool:
    """Move a note out of its sentence, unless it stands in none.

    ``ends`` has the first of the notes that stand at the end of an item or a cell.
    """
    above = islice(note.iterancestors(), MOST_STEPS)
    around = next((e for e in above if e.tag in BLOCK_LEVEL), None)
    if around is None or around.tag not in HOLDERS or not text_in(note, MARK_TEXTS).strip():
        return False
    paragraph = etree.Element("p")
    paragraph.text, note.text = note.text, None
    paragraph.extend(list(note))
    drop_second_mark(paragraph)
    if around.tag == "p":
        paragraph.tail, around.tail = around.tail, None
        around.addnext(paragraph)
    else:
        if around in ends:  # no place by its number: lxml would count all before it
            ends[around].addprevious(paragraph)
        else:
            around.append(paragraph)
        ends[around] = paragraph
    return True


def drop_second_mark(note: etree._Element) -> None:
    """Empty the second of two marks alike that a note begins with: LaTeXML shows one of them."""
    marks = islice(note.iter("sup", "span"), MARK_TEXTS)
    first = next((mark for mark in marks if text_in(mark, MARK_TEXTS).strip().isdecimal()), None)
    second = None if first is None else first.getnext()
    if first is None or second is None or (first.tail or "").strip():
        return
    if text_in(second, MARK_TEXTS).strip() == text_in(first, MARK_TEXTS).strip():
        second.tail, second.text = f" {second.tail or ''}", None
        del second[:]
