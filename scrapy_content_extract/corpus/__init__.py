"""Corpora: the lines that other tools read unchanged, their languages, and their duplicates.

The lines have Dolma's format, which datatrove and ``datasets`` read unchanged (:mod:`.lines`).
"""

from .lines import corpus_line, digest_of

__all__ = ["corpus_line", "digest_of"]
