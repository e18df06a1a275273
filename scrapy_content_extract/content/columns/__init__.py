"""What is done to every element and every text of a page; the only place that knows of compilation.

Most of it is one source, the modules of :data:`ONE_SOURCE`: loops over columns of numbers, ordinary Python
in Cython's pure-Python mode, which runs as it stands and is compiled where there is a compiler.  What
Python cannot reach is there twice, a small pair of files side by side, those of :data:`PAIRS`: for instance
``tree_py.py`` and ``tree_c.pxi`` read lxml's tree.  Results are equal to the last bit.

Other modules ask for ``columns.climb.nearest(...)`` and the like, and get what runs: the compiled modules
where all of them are there, else Python.  ``CONTENT_EXTRACT_PURE_PYTHON=1`` in the environment keeps to
Python.
"""

from __future__ import annotations

import os
import sys
from collections import UserDict
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

# What types these names have for other modules: those of the Python side.
# ruff: noqa: F401
if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import arithmetic as arithmetic
    from . import choice as choice
    from . import clean_py as clean
    from . import climb as climb
    from . import common as common
    from . import describe as describe
    from . import describe_gaps as describe_gaps
    from . import events_py as events
    from . import facts as facts
    from . import forest_py as forest
    from . import gaps as gaps
    from . import kept as kept
    from . import markup_py as markup
    from . import outline as outline
    from . import paragraphs as paragraphs
    from . import render_py as render
    from . import roles as roles
    from . import scan_py as scan
    from . import tables as tables
    from . import tree_py as tree
    from . import vocabulary_py as vocabulary
    from . import words_py as words

#: The modules of one source, and the parts that are there twice.
ONE_SOURCE = (
    *("climb", "arithmetic", "room", "numbers", "facts", "common", "describe", "paragraphs", "gaps"),
    *("describe_gaps", "choice", "kept", "outline", "roles", "tables"),
)
PAIRS = ("tree", "events", "render", "words", "vocabulary", "scan", "clean", "forest", "markup")

#: The environment variable that switches what is compiled off.
PURE_PYTHON = "CONTENT_EXTRACT_PURE_PYTHON"

#: What runs, "compiled" or "Python".
BACKEND = "Python"


def in_python() -> dict[str, Any]:
    """Return the modules as Python has them."""
    modules = {name: import_source(name) for name in ONE_SOURCE}
    return modules | {name: import_module(f".{name}_py", __name__) for name in PAIRS}


def import_source(name: str) -> Any:
    """Import a module from its ``.py``, even where a compiled one stands beside it."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"{__name__}.{name}_py", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def compiled() -> dict[str, Any] | None:
    """Return the compiled modules; None where one was not built, or is for another platform or lxml."""
    try:
        modules = {name: import_module(f".{name}", __name__) for name in ONE_SOURCE}
        borders = import_module(".borders", __name__)
    except (ImportError, TypeError, ValueError):
        return None
    if not all(module.COMPILED for module in modules.values()):
        return None
    return modules | dict.fromkeys(PAIRS, borders)


class Backends(UserDict[str, Any]):
    """The modules of each backend; those of Python are imported when somebody asks for them."""

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
