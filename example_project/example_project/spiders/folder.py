from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.http import Response

from example_project.items import page_item
from example_project.server import url_path

SUFFIXES = (".html", ".htm", ".gz")


class FolderSpider(Spider):
    """Crawls saved pages: ``scrapy crawl folder -a path=DIR``."""

    name = "folder"

    def __init__(self, path: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folder = Path(path)
        if not path or next(pages(self.folder), None) is None:
            # An exception would put a long traceback above the message.
            sys.exit(
                f"path is {path!r}, but it must be a folder with saved pages "
                f"({', '.join(SUFFIXES)}), in it or in its subfolders. Name one: "
                f"scrapy crawl folder -a path=site"
            )

    async def start(self) -> AsyncIterator[Request]:
        for page in pages(self.folder):
            # Without this wait Scrapy would queue a request for every page at once:
            # https://docs.scrapy.org/en/latest/topics/spiders.html#start-requests-lazy
            if self.crawler.engine.needs_backout():
                await self.crawler.signals.wait_for(signals.scheduler_empty)
            yield Request(
                self.base_url + url_path(self.folder, page),
                errback=self.failed,
                dont_filter=True,  # no file comes twice: fingerprints are not needed
            )

    def parse(self, response: Response) -> Iterator[dict[str, str]]:
        yield page_item(response)

    def failed(self, failure: Any) -> Iterator[dict[str, str]]:
        """Yield an item for a page without a response; its status is "no_response"."""
        self.logger.warning("%s: %s", failure.request.url, failure.value)
        yield {"url": failure.request.url, "title": ""}


def pages(folder: Path) -> Iterator[Path]:
    """Yield the saved pages below ``folder`` in the order of their names."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(SUFFIXES):
                yield Path(parent, name)
