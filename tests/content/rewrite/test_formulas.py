"""Formulas as texts of their own: mark-up as each program writes it, prices and programs, hostile pages."""

import lxml.html
import pytest
from lxml import etree

from scrapy_content_extract.content import extract, page_of, rewrite
from scrapy_content_extract.content.rewrite import formulas, mathml
from scrapy_content_extract.content.rewrite.mathml import tex_of
from scrapy_content_extract.content.rewrite.tex import formulas_in, unwrapped, written
from tests.helpers.folders import ROOT
from tests.helpers.pages import EveryText, whole_html
from tests.helpers.python_side import in_python

ZHIHU = '<span class="ztext-math" data-eeimg="1" data-tex="a^1">a^1</span>'
DRAWN = '<span class="katex"><span class="katex-html" aria-hidden="true"><i>x</i><i>2</i></span></span>'
PROSE = "some words that nobody would draw"
LATEX2HTML = '<IMG WIDTH="13" HEIGHT="14" ALIGN="BOTTOM" BORDER="0" SRC="img3.png" ALT="$x^2$">'

#: What stands in a paragraph between "We take" and "now.", and the text that is read.
INLINE = {
    "MathJax 2, not drawn": ('<script type="math/tex">\\sqrt{1-x^2}</script>', "$\\sqrt{1-x^2}$"),
    "MathJax 2, MathML": ('<script type="math/mml"><math><mi>x</mi><mo>&lt;</mo><mi>y</mi></math></script>', "$x<y$"),
    "MathML alone": ("<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>", "$\\frac{a}{b}$"),
    "MathML with a label is displayed": (
        "<math><mtable><mlabeledtr><mtd><mn>1</mn></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable></math>", "$$x\\tag*{1}$$",
    ),
    "MathML with a prefix": ("<m:math><m:msup><m:mi>a</m:mi><m:mn>2</m:mn></m:msup></m:math>", "$a^2$"),
    "alttext": ('<math alttext="\\frac{a}{b}"><mfrac><mi>q</mi></mfrac></math>', "$\\frac{a}{b}$"),
    "alttext in words is none": ('<math alttext="one half of it"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', "$\\frac{1}{2}$"),
    "kramdown": ('<script type="math/tex">% <![CDATA[\na & b %]]></script>', "$a & b$"),
    "Pandoc": ('<span class="math inline">\\(x\\)</span>', "$x$"),
    "Pandoc, displayed": ('<span class="math display">\\[x_1\\]</span>', "$$x_1$$"),
    "Sphinx": ('<span class="math notranslate nohighlight">\\(n\\)</span>', "$n$"),
    "Arithmatex": ('<span class="arithmatex">\\(n\\)</span>', "$n$"),
    "GitHub": ('<math-renderer class="js-inline-math">$n$</math-renderer>', "$n$"),
    "GitLab": ('<code class="code math js-render-math" data-math-style="inline">a^b</code>', "$a^b$"),
    "Stack Exchange": ('<span class="math-container">$n$</span>', "$n$"),
    "Zhihu": (ZHIHU, "$a^1$"),
    "an attribute of what KaTeX has drawn": (f'<span class="math-inline" data-math="x^2">{DRAWN}</span>', "$x^2$"),
    "an attribute of an element that a script fills": ('<i class="inline-equation" data-expr="b"></i>', "$b$"),
    "an attribute of an element with prose": (f'<i class="formula" data-value="3">{PROSE}</i>', PROSE),
    "bare TeX": ('<span class="tex">\\alpha</span>', "$\\alpha$"),
    "WordPress": ('<img src="https://s0.wp.test/latex.php?latex=%5Ckappa_1&bg=fff" alt="\\kappa_1" class="latex">', "$\\kappa_1$"),
    "WordPress, not loaded": ('<img src="data:," data-src="/latex.php?latex=%5Ckappa_1" class="lazy">', "$\\kappa_1$"),
    "WordPress, not drawn": ("$latex \\kappa_1$", "$\\kappa_1$"),
    "codecogs": ('<img src="https://latex.cc.test/gif.latex?\\dpi{110}&space;x^2_1">', "$x^2_1$"),
    "mimetex": ('<img src="/cgi-bin/mimetex.cgi?\\alpha(z)+k">', "$\\alpha(z)+k$"),
    "mathtex": ('<img src="/cgi-bin/mathtex.cgi?x^2">', "$x^2$"),
    "eeimg": ('<img src="https://z.test/equation?tex=a_1%2Bb" alt="a_1+b" eeimg="1">', "$a_1+b$"),
    "Sphinx with pictures": ('<img class="math" src="_images/math/5f.png" alt="n">', "$n$"),
    "LaTeX2HTML": (LATEX2HTML, "$x^2$"),
    "a high picture": ('<img src="e7.png" alt="\\frac{a}{b}" height="300">', ""),
    "a picture with words": ('<img src="e7.png" alt="\\frac{a}{b} as a drawing">', ""),
    "a picture with a path": ('<img src="e7.png" alt="\\home\\a_b">', ""),
    "parentheses": ("\\(a_1 = b\\)", "$a_1 = b$"),
    "brackets": ("\\[a_1 = b\\]", "$$a_1 = b$$"),
    "two dollars": ("$$a = b$$", "$$a = b$$"),
    "one dollar": ("$c_1 \\ne d_2$", "$c_1 \\ne d_2$"),
    "an ordinal": ("the $n^2$th one", "the $n^2$th one"),
    "an environment": ("\\begin{align}a &amp;= b\\\\[2pt] c\\end{align}", "$$\\begin{align}a &= b\\\\[2pt] c\\end{align}$$"),
    "over line breaks": ("\\[<br>a = b<br>+ c<br>\\]", "$$a = b + c$$"),
    "BBCode": ("[tex]p(x)[/tex] and [itex]q[/itex]", "$p(x)$ and $q$"),
    "a comment in text": ("\\(a_1 % first\n + b\\)", "$a_1 + b$"),
    "one letter on a page with others": ("$x^2$, $y^2$ and $n$", "$x^2$, $y^2$ and $n$"),
    "only definitions leave nothing": ("\\(\\newcommand{\\id}[1]{\\mathrm{id}} \\def\\a{b}\\)so", "so"),
    "what would be a tag for readers of Markdown": ("\\(a_1 &lt;img src=x onerror=y&gt;\\)", "$a_1 < img src=x onerror=y>$"),
    "a link with a scheme": ("\\([x_1](javascript:y)\\)", "$[x_1] (javascript:y)$"),
}  # fmt: skip
#: What the larger programs write, of the same kind.
FOLDER = ROOT / "tests/pages/formulas"
INLINE |= {
    path.stem: (path.read_text("utf-8"), path.with_suffix(".txt").read_text("utf-8"))
    for path in sorted(FOLDER.glob("*.html"))
}
KATEX = INLINE["katex"][0]

