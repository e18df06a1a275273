"""Analysis → plain values for item fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .content.analysis import Analysis
from .content.model import Block, density


def text(analysis: Analysis) -> str:
    """Return the main text: a line for each paragraph."""
    return analysis.text


def title(analysis: Analysis) -> str | None:
    """Return the title of what the page is about, or None if the extractor does not look for it."""
    return analysis.title


def blocks(analysis: Analysis) -> list[dict[str, Any]]:
    """Return the blocks of the page."""
    return [block_values(block) for block in analysis.blocks]


def link_density(analysis: Analysis) -> dict[str, Any]:
    """Return the diagnostics, which show why a page came out as it did."""
    return {
        key: round(value, 4) if isinstance(value, float) else value
        for key, value in analysis.diagnostics.items()
    }


def block_values(block: Block) -> dict[str, Any]:
    """Return a block as a dict."""
    _, text, title, kind, depth, chars, link_chars, main, parent = block
    return {
        "text": text,
        "title": title,
        "kind": kind,
        "depth": depth,
        "chars": chars,
        "link_chars": link_chars,
        "link_density": round(density(link_chars, chars), 4),
        "main": main,
        "parent": None if parent < 0 else parent,
    }


#: Everything that can be written to item fields.  Each item gets values of its own, so changing one
#: item changes no other.
RESULTS: dict[str, Callable[[Analysis], Any]] = {
    "text": text,
    "title": title,
    "blocks": blocks,
    "link_density": link_density,
}
