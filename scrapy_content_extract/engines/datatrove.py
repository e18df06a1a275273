"""Steps of a datatrove pipeline: archives → pages as bytes → text and metadata.

datatrove's own reader decodes a page without regard to header and mark-up.  An extractor of its base class
returns only a text, from a second process that has one second for each page.  So here the bytes travel in the
``media`` of a document, and extraction runs where the pipeline runs.
"""

# mypy: disable-error-code="import-not-found,import-untyped,misc,unused-ignore"

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from datatrove.data import Document, DocumentsPipeline, Media, MediaType
from datatrove.io import DataFolderLike
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.typeshelper import StatHints

from ..corpus.lines import line_of_item, now
from ..warc import Archive
from .rows import GIVEN, Rows, given_by_record


class ArchiveReader(BaseDiskReader):
    """Reads WARC, ARC and WACZ; a page is a document without text, its bytes are the ``media``.

    ``archive`` goes to :class:`~scrapy_content_extract.warc.Archive`, all other options go to datatrove's
    readers.  The stats count every record.
    """

    name = "🕷 Archives"
    _requires_dependencies = ("fastwarc", "warcio")

    def __init__(
        self, data_folder: DataFolderLike, *, archive: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        super().__init__(data_folder, **options)
        self.archive = dict(archive or {})

    def read_file(self, filepath: str) -> Iterator[Document]:
        with self.data_folder.open(filepath, "rb", compression=None) as file:
            archive = Archive(file, **self.archive)
            pages = iter(archive)
            try:
                while True:
                    with self.track_time():
                        page = next(pages, None)
                    if page is None:
                        return
                    metadata = {
                        **given_by_record(page, self.data_folder.resolve_paths(filepath)),
                        "content_type": page.content_type,
                        **(self.default_metadata or {}),
                    }
                    id = metadata.pop("id")
                    media = Media(id=id, type=MediaType.DOCUMENT, url=page.url, media_bytes=page.body)
                    yield Document("", id, [media], metadata)
            finally:
                for kind, times in archive.counts.items():
                    self.stat_update(f"records/{kind}", value=times, unit="input_file")


class ContentExtract(PipelineStep):
    """Writes the text of a page into the document, and all other results into its metadata.

    A page is the bytes of :class:`ArchiveReader` or, from other readers, the text of the document.
    Arguments as for :class:`~scrapy_content_extract.engines.Rows`.  Documents without text are dropped; the
    stats count the statuses.
    """

    type = "🛢 - EXTRAC"
    name = "⛏ scrapy-content-extract"

    def __init__(
        self,
        extractor: str = "auto",
        *,
        language: bool = False,
        sites: str | None = None,
        added: str | None = None,
        **params: Any,
    ) -> None:
        super().__init__()
        self.rows = Rows(extractor, params, language, sites, added=added or now())

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        for document in data or ():
            self.stat_update(StatHints.total)
            with self.track_time():
                status = self.extract(document)
            self.stat_update(f"status/{status}", StatHints.forwarded if document.text else StatHints.dropped)
            if document.text:
                self.update_doc_stats(document)
                yield document

    def extract(self, document: Document) -> str:
        """Replace a page by its text; return its status."""
        metadata, page = document.metadata, document.text
        if not page and document.media:
            page = document.media.pop(0).media_bytes
        given = {name: metadata[name] for name in GIVEN if name in metadata} | {"id": document.id}
        given.setdefault("created", metadata.get("date"))  # of datatrove's WarcReader
        row = self.rows.of_page(page, content_type=metadata.pop("content_type", None), **given)
        document.id, document.text = row.pop("id"), row.pop("text")
        metadata.update(row)
        return str(row["status"])


def line_of_document(writer: Any, document: Document) -> dict[str, Any]:
    """Return a document as a line of a corpus: the ``adapter`` of datatrove's writers.

    A step before may have changed the text, so its digest is made again.
    """
    metadata = {name: value for name, value in document.metadata.items() if name != "digest"}
    given = {name: metadata.pop(name, None) for name in ("source", "added", "created")}
    return line_of_item({"id": document.id, "text": document.text, **given, "metadata": metadata})
