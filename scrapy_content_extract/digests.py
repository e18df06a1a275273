"""Digests as web archives write them."""

from __future__ import annotations

from base64 import b32encode
from hashlib import sha1


def sha1_of(data: bytes) -> str:
    """Return the labelled digest of some bytes.

    >>> sha1_of(b"It rains.")
    'sha1:UTAPQP2VTQHOSOQOX64PEWT4Q4XN2XOI'
    """
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
