"""What a callback may ask of its response."""

from __future__ import annotations

from scrapy.http import Response

from .content.analysis import Analysis
from .spidermiddlewares import BINDERS


async def content_of(response: Response) -> Analysis:
    """Return what the items of a response get: text, title, blocks, status, diagnostics.

    It also has html, markdown, metadata and more if CONTENT_EXTRACT_FIELDS names them; otherwise html and
    markdown raise ValueError.
    The page is analysed once.  No page raises anything.

    Raises ValueError for a response that no callback was called with.
    """
    binder = BINDERS.get(response)
    if binder is None:
        raise ValueError(
            f"content_of() was called with {response}, which no callback was called with. Call it in a "
            f"callback, with its own response, while ResponseBinderMiddleware is enabled; for a response "
            f"made by hand there is extract(response)."
        )
    return await binder.analyst.analysis_of(response)
