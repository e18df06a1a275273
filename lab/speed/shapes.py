"""Pages of any size, in shapes that expose quadratic time and large memory."""

from __future__ import annotations

from collections.abc import Callable

SENTENCE = "It is the small words of a language that make prose of its names, and a page has many. "

#: The parser gives up at a depth of 2,048 elements.
DEPTH = 2_000


def deep_nesting(size: int) -> str:
    """Towers of elements, as deep as the parser allows."""
    tower = "<div>" * (DEPTH - 2) + SENTENCE + "</div>" * (DEPTH - 2)
    return page(tower * (size // len(tower) + 1))


def many_siblings(size: int) -> str:
    """Paragraphs that are children of one element."""
    paragraph = f"<p>{SENTENCE}</p>"
    return page(paragraph * (size // len(paragraph) + 1))


def one_huge_text(size: int) -> str:
    """A single text node."""
    return page(f"<p>{SENTENCE * (size // len(SENTENCE) + 1)}</p>")


def many_links(size: int) -> str:
    """An endless menu."""
    link = '<li><a href="/page/{0:08}">The page {0:08}</a></li>'
    return page("".join(link.format(n) for n in range(size // len(link.format(0)) + 1)))


def many_cells(size: int) -> str:
    """A table of short numbers: few pages have more elements and paragraphs for their length."""
    row = "<tr><td>12<td>34"
    return page(f"<table>{row * (size // len(row) + 1)}</table>")


def page(body: str) -> str:
    return f"<html><head><title>A page</title></head><body>{body}</body></html>"


#: By name a function of the size in characters; the page is slightly longer.
SHAPES: dict[str, Callable[[int], str]] = {
    "deep nesting": deep_nesting,
    "many siblings": many_siblings,
    "one huge text": one_huge_text,
    "many links": many_links,
    "many cells": many_cells,
}
