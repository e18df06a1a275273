"""Pages → results, by several processes.

Each process has a pipe and at most one group of pages, so the lost pages of a dead process are known.  A
pool of the standard library breaks as a whole when one process dies.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count, islice, tee
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, Generic, TypeVar

#: The pages that a process gets at once: a trip takes as long as a small part of a page.
GROUP = 8
#: The bytes after which no further page joins a group.
GROUP_BYTES = 1 << 22
#: The most groups for each process that are under way or wait for an earlier group: it bounds memory.
GROUPS_AHEAD = 3
#: The seconds that a process has to remove its unfinished files after it was told to end.
GRACE = 2

Given = TypeVar("Given")
Done = TypeVar("Done")


class Worker(Generic[Given, Done]):
    """A process and the group of pages that it works on."""

    def __init__(self, work: Callable[[Given], Done], killed: Callable[[Given], Done]) -> None:
        """``work`` goes to the process; ``killed`` returns the result of a page that killed it."""
        self.work, self.killed = work, killed
        self.number = -1
        self.group: list[Given] = []
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

    def give(self, number: int, group: list[Given]) -> None:
        self.number, self.group = number, group
        with suppress(OSError):  # it is dead, as take() will find
            self.connection.send(group)

    def take(self, *, is_again: bool = False) -> list[Done]:
        """Return the results of the group, one for each page, even if the process dies; twice for a page."""
        group, self.group = self.group, []
        try:
            done: list[Done] = self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            self.start()
            return [self.killed(group[0])] if is_again else self.one_by_one(group)
        return done

    def one_by_one(self, group: list[Given]) -> list[Done]:
        """Work on each page alone, to find the one that kills its process."""
        done = []
        for page in group:
            self.give(self.number, [page])
            done += self.take(is_again=True)
        return done

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join(GRACE)
        self.process.kill()
        self.process.join()


def serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """Work on groups of pages until the pipe ends."""
    is_working = True

    def end(*_: object) -> None:
        if is_working:
            raise KeyboardInterrupt  # removes incomplete files

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(KeyboardInterrupt):  # it may come at any moment, also before the first page
        signal.signal(signal.SIGTERM, end)
        Thread(target=end_with_parent, daemon=True).start()
        with suppress(EOFError, OSError):
            while True:
                connection.send(list(map(work, connection.recv())))
        is_working = False


def end_with_parent() -> None:
    """End this process when the one that started it is dead: another may write the same files by then."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


def by_processes(
    pages: Iterable[Given],
    work: Callable[[Given], Done],
    killed: Callable[[Given], Done],
    processes: int,
    *,
    most: int = GROUP,
    bytes_of: Callable[[Given], int] = lambda page: 0,
) -> Iterator[Done]:
    """Yield the result of each page, in order; one process is this one.

    A group has ``most`` pages at most.  ``bytes_of`` says how large a page is.
    """
    if processes == 1:
        yield from map(work, pages)
        return
    pages = iter(pages)
    done: dict[int, list[Done]] = {}
    yielded = 0

    def groups() -> Iterator[list[Given]]:
        for number in count():
            while number >= yielded + processes * GROUPS_AHEAD:
                yield []
            group: list[Given] = []
            for page in islice(pages, most):
                group.append(page)
                if sum(map(bytes_of, group)) >= GROUP_BYTES:
                    break
            if not group:
                return
            yield group

    for number, group in as_done(groups(), work, killed, processes):
        done[number] = group
        while yielded in done:
            yield from done.pop(yielded)
            yielded += 1


def worked(
    given: Iterable[Given],
    work: Callable[[Given], Done],
    killed: Callable[[Given], Done],
    processes: int,
    **options: Any,
) -> Iterator[tuple[Given, Done]]:
    """Yield what is given, in its order, and what the work on it returns."""
    given, again = tee(given)
    return ((next(again), done) for done in by_processes(given, work, killed, processes, **options))


def as_done(
    groups: Iterable[list[Given]],
    work: Callable[[Given], Done],
    killed: Callable[[Given], Done],
    processes: int,
) -> Iterator[tuple[int, list[Done]]]:
    """Yield the results of each group, with its number, as they get done.

    If ``groups`` yields an empty one, it waits for a group that is under way.
    """
    groups, number = iter(groups), 0
    workers = [Worker(work, killed) for _ in range(processes)]
    try:
        while True:
            for worker in workers:
                if not worker.group and (group := next(groups, [])):
                    worker.give(number, group)
                    number += 1
            waited_for = {worker.connection: worker for worker in workers if worker.group}
            if not waited_for:
                return
            for connection in wait(list(waited_for)):
                worker = waited_for[connection]  # type: ignore[index]
                yield worker.number, worker.take()
    finally:
        for worker in workers:
            worker.stop()
