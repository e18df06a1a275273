"""The programs that render documents; those that are missing are left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import NamedTuple

from . import rendered_parts as parts
from . import rendered_sites as sites
from .rendered_frames import BLOG, DOCS
from .rendered_parts import Make, in_browser, of_command, of_node, of_package, with_code, with_formulas


class Program(NamedTuple):
    #: the names of the documents that it renders
    documents: tuple[str, ...]
    make: Make
    #: the version that is installed; any exception says that it is not
    version: Callable[[], str]


#: Documents with formulas, with programs, and of every kind.
MATHS = ("pendulum", "matrices", "interest")
CODE = ("sorting", "parser")
THREE = ("pendulum", "sorting", "soil")
FOUR = ("pendulum", "interest", "parser", "matrices")

# --- what a browser runs; {cdn} is the place of node_modules --------------------------------

MATHJAX_2 = (
    '<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [["\\\\(", "\\\\)"]]}});'
    '</script><script src="{cdn}mathjax2/MathJax.js?config=CONFIG"></script>'
)
MATHJAX_3 = '<script src="{cdn}mathjax3/es5/CONFIG.js"></script>'
KATEX = (
    '<link rel="stylesheet" href="{cdn}katex/dist/katex.min.css"><script src="{cdn}katex/dist/katex.min.js">'
    '</script><script src="{cdn}katex/dist/contrib/auto-render.min.js"></script><script>document.'
    'addEventListener("DOMContentLoaded", () => renderMathInElement(document.body));</script>'
)
HIGHLIGHT = (
    '<script src="{cdn}@highlightjs/cdn-assets/highlight.min.js"></script>'
    "<script>hljs.highlightAll();</script>"
)
HIGHLIGHT_NUMBERS = (
    f'{HIGHLIGHT}<script src="{{cdn}}highlightjs-line-numbers.js/dist/highlightjs-line-numbers.min.js">'
    "</script><script>hljs.initLineNumbersOnLoad();</script>"
)
PRISM = "".join(
    f'<script defer src="{{cdn}}prismjs/{name}.js"></script>'
    for name in ("prism", *(f"components/prism-{name}" for name in ("python", "bash", "c", "ini")))
)
PRISM_PLUGINS = PRISM + "".join(
    f'<script defer src="{{cdn}}prismjs/plugins/{name}/prism-{name}.min.js"></script>'
    for name in ("line-numbers", "toolbar", "copy-to-clipboard", "show-language")
)
PRETTIFY = '<script src="{cdn}code-prettify/loader/run_prettify.js"></script>'


def mathjax(head: str, config: str, frame: str) -> Make:
    return in_browser(head.replace("CONFIG", config), frame)


def prism_numbers(language: str, code: str) -> str:
    return f'<pre class="line-numbers"><code class="language-{language}">{escape(code)}</code></pre>'


def prettify(language: str, code: str) -> str:
    return f'<pre class="prettyprint linenums">{escape(code)}</pre>'


# --- formulas and code ----------------------------------------------------------------------


def pygments(**options: str) -> Make:
    return with_code(BLOG, partial(parts.pygments, **options))


def rouge(formatter: str) -> Make:
    return with_code(BLOG, partial(parts.rouge, formatter=formatter))


_MATHJAX, _HIGHLIGHT = (of_node("mathjax2"), of_node("mathjax3")), of_node("@highlightjs/cdn-assets")
_ROUGE = of_command("ruby", "-e", 'require "rouge"; print Rouge.version')
_GUTTER = "table_class: 'rouge-table', gutter_class: 'rouge-gutter gl', code_class: 'rouge-code'"

PARTS = {
    "MathJax 2, CommonHTML": Program(MATHS[:2], mathjax(MATHJAX_2, "TeX-AMS_CHTML", BLOG), _MATHJAX[0]),
    "MathJax 2, HTML-CSS": Program(MATHS[:2], mathjax(MATHJAX_2, "TeX-AMS_HTML", BLOG), _MATHJAX[0]),
    "MathJax 2, SVG": Program(MATHS[:2], mathjax(MATHJAX_2, "TeX-AMS_SVG", BLOG), _MATHJAX[0]),
    "MathJax 3, CHTML": Program(MATHS, mathjax(MATHJAX_3, "tex-chtml", DOCS), _MATHJAX[1]),
    "MathJax 3, SVG": Program(MATHS, mathjax(MATHJAX_3, "tex-svg", DOCS), _MATHJAX[1]),
    "KaTeX": Program(MATHS, in_browser(KATEX, BLOG), of_node("katex")),
    "KaTeX, MathML": Program(MATHS[:2], with_formulas("katex-mathml", DOCS), of_node("katex")),
    "Temml": Program(MATHS[:2], with_formulas("temml", BLOG), of_node("temml")),
    "TeX in text": Program(MATHS, with_code(BLOG), lambda: ""),
    "MediaWiki, as documented": Program(FOUR, parts.mediawiki, of_package("latex2mathml")),
    "highlight.js": Program(CODE, in_browser(HIGHLIGHT, BLOG), _HIGHLIGHT),
    "highlight.js, numbers": Program(CODE, in_browser(HIGHLIGHT_NUMBERS, BLOG), _HIGHLIGHT),
    "Prism": Program(CODE, in_browser(PRISM, BLOG), of_node("prismjs")),
    "Prism, numbers": Program(CODE, in_browser(PRISM_PLUGINS, DOCS, prism_numbers), of_node("prismjs")),
    "code-prettify, numbers": Program(CODE, in_browser(PRETTIFY, BLOG, prettify), of_node("code-prettify")),
    "Shiki": Program(CODE, parts.with_shiki, of_node("shiki")),
    "Pygments": Program(CODE, pygments(), of_package("Pygments")),
    "Pygments, numbers": Program(CODE, pygments(linenos="inline"), of_package("Pygments")),
    "Pygments, numbers in a table": Program(CODE, pygments(linenos="table"), of_package("Pygments")),
    "Rouge": Program(CODE, rouge("HTMLPygments.new(Rouge::Formatters::HTML.new, 'highlight')"), _ROUGE),
    "Rouge, numbers": Program(CODE, rouge(f"HTMLTable.new(Rouge::Formatters::HTML.new, {_GUTTER})"), _ROUGE),
}

# --- whole pages ----------------------------------------------------------------------------


def node(program: str, frame: str, package: str = "") -> Program:
    return Program(FOUR, sites.body_of_node(program, frame), of_node(package or program))


def sphinx(theme: str, package: str = "", extension: str = "sphinx.ext.mathjax") -> Program:
    made = partial(sites.sphinx, theme=theme, extension=extension)
    return Program(THREE, made, of_package(package or theme))


def mkdocs(theme: str, **highlight: str | bool) -> Program:
    package = "mkdocs-material" if theme == "material" else "mkdocs"
    return Program(FOUR, partial(sites.mkdocs, theme=theme, **highlight), of_package(package))


def pandoc(option: str) -> Program:
    return Program(THREE, partial(sites.pandoc, option=option), of_package("pypandoc_binary"))


def nbconvert(template: str) -> Program:
    return Program(THREE, partial(sites.nbconvert, template=template), of_package("nbconvert"))


def docutils(math: str) -> Program:
    return Program(THREE, partial(sites.docutils, math=math), of_package("docutils"))


def hugo(**highlight: bool) -> Program:
    return Program(CODE, partial(sites.hugo, **highlight), of_command("hugo", "version"))


_KRAMDOWN = of_command("ruby", "-e", 'require "kramdown"; print Kramdown::VERSION')

SITES = {
    "markdown-it": node("markdown-it", BLOG),
    "remark, KaTeX": node("rehype-katex", DOCS),
    "remark, MathJax": node("rehype-mathjax", DOCS),
    "Asciidoctor": Program(FOUR, sites.asciidoctor, of_node("asciidoctor")),
    "kramdown": Program(FOUR, sites.kramdown, _KRAMDOWN),
    "LaTeXML": Program(FOUR, sites.latexml, of_command("latexmlc", "--VERSION")),
    "Sphinx, alabaster": sphinx("alabaster"),
    "Sphinx, furo": sphinx("furo"),
    "Sphinx, Read the Docs": sphinx("sphinx_rtd_theme"),
    "Sphinx, PyData": sphinx("pydata_sphinx_theme", "pydata-sphinx-theme"),
    "Sphinx, book": sphinx("sphinx_book_theme", "sphinx-book-theme"),
    "Sphinx, KaTeX": sphinx("classic", "sphinxcontrib-katex", "sphinxcontrib.katex"),
    "MkDocs": mkdocs("mkdocs"),
    "MkDocs, numbers in a table": mkdocs("readthedocs", linenums=True, linenums_style="table"),
    "MkDocs, Material, numbers": mkdocs("material", linenums=True, linenums_style="pymdownx-inline"),
    "Pandoc, MathML": pandoc("--mathml"),
    "Pandoc, MathJax": pandoc("--mathjax"),
    "Pandoc, KaTeX": pandoc("--katex"),
    "Pandoc, pictures": pandoc("--webtex"),
    "Jupyter": nbconvert("lab"),
    "Jupyter, classic": nbconvert("classic"),
    "docutils, MathML": docutils("MathML"),
    "docutils, HTML": docutils("HTML"),
    "docutils, LaTeX": docutils("LaTeX"),
    "Hugo": hugo(),
    "Hugo, numbers": hugo(lineNos=True, lineNumbersInTable=False),
    "Hugo, numbers in a table": hugo(lineNos=True),
}

#: All of them by name.
PROGRAMS: dict[str, Program] = PARTS | SITES
