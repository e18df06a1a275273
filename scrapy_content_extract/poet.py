"""scrapy-poet: callbacks and page objects that ask for the results of their page by type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet import PageObjectInputProvider

from .analyst import Analyst
from .content import Extraction, Segmentation
from .content.analysis import Analysis


class ContentProvider(PageObjectInputProvider):
    """``SCRAPY_POET_PROVIDERS = {"scrapy_content_extract.poet.ContentProvider": 500}``

    The page is analysed once, for the callback and for the pipelines.
    """

    provided_classes = {Analysis, Extraction, Segmentation}
    name = "content_extract"

    async def __call__(
        self, to_provide: set[Callable[..., Any]], request: Request, response: Response, crawler: Crawler
    ) -> Sequence[Any]:
        analyst = self._analyst(crawler)
        if response.request is None:  # Scrapy sets it when all downloader middlewares have had the response
            response.request = request
        given: list[Any] = []
        if to_provide & {Extraction, Segmentation}:
            whole = await analyst.whole_of(response, segments=Segmentation in to_provide)
            given += [
                result for result in (whole.extraction, whole.segmentation) if type(result) in to_provide
            ]
        if Analysis in to_provide:
            given.append(await analyst.analysis_of(response))
        return given

    def _analyst(self, crawler: Crawler) -> Analyst:
        """Return the analyst of the crawl, and hold it: nobody else may."""
        self.analyst = Analyst.of(crawler)
        return self.analyst
