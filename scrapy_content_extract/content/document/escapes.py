"""Which characters of a line Markdown would read as mark-up, by the place where they stand.

CommonMark 0.31 and the extensions of GitHub decide: an asterisk counts if emphasis may begin or end there
(6.2), a backtick if there is a second one, ``#`` and ``-`` at the start of a line.  A line comes with a
*sign*, a control character that no text has, for each mark that is to be written in it, so that what stands
beside a mark is looked at as it will be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from unicodedata import category

#: A line break, a tag or a formula, code or a picture, the ends of emphasis and of links, the mark of a
#: footnote, emphasis that is not written, and the ends of struck-out text.
BREAK, TAG, CODE, OPEN, CLOSE, LINK, END_LINK, NOTE, GONE, STRUCK, END_STRUCK = (
    "\x05\x06\x07\x0e\x0f\x10\x11\x12\x13\x14\x15"
)
#: Where a line stands: in some places other signs count.
PROSE, CELL, HEADING, ITEM = range(4)

#: In longer lines each sign is escaped: to look at what stands beside each takes time and memory.
LONG = 10_000
#: Emphasis is tried again so often after some of it has gone; then all goes.
MOST_ROUNDS = 3
#: How a sign is written as text: by a reference if readers older than CommonMark, such as python-markdown,
#: know no backslash before it.
AS_TEXT = {char: f"\\{char}" for char in "\\`*_{[]()#+-.!>$"}
AS_TEXT |= {"<": "&lt;", "&": "&amp;", **{char: f"&#{ord(char)};" for char in "~:=|^"}}

ENTITY = r"\#?[A-Za-z0-9]+;"
#: What may be escaped: a sign, the start of a line, and marks beside links; most lines have none of it.
_SIGN = re.compile(rf"[\\*_`~$<\[\]&{{{NOTE}]")
_START = re.compile(r"\s?[-+=:|\#>0-9]")
_BESIDE_MARK = re.compile(rf"{BREAK}\s?[-+=:|\#>0-9]|!{LINK}|\^|==|>!")
#: Ranges of all signs, and of all but line breaks; no text of a line has other characters of these ranges.
_ANY, _INLINE = f"{BREAK}-{END_STRUCK}", f"{TAG}-{END_STRUCK}"
_BACKSLASH = re.compile(rf"\\(?=[!-/:-@\[-`{{-~{_ANY}]|\s*\Z)")
#: What is mark-up wherever it stands: a tag or an address, a reference, an address beside a footnote, ...
#: Each ends with its sign, and begins with one character, which regular expressions look for fast.
_IN_LONG = re.compile(rf"<(?=\S)|&(?={ENTITY})|{NOTE} ?\(")
#: ... a list of attributes, a link, which may stand apart from its address, a footnote, a picture.
_EVERYWHERE = re.compile(
    rf"{_IN_LONG.pattern}|\{{|\](?=[{_INLINE}]*\(|[{_INLINE} ]*\(\S*:)|\[(?=\^)|!(?=[{LINK}{NOTE}\[])"
    rf"|\^(?=[{LINK}{NOTE}\[])|{LINK}\^"
)
#: What may end in code to some readers: a link to marked, marked text to plugins of mistune.
_BESIDE_CODE = re.compile(r"[\[^]|=(?==)|>(?=!)")
#: What is mark-up at the start of a line; the group is what is escaped.
AT_START = re.compile(
    r"\s*(?:"
    r"(\#|>)"
    rf"|([-+*:~])(?=[\s{BREAK}]|\Z)"
    rf"|[0-9]{{1,9}}([.)])(?=[\s{BREAK}]|\Z)"
    rf"|([-=*_|:+~])[-=*_|:~ ]*(?={BREAK}|\Z)"  # an underline, a rule, the line below the head of a table
    r"|(~)~~"
    r"|(\*(?=\[)|\[)(?=\[?[^\]]{1,999}\]:)"  # also an abbreviation
    rf"|{NOTE}(:)"
    r")"
)
_TASK = re.compile(rf"\s*(\[)[ xX]\](?=[\s{BREAK}]|\Z)")
_END_OF_HEADING = re.compile(r"(?:^|(?<=\s))(\#)\#*\s*\Z")
_SIGNS = re.compile(f"[{BREAK}-{CODE}{OPEN}-{END_STRUCK}]")
_LINK = re.compile(f"({LINK}[^{END_LINK}]*{END_LINK})")
#: The text of a link that ends where it should to all readers: no brackets stand in others.
_IN_PAIRS = re.compile(r"[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*")
BACKTICKS = re.compile("`+")

#: An address that may stand between angle brackets: it ends where GitHub ends it, or after 8,000 parts.  Its
#: first letter stands alone, so that regular expressions look for it fast.
_IN_AUTOLINK = rf"[\w!#%*-;=?@~]|&(?!{ENTITY})"
_SCHEME = "(?:(?<=h)ttps?|(?<=f)tp):"
_REST = rf"//(?:{_IN_AUTOLINK}|\((?:{_IN_AUTOLINK}){{,8000}}\)){{1,8000}}(?<![!,.:;?])"
AUTOLINK = f"[hf]{_SCHEME}{_REST}"
#: What makes an address to GitHub's readers: they take all up to a space or a tag for it, as it is written.
_FIRST, _BEGINS = "HFWhfw", rf"(?i:{_SCHEME}(?=//)|(?<=w)ww\.)"
_ADDRESS = re.compile(rf"[{_FIRST}]{_BEGINS}[^\s{BREAK}{END_LINK}]*")
_WRITTEN = re.compile(rf"[\\{_INLINE}]|&(?={ENTITY})")
#: What they leave out at the end.
_PUNCTUATION = f"!\"'),.:?*_~{CLOSE}{END_STRUCK}"
_SIGN_OR_BEGIN = re.compile(f"[{_FIRST}{_ANY}](?:(?<={_SIGNS.pattern})|{_BEGINS})")
_SIGN_OR_ADDRESS = re.compile(f"[{_FIRST}{_ANY}](?:(?<={_SIGNS.pattern})|(?i:{_SCHEME}){_REST}|{_BEGINS})")


def delimiters(char: str, is_cell: bool) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the runs of a delimiter that may begin something, that may end it, and both."""
    c, space = re.escape(char), r"\s" if is_cell else rf"\s{BREAK}"  # in a cell a break is a tag
    before = {"_": r"\w"}.get(char, c)  # no letter before the beginning and behind the end of emphasis
    behind = {"_": r"\w", "$": r"[$\d]"}.get(char, c)
    opens, closes = rf"(?<!{before}{c}){c}*(?=[^{space}{c}])", rf"(?<=[^{space}{c}]{c}){c}*(?!{behind})"
    return re.compile(c + opens), re.compile(c + closes), re.compile(f"{c}(?:{opens}|{closes})")


