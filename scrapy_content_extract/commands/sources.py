"""The names on the command line → pages, in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..batch import Input
from .fetch import fetched
from .inputs import inputs_at


def inputs_of(pages: Iterable[str]) -> Iterator[Input]:
    """Yield the pages in the order of the command line, the pages of a folder by name."""
    for are_urls, group in groupby(pages, is_url):
        if are_urls:
            yield from fetched(list(group))
        else:
            for page in group:
                yield from inputs_at(page)


def is_url(page: str) -> bool:
    """Tell a URL from a path.

    >>> is_url("https://example.com/"), is_url("https.html")
    (True, False)
    """
    return page.lower().startswith(("http://", "https://"))
