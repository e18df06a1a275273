"""Which characters of a line Markdown would read as mark-up, by the place where they stand.

CommonMark 0.31 and the extensions of GitHub decide: an asterisk counts if emphasis may begin or end there
(6.2), a backtick if there is a second one, ``#`` and ``-`` at the start of a line.  A line comes with a
*sign*, a control character that no text has, for each mark that is to be written in it, so that what stands
beside a mark is looked at as it will be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

#: A line break, a tag or a formula, code or a picture, the ends of emphasis and of links, the mark of a
#: footnote, emphasis that is not written, and the ends of struck-out text.
BREAK, TAG, CODE, OPEN, CLOSE, LINK, END_LINK, NOTE, GONE, STRUCK, END_STRUCK = (
    "\x05\x06\x07\x0e\x0f\x10\x11\x12\x13\x14\x15"
)
#: Where a line stands: in some places other signs count.
PROSE, CELL, HEADING, ITEM = range(4)

#: In longer lines each sign gets a backslash: to look at what stands beside each takes time and memory.
LONG = 10_000
#: Emphasis is tried again so often after some of it has gone; then all goes.
MOST_ROUNDS = 3

ENTITY = r"(?:[A-Za-z][A-Za-z0-9]{1,31}|\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6});"
#: What may need a backslash: a sign, the start of a line, and marks beside links; most lines have none of it.
_SIGN = re.compile(rf"[\\*_`~$<\[\]&{NOTE}]")
_START = re.compile(r"\s?[-+=:|\#>0-9]")
_START_BEHIND = re.compile(rf"{BREAK}\s?[-+=:|\#>0-9]")
_BESIDE_LINK = re.compile(f"[!^]{LINK}|{LINK}\\^")
#: Ranges of all signs, and of all but line breaks; no text of a line has other characters of these ranges.
_ANY, _INLINE = f"{BREAK}-{END_STRUCK}", f"{TAG}-{END_STRUCK}"
_BACKSLASH = re.compile(rf"\\(?=[!-/:-@\[-`{{-~{_ANY}]|\s*\Z)")
#: What is mark-up wherever it stands: a tag or an address, a reference, a link, a footnote, a picture.
_EVERYWHERE = re.compile(
    rf"<(?=[A-Za-z/!?{_ANY}])|&(?={ENTITY})|\](?=[{_INLINE}]*\()|\[(?=\^)|[!^](?=[{LINK}{NOTE}\[])"
    rf"|(?<={LINK})\^|(?<={NOTE})\("
)
#: What is mark-up at the start of a line; the group is what the backslash stands before.
_AT_START = re.compile(
    rf"(?:\A|(?<={BREAK}))\s*(?:"
    rf"(\#){{1,6}}(?=\s|{BREAK}|\Z)"
    r"|(>)"
    rf"|([-+*:~])(?=[\s{BREAK}]|\Z)"
    rf"|[0-9]{{1,9}}([.)])(?=[\s{BREAK}]|\Z)"
    rf"|([-=*_|:+~])[-=*_|:~ ]*(?={BREAK}|\Z)"  # an underline, a rule, the line below the head of a table
    r"|(~)~~"
    r"|(\[)[^\]]{1,999}\]:"
    rf"|{NOTE}(:)"
    r")"
)
#: The group of what may be a rule.
_RULE = 5
_TASK = re.compile(rf"\s*(\[)[ xX]\](?=[\s{BREAK}]|\Z)")
_END_OF_HEADING = re.compile(r"(?:^|(?<=\s))(\#)\#*\s*\Z")
_SIGNS = re.compile(f"[{BREAK}-{CODE}{OPEN}-{END_STRUCK}]")
_LINK = re.compile(f"{LINK}[^{END_LINK}]*{END_LINK}")
_BRACKETS = re.compile(r"[\[\]]")
BACKTICKS = re.compile("`+")


def delimiters(char: str, is_cell: bool) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the runs of a delimiter that may begin something, that may end it, and both."""
    c, space = re.escape(char), r"\s" if is_cell else rf"\s{BREAK}"  # in a cell a break is a tag
    before = {"_": r"\w"}.get(char, c)  # no letter before the beginning and behind the end of emphasis
    behind = {"_": r"\w", "$": r"[$\d]"}.get(char, c)
    opens, closes = rf"(?<!{before}{c}){c}*(?=[^{space}{c}])", rf"(?<=[^{space}{c}]{c}){c}*(?!{behind})"
    return re.compile(c + opens), re.compile(c + closes), re.compile(f"{c}(?:{opens}|{closes})")


