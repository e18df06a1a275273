"""Time the start of a process, before its first page: ``python -m lab.speed.startup``.

See ``docs/measured/costs.rst``.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence

from lab.backend import announce
from lab.options import parser_of
from lab.reports import table

#: The program that the others are compared with.
YARDSTICK = "import lxml.etree"

#: The code that a process runs, by name; the time of the first is subtracted from the others.
PROGRAMS = {
    "nothing": "",
    YARDSTICK: YARDSTICK,
    "import the package": "import scrapy_content_extract",
    "a first page, too": "import scrapy_content_extract as s; s.extract(b'<p>It is the first.</p>').text",
}


def least_times(rounds: int) -> dict[str, float]:
    """Return the least CPU time of each program, which take turns, in seconds."""
    least: dict[str, float] = {}
    for _ in range(rounds):
        for name, program in PROGRAMS.items():
            seconds = seconds_of(program)
            least[name] = min(seconds, least.get(name, seconds))
    return least


def seconds_of(program: str) -> float:
    """Return the CPU time of a program in a process of its own.

    It may write the caches of modules that an installed package comes with.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def startup_table(least: dict[str, float]) -> str:
    """Return the times without the empty program's, and as multiples of lxml's."""
    base = least["nothing"]
    unit = least[YARDSTICK] - base
    rows = [(name, seconds - base) for name, seconds in least.items() if name != "nothing"]
    return table(
        ["", "ms", f"× {YARDSTICK}"], [[name, f"{1000 * s:.0f}", f"{s / unit:.1f}"] for name, s in rows]
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.startup",
        "Time importing the package, and a first page, in CPU time.",
        "python -m lab.speed.startup --rounds 20",
    )
    parser.add_argument("--rounds", type=int, default=10, metavar="N", help="the least time of N counts")
    options = parser.parse_args(argv)
    print(announce() + "\n")
    print(startup_table(least_times(options.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
