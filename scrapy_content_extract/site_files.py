"""Memories of sites in files, a line of JSON for each host."""

from __future__ import annotations

import json
import os
import zlib
from array import array

from .content.learned.lessons import Lesson, Sites
from .files import open_text, whole

#: The first line of a file.
HEADER = {"sites": 1}
#: The errors of reading: from the disk, from gzip, and ValueError for a file of another kind.
UNREADABLE = (OSError, EOFError, zlib.error, ValueError)


def write_sites(path: str | os.PathLike[str], sites: Sites) -> None:
    """Write a memory of sites, a line for each host; the file gets its name when it is whole."""
    with whole(path) as aside, open_text(aside, "w") as file:
        file.write(json.dumps(HEADER) + "\n")
        for host, lessons in sites.lessons():
            pages = {f"{key:x}": lessons[key].tolist() for key in sorted(lessons)}
            file.write(json.dumps({"host": host, "pages": pages}) + "\n")


def read_sites(path: str | os.PathLike[str], sites: Sites) -> None:
    """Add the contents of a file to a memory of sites.

    Raises one of UNREADABLE, such as ValueError for a file of another kind.
    """
    with open_text(path) as file:
        try:
            if json.loads(next(file, "")) != HEADER:
                raise ValueError("its first line is another")
            for line in file:
                read = json.loads(line)
                for key, numbers in read["pages"].items():
                    sites.add(str(read["host"]), int(key, 16), checked(numbers))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"it is no memory of sites of this version ({error})") from error


def checked(numbers: list[int]) -> Lesson:
    """Return the lesson of a page.

    Raises ValueError for numbers that this module cannot have written.
    """
    lesson = array("i", numbers)
    if not lesson or not 0 <= lesson[0] < len(lesson) or (len(lesson) - 1 - lesson[0]) % 3:
        raise ValueError("a page has numbers missing")
    return lesson
