"""UTF-8 or a tree → Page, in one pass that counts everything once.

lxml's parser builds a tree from libxml2's callbacks: an element begins, a text, an element ends.  They
suffice for the columns of a :class:`Page`, and save half of the time and most of the memory.
:func:`page_of_utf8` borrows the parser of the installed lxml, looked up at the first page.  If its functions
are not found, and for pages that take a tree, :func:`measure` reads the tree; the page is the same.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from lxml import etree

from .. import core
from ..core.scan_py import ByteScan
from ..markup import ATTRIBUTES, CODES, TEXT
from ..model import positions
from .attributes import attributes_of, element_marks
from .breaks import with_breaks
from .page import Page
from .parse import Parsed, parse, without_unread


def page_of_utf8(html: bytes, url: str | None, *, attributes: int = 0, found: ByteScan | None = None) -> Page:
    """Return the page that UTF-8 holds; with ``attributes``, those that HTML and metadata are made from.

    These are :data:`.markup.ALL`, or those for metadata alone.  ``found`` is the scan of this very page.
    Scripts hold no text, and few attributes are read; the unused ones would take a third of the time.
    """
    page = page_of_events(html, url, attributes, found) if reading() == "events" else None
    return page or measure(parse(html), html=html, url=url, attributes=attributes, found=found)


def page_of_events(
    html: bytes, url: str | None, attributes: int = 0, found: ByteScan | None = None
) -> Page | None:
    """Return the page that the parser's events make, or None if it takes a tree."""
    columns = core.tree.read_page(without_unread(html, found, attributes), attributes)
    return None if columns is None else page_with(columns, found, None, False, html, url)


def measure(
    tree: Parsed | etree._Element,
    *,
    html: bytes | str = b"",
    url: str | None = None,
    attributes: int = 0,
    found: ByteScan | None = None,
) -> Page:
    """Return the page that a tree holds, in linear time.

    ``tree`` is the result of :func:`.parse.parse` or any lxml element, and is not changed.  ``html`` is the
    page it was parsed from, for the methods that read the mark-up, and ``found`` the scan of it.  With
    ``attributes``, the pass also reads the ones for HTML and metadata, which need a pass of their own
    otherwise.
    """
    root, truncated = tree if isinstance(tree, Parsed) else (tree, False)
    return page_with(core.tree.read_tree(root, attributes), found, root, truncated, html, url)


def measured_again(page: Page, root: etree._Element) -> Page:
    """Return the page of a changed copy of its tree."""
    attributes = 0 if page.seen is None else page.seen.keeps
    return measure(Parsed(root, page.truncated), url=page.url, attributes=attributes)


def page_with(read: tuple[Any, ...], found: ByteScan | None, *fields: Any) -> Page:
    """Return the page that was read; ``fields`` are the fields of a Page after the columns."""
    columns, seen = read
    values: tuple[Any, ...] = (*columns, *fields, seen, found)
    return with_breaks(Page(*values))


# The borrowed parser

#: A page with everything that events read differently from a tree.
PROBE = """<!DOCTYPE html><!-- a --><title>T &amp; <!-- t -->t</title><body id=b CLASS='x y' class=z>
<svg><title>S</title></svg><p role=main>a <b> b</b>\n<!-- c -->\n<?php d ?>e&nbsp;&hellip;&#0;&bad;<br>
<i></i> <a>f</a><a href>g<p><a href=/>h<form><input type=HiddeN name><input type=text><pre>\n i\n
<i> </i>\n\n</pre><table><p>j<tr><td>k</form></table><noscript>l<b>m</b>n</noscript><script>if (a < b)
"</b>"</script><script type=application/LD+json>{"@type": "</b>&amp;"}</script>
<textarea><b></textarea><o:p>é中\U0001f600</o:p><x-y></body></html><p class=q>r<!-- s -->"""


def reading() -> str:
    """Return the source of pages in UTF-8: "events" or "tree"."""
    return reading_with(core.BACKEND)


@lru_cache(maxsize=2)
def reading_with(backend: str) -> str:
    # lxml logs the errors of a page by thread, and the log of this one may be the user's.
    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(find_parser).result()
    except RuntimeError:  # as in WebAssembly, which has no threads
        return find_parser()


def find_parser(path: str = etree.__file__) -> str:
    """Borrow the parser of a shared object if its events agree with its tree on :data:`PROBE`.

    Returns what pages are read from: "events" or "tree".  Threads that look at the same time find the same.
    """
    if core.tree.borrow(path) and agrees(PROBE.encode()):
        return "events"
    core.tree.borrow("")
    return "tree"


def agrees(html: bytes) -> bool:
    """Tell whether a page is the same by events and by its tree."""
    page, by_tree = page_of_events(html, None, attributes=True), measure(parse(html), html=html)
    return page is not None and comparable(page) == comparable(by_tree)


def comparable(page: Page) -> list[object]:
    """Return everything that is read of a page, in a form that can be compared."""
    of, values, roles = page.names, page.names.values, page.names.roles
    names = [(values[c], values[i], roles[r]) for c, i, r in zip(of.of_class, of.of_id, of.of_role)]
    attributes = attributes_of(page, bytes(len(page.code)), 0, ATTRIBUTES[:-1])
    scripts = positions(page.code, CODES["script"])
    of_json = [i for i in scripts if "ld+json" in attributes.get(i, {}).get("type", "").lower()]
    return [
        page.tag, page.code, *map(list, (page.parent, page.depth, page.end, page.first, page.stop)),
        *map(list, (page.owner, page.text, page.chars, page.chars_before, page.link_chars_before)),
        page.in_link, page.gap, page.hidden_inputs, names, page.title, page.truncated,
        attributes, attributes_of(page, element_marks(page, of_json), 1, (TEXT,)),
    ]  # fmt: skip
