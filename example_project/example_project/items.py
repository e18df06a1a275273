from __future__ import annotations

from scrapy.http import HtmlResponse, Response


def page_item(response: Response) -> dict[str, str]:
    """Return the item of one page.

    The plugin adds ``text``, ``blocks`` and ``link_density``.  A class instead
    of a dict has to declare these three fields.
    """
    title = ""
    if isinstance(response, HtmlResponse):  # a JSON or binary file has no title
        title = response.css("title::text").get("").strip()
    return {"url": response.url, "title": title}
