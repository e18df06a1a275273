"""Pages whose tree is rewritten before it is read: everything after sees ordinary elements and texts.

Most pages have nothing to rewrite: their signs (:data:`.core.hints.SAYS`) say so, or a closer look at the
page as it was read.  They stay exactly as they are.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import NamedTuple

from lxml import etree

from ..core.hints import SAYS
from ..markup import CONTROL_CHARACTERS
from ..page.page import Page
from ..page.parse import parse
from ..page.read import measured_again
from . import code, formulas, notes, shown

#: The bytes of the largest page that is rewritten: reading a tree holds up all other threads.
MOST_BYTES = 5_000_000

#: Control characters and the like, and references to them: they can be read, not written.
_NO_CONTROLS = bytes(byte if byte not in CONTROL_CHARACTERS else ord(" ") for byte in range(256))
_NO_CHARACTER = re.compile(rb"\xef\xbf[\xbe\xbf]")
_REFERENCE = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01]|6553[45])(?!\d)|[xX]0*(?:[0-8bBcCeEfF]|1\w|[fF]{3}[eEfF])(?![\da-fA-F]));?"
)
#: The parser that the elements of a copy belong to.
PARSER = etree.HTMLParser()

logger = logging.getLogger(__name__)


class Rewriter(NamedTuple):
    """A way to rewrite trees; it must not multiply the elements of a page."""

    #: the signs of a page that may have something to rewrite, bits of :data:`.core.hints.SAYS`
    sign: int
    #: changes the tree of a page, whose nodes are given in page order, and returns whether it has
    apply: Callable[[Page, list[etree._Element]], bool]
    #: a closer look at such a page: a tree costs a parse
    may_apply: Callable[[Page], bool] = lambda page: True


SHOWN = Rewriter(SAYS["anything"], shown.rewrite, shown.may_have)
#: They look into what the first one shows.
REWRITERS = (
    Rewriter(SAYS["note"], notes.rewrite),
    Rewriter(
        SAYS["math tag"] | SAYS["formula"] | SAYS["tex tag"] | SAYS["tex text"],
        formulas.rewrite,
        formulas.may_have,
    ),
    Rewriter(
        SAYS["program tag"] | SAYS["code"] | SAYS["line number"] | SAYS["listing"],
        code.rewrite,
        code.may_have,
    ),
)


def rewritten(page: Page) -> Page:
    """Return a page as all rewriters leave it: the page itself if there is nothing to rewrite."""
    return rewritten_by(REWRITERS, rewritten_by([SHOWN], page))


def rewritten_by(those: Iterable[Rewriter], page: Page) -> Page:
    """Return a page as some rewriters leave it.

    A page that has a tree is rewritten in a copy of it.  If a rewriter fails, the page stays as it is.
    """
    if len(page.html) > MOST_BYTES:
        return page
    try:
        rewriters = [row for row in those if page.signs & row.sign and row.may_apply(page)]
        if not rewriters:
            return page
        root = tree_to_change(page)
        nodes = list(root.iter())
        changes = [rewriter.apply(page, nodes) for rewriter in rewriters]
    except Exception:
        logger.warning("A page is read as it stands: it could not be rewritten", exc_info=True)
        return page
    return measured_again(page, root) if any(changes) else page


def tree_to_change(page: Page) -> etree._Element:
    """Return a tree to rewrite: a copy, or a new one without the characters that lxml takes for no text."""
    html = page.mark_up
    legal = html.translate(_NO_CONTROLS)
    for illegal in (_NO_CHARACTER, _REFERENCE):  # each begins with letters that are found fast
        legal = illegal.sub(b" ", legal)
    if page.tree is None or legal != html:
        return parse(legal).root
    # A copy of the root would have its class: lxml looks up the classes of lxml.html in Python, each time.
    attributes = {str(name): str(value) for name, value in page.tree.items()}
    root: etree._Element = PARSER.makeelement(page.tree.tag, attributes)
    root.text = page.tree.text
    root.extend(list(deepcopy(page.tree)))
    return root
