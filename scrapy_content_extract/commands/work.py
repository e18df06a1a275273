"""Pages → what is printed of them, in one process or in several."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from ..content import EXTRACTORS, SEGMENTERS
from ..content.analysis import Analysis, analyse, without_text
from ..content.named import build
from .formats import FORMATS, Found
from .inputs import Input, Unreadable, read, utf8_of

#: How many pages go to a process at once, and how many such groups are under way for each process:
#: enough that none waits, few enough that memory is bounded.
GROUP = 8
GROUPS_AHEAD = 3


class Printed(NamedTuple):
    """What a page came out as."""

    name: str
    status: str
    reason: str
    #: what to print of it
    output: str


@dataclass(frozen=True)
class Work:
    """What to do with each page.  It goes to other processes, so methods are names here."""

    format: str
    fields: tuple[str, ...]
    #: whether several pages are printed, which then need their names
    several: bool
    extractor: str = "auto"
    params: Mapping[str, Any] = field(default_factory=dict)
    segmenter: str = "gapdepth"
    segmenter_params: Mapping[str, Any] = field(default_factory=dict)
    encoding: str | None = None

    @cached_property
    def methods(self) -> tuple[Any, Any]:
        """The extractor, and the segmenter or None where no blocks are printed.

        Raises ValueError for an unknown method or parameter.
        """
        extractor = build(self.extractor, EXTRACTORS, self.params, "--extractor", "--param")
        segmenter = build(
            self.segmenter, SEGMENTERS, self.segmenter_params, "--segmenter", "--segmenter-param"
        )
        return extractor, segmenter if "blocks" in self.fields else None

    def done_with(self, given: Input) -> Printed:
        """Return what to print of a page.  No page raises anything."""
        try:
            analysis, reason = self.analysis_of(given), ""
        except Unreadable as error:
            analysis, reason = without_text(error.status), error.reason
        except Exception as error:
            analysis, reason = without_text("error"), f"{type(error).__name__}: {error}"
        return self.printed(Found(given.name, given.url, analysis, reason))

    def printed(self, found: Found) -> Printed:
        """Return a page in the format that is asked for."""
        output = FORMATS[self.format].render(found, self.fields, self.several)
        return Printed(found.name, found.analysis.status, found.reason, output)

    def analysis_of(self, given: Input) -> Analysis:
        """Return the analysis of a page.

        Raises Unreadable where there is no page.
        """
        extractor, segmenter = self.methods
        decoded, html = utf8_of(given, read(given), self.encoding)
        known = {
            "extractor": self.extractor,
            "encoding": decoded.encoding,
            "encoding_source": decoded.source,
            "replaced": decoded.replaced,
        }
        return analyse(html, given.url, extractor, segmenter, known)


def all_done(pages: Iterable[Input], work: Work, processes: int) -> Iterator[Printed]:
    """Yield what to print of each page, in order; memory does not grow with the number of pages."""
    return map(work.done_with, pages) if processes == 1 else by_processes(pages, work, processes)


def by_processes(pages: Iterable[Input], work: Work, processes: int) -> Iterator[Printed]:
    """Do the work in several processes.  A page that kills its process has the status ``error``."""
    pages = iter(pages)
    pool = pool_of(processes, work)
    under_way: deque[tuple[list[Input], Future[list[Printed]]]] = deque()
    try:
        while True:
            while len(under_way) < processes * GROUPS_AHEAD and (group := list(islice(pages, GROUP))):
                under_way.append((group, pool.submit(do, group)))
            if not under_way:
                return
            group, future = under_way.popleft()
            try:
                yield from future.result()
            except BrokenProcessPool:  # all that was under way is lost, too
                yield from one_by_one(group, work)
                pool = pool_of(processes, work)
                under_way = deque((lost, pool.submit(do, lost)) for lost, _ in under_way)
    finally:
        pool.shutdown(cancel_futures=True)


def one_by_one(group: Sequence[Input], work: Work) -> Iterator[Printed]:
    """Do the work for each page alone, to find the one that kills its process."""
    for page in group:
        with pool_of(1, work) as pool:
            yield alone(pool, page, work)


def alone(pool: ProcessPoolExecutor, page: Input, work: Work) -> Printed:
    """Do the work for a page in a process of its own."""
    try:
        (printed,) = pool.submit(do, [page]).result()
    except BrokenProcessPool:
        reason = "the process that worked on it was killed; perhaps there was no memory left"
        return work.printed(Found(page.name, page.url, without_text("error"), reason))
    return printed


def pool_of(processes: int, work: Work) -> ProcessPoolExecutor:
    """Return a pool whose processes do this work."""
    # Not forked: a fork copies the locks of other threads, held or not.
    context = get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=begin, initargs=(work,))


#: The work of this process.
_WORK: Work


def begin(work: Work) -> None:
    """Begin a process; Ctrl-C reaches it, too, but the one that started it ends it."""
    global _WORK
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _WORK = work


def do(group: Sequence[Input]) -> list[Printed]:
    """Do the work for a group of pages."""
    return [_WORK.done_with(page) for page in group]
