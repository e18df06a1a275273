"""Main text, segmented blocks and link densities for every item of a Scrapy crawl.

``extract`` and ``segment`` work without Scrapy, which is only imported when one of its
components is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .content import Block, Extraction, Segmentation, extract, segment

if TYPE_CHECKING:
    from .addon import Addon
    from .spidermiddlewares import bind

__version__ = "0.1.0"

__all__ = ["Addon", "Block", "Extraction", "Segmentation", "bind", "extract", "segment"]


def __getattr__(name: str) -> Any:
    if name == "Addon":
        from .addon import Addon

        return Addon
    if name == "bind":
        from .spidermiddlewares import bind

        return bind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
