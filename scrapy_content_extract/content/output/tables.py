"""Tables, definitions, footnotes and blank lines of clean HTML, in the forms that Markdown has for them.

A table has a line above it for its caption, its first row for a header, which nearly always is one, empty
cells where a cell spans others, and a ``<br>`` between the lines of a cell.  The texts of its cells are made
first, so that :mod:`.escapes` sees them as they will stand.

The converter has no definitions and footnotes.  They are converted as items of a list, which begin and end
with a mark; then the item's bullet becomes ``:`` or ``[^1]:``, and its further lines move to the right::

    Term                          A text with a note.[^1]
    :   A meaning
                                  [^1]: The note
        in two paragraphs
"""

from __future__ import annotations

import re

#: A noncharacter, which no page has; see :data:`.escapes.BACKSLASH`.
MARK = "\uffff"
#: Stands between two characters that the converter would read as one sign.
NOTHING = MARK + "_"
#: A definition or a footnote begins, and it ends; a line is blank.
MEANING, NOTE, END, BLANK = (MARK + sign for sign in ":^;>")
#: Where the converter leaves out a blank line: before quotes, and in them behind lists and tables.
GAP = f"<p>{BLANK}</p>\n"
#: The columns by which the further lines of such an item move.
INDENT = "  "

_DEFINITIONS = re.compile(r"(</dt>\n?<dt>)|<(/?)(dl|dt|dd)>((?<=<dd>)<p>|\n)?")
_IN_DEFINITIONS = re.compile("<(/?)(dl|dd|p|pre|ul|ol|table|blockquote|figure)[ >]")
_QUOTE = re.compile("<blockquote>(?<!<li><blockquote>)(?<!<dd><blockquote>)(?<!<blockquote><blockquote>)")
_END = re.compile(f"</(?:ul|ol|table)>\n(?=<p>)(?!{GAP})")
_BLANK_LINE = re.compile(r"\A[ >]*\n")
#: The converter does not indent a line of an item that begins with an inline element.
_LINE = re.compile("<br>(?=<(?:a|b|i|em|strong|code|sub|sup|del|q|span|img)[ >])")
_BEGINNING = re.compile(rf"- {MARK}([:^])")

_REFERENCE = re.compile(r'(?:<sup>)?<a href="#fn([0-9]+)"(?: id="fnref[0-9]+")?>(.*?)</a>(?:</sup>)?')
_BACK = re.compile(r'<a href="#fnref[0-9]+">.*?</a>')
_EMPTY = re.compile(r"<(sup|b|strong|i|em)>\s*</\1>")
_ARROWS = re.compile(r'(<(?:li|p) id="fn[0-9]+">(?:<p>)?)[\s^,\u2191]+')
_ITEMS = re.compile(r"<(/?)(ol|ul|li)((?: [^>]*)?)>(<p>|\n)?")
_NOTE = re.compile('<p( id="fn[0-9]+")>(.*?)</p>\n?')
_ID = re.compile('id="fn([0-9]+)"')
_LABEL = re.compile("[A-Za-z0-9]{1,20}")


def with_marks(html: str) -> str:
    """Return HTML with definitions and footnotes as marked items, and marks where a line must be blank."""
    has_quotes = "<blockquote>" in html
    if has_quotes:
        html = _QUOTE.sub(rf"{GAP}\g<0>", html)
    if "<dl>" in html:
        html = with_definitions(html)
    if 'id="fn' in html:
        html = with_notes(html)
    if has_quotes:
        html = _END.sub(rf"\g<0>{GAP}", html)
    if "<li" in html:
        html = _LINE.sub(rf"\g<0>{NOTHING}", html)
    return html


def end_of_item(html: str, place: int) -> str:
    """Return the end of an item with a mark; after a paragraph or a list it is on a line of its own."""
    return f"<p>{END}</p></li>\n" if html[place - 1] == "\n" else f"{END}</li>\n"


def with_definitions(html: str) -> str:
    """Return HTML with terms as paragraphs, and meanings as items.

    Without a term meanings are paragraphs, and so they are in lists with more than a paragraph in each: most
    readers of Markdown know no definitions, and would take what is indented for code.
    """
    short = short_definitions(html)
    is_short: list[bool] = []  # of each open list
    has_term: list[bool] = []
    is_item: list[bool] = []  # of each open meaning

    def replaced(tag: re.Match[str]) -> str:
        terms, is_end, name, after = tag.groups()
        if terms:
            return "<br>"
        if name == "dt":
            has_term[-1] = True
            return f"<{is_end}p>" + "\n" * bool(is_end)
        if name == "dl":
            if is_end:
                has_term.pop()
                is_short.pop()
            else:
                has_term.append(False)
                is_short.append(tag.start() in short)
            return ""
        if not is_end:
            is_item.append(has_term[-1] and is_short[-1])
            paragraph = (after or "").strip()
            return f"<ul><li>{paragraph}{MEANING}" if is_item[-1] else f"<div>{paragraph}"
        return end_of_item(html, tag.start()) + "</ul>\n" if is_item.pop() else "</div>\n"

    return _DEFINITIONS.sub(replaced, html)


