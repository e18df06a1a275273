"""Formulas as texts of their own."""

from __future__ import annotations

from lxml import etree

from ..columns.scan_py import Look
from .page import Page


def may_have(page: Page, found: Look | None) -> bool:
    """Tell whether a page may have formulas."""
    return False


def rewrite(root: etree._Element) -> bool:
    """Replace the formulas of a tree, and return whether there are any."""
    return False