#: What looks like a formula in text and is none.
LEFT = {
    "prices": "It costs $5 to $10, or US$5-US$10.",
    "prices with a slash": "It is $5/$10 a head^2.",
    "a shell": "Set $HOME and $PATH or $HOME/bin_x:$PATH first.",
    "jQuery": "Call $('#a_b').hide() or $('#c_d').on($(x)) here.",
    "PHP": "So $foo_bar = $baz_1; and $this->a_b($x).",
    "a template": "Write ${a} and ${b_c}/${d} so.",
    "stars of restaurants": "Cheap $, moderate $$, dear $$$ and $$ again.",
    "escaped brackets": "See \\[1\\], \\[edit\\] and \\(see below\\).",
    "escaped dollars": "It is \\$5_x and \\$6^y here.",
    "an environment of documents": "Use \\begin{document} and \\end{document}.",
    "a closing without an opening": "a\\) and b\\] x^2",
    "a letter, without other formulas": "The $n$ here.",
    "other tags in brackets": "[b]p(x)[/b]",
}


#: Pages, and whether a text of theirs may begin or end a formula.
TEXTS = {
    "prices": ("<p>$5 or $6_000, and 7^2", False),
    "a sign between two dollars": ("<p>So <b>$</b>x^2$ is", True),
    "an index": ("<p>a<br>$x_1<br>$", True),
    "dollars of two paragraphs": ("<p>$5<p>x_1 is $6", False),
    "the third dollar": ("<p>$5 or $6 or x_1 $", True),
    "a command": ("<p>\\alpha", True),
    "BBCode": ("<p>[b]x[/b]", True),
    "a note": ("<p>as they say [1]/[2]", False),
    "a program that is not shown": ("<script>$('a_b$') \\</script><p>a", False),
}


