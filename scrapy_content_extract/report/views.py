"""Page → its view in the report, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..content.auto.auto import Auto, known_of
from ..content.extract import diagnostics_of
from ..content.metadata.finders import metadata_of
from ..content.metadata.values import VALUES
from ..content.methods import Extractor, Segmenter
from ..content.model import Segmentation, density
from ..content.output.formats import TEXT_FORMATS, check_formats, formatted
from ..content.page.blocks import render
from ..content.page.page import Page
from ..fields import rounded
from .compare import Choice, agreement, choice_of, marks_of
from .page import framed
from .pictures import beginning, picture_of
from .plainly import sentence
from .steps import steps_of, why_nothing
from .why import in_words, reasons_of, rows_of

#: The most paragraphs that are drawn over a page, and explained; more would slow a browser down.
MOST_PARAGRAPHS = 4000
#: The most characters of a paragraph in the list.
LISTED_CHARS = 240


class Methods(NamedTuple):
    """The methods whose results a report shows, by what it calls them; the first of each are asked for."""

    extractors: Mapping[str, Extractor]
    segmenters: Mapping[str, Segmenter]


def view_of(page: Page, methods: Methods, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the view of a page; ``before`` are the diagnostics from before the analysis."""
    kept = [choice_of(name, method.extract(page), page) for name, method in methods.extractors.items()]
    formats = list(known_formats())
    return {
        "html": framed(page, page.line_starts[min(MOST_PARAGRAPHS, len(page.lines))]),
        "paragraphs": list(paragraphs_of(page)),
        "left_out": max(len(page.lines) - MOST_PARAGRAPHS, 0),
        "extractors": [
            extracted(page, one, methods.extractors[one.method], kept[0], formats, before) for one in kept
        ],
        "segmenters": [segmented(page, name, method, kept[0]) for name, method in methods.segmenters.items()],
        "metadata": metadata_rows(page),
    }


def known_formats() -> Iterator[str]:
    """Yield the formats that are text and whose libraries are installed."""
    for name in TEXT_FORMATS:
        with suppress(ValueError):
            check_formats((name,))
            yield name


def paragraphs_of(page: Page) -> Iterator[list[Any]]:
    """Yield of each paragraph its texts, its beginning, its numbers, and why it is likely to be content."""
    p = known_of(page).p
    for b, ((start, stop), row) in enumerate(zip(page.lines[:MOST_PARAGRAPHS], rows_of(page))):
        named, others = reasons_of(row)
        chars, links = page.chars_in([(start, stop)]), page.link_chars_in([(start, stop)])
        why = [[reason.feature, in_words(reason), round(reason.moved, 3)] for reason in named]
        numbers = [chars, round(density(links, chars), 4), round(p[b], 4)]
        text = beginning(render(page, [(start, stop)]), LISTED_CHARS)
        yield [start, stop, text, *numbers, why, round(others, 3), sentence(row)]


def extracted(
    page: Page,
    kept: Choice,
    method: Extractor,
    first: Choice,
    formats: Sequence[str],
    before: Mapping[str, Any],
) -> dict[str, Any]:
    extraction = kept.extraction
    diagnostics = diagnostics_of(page, extraction, {**before, "extractor": kept.method})
    made = formatted(page, extraction.ranges, formats)
    diagnostics["truncated"] |= made.is_less
    caption, picture = picture_of(method, page, bytes(kept.texts))
    marks = marks_of(page, kept.texts, MOST_PARAGRAPHS)
    steps = steps_of(page, method, marks) if isinstance(method, Auto) else None
    return {
        "name": kept.method,
        "kept": marks,
        "threshold": steps and rounded(steps.threshold),
        "steps": steps and steps.letters,
        "q": steps and [round(q, 2) for q in steps.q[: len(marks)]],
        "nothing": "" if extraction.ranges else why_nothing(page, kept.method, extraction),
        "agrees": rounded(agreement(page, first.texts, kept.texts)),
        "text": extraction.text,
        "title": extraction.title,
        **made.made,
        "notice": made.reason and f"{kept.method} has no {made.reason}",
        "diagnostics": {name: rounded(value) for name, value in diagnostics.items()},
        "caption": caption,
        "picture": picture,
    }


def segmented(page: Page, name: str, method: Segmenter, first: Choice) -> dict[str, Any]:
    """Return the blocks that a method made, why it cut before each, and its picture.

    If a page lacks what a method needs, such as boxes, ``notice`` says so, and there are no blocks.
    """
    made: dict[str, Any] = {"name": name, "blocks": [], "caption": "", "picture": "", "notice": ""}
    try:
        segmentation = method.segment(page).marked(page, first.extraction.ranges)
    except ValueError as error:
        return {**made, "notice": f"{name} makes no blocks: {error}"}
    caption, picture = picture_of(method, page)
    blocks = list(blocks_of(page, method, segmentation))
    return {**made, "blocks": blocks, "caption": caption, "picture": picture}


def notices_of(view: Mapping[str, Any]) -> list[str]:
    """Return why there is nothing of some segmenters."""
    return [one["notice"] for one in view["segmenters"] if one["notice"]]


def blocks_of(page: Page, method: Any, segmentation: Segmentation) -> Iterator[dict[str, Any]]:
    """Yield the blocks; ``cut`` says how strong the cut before a block is, and why it was made."""
    cuts = {cut.text: cut for cut in method.cuts(page)} if hasattr(method, "cuts") else {}
    for block in segmentation.blocks:
        cut = cuts.get(block.ranges[0][0])
        reason = f"a title begins it: {block.title}" if block.title and not cuts else ""
        yield {
            "ranges": block.ranges,
            "kind": block.kind,
            "role": block.role or "",
            "title": block.title[:LISTED_CHARS],
            "chars": block.chars,
            "links": round(block.link_density, 4),
            "main": block.main,
            "group": block.parent,
            "strength": round(cut.strength, 3) if cut else None,
            "reason": cut.reason if cut else reason,
        }


def metadata_rows(page: Page) -> list[list[str]]:
    found = metadata_of(page)
    rows = []
    for name in VALUES:
        if value := getattr(found, name):
            said = ", ".join(value) if isinstance(value, tuple) else str(value)
            rows.append([name, said, found.sources.get(name, "")])
    return rows
