"""What is done to every element and every text of a page; the only place that knows of compilation.

Most of it is one source: loops over columns of numbers, ordinary Python, which runs as it stands and is
compiled where there is a compiler; the types of C stand in a ``.pxd`` beside it.  What Python cannot reach
is there twice, side by side: for instance ``tree_py.py`` and ``tree.pyx`` read lxml's tree.  Results are
equal to the last bit.

Other modules ask for ``kernels.tree_queries.nearest(...)`` and the like, and get what runs: the compiled modules
where all of them are there, else Python.  ``CONTENT_EXTRACT_PURE_PYTHON=1`` in the environment keeps to
Python.
"""

from __future__ import annotations

import os
import sys
from collections import UserDict
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

# Other modules see the types of the Python side.
# ruff: noqa: F401
if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import arithmetic as arithmetic
    from . import choice as choice
    from . import common as common
    from . import describe as describe
    from . import describe_gaps as describe_gaps
    from . import facts as facts
    from . import forest_py as forest
    from . import gaps as gaps
    from . import html_selection as html_selection
    from . import outline as outline
    from . import pairing as pairing
    from . import paragraphs as paragraphs
    from . import render_py as render
    from . import roles as roles
    from . import scan_py as scan
    from . import tables as tables
    from . import tree_py as tree
    from . import tree_queries as tree_queries
    from . import words_py as words

_FOLDER = Path(__file__).parent
_NAMES = {path.stem for path in _FOLDER.glob("*.py")} - {"__init__", "hints", "kinds", "landmarks", "layout"}
#: The parts that are there twice, and the modules of one source.
PAIRS = tuple(sorted(name.removesuffix("_py") for name in _NAMES if name.endswith("_py")))
ONE_SOURCE = tuple(sorted(name for name in _NAMES if not name.endswith("_py")))

#: The environment variable that switches what is compiled off.
PURE_PYTHON = "CONTENT_EXTRACT_PURE_PYTHON"

#: What runs, "compiled" or "Python".
BACKEND = "Python"


def in_python() -> dict[str, Any]:
    """Return the modules as Python has them, even where compiled ones stand beside them.

    For that they are modules of another package, which finds nothing but sources in this folder.
    """
    name, folder = f"{__package__}_in_python", os.path.join(_FOLDER, "")
    sys.path_importer_cache[folder] = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
    package = sys.modules[name] = ModuleType(name)
    package.__file__, package.__path__ = __file__, [folder]
    pairs = {pair: import_module(f".{pair}_py", __name__) for pair in PAIRS}
    sys.modules.update({f"{name}.{pair}": module for pair, module in pairs.items()})
    return pairs | {source: import_module(f".{source}", name) for source in ONE_SOURCE}


def compiled() -> dict[str, Any] | None:
    """Return the compiled modules; None where one was not built, or is for another platform or lxml."""
    try:
        found = {name: import_module(f".{name}", __name__) for name in (*PAIRS, *ONE_SOURCE)}
    except (ImportError, TypeError, ValueError):
        return None
    if any(module.__file__ and module.__file__.endswith(".py") for module in found.values()):
        return None
    return found


class Backends(UserDict[str, Any]):
    """The modules of each backend; Python's are imported at first use."""

    def __getitem__(self, backend: str) -> dict[str, Any]:
        found = self.data[backend]
        if found is None:
            found = self.data[backend] = in_python()
        return found  # type: ignore[no-any-return]


#: The modules of each backend there is.
MODULES = Backends({"Python": None})
if not os.environ.get(PURE_PYTHON) and (found := compiled()):
    MODULES["compiled"] = found


def use(backend: str) -> None:
    """Have all pages handled by "compiled" or by "Python" from now on.

    Raises KeyError for what is not there.
    """
    globals().update(MODULES[backend], BACKEND=backend)


@contextmanager
def running(backend: str) -> Iterator[None]:
    """Have all pages of this process handled by a backend, in the ``with`` block only."""
    usual = BACKEND
    use(backend)
    try:
        yield
    finally:
        use(usual)


use("compiled" if "compiled" in MODULES else "Python")
