"""Several processes write the same lines as one, also after kills: ``python -m lab.trials.resume``.

``dedup -j 2`` and ``clean -j 2`` must write the files of ``-j 1``, while a worker is killed.  Then kill -9
strikes ``clean -j 2`` at four moments, and with ``--resume`` it must write what an undisturbed run does.
The last line is the summary.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from lab.options import parser_of

from .lines import write
from .report import conclude
from .workers import ROOT, descendants

#: Arguments of each command, without the name of its output.
DEDUP = ["dedup", "all.jsonl", "--clusters", "list.jsonl"]
CLEAN = ["clean", "all.jsonl", "--pages", "5", "--removed", "list.jsonl", "--shard-bytes", "1000000"]


def bytes_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


#: Moments to kill ``clean``: whether its folder is so far.
MOMENTS: dict[str, Callable[[Path], bool]] = {
    "when it has begun": lambda folder: (folder / "out.jsonl.gz.counts").exists(),
    "while it counts": lambda folder: bytes_of(folder / "out.jsonl.gz.counts") > 1_000_000,
    "in the first file": lambda folder: bytes_of(folder / "out.jsonl.gz.part") > 0,
    "in a later file": lambda folder: bytes_of(folder / "out.00002.jsonl.gz.part") > 0,
}


def started(folder: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scrapy_content_extract", *arguments, "-o", "out.jsonl.gz"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.DEVNULL)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a run, and remove them."""
    files = [path for path in folder.iterdir() if path.name != "all.jsonl"]
    found = {path.name: path.read_bytes() for path in files}
    for path in files:
        path.unlink()
    return found


def kill_when(process: subprocess.Popen[bytes], is_time: Callable[[], int]) -> bool:
    """Kill the process whose number a function returns once it is time; tell whether there was one."""
    while process.poll() is None:
        if number := is_time():
            with suppress(ProcessLookupError):  # it has ended by itself
                os.kill(number, signal.SIGKILL)
                return True
        time.sleep(0.002)
    return False


def worker_of(process: subprocess.Popen[bytes], folder: Path) -> int:
    """Return a process that works for another one, or 0."""
    if not any(folder.glob("out.jsonl.gz.*")):
        return 0
    for pid in descendants(process.pid):
        with suppress(OSError):  # it has ended by itself
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
    return 0


def complaints_of(folder: Path) -> dict[str, bool]:
    complaints: dict[str, bool] = {}
    for name, arguments in {"dedup": DEDUP, "clean": CLEAN}.items():
        status = started(folder, [*arguments, "-j", "1"]).wait()
        expected = files_of(folder)
        process = started(folder, [*arguments, "-j", "2"])
        was_killed = kill_when(process, partial(worker_of, process, folder))
        complaints |= {
            f"{name}: the exit statuses are {status} and {process.wait()}": (status, process.wait())
            != (0, 0),
            f"{name}: no worker was killed": not was_killed,
            f"{name} -j 2 writes other files than -j 1": files_of(folder) != expected,
        }
    for moment, is_so_far in MOMENTS.items():
        process = started(folder, [*CLEAN, "-j", "2"])
        was_killed = kill_when(process, lambda: process.pid if is_so_far(folder) else 0)  # noqa: B023
        process.wait()
        status = started(folder, [*CLEAN, "-j", "2", "--resume"]).wait()
        complaints |= {
            f"clean was not killed {moment}": not was_killed,
            f"clean, killed {moment}: the exit status is {status}": status != 0,
            f"clean, killed {moment}, writes other files": files_of(folder) != expected,
        }
    return complaints


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.resume", "Kill dedup and clean, and resume.", "python -m lab.trials.resume --lines 20000"
    )
    parser.add_argument("--lines", type=int, default=20_000, metavar="N")
    options = parser.parse_args(argv)
    with TemporaryDirectory() as name:
        write(Path(name, "all.jsonl"), options.lines)
        complaints = complaints_of(Path(name))
    return conclude(
        "resume",
        complaints,
        f"{options.lines:,} lines: the same files with -j 1, with -j 2 and a killed worker, and with "
        f"--resume after a kill at {len(MOMENTS)} moments",
    )


if __name__ == "__main__":
    sys.exit(main())
