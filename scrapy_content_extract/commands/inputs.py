"""The arguments that commands share, and the pages that they name: files, folders, archives, URLs, ``-``."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from errno import EBADF
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..content.encoding.sniff import codec_of
from ..content.errors import needing
from ..content.page.limits import MAX_BYTES
from ..content.urls import split_url
from ..corpus.files import FULL, open_text
from ..engines.pages import Input, Recipe, input_of
from .fetch import crawl

SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")
#: The ends of the names of web archives and of indexes of their records.
ARCHIVES = tuple(
    f"{kind}{packed}"
    for kind in (".warc", ".warc.wet", ".warc.wat", ".arc", ".wacz", ".cdx", ".cdxj")
    for packed in ("", ".gz")
)
#: Lists of archives, a line for each, as Common Crawl has them.
LISTS = (".paths", ".paths.gz")
#: The kinds of methods: the default, the purpose, the flag for a parameter, and its name in the arguments.
METHODS = {
    "extractor": ("auto", "the method that chooses the main text", "--param", "params"),
    "segmenter": ("gapdepth", "the method that makes blocks", "--segmenter-param", "segmenter_params"),
}
#: A name that may be meant as an address.
_HOST = re.compile(r"([\w-]+\.)+[a-z]{2,}(/.*)?$", re.IGNORECASE)
FETCHING: dict[str, Any] = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_MAXSIZE": MAX_BYTES,
    "LOG_ENABLED": False,
    "EXTENSIONS_BASE": {},  # none is of use here, and to import them takes as long as a page
    "SIBLINGS": 0,  # ours: the most that are fetched for each page
}


def add_pages(parser: argparse.ArgumentParser, others: str = "", *, or_list: bool = False) -> None:
    """Add the arguments that choose the pages and their encoding; ``others`` describes further inputs.

    If a list may name them, none need be given here.
    """
    what = (
        f"a file, gzipped or not; a folder, for its {', '.join(SUFFIXES[:3])} files, gzipped ones too "
        f"({', '.join(SUFFIXES[3:])}); - for standard input; or a URL, which is fetched unless its "
        f"robots.txt forbids it{others}"
    )
    parser.add_argument("pages", nargs="*" if or_list else "+", metavar="PAGE", help=what)
    what = "the encoding of all pages, such as gbk; by default it is found out for each page"
    parser.add_argument("--encoding", metavar="LABEL", type=known_encoding, help=what)


def add_method(parser: argparse.ArgumentParser, kind: str) -> None:
    default, what, flag, dest = METHODS[kind]
    methods = "content-extract methods lists them; or the import path of a class of your own"
    what = f"{what}; default: {default}; {methods}"
    parser.add_argument(f"--{kind}", metavar="NAME", default=default, help=what)
    parser.add_argument(
        flag, metavar="NAME=VALUE", dest=dest, type=lambda text: (*parameter(text), text), action="append",
        default=[], help=f"a parameter of the {kind}; may be repeated",
    )  # fmt: skip


def add_sites(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    what = "judge pages also by what others of their host repeat, as content-extract sites has learned it"
    parser.add_argument("--sites", metavar="FILE", help=f"{what}; for the extractor auto")


def add_processes(parser: argparse.ArgumentParser, what: str) -> None:
    number = whole_number(1, "processes")
    parser.add_argument("-j", "--processes", metavar="N", type=number, default=1, help=f"{what}; default: 1")


def add_parts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prefix", default="", help="what stands before each name in a list or an index")
    what = "only the inputs K, K + N, K + 2N, …: the work of one of N machines"
    parser.add_argument("--shard", metavar="K/N", type=shard, default=(1, 1), help=what)


def add_corpus(parser: argparse.ArgumentParser) -> None:
    what = "once a file has N bytes, go on with another: corpus.00001.jsonl.gz"
    parser.add_argument("--shard-bytes", metavar="N", type=whole_number(1, "bytes"), help=what)
    parser.add_argument("--card", metavar="FILE", help="write what is in the corpus, in Markdown")


def shard(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part of the inputs; give 1/64 to 64/64, say")
    return int(part), int(parts)


def archive_class() -> Any:
    """Return the class of web archives.  Raises ImportError, with what to do, without its libraries."""
    with needing("warc", "web archives need"):
        from ..warc import Archive
    return Archive


def known_encoding(label: str) -> str:
    if codec_of(label) is None:
        labels = "a label of the Encoding Standard, such as gbk or windows-1256"
        raise argparse.ArgumentTypeError(f"there is no encoding {label!r}; give {labels}")
    return label


def parameter(text: str) -> tuple[str, Any]:
    """Return the name and the value of a parameter: JSON or Python's True, False and None, otherwise text.

    >>> parameter("alpha=0.6"), parameter("comments=drop"), parameter('containers=["div"]')
    (('alpha', 0.6), ('comments', 'drop'), ('containers', ['div']))
    >>> parameter("links=True")  # as messages say it
    ('links', True)
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as alpha=0.6")
    try:
        return name, json.loads({"True": "true", "False": "false", "None": "null"}.get(value, value))
    except ValueError:
        return name, value


