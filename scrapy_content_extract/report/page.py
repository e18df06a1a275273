"""Page → the page as it looks, with its texts marked, and without anything that runs or loads.

The browser is the fence: a sandboxed frame without scripts, and a policy that loads nothing.  This module
removes what would bounce off the fence, so that the console stays quiet.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import islice
from string import Template
from typing import Any

from lxml import etree
from lxml.html import defs

from ..content.markup import legal
from ..content.page.page import Page
from ..content.page.parse import parse
from . import steps, why
from .crawl import DOUBTFUL

# ------------------------------------------------------------------ document
# The file of a report: HTML with style, script and data in it, and a policy that loads no more.

#: The policy of the report.  The page in its frame inherits it, so inline styles are for both; ``HASH`` is
#: that of the one script that may run.
POLICY = (
    "default-src 'none'; script-src 'sha256-HASH'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
#: Where a text is cut into pieces: pages of a site, and what methods keep of a page, have most in common.
_PIECE = re.compile(
    r"""( k="\d+">)|(?<=\n)|(?=<(?:article|div|footer|header|li|nav|ol|p|section|style|table|tr|ul)\b)"""
)
#: The keys of the texts that are cut, and the least characters of a piece that has a number.
CUT, LEAST_PIECE = ("html", "text", "markdown"), 16
#: The placeholder of the contents in the template.
CONTENT = "$content"


@lru_cache
def asset(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text("utf-8")


def document(title: str, subtitle: str, contents: Iterable[str]) -> Iterator[str]:
    """Yield the file in parts; ``contents`` are HTML, and only one of them is held at a time."""
    script = asset("report.js") + asset("crawl.js")
    policy = POLICY.replace("HASH", b64encode(sha256(script.encode()).digest()).decode())
    before, after = (
        Template(part).substitute(
            policy=policy,
            title=escape(title),
            subtitle=escape(subtitle),
            style=asset("report.css"),
            script=script,
        )
        for part in asset("report.html").split(CONTENT)
    )
    yield before
    yield from contents
    yield after


def viewer(names_and_views: Iterable[tuple[str, dict[str, Any]]], probable: Iterable[str]) -> Iterator[str]:
    """Yield the part that shows pages: what draws them, then the data of each.

    ``probable`` are the names of the methods whose choice follows the probability of paragraphs.
    """
    yield asset("viewer.html")
    shared = {
        "features": why.features(),
        "base": round(why.base(), 3),
        "probable": list(probable),
        "steps": steps.SAID,
        "doubtful": DOUBTFUL,
    }
    yield f'<script type="application/json" id="shared">{as_json(shared)}</script>\n'
    pieces = Pieces()
    for name, view in names_and_views:
        packed = pieces.packed(view)
        yield f'<script type="application/json" class="pieces">{as_json(pieces.taken())}</script>\n'
        yield (
            f'<script type="application/json" class="page" data-name="{escape(name)}">'
            f"{as_json(packed)}</script>\n"
        )


class Pieces:
    """The pieces of the texts of a report; each stands in it once, and has a number.

    >>> pieces = Pieces()
    >>> pieces.cut("Ha!\\n" + "It rains all day long.\\n" * 2), pieces.taken()
    (['Ha!\\n', 0, 0], ['It rains all day long.\\n'])
    """

    def __init__(self) -> None:
        #: by the hash of a piece its number: among a million pieces no two share one
        self._numbers: dict[int, int] = {}
        self._new: list[str] = []

    def cut(self, text: str) -> list[str | int]:
        """Return a text as its short pieces and the numbers of the others."""
        return [
            piece if len(piece) < LEAST_PIECE else self._number(piece)
            for piece in _PIECE.split(text)
            if piece
        ]

    def _number(self, piece: str) -> int:
        key = hash(piece)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._new.append(piece)
        return self._numbers[key]

    def taken(self) -> list[str]:
        """Return the pieces that are new since the last call."""
        new, self._new = self._new, []
        return new

    def packed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: self.cut(one) if key in CUT and isinstance(one, str) else self.packed(one)
                for key, one in value.items()
            }
        return [self.packed(one) for one in value] if isinstance(value, list) else value


def as_json(value: Any) -> str:
    """Return JSON that cannot end the script it stands in.

    >>> as_json("</script>")
    '"\\\\u003c/script>"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ------------------------------------------------------------------ frame

#: The element around a text, and the attribute with its number.  No style sheet knows such an element.
MARK, NUMBER = "ce-text", "k"

#: Nothing loads but what is inside the file.
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)

#: Elements that are removed with their contents: they load, run or navigate, or are invisible.
GONE = frozenset(
    "audio base embed frame iframe link map math meta noframes object param script source svg template "
    "title track video".split()
)
#: Attributes that only say how a page looks.
ATTRIBUTES = (
    defs.safe_attrs - defs.link_attrs - {"accesskey", "media", "name", "rel", "tabindex", "target"}
) | {"bgcolor", "face", "hidden", "open", "style", "xml:lang"}
IMAGE = "data:image/"

#: Style that comes before that of the page: links have no address any more, pictures no source, long lines
#: and large pictures do not make the page wider.  The script of the report sets ``ce-flow`` on a page that is
#: much wider than its pane nonetheless: what has places and widths of its own then follows the text.
STYLE = asset("frame.css")

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
#: A hundredth of the height of a window.  The frame is as high as the page, so the unit would have no end.
VH = 8


def framed(page: Page, most: int | None = None) -> str:
    """Return the page as HTML for the frame, with its first ``most`` texts marked."""
    root = parse(page.html or page.source).root
    for own in list(root.iter(MARK)):  # of the page, not ours
        own.tag = "span"
    for element, is_tail, k in list(islice(texts_of(root, page), most)):
        mark(element, is_tail, k)
    clean(root)
    body = etree.tostring(root, method="html", encoding="unicode", with_tail=False)
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{POLICY}"><meta name="referrer" content="no-referrer"><style>{STYLE}</style>{body}'
    )


def texts_of(root: etree._Element, page: Page) -> Iterator[tuple[etree._Element, bool, int]]:
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


def mark(element: etree._Element, is_tail: bool, k: int) -> None:
    marked = etree.Element(MARK, {NUMBER: str(k)})
    if is_tail:
        marked.text, element.tail = legal(element.tail or ""), None
        element.addnext(marked)
    else:
        marked.text, element.text = legal(element.text or ""), None
        element.insert(0, marked)


def clean(root: etree._Element) -> None:
    """Remove everything that loads, runs or navigates."""
    for element in list(root.iter("noscript", "frameset")):  # their content is shown as that of others
        has_texts = element.tag == "frameset" or element.find(f".//{MARK}") is not None
        element.tag = "div" if has_texts else "template"
    etree.strip_elements(root, etree.Comment, etree.PI, etree.Entity, *GONE, with_tail=False)
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
