"""The command that compares two versions: the same version is equal to itself, a planted difference is found."""

import gzip
import shutil
from pathlib import Path

import pytest

import scrapy_content_extract
from lab.quality import equal

pytestmark = pytest.mark.surroundings

HERE = Path(scrapy_content_extract.__file__).parent

#: Changes two methods of a copy of the package: one in a field of some pages, one in the last bit of a number.
PLANTED = """

import dataclasses
import math


class Changed:
    def __init__(self, method):
        self.method = method

    def extract(self, page):
        found = self.method.extract(page)
        return self.change(found) if found.blocks else found


class OtherTitle(Changed):
    def change(self, found):
        return dataclasses.replace(found, title="planted")


class LastBit(Changed):
    def change(self, found):
        return dataclasses.replace(found, confidence=math.nextafter(found.confidence, 2))


class Fails(Changed):
    def extract(self, page):
        raise ValueError("planted")


EXTRACTORS |= {
    "cevc": lambda made=EXTRACTORS["cevc"]: OtherTitle(made()),
    "auto": lambda made=EXTRACTORS["auto"], **params: LastBit(made(**params)),
    "song": lambda made=EXTRACTORS["song"]: Fails(made()),
}
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Two sets with three pages; one page has no text, and a file beside it is no page."""
    data = tmp_path_factory.mktemp("data")
    for name in ("a", "b/html"):
        (data / name).mkdir(parents=True)
    text = "<title>Rain</title><h1>Rain</h1>" + "<p>It is the rain that fell, and so it is told here.</p>" * 9
    (data / "a/1.html").write_text(text)
    (data / "a/2.html").write_text("")
    (data / "b/gold.json").write_text("{}")
    (data / "b/html/3.html.gz").write_bytes(gzip.compress(text.encode()))
    (data / "b/html/3.blocks.html.gz").write_bytes(gzip.compress(b"<p data-block>labels"))
    return data


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A checkout of a version that differs."""
    checkout = tmp_path_factory.mktemp("checkout")
    shutil.copytree(HERE, checkout / HERE.name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    with (checkout / HERE.name / "content/__init__.py").open("a") as file:
        file.write(PLANTED)
    return checkout


def rows(printed):
    """Return pages, results, differences and errors by set."""
    lines = [line.split() for line in printed.splitlines()]
    return {name: tuple(map(int, n)) for name, *n in lines if len(n) == 4 and "".join(n).isdigit()}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_version_is_equal_to_itself_in_plain_python(data, capsys, jobs):
    assert equal.main([str(data), "--other", str(HERE.parent), "--pure", "-j", jobs]) == 0
    printed = capsys.readouterr().out
    assert printed.count(f"version: {HERE}, Python, Python 3") == 2
    found = rows(printed)
    methods = found["b"][1]
    assert methods > 20
    assert found == {
        "a": (2, 2 * methods, 0, 0),
        "b": (1, methods, 0, 0),
        "all": (3, 3 * methods, 0, 0),
    }


def test_planted_differences_are_found(data, changed, capsys):
    arguments = ["--pure", "--methods", "decode", "cevc", "auto", "flat", "--show", "3"]
    assert equal.main([str(data), "--other", str(changed), *arguments]) == 1
    printed = capsys.readouterr().out
    # Of decode, cevc, 7 x auto and flat, cevc and auto differ where there is text.
    assert rows(printed) == {"a": (2, 20, 8, 0), "b": (1, 10, 8, 0), "all": (3, 30, 16, 0)}
    lines = printed.splitlines()
    assert sum(" is" in line and line.startswith(("a/", "b/")) for line in lines) == 3
    at = lines.index("a/1.html, cevc: title is")
    assert lines[at + 1 : at + 3] == ["  None in this version,", "  'planted' in the other."]
    assert any(line.startswith("a/1.html, auto: confidence is") for line in lines)


def test_an_error_of_both_versions_is_no_success(data, changed, capsys, monkeypatch):
    """Two versions that cannot work on a page agree, but prove nothing."""
    place = changed / HERE.name / "__init__.py"
    monkeypatch.setattr(equal, "find_spec", lambda name: type("Spec", (), {"origin": str(place)}))
    assert equal.main([str(data), "--other", str(changed), "--pure", "--methods", "song"]) == 1
    printed = capsys.readouterr()
    assert rows(printed.out)["all"] == (3, 3, 0, 3)
    assert "3 results are errors in both versions." in printed.err


WRONG = {
    "no such place": (["--other", "nowhere"], "'nowhere' is neither a Python executable nor a checkout"),
    "no such method": (
        ["--other", str(HERE.parent), "--pure", "--methods", "bte"],
        "There is no method 'bte' in both versions; the methods are: decode, song",
    ),
    "no such set": (
        ["--other", str(HERE.parent), "--sets", "c"],
        "There is no set 'c'; the sets are: a, b.",
    ),
}


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(data, arguments, said, capsys):
    with pytest.raises(SystemExit):
        equal.main([str(data), *arguments])
    assert said in " ".join(capsys.readouterr().err.split())
