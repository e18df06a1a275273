"""Documents → the source formats of programs, and the Markdown that is expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

from .rendered_documents import (
    Code,
    Document,
    Element,
    Formula,
    Heading,
    Inline,
    List,
    Paragraph,
    Quote,
    Table,
    inlines,
)

#: A piece of a text → the same in a source format.
Piece = Callable[[Inline], str]


def joined(text: str, piece: Piece) -> str:
    return "".join(map(piece, inlines(text)))


def items_of(items: Sequence[str | tuple[str, Sequence[str]]]) -> list[tuple[str, Sequence[str]]]:
    return [(item, ()) if isinstance(item, str) else item for item in items]


def indented(text: str, by: str) -> str:
    return "\n".join(by + line if line else line for line in text.split("\n"))


# --- Markdown -------------------------------------------------------------------------------


def markdown(document: Document, inline: str = "$", display: str = "$$") -> str:
    r"""Write Markdown, with formulas between the given signs; "\\(" closes with "\\)".

    >>> markdown([Heading(1, "a"), Paragraph("b ⟨x^2⟩ `c`"), Formula("y"), List(["d", ("e", ["f"])])])
    '# a\n\nb $x^2$ `c`\n\n$$\ny\n$$\n\n- d\n- e\n  - f\n'
    """

    def piece(one: Inline) -> str:
        return {
            "text": one.text,
            "formula": f"{inline}{one.text}{closing(inline)}",
            "code": f"`{one.text}`",
            "bold": f"**{one.text}**",
            "link": f"[{one.text}]({one.url})",
        }[one.kind]

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(joined(cell, piece) for cell in cells) + " |"

    def of(element: Element) -> str:
        if isinstance(element, Heading):
            return "#" * element.level + " " + joined(element.text, piece)
        if isinstance(element, Paragraph):
            return joined(element.text, piece)
        if isinstance(element, Quote):
            return "> " + joined(element.text, piece)
        if isinstance(element, Formula):
            return f"{display}\n{element.tex}\n{closing(display)}"
        if isinstance(element, Code):
            return f"```{element.language}\n{element.code}\n```"
        if isinstance(element, Table):
            head, *rows = element.rows
            return "\n".join([row(head), row(["---"] * len(head)), *map(row, rows)])
        return markdown_list(element, piece)

    return "\n\n".join(map(of, document)) + "\n"


def closing(sign: str) -> str:
    return sign.replace("(", ")").replace("[", "]")


def markdown_list(element: List, piece: Piece) -> str:
    lines = []
    for number, (item, below) in enumerate(items_of(element.items), 1):
        lines.append(
            f"{number}. " * element.is_ordered + "- " * (not element.is_ordered) + joined(item, piece)
        )
        lines += [
            "    - " * element.is_ordered + "  - " * (not element.is_ordered) + joined(one, piece)
            for one in below
        ]
    return "\n".join(lines)


# --- HTML -----------------------------------------------------------------------------------


def raw_tex(tex: str, is_display: bool) -> str:
    return escape(f"\\[{tex}\\]" if is_display else f"\\({tex}\\)", quote=False)


def plain_code(language: str, code: str) -> str:
    return f'<pre><code class="language-{language}">{escape(code)}\n</code></pre>'


def html(
    document: Document,
    formula: Callable[[str, bool], str] = raw_tex,
    code: Callable[[str, str], str] = plain_code,
) -> str:
    r"""Write HTML, with formulas and blocks of code as the given functions write them.

    >>> print(html([Heading(2, "a"), Paragraph("b ⟨x<y⟩"), List(["c", ("d", ["e"])])]), end="")
    <h2>a</h2>
    <p>b \(x&lt;y\)</p>
    <ul><li>c</li><li>d<ul><li>e</li></ul></li></ul>
    """

    def piece(one: Inline) -> str:
        written = escape(one.text, quote=False)
        if one.kind == "formula":
            return formula(one.text, False)
        if one.kind == "link":
            return f'<a href="{escape(one.url)}">{written}</a>'
        return {"text": written, "code": f"<code>{written}</code>", "bold": f"<strong>{written}</strong>"}[
            one.kind
        ]

    def row(cells: Sequence[str], name: str) -> str:
        return "<tr>" + "".join(f"<{name}>{joined(cell, piece)}</{name}>" for cell in cells) + "</tr>"

    def of(element: Element) -> str:
        if isinstance(element, Heading):
            return f"<h{element.level}>{joined(element.text, piece)}</h{element.level}>"
        if isinstance(element, Paragraph):
            return f"<p>{joined(element.text, piece)}</p>"
        if isinstance(element, Quote):
            return f"<blockquote><p>{joined(element.text, piece)}</p></blockquote>"
        if isinstance(element, Formula):
            return f"<p>{formula(element.tex, True)}</p>"
        if isinstance(element, Code):
            return code(element.language, element.code)
        if isinstance(element, Table):
            head, *rows = element.rows
            body = "".join(row(cells, "td") for cells in rows)
            return f"<table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table>"
        name, items = ("ol" if element.is_ordered else "ul"), ""
        for item, below in items_of(element.items):
            inner = "".join(f"<li>{joined(one, piece)}</li>" for one in below)
            items += f"<li>{joined(item, piece)}{f'<ul>{inner}</ul>' if inner else ''}</li>"
        return f"<{name}>{items}</{name}>"

    return "\n".join(map(of, document)) + "\n"


# --- reStructuredText, AsciiDoc and LaTeX ---------------------------------------------------


def restructured_text(document: Document) -> str:
    def piece(one: Inline) -> str:
        return {
            "text": one.text,
            "formula": f":math:`{one.text}`",
            "code": f"``{one.text}``",
            "bold": f"**{one.text}**",
            "link": f"`{one.text} <{one.url}>`__",
        }[one.kind]

    def of(element: Element) -> str:
        if isinstance(element, Heading):
            return element.text + "\n" + "=-~"[element.level - 1] * len(element.text)
        if isinstance(element, Paragraph):
            return joined(element.text, piece)
        if isinstance(element, Quote):
            return "..\n\n" + indented(joined(element.text, piece), "    ")
        if isinstance(element, Formula):
            return ".. math::\n\n" + indented(element.tex, "   ")
        if isinstance(element, Code):
            return f".. code-block:: {element.language}\n\n" + indented(element.code, "   ")
        if isinstance(element, Table):
            rows = ["   * - " + "\n     - ".join(joined(cell, piece) for cell in row) for row in element.rows]
            return ".. list-table::\n   :header-rows: 1\n\n" + "\n".join(rows)
        lines = []
        for item, below in items_of(element.items):
            sign = "#. " if element.is_ordered else "* "
            lines.append(sign + joined(item, piece))
            lines += (
                ["", *(" " * len(sign) + "* " + joined(one, piece) for one in below), ""] if below else []
            )
        return "\n".join(lines)

    return "\n\n".join(map(of, document)) + "\n"


def asciidoc(document: Document) -> str:
    def piece(one: Inline) -> str:
        return {
            "text": one.text,
            "formula": "latexmath:[" + one.text.replace("]", r"\]") + "]",
            "code": f"`+{one.text}+`",
            "bold": f"*{one.text}*",
            "link": f"{one.url}[{one.text}]",
        }[one.kind]

    def of(element: Element) -> str:
        if isinstance(element, Heading):
            return "=" * element.level + " " + joined(element.text, piece)
        if isinstance(element, Paragraph):
            return joined(element.text, piece)
        if isinstance(element, Quote):
            return f"[quote]\n____\n{joined(element.text, piece)}\n____"
        if isinstance(element, Formula):
            return f"[latexmath]\n++++\n{element.tex}\n++++"
        if isinstance(element, Code):
            return f"[source,{element.language}]\n----\n{element.code}\n----"
        if isinstance(element, Table):
            rows = "\n\n".join("\n".join("|" + cell_of(cell, piece) for cell in row) for row in element.rows)
            return f'[%header,cols="{",".join(["1"] * len(element.rows[0]))}"]\n|===\n{rows}\n|==='
        lines = []
        for item, below in items_of(element.items):
            lines.append((". " if element.is_ordered else "* ") + joined(item, piece))
            lines += ["** " + joined(one, piece) for one in below]
        return "\n".join(lines)

    return "\n\n".join(map(of, document)) + "\n"


def cell_of(cell: str, piece: Piece) -> str:
    return joined(cell, piece).replace("|", r"\|")


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "°": r"\textdegree{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def in_latex(text: str) -> str:
    """Return a text with the signs of LaTeX escaped.

    >>> in_latex("5 % of $1_0")
    '5 \\\\% of \\\\$1\\\\_0'
    """
    return re.sub(r"[\\°~^]|[%$&#_{}]", lambda found: _SPECIAL.get(found[0], "\\" + found[0]), text)


def latex(document: Document) -> str:
    def piece(one: Inline) -> str:
        return {
            "text": in_latex(one.text),
            "formula": f"${one.text}$",
            "code": f"\\texttt{{{in_latex(one.text)}}}",
            "bold": f"\\textbf{{{in_latex(one.text)}}}",
            "link": f"\\href{{{one.url}}}{{{in_latex(one.text)}}}",
        }[one.kind]

    def of(element: Element) -> str:
        if isinstance(element, Heading):
            return (
                "\\"
                + ("section", "subsection", "subsubsection")[element.level - 1]
                + f"*{{{joined(element.text, piece)}}}"
            )
        if isinstance(element, Paragraph):
            return joined(element.text, piece)
        if isinstance(element, Quote):
            return f"\\begin{{quote}}\n{joined(element.text, piece)}\n\\end{{quote}}"
        if isinstance(element, Formula):
            return f"\\[\n{element.tex}\n\\]"
        if isinstance(element, Code):
            return f"\\begin{{lstlisting}}\n{element.code}\n\\end{{lstlisting}}"
        if isinstance(element, Table):
            rows = " \\\\\n".join(" & ".join(joined(cell, piece) for cell in row) for row in element.rows)
            head, _, body = rows.partition("\n")
            return f"\\begin{{tabular}}{{{'l' * len(element.rows[0])}}}\n{head}\n\\hline\n{body}\n\\end{{tabular}}"
        return latex_list(element, piece)

    return PREAMBLE + "\n\n".join(map(of, document)) + "\n\\end{document}\n"


def latex_list(element: List, piece: Piece) -> str:
    name, lines = ("enumerate" if element.is_ordered else "itemize"), []
    for item, below in items_of(element.items):
        lines.append(f"\\item {joined(item, piece)}")
        if below:
            inner = "\n".join(f"\\item {joined(one, piece)}" for one in below)
            lines.append(f"\\begin{{itemize}}\n{inner}\n\\end{{itemize}}")
    return f"\\begin{{{name}}}\n" + "\n".join(lines) + f"\n\\end{{{name}}}"


PREAMBLE = (
    "\\documentclass{article}\n\\usepackage{amsmath,amssymb,listings,hyperref,textcomp}\n\\begin{document}\n"
)
