"""CONTENT_EXTRACT_FIELDS → which result goes to which field of an item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .content.named import called, meant
from .fields import OTHER_NAMES, RESULTS

FIELDS = "CONTENT_EXTRACT_FIELDS"


class Fields(dict[str, dict[str, str]]):
    """The field of each result that is written.

    It has a mapping for each item class, by import path or name, and under ``""`` for all others.
    """

    def of(self, cls: type) -> Mapping[str, str]:
        """Return which result goes to which field of the items of a class."""
        for base in cls.__mro__:
            for name in (f"{base.__module__}.{base.__qualname__}", base.__name__):
                if name in self:
                    return self[name]
        return self[""]

    def among(self, results: Iterable[str]) -> tuple[str, ...]:
        """Return which of some results go to a field of any item."""
        return tuple(result for result in results if any(result in mapping for mapping in self.values()))


def fields_of(given: Mapping[Any, Any], defaults: Mapping[str, str]) -> Fields:
    """Return the fields of a mapping for all items, which may hold mappings for item classes.

    Raises ValueError for an impossible mapping.
    """
    by_class = {
        key: value
        for key, value in given.items()
        if isinstance(key, (str, type)) and isinstance(value, Mapping)
    }
    for_all = checked({key: value for key, value in given.items() if key not in by_class}, defaults)
    by_name = {"": for_all, **{called(key): checked(value, defaults) for key, value in by_class.items()}}
    return Fields({name: fields_written({**defaults, **for_all, **own}) for name, own in by_name.items()})


def only(names: list[Any]) -> dict[str, str | None]:
    """Return a mapping of some results to fields with their names, and of all others to None."""
    if not all(isinstance(name, str) for name in names):
        raise ValueError(
            f"{FIELDS} is the list {names!r}; it may have the names of results: {', '.join(RESULTS)}."
        )
    names = [name.strip() for name in names]
    named = {OTHER_NAMES.get(name, name) for name in names}
    return dict.fromkeys(result for result in RESULTS if result not in named) | dict(zip(names, names))


def fields_written(mapping: Mapping[str, str | None]) -> dict[str, str]:
    """Return the results that are written, in the order of RESULTS."""
    return {result: field for result in RESULTS if (field := mapping.get(result)) is not None}


def checked(given: Mapping[Any, Any], defaults: Mapping[str, str]) -> dict[str, str | None]:
    """Return a mapping of results to fields, each result under its first name.

    Raises ValueError for an impossible mapping.
    """
    mapping = {OTHER_NAMES.get(result, result): field for result, field in given.items()}
    if len(mapping) < len(given):
        raise ValueError(
            f"{FIELDS} has a result under two names: "
            f"{' and '.join(repr(name) for pair in OTHER_NAMES.items() for name in pair)}. Leave one out."
        )
    unknown = [result for result in mapping if result not in RESULTS]
    if unknown:
        like = meant(str(unknown[0]), RESULTS)
        raise ValueError(
            f"{FIELDS} has {', '.join(map(repr, unknown))}{like or ', but'} the results are: "
            f"{', '.join((*RESULTS, *OTHER_NAMES))}. Map each to the name of an item field, or to None "
            f"to leave it out; or map item classes to such mappings."
        )
    for result, field in mapping.items():
        if not (field is None or (isinstance(field, str) and field)):
            raise ValueError(
                f"{FIELDS} maps {result!r} to {field!r}; it may be the name of an item field, or None."
            )
    used = [field for field in {**defaults, **mapping}.values() if field is not None]
    twice = sorted(field for field in set(used) if used.count(field) > 1)
    if twice:
        raise ValueError(
            f"{FIELDS} maps more than one result to {', '.join(map(repr, twice))}; give each "
            f"result a field of its own."
        )
    return mapping
