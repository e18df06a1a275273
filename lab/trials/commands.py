"""Full disks and Ctrl-C cost a command no former file: ``python -m lab.trials.commands``.

With the right to mount, output goes to a disk that is too small.  Ctrl-C strikes at many moments of
the start: those at which the command imports a module.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from lab.options import parser_of

from .report import conclude

#: Runs the command, and sends it SIGINT when it imports its n-th module.
INTERRUPTED = """
import os, signal, sys
from scrapy_content_extract.commands import main
signal.signal(signal.SIGINT, signal.default_int_handler)
at, sys.argv, imported = int(sys.argv[1]), ["content-extract", *sys.argv[2:]], []
def watch(event, arguments):
    if event == "import":
        imported.append(event)
        if len(imported) == at:
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(watch)
try:
    main()
finally:
    print(f"imported: {len(imported)}", file=sys.stderr)
"""
FORMER = "the former text"
PAGE = "<p>It rains in the town, and it will rain there for the whole day, says the radio.</p>"
#: Of the small disk; the pages have more.
DISK = 1 << 20
PAGES = 3000


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "scrapy_content_extract", *map(str, arguments)]


def complaints_of_moments(folder: Path, times: int) -> dict[str, bool]:
    """Interrupt the command at many moments of its start."""
    (folder / "page.html").write_text(PAGE)
    former = folder / "former.txt"

    def interrupted(at: int) -> subprocess.CompletedProcess[str]:
        former.write_text(FORMER)
        run = [sys.executable, "-c", INTERRUPTED, str(at), "page.html", "-o", str(former)]
        return subprocess.run(run, cwd=folder, capture_output=True, text=True)

    imported = int(interrupted(0).stderr.rpartition("imported: ")[2])
    complaints = {}
    for at in range(1, imported, max(imported // times, 1)):
        done = interrupted(at)
        what = f"Ctrl-C at import {at} of {imported}"
        complaints[f"{what}: {done.returncode}, {done.stderr[-200:]}"] = (
            done.returncode != 130 or "Traceback" in done.stderr
        )
        complaints[f"{what}: the former file is gone"] = former.read_text() != FORMER
    return complaints


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a disk of DISK bytes, or yield False without the right to."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    try:
        is_mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        is_mounted = False
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", str(folder)], check=True)


def complaints_of_disk(disk: Path, pages: Path) -> dict[str, bool]:
    """Write more to a disk than it holds, over a former file."""
    for number in range(PAGES):
        (pages / f"{number}.html").write_text(PAGE * 10)
    complaints = {}
    former = disk / "former.jsonl"
    lines = pages / "lines.jsonl"
    subprocess.run(command(pages, "--format", "jsonl", "-o", lines), check=True, capture_output=True)
    runs = {
        "extract": (pages, "--format", "jsonl"),
        "clean": ("clean", lines, "--site", "status"),
        "report": ("report", pages),
    }
    for name, arguments in runs.items():
        former.write_text(FORMER)
        done = subprocess.run(command(*arguments, "-o", former), capture_output=True, text=True)
        complaints |= {
            f"{name}: {done.returncode} on a full disk": done.returncode != 1,
            f"{name}: it says {done.stderr[-200:]}": "Traceback" in done.stderr
            or str(former) not in done.stderr,
            f"{name}: the former file is gone": former.read_text() != FORMER,
            f"{name}: there are {os.listdir(disk)}": os.listdir(disk) != [former.name],
        }
    return complaints


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.commands", "Interrupt commands, and fill disks.", "python -m lab.trials.commands"
    )
    parser.add_argument("--times", type=int, default=60, metavar="N", help="the number of moments for Ctrl-C")
    options = parser.parse_args(argv)
    with TemporaryDirectory() as folder, TemporaryDirectory() as disk, TemporaryDirectory() as pages:
        complaints = complaints_of_moments(Path(folder), options.times)
        moments = len(complaints) // 2
        with small_disk(Path(disk)) as is_mounted:
            if is_mounted:
                complaints |= complaints_of_disk(Path(disk), Path(pages))
    disks = "former files survive a full disk" if is_mounted else "no full disk: no right to mount one"
    return conclude("commands", complaints, f"Ctrl-C at {moments} moments of the start; {disks}")


if __name__ == "__main__":
    sys.exit(main())
