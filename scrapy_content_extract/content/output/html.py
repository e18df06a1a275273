"""Chosen texts → clean HTML.

The texts stand in the elements that carry meaning; all other elements are gone:

* headings, paragraphs, lists, quotes, preformatted text, tables of data, figures; links, emphasis, code,
  sub- and superscripts, line breaks;
* pictures and players that stand among the chosen texts (:func:`.kernels.outline.pictures`).

Each chosen text is written once, in the order of the page.  There are no other texts, except that a player
becomes a link in a ``<figure>``, whose text is its address.  Addresses are absolute, with one of the schemes
in :data:`.addresses.SCHEMES`; no other attribute can do anything.  A bound stops a page that repeats itself,
for example by a long ``<base>`` in each link.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, repeat
from typing import NamedTuple
from urllib.parse import unquote

from .. import kernels
from ..kernels.outline import KIND, KINDS
from ..markup import BLOCK_LEVEL, CODES, FORMULAS, NEVER_TEXT, SOFT_HYPHEN, legal, table
from ..model import Range, positions
from ..page.attributes import attributes_of, element_marks
from ..page.notation import quoted
from ..page.page import Page
from ..rewrite.code import LANGUAGE_ATTRIBUTES, language_in, language_of
from .addresses import SCHEMES, base_of
from .captions import LEVELS_ABOVE, Captioned, Figure
from .media import AMP_PICTURES, MEDIA_ATTRIBUTES, MOST_SHOWN, media_tags, sources_of

WRITTEN = kernels.outline.WRITTEN
WANTED = kernels.outline.MARKS["wanted"]

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "s": "del", "strike": "del", "audio": "video", "iframe": "video", "embed": "video",
    **dict.fromkeys(AMP_PICTURES, "img"),
    FORMULAS[True]: FORMULAS[False],
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys(NEVER_TEXT, KIND["script"]),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}
A, PARAGRAPH, PICTURE, PRE, RULE, ITEM = (KIND[name] for name in ("a", "p", "img", "pre", "hr", "li"))
FIGURE, FIGCAPTION = KIND["figure"], KIND["figcaption"]
#: The kinds of elements that are written as a figure or a caption if that is what they are.
REPLACED = frozenset({KIND[name] for name in "p h1 h2 h3 h4 h5 h6 em strong b i".split()} | {0})
SHOWN = frozenset({PICTURE, KIND["video"]})
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in {*SHOWN, RULE})
IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})
ZERO = array("i", [0])

READ_ATTRIBUTES = ("colspan", "rowspan", "start", "reversed", "type", *MEDIA_ATTRIBUTES)
#: The greatest number that each attribute may have; a converter writes as many cells.
NUMBERS = {"colspan": 100, "rowspan": 100}
#: How an ordered list may count, other than 1, 2, 3.
COUNTS = frozenset("aAiI")
#: The language of a program is looked for in this many elements: the first in it, itself, and the ones above
#: with at most this many characters around it.
MOST_NEAR, CHARS_AROUND = 6, 60
#: The links in a footnote that are tried for each link to it: a page of both alone would take quadratic time.
MOST_BACK = 50

#: The beginning and the end of each kind of element, and the space between two texts.
WORDS = {
    **{2 * kind: f"<{name}>" for name, kind in KIND.items()},
    **{2 * kind + 1: f"</{name}>" for name, kind in KIND.items()},
    **{2 * KIND[name]: f"<{name}>\n" for name in ("ul", "ol", "dl", "table", "thead", "tbody", "tfoot")},
    **{
        2 * KIND[name] + 1: f"</{name}>\n"
        for name in KINDS[KIND["p"] : KIND["a"]]
        if name not in ("td", "th")
    },
    2 * KIND[FORMULAS[False]]: '<span class="math">',
    2 * KIND[FORMULAS[False]] + 1: "</span>",
    WRITTEN["space"]: " ",
    WRITTEN["break"]: "<br>",
    WRITTEN["line"]: "\n",
}
ELEMENTS = WRITTEN["elements"]
#: The words by their numbers; the words of the page's elements come after them, and then its texts.
FIXED = [WORDS.get(number, "") for number in range(ELEMENTS)]
FIXED_SIZES = array("i", map(len, FIXED))


def html_of(page: Page, ranges: Iterable[Range]) -> str:
    """Return the HTML of some ranges of texts, in page order.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<div>It <b class=x>rains</b>.<p style=y>A<br><a href=/ onclick=z>B</a></div>")
    >>> html_of(page, [(0, 5)])
    '<p>It <b>rains</b>.</p>\\n<p>A<br><a href="/">B</a></p>'
    """
    return html_within(page, Captioned(ranges), sys.maxsize)[0]


def html_within(page: Page, chosen: Captioned, most: int) -> tuple[str, bool]:
    """Return the HTML of some ranges of texts, and whether texts are missing because of the limit."""
    starts, stops = page.bounds_of(chosen.ranges)
    if not starts:
        return "", False
    kept = kept_of(page, chosen)
    found = pictures(page, kept, starts, stops, chosen)
    is_bounded = len(found) > MOST_SHOWN
    del found[MOST_SHOWN:]
    marks, raw = kernels.outline.wanted(page.parent, page.end, page.owner, *kept[:3], starts, stops, found)
    words, special, made = FIXED + [""] * (2 * len(marks)), ZERO * len(marks), 0
    if WANTED in marks or "input" in page.tags:
        for i, tags in tags_of(page, kept, marks, found, chosen):
            words[ELEMENTS + 2 * i], words[ELEMENTS + 2 * i + 1] = tags
            special[i] = size_of(tags[0]) + len(tags[1])
            made += special[i]
            if made > most:  # there is no room for the next one: each is written once at least
                break
        found = array("i", filter(special.__getitem__, found))
    texts, spaces = kernels.render.pieces(quoted(page), starts, stops, raw)
    lines = array("i", [text.count("\n") for text in texts]) if 1 in raw else ZERO * len(texts)
    words += texts
    written, is_less = kernels.outline.write(
        page.parent, page.end, page.first, page.owner, page.gap, *kept, starts, stops, spaces, found,
        special, FIXED_SIZES, array("i", map(size_of, texts)), lines, most,
    )  # fmt: skip
    html = "".join(map(words.__getitem__, written)).rstrip("\n").replace(SOFT_HYPHEN, "")
    return legal(html), is_less or is_bounded or made > most


def size_of(text: str) -> int:
    """Return how many bytes of UTF-8 a text has."""
    return len(text if text.isascii() else text.encode("utf-8", "surrogatepass"))


class Kept(NamedTuple):
    """The kept elements and texts of a page: the columns of :func:`.kernels.outline.contexts`."""

    kind: bytearray
    block: array[int]
    inline: array[int]
    breaks: bytearray


def kept_of(page: Page, chosen: Captioned) -> Kept:
    """Return the kept elements and texts of a page; figures and their captions are kept as such."""
    names = page.names if "table" in page.tags else None
    role, roles = (names.of_role, names.roles) if names else (ZERO * len(page.code), [None])
    kinds, layout = bytes(map(KIND_OF_TAG.get, page.tags, repeat(0))), bytes(name in LAYOUT for name in roles)
    tag_number = page.tag_number
    if chosen.figures:
        tag_number = with_figures(page, kinds, chosen.figures)
        kinds += bytes((0, FIGURE, FIGCAPTION))
    places = page.parent, page.end, page.first, page.stop
    return Kept(*kernels.outline.contexts(*places, page.chars_before, tag_number, kinds, role, layout))


def with_figures(page: Page, kinds: bytes, figures: Iterable[Figure]) -> array[int]:
    """Return the tag numbers of a page with three new ones: of no kind, of figures and of their captions."""
    tag_number = array("i", page.tag_number)
    nothing, figure_tag, caption_tag = range(len(kinds), len(kinds) + 3)
    for figure in figures:
        for i, tag in ((figure.element, figure_tag), (figure.label, caption_tag)):
            if i >= 0 and kinds[page.tag_number[i]] in REPLACED:
                tag_number[i] = tag
        above = figure.element
        for _ in range(LEVELS_ABOVE):  # for libxml2 a paragraph may hold a figure
            above = page.parent[above] if above >= 0 else -1
            if above >= 0 and kinds[page.tag_number[above]] == PARAGRAPH:
                tag_number[above] = nothing
    return tag_number


def pictures(page: Page, kept: Kept, starts: array[int], stops: array[int], chosen: Captioned) -> array[int]:
    """Return the pictures and players among the chosen texts, and in figures that come along."""
    if not HAS_PICTURES.intersection(page.tags):
        return array("i")
    ends = sorted((page.owner[starts[0]], page.owner[stops[-1] - 1]))
    found: array[int] = kernels.outline.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        kernels.queries.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3],
        kernels.queries.chosen_before(page.chars_before, starts, stops),
        kernels.queries.lowest_common(page.parent, page.end, *ends), starts[0],
    )  # fmt: skip
    if not chosen.tags:
        return found
    return array("i", sorted({*found, *(i for i in chosen.tags if kept.block[i] >= -1)}))  # not hidden


# The tags of elements with attributes


def tags_of(
    page: Page, kept: Kept, marks: bytearray, found: array[int], chosen: Captioned
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the beginnings and ends of the marked elements that are written with attributes."""
    kinds = kept.kind
    others = sources_of(page, (i for i in found if i not in chosen.tags and kinds[i] in SHOWN))
    for i in chain.from_iterable(chain(*around) for around in others.values()):
        marks[i] = WANTED
    attributes = attributes_of(page, marks, WANTED, READ_ATTRIBUTES)
    base = base_of(page)
    for i, tag in chain(chosen.tags.items(), media_tags(page, others, attributes, base)):
        yield i, (tag, "")
    for i, of in attributes.items():
        if "href" in of and kinds[i] == A:
            if address := base.address(of["href"], SCHEMES):
                yield i, (f'<a href="{address}">', "</a>")
        elif numbers := NUMBERS_OF.get(kinds[i], numbers_of)(of):
            yield i, (WORDS[2 * kinds[i]].replace(">", f"{numbers}>"), WORDS[2 * kinds[i] + 1])
    if "pre" in page.tags:
        yield from program_tags(page, [i for i in positions(marks, WANTED) if kinds[i] == PRE])
    yield from note_tags(page, kinds, kept.block, marks, attributes)
    yield from task_tags(page, kept, marks)
    if "hr" in page.tags:
        yield from ((i, ("<hr>\n", "")) for i in found if kinds[i] == RULE)


