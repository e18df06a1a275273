"""A page → a line of a corpus: its columns, nested.

The format of Dolma: https://github.com/allenai/dolma/blob/main/docs/data-format.md
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ..content.errors import needing
from .columns import COLUMNS, KEYS
from .files import sha1_of

#: The columns in the metadata of a line, which stand first, so that lines are alike.
METADATA = tuple(name for name in COLUMNS if name not in KEYS)
#: The field of the diagnostics of an item; they become metadata of their own.
DIAGNOSTICS = ("link_density", "diagnostics")
#: Fields of items that a corpus leaves out.
LEFT_OUT = ("blocks", "html", "markdown")

#: Two marks or other signs in a row, and a hundred of them.
SIGNS = re.compile(r"[^\w\s]{2}")
MARKS = re.compile(r"([^\w\s]{100})")


def corpus_line(
    text: str, source: str, *, created: str | None = None, id: str | None = None, **metadata: Any
) -> dict[str, Any]:
    """Return the line of a page.

    ``source`` names the collection, ``created`` says when the page was fetched, in ISO 8601.  The id is
    that of the WARC record or, without one, a digest of URL and text: the same page gets the same id
    again.  ``metadata`` is anything that JSON can hold; METADATA stand first, None where unknown.

    >>> line = corpus_line("It rains.", "news", url="http://example.com/")
    >>> line["id"], line["metadata"]["digest"]
    ('sha1:ZTAKHH2BUYTVKDZFQ5DYNWQA6ARDERES', 'sha1:AVBHTCYYRS3J7O7RN4IQGLWDQU2TDFLQ')
    """
    return _line(text, source, {"created": created, "id": id}, metadata)


def _line(text: str, source: str, given: Mapping[str, Any], metadata: Mapping[str, Any]) -> dict[str, Any]:
    values = {"digest": digest_of(text) if text else None, **metadata}
    return {
        "id": given.get("id") or values.get("warc_record_id") or id_of(values.get("url"), values["digest"]),
        "text": text,
        "source": source,
        "added": given.get("added") or now(),
        "created": given.get("created"),
        "metadata": {**{key: values.get(key) for key in METADATA}, **values},
    }


def nested(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {**{name: columns[name] for name in KEYS}, "metadata": {name: columns[name] for name in METADATA}}


def id_of(url: str | None, what: str | None) -> str:
    """Return an id for a page without one, from its URL and a digest or a place."""
    return sha1_of(utf8(f"{url or ''}\n{what or ''}"))


def line_of_item(fields: Mapping[str, Any], source: str = "crawl") -> dict[str, Any]:
    """Return the line of an item; a line stays unchanged.

    The fields ``text``, ``id``, ``created``, ``added`` and ``source`` stand in the line itself, all others
    under its metadata, except blocks and the like.

    >>> line = line_of_item({"url": "http://example.com/", "text": "It rains.", "tags": ["rain"]}, "news")
    >>> line["source"], line["metadata"]["tags"], line_of_item(line) == line
    ('news', ['rain'], True)
    """
    metadata = {name: value for name, value in fields.items() if name not in (*KEYS, *LEFT_OUT)}
    declared = metadata.pop("metadata", None)
    metadata = {name: value for name, value in metadata.items() if value is not None}
    metadata = {**(declared if isinstance(declared, Mapping) else {}), **metadata}
    for diagnostics in [metadata.pop(n) for n in DIAGNOSTICS if isinstance(metadata.get(n), Mapping)]:
        for key in ("confidence", "encoding", "kind", "status", "truncated"):
            metadata.setdefault(key, diagnostics.get(key))
        metadata.setdefault("link_density", diagnostics.get("main"))
    text = fields.get("text")
    given = {name: str(fields[name]) for name in ("created", "id", "added") if fields.get(name)}
    source = str(fields.get("source") or source)
    return _line(text if isinstance(text, str) else "", source, given, metadata)


def now() -> str:
    return as_utc(datetime.now(timezone.utc))


def as_utc(time: datetime) -> str:
    """Return a time with a zone as all lines have it."""
    return time.astimezone(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def digest_of(text: str) -> str:
    """Return a digest that does not depend on case, width and white space."""
    return sha1_of(utf8(" ".join(normalized(text).casefold().split())))


def normalized(text: str) -> str:
    """Return a text in the form NFKC of Unicode; each hundred marks on a letter are normalized by themselves.

    Python sorts the marks of a letter in quadratic time.
    """
    if not SIGNS.search(text[::50]):  # nowhere a hundred
        return unicodedata.normalize("NFKC", text)
    return "".join(unicodedata.normalize("NFKC", piece) for piece in MARKS.split(text))


def utf8(text: str) -> bytes:
    """Return the bytes of a text; JSON may hold half a character, which has none."""
    return text.encode("utf-8", "replace")


def bits_of(data: bytes) -> int:
    """Return 64 bits of some bytes, as SQLite has numbers."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)


def encodable(text: str) -> str:
    """Return a text without halves of characters, which JSON may hold, and Parquet and SQLite may not."""
    return utf8(text).decode()


def as_json(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """Return JSON that UTF-8 can hold: half a character stays an escape."""
    return json.dumps(value, ensure_ascii=False, default=default).encode("utf-8", "backslashreplace").decode()


def as_line(item: Any) -> str:
    return f"{as_json(item)}\n"


# The language of a text, by py3langid (extra ``corpus``), which knows Uighur, unlike most

#: The first characters of a text that are looked at, so that a book takes no longer than a page.
LANGUAGE_CHARS = 2000


def find_language(text: str) -> tuple[str | None, float | None]:
    """Return the ISO 639-1 code of a text and its probability; None for a text without letters.

    Raises ImportError with what to do if the extra ``corpus`` is not installed.
    """
    beginning = text[:LANGUAGE_CHARS]
    if not any(map(str.isalpha, beginning)):
        return None, None
    language, score = identifier().classify(beginning)
    return str(language), round(float(score), 4)


@lru_cache(maxsize=1)
def identifier() -> Any:
    """Return the identifier; its model is read at the first call."""
    with needing("corpus", "leave the language out, or install"):
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
