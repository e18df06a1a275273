"""Definitions, footnotes and blank lines in Markdown, around a converter that has none or another form.

A definition and a footnote are converted as items of a list, which begin and end with a mark; afterwards
the item's bullet becomes ``:`` or ``[^1]:``, and its further lines move to the right::

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


def item(mark: str, paragraph: str) -> str:
    """Return the beginning of an item with a mark."""
    return f"<li>{paragraph}{mark}"


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
            return "<ul>" + item(MEANING, paragraph) if is_item[-1] else f"<div>{paragraph}"
        return end_of_item(html, tag.start()) + "</ul>\n" if is_item.pop() else "</div>\n"

    return _DEFINITIONS.sub(replaced, html)


def short_definitions(html: str) -> set[int]:
    """Return where the lists of definitions begin that have one paragraph of text in each meaning.

    >>> short_definitions("<dl><dt>a</dt><dd>b</dd></dl><dl><dt>c</dt><dd><pre>d</pre></dd></dl>")
    {0}
    """
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
            return item(f"{NOTE}[^{labels[number.group(1)]}]: ", after.strip())
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
