"""What a build compiles, what a wheel holds, and what is loaded."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.machinery import EXTENSION_SUFFIXES
from sysconfig import get_config_var
from textwrap import dedent
from zipfile import ZipFile

import pytest

from scrapy_content_extract import __version__
from tests.helpers.folders import ROOT

PACKAGE = "scrapy_content_extract"

CORE = ROOT / PACKAGE / "content" / "core"
BASH = shutil.which("bash")

#: what a compiler makes: of each .pyx a module, and of each .py that has its types of C in a .pxd
COMPILED = {
    f"{PACKAGE}.content.core.{path.stem}"
    for path in (*CORE.glob("*.pyx"), *CORE.glob("*.py"))
    if path.suffix == ".pyx" or path.with_suffix(".pxd").exists()
}

#: the switches of setup.py, which a row of a table sets or leaves out
SWITCHES = ("CONTENT_EXTRACT_PURE_PYTHON", "CONTENT_EXTRACT_REQUIRE_COMPILED")
NO_COMPILER = {"CC": "/bin/false"}
REQUIRED = {"CONTENT_EXTRACT_REQUIRE_COMPILED": "1"}
PURE_PYTHON = {"CONTENT_EXTRACT_PURE_PYTHON": "1"}


def run(code, switches, cwd):
    """Run Python with these switches and no others."""
    environment = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=environment | switches,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


# What is loaded.

LOADED = f"""
import sys
sys.modules["cython"] = None  # only builders of the package have it
from {PACKAGE} import extract
from {PACKAGE}.content.core import BACKEND
extract("<p>a")
print(BACKEND)
for name, module in sorted(sys.modules.items()):
    if name.startswith({PACKAGE!r}) and module.__file__.endswith({tuple(EXTENSION_SUFFIXES)!r}):
        print(name)
"""


def test_the_compiled_modules_are_loaded():
    if not os.environ.get("CONTENT_EXTRACT_REQUIRE_COMPILED"):
        pytest.skip("CONTENT_EXTRACT_REQUIRE_COMPILED is not set")
    backend, *names = run(LOADED, {}, None).stdout.split()
    assert (backend, set(names)) == ("compiled", COMPILED)


def test_plain_python_loads_no_compiled_module():
    result = run(LOADED, PURE_PYTHON, None)
    assert (result.returncode, result.stdout) == (0, "Python\n")


#: Finds all but one compiled module.
WITHOUT_ONE = f"""
import sys
from importlib.util import spec_from_file_location

class WithoutOne:
    def find_spec(name, path, target=None):
        if name == "{PACKAGE}.content.core.gaps":
            return spec_from_file_location(name, f"{{path[0]}}/gaps.py")

sys.meta_path.insert(0, WithoutOne)
from {PACKAGE}.content import core
print(core.BACKEND, {{getattr(core, name).__file__[-3:] for name in core.PAIRS + core.ONE_SOURCE}})
"""


def test_a_mixture_never_runs():
    assert run(WITHOUT_ONE, {}, None).stdout == "Python {'.py'}\n"


# What is built.  Slow: each row calls the compiler.

LIMITED_API = sys.version_info >= (3, 11) and not get_config_var("Py_GIL_DISABLED")
VERSION = f"cp{sys.version_info.major}{sys.version_info.minor}"
PLATFORM = "cp311-abi3-" if LIMITED_API else f"{VERSION}-{VERSION}{sys.abiflags}-"

builds = pytest.mark.skipif(sys.platform == "win32", reason="CC does not choose the compiler there")

#: environment, the beginning of the wheel's tag, what is compiled in it
WHEELS = {
    "with a compiler, which is required": (REQUIRED, PLATFORM, COMPILED),
    "without a compiler": (NO_COMPILER, "py3-none-any", set()),
    "plain Python, although there is a compiler": (PURE_PYTHON, "py3-none-any", set()),
}


@pytest.fixture
def source(tmp_path):
    """A copy of what a build reads, without what an earlier build has left."""
    pytest.importorskip("Cython", reason="builds need what pyproject.toml requires")
    pytest.importorskip("setuptools", reason="builds need what pyproject.toml requires")
    copy = tmp_path / "source"
    copy.mkdir()
    for file in ROOT.iterdir():
        if file.suffix in (".py", ".cfg", ".toml", ".rst", ".in", ".ini") or file.name == "LICENSE":
            shutil.copy(file, copy)
    for folder in (PACKAGE, "tests", "lab", "docs", "example_project"):
        shutil.copytree(
            ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.c")
        )
    return copy


def build(kind, switches, source, folder):
    """Build as pip does; return what was printed, and the path of the result or None."""
    code = f"from setuptools import build_meta; build_meta.build_{kind}({str(folder)!r})"
    result = run(code, switches, source)
    made = [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]
    assert (result.returncode == 0) == bool(made), result.stdout
    return result.stdout, made[0] if made else None


def sources(*suffixes):
    """Return the paths of the package's files with these suffixes."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / PACKAGE).rglob("*")
        if path.suffix in suffixes and "__pycache__" not in path.parts
    }


