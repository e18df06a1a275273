"""Formulas as texts of their own: an element with one text, ``$x^2$`` or ``$$x^2$$``, for each.

Where the TeX of a formula is found, in order of trust: an annotation of MathML, its ``alttext``, a script
of MathJax, MathML itself, the words or the address of a picture, an element with a class such as "math"
(:mod:`.tex_sources`); and between delimiters in running text (:mod:`.tex`).  What a program has drawn
beside it is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from .. import columns
from ..columns.scan_py import OF_TEX, Look
from ..markup.elements import FORMULAS
from .page import Page

if TYPE_CHECKING:
    from .tex_sources import Tex

#: The most characters of texts and of classes that are looked at before a page is parsed, and the most
#: between dollars.
MOST_CHARS, MOST_BETWEEN = 1_000_000, 2_000
#: The most formulas of a page that elements hold, and the most of those in its running text, where the
#: others keep their delimiters: each is an element more.
MOST_FORMULAS, MOST_IN_TEXT = 20_000, 2_000

#: Elements whose text has no formulas, and classes that say so.
NOT_READ = frozenset(
    "title pre code kbd samp tt textarea script style select button svg template iframe object math".split()
)
_IGNORED = re.compile(r"(?:^|\s)(?:tex2jax|mathjax)_ignore(?:\s|$)")
#: Elements of formulas, besides ours.
TAGS = frozenset({"math", "m:math", "mml:math", "mjx-container", "math-renderer", *FORMULAS})
#: Classes of what programs draw around and beside a formula.
_DRAWN = re.compile(
    r"(?:^|\s)(?:katex(?:-display|-mathml|-html)?|mwe-math\S*|mathjax(?:_\w+)?|mjx[-_]\S+)(?=\s|$)",
    re.IGNORECASE,
)
_OF_MATHJAX = re.compile(r"(?:^|\s)(?:mathjax|mjx)", re.IGNORECASE)
DRAWN = frozenset({"img", "svg", "meta", "nobr"})
#: How many elements beside a formula are looked at, and how many around it.
MOST_BESIDE, MOST_AROUND = 10, 20


def may_have(page: Page, found: Look | None) -> bool:
    """Tell whether a page may have formulas, at little cost: most pages have none."""
    if not TAGS.isdisjoint(page.tags):
        return True
    if found.has_tex if found else any(mentions_tex(e) for e in tree_of(page).iter("img", "script")):
        return True
    signs = columns.render.signs_in(page.strings, b"\\[$^_")
    text = page.all_text if not signs.isdisjoint("\\[$") else ""
    if "\\" in signs and ("\\(" in text or "\\[" in text or "\\begin{" in text):
        return True
    if "[" in signs and "[/" in text and ("ex]" in text or "EX]" in text or "math]" in text):
        return True
    if signs.isdisjoint("\\^_"):
        return False
    return ("$" in signs and has_dollars(text)) or has_class(page)


def tree_of(page: Page) -> etree._Element:
    return page.root if page.tree is None else page.tree


def mentions_tex(element: etree._Element) -> bool:
    tag = "".join([" " + str(name) + "='" + str(value) + "'" for name, value in element.items()])
    return OF_TEX[element.tag.encode()].search(f"{tag}>>>".encode("utf-8", "replace")) is not None


def has_dollars(text: str) -> bool:
    """Tell whether there may be a formula between dollars."""
    between = text[:MOST_CHARS].split("$")[1:-1]
    found = [one for one in between if len(one) <= MOST_BETWEEN and ("\\" in one or "^" in one or "_" in one)]
    if not found:
        return False
    from .tex import formulas_in  # it takes time to import, and few pages need it

    signs = ("$", "$$") if "$$" in text else ("$",)
    return any(True for one in found for sign in signs for _ in formulas_in(sign + one + sign, False))


def has_class(page: Page) -> bool:
    """Tell whether an element has a class of formulas."""
    names = page.names_in_small_letters[:MOST_CHARS].replace(b"\0", b" ") + b" "
    if not any(name in names for name in (b"math", b"latex", b"katex", b" tex ", b"formula", b"equation")):
        return False
    from .tex_sources import MARKED

    return any(map(MARKED.search, names.decode("utf-8", "replace").split(" ")))


class Role(NamedTuple):
    """What the tag and the class of an element say about it."""

    #: whether it may hold a formula, is a table of equations, has no text with formulas, is of MathJax
    may_hold: bool
    is_layout: bool
    is_skipped: bool
    is_of_mathjax: bool


@lru_cache(maxsize=1_000)  # a page has few of them, each many times
def role_of(tag: str, of_class: str) -> Role:
    from .equations import is_layout
    from .tex_sources import may_hold

    return Role(
        may_hold(tag, of_class),
        is_layout(tag, of_class),
        tag.rpartition(":")[2] in NOT_READ or _IGNORED.search(of_class) is not None,
        _OF_MATHJAX.search(of_class) is not None,
    )


class Source(NamedTuple):
    """A formula, and the element to replace."""

    element: etree._Element
    found: Tex


def rewrite(root: etree._Element) -> bool:
    """Replace the formulas of a tree by elements of their own, and return whether there are any."""
    from .equations import rewrite_tables  # they take time to import, and few pages need them
    from .runs import rewrite_texts

    is_changed = rename_strangers(root)
    sources, parents, tables = found_in(root)
    for source in islice(sources, MOST_FORMULAS):
        is_changed |= replace(source)
    is_changed |= rewrite_texts(parents, MOST_IN_TEXT)
    if is_changed and tables:
        rewrite_tables(tables)
    return is_changed


def rename_strangers(root: etree._Element) -> bool:
    """Rename elements of the page that have our names."""
    strangers = list(root.iter(*FORMULAS))
    for element in strangers:
        element.tag = "span"
    return bool(strangers)


def found_in(
    root: etree._Element,
) -> tuple[list[Source], list[etree._Element], list[etree._Element]]:
    """Return the elements that hold formulas, the parents of texts that may have some, and tables of them."""
    from .tex import has_delimiter
    from .tex_sources import tex_in

    sources, parents, tables = [], [], []
    to_come = [root]
    while to_come:
        element = to_come.pop()
        tag = element.tag
        if not isinstance(tag, str):
            continue
        role = role_of(tag, element.get("class") or "")
        if role.is_layout:
            tables.append(element)
        if role.may_hold and (found := tex_in(element)):
            sources.append(Source(element, found))
        elif not (role.is_skipped or (role.is_of_mathjax and is_before_script(element))):
            children = list(element)
            if any(map(has_delimiter, [element.text, *[child.tail for child in children]])):
                parents.append(element)
            to_come += reversed(children)
    return sources, parents, tables


def is_before_script(element: etree._Element) -> bool:
    """Tell whether an element is what MathJax has drawn, which goes with its script."""
    for beside in islice(element.itersiblings(), 4):
        if (element.tail or "").strip():
            return False
        if beside.tag == "script":
            return (beside.get("type") or "").startswith("math/")
        if not _OF_MATHJAX.search(beside.get("class") or ""):
            return False
        element = beside
    return False


def replace(source: Source) -> bool:
    """Put a formula in the place of its element and of what is drawn beside it."""
    from .runs import made

    element, (tex, is_displayed, quote) = source
    if element.tag == "script":
        remove_drawn(element)
    top = element
    for around in islice(element.iterancestors(), MOST_AROUND):
        if not (is_drawn(around) and all(e is top or is_beside(e) for e in beside_in(around))):
            break
        is_displayed = is_displayed or says_display(around)
        top = around
    parent, new = top.getparent(), made(tex, is_displayed, quote)
    if parent is None:
        return False
    new.tail, top.tail = top.tail, None
    parent.replace(top, new)
    return True


def remove_drawn(script: etree._Element) -> None:
    """Remove what MathJax has drawn before a script."""
    parent = script.getparent()
    assert parent is not None
    for before in list(islice(script.itersiblings(preceding=True), 4)):
        if (before.tail or "").strip() or not _OF_MATHJAX.search(before.get("class") or ""):
            break
        parent.remove(before)


def is_drawn(element: etree._Element) -> bool:
    return element.tag.startswith("mjx-") or bool(_DRAWN.search(element.get("class") or ""))


def beside_in(around: etree._Element) -> Iterable[etree._Element | None]:
    """Yield the elements in another, and None if there are too many or text between them."""
    if (around.text or "").strip():
        yield None
    for n, element in enumerate(around):
        yield None if n == MOST_BESIDE or (element.tail or "").strip() else element
        if n == MOST_BESIDE:
            return


def is_beside(element: etree._Element | None) -> bool:
    """Tell whether an element is drawn beside a formula."""
    if element is None:
        return False
    if not isinstance(element.tag, str) or element.tag in DRAWN or element.get("aria-hidden") == "true":
        return True
    return is_drawn(element)


def says_display(around: etree._Element) -> bool:
    of_class = (around.get("class") or "").lower()
    return "display" in of_class or around.get("display") in ("true", "block")
