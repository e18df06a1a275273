"""Several versions of the package, each in a process of its own (:mod:`lab.version`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import version
from .options import REMEDY, SWITCH
from .reports import say

#: This checkout.
HERE = Path(__file__).parents[1]


class Died(Exception):
    """The process of a version has ended, or is not of one version."""


class Version:
    """A version in a process of its own."""

    def __init__(self, name: str, place: Path, is_pure: bool = False) -> None:
        """Start the process, and say what it runs.

        Raises ValueError for a place that is not a checkout, Died if the process ends.
        """
        if not (place / version.PACKAGE).is_dir():
            raise ValueError(f"{str(place)!r} is not a checkout: it has no folder {version.PACKAGE}.")
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, version.__file__, str(place.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(is_pure),
            text=True,
            encoding="utf-8",
        )
        self.request: dict[str, Any] = {}
        self.about = self.ask()
        self.check_strays()
        print(
            f"{name}: {self.about['place']}, {self.about['backend']}, Python {self.about['python']}",
            flush=True,
        )
        if self.about["backend"] != "compiled" and not is_pure:
            say(f"WARNING: {name} runs in plain Python, its compiled modules are missing; {REMEDY}")

    def check_strays(self) -> None:
        """Raise Died if parts of another version have been imported."""
        if strays := self.ask()["strays"]:
            raise Died(f"{self.name} has imported parts of another version: {', '.join(strays)}.")

    def send(self, **request: Any) -> None:
        self.request = request
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            raise self.died() from None

    def receive(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise self.died()
        return json.loads(line)

    def ask(self, **request: Any) -> Any:
        self.send(**request)
        return self.receive()

    def died(self) -> Died:
        at = f" on {self.request['file']}" if "file" in self.request else ""
        return Died(f"The process of {self.name} ended with code {self.process.wait()}{at}.")

    def stop(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()


def environment(is_pure: bool = False) -> dict[str, str]:
    """Return the environment of a version, in which no other version is found."""
    found = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", SWITCH)}
    return {**found, SWITCH: "1"} if is_pure else found


def checkouts(others: Sequence[Path] | None) -> dict[str, Path]:
    """Return this checkout and others, by name."""
    return {"this": HERE, **{str(place): place for place in others or ()}}


@contextmanager
def running(places: dict[str, Path], pure: Sequence[str] = ()) -> Iterator[dict[str, Version]]:
    """Run versions, some of them in plain Python; yield them by name.

    Raises Died at the end for one that has imported parts of another.
    """
    versions: dict[str, Version] = {}
    try:
        for name, place in places.items():
            versions[name] = Version(name, place, name in pure)
        yield versions
        for one in versions.values():
            one.check_strays()
    finally:
        for one in versions.values():
            one.stop()
