"""Counts work instead of time: a test of linear time gives the same result on any machine.

``copy_of(name)`` loads a module a second time, from its Python source, and counts its steps.  Each call
and each turn of a loop is one step.  Slices, searches and other work in C cost one step for each
character or value that C reads.  Work inside compiled modules and lxml is not counted;
``python -m lab.trials.growth`` times it.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
import os
import re
import sys
import textwrap
import types
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import FileFinder, SourceFileLoader
from typing import Any
from unittest.mock import patch

from lxml import etree

from . import steps

#: The names of copies begin so.
COPY = "counted_"

#: No page of a test needs more steps.  Quadratic work fails here before it takes minutes.
MOST_STEPS = 100_000_000


class TooMuchWork(AssertionError):
    pass


class Work:
    """The steps taken so far."""

    steps = 0
    is_counted = False

    @classmethod
    def spend(cls, steps: int) -> None:
        cls.steps += steps
        if cls.steps > MOST_STEPS and cls.is_counted:
            raise TooMuchWork(f"{cls.steps:,} steps and no end")


def count(function: Callable[..., Any], *args: Any) -> int:
    """Return how many steps a function of a copy takes."""
    Work.steps, Work.is_counted = 0, True
    try:
        function(*args)
    finally:
        Work.is_counted = False
    return Work.steps


# ------------------------------------------------------------------ linear or not

#: Doubling a page again may add this many times the steps that the first doubling added.  Linear work
#: adds 2 times as many, work that grows with the power 1.5 adds 2.8 times, quadratic work 4 times.
MOST = 2.3


def check_linear(run: Callable[[Any], Any], make: Callable[[int], Any], size: int) -> None:
    """Fail unless the work grows in proportion to the size.

    The check compares what two doublings add, so a fixed cost cannot hide a square.  A limit in the code
    that lies between two sizes makes a jump; linear work therefore has three sizes to start from and
    needs to pass at one.  Quadratic work passes at none.
    """
    found = []
    for start in (size, size * 3 // 2, size * 2):
        sizes = (start, 2 * start, 4 * start)
        run(make(sizes[-1]))  # fills the caches: what is remembered of names, and codecs, count nowhere
        works = [count(run, make(each)) for each in sizes]
        first, second = works[1] - works[0], works[2] - works[1]
        if second <= MOST * max(first, 0) + works[2] / 100:
            return
        found.append(", ".join(f"{work:,}" for work in works))
    raise AssertionError(f"not linear; steps at {size:,}, 2 and 4 times as many, and from there on: {found}")


# ------------------------------------------------------------------ what C does

#: Types whose ``len`` is what C reads.
SIZED = frozenset({str, bytes, bytearray, list, tuple, dict, set, frozenset, array, deque})
#: Methods that take one step at any size.
AT_ONCE = {
    list: {"append"},
    dict: {"get", "setdefault", "items", "keys", "values", "pop", "popitem"},
    set: {"add", "discard", "remove", "pop"},
    deque: {"append", "appendleft", "pop", "popleft"},
    array: {"append"},
    bytearray: {"append", "extend"},
}
#: Functions and types that take one step to call; their values are counted as they come.
CONSTANT = {
    len, isinstance, issubclass, getattr, hasattr, setattr, id, hash, iter, next, ord, chr, callable, type,
    range, enumerate, zip, reversed, slice, object, memoryview, functools.partial,
    *(value for value in vars(itertools).values() if isinstance(value, type) and value is not itertools.islice),
}  # fmt: skip
#: Iterators that work when they are asked for a value.
LAZY = (
    map,
    filter,
    zip,
    enumerate,
    *(value for value in vars(itertools).values() if isinstance(value, type)),
)


def size_of(value: Any) -> int:
    return len(value) if type(value) in SIZED else 0


def work_tick() -> bool:
    """Count a turn."""
    Work.spend(1)
    return True


def work_each(values: Iterable[Any]) -> Iterator[Any]:
    """Count each value as it is taken."""
    for value in values:
        Work.spend(1)
        yield value


def work_made(value: Any) -> Any:
    """Count the length of a new value."""
    Work.spend(1 + size_of(value))
    return value


def work_text(value: Any) -> Any:
    """Count the text that lxml decodes on each access."""
    if type(value) is str:
        Work.spend(len(value))
    return value


def work_added(to: Any, value: Any) -> Any:
    """Count what ``+=`` copies: everything, for types that cannot grow in place."""
    Work.spend(1 + size_of(value) + (len(to) if type(to) in (bytes, tuple) else 0))
    return value


def work_in(value: Any, values: Any) -> bool:
    """Count what ``in`` reads."""
    if type(values) in (list, tuple, deque, array):
        found = next((n for n, other in enumerate(values) if other is value or other == value), None)
        Work.spend(1 + (len(values) if found is None else found))
        return found is not None
    if type(values) in (str, bytes, bytearray):
        found = values.find(value)
        Work.spend(1 + (len(values) if found < 0 else found))
        return found >= 0
    Work.spend(1)
    return value in values


def work_equal(one: Any, other: Any) -> Any:
    """Count what ``==`` compares."""
    both = size_of(one), size_of(other)
    Work.spend(1 + (both[0] if both[0] == both[1] and one is not other else 0))
    return one == other


def work_call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call the function and count its work in C."""
    Work.spend(1)
    if is_counted(function):
        return function(*args, **kwargs)
    of, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if function in (map, filter) or "key" in kwargs:  # what C calls
        if kwargs.get("key") is not None:
            kwargs["key"] = functools.partial(work_call, kwargs["key"])
        elif function in (map, filter) and args[0] is not None:
            args = (functools.partial(work_call, args[0]), *args[1:])
    if isinstance(of, re.Pattern):
        return steps.call(of, name, Work.spend, *args, **kwargs)
    if inspect.isfunction(function) and function.__module__ == "re" and name not in ("compile", "escape"):
        if "flags" in kwargs:
            return steps.call(re.compile(args[0], kwargs.pop("flags")), name, Work.spend, *args[1:], **kwargs)
        return steps.call(re.compile(args[0]), name, Work.spend, *args[1:], **kwargs)
    result = function(*args, **kwargs)
    Work.spend(cost(function, of, name, args, result))
    return work_each(result) if isinstance(result, LAZY) else result


