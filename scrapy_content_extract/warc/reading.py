"""Pages out of web archives, as bytes with the headers of their server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import KW_ONLY, dataclass, field
from os import PathLike, fspath
from typing import IO

from ..content.page.limits import MAX_BYTES
from .http import body_of, response_in
from .places import Ranges, open_archive, read_archives
from .records import Broken, Record, records

#: The headers that say how a body is encoded, the inner one first.
ENCODINGS = ("content-encoding", "transfer-encoding")
#: The records that may be pages; a ``conversion`` is a page that another program has changed.
PAGE_KINDS = ("response", "resource", "conversion")
#: The most bytes of a response besides its body, so that a page of ``max_bytes`` is read with its headers.
HEADER_BYTES = 1_000_000
#: The media types of pages; "" because a response without a type may be a page.
PAGE_TYPES = ("text/html", "application/xhtml+xml", "")
#: The media type of texts, such as Common Crawl's WET.
TEXT_TYPE = "text/plain"


@dataclass(frozen=True)
class WarcPage:
    """A page as a server sent it, its transfer and content encodings undone."""

    url: str
    body: bytes
    #: the header, with the charset if the server stated one
    content_type: str
    #: the HTTP status; 200 for records without HTTP
    status: int
    #: the HTTP headers, in their order and with their names unchanged
    headers: tuple[tuple[str, str], ...]
    #: such as ``<urn:uuid:…>``; empty in ARC
    record_id: str
    #: when it was fetched, in ISO 8601
    date: str
    #: the digest of the body that the archive states, such as ``sha1:…``, or ""
    digest: str
    #: where its record begins, in the file or in the archive inside a WACZ
    offset: int
    #: for a ``conversion``, the id of the record that it was made from
    refers_to: str = ""
    #: why the body is not whole, as the archive states it, such as ``length``; or ""
    truncated: str = ""
    #: the file that an index names, or ""
    file_path: str = ""

    @property
    def is_text(self) -> bool:
        """Whether it is a plain text, not a page."""
        return media_type(self.content_type) == TEXT_TYPE


@dataclass(eq=False)
class Archive:
    """The pages of a WARC, ARC or WACZ file, and a count of all its records.

    ``path`` names a file or, with fsspec, a URL (``s3://…``, ``https://…``) or an index (``.cdxj``), whose
    files have ``prefix`` before their names; or it is an open seekable file.  The pages are the responses,
    resources and conversions with one of ``statuses``, one of the media types ``types``, and at most
    ``max_bytes`` bytes.  With ``texts``, conversions into plain text are among them, such as Common Crawl's
    WET.

    >>> archive = Archive("crawl.warc.gz")                                   # doctest: +SKIP
    >>> texts = [extract(page.body, url=page.url).text for page in archive]  # doctest: +SKIP
    >>> archive.counts                                                       # doctest: +SKIP
    Counter({'request': 1000, 'page': 981, 'status': 14, 'type': 4, 'broken': 1, 'warcinfo': 1})
    """

    path: str | PathLike[str] | IO[bytes]
    _: KW_ONLY
    statuses: Collection[int] = range(200, 300)
    types: Collection[str] = PAGE_TYPES
    max_bytes: int = MAX_BYTES
    texts: bool = False
    prefix: str = ""
    #: called with each stretch that cannot be read
    on_broken: Callable[[Broken], object] = lambda broken: None
    #: the records so far by outcome: "page"; "status", "type" or "too_large" if it was not
    #: requested; "broken"; or its kind, such as "request"
    counts: Counter[str] = field(default_factory=Counter, init=False)

    def __iter__(self) -> Iterator[WarcPage]:
        """Read the file from its beginning.

        Raises OSError if it cannot be opened; broken parts are counted.
        """
        self.counts.clear()
        path = fspath(self.path) if isinstance(self.path, PathLike) else self.path
        with open_archive(path, self.prefix) as stream:
            for _, page in read_archives(stream, self._of_archive):
                if isinstance(page, str):
                    self.counts[page] += 1
                elif isinstance(page, WarcPage):
                    self.counts["page"] += 1
                    yield page
                else:
                    self.counts["broken"] += 1
                    self.on_broken(page if isinstance(page, Broken) else Broken(0, str(page)))

    def _of_archive(self, stream: IO[bytes]) -> Iterator[WarcPage | Broken | str]:
        for record in records(stream, most=self.max_bytes + HEADER_BYTES):
            file_path = stream.file_at(record.offset) if isinstance(stream, Ranges) else ""
            yield record if isinstance(record, Broken) else self._page(record, file_path)

    def _page(self, record: Record, file_path: str) -> WarcPage | Broken | str:
        """Return the page of a record, or why it is not a requested page."""
        if record.block is None or record.kind not in PAGE_KINDS:
            return record.kind
        http = response_in(record, record.header("Content-Type").startswith("application/http"))
        if http is None:
            return Broken(record.offset, "its HTTP headers cannot be read")
        # of several, the last one counts, as in Scrapy
        content_type = {name.lower(): value for name, value in http.headers}.get("content-type", "")
        if http.status not in self.statuses:
            return "status"
        media = media_type(content_type)
        is_wanted_text = self.texts and media == TEXT_TYPE and record.kind == "conversion"
        if media not in self.types and not is_wanted_text:
            return "type"
        if not record.is_whole:
            return "too_large"
        body = body_of(http, *ENCODINGS, most=self.max_bytes + 1)
        if len(body) > self.max_bytes:
            return "too_large"
        return WarcPage(
            url=record.header("WARC-Target-URI").strip("<>"),
            body=body,
            content_type=content_type,
            status=http.status,
            headers=http.headers,
            record_id=record.header("WARC-Record-ID"),
            date=record.header("WARC-Date"),
            digest=record.header("WARC-Payload-Digest"),
            offset=record.offset,
            refers_to=record.header("WARC-Refers-To"),
            truncated=record.header("WARC-Truncated"),
            file_path=file_path,
        )


def media_type(content_type: str) -> str:
    """Return the media type of a header; some servers repeat it.

    >>> media_type("text/HTML,text/html"), media_type("text/html; charset=utf-8")
    ('text/html', 'text/html')
    """
    return content_type.partition(";")[0].partition(",")[0].strip().lower()
