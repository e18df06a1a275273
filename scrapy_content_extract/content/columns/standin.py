"""What ``import cython`` gives where Cython is not installed: names that do nothing.

The modules of this folder are ordinary Python; what they say to Cython's compiler is decorators,
annotations that nobody evaluates, and ``with cython.nogil``.
"""

from __future__ import annotations

from typing import Any

#: False in Python, and a constant that is True in what Cython has compiled.
compiled = False


class _Nothing:
    """A decorator, and a context, that changes nothing."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


cfunc = ccall = cclass = inline = nogil = _Nothing()
int = longlong = ulonglong = double = bint = uchar = Py_ssize_t = None
p_int = p_uchar = p_longlong = p_double = None


def declare(_: None, value: Any) -> Any:
    return value


def locals(**_: Any) -> _Nothing:
    return cfunc


def exceptval(**_: bool) -> _Nothing:
    return cfunc


def numbers(column: Any) -> Any:
    """Return what has the numbers of a column: in Python the column itself, compiled their address.

    A memory view of a column takes as long as a loop over hundreds of numbers, see ``pointers.pxd``.
    """
    return column


ints = uchars = longlongs = doubles = numbers
