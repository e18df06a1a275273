"""A page in a report: the page as it looks, with its texts marked, and what each method found on it.

The browser is the fence: a sandboxed frame without scripts, and a policy that loads nothing.  What would
bounce off the fence is removed here, so that the console stays quiet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from lxml import etree
from lxml.html import defs

from ..content.auto.auto import facts_of
from ..content.auto.memory import compared
from ..content.markup import legal
from ..content.metadata import VALUES
from ..content.metadata.finders import metadata_of
from ..content.methods import Extractor, Segmenter
from ..content.model import Segmentation, density
from ..content.output.formats import TEXT_FORMATS
from ..content.page.choice import Choice
from ..content.page.page import Page
from ..content.page.parse import parse
from ..content.page.rendering import render
from ..content.result import Result
from ..fields import rounded
from .compare import Kept, agreement, kept_by, marks_of
from .document import asset
from .pictures import beginning, picture_of
from .steps import rule_of, steps_of, why_nothing
from .why import element_kind, feature_rows, in_words, reasons_of, sentence

#: The most paragraphs that are drawn over a page, and explained; more would slow a browser down.
MOST_PARAGRAPHS = 4000
#: The most characters of a paragraph in the list: three lines of the panel.
LISTED_CHARS = 240

#: The element around a text, and the attribute with its number.  No style sheet knows such an element.
MARK, NUMBER = "ce-text", "k"
#: Nothing loads but what is inside the file.
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)
#: Elements that are removed with their contents: they load, run or navigate, or are invisible.
REMOVED = frozenset(
    "audio base embed frame iframe link map math meta noframes object param script source svg template "
    "title track video".split()
)
#: Attributes that only say how a page looks.
ATTRIBUTES = (
    defs.safe_attrs - defs.link_attrs - {"accesskey", "media", "name", "rel", "tabindex", "target"}
) | {"bgcolor", "face", "hidden", "open", "style", "xml:lang"}
IMAGE = "data:image/"

#: A name of CSS, which may have escapes (https://www.w3.org/TR/css-syntax-3/#consume-name), and whether it
#: is that of a function, of a picture in the file itself, too.
_NAME = re.compile(
    r"(@?(?:[\w-]|\\[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|\\[^0-9a-f\n\r\f])+)"
    r"""(\(\s*["']?data:image/|\(?)""",
    re.IGNORECASE,
)
#: Functions and rules that load something.
_LOADS = re.compile(
    r"(?:-[a-z]+-)?(?:src|image|image-set|image-rect|cross-fade|element|paint|expression)\("
    r"|@(?:import|font-face|namespace)|url\((?!\s*[\"']?data:image/)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"""url\(\s*(?!["']?data:image/)(?:"[^"]*"|'[^']*'|[^()"']*)\s*\)""", re.IGNORECASE)
_OF_VIEWPORT = re.compile(r"(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})[dsl]?vh\b", re.IGNORECASE)
#: Pixels: a hundredth of the height of a window of 800.  The frame is as high as the page, so that the unit
#: would have no end.
VH = 8


class Methods(NamedTuple):
    """The methods whose results a report shows, by name; those that the user asked for come first."""

    extractors: Mapping[str, Extractor]
    segmenters: Mapping[str, Segmenter]


def view_of(page: Page, methods: Methods, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that a report shows of a page; ``before`` are the diagnostics from before the extraction."""
    page, kept = kept_by(page, methods.extractors)
    return {
        "html": framed(page, page.line_starts[min(MOST_PARAGRAPHS, len(page.lines))]),
        "paragraphs": list(paragraphs_of(page)),
        "left_out": max(len(page.lines) - MOST_PARAGRAPHS, 0),
        "extractors": [extracted(page, one, methods.extractors[one.method], kept[0], before) for one in kept],
        "segmenters": [segmented(page, name, method, kept[0]) for name, method in methods.segmenters.items()],
        "metadata": metadata_rows(page),
    }


def paragraphs_of(page: Page) -> Iterator[list[Any]]:
    """Yield of each paragraph its texts, its beginning, its numbers, and why it is likely to be content."""
    p = facts_of(page).p
    for b, ((start, stop), row) in enumerate(zip(page.lines[:MOST_PARAGRAPHS], feature_rows(page))):
        named, others = reasons_of(row)
        chars, links = page.chars_in([(start, stop)]), page.link_chars_in([(start, stop)])
        why = [[reason.feature, in_words(reason), round(reason.moved, 3)] for reason in named]
        numbers = [chars, round(density(links, chars), 4), round(p[b], 4)]
        text = beginning(render(page, [(start, stop)]), LISTED_CHARS)
        yield [start, stop, text, *numbers, why, round(others, 3), sentence(row), element_kind(row)]


def extracted(
    page: Page, kept: Kept, method: Extractor, first: Kept, before: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a method keeps, by which steps, how far it agrees with the first, and its picture."""
    choice = kept.choice
    result = Result({**before, "extractor": kept.method}, choice)
    caption, picture = picture_of(method, page, bytes(kept.texts))
    marks = marks_of(page, kept.texts, MOST_PARAGRAPHS)
    elsewhere = dict(repeated_elsewhere(choice, method))
    steps = choice.trace and steps_of(choice.trace, marks, elsewhere)
    return {
        "name": kept.method,
        "kept": marks,
        "threshold": steps and rounded(steps.threshold),
        "steps": steps and steps.letters,
        "elsewhere": elsewhere,
        "q": steps and [round(q, 4) for q in steps.q[: len(marks)]],
        "nothing": "" if choice.ranges else why_nothing(kept.method, choice),
        "rule": "" if choice.ranges else rule_of(choice),
        "agrees": rounded(agreement(page, first.texts, kept.texts)),
        **{name: result.form(name) for name in ("text", *TEXT_FORMATS)},
        "diagnostics": {name: rounded(value) for name, value in result.diagnostics.items()},
        "caption": caption,
        "picture": picture,
    }


def repeated_elsewhere(choice: Choice, method: Any) -> Iterator[tuple[int, list[Any]]]:
    """Yield the paragraphs that other pages of the site have: how many do, of how many, and one URL."""
    page, site = choice.page, choice.site
    repeated = site.repeated if site else {}
    for b, text in enumerate(compared(page, facts_of(page))[0] if repeated else ()):
        if text in repeated:
            yield b, [repeated[text], site.pages, method.sites.url_with(text, page)]


def segmented(page: Page, name: str, method: Segmenter, first: Kept) -> dict[str, Any]:
    """Return the blocks that a method made, why it cut before each, and its picture.

    If a page lacks what a method needs, such as boxes, ``notice`` says so, and there are no blocks.
    """
    made: dict[str, Any] = {"name": name, "blocks": [], "caption": "", "picture": "", "notice": ""}
    try:
        segmentation = method.segment(page).marked(page, first.choice.ranges)
    except ValueError as error:
        return {**made, "notice": f"{name} makes no blocks: {error}"}
    caption, picture = picture_of(method, page)
    blocks = list(views_of_blocks(page, method, segmentation))
    return {**made, "blocks": blocks, "caption": caption, "picture": picture}


def views_of_blocks(page: Page, method: Any, segmentation: Segmentation) -> Iterator[dict[str, Any]]:
    """Yield the blocks, each with the strength of the cut before it and the reason of that."""
    cuts = {cut.text: cut for cut in method.cuts(page)} if hasattr(method, "cuts") else {}
    for block in segmentation.blocks:
        cut = cuts.get(block.ranges[0][0])
        reason = f"a title begins it: {block.title}" if block.title and not cuts else ""
        yield {
            "ranges": block.ranges,
            "kind": block.kind,
            "role": block.role or "",
            "links": round(block.link_density, 4),
            "main": block.main,
            "strength": round(cut.strength, 3) if cut else None,
            "reason": cut.reason if cut else reason,
        }


def metadata_rows(page: Page) -> list[list[str]]:
    found = metadata_of(page)
    values = {name: value for name in VALUES if (value := getattr(found, name))}
    said = {name: ", ".join(one) if isinstance(one, tuple) else str(one) for name, one in values.items()}
    return [[name, one, found.sources.get(name, "")] for name, one in said.items()]


def framed(page: Page, most: int | None = None) -> str:
    """Return the page as HTML for the frame, with its first ``most`` texts marked."""
    root = parse(page.html or page.source).root
    for own in list(root.iter(MARK)):  # of the page, not ours
        own.tag = "span"
    for element, is_tail, k in list(islice(places_of_texts(root, page), most)):
        mark = etree.Element(MARK, {NUMBER: str(k)})
        if is_tail:
            mark.text, element.tail = legal(element.tail or ""), None
            element.addnext(mark)
        else:
            mark.text, element.text = legal(element.text or ""), None
            element.insert(0, mark)
    clean(root)
    body = etree.tostring(root, method="html", encoding="unicode", with_tail=False)
    # frame.css: links have no address any more, pictures no source; long lines and large pictures must not
    # make the page wider, nor must its height change after it was measured.  The script sets ce-flow on a
    # page that is much wider than its pane nonetheless: what has places and widths of its own then flows.
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{FRAME_POLICY}"><meta name="referrer" content="no-referrer">'
        f"<style>{asset('frame.css')}</style>{body}"
    )


def places_of_texts(root: etree._Element, page: Page) -> Iterator[tuple[etree._Element, bool, int]]:
    """Yield where each text of the page stands: an element, whether it is what follows it, and its number.

    The parser makes the same tree again, so a text is the next string that its owner holds.
    """
    row = {element: n for n, element in enumerate(root.iter())}
    k, n = 0, len(page.gap)
    strings: Any = root.xpath("descendant::text()")
    for string in strings:
        element = string.getparent()
        owner = element.getparent() if string.is_tail else element
        if k < n and page.owner[k] == row[owner] and not string.isspace() and page.text[k].startswith(string):
            yield element, string.is_tail, k
            k += 1


def clean(root: etree._Element) -> None:
    for element in list(root.iter("noscript", "frameset")):  # their content is shown as that of others
        has_texts = element.tag == "frameset" or element.find(f".//{MARK}") is not None
        element.tag = "div" if has_texts else "template"
    for element in root.iter("input"):
        if element.get("type", "").lower() == "hidden":
            element.tag = "template"
    etree.strip_elements(root, etree.Comment, etree.PI, etree.Entity, *REMOVED, with_tail=False)
    for element in root.iter():
        if element.tag == "style":
            # What is cut out may have stood between "<" and "/style>".
            element.text = harmless(element.text or "").replace("</", "<\\/")
        if element.tag != MARK:
            clean_attributes(element)


def clean_attributes(element: etree._Element) -> None:
    """Keep the attributes that say how an element looks.

    All are taken off first: lxml takes off none whose name XML does not have.
    """
    given = [(str(name), str(value)) for name, value in element.items()]
    element.attrib.clear()
    for name, value in given:
        if name == "style":
            element.set(name, harmless(value))
        elif name in ATTRIBUTES or (name == "src" and value.lower().startswith(IMAGE)):
            element.set(name, legal(value))


def harmless(style: str) -> str:
    r"""Return CSS without addresses, with heights in pixels.

    Browsers leave out functions and rules that they do not know.

    >>> harmless("@import 'a.css'; p { background: url(b.png) red; height: 50vh; cursor: \\75rl(c) }")
    "@none 'a.css'; p { background: none red; height: 400px; cursor: none(c) }"
    """
    style = _NAME.sub(known_name, _ADDRESS.sub("none", legal(style)))
    return _OF_VIEWPORT.sub(lambda found: f"{float(found[1]) * VH:g}px", style)


def known_name(found: re.Match[str]) -> str:
    """Return a name of CSS unchanged, unless it loads something, or hides with escapes whether it does."""
    name, follows = found.groups()
    if ("\\" in name and (follows or name[0] == "@")) or _LOADS.match(found[0]):
        return "@none" if name[0] == "@" else "none("
    return found[0]
