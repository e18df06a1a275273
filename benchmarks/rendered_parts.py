"""Programs that render formulas or code of a page: in a browser, in Node, in Python and in Ruby."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .rendered_documents import Code, Document, Heading
from .rendered_frames import DOCS, WIKI, framed
from .rendered_writers import Html, plain_code

#: A folder to work in, the documents by name → the pages by name.
Make = Callable[[Path, dict[str, Document]], dict[str, str]]
#: A folder with the node_modules of programs from npm.
NODE = "CONTENT_EXTRACT_NODE"
SCRIPT = Path(__file__).with_suffix(".mjs")
#: What a page of a browser has instead of the place of node_modules.
CDN = "https://cdn.example/"


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
    """Return what asks a command for its version, which some print as an error."""

    def ask() -> str:
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        return (told.stdout or told.stderr).strip().split("\n")[0]

    return ask


def from_node(program: str, sources: Iterable[Any]) -> list[str]:
    given = json.dumps({"program": program, "sources": list(sources)})
    return list(json.loads(run(["node", SCRIPT], given, modules().parent)))


def browser() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), names[0])


# --- in the browser -------------------------------------------------------------------------


def in_browser(head: str, frame: str, code: Callable[[str, str], str] = plain_code) -> Make:
    """Return what renders HTML with the scripts of ``head``, whose {cdn} is node_modules, in Chromium."""

    def make(place: Path, documents: dict[str, Document]) -> dict[str, str]:
        cdn, pages = f"file://{modules()}/", {}
        for name, document in documents.items():
            file = place / f"{name}.html"
            page = framed(
                frame, title_of(document), Html(code=code).write(document), head.replace("{cdn}", cdn)
            )
            file.write_text(page, "utf-8")
            asked = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
            shown = run([browser(), *asked, "--virtual-time-budget=20000", "--dump-dom", file.as_uri()])
            pages[name] = shown.replace(cdn, CDN).replace(file.as_uri(), f"{CDN}{name}.html")
        return pages

    return make


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

    Html(formula).write(document)
    return found


def in_frame(documents: dict[str, Document], frame: str, **ways: Any) -> dict[str, str]:
    writer = Html(**ways)
    return {name: framed(frame, title_of(one), writer.write(one)) for name, one in documents.items()}


def with_code(frame: str, code: Callable[[str, str], str] = plain_code) -> Make:
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


def mediawiki(place: Path, documents: dict[str, Document]) -> dict[str, str]:
    """Write formulas as MediaWiki does: MathML with its TeX, here by latex2mathml, and a picture."""
    from latex2mathml.converter import convert

    def formula(tex: str, is_display: bool) -> str:
        source = escape(f"{{\\displaystyle {tex}}}")
        inner = convert(tex).partition(">")[2].removesuffix("</math>")
        kind = "display" if is_display else "inline"
        return (
            f'<span class="mwe-math-element mwe-math-element-{kind}"><span class="mwe-math-mathml-{kind} '
            'mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" '
            f'alttext="{source}"><semantics>{inner}<annotation encoding="application/x-tex">{source}'
            "</annotation></semantics></math></span><img "
            'src="https://wiki.example/api/rest_v1/media/math/render/svg/0" '
            f'class="mwe-math-fallback-image-{kind}" aria-hidden="true" alt="{source}"></span>'
        )

    def code(language: str, code: str) -> str:
        inner = pygments(language, code, wrapcode=False, nowrap=True)
        return (
            f'<div class="mw-highlight mw-highlight-lang-{language} mw-content-ltr" dir="ltr"><pre>'
            f"<span></span>{inner}</pre></div>"
        )

    return in_frame(documents, WIKI, formula=formula, code=code)