_DELIMITERS = [{char: delimiters(char, is_cell) for char in "*_~$"} for is_cell in (False, True)]


def with_marks(text: str, marks: list[str], place: int, has_formulas: bool) -> str:
    """Return a line with a mark in place of each sign, and what is none escaped.

    Where there are formulas, any two dollars may be read as one.

    >>> with_marks("*a* \\x0eb:\\x0fc", ["**", "**"], PROSE, False)
    '\\\\*a\\\\* **b**:c'
    """
    text, marks = with_fit_marks(text, marks, place) if marks else (text, marks)
    may_be_escaped = (
        _SIGN.search(text)
        or _START.match(text)
        or (place == HEADING and "#" in text)
        or (marks and _BESIDE_MARK.search(text))
    )
    made = escaped(text, place, marks, has_formulas) if may_be_escaped else text
    has_bar = place == CELL and "|" in text
    if (marks or may_be_escaped or has_bar) and has_open_address(made, has_bar):
        text, marks = with_fit_marks(*with_closed_addresses(text, marks), place)
        made = escaped(text, place, marks, has_formulas)
    if marks:
        made = "".join([text + mark for text, mark in zip(_SIGNS.split(made), [*marks, ""])])
    return (made.replace("|", "\\|") if place == CELL and "|" in made else made).strip()


def escaped(text: str, place: int, marks: Sequence[str], has_formulas: bool) -> str:
    """Return a line in which no text would be read as mark-up; ``marks`` are those in it."""
    if len(text) > LONG:
        for char in "\\`*_~{[]$^!":
            text = text.replace(char, f"\\{char}")
        text = _IN_LONG.sub(lambda one: one[0][:-1] + AS_TEXT[one[0][-1]], text.replace("==", "=\\="))
        text = _LINK.sub(lambda link: link[0].replace("\\[", "&#91;").replace("\\]", "&#93;"), text)
        for sign in set(_SIGNS.findall(text)):
            text = text.replace(f"\\\\{sign}", f"&#92;{sign}")
        return with_text_at(text, places_at_starts(text))
    beside, references = "".join(marks), set[int]()
    places = {found.start() for found in _BACKSLASH.finditer(text)} if "\\" in text else set[int]()
    if place in (PROSE, ITEM):
        places.update(places_at_starts(text))
    if place in (ITEM, HEADING):
        found = _TASK.match(text) if place == ITEM else _END_OF_HEADING.search(text)
        places.update([found.start(1)] if found else ())
    # to readers that know no tables a row is one line; marked finds no link around one
    if "`" in text and (text.count("`") > 1 or "`" in beside or place == CELL or LINK in text):
        places.update(places_of("`", text))
    for char, (opens, closes, either) in _DELIMITERS[place == CELL].items():
        if char not in text:
            continue
        if char == "$" and (has_formulas or "$" in beside):
            places.update(places_of("$", text))
            continue
        first = opens.search(text)
        if char in beside or (first and closes.search(text, first.end())):
            places.update(n for found in either.finditer(text) for n in range(*found.span()))
    if "`" in beside and any(mark[:1] == "`" and ("<" in mark or "](" in mark) for mark in marks):
        places.update(found.start() for found in _BESIDE_CODE.finditer(text))
    places.update(found.end() - 1 for found in _EVERYWHERE.finditer(text))
    if marks and "\\" in text:
        references = {n for n in places if text[n] == "\\" and "\0" < text[n + 1 : n + 2] < " "}
    for link in _LINK.finditer(text):  # marked looks for links and pictures behind its backslashes, too
        brackets = {n for n in range(*link.span()) if text[n] in "[]"}
        is_definition = "]:" in link[0]  # of a link, to showdown, from the link's own bracket on
        if is_definition or not places.isdisjoint(brackets) or not _IN_PAIRS.fullmatch(link[0]):
            may_be_link = is_definition or "[" in link[0] or "](" in link[0]
            (references if may_be_link else places).update(brackets)
    return with_text_at(text, places, references)


