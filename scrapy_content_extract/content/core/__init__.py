"""The loops over all elements and all texts of a page, compiled where there is a compiler.

Most modules have one source: loops over columns of numbers, ordinary Python, which runs as it stands.  The
types of C stand in a ``.pxd`` beside it.  What Python cannot reach is written twice: ``tree_py.py`` and
``tree.pyx``, for instance, read lxml's tree.  Both sides give the same results, to the last bit.

Other modules write ``core.queries.nearest(...)`` and get what runs: the compiled modules if all of them
load, else Python.  ``CONTENT_EXTRACT_PURE_PYTHON=1`` in the environment keeps to Python.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

# Other modules see the types of the Python side.
# ruff: noqa: F401
if TYPE_CHECKING:
    from . import builder as builder
    from . import choice as choice
    from . import facts as facts
    from . import forest_py as forest
    from . import gaps as gaps
    from . import queries as queries
    from . import render_py as render
    from . import roles as roles
    from . import scan_py as scan
    from . import selection as selection
    from . import tree_py as tree
    from . import words_py as words

#: The environment variable that switches what is compiled off.
PURE_PYTHON = "CONTENT_EXTRACT_PURE_PYTHON"
#: The modules that are written twice; the name of the Python side ends in ``_py``.
PAIRS = ("forest", "render", "scan", "tree", "words")
#: The modules of one source, each after those that it imports.
ONE_SOURCE = ("queries", "builder", "choice", "facts", "gaps", "roles", "selection")


def compiled() -> dict[str, ModuleType]:
    """Return the compiled modules; raise ImportError unless all are there and fit this platform and lxml."""
    try:
        found = {name: import_module(f".{name}", __name__) for name in (*PAIRS, *ONE_SOURCE)}
    except (TypeError, ValueError) as error:  # Cython's, of a module made for another lxml
        raise ImportError(str(error)) from error
    for name, module in found.items():
        if (module.__file__ or "").endswith(".py"):
            raise ImportError(f"{name} is not compiled")
    return found


def in_python() -> dict[str, ModuleType]:
    """Return the modules as Python runs them, even where compiled ones stand beside them."""
    found = {name: import_module(f".{name}_py", __name__) for name in PAIRS}
    globals().update(found)  # one-source modules import them from here
    return found | {name: from_source(name) for name in ONE_SOURCE}


def from_source(name: str) -> ModuleType:
    """Import a module from its source."""
    spec = find_spec(f".{name}", __name__)
    if spec is None or not (spec.origin or "").endswith(".py"):
        spec = spec_from_file_location(f"{__name__}.{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


#: What runs, "compiled" or "Python".  Never some of each.
BACKEND = "Python"
if not os.environ.get(PURE_PYTHON):
    with suppress(ImportError):
        globals().update(compiled(), BACKEND="compiled")
if BACKEND == "Python":
    globals().update(in_python())