def short_definitions(html: str) -> set[int]:
    """Return where the lists of definitions begin that have one paragraph of text in each meaning."""
    found: set[int] = set()
    opened: list[int] = []
    paragraphs = 0
    for tag in _IN_DEFINITIONS.finditer(html):
        is_end, name = tag.groups()
        if name == "dl" and is_end:
            opened.pop()
        elif name == "dl":
            found.difference_update(opened[-1:])
            opened.append(tag.start())
            found.add(tag.start())
        elif name == "dd":
            paragraphs = 0
        elif opened and not is_end:
            paragraphs += name == "p"
            if name != "p" or paragraphs > 1:
                found.discard(opened[-1])
    return found


def with_notes(html: str) -> str:
    """Return HTML with references to footnotes as their labels, and the footnotes as items."""
    labels = labels_of(html)

    def reference(tag: re.Match[str]) -> str:
        label = labels.get(tag.group(1))
        return f"[^{label}]" if label else tag.group()

    html = _BACK.sub("", _REFERENCE.sub(reference, html))
    html = _NOTE.sub(r"<ul><li\1>\2</li>\n</ul>\n", _ARROWS.sub(r"\1", _EMPTY.sub("", html)))
    opened: list[str] = []
    lists = lists_of_notes(html)

    def replaced(tag: re.Match[str]) -> str:
        is_end, name, attributes, after = tag.groups()
        after = after or ""
        if is_end:
            begun = opened.pop()
            return end_of_item(html, tag.start()) if begun == "note" else f"</{begun}>{after}"
        number = _ID.search(attributes)
        if number and number.group(1) in labels:
            opened.append("note")
            return f"<li>{after.strip()}{NOTE}[^{labels[number.group(1)]}]: "
        if tag.start() in lists:
            name, attributes = "ul", ""
        opened.append(name)
        return f"<{name}{attributes}>{after}"

    return _ITEMS.sub(replaced, html)


def lists_of_notes(html: str) -> set[int]:
    """Return where the lists begin that have footnotes among their items."""
    found: set[int] = set()
    opened: list[int] = []
    for tag in _ITEMS.finditer(html):
        is_end, _, attributes, _ = tag.groups()
        if is_end:
            opened.pop()
        else:
            if "id=" in attributes:
                found.add(opened[-1])
            opened.append(tag.start())
    return found


def labels_of(html: str) -> dict[str, str]:
    """Return the labels of the footnotes by their numbers: what the page has, if no other note has it."""
    present, taken = set(_ID.findall(html)), set()
    labels: dict[str, str] = {}
    for number, text in _REFERENCE.findall(html):
        if number in present and number not in labels:
            label = _LABEL.search(text)
            labels[number] = label.group() if label and label.group() not in taken else f"n{number}"
            taken.add(labels[number])
    return labels


def without_marks(markdown: str) -> str:
    """Return Markdown with definitions, footnotes and blank lines in place of their marks."""
    if BLANK in markdown:
        markdown = with_blank_lines(markdown)
    if MEANING not in markdown and NOTE not in markdown:
        return markdown
    lines: list[str] = []
    columns: list[int] = []  # where the bullets of the open items stood
    for line in markdown.split("\n"):
        for n, column in enumerate(columns):
            place = column + n * len(INDENT)
            if len(line) > place:
                line = line[:place] + INDENT + line[place:]
        while begins := _BEGINNING.search(line):
            columns.append(begins.start() - len(columns) * len(INDENT))
            colon = ":   " if begins.group(1) == ":" else ""
            if colon and lines and not lines[-1].strip(" >"):
                lines.pop()  # a meaning follows its term at once
            line = line[: begins.start()] + colon + line[begins.end() :]
        if ends := line.count(END):
            del columns[-ends:]
            line = line.replace(END, "")
            if not line.strip(" >"):  # it stood on a line of its own
                lines.pop()
                continue
        lines.append(line)
    return "\n".join(lines)


def with_blank_lines(markdown: str) -> str:
    """Return Markdown with a blank line for each mark; the converter may have put others beside it.

    >>> with_blank_lines(f"> - a\\n> {BLANK}\\n>\\n> b\\n\\n{BLANK}\\n> c\\n")
    '> - a\\n>\\n> b\\n\\n> c\\n'
    """
    first, *others = markdown.split(BLANK + "\n")
    parts = [first]
    for part in others:
        before = parts[-1] = parts[-1].rstrip(" >")
        is_blank = not before[before.rfind("\n", 0, -1) + 1 :].strip(" >\n")
        parts.append(_BLANK_LINE.sub("", part, 1) if is_blank else part)
    return "".join(parts)


