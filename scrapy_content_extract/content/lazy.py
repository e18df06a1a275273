"""Attributes that are worked out when somebody asks for them, and then kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801
    """A method that becomes an attribute with its result, as with ``functools.cached_property``.

    That one takes a lock until Python 3.12, and asks for the object's ``__dict__``, which makes all its
    attributes slower from then on: for a small page this is more work than to look for its title.  Without
    a lock two threads may both work a value out, and have equal ones: where it must be one and the same
    object for all threads, use the other.
    """

    def __init__(self, method: Callable[[Any], T]) -> None:
        self.method, self.__doc__ = method, method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self.method(instance)
        object.__setattr__(instance, self.name, value)  # found before this is, from now on
        return value
