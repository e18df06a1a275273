"""Pages → printed text, in one process or in several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..batch import Input, Recipe
from ..content.analysis import Analysis, without_text
from .print_formats import PRINT_FORMATS, Analysed, Printed
from .processes import by_processes


@dataclass(frozen=True)
class Work:
    """How pages are printed."""

    format: str
    fields: tuple[str, ...]
    #: whether several pages are printed, which then need their names
    several: bool
    recipe: Recipe = field(default_factory=Recipe)

    def done_with(self, given: Input) -> Printed:
        """Return the text to print for a page.  No page raises anything."""
        return self.printed(given, self.recipe.analysis_of(given))

    def killed(self, given: Input) -> Printed:
        """Return the text to print for a page that has killed its process."""
        reason = "the process that worked on it was killed; perhaps there was no memory left"
        return self.printed(given, replace(without_text("error"), reason=reason))

    def printed(self, given: Input, analysis: Analysis) -> Printed:
        """Return a page in the requested format."""
        found = Analysed(given.name, given.url, analysis)
        output = PRINT_FORMATS[self.format].render(found, self.fields, self.several)
        return Printed(found.name, analysis.status, analysis.reason, output)


def all_done(pages: Iterable[Input], work: Work, processes: int) -> Iterator[Printed]:
    """Yield the text to print for each page, in order; memory does not grow with the number of pages."""
    return map(work.done_with, pages) if processes == 1 else by_processes(pages, work, processes)
