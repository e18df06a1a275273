"""The TeX of an element: of MathML, of a script of MathJax, of a picture, of an element with a class."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

from lxml import etree

from ..urls import split_url
from .mathjax import mathml_of
from .mathml import name_of, tex_of
from .tex import TEX_CHARS, has_signs, is_tex, unwrapped, words_in

#: A class of elements that hold a formula.
MARKED = re.compile(
    r"(?:^|\s)(?:maths?|tex|latex|katex|arithmatex|kdmath|equation|formula|ql-formula|"
    r"(?:ztext|render|js-render|language)-math|(?:inline|block|display)-(?:math|formula|equation))(?=[\s_-]|$)",
    re.IGNORECASE,
)
_DISPLAYED = re.compile(r"display|block", re.IGNORECASE)
#: Attributes with the TeX that a script draws in an element, or a picture shows.
ATTRIBUTES = (
    *"data-tex data-latex data-formula data-equation-content data-math data-expr data-value".split(),
)
#: The texts of a drawing that are read: it has few words that the TeX lacks.
DRAWN_TEXTS = 500
_LETTERS = re.compile(r"[^\W\d_]{3,}")
#: Elements that stand on lines of their own.
LINES = frozenset("div p pre figure center".split())
#: The elements behind what MathJax has drawn of which one may hold its MathML.
MOST_BEHIND = 4
#: Bare TeX in an element has at most this many words.
BARE_WORDS = 5
#: The parameters of an address of which one may have TeX.
MOST_FIELDS = 50

#: What draws formulas by their address, and a parameter that has the TeX.
_DRAWS = re.compile(r"(?:tex|math)(?![a-su-z])|equation|eqn", re.IGNORECASE)
_PARAMETERS = frozenset({"tex", "latex", "math", "eq", "formula"})
#: How a picture is drawn, at the beginning of its TeX.
_LOOKS = re.compile(
    r"(?:\s*\\(?:dpi\{\d+\}|bg_\w+|fn_\w+|inline|large|Large|huge|small|displaystyle)(?![A-Za-z]))+"
)
_PLUS = {"&space;": " ", "&plus;": "+", "&hash;": "#"}


class Tex(NamedTuple):
    """The TeX of an element."""

    tex: str
    is_displayed: bool


def tex_in(element: etree._Element) -> Tex | None:
    """Return the formula of an element that may hold one, or None."""
    tag, of_class = element.tag, element.get("class") or ""
    of = SOURCES.get(tag if tag in SOURCES else "math" if is_math(tag) else "")
    found = of(element) if of else of_marked(element, of_class)
    return found if found and found.tex.strip() and len(found.tex) <= TEX_CHARS else None


def is_math(tag: str) -> bool:
    """Tell whether a tag is of MathML, maybe with a prefix."""
    return tag == "math" or tag.endswith(":math")


def may_hold(tag: str) -> bool:
    return tag in SOURCES or is_math(tag) or tag == "math-renderer"


@lru_cache(maxsize=1_000)  # the pages of a site have the same classes
def is_marked(of_class: str) -> bool:
    return MARKED.search(of_class) is not None


def of_math(math: etree._Element) -> Tex | None:
    annotations = (e for e in math.iter() if name_of(e) == "annotation")
    note = next((e for e in annotations if "tex" in (e.get("encoding") or "").lower()), None)
    is_displayed = "block" in (math.get("display"), math.get("mode")) or math.get("mode") == "display"
    for given in ("" if note is None else "".join(map(str, note.itertext())), math.get("alttext") or ""):
        tex, displayed = unwrapped(given)
        if tex and len(tex) <= TEX_CHARS and is_tex(tex):
            return Tex(tex, is_displayed or bool(displayed))
    tex = tex_of(math)
    return Tex(tex, is_displayed or "\\tag" in tex)  # a formula in a sentence has no tag


def of_drawn(math: etree._Element) -> Tex | None:
    """Return the formula that MathJax has drawn, unless there is MathML beside it."""
    if any(beside.tag == "mjx-assistive-mml" for beside in islice(math.itersiblings(), MOST_BEHIND)):
        return None
    tex = math.get("data-latex") or tex_of(mathml_of(math))
    return Tex(tex, math.get("display") == "true")


def of_script(script: etree._Element) -> Tex | None:
    kind, _, options = (script.get("type") or "").lower().partition(";")
    text, is_displayed = script.text or "", "display" in options
    if kind in ("math/tex", "math/latex"):
        return Tex(text, is_displayed)
    if kind == "math/mml" and len(text) <= 10 * TEX_CHARS:
        root = etree.fromstring(f"<body>{text}</body>", etree.HTMLParser(encoding="utf-8"))
        found = next((e for e in root.iter() if name_of(e) == "math"), None) if root is not None else None
        return None if found is None else of_math(found)
    return None


def of_picture(img: etree._Element) -> Tex | None:
    """Return the formula that a picture shows: in its words or its address."""
    alt, is_displayed = unwrapped(img.get("alt") or "")
    address = next(filter(None, map(img.get, ("data-src", "data-lazy-src", "src"))), "")
    in_address = tex_in_address(address) if len(address) <= TEX_CHARS else ""
    is_drawn = in_address or MARKED.search(" ".join(filter(None, map(img.get, ("class", "id")))))
    says_tex = is_drawn or (is_displayed is not None and has_signs(alt))
    tex = alt if alt and says_tex and is_tex(alt) else in_address
    return Tex(tex, bool(is_displayed)) if tex else None


def tex_in_address(address: str) -> str:
    """Return the TeX in the address of a picture, or ""."""
    host, path, query = split_url(address)[1:4] if "?" in address else ("", "", "")
    if not query:
        return ""
    fields = parse_qsl(query) if query.count("&") < MOST_FIELDS else []
    given = next((value for name, value in fields if name.lower() in _PARAMETERS), "")
    if not given and _DRAWS.search(host + path) and not re.match(r"\w+=", query):
        fragment = address.partition("#")[2]
        given = unquote(query + ("#" + fragment if fragment else ""))
    elif given and not (has_signs(given) or _DRAWS.search(host + path)):
        given = ""
    for name, char in _PLUS.items():
        given = given.replace(name, char)
    tex, _ = unwrapped(_LOOKS.sub("", given, count=1) if given.startswith("\\") else given)
    return tex if is_tex(tex) else ""


def of_marked(element: etree._Element, of_class: str) -> Tex | None:
    """Return the formula of an element with a class that says so, with or without delimiters."""
    is_displayed = bool(_DISPLAYED.search(of_class + (element.get("data-math-style") or "")))
    if given := given_for(element):
        tex, displayed = unwrapped(given)
        return Tex(tex, is_displayed or bool(displayed) or element.tag in LINES)
    children = list(islice(element, BARE_WORDS))
    if any(child.tag != "br" for child in children):
        return None
    text = "\n".join([element.text or "", *((child.tail or "") for child in element)])
    if len(text) > TEX_CHARS:
        return None
    tex, displayed = unwrapped(text)
    if displayed is not None:
        return Tex(tex, displayed) if is_tex(tex) else None
    is_displayed = is_displayed or element.tag in LINES
    is_bare = has_signs(tex) and words_in(tex) <= BARE_WORDS and not re.search(r"\\[(\[]|\$", tex)
    return Tex(tex, is_displayed) if is_bare else None


def given_for(element: etree._Element) -> str:
    """Return the TeX that an element has as an attribute and holds the drawing of, or ""."""
    given = next(filter(None, map(element.get, ATTRIBUTES)), "")
    if not (given and len(given) <= TEX_CHARS and is_tex(unwrapped(given)[0])):
        return ""
    words = words_in(" ".join(map(str, islice(element.itertext(), DRAWN_TEXTS))))
    return given if words <= BARE_WORDS + len(_LETTERS.findall(given)) else ""


SOURCES: dict[str, Callable[[etree._Element], Tex | None]] = {
    "math": of_math, "mjx-math": of_drawn, "script": of_script, "img": of_picture,
}  # fmt: skip
