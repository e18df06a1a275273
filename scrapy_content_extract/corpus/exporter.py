"""Items → the lines of a corpus: the feed format ``jsonl-corpus``."""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter
from scrapy.exporters import JsonLinesItemExporter

from .lines import corpus_line

#: The field of the diagnostics; they become metadata of their own.
DIAGNOSTICS = ("link_density", "diagnostics")
#: Fields that no corpus has.
LEFT_OUT = ("blocks", "html", "markdown")
#: Fields that are keys of a line.
OF_LINE = ("id", "text", "created")


class CorpusLinesExporter(JsonLinesItemExporter):
    """Writes an item as a line; items without text are left out.

    The fields ``text``, ``id`` and ``created`` are those of the line; ``source`` is a field or that of
    ``item_export_kwargs``, by default "crawl".  All others are metadata.
    """

    def __init__(self, file: Any, *, source: str = "crawl", **kwargs: Any) -> None:
        super().__init__(file, **kwargs)
        self.source = source

    def export_item(self, item: Any) -> None:
        fields = ItemAdapter(item).asdict()
        text = fields.get("text")
        if not text:
            return
        metadata = {name: value for name, value in fields.items() if name not in (*OF_LINE, *LEFT_OUT)}
        declared = metadata.pop("metadata", None) or {}
        metadata = {**declared, **{name: value for name, value in metadata.items() if value is not None}}
        for name in DIAGNOSTICS:
            diagnostics = metadata.pop(name, None) or {}
            for key in ("confidence", "encoding", "status"):
                metadata.setdefault(key, diagnostics.get(key))
        line = corpus_line(
            text,
            metadata.pop("source", None) or self.source,
            created=fields.get("created"),
            id=fields.get("id"),
            **metadata,
        )
        self.file.write((self.encoder.encode(line) + "\n").encode(self.encoding or "utf-8"))