@pytest.mark.parametrize(("html", "is_sign"), TEXTS.values(), ids=TEXTS)
def test_signs_of_texts(html, is_sign, compiled):
    """Python alone may look more closely at a page that has no formula."""
    pages = [page_of(html), page_of(lxml.html.document_fromstring(f"<div>{html}</div>"))]
    assert [page.says("tex text") for page in pages] == [is_sign, is_sign]
    assert in_python(page_of, html).says("tex text") >= is_sign


@pytest.mark.parametrize(("markup", "text"), INLINE.values(), ids=INLINE)
def test_formulas(markup, text):
    html = f"<html><body><p>We take {markup} now.</p></body></html>"
    tree = lxml.html.document_fromstring(html)
    before = etree.tostring(tree)
    for given in (html, tree):
        assert " ".join(every_text(given).split()) == " ".join(f"We take {text} now.".split())
    assert etree.tostring(tree) == before


def every_text(given):
    return extract(given, extractor=EveryText()).text


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_is_no_formula(text):
    assert every_text(f"<p>{text}</p>") == text
    assert every_text(f"<p>{text}</p><math><mi>x</mi></math>").startswith(text)  # rewritten


@pytest.mark.parametrize("tag", ["pre", "code", "kbd", "samp", "textarea"])
def test_programs_are_not_read(tag):
    page = page_of(f"<p>So \\(x_1\\) is<p>a <{tag}>$a_1$ \\(b_1\\)</{tag}> b")
    assert "$x_1$" in page.all_text
    assert tag == "textarea" or "$a_1$ \\(b_1\\)" in page.all_text


def test_a_page_without_a_body_element():
    """libxml2 puts <main>, which it does not know, into <head>."""
    page = page_of(f"<!doctype html><title>$a_1$</title><main><p>It is {KATEX} and \\(b\\).</main>")
    assert page.text == ["It is ", "$ax^2$", " and ", "$b$", "."]


def test_a_formula_is_one_text():
    page = page_of(f"<p>It {KATEX} and \\(a<br>b\\).")
    assert page.text == ["It ", "$ax^2$", " and ", "$a b$", "."]
    assert [page.tag[i] for i in page.owner] == ["p", "tex-inline", "p", "tex-inline", "p"]
    assert not any(page.code[i] for i in page.owner if page.tag[i] == "tex-inline")  # like <span>


def test_our_names_in_a_page_are_spans():
    """Markdown does not escape formulas."""
    page = page_of("<p>a <tex-inline>[b](javascript:c)</tex-inline>")
    assert page.tag[page.owner[1]] == "span"
    assert "span" not in whole_html("<p>a <tex-display>b</tex-display>")


def test_a_page_without_formulas_is_not_parsed_again(monkeypatch):
    monkeypatch.setattr(rewrite, "parse", None)
    for text in [text for text in LEFT.values() if "\\" not in text]:
        page_of(f"<title>$x_1$</title><p>{text}</p><img alt='only $5'><img src=math.png>")
    page_of("<p>Who knows \\(o_o)/ or \\[ that?")


def test_formulas_of_many_programs_in_order():
    """Elements that were replaced do not move texts."""
    rows = [row for row in INLINE.values() if "<div" not in row[0]]  # which ends a paragraph
    page = "".join(f"<p>Before {n} {markup} behind {n}" for n, (markup, _) in enumerate(rows))
    for n, (line, (_, text)) in enumerate(zip(every_text(page).splitlines(), rows)):
        assert line.split() == f"Before {n} {text} behind {n}".split()


SENTENCE = (
    "The valley was quiet when the surveyors came back from the river, and they wrote down every height. "
)
ARTICLE = (
    f"<div><p>{SENTENCE * 3}<p>{SENTENCE}We take \\(a_1\\) and</p>%s<p>{SENTENCE * 2}<p>{SENTENCE}</div>"
)


def test_a_line_of_formulas_comes_along():
    html = ARTICLE % "<p>$$x$$</p><p>$$y = 1$$ (1)</p>"
    extraction = extract(html, formats=["html"])
    assert "and\n$$x$$\n$$y = 1$$ (1)\nThe valley" in extraction.text
    assert '<p><span class="math">$$y = 1$$</span> (1)</p>' in extraction.html
    assert "".join(block.text for block in extraction.paragraphs) == extraction.text.replace("\n", "")


