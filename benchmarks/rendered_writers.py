"""Documents → the source formats of programs, and the Markdown that is expected."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from html import escape

from .rendered_documents import (
    Code,
    Document,
    Formula,
    Heading,
    Inline,
    List,
    Paragraph,
    Quote,
    Table,
    inlines,
)


class Writer(ABC):
    """A source format: a method for pieces of texts, and one for each kind of element."""

    #: what is above and below the elements
    above = below = ""

    def write(self, document: Document) -> str:
        parts = (getattr(self, type(element).__name__.lower())(element) for element in document)
        return self.above + "\n\n".join(parts) + "\n" + self.below

    def text(self, text: str) -> str:
        return "".join(map(self.piece, inlines(text)))

    @abstractmethod
    def piece(self, one: Inline) -> str: ...

    def paragraph(self, element: Paragraph) -> str:
        return self.text(element.text)


def items_of(element: List) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each item with the items below it."""
    return ((item, ()) if isinstance(item, str) else item for item in element.items)


def indented(text: str, by: str) -> str:
    return "\n".join(by + line if line else line for line in text.split("\n"))


class Markdown(Writer):
    r"""Formulas stand between the given signs.

    >>> Markdown().write([Heading(1, "a"), Paragraph("⟨x^2⟩ `c`"), Formula("y"), List(["d", ("e", ["f"])])])
    '# a\n\n$x^2$ `c`\n\n$$\ny\n$$\n\n- d\n- e\n  - f\n'
    """

    def __init__(self, inline: str = "$", display: str = "$$") -> None:
        self.inline, self.display = inline, display

    def piece(self, one: Inline) -> str:
        return {
            "text": one.text,
            "formula": self.inline + one.text + self.inline,
            "code": f"`{one.text}`",
            "bold": f"**{one.text}**",
            "link": f"[{one.text}]({one.url})",
        }[one.kind]

    def heading(self, element: Heading) -> str:
        return "#" * element.level + " " + self.text(element.text)

    def quote(self, element: Quote) -> str:
        return "> " + self.text(element.text)

    def formula(self, element: Formula) -> str:
        return f"{self.display}\n{element.tex}\n{self.display}"

    def code(self, element: Code) -> str:
        return f"```{element.language}\n{element.code}\n```"

    def table(self, element: Table) -> str:
        head, *rows = ("| " + " | ".join(map(self.text, row)) + " |" for row in element.rows)
        return "\n".join([head, "|" + " --- |" * len(element.rows[0]), *rows])

    def list(self, element: List) -> str:
        lines = []
        for number, (item, below) in enumerate(items_of(element), 1):
            sign = f"{number}. " if element.is_ordered else "- "
            lines += [sign + self.text(item), *(" " * len(sign) + "- " + self.text(one) for one in below)]
        return "\n".join(lines)


def raw_tex(tex: str, is_display: bool) -> str:
    return escape(f"\\[{tex}\\]" if is_display else f"\\({tex}\\)", quote=False)


def plain_code(language: str, code: str) -> str:
    return f'<pre><code class="language-{language}">{escape(code)}\n</code></pre>'


class Html(Writer):
    r"""Formulas and blocks of code are as the given functions write them.

    >>> Html().write([Paragraph("b ⟨x<y⟩"), List(["c", ("d", ["e"])])])
    '<p>b \\(x&lt;y\\)</p>\n\n<ul><li>c</li><li>d<ul><li>e</li></ul></li></ul>\n'
    """

    def __init__(
        self,
        formula: Callable[[str, bool], str] = raw_tex,
        code: Callable[[str, str], str] = plain_code,
    ) -> None:
        self.of_formula, self.of_code = formula, code

    def piece(self, one: Inline) -> str:
        written = escape(one.text, quote=False)
        if one.kind == "formula":
            return self.of_formula(one.text, False)
        if one.kind == "link":
            return f'<a href="{escape(one.url)}">{written}</a>'
        return {"text": written, "code": f"<code>{written}</code>", "bold": f"<b>{written}</b>"}[one.kind]

    def element(self, name: str, text: str) -> str:
        return f"<{name}>{self.text(text)}</{name}>"

    def heading(self, element: Heading) -> str:
        return self.element(f"h{element.level}", element.text)

    def paragraph(self, element: Paragraph) -> str:
        return self.element("p", element.text)

    def quote(self, element: Quote) -> str:
        return f"<blockquote>{self.element('p', element.text)}</blockquote>"

    def formula(self, element: Formula) -> str:
        return f"<p>{self.of_formula(element.tex, True)}</p>"

    def code(self, element: Code) -> str:
        return self.of_code(element.language, element.code)

    def table(self, element: Table) -> str:
        head, *rows = element.rows
        first = "".join(self.element("th", cell) for cell in head)
        body = "".join("<tr>" + "".join(self.element("td", cell) for cell in row) + "</tr>\n" for row in rows)
        return f"<table><thead><tr>{first}</tr></thead><tbody>\n{body}</tbody></table>"

    def list(self, element: List) -> str:
        name, items = ("ol" if element.is_ordered else "ul"), ""
        for item, below in items_of(element):
            inner = "".join(self.element("li", one) for one in below)
            items += f"<li>{self.text(item)}{inner and f'<ul>{inner}</ul>'}</li>"
        return f"<{name}>{items}</{name}>"


