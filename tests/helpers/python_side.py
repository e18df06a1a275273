"""The Python side of the core beside the compiled one, to compare the two in one process."""

import sys
from functools import lru_cache
from unittest.mock import patch

from scrapy_content_extract.content import core

NAMES = (*core.PAIRS, *core.ONE_SOURCE)


@lru_cache(maxsize=1)
def python_side():
    """Return the core as Python runs them, by name; what other modules use stays as it is."""
    usual = {name: getattr(core, name) for name in NAMES}
    with patch.dict(sys.modules), patch.multiple(core, **usual):
        return core.in_python()


def in_python(function, *args):
    """Call a function while all pages are handled by the Python side."""
    with patch.multiple(core, BACKEND="Python", **python_side()):
        return function(*args)
