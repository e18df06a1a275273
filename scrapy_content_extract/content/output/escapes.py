"""The characters of clean HTML that Markdown would read as mark-up, by the place where they stand.

CommonMark 0.31 and the extensions of GitHub decide: an asterisk counts if emphasis may
begin or end there (6.2), a backtick if there is a second one, ``#`` and ``-`` at the start of a line.  A
backslash is written as :data:`BACKSLASH`, which no page has, so that the converter leaves it alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from unicodedata import category

from ..model import Range

#: A noncharacter: HTML has U+FFFD for it, see :func:`.markup.legal`.
BACKSLASH = "\ufffe"
#: Brackets in the text of a link, which the converter would escape a second time.
OPEN, CLOSE = "\uffff(", "\uffff)"
#: Brackets in code, which it would escape in the text of a link.
RAW_OPEN, RAW_CLOSE = "\uffff{", "\uffff}"
#: An asterisk in a cell, which it would escape once more in emphasis.
STAR = "\uffff+"

#: What stands for a tag while texts are looked at; a page has none of these either.
BLOCK, CELL, HEADING, ITEM = "\x01\x02\x03\x04"
BREAK, INLINE, CODE, END_CODE, STRONG, END_STRONG, LINK, END_LINK, PICTURE, GONE = (
    "\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13"
)
EMPHASIS = ("b", "strong", "i", "em")
#: The signs of tags by name; the others are BLOCK.
SIGN_OF = {
    "br": BREAK, "code": CODE, "/code": END_CODE, "a": LINK, "/a": END_LINK, "img": PICTURE, "li": ITEM,
    "td": CELL, "th": CELL,
    **{f"h{level}": HEADING for level in range(1, 7)},
    **dict.fromkeys(EMPHASIS, STRONG),
    **{f"/{name}": END_STRONG for name in EMPHASIS},
    **{f"{end}{name}": INLINE for name in ("sub", "sup", "del", "q", "span") for end in ("", "/")},
}  # fmt: skip

_TAG = re.compile("(<(/?[a-z1-6]+)[^>]*>)")
_SIGNS = re.compile("([\x01-\x08\x0e-\x13])")
_BLOCKS = re.compile("([\x01-\x04])")
_PRE = re.compile("(<pre>.*?</pre>)", re.DOTALL)
_MATH = re.compile('<span class="math">[^<]*')
#: What a line of HTML that may need an escape has; a group says that it stands in a text, or is rare.
_SIGN = re.compile(
    r"[*_`~$\\\]\[&!\#](?:(?<=[*_`~$\\])[^<>]*(?=(<|\Z)|)"
    r"|((?<=\])\(|(?<=\[)\^|(?<=&)(?:lt;|amp;(?:[A-Za-z][A-Za-z0-9]*;|\#))|(?<=!)<a|(?<=\#)</h))"
)
#: The same at the start of a line, and brackets in code.
_START = re.compile(
    r">(?=\s?[-+:=|#\[&0-9])(?<!/[abi]>)(?<!/em>)(?<!strong>)\s?"
    r"(?:[-+:][\s<]|[-+:=|]{2}|\|\s[-:]|\#{1,6}[\s<]|\[|&gt;|[0-9]{1,9}[.)][\s<])"
)
_CODE = re.compile(r"<code>[^<\[\]]*(?:[\[\]]|</code><code>)")
#: Emphasis in the middle of a word, which Markdown may not express.
_EMPHASIZED = re.compile(
    "|".join(
        rf"<{name}>(?=[^\w\s])(?<=[^\s>]<{name}>)"
        rf"|</{name}>(?:(?=[^\s<])(?<=[^\w\s]</{name}>)|(?=<[biems]))"
        for name in EMPHASIS
    )
)
#: What is mark-up wherever it stands, by its character; other escapes are already there.
_EVERYWHERE = {
    "&": re.compile(
        r"&(?=lt;[A-Za-z/!?\x05-\x13]"  # a tag, a comment, an autolink
        r"|amp;(?:[A-Za-z][A-Za-z0-9]{1,31};|\#[0-9]{1,7};|\#[xX][0-9A-Fa-f]{1,6};))"
    ),
    "]": re.compile(r"\](?=[\x06-\x13]*\()"),  # a link
    "[": re.compile(rf"\[(?<!{BACKSLASH}\[)(?=\^)"),  # a footnote
    "!": re.compile(r"!(?=\x10)"),  # a picture
    "\\": re.compile(r"\\+(?=[!-/:-@\[-`{-~\x05-\x13\ufffe\uffff]|\s*\Z)"),
}
#: The characters that one search reads, and the most of a sign.
PART, LONGEST = 100_000, 100
#: A part of a long text; a regular expression holds up all threads.  It ends where nothing is mark-up.
_PART = re.compile(rf".{{1,{PART}}}[^ \[&]*", re.DOTALL)
#: What is mark-up at the start of a line; the group is what the backslash stands before.
_AT_START = re.compile(
    r"\s*(?:"
    r"(\#){1,6}(?=\s|\x05|\Z)"
    r"|(&gt;)"
    r"|([-+*:])(?=\s)"
    r"|[0-9]{1,9}([.)])(?=\s|\x05|\Z)"
    r"|([-=*_|:+])[-=*_|: ]*(?=\x05|\Z)"  # an underline, a rule, the line below the head of a table
    r"|(\[)[^\]\x01-\x08\x0e-\x13]{1,999}\]:"
    r")"
)
#: The group of what may be a rule.
RULE = 5
_TASK = re.compile(r"\s*(\[)[ xX]\]\s")
_END_OF_HEADING = re.compile(r"(?:^|(?<=\s))(\#)\#*\s*\Z")
_RUNS = {char: re.compile(f"{re.escape(char)}+") for char in "*_~$`"}


def pairs(char: str, is_cell: bool) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the runs of a delimiter that may begin something, that may end it, and both."""
    c, space = re.escape(char), r"\s" if is_cell else rf"\s{BREAK}"  # in a cell a break is a tag
    before = {"_": r"\w"}.get(char, c)  # no letter before the beginning and behind the end of emphasis
    behind = {"_": r"\w", "$": r"[$\d]"}.get(char, c)
    opens = rf"(?<!{before}{c}){c}*(?=[^{space}{c}])"
    closes = rf"(?<=[^{space}{c}]{c}){c}*(?!{behind})"
    return re.compile(c + opens), re.compile(c + closes), re.compile(f"{c}(?:{opens}|{closes})")


