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
    from .report.side_by_side import compare
    from .spidermiddlewares import bind, content_of

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Block",
    "Extraction",
    "Metadata",
    "Segmentation",
    "bind",
    "compare",
    "content_of",
    "extract",
    "read_metadata",
    "segment",
]

# The encoding that a response was made with overrules its bytes; ``content`` does not know Scrapy.
flow.STATED_BY.append(stated_encoding)


#: The names that are imported at their first use, and their modules; the first three need Scrapy.
LATER = {
    "Addon": "addon",
    "bind": "spidermiddlewares",
    "content_of": "spidermiddlewares",
    "compare": "report.side_by_side",
}


def __getattr__(name: str) -> Any:
    if name in LATER:
        return getattr(import_module(f".{LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
