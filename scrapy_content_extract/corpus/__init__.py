"""Corpora: the lines that other tools read unchanged, their languages, and their duplicates.

A line is that of Dolma, which datatrove and ``datasets`` read as it is (:mod:`.lines`).
"""

from __future__ import annotations

from .lines import corpus_line, digest_of

__all__ = ["corpus_line", "digest_of"]
