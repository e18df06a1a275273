"""Names and import paths → the objects they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import Any, TypeVar

T = TypeVar("T")


def build(
    name: Any,
    table: Mapping[str, type[T]],
    params: Mapping[str, Any],
    what: str,
    what_params: str = "params",
) -> T:
    """Return the method that ``name`` stands for, made with its parameters.

    ``name`` is a name in ``table``, the import path of a class, a class, or an object that
    is ready (which then takes no ``params``).  ``what`` and ``what_params`` are what the user
    calls the choice and its parameters, for the error messages: "extractor" and "params", or
    the names of two settings.

    Raises ValueError when there is no such method, or it has no such parameter.
    """
    if not isinstance(params, Mapping):
        raise ValueError(f"{what_params} is {params!r}; it is a dict of the parameters of {what} {name!r}.")
    if not isinstance(name, (str, type)):
        if params:
            raise ValueError(
                f"{what_params} is {dict(params)!r}, but {what} is the object {name!r}, which has "
                f"its parameters already. Give these to its class when you make it."
            )
        return checked(name, table, what)
    method = find(name, table, what) if isinstance(name, str) else name
    try:
        made = method(**params)
    except TypeError as error:
        raise ValueError(
            f"{what_params} is {dict(params)!r}, which {what} {name!r} does not take: {error}. "
            f"It takes these, here with their defaults: {parameters(method)}."
        ) from error
    except ValueError as error:  # the method says what may be
        raise ValueError(f"{what_params}: {error}") from error
    return checked(made, table, what)


def find(name: str, table: Mapping[str, type[T]], what: str) -> Any:
    """Return the class that a name or an import path stands for."""
    if name in table:
        return table[name]
    module, _, attribute = name.rpartition(".")
    try:
        if not module or name.startswith("."):
            raise ImportError("it is not an import path")
        found = getattr(import_module(module), attribute)
        if not callable(found):
            raise ImportError("it is no class")
        return found
    except (ImportError, AttributeError) as error:
        raise ValueError(
            f"{what} is {name!r} ({error}), but the names are: {', '.join(sorted(table))}. "
            f"For your own, give the import path of its class, like 'myproject.content.Mine'."
        ) from error


def checked(method: Any, table: Mapping[str, type[T]], what: str) -> T:
    """Return the object if it has the one method that those of the table have."""
    verb = "extract" if any(hasattr(known, "extract") for known in table.values()) else "segment"
    if not callable(getattr(method, verb, None)):
        noun = {"extract": "an extractor", "segment": "a segmenter"}[verb]
        raise ValueError(
            f"{what} is {method!r}, which has no method {verb}(page). {noun.capitalize()} must have it: "
            f"add it, or choose one of: {', '.join(sorted(table))}."
        )
    return method  # type: ignore[no-any-return]


def parameters(method: Any) -> str:
    """Return the parameters of a class, as they are written.

    >>> class Mine:
    ...     def __init__(self, share: float = 0.5, unit="text"): ...
    >>> parameters(Mine), parameters(object)
    ("share=0.5, unit='text'", 'none')
    """
    try:
        taken = signature(method).parameters.values()
    except ValueError:  # some that are written in C do not say
        return "not known"
    return ", ".join(str(parameter.replace(annotation=parameter.empty)) for parameter in taken) or "none"
