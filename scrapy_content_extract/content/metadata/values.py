"""The metadata of a page as plain values, apart from how they are found: few programs ask for them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass(frozen=True)
class Metadata:
    """What is known of a page; None, and no tags, where it says nothing."""

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
    #: where each value is from
    sources: dict[str, str] = field(default_factory=dict)


#: The names of the values.
VALUES = tuple(value.name for value in fields(Metadata) if value.name != "sources")
