"""Pages → what is printed of them, in one process or in several."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..content import EXTRACTORS, SEGMENTERS
from ..content import formats as content_formats
from ..content.analysis import TEXT_AND_BLOCKS, Analysis, Task, Wanted, analyse, of_decoding, without_text
from ..content.extractors.auto import Auto
from ..content.formats import check_formats
from ..content.named import build
from ..content.sites import Sites
from ..corpus.sites import UNREADABLE, read_sites
from ..fields import FROM_METADATA
from .formats import PRINT_FORMATS, Analysed, Printed
from .inputs import Input, Unreadable, decode_page
from .processes import by_processes


@dataclass(frozen=True)
class Recipe:
    """How pages are read and extracted.  It goes to other processes, so methods are names here."""

    extractor: str = "auto"
    params: Mapping[str, Any] = field(default_factory=dict)
    segmenter: str = "gapdepth"
    segmenter_params: Mapping[str, Any] = field(default_factory=dict)
    encoding: str | None = None
    #: the file with a memory of sites, if there is one
    sites: str | None = None
    #: a memory that learns; it stays in its process
    learning: Sites | None = None
    #: what is wanted of each page besides its text
    wanted: Wanted = TEXT_AND_BLOCKS
    blocks: bool = False

    @cached_property
    def methods(self) -> tuple[Any, Any]:
        """The extractor, and the segmenter or None where no blocks are wanted.

        Raises ValueError for an unknown method or parameter, and for a format whose library is missing.
        """
        check_formats(self.wanted.formats)
        extractor = with_memory(
            build(self.extractor, EXTRACTORS, self.params, "--extractor", "--param"),
            self.learning or (memory_in(self.sites) if self.sites else None),
        )
        segmenter = build(
            self.segmenter, SEGMENTERS, self.segmenter_params, "--segmenter", "--segmenter-param"
        )
        return extractor, segmenter if self.blocks else None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the methods: another process makes its own, with the memory of a file."""
        return {name: value for name, value in self.__dict__.items() if name != "methods"}

    def analysis_of(self, given: Input) -> Analysis:
        """Return the analysis of a page.

        Raises Unreadable where there is no page.
        """
        extractor, segmenter = self.methods
        decoded, page = decode_page(given, self.encoding)
        known = {**of_decoding(decoded), "extractor": self.extractor}
        return analyse(Task(page, extractor, segmenter, self.wanted, known))


def memory_in(path: str) -> Sites:
    """Return the memory of sites in a file, which learns no more.

    Raises ValueError for a file that cannot be read.
    """
    sites = Sites(learns=False, most=None)
    try:
        read_sites(path, sites)
    except UNREADABLE as error:
        raise ValueError(f"--sites is {path}, which cannot be used: {error}") from error
    return sites


def with_memory(extractor: Any, sites: Sites | None) -> Any:
    """Return an extractor with a memory of sites.

    Raises ValueError for one that has none.
    """
    if sites is None:
        return extractor
    if not isinstance(extractor, Auto):
        raise ValueError("only the extractor auto learns from sites; leave out --extractor, or --sites")
    return replace(extractor, sites=sites)


def recipe_for(results: Collection[str], **methods: Any) -> Recipe:
    """Return how to make some results of pages."""
    formats = tuple(name for name in content_formats.FORMATS if name in results)
    wanted = Wanted(formats=formats, metadata=not set(results).isdisjoint(FROM_METADATA))
    return Recipe(wanted=wanted, blocks="blocks" in results, **methods)


@dataclass(frozen=True)
class Work:
    """How pages are printed."""

    format: str
    fields: tuple[str, ...]
    #: whether several pages are printed, which then need their names
    several: bool
    recipe: Recipe = Recipe()

    def done_with(self, given: Input) -> Printed:
        """Return what to print of a page.  No page raises anything."""
        try:
            analysis = self.recipe.analysis_of(given)
            reason = analysis.reason
        except Unreadable as error:
            analysis, reason = without_text(error.status), error.reason
        except Exception as error:
            analysis, reason = without_text("error"), f"{type(error).__name__}: {error}"
        return self.printed(Analysed(given.name, given.url, analysis, reason))

    def killed(self, given: Input) -> Printed:
        """Return what to print of a page that has killed its process."""
        reason = "the process that worked on it was killed; perhaps there was no memory left"
        return self.printed(Analysed(given.name, given.url, without_text("error"), reason))

    def printed(self, found: Analysed) -> Printed:
        """Return a page in the format that is asked for."""
        output = PRINT_FORMATS[self.format].render(found, self.fields, self.several)
        return Printed(found.name, found.analysis.status, found.reason, output)


def all_done(pages: Iterable[Input], work: Work, processes: int) -> Iterator[Printed]:
    """Yield what to print of each page, in order; memory does not grow with the number of pages."""
    return map(work.done_with, pages) if processes == 1 else by_processes(pages, work, processes)