# Tables

TABLE = re.compile("<table>.*?</table>\n?", re.DOTALL)
#: In a list, the converter writes a table behind these as a part of them, unless it is in a figure.
BESIDE = ("<li>", "</ul>\n", "</ol>\n", "</table>\n", "</blockquote>\n")
_CAPTION = re.compile("<caption>(.*?)</caption>\n?", re.DOTALL)
_CELL = re.compile("<(t[dh])([^>]*)>(.*?)</t[dh]>", re.DOTALL)
_SPAN = re.compile('(col|row)span="([0-9]+)"')
_EMPHASIS = re.compile("</?(?:b|i|em|strong)>")
_IN_CELL = re.compile(r"(?:</?(?:ul|ol|dl|li|dt|dd|p)(?: [^>]*)?>\s*|<br>)+")
_PRE = re.compile("<pre>(?:<code[^>]*>)?(.*?)(?:</code>)?</pre>\n?", re.DOTALL)


def with_lines(html: str) -> str:
    """Return HTML with captions that are emphasised, and with cells on one line each."""
    html = _CAPTION.sub(lambda caption: f"<caption>{emphasised(in_cell(caption[1]))}</caption>\n", html)
    return _CELL.sub(lambda cell: f"<{cell[1]}{cell[2]}>{in_cell(cell[3])}</{cell[1]}>", html)


def emphasised(caption: str) -> str:
    """Return a caption that is emphasised as a whole, and so without emphasis in it."""
    return f"<em>{_EMPHASIS.sub('', caption)}</em>"


def with_grids(html: str) -> str:
    """Return HTML with tables that Markdown can express.

    >>> with_grids('<table>\\n<tr><td colspan="2">a</td></tr>\\n<tr><td>b</td><td>c</td></tr>\\n</table>')
    '<table><tr><th>a</th><th></th></tr><tr><td>b</td><td>c</td></tr></table>\\n'
    """

    def replaced(table: re.Match[str]) -> str:
        grid = with_grid(table.group())
        if html.endswith(BESIDE, 0, table.start()):  # a figure, where spaces before pictures would go
            return f"<figure>{grid.replace('<img ', f'{NOTHING}<img ')}</figure>\n"
        return grid

    return TABLE.sub(replaced, html)


def with_grid(table: str) -> str:
    """Return a table with a header, and as many cells in each row."""
    if "\\|" in table:  # in code; the converter would take the bar for an escaped one
        table = table.replace("\\|", f"\\{NOTHING}|")
    caption = _CAPTION.search(table)
    written = f"<p>{caption[1]}</p>\n" if caption else ""
    rows = [_CELL.findall(row) for row in table.split("<tr>")[1:]]
    if not rows:  # none was chosen
        return written
    grid = without_spans(rows) if "span=" in table else [[text for _, _, text in row] for row in rows]
    width = max(map(len, grid))
    written += "<table>"
    for n, row in enumerate(grid):
        name = "td" if n else "th"
        cells = [f"<{name}>{text}</{name}>" for text in row + [""] * (width - len(row))]
        written += f"<tr>{''.join(cells)}</tr>"
    return f"{written}</table>\n"


def without_spans(rows: list[list[tuple[str, str, str]]]) -> list[list[str]]:
    """Return the texts of the cells; a cell that spans others is the first of them, the others are empty."""
    grid: list[list[str]] = []
    below: dict[int, int] = {}  # by column, how many more rows a cell above goes down
    for row in rows:
        texts: list[str] = []
        left: dict[int, int] = {column: n - 1 for column, n in below.items() if n > 1}
        for _, attributes, text in row:
            while len(texts) in below:
                texts.append("")
            spans = {name: int(number) for name, number in _SPAN.findall(attributes)}
            for column in range(len(texts), len(texts) + spans.get("col", 1)):
                if spans.get("row", 1) > 1:
                    left[column] = spans["row"] - 1
                texts.append("")
            texts[-spans.get("col", 1)] = text
        grid.append(texts)
        below = left
    return grid


def in_cell(text: str) -> str:
    """Return the content of a cell on one line."""
    if "<pre>" in text:
        text = _PRE.sub(of_program, text)
    if "<li>" in text or "<d" in text or "<p>" in text or text.endswith("\n"):
        text = _IN_CELL.sub("<br>", text)
    return text.strip().removeprefix("<br>").removesuffix("<br>")


def of_program(program: re.Match[str]) -> str:
    """Return a program in a cell: code, line by line."""
    lines = program.group(1).split("\n")
    return "<br>" + "<br>".join(f"<code>{line}</code>" for line in lines if line.strip()) + "<br>"
