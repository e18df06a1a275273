"""One value for a page: its main content, in every form, and what is known about it.

:class:`Result` is what ``extract()``, items, ``content_of()``, commands, engines and scrapy-poet give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .auto.non_content import NO_CONTENT
from .auto.steps import without_texts
from .errors import as_errors
from .metadata import Metadata
from .metadata.titles import title_in
from .model import Block, Kind, Range, Segmentation, Status, density, lazy
from .output.formats import FORMATS, Content, warn
from .output.style import PLAIN, Style
from .page.blocks import blocks_of
from .page.choice import Choice
from .page.page import Page

if TYPE_CHECKING:
    from .methods import Segmenter

T = TypeVar("T")

#: The confidence below which a page is doubtful.
DOUBTFUL = 0.5
#: The diagnostics of a page that was not measured.
UNKNOWN: Mapping[str, Any] = dict.fromkeys(
    "page main rest chars link_chars main_chars extractor status truncated confidence "
    "kind kind_confidence no_content text_source hidden_chars hidden_kept "
    "encoding encoding_source replaced".split()
)


class Value(Generic[T]):
    """A form of the content of a result, made when it is first asked for; or a diagnostic."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, result: Any, owner: type) -> T:
        if result is None:
            return self  # type: ignore[return-value]
        of_result: Callable[[str], T] = result.form if self.name in EVERY_FORM else result.diagnostics.get
        return of_result(self.name)


