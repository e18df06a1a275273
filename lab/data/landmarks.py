"""Pages that declare what their parts are, as labels for roles of blocks.

A page declares it by landmarks: elements (``<nav>``), roles of ARIA (``role="navigation"``), and types of
schema.org (``itemtype="…/WPFooter"``).  From a page that is to be judged these are removed, and all that is
like them: landmarks and sections become ``<div>``, and all attributes of ARIA and of microdata go.  Classes
and ids stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.core.roles import ROLES
from scrapy_content_extract.content.page.parse import parse

from .datasets import SETS, load

#: The sets from which a model may learn.
LEARNT = ("wcxb", "magic-article", "magic-forum", "zhds", "fundus", "postlight")
#: Those that only judge: their licence allows no more.
JUDGES = ("dragnet",)

OF_TAG = {"nav": "navigation", "main": "main", "aside": "sidebar", "header": "header", "footer": "footer"}
OF_ROLE = {
    "banner": "header", "navigation": "navigation", "main": "main", "complementary": "sidebar",
    "contentinfo": "footer",
}  # fmt: skip
#: https://schema.org/WebPageElement and https://schema.org/BreadcrumbList
OF_TYPE = {
    "WPHeader": "header", "SiteNavigationElement": "navigation", "WPSideBar": "sidebar",
    "WPFooter": "footer", "BreadcrumbList": "breadcrumb", "Breadcrumb": "breadcrumb",
}  # fmt: skip
OF_PROPERTY = {"breadcrumb": "breadcrumb", "mainContentOfPage": "main"}

#: In these, ``<header>`` and ``<footer>`` are no landmarks: https://www.w3.org/TR/html-aam-1.0/
SECTIONS = frozenset({"article", "aside", "main", "nav", "section"})
MICRODATA = frozenset({"itemprop", "itemtype", "itemscope", "itemid", "itemref"})


@dataclass(frozen=True)
class DeclaringPage:
    """A page without its landmarks, and their roles."""

    set: str
    id: str
    url: str
    html: bytes
    #: the role that is declared for each text, or None
    roles: list[str | None]

    @property
    def declared(self) -> frozenset[str]:
        """The roles that have texts."""
        return frozenset(filter(None, self.roles))


def declaring_pages(data: Path, name: str) -> Iterator[DeclaringPage]:
    """Yield the pages of a set that declare roles; none if the folder has no such set."""
    if not SETS[name].labels(data).exists():
        return
    for page in load(data, name):
        without, roles = without_landmarks(page.html)
        if any(roles):
            yield DeclaringPage(name, page.id, page.url, without, roles)


def without_landmarks(html: bytes) -> tuple[bytes, list[str | None]]:
    """Return a page without its landmarks, and the role that was declared for each text.

    The roles are empty where the texts are others without them, as happens to broken mark-up.

    >>> without_landmarks(b"<nav class=a>Home</nav><p>It rains.")
    (b'<html><body><div class="a">Home</div><p>It rains.</p></body></html>', ['navigation', None])
    """
    page = page_of(html)
    role_of: list[str | None] = []
    for i, node in zip(page.parent, page.nodes):
        role_of.append(declared_by(node) or (role_of[i] if i >= 0 else None))
    root = parse(html).root
    remove_landmarks(root)
    without = etree.tostring(root, method="html", encoding="utf-8")
    same = page_of(without).text == page.text
    return without, [role_of[i] for i in page.owner] if same else []


def declared_by(node: etree._Element) -> str | None:
    """Return the role that an element itself declares, the more explicit first."""
    if not isinstance(node.tag, str):
        return None
    kind = (node.get("itemtype") or "").rstrip("/").rpartition("/")[2]
    role = (node.get("role") or "").strip().lower()
    said = OF_TYPE.get(kind) or OF_PROPERTY.get(node.get("itemprop") or "") or OF_ROLE.get(role)
    if said or role:
        is_trail = said == "navigation" and "breadcrumb" in (node.get("aria-label") or "").lower()
        return "breadcrumb" if is_trail else said
    if node.tag == "nav" and "breadcrumb" in (node.get("aria-label") or "").lower():
        return "breadcrumb"
    if node.tag in ("header", "footer") and any(above.tag in SECTIONS for above in node.iterancestors()):
        return None
    return OF_TAG.get(node.tag)


def remove_landmarks(root: etree._Element) -> None:
    """Make landmarks and sections ``<div>``, and remove what ARIA and microdata say."""
    for node in root.iter(etree.Element):
        if node.tag in OF_TAG or node.tag in SECTIONS:
            node.tag = "div"
        for name in list(node.attrib):
            if name == "role" or name.startswith("aria-") or name in MICRODATA:
                del node.attrib[name]


assert set(ROLES) == {*OF_TAG.values(), *OF_TYPE.values()}
