"""The roles of blocks, and the landmarks with which a page declares them, as numbers."""

from __future__ import annotations

from ..markup import table

#: The roles that a block may have; 0 is none.
ROLES = ("header", "navigation", "breadcrumb", "main", "sidebar", "footer")
HEADER, NAVIGATION, BREADCRUMB, MAIN, SIDEBAR, FOOTER = range(1, len(ROLES) + 1)
ROLE_OF = (None, *ROLES)

#: ``<header>`` and ``<footer>`` are landmarks only outside of sections and of other landmarks
#: (https://www.w3.org/TR/html-aam-1.0/): their numbers are from OUTSIDE on.
OUTSIDE, SECTION = 128, 255
LANDMARK = table(
    {
        "nav": NAVIGATION, "main": MAIN, "aside": SIDEBAR, "article": SECTION, "section": SECTION,
        "header": OUTSIDE + HEADER, "footer": OUTSIDE + FOOTER,
    }
)  # fmt: skip
#: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles
LANDMARK_OF_ROLE = {
    "banner": HEADER, "navigation": NAVIGATION, "main": MAIN, "complementary": SIDEBAR,
    "contentinfo": FOOTER, "article": SECTION, "region": SECTION,
}  # fmt: skip

#: The marks of links, and of the items of lists.
LINK, ITEM = 1, 2
COUNTS = table({"a": LINK, "li": ITEM})
