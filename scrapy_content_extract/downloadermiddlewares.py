"""Responses whose encoding is settled."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping

from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.statscollectors import StatsCollector

from .content.decode import decode
from .content.model import Decoded
from .content.normalize import normalize
from .content.prescan import declare_utf8, declared_in_header
from .content.sniff import is_binary
from .settings import DEFAULTS, check_enabled, read_clean, read_fold_uighur, read_size
from .threads import run_in_thread

logger = logging.getLogger(__name__)

#: ``request.meta`` holds under this key how the response was decoded, for the diagnostics.
DECODED = "content_extract_decoded"


class EncodingMiddleware:
    """Hands every HTML response on as UTF-8, in its bytes and in all it says of itself.

    Place it at 585: HttpCompressionMiddleware (590) has unpacked the body by then.
    """

    def __init__(
        self,
        stats: StatsCollector | None,
        fold_uighur: bool | str = "auto",
        thread_bytes: int = DEFAULTS["CONTENT_EXTRACT_THREAD_BYTES"],
        max_bytes: int = DEFAULTS["CONTENT_EXTRACT_MAX_BYTES"],
        clean: Collection[str] = (),
    ) -> None:
        self.stats = stats
        self.fold_uighur = fold_uighur
        self.thread_bytes = thread_bytes
        self.max_bytes = max_bytes
        self.clean = clean
        self._has_warned = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> EncodingMiddleware:
        settings = crawler.settings
        check_enabled(settings)
        check_enabled(settings, "CONTENT_EXTRACT_NORMALIZE_ENCODING")
        return cls(
            crawler.stats,
            read_fold_uighur(settings),
            read_size(settings, "CONTENT_EXTRACT_THREAD_BYTES"),
            read_size(settings, "CONTENT_EXTRACT_MAX_BYTES"),
            read_clean(settings),
        )

    async def process_response(self, request: Request, response: Response) -> Response:
        request.meta.pop(DECODED, None)  # of another page, whose meta a spider has handed on
        if not isinstance(response, HtmlResponse) or not response.body:
            return response
        content_type = content_type_of(response)
        if is_binary(response.body, content_type):
            self.count("encoding_from/binary")
            return response
        size = len(response.body)
        if size > self.max_bytes:
            self.count("encoding_from/too_large")
            return response
        work = (response, content_type, self.pinned(request), self.fold_uighur, self.clean)
        if size > self.thread_bytes:
            decoded, normalized = await run_in_thread(decode_and_normalize, *work)
        else:
            decoded, normalized = decode_and_normalize(*work)
        self.count(f"encoding_from/{decoded.source}")
        self.count(f"encoding/{decoded.encoding}")
        if decoded.replaced:
            self.count("replaced", decoded.replaced)
        request.meta[DECODED] = {
            "encoding": decoded.encoding,
            "encoding_source": decoded.source,
            "replaced": decoded.replaced,
        }
        return normalized

    def count(self, stat: str, by: int = 1) -> None:
        if self.stats:
            self.stats.inc_value(f"content_extract/{stat}", by)

    def pinned(self, request: Request) -> str | None:
        """Return the encoding that the user has set for this request, if any."""
        options = request.meta.get("content_extract")
        encoding: str | None = options.get("encoding") if isinstance(options, Mapping) else None
        if encoding is None:
            return None
        try:
            decode(b"", encoding=encoding)
        except ValueError as error:
            if not self._has_warned:  # names may come from the pages, and be as many
                self._has_warned = True
                logger.warning(
                    "meta['content_extract'] of %s is not followed: %s (said once)", request, error
                )
            return None
        return encoding


def content_type_of(response: Response) -> str:
    """Return the Content-Type header of a response, empty where there is none."""
    header: bytes = response.headers.get("Content-Type") or b""
    return header.decode("latin-1")


def decode_and_normalize(
    response: HtmlResponse,
    content_type: str,
    encoding: str | None,
    fold_uighur: bool | str,
    clean: Collection[str] = (),
) -> tuple[Decoded, HtmlResponse]:
    """Return how a response was decoded, and what is handed on; runs in any thread."""
    decoded = decode(response.body, content_type, encoding)
    return decoded, in_utf8(response, decoded, fold_uighur, clean)


def in_utf8(
    response: HtmlResponse, decoded: Decoded, fold_uighur: bool | str, clean: Collection[str]
) -> HtmlResponse:
    """Return the response with its text in UTF-8, cleaned and folded, and saying that it is so.

    Others look only at the bytes and the headers, and must not decode twice.  A response
    that needs no change is returned itself.
    """
    body = declare_utf8(normalize(response.body, decoded, uighur=fold_uighur, options=clean))
    content_type = content_type_of(response)
    in_header = declared_in_header(content_type)
    if body is response.body and (in_header or response.encoding) == "utf-8":
        return response
    # Not ``response.replace``, which would have Scrapy guess the encoding once more.
    changed = {"body": body, "encoding": "utf-8"}
    kept = {name: getattr(response, name) for name in response.attributes if name not in changed}
    response = type(response)(**kept, **changed)
    mime_type = content_type.partition(";")[0].strip() or "text/html"
    response.headers["Content-Type"] = f"{mime_type}; charset=utf-8"  # they were copied
    response.headers.pop("Content-Length", None)
    return response
