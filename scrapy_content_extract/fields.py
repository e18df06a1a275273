"""Result → plain values for item fields."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from operator import attrgetter
from typing import Any

from .content.metadata import VALUES
from .content.model import Block, density
from .content.output.formats import FORMATS
from .content.result import UNKNOWN, Result
from .corpus.columns import JSON, Kind


def blocks(result: Result) -> list[dict[str, Any]]:
    return [block_values(block) for block in result.blocks]


def link_density(result: Result) -> dict[str, Any]:
    """Return the diagnostics, which explain the result of a page."""
    return {key: rounded(value) for key, value in result.diagnostics.items()}


def diagnostic(result: Result, key: str) -> Any:
    return rounded(result.diagnostics[key])


def rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def formatted(result: Result, name: str) -> Any:
    written = result.form(name)
    return written if isinstance(written, str) else [dict(one) for one in written]


def metadata(result: Result) -> dict[str, Any]:
    found = result.metadata
    return {**{name: metadata_value(result, name) for name in VALUES}, "sources": dict(found.sources)}


def metadata_value(result: Result, name: str) -> Any:
    value = getattr(result.metadata, name)
    return list(value) if isinstance(value, tuple) else value


def text_language(result: Result) -> str | None:
    """Return the language of the main text, found in its letters, or None without any."""
    from .corpus.lines import find_language  # an extra

    return find_language(result.text)[0]


def block_values(block: Block) -> dict[str, Any]:
    _, text, title, kind, depth, chars, link_chars, main, parent, role = block
    return {
        "text": text,
        "title": title,
        "kind": kind,
        "depth": depth,
        "chars": chars,
        "link_chars": link_chars,
        "link_density": round(density(link_chars, chars), 4),
        "main": main,
        "parent": None if parent < 0 else parent,
        "role": role,
    }


#: Everything that can be written to item fields.  Each item gets values of its own, so a change of one
#: item does not change another.
RESULTS: dict[str, Callable[[Result], Any]] = {
    "text": attrgetter("text"),
    "title": attrgetter("title"),
    **{name: partial(formatted, name=name) for name in FORMATS},
    "blocks": blocks,
    "link_density": link_density,
    "metadata": metadata,
    "text_language": text_language,
    "warc_record_id": attrgetter("warc_record_id"),
    "duplicate_of": attrgetter("duplicate_of"),
    **{name: partial(metadata_value, name=name) for name in VALUES if name != "title"},
    **{key: partial(diagnostic, key=key) for key in UNKNOWN},
}

_METADATA: dict[str, Kind] = {**dict.fromkeys(VALUES, str), "tags": [str]}
_DIAGNOSTICS: dict[str, Kind] = {
    **dict.fromkeys((*UNKNOWN, "rule"), str),
    **dict.fromkeys("page main rest confidence kind_confidence".split(), float),
    **dict.fromkeys("chars link_chars main_chars hidden_chars hidden_kept replaced site_pages".split(), int),
    "truncated": bool,
}
#: The types of results that are not texts.
TYPES: dict[str, Kind] = {
    **_METADATA,
    **_DIAGNOSTICS,
    "link_density": _DIAGNOSTICS,
    "metadata": {**_METADATA, "sources": dict.fromkeys(VALUES, str)},
    "blocks": [
        {
            **dict.fromkeys("text title kind role".split(), str),
            **dict.fromkeys("depth chars link_chars parent".split(), int),
            "link_density": float,
            "main": bool,
        }
    ],
    "chunks": [
        dict.fromkeys("text markdown anchor role".split(), str)
        | {"start": int, "stop": int, "headings": [str], "link_density": float}
    ],
    "images": [{"url": str, "alt": str, "caption": str}],
    "links": [{"url": str, "text": str}],
    "document": JSON,
}

#: Other names of results in CONTENT_EXTRACT_FIELDS.
OTHER_NAMES = {"diagnostics": "link_density"}


def forms_for(results: Collection[str]) -> tuple[str, ...]:
    """Return the forms of the content that some results are made from, besides its text."""
    parts = {
        "title": ("title",),
        "blocks": ("blocks",),
        "metadata": ("metadata", *(name for name in VALUES if name != "title")),
        **{name: (name,) for name in FORMATS},
    }
    return tuple(form for form, names in parts.items() if not set(results).isdisjoint(names))