_PAIRS = {(char, is_cell): pairs(char, is_cell) for char in "*_~$" for is_cell in (False, True)}
_LINK = re.compile("\x10[^\x11]*\x11")
_EMPHASIS = re.compile("\x0e+|\x0f+")
#: What one delimiter is enough beside: their marks, and code and addresses, in which backticks may end code.
_ONE = {"*": STRONG, "~": f"~[~{INLINE}]|{INLINE}~", "`": f"[{CODE}{LINK}{PICTURE}]"}
_BRACKETS = re.compile(r"[\[\]]")
#: How many lines are split at once, which holds up all other threads, and what no page has between them.
AT_ONCE, BETWEEN = 1_000, "\x1f"
#: Emphasis is tried again so often after some of it has gone; then all goes.
MOST_ROUNDS = 3
#: Punctuation on the inner side of the end and the beginning of emphasis, with a word outside.
_TEXT = re.compile(r"(?:^|>)[^<]*[^<\s]")
_MARKS = r"(?:&(?:amp|lt|gt);|[^\w\s&;\x01-\x08\x0e-\x13])+"
_BEFORE_END = re.compile(rf"(?<=\w)({_MARKS})(\x0f+)(?=\w)")
_AFTER_BEGINNING = re.compile(rf"(?<=\w)(\x0e+)({_MARKS})(?=\w)")


def with_escapes(html: str) -> str:
    """Return clean HTML with the escapes that Markdown needs, and without emphasis that it cannot express.

    >>> with_escapes("<p>2 * 3, snake_case, *a*</p>").replace(BACKSLASH, "/")
    '<p>2 * 3, snake_case, /*a/*</p>'
    """
    if "<pre>" in html:
        pieces = enumerate(_PRE.split(html))
        return "".join(escaped_lines(one) if n % 2 == 0 and _TEXT.search(one) else one for n, one in pieces)
    return escaped_lines(html)


def escaped_lines(html: str) -> str:
    """Return HTML without preformatted text with its escapes; only a few lines of a page have any."""
    if 'class="math"' in html:
        html = _MATH.sub(lambda math: math.group().replace("\n", " "), html)
    lines = suspects_among(html)
    pieces, last = [], 0
    for first in range(0, len(lines), AT_ONCE):
        some = lines[first : first + AT_ONCE]
        made = escaped(BETWEEN.join([html[start:stop] for start, stop in some])).split(BETWEEN)
        for (start, stop), line in zip(some, made):
            pieces += [html[last:start], line]
            last = stop
    return "".join([*pieces, html[last:]]) if pieces else html


