"""Pages in the shapes of public bug reports, each with what must and what must not come out of it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lab.quality.systems import name_and_params
from scrapy_content_extract import Result, extract, read_metadata

#: Where the pages are in the data folder: a line of JSON each.
FILE = "field/pages.jsonl.gz"


class Report(NamedTuple):
    """A page with what is expected of it.

    ``must``, ``mustnot`` and ``rx``, an expression, are about the text; ``md``, ``mdnot`` and ``mdrx`` about
    the Markdown; ``imgs`` are parts of the addresses of pictures, ``images`` is the least number of them;
    ``title`` is the title, ``meta`` has fields of the metadata, after ``~`` an expression.
    """

    id: str
    kind: str
    html: bytes
    url: str | None
    content_type: str | None
    expect: dict[str, Any]


def read_reports(data: Path) -> Iterator[Report]:
    """Yield the pages of the data folder.

    Raises ValueError for a folder without them.
    """
    file = data / FILE
    if not file.exists():
        raise ValueError(f"The data folder {str(data)!r} has no set field: there is no {FILE}.")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            html = base64.b64decode(row["html"])
            yield Report(row["id"], row["kind"], html, row["url"], row["content_type"], row["expect"])


def faults_by(report: Report, spec: str) -> list[str]:
    """Return what an extractor, "NAME" or "NAME:PARAMETER=VALUE,…", gets wrong of a page."""
    name, params = name_and_params(spec)
    given: Any = {"url": report.url, "content_type": report.content_type}
    found = extract(report.html, extractor=name, formats=["markdown", "images"], **given, **params)
    faults = faults_of(report.expect, found)
    wanted = report.expect.get("meta", {})
    about = read_metadata(report.html, **given) if wanted else None
    for field, value in wanted.items():
        if not is_value(getattr(about, field), value):
            faults.append(f"{field} {getattr(about, field)!r} instead of {value!r}")
    return faults


def faults_of(expect: dict[str, Any], found: Result) -> list[str]:
    """Return what is expected of text, Markdown, pictures and title, and is otherwise.

    >>> from scrapy_content_extract.content.result import restored
    >>> found = restored({"text": "It rained", "markdown": "It *rained*", "images": []}, {})
    >>> faults_of({"must": ["It r"], "mustnot": ["It"], "mdrx": [r"\\d"], "images": 1}, found)
    ["text has 'It'", "Markdown has no match of '\\\\\\\\d'", '0 pictures instead of 1']
    """
    faults = []
    markdown, images = found.markdown or "", found.images or []
    for what, text, names in (("text", found.text, "must rx"), ("Markdown", markdown, "md mdrx")):
        has, matches = names.split()
        hasnot = f"{has}not"
        faults += [f"{what} lacks {part!r}" for part in expect.get(has, ()) if part not in text]
        faults += [f"{what} has {part!r}" for part in expect.get(hasnot, ()) if part in text]
        faults += [
            f"{what} has no match of {part!r}"
            for part in expect.get(matches, ())
            if not re.search(part, text)
        ]
    for part in expect.get("imgs", ()):
        if not any(part in image["url"] for image in images):
            faults.append(f"no picture {part!r}")
    if len(images) < expect.get("images", 0):
        faults.append(f"{len(images)} pictures instead of {expect['images']}")
    if "title" in expect and found.title != expect["title"]:
        faults.append(f"title {found.title!r} instead of {expect['title']!r}")
    return faults


def is_value(found: object, wanted: object) -> bool:
    """Return whether a field of the metadata has a value.

    >>> is_value("2022-09-09T08:00", "~^2022-09-09"), is_value("Ina", "~ina"), is_value("Ina", "Ina")
    (True, False, True)
    """
    if isinstance(wanted, str) and wanted.startswith("~"):
        return re.search(wanted[1:], str(found)) is not None
    return found == wanted
