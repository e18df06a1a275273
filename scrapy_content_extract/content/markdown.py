"""Clean HTML → Markdown, by ``html-to-markdown``: the optional extra ``markdown``.

The Markdown is CommonMark with the tables of GitHub.  What would be mark-up by accident is escaped.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

#: How the library writes; all else is its default.
OPTIONS: dict[str, Any] = {
    "extract_metadata": False,  # there is no <head>
    "escape_asterisks": True,
    "escape_underscores": True,
    "escape_misc": True,
    "compact_tables": True,  # in aligned ones, one long cell makes every row as long
}

MISSING = (
    "Markdown needs the package html-to-markdown, which is not installed. Install it with "
    "pip install 'scrapy-content-extract[markdown]', or ask for HTML instead."
)


def markdown_of(html: str) -> str:
    """Return HTML that :func:`~scrapy_content_extract.content.html.html_of` has made as Markdown.

    Raises ValueError where the library is not installed.
    """
    convert, options = converter()
    return str(convert(html, options).content) if html else ""


@lru_cache(maxsize=1)
def converter() -> tuple[Any, Any]:
    """Return the function of the library and how it is to write.

    Raises ValueError where the library is not installed.
    """
    try:
        from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
    except ImportError as error:
        raise ValueError(MISSING) from error
    # The page is clean: what the library takes for navigation was chosen.
    return convert, ConversionOptions(preprocessing=PreprocessingOptions(enabled=False), **OPTIONS)
