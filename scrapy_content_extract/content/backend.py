"""The compiled helpers, where they are built.

Everything they do is done in Python, too, with the same results; who has a compiled twin
asks :data:`compiled` first.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

#: The module of compiled helpers, or None: not built, or for another platform or lxml, or
#: CONTENT_EXTRACT_PURE_PYTHON=1 is in the environment.
compiled: Any = None

if not os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"):
    with suppress(ImportError, TypeError, ValueError):
        from . import _compiled as compiled  # type: ignore[attr-defined, no-redef]

#: What runs, "compiled" or "Python".
BACKEND = "Python" if compiled is None else "compiled"
