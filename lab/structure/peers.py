"""The compared systems: this package, and other libraries that give Markdown, or HTML that becomes Markdown.

Each library is called as its documentation says, asked for links, pictures and tables.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.quality.peers import Peer
from lab.quality.systems import System, installed_peers, name_and_params, words_of
from scrapy_content_extract import extract
from scrapy_content_extract.content import Choice, Page

#: A page in UTF-8 and its URL → its main content as Markdown.
Function = Callable[[bytes, str], str]
#: A folder with the node_modules of peers from npm.
NODE = "CONTENT_EXTRACT_NODE"


def ours(spec: str) -> Function:
    """Return the Markdown of an extractor, given as "NAME" or "NAME:PARAMETER=VALUE,…".

    Raises ValueError for an unknown name or parameter.
    """
    name, params = name_and_params(spec)
    asked: Any = {"extractor": name, "formats": ["markdown"], **params}
    extract("", **asked)
    return lambda html, url: extract(html, url=url or None, **asked).formats["markdown"]


def as_markdown() -> Callable[[str], str]:
    """Return what turns HTML into Markdown: html-to-markdown with its defaults, nothing taken away before."""
    from html_to_markdown import ConversionOptions, PreprocessingOptions, convert

    options = ConversionOptions(extract_metadata=False, preprocessing=PreprocessingOptions(enabled=False))
    return lambda html: str(convert(html, options).content) if html else ""


def whole_page() -> Function:
    written = as_markdown()
    return lambda html, url: written(html.decode())


def trafilatura() -> Function:
    from trafilatura import extract

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    asked = {"include_links": True, "include_images": True, "include_formatting": True}
    return lambda html, url: extract(html, url=url or None, output_format="markdown", **asked) or ""


def magic_html() -> Function:
    from magic_html import GeneralExtractor

    extractor, written = GeneralExtractor(), as_markdown()
    return lambda html, url: written(extractor.extract(html.decode(), base_url=url).get("html") or "")


def rs_trafilatura() -> Function:
    from rs_trafilatura import extract

    asked = {"include_links": True, "include_images": True, "output_markdown": True}
    return lambda html, url: extract(html.decode(), url=url or None, **asked).content_markdown or ""


def readability_lxml() -> Function:
    from readability import Document

    logging.getLogger("readability").setLevel(logging.CRITICAL)
    written = as_markdown()
    return lambda html, url: written(Document(html.decode(), url=url or None).summary(html_partial=True))


def resiliparse() -> Function:
    from resiliparse.extract.html2text import extract_plain_text

    written = as_markdown()
    asked = {"preserve_formatting": "minimal_html", "main_content": True, "links": True}
    return lambda html, url: written(extract_plain_text(html.decode(), **asked))


def turbohtml() -> Function:
    from turbohtml import parse

    def run(html: bytes, url: str) -> str:
        found = parse(html.decode()).main_content()
        return "" if found is None else str(found.to_markdown())

    return run


DEFUDDLE = """
import {createInterface} from 'node:readline';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
const require = createRequire(process.cwd() + '/');
console.log = console.warn = console.error = () => {};
const {Defuddle} = await import(pathToFileURL(process.cwd() + '/node_modules/defuddle/dist/node.js'));
const {parseHTML} = require('linkedom');
for await (const line of createInterface({input: process.stdin})) {
  const {html, url} = JSON.parse(line);
  let markdown = '', error = '';
  try {
    const {document} = parseHTML(html);
    markdown = (await Defuddle(document, url, {markdown: true})).content || '';
  } catch (failed) { error = String(failed); }
  const {user, system} = process.cpuUsage();
  process.stdout.write(JSON.stringify({markdown, error, seconds: (user + system) / 1e6}) + '\\n');
}
"""


class Node:
    """A program of JavaScript that answers lines of JSON; ``clock`` is its CPU time in seconds."""

    def __init__(self, program: str, folder: Path) -> None:
        command = ["node", "--input-type=module", "-e", program]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=folder, text=True, **pipes)
        self.seconds = 0.0

    def __call__(self, html: bytes, url: str) -> str:
        """Raises RuntimeError if the program fails."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        stdin.write(json.dumps({"html": html.decode(), "url": url or "http://site.example/"}) + "\n")
        stdin.flush()
        answer = json.loads(stdout.readline() or '{"error": "it has ended"}')
        self.seconds = answer.get("seconds", self.seconds)
        if answer["error"]:
            raise RuntimeError(answer["error"])
        return str(answer["markdown"])

    def clock(self) -> float:
        return self.seconds


def clock_of(run: Function) -> Callable[[], float]:
    """Return the clock of the CPU time that a system takes."""
    return getattr(run, "clock", time.process_time)


def defuddle() -> Function:
    return Node(DEFUDDLE, Path(os.environ[NODE]))


class Everything:
    """A method that chooses all texts."""

    def extract(self, page: Page) -> Choice:
        return Choice(page, ((0, len(page.gap)),))


def everything() -> Function:
    asked: Any = {"extractor": Everything(), "formats": ["markdown"]}
    return lambda html, url: extract(html, url=url or None, **asked).formats["markdown"]


class NodePeer(Peer):
    """A package of npm, in the folder that the environment names."""

    def installed(self) -> str | None:
        file = Path(os.environ.get(NODE, "")) / "node_modules" / self.package / "package.json"
        if not os.environ.get(NODE) or not file.exists():
            return None
        return str(json.loads(file.read_text("utf-8"))["version"])


#: The compared systems by name.  "everything" is this package with all texts of a page, "whole-page" is
#: html-to-markdown.
PEERS: dict[str, Peer] = {
    "everything": Peer("", everything),
    "whole-page": Peer("html-to-markdown", whole_page),
    "trafilatura": Peer("trafilatura", trafilatura),
    "magic-html": Peer("magic-html", magic_html),
    "rs-trafilatura": Peer("rs-trafilatura", rs_trafilatura),
    "readability-lxml": Peer("readability-lxml", readability_lxml),
    "resiliparse": Peer("resiliparse", resiliparse),
    "turbohtml": Peer("turbohtml", turbohtml),
    "defuddle": NodePeer("defuddle", defuddle),
}


def systems_of(specs: Sequence[str], names: Sequence[str] | None) -> list[System]:
    """Return the extractors, and the installed peers of those named; an empty list names all.

    Raises ValueError for an unknown name or parameter.
    """
    peers = [] if names is None else installed_peers(words_of(names), PEERS)
    return [*(System(spec, ours(spec)) for spec in specs), *peers]
