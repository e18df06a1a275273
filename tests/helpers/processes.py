"""Code that is run in a process of its own: a process can have one reactor, and run it once."""

import os
import subprocess
import sys

from .folders import ROOT


def run_code(code, *args, **environment):
    """Run Python code of this checkout to its end; return what it has printed."""
    run = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=900,  # of a hang
    )
    assert run.returncode == 0, run.stderr
    return run
