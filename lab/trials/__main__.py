"""Trials, each for at most a minute: ``python -m lab.trials``.  ``.ci/run`` runs this."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from lab.options import parser_of

from .report import conclude

#: The trials, the longest first, and their options for a minute.
TRIALS: dict[str, list[str]] = {
    "hostile": ["--sizes", "100000"],
    "growth": ["--size", "100000"],
    "fuzz": ["--cases", "2000"],
    "archives": ["--records", "1000", "--bomb", "200000000"],
    "live": ["--pages", "2000", "--labelled", "50"],
    "kill": ["--times", "2"],
    "soak": ["--pages", "500"],
    "rows": ["--pages", "40"],
}


def has_failed(name: str) -> bool:
    """Run a trial and print what it says, all at once."""
    command = [sys.executable, "-m", f"lab.trials.{name}", *TRIALS[name]]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    print(done.stdout, end="", flush=True)
    return done.returncode != 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of("lab.trials", "Run trials, each for at most a minute.", "python -m lab.trials -j 2")
    parser.add_argument("-j", dest="jobs", type=int, default=1, metavar="N", help="run N trials side by side")
    with ThreadPoolExecutor(parser.parse_args(argv).jobs) as pool:
        failed = dict(zip(TRIALS, pool.map(has_failed, TRIALS)))
    return conclude("trials", failed, ", ".join(TRIALS))


if __name__ == "__main__":
    sys.exit(main())
