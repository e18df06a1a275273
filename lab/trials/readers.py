"""Readers of Markdown, and what one finds in it that the clean HTML of the same page does not hold.

A reader does what its standard says, and leaves out nothing: no tag is filtered and no address refused.  What
it writes is read by a parser of HTML.  Each reader may write what its standard has signs for.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cached_property, lru_cache
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import html5lib
import lxml.html
import markdown
import mistune
from cmarkgfm.cmark import Options, markdown_to_html_with_extensions
from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

SCHEMES = ("http", "https", "mailto", "tel", "ftp")
#: Of a picture.
LOADED = ("http", "https")

#: What clean HTML may hold, as docs/html.rst says: tags, and their attributes.
CLEAN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 p pre blockquote ul dl dt dd".split(), ("id",)),
    **dict.fromkeys("table caption colgroup col thead tbody tfoot tr".split(), ()),
    **dict.fromkeys("em strong b i sub sup del br hr figure figcaption".split(), ()),
    **dict.fromkeys(("th", "td"), ("colspan", "rowspan", "scope")),
    "ol": ("start", "reversed", "type"),
    "li": ("id", "value"),
    "a": ("href", "id"),
    "code": ("class",),
    "span": ("class",),
    "img": ("src", "alt"),
    "input": ("type", "checked", "disabled"),
}
#: By extension the tags that Markdown has signs for.
TAGS = {
    "core": "h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre code em strong br hr a img",
    "tables": "table thead tbody tr th td",
    "strokes": "s del",
    "tasks": "input",
    "notes": "section div sup",
    "definitions": "dl dt dd",
    "formulas": "",
    "addresses": "",
    "references": "",  # in addresses, which mistune decodes twice
    "abbreviations": "abbr",
    "signs": "mark ins sup sub ruby rt span div",
    "attributes": "",
}
#: By extension their attributes, but for those with an address.
ATTRIBUTES = {
    "core": r"ol start=\d{1,9}|code class=(\S+ )?language-\S+|img alt=.*",
    "tables": r"t[hd] (align=|style=text-align: ?)(left|center|right);?",
    "tasks": r"input (type=checkbox|(checked|disabled)=.{0,8}|class=task-list-item-checkbox|style=margin: .*)"
    r"|(ul|li) (class=(contains-task-list|task-list-item( enabled)?)|style=list-style-type: none;)",
    "notes": r"\w+ id=(user-content-)?fn(ref)?\d*[-:]?[-\w]+|h2 id=footnote-label|\w+ data-footnote\S*=[-\d]*"
    r"|\w+ class=(sr-only|(data-)?footnote\S*)|a aria-label=Back to reference [-\d]+"
    r"|a aria-describedby=footnote-label|a title=Jump back to footnote \d+ in the text",
    "abbreviations": "abbr title=.*",
    "signs": r"\w+ class=spoiler",
    # what TeX has behind a subscript or an asterisk: no name of two letters has a value
    "attributes": r"(em|strong) (?!class|id|style|href|src)\S*(=|(?<![-\w])\w=.*)",
}  # fmt: skip
#: What these signs make has no effect: it is a difference of the text.
HARMLESS = {"abbr", "mark", "ins", "sup", "sub", "ruby", "rt"}
#: Two names for one thing.
SAME = {"b": "strong", "i": "em", "s": "del", "strike": "del", "th": "td"}
#: What clean HTML has where only a reader with an extension can say the same.
NEEDS = {
    "tables": "<table",
    "strokes": "<del>",
    "notes": 'id="fn',
    "definitions": "<dl>",
    "formulas": 'class="math"',
}
#: Blocks of which Markdown has at most as many as the page, and those that may come in more parts.
BLOCKS, PARTS = "h1 h2 h3 h4 h5 h6 pre table img input".split(), "ul ol blockquote".split()
#: What may precede an address that a reader makes a link of.
PREFIXES = ("", "http://", "https://", "mailto:", "ftp://")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
#: What a browser leaves out of an address, all or at its ends.
_LEFT_OUT, _ENDS = str.maketrans("", "", "\t\n\r"), "".join(map(chr, range(33)))
#: The link to a footnote, or back, and the id of a footnote.
_OF_NOTE, _NOTE = (
    re.compile(rf"{before}(user-content-)?fn{back}\d*[-:]?[-\w]+\Z")
    for before, back in (("#", "(ref)?"), ("", "(?!ref)"))
)

#: What TeX writes in two ways, so that no reader takes it for its own sign.
_TEX = re.compile(r"\\(lq|lt)|[`<\\$]")

#: The kinds of faults: what acts, what leads or loads from elsewhere, and what says something else.
LIVE = ("handler", "scheme", "element", "attribute", "other")
LINKS = ("link", "picture")
TEXT = ("text", "structure", "sign", "error")


class Fault(NamedTuple):
    """What a reader has found; faults of one kind are alike."""

    reader: str
    kind: str
    found: str


# --- Markdown -------------------------------------------------------------------------------


class Reader(NamedTuple):
    """What makes HTML of Markdown, and the extensions that it knows."""

    extensions: frozenset[str]
    read: Callable[[str], str] | None = None

    def may_write(self, tag: str) -> bool:
        return any(tag in TAGS[extension].split() for extension in self.extensions)

    def may_have(self, attribute: str) -> bool:
        patterns = (ATTRIBUTES.get(extension) for extension in self.extensions)
        return any(re.fullmatch(pattern, attribute, re.DOTALL) for pattern in patterns if pattern)


def reader(extensions: str, read: Callable[[str], str] | None = None) -> Reader:
    return Reader(frozenset(["core", *extensions.split()]), read)


def markdown_it(preset: str, *plugins: Callable[[MarkdownIt], Any], **options: Any) -> Callable[[str], str]:
    """Return a reader with extensions that filters no address and changes none."""
    made = MarkdownIt(preset, {"maxNesting": 1_000, "html": True, **options})
    for plugin in plugins:
        plugin(made)
    made.validateLink = lambda url: True  # type: ignore[method-assign]
    made.normalizeLink = lambda url: url  # type: ignore[method-assign]
    made.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return made.render


def github(made: MarkdownIt) -> None:
    made.enable(["table", "strikethrough"])
    made.use(footnote_plugin).use(tasklists_plugin)


def definitions(made: MarkdownIt) -> None:
    made.use(deflist_plugin)


def dollars(**options: Any) -> Callable[[MarkdownIt], None]:
    """Formulas between dollars: each is its TeX, escaped as all text is, without dollars."""

    def plugin(made: MarkdownIt) -> None:
        made.use(dollarmath_plugin, double_inline=True, **options)
        for rule in ("math_inline", "math_inline_double", "math_block", "math_block_label"):
            made.add_render_rule(rule, formula)

    return plugin


def formula(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    return escape(tokens[index].content)


def cmark(*extensions: str) -> Callable[[str], str]:
    options = Options.CMARK_OPT_UNSAFE | (Options.CMARK_OPT_FOOTNOTES if extensions else 0)
    return lambda text: markdown_to_html_with_extensions(text, options, extensions)


def misty(plugins: str) -> Callable[[str], str]:
    renderer = mistune.HTMLRenderer(escape=False, allow_harmful_protocols=True)
    made = mistune.create_markdown(renderer=renderer, plugins=plugins.split())
    return lambda text: str(made(text))


def python_markdown(*extensions: str) -> Callable[[str], str]:
    made = markdown.Markdown(extensions=extensions)
    return lambda text: str(made.reset().convert(text))


#: Which dollars begin a formula, as Pandoc says; by default any two do.
_PANDOC: dict[str, Any] = {"allow_space": False, "allow_digits": False, "allow_labels": False}
#: The readers in Python by name.
PYTHON: dict[str, Reader] = {
    "CommonMark": reader("", markdown_it("commonmark")),
    "GitHub": reader("tables strokes tasks notes addresses", markdown_it("gfm-like", github)),
    "GitHub, formulas": reader(
        "tables strokes tasks notes addresses formulas", markdown_it("gfm-like", github, dollars())
    ),
    "Pandoc": reader(
        "tables strokes tasks notes definitions", markdown_it("commonmark", github, definitions)
    ),
    "Pandoc, formulas": reader(
        "tables strokes tasks notes definitions formulas",
        markdown_it("commonmark", github, definitions, dollars(**_PANDOC)),
    ),
    "cmark": reader("", cmark()),
    "cmark-gfm": reader(
        "tables strokes tasks notes addresses", cmark("table", "strikethrough", "tasklist", "autolink")
    ),
    "mistune": reader(
        "tables strokes tasks notes addresses references",
        misty("url strikethrough table footnotes task_lists"),
    ),
    "mistune, all": reader(
        "tables strokes tasks notes addresses references definitions abbreviations signs",
        misty(
            "url strikethrough table footnotes task_lists def_list abbr mark insert superscript subscript "
            "ruby spoiler"
        ),
    ),
    "python-markdown": reader("", python_markdown()),
    "python-markdown, extra": reader(
        "tables notes definitions abbreviations attributes", python_markdown("extra")
    ),
}
#: Those in JavaScript: readers.mjs has them.
JAVASCRIPT: dict[str, Reader] = {
    "commonmark.js": reader(""),
    "micromark": reader(""),
    "micromark, GitHub": reader("tables strokes tasks notes addresses"),
    "markdown-it": reader("tables strokes addresses"),
    "marked": reader("tables strokes tasks addresses"),
    "showdown": reader(""),
    "showdown, GitHub": reader("tables strokes tasks addresses"),
}
#: What a reader cannot read, as its documentation says, by XPath in clean HTML.  It judges no such page ...
UNREAD = {
    # its extension fenced_code, which is among "extra", reads them, but only at the root of a page:
    # https://python-markdown.github.io/extensions/fenced_code_blocks/
    "python-markdown": "//pre",
    "python-markdown, extra": "//li//pre | //blockquote//pre | //dd//pre",
    # they end where a line of them begins as a list, a quote or a rule does
    **dict.fromkeys(("showdown", "showdown, GitHub"), "//li//pre"),
}
#: ... or is not asked for its text.
UNLIKE = {
    # two backticks are no code there
    "marked": "//a//code[contains(., '``')]",
    # it shows the backslash
    **dict.fromkeys(("mistune", "python-markdown, extra"), "//tr//code[contains(., '|')]"),
}
ALL = PYTHON | JAVASCRIPT
PACKAGES = "commonmark markdown-it marked micromark micromark-extension-gfm showdown".split()


class Readers:
    """All readers that are there: those in JavaScript are in a folder where npm has installed them."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.names = [*(ALL if folder else PYTHON)]

    @cached_property
    def node(self) -> subprocess.Popen[bytes]:
        """The process of the readers in JavaScript; it ends with this one.  Without node: ValueError."""
        assert self.folder
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not all((self.folder / "node_modules" / name).exists() for name in PACKAGES):
                command = f"npm install --no-audit --no-fund {' '.join(PACKAGES)} --prefix".split()
                subprocess.run([*command, self.folder], check=True, stdout=subprocess.DEVNULL)
            script = shutil.copy(Path(__file__).with_name("readers.mjs"), self.folder)
            return subprocess.Popen(["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, subprocess.CalledProcessError) as error:
            raise ValueError(f"the readers in JavaScript need node and npm: {error}") from None

    def rendered(self, text: str, names: Collection[str] = ()) -> Iterator[tuple[str, str | None]]:
        """Yield Markdown as HTML by reader, or None from a reader that fails."""
        names = names or self.names
        node = None
        if scripts := [name for name in names if name in JAVASCRIPT]:
            node = self.node  # it works while the others do
            assert node.stdin
            node.stdin.write(json.dumps([scripts, text]).encode() + b"\n")
            node.stdin.flush()
        for name in names:
            if read := ALL[name].read:
                try:
                    yield name, read(text)
                except Exception:
                    yield name, None
        if node and node.stdout:
            yield from json.loads(node.stdout.readline()).items()

    def faults_of(self, html: str, text: str, names: Collection[str] = ()) -> list[Fault]:
        """Return what is wrong with clean HTML, and what readers find in Markdown that it does not hold."""
        held, faults = Held(html), faults_of_html(html)
        judges = [name for name in names or self.names if held.lacks(UNREAD.get(name))]
        for name, rendering in self.rendered(text, judges) if judges else ():
            found = faults_of_rendering(held, name, rendering)
            faults += [Fault(name, *fault) for fault in dict.fromkeys(found)]
        return faults


# --- HTML -----------------------------------------------------------------------------------


def by_lxml(html: str) -> Any:
    """Return the root of a text as HTML; no NUL ends it."""
    text = html.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
    return lxml.html.document_fromstring(f"<html><body>{text}</body></html>", _reads_all())


@lru_cache(maxsize=1)
def _reads_all() -> Any:
    return lxml.html.HTMLParser(huge_tree=True)


def by_html5lib(html: str) -> Any:
    return html5lib.parse(f"<body>{html}", namespaceHTMLElements=False)


def elements_of(root: Any) -> Iterator[tuple[Any, str]]:
    """Yield the elements that a text has made, with their tags; the tag of a comment and the like is ""."""
    for node in root.iter():
        tag = node.tag if isinstance(node.tag, str) else ""
        if tag not in ("html", "head", "body") or node.attrib:
            yield node, tag


def scheme_of(address: str) -> str:
    r"""Return the scheme that a browser reads in an address, or "" for a relative one.

    >>> scheme_of("\x01java\tScript:x"), scheme_of("/a:b")
    ('javascript', '')
    """
    found = _SCHEME.match(address.strip(_ENDS).translate(_LEFT_OUT))
    return found[1].lower() if found else ""


def address_of(given: str) -> str:
    """Return an address for comparison: no part of it is encoded.

    >>> address_of("http://a.test/%3C b%29")
    'http://a.test/< b)'
    """
    return unquote(given.strip(_ENDS).translate(_LEFT_OUT))


# --- faults ---------------------------------------------------------------------------------


def faults_of_html(html: str) -> list[Fault]:
    """Return what clean HTML may not hold."""
    found = []
    for parser in (by_lxml, by_html5lib):
        for node, tag in elements_of(parser(html)):
            if not tag:
                found.append(("other", repr(node)))
                continue
            if tag not in CLEAN and tag != "tbody":
                found.append(("element", tag))
            for name, value in node.attrib.items():
                found += live(tag, name, value)
                if name not in CLEAN.get(tag, ()) or not is_clean(tag, name, value):
                    found.append(("attribute", f"{tag} {name}={value[:60]!r}"))
    return [Fault("HTML", *fault) for fault in dict.fromkeys(found)]


def is_clean(tag: str, name: str, value: str) -> bool:
    if name == "id":
        return re.fullmatch(r"fn(ref)?[0-9]+(-[0-9]+)?", value) is not None
    if name == "class":
        return value == "math" if tag == "span" else bool(re.fullmatch(r"language-[^\s\"'<>&`]+", value))
    return True


def live(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what an attribute may do: run a program, or lead where no link may lead."""
    if name.startswith("on"):
        yield "handler", f"{tag} {name}={value[:60]!r}"
    scheme = scheme_of(value) if name in ("href", "src") else ""
    if scheme and scheme not in (LOADED if tag == "img" else SCHEMES):
        yield "scheme", f"{tag} {name}={value[:60]!r}"


class Held:
    """What clean HTML holds."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.root = by_lxml(html)
        self.tags: Counter[str] = Counter()
        self.attributes: set[tuple[str, str, str]] = set()
        for node, tag in elements_of(self.root):
            self.tags.update({SAME.get(tag, tag), "code"} if tag == "pre" else {SAME.get(tag, tag)})
            self.attributes.update((tag, name, address_of(value)) for name, value in node.attrib.items())
        self.visible = "".join(self.root.itertext())
        self.addresses_twice = {address_of(unescape(value)) for _, _, value in self.attributes}
        self.needs = {extension for extension, sign in NEEDS.items() if sign in html}
        self.texts = texts_of(self.root, "formulas" in self.needs)

    def lacks(self, path: str | None) -> bool:
        return path is None or not self.root.xpath(path)

    def shows(self, link: Any) -> bool:
        """Return whether the text of the page has a link's address, and the link shows it."""
        text = "".join(link.itertext())
        href = address_of(link.get("href"))
        return any(
            shown in self.visible and href in {address_of(before + shown) for before in PREFIXES}
            for shown in (text, unescape(text))
        )


def faults_of_rendering(held: Held, name: str, rendering: str | None) -> Iterator[tuple[str, str]]:
    """Yield what Markdown holds for a reader, and clean HTML does not."""
    by = ALL[name]
    if rendering is None:
        yield "error", "the reader fails"
        return
    root = by_lxml(rendering)
    for node, tag in elements_of(root):
        if not tag:
            yield "other", etree.tostring(node, encoding="unicode", with_tail=False)[:60]
            continue
        is_mark = tag == "sup" and any(_OF_NOTE.match(link.get("href", "")) for link in node.iterfind("a"))
        if not held.tags[SAME.get(tag, tag)] and not by.may_write(tag):
            yield "element", tag
        elif not held.tags[tag] and tag in HARMLESS and not is_mark:
            yield "sign", tag
        for key, value in node.attrib.items():
            if (tag, key) == ("a", "href") and scheme_of(value) == "xmpp" and held.shows(node):
                continue
            yield from live(tag, key, value)
            if (tag, key, address_of(value)) in held.attributes or by.may_have(f"{tag} {key}={value}"):
                continue
            if "references" in by.extensions and address_of(value) in held.addresses_twice:
                continue
            if (tag, key) == ("a", "href"):
                if not held.shows(node) and not ("notes" in by.extensions and _OF_NOTE.match(value)):
                    yield "link", value[:80]
            elif (tag, key) == ("img", "src"):
                yield "picture", value[:80]
            else:
                yield "attribute", f"{tag} {key}={value[:60]!r}"
    if compares(held, name):
        yield from differences(held, root)


def compares(held: Held, name: str) -> bool:
    """Return whether a reader can say what a page does.

    Only on a page with formulas does each dollar have a backslash, and ``==`` and the like never have one.
    """
    if not held.lacks(UNREAD.get(name)) or not held.lacks(UNLIKE.get(name)):
        return False
    knows = ALL[name].extensions
    return (
        held.needs <= knows and ("formulas" in held.needs or "formulas" not in knows) and "signs" not in knows
    )


def differences(held: Held, root: Any) -> Iterator[tuple[str, str]]:
    """Yield what a reader says otherwise than the page."""
    found = texts_of(root, "formulas" in held.needs)
    if found != held.texts:
        yield "text", first_difference(*map(" ".join, (held.texts, found)))
    for node in root.xpath("//*[starts-with(@class, 'footnote')]/ol | //h2[@class='sr-only']"):
        node.tag = "div"
    tags = Counter(node.tag for node, _ in elements_of(root))
    for tag in [*BLOCKS, *PARTS]:
        if tags[tag] > held.tags[tag] and not (tag in PARTS and held.tags[tag]):
            yield "structure", f"{tag}: {tags[tag]} instead of {held.tags[tag]}"


# --- text -----------------------------------------------------------------------------------


def texts_of(root: Any, has_formulas: bool = False) -> list[str]:
    """Return what a page says without white space: its text, and its notes in their order.

    Marks of notes have no text, a formula has no dollars, a picture says its description, and a box to tick
    is Markdown's sign, as readers show it that have no boxes.
    """
    notes: list[str] = []
    parts: list[list[str]] = [[]]
    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, node in walker:
        is_note = event in ("start", "end") and _NOTE.match(node.get("id", ""))
        if event == "start":
            if is_note:
                parts.append([])
            if (node.tag == "a" and _OF_NOTE.match(node.get("href", ""))) or node.get("class") == "sr-only":
                walker.skip_subtree()
            else:
                parts[-1].append(said_by(node))
            continue
        if is_note:
            notes.append(squeezed(parts.pop()).strip("^↑↩\ufe0e"))
        parts[-1].append(node.tail or "")
    texts = [squeezed(parts[0]), *notes]
    return [_TEX.sub("", text) for text in texts] if has_formulas else texts


def said_by(node: Any) -> str:
    """Return what an element says before its first child."""
    if node.tag == "img":
        return str(node.get("alt", ""))
    if node.tag == "input":
        return "[x]" if node.get("checked") is not None else "[ ]"
    text = str(node.text or "")
    if node.get("class") == "math":
        signs = 2 if text.startswith("$$") and text.endswith("$$") and len(text) > 3 else 1
        return text[signs:-signs]
    return text


def squeezed(parts: list[str]) -> str:
    return "".join("".join(parts).split())


def first_difference(wanted: str, found: str) -> str:
    """Show what two texts have from where they differ.

    >>> first_difference("It rained", "It drained")
    "'It rained' became 'It drained'"
    """
    place = next((k for k, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1]), None)
    place = min(len(wanted), len(found)) if place is None else place
    part = slice(max(place - 20, 0), place + 40)
    return f"{wanted[part]!r} became {found[part]!r}"
