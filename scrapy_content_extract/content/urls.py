"""URLs, also malformed ones: what pages, lists and callers give, raises nothing here.

Python refuses ``http://[x]/`` and hosts with signs that NFKC turns into a slash, such as ``http://a／b/``.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

#: The parts of a malformed URL.
NO_PARTS = SplitResult("", "", "", "", "")


def split_url(url: str | None) -> SplitResult:
    """Return the parts of a URL; all are empty for a malformed one.

    >>> split_url("http://a.test/b?c").netloc, split_url("http://[::1").netloc
    ('a.test', '')
    """
    try:
        return urlsplit(url or "")
    except ValueError:
        return NO_PARTS


def join_url(base: str, url: str) -> str:
    """Return the absolute form of a URL, or "" if it or its base is malformed.

    >>> join_url("http://a.test/b", "c"), join_url("http://[::1", "c"), join_url("http://a.test/", "//[x")
    ('http://a.test/c', '', '')
    """
    try:
        return urljoin(base, url)
    except ValueError:
        return ""
