"""Elements without text whose content is shown nevertheless; they become ``<slot>``, which has no box either.

A ``<template shadowrootmode>`` is shown in its parent, the host, whose children stay behind it.  Other
templates are inert: https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode

A ``<noscript>`` is shown if it holds the content of the page.
"""

from __future__ import annotations

from typing import cast

from lxml import etree

from ..page.page import Page

#: The attribute of a shadow root, and its values.
MODE, MODES = "shadowrootmode", ("open", "closed")
#: ``<noscript>`` counts as text when it holds more characters than this ...
NOSCRIPT_CHARS = 300
#: ... and a greater share of the page's text, its own included, than this: forum software
#: puts whole threads there, others a notice or a tracking pixel.
NOSCRIPT_SHARE = 0.45
#: The texts in an element, but for scripts.
_TEXTS = etree.XPath("descendant::text()[not(parent::script or parent::style)]")


def may_have(page: Page) -> bool:
    """Tell whether a page may have such elements."""
    if "template" in page.tags and MODE.encode() in page.mark_up:
        return True
    return "noscript" in page.tags and (page.seen is None or is_content(page.seen.most_noscript_chars, page))


def is_content(chars: int, page: Page) -> bool:
    """Tell whether a ``<noscript>`` of ``chars`` characters holds the content of a page."""
    return chars > NOSCRIPT_CHARS and chars > NOSCRIPT_SHARE * (chars + page.chars_before[-1])


def rewrite(page: Page, nodes: list[etree._Element]) -> bool:
    """Show these elements, and return whether there are some; a host has one shadow root, the first."""
    shown, hosts, done = list[etree._Element](), set[int](), 0
    for i, node in enumerate(nodes):
        above = page.parent[i]
        if node.tag == "template" and above not in hosts and node.get(MODE, "").lower() in MODES:
            hosts.add(above)
            shown.append(node)
        elif node.tag == "noscript" and i >= done:  # one in another is a part of it
            done, texts = page.end[i], cast("list[str]", _TEXTS(node))
            if is_content(len("".join("".join(texts).split())), page):
                shown += node.iter("noscript")
    for node in shown:
        node.tag = "slot"
    return bool(shown)
