"""A page → a line of a corpus.

The format of Dolma: https://github.com/allenai/dolma/blob/main/docs/data-format.md
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, timezone
from typing import Any

from ..digests import sha1_of

#: The keys of a line, in their order; everything else that is known of a page is metadata.
KEYS = ("id", "text", "source", "added", "created")
#: Metadata that stands first, so that lines are alike.
METADATA = (
    "url", "title", "author", "date", "language", "language_score", "confidence", "encoding", "status",
    "digest", "warc_record_id",
)  # fmt: skip


def corpus_line(
    text: str, source: str, *, created: str | None = None, id: str | None = None, **metadata: Any
) -> dict[str, Any]:
    """Return the line of a page.

    ``source`` names the collection, ``created`` says when the page was fetched, in ISO 8601.  The id is
    that of the WARC record or, without one, of the URL and the text: the same page gives the same id
    again.  ``metadata`` is anything that JSON can hold; the keys of METADATA stand first, None where they
    are unknown.

    >>> line = corpus_line("It rains.", "news", url="http://example.com/")
    >>> line["id"], line["metadata"]["digest"]
    ('sha1:ZTAKHH2BUYTVKDZFQ5DYNWQA6ARDERES', 'sha1:AVBHTCYYRS3J7O7RN4IQGLWDQU2TDFLQ')
    """
    digest = digest_of(text)
    known = {"digest": digest, **metadata}
    url = known.get("url") or ""
    return {
        "id": id or known.get("warc_record_id") or sha1_of(utf8(f"{url}\n{digest}")),
        "text": text,
        "source": source,
        "added": datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "created": created,
        "metadata": {**{key: known.get(key) for key in METADATA}, **known},
    }


def digest_of(text: str) -> str:
    """Return a digest that texts share which differ only in case, width, or white space.

    >>> digest_of("It  RAINS.") == digest_of("it rains.")
    True
    """
    return sha1_of(utf8(" ".join(unicodedata.normalize("NFKC", text).casefold().split())))


def utf8(text: str) -> bytes:
    """Return the bytes of a text; JSON may hold half a character, which has none."""
    return text.encode("utf-8", "replace")
