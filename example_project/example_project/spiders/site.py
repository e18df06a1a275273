from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from example_project.items import page_item


class SiteSpider(Spider):
    """Crawls the example's own pages, from the index along their links."""

    name = "site"
    allowed_domains = ["127.0.0.1"]

    #: What to serve; see the comment in site/index.html for what each page shows.
    folder = Path(__file__).parents[2] / "site"

    #: The headers that are not just "text/html", some of them wrong, as on the web.
    content_types = {
        "en/news.html": "text/html; charset=utf-8",
        "en/product.html": "text/html; charset=utf-8",
        "ar/market.html": "text/html; charset=windows-1256",
        "ug/school.html": "text/html; charset=iso-8859-1",  # in truth UTF-8
        "odd/leaflet.pdf": "text/html",  # in truth not HTML at all
    }

    #: Frames are links too, and so is a PDF.  Share and reply links ("?") lead to
    #: pages that are here already.
    links = LinkExtractor(
        tags=("a", "area", "frame", "iframe"),
        attrs=("href", "src"),
        deny=r"\?",
        deny_extensions=[],
    )

    async def start(self) -> AsyncIterator[Request]:
        # Not from start_urls: these requests skip the duplicates filter, and the
        # links back to the index would fetch it again.
        yield Request(f"{self.base_url}/index.html", errback=self.failed)

    def parse(self, response: Response) -> Iterator[Any]:
        yield page_item(response)
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link, errback=self.failed)

    def failed(self, failure: Any) -> Iterator[dict[str, str]]:
        """A page that could not be had is an item too, with status "no_response"."""
        self.logger.warning("%s: %s", failure.request.url, failure.value)
        yield {"url": failure.request.url, "title": ""}