class RestructuredText(Writer):
    def piece(self, one: Inline) -> str:
        return {
            "text": one.text,
            "formula": f":math:`{one.text}`",
            "code": f"``{one.text}``",
            "bold": f"**{one.text}**",
            "link": f"`{one.text} <{one.url}>`__",
        }[one.kind]

    def heading(self, element: Heading) -> str:
        return element.text + "\n" + "=-~"[element.level - 1] * len(element.text)

    def quote(self, element: Quote) -> str:
        return "..\n\n" + indented(self.text(element.text), "    ")

    def formula(self, element: Formula) -> str:
        return ".. math::\n\n" + indented(element.tex, "   ")

    def code(self, element: Code) -> str:
        return f".. code-block:: {element.language}\n\n" + indented(element.code, "   ")

    def table(self, element: Table) -> str:
        rows = ("   * - " + "\n     - ".join(map(self.text, row)) for row in element.rows)
        return ".. list-table::\n   :header-rows: 1\n\n" + "\n".join(rows)

    def list(self, element: List) -> str:
        sign, lines = ("#. " if element.is_ordered else "* "), []
        for item, below in items_of(element):
            lines.append(sign + self.text(item))
            if below:
                lines += ["", *(" " * len(sign) + "* " + self.text(one) for one in below), ""]
        return "\n".join(lines)


class AsciiDoc(Writer):
    def piece(self, one: Inline) -> str:
        return {
            "text": one.text,
            "formula": "latexmath:[" + one.text.replace("]", r"\]") + "]",
            "code": f"`+{one.text}+`",
            "bold": f"*{one.text}*",
            "link": f"{one.url}[{one.text}]",
        }[one.kind]

    def heading(self, element: Heading) -> str:
        return "=" * element.level + " " + self.text(element.text)

    def quote(self, element: Quote) -> str:
        return f"[quote]\n____\n{self.text(element.text)}\n____"

    def formula(self, element: Formula) -> str:
        return f"[latexmath]\n++++\n{element.tex}\n++++"

    def code(self, element: Code) -> str:
        return f"[source,{element.language}]\n----\n{element.code}\n----"

    def table(self, element: Table) -> str:
        rows = ("\n".join("|" + self.text(cell).replace("|", r"\|") for cell in row) for row in element.rows)
        columns = ",".join("1" * len(element.rows[0]))
        return f'[%header,cols="{columns}"]\n|===\n' + "\n\n".join(rows) + "\n|==="

    def list(self, element: List) -> str:
        lines = []
        for item, below in items_of(element):
            sign = ". " if element.is_ordered else "* "
            lines += [sign + self.text(item), *("** " + self.text(one) for one in below)]
        return "\n".join(lines)


_NAMES = {"\\": r"\textbackslash{}", "°": r"\textdegree{}", "~": r"\textasciitilde{}"}
_NAMES["^"] = r"\textasciicircum{}"


def in_latex(text: str) -> str:
    r"""Return a text with the signs of LaTeX escaped.

    >>> in_latex("5 % of $1_0")
    '5 \\% of \\$1\\_0'
    """
    return re.sub(r"[\\°~^%$&#_{}]", lambda sign: _NAMES.get(sign[0], "\\" + sign[0]), text)


class Latex(Writer):
    above = (
        "\\documentclass{article}\n\\usepackage{amsmath,amssymb,listings,hyperref,textcomp}\n"
        "\\begin{document}\n"
    )
    below = "\\end{document}\n"

    def piece(self, one: Inline) -> str:
        written = in_latex(one.text)
        return {
            "text": written,
            "formula": f"${one.text}$",
            "code": f"\\texttt{{{written}}}",
            "bold": f"\\textbf{{{written}}}",
            "link": f"\\href{{{one.url}}}{{{written}}}",
        }[one.kind]

    def within(self, name: str, *lines: str, argument: str = "") -> str:
        return "\n".join([f"\\begin{{{name}}}{argument}", *lines, f"\\end{{{name}}}"])

    def heading(self, element: Heading) -> str:
        return f"\\{'sub' * (element.level - 1)}section*{{{self.text(element.text)}}}"

    def quote(self, element: Quote) -> str:
        return self.within("quote", self.text(element.text))

    def formula(self, element: Formula) -> str:
        return f"\\[\n{element.tex}\n\\]"

    def code(self, element: Code) -> str:
        return self.within("lstlisting", element.code)

    def table(self, element: Table) -> str:
        head, *rows = (" & ".join(map(self.text, row)) + r" \\" for row in element.rows)
        columns = "{" + "l" * len(element.rows[0]) + "}"
        return self.within("tabular", head, r"\hline", *rows, argument=columns)

    def list(self, element: List) -> str:
        lines = []
        for item, below in items_of(element):
            lines.append(f"\\item {self.text(item)}")
            if below:
                lines.append(self.within("itemize", *(f"\\item {self.text(one)}" for one in below)))
        return self.within("enumerate" if element.is_ordered else "itemize", *lines)
