"""Responses in any encoding → responses in UTF-8."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response, TextResponse
from scrapy.statscollectors import StatsCollector

from ..content.core.scan_py import ByteScan
from ..content.encoding.decode import decode
from ..content.encoding.sniff import declare_utf8, declared_in_header
from ..content.extract import content_type_of, of_decoding, to_utf8
from ..content.model import Decoded
from ..content.page.limits import look, without_excess
from .responses import DECODED, LOOKS, is_binary
from .settings import DEFAULTS, check_enabled, read
from .threads import run_in_thread
from .timing import Stopwatch, count, count_seconds

logger = logging.getLogger(__name__)

HTML_TYPES = ("text/html", "application/xhtml+xml")


@dataclass(eq=False)
class EncodingMiddleware:
    """Hands every HTML response on as UTF-8: its bytes, and everything that names its encoding.

    Place it at 585: HttpCompressionMiddleware (590) unpacks the body before.
    """

    stats: StatsCollector | None
    thread_bytes: int = DEFAULTS["CONTENT_EXTRACT_THREAD_BYTES"]
    max_bytes: int = DEFAULTS["CONTENT_EXTRACT_MAX_BYTES"]
    #: what :func:`.to_utf8` is given
    options: Mapping[str, Any] = field(default_factory=dict)
    _has_warned: bool = field(default=False, init=False)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> EncodingMiddleware:
        settings = crawler.settings
        check_enabled(settings)
        check_enabled(settings, "CONTENT_EXTRACT_NORMALIZE_ENCODING")
        return cls(
            crawler.stats,
            read(settings, "CONTENT_EXTRACT_THREAD_BYTES"),
            read(settings, "CONTENT_EXTRACT_MAX_BYTES"),
            {
                "uighur": read(settings, "CONTENT_EXTRACT_FOLD_UIGHUR"),
                "options": read(settings, "CONTENT_EXTRACT_CLEAN"),
                "mojibake": read(settings, "CONTENT_EXTRACT_MOJIBAKE"),
            },
        )

    async def process_response(self, request: Request, response: Response) -> Response:
        # A spider may have passed on the meta of another page.
        request.meta.pop(DECODED, None)
        content_type = content_type_of(response)
        media, is_twice, _ = content_type.lower().partition(",")
        if type(response) is TextResponse and is_twice and media.strip() in HTML_TYPES:
            response = response.replace(cls=HtmlResponse)  # "text/html,text/html"; plain text to Scrapy
        if not isinstance(response, HtmlResponse) or not response.body:
            return response
        if is_binary(response):
            count(self.stats, "encoding_from/binary")
            return response
        size = len(response.body)
        if size > self.max_bytes:
            count(self.stats, "encoding_from/too_large")
            return response
        encoding = self.pinned(request)
        work = partial(decode_and_normalize, response, content_type, encoding, self.options)
        watch = Stopwatch()
        normalized: Response
        if size > self.thread_bytes:
            decoded, normalized, found = await run_in_thread(watch.call, work)
        else:
            decoded, normalized, found = watch.call(work)
        count_seconds(self.stats, "decoding", watch.seconds)
        LOOKS[normalized] = found
        request.meta[DECODED] = of_decoding(decoded)
        if found is None:
            request.meta[DECODED]["truncated"] = True
        count(self.stats, f"encoding_from/{decoded.source}")
        count(self.stats, f"encoding/{decoded.encoding}")
        if decoded.replaced:
            count(self.stats, "replaced", decoded.replaced)
        return normalized

    def pinned(self, request: Request) -> str | None:
        options = request.meta.get("content_extract")
        encoding: str | None = options.get("encoding") if isinstance(options, Mapping) else None
        if encoding is None:
            return None
        try:
            decode(b"", encoding=encoding)
        except ValueError as error:
            if not self._has_warned:  # pages may supply the names, each a different one
                self._has_warned = True
                message = "The encoding in meta['content_extract'] of %s is ignored: %s (logged once)"
                logger.warning(message, request, error)
            return None
        return encoding


def decode_and_normalize(
    response: HtmlResponse, content_type: str, encoding: str | None, options: Mapping[str, Any]
) -> tuple[Decoded, HtmlResponse, ByteScan | None]:
    """Return how a response was decoded, the response to hand on, and the look at its bytes.

    There is no look if the response lacks some attributes.  ``options`` go to :func:`.to_utf8`.  Runs in any
    thread.
    """
    decoded, utf8 = to_utf8(response.body, content_type, encoding, **options)
    body = declare_utf8(utf8)
    found = look(body)
    if found.excess:  # they would stop the spider's own selectors
        return decoded, with_body(response, without_excess(body, found)), None
    return decoded, with_body(response, body), found


def with_body(response: HtmlResponse, body: bytes) -> HtmlResponse:
    """Return the response with a body in UTF-8, and with headers that say so.

    Some readers look only at the bytes or only at the headers, and must not decode twice.  A
    response that needs no change is returned unchanged.
    """
    content_type = content_type_of(response)
    in_header = declared_in_header(content_type)
    if body is response.body and (in_header or response.encoding) == "utf-8":
        return response
    # Not ``response.replace``: Scrapy would guess the encoding again.
    changed = {"body": body, "encoding": "utf-8"}
    kept = {name: getattr(response, name) for name in response.attributes if name not in changed}
    response = type(response)(**kept, **changed)
    mime_type = content_type.partition(";")[0].strip() or "text/html"
    response.headers["Content-Type"] = f"{mime_type}; charset=utf-8"  # these headers are a copy
    response.headers.pop("Content-Length", None)
    return response
