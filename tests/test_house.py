"""The house: rooms in one order, no circle, no name twice.  docs/design.rst has the picture."""

from __future__ import annotations

import ast
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import scrapy_content_extract

PACKAGE = Path(scrapy_content_extract.__file__).parent
NAME = PACKAGE.name
CONTENT = f"{NAME}.content"

#: The rooms of content/, each below the rooms that it may import.
ROOMS = (
    *("markup", "columns", "notebook", "model", "encoding", "page", "learned", "metadata"),
    *("extractors", "segmenters", "output", "flow", "analysis"),
)
#: The folders of the package, each below the folders that it may import.
FOLDERS = ("content", "corpus", "report", "warc", "engines", "commands")


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def imported_by(module: str) -> set[str]:
    """Return the modules of the package that one imports, those inside its functions included."""
    package = module if FILES[module].name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(FILES[module].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: 1 - node.level or None] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                found |= {full if full in FILES else origin} & FILES.keys()
    return found - {module}


IMPORTS = {module: imported_by(module) for module in FILES}


def arrows(folder: str, order: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return which modules import a module of a later place in an order of a folder's parts."""
    place = {f"{folder}.{part}": number for number, part in enumerate(order)}

    def place_of(module: str) -> int | None:
        return next((place[p] for p in place if module == p or module.startswith(f"{p}.")), None)

    found = []
    for module, others in IMPORTS.items():
        here = place_of(module)
        for other in others:
            there = place_of(other)
            if here is not None and there is not None and there > here and other not in typed(module):
                found.append((module, other))
    return found


def typed(module: str) -> set[str]:
    """Return what a module imports for its types only."""
    found = set()
    package = module.rpartition(".")[0]
    for node in ast.walk(ast.parse(FILES[module].read_text("utf-8"))):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            for inner in node.body:
                if isinstance(inner, ast.ImportFrom) and inner.level:
                    base = package.split(".")[: 1 - inner.level or None]
                    found.add(".".join([*base, *([inner.module] if inner.module else [])]))
    return found


def test_no_arrow_goes_up_in_content():
    assert arrows(CONTENT, ROOMS) == []


def test_no_arrow_goes_up_between_folders():
    assert arrows(NAME, FOLDERS) == []


def test_nothing_in_content_imports_the_doors():
    outside = [
        (module, other)
        for module, others in IMPORTS.items()
        if module.startswith(CONTENT)
        for other in others
        if not other.startswith(CONTENT)
    ]
    assert outside == []


def test_no_circle_of_modules():
    """Those that a module imports for its types are no circle: Python does not import them."""
    graph = {module: {o for o in others if o not in typed(module)} for module, others in IMPORTS.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(FILES)


def test_each_room_is_in_the_order():
    parts = {p.stem for p in (PACKAGE / "content").iterdir() if p.suffix in ("", ".py") and p.stem[0] != "_"}
    assert parts == set(ROOMS)
    assert len(parts) + 1 <= 14  # with __init__.py


def test_no_file_name_stands_twice():
    names = Counter(path.name for path in FILES.values() if path.name not in ("__init__.py", "__main__.py"))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_file_is_longer_than_a_reader_bears():
    assert {p.name: n for p in FILES.values() if (n := p.read_text("utf-8").count("\n")) > 350} == {}
