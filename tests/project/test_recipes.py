"""The recipes of docs/recipes.rst, which run here as they stand, on the example site; test_blocks.py has its commands."""

from __future__ import annotations

import json
import re
from mimetypes import guess_type

import pytest

from tests.helpers.running import ROOT, run_python
from tests.helpers.server import serving

RECIPES = ROOT / "docs" / "recipes"
SITE = ROOT / "example_project" / "site"
SERVER = "http://127.0.0.1:8000"


def code(name):
    return (RECIPES / name).read_text("utf-8")


def command_of(block):
    """Return the command of the first line: ``# file.py: the command``."""
    return re.match(r"# \w+\.py: (.*)", block)[1].split()


@pytest.fixture(scope="module")
def server():
    pages = {
        f"/{path.relative_to(SITE).as_posix()}": (
            {"Content-Type": guess_type(path.name)[0] or "text/html"},
            path.read_bytes(),
        )
        for path in (SITE / "en").glob("*.html")
    }
    index = "".join(f"<a href={path}>{path}</a>" for path in pages)
    with serving({**pages, "/en/": ({"Content-Type": "text/html"}, index.encode())}) as address:
        yield address


def run(folder, *arguments):
    """Run a module of this Python in a folder."""
    done = run_python("-m", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def extracted(folder, *arguments):
    return run(folder, "scrapy_content_extract", *arguments)


def crawled(folder, name, server):
    """Run the spider of a recipe; return its items by the name of their page."""
    block = code(name)
    command = command_of(block)
    (folder / command[2]).write_text(block.replace(SERVER, server), "utf-8")
    run(folder, *command)
    items = map(json.loads, (folder / command[-1]).read_text("utf-8").splitlines())
    return {item["url"].rpartition("/")[2]: item for item in items}


def test_news(server, tmp_path):
    items = crawled(tmp_path, "news.py", server)
    assert set(items) == {path.name for path in (SITE / "en").glob("*.html")}
    news = items["news.html"]
    assert list(news) == ["url", "text", "title", "author", "date", "language", "confidence"]
    assert news["text"].startswith("Shortly before midnight")


def test_shop(server, tmp_path):
    (item,) = crawled(tmp_path, "shop.py", server).values()
    assert set(item) == {"url", "name", "description", "link_density", "images"}
    assert item["name"].startswith("Wren 40")
    assert "\nWeight\t1.1 kg\n" in item["description"]


def test_forum(server, tmp_path):
    """The page says "8 posts"."""
    block = code("posts.py").replace(SERVER, server)
    extracted(tmp_path, *command_of(block)[1:])
    (tmp_path / "posts.py").write_text(block, "utf-8")
    said = run(tmp_path, "posts").splitlines()
    assert len(said) == 8
    assert said[1].startswith("Re: Sourdough")


def test_retrieval(tmp_path, capsys, monkeypatch):
    block = code("index.py")
    command = [str(SITE / "en") if word == "pages/" else word for word in command_of(block)[1:]]
    extracted(tmp_path, *command)
    monkeypatch.chdir(tmp_path)
    exec(block, {})
    assert "news.html\n" in capsys.readouterr().out


#: recipe → the library it needs, and the name of its result
TABLES = {"with_pandas.py": ("pandas", "pages"), "load_with_datasets.py": ("datasets", "texts")}


@pytest.mark.parametrize(("recipe", "library", "name"), [(recipe, *rest) for recipe, rest in TABLES.items()])
def test_tables(recipe, library, name, tmp_path, monkeypatch):
    pytest.importorskip(library, reason=f"{library} is not installed")
    html = (SITE / "en" / "news.html").read_text("utf-8")
    lines = [{"url": "http://a.example/1", "html": html}, {"url": "http://a.example/2", "html": ""}]
    (tmp_path / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(code(recipe), names)
    one, two = names[name]["text"]
    assert one.startswith("Night ferry returns to the harbour after eleven years\nShortly before")
    assert two == ""
