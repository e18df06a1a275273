"""A user's rule for pages: selectors of the elements with the main text, and of those to drop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lxml import etree

from ..model import runs
from ..page.choice import Choice
from ..page.elements import texts_of
from ..page.page import Page
from ..page.ranges import text_marks
from ..page.read import measured_again
from ..page.tables import rows_of
from ..rewrite import tree_to_change

#: The beginnings of an XPath; any other selector is CSS.
XPATH = ("/", "./", "(")


def is_selector(given: Any) -> bool:
    """Tell whether a selector can be read and selects elements; an empty one selects nothing."""
    try:
        elements_at(given, etree.Element("html"))
        return given.startswith(XPATH) or "::" not in given
    except Exception:  # each reader of selectors has its own
        return False


def elements_at(selector: str, root: etree._Element) -> set[Any]:
    """Return what a selector finds in a tree."""
    from parsel import Selector  # it takes time to import, and few pages need it

    tree = Selector(root=root, type="html")
    found = tree.xpath(selector) if selector.startswith(XPATH) else tree.css(selector or ":not(*)")
    return {one.root for one in found}


def found_in(selector: str, root: etree._Element) -> set[Any]:
    try:
        return elements_at(selector, root)
    except Exception:  # a regular expression in an XPath, for one, is read when there is an element
        return set()


def selected(page: Page, selector: str) -> Choice | None:
    """Return the choice of the texts that a selector finds, or None if there are none."""
    wanted = found_in(selector, page.root)
    elements = [i for i, node in enumerate(page.nodes) if node in wanted]
    found = tuple(runs(text_marks(page, [texts_of(page, i) for i in elements])))
    return Choice(page, found, rows=rows_of(page), rule="found") if found else None


def without(page: Page, selector: str) -> Page:
    """Return a page without the elements that a selector finds, as if they had never been there."""
    root = tree_to_change(page)
    found = found_in(selector, root)
    dropped = [node for node in root.iterdescendants(etree.Element) if node in found]
    for node in dropped:
        node.tag = "content-extract-dropped"  # lxml removes elements by their tags
    etree.strip_elements(root, "content-extract-dropped", with_tail=False)
    cut = measured_again(page, root) if dropped else page
    return replace(cut, http_status=page.http_status, address=page.address)
