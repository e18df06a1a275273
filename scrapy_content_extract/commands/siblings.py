"""Siblings of a page: the pages that it links to on its host and that are likely made as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from operator import eq
from posixpath import splitext
from urllib.parse import unquote

from ..content.urls import split_url

_DIGITS, _OTHERS = re.compile(r"\d+"), re.compile(r"[^\d/]+")


def siblings_of(url: str, links: Iterable[str]) -> list[str]:
    """Return the links to siblings of a page, the likeliest first, each path once.

    Their paths have as many parts as that of the page, and the same extension.  A link with the path of the
    page is the page again: printed, sorted, or its next part.
    """
    host, path, found = split_url(url).hostname, path_of(url), dict[str, str]()
    for link in links:
        it, other = split_url(link), path_of(link)
        is_alike = other.count("/") == path.count("/") and splitext(other)[1] == splitext(path)[1]
        if is_alike and other != path and it.hostname == host and it.scheme in ("http", "https"):
            found.setdefault(other, it._replace(fragment="").geturl())
    return [found[other] for other in sorted(found, key=partial(likeness, path), reverse=True)]


def path_of(url: str) -> str:
    return unquote(split_url(url).path).rstrip("/")


def likeness(path: str, other: str) -> tuple[int, int, int]:
    """Return how many parts have digits at the same places, how many are equal, and hyphens too few or many.

    >>> likeness("/news/17-rain", "/news/4-sun"), likeness("/news/17-rain", "/news/about")
    ((3, 2, 0), (2, 2, -1))
    """
    patterns = [_DIGITS.sub("0", _OTHERS.sub("a", one)).split("/") for one in (path, other)]
    words = abs(path.count("-") - other.count("-"))
    return sum(map(eq, *patterns)), sum(map(eq, path.split("/"), other.split("/"))), -words
