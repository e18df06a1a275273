"""Labelled pages: pages with the text that a person took for their main content.

The sets are public, but not part of this repository.  The data folder holds some of them, in the layout of
:data:`SETS`; missing sets are left out.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.reports import say

from .pages import spread


@dataclass(frozen=True)
class LabelledPage:
    id: str
    #: article, forum, product, ...
    kind: str
    url: str
    #: in UTF-8, and declared as UTF-8
    html: bytes
    #: the text of the main content
    gold: str


#: A label: id, kind, url and gold of its page, and the file of it.
Label = tuple[str, str, str, str, Path]


@dataclass(frozen=True)
class DataSet:
    #: the metric for its pages, a name in ``metrics.METRICS``
    metric: str
    #: where its labels and its pages are in the data folder
    layout: tuple[str, str]
    read: Callable[[Path], Iterator[Label]]

    def labels(self, data: Path) -> Path:
        """Return the file with the labels, or the folder with a file for each page."""
        path = data / self.layout[0]
        return path.parent if "*" in path.name else path


WCXB = ("wcxb/dev/ground-truth/*.json", "wcxb/dev/html/*.html.gz")


def read_wcxb(data: Path) -> Iterator[Label]:
    for file in sorted(data.glob(WCXB[0])):
        label = json.loads(file.read_text("utf-8"))
        kind = label["_internal"]["page_type"]["primary"]
        kind = "collection" if kind == "category" else kind  # two names for one thing
        gold = label["ground_truth"].get("main_content") or ""
        page = data / f"wcxb/dev/html/{file.stem}.html.gz"
        yield file.stem, kind, label.get("url") or "", gold, page


def keyed(metric: str, folder: str, kind: str) -> DataSet:
    """Return a set with one file of labels, each with the key of its page."""

    def read(data: Path) -> Iterator[Label]:
        for key, label in json.loads((data / folder / "gold.json").read_text("utf-8")).items():
            file = data / folder / f"html/{key}.html.gz"
            yield key, label.get("kind") or kind, label.get("url") or "", label["content"], file

    return DataSet(metric, (f"{folder}/gold.json", f"{folder}/html/*.html.gz"), read)


def paired(metric: str, texts: str, pages: str) -> DataSet:
    """Return a set of articles with a text file for each page."""

    def read(data: Path) -> Iterator[Label]:
        for file in sorted((data / texts).glob("*.txt")):
            page = data / pages / f"{file.stem}.html.gz"
            yield file.stem, "article", "", file.read_text("utf-8"), page

    return DataSet(metric, (f"{texts}/*.txt", f"{pages}/*.html.gz"), read)


#: The known sets.
SETS: dict[str, DataSet] = {
    "wcxb": DataSet("words", WCXB, read_wcxb),
    "magic-article": keyed("characters", "magic-html/article", "article"),
    "magic-forum": keyed("characters", "magic-html/forum", "forum"),
    "zhds": paired("characters", "zhds/cleaned", "zhds/original"),
    "readability": paired("words", "readability/text", "readability/html"),
    "fundus": keyed("characters", "fundus", "article"),
    "postlight": keyed("words", "postlight", "article"),
    "uighur-forum": keyed("characters", "uighur/forum", "forum"),
    "uighur-article": keyed("characters", "uighur/article", "article"),
    "threads": keyed("words", "threads", "forum"),
    "sitepairs": keyed("words", "sitepairs", "service"),
    "dreamweaver": keyed("words", "dreamweaver", "service"),
    "dragnet": keyed("words", "dragnet", "article"),
    "cleaneval": keyed("words", "cleaneval", "mixed"),
}

LAYOUT = "\n".join(f"  {name:14}{', '.join(of.layout)}" for name, of in SETS.items())


def choose_sets(data: Path, names: Sequence[str] | None = None) -> tuple[list[str], list[str]]:
    """Return the sets to run, and the ``names`` (default: all) that the folder lacks.

    Raises ValueError for an unknown name, and for a folder without any of the sets.
    """
    for name in names or ():
        if name not in SETS:
            raise ValueError(f"There is no set {name!r}; the sets are: {', '.join(SETS)}.")
    wanted = names or list(SETS)
    present = [name for name in wanted if SETS[name].labels(data).exists()]
    if not present:
        is_what = "has none of these sets" if data.is_dir() else "is not a folder"
        raise ValueError(
            f"The data folder {str(data)!r} {is_what}: {', '.join(wanted)}. "
            f"It must hold one or more of them, as docs/measured/benchmarks.rst says:\n{LAYOUT}"
        )
    return present, [name for name in wanted if name not in present]


def sets_there(data: Path, names: Sequence[str] | None) -> list[str]:
    """Return the sets to run, as :func:`choose_sets`; say which are missing."""
    present, missing = choose_sets(data, names)
    for name in missing:
        say(f"{name} is left out: the data folder has no {SETS[name].layout[0]}.")
    return present


def load(data: Path, name: str, pages: int = 0) -> Iterator[LabelledPage]:
    """Yield the pages of a set, or some of them at equal distances.

    Raises ValueError when the page of a label is missing, or the set has no labels.
    """
    data_set = SETS[name]
    labels = list(data_set.read(data))
    if not labels:
        raise ValueError(f"The set {name!r} has no labels: there is nothing at {data_set.layout[0]}.")
    for id_, kind, url, gold, file in spread(labels, pages):
        if not file.exists():
            raise ValueError(
                f"The set {name!r} has no file {file}; it must hold "
                f"{' and '.join(data_set.layout)}, a page for each label."
            )
        yield LabelledPage(id_, kind, url, read_html(file), gold)


def read_html(file: Path) -> bytes:
    return as_utf8(gzip.decompress(file.read_bytes()))


_DECLARED = re.compile(r"(<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*)[\w-]+", re.IGNORECASE)


def as_utf8(stored: bytes) -> bytes:
    """Return a page in UTF-8 that declares UTF-8, so that no comparison depends on encodings.

    The sets are in UTF-8 or in a Chinese encoding that GB 18030 includes.

    >>> as_utf8('<meta charset="gbk">的'.encode("gbk")).decode()
    '<meta charset="utf-8">的'
    """
    try:
        text = stored.decode("utf-8")
    except UnicodeDecodeError:
        text = stored.decode("gb18030", "replace")
    return _DECLARED.sub(r"\1utf-8", text[:20_000]).encode() + text[20_000:].encode()
