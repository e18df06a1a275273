"""The meanings of elements and their names for several modules: sections, hints, counted elements."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from itertools import chain

from ..markup import BLOCK_LEVEL, FORMULAS, HEADINGS, PREFORMATTED, table

#: Elements that frame a page, unless they hold most of its text.
FRAMES = ("nav", "footer", "dialog", "form", "aside")
#: Sectioning elements, landmarks, and other elements that mark a part of a page.
SECTIONS = (
    *FRAMES,
    *("header", "details", "figure", "fieldset"),
    *("html", "body", "section", "table", "article", "main"),
)
#: Roles with the same meaning: https://www.w3.org/TR/wai-aria-1.2/#landmark_roles
ROLE_SECTIONS = {
    "navigation": "nav", "contentinfo": "footer", "complementary": "aside", "banner": "header",
    "main": "main", "article": "article", "search": "form", "form": "form", "dialog": "dialog",
}  # fmt: skip
#: The number of each section; other elements have 0.
SECTION = {name: number for number, name in enumerate(SECTIONS, start=1)}
SECTION_OF_CODE = table(SECTION)
SECTION_OF_ROLE = {role: SECTION[name] for role, name in ROLE_SECTIONS.items()}
FOOTER, MAIN, BODY, ARTICLE = (SECTION[name] for name in ("footer", "main", "body", "article"))

#: Hints at the purpose of an element: the words in its class or id.
HINTS: dict[str, tuple[str, ...]] = {
    "modal": tuple(
        "cookie consent gdpr modal popup overlay dialog alert notice toast drawer offcanvas".split()
    ),
    "meta": tuple(
        "author byline meta date time publish tag categor info user avatar profile badge stat "
        "count view".split()
    ),
    "comment": tuple("comment disqus respond reply pinglun feedback".split()),
    "foot": tuple("foot copyright colophon bottom legal".split()),
    "promo": tuple(
        "newsletter subscri signup sign-up promo banner advert sponsor donat paywall membership".split()
    ),
    "related": tuple(
        "relat recommend teaser popular trending latest also more readnext carousel upsell".split()
    ),
    "share": tuple("share social follow".split()),
    "review": tuple("review rating testimonial".split()),
}
assert len(HINTS) <= 8  # a set of them is a byte
ALL_HINTS = (1 << len(HINTS)) - 1
#: All words that are looked for in classes and ids, by what they tell: one search finds them all.
WORDS: dict[str, tuple[str, ...]] = {
    **HINTS,
    # Notes inside a sentence; links of headings to themselves and of notes to their marks, and what has the
    # signs of items that a word processor writes.
    "note": ("ltx_note_outer", "sidenote", "marginnote", "side-note", "margin-note"),
    "sign": (
        *("headerlink", "permalink", "anchor-link", "anchorjs-link", "hash-link", "msolist", "msonormal"),
        *("backlink", "backref", "reversefootnote", "footnote-back", "footnote-return"),
    ),
    "entry title": ("entry-title", "post-title"),
    "caption": ("caption", "legend", "credit"),
    # Boxes of advertisements, the signatures of posts, and what stands in for players and the like.
    "furniture": ("anzeige", "werbung", "signature", "player", "embed", "consent", "video"),
    # Programs, boxes with an element for each line, cells with numbers of lines, and formulas.
    "code": ("\0code", " code", "\tcode", "\ncode", "sourcecode", "source-code", "source_code"),
    "listing": ("fragment", "geshi", "dp-", "listing"),
    "line number": ("gutter", "lineno", "line-num", "line_num", "blob-num", "crayon-num", "lntd"),
    "formula": ("math", "katex", "equation", "latex", "formula", "tex ", " tex\0", "\0tex\0"),
}
#: The elements that steps and rewriters wait for, by what they tell.
WHOLES = ("ul", "ol", "menu", "dir", "dl", "blockquote", "table", "figure")
TAGS: dict[str, Collection[str]] = {
    "heading tag": HEADINGS,
    "table tag": ("table",),
    "structure tag": (*WHOLES, *PREFORMATTED, *FORMULAS),
    "preformatted": PREFORMATTED,
    "program tag": ("pre", "code"),
    "formula tag": FORMULAS,
    "math tag": ("math", "m:math", "mml:math", "mjx-container", "math-renderer", *FORMULAS),
    # Texts that are written with marks, and what is struck out.
    "sup or sub": ("sup", "sub"),
    "marked tag": ("sup", "sub", "q", "rt"),
    "struck out tag": ("del", "s", "strike"),
}
#: A picture or a script that mentions TeX, and a text with what may begin or end a formula.
OF_TEX = ("tex tag", "tex text")
#: A heading that is a link as a whole; an attribute or a style sheet that may hide something.
OF_WALK = ("linked heading", "hiding")
#: The bit of each, and of what every page has: together they are the signs of a page.
SAYS = {name: 1 << bit for bit, name in enumerate((*WORDS, *TAGS, *OF_TEX, *OF_WALK, "anything"))}
SIGNS_OF_TAG = {
    tag: sum(SAYS[name] for name, tags in TAGS.items() if tag in tags)
    for tag in chain.from_iterable(TAGS.values())
}
COMMENT = SAYS["comment"]
#: The steps to a hint that is absent, or this far away or farther.
FAR = 15
#: The steps to all hints are packed into one number, four bits for each.  This one has a 1 in each.
ONES = sum(1 << 4 * bit for bit in range(len(HINTS)))
#: For each set of hints, a bit for each hint: a mask that sets the steps to these hints to 0.
KEPT = array(
    "q",
    [
        sum(FAR << 4 * bit for bit in range(len(HINTS)) if not hints >> bit & 1)
        for hints in range(1 << len(HINTS))
    ],
)

IS_BOX = table(dict.fromkeys(BLOCK_LEVEL, 1))
IS_CONTAINER = table(dict.fromkeys("div table td article section main".split(), 1))
#: The counted elements: bits for links, form controls, images, tables and articles.
_CONTROLS = "input button select label textarea".split()
COUNTED = table({"a": 1, **dict.fromkeys(_CONTROLS, 2), "img": 4, "table": 8, "article": 16})
HEADING_LEVEL = table({tag: int(tag[1]) for tag in HEADINGS})

#: The sections around an element that are features, as bits.
IN_FOOTER, IN_MAIN = 1, 2
INSIDE = bytes({FOOTER: IN_FOOTER, MAIN: IN_MAIN}.get(section, 0) for section in range(256))

#: Paragraphs: a heading is not followed farther than this, and where there is none, it is so far away.  The
#: models were trained with both.
FARTHEST_HEADING, NO_HEADING = 50, 99
