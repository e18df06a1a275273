"""Hold the instructions that each stage takes against a table: ``python -m lab.speed.budget``.

Callgrind, a tool of valgrind (``apt-get install valgrind``), counts them on the pages of ``budget_pages.py``.
``budget.tsv`` has what a stage may take, as a multiple of lxml's parse of the same pages in the same run; the
exit status is 1 if one takes over 5 % more.  No clock is read and no seed is random, so two runs are equal,
on a busy machine, too; with another environment or folder they differ by less than .5 %.

    python -m lab.speed.budget --write

writes the table and keeps its last column, in which a stage that needs more says why.  A table holds for the
versions in its first line, and for one build of them.  With others, the command prints the figures and does
not judge them; without valgrind, there are none.
"""

from __future__ import annotations

import gc
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import lxml.html
from lxml import etree

from lab.options import BACKEND, SWITCH, announce, parser_of
from lab.reports import table
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, Choice, extract, page_of
from scrapy_content_extract.content.extract import (
    Utf8,
    chosen,
    metadata_in,
    read,
    utf8_of,
)
from scrapy_content_extract.content.output.style import PLAIN, edited
from scrapy_content_extract.content.result import Result
from scrapy_content_extract.crawl.settings import DEFAULTS

from .budget_pages import pages

TABLE = Path(__file__).with_name("budget.tsv")

#: What counts instructions, and a C compiler.
PROGRAMS = ("valgrind", "cc")

#: The share by which a stage may differ from its line.
TOLERANCE = 0.05

#: A stage without our code.  Where it differs, Python or lxml is another build; profile-guided
#: optimization takes a tenth off the stages.
REFERENCE, SAME_BUILD = "loop of Python", 0.02

EXTRACTOR = EXTRACTORS[DEFAULTS["CONTENT_EXTRACT_EXTRACTOR"]]()
SEGMENTER = SEGMENTERS[DEFAULTS["CONTENT_EXTRACT_SEGMENTER"]]()
URL = "https://site.example/folder/page.html"

#: Sizes of pages, in bytes.  On small pages, what is done once a page counts most.
ALL, SMALL, LARGE = range(sys.maxsize), range(20_000), range(20_000, sys.maxsize)
#: The pages that warm up.  Larger ones have nothing that these lack.
WARM = range(100_000)


class Stage(NamedTuple):
    name: str
    #: from the bytes of a page to what the stage works on; its instructions do not count
    prepare: Callable[[bytes], Any]
    run: Callable[[Any], object]
    #: the pages that it is run on
    sizes: range = ALL


#: What the others are compared with.
YARDSTICKS = {"lxml parse, small": SMALL, "lxml parse, large": LARGE}


def stages() -> list[Stage]:
    """Return every stage, the yardsticks first.

    Each prepares pages and choices of its own, because they keep what a stage has asked of them.
    """
    page, page_with_attributes = partial(page_of, url=URL), partial(page_of, url=URL, attributes=True)
    choice, choice_with_attributes = choice_from(page), choice_from(page_with_attributes)
    whole = lambda body: extract(body, url=URL).text  # noqa: E731 - a stage is a line
    return [
        *(Stage(name, utf8, tree_of, sizes) for name, sizes in YARDSTICKS.items()),
        Stage(REFERENCE, bytes, loop),
        Stage("decode and fold", bytes, utf8),
        Stage("read", utf8, lambda html: read(Utf8(html, URL))),
        Stage("choose", page, lambda page: chosen(page, EXTRACTOR)),
        Stage("text", choice, lambda choice: edited(choice, PLAIN).text),
        Stage("blocks", page, SEGMENTER.segment),
        Stage("metadata", page_with_attributes, metadata_in),
        Stage("HTML", choice_with_attributes, lambda choice: Result({}, choice).html),
        Stage("Markdown", choice_with_attributes, lambda choice: Result({}, choice).markdown),
        Stage("tree given", lambda body: tree_of(utf8(body)), whole),
        Stage("whole, small", bytes, whole, SMALL),
        Stage("whole, large", bytes, whole, LARGE),
    ]


def utf8(body: bytes) -> bytes:
    return utf8_of(body)


def tree_of(html: bytes) -> etree._Element:
    return lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding="utf-8"))


def choice_from(page: Callable[[bytes], Any]) -> Callable[[bytes], Choice]:
    return lambda body: edited(chosen(page(body), EXTRACTOR), PLAIN)


def loop(body: bytes) -> None:
    found: dict[str, int] = {}
    for number in range(1000):
        key = str(number % 97)
        found[key] = found.get(key, 0) + len(key)


# ------------------------------------------------------------------ count

#: libxml2 draws a seed for the hashes of names, which moves its parse by 1 %.  Preloaded, this is always the
#: same seed.
SEED = "int getentropy(void *to, unsigned long size) { __builtin_memset(to, 1, size); return 0; }"


def run(mark: Callable[[], object]) -> None:
    """Run every stage, with a call of ``mark`` before and after it.

    All run once before, because models, tables and modules are loaded at first use.
    """
    bodies = list(pages().values())
    for stage in stages():
        for body in bodies:
            if len(body) in stage.sizes and len(body) in WARM:
                stage.run(stage.prepare(body))
    for stage in stages():
        given = [stage.prepare(body) for body in bodies if len(body) in stage.sizes]
        gc.collect()
        gc.disable()  # when it runs depends on all that went before
        bytes(50_000)  # for a large block, malloc first joins the small ones that earlier stages have freed
        mark()
        for one in given:
            stage.run(one)
        mark()
        gc.enable()