class Result:
    """The main content of a page as plain values, and its status.

    Each form of the content is made from the same page when it is first asked for; until then the result
    holds the page.  A copy by ``pickle`` has what was made before.
    """

    #: how the page ended: "ok", "empty", …; docs/fields.rst has all
    status: Value[Status] = Value()
    #: 0 to 1, or None if the method has none
    confidence: Value[float | None] = Value()
    #: what ``auto`` takes the page for, and how likely that is
    kind: Value[Kind | None] = Value()
    kind_confidence: Value[float | None] = Value()
    #: the kind of a page without content, such as "login"
    no_content: Value[str | None] = Value()
    #: how many other pages of the site were known; None without a memory of sites
    site_pages: Value[int | None] = Value()
    #: whether a user's selector has "found" the text, or is "missing" in the page; None without one
    rule: Value[str | None] = Value()
    #: the characters that a browser does not show: those left out, and those in the main text
    hidden_chars: Value[int | None] = Value()
    hidden_kept: Value[int | None] = Value()

    #: the main text: a line for each paragraph, or ``""``, below the title if wanted
    text: Value[str] = Value()
    #: the title of what the page is about, or None for a page that was not measured
    title: Value[str | None] = Value()
    #: the main content as ranges of texts, in page order, each text once
    ranges: Value[tuple[Range, ...]] = Value()
    #: the paragraphs of the main content
    paragraphs: Value[tuple[Block, ...]] = Value()
    #: the blocks of the page; ``main`` marks those that are mostly main content
    blocks: Value[tuple[Block, ...]] = Value()
    #: the blocks of the whole page, and their groups
    segmentation: Value[Segmentation] = Value()
    #: what the page declares about itself
    metadata: Value[Metadata] = Value()
    #: the main content as clean HTML
    html: Value[str] = Value()
    #: the main content as Markdown
    markdown: Value[str] = Value()
    #: the main content as the nodes of a document, docs/document.rst
    document: Value[list[dict[str, Any]]] = Value()
    #: the pictures of the content: ``url``, ``alt``, ``caption``
    images: Value[list[dict[str, str]]] = Value()
    #: the links of the content: ``url``, ``text``
    links: Value[list[dict[str, str]]] = Value()
    #: the main text in chunks: :class:`.output.chunks.Chunk` as dicts
    chunks: Value[list[dict[str, Any]]] = Value()

    def __init__(
        self,
        known: Mapping[str, Any],
        choice: Choice | None = None,
        *,
        style: Style = PLAIN,
        page: Page | None = None,
        segmenter: Segmenter | None = None,
        all_blocks: bool = True,
        on_failed: Callable[[str, Exception], object] = warn,
        reason: str = "",
        text: str = "",
    ) -> None:
        """``known`` are diagnostics that do not depend on the choice; a page without one has no others.

        ``page`` is the one that the method was given, if the choice may be of another.
        Without ``all_blocks``, blocks without main text are left out.  ``on_failed`` is called with "blocks"
        or the name of a format that has failed, and its error.
        """
        self._known, self._choice, self._style = known, choice, style
        self._page = page or (choice and choice.page)
        self._segmenter, self._all_blocks = segmenter, all_blocks
        self._on_failed, self._is_copy = on_failed, False
        self._made: dict[str, Any] = {"text": text} if text else {}
        #: the seconds that it took to make the result
        self.seconds = 0.0
        #: the id of the page's record in a web archive, or None
        self.warc_record_id: str | None = None
        #: the URL of an earlier page of a crawl with the same or almost the same text, or None
        self.duplicate_of: str | None = None
        no_content = choice.no_content if choice else known.get("no_content")
        #: more about the status: why there is no main text, or what has failed
        self.reason = reason or NO_CONTENT.get(no_content or "", why_nothing(choice) if choice else "")

    @cached_property
    def diagnostics(self) -> dict[str, Any]:
        """What explains the result; docs/fields.rst has the names."""
        choice = self._choice
        return diagnostics_of(choice, self._known) if choice else {**UNKNOWN, **self._known}

    @property
    def moved_by_site(self) -> Counter[bool]:
        """The characters whose p other pages of the site have moved across 1/2; True: above it."""
        choice: Any = self._choice
        trace, moved = choice and choice.trace, Counter[bool]()
        for line, p, site_p in zip(choice.page.lines, trace.p, trace.site_p) if trace else ():
            if (p < 0.5) != (site_p < 0.5):
                moved[site_p >= 0.5] += choice.page.chars_in([line])
        return moved

    def form(self, name: str) -> Any:
        """Return a form of the content, made at the first call.

        One that fails is empty, and ``reason`` says why.  Raises ValueError for a copy of a result that was
        made without this form.
        """
        if name not in self._made:
            if self._is_copy:
                raise ValueError(f"There is no {name}: this copy of a result was made before it.")
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Any:
        choice = self._choice
        if choice is None:
            return empty(name)
        if name in OF_CHOICE:
            return getattr(choice, name)
        if name == "title":
            return title_in(choice)
        try:
            with as_errors():
                if name == "segmentation":
                    return self._cut.marked(choice.page, choice.ranges)
                if name == "blocks":
                    return self._cut.marked(choice.page, choice.ranges, others=self._all_blocks).blocks
                if name == "metadata":
                    return metadata_in(self._page, choice.site)  # type: ignore[arg-type]
                made = FORMATS[name].make(self._content)
        except Exception as error:
            what = "blocks" if name == "segmentation" else name
            if what == "blocks" and self.status == "ok":
                self.diagnostics["status"] = "no_blocks"
            self.reason = f"{what}: {type(error).__name__}: {error}"
            self._on_failed(what, error)
            return empty(name)
        if self._content.is_less:
            self.diagnostics["truncated"] = True
        return made

    @lazy
    def _content(self) -> Content:
        return Content(self._choice, self._style)  # type: ignore[arg-type]

    @lazy
    def _cut(self) -> Segmentation:
        """The blocks of the page, not marked: one cut serves two forms."""
        return cut_by(self._segmenter, self._choice)  # type: ignore[arg-type]

    def __getstate__(self) -> dict[str, Any]:
        for name in ("text", "title", "ranges"):
            self.form(name)
        source = dict.fromkeys(("_known", "_choice", "_page", "_segmenter", "_content", "_cut"))
        copied = {"diagnostics": self.diagnostics, "_style": PLAIN, "_on_failed": warn, "_is_copy": True}
        return {**self.__dict__, **source, **copied}

    def __repr__(self) -> str:
        return f"<Result {self.status}: {len(self.text):,} characters, title {self.title!r}>"

    def _repr_html_(self) -> str:
        from .notebook import of_result  # only notebooks ask for it

        return of_result(self)


def without_text(status: Status, reason: str = "", *, text: str = "", **known: Any) -> Result:
    """Return the result of a page that was not measured; its ``text`` may be known."""
    return Result({**known, "status": status}, reason=reason, text=text)


def restored(forms: Mapping[str, Any], diagnostics: Mapping[str, Any], **others: Any) -> Result:
    """Return a result from all that was known of it."""
    result = Result(diagnostics)
    result._made, result._is_copy = dict(forms), True
    for name, value in others.items():
        setattr(result, name, value)
    return result


def metadata_in(page: Page, site: Any = None) -> Metadata:
    """Return the metadata of a page; the finders are imported at the first call."""
    from .metadata.finders import metadata_beside

    return metadata_beside(page, site)


