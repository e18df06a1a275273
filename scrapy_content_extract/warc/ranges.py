"""The records that an index names, as one archive: nothing else is fetched.

A line of an index is JSON, perhaps behind a key and a date, with the file, the offset and the length of a
record, as the index of Common Crawl answers, and as CDXJ files have it:

    com,example)/ 20261124130000 {"filename": "a.warc.gz", "offset": "784", "length": "2034", "…": "…"}
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from ..files import open_text
from .streams import Seekable

#: The ends of the name of an index.
INDEXES = (".cdx", ".cdx.gz", ".cdxj", ".cdxj.gz")
#: The records that are fetched at a time, several of them at once.
AT_A_TIME = 64


class Place(NamedTuple):
    file: str
    offset: int
    length: int


def place_of(line: str, prefix: str) -> Place:
    """Return the place in a line of an index.  Raises ValueError if there is none.

    >>> place_of('{"filename": "a.warc.gz", "offset": "784", "length": "2034"}', "s3://bucket/")
    Place(file='s3://bucket/a.warc.gz', offset=784, length=2034)
    """
    try:
        record = json.loads(line[line.index("{") :])
        return Place(prefix + record["filename"], int(record["offset"]), int(record["length"]))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"it names no filename, offset and length: {line[:200]!r}") from error


class Ranges(Seekable):
    """A seekable stream of the records of an index, one after the other."""

    def __init__(self, path: str, prefix: str, options: Mapping[str, Any]) -> None:
        """Raises ValueError for a line of another kind, and ImportError without fsspec."""
        from fsspec.core import url_to_fs  # type: ignore[import-not-found, import-untyped, unused-ignore]

        with open_text(path) as lines:
            self.places = [place_of(line, prefix) for line in lines if line.strip()]
        self.ends = list(accumulate(place.length for place in self.places))
        #: as of a stream of fsspec
        self.size = self.ends[-1] if self.ends else 0
        self.system: Any = url_to_fs(self.places[0].file, **options)[0] if self.places else None
        self._first, self._fetched = 0, b""

    def read(self, size: int) -> bytes:
        """Return some bytes, at most to the end of what is fetched at a time.  Raises OSError."""
        start = self.position - self._first
        if not 0 <= start < len(self._fetched):
            if self.position >= self.size:
                return b""
            self._fetch(bisect_right(self.ends, self.position))
            start = self.position - self._first
        data = self._fetched[start : start + size]
        self.position += len(data)
        return data

    def _fetch(self, number: int) -> None:
        """Fetch some records, from a number on."""
        some = self.places[number : number + AT_A_TIME]
        files, starts = [place.file for place in some], [place.offset for place in some]
        parts = self.system.cat_ranges(
            files, starts, [place.offset + place.length for place in some], on_error="return"
        )
        for part, place in zip(parts, some):
            if isinstance(part, Exception):  # each protocol has its own
                raise OSError(f"{place.file}, byte {place.offset:,} cannot be fetched: {part!r}") from part
            if len(part) != place.length:
                raise OSError(f"{place.file} has {len(part):,} of {place.length:,} bytes at {place.offset:,}")
        self._first, self._fetched = self.ends[number] - self.places[number].length, b"".join(parts)
