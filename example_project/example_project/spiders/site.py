from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from example_project.items import page_item


class SiteSpider(Spider):
    """Crawls the pages of the example by their links, from the index."""

    name = "site"
    allowed_domains = ["127.0.0.1"]

    #: The folder to serve; a comment in site/index.html says what each page shows.
    folder = Path(__file__).parents[2] / "site"

    #: The headers other than "text/html"; some are wrong, as on the web.
    content_types = {
        "en/news.html": "text/html; charset=utf-8",
        "en/product.html": "text/html; charset=utf-8",
        "ar/market.html": "text/html; charset=windows-1256",
        "ug/school.html": "text/html; charset=iso-8859-1",  # it is UTF-8
        "odd/leaflet.pdf": "text/html",  # it is not HTML
    }

    #: Frames and PDF files count as links.  Share and reply links ("?") only lead to pages
    #: that are crawled anyway.
    links = LinkExtractor(
        tags=("a", "area", "frame", "iframe"),
        attrs=("href", "src"),
        deny=r"\?",
        deny_extensions=[],
    )

    async def start(self) -> AsyncIterator[Request]:
        # Requests from start_urls skip the duplicates filter, so that links to the index
        # would fetch it again.
        yield Request(f"{self.base_url}/index.html", errback=self.failed)

    def parse(self, response: Response) -> Iterator[Any]:
        yield page_item(response)
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link, errback=self.failed)

    def failed(self, failure: Any) -> Iterator[dict[str, str]]:
        """Yield an item for a page without a response; its status is "no_response"."""
        self.logger.warning("%s: %s", failure.request.url, failure.value)
        yield {"url": failure.request.url, "title": ""}
