"""The methods by name or import path, built with their parameters."""

from __future__ import annotations

import reprlib
from collections import UserDict
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, TypeVar

from .errors import as_errors
from .other_names import PARAMETERS

T = TypeVar("T")


class Methods(UserDict[str, type[T]]):
    """A table of methods; each is imported at its first use, because imports take time."""

    def __init__(self, package: str, paths: Mapping[str, str]) -> None:
        """``paths`` are ``module.Class`` in a package, by name."""
        super().__init__()
        self.data.update(paths)  # type: ignore[arg-type]
        self.package = package

    def __getitem__(self, name: str) -> type[T]:
        found: Any = self.data[name]
        if isinstance(found, str):
            module, _, attribute = found.rpartition(".")
            found = self.data[name] = getattr(import_module(f".{module}", self.package), attribute)
        return found  # type: ignore[no-any-return]

    def of_class(self, attribute: str) -> type[T] | None:
        """Return the method whose class has this name, or None."""
        found: Any
        for name, found in self.data.items():
            if attribute == (found.rpartition(".")[2] if isinstance(found, str) else found.__name__):
                return self[name]
        return None


def build(
    name: Any,
    table: Mapping[str, type[T]],
    params: Mapping[str, Any],
    what: str,
    what_params: str = "params",
    also: Collection[str] = (),
) -> T:
    """Return the method of a name, built with its parameters.

    ``name`` is a name in ``table``, the import path of a class, a class, or an object, which
    then takes no ``params``.  ``what`` and ``what_params`` are what error messages call the
    method and its parameters: "extractor" and "params", or the names of two settings; ``also`` are
    parameters that the caller takes.

    Raises ValueError if there is no such method, or if it does not accept the parameters.
    """
    if not isinstance(params, Mapping):
        raise ValueError(f"{what_params} is {params!r}; it must be a dict of parameters of {what} {name!r}.")
    if not isinstance(name, (str, type)):
        if params:
            raise ValueError(
                f"{what_params} is {dict(params)!r}, but {what} is the object {name!r}, which already "
                f"has its parameters. Pass them to its class instead."
            )
        return checked(name, table, what)
    method = find(name, table, what) if isinstance(name, str) else name
    if isinstance(method, type):
        checked(method, table, what)
    if unknown := unknown_to(method, params):
        others = f" There are also {', '.join(also)}." if also else ""
        like = meant(unknown, [*signature(method).parameters, *also])
        if unknown in PARAMETERS:
            like = f"; {PARAMETERS[unknown]}."
        raise ValueError(
            f"{what_params} is {dict(params)!r}, but {what} {name!r} has no parameter {unknown}{like or '.'} "
            f"Its parameters and their defaults are: {parameters(method)}.{others}"
        )
    try:
        made = method(**params)
    except TypeError as error:
        raise ValueError(
            f"{what_params} is {dict(params)!r}, which {what} {name!r} does not accept: {error}. "
            f"Its parameters and their defaults are: {parameters(method)}."
        ) from error
    except ValueError as error:  # the method says which values are valid
        raise ValueError(f"{what_params}: {error}") from error
    return made if isinstance(method, type) else checked(made, table, what)


def meant(word: str, words: Iterable[str]) -> str:
    """Return the end of a message about an unknown word.

    >>> meant("titel", ["text", "title"]), meant("x", ["text"])
    ('; did you mean title?', '')
    """
    like = get_close_matches(word, words, n=1, cutoff=0.7)
    return f"; did you mean {like[0]}?" if like else ""


def called(method: Any) -> str:
    """Return the name or import path of a class, an extractor or a segmenter."""
    if isinstance(method, str):
        return method
    cls = method if isinstance(method, type) else type(method)
    return f"{cls.__module__}.{cls.__qualname__}"


def find(name: str, table: Mapping[str, type[T]], what: str) -> Any:
    """Return the class of a name or an import path."""
    if name in table:
        return table[name]
    module, _, attribute = name.rpartition(".")
    known = (
        f"The built-in ones are: {', '.join(sorted(table))}. "
        f"For your own, give the import path of its class, such as 'myproject.content.Mine'."
    )
    if not module or name.startswith("."):
        raise ValueError(f"{what} is {name!r}{meant(name, table) or '.'} {known}")
    try:
        with as_errors():
            found = getattr(import_module(module), attribute)
        if not isinstance(found, type):
            raise ImportError("it is not a class")
        return found
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{what} is {name!r} ({error}). {known}") from error
    except Exception as error:  # a module may raise anything
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise ValueError(f"{what} is {name!r}, whose module cannot be imported ({reason})") from error


def checked(method: Any, table: Mapping[str, type[T]], what: str) -> T:
    """Return the object if it has the method that the classes of the table have."""
    verb = "extract" if hasattr(next(iter(table.values())), "extract") else "segment"
    if not callable(getattr(method, verb, None)):
        noun = {"extract": "an extractor", "segment": "a segmenter"}[verb]
        given = repr(called(method) if isinstance(method, type) else method)
        raise ValueError(
            f"{what} is {given}, which has no method {verb}(page), so it is not {noun}. "
            f"Add the method, or choose one of: {', '.join(sorted(table))}."
        )
    return method  # type: ignore[no-any-return]


def parameters(method: Any) -> str:
    """Return the parameters of a class and their defaults, as source code.

    >>> class Mine:
    ...     def __init__(self, share: float = 0.5, unit="text"): ...
    >>> parameters(Mine), parameters(object)
    ("share=0.5, unit='text'", 'none')
    """
    try:
        taken = signature(method).parameters.values()
    except ValueError:  # some classes written in C have no signature
        return "not known"
    return ", ".join(map(shown, taken)) or "none"


def shown(parameter: Parameter) -> str:
    """Return a parameter and its default, or the beginning of a long default."""
    if parameter.default is parameter.empty:
        return str(parameter.replace(annotation=parameter.empty))
    return f"{parameter.name}={reprlib.repr(parameter.default)}"


def unknown_to(method: Any, params: Collection[str]) -> str:
    """Return the first of some parameters that a class does not take, or "".

    >>> unknown_to(complex, ["real", "best"]), unknown_to(dict, ["anything"])
    ('best', '')
    """
    try:
        taken = signature(method).parameters if params else {}
    except ValueError:
        return ""
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in taken.values()):
        return ""
    return next((str(name) for name in params if name not in taken), "")
