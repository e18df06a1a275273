"""The results of one version of the package for a page; :mod:`lab.quality.equal` runs it for each version.

The process reads requests from its standard input and answers on its standard output, a line of JSON each.
This file imports nothing else of the checkout: the package that it imports may be of another version.
Names that only some versions have are found by trying them.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

PACKAGE = "scrapy_content_extract"

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
#: Methods that refuse pages that no browser has rendered; not all versions say so themselves.
VISUAL = ("vips",)

#: Whose choice marks the blocks of the segmenters, and what the analysis is made with.
EXTRACTOR, SEGMENTER = "auto", "gapdepth"

#: The fields of a block that are compared.
BLOCK = ("ranges", "text", "title", "kind", "depth", "chars", "link_chars", "link_density", "main")

#: A page under work: its bytes, its URL, the measured page and the ranges that EXTRACTOR chose.
Work = dict[str, Any]


def first_of(*names: str) -> Any:
    """Return the first of these objects that this version of the package has.

    >>> first_of("no_such_module.f", "content.extract").__name__
    'extract'
    """
    for name in names:
        module, _, attribute = f"{PACKAGE}.{name}".rpartition(".")
        with suppress(ImportError, AttributeError):
            return getattr(import_module(module), attribute)
    raise AttributeError(f"This version of {PACKAGE} has none of: {', '.join(names)}.")


# ------------------------------------------------------------------ a page → plain values


def page_of(body: bytes, url: str) -> Any:
    """Return the measured page."""
    return first_of("content.page_of", "content.flow.page_of")(body, url=url)


def decoded(work: Work) -> dict[str, Any]:
    """Return how the bytes were read, and the page in UTF-8."""
    found = first_of("content.encoding.decode.decode", "content.decode.decode")(work["body"])
    html = first_of("content.encoding.fold.normalize", "content.encoding.normalize.normalize")(
        work["body"], found
    )
    return {
        "encoding": found.encoding,
        "source": found.source,
        "replaced": found.replaced,
        "text": found.text,
        "html": html.decode("utf-8", "replace"),
    }


def analysed(work: Work) -> dict[str, Any]:
    """Return the analysis of a crawl with all results."""
    analysis = analysis_of(
        work,
        first_of("content.EXTRACTORS")[EXTRACTOR](),
        first_of("content.SEGMENTERS")[SEGMENTER](),
        first_of("content.extract.Wanted", "content.analysis.Wanted")(True, ("html", "markdown"), True),
    )
    return {
        "metadata": repr(analysis.metadata),
        **{name: format_of(analysis, name) for name in ("html", "markdown")},
        "status": analysis.status,
        "diagnostics": {name: repr(value) for name, value in analysis.diagnostics.items()},
        "text": analysis.text,
        "title": analysis.title,
        "blocks": blocks_of(analysis),
    }


def format_of(analysis: Any, name: str) -> Any:
    """Return a format: in a mapping or, in earlier versions, an attribute of the analysis."""
    return analysis.formats.get(name, "") if hasattr(analysis, "formats") else getattr(analysis, name)


def analysis_of(work: Work, extractor: Any, segmenter: Any, wanted: Any) -> Any:
    """Return an analysis: by a task or, in versions without one, by single arguments."""
    analyse = first_of("content.extract.analyse", "content.analysis.analyse")
    try:
        task = first_of("content.extract.Task", "content.analysis.Task")
        utf8 = first_of("content.extract.Utf8", "content.flow.Utf8")
    except AttributeError:
        return analyse(work["page"].html, work["url"], extractor, segmenter, {}, wanted=wanted)
    return analyse(task(utf8(work["page"].html, work["url"]), extractor, segmenter, wanted))


def extracted(method: Any, work: Work) -> dict[str, Any]:
    found = method.extract(work["page"])  # without the edits of a style
    return {
        "ranges": ranges_of(found.ranges),
        "confidence": repr(found.confidence),
        "title": found.title,
        "text": found.text,
        "blocks": blocks_of(found),
    }


def segmented(method: Any, work: Work) -> dict[str, Any]:
    if "ranges" not in work:
        work["ranges"] = first_of("content.EXTRACTORS")[EXTRACTOR]().extract(work["page"]).ranges
    return {"blocks": blocks_of(method.segment(work["page"]).marked(work["page"], work["ranges"]))}


def ranges_of(ranges: Any) -> list[list[int]]:
    return [[int(start), int(stop)] for start, stop in ranges]


def blocks_of(found: Any) -> list[dict[str, Any]]:
    """Return all that blocks say; floats as Python writes them, so that each bit counts."""
    values = [{name: getattr(block, name) for name in BLOCK} for block in found.blocks]
    for value in values:
        value["ranges"] = ranges_of(value["ranges"])
        value["link_density"] = repr(value["link_density"])
    return values


def methods() -> dict[str, Callable[[Work], Any]]:
    """Return everything that is compared, by name: ``auto``, ``auto:favor=recall``, ..."""
    found: dict[str, Callable[[Work], Any]] = {"decode": decoded}
    for table, run in (("EXTRACTORS", extracted), ("SEGMENTERS", segmented)):
        for name, method in first_of(f"content.{table}").items():
            if name in VISUAL:
                continue
            for params in ({}, *PARAMETERS.get(name, ())):
                spec = ":".join([name, *(f"{key}={value}".lower() for key, value in params.items())])
                found[spec] = partial(run, method(**params))
    return found | {"analysis": analysed}


# ------------------------------------------------------------------ the process


def results_of(file: Path, url: str, run: Mapping[str, Callable[[Work], Any]]) -> dict[str, Any]:
    """Return the result of each method for the page in a file, or its error."""
    body = file.read_bytes()
    work: Work = {"body": gzip.decompress(body) if file.suffix == ".gz" else body, "url": url}
    found: dict[str, Any] = {}
    for name, method in run.items():
        found[name] = result_of(name, method, work)
    return found


def result_of(name: str, method: Callable[[Work], Any], work: Work) -> Any:
    try:
        if "page" not in work and name != "decode":
            work["page"] = page_of(work["body"], work["url"])
        return method(work)
    except Exception as error:  # the other version may raise the same
        return {"error": repr(error)}


def digest(value: Any) -> str:
    mark = "!" if "error" in value else ""
    return mark + sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def about() -> dict[str, Any]:
    """Return what this process runs."""
    place = Path(str(import_module(PACKAGE).__file__)).parent
    ours = [(name, m) for name, m in sys.modules.items() if name.partition(".")[0] == PACKAGE]
    return {
        "place": str(place),
        "strays": [name for name, m in ours if place not in Path(str(m.__file__)).parents],
        "backend": first_of("content.kernels.BACKEND", "content.columns.BACKEND"),
        "python": sys.version.split()[0],
        "methods": list(methods()),
    }


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer each request: say what runs here, or work on a page."""
    known = methods()
    for line in requests:
        request = json.loads(line)
        if "file" not in request:
            answer = about()
        else:
            run = {name: known[name] for name in request["methods"]}
            answer = results_of(Path(request["file"]), request["url"], run)
            if not request.get("whole"):
                answer = {name: digest(value) for name, value in answer.items()}
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
    for given in sys.argv[1:]:
        use_only(given)
    out, sys.stdout = sys.stdout, sys.stderr  # other output is not an answer
    serve(sys.stdin, out)