def test_without_formulas():
    html = ARTICLE % "<p>$$x^2$$</p>"
    extraction = extract(html, formulas=False, formats=["html"])
    assert "$" not in extraction.text + extraction.html
    assert "We take and\nThe valley" in extraction.text
    assert extract(html.replace("\\", "").replace("$", ""), formulas=False).text.count("x^2") <= 1


CELL = '<td class="ltx_eqn_cell"></td>'
#: Rows of a table of equations, and the lines that they become.
EQUATIONS = {
    "one, with its number": ('<td><math alttext="\\displaystyle a_1"></math><td>(1)', ["$$a_1$$ (1)"]),
    "in two cells": (
        '<td><math alttext="\\displaystyle a_1"></math><td><math alttext="\\displaystyle=b"></math>', ["$$a_1 =b$$"],
    ),
    "words between": ('<td>and <math alttext="a_1"></math>', ["and $a_1$"]),
    "only words": ("<td>so<td>that", ["so that"]),
}  # fmt: skip


@pytest.mark.parametrize(("row", "lines"), EQUATIONS.values(), ids=EQUATIONS)
def test_tables_of_equations(row, lines):
    """As LaTeXML writes them: https://math.nist.gov/~BMiller/LaTeXML/manual/."""
    table = f'<table class="ltx_equation ltx_eqn_table"><tr>{CELL}{row}{CELL}</tr>%s</table>'
    assert every_text(table % "<tr><td>\\(x_1\\)").splitlines() == [*lines, "$$x_1$$"]
    other = page_of(table.replace("ltx_equation ltx_eqn_table", "x") % "<tr><td>\\(x_1\\)")
    assert "table" in other.tags
    nested = page_of(table % f"<tr><td>{table % ''}")
    assert nested.tags.count("table") == 1


def test_html_is_text():
    html = extract(ARTICLE % "<p>$$a &lt; b$$</p>", formats=["html"]).html
    assert '<span class="math">$a_1$</span>' in html
    assert '<span class="math">$$a &lt; b$$</span>' in html


#: MathML, and its TeX by hand.
MATHML = {
    "a root": ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
    "limits": ("<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>k</mi>", "\\sum_{k=1}^n k"),
    "a command before a letter": ("<mi>α</mi><mi>x</mi>", "\\alpha x"),
    "a function": ("<mi>sin</mi><mo>\u2061</mo><mi>x</mi>", "\\sin x"),
    "a name": ("<mi>foo</mi>", "\\mathrm{foo}"),
    "a vector": ("<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"),
    "a wide bar": ("<mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>¯</mo></mover>", "\\overline{ab}"),
    "a stack": ("<mover><mo>=</mo><mi>d</mi></mover>", "\\overset{d}{=}"),
    "both scripts": ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"),
    "a longer script": ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
    "a command as a script": ("<msup><mi>x</mi><mi>π</mi></msup><mi>y</mi>", "x^\\pi y"),
    "no script": ("<msup><mi>x</mi><mrow></mrow></msup>", "x"),
    "spaces of four widths": (
        '<mi>a</mi><mspace width="0.1667em"/><mi>b</mi><mspace width="thickmathspace"/><mi>c</mi>'
        '<mspace width="1em"/><mn>1</mn><mspace width="2em"/><mn>2</mn><mspace width="1px"/>',
        "a\\,b\\;c\\quad 1\\qquad 2",
    ),
    "aligned by a class of docutils": (
        "<mtable class='ams-align'><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
        "\\begin{aligned}a & b\\end{aligned}",
    ),
    "a prime": ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
    "a matrix": ("<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mo>)</mo></mrow>", "\\begin{pmatrix}1 & 2\\end{pmatrix}"),
    "cases": ("<mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable></mrow>", "\\begin{cases}1 \\\\ 2\\end{cases}"),
    "a label with a row": ("<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mlabeledtr></mtable>", "a=b\\tag{1}"),
    "a label in a table of rows": (
        "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mlabeledtr><mtd><mtext>A_1</mtext></mtd><mtd><mi>b</mi></mtd></mlabeledtr></mtable>",
        "\\begin{align}a \\\\ b\\tag*{A\\_1}\\end{align}",
    ),
    "a row with a label only": ("<mtable><mlabeledtr><mtd><mi>a</mi></mtd></mlabeledtr></mtable>", "\\begin{matrix}a\\end{matrix}"),
    "fences": ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", "\\left[a,b\\right)"),
    "words": ("<mi>x</mi><mtext> if </mtext>", "x\\text{ if }"),
    "special characters": ("<mo>{</mo><mo>%</mo><mo>&amp;</mo>", "\\{\\%\\&"),
    "a double-struck letter": ("<mi mathvariant='double-struck'>R</mi><mi>ℕ</mi>", "\\mathbb{R}\\mathbb{N}"),
    "mathematical letters": ("<mi>\U0001d465</mi><mi>\U0001d719</mi><mi>\U0001d711</mi>", "x\\phi\\varphi"),
    "no thickness": ("<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>", "{n \\atop k}"),
    "too few parts": ("<mfrac></mfrac><msup></msup><mover></mover>", "\\frac{}{}"),
}  # fmt: skip


