"""Cut a page into mark-up and text, and keep text from becoming mark-up.

Each character is read once, as the standard's tokenizer reads it:
https://html.spec.whatwg.org/multipage/parsing.html#tokenization
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from ..core.scan_py import IN_SCRIPT, after_comment, end_of_script
from ..markup import ADDRESS_ATTRIBUTES, BUTTON_TYPES, TEXT_ATTRIBUTES, ended

#: Elements whose content is neither mark-up nor text with references, and those that hold such text.
RAW = frozenset("iframe noembed noframes plaintext script style xmp".split())
ESCAPABLE = frozenset({"textarea", "title"})

_S = r" \t\n\f\r"
_VALUE = rf"""\"[^"]*"?|'[^']*'?|[^{_S}>"'][^{_S}>]*"""
_NAME = rf"[^{_S}/>][^{_S}/>=]*"
_ATTRIBUTE = rf"%s(?:[{_S}]*=[{_S}]*(?:%s|)|)"  # (x|) is faster than (x)?
# Nothing after the loop can fail, so no attribute is tried twice.  The loop is bounded, because
# each turn takes memory.
_ATTRIBUTES = rf"(?:[{_S}]*(?:/+(?!>)|{_ATTRIBUTE % (_NAME, _VALUE)})){{0,64}}[{_S}]*(/?>|)"
_MARKUP = re.compile(rf"<(?:(/?)([a-zA-Z][^{_S}/>]*){_ATTRIBUTES}|!--|[!?/])")
_MORE = re.compile(_ATTRIBUTES)
_VALUES = re.compile(_ATTRIBUTE % (f"({_NAME})", f"({_VALUE})"))
_END = {name: re.compile(rf"</{name}(?=[{_S}/>])", re.ASCII | re.IGNORECASE) for name in RAW | ESCAPABLE}
_IN_SCRIPT = re.compile(IN_SCRIPT, re.ASCII | re.IGNORECASE)
_COMMENT_END = re.compile("--(!?)>")
_BLANK = re.compile(f"[{_S}]")


def split(
    page: str,
    needle: re.Pattern[str],
    *,
    unquoted: bool = True,
    escapable: bool = True,
    addresses: bool = False,
) -> list[str]:
    """Cut a page into mark-up, text, mark-up, text and so on; joined, the pieces are the page.

    Text is what stands between tags.  In tags that contain ``needle`` the values of attributes for people
    are text, too; ``unquoted=False`` leaves out values without quotation marks.  ``escapable=False``
    leaves out the content of ``<title>`` and ``<textarea>``.  With ``addresses`` there are addresses in the
    place of texts.  JSON has neither.

    >>> split('<a href="/x" title="x">y</a>', re.compile("x"))
    ['<a href="/x" title="', 'x', '">', 'y', '</a>']
    >>> split('<a href="/x" title="x">y</a>', re.compile("x"), addresses=True)
    ['<a href="', '/x', '" title="x">y</a>']
    """
    if is_json(page):
        return [page]
    pieces: list[str] = []
    done = position = 0  # the end of what is in pieces; where to read on
    next_markup, end = _MARKUP.search, len(page)
    while position < end:
        tag = next_markup(page, position)
        start = tag.start() if tag else end
        if start > position and not addresses:
            pieces += page[done:position], page[position:start]
            done = start
        if tag is None:
            break
        position = tag.end()
        slash, name, close = tag.groups()
        if name is None:
            position = after_comment(page, tag, _COMMENT_END, ">")
            continue
        while not close and position < end and (more := _MORE.match(page, position)):
            position, close = more.end(), more[1]
        attributes = tag.end(2)
        if position - attributes >= len(" a=b") and needle.search(page, attributes, position):
            for start, stop in _values(page, attributes, position, name.lower(), unquoted, addresses):
                pieces += page[done:start], page[start:stop]
                done = stop
        if slash or close == "/>" or (name := name.lower()) not in _END:
            continue
        if name == "script":
            stop = end_of_script(page, position, _IN_SCRIPT)
        else:
            found = _END[name].search(page, position) if name != "plaintext" else None
            stop = found.start() if found else end
        if escapable and name in ESCAPABLE and not addresses:
            pieces += page[done:position], page[position:stop]
            done = stop
        position = stop
    pieces.append(page[done:])
    return pieces


