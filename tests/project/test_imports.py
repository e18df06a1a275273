"""What importing the package brings with it, and the one order of its rooms, of which docs/design.rst has the picture."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.folders import ROOT

PACKAGE = ROOT / "scrapy_content_extract"

CASES = {
    "the functions work without Scrapy": "import scrapy_content_extract",
    "nothing in content/ knows Scrapy": (
        "import pkgutil, importlib, scrapy_content_extract.content as content\n"
        "for module in pkgutil.walk_packages(content.__path__, content.__name__ + '.'):\n"
        "    importlib.import_module(module.name)"
    ),
    "a page is extracted without Scrapy": (
        "from scrapy_content_extract import extract, segment\n"
        "assert extract(b'<p>It is what it is.</p>').text == 'It is what it is.'\n"
        "assert len(segment('<p>It is what it is.</p>').blocks) == 1"
    ),
    "no table is read, and no parser borrowed, before there is a page": (
        "from scrapy_content_extract.content.methods import stopwords\n"
        "from scrapy_content_extract.content.page import read\n"
        "for kept in (stopwords.load, stopwords.languages_of_words, read.reading_with):\n"
        "    assert kept.cache_info().currsize == 0"
    ),
}


@pytest.mark.parametrize("code", CASES.values(), ids=CASES)
def test_scrapy_is_not_imported(code):
    check = "import sys\nassert not [m for m in sys.modules if m.split('.')[0] in ('scrapy', 'twisted')]"
    subprocess.run([sys.executable, "-c", f"{code}\n{check}"], check=True)


SURROUNDINGS = """
import signal, sys, typing
def surroundings():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    return handlers, list(sys.meta_path), list(sys.path_hooks)
before, modules, folders = surroundings(), set(sys.modules), set(sys.path_importer_cache)
import {name}
assert surroundings() == before
print(*sorted(module for module in set(sys.modules) - modules if module.startswith("scrapy_content_extract")))
print(*sorted(set(sys.path_importer_cache) - folders), sep=chr(10))
"""


def imported(name):
    """Import a module in a fresh process; return our new modules and the folders that were searched."""
    code = SURROUNDINGS.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    names, *folders = done.stdout.splitlines()
    return names.split(), list(filter(None, folders))


def test_the_package_only_names_things():
    assert imported("scrapy_content_extract") == (["scrapy_content_extract"], [])


def test_importing_content_searches_only_packages():
    _, folders = imported("scrapy_content_extract.content")
    assert [folder for folder in folders if not (Path(folder) / "__init__.py").exists()] == []


class Module(NamedTuple):
    name: str
    #: "" for a module in Cython
    source: str
    is_package: bool

    @property
    def imports(self):
        """Yield every imported module and the names that are taken from it, imports for types included."""
        package = self.name.split(".")[: None if self.is_package else -1]
        for node in ast.walk(ast.parse(self.source)):
            if isinstance(node, ast.Import):
                yield from ((alias.name, ()) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) + 1 - node.level] if node.level else []
                yield ".".join([*above, *filter(None, [node.module])]), [alias.name for alias in node.names]


@cache
def modules(folder):
    """Return the modules of a package."""
    found = []
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.pyx")]):
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        source = path.read_text("utf-8") if path.suffix == ".py" else ""
        found.append(Module(name.removesuffix(".__init__"), source, path.stem == "__init__"))
    return found


@cache
def import_graph(folder):
    """Return which modules of a package each of them imports.

    The packages that an import passes on its way do not count, only one that is asked for a name of its own.
    """
    known = {module.name for module in modules(folder)}
    graph = {name: set() for name in known}
    for module in modules(folder):
        for asked, names in module.imports:
            full = {f"{asked}.{name}" for name in names}
            graph[module.name] |= (full & known) | ({asked} & known if not full or full - known else set())
    return graph


def circle_in(folder):
    """Return modules that import each other in a circle, [] if there are none."""
    try:
        TopologicalSorter(import_graph(folder)).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_modules_import_each_other_in_a_circle():
    graph = import_graph(PACKAGE)
    assert "scrapy_content_extract.content.extract" in graph["scrapy_content_extract.content"]
    assert "scrapy_content_extract.content.model" in graph["scrapy_content_extract.content.auto.auto"]
    assert circle_in(PACKAGE) == []


@pytest.mark.parametrize(
    ("name", "module"), [("_encoding", "content.extract"), ("_cached_selector", "crawl.responses")]
)
def test_only_one_module_reads_what_scrapy_keeps_to_itself(name, module):
    word = re.compile(rf"(?<!\w){name}\b")
    readers = [module.name for module in modules(PACKAGE) if word.search(module.source)]
    assert readers == [f"scrapy_content_extract.{module}"]


# --- rooms ---

CONTENT = f"{PACKAGE.name}.content"
#: By folder its parts, each below those that it may import.
ORDERS = {
    CONTENT: (
        *(
            "errors",
            "markup",
            "urls",
            "core",
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
