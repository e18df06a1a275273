"""Readers of Markdown, and what one finds in it that the clean HTML of the same page does not hold.

A reader does what CommonMark and its extensions say, and leaves out nothing: no address is refused.  What it
writes is read by two parsers of HTML.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from html import escape
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import unquote

import lxml.html
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
#: The tags that Markdown has signs for, and their attributes.
WRITTEN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 p blockquote ul li pre".split(), ()),
    **dict.fromkeys("em strong br hr table thead tbody tr dl dt dd".split(), ()),
    **dict.fromkeys(("s", "del"), ()),
    **dict.fromkeys(("th", "td"), ("style",)),
    "ol": ("start",),
    "a": ("href",),
    "img": ("src", "alt"),
    "code": ("class",),
}
#: Two names for one thing.
SAME = {"b": "strong", "i": "em", "s": "del", "strike": "del", "th": "td"}
#: Tags that Markdown may not have more of than the page: of blocks, and in lines.
BLOCKS = "h1 h2 h3 h4 h5 h6 pre table".split()
INLINE = "a img input".split()
#: Blocks that may come in more parts than they have on the page.
PARTS = "ul ol blockquote".split()
#: How Markdown aligns cells.
_ALIGNED = re.compile(r"text-align:(left|center|right)")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
#: What a browser leaves out of an address, all or at its ends.
_LEFT_OUT, _ENDS = str.maketrans("", "", "\t\n\r"), "".join(map(chr, range(33)))

#: The link to a footnote, or back.
_OF_NOTE = re.compile(r"#fn(ref)?\d+(-\d+)?\Z")


class Fault(NamedTuple):
    """What a reader has found; faults of one kind are alike."""

    reader: str
    kind: str
    found: str


# --- Markdown -------------------------------------------------------------------------------


class Rendered(NamedTuple):
    """Markdown as HTML: the text, the notes by label, and what the reader has found besides."""

    body: str
    notes: dict[str, str]
    #: how many marks of notes there are, and of notes in the line
    marks: int
    inline_notes: int
    #: the addresses of links that are defined, by label
    definitions: dict[str, str]

    @property
    def all(self) -> str:
        return "\n".join([self.body, *self.notes.values()])


def reader(*extensions: Callable[[MarkdownIt], Any]) -> MarkdownIt:
    """Return a reader of CommonMark, with extensions, that filters no address and changes none."""
    made = MarkdownIt("commonmark", {"maxNesting": 1_000})
    for extension in extensions:
        extension(made)
    made.validateLink = lambda url: True  # type: ignore[method-assign]
    made.normalizeLink = lambda url: url  # type: ignore[method-assign]
    made.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return made


def github(made: MarkdownIt) -> None:
    """The tables, strokes and tasks of GitHub, and footnotes."""
    made.enable(["table", "strikethrough"])
    made.use(footnote_plugin).use(tasklists_plugin)
    for rule in ("footnote_ref", "footnote_anchor"):
        made.add_render_rule(rule, nothing)


def maths(made: MarkdownIt, **options: Any) -> None:
    made.use(dollarmath_plugin, double_inline=True, **options)
    for rule in ("math_inline", "math_inline_double", "math_block", "math_block_label"):
        made.add_render_rule(rule, formula)


def formula(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """A formula is its TeX, escaped as all text is, without dollars."""
    return escape(tokens[index].content)


def nothing(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    return ""


#: Which dollars begin a formula, as Pandoc says; by default any two do.
_PANDOC: dict[str, Any] = {"allow_space": False, "allow_digits": False, "allow_labels": False}
#: The readers by name.
READERS: dict[str, MarkdownIt] = {
    "CommonMark": reader(),
    "GitHub": reader(github),
    "GitHub with maths": reader(github, maths),
    "Pandoc": reader(github, deflist_plugin, partial(maths, **_PANDOC)),
}
KNOW_FORMULAS = ("GitHub with maths", "Pandoc")
#: The kinds of faults that any reader may find.
OF_ALL = (
    "address",
    "attribute",
    "handler",
    "scheme",
    "tag",
    "other",
    "a text defines a link",
    "footnote",
    "more",
)
#: What reads the text of a page: with or without formulas, and with or without definitions.
WORDS = {
    (False, False): READERS["GitHub"],
    (False, True): reader(github, deflist_plugin),
    (True, False): reader(github, partial(maths, **_PANDOC)),
    (True, True): READERS["Pandoc"],
}
#: What cannot be held against a reader: the lines of a definition, or of a footnote, are code to those who
#: do not know it, and a footnote may be a link.
PARDONED = {
    "CommonMark": ("block", "more"),
    "GitHub": ("block",),
    "GitHub with maths": ("block",),
    "Pandoc": (),
}


def rendered(markdown: str, by: MarkdownIt) -> Rendered:
    """Read Markdown."""
    env: dict[str, Any] = {}
    tokens = by.parse(markdown, env)
    kinds = [token.type for token in tokens]
    stop = kinds.index("footnote_block_open") if "footnote_block_open" in kinds else len(kinds)
    notes: dict[str, str] = {}
    inline, first = 0, stop
    for place in range(stop, len(kinds)):
        if kinds[place] == "footnote_open":
            first = place + 1
        elif kinds[place] == "footnote_close":
            label = (tokens[place].meta or tokens[first - 1].meta).get("label")
            inline += label is None
            note = by.renderer.render(tokens[first:place], by.options, env)
            notes[str(label)] = notes.get(str(label), "") + note
    found = env.get("footnotes", {})
    defined = [label[1:] for label in found.get("refs", {})]
    definitions = {one["label"]: one["href"] for one in env.get("duplicate_refs", ())}
    definitions |= {label: one["href"] for label, one in env.get("references", {}).items()}
    return Rendered(
        by.renderer.render(tokens[:stop], by.options, env),
        {label: notes.get(label, "") for label in defined},
        sum(note["count"] for note in found.get("list", {}).values() if note.get("label")),
        inline,
        definitions,
    )


# --- HTML -----------------------------------------------------------------------------------


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str]


class Seen(NamedTuple):
    """What a parser has found besides text."""

    elements: list[Element]
    #: comments, declarations and the like
    others: list[str]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen([], [])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_comment(self, data: str) -> None:
        self.seen.others.append(f"comment {data[:60]!r}")

    def handle_decl(self, decl: str) -> None:
        self.seen.others.append(f"declaration {decl[:60]!r}")

    def handle_pi(self, data: str) -> None:
        self.seen.others.append(f"processing instruction {data[:60]!r}")

    def unknown_decl(self, data: str) -> None:
        self.handle_decl(data)


def seen_by_python(html: str) -> Seen:
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.seen


def seen_by_lxml(html: str) -> Seen:
    """A ``body`` in the HTML gives its attributes to the one around it."""
    seen = Seen([], [])
    body = body_of(html)
    for node in (body.getparent(), body, *body.iterdescendants()):
        if not isinstance(node.tag, str):
            seen.others.append(f"node {etree.tostring(node, encoding='unicode', with_tail=False)[:60]!r}")
        elif node.tag not in ("html", "body") or node.attrib:
            seen.elements.append(Element(node.tag, {str(k): str(v) for k, v in node.attrib.items()}))
    return seen


def body_of(html: str) -> Any:
    """Return the body with a text; no NUL ends it."""
    text = html.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
    return lxml.html.document_fromstring(f"<html><body>{text}</body></html>", _reads_all()).find("body")


@lru_cache(maxsize=1)
def _reads_all() -> Any:
    return lxml.html.HTMLParser(huge_tree=True)


PARSERS = (seen_by_python, seen_by_lxml)


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
    for parser in PARSERS:
        seen = parser(html)
        found += [("other", other) for other in seen.others]
        for tag, attributes in seen.elements:
            if tag not in CLEAN:
                found.append(("tag", tag))
            for name, value in attributes.items():
                found += live(tag, name, value)
                if name not in CLEAN.get(tag, ()):
                    found.append(("attribute", f"{tag} {name}={value[:60]!r}"))
                elif name == "id" and not re.fullmatch(r"fn(ref)?[0-9]+(-[0-9]+)?", value):
                    found.append(("id", value[:60]))
                elif name == "class" and not is_class(tag, value):
                    found.append(("class", f"{tag} {value[:60]!r}"))
    return [Fault("HTML", *fault) for fault in dict.fromkeys(found)]


def is_class(tag: str, value: str) -> bool:
    return value == "math" if tag == "span" else re.fullmatch(r"language-[^\s\"'<>&`]+", value) is not None


def live(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what an attribute may do: run a program, or lead where no link may lead."""
    if name.startswith("on"):
        yield "handler", f"{tag} {name}={value[:60]!r}"
    scheme = scheme_of(value) if name in ("href", "src") else ""
    if scheme and scheme not in (LOADED if tag == "img" else SCHEMES):
        yield "scheme", f"{tag} {name}={value[:60]!r}"


