"""Programs that render whole pages, each as its documentation shows it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .rendered_documents import Code, Document
from .rendered_frames import BLOG, framed
from .rendered_parts import Make, from_node, python, run, title_of
from .rendered_writers import AsciiDoc, Latex, Markdown, RestructuredText


def body_of_node(program: str, frame: str) -> Make:
    def make(place: Path, documents: dict[str, Document]) -> dict[str, str]:
        bodies = from_node(program, [Markdown().write(document) for document in documents.values()])
        titles = map(title_of, documents.values())
        return {name: framed(frame, title, body) for name, title, body in zip(documents, titles, bodies)}

    return make


def asciidoctor(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    return dict(zip(documents, from_node("asciidoctor", map(AsciiDoc().write, documents.values()))))


def sphinx(
    place: Path, documents: dict[str, Document], theme: str, extension: str, **options: Any
) -> dict[str, str]:
    names = "\n   ".join(documents)
    index = f"Handbook\n########\n\n.. toctree::\n\n   {names}\n"
    (place / "index.rst").write_text(index, "utf-8")
    for name, document in documents.items():
        (place / f"{name}.rst").write_text(RestructuredText().write(document), "utf-8")
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
        (place / f"docs/{name}.md").write_text(Markdown().write(document), "utf-8")
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


def pandoc(place: Path, documents: dict[str, Document], option: str) -> dict[str, str]:
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-s", "--toc", "-f", "markdown", "-t", "html5", option]
    titles = {name: title_of(document) for name, document in documents.items()}
    return {
        name: run([*command, "--metadata", f"pagetitle={titles[name]}"], Markdown().write(document))
        for name, document in documents.items()
    }


def nbconvert(place: Path, documents: dict[str, Document], template: str) -> dict[str, str]:
    """Render notebooks: programs in Python are cells of code, which have not run, all else is Markdown."""
    pages = {}
    for name, document in documents.items():
        cells: list[dict[str, Any]] = []
        for count, element in enumerate(document, 1):
            cell: dict[str, Any] = {
                "cell_type": "markdown",
                "metadata": {},
                "source": Markdown().write([element]),
            }
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
        "import sys; from docutils.core import publish_string; sys.stdout.buffer.write(publish_string("
        "sys.stdin.read(), writer='html5', "
        "settings_overrides={'math_output': sys.argv[1], 'embed_stylesheet': False}))"
    )
    command = [sys.executable, "-c", program, math]
    return {name: run(command, RestructuredText().write(document)) for name, document in documents.items()}


def kramdown(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    program = (
        'require "kramdown"; print Kramdown::Document.new(STDIN.read, syntax_highlighter: "rouge", '
        'syntax_highlighter_opts: {}, math_engine: "mathjax").to_html'
    )
    pages = {}
    for name, document in documents.items():
        source = Markdown("$$").write(document).replace("```", "~~~")
        pages[name] = framed(BLOG, title_of(document), run(["ruby", "-e", program], source))
    return pages


def hugo(place: Path, documents: dict[str, Document], **highlight: Any) -> dict[str, str]:
    (place / "layouts/_default").mkdir(parents=True)
    (place / "content").mkdir()
    layout = framed(BLOG, "{{ .Title }}", "{{ .Content }}")
    (place / "layouts/_default/single.html").write_text(layout, "utf-8")
    for name, document in documents.items():
        front = json.dumps({"title": title_of(document)})
        (place / f"content/{name}.md").write_text(f"{front}\n\n{Markdown().write(document)}", "utf-8")
    about = {"baseURL": "https://docs.example/", "markup": {"highlight": {"noClasses": False, **highlight}}}
    (place / "config.json").write_text(json.dumps(about), "utf-8")
    run(["hugo", "--quiet"], place=place)
    return {name: (place / f"public/{name}/index.html").read_text("utf-8") for name in documents}


def latexml(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    for name, document in documents.items():
        (place / f"{name}.tex").write_text(Latex().write(document), "utf-8")
        run(["latexmlc", "--quiet", "--format=html5", f"--dest={name}.html", f"{name}.tex"], place=place)
    return {name: (place / f"{name}.html").read_text("utf-8") for name in documents}
