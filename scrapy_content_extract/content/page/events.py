"""UTF-8 → Page, straight from the parser's events, or through its tree.

lxml's parser builds a tree from libxml2's callbacks: an element begins, a text, an element ends.  They
suffice for the columns of a :class:`Page`, and save half of the time and most of the memory.
:func:`page_of_utf8` borrows the parser of the installed lxml, looked up at run time.  If its functions
are not found, and for pages that take a tree, it reads the tree; the page is the same.

:func:`find_parser` tries once, on :data:`PROBE`, whether the events of this parser agree with its tree.
"""

from __future__ import annotations

from lxml import etree

from .. import columns
from ..columns.scan_py import Look
from ..markup.elements import ATTRIBUTES, CODES, TEXT
from ..model import positions
from .attributes import attributes_of, element_marks
from .measure import is_content, measure, noscripts_of, page_with, with_noscripts
from .page import Page
from .parse import parse, prepared

#: A page with everything that events read differently from a tree.
PROBE = """<!DOCTYPE html><!-- a --><title>T &amp; <!-- t -->t</title><body id=b CLASS='x y' class=z>
<svg><title>S</title></svg><p role=main>a <b> b</b>\n<!-- c -->\n<?php d ?>e&nbsp;&hellip;&#0;&bad;<br>
<i></i> <a>f</a><a href>g<p><a href=/>h<form><input type=HiddeN name><input type=text><pre>\n i\n
<i> </i>\n\n</pre><table><p>j<tr><td>k</form></table><noscript>l<b>m</b>n</noscript><script>if (a < b)
"</b>"</script><script type=application/LD+json>{"@type": "</b>&amp;"}</script>
<textarea><b></textarea><o:p>é中\U0001f600</o:p><x-y></body></html><p class=q>r<!-- s -->"""


#: The least share of a page that the unread parts must have to be left out.
WORTH_IT = 1 / 16


def page_of_utf8(
    html: bytes, url: str | None, *, attributes: bool = False, found: Look | None = None
) -> Page:
    """Return the page that UTF-8 holds, with the attributes that HTML and metadata are made from.

    ``found`` is the result of a look at this very page.  Scripts hold no text, and few attributes are read;
    the unused ones would take a third of the time.
    """
    return page_of_events(html, url, attributes, found) or measure(
        parse(html), html=html, url=url, attributes=attributes
    )


def page_of_events(
    html: bytes, url: str | None, attributes: bool = False, found: Look | None = None
) -> Page | None:
    """Return the page that the parser's events make, or None if it takes a tree."""
    data = prepared(html)
    if data is html and found is not None:
        scripts = found.scripts
        if attributes:
            scripts = [script for script in scripts if not has_json(html, script[0])]
        data = columns.scan.cut(html, scripts, found.unread, attributes, int(WORTH_IT * len(html)))

    def read(counted: frozenset[int]) -> Page | None:
        of_page = columns.tree.read_page(data, counted, attributes)
        return None if of_page is None else page_with(of_page, None, False, html, url)

    page = read(frozenset())
    if page is None or page.seen is None:
        return None
    noscripts, chars_outside = noscripts_of(page), page.chars_before[-1]
    if noscripts and is_content(page.seen.noscript_chars, chars_outside):
        return with_noscripts(read, noscripts, chars_outside)
    return page


def has_json(html: bytes, start: int) -> bool:
    """Tell whether the script whose content begins here may hold JSON, which has metadata."""
    tag = html[html.rfind(b"<", 0, start) : start].lower()
    # A value may hold "<", or have references for letters.
    return b"json" in tag or b"&" in tag or not tag.startswith((b"<script", b"<style"))


def find_parser(path: str = etree.__file__) -> str:
    """Borrow the parser of a shared object, and return "events" or "tree", whichever pages are read from."""
    if columns.tree.borrow(path) and agrees(PROBE.encode()):
        return "events"
    columns.tree.borrow("")
    return "tree"


def agrees(html: bytes) -> bool:
    """Tell whether a page is the same by events and by its tree."""
    page, by_tree = page_of_events(html, None, attributes=True), measure(parse(html), html=html)
    return page is not None and comparable(page) == comparable(by_tree)


def comparable(page: Page) -> list[object]:
    """Return everything that is read of a page, in a form that can be compared."""
    of_class, of_id, of_role, values, roles = page.names
    names = [(values[c], values[i], roles[r]) for c, i, r in zip(of_class, of_id, of_role)]
    attributes = attributes_of(page, bytes(len(page.code)), 0, ATTRIBUTES[:-1])
    scripts = positions(page.code, CODES["script"])
    of_json = [i for i in scripts if "ld+json" in attributes.get(i, {}).get("type", "").lower()]
    return [
        page.tag, page.code, *map(list, (page.parent, page.depth, page.end, page.first, page.stop)),
        *map(list, (page.owner, page.text, page.chars, page.chars_before, page.link_chars_before)),
        page.in_link, page.gap, list(page.hidden_inputs), names, page.title, page.truncated,
        attributes, attributes_of(page, element_marks(page, of_json), 1, (TEXT,)),
    ]  # fmt: skip


#: The source of pages in UTF-8: "events" or "tree".
READING = find_parser()