def cost(function: Any, of: Any, name: str, args: tuple, result: Any) -> int:
    """Return how much C has read."""
    if function is len and isinstance(args[0], etree._Element):
        return int(result)
    if name == "index" and isinstance(result, int):
        return result - (args[1] if len(args) > 1 else 0)
    if hashable(function) in CONSTANT or name.startswith("bisect"):
        return 0
    if function is itertools.islice:
        return args[1] if len(args) > 2 else 0
    if isinstance(function, functools._lru_cache_wrapper):
        return 0
    if name in ("__getitem__", "__contains__") and not isinstance(args[0], slice):
        return 0
    if type(of) in (str, bytes, bytearray) and name not in AT_ONCE[bytearray]:
        if name in ("find", "rfind", "count"):
            start, stop, _ = slice(*(*args[1:3], None, None)[:2]).indices(len(of))
            if name == "find" and result >= 0:
                return result - start
            return (stop - result) if name == "rfind" and result >= 0 else max(stop - start, 0)
        if name in ("startswith", "endswith"):
            return 0
        return size_of(result) if name in ("join", "format") else len(of) + size_of(result)
    if type(of) in AT_ONCE:
        if name in AT_ONCE[type(of)] or (name == "pop" and not args):
            return 0
        if name in ("extend", "update"):
            return sum(map(size_of, args))
    return size_of(of) + sum(map(size_of, args)) + size_of(result)


