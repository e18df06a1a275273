"""Lines of a corpus in files: JSON lines, compressed or not, and Parquet; in shards if asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count, takewhile
from pathlib import Path
from types import TracebackType
from typing import Any

from ..files import ASIDE, open_text, whole
from .parquet import ParquetLines, parquet_lines

#: The formats, each the end of a file's name.
LINE_FORMATS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")
PARQUET = ".parquet"


def read_lines(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the lines of a file, each with its end.

    Raises OSError if it cannot be read, or not to its end; and ImportError if its format needs what is not
    installed.
    """
    name = os.fspath(path)
    try:
        if name.endswith(PARQUET):
            yield from parquet_lines(name)
            return
        with open_text(name) as file:
            for line in file:
                yield line if line.endswith("\n") else f"{line}\n"
    except (OSError, ImportError, GeneratorExit):
        raise
    except Exception as error:  # each library has its own
        raise OSError(f"{name} cannot be read to its end: {error}") from error


class Shards:
    """The files of a target: itself and, once a file has ``most_bytes``, others.

    The second file of ``corpus.jsonl.gz`` is ``corpus.00001.jsonl.gz``.  All are written aside and get
    their names at the end, the target last: when it is there, all are.  Before that, ``on_whole`` is called
    with their names and sizes.
    """

    def __init__(
        self,
        target: str | os.PathLike[str],
        most_bytes: int | None = None,
        on_whole: Callable[[dict[str, int]], object] = lambda sizes: None,
    ) -> None:
        self.target = os.fspath(target)
        self.most_bytes = most_bytes
        self.on_whole = on_whole
        self._stack = ExitStack()
        self._number = -1

    def path(self, number: int) -> str:
        """Return the path of a file.

        >>> Shards("www.example.com.jsonl.gz").path(1)
        'www.example.com.00001.jsonl.gz'
        """
        stem, end = self._parts()
        return self.target if number == 0 else f"{stem}.{number:05}{end}"

    def _parts(self) -> tuple[str, str]:
        """Return the target up to the end of its name that says the format, and that end."""
        ends = [f".{suffix}" for suffix in LINE_FORMATS if self.target.endswith(f".{suffix}")]
        end = max(ends, key=len, default=Path(self.target).suffix)
        return self.target.removesuffix(end), end

    def has(self, path: str) -> bool:
        """Tell whether a path names a later file of this target.

        >>> Shards("corpus.jsonl").has("corpus.00001.jsonl"), Shards("corpus.jsonl").has("corpus.1.jsonl")
        (True, False)
        """
        number = Path(path).name.removeprefix(Path(self._parts()[0]).name + ".")[:5]
        return number.isdecimal() and os.path.realpath(path) == os.path.realpath(self.path(int(number)))

    def files(self) -> list[str]:
        return list(takewhile(os.path.exists, map(self.path, count())))

    def write(self, line: str) -> None:
        if self.most_bytes and os.path.getsize(self._aside) >= self.most_bytes:
            self._sink.close()
            self._open()
        self._sink.write(line)

    def _open(self) -> None:
        self._number += 1
        # The stack is left from its end: the last file gets its name first.
        self._aside = self._stack.enter_context(whole(self.path(self._number)))
        is_parquet = self.target.endswith(PARQUET)
        self._sink: Any = (
            ParquetLines(self._aside, self.most_bytes) if is_parquet else open_text(self._aside, "w")
        )
        self._stack.callback(self._sink.close)

    def __enter__(self) -> Shards:
        self._stack.__enter__()
        try:
            self._open()
        except BaseException:
            self._stack.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._stack.__exit__(kind, error, trace)
            return
        with self._stack:
            self._sink.close()  # a full disk must not cost the former files
            paths = [self.path(number) for number in range(self._number + 1)]
            self.on_whole({os.path.basename(path): os.path.getsize(path + ASIDE) for path in paths})
            former = map(self.path, count(self._number + 1))  # of an earlier target that had more of them
            for path in takewhile(os.path.exists, former):
                os.unlink(path)

    def remove_unfinished(self) -> None:
        """Remove the files that a killed process has begun."""
        asides = (self.path(number) + ASIDE for number in count())
        for path in takewhile(os.path.exists, asides):
            os.unlink(path)
