"""A page object that asks for the main content by type: ``scrapy runspider articles.py``.

It needs scrapy-poet: ``pip install '..[poet]'``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs
from scrapy import Request, Spider
from scrapy.http import Response
from web_poet import WebPage, field

from scrapy_content_extract import Result


@attrs.define
class ArticlePage(WebPage):
    """An article: its heading by a selector, its text by the plugin."""

    content: Result

    @field
    def url(self) -> str:
        return str(self.response.url)

    @field
    def heading(self) -> str | None:
        return self.css("h1::text").get()

    @field
    def paragraphs(self) -> list[str]:
        return [block.text for block in self.content.paragraphs]


class ArticlesSpider(Spider):
    name = "articles"
    folder = Path(__file__).parent / "site"

    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500, "scrapy_poet.Addon": 300},
        "SCRAPY_POET_PROVIDERS": {"scrapy_content_extract.crawl.poet.ContentProvider": 500},
    }

    async def start(self) -> AsyncIterator[Request]:
        for path in ("en/news.html", "en/blog.html"):
            yield Request(f"{self.base_url}/{path}", callback=self.parse_article)

    async def parse_article(self, response: Response, page: ArticlePage) -> Any:
        yield await page.to_item()
