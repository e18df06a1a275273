"""One version of the package, in a process of its own: its results for a page, and the time that it takes.

``python lab/version.py CHECKOUT`` reads requests from its standard input and answers on its standard output,
a line of JSON each; :mod:`lab.versions` asks.  The package is that of the checkout, which may be older than
this file, so nothing else is imported here, and only what users may import.
"""

from __future__ import annotations

import gc
import gzip
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO
from zlib import crc32

PACKAGE = "scrapy_content_extract"

# ------------------------------------------------------------------ a page → plain values

#: The parameters that are tried besides the defaults, by the name of the method.
PARAMETERS: dict[str, list[dict[str, Any]]] = {
    "auto": [
        {"comments": "keep"},
        {"comments": "drop"},
        {"favor": "precision"},
        {"favor": "recall"},
        {"tables": False},
        {"links": False},
    ],
    "gapdepth": [{"share": 0.95}, {"share": 0.3}],
}
#: Methods that refuse pages that no browser has rendered.
VISUAL = ("vips",)
#: Whose choice marks the blocks of the segmenters.
EXTRACTOR = "auto"
#: The formats that are compared.
FORMATS = ("html", "markdown", "images", "links", "chunks")
#: The fields of a block that are compared.
BLOCK = ("ranges", "text", "title", "kind", "depth", "chars", "link_chars", "link_density", "main")

#: A page under work: its bytes, its URL, the measured page and the ranges that EXTRACTOR chose.
Work = dict[str, Any]
Method = Callable[[Work], Any]


def compiled_part() -> Any:
    """Return what is compiled, which older versions call kernels."""
    try:
        return import_module(f"{PACKAGE}.content.core")
    except ModuleNotFoundError:
        return import_module(f"{PACKAGE}.content.kernels")


def content() -> Any:
    return import_module(f"{PACKAGE}.content")


def page_in(work: Work) -> Any:
    if "page" not in work:
        work["page"] = content().page_of(work["body"], url=work["url"])
    return work["page"]


def decoded(work: Work) -> dict[str, Any]:
    found = import_module(f"{PACKAGE}.content.encoding.decode").decode(work["body"])
    return {name: getattr(found, name) for name in ("encoding", "source", "replaced", "text")}


def extracted(method: Any, work: Work) -> dict[str, Any]:
    found = method.extract(page_in(work))  # without the edits of a style
    return {
        "ranges": [list(map(int, one)) for one in found.ranges],
        "confidence": repr(found.confidence),
        "title": found.title,
        "text": found.text,
        "blocks": blocks_of(found),
    }


def segmented(method: Any, work: Work) -> dict[str, Any]:
    if "ranges" not in work:
        work["ranges"] = content().EXTRACTORS[EXTRACTOR]().extract(page_in(work)).ranges
    return {"blocks": blocks_of(method.segment(page_in(work)).marked(page_in(work), work["ranges"]))}


def formatted(work: Work) -> dict[str, Any]:
    found = content().extract(work["body"], url=work["url"], formats=FORMATS)
    return {"title": found.title, **{name: repr(getattr(found, name)) for name in FORMATS}}


def metadata(work: Work) -> dict[str, Any]:
    return {"metadata": repr(content().read_metadata(work["body"], url=work["url"]))}


def blocks_of(found: Any) -> list[dict[str, Any]]:
    """Return all that blocks say; floats as Python writes them, so that each bit counts."""
    values = [
        {name: getattr(block, name) for name in BLOCK}
        for block in (found.blocks if hasattr(found, "blocks") else found.paragraphs)
    ]
    for value in values:
        value["ranges"] = [list(map(int, one)) for one in value["ranges"]]
        value["link_density"] = repr(value["link_density"])
    return values


def methods() -> dict[str, Method]:
    """Return everything that is compared, by name: ``auto``, ``auto:favor=recall``, ..."""
    found: dict[str, Method] = {"decode": decoded}
    for table, run in ((content().EXTRACTORS, extracted), (content().SEGMENTERS, segmented)):
        for name, method in table.items():
            for params in ({}, *PARAMETERS.get(name, ())) if name not in VISUAL else ():
                spec = ":".join([name, *(f"{key}={value}".lower() for key, value in params.items())])
                found[spec] = partial(run, method(**params))
    return {**found, "formats": formatted, "metadata": metadata}


def results_of(work: Work, run: Mapping[str, Method]) -> dict[str, Any]:
    """Return the result of each method for a page, or its error."""
    found: dict[str, Any] = {}
    for name, method in run.items():
        try:
            found[name] = method(work)
        except Exception as error:  # noqa: PERF203 - the other version may raise the same
            found[name] = {"error": repr(error)}
    return found


def digest(value: Any) -> str:
    mark = "!" if "error" in value else ""
    return mark + sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


# ------------------------------------------------------------------ time

#: From a page as it was saved to what is worked on, whose time does not count; and the work.
Operation = tuple[Callable[[bytes], Any], Callable[[Any], object]]
#: By operation for each page the CPU seconds of the parse beside it, and of the operation.
Times = Mapping[str, Sequence[Sequence[float]]]

