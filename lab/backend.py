"""Which backend runs, the compiled one or plain Python: the one place here that asks the package."""

from __future__ import annotations

import os
import sys

from scrapy_content_extract.content import kernels

#: What runs in this process, "compiled" or "Python".
BACKEND = kernels.BACKEND

#: Set by those who want plain Python.
SWITCH = kernels.PURE_PYTHON

#: What to do about it.
REMEDY = (
    "install a C compiler and build them (pip install -e . in a clone), "
    f"or set {SWITCH}=1 if plain Python is what you want."
)
MISSING = (
    "WARNING: the compiled modules of scrapy_content_extract are missing, and everything runs in plain "
    f"Python, several times slower; {REMEDY}"
)


def announce() -> str:
    """Return the line that says which backend runs; warn on stderr if it should have been another."""
    if BACKEND == "Python" and not os.environ.get(SWITCH):
        print(MISSING, file=sys.stderr)
    return f"Backend: {BACKEND}"
