"""Many lines through dedup, clean and report: ``python -m lab.trials.lines --lines 1000000``.

A tenth of the lines are pages of templates, a twentieth are copies, and a twentieth are copies with a few
other words.  CPU and memory are the command's.  One run of dedup is killed and repeated with its
database.  The last line is the summary.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from lab.options import parser_of
from lab.reports import table

from .dedup import words
from .report import conclude

ROOT = Path(__file__).parents[2]
#: The words of a page and of its template, and the pages of a template and of a host.
LENGTH, COMMON, OF_TEMPLATE, OF_HOST = 150, 120, 2_000, 200
#: The most milliseconds of CPU for a line, and how much dearer one may be among all than among a quarter.
MOST_CPU = {"dedup": 0.3, "clean": 0.25}
MOST_GROWTH = 1.5
#: The most megabytes: they do not grow with the lines.
MOST_MEMORY = 500
#: The most lines of a run that is killed.
MOST_KILLED = 100_000


class Run(NamedTuple):
    """A command that has ended."""

    status: int
    #: of CPU, for each line
    milliseconds: float
    megabytes: float
    said: str


def line(n: int) -> dict[str, str]:
    """Return a line; its kind follows from the last two digits of its number."""
    kind, rng = n % 20, random.Random(n)
    if kind == 1:
        text = line(n - 1)["text"].upper()
    elif kind == 3:
        changed = line(n - 1)["text"].split(" ")
        changed[rng.randrange(LENGTH)] = "changed"
        text = " ".join(changed)
    elif kind in (4, 5):
        text = f"{words(-1 - n // 20 // OF_TEMPLATE, COMMON)} {words(n, LENGTH - COMMON)}"
    else:
        text = f"{words(n, LENGTH)}\nShare this page of host {chr(97 + n // OF_HOST % 26)}"
    return {"url": f"http://{n // OF_HOST}.example.com/{n}", "text": text}


def write(path: Path, lines: int) -> None:
    with path.open("w") as file:
        for n in range(lines):
            file.write(json.dumps(line(n)) + "\n")


def run(folder: Path, lines: int, *arguments: str, kill_after: float | None = None) -> Run:
    """Run a command on ``lines`` lines, and perhaps kill it after some seconds."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "scrapy_content_extract", *arguments]
    with (folder / "said").open("w+") as said:
        process = subprocess.Popen(command, cwd=folder, env=env, stderr=said)
        if kill_after is not None:
            time.sleep(kill_after)
            os.kill(process.pid, signal.SIGKILL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        cpu = (used.ru_utime + used.ru_stime) / lines * 1e3
        return Run(process.returncode, cpu, used.ru_maxrss / 1024, said.read())


def numbers(path: Path) -> Iterator[int]:
    """Yield the numbers of the lines of a file."""
    with path.open() as file:
        for each in file:
            yield int(json.loads(each)["url"].rpartition("/")[2])


def complaints_of(folder: Path, lines: int) -> tuple[dict[str, bool], list[list[str]]]:
    """Return what may be wrong, and a row for each command."""
    complaints: dict[str, bool] = {}
    rows = []
    cpu: dict[tuple[str, int], float] = {}
    for some in (lines // 4, lines):
        write(folder / "all.jsonl", some)
        commands = {
            "dedup": ["dedup", "all.jsonl", "-o", "unique.jsonl", "--clusters", "clusters.jsonl"],
            "clean": ["clean", "unique.jsonl", "-o", "clean.jsonl"],
            "report": ["report", "all.jsonl", "-o", "report.html"],
        }
        for name, arguments in commands.items():
            done = run(folder, some, *arguments)
            cpu[name, some] = done.milliseconds
            rows.append([name, f"{some:,}", f"{done.milliseconds:.3f}", f"{done.megabytes:.0f}"])
            complaints |= {
                f"{name} has failed: {done.said[-200:]}": done.status != 0,
                f"{name} takes {done.megabytes:.0f} MB": done.megabytes > MOST_MEMORY,
            }
    for name, most in MOST_CPU.items():
        few, all_of_them = cpu[name, lines // 4], cpu[name, lines]
        complaints[f"{name} takes {all_of_them:.3f} ms a line"] = all_of_them > most
        complaints[f"a line of {name} grows {all_of_them / few:.2f} times"] = all_of_them > MOST_GROWTH * few
    complaints |= complaints_of_copies(folder / "unique.jsonl", lines)
    return complaints, rows


def complaints_of_copies(path: Path, lines: int) -> dict[str, bool]:
    """Every copy must go, and of the lines that resemble none, all must stay."""
    kept = set(numbers(path))
    copies = sum(n in kept for n in range(1, lines, 20))
    almost = sum(n in kept for n in range(3, lines, 20))
    alone = sum(n not in kept for n in range(lines) if n % 20 not in (1, 3, 4, 5))
    return {
        f"{copies:,} copies were kept": copies > 0,
        f"{alone:,} texts like no other were left out": alone > 0,
        # one word of 150 is in 5 of 146 shingles: .93 in common; all 16 bands miss with probability 2e-6
        f"{almost:,} copies with another word were kept": almost > lines / 20 / 100,
    }


def complaints_of_kill(folder: Path, lines: int, kills: int) -> dict[str, bool]:
    """Kill dedup several times; in the end its file must be the one that it writes undisturbed."""
    write(folder / "all.jsonl", lines)
    arguments = ["dedup", "all.jsonl", "-o", "unique.jsonl", "--database", "texts.sqlite"]
    seconds = lines * MOST_CPU["dedup"] / 1e3
    moments = [random.Random(n).uniform(1, max(2, seconds)) for n in range(kills)]
    statuses = [run(folder, lines, *arguments, kill_after=moment).status for moment in moments]
    resumed = run(folder, lines, *arguments)
    other = run(folder, lines, *arguments[:2], "-o", "other.jsonl")
    same = (folder / "unique.jsonl").read_bytes() == (folder / "other.jsonl").read_bytes()
    return {
        f"no dedup was killed: {statuses}": -signal.SIGKILL not in statuses,
        f"dedup has failed after a kill: {resumed.said[-200:]}": (resumed.status, other.status) != (0, 0),
        "after a kill dedup keeps other lines": not same,
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.lines", "Many lines through commands.", "python -m lab.trials.lines --lines 20000"
    )
    parser.add_argument("--lines", type=int, default=20_000, metavar="N", help="default: 20,000")
    parser.add_argument("--kills", type=int, default=3, metavar="N", help="of dedup; default: 3")
    given = parser.parse_args(argv)
    with TemporaryDirectory() as folder:
        complaints, rows = complaints_of(Path(folder), given.lines)
    with TemporaryDirectory() as folder:
        complaints |= complaints_of_kill(Path(folder), min(given.lines, MOST_KILLED), given.kills)
    print(table(["command", "lines", "CPU of a line, ms", "at most, MB"], rows))
    return conclude("lines", complaints, f"{given.lines:,} lines, {given.kills} kills of dedup")


if __name__ == "__main__":
    sys.exit(main())
