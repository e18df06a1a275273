"""The metadata of a page as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime


@dataclass(frozen=True)
class Metadata:
    """The metadata of a page; missing values are None, and missing tags an empty tuple."""

    title: str | None = None
    #: its authors, separated by "; "
    author: str | None = None
    #: when it was published, in ISO 8601
    date: str | None = None
    modified: str | None = None
    #: a tag of BCP 47 like "en-US"
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    image: str | None = None
    tags: tuple[str, ...] = ()
    #: what the page is: a type of schema.org like "NewsArticle", or one of OpenGraph like "article"
    type: str | None = None
    #: what it asks of search engines and other programs, like "noindex, nofollow"
    robots: str | None = None
    #: the address of its licence, or its name
    license: str | None = None
    #: the source of each value
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def published_at(self) -> datetime | None:
        """When it was published; None if the day is not known.

        >>> Metadata(date="2025-05-03").published_at
        datetime.datetime(2025, 5, 3, 0, 0)
        """
        return _as_datetime(self.date)

    @property
    def modified_at(self) -> datetime | None:
        """When it was changed; None if the day is not known."""
        return _as_datetime(self.modified)


def said_in_metadata(found: Metadata) -> Iterator[tuple[str, str]]:
    """Yield what all pages of a site may share, each after "", which says that a page has one.

    A day alone is that of many articles.
    """
    date = found.date if "T" in (found.date or "") else None
    for name, value in (("author", found.author), ("date", date), ("image", found.image)):
        if value:
            yield from ((name, ""), (name, value))


def _as_datetime(date: str | None) -> datetime | None:
    """Return a date of ISO 8601 as Python's, without a time zone if the page gave none."""
    try:
        return datetime.fromisoformat(date or "")
    except ValueError:
        return None


#: The names of the values.
VALUES = tuple(value.name for value in fields(Metadata) if value.name != "sources")
