"""Pages out of web archives, as bytes with what their server said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from .files import ARC, ZIP, beginning, opened
from .records import Broken, Content, arc_records, records

#: A response of another type is no page; one that states none may be.
PAGE_TYPES = ("text/html", "application/xhtml+xml", "")
#: Where a WACZ has its archives: https://specs.webrecorder.net/wacz/1.1.1/#directory-layout
WACZ_ARCHIVES = "archive/"


@dataclass(frozen=True)
class WarcPage:
    """A page as a server sent it, its transfer and content encodings undone."""

    url: str
    body: bytes
    #: the header, with the charset if the server stated one
    content_type: str
    #: of HTTP; 200 for a ``resource``, which was not fetched by HTTP
    status: int
    #: of HTTP, in their order and with their names as they came
    headers: tuple[tuple[str, str], ...]
    #: such as ``<urn:uuid:…>``; empty in ARC
    record_id: str
    #: when it was fetched, in ISO 8601
    date: str
    #: of the body, as the archive states it, such as ``sha1:…``; empty if it does not
    digest: str
    #: where its record begins, in the file or in the archive inside a WACZ
    offset: int


class Archive:
    """The pages of a WARC, ARC or WACZ file, and a count of all its records.

    ``path`` is that of a file or, where fsspec is installed, a URL (``s3://…``, ``https://…``).  The
    pages are the responses and resources with one of ``statuses``, one of the media types ``types``,
    and at most ``max_bytes`` bytes.

    >>> archive = Archive("crawl.warc.gz")                                   # doctest: +SKIP
    >>> texts = [extract(page.body, url=page.url).text for page in archive]  # doctest: +SKIP
    >>> archive.counts                                                       # doctest: +SKIP
    Counter({'request': 1000, 'page': 981, 'status': 14, 'type': 4, 'broken': 1, 'warcinfo': 1})
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        statuses: Collection[int] = range(200, 300),
        types: Collection[str] = PAGE_TYPES,
        max_bytes: int = 25_000_000,
        on_broken: Callable[[Broken], object] = lambda broken: None,
    ) -> None:
        self.path = fspath(path)
        self.statuses = statuses
        self.types = types
        self.max_bytes = max_bytes
        #: called with each stretch that cannot be read
        self.on_broken = on_broken
        #: the records so far, by what became of each: "page"; "status", "type" or "too_large" if it
        #: is not asked for; "broken"; or its kind, such as "request"
        self.counts: Counter[str] = Counter()

    def __iter__(self) -> Iterator[WarcPage]:
        """Read the file from its beginning.

        Raises OSError if it cannot be opened; what is broken in it is counted.
        """
        self.counts.clear()
        with opened(self.path) as stream:
            if beginning(stream).startswith(ZIP):
                yield from self._of_wacz(stream)
            else:
                yield from self._of_archive(stream)

    def _of_wacz(self, stream: IO[bytes]) -> Iterator[WarcPage]:
        try:
            with ZipFile(stream) as wacz:
                for name in wacz.namelist():
                    if name.startswith(WACZ_ARCHIVES) and not name.endswith("/"):
                        with wacz.open(name) as archive:
                            yield from self._of_archive(archive)
        except BadZipFile as error:
            self._count_broken(Broken(0, str(error)))

    def _of_archive(self, stream: IO[bytes]) -> Iterator[WarcPage]:
        for record in (arc_records if beginning(stream).startswith(ARC) else records)(stream):
            if isinstance(record, Broken):
                self._count_broken(record)
            elif record.content is None:
                self.counts[record.kind] += 1
            else:
                page = self._page(record.offset, record.content)
                self.counts[page if isinstance(page, str) else "page"] += 1
                if not isinstance(page, str):
                    yield page

    def _page(self, offset: int, content: Content) -> WarcPage | str:
        """Return a page, or why it is not asked for."""
        if content.status not in self.statuses:
            return "status"
        names = {name.lower(): value for name, value in reversed(content.headers)}
        content_type = names.get("content-type", "")
        if content_type.partition(";")[0].strip().lower() not in self.types:
            return "type"
        body = content.body(self.max_bytes + 1)
        if len(body) > self.max_bytes:
            return "too_large"
        return WarcPage(
            content.url,
            body,
            content_type,
            content.status,
            content.headers,
            content.record_id,
            content.date,
            content.digest,
            offset,
        )

    def _count_broken(self, broken: Broken) -> None:
        self.counts["broken"] += 1
        self.on_broken(broken)


def pages(path: str | PathLike[str], **options: Any) -> Iterator[WarcPage]:
    """Return the pages of an archive; arguments as for :class:`Archive`."""
    return iter(Archive(path, **options))