def with_text_at(text: str, places: Collection[int], references: Collection[int] = ()) -> str:
    """Return a line in which the signs at some places are text, and those at others are references."""
    made, last = list[str](), 0
    for n in sorted({*places, *references}):
        made += (text[last:n], f"&#{ord(text[n])};" if n in references else AS_TEXT[text[n]])
        last = n + 1
    return "".join(made) + text[last:]


def places_of(char: str, text: str) -> list[int]:
    return [n for n, one in enumerate(text) if one == char]


def places_at_starts(text: str) -> list[int]:
    """Return what is to be escaped of what stands at the start of lines."""
    places = list[int]()
    starts = [0, *(found.end() for found in re.finditer(BREAK, text))]
    for found in filter(None, (AT_START.match(text, start) for start in starts)):
        at = found.start(found.lastindex or 0)
        others = range(at + 1, found.end()) if text[at] in "*_~" else ()  # they may end emphasis
        places += [at, *(n for n in others if text[n] in "*_~")]
    return places


def has_open_address(text: str, has_bar: bool) -> bool:
    """Tell whether readers would take what is escaped, such as a bar, or a mark for a part of an address."""
    if "://" not in text and "www." not in text.lower():
        return False
    text = text.replace("|", "\\") if has_bar else text
    runs = (found[0] for found in _ADDRESS.finditer(text))
    return any(_WRITTEN.search(run if "://" in run else run.rstrip(_PUNCTUATION)) for run in runs)


def with_closed_addresses(text: str, marks: Sequence[str]) -> tuple[str, list[str]]:
    """Return a line in which addresses are between angle brackets, or text to all readers, as in links."""
    made, left = list[str](), iter(marks)

    def mark(found: re.Match[str]) -> str:
        token, last = found[0], found[0][-1]
        if last in ":.":
            made.append(f"&#{ord(last)};")
            return f"{token[:-1]}{TAG}"
        made.append(next(left) if last < " " else f"<{token}>")
        return token if last < " " else TAG

    for n, part in enumerate(parts := _LINK.split(text)):
        parts[n] = (_SIGN_OR_BEGIN if n % 2 else _SIGN_OR_ADDRESS).sub(mark, part)
    return "".join(parts), made


# ------------------------------------------------------------------ code


def code_of(text: str) -> str:
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


def with_fit_code(text: str, marks: Sequence[str], place: int) -> tuple[str, list[str]]:
    """Return a line in which code is text if some reader would not find its end, or that of what is around.

    So it is with code behind other code, backticks in links and emphasis, tildes in struck-out text, and
    backslashes before bars in cells.
    """
    kept, left, around, end = list[str](), iter(marks), "", -1

    def fit(found: re.Match[str]) -> str:
        nonlocal around, end
        sign, mark = found[0], next(left)
        if sign in (OPEN, LINK, STRUCK):
            around += sign
        elif sign in (CLOSE, END_LINK, END_STRUCK):
            around = around[:-1]
        elif sign == CODE and mark[0] == "`":
            code = text_of(mark)
            is_unfit = (around and "`" in code) or (STRUCK in around and "~~" in code)
            if found.start() == end or is_unfit or (place == CELL and "\\|" in code):
                return code
            end = found.end()
        kept.append(mark)
        return sign

    return _SIGNS.sub(fit, text), kept


# ------------------------------------------------------------------ emphasis

_MARKS = rf"(?:[^\w\s{_ANY}])+"
#: Punctuation on the inner side of the end and the beginning of emphasis, with a word outside.
_BEFORE_END = re.compile(rf"(?<=\w)({_MARKS})([{CLOSE}{END_STRUCK}]+)(?=\w)")
_AFTER_BEGINNING = re.compile(rf"(?<=\w)([{OPEN}{STRUCK}]+)({_MARKS})(?=\w)")
_EMPHASIS = re.compile(f"[{OPEN}{CLOSE}{STRUCK}{END_STRUCK}]")


def with_fit_marks(text: str, marks: list[str], place: int) -> tuple[str, list[str]]:
    """Return a line and its marks without the code and the emphasis that Markdown cannot express."""
    for _ in range(MOST_ROUNDS):  # one may make another unfit
        if OPEN in text or STRUCK in text:
            text = with_fit_emphasis(text)
            if GONE in text:
                marks = [mark for sign, mark in zip(_SIGNS.findall(text), marks) if sign != GONE]
                text = text.replace(GONE, "")
        before = text
        if CODE in text:
            text, marks = with_fit_code(text, marks, place)
        if text == before:
            break
    return text, marks


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