def _values(
    page: str, start: int, stop: int, element: str, unquoted: bool, addresses: bool
) -> Iterator[tuple[int, int]]:
    """Yield the span of each value that is text, or an address, without its quotation marks."""
    values = []
    for value in _VALUES.finditer(page, start, stop):
        start, stop = value.span(2)
        if start < stop:
            is_quoted = page[start] in "\"'"
            stop -= is_quoted and stop - start > 1 and page[stop - 1] == page[start]
            values.append((value[1].lower(), start + is_quoted, stop, is_quoted))
    names = {*(ADDRESS_ATTRIBUTES if addresses else TEXT_ATTRIBUTES)}
    if element == "meta" and addresses == any(name == "http-equiv" for name, *_ in values):
        names.add("content")
    elif element == "input" and not addresses:
        types = {page[start:stop].lower() for name, start, stop, _ in values if name == "type"}
        names |= {"value"} if types & {*BUTTON_TYPES} else set()
    for name, start, stop, is_quoted in values:
        is_text = addresses or name != "content" or not is_address(page[start:stop])
        if name in names and is_text and start < stop and (is_quoted or unquoted):
            yield start, stop


def is_address(content: str) -> bool:
    """Tell whether what a ``<meta>`` holds is an address: it has a slash, but no blank."""
    return "/" in content and _BLANK.search(content) is None


def is_json(page: str) -> bool:
    """Tell whether a page is JSON, which servers often declare as HTML."""
    if page[:99].lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(page, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


#: A "<" or "&" in text, and the characters that keep it from becoming a tag or another reference.
_STRAY = re.compile(rf"(<[^{_S}<>&]*|&[^{_S}<>&;]*)")
_REFERENCE = re.compile("&(?:#(?:[xX][0-9a-fA-F]*|[0-9]*)|[0-9a-zA-Z]*)")


def without_nul(page: str, in_text: bool = True) -> str:
    """Return a page as an HTML tokenizer reads its NUL characters.

    The standard drops them from text, and reads them as U+FFFD in tags, comments, scripts, titles
    and the like: https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-null-character
    ``in_text=False`` leaves those in text to the caller.
    """
    if "\0" not in page:
        return page
    pieces = split(page, re.compile("(?!)"), escapable=False)  # no value is text
    pieces[::2] = [piece.replace("\0", "\ufffd") for piece in pieces[::2]]
    if in_text:
        pieces[1::2] = [as_text(piece, lambda part: part.replace("\0", "")) for piece in pieces[1::2]]
    return "".join(pieces)


def as_text(text: str, cleaned: Callable[[str], str], in_tag: bool = False) -> str:
    """Return a text with its characters cleaned, and no tag or reference in it that was not there.

    ``in_tag`` says that it is the value of an attribute.
    """
    if "<" not in text and "&" not in text:
        return cleaned(text)
    parts = _STRAY.split(text)
    parts[::2] = map(cleaned, parts[::2])
    for i in range(1, len(parts), 2):
        sign, rest = parts[i][0], parts[i][1:]
        if (new := cleaned(rest)) == rest:
            continue
        if sign == "<":
            parts[i] = "&lt;" + new
        else:
            reference = _REFERENCE.match(parts[i])
            assert reference is not None
            known, behind = reference[0], parts[i][reference.end() :]
            is_cut = cleaned(behind[:1]) != behind[:1]
            parts[i] = (cleaned(ended(known, in_tag)) if is_cut else known) + cleaned(behind)
    return "".join(parts)
