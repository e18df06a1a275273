"""Pages → results, by several processes.

Each process has a pipe and at most one group of pages, so the lost pages of a dead process are known.  A
pool of the standard library breaks as a whole when one process dies.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
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
#: The reason of a page that has killed its process.
KILLED = "the process that worked on it was killed; perhaps there was no memory left"

Given = TypeVar("Given")
Outcome = TypeVar("Outcome")


class Worker(Generic[Given, Outcome]):
    """A process and the group of pages that it works on."""

    def __init__(self, work: Callable[[Given], Outcome], killed: Callable[[Given], Outcome]) -> None:
        """``work`` goes to the process; ``killed`` returns the result of a page that killed it."""
        self.work, self.killed = work, killed
        self.group: list[Given] = []
        self.done: list[Outcome] = []
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

    def give(self, group: list[Given]) -> list[Outcome]:
        """Begin to work on a group; return the list that its results will be in."""
        self.group, self.done = group, []
        with suppress(OSError):  # it is dead, as take() will find
            self.connection.send(group)
        return self.done

    def take(self) -> None:
        """Add the results of the group, one for each page, even if the process dies."""
        try:
            self.done += self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            self.start()
            self.done += map(self.alone, self.group)
        self.group = []

    def alone(self, page: Given) -> Outcome:
        """Return the result of a page of a group that killed the process: one page of it may do so again."""
        try:
            self.connection.send([page])
            (done,) = self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            self.start()
            done = self.killed(page)
        return done  # type: ignore[no-any-return]

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


def worked(
    given: Iterable[Given],
    work: Callable[[Given], Outcome],
    killed: Callable[[Given], Outcome],
    processes: int,
    *,
    bytes_of: Callable[[Given], int] = lambda page: 0,
) -> Iterator[tuple[Given, Outcome]]:
    """Yield each page that is given, in order, and the result of the work on it; one process is this one.

    ``bytes_of`` says how large a page is.
    """
    if processes == 1:
        yield from ((page, work(page)) for page in given)
        return
    groups = in_groups(given, GROUP, GROUP_BYTES, bytes_of)
    #: the groups that are under way or wait for an earlier one, each with its results so far
    ahead: deque[tuple[list[Given], list[Outcome]]] = deque()
    workers = [Worker(work, killed) for _ in range(processes)]
    try:
        while True:
            for worker in workers:
                has_room = not worker.group and len(ahead) < processes * GROUPS_AHEAD
                if has_room and (group := next(groups, [])):
                    ahead.append((group, worker.give(group)))
            if not ahead:
                return
            busy = {worker.connection: worker for worker in workers if worker.group}
            for connection in wait(list(busy)):
                busy[connection].take()  # type: ignore[index]
            while ahead and len(ahead[0][0]) == len(ahead[0][1]):
                yield from zip(*ahead.popleft())
    finally:
        for worker in workers:
            worker.stop()


def in_groups(
    given: Iterable[Given], most: int, most_size: int, size_of: Callable[[Given], int]
) -> Iterator[list[Given]]:
    """Yield groups of at most ``most``; once one has reached ``most_size``, none joins it."""
    group: list[Given] = []
    size = 0
    for one in given:
        group.append(one)
        size += size_of(one)
        if len(group) == most or size >= most_size:
            yield group
            group, size = [], 0
    if group:
        yield group
