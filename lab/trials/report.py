"""How a trial ends: one line, and the exit status."""

from __future__ import annotations

from collections.abc import Mapping


def conclude(trial: str, complaints: Mapping[str, bool], summary: str) -> int:
    """Print the line of a trial; return its exit status, 1 if any complaint is true.

    >>> conclude("soak", {"an item was lost": False}, "5,000 pages")
    soak: held: 5,000 pages
    0
    >>> conclude("soak", {"an item was lost": True}, "5,000 pages")
    soak: FAILED, an item was lost: 5,000 pages
    1
    """
    true = [complaint for complaint, is_true in complaints.items() if is_true]
    print(f"{trial}: {'FAILED, ' + '; '.join(true) if true else 'held'}: {summary}")
    return 1 if true else 0
