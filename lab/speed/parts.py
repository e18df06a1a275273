"""What does each compiled part save?  ``python -m lab.speed.parts DATA``.

One part at a time runs in Python, the others stay compiled.  A line of the table has the lines that only the
compiled side needs, what the part saves, as a multiple of lxml's parse of the same pages, and the lines that
are paid for one parse.  See ``docs/design.rst``, "Compilation".
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from lxml import html as lxml_html

from lab.data.pages import read_page, saved_pages
from lab.options import add_shared, parsed, parser_of
from lab.reports import say, table
from scrapy_content_extract import extract
from scrapy_content_extract.content import core

FOLDER = Path(core.__file__).parent
#: The forms that a crawl, and the writers of HTML and Markdown, ask for.
FORMS = ("text", "blocks", "html")


def everything(html: bytes) -> None:
    """Make of a page what a crawl and the writers ask for."""
    found = extract(html, formats=["html"])
    for name in FORMS:
        found.form(name)


def seconds_of(run: Callable[[], object], rounds: int) -> float:
    """Return the least CPU time of some rounds."""
    least = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        run()
        least = min(least, time.process_time() - started)
    return least


def of_all(run: Callable[[bytes], object], bodies: Sequence[bytes], rounds: int) -> float:
    return sum(seconds_of(partial(run, body), rounds) for body in bodies)


def in_python(name: str) -> ModuleType:
    """Return a part as Python runs it; what others have imported stays compiled."""
    if name in core.PAIRS:
        return import_module(f"{core.__name__}.{name}_py")
    known = sys.modules[f"{core.__name__}.{name}"]
    part = core.from_source(name)
    sys.modules[part.__name__] = known
    return part


def lines_of(name: str) -> int:
    """Return the lines that only the compiled side needs."""
    files = (FOLDER / f"{name}{suffix}" for suffix in (".pyx", ".pxd"))
    return sum(len(file.read_text("utf-8").splitlines()) for file in files if file.exists())


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.parts",
        "Say what each compiled part saves, and what it costs in lines.",
        "python -m lab.speed.parts DATA",
    )
    add_shared(parser, pages=54, seed=0, rounds=2)
    options = parsed(parser, argv, "saved pages")
    if core.BACKEND != "compiled":
        parser.error("nothing is compiled here")
    bodies = list(map(read_page, saved_pages(options.data, options.pages, options.seed)))
    of_all(everything, bodies, 1)  # models are read once
    parse = of_all(lxml_html.document_fromstring, bodies, options.rounds)
    compiled = of_all(everything, bodies, options.rounds)
    body = []
    for name, part in core.compiled().items():
        say(f"{name} in Python")
        setattr(core, name, in_python(name))
        core.BACKEND = f"all but {name}"  # trained trees are prepared for what runs
        saves = (of_all(everything, bodies, options.rounds) - compiled) / parse
        setattr(core, name, part)
        body.append([name, str(lines_of(name)), f"{saves:.2f}", f"{lines_of(name) / max(saves, 0.01):,.0f}"])
    print(table(["part", "lines", "saves, × parse", "lines for one parse"], body), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