class Held(NamedTuple):
    """What clean HTML holds."""

    tags: Counter[str]
    attributes: set[tuple[str, str, str]]
    addresses: Counter[tuple[str, str]]
    notes: int
    #: how many links lead to notes
    marks: int


def held_in(html: str) -> Held:
    """Return what clean HTML holds, without the links of footnotes."""
    tags: Counter[str] = Counter()
    attributes: set[tuple[str, str, str]] = set()
    addresses: Counter[tuple[str, str]] = Counter()
    notes = marks = 0
    for tag, given in seen_by_python(html).elements:
        if found := _OF_NOTE.match(given.get("href", "")):
            marks += not found[1]
            continue
        notes += re.fullmatch(r"fn\d+", given.get("id", "")) is not None
        tags.update({SAME.get(tag, tag), "code"} if tag == "pre" else {SAME.get(tag, tag)})
        attributes.update((tag, name, value) for name, value in given.items())
        addresses.update((name, address_of(given[name])) for name in ("href", "src") if name in given)
    return Held(tags, attributes, addresses, notes, marks)


def faults_of(html: str, markdown: str) -> list[Fault]:
    """Return what a reader finds in Markdown that clean HTML does not hold, each of it once."""
    held, faults = held_in(html), faults_of_html(html)
    for name, by in READERS.items():
        found = dict.fromkeys(faults_of_rendered(held, rendered(markdown, by)))
        faults += [Fault(name, *fault) for fault in found if fault[0] not in PARDONED[name]]
    return faults