#: The operations by name, and what they do.
OPERATIONS = {
    "text": "from bytes to text",
    "tree": "from a tree of lxml to text",
    "html": "from bytes to text and HTML",
    "markdown": "from bytes to text and Markdown",
    "metadata": "from bytes to metadata",
    "blocks": "from bytes to blocks",
    "sites": "from bytes to text, learning from each page and judging it by some four others",
}
#: The hosts that the pages of the operation "sites" are dealt to.
HOSTS = 60


def utf8(body: bytes) -> bytes:
    """Return a page in UTF-8, whatever it declares."""
    try:
        return body.decode().encode()
    except UnicodeDecodeError:
        return body.decode("gb18030", "replace").encode()


def parse(html: bytes) -> Any:
    """What everything is compared with."""
    lxml = import_module("lxml.html")
    return lxml.document_fromstring(html or b"<p></p>", parser=lxml.HTMLParser(encoding="utf-8"))


def copied(body: bytes) -> bytes:
    """Return a copy, which is in the caches of the processor, as what a response has just brought."""
    return bytes(memoryview(body))


def operations() -> dict[str, Operation]:
    """Return the operations of the version that is imported."""
    package, sites = import_module(PACKAGE), import_module(f"{PACKAGE}.content.auto.memory").Sites()
    taught = content().EXTRACTORS["auto"](sites=sites)
    return {
        "sites": (copied, lambda body: package.extract(body, url=url_of(body), extractor=taught).text),
        "text": (copied, lambda body: package.extract(body).text),
        "tree": (lambda body: parse(utf8(body)), lambda tree: package.extract(tree).text),
        "html": (copied, lambda body: package.extract(body, formats=["html"]).html),
        "markdown": (copied, lambda body: package.extract(body, formats=["markdown"]).markdown),
        "metadata": (copied, package.read_metadata),
        "blocks": (copied, lambda body: package.segment(body).blocks),
    }


def url_of(body: bytes) -> str:
    number = crc32(body)
    return f"http://{number % HOSTS}.example/{number}"


def round_of(found: Mapping[str, Operation], bodies: Sequence[bytes]) -> Times:
    """Time each operation once.

    It goes from page to page, as in a crawl.  Each call stands beside a parse of the same page, because a
    busy machine is slower for both.  The cyclic garbage collector is off: when it runs depends on all that
    went before.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        return {
            name: [[seconds_of((utf8, parse), body), seconds_of(operation, body)] for body in bodies]
            for name, operation in found.items()
        }
    finally:
        gc.enable()
        gc.unfreeze()


def least(one: Times, other: Times) -> Times:
    """Return the least times of two rounds.

    >>> least({"text": [[1.0, 3.0]]}, {"text": [[2.0, 2.0]]})
    {'text': [[1.0, 2.0]]}
    """
    return {name: [[*map(min, *both)] for both in zip(one[name], other[name])] for name in one}


def seconds_of(operation: Operation, body: bytes) -> float:
    """Return the CPU time of an operation, which includes the time to free what it makes."""
    prepare, run = operation
    given = prepare(body)
    start = time.process_time()
    run(given)
    return time.process_time() - start


# ------------------------------------------------------------------ the process


def about() -> dict[str, Any]:
    """Return what this process runs."""
    place = Path(str(import_module(PACKAGE).__file__)).parent
    ours = [(name, m) for name, m in sys.modules.items() if name.partition(".")[0] == PACKAGE]
    return {
        "place": str(place),
        "strays": [name for name, m in ours if place not in Path(str(m.__file__)).parents],
        "backend": compiled_part().BACKEND,
        "python": sys.version.split()[0],
        "methods": list(methods()),
    }


def read(file: str) -> bytes:
    body = Path(file).read_bytes()
    return gzip.decompress(body) if file.endswith(".gz") else body


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer each request: say what runs here, work on a page, load pages to time, or time a round."""
    known = methods()
    timed: dict[str, Operation] = {}
    bodies: list[bytes] = []
    answer: Any
    for request in map(json.loads, requests):
        if "file" in request:
            work: Work = {"body": read(request["file"]), "url": request["url"]}
            answer = results_of(work, {name: known[name] for name in request["methods"]})
            if not request["whole"]:
                answer = {name: digest(value) for name, value in answer.items()}
        elif "files" in request:
            timed = {name: operations()[name] for name in request["operations"]}
            bodies = list(map(read, request["files"]))
            answer = round_of(timed, bodies[:1])  # loading at first use does not count
        else:
            answer = round_of(timed, bodies) if "round" in request else about()
        print(json.dumps(answer), file=answers, flush=True)


def use_only(checkout: str) -> None:
    """Have the package come from a checkout alone.

    The finder of an editable install would fill in a module that the checkout does not have, such as a
    compiled one that is not built, from another version.
    """
    sys.path.insert(0, checkout)
    finders = [f for f in sys.meta_path if not getattr(f, "__module__", "").startswith("__editable__")]
    sys.meta_path[:] = finders


if __name__ == "__main__":
    del sys.path[0]  # this folder has modules of its own
    use_only(sys.argv[1])
    out, sys.stdout = sys.stdout, sys.stderr  # other output is not an answer
    serve(sys.stdin, out)
