"""The house: rooms in one order.  docs/design.rst has the picture, test_import.py the circles."""

from __future__ import annotations

import pytest

from tests.project.test_import import PACKAGE, import_graph

pytestmark = pytest.mark.surroundings

CONTENT = f"{PACKAGE.name}.content"
#: By folder its parts, each below those that it may import.
ORDERS = {
    CONTENT: (
        *(
            "errors",
            "markup",
            "urls",
            "kernels",
            "notebook",
            "model",
            "encoding",
            "page",
            "rewrite",
            "other_names",
            "registry",
        ),
        *("metadata", "auto", "methods", "document", "output", "result", "params", "extract"),
    ),
    PACKAGE.name: ("content", "corpus", "report", "crawl", "warc", "engines", "commands"),
}


def part_of(folder: str, module: str) -> str:
    """Return the part of a folder that a module is, or is in; "" for a module of another folder."""
    return module.removeprefix(f"{folder}.").partition(".")[0] if module.startswith(f"{folder}.") else ""


@pytest.mark.parametrize(("folder", "order"), ORDERS.items(), ids=ORDERS)
def test_no_arrow_goes_up(folder, order):
    place = {part: number for number, part in enumerate(order)}
    up = [
        (module, other)
        for module, others in import_graph(PACKAGE).items()
        for other in others
        if place.get(part_of(folder, other), -1) > place.get(part_of(folder, module), len(place))
    ]
    assert up == []


def test_nothing_in_content_imports_the_doors():
    for module, others in import_graph(PACKAGE).items():
        if module.startswith(CONTENT):
            assert {other for other in others if not other.startswith(CONTENT)} == set(), module


def test_each_room_is_in_the_order():
    entries = {path.stem for path in (PACKAGE / "content").iterdir()}
    assert entries - {"__init__", "__pycache__"} <= {*ORDERS[CONTENT]}
