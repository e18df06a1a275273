"""Main text, blocks and link densities for every item of a Scrapy crawl.

Each name is imported at its first use.  ``extract``, ``segment``, ``read_metadata`` and ``compare`` work
without Scrapy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .content import Block, Choice, Metadata, Result, Segmentation, extract, read_metadata, segment
    from .crawl.addon import Addon
    from .crawl.binding import bind, content_of
    from .report.compare import compare

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Block",
    "Choice",
    "Metadata",
    "Result",
    "Segmentation",
    "bind",
    "compare",
    "content_of",
    "extract",
    "read_metadata",
    "segment",
]

#: The modules of the names that are not in ``content``; the first three need Scrapy.
MODULES = {
    "Addon": "crawl.addon",
    "bind": "crawl.binding",
    "content_of": "crawl.binding",
    "compare": "report.compare",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        from .content.other_names import FUNCTIONS

        if name in FUNCTIONS:  # the message of an AttributeError would be lost in "from … import …"
            raise ImportError(f"{__name__} has no {name}; {FUNCTIONS[name]}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{MODULES.get(name, 'content')}", __name__), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
