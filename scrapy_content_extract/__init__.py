"""Main text, blocks and link densities for every item of a Scrapy crawl.

``extract`` and ``segment`` work without Scrapy; it is imported only for ``Addon``, ``bind`` and
``content_of``.
"""

from __future__ import annotations

from . import interrupts

interrupts.hold()  # before the slow imports

from importlib import import_module  # noqa: E402
from typing import TYPE_CHECKING, Any  # noqa: E402

from .content import Block, Extraction, Metadata, Segmentation, extract, flow, read_metadata, segment  # noqa: E402
from .responses import stated_encoding  # noqa: E402

if TYPE_CHECKING:
    from .addon import Addon
    from .callbacks import content_of
    from .spidermiddlewares import bind

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Block",
    "Extraction",
    "Metadata",
    "Segmentation",
    "bind",
    "content_of",
    "extract",
    "read_metadata",
    "segment",
]

# The encoding that a response was made with overrules its bytes; ``content`` does not know Scrapy.
flow.STATED_BY.append(stated_encoding)


#: The names that need Scrapy, and their modules.
WITH_SCRAPY = {"Addon": "addon", "bind": "spidermiddlewares", "content_of": "callbacks"}


def __getattr__(name: str) -> Any:
    if name in WITH_SCRAPY:
        return getattr(import_module(f".{WITH_SCRAPY[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
