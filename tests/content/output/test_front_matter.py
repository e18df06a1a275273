"""Front matter, as a reader of YAML and as Hugo read it."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from scrapy_content_extract import extract

URL = "https://a.test/rain"
#: A title that would end front matter, begin another value, or be no string.
NASTY = "--- 'Rain': \"yes\" # \\ {{ now }} \N{SNOWFLAKE} ["
TEXT = "<p>It rained in the valley for a week, and all who farm there are glad of it." * 3


def meta(**values):
    return "".join(f'<meta name="{name}" content="{value}">' for name, value in values.items())


#: what a page says → the names that differ from the title, ``lang`` and ``source`` of all
PAGES = {
    "nothing more": ("", {}),
    "an author": (meta(author="Ina Holm"), {"author": "Ina Holm"}),
    "several authors": (
        meta(author="Ina Holm") + meta(author="Ben Lund"),
        {"authors": ["Ina Holm", "Ben Lund"]},
    ),
    "a day": (meta(date="2025-05-03"), {"date": "2025-05-03"}),
    "a time": (meta(date="2025-05-03T08:00:00Z"), {"date": "2025-05-03T08:00:00+00:00"}),
    "a month, with which Hugo builds no site": (
        meta(date="2025-05"),
        {"content_extract": {"date": "2025-05"}},
    ),
    "tags, in which Obsidian has no spaces": (
        meta(keywords="heavy rain, valley"),
        {"tags": ["heavy-rain", "valley"]},
    ),
    "a description": (meta(description="It rains:&#10;---&#10;a: b"), {"description": "It rains: --- a: b"}),
    "a licence": (
        "<link rel=license href=https://a.test/by>",
        {"content_extract": {"license": "https://a.test/by"}},
    ),
}


def front_matter(head):
    title = NASTY.replace('"', "&quot;")
    page = f"<html lang=de><title>{title}</title>{head}<article>{TEXT}</article>"
    return extract(page, url=URL, formats=["markdown"], front_matter=True, extractor="cevc").markdown


@pytest.mark.parametrize(("head", "expected"), PAGES.values(), ids=PAGES)
def test_yaml(head, expected):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    _, values, markdown = front_matter(head).split("---\n", 2)
    assert yaml.safe_load(values) == {"title": NASTY, "lang": "de", "source": URL, **expected}
    assert markdown.startswith("\nIt rained")


@pytest.mark.skipif(not shutil.which("hugo"), reason="Hugo is not installed; on Debian, apt-get install hugo")
def test_hugo(tmp_path):
    """It builds a site of all pages, and knows their values."""
    (tmp_path / "config.toml").write_text('baseURL = "http://h.test/"\ndisableKinds = ["taxonomy", "term"]\n')
    (tmp_path / "content").mkdir()
    (tmp_path / "layouts" / "_default").mkdir(parents=True)
    asked = '"title" .Title "date" (.Date.Format "2006") "lang" .Params.lang "source" .Params.source'
    layout = f"{{{{ dict {asked} | jsonify }}}}"
    (tmp_path / "layouts" / "_default" / "single.html").write_text(layout)
    for n, (head, _) in enumerate(PAGES.values()):
        (tmp_path / "content" / f"{n}.md").write_text(front_matter(head), "utf-8")
    done = subprocess.run(["hugo", "--quiet"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ERROR" not in done.stdout + done.stderr
    for n, (_, expected) in enumerate(PAGES.values()):
        found = json.loads((tmp_path / "public" / str(n) / "index.html").read_text("utf-8"))
        year = expected.get("date", "0001")[:4]
        assert found == {"title": NASTY, "date": year, "lang": "de", "source": URL}