def suspects_among(html: str) -> list[Range]:
    """Return the lines of HTML that may need an escape; each ends with a tag."""
    found = [
        hit.start()
        for part in range(0, len(html), PART)  # it holds up all threads until the next hit
        for hit in _SIGN.finditer(html, part, part + PART + LONGEST)
        if hit.lastindex
    ]
    found += [hit.start() for hit in _START.finditer(html)]
    if any(f"</{name}>" in html for name in EMPHASIS):
        found += [hit.start() for hit in _EMPHASIZED.finditer(html)]
    if "<code>" in html:
        found += [hit.start() for hit in _CODE.finditer(html)]
    lines, stop = [], 0
    for place in sorted(found):
        if place >= stop:
            start = html.rfind(">\n", max(stop - 1, 0), place)
            start, stop = (start + 2 if start >= 0 else stop), html.find(">\n", place) + 1 or len(html)
            lines.append((start, stop))
    return lines


def escaped(html: str) -> str:
    """Return lines of HTML with their escapes: tags become signs, and the text around them is looked at."""
    for name in ("code", *EMPHASIS):  # in Markdown their marks would be one
        html = html.replace(f"</{name}><{name}>", "")
    parts = _TAG.split(html)
    texts, tags = parts[::3], parts[1::3]
    hidden = hide(texts, tags)
    parts[::3] = texts
    parts[1::3] = map(SIGN_OF.get, parts[2::3], repeat(BLOCK))
    parts[2::3] = repeat("", len(tags))
    blocks = _BLOCKS.split("".join(parts))
    known: dict[tuple[str, str], str] = {}  # pages repeat short texts
    for n in range(0, len(blocks), 2):
        if len(blocks[n]) > 1:
            given = blocks[n], blocks[n - 1] if n else BLOCK
            if given not in known:
                known[given] = escaped_block(*given)
            blocks[n] = known[given]
    made = _SIGNS.split("".join(blocks))
    made[1::2] = [tag if sign != GONE else "" for tag, sign in zip(tags, made[1::2])]
    for n, text in hidden.items():
        made[2 * n] = text
    return "".join(made)


def hide(texts: list[str], tags: list[str]) -> dict[int, str]:
    """Empty the texts of code and formulas, and return them by their places; nothing in them is mark-up."""
    hidden, within = {}, ""
    for n, tag in enumerate(tags, 1):
        if tag in ("<code>", '<span class="math">'):
            within = tag
        elif tag in ("</code>", "</span>"):
            within = ""
        if within and (text := texts[n]):
            if within == "<code>":
                hidden[n] = text.replace("[", RAW_OPEN).replace("]", RAW_CLOSE)
            else:
                hidden[n] = text.replace("\\", BACKSLASH)
            texts[n] = ""
    return hidden


def escaped_block(block: str, sign: str) -> str:
    """Return the text between two block-level tags with its escapes; ``sign`` is that of the first tag."""
    if STRONG in block:
        block = with_fit_emphasis(block)
    spans = list(spans_at_starts(block)) if sign != CELL else []
    if sign == ITEM and (task := _TASK.match(block)):
        spans.append(task.span(1))
    if sign == HEADING and (end := _END_OF_HEADING.search(block)):
        spans.append(end.span(1))
    for char in _RUNS:
        if char in block:
            spans += spans_of_pairs(block, char, sign == CELL)
    edits = {span: BACKSLASH + BACKSLASH.join(block[slice(*span)]) for span in spans}
    if LINK in block and ("[" in block or "]" in block):
        for place in brackets_in_links(block):
            edits[place, place + 1] = OPEN if block[place] == "[" else CLOSE
    block = edited(block, edits)
    for char, everywhere in _EVERYWHERE.items():
        if char in block:
            made = r"\g<0>\g<0>" if char == "\\" else BACKSLASH + char
            block = "".join([everywhere.sub(made, part) for part in _PART.findall(block)])
    block = block.replace("\\", BACKSLASH)
    return block.replace("*", STAR) if sign == CELL else block


def edited(block: str, edits: dict[Range, str]) -> str:
    """Return a text with other strings in some ranges; the first of two that overlap counts."""
    pieces, last = [], 0
    for start, stop in sorted(edits):
        if start >= last:
            pieces += [block[last:start], edits[start, stop]]
            last = stop
    return "".join([*pieces, block[last:]])