@pytest.mark.slow
@builds
@pytest.mark.parametrize(("switches", "tag", "compiled"), WHEELS.values(), ids=WHEELS)
def test_wheel(switches, tag, compiled, source, tmp_path):
    printed, wheel = build("wheel", switches, source, tmp_path)
    assert wheel, printed
    assert wheel.name.split("-", 2)[2].startswith(tag)
    assert printed.count("nothing is compiled") == (switches == NO_COMPILER)
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    binaries = {name for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))}
    assert {name.partition(".")[0].replace("/", ".") for name in binaries} == compiled
    assert names - binaries == sources(
        ".py", ".tsv", ".json", ".txt", ".typed", ".unicode", ".stopwords", ".html", ".css", ".js"
    )


@pytest.mark.slow
@builds
def test_a_required_compiler_that_fails_is_an_error(source, tmp_path):
    printed, wheel = build("wheel", NO_COMPILER | REQUIRED, source, tmp_path)
    assert wheel is None
    assert "/bin/false" in printed


@pytest.mark.slow
@builds
def test_source_distribution(source, tmp_path):
    """It has what a build and the tests need, and nothing generated."""
    _, archive = build("sdist", {}, source, tmp_path)
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    tests = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.[rthj]*") if path.is_file()
    }
    assert sources(".py", ".pyx", ".pxd", ".tsv", ".json", ".txt") | tests | {"tox.ini"} <= names
    assert not {name for name in names if name.endswith((".c", ".o", ".so", ".pyd", ".pyc"))}


