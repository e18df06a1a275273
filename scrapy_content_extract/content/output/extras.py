"""How optional extras are installed: the one place that says it."""

from __future__ import annotations


def install(*extras: str) -> str:
    """Return the command that installs some extras of setup.cfg.

    >>> install("warc", "corpus")
    "pip install '.[warc,corpus]' in a clone of scrapy-content-extract"
    """
    return f"pip install '.[{','.join(extras)}]' in a clone of scrapy-content-extract"
