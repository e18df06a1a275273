"""Pages → rows of plain values, the same for every engine; no page raises anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike, fspath
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ..content import EXTRACTORS
from ..content.output.style import style_in
from ..content.registry import build
from ..content.result import Result, without_text
from ..corpus.columns import COLUMNS
from ..corpus.files import sha1_of
from ..corpus.lines import digest_of, find_language, id_of, identifier, now
from ..fields import rounded
from .pages import Input, Recipe, input_of, recipe_for

if TYPE_CHECKING:  # its libraries are an extra
    from ..warc import WarcPage

#: The columns that may be known before a page is read.
GIVEN = (
    *("id", "source", "added", "created", "url", "http_status", "truncated"),
    *("dump", "file_path", "warc_record_id"),
)
#: The name of a crawl in a path of Common Crawl.
DUMP = re.compile(r"CC-MAIN-\d{4}-\d\d(?!\d)")
#: The ending of an archive's name, which says its format.
ENDS = re.compile(r"(\.w?arc)?(\.gz|\.bz2|\.zst|\.lz4)?$|\.wacz$", re.IGNORECASE)


@dataclass(frozen=True)
class Rows:
    """Makes rows of pages; it can be sent to other processes.

    ``extractor`` is a name or the import path of a class, ``params`` are its parameters.  With ``language``
    the language of each text is found out, which needs the extra ``corpus``.  ``sites`` is a file of
    ``content-extract sites`` that each process can open, see :doc:`sites`.  ``source``, ``dump`` and
    ``added`` go to the columns of these names; by default, ``added`` is now.

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
    source: str | None = None
    dump: str | None = None
    added: str = field(default_factory=now)

    def __post_init__(self) -> None:
        _, params = style_in(self.params, "params")
        build(self.extractor, EXTRACTORS, params, "extractor")  # or a wrong one is each page's error
        if self.sites:
            _ = self.recipe.methods
        if self.language:
            identifier()

    @cached_property
    def recipe(self) -> Recipe:
        params = dict(self.params)
        return recipe_for(("metadata",), extractor=self.extractor, params=params, sites=self.sites)

    @cached_property
    def _recipe_for_text(self) -> Recipe:
        return replace(self.recipe, encoding="utf-8")

    def of_page(
        self,
        body: bytes | str | None,
        url: str | None = None,
        content_type: str | None = None,
        http_status: int | None = None,
        truncated: bool = False,
        **given: Any,
    ) -> dict[str, Any]:
        """Return the row of a page, which has all COLUMNS.  A page without text has an empty one.

        ``truncated`` says that the body is only a part of the page.  ``given`` are other columns that are
        known, such as ``id`` and ``created``.

        Raises TypeError for a column that is found in the page.
        """
        if wrong := given.keys() - {*GIVEN}:
            raise TypeError(f"{', '.join(sorted(wrong))} cannot be given; these can: {', '.join(GIVEN)}")
        given |= {"url": url, "http_status": http_status, "truncated": bool(truncated)}
        recipe = self._recipe_for_text if isinstance(body, str) else self.recipe
        data: Any = body.encode("utf-8", "replace") if isinstance(body, str) else body
        try:
            data = bytes(memoryview(data))  # engines have types of their own
        except TypeError as error:
            reason = "it has no body" if body is None else f"TypeError: {error}"
            return self.of_result(without_text("no_response" if body is None else "error"), given, reason)
        page = Input(url or "", data, content_type, url, http_status, bool(truncated))
        return self.of_result(recipe.result_of(page), given, data=data)

    def of_archive(self, path: str | PathLike[str], **options: Any) -> Iterator[dict[str, Any]]:
        """Return the rows of the pages of a WARC, ARC or WACZ, and one for each stretch that is broken.

        An archive that cannot be opened gives a row with the status "error".  ``options`` go to
        :class:`~scrapy_content_extract.warc.Archive`.
        """
        from ..warc import Archive

        source = fspath(path)
        unread: list[Any] = []
        try:
            for page in Archive(path, on_broken=unread.append, **options):
                yield from self._of_unread(source, unread)
                yield self.of_record(page, self.recipe.result_of(input_of(page)), source)
        except OSError as error:
            unread.append(error)
        yield from self._of_unread(source, unread)

    def of_record(self, page: WarcPage, result: Result, file_path: str) -> dict[str, Any]:
        """Return the row of a page of an archive."""
        known = given_by_record(page, file_path, self.source, self.dump)
        return self.of_result(result, known, data=page.body)

    def _of_unread(self, source: str, unread: list[Any]) -> Iterator[dict[str, Any]]:
        """Yield the rows of what could not be read of an archive, by reason, and forget it."""
        while unread:
            it = unread.pop(0)
            is_error = isinstance(it, OSError)
            reason = f"{type(it).__name__}: {it}" if is_error else f"byte {it.offset:,}: {it.reason}"
            given = {"id": id_of(None, f"{source}\n{reason}"), "source": self.source or name_of(source)}
            yield self.of_result(without_text("error"), given | given_by_path(source, self.dump), reason)

    def of_result(
        self, result: Result, given: Mapping[str, Any], reason: str = "", data: bytes = b""
    ) -> dict[str, Any]:
        """Return the row of a result, which has all COLUMNS: found in the page, given, or of all pages."""
        text, diagnostics, declared = result.text, result.diagnostics, result.metadata
        language, score = find_language(text) if self.language and text else (None, None)
        digest = digest_of(text) if text else None
        found = {
            "id": given.get("id") or id_of(given.get("url"), digest or sha1_of(data)),
            "text": text,
            "source": given.get("source") or self.source,
            "added": given.get("added") or self.added,
            "title": result.title,
            "author": declared.author,
            "date": declared.date,
            "language": language,
            "language_score": score,
            "declared_language": declared.language,
            "type": declared.type,
            "kind": diagnostics["kind"],
            "confidence": rounded(diagnostics["confidence"]),
            "status": result.status,
            "reason": reason or result.reason or None,
            "encoding": diagnostics["encoding"],
            "truncated": diagnostics["truncated"] or given.get("truncated"),
            "link_density": rounded(diagnostics["main"]),
            "robots": declared.robots,
            "license": declared.license,
            "digest": digest,
            "dump": given.get("dump") or self.dump,
        }
        return {name: found[name] if name in found else given.get(name) for name in COLUMNS}


def given_by_record(
    page: WarcPage, path: str, source: str | None = None, dump: str | None = None
) -> dict[str, Any]:
    """Return the columns that the record of a page has, and its archive.

    ARC has no ids of records; one is made from the place of the record in its archive.
    """
    place = f"{PurePath(path).name}\n{page.offset}\n{page.date}"
    return {
        "id": page.record_id or id_of(page.url, place),
        "created": page.date or None,
        "url": page.url,
        "http_status": page.status,
        "truncated": bool(page.truncated),
        "warc_record_id": page.record_id or None,
        "source": source or name_of(path),
        **given_by_path(page.file_path or path, dump),
    }


def given_by_path(path: str, dump: str | None = None) -> dict[str, Any]:
    found = DUMP.search(path)
    return {"dump": dump or (found and found[0]), "file_path": path}


def name_of(archive: str) -> str:
    """Return the name of an archive without the end that says its format.

    >>> name_of("crawl/www.example.com-x.warc.gz"), name_of("a.wacz"), name_of("b.warc.wet.gz")
    ('www.example.com-x', 'a', 'b.warc.wet')
    """
    return ENDS.sub("", PurePath(archive).name, count=1)
