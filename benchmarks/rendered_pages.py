"""Render documents by many programs: ``python -m benchmarks.rendered_pages OUT``.

Writes ``OUT/gold.json``, which has the Markdown that each page should become, and ``OUT/html``.  The pages
differ by program; their gold is what went in.  See ``docs/measured/structure.rst``.  Chromium runs what
runs in browsers; programs that are not installed are left out.  All of them::

    pip install -e .[rendered]
    npm install --prefix NODE defuddle linkedom katex temml shiki prismjs code-prettify highlight.js \\
          @highlightjs/cdn-assets highlightjs-line-numbers.js markdown-it @vscode/markdown-it-katex \\
          markdown-it-footnote markdown-it-deflist asciidoctor@2 @asciidoctor/core@2 unified remark-parse \\
          remark-gfm remark-math remark-rehype rehype-katex rehype-mathjax rehype-highlight \\
          rehype-stringify mathjax2@npm:mathjax@2 mathjax3@npm:mathjax@3
    apt-get install chromium ruby-rouge ruby-kramdown hugo latexml
    CONTENT_EXTRACT_NODE=NODE python -m benchmarks.rendered_pages PAGES
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .rendered_documents import DOCUMENTS
from .rendered_parts import NODE
from .rendered_programs import PROGRAMS, Program
from .rendered_writers import Markdown

EXAMPLE = "example: CONTENT_EXTRACT_NODE=/tmp/node python -m benchmarks.rendered_pages /tmp/rendered"


def key_of(program: str, document: str) -> str:
    """Return the name of a page.

    >>> key_of("MathJax 3, CHTML", "soil")
    'mathjax-3-chtml.soil'
    """
    return re.sub(r"[^a-z0-9]+", "-", program.lower()).strip("-") + f".{document}"


def rendered(name: str, program: Program, out: Path) -> dict[str, Any]:
    """Write the pages of a program, and return their labels by key."""
    version = program.version()
    with tempfile.TemporaryDirectory() as place:
        pages = program.make(Path(place), {name: DOCUMENTS[name] for name in program.documents})
    labels = {}
    for document, html in pages.items():
        key = key_of(name, document)
        (out / f"html/{key}.html.gz").write_bytes(gzip.compress(html.encode(), mtime=0))
        labels[key] = {
            "url": f"https://docs.example/guide/{document}.html",
            "markdown": Markdown().write(DOCUMENTS[document]),
            "program": name,
            "version": version,
        }
    return labels


def rendered_if_installed(name: str, program: Program, out: Path) -> dict[str, Any]:
    """Return the labels of a program's pages; say why there are none."""
    try:
        return rendered(name, program, out)
    except subprocess.CalledProcessError as error:
        print(f"{name} failed: {error.stderr[-500:]}", file=sys.stderr)
    except Exception as error:
        print(f"{name} is left out: {error!r}", file=sys.stderr)
    return {}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rendered_pages",
        description="Render documents by many programs.",
        epilog=EXAMPLE,
    )
    parser.add_argument("out", type=Path, help="folder for gold.json and html/")
    parser.add_argument(
        "--programs", nargs="+", default=list(PROGRAMS), choices=PROGRAMS, metavar="NAME",
        help=f"any of: {'; '.join(PROGRAMS)}; packages of npm are in the folder {NODE}",
    )  # fmt: skip
    options = parser.parse_args(argv)
    (options.out / "html").mkdir(parents=True, exist_ok=True)
    gold: dict[str, Any] = {}
    for name in options.programs:
        gold |= rendered_if_installed(name, PROGRAMS[name], options.out)
    (options.out / "gold.json").write_text(json.dumps(gold, indent=1, ensure_ascii=False), "utf-8")
    print(f"{len(gold)} pages of {len({label['program'] for label in gold.values()})} programs")
    return 0 if gold else 1


if __name__ == "__main__":
    sys.exit(main())