def faults_of_rendered(held: Held, read: Rendered) -> Iterator[tuple[str, str]]:
    """Yield what Markdown holds as HTML, and clean HTML does not."""
    for label, address in read.definitions.items():
        kind = "a footnote defines a link" if label.startswith("^") else "a text defines a link"
        yield kind, f"[{label[:60]}]: {address[:60]}"
    if len(read.notes) + read.inline_notes > held.notes:
        yield "footnote", f"{[*read.notes]} and {read.inline_notes} inline, instead of {held.notes}"
    if read.marks > held.marks:
        yield "mark of a footnote", f"{read.marks} instead of {held.marks}"
    for parser in PARSERS:
        seen = parser(read.all)
        yield from faults_of_seen(held, seen, {*read.definitions.values()})
        if parser is seen_by_python:  # a link that is not closed is several elements to lxml
            yield from surplus(held, seen)


def faults_of_seen(held: Held, seen: Seen, defined: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what a parser finds that clean HTML does not hold; ``defined`` addresses are known already."""
    for other in seen.others:
        yield "other", other
    for tag, attributes in seen.elements:
        is_task = tag == "input" and attributes.get("type") == "checkbox"
        if tag not in WRITTEN and not held.tags[SAME.get(tag, tag)]:
            yield "tag", tag
        for name, value in attributes.items():
            yield from live(tag, name, value)
            if name in ("href", "src") and name in WRITTEN.get(tag, ()):
                if (name, address_of(value)) not in held.addresses and value not in defined:
                    yield "address", f"{tag} {name}={value[:80]!r}"
            elif (
                (tag, name, value) not in held.attributes
                and not (is_task and name in ("type", "checked", "disabled", "class"))
                and not is_written(tag, name, value)
            ):
                yield "attribute", f"{tag} {name}={value[:60]!r}"


def is_written(tag: str, name: str, value: str) -> bool:
    """Return whether a reader of Markdown may write an attribute, whatever the page says."""
    if name == "class":
        return tag in ("ul", "ol", "li") and value in ("task-list-item", "contains-task-list")
    if name == "style":
        return tag in ("th", "td") and _ALIGNED.fullmatch(value) is not None
    return name in WRITTEN.get(tag, ())


def surplus(held: Held, seen: Seen) -> Iterator[tuple[str, str]]:
    """Yield what Markdown has more of than clean HTML."""
    tags = Counter(tag for tag, _ in seen.elements)
    for kind, names in (("block", BLOCKS), ("block", PARTS), ("more", INLINE)):
        for tag in names:
            if tags[tag] > held.tags[tag] and not (names is PARTS and held.tags[tag]):
                yield kind, f"{tag}: {tags[tag]} instead of {held.tags[tag]}"


# --- text -----------------------------------------------------------------------------------


def squeezed(text: str) -> str:
    return "".join(text.split())


class Texts(NamedTuple):
    """What a page says, without white space: its text, and its notes in their order."""

    body: str
    notes: list[str]


def texts_of_html(html: str) -> Texts:
    """Return the texts of clean HTML, without the dollars of formulas and the marks of footnotes."""
    body = body_of(html)
    for node in list(body.iter("a", "span")):
        if node.tag == "a" and _OF_NOTE.match(node.get("href", "")):
            blank(node)
        elif node.get("class") == "math":
            text = (node.text or "").strip()
            signs = 2 if text.startswith("$$") and text.endswith("$$") and len(text) > 3 else 1
            node.text = text[signs:-signs]
    notes = []
    for node in [node for node in body.iter() if re.fullmatch(r"fn\d+", node.get("id", ""))]:
        notes.append(note_of("".join(node.itertext())))
        blank(node)
    return Texts(squeezed("".join(body.itertext())), notes)


def note_of(text: str) -> str:
    """Return the text of a note without signs that lead back."""
    return squeezed(text).strip("^↑↩\ufe0e")


def blank(node: Any) -> None:
    """Take an element's text away, and leave what is behind it."""
    tail = node.tail
    node.clear()
    node.tail = tail


def texts_of_markdown(markdown: str, html: str) -> Texts:
    """Return the texts of Markdown; the HTML of the page says whether it has formulas and definitions."""
    by = WORDS['class="math"' in html, "<dl>" in html]
    read = rendered(markdown, by)
    return Texts(text_of(read.body), [note_of(text_of(note)) for note in read.notes.values()])


def text_of(html: str) -> str:
    return squeezed("".join(body_of(html).itertext()))


def difference(html: str, markdown: str) -> str:
    """Return where the text of Markdown differs from that of the HTML, or ""."""
    wanted, found = texts_of_html(html), texts_of_markdown(markdown, html)
    if wanted.notes != found.notes:
        return f"notes: {first_difference(' '.join(wanted.notes), ' '.join(found.notes))}"
    return first_difference(wanted.body, found.body) if wanted.body != found.body else ""


def first_difference(wanted: str, found: str) -> str:
    """Show what two texts have from where they differ.

    >>> first_difference("It rained", "It drained")
    "'It rained' became 'It drained'"
    """
    place = next((k for k, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1]), None)
    place = min(len(wanted), len(found)) if place is None else place
    part = slice(max(place - 20, 0), place + 40)
    return f"{wanted[part]!r} became {found[part]!r}"
