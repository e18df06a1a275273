"""Names and import paths → the objects they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def build(name: Any, table: Mapping[str, type[T]], params: Mapping[str, Any], what: str) -> T:
    """Return the method that ``name`` stands for, made with its parameters.

    ``name`` is a name in ``table``, the import path of a class, a class, or an object that
    is ready (which then takes no ``params``).  ``what`` is what the user calls the choice,
    for the error messages: "extractor" or the name of a setting.

    Raises ValueError when there is no such method, or it has no such parameter.
    """
    if not isinstance(params, Mapping):
        raise ValueError(f"The parameters of {what} {name!r} are {params!r}; they are a dict.")
    if not isinstance(name, (str, type)):
        if params:
            raise ValueError(
                f"{what} is the object {name!r}, which has its parameters already; "
                f"these cannot be given to it: {', '.join(sorted(params))}."
            )
        return checked(name, table, what)
    method = find(name, table, what) if isinstance(name, str) else name
    try:
        return checked(method(**params), table, what)
    except TypeError as error:
        raise ValueError(
            f"{what} {name!r} does not take the parameters {dict(params)!r}: {error}. "
            f"It has: {', '.join(parameters(method)) or 'none'}."
        ) from error


def find(name: str, table: Mapping[str, type[T]], what: str) -> Any:
    """Return the class that a name or an import path stands for."""
    if name in table:
        return table[name]
    module, _, attribute = name.rpartition(".")
    try:
        if not module or name.startswith("."):
            raise ImportError("it is not an import path")
        return getattr(import_module(module), attribute)
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


def parameters(method: Any) -> list[str]:
    """Return the names of the parameters of a class of this package, or of a dataclass."""
    return list(getattr(method, "__dataclass_fields__", {}))
