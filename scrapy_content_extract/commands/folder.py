"""A folder with a file for each page or, of lines, for each archive; ``.manifest`` says what is done."""

from __future__ import annotations

import argparse
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha1
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..content.urls import split_url
from ..corpus.files import MANIFEST, PRINTED, whole
from ..corpus.provenance import ENTRY_KEYS, Manifest, about, difference, stated_version, version
from ..corpus.storage import Shards
from ..engines.pages import Input
from ..engines.rows import name_of
from . import held_back
from .inputs import SUFFIXES, is_url
from .outputs import LINES, suffix_of
from .tally import Counts, Done, Tally

#: The statuses of pages that a resumed run does not try again, and of those that have a file.
DONE, WITH_FILE = ("ok", "empty", "unsure"), ("ok", "no_blocks")
#: The ending of the later files of an archive, without the format.
LATER = re.compile(r"\.\d{5}$")
#: Characters that a file name has on no system, and the ends that Windows cuts off.
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+|[. ]+$')
#: The most bytes of a part of a name; systems take 255, and the ending needs some.
MOST_BYTES = 200


class Folder(AbstractContextManager["Folder"]):
    """Gives each page a file, or each archive one of lines, in the order of the pages."""

    is_terminal = False
    pages = 0

    def __init__(
        self, args: argparse.Namespace, suffix: str, options: Mapping[str, Any], shown: Tally
    ) -> None:
        self.path, self.suffix, self.shown = Path(args.output), suffix, shown
        self.goes_on = f"; the same command with --resume goes on in {args.output}"
        self.keep_folders, self.overwrite, self.resume = args.keep_folders, args.overwrite, args.resume
        self.shard_bytes = args.shard_bytes
        self.manifest = Manifest(self.path / MANIFEST, options)
        #: the name, without its ending, of each page of this run and of those before
        self.names: dict[str, str] = {}
        #: by output, its line in the manifest, with the version of its run, and how the options differ, or ""
        self.made: dict[str, dict[str, Any]] = {}
        #: how the options of the last run differ
        self.differs = ""
        for run, entry in self.manifest.entries():
            if not entry:
                self.differs = difference(run["options"], self.manifest.options)
                continue
            self.names[entry["input"]] = entry["output"].removesuffix(suffix_of(entry["output"]))
            # what is needed: there may be millions of pages
            made = {name: entry[name] for name in (entry if "files" in entry else ENTRY_KEYS)}
            self.made[entry["output"]] = made | {"version": stated_version(run), "differs": self.differs}
        self.taken = set(map(folded, self.names.values()))
        self.before = Counts()
        #: the files of the archive that is being read
        self.shards: Shards | None = None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        self.manifest.close()
        if self.shards:
            self.shards.__exit__(kind, error, trace)

    def undone(self, archives: Sequence[str]) -> Sequence[str]:
        """Return the archives that are still to be read.

        Raises ValueError if two would become one file, or if a file was made otherwise.
        """
        for name, made in self.made.items() if self.resume else ():
            if name.endswith(self.suffix):
                self._check_options(name, made)
        if self.suffix not in LINES:
            return archives
        times = Counter(map(name_of, archives))
        twice = [name for name in times if times[name] > 1 or LATER.sub("", name) in {*times} - {name}]
        if twice:
            what = f"several archives would become {twice[0]}{self.suffix}"
            raise ValueError(f"{what}; give them different names, or folders")
        self.taken.update(map(folded, times))
        if self.overwrite:
            return archives
        outputs = {archive: f"{name_of(archive)}{self.suffix}" for archive in archives}
        done = {archive: name for archive, name in outputs.items() if self._is_made(name, archive)}
        if unknown := [name for name in done.values() if name not in self.made]:
            self.shown.say(f"how {', '.join(unknown[:3])} came about is not known")
        known = [self.made[name] for name in done.values() if name in self.made]
        if others := sorted({made["version"] for made in known} - {stated_version(version())}):
            self.shown.say(f"some were made by version {', '.join(others)}; --overwrite makes all of them")
        for made in known:
            self.before.add(made)
        return [archive for archive in archives if archive not in done]

    def _is_made(self, output: str, archive: str) -> bool:
        """Tell whether the files of an archive are there.

        Raises ValueError with the difference if they were made otherwise, or were changed since.
        """
        made = self.made.get(output)
        if made is None:
            return os.path.exists(self.path / output)  # also if the name is too long
        before = made.get("files") or {}
        try:
            sizes = {name: os.path.getsize(self.path / name) for name in before}
        except OSError:
            return False
        self._check_options(output, made)
        if made["differs"]:
            return False
        changed = [name for name in before if before[name] != sizes[name]]
        if any(made.get(name) != value for name, value in (about(archive) or {}).items()):
            differs = f"was made from another {made['input']}; now {archive}"
        elif changed:
            differs = f"had {before[changed[0]]:,} bytes; now {sizes[changed[0]]:,}"
        else:
            return True
        raise ValueError(f"{output} {differs}: give another folder or --overwrite")

    def _check_options(self, output: str, made: dict[str, Any]) -> None:
        """Raise ValueError if an output differs, and the last run had not begun to make all as this one."""
        if made["differs"] and self.differs:
            raise ValueError(f"{output} {made['differs']}: give another folder or --overwrite")

    def passed_over(self, place: Input) -> str:
        """Return why a page is not worked on: "done before", "kept", or "" for one that is.

        Raises ValueError if a page would be replaced by its own text.
        """
        if place.number and self.suffix in LINES:
            return ""
        key, name = self._key_of(place), self._name_of(place)
        target = self.path / name
        made = self.made.get(name)
        status = made["status"] if made and self.resume and not made["differs"] else ""
        if status in DONE and (status not in WITH_FILE or target.exists()):
            return "done before"
        is_file = key != place.name and not place.number
        if target.exists() and (not is_file or os.path.exists(place.name)):
            if is_file and target.samefile(place.name):
                what = f"-o is {self.path}, where {place.name} would be replaced"
                raise ValueError(f"{what}; give another folder")
            if not self.overwrite and (status == "kept" or not self.resume):
                self.manifest.note(input=key, output=name, status="kept")
                return "kept"
        return ""

    def write(self, page: Input, done: Done) -> None:
        with held_back():
            if self.suffix in LINES and page.number:
                self._write_lines(page.found_in, done)
            elif page.records is None:
                self._write_page(page, done)
            elif self.suffix in LINES:
                self._end_archive(page.name, done.reason)
            self.pages += page.records is None

    def _write_lines(self, archive: str, done: Done) -> Shards:
        """Write what an archive has of lines, which may be none; return its files."""
        if self.shards is None:
            self.shards = Shards(self.path / f"{name_of(archive)}{self.suffix}", self.shard_bytes).__enter__()
        if not done.left_out:
            self.shards.write_all(done.text)
        return self.shards

    def _end_archive(self, archive: str, failure: str) -> None:
        """Give the files of an archive their names, or remove them after a failure."""

        def note(sizes: dict[str, int]) -> None:
            self.manifest.note(
                input=archive, output=f"{name_of(archive)}{self.suffix}", status="ok", files=sizes,
                **(about(archive) or {}), **vars(self.shown.archive),
            )  # fmt: skip

        if self.shards or not failure:
            shards, self.shards = self._write_lines(archive, Done("", "", "")), None
            shards.on_whole = note
            shards.__exit__(OSError if failure else None, OSError(failure), None)

    def _write_page(self, place: Input, done: Done) -> None:
        """Write the file of a page; one without text gets none."""
        name = self._name_of(place)
        target = self.path / name
        if done.text and done.status in WITH_FILE and not done.left_out:
            target.parent.mkdir(parents=True, exist_ok=True)
            if self.suffix in LINES:
                with Shards(target) as shards:
                    shards.write_all(done.text)
            else:
                with whole(target) as aside, open(aside, "w", **PRINTED) as file:
                    file.write(done.text if done.text.endswith("\n") else f"{done.text}\n")
        elif done.status in DONE and (self.overwrite or name in self.made):  # the old text is not its own
            target.unlink(missing_ok=True)
        self.manifest.note(
            input=self._key_of(place), output=name, status=done.status, reason=done.reason,
            left_out=done.left_out,
        )  # fmt: skip

    def files(self) -> list[str]:
        return sorted(map(str, self.path.rglob(f"*{self.suffix}")))

    def _key_of(self, place: Input) -> str:
        """Return what names a page in the manifest: an address, or a path from the folder."""
        if place.number:
            return f"{os.path.relpath(place.found_in, self.path)}:{place.number}"
        is_path = not is_url(place.name) and place.name != "-"
        return os.path.relpath(place.name, self.path) if is_path else place.name

    def _name_of(self, place: Input) -> str:
        """Return the name that a page has, or the first one that is free."""
        key = self._key_of(place)
        if key not in self.names:
            found_in = "" if place.number else place.found_in
            stem = name = stem_of(place.name, found_in, keep_folders=self.keep_folders)
            number = 1
            while folded(name) in self.taken:
                number += 1
                name = f"{stem}-{number}"
            self.taken.add(folded(name))
            self.names[key] = name
        return f"{self.names[key]}{self.suffix}"


def folded(name: str) -> str:
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
