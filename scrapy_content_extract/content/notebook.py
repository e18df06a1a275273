"""Results → HTML for notebooks: numbers in a table, main text tinted.

It does not import the results' classes, because they import this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lxml import html
from lxml.builder import E

from .markup import legal

#: The most blocks that are shown, and the most characters of each: a cell of a notebook stays readable.
MOST_BLOCKS, BLOCK_CHARS = 200, 2000
#: The green of main text; the notebook colours text and ground, light or dark.
TINT = "background: rgba(34, 160, 70, {:.2f}); padding: 2px 8px; margin: 2px 0"


def of_result(result: Any) -> str:
    """Return the main text below its numbers; a paragraph with more links has less tint."""
    blocks = result.paragraphs
    chars, link_chars = (sum(column) for column in zip((0, 0), *((b.chars, b.link_chars) for b in blocks)))
    numbers = {
        "title": result.title or "–",
        "paragraphs": f"{len(blocks):,}",
        "characters": f"{chars:,}",
        "in links": f"{link_chars / max(chars, 1):.0%}",
        "confidence": "–" if result.confidence is None else f"{result.confidence:.2f}",
    }
    texts = [
        E.p(shown(block), dir="auto", style=TINT.format(0.25 * (1 - block.link_density)))
        for block in blocks[:MOST_BLOCKS]
    ]
    return written([table(tuple(numbers), [tuple(numbers.values())]), *texts, *more(blocks)])


def of_segmentation(segmentation: Any) -> str:
    """Return a row for each block; main text is tinted."""
    rows = []
    for number, block in enumerate(segmentation.blocks[:MOST_BLOCKS], 1):
        style = TINT.format(0.25 if block.main else 0)
        text = E.div(shown(block), dir="auto", style=f"{style}; text-align: start; white-space: pre-line")
        rows.append((f"{number}", block.kind, f"{block.chars:,}", f"{block.link_density:.0%}", text))
    heads = ("block", "kind", "characters", "in links", "text")
    return written([table(heads, rows), *more(segmentation.blocks)])


def shown(block: Any) -> str:
    """Return the text of a block, or its beginning."""
    text = legal(block.text)
    return text if len(text) <= BLOCK_CHARS else f"{text[:BLOCK_CHARS]}…"


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> Any:
    return E.table(
        E.thead(E.tr(*(E.th(head) for head in heads))),
        E.tbody(*(E.tr(*(E.td(legal(c) if isinstance(c, str) else c) for c in row)) for row in rows)),
    )


def more(blocks: Sequence[Any]) -> list[Any]:
    """Return the line that says how many blocks are not shown."""
    left = len(blocks) - MOST_BLOCKS
    return [E.p(f"… and {left:,} more")] if left > 0 else []


def written(parts: Iterable[Any]) -> str:
    return str(html.tostring(E.div(*parts), encoding="unicode"))