_DELIMITERS = [{char: delimiters(char, is_cell) for char in "*_~$"} for is_cell in (False, True)]


def with_marks(text: str, marks: list[str], place: int, has_formulas: bool) -> str:
    """Return a line with a mark in place of each sign, and a backslash before what is none.

    Where there are formulas, any two dollars may be read as one.

    >>> with_marks("*a* \\x0eb:\\x0fc", ["**", "**"], PROSE, False)
    '\\\\*a\\\\* **b**:c'
    """
    if OPEN in text or STRUCK in text:
        text = with_fit_emphasis(text)
        if GONE in text:
            marks = [mark for sign, mark in zip(_SIGNS.findall(text), marks) if sign != GONE]
            text = text.replace(GONE, "")
            if CODE * 2 in text:
                text, marks = with_joined_code(text, marks)
    if may_need_backslash(text):
        text = escaped(text, place, "".join(marks), has_formulas)
    if marks:
        pieces = _SIGNS.split(text)
        text = "".join([pieces[0], *(part for pair in zip(marks, pieces[1:]) for part in pair)])
    text = text.strip()
    return text.replace("|", "\\|") if place == CELL and "|" in text else text


def may_need_backslash(text: str) -> bool:
    """Tell whether a line has anything that is mark-up in some places."""
    return (
        _SIGN.search(text) is not None
        or _START.match(text) is not None
        or text.rstrip().endswith("#")
        or (BREAK in text and _START_BEHIND.search(text) is not None)
        or (LINK in text and _BESIDE_LINK.search(text) is not None)
    )


def escaped(text: str, place: int, marks: str = "", has_formulas: bool = False) -> str:
    """Return a line with a backslash before what would be read as mark-up; ``marks`` are those in it."""
    if len(text) > LONG:
        for char in "\\`*_~<[]&#$":
            text = text.replace(char, f"\\{char}")
        return _AT_START.sub(before_group, text)
    if "\\" in text:
        text = _BACKSLASH.sub(r"\\\\", text)
    if place != CELL:
        text = _AT_START.sub(before_group, text)
    if place == ITEM:
        text = _TASK.sub(before_group, text, 1) if _TASK.match(text) else text
    elif place == HEADING:
        text = _END_OF_HEADING.sub(before_group, text)
    # to readers that know no tables a row is one line
    if "`" in text and (text.count("`") > 1 or "`" in marks or place == CELL):
        text = text.replace("`", "\\`")
    for char, (opens, closes, either) in _DELIMITERS[place == CELL].items():
        if char not in text:
            continue
        if char == "$" and (has_formulas or "$" in marks):
            text = text.replace("$", "\\$")
            continue
        first = opens.search(text)
        is_beside = (char == "*" and OPEN in text) or (char == "~" and STRUCK in text)
        if is_beside or (first and closes.search(text, first.end())):
            text = either.sub(each, text)
    if LINK in text and ("[" in text or "]" in text):
        text = _LINK.sub(with_brackets, text)
    return _EVERYWHERE.sub(unless_escaped, text)


def escaped_start(text: str) -> str:
    """Return a line that has its backslashes, but has lost its beginning."""
    return _AT_START.sub(before_group, text, 1) if _AT_START.match(text) else text


def before_group(found: re.Match[str]) -> str:
    """Return what was found with a backslash before its group."""
    whole, group = found.group(), found.lastindex or 0
    at = found.start(group) - found.start()
    if group == _RULE and found.re is _AT_START and whole[at] in "*_~":  # the others may end emphasis
        return whole[:at] + "".join(f"\\{char}" if char in "*_~" else char for char in whole[at:])
    return f"{whole[:at]}\\{whole[at:]}"


def is_escaped(found: re.Match[str]) -> bool:
    """Tell whether an odd number of backslashes stands before what was found."""
    before = found.string[max(found.start() - 64, 0) : found.start()]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def each(found: re.Match[str]) -> str:
    """Return a run with a backslash before each character, but for one that has one."""
    run = found.group()
    made = "".join(f"\\{char}" for char in run)
    return made[1:] if is_escaped(found) else made


def unless_escaped(found: re.Match[str]) -> str:
    return found.group() if is_escaped(found) else f"\\{found.group()}"