@pytest.mark.parametrize(("inside", "tex"), MATHML.values(), ids=MATHML)
def test_mathml(inside, tex):
    assert tex_of(etree.fromstring(f"<math>{inside}</math>")) == tex
    assert tex_of(lxml.html.fragment_fromstring(f"<math>{inside}</math>")) == tex


def test_deep_mathml_ends():
    deep = lxml.html.fragment_fromstring(
        "<math>" + "<mrow>" * 200 + "<mi>x</mi>" + "</mrow>" * 200 + "</math>"
    )
    assert tex_of(deep) == "x"
    assert mathml.DEEPEST < 200


def test_written():
    assert written("x \\", False) == "$x$"  # it would quote the dollar
    assert written("x \\\\", False) == "$x \\\\$"
    assert written("<br />a<br>b", True) == "$$a b$$"
    assert unwrapped("$a$ and $b$") == ("$a$ and $b$", None)


#: Pages that take time if anything is quadratic.
HOSTILE = {
    "dollars": "$" * 300_000,
    "dollars between words": "$a_1 " * 100_000,
    "dollars and letters": "a$b_1" * 100_000,
    "open brackets": "\\[ x_1 " * 50_000,
    "open parentheses and one end": "\\( x_1 " * 50_000 + "\\)",
    "open environments": "\\begin{align} " * 30_000,
    "nested environments": "\\begin{align}" * 20_000 + "\\end{align}" * 20_000,
    "nested formulas": "<math>" * 30_000,
    "formulas side by side": "<math><mi>x</mi></math>" * 30_000,
    "formulas in one wrapper": "<span class=katex>" + "<math><mi>x</mi></math>" * 20_000 + "</span>",
    "a long alttext": f"<math alttext='{'x_1 ' * 500_000}'>x</math>",
    "a long row": f"<math>{'<mo>(</mo>' * 20_000}</math>",
    "deep rows": f"<math>{'<mrow><munder>' * 900}<mi>x</mi></math>",
    "scripts": "<script type=math/tex>x</script>" * 20_000,
    "drawn in each other": "<mjx-math><mjx-mfrac><mjx-num>" * 2_000,
    "labels": f"<mjx-math><mjx-mtable><mjx-labels>{'<mjx-mtr><mjx-mtd>' * 5_000}",
    "drawn without end": "<span class=MathJax>x</span>" * 30_000,
    "breaks": "$x_1" + "<br>" * 50_000 + "$",
    "braces": "\\(" + "{" * 9_000 + "\\)" + "$" + "\\def" * 200 + "$ \\(a\\)",
    "pictures": "<img class=math alt=x>" * 30_000,
    "an address": f"<img class=math src='/latex.php?{'a=b&' * 100_000}latex=x'>",
}  # fmt: skip


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages(html):
    page = page_of(html)
    assert page.chars_before[-1] <= 3 * len(html)
    tags = [tag for tag in page.tag if tag.startswith("tex-")]
    assert len(tags) <= formulas.MOST_FORMULAS


def test_a_piece_of_text_has_so_many_formulas():
    assert len(list(formulas_in("$x_1$ " * 100_000, False))) <= 50_000
