"""Pages → rows of plain values, the same for every engine; no page raises anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike, fspath
from typing import Any

from ..content import EXTRACTORS
from ..content.extract import Analysis, without_text
from ..content.registry import build
from ..corpus.lines import digest_of, find_language, identifier
from ..fields import rounded
from ..pages import Input, Recipe, recipe_for

#: The columns of a page → their types.  The names are the same as in a corpus; ``reason`` says why a page
#: was not read.
EXTRACTED = {
    "status": str, "reason": str, "text": str, "title": str, "author": str, "date": str,
    "language": str, "language_score": float, "confidence": float, "encoding": str, "digest": str,
    "truncated": bool, "link_density": float,
}  # fmt: skip
#: The columns of a row from an archive → their types.
COLUMNS = {"url": str, "warc_record_id": str, "created": str, "source": str, **EXTRACTED}


@dataclass(frozen=True)
class Rows:
    """Makes rows of pages; it can be sent to other processes.

    ``extractor`` is a name or the import path of a class, ``params`` are its parameters.  With ``language``
    the language of each text is found out, which needs the extra ``corpus``.  ``sites`` is a file of
    ``content-extract sites`` that each process can open, see :doc:`sites`.

    Raises ValueError for an unknown extractor or parameter, or a file that cannot be used, and ImportError if
    the extra is missing.

    >>> rows = Rows()
    >>> row = rows.of_page(b"<p>It is what it is.</p><p><a href='/'>Home</a></p>")
    >>> row["status"], row["text"]
    ('ok', 'It is what it is.')
    """

    extractor: str = "auto"
    params: Mapping[str, Any] = field(default_factory=dict)
    language: bool = False
    sites: str | None = None

    def __post_init__(self) -> None:
        build(self.extractor, EXTRACTORS, self.params, "extractor")  # or a wrong one is each page's error
        if self.sites:
            _ = self._recipe.methods
        if self.language:
            identifier()

    @cached_property
    def _recipe(self) -> Recipe:
        params = dict(self.params)
        return recipe_for(("metadata",), extractor=self.extractor, params=params, sites=self.sites)

    @cached_property
    def _recipe_for_text(self) -> Recipe:
        return replace(self._recipe, encoding="utf-8")

    def of_page(
        self,
        body: bytes | str | None,
        url: str | None = None,
        content_type: str | None = None,
        http_status: int | None = None,
        truncated: bool = False,
    ) -> dict[str, Any]:
        """Return the row of a page: ``url`` and EXTRACTED.  A page without text has an empty one.

        ``truncated`` says that the body is only a part of the page.
        """
        recipe = self._recipe_for_text if isinstance(body, str) else self._recipe
        data: Any = body.encode("utf-8", "replace") if isinstance(body, str) else body
        try:
            data = bytes(memoryview(data))  # engines have types of their own
        except TypeError as error:
            reason = "it has no body" if body is None else f"TypeError: {error}"
            analysis = without_text("no_response" if body is None else "error")
            return {"url": url, **self._extracted(analysis, reason)}
        analysis = recipe.analysis_of(Input(url or "", data, content_type, url, http_status, truncated))
        return {"url": url, **self._extracted(analysis, analysis.reason or None)}

    def of_archive(self, path: str | PathLike[str], **options: Any) -> Iterator[dict[str, Any]]:
        """Return the rows of the pages of a WARC, ARC or WACZ, and one for each stretch that is broken.

        A row has COLUMNS; ``created`` says when the page was fetched, ``source`` is the archive.  An archive
        that cannot be opened gives a row with the status "error".  ``options`` go to
        :class:`~scrapy_content_extract.warc.Archive`.
        """
        from ..warc import Archive

        source = fspath(path)
        unread: list[Any] = []
        try:
            for page in Archive(path, on_broken=unread.append, **options):
                yield from self._of_broken(source, unread)
                row = self.of_page(page.body, page.url, page.content_type, page.status, bool(page.truncated))
                yield {**row, "warc_record_id": page.record_id, "created": page.date, "source": source}
        except OSError as error:
            yield from self._of_broken(source, unread)
            yield self._unread(source, f"{type(error).__name__}: {error}")
        yield from self._of_broken(source, unread)

    def _of_broken(self, source: str, unread: list[Any]) -> Iterator[dict[str, Any]]:
        while unread:
            broken = unread.pop(0)
            yield self._unread(source, f"byte {broken.offset:,}: {broken.reason}")

    def _unread(self, source: str, reason: str) -> dict[str, Any]:
        row = self._extracted(without_text("error"), reason)
        return {"url": None, **row, "warc_record_id": None, "created": None, "source": source}

    def _extracted(self, analysis: Analysis, reason: str | None) -> dict[str, Any]:
        """Return the values of EXTRACTED."""
        text, diagnostics, declared = analysis.text, analysis.diagnostics, analysis.metadata
        language, score = find_language(text) if self.language and text else (None, None)
        return {
            "status": analysis.status,
            "reason": reason,
            "text": text,
            "title": analysis.title,
            "author": declared.author,
            "date": declared.date,
            "language": language,
            "language_score": score,
            "confidence": diagnostics["confidence"],
            "encoding": diagnostics["encoding"],
            "digest": digest_of(text) if text else None,
            "truncated": diagnostics["truncated"],
            "link_density": rounded(diagnostics["main"]),
        }
