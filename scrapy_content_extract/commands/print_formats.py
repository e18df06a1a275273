"""Analyses → printed text, in the formats of ``--format``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..content.analysis import Analysis
from ..content.output.formats import TEXT_FORMATS
from ..fields import RESULTS


class Analysed(NamedTuple):
    name: str
    url: str | None
    analysis: Analysis


class Printed(NamedTuple):
    """The printed text of a page, and its status."""

    name: str
    status: str
    reason: str
    #: the text to print
    output: str


def result_of(found: Analysed, name: str) -> Any:
    return RESULTS[name](found.analysis)


#: The names for ``--fields``: the results of items, also each diagnostic, and the page.
FIELDS: dict[str, Callable[[Analysed], Any]] = {
    **{name: partial(result_of, name=name) for name in RESULTS},
    # of a file, its path
    "url": lambda found: found.url or found.name,
    "status": lambda found: found.analysis.status,
    "reason": lambda found: found.analysis.reason or None,
}
DEFAULT_FIELDS = ("url", "status", "reason", "title", "text", "link_density")


class Format(NamedTuple):
    #: the page, the names of the fields, and whether several pages are printed → the printed text
    render: Callable[[Analysed, Sequence[str], bool], str]
    before: str = ""
    between: str = ""
    after: str = ""
    #: whether the fields may be chosen
    has_fields: bool = False


def document(result: str) -> Callable[[Analysed, Sequence[str], bool], str]:
    """Return the function that prints one result; several pages get headings, as in ``head``."""

    def render(found: Analysed, fields: Sequence[str], several: bool) -> str:
        text = RESULTS[result](found.analysis)
        lines = [text] if text else []
        if several:
            lines.insert(0, heading(found.name, found.analysis.status))
        return "".join(f"{line}\n" for line in lines)

    return render


def heading(name: str, status: str) -> str:
    """Return the heading of one page of several.

    >>> heading("a.html", "ok"), heading("b.html", "empty")
    ('==> a.html <==', '==> b.html: empty <==')
    """
    return f"==> {name} <==" if status == "ok" else f"==> {name}: {status} <=="


def as_json(found: Analysed, fields: Sequence[str], indent: int | None = None) -> str:
    return json.dumps({name: FIELDS[name](found) for name in fields}, ensure_ascii=False, indent=indent)


#: The formats by name.  A format that prints a single result is a row with ``document(result)``.
PRINT_FORMATS = {
    "text": Format(document("text"), between="\n"),
    **{name: Format(document(name), between="\n") for name in TEXT_FORMATS},
    "json": Format(
        lambda found, fields, _: as_json(found, fields, 2), "[\n", ",\n", "\n]\n", has_fields=True
    ),
    "jsonl": Format(lambda found, names, _: as_json(found, names) + "\n", has_fields=True),
}
