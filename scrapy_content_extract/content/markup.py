"""Elements, attributes, characters and references of HTML, and what they mean to this package."""

from __future__ import annotations

import html
import re
from html.entities import html5

# Elements

#: Elements whose content is never text of the page.  ``<noscript>`` is judged separately.
#: ``<head>`` is not among them: if a page has neither ``</head>`` nor ``<body>``, libxml2 leaves
#: everything from the first element unknown to HTML 4 in it, and browsers show that.
NEVER_TEXT = frozenset(
    "title script style template iframe noframes object svg math select datalist "
    "textarea audio video map".split()
)
#: The elements that start a new line: "display: block" and its kin (list items, table
#: parts) in https://html.spec.whatwg.org/multipage/rendering.html.
BLOCK_LEVEL = frozenset(
    "html body address article aside blockquote center dialog dd details dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup "
    "hr legend li listing main menu nav ol optgroup option p plaintext pre search section "
    "summary table caption colgroup col tbody td tfoot th thead tr ul xmp".split()
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
#: Elements in which line breaks count.
PREFORMATTED = frozenset({"pre", "listing"})
CELLS = frozenset({"td", "th"})
CONTROLS = frozenset({"button", "input", "select", "textarea"})
MEDIA = frozenset("img picture svg canvas video audio iframe object embed".split())
#: The elements that formulas become, in running text and on a line of their own.  To methods and features
#: they are inline elements like ``<span>``.
FORMULAS = ("tex-inline", "tex-display")

#: The number of each tag that means something to this package; all others have 0.  The model of
#: ``auto`` knows tags by these numbers, so a new tag requires a new training.
CODES = {
    tag: code
    for code, tag in enumerate(
        sorted(NEVER_TEXT | BLOCK_LEVEL | CONTROLS | CELLS | MEDIA | {"a", "br", "head", "noscript"}),
        start=1,
    )
}
CELL_CODES = frozenset(CODES[tag] for tag in CELLS)


def table(values: dict[str, int]) -> bytes:
    """Return a table for ``bytes.translate`` from the codes of tags to values.

    A method that needs the meaning of every element translates ``page.code``, which has a byte per element;
    a look-up for each tag costs more.

    >>> bytes([CODES["br"], CODES["p"]]).translate(table({"p": 7}))
    b'\\x00\\x07'
    """
    return bytes(values.get(tag, 0) for tag in ["", *CODES]).ljust(256, b"\0")


#: The meanings of an element for the texts around it.
INLINE, BLOCK, LINK, BREAK, SILENT = range(5)
ROLES = table(
    dict.fromkeys(BLOCK_LEVEL, BLOCK)
    | {"a": LINK, "br": BREAK}
    | dict.fromkeys({*NEVER_TEXT, "noscript"}, SILENT)
)
IS_PREFORMATTED = table(dict.fromkeys(PREFORMATTED, 1))

#: The meanings of an element for a block, as bits.
IS_BLOCK, IS_HEADING, IS_CONTROL, IS_CELL, IS_MEDIUM = (1 << bit for bit in range(5))
_MEANT = {
    IS_BLOCK: BLOCK_LEVEL, IS_HEADING: HEADINGS, IS_CONTROL: CONTROLS, IS_CELL: CELLS, IS_MEDIUM: MEDIA,
}  # fmt: skip
MEANING = table({tag: sum(bit for bit, tags in _MEANT.items() if tag in tags) for tag in CODES})

# Texts

#: The gaps between a text and the text before it, weakest first.
JOINED, SPACE, LINE_BREAK, BLOCK_BOUNDARY = range(4)
#: White space between the parts of preformatted text goes with the text before it, up to this many
#: characters: without an end the time would grow with its square.
PRE_CHARS = 4096

# Attributes

#: The attributes that HTML and metadata are made from, and ``#text``: the text that an element begins with,
#: which is read of scripts of JSON-LD.  The parser's events keep no others.
TEXT = "#text"
ATTRIBUTES = (
    *"alt checked colspan content data-enlighter-language data-lang data-language data-lazy-src "
    "data-lazy-srcset data-original data-src data-srcset datetime height href http-equiv itemprop itemscope "
    "itemtype lang name poster property rel reversed rowspan src srcset start type value width "
    "xml:lang".split(),
    DATA := "data-*",
    TEXT,
)
#: Of a picture, all other attributes with a hyphen are kept under this name, a line each, up to these bytes:
#: what loads a picture late has many names.
DATA_BYTES = 1_000
#: Those that metadata are made from.
METADATA_ATTRIBUTES = frozenset(
    "content datetime href http-equiv itemprop itemscope itemtype lang name property rel type".split()
) | {"xml:lang", TEXT}
#: What is read of them with a page: all, as for HTML, or those for metadata alone.
ALL, FOR_METADATA = 1, 2
#: The attributes with text for people: https://html.spec.whatwg.org/multipage/indices.html#attributes-3.
#: Others may be requested or compared.
TEXT_ATTRIBUTES = (
    *("abbr", "alt", "label", "placeholder", "standby", "summary", "title"),
    *("aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext"),
)
#: The attributes that hold one address.
ADDRESS_ATTRIBUTES = ("action", "cite", "data", "formaction", "href", "longdesc", "poster", "src")
#: The types of ``<input>`` whose value is shown on a button.
BUTTON_TYPES = ("submit", "button", "reset")
#: The attributes that may hide their element, and words in small letters: a style that is read has one.
HIDING = ("hidden", "style", "aria-hidden")
HIDING_WORDS = (*("display", "visibility", "font-size", "overflow", "absolute", "fixed", "text-indent"),)
#: How many columns and rows a cell of a table takes, if not one.
SPANS = ("colspan", "rowspan")
#: The attribute with the boxes of a browser; only :mod:`.boxes` reads it.
BOX = "data-rendered-box"

# Characters

#: Where a word or a line may be divided, or not: no reader sees it, and "in\xadvisible" is not found as a
#: word.  In Thai, Lao, Burmese and Khmer a zero-width space stands between words, and stays.
INVISIBLE = "\N{SOFT HYPHEN}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}\N{ZERO WIDTH SPACE}"
_INVISIBLE = re.compile(f"[{INVISIBLE}](?:(?<!\u200b)|(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]))")
#: Control characters, in any encoding of ASCII.
CONTROL_CHARACTERS = bytes([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20)])
#: Characters that XML does not have: pages may hold them, and feeds and lxml refuse them.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return a text with U+FFFD for characters that XML does not have, or a space if they are white space.

    >>> legal("a\\x01b\\x0c") == "a\\N{REPLACEMENT CHARACTER}b "
    True
    """
    if text.isprintable():
        return text
    encoded = text.encode("utf-8", "surrogatepass")
    has_controls = len(encoded.translate(None, CONTROL_CHARACTERS)) < len(encoded)
    if not has_controls and b"\xed" not in encoded and b"\xef\xbf" not in encoded:
        return text  # as most texts; the expression takes ten times as long
    return _ILLEGAL.sub(lambda found: " " if found[0].isspace() else "\N{REPLACEMENT CHARACTER}", text)


def legal_texts(texts: list[str]) -> list[str]:
    """Return some texts as :func:`legal` returns each."""
    whole = "".join(texts)
    return texts if legal(whole) is whole else list(map(legal, texts))


def visible(text: str) -> str:
    """Return a text without the signs that only say where words and lines may be divided.

    >>> visible("in\xadvisible")
    'invisible'
    """
    if text.isascii() or not any(map(text.__contains__, INVISIBLE)):
        return text
    return _INVISIBLE.sub("", text)


# Character references

#: Numbers that are too long for a code point, or begin with zeros.  Python refuses numbers of more than
#: 4,300 digits, and older versions take quadratic time for them.
_LONG_NUMBER = re.compile("&#0*([0-9]{1,8})([0-9]*)(?<=[0-9]{9})")
#: The least number that is not a code point.
_BEYOND = 0x110000
_IS_NUMBER = re.compile("&#(?:[0-9]+|[xX][0-9a-fA-F]+)")


def unescape(text: str) -> str:
    """Return a text with its references of any length decoded, as ``html.unescape`` does.

    >>> unescape("R&amp;D&#" + "0" * 5000 + "65;&#" + "9" * 5000 + ";")
    'R&DA\\ufffd'
    """
    if "&#" in text:
        text = _LONG_NUMBER.sub(lambda number: f"&#{_BEYOND if number[2] else number[1]}", text)
    return html.unescape(text)


def ended(reference: str, in_tag: bool) -> str:
    """Return what a reference is that ends here, in a way that nothing behind it changes.

    >>> [ended(reference, False) for reference in ("&", "&lt", "&noti", "&#65", "&#65x")]
    ['&amp;', '&lt;', '¬i', '&#65;', '&#65x']
    """
    if _IS_NUMBER.fullmatch(reference):
        return reference + ";"
    if reference in ("&#", "&#x", "&#X") or (in_tag and reference[1:] not in html5):
        return "&amp;" + reference[1:]
    return reference if reference.startswith("&#") else html.escape(unescape(reference))
