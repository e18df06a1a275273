"""The tests on every CPython that is here, and with the oldest libraries: ``python -m lab.trials.versions``.

tox makes the environments.  The oldest libraries run on the CPython that runs this.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from lab.options import parser_of
from lab.reports import table

from .report import conclude

#: The minor versions of CPython 3 that the package is for.
MINORS = range(10, 16)

#: What tells the environments apart.
LIBRARIES = ("scrapy", "twisted", "parsel", "lxml", "itemadapter")


def interpreters(folders: Sequence[str]) -> dict[str, str]:
    """Return the CPythons found in some folders and on the PATH, by the name that tox has for them."""
    path = os.pathsep.join([*folders, os.environ.get("PATH", "")])
    found = {f"py3{minor}": which(f"python3.{minor}", path=path) for minor in MINORS}
    return {name: file for name, file in found.items() if file and runs(file)}


def runs(file: str) -> bool:
    """Tell whether an interpreter runs; a shim of pyenv may stand for one that is switched off."""
    return subprocess.run([file, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def tests(environments: Sequence[str], found: dict[str, str], posargs: Sequence[str]) -> dict[str, Any]:
    """Run tox; return what it reports of each environment."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "tox", "run", "-e", ",".join(environments)]
        command += ["--discover", *found.values()]
        command += ["--result-json", str(report), "--", *posargs]
        print("$", " ".join(command), file=sys.stderr)
        subprocess.run(command, stdout=sys.stderr)
        return dict(json.loads(report.read_text("utf-8"))["testenvs"]) if report.exists() else {}


def row(name: str, report: dict[str, Any]) -> list[str]:
    """Return what ran in an environment: its versions, and the last line of pytest."""
    installed = dict(package.partition("==")[::2] for package in report.get("installed_packages", []))
    versions = {package.lower(): version for package, version in installed.items()}
    runs = report.get("test", [])
    output = "\n".join(run["output"] for run in runs)
    last = next((line for line in reversed(output.splitlines()) if " in " in line), "not run").strip("= ")
    python = report.get("python", {}).get("version", "?").split()[0]
    return [name, python, *(versions.get(library, "?") for library in LIBRARIES), last]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.versions",
        "Run the tests on every CPython that is here, and with the oldest libraries.",
        "python -m lab.trials.versions --pythons /opt/python3.14/bin -- -k crawls",
    )
    parser.add_argument("--pythons", nargs="*", default=[], metavar="FOLDER", help="where CPythons are")
    parser.add_argument("--only", nargs="*", default=[], metavar="ENV", help="environments of tox.ini")
    parser.add_argument("pytest", nargs=argparse.REMAINDER, help="after --: options of pytest")
    options = parser.parse_args(argv)
    found = interpreters(options.pythons)
    if not found:
        parser.error("there is no CPython from 3.10 on: name the folder of one with --pythons")
    wanted = options.only or [*found, "min"]
    reports = tests(wanted, found, [part for part in options.pytest if part != "--"])
    rows = [row(name, reports.get(name, {})) for name in wanted]
    print(table(["environment", "CPython", *LIBRARIES, "tests"], rows))
    failed = [name for name in wanted if not reports.get(name, {}).get("result", {}).get("success")]
    return conclude("versions", {f"failed in {name}": True for name in failed}, f"{len(wanted)} environments")


if __name__ == "__main__":
    sys.exit(main())
