"""The meanings of elements for the layout of a page: tables by the code of a tag."""

from __future__ import annotations

from ..markup import BLOCK_LEVEL, HEADINGS, table

#: The value of a feature without a gap to compare with.
NO_GAP = -50
#: Tags by what they mean for a layout, alike ones side by side; all others have 0.
TAGS = (
    "nav", "main", "header", "footer", "aside", "section", "article", "form", "table", ("ul", "ol", "dl"),
    ("li", "dt", "dd"), "tr", ("td", "th"), "tbody", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6",
    ("body", "html"), "a", "fieldset", "blockquote", "center", "option",
)  # fmt: skip
TAG = table({tag: n for n, tags in enumerate(TAGS, 1) for tag in ([tags] if isinstance(tags, str) else tags)})
IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})
