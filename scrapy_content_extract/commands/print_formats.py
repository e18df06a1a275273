"""Analyses → printed text, in the formats of ``--format``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..batch import Input
from ..content.analysis import Analysis
from ..content.output.formats import TEXT_FORMATS
from ..fields import RESULTS

#: The name of a page, its status, the reason, and the text to print.
Printed = tuple[str, str, str, str]
#: The fields that an item has not from its page.
OF_INPUT: dict[str, Callable[[Input, Analysis], Any]] = {
    # of a file, its path
    "url": lambda given, analysis: given.url or given.name,
    "status": lambda given, analysis: analysis.status,
    "reason": lambda given, analysis: analysis.reason or None,
}
#: The names for ``--fields``: the results of items, also each diagnostic, and the page.
FIELDS = tuple(dict.fromkeys([*RESULTS, *OF_INPUT]))
DEFAULT_FIELDS = ("url", "status", "reason", "title", "text", "link_density")


class Format(NamedTuple):
    #: the page, its analysis, the names of the fields, and whether several pages are printed → the text
    render: Callable[[Input, Analysis, Sequence[str], bool], str]
    before: str = ""
    between: str = ""
    after: str = ""
    #: whether the fields may be chosen
    has_fields: bool = False


def document(result: str) -> Callable[[Input, Analysis, Sequence[str], bool], str]:
    """Return the function that prints one result; several pages get headings, as in ``head``."""

    def render(given: Input, analysis: Analysis, fields: Sequence[str], several: bool) -> str:
        text = RESULTS[result](analysis)
        lines = [text] if text else []
        if several:
            lines.insert(0, heading(given.name, analysis.status))
        return "".join(f"{line}\n" for line in lines)

    return render


def heading(name: str, status: str) -> str:
    """Return the heading of one page of several.

    >>> heading("a.html", "ok"), heading("b.html", "empty")
    ('==> a.html <==', '==> b.html: empty <==')
    """
    return f"==> {name} <==" if status == "ok" else f"==> {name}: {status} <=="


def as_json(indent: int | None, end: str = "") -> Callable[[Input, Analysis, Sequence[str], bool], str]:
    def render(given: Input, analysis: Analysis, fields: Sequence[str], several: bool) -> str:
        values = {n: OF_INPUT[n](given, analysis) if n in OF_INPUT else RESULTS[n](analysis) for n in fields}
        return json.dumps(values, ensure_ascii=False, indent=indent) + end

    return render


#: The formats by name.  A format that prints a single result is a row with ``document(result)``.
PRINT_FORMATS = {
    "text": Format(document("text"), between="\n"),
    **{name: Format(document(name), between="\n") for name in TEXT_FORMATS},
    "json": Format(as_json(2), "[\n", ",\n", "\n]\n", has_fields=True),
    "jsonl": Format(as_json(None, "\n"), has_fields=True),
}
