"""Items → the lines of a corpus: the feed formats ``jsonl-corpus`` and ``parquet-corpus``."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from itemadapter import ItemAdapter
from scrapy.exporters import JsonLinesItemExporter

from .files import zstd
from .lines import find_language, identifier, line_of_item
from .storage import ParquetLines, Sink


class ZstdPlugin:
    """Compresses a feed as .zst: a name for ``postprocessing``; ``zstd_level`` is an option of the feed."""

    def __init__(self, file: BinaryIO, feed_options: dict[str, Any]) -> None:
        self._file = zstd().ZstdFile(file, "wb", level=feed_options.get("zstd_level"))

    def write(self, data: bytes) -> int:
        return int(self._file.write(data))

    def close(self) -> None:
        self._file.close()


class CorpusLinesExporter(JsonLinesItemExporter):
    """Writes an item as a line; items without text are left out.

    ``source`` and ``language`` are options of ``item_export_kwargs``: the source of items that have no
    field of the name, and whether to find out the language of each text (extra ``corpus``).
    """

    def __init__(self, file: Any, *, source: str = "crawl", language: bool = False, **kwargs: Any) -> None:
        super().__init__(file, **kwargs)
        self.source = source
        self.with_language = language
        if language:
            identifier()  # a missing extra is reported before the first page

    def export_item(self, item: Any) -> None:
        fields = ItemAdapter(item).asdict()
        text = fields.get("text")
        if not text:
            return
        line = line_of_item(fields, self.source)
        metadata = line["metadata"]
        if metadata["language_score"] is None:  # what an item has as language is what its page states
            metadata["declared_language"] = metadata["declared_language"] or metadata["language"]
            metadata["language"] = metadata.pop("text_language", None)
        if self.with_language:
            metadata["language"], metadata["language_score"] = find_language(text)
        self.write(line)

    def write(self, line: dict[str, Any]) -> None:
        encoding, written = self.encoding or "utf-8", self.encoder.encode(line)
        try:
            data = f"{written}\n".encode(encoding)
        except UnicodeEncodeError:  # half a character, or one that the encoding lacks; all become escapes
            data = f"{json.dumps(json.loads(written))}\n".encode(encoding)
        self.file.write(data)


class CorpusParquetExporter(CorpusLinesExporter):
    """Writes an item as a row, with the columns of ``content-extract warc --format parquet``."""

    def __init__(self, file: Any, **kwargs: Any) -> None:
        super().__init__(file, **kwargs)
        self._rows = ParquetLines(Sink(file))

    def write(self, line: dict[str, Any]) -> None:
        self._rows.write(self.encoder.encode(line))

    def finish_exporting(self) -> None:
        self._rows.close()