def params_in(given: Iterable[tuple[str, Any, str]]) -> dict[str, Any]:
    """Return parameters by name, from their names, their values, and how they were typed.

    Raises ValueError for two values of one.
    """
    found: dict[str, tuple[Any, str]] = {}
    for name, value, typed in given:
        former, typed_before = found.setdefault(name, (value, typed))
        if value != former:
            raise ValueError(f"{typed_before} and {typed} exclude each other; give one")
    return {name: value for name, (value, _) in found.items()}


def whole_number(least: int, what: str) -> Callable[[str], int]:
    """Return the type of an argument that counts something, such as 1_000 bytes."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or int(digits) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {what}; give {least} or more")
        return int(digits)

    return number


def some_of(known: Collection[str]) -> Callable[[str], tuple[str, ...]]:
    """Return the type of an argument that has some names, separated by commas."""

    def names(text: str) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
        if unknown := [name for name in found if name not in known]:
            what = f"there is no {', '.join(map(repr, unknown))}; there are: {', '.join(known)}"
            raise argparse.ArgumentTypeError(what)
        return found

    return names


def share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share; give a number from 0 to 1")
    return value


def chosen_methods(args: argparse.Namespace) -> tuple[Any, Any]:
    """Return the extractor and the segmenter.  Raises ValueError for an unknown method or parameter."""
    params, segmenter_params = params_in(args.params), params_in(args.segmenter_params)
    sites = getattr(args, "sites", None)
    return Recipe(args.extractor, params, args.segmenter, segmenter_params, sites=sites).methods


def listed(path: str) -> list[str]:
    """Return the pages that a file names, one on a line; - is standard input.

    Raises ValueError if it cannot be read.
    """
    try:
        lines = standard_input() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"-i is {path}, which cannot be read ({error.strerror})") from error
    # U+2028 and the like, where str.splitlines would cut, may stand in a name
    return [os.fsdecode(line) for line in map(bytes.strip, lines.split(b"\n")) if line]


def in_shard(args: argparse.Namespace, given: Iterable[str]) -> list[str]:
    """Return the inputs of this shard, with the archives of lists instead of the lists.

    Raises ValueError for a list that cannot be read.
    """
    names = []
    for name in given:
        if not name.endswith(LISTS):
            names.append(name)
            continue
        try:
            with open_text(name) as lines:
                names += [args.prefix + line.strip() for line in lines if line.strip()]
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"the list {name} cannot be read: {error}") from error
    part, parts = args.shard
    return names[part - 1 :: parts]


def places_of(pages: Iterable[str]) -> Iterator[Input]:
    """Yield where each page is, in the order of the command line, the pages of a folder by name."""
    for page in pages:
        if not os.path.isdir(page):
            yield Input(page)
            continue
        for parent, folders, files in os.walk(page):
            folders.sort()
            for name in sorted(files):
                path = os.path.join(parent, name)
                if name.lower().endswith(SUFFIXES) and not Path(path).is_fifo():  # nobody may write to a pipe
                    yield Input(path, found_in=page)


def pages_at(
    places: Iterable[Input],
    is_archive: Callable[[str], bool] = lambda name: False,
    is_wanted: Callable[[Input], bool] = lambda place: True,
    fetching: dict[str, Any] = FETCHING,
    **of_archives: Any,
) -> Iterator[Input]:
    """Yield the wanted pages, and the end of each archive, whose reason says what has failed.

    Before an archive is opened, it is asked whether itself is wanted; ``of_archives`` are its options, and
    ``fetching`` the settings of the crawl of URLs.
    """

    def kind_of(place: Input) -> str:
        return "archive" if is_archive(place.name) else "URL" if is_url(place.name) else "file"

    for kind, group in groupby(filter(is_wanted, places), kind_of):
        if kind == "archive":
            for place in group:
                options = {"texts": True, "on_broken": partial(say_broken, place.name), **of_archives}
                archive, reason = archive_class()(place.name, **options), ""
                try:
                    for number, record in enumerate(archive, 1):
                        page = input_of(record, found_in=place.name, number=number)
                        if is_wanted(page):
                            yield page
                    if set(archive.counts) == {"broken"}:
                        raise OSError("it holds no record that can be read")
                except Exception as error:  # the other archives go on
                    reason = failed(error)
                yield Input(place.name, status="end", reason=reason, records=archive.counts)
        elif kind == "URL":
            yield from fetched([place.name for place in group], fetching)
        else:
            yield from map(read_here, group)


def say_broken(path: str, broken: Any) -> None:
    print(f"{path}, byte {broken.offset:,}: {broken.reason}", file=sys.stderr)


def failed(error: Exception) -> str:
    where = f": {error.filename}" if isinstance(error, OSError) and error.errno in FULL else ""
    return f"failed: {getattr(error, 'strerror', None) or str(error) or type(error).__name__}{where}"


def is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES) and not os.path.isdir(name)


def is_url(page: str) -> bool:
    return page.lower().startswith(("http://", "https://"))


def are_several(pages: list[str]) -> bool:
    """Tell whether more than one page may come: a folder may hold any number."""
    return len(pages) != 1 or os.path.isdir(pages[0])


def read_here(page: Input) -> Input:
    """Return a page with its bytes if no other process can read them, or why it cannot be read at all."""
    name = page.name
    if "://" in name and not os.path.exists(name):
        reason = "an address begins with http:// or https://; a file is named by its path"
        return page._replace(status="error", reason=reason)
    if _HOST.match(name) and not name.lower().endswith(SUFFIXES) and not os.path.exists(name):
        return page._replace(status="error", reason="there is no such file; an address begins with https://")
    try:
        if name == "-":
            return page._replace(body=standard_input(MAX_BYTES + 1))
        if Path(name).is_fifo():  # as in content-extract <(curl ...)
            return page._replace(body=Path(name).read_bytes())
    except OSError as error:  # also of a name that is too long
        return page._replace(status="error", reason=error.strerror or str(error))
    return page


def standard_input(most: int = -1) -> bytes:
    """Return the bytes of standard input.  Raises OSError if it is closed, as by ``<&-`` of a shell."""
    if sys.stdin is None:
        raise OSError(EBADF, "standard input is closed")
    return sys.stdin.buffer.read(most)


def fetched(
    urls: Sequence[str], settings: dict[str, Any] = FETCHING, *, public_only: bool = False
) -> Iterator[Input]:
    """Yield the pages of some URLs, in this order.  A page that cannot be fetched has a status.

    With ``public_only`` no connection leads into this computer or a private network.
    """
    # A process can run only one crawl, and Scrapy would take over the signals of this process.
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    hosts = [split_url(url).netloc for url in urls]
    process = context.Process(target=crawl, args=(urls, hosts, sender, settings, public_only), daemon=True)
    process.start()
    sender.close()  # now the pipe ends with the process
    try:
        for url in urls:
            pages = [Input(url, status="no_response", reason="the crawl has ended before its response")]
            with suppress(EOFError):
                pages = [Input(**values) for values in receiver.recv()]
            yield pages[0]._replace(others=tuple(pages[1:]))
    finally:
        receiver.close()
        process.terminate()
        process.join()
