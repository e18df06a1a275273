"""Draw segmented pages for the docs: ``python docs/pictures.py``.

A picture shows the blocks of a page in page order.  Each block has the colour of its kind and
shows the first lines of its text; the reason of a cut, if the method gives one, stands on the left.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from textwrap import wrap

from scrapy_content_extract.content import SEGMENTERS, Segmenter, page_of

HERE = Path(__file__).parent
SITE = HERE.parent / "example_project" / "site"

#: The pictures: file, page, segmenter and its parameters.
PICTURES: tuple[tuple[str, str, str, dict[str, float]], ...] = (
    ("gapdepth-forum.svg", "en/forum.html", "gapdepth", {}),
    ("gapdepth-forum-coarse.svg", "en/forum.html", "gapdepth", {"share": 0.95}),
    ("btls-tags-product.svg", "en/product.html", "btls-tags", {}),
    ("flat-product.svg", "en/product.html", "flat", {}),
)

COLOURS = {
    "title": "#ffe3a3",
    "links": "#cfe0f5",
    "form": "#f5d0d8",
    "table": "#d9d2ec",
    "media": "#d5ebe8",
    "text": "#dcefd0",
    "mixed": "#e6e6e6",
}
WIDTH, MARGIN, LINE, MOST_LINES, CHARS = 760, 130, 16, 3, 88


def draw(html: bytes, segmenter: Segmenter) -> str:
    """Return the picture of a page as SVG."""
    page = page_of(html)
    reasons = segmenter.cuts(page) if hasattr(segmenter, "cuts") else ()
    cuts = {cut.text: f"strength {cut.strength:.2f}" for cut in reasons}
    parts = []
    y = 4
    for block in segmenter.segment(page).blocks:
        lines = wrap(block.text.replace("\n", " ¶ "), CHARS)
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], f"… ({block.chars} characters)"]
        height = LINE * len(lines) + 10
        parts.append(
            f'<rect x="{MARGIN}" y="{y}" width="{WIDTH - MARGIN - 4}" height="{height}" rx="3" '
            f'fill="{COLOURS[block.kind]}" stroke="#555"/>'
        )
        label = cuts.get(block.ranges[0][0], "")
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4}" text-anchor="end" fill="#555">{label}</text>')
        parts.append(
            f'<text x="{MARGIN - 8}" y="{y + 20}" text-anchor="end" font-style="italic">{block.kind}</text>'
        )
        parts += [
            f'<text x="{MARGIN + 8}" y="{y + LINE * (n + 1)}">{escape(line)}</text>'
            for n, line in enumerate(lines)
        ]
        y += height + 8
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}"'
    return "\n".join([f'{head} font-family="sans-serif" font-size="12">', *parts, "</svg>\n"])


if __name__ == "__main__":
    for picture, page_file, name, params in PICTURES:
        svg = draw((SITE / page_file).read_bytes(), SEGMENTERS[name](**params))
        (HERE / "segmenters" / picture).write_text(svg, "utf-8")
