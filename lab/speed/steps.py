"""The steps from the bytes of a page to the fields of an item, and the CPU time of each."""

from __future__ import annotations

import gc
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import lxml.html

from lab.backend import BACKEND
from lab.data.datasets import as_utf8
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, extract, page_of
from scrapy_content_extract.content.document.build import document_of
from scrapy_content_extract.content.document.html import html_of
from scrapy_content_extract.content.document.markdown import markdown_of
from scrapy_content_extract.content.encoding.decode import decode
from scrapy_content_extract.content.encoding.fold import normalize
from scrapy_content_extract.content.encoding.sniff import declare_utf8
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure, page_of_utf8
from scrapy_content_extract.crawl.settings import DEFAULTS
from scrapy_content_extract.fields import RESULTS

#: What everything is compared with.
YARDSTICK = "lxml parse"

SEGMENTER = DEFAULTS["CONTENT_EXTRACT_SEGMENTER"]

#: The results that a crawl makes by default.
WANTED = Wanted(all_blocks=DEFAULTS["CONTENT_EXTRACT_BLOCKS"] == "all")
FIELDS = DEFAULTS["CONTENT_EXTRACT_FIELDS"]

#: The methods that are timed from the tree or from bytes: a cheap one, and the default.
WHOLE = ("cevc", DEFAULTS["CONTENT_EXTRACT_EXTRACTOR"])


class Step(NamedTuple):
    name: str
    #: from a page as it was saved to what the step works on; its time does not count
    prepare: Callable[[bytes], Any]
    run: Callable[[Any], object]


def steps() -> list[Step]:
    """Return every step, the yardstick first, the steps from bytes on last."""
    found = [
        Step(YARDSTICK, as_utf8, lambda html: lxml.html.document_fromstring(html or b"<p></p>")),
        Step("decode", copied, decode),
        Step("clean and fold", lambda body: (body, decode(body)), lambda given: normalize(*given)),
        Step("parse", as_utf8, parse),
        Step("page from UTF-8", as_utf8, lambda html: page_of_utf8(html, None, found=look(html)).names),
        Step(f"measure, {BACKEND}", tree_of, measure),
    ]
    found += [Step(f"extractor {name}", page_of, method().extract) for name, method in EXTRACTORS.items()]
    on_markup = (name for name in SEGMENTERS if name not in VISUAL)
    found += [Step(f"segmenter {name}", page_of, SEGMENTERS[name]().segment) for name in on_markup]
    found += format_steps()
    found.append(
        Step(
            "fields",
            lambda body: analyse(
                Task(Utf8(as_utf8(body)), EXTRACTORS[WHOLE[-1]](), SEGMENTERS[SEGMENTER](), WANTED)
            ),
            lambda analysis: [RESULTS[result](analysis) for result in FIELDS],
        )
    )
    return found + [step for name in WHOLE for step in whole_steps(name)]


def format_steps() -> list[Step]:
    """Return the steps from what ``auto`` has chosen to HTML and Markdown."""
    found = [
        Step(f"document, {BACKEND}", chosen_of, lambda given: document_of(*given)),
        Step("HTML, from the document", lambda body: document_of(*chosen_of(body)), html_of),
        Step("Markdown, from the document", lambda body: document_of(*chosen_of(body)), markdown_of),
    ]
    wanted = {
        "text": Wanted(),
        "text and metadata": Wanted(metadata=True),
        "text and HTML": Wanted(formats=("html",)),
    }
    method = EXTRACTORS[WHOLE[-1]]()
    return found + [
        Step(
            f"UTF-8 to {name}",
            as_utf8,
            lambda html, of=of: analyse(Task(Utf8(html), method, wanted=of)),
        )
        for name, of in wanted.items()
    ]


def chosen_of(body: bytes) -> tuple[Any, Any]:
    page = page_of(as_utf8(body), url="http://site.example/folder/page.html", attributes=True)
    return page, EXTRACTORS[WHOLE[-1]]().extract(page).ranges


def whole_steps(name: str) -> list[Step]:
    """Return the steps of an extractor together, from the tree or from bytes on."""
    return [
        Step(
            f"{name}, tree given, {BACKEND}",
            lambda body: (tree_of(body), as_utf8(body)),  # in a crawl, the body is at hand as well
            lambda given: EXTRACTORS[name]().extract(measure(given[0], html=given[1])).text,
        ),
        Step(f"{name}, {BACKEND}", copied, lambda body: extract(body, extractor=name).text),
        Step(f"{name}, {SEGMENTER} and fields, {BACKEND}", copied, lambda body: fields_of(body, name)),
    ]


def copied(body: bytes) -> bytes:
    """Return a copy, which is in the caches of the processor, as what a response has just brought."""
    return bytes(memoryview(body))


def tree_of(body: bytes) -> Any:
    return parse(as_utf8(body))


def fields_of(body: bytes, name: str) -> list[Any]:
    """Do what the plugin does in a crawl if nothing else is set, from bytes to the values of the fields."""
    task = Task(Utf8(normalized(body)), EXTRACTORS[name](), SEGMENTERS[SEGMENTER](), WANTED)
    analysis = analyse(task)
    return [RESULTS[result](analysis) for result in FIELDS]


def normalized(body: bytes) -> bytes:
    return declare_utf8(normalize(body, decode(body))).removeprefix(BOM_UTF8)


# ------------------------------------------------------------------ their time


def seconds_of(step: Step, body: bytes) -> float:
    """Return the CPU time of a step, which includes the time to free what it makes.

    What the step works on has just been made, as in a crawl.
    """
    given = step.prepare(body)
    start = time.process_time()
    step.run(given)
    return time.process_time() - start


def best_of(rounds: int, todo: Sequence[Step], bodies: Sequence[bytes]) -> list[dict[str, float]]:
    """Return for each page the least time of each step; in each round, each has its turn.

    As in a crawl, a step goes from page to page.  Steps that took turns on one page would find it, and how
    it branches, in the caches of the processor, the last ones most of all.

    The cyclic garbage collector is off meanwhile: when it runs depends on all that went before, and it
    would walk what other steps have left.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    least: list[dict[str, float]] = [{} for _ in bodies]
    try:
        for _ in range(rounds):
            for step in todo:
                for of_page, body in zip(least, bodies):
                    seconds = seconds_of(step, body)
                    of_page[step.name] = min(seconds, of_page.get(step.name, seconds))
    finally:
        gc.enable()
        gc.unfreeze()
    return least
