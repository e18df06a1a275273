"""Programs that render documents, each as its documentation shows it; what is not installed is left out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from .rendered_documents import Code, Document, Formula, Heading, inlines
from .rendered_frames import BLOG, DOCS, WIKI, framed
from .rendered_writers import asciidoc, html, latex, markdown, plain_code, restructured_text

#: A folder to work in, the documents by name → the pages by name.
Make = Callable[[Path, dict[str, Document]], dict[str, str]]
#: A folder with the node_modules of programs from npm.
NODE = "CONTENT_EXTRACT_NODE"
SCRIPT = Path(__file__).with_suffix(".mjs")
#: What a page of a browser has instead of the place of node_modules.
CDN = "https://cdn.example/"


class Program(NamedTuple):
    #: what of its documentation is rendered
    documents: tuple[str, ...]
    make: Make
    #: the version that is installed; any exception says that it is not
    version: Callable[[], str]


def title_of(document: Document) -> str:
    return next(element.text for element in document if isinstance(element, Heading))


def run(command: Sequence[str | Path], given: str = "", place: Path | None = None) -> str:
    """Return what a command prints.

    Raises OSError if there is no such command, CalledProcessError if it fails.
    """
    asked: dict[str, Any] = {"capture_output": True, "text": True, "check": True, "timeout": 300}
    return subprocess.run([str(part) for part in command], input=given, cwd=place, **asked).stdout


def python(module: str, *arguments: str | Path, place: Path | None = None) -> str:
    return run([sys.executable, "-m", module, *arguments], place=place)


def of_package(name: str) -> Callable[[], str]:
    return partial(version, name)


def modules() -> Path:
    return Path(os.environ[NODE]).resolve() / "node_modules"


def of_node(name: str) -> Callable[[], str]:
    return lambda: str(json.loads((modules() / name / "package.json").read_text("utf-8"))["version"])


def of_command(*command: str) -> Callable[[], str]:
    return lambda: run(command).strip().split("\n")[0]


def from_node(program: str, sources: Sequence[Any]) -> list[str]:
    given = json.dumps({"program": program, "sources": list(sources)})
    return list(json.loads(run(["node", SCRIPT], given, modules().parent)))


# --- in the browser -------------------------------------------------------------------------


def in_browser(head: str, frame: str, code: Callable[[str, str], str] = plain_code) -> Make:
    """Return what renders HTML with the scripts of ``head`` in Chromium; {cdn} is the place of node_modules."""

    def make(place: Path, documents: dict[str, Document]) -> dict[str, str]:
        chromium = next(
            filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "chromium"
        )
        cdn, pages = f"file://{modules()}/", {}
        for name, document in documents.items():
            file = place / f"{name}.html"
            page = framed(frame, title_of(document), html(document, code=code), head.replace("{cdn}", cdn))
            file.write_text(page, "utf-8")
            asked = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
            shown = run([chromium, *asked, "--virtual-time-budget=20000", "--dump-dom", file.as_uri()])
            pages[name] = shown.replace(cdn, CDN).replace(file.as_uri(), f"{CDN}{name}.html")
        return pages

    return make


MATHJAX_2 = (
    '<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [["\\\\(", "\\\\)"]]}});</script>'
    '<script src="{cdn}mathjax2/MathJax.js?config='
)
KATEX = (
    '<link rel="stylesheet" href="{cdn}katex/dist/katex.min.css"><script src="{cdn}katex/dist/katex.min.js"></script>'
    '<script src="{cdn}katex/dist/contrib/auto-render.min.js"></script><script>document.addEventListener('
    '"DOMContentLoaded", () => renderMathInElement(document.body));</script>'
)
HIGHLIGHT = '<script src="{cdn}@highlightjs/cdn-assets/highlight.min.js"></script>'
HIGHLIGHT_ALL = "<script>hljs.highlightAll();</script>"
HIGHLIGHT_NUMBERS = (
    '<script src="{cdn}highlightjs-line-numbers.js/dist/highlightjs-line-numbers.min.js"></script>'
    "<script>hljs.highlightAll(); hljs.initLineNumbersOnLoad();</script>"
)
PRISM = '<script defer src="{cdn}prismjs/prism.js"></script>' + "".join(
    f'<script defer src="{{cdn}}prismjs/components/prism-{name}.min.js"></script>'
    for name in ("python", "bash", "c", "ini")
)
PRISM_PLUGINS = "".join(
    f'<script defer src="{{cdn}}prismjs/plugins/{name}/prism-{name}.min.js"></script>'
    for name in ("line-numbers", "toolbar", "copy-to-clipboard", "show-language")
)
PRETTIFY = '<script src="{cdn}code-prettify/loader/run_prettify.js"></script>'


def prism_numbers(language: str, code: str) -> str:
    return f'<pre class="line-numbers"><code class="language-{language}">{escape(code)}</code></pre>'


def prettify(language: str, code: str) -> str:
    return f'<pre class="prettyprint linenums">{escape(code)}</pre>'


# --- parts of pages, rendered before --------------------------------------------------------


def with_formulas(program: str, frame: str) -> Make:
    """Return what renders the formulas of a document by a program of npm."""

    def make(place: Path, documents: dict[str, Document]) -> dict[str, str]:
        wanted = list(dict.fromkeys(one for document in documents.values() for one in formulas_of(document)))
        made = dict(zip(wanted, from_node(program, wanted)))
        return in_frame(documents, frame, formula=lambda tex, is_display: made[tex, is_display])

    return make


def formulas_of(document: Document) -> list[tuple[str, bool]]:
    """Return the formulas of a document, and whether each is displayed."""
    found: list[tuple[str, bool]] = []

    def formula(tex: str, is_display: bool) -> str:
        found.append((tex, is_display))
        return ""

    html(document, formula)
    return found


def in_frame(documents: dict[str, Document], frame: str, **ways: Any) -> dict[str, str]:
    return {
        name: framed(frame, title_of(document), html(document, **ways))
        for name, document in documents.items()
    }


def with_code(frame: str, code: Callable[[str, str], str]) -> Make:
    return lambda place, documents: in_frame(documents, frame, code=code)


def with_shiki(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    blocks = [tuple(one) for document in documents.values() for one in document if isinstance(one, Code)]
    made = dict(zip(blocks, from_node("shiki", blocks)))
    return in_frame(documents, DOCS, code=lambda language, code: made[language, code])


def pygments(language: str, code: str, **options: Any) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return str(highlight(code, get_lexer_by_name(language), HtmlFormatter(**options)))


def rouge(language: str, code: str, formatter: str) -> str:
    program = (
        'require "rouge"; l = Rouge::Lexer.find(ARGV[0]) || Rouge::Lexers::PlainText; '
        f"f = Rouge::Formatters::{formatter}; print f.format(l.new.lex(STDIN.read))"
    )
    made = run(["ruby", "-e", program, language], code)
    return f'<div class="language-{language} highlighter-rouge"><div class="highlight">{made}</div></div>'


ROUGE_PLAIN = "HTMLPygments.new(Rouge::Formatters::HTML.new, 'highlight')"
ROUGE_TABLE = "HTMLTable.new(Rouge::Formatters::HTML.new, table_class: 'rouge-table', gutter_class: 'rouge-gutter gl', code_class: 'rouge-code')"


def mediawiki(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    """Write formulas as MediaWiki does (MathML with its TeX, a picture for those who have none), by latex2mathml."""
    from latex2mathml.converter import convert

    def formula(tex: str, is_display: bool) -> str:
        source = escape(f"{{\\displaystyle {tex}}}")
        inner = convert(tex).partition(">")[2].removesuffix("</math>")
        kind = "display" if is_display else "inline"
        return (
            f'<span class="mwe-math-element mwe-math-element-{kind}"><span class="mwe-math-mathml-{kind} '
            'mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" '
            f'alttext="{source}"><semantics>{inner}<annotation encoding="application/x-tex">{source}</annotation>'
            '</semantics></math></span><img src="https://wiki.example/api/rest_v1/media/math/render/svg/0" '
            f'class="mwe-math-fallback-image-{kind}" aria-hidden="true" alt="{source}"></span>'
        )

    def code(language: str, code: str) -> str:
        inner = pygments(language, code, wrapcode=False, nowrap=True)
        return (
            f'<div class="mw-highlight mw-highlight-lang-{language} mw-content-ltr" dir="ltr"><pre><span></span>'
            f"{inner}</pre></div>"
        )

    return in_frame(documents, WIKI, formula=formula, code=code)


# --- whole pages ----------------------------------------------------------------------------


def body_of_node(program: str, frame: str) -> Make:
    def make(place: Path, documents: dict[str, Document]) -> dict[str, str]:
        bodies = from_node(program, [markdown(document) for document in documents.values()])
        titles = map(title_of, documents.values())
        return {name: framed(frame, title, body) for name, title, body in zip(documents, titles, bodies)}

    return make


def asciidoctor(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    return dict(zip(documents, from_node("asciidoctor", map(asciidoc, documents.values()))))


def sphinx(
    place: Path, documents: dict[str, Document], theme: str, extension: str, **options: Any
) -> dict[str, str]:
    names = "\n   ".join(documents)
    index = f"Handbook\n########\n\n.. toctree::\n\n   {names}\n"
    (place / "index.rst").write_text(index, "utf-8")
    for name, document in documents.items():
        (place / f"{name}.rst").write_text(restructured_text(document), "utf-8")
    settings = {"project": "Handbook", "html_theme": theme, "extensions": [extension], **options}
    (place / "conf.py").write_text(
        "\n".join(f"{key} = {value!r}" for key, value in settings.items()), "utf-8"
    )
    python("sphinx", "-q", "-b", "html", place, place / "out")
    return {name: (place / f"out/{name}.html").read_text("utf-8") for name in documents}


def mkdocs(place: Path, documents: dict[str, Document], theme: str, **highlight: Any) -> dict[str, str]:
    (place / "docs").mkdir()
    (place / "docs/index.md").write_text("# Handbook\n\nAll of it.\n", "utf-8")
    for name, document in documents.items():
        (place / f"docs/{name}.md").write_text(markdown(document), "utf-8")
    extensions = [
        {"pymdownx.arithmatex": {"generic": True}},
        {"pymdownx.highlight": {"anchor_linenums": True, **highlight}},
        "pymdownx.superfences",
        "tables",
        {"toc": {"permalink": True}},
    ]
    about = {"site_name": "Handbook", "theme": {"name": theme}, "markdown_extensions": extensions}
    (place / "mkdocs.yml").write_text(json.dumps(about), "utf-8")  # JSON is YAML
    python("mkdocs", "build", "-q", "-d", place / "out", place=place)
    return {name: (place / f"out/{name}/index.html").read_text("utf-8") for name in documents}


def pandoc(place: Path, documents: dict[str, Document], *options: str) -> dict[str, str]:
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-s", "--toc", "-f", "markdown", "-t", "html5", *options]
    titles = {name: title_of(document) for name, document in documents.items()}
    return {
        name: run([*command, "--metadata", f"pagetitle={titles[name]}"], markdown(document))
        for name, document in documents.items()
    }


def nbconvert(place: Path, documents: dict[str, Document], template: str) -> dict[str, str]:
    """Render notebooks: programs in Python are cells of code, which have not run, all else is Markdown."""
    pages = {}
    for name, document in documents.items():
        cells: list[dict[str, Any]] = []
        for count, element in enumerate(document, 1):
            cell: dict[str, Any] = {"cell_type": "markdown", "metadata": {}, "source": markdown([element])}
            if isinstance(element, Code) and element.language == "python":
                cell = {"cell_type": "code", "metadata": {}, "source": element.code, "execution_count": count}
                cell["outputs"] = []
            cells.append(cell)
        language = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
        notebook = {"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 4}
        (place / f"{name}.ipynb").write_text(json.dumps(notebook), "utf-8")
        python("nbconvert", "--to", "html", "--template", template, place / f"{name}.ipynb")
        pages[name] = (place / f"{name}.html").read_text("utf-8")
    return pages


def docutils(place: Path, documents: dict[str, Document], math: str) -> dict[str, str]:
    program = (
        "import sys; from docutils.core import publish_string as p; sys.stdout.buffer.write(p(sys.stdin.read(), "
        "writer='html5', settings_overrides={'math_output': sys.argv[1], 'embed_stylesheet': False}))"
    )
    command = [sys.executable, "-c", program, math]
    return {name: run(command, restructured_text(document)) for name, document in documents.items()}


def kramdown(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    program = (
        'require "kramdown"; print Kramdown::Document.new(STDIN.read, syntax_highlighter: "rouge", '
        'syntax_highlighter_opts: {}, math_engine: "mathjax").to_html'
    )
    pages = {}
    for name, document in documents.items():
        source = markdown(document, "$$").replace("```", "~~~")
        pages[name] = framed(BLOG, title_of(document), run(["ruby", "-e", program], source))
    return pages


def hugo(place: Path, documents: dict[str, Document], **highlight: Any) -> dict[str, str]:
    (place / "layouts/_default").mkdir(parents=True)
    (place / "content").mkdir()
    layout = framed(BLOG, "{{ .Title }}", "{{ .Content }}")
    (place / "layouts/_default/single.html").write_text(layout, "utf-8")
    for name, document in documents.items():
        front = json.dumps({"title": title_of(document)})
        (place / f"content/{name}.md").write_text(f"{front}\n\n{markdown(document)}", "utf-8")
    about = {"baseURL": "https://docs.example/", "markup": {"highlight": {"noClasses": False, **highlight}}}
    (place / "config.json").write_text(json.dumps(about), "utf-8")
    run(["hugo", "--quiet"], place=place)
    return {name: (place / f"public/{name}/index.html").read_text("utf-8") for name in documents}


def latexml(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    for name, document in documents.items():
        (place / f"{name}.tex").write_text(latex(document), "utf-8")
        run(["latexmlc", "--quiet", "--format=html5", f"--dest={name}.html", f"{name}.tex"], place=place)
    return {name: (place / f"{name}.html").read_text("utf-8") for name in documents}


# --- the table ------------------------------------------------------------------------------

#: Documents with formulas, with programs, and of every kind.
MATHS, PROGRAMS, BOTH = (
    ("pendulum", "matrices", "interest"),
    ("sorting", "parser"),
    ("pendulum", "sorting", "soil"),
)
ALL = ("pendulum", "interest", "parser", "matrices")


def table() -> dict[str, Program]:
    """Return the programs by name."""
    chromium, found = in_browser, {}
    for name, config in {
        "CommonHTML": "TeX-AMS_CHTML",
        "HTML-CSS": "TeX-AMS_HTML",
        "SVG": "TeX-AMS_SVG",
    }.items():
        head = f'{MATHJAX_2}{config}"></script>'
        found[f"MathJax 2, {name}"] = Program(MATHS[:2], chromium(head, BLOG), of_node("mathjax2"))
    for name, file in {"CHTML": "tex-chtml", "SVG": "tex-svg"}.items():
        head = f'<script src="{{cdn}}mathjax3/es5/{file}.js"></script>'
        found[f"MathJax 3, {name}"] = Program(MATHS, chromium(head, DOCS), of_node("mathjax3"))
    found["KaTeX"] = Program(MATHS, chromium(KATEX, BLOG), of_node("katex"))
    found["KaTeX, MathML"] = Program(MATHS[:2], with_formulas("katex-mathml", DOCS), of_node("katex"))
    found["Temml"] = Program(MATHS[:2], with_formulas("temml", BLOG), of_node("temml"))
    found["TeX in text"] = Program(MATHS, lambda place, documents: in_frame(documents, BLOG), lambda: "")
    found["MediaWiki, as documented"] = Program(ALL, mediawiki, of_package("latex2mathml"))
    highlight = of_node("@highlightjs/cdn-assets")
    found["highlight.js"] = Program(PROGRAMS, chromium(HIGHLIGHT + HIGHLIGHT_ALL, BLOG), highlight)
    found["highlight.js, numbers"] = Program(
        PROGRAMS, chromium(HIGHLIGHT + HIGHLIGHT_NUMBERS, BLOG), highlight
    )
    found["Prism"] = Program(PROGRAMS, chromium(PRISM, BLOG), of_node("prismjs"))
    numbered = chromium(PRISM + PRISM_PLUGINS, DOCS, prism_numbers)
    found["Prism, numbers and toolbar"] = Program(PROGRAMS, numbered, of_node("prismjs"))
    found["code-prettify, numbers"] = Program(
        PROGRAMS, chromium(PRETTIFY, BLOG, prettify), of_node("code-prettify")
    )
    found["Shiki"] = Program(PROGRAMS, with_shiki, of_node("shiki"))
    for name, options in {
        "": {},
        ", numbers in a table": {"linenos": "table"},
        ", numbers": {"linenos": "inline"},
    }.items():
        made = with_code(BLOG, partial(pygments, **options))
        found[f"Pygments{name}"] = Program(PROGRAMS, made, of_package("Pygments"))
    for name, formatter in {"": ROUGE_PLAIN, ", numbers in a table": ROUGE_TABLE}.items():
        made = with_code(BLOG, partial(rouge, formatter=formatter))
        found[f"Rouge{name}"] = Program(
            PROGRAMS, made, of_command("ruby", "-e", 'require "rouge"; print Rouge.version')
        )
    return found | whole_pages()


def whole_pages() -> dict[str, Program]:
    """Return the programs that make whole pages, or all that a frame holds."""
    found = {
        "markdown-it": Program(ALL, body_of_node("markdown-it", BLOG), of_node("markdown-it")),
        "remark and rehype-katex": Program(ALL, body_of_node("rehype-katex", DOCS), of_node("rehype-katex")),
        "remark and rehype-mathjax": Program(
            ALL, body_of_node("rehype-mathjax", DOCS), of_node("rehype-mathjax")
        ),
        "Asciidoctor": Program(ALL, asciidoctor, of_node("asciidoctor")),
        "kramdown": Program(
            ALL, kramdown, of_command("ruby", "-e", 'require "kramdown"; print Kramdown::VERSION')
        ),
        "LaTeXML": Program(ALL, latexml, of_command("latexmlc", "--VERSION")),
    }
    for theme, (package, documents) in {
        "alabaster": ("alabaster", ALL), "furo": ("furo", BOTH), "sphinx_rtd_theme": ("sphinx_rtd_theme", BOTH),
        "pydata_sphinx_theme": ("pydata-sphinx-theme", BOTH), "sphinx_book_theme": ("sphinx-book-theme", BOTH),
    }.items():  # fmt: skip
        made = partial(sphinx, theme=theme, extension="sphinx.ext.mathjax")
        found[f"Sphinx, {theme}"] = Program(documents, made, of_package(package))
    katex = partial(sphinx, theme="classic", extension="sphinxcontrib.katex")
    found["Sphinx, classic, KaTeX"] = Program(BOTH, katex, of_package("sphinxcontrib-katex"))
    for name, theme, options in (
        ("mkdocs", "mkdocs", {}),
        ("readthedocs", "readthedocs", {"linenums": True, "linenums_style": "table"}),
        ("material", "material", {"linenums": True, "linenums_style": "pymdownx-inline"}),
    ):
        made = partial(mkdocs, theme=theme, **options)
        found[f"MkDocs, {name}"] = Program(
            ALL, made, of_package("mkdocs-material" if theme == name == "material" else "mkdocs")
        )
    for way in ("mathml", "mathjax", "katex", "webtex", "gladtex"):
        documents = ALL if way == "mathml" else BOTH
        found[f"Pandoc, {way}"] = Program(
            documents, lambda p, d, w=way: pandoc(p, d, f"--{w}"), of_package("pypandoc_binary")
        )
    for template in ("lab", "classic"):
        found[f"nbconvert, {template}"] = Program(
            BOTH, partial(nbconvert, template=template), of_package("nbconvert")
        )
    for math in ("MathML", "HTML", "LaTeX"):
        found[f"docutils, {math}"] = Program(BOTH, partial(docutils, math=math), of_package("docutils"))
    for name, options in {"": {}, ", numbers": {"lineNos": True, "lineNumbersInTable": False},
                          ", numbers in a table": {"lineNos": True}}.items():  # fmt: skip
        found[f"Hugo{name}"] = Program(PROGRAMS, partial(hugo, **options), of_command("hugo", "version"))
    return found