def numbers_of(of: Mapping[str, str]) -> str:
    """Return the attributes that are numbers and mean something."""
    found = [(name, of[name], most) for name, most in NUMBERS.items() if name in of]
    return "".join(
        f' {name}="{value}"'
        for name, value, most in found
        if re.fullmatch(r"[0-9]{1,4}", value) and 1 < int(value) <= most
    )


def counting_of(of: Mapping[str, str]) -> str:
    """Return the attributes that say how the items of an ordered list are counted."""
    start, is_reversed = of.get("start", "").strip(), "reversed" in of
    is_number = re.fullmatch("-?[0-9]{1,4}", start) is not None and (is_reversed or int(start) != 1)
    first = f' start="{int(start)}"' if is_number else ""
    return first + " reversed" * is_reversed + f' type="{of.get("type")}"' * (of.get("type") in COUNTS)


#: The function that returns the numbers of each kind of element, other than :func:`numbers_of`.
NUMBERS_OF: dict[int, Callable[[Mapping[str, str]], str]] = {
    KIND["ol"]: counting_of,
    **dict.fromkeys({*SHOWN, 0}, lambda of: ""),  # the others only hold addresses
}


def program_tags(page: Page, pres: Sequence[int]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the tags of programs: the preformatted texts that hold code or name its language."""
    near = {pre: near_to(page, pre) for pre in pres}
    marks = element_marks(page, chain.from_iterable(near.values()))
    attributes = attributes_of(page, marks, 1, LANGUAGE_ATTRIBUTES) if pres else {}
    code = page.tags.index("code") if "code" in page.tags else -1
    of_class, values = page.names.of_class, page.names.values

    @cache  # many programs share a class
    def named(number: int) -> str:
        return language_in(values[number] or "")

    for pre, elements in near.items():
        languages = (named(of_class[i]) or language_of(attributes.get(i, {})) for i in elements)
        if language := next(filter(None, languages), ""):
            yield pre, (f'<pre><code class="language-{language}">', "</code></pre>\n")
        elif code >= 0 and code in page.tag_number[pre : page.end[pre]]:
            yield pre, ("<pre><code>", "</code></pre>\n")


def near_to(page: Page, pre: int) -> list[int]:
    """Return the first element in a program, the program, and elements with little text besides it."""
    near, before = [pre], page.chars_before
    if pre + 1 < page.end[pre]:
        near.insert(0, pre + 1)
    most = before[page.stop[pre]] - before[page.first[pre]] + CHARS_AROUND
    above = page.parent[pre]
    while len(near) < MOST_NEAR and above > 0:
        if before[page.stop[above]] - before[page.first[above]] > most:
            break
        near.append(above)
        above = page.parent[above]
    return near


def task_tags(page: Page, kept: Kept, marks: bytearray) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the tags of chosen items that begin with a box to tick."""
    items = {}
    for i in positions(page.code, CODES["input"]):
        item = kept.block[i]
        if item >= 0 and kept.kind[item] != ITEM:
            item = kept.block[page.parent[item]]
        if item >= 0 and kept.kind[item] == ITEM and marks[item] and page.first[item] == page.first[i]:
            items[i] = item
    boxes = attributes_of(page, element_marks(page, items), 1, ("type", "checked")) if items else {}
    for i, of in boxes.items():
        if of.get("type", "").strip().lower() == "checkbox":
            state = " checked" * ("checked" in of)
            yield items[i], (f'<li><input type="checkbox"{state} disabled> ', "</li>\n")


# Footnotes: links to a later paragraph or item that links back to them
#
# In HTML such a link is ``<a href="#fn1" id="fnref1">``, the note ``<li id="fn1">`` or ``<p id="fn1">``, and
# a link back leads to ``#fnref1``: the ids are numbers of this package, in the order of the links.


class Jump(NamedTuple):
    """A link to an element of the same page."""

    link: int
    target: int


def note_tags(
    page: Page, kinds: bytearray, block: Sequence[int], marks: bytearray,
    attributes: Mapping[int, Mapping[str, str]],
) -> Iterator[tuple[int, tuple[str, str]]]:  # fmt: skip
    """Yield the tags of footnotes, of the links to them and of the links back.

    ``block`` is the column of :class:`.html.Kept`.  Only notes with chosen texts, which ``marks`` has, are
    footnotes.
    """
    jumps = jumps_in(page, kinds, attributes)
    backward = [jump for jump in jumps if jump.target <= jump.link]
    if len(backward) == len(jumps) or not backward:
        return
    starts = [jump.link for jump in backward]
    numbers: dict[int, int] = {}
    for jump in jumps:
        note = note_at(page, kinds, block, jump.target) if jump.target > jump.link else -1
        if note < 0 or not marks[note]:
            continue
        inside = backward[bisect_left(starts, note) : bisect_left(starts, page.end[note])][:MOST_BACK]
        back = [of.link for of in inside if leads_to(page, of.target, jump.link)]
        if not back:
            continue
        is_first = note not in numbers
        number = numbers.setdefault(note, len(numbers) + 1)
        yield jump.link, (f'<a href="#fn{number}"' + f' id="fnref{number}"' * is_first + ">", "</a>")
        if is_first:
            name = KINDS[kinds[note]]
            yield note, (f'<{name} id="fn{number}">', f"</{name}>\n")
        yield from ((link, (f'<a href="#fnref{number}">', "</a>")) for link in back)


def jumps_in(page: Page, kinds: bytearray, attributes: Mapping[int, Mapping[str, str]]) -> list[Jump]:
    """Return the links to elements of the same page, in page order."""
    here = (page.url or "").partition("#")[0] + "#"
    fragments = {}
    for i, of in attributes.items():
        if kinds[i] == A and "#" in (href := of.get("href", "")):
            start, sign, fragment = href.strip().partition("#")
            if fragment and (not start or start + sign == here):
                fragments[i] = unquote(fragment) if "%" in fragment else fragment
    if len(fragments) < 2:  # one that leads there, and one back
        return []
    of_id, values = page.names.of_id, page.names.values
    element = dict(zip(reversed(of_id), range(len(of_id) - 1, -1, -1)))  # the first with each id
    by_id = {value: element[number] for number, value in enumerate(values) if value and number in element}
    return [Jump(i, by_id[fragment]) for i, fragment in sorted(fragments.items()) if fragment in by_id]


def note_at(page: Page, kinds: bytearray, block: Sequence[int], target: int) -> int:
    """Return the item or paragraph that begins where an element does, or -1."""
    text = page.first[target]
    if text >= len(page.gap):
        return -1
    note, outer = -1, block[page.owner[text]]
    while outer >= 0 and kinds[outer] in (ITEM, PARAGRAPH) and page.first[outer] == text:
        note = outer
        outer = block[page.parent[outer]]
    return note


def leads_to(page: Page, target: int, link: int) -> bool:
    """Tell whether an element is a link, or stands in it, or is an inline element around it or before it."""
    if link <= target < page.end[link]:
        return True
    if IS_BLOCK[page.code[target]]:
        return False
    is_around = target <= link < page.end[target]
    return is_around or page.first[target] == page.stop[target] == page.first[link]
