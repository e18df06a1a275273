"""Responses whose encoding is settled."""

from __future__ import annotations

import logging

from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.statscollectors import StatsCollector

from .content.decode import declare_utf8, decode, is_binary
from .content.model import Decoded
from .settings import check_enabled

logger = logging.getLogger(__name__)

#: ``request.meta`` holds under this key how the response was decoded, for the diagnostics.
DECODED = "content_extract_decoded"


class EncodingMiddleware:
    """Hands every HTML response on as UTF-8, in its bytes and in all it says of itself.

    Place it at 585: HttpCompressionMiddleware (590) has unpacked the body by then.
    """

    def __init__(self, stats: StatsCollector | None) -> None:
        self.stats = stats
        self._warned: set[object] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> EncodingMiddleware:
        check_enabled(crawler.settings)
        check_enabled(crawler.settings, "CONTENT_EXTRACT_NORMALIZE_ENCODING")
        return cls(crawler.stats)

    def process_response(self, request: Request, response: Response) -> Response:
        if not isinstance(response, HtmlResponse) or not response.body:
            return response
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        if is_binary(response.body, content_type):
            self.count("binary")
            return response
        decoded = self.decode(request, response, content_type)
        self.count(decoded.source)
        request.meta[DECODED] = {
            "encoding": decoded.encoding,
            "encoding_source": decoded.source,
            "replaced": decoded.replaced,
        }
        # Others look only at the bytes and the headers, and must not decode twice.
        headers = response.headers.copy()
        mime_type = content_type.partition(";")[0].strip() or "text/html"
        headers["Content-Type"] = f"{mime_type}; charset=utf-8"
        headers.pop("Content-Length", None)
        body = declare_utf8(decoded.text).encode("utf-8", "replace")
        return response.replace(body=body, headers=headers, encoding="utf-8")

    def count(self, source: str) -> None:
        if self.stats:
            self.stats.inc_value(f"content_extract/encoding_from/{source}")

    def decode(self, request: Request, response: Response, content_type: str) -> Decoded:
        """Decode a body, in the encoding that the user has set for this request if any."""
        options = request.meta.get("content_extract")
        encoding = options.get("encoding") if isinstance(options, dict) else None
        try:
            return decode(response.body, content_type, encoding)
        except ValueError as error:
            if encoding not in self._warned:
                self._warned.add(encoding)
                logger.warning(
                    "meta['content_extract'] of %s is not followed: %s (said once)", request, error
                )
            return decode(response.body, content_type)