@pytest.mark.slow
@builds
def test_source_distribution_without_a_compiler(source, tmp_path):
    """README's command installs it where nothing but Python is on the PATH, and crawls; one line says so.

    pip takes what it needs from the package index.
    """
    _, archive = build("sdist", {}, source, tmp_path)
    shutil.unpack_archive(archive, tmp_path)
    folder = archive.with_name(archive.name.removesuffix(".tar.gz"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").symlink_to(os.path.realpath(sys.executable))
    (command,) = re.findall(
        r"^    (python3 .*scrapy crawl site\))$", (ROOT / "README.rst").read_text("utf-8"), re.M
    )
    hidden = {*SWITCHES, "CC", "CXX", "PYTHONPATH", "PYTHONHOME"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["PATH"] = str(tmp_path / "bin")

    def printed(command):
        done = subprocess.run(
            [BASH, "-c", command],
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout.splitlines()

    assert sum("plain Python, several times slower" in line for line in printed(command)) == 1
    assert printed(".venv/bin/content-extract --version") == [
        f"content-extract {__version__}, plain Python, several times slower than compiled"
    ]
    items = (folder / "example_project/items.jsonl").read_text("utf-8").splitlines()
    assert len(items) == 21
    assert all(json.loads(item)["link_density"]["status"] for item in items)


# What is released.

RELEASE = ROOT / ".github/workflows/release.yml"

#: the tag, the heading in CHANGES.rst, and what the workflow says of them
TAGS = {
    "the version, with its day": ("v1.2.3", "1.2.3 (2030-01-31)", ""),
    "another version": (
        "v1.2.4",
        "1.2.3 (2030-01-31)",
        "the tag is v1.2.4, but the package has version 1.2.3",
    ),
    "more than the version": ("v1.2.3.post1", "1.2.3 (2030-01-31)", "but the package has version 1.2.3"),
    "a version without a v": ("1.2.3", "1.2.3 (2030-01-31)", "but the package has version 1.2.3"),
    "changes that are not dated": ("v1.2.3", "1.2.3 (unreleased)", 'no heading "1.2.3 (YYYY-MM-DD)"'),
    "changes of a version that looks alike": (
        "v1.2.3",
        "1.2x3 (2030-01-31)",
        'no heading "1.2.3 (YYYY-MM-DD)"',
    ),
}


@pytest.mark.skipif(not BASH or sys.platform == "win32", reason="the step runs in bash, on Linux")
@pytest.mark.skipif(not RELEASE.exists(), reason="a source distribution has no workflows")
@pytest.mark.parametrize(("tag", "heading", "error"), TAGS.values(), ids=TAGS)
def test_a_tag_is_the_version(tag, heading, error, tmp_path):
    (step,) = re.findall(r"^ +run: \|\n((?: {10}.*\n)+)", RELEASE.read_text("utf-8"), re.MULTILINE)
    (tmp_path / PACKAGE).mkdir()
    (tmp_path / PACKAGE / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGES.rst").write_text(f"Changes\n=======\n\n{heading}\n------------------\n")
    done = subprocess.run(
        [BASH, "-eo", "pipefail", "-c", dedent(step)],  # as GitHub does
        cwd=tmp_path,
        env=os.environ | {"GITHUB_REF_NAME": tag},
        capture_output=True,
        text=True,
    )
    assert (done.returncode == 0) == (error == ""), done.stderr
    assert error in done.stdout


def test_each_version_has_its_changes():
    """The newest entry is that of this version, and none has two."""
    text = (ROOT / "CHANGES.rst").read_text("utf-8")
    versions = re.findall(r"^(\S+) \((?:unreleased|\d{4}-\d\d-\d\d)\)\n-+$", text, re.MULTILINE)
    assert versions[0] == __version__
    assert len(versions) == len(set(versions))


def test_the_readme_installs_what_there_is():
    """Without an address there is no release, so one installs a clone."""
    (address,) = re.findall('^REPOSITORY = "(.*)"$', (ROOT / "setup.py").read_text("utf-8"), re.MULTILINE)
    command = "$ pip install scrapy-content-extract " if address else "$ pip install .  "
    for page in (ROOT / "README.rst", ROOT / "docs/start.rst"):
        assert command in page.read_text("utf-8"), f"REPOSITORY is {address!r}: {page} must show {command}"


@pytest.mark.parametrize("address", ["", "https://code.example/a/b"])
def test_metadata(address, source):
    """One keyword per line, and no relative link or picture where an index shows README elsewhere."""
    setup = source / "setup.py"
    setup.write_text(
        setup.read_text("utf-8").replace('REPOSITORY = ""', f'REPOSITORY = "{address}"'), "utf-8"
    )
    made = run("import runpy, sys; sys.argv[1:] = ['egg_info']; runpy.run_path('setup.py')", {}, source)
    assert made.returncode == 0, made.stdout
    metadata = email.message_from_string((source / f"{PACKAGE}.egg-info/PKG-INFO").read_text("utf-8"))
    keywords = metadata["Keywords"].split(",")
    assert {"readability", "markdown", "web scraping"} <= set(keywords)
    assert "" not in keywords
    readme = metadata.get_payload()
    links = re.findall(r"^\.\. (?:_[^:]+: |figure:: )(.*)$", readme, re.MULTILINE)
    assert len(links) > 5
    assert all(link.startswith(f"{address}/") == bool(address) for link in links)
    assert len(metadata.get_all("Project-URL", [])) == (3 if address else 0)