def with_brackets(link: re.Match[str]) -> str:
    """Return a link with backslashes before its brackets if they would end its text early."""
    text = link.group()
    depth, is_fit = 0, "](" not in text and "[^" not in text
    for bracket in _BRACKETS.findall(text):
        depth += 1 if bracket == "[" else -1
        is_fit = is_fit and depth >= 0
    return text if is_fit and not depth else _BRACKETS.sub(unless_escaped, text)


# ------------------------------------------------------------------ code


def code_of(text: str) -> str:
    """Return code within a line."""
    text = " ".join(text.splitlines())
    runs = {len(run) for run in BACKTICKS.findall(text)}
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    space = " " if text[0] == "`" or text[-1] == "`" or text[0] == text[-1] == " " else ""
    return f"{fence}{space}{text}{space}{fence}"


def text_of(code: str) -> str:
    """Return the text of code within a line, as CommonMark (6.1) reads it.

    >>> text_of(code_of("`a")), text_of(code_of(" b "))
    ('`a', ' b ')
    """
    fence = len(code) - len(code.lstrip("`"))
    text = code[fence:-fence]
    return text[1:-1] if text[0] == text[-1] == " " and text.strip() else text


def with_joined_code(text: str, marks: list[str]) -> tuple[str, list[str]]:
    """Return a line in which no code stands right behind other code: their backticks would be one fence."""
    signs, kept = _SIGNS.findall(text), list[str]()
    pieces = _SIGNS.split(text)
    made = [pieces[0]]
    for n, (sign, mark) in enumerate(zip(signs, marks)):
        is_behind = n and sign == CODE == signs[n - 1] and not pieces[n]
        if is_behind and mark[:1] == "`" == kept[-1][:1]:
            kept[-1] = code_of(text_of(kept[-1]) + text_of(mark))
            made.append(pieces[n + 1])
        else:
            kept.append(mark)
            made += (sign, pieces[n + 1])
    return "".join(made), kept


# ------------------------------------------------------------------ emphasis

_MARKS = rf"(?:[^\w\s{_ANY}])+"
#: Punctuation on the inner side of the end and the beginning of emphasis, with a word outside.
_BEFORE_END = re.compile(rf"(?<=\w)({_MARKS})([{CLOSE}{END_STRUCK}]+)(?=\w)")
_AFTER_BEGINNING = re.compile(rf"(?<=\w)([{OPEN}{STRUCK}]+)({_MARKS})(?=\w)")
_EMPHASIS = re.compile(f"[{OPEN}{CLOSE}{STRUCK}{END_STRUCK}]")


def with_fit_emphasis(text: str) -> str:
    """Return a line with the emphasis that Markdown can express.

    CommonMark reads ``**a:**b`` as text with asterisks, and ``**a**:b`` as emphasis: punctuation goes out.
    Emphasis that it still would not read becomes GONE.
    """
    if not unfit_emphasis(text):
        return text
    text = _AFTER_BEGINNING.sub(r"\2\1", _BEFORE_END.sub(r"\2\1", text))
    for _ in range(MOST_ROUNDS):
        unfit = unfit_emphasis(text)
        if not unfit:
            return text
        text = "".join(GONE if n in unfit else char for n, char in enumerate(text))
    return _EMPHASIS.sub(GONE, text)


def unfit_emphasis(text: str) -> set[int]:
    """Return the places of the signs of emphasis that would not be read, or as others."""
    opened: list[tuple[int, bool]] = []
    unfit: set[int] = set()
    for sign in _EMPHASIS.finditer(text):
        at = sign.start()
        before, after = kind_beside(text, at, -1), kind_beside(text, at, 1)
        if sign.group() in (OPEN, STRUCK):
            fits = after != " " and (after == "w" or before != "w") and text[at - 1 : at] != CLOSE
            may_end = before != " " and (before == "w" or after != "w")
            opened.append((at, fits and not (opened and may_end)))  # it would end the one around it
            continue
        start, began = opened.pop()
        if not began or before == " " or (before != "w" and after == "w") or start + 1 == at:
            unfit |= {start, at}
    return unfit


def kind_beside(text: str, at: int, step: int) -> str:
    """Return what stands beside a sign of emphasis: "w" a word, "." punctuation, or " ".

    Other emphasis of the same delimiter does not count.
    """
    same: Sequence[str] = (OPEN, CLOSE, GONE) if text[at] in (OPEN, CLOSE) else (GONE,)
    at += step
    while 0 <= at < len(text) and text[at] in same:
        at += step
    if not 0 <= at < len(text) or text[at] == BREAK or text[at].isspace():
        return " "
    return "." if text[at] < " " or category(text[at])[0] in "PS" else "w"