def spans_at_starts(block: str) -> Iterator[Range]:
    """Yield what is mark-up at the start of a line."""
    starts = [0, *(match.end() for match in re.finditer(BREAK, block))] if BREAK in block else [0]
    for match in filter(None, (_AT_START.match(block, start) for start in starts)):
        place = match.start(match.lastindex or 0)
        if block[place] in "*_" and match.lastindex == RULE:  # the others may end emphasis
            yield from (run.span() for run in _RUNS[block[place]].finditer(block, place, match.end()))
        else:
            yield place, place + 1


def spans_of_pairs(block: str, char: str, is_cell: bool) -> list[Range]:
    """Return the runs of a character that would be read in pairs, as emphasis, code or formulas."""
    found = [run.span() for run in _RUNS[char].finditer(block)] if char in "`~" else []
    fences = [run for run in found if run[1] - run[0] > 2 and is_at_start(block, run[0])]
    if char == "`":
        lengths = {stop - start for start, stop in found}
        is_read = fences or re.search(_ONE[char], block) or len(lengths) < len(found)
        return found if is_read else []  # a run may end at an escaped one
    opens, closes, either = _PAIRS[char, is_cell]
    first = opens.search(block)
    if (first and closes.search(block, first.end())) or (char in _ONE and re.search(_ONE[char], block)):
        fences += [run.span() for run in either.finditer(block)]
    return fences


def is_at_start(block: str, place: int) -> bool:
    """Tell whether a place is at the start of a line."""
    before = block[max(place - 2, 0) : place].rstrip()
    return before.endswith(BREAK) or (not before and place < 2)


def brackets_in_links(block: str) -> Iterator[int]:
    """Yield the places of brackets that would end the text of a link early."""
    for link in _LINK.finditer(block):
        if "[" not in link.group() and "]" not in link.group():
            continue
        depth, is_closed = 0, True
        places = [link.start() + found.start() for found in _BRACKETS.finditer(link.group())]
        for place in places:
            depth += 1 if block[place] == "[" else -1
            is_closed = is_closed and depth >= 0
        if depth or not is_closed or "](" in link.group() or "[^" in link.group():
            yield from places


def with_fit_emphasis(block: str) -> str:
    """Return a text with emphasis that Markdown can express.

    CommonMark reads ``**a:**b`` as text with asterisks, and ``**a**:b`` as emphasis: punctuation goes out.
    Emphasis that it still would not read goes.
    """
    if unfit_emphasis(block):
        block = _AFTER_BEGINNING.sub(r"\2\1", _BEFORE_END.sub(r"\2\1", block))
        for _ in range(MOST_ROUNDS):
            unfit = unfit_emphasis(block)
            if not unfit:
                return block
            block = edited(block, {(place, place + 1): GONE for place in unfit})
        return block.replace(STRONG, GONE).replace(END_STRONG, GONE)
    return block


def unfit_emphasis(block: str) -> set[int]:
    """Return the places of the signs of emphasis whose asterisks would be read as text or as others."""
    opened: list[tuple[int, bool]] = []
    unfit = set()
    parts = BREAK * 2 in block  # a converter begins another paragraph there
    for run in _EMPHASIS.finditer(block):
        start, stop = run.span()
        before, after = kind_beside(block, start - 1, -1), kind_beside(block, stop, 1)
        if block[start] == STRONG:
            fits = (before in " ." or after == "w") and after != " " and before != END_STRONG
            opened += [(place, fits) for place in range(start, stop)]
            continue
        fits = (after in (" ", ".", STRONG) or before == "w") and before != " "
        for place in range(start, stop):
            first, began = opened.pop() if opened else (place, False)
            if not (began and fits) or (parts and BREAK * 2 in block[first:place]):
                unfit |= {first, place}
    return unfit | {place for place, _ in opened}


def kind_beside(block: str, place: int, step: int) -> str:
    """Return the kind of the character at a place, or of the next one in a direction if it is gone.

    It is " " for white space, "." for punctuation, "w" for others, and signs of emphasis themselves.
    """
    while 0 <= place < len(block) and block[place] == GONE:
        place += step
    char = block[place] if 0 <= place < len(block) else " "
    if char.isspace() or char == BREAK:
        return " "
    if char in (STRONG, END_STRONG):
        return char
    if char in (LINK, END_LINK, CODE, END_CODE, PICTURE, INLINE):
        return "."
    return "." if category(char)[0] in "PS" else "w"