def hashable(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return None
    return value


def is_counted(function: Any) -> bool:
    """Tell whether a function or type counts its own steps."""
    if isinstance(function, (types.FunctionType, types.MethodType, type)):
        return str(function.__module__).startswith((COPY, "tests."))
    return False


# ------------------------------------------------------------------ the copy

#: Functions that need the frame of their caller.
OF_FRAME = {"super", "locals", "globals", "vars", "eval", "exec"}
COUNTERS = {
    function.__name__: function
    for function in (
        work_tick, work_each, work_made, work_text, work_added, work_in, work_equal, work_call,
    )
}  # fmt: skip


def called(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


class Counting(ast.NodeTransformer):
    """Source → source that counts its steps."""

    def visit_Call(self, node):
        of_frame = isinstance(node.func, ast.Name) and node.func.id in OF_FRAME
        self.generic_visit(node)
        if of_frame:
            return node
        return ast.Call(ast.Name("work_call", ast.Load()), [node.func, *node.args], node.keywords)

    def visit_FunctionDef(self, node):
        for arguments in (node.args.posonlyargs, node.args.args, node.args.kwonlyargs):
            for argument in arguments:
                argument.annotation = None
        node.returns = None
        self.generic_visit(node)
        has_docstring = ast.get_docstring(node, clean=False) is not None
        node.body.insert(has_docstring, ast.Expr(called("work_tick")))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node):
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.And(), [called("work_tick"), node.body])
        return node

    def visit_AnnAssign(self, node):
        if node.value is not None:  # annotations are not evaluated
            node.value = self.visit(node.value)
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = called("work_each", node.iter)
        return node

    visit_comprehension = visit_For

    def visit_While(self, node):
        self.generic_visit(node)
        node.test = ast.BoolOp(ast.And(), [called("work_tick"), node.test])
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        is_read = isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice)
        return called("work_made", node) if is_read else node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        is_text = isinstance(node.ctx, ast.Load) and node.attr in ("text", "tail")
        return called("work_text", node) if is_text else node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return called("work_made", node) if isinstance(node.op, (ast.Add, ast.Mult, ast.Mod)) else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Add):
            if isinstance(node.target, ast.Name):
                node.value = called("work_added", ast.Name(node.target.id, ast.Load()), node.value)
            else:
                node.value = called("work_made", node.value)
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        (op,), (right,) = node.ops, node.comparators
        if isinstance(op, (ast.In, ast.NotIn)):
            found = called("work_in", node.left, right)
            return found if isinstance(op, ast.In) else ast.UnaryOp(ast.Not(), found)
        if isinstance(op, (ast.Eq, ast.NotEq)):
            equal = called("work_equal", node.left, right)
            return equal if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), equal)
        return node

    def visit_JoinedStr(self, node):
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                value.value = self.visit(value.value)
        return called("work_made", node)

    def visit_List(self, node):
        self.generic_visit(node)
        is_copy = isinstance(node.ctx, ast.Load) and any(isinstance(e, ast.Starred) for e in node.elts)
        return called("work_made", node) if is_copy else node

    visit_Tuple = visit_List  # noqa: N815

    def visit_match_case(self, node):
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node


def counting(source: str | bytes, path: str) -> types.CodeType:
    tree = ast.fix_missing_locations(Counting().visit(ast.parse(source)))
    return compile(tree, path, "exec", dont_inherit=True)


class Loader(SourceFileLoader):
    """Compiles the source with counters; never reads or writes ``__pycache__``."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return counting(self.get_data(path), path)

    def exec_module(self, module):
        vars(module).update(COUNTERS)
        super().exec_module(module)


class Finder:
    """Finds the Python source of copies, even beside a compiled module."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if not name.startswith(COPY):
            return None
        if path is None:
            path = [os.path.dirname(next(iter(importlib.import_module(name[len(COPY) :]).__path__)))]
            spec = FileFinder(path[0], (Loader, [".py"])).find_spec(name[len(COPY) :])
            return importlib.util.spec_from_file_location(
                name,
                spec.origin,
                loader=Loader(name, spec.origin),
                submodule_search_locations=spec.submodule_search_locations,
            )
        return FileFinder(next(iter(path)), (Loader, [".py"])).find_spec(name)


def copy_of(name: str) -> Any:
    """Return a copy of the module that counts its steps and runs in plain Python."""
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
    with patch.dict(os.environ, CONTENT_EXTRACT_PURE_PYTHON="1"):
        return importlib.import_module(COPY + name)


def counted(made: Any) -> Any:
    """Return a copy of a function or class of a test that counts its steps."""
    source = textwrap.dedent(inspect.getsource(made))
    names = {**vars(inspect.getmodule(made)), **COUNTERS}
    exec(counting(source, inspect.getfile(made)), names)
    return names[made.__name__]
