"""Draw the parts of the code that a page goes through: ``python docs/walk.py``.

A profiler watches ``extract()`` and a crawl at work on a page of the example project.  ``walk.svg`` has a box
for each stage that is entered, with its modules, in the order in which they are called.  The exit status is 1
if the page comes back to a stage that it has left, or if the stages are not in ORDER.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from front import GREY, HERE, PAGE, TINT, arrow, rectangle, svg, text
from scrapy import Spider
from scrapy.crawler import CrawlerProcess

from scrapy_content_extract import extract

PARSING = ("limits", "parse", "read")
#: The modules of each stage; the longest beginning of a module's name decides.
STAGES = {
    "respond": ("crawl.encoding",),
    "bind": ("crawl.binding",),
    "ask": ("crawl.pipelines",),
    "analyse": ("crawl.analyst",),
    "fill": ("fields",),
    "read": ("content.encoding", *(f"content.page.{part}" for part in PARSING), "content.rewrite"),
    "choose": ("content.methods", "content.auto"),
    "edit": ("content.output.style",),
    "segment": ("content.methods.gapdepth", "content.methods.roles"),
    "describe": ("content.metadata",),
    "print": ("content.output", "content.document"),
    # what a page knows of itself serves all stages, like the other modules of page/; so do trained trees, its
    # kind, and what is remembered of its site
    "": (
        "content.auto.memory",
        "content.rewrite.languages",
        "content.metadata.titles",
        "content.document.headings",
        "content.auto.trees",
        "content.auto.kinds",
    ),
}
#: No other stage waits for blocks and metadata, so these may be made at any time.
ORDER = ("read", "choose", "edit", "print")
#: A page goes in and out by the doors of a crawl, more than once.
DOORS = ("respond", "bind", "ask", "analyse", "fill")
STAGE_OF = {module: stage for stage, modules in STAGES.items() for module in modules}
BOX, GAP, LINE = 110, 28, 13  # pixels
#: as many boxes as fit into a row
ROW = 5

Walk = list[tuple[str, str]]


def stage_of(module: str) -> str:
    begins = [name for name in STAGE_OF if f"{module}.".startswith(f"{name}.")]
    return STAGE_OF[max(begins, key=len)] if begins else ""


def watched(run: Callable[[], object]) -> Walk:
    """Return the stage and the module of each call, from when the page arrives."""
    walk: Walk = []

    def note(frame, event, _):
        package, _, module = (frame.f_globals.get("__name__") or "").partition(".")
        name = frame.f_code.co_name
        if event == "call" and package == "scrapy_content_extract" and name[0] != "<":
            stage = stage_of(module)
            if stage and (walk or stage == "read" or name == "process_response"):
                walk.append((stage, module))

    sys.setprofile(note)
    run()
    sys.setprofile(None)
    return walk


def crawl() -> None:
    class Pages(Spider):
        name = "pages"
        start_urls = (PAGE.as_uri(),)

        def parse(self, response):
            yield {"url": response.url}

    settings = {"ADDONS": {"scrapy_content_extract.Addon": 0}, "LOG_LEVEL": "ERROR"}
    process = CrawlerProcess(
        {**settings, "CONTENT_EXTRACT_FIELDS": ["text", "html", "blocks", "title", "date"]}
    )
    process.crawl(Pages)
    process.start()


def complaints(walk: Walk) -> list[str]:
    found, entered = {}, []
    for stage, module in walk:
        if stage in DOORS or entered[-1:] == [stage]:
            continue
        if stage in entered:
            found[f"{stage} is entered again, in {module}, after {entered[-1]}"] = None
        entered.append(stage)
    first = [stage for stage in dict.fromkeys(entered) if stage in ORDER]
    return [*found, *[f"the order is {', '.join(first)}"] * (first != sorted(first, key=ORDER.index))]


def drawn(title: str, walk: Walk, y: int) -> tuple[int, list[str]]:
    """Return where the boxes of a walk end, and the boxes with their title."""
    modules: dict[str, dict[str, None]] = {}
    for stage, module in walk:
        modules.setdefault(stage, {})[module.removeprefix("content.")] = None
    parts, x, bottom = [text(8, y, title, 'font-weight="bold"')], 8, y
    for number, (stage, inside) in enumerate(modules.items()):
        if number and number % ROW == 0:
            x, y = 8, bottom + 8
        elif number:
            parts.append(arrow(x - GAP + 2, x - 2, y + 20))
        height = LINE * (len(inside) + 1) + 10
        parts.append(rectangle(x, y + 8, BOX, height, "#f7f7f7" if stage in DOORS else TINT, GREY))
        parts.append(text(x + 6, y + 22, stage, 'font-weight="bold"'))
        parts += [text(x + 6, y + 22 + LINE * n, module) for n, module in enumerate(inside, 1)]
        x, bottom = x + BOX + GAP, max(bottom, y + 8 + height)
    return bottom + 24, parts


def main() -> int:
    y, parts, wrong = 20, [], []
    runs = {
        "extract()": lambda: extract(PAGE.read_bytes(), formats=["html"]).html,
        "an item of a crawl": crawl,
    }
    for title, run in runs.items():
        walk = watched(run)
        y, boxes = drawn(title, walk, y)
        parts += boxes
        wrong += [f"{title}: {complaint}" for complaint in complaints(walk)]
    (Path(sys.argv[1]) if sys.argv[1:] else HERE / "walk.svg").write_text(svg(y, parts), "utf-8")
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
