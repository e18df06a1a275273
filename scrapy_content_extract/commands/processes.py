"""Pages → what is printed of them, by several processes.

Each process has a pipe and at most one group of pages, so the pages that a dead one leaves behind are
known.  A pool of the standard library breaks as a whole when one process dies.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Protocol

from ..batch import Input
from .formats import Printed

#: How many pages a process gets at once: a trip takes as long as a small part of a page.
GROUP = 8
#: How many groups for each process may be under way or wait for one before: memory is bounded.
GROUPS_AHEAD = 3


class Does(Protocol):
    """What is done with each page; it goes to other processes."""

    def done_with(self, given: Input) -> Printed: ...

    def killed(self, given: Input) -> Printed: ...


class Worker:
    """A process and the group of pages that it works on."""

    def __init__(self, work: Does) -> None:
        self.work = work
        self.number = -1
        self.group: list[Input] = []
        self.start()

    def start(self) -> None:
        # Not forked: a fork copies the locks of other threads, held or not.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.work), daemon=True)
        # Ctrl-C is for the process that started this one; a new process ignores what its parent does.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        theirs.close()  # now the pipe ends with the process

    def give(self, number: int, group: list[Input]) -> None:
        """Let the process work on a group of pages."""
        self.number, self.group = number, group
        with suppress(OSError):  # it is dead, as take() will find
            self.connection.send(group)

    def take(self) -> list[Printed]:
        """Return what to print of the group, one for each page, whatever happens to the process."""
        group, self.group = self.group, []
        try:
            printed: list[Printed] = self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            self.start()
            return [self.work.killed(group[0])] if len(group) == 1 else self.one_by_one(group)
        return printed

    def one_by_one(self, group: list[Input]) -> list[Printed]:
        """Work on each page alone, to find the one that kills its process."""
        printed = []
        for page in group:
            self.give(self.number, [page])
            printed += self.take()
        return printed

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def serve(connection: Connection, work: Does) -> None:
    """Work on groups of pages until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            connection.send([work.done_with(page) for page in connection.recv()])


def by_processes(pages: Iterable[Input], work: Does, processes: int) -> Iterator[Printed]:
    """Yield what to print of each page, in order."""
    pages = iter(pages)
    groups = enumerate(iter(lambda: list(islice(pages, GROUP)), []))
    workers = [Worker(work) for _ in range(processes)]
    done: dict[int, list[Printed]] = {}
    printed = 0
    try:
        while True:
            busy = [worker for worker in workers if worker.group]
            given = printed + len(done) + len(busy)
            for worker in workers:
                if not worker.group and given < printed + processes * GROUPS_AHEAD:
                    for number, group in islice(groups, 1):
                        worker.give(number, group)
                        given += 1
            waited_for = {worker.connection: worker for worker in workers if worker.group}
            if not waited_for:
                return
            for connection in wait(list(waited_for)):
                worker = waited_for[connection]  # type: ignore[index]
                done[worker.number] = worker.take()
            while printed in done:
                yield from done.pop(printed)
                printed += 1
    finally:
        for worker in workers:
            worker.stop()
