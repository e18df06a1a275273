"""The operations of one version of the package, timed; :mod:`lab.speed.turns` runs it for each version.

Like ``results.py``, whose process this is, it imports nothing else of the checkout: the package that it times
may be of another version, and so may ``lab.speed.steps``.
"""

from __future__ import annotations

import gc
import gzip
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

#: From a page as it was saved to what is worked on, whose time does not count; and the work.
Operation = tuple[Callable[[bytes], Any], Callable[[Any], object]]
#: By operation for each page the CPU seconds of the parse beside it, and of the operation.
Times = Mapping[str, Sequence[Sequence[float]]]

#: The names of steps in all versions: what everything is compared with, and what a crawl does.
YARDSTICK, IN_A_CRAWL = "lxml parse", "auto, gapdepth and fields, "

#: The operations by name, and what they do.
OPERATIONS = {
    "text": "from bytes to text",
    "tree": "from a tree of lxml to text",
    "html": "from bytes to text and HTML",
    "markdown": "from bytes to text and Markdown",
    "metadata": "from bytes to metadata",
    "crawl": "from bytes to blocks and the fields of an item",
}


def operations() -> dict[str, Operation]:
    """Return the yardstick and the operations of the version that is imported."""
    package = import_module("scrapy_content_extract")
    steps = {step.name: (step.prepare, step.run) for step in import_module("lab.speed.steps").steps()}
    prepare, parse = steps[YARDSTICK]
    extract = package.extract
    return {
        YARDSTICK: (prepare, parse),
        "text": (copied, lambda body: extract(body).text),
        "tree": (lambda body: parse(prepare(body)), lambda tree: extract(tree).text),
        "html": (copied, lambda body: extract(body, formats=["html"]).html),
        "markdown": (copied, lambda body: extract(body, formats=["markdown"]).markdown),
        "metadata": (copied, package.read_metadata),
        # the last one is compiled, where a version has both
        "crawl": [step for name, step in steps.items() if name.startswith(IN_A_CRAWL)][-1],
    }


def copied(body: bytes) -> bytes:
    """Return a copy, which is in the caches of the processor, as what a response has just brought."""
    return bytes(memoryview(body))


def round_of(found: Mapping[str, Operation], bodies: Sequence[bytes]) -> Times:
    """Time each operation once.

    It goes from page to page, as in a crawl.  Each call stands beside a parse of the same page, because a
    busy machine is slower for both.  The cyclic garbage collector is off, as in :func:`.steps.best_of`.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        return {
            name: [[seconds_of(found[YARDSTICK], body), seconds_of(operation, body)] for body in bodies]
            for name, operation in found.items()
            if name != YARDSTICK
        }
    finally:
        gc.enable()
        gc.unfreeze()


def seconds_of(operation: Operation, body: bytes) -> float:
    prepare, run = operation
    given = prepare(body)
    start = time.process_time()
    run(given)
    return time.process_time() - start


def possible(wanted: Sequence[str], body: bytes) -> dict[str, Operation]:
    """Return the operations of these names that this version has, and the yardstick."""
    known = operations()
    failures = {name: failure(known[name], body) for name in wanted}
    for name, error in failures.items():
        if error:
            print(f"{name} is left out: {error!r}", file=sys.stderr)
    return {name: known[name] for name in (YARDSTICK, *wanted) if not failures.get(name)}


def failure(operation: Operation, body: bytes) -> Exception | None:
    """Return how an operation fails that needs an argument or a format of later versions."""
    try:
        seconds_of(operation, body)
    except (AttributeError, TypeError, ValueError) as error:
        return error
    return None


def read_page(file: Path) -> bytes:
    body = file.read_bytes()
    return gzip.decompress(body) if file.suffix == ".gz" else body


def serve(requests: TextIO, answers: TextIO, about: Callable[[], Any]) -> None:
    """Answer each request: say what runs here, load pages, or time a round."""
    found: dict[str, Operation] = {}
    bodies: list[bytes] = []
    for line in requests:
        request = json.loads(line)
        if "files" in request:
            bodies = [read_page(Path(file)) for file in request["files"]]
            found = possible(request["operations"], bodies[0])
            answer = {"operations": [name for name in found if name != YARDSTICK]}
        else:
            answer = round_of(found, bodies) if request else about()
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    from results import about, use_only  # of the same folder

    del sys.path[0]  # this folder has modules of its own
    use_only(sys.argv[1])
    out, sys.stdout = sys.stdout, sys.stderr  # other output is not an answer
    serve(sys.stdin, out, about)