def instructions() -> list[float]:
    """Return the instructions of each stage.

    ``os.getppid()`` marks the stages: when it is called, Callgrind writes what it has counted since the last
    call.  Every second file is of a stage, the others are of what prepares it.
    """
    with TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        options = ["--tool=callgrind", "--quiet", "--dump-before=getppid", f"--callgrind-out-file={out}"]
        code = "import os; from lab.speed.budget import run; run(os.getppid)"
        library = f"{folder}/seed.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-xc", "-", "-o", library], input=SEED.encode(), check=True)
        environment = os.environ | {"PYTHONHASHSEED": "0", "LD_PRELOAD": library}
        command = ["valgrind", *options, sys.executable, "-c", code]
        subprocess.run(command, check=True, cwd=TABLE.parents[2], env=environment)
        files = [out.with_suffix(f".{2 * n}") for n in range(1, len(stages()) + 1)]
        return [int(file.read_text().rpartition("totals: ")[2]) for file in files]


def multiples(costs: Sequence[float]) -> dict[str, float]:
    """Return what each stage costs, over what lxml's parse of the same pages does."""
    parse = dict(zip(YARDSTICKS.values(), costs))
    parse[ALL] = sum(parse.values())
    pairs = list(zip(stages(), costs))[len(YARDSTICKS) :]
    return {stage.name: cost / parse[stage.sizes] for stage, cost in pairs}


# ------------------------------------------------------------------ judge


class Line(NamedTuple):
    multiple: float
    #: why it is not less
    why: str = ""


def versions() -> str:
    numbers = ((sys.version_info, "Python"), (etree.LXML_VERSION, "lxml"), (etree.LIBXML_VERSION, "libxml2"))
    named = [f"{name} {version[0]}.{version[1]}" for version, name in numbers]
    return ", ".join([*named, f"{platform.system()} {platform.machine()}"])


def read_table(text: str) -> tuple[str, dict[str, Line]]:
    """Return the versions that a table holds for, and its lines."""
    first, _, *lines = text.splitlines()
    rows = (line.split("\t") for line in lines)
    return first.removeprefix("# "), {name: Line(float(value), *why) for name, value, *why in rows}


def written(found: Mapping[str, float], allowed: Mapping[str, Line]) -> str:
    """Return the table of these multiples, with the reasons of the table before."""
    whys = (allowed.get(name, Line(0)).why for name in found)
    lines = [f"{name}\t{found[name]:.4f}\t{why}".rstrip() for name, why in zip(found, whys)]
    return "\n".join([f"# {versions()}", "stage\tmultiple\twhy", *lines, ""])


def judged(found: Mapping[str, float], holds_for: str, allowed: Mapping[str, Line]) -> tuple[int, list[str]]:
    """Return the exit status, and what to say."""
    if holds_for != versions():
        return 0, [f"NOT JUDGED: {TABLE.name} holds for {holds_for}; --write makes one for this."]
    if found.keys() != allowed.keys():
        return 1, [f"{TABLE.name} has other stages: run with --write."]
    change = {name: multiple / allowed[name].multiple - 1 for name, multiple in found.items()}
    if abs(reference := change.pop(REFERENCE)) > SAME_BUILD:
        return 0, [f"NOT JUDGED: a {REFERENCE} takes {reference:+.1%}, so Python or lxml is another build."]
    said = [
        f"{'TOO EXPENSIVE' if by > 0 else 'cheaper'}: {name} takes {found[name]:.3f} of a parse, {by:+.1%}"
        for name, by in change.items()
        if abs(by) > TOLERANCE
    ]
    if max(change.values()) > TOLERANCE:
        advice = f"Make it cheaper, or run with --write and say why in the last column of {TABLE.name}."
        return 1, [*said, advice]
    return 0, [*said, "--write lowers the table."] if said else ["No stage is above the table."]


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.budget",
        "Hold the instructions that each stage takes against a table.",
        "python -m lab.speed.budget --write",
    )
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}; its last column stays")
    options = parser.parse_args(argv)
    print(announce())
    if BACKEND != "compiled":
        parser.error(f"the table is for compiled modules: build them (pip install -e .), or unset {SWITCH}")
    if not all(map(shutil.which, PROGRAMS)):
        print(f"NOT JUDGED: to count instructions takes {' and '.join(PROGRAMS)}.")
        return int(options.write)
    holds_for, allowed = read_table(TABLE.read_text("utf-8"))
    found = multiples(instructions())
    lines = [(name, multiple, allowed.get(name, Line(0))) for name, multiple in found.items()]
    rows = [[name, f"{multiple:.3f}", f"{line.multiple:.3f}", line.why] for name, multiple, line in lines]
    print(f"Instructions, {versions()}\n\n{table(['stage', '× lxml parse', 'table', 'why'], rows)}")
    status, said = judged(found, holds_for, allowed)
    print("\n".join(said))
    if options.write:
        TABLE.write_text(written(found, allowed), "utf-8")
        print(f"{TABLE} is written.")
    return 0 if options.write else status


if __name__ == "__main__":
    sys.exit(main())
