"""Draw the front page's picture: ``python docs/front.py``.

``front.svg`` shows a page of the example project beside the item it becomes: each block is
outlined in the colour of its kind, and the main text is tinted.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from textwrap import wrap

from scrapy_content_extract import Block, extract, segment

HERE = Path(__file__).parent
PAGE = HERE.parent / "example_project" / "site" / "en" / "news.html"

#: The outline of each kind of block.
OUTLINES = {
    "title": "#c98a00",
    "links": "#4a7fc1",
    "form": "#c0506a",
    "table": "#7a63b8",
    "media": "#2f9488",
    "text": "#4f9a3c",
    "mixed": "#888888",
}
TINT, LINK, GREY = "#dcefd0", "#2a5db0", "#666666"
WIDTH, LABELS, GUTTER, ITEM_WIDTH = 760, 46, 34, 250
LINE, CHARS, ITEM_CHARS, MOST_LINES = 14, 66, 36, 2


def text(x: int, y: int, words: str, style: str = "") -> str:
    """Return a line of text whose baseline begins at x, y."""
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def rectangle(x: int, y: int, width: int, height: int, fill: str, stroke: str = "none") -> str:
    size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect {size} rx="3" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def shorten(words: str, chars: int, most: int) -> list[str]:
    """Return the first lines of a text, with an ellipsis where more would follow.

    >>> shorten("one two three", 7, 1)
    ['one …']
    """
    lines = wrap(words.replace("\n", " "), chars)
    return lines if len(lines) <= most else wrap(words, chars, max_lines=most, placeholder=" …")


def svg(height: int, parts: list[str]) -> str:
    """Return a picture; its background is white, for dark themes."""
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    return "\n".join([head, rectangle(0, 0, WIDTH, height, "white"), *parts, "</svg>\n"])


def front(html: bytes) -> str:
    """Return the picture of a page and of the item it becomes."""
    chosen = {k for start, stop in extract(html).ranges for k in range(start, stop)}
    paragraphs = segment(html, segmenter="flat").blocks
    width = WIDTH - LABELS - GUTTER - ITEM_WIDTH - 8
    parts: list[str] = []
    y = 28
    for block in segment(html).blocks:
        (begin, end), *_ = block.ranges
        inside = [p for p in paragraphs if begin <= p.ranges[0][0] < end]
        lines: list[str] = []
        top = y
        y += 4
        for is_main, group in grouped(inside, chosen):
            drawn = [line for paragraph in group for line in paragraph_lines(paragraph)]
            if is_main:
                lines.append(rectangle(LABELS + 3, y, width - 6, LINE * len(drawn) + 2, TINT))
            lines += [text(LABELS + 8, y + LINE * (n + 1) - 3, *line) for n, line in enumerate(drawn)]
            y += LINE * len(drawn) + 2
        parts.append(rectangle(LABELS, top, width, y + 3 - top, "none", OUTLINES[block.kind]))
        label = f'text-anchor="end" font-style="italic" fill="{OUTLINES[block.kind]}"'
        parts += [text(LABELS - 6, top + 15, block.kind, label), *lines]
        y += 9
    parts.append(text(LABELS, 16, "the page: blocks, main text tinted", 'font-weight="bold"'))
    x = WIDTH - ITEM_WIDTH - 4
    return svg(y, [*parts, arrow(x - GUTTER + 4, x - 4, y // 2), *item(html, x, y)])


def grouped(paragraphs: list[Block], chosen: set[int]) -> list[tuple[bool, list[Block]]]:
    """Return the paragraphs of a block: main text by itself, links that follow each other joined."""
    groups: list[tuple[bool, list[Block]]] = []
    for paragraph in paragraphs:
        is_main = paragraph.ranges[0][0] in chosen
        if not groups or groups[-1][0] != is_main:
            groups.append((is_main, []))
        last = groups[-1][1]
        if last and paragraph.kind == last[-1].kind == "links":
            last[-1] = last[-1]._replace(text=f"{last[-1].text} · {paragraph.text}")
        else:
            last.append(paragraph)
    return groups


def paragraph_lines(paragraph: Block) -> list[tuple[str, str]]:
    """Return the lines of a paragraph, each with its style."""
    style = {"title": 'font-weight="bold"', "links": f'fill="{LINK}"'}.get(paragraph.kind, "")
    return [(line, style) for line in shorten(paragraph.text, CHARS, MOST_LINES)]


def item(html: bytes, x: int, height: int) -> list[str]:
    """Return the drawn item: its four results."""
    extraction = extract(html)
    page = extraction.blocks
    chars, links = sum(b.chars for b in page), sum(b.link_chars for b in page)
    blocks = [block for block in page if holds_any(block, extraction.ranges)]
    rows: list[tuple[str, str]] = []
    for name, values in {
        "title": shorten(extraction.title or "", ITEM_CHARS, 3),
        "text": [line for p in extraction.text.split("\n")[:4] for line in shorten(p, ITEM_CHARS, 3)],
        "blocks": [f"{block.kind}: {shorten(block.title or block.text, 28, 1)[0]}" for block in blocks],
        "link_density": [
            f"page {links / chars:.2f}, chars {chars:,}",
            f"status ok, confidence {extraction.confidence:.2f}",
        ],
    }.items():
        more = {"text": ["…"]}.get(name, [])
        rows += [(name, 'font-weight="bold" font-family="monospace"')]
        rows += [(f"  {value}", "") for value in (*values, *more)] + [("", "")]
    drawn_height = LINE * len(rows) + 4
    top = (height - drawn_height) // 2
    parts = [
        text(x, top - 8, "the item", 'font-weight="bold"'),
        rectangle(x, top, ITEM_WIDTH, drawn_height, "#f7f7f7", GREY),
    ]
    return parts + [
        text(x + (16 if line.startswith("  ") else 8), top + LINE * (n + 1) + 2, line.strip(), style)
        for n, (line, style) in enumerate(rows)
        if line
    ]


def holds_any(block: Block, ranges: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a block holds some of these texts."""
    return any(start < end and begin < stop for begin, end in block.ranges for start, stop in ranges)


def arrow(x: int, end: int, y: int, end_y: int | None = None) -> str:
    end_y = y if end_y is None else end_y
    line = f'<path d="M{x} {y} L{end} {end_y}" stroke="{GREY}" fill="none"/>'
    return f'{line}<path d="M{end} {end_y} l-6 -3.5 v7 z" fill="{GREY}"/>'


if __name__ == "__main__":
    (HERE / "front.svg").write_text(front(PAGE.read_bytes()), "utf-8")
