"""The columns of a page, the same in lines, rows, documents and Parquet: one table."""

from __future__ import annotations

from typing import Any, NamedTuple


class Column(NamedTuple):
    type: type
    meaning: str


#: docs/fields.rst shows this table.
COLUMNS: dict[str, Column] = {
    "id": Column(str, "the same in every run; made as below"),
    "text": Column(str, "the main text"),
    "source": Column(str, "the collection; by default the archive, the folder or the host"),
    "added": Column(str, "when the run began, in ISO 8601"),
    "created": Column(str, "when the page was fetched, in ISO 8601"),
    "url": Column(str, "its address"),
    "title": Column(str, "its title without the name of the site"),
    "author": Column(str, "its authors, as it states them"),
    "date": Column(str, "when it was published, as it states"),
    "language": Column(str, "the language found in the text, a code of ISO 639-1"),
    "language_score": Column(float, "how likely this language is, up to 1"),
    "declared_language": Column(str, "the language that the page states, such as en-US"),
    "type": Column(str, "what the page states to be, such as NewsArticle"),
    "kind": Column(str, "what auto takes the page for"),
    "confidence": Column(float, "auto's own estimate of its F1 on this page"),
    "status": Column(str, "one of the statuses below"),
    "reason": Column(str, "more about the status"),
    "encoding": Column(str, "Python's name of the page's encoding"),
    "http_status": Column(int, "the HTTP status"),
    "truncated": Column(bool, "whether a part of the page is missing"),
    "link_density": Column(float, "the share of the text that is in links"),
    "robots": Column(str, "what the page asks of search engines, such as noindex"),
    "license": Column(str, "the address or the name of the licence that the page states"),
    "digest": Column(str, "a digest of the text without case, width and white space"),
    "dump": Column(str, "the crawl; by default what the path says, such as CC-MAIN-2026-43"),
    "file_path": Column(str, "the archive, or the file of the page"),
    "warc_record_id": Column(str, "the id of the record in the archive"),
}
#: The columns that stand in a line itself, in their order; all others are its metadata.
KEYS = ("id", "text", "source", "added", "created")

#: A type of values: of one value, of lists ``[type]``, of dicts ``{key: type}``, or JSON for anything.
Kind = Any
#: Values without a common type, as JSON in a text.
JSON = "json"


def arrow_type(kind: Kind) -> Any:
    """Return the type of a column of Parquet.  Raises ValueError if there is none."""
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    if isinstance(kind, dict):
        return pa.struct([(name, arrow_type(inner)) for name, inner in kind.items()])
    if isinstance(kind, list):
        return pa.list_(arrow_type(kind[0]))
    types: dict[Kind, Any] = {
        str: pa.string(),
        float: pa.float64(),
        int: pa.int64(),
        bool: pa.bool_(),
        bytes: pa.binary(),
        JSON: pa.string(),
    }
    if kind not in types:
        raise ValueError(
            f"{kind!r} is not the type of a column; there are str, int, float, bool, bytes, 'json', lists "
            f"such as [str], and dicts such as {{'name': str}}."
        )
    return types[kind]


def fits(value: Any, kind: Kind) -> bool:
    """Tell whether a column of a type gives a value back unchanged; None fits all.

    >>> fits(1, float), fits(1.5, int), fits([{"a": 1}], [{"a": int, "b": str}]), fits({"c": 1}, {"a": int})
    (True, False, True, False)
    """
    if value is None:
        return True
    if kind == JSON:
        return isinstance(value, str)
    if isinstance(kind, dict):
        return isinstance(value, dict) and all(n in kind and fits(v, kind[n]) for n, v in value.items())
    if isinstance(kind, list):
        return isinstance(value, (list, tuple)) and all(fits(one, kind[0]) for one in value)
    if type(value) is int:
        return abs(value) <= 2**53 if kind is float else kind is int and -(2**63) <= value < 2**63
    if kind is str:  # without half of a character, which JSON may hold, and Parquet may not
        return isinstance(value, str) and value.encode("utf-8", "replace").decode() == value
    return type(value) is kind
