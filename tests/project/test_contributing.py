"""To add a method, a feature, a format or a setting takes the files that CONTRIBUTING.rst lists, no others.

Each addition is made in a copy of the package that runs in plain Python.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import scrapy_content_extract
from tests.helpers.folders import ROOT

PACKAGE = Path(scrapy_content_extract.__file__).parent
CONTRIBUTING = ROOT / "CONTRIBUTING.rst"


class Addition(NamedTuple):
    section: str
    #: by file: the text before which something is inserted, "" for a new file, and what; maybe several times
    edits: dict[str, tuple[str, ...]]
    #: what is true of the copy
    proof: str


METHOD = """
from dataclasses import dataclass
from ..page.choice import Choice

@dataclass(frozen=True)
class First:
    def extract(self, page):
        return Choice(page, ((0, 1),))
"""
ADDITIONS = {
    "a method": Addition(
        "A method",
        {
            "content/methods/first.py": ("", METHOD),
            "content/methods/__init__.py": (
                '        "auto": ".auto.auto.Auto",',
                '        "first": "first.First",\n',
            ),
        },
        "from scrapy_content_extract.crawl.settings import Options\n"
        "from scrapy.settings import Settings\n"
        "assert extract('<p>a<p>b', extractor='first').text == 'a'\n"
        "assert Options.from_settings(Settings({'CONTENT_EXTRACT_EXTRACTOR': 'first'})).methods[''].name == 'first'",
    ),
    "a learned feature": Addition(
        "A learned feature",
        {
            "content/auto/features.py": (
                '    Feature("around_rate",',
                '    Feature("is_long", "1 for more than nine characters"),\n',
            ),
            "content/core/facts.py": (
                '    "near_density container_after',
                '    "is_long "\n',
                "near_density, after, after_h1 = ",
                "is_long, ",
                "        numbers[block_tag + b], ",
                "        numbers[is_long + b] = line_chars[k] > 9\n",
            ),
            "report/why.py": ('    "around_rate": (', '    "is_long": ("long", yes),\n'),
        },
        "from scrapy_content_extract.content import page_of\n"
        "from scrapy_content_extract.content.auto.features import describe\n"
        "assert list(describe(page_of('<p>It is.<p>It is what it is.')).column('is_long')) == [0, 1]\n"
        "from scrapy_content_extract.report import why\n"
        "assert why.in_words(why.Reason(0, 1, 0.5)) == 'yes'",
    ),
    "a format": Addition(
        "A format",
        {
            "content/output/formats.py": (
                '    "markdown": Format(',
                '    "loud": Format(lambda content: html(content).upper()),\n',
            )
        },
        "from scrapy_content_extract.fields import RESULTS\n"
        "from scrapy_content_extract.crawl.settings import Options\n"
        "from scrapy_content_extract.commands.outputs import PRINT_FORMATS\n"
        "from scrapy.settings import Settings\n"
        "assert extract('<p>It is what it is.', formats=['loud']).form('loud') == '<P>IT IS WHAT IT IS.</P>'\n"
        "assert 'loud' in RESULTS and 'loud' in PRINT_FORMATS\n"
        "fields = Options.from_settings(Settings({'CONTENT_EXTRACT_FIELDS': ['loud']})).wanted\n"
        "assert fields.forms == ('loud',)",
    ),
    "a setting": Addition(
        "A setting",
        {
            "crawl/settings.py": (
                '    "CONTENT_EXTRACT_ENABLED": Setting(True, switch),',
                '    "CONTENT_EXTRACT_LOUD": Setting(False, switch),\n',
            )
        },
        "from scrapy_content_extract.crawl.settings import read\n"
        "from scrapy.settings import Settings\n"
        "assert read(Settings({'CONTENT_EXTRACT_LOUD': '1'}), 'CONTENT_EXTRACT_LOUD') is True\n"
        "assert read(Settings(), 'CONTENT_EXTRACT_LOUD') is False",
    ),
}


def section(title: str) -> str:
    text = CONTRIBUTING.read_text("utf-8")
    found = re.search(rf"^{title}\n-+\n(.*?)(?=^[^\n]+\n-+\n|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def test_each_file_that_is_named_is_there():
    text = CONTRIBUTING.read_text("utf-8")
    named = {name for name in re.findall(r"``([\w./]+\.(?:py|rst|json))``", text) if "NAME" not in name}
    tests = ROOT / "tests/content"
    places = (PACKAGE, ROOT, PACKAGE / "commands", tests, tests / "methods")
    assert {name for name in named if not any((place / name).exists() for place in places)} == set()


@pytest.mark.parametrize("added", ADDITIONS.values(), ids=ADDITIONS)
def test_an_addition_takes_the_files_that_are_listed(added, tmp_path):
    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    for name, edits in added.edits.items():
        listed = name if edits[0] else re.sub(r"\w+\.py$", "NAME.py", name)
        assert listed in section(added.section).replace("scrapy_content_extract/", "")
        file = copy / name
        for place, what in zip(edits[::2], edits[1::2]):
            text = file.read_text("utf-8") if place else ""
            assert text.count(place) == 1 or not place, f"{name} has changed: {place}"
            file.write_text(text.replace(place, what + place, 1) if place else what, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "CONTENT_EXTRACT_PURE_PYTHON": "1"}
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom scrapy_content_extract import extract\n"
    done = subprocess.run(
        [sys.executable, "-c", code + added.proof], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
