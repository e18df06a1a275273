"""Pages whose tree is rewritten before it is read: everything after sees ordinary elements and texts.

Most pages have nothing to rewrite.  They are told by a cheap test of the page as it was read, and stay
exactly as they are.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

from lxml import etree

from ..kernels.scan_py import ByteScan
from ..markup import CONTROL_CHARACTERS
from ..page.page import Page
from ..page.parse import Parsed, parse
from ..page.read import measure
from . import code, formulas, notes

#: The most bytes of a page that is rewritten: reading a tree holds up all other threads.
MOST_BYTES = 5_000_000

#: Control characters and the like: they can be read, not written.
_ILLEGAL = re.compile(b"[" + re.escape(CONTROL_CHARACTERS) + rb"]|\xef\xbf[\xbe\xbf]")
#: The parser that the elements of a copy belong to.
PARSER = etree.HTMLParser()

logger = logging.getLogger(__name__)


class Rewriter(NamedTuple):
    """A way to rewrite trees."""

    #: whether a page may have something to rewrite; the look is None for a page without bytes
    may_apply: Callable[[Page, ByteScan | None], bool]
    #: changes a tree, and returns whether it has
    apply: Callable[[etree._Element], bool]


REWRITERS = (
    Rewriter(notes.may_have, notes.rewrite),
    Rewriter(formulas.may_have, formulas.rewrite),
    Rewriter(code.may_have, code.rewrite),
)


def rewritten(page: Page, found: ByteScan | None = None) -> Page:
    """Return a page as the rewriters leave it: the page itself if there is nothing to rewrite.

    ``found`` is the look at the bytes of the page, if there is one.  A page that has a tree is rewritten in
    a copy of it.  If a rewriter fails, the page stays as it is.  A rewriter must not multiply the elements of
    a page.
    """
    if len(page.html) > MOST_BYTES:
        return page
    try:
        rewriters = [rewriter for rewriter in REWRITERS if rewriter.may_apply(page, found)]
        if not rewriters:
            return page
        root = tree_to_change(page)
        changes = [rewriter.apply(root) for rewriter in rewriters]
    except Exception:
        logger.warning("A page is read as it stands: it could not be rewritten", exc_info=True)
        return page
    return measured_again(page, root) if any(changes) else page


def tree_to_change(page: Page) -> etree._Element:
    """Return a tree to rewrite: a copy, or a new one without the characters that lxml takes for no text."""
    html = page.html or source_of(page.root)
    html = html.encode("utf-8", "replace") if isinstance(html, str) else html
    if page.tree is not None and not _ILLEGAL.search(html):
        return copy_of(page.tree)
    return parse(_ILLEGAL.sub(b" ", html)).root


def copy_of(tree: etree._Element) -> etree._Element:
    """Return a copy of plain elements: lxml looks up the classes of ``lxml.html`` in Python, each time."""
    attributes = {str(name): str(value) for name, value in tree.items()}
    root: etree._Element = PARSER.makeelement(tree.tag, attributes)
    root.text = tree.text
    root.extend(list(deepcopy(tree)))
    return root


def measured_again(page: Page, root: etree._Element) -> Page:
    """Return the page of a changed copy of its tree."""
    attributes = page.seen is not None and page.seen.attributes is not None
    return measure(Parsed(root, page.truncated), html=source_of(root), url=page.url, attributes=attributes)


def source_of(root: etree._Element) -> bytes:
    """Return a tree as a page in UTF-8."""
    # Its own parse may differ slightly, so it is only for the methods that read the mark-up itself.
    source: str = etree.tostring(root, method="html", encoding="unicode", with_tail=False)
    return source.encode("utf-8", "replace")