#: The forms of a content that its choice has.
OF_CHOICE = ("text", "ranges", "paragraphs")
#: What forms are of a page without content.
EMPTY: Mapping[str, Any] = {
    "text": "",
    "title": None,
    "ranges": (),
    "paragraphs": (),
    "blocks": (),
    "segmentation": Segmentation(()),
    "metadata": Metadata(),
}
EVERY_FORM = (*EMPTY, *FORMATS)


def why_nothing(choice: Choice) -> str:
    """Say why a page has no main text, or not that of its rule, if it is not known as one without content."""
    if not choice.page.gap:
        return "the page has no text"
    if not choice.ranges:
        return "no paragraph of the page reads like main text"
    return "its rule found no text, so the method chose" if choice.rule == "missing" else ""


def doubt(result: Result | Choice, least: float, help: str = "") -> str:
    """Say that the confidence of a text is less than ``least``, and which ``help`` there is, or ""."""
    confidence = result.confidence
    if not result.ranges or confidence is None or confidence >= least:
        return ""
    others = f"; two other pages of its site may help: {help}" if help else ""
    return f"its confidence is {confidence:.2f}, less than {least:g}{others}"


def empty(name: str) -> Any:
    return EMPTY[name] if name in EMPTY else FORMATS[name].kind()


# ------------------------------------------------------------------ blocks


def cut_by(segmenter: Segmenter | None, choice: Choice) -> Segmentation:
    """Return the blocks of a page; where the main text lacks hidden texts, so do they.

    Raises IndexError for a segmenter whose blocks have texts beyond the page.
    """
    if segmenter is None:
        return Segmentation(())
    page = choice.page
    segmentation = segmenter.segment(page)
    if any(stop > len(page.gap) for block in segmentation.blocks for _, stop in block.ranges):
        raise IndexError(f"a block has texts beyond the page's {len(page.gap)}")
    return without_hidden(segmentation, choice) if choice.hidden_chars else segmentation


def without_hidden(segmentation: Segmentation, choice: Choice) -> Segmentation:
    """Return blocks without the hidden texts that are not chosen."""
    page = choice.page
    marks = bytearray(choice.hidden or b"")
    for start, stop in choice.ranges:
        marks[start:stop] = bytes(stop - start)
    left_out = bytes(marks)
    rest = [
        without_texts(block.ranges, left_out)
        if any(left_out.find(1, start, stop) >= 0 for start, stop in block.ranges)
        else block.ranges
        for block in segmentation.blocks
    ]
    pairs = [(now, block) for now, block in zip(rest, segmentation.blocks) if now]
    made = iter(blocks_of(page, [now for now, block in pairs if now != block.ranges]))
    shown = [
        block if now == block.ranges else next(made)._replace(parent=block.parent, role=block.role)
        for now, block in pairs
    ]
    return Segmentation(tuple(shown))


# ------------------------------------------------------------------ diagnostics


def diagnostics_of(choice: Choice, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics of a page; ``before`` has the diagnostics that do not depend on the choice.

    A page without characters has no counts.
    """
    page, counts = choice.page, counted(choice.page, choice.ranges)
    found = {
        **UNKNOWN,
        **before,
        "status": "ok" if counts["main_chars"] else "empty",
        "truncated": page.truncated or bool(before.get("truncated")),
        "no_content": choice.no_content,
        "text_source": page.text_source,
        "hidden_chars": choice.hidden_chars,
        "hidden_kept": choice.hidden_kept,
    }
    if choice.site is not None:
        found["site_pages"] = choice.site.pages
    if choice.rule is not None:
        found["rule"] = choice.rule
    if not counts["chars"]:
        return found
    about = ("confidence", "kind", "kind_confidence")
    return found | counts | {key: getattr(choice, key) for key in about}


def counted(page: Page, ranges: Sequence[Range]) -> dict[str, float]:
    """Return the characters and link densities of a page, of its main text and of the rest."""
    chars, link_chars = page.chars_before[-1], page.link_chars_before[-1]
    main_chars, main_link_chars = page.chars_in(ranges), page.link_chars_in(ranges)
    return {
        "page": density(link_chars, chars),
        "main": density(main_link_chars, main_chars),
        "rest": density(link_chars - main_link_chars, chars - main_chars),
        "chars": chars,
        "link_chars": link_chars,
        "main_chars": main_chars,
    }
