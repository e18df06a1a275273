"""Trials, each for about a minute: ``python -m trials``.  ``.ci/run`` runs this."""

from __future__ import annotations

import subprocess
import sys

from .report import conclude

#: The trials, and their options for a minute.
TRIALS: dict[str, list[str]] = {
    "servers": [],
    "archives": ["--records", "1000", "--bomb", "200000000"],
    "workers": ["--pages", "100"],
    "commands": ["--times", "20"],
    "dedup": ["--texts", "10000"],
    "kill": ["--times", "2"],
    "soak": ["--pages", "500"],
    "hostile": ["--sizes", "100000"],
    "growth": ["--size", "100000"],
    "fuzz": ["--cases", "2000"],
}


def main() -> int:
    failed = {}
    for name, options in TRIALS.items():
        command = [sys.executable, "-m", f"trials.{name}", *options]
        failed[name] = subprocess.run(command).returncode != 0
    return conclude("trials", failed, ", ".join(TRIALS))


if __name__ == "__main__":
    sys.exit(main())
