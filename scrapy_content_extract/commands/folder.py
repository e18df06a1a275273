"""A folder with a file for each page, and ``.manifest``, whose JSON lines say which pages are done."""

from __future__ import annotations

import argparse
import os
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha1
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from .. import __version__
from ..content.urls import split_url
from ..corpus.files import MANIFEST, PRINTED, alone, append_line, entries_in, parsed, whole
from ..corpus.lines import as_line
from . import held_back
from .inputs import SUFFIXES, is_url

#: The statuses of pages that a resumed run does not try again, and of those that have a file.
DONE, WITH_FILE = ("ok", "empty", "unsure"), ("ok", "no_blocks")
#: Characters that a file name has on no system, and the ends that Windows cuts off.
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+|[. ]+$')
#: The most bytes of a part of a name; systems take 255, and the ending needs some.
MOST_BYTES = 200


@contextmanager
def own_folder(path: str) -> Iterator[None]:
    """Make the folder of ``-o``, and keep other runs from it.  Raises OSError if either is impossible."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        why = f"-o is {path}, which cannot be a folder ({error.strerror}); give another one"
        raise OSError(why) from error
    with alone(path):
        yield


class Folder:
    """Gives each page a file, in the order of the pages."""

    is_terminal = False
    pages = 0

    def __init__(self, args: argparse.Namespace, suffix: str, options: Mapping[str, Any]) -> None:
        """``options`` are what decides about the contents of the files.

        Raises ValueError if a run with other options shall be resumed.
        """
        self.path, self.suffix = Path(args.output), suffix
        self.keep_folders, self.overwrite, self.resume = args.keep_folders, args.overwrite, args.resume
        options = {**options, "keep_folders": args.keep_folders}
        #: the pages under way and their files
        self.pending: deque[tuple[str, str]] = deque()
        #: the name, without its ending, of each page of this run and of those before
        self.names: dict[str, str] = {}
        #: the status of each page that was done with these options
        self.done: dict[str, str] = {}
        self._read_manifest(options)
        self.taken = set(map(key_of, self.names.values()))
        self.manifest = (self.path / MANIFEST).open("ab+")
        self._note({"options": options, "version": __version__})

    def _read_manifest(self, options: Mapping[str, Any]) -> None:
        """Read which names pages have, and, to resume, which are done."""
        before: dict[str, Any] = {}
        for entry in entries_in(self.path / MANIFEST):
            if "options" in entry:
                if entry["options"] != before:
                    self.done.clear()
                before = entry["options"]
            elif entry.keys() >= {"page", "output", "status"}:
                self.names[entry["page"]] = os.path.splitext(entry["output"])[0]
                self.done[entry["page"]] = entry["status"]
        differing = [name for name in options if before.get(name) != parsed(as_line(options[name]))]
        if self.resume and before and differing:
            was = ", ".join(f"{name} {before.get(name)!r}, not {options[name]!r}" for name in differing)
            raise ValueError(
                f"--resume: {self.path} was made with {was}; give the same options or another folder"
            )

    def todo(
        self, pages: Iterable[tuple[str, str]], on_kept: Callable[[str, str, str], None]
    ) -> Iterator[str]:
        """Yield the pages to do; ``pages`` are names with the folder that each was found in, or "".

        ``on_kept`` is called with the name of another page, "done before" or "kept", and "".  Raises
        ValueError if a page would be replaced by its own text.
        """
        for page, found_in in pages:
            key = page if is_url(page) or page == "-" else os.path.relpath(page, self.path)
            name = self._name_of(key, page, found_in)
            target = self.path / name
            status = self.done.get(key, "") if self.resume else ""
            if status in DONE and (status not in WITH_FILE or target.exists()):
                on_kept(page, "done before", "")
                continue
            if target.exists() and (key == page or os.path.exists(page)):
                if key != page and target.samefile(page):
                    raise ValueError(
                        f"-o is {self.path}, where {page} would be replaced; give another folder"
                    )
                if not self.overwrite and (status == "kept" or not self.resume):
                    self._note({"page": key, "output": name, "status": "kept"})
                    on_kept(page, "kept", "")
                    continue
            self.pending.append((key, name))
            yield page

    def write(self, text: str, status: str, reason: str) -> None:
        """Write the file of the first page under way; one without text gets none."""
        page, name = self.pending.popleft()
        with held_back():
            if text and status in WITH_FILE:
                (self.path / name).parent.mkdir(parents=True, exist_ok=True)
                with whole(self.path / name) as aside, open(aside, "w", **PRINTED) as file:
                    file.write(text if text.endswith("\n") else f"{text}\n")
            elif self.overwrite and status in DONE:  # the old text is not that of the page any more
                (self.path / name).unlink(missing_ok=True)
            self._note({"page": page, "output": name, "status": status, "reason": reason})
            self.pages += 1

    def end(self) -> None:
        self.manifest.close()

    def _note(self, entry: dict[str, Any]) -> None:
        append_line(self.manifest, as_line(entry))

    def _name_of(self, key: str, page: str, found_in: str) -> str:
        """Return the name that a page has, or the first one that is free."""
        if key not in self.names:
            stem = name = stem_of(page, found_in, keep_folders=self.keep_folders)
            number = 1
            while key_of(name) in self.taken:
                number += 1
                name = f"{stem}-{number}"
            self.taken.add(key_of(name))
            self.names[key] = name
        return f"{self.names[key]}{self.suffix}"


def key_of(name: str) -> str:
    """Return what is equal for two names that some system takes for the same file."""
    return unicodedata.normalize("NFC", name).casefold()


def stem_of(page: str, found_in: str, *, keep_folders: bool) -> str:
    """Return the name of a page's file, without the ending.

    >>> stem_of("pages/2026/rain.html.gz", "pages", keep_folders=True)
    '2026/rain'
    >>> stem_of("pages/2026/rain.html.gz", "pages", keep_folders=False)
    'rain'
    >>> stem_of("https://example.com/2026/?id=7", "", keep_folders=True)
    'example.com/2026/id=7'
    >>> stem_of("https://example.com/2026/?id=7", "", keep_folders=False)
    'example.com-2026-id=7'
    """
    if page == "-":
        return "stdin"
    if is_url(page):
        url = split_url(page)
        parts = [url.netloc.rpartition("@")[2], *unquote(url.path).split("/"), unquote(url.query)]
    else:
        parts = os.path.relpath(page, found_in or os.path.dirname(page) or ".").split(os.sep)
        parts = parts if keep_folders else parts[-1:]
    names = [name for part in parts if (name := file_name(part))] or [file_name(page) or "index"]
    ending = next((one for one in reversed(SUFFIXES) if names[-1].lower().endswith(one)), "")
    names[-1] = names[-1][: len(names[-1]) - len(ending)] or "index"
    return "/".join(names) if keep_folders else shortened("-".join(names))


def file_name(part: str) -> str:
    """Return a part of a path or an address as each system can have it.

    >>> file_name("what? why: a*b."), file_name("..")
    ('what- why- a-b', '')
    """
    return shortened(_NOT_IN_NAMES.sub(lambda found: "" if found[0][0] in ". " else "-", part))


def shortened(name: str) -> str:
    encoded = name.encode("utf-8", "surrogateescape")
    if len(encoded) <= MOST_BYTES:
        return name
    return f"{encoded[:MOST_BYTES].decode('utf-8', 'ignore')}-{sha1(encoded).hexdigest()[:8]}"
