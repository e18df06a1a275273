"""How well blocks are found on pages whose blocks a person marked: ``python -m lab.quality.segmenters DATA``.

``gapdepth`` has learned from these pages.  Where lightgbm is installed, it is scored a second time on each
set, "unseen", by a model that was trained on the other sets.  ``vips`` needs pages that a browser has
rendered: ``--rendered`` names the folder where they are kept.  See ``docs/measured/blocks.rst``.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from lab.data.agreement import bcubed, matched, owners
from lab.data.intervals import METHOD
from lab.data.marked import SETS, MarkedPage, sets_there, squeeze
from lab.data.metrics import Score
from lab.data.pages import spread
from lab.options import BACKEND, add_shared, announce, parsed, parser_of
from lab.reports import say, write
from scrapy_content_extract.content import SEGMENTERS, page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods import VISUAL, GapDepth
from scrapy_content_extract.content.registry import build
from scrapy_content_extract.corpus.files import whole
from scrapy_content_extract.crawl.browser import Browser

from .systems import name_and_params
from .tables import tables

#: A segmenter: the page as text → the texts of its blocks.
Function = Callable[[str], list[str]]

#: "bc" is BCubed, "fz" (fuzzy) is matched blocks: of the outermost marked blocks, or the innermost.
MEASURES = ("bc_top", "bc_leaf", "fz_top", "fz_leaf")
#: The suffix of a segmenter that was trained on the other sets.
UNSEEN = ", unseen"


def segmenter_of(spec: str, shown: Mapping[str, str]) -> Function:
    """Read "NAME:PARAMETER=VALUE,..." and return the segmenter.

    ``shown`` has for each page the same with boxes, when the segmenter is called.

    Raises ValueError for a segmenter or parameter that does not exist.

    >>> segmenter_of("flat", {})("<div>a</div><div>b</div>")
    ['a', 'b']
    """
    name, params = name_and_params(spec)
    segmenter = build(name, SEGMENTERS, params, "segmenter")
    seen = shown.__getitem__ if name in VISUAL else str
    return lambda html: [block.text for block in segmenter.segment(page_of(seen(html))).blocks]


def rendered(pages: Iterable[MarkedPage], folder: Path) -> dict[str, str]:
    """Return for the HTML of each page the same with boxes; what the folder lacks is rendered.

    Pages are rendered offline, from the stored mark-up alone and without scripts, which have run before it
    was stored: images and style sheets of other files are missing.  A changed page is rendered again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    with Browser() as browser:
        for page in pages:
            html = page.html.encode("utf-8", "replace")
            file = folder / f"{hashlib.sha256(html).hexdigest()[:16]}.html.gz"
            if not file.exists():
                made = browser.render(html, scripts=False, offline=True)
                with whole(file) as aside:
                    Path(aside).write_bytes(gzip.compress(made.encode("utf-8", "replace"), mtime=0))
            found[page.html] = gzip.decompress(file.read_bytes()).decode()
    return found


def models_of(data: Path, specs: Iterable[str]) -> dict[str, Trees]:
    """Return for each set a model that was trained on the others; none where no segmenter asks for one.

    Two sets at least, and lightgbm, are needed.
    """
    names = sets_there(data, None)
    if len(names) < 2 or not any(map(is_learned, specs)):
        return {}
    try:
        from lab.training.cuts import trained_without
    except ImportError as error:
        say(f"gapdepth is not scored by models that have not seen the set: {error}")
        return {}
    return trained_without(data, names)


def is_learned(spec: str) -> bool:
    return spec.partition(":")[0] == "gapdepth"


def unseen(specs: Iterable[str], trees: Trees | None) -> dict[str, Function]:
    """Return the learned ones of some segmenters with another model."""
    found: dict[str, Function] = {}
    for spec in filter(is_learned, specs if trees else ()):
        segmenter = GapDepth(**name_and_params(spec)[1])
        found[spec + UNSEEN] = lambda html, segmenter=segmenter: [
            block.text for block in segmenter.segment(page_of(html), trees).blocks
        ]
    return found


def scores_of(blocks: Iterable[str], page: MarkedPage) -> dict[str, Score]:
    """Return the scores of the blocks of a page."""
    owner = owners([squeezed for block in blocks if (squeezed := squeeze(block))], page.text)
    texts: dict[int, list[str]] = {}
    for n, char in zip(owner, page.text):
        if n >= 0:
            texts.setdefault(n, []).append(char)
    found = ["".join(chars) for chars in texts.values()]
    scores = {f"bc_{level}": bcubed(owner, page.owners[level]) for level in ("top", "leaf")}
    return scores | {f"fz_{level}": matched(found, page.texts(level)) for level in ("top", "leaf")}


def measure(
    pages: Sequence[MarkedPage], segmenters: Mapping[str, Function]
) -> dict[str, dict[str, list[float]]]:
    """Return by measure and segmenter the F1 of each page."""
    f1: dict[str, dict[str, list[float]]] = {name: {} for name in MEASURES}
    for spec, function in segmenters.items():
        scores = [scores_of(function(page.html), page) for page in pages]
        for name in MEASURES:
            f1[name][spec] = [of_page[name][2] for of_page in scores]
    return f1


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.segmenters",
        "Score segmenters on pages whose blocks a person marked.",
        "python -m lab.quality.segmenters DATA --segmenters gapdepth gapdepth:share=0.95 flat",
    )
    parser.add_argument(
        "--segmenters",
        nargs="+",
        default=[name for name in SEGMENTERS if name not in VISUAL],
        metavar="NAME[:PARAMETER=VALUE,...]",
        help="names or import paths; the others are compared with the first; default: all but vips",
    )
    parser.add_argument(
        "--rendered",
        type=Path,
        metavar="FOLDER",
        help="where pages are kept as a browser shows them, for vips; it renders those that are missing",
    )
    add_shared(parser, sets=None, pages=0, out=None)
    options = parsed(parser, argv, "marked pages", sets_there)
    shown: dict[str, str] = {}
    found, texts = {}, [f"{announce()}; {METHOD}\n"]
    print(texts[-1], flush=True)
    try:
        segmenters = {spec: segmenter_of(spec, shown) for spec in dict.fromkeys(options.segmenters)}
        is_visual = any(name_and_params(spec)[0] in VISUAL for spec in segmenters)
        if is_visual and not options.rendered:
            raise ValueError(
                f"{', '.join(VISUAL)} needs rendered pages: give a folder for them with --rendered."
            )
        models = models_of(options.data, segmenters)
        for name in options.sets:
            pages = spread(list(SETS[name][1](options.data)), options.pages)
            shown |= rendered(pages, options.rendered) if is_visual else {}
            of_set = segmenters | unseen(segmenters, models.get(name))
            f1 = measure(pages, of_set)
            found[name] = {"pages": [page.id for page in pages], "f1": f1}
            texts.append(tables(f"{name}, F1", f1, {}))
            print(texts[-1], flush=True)
    except ValueError as error:
        parser.error(str(error))
    if options.out:
        write(options.out, "segmenters", {"backend": BACKEND, "sets": found}, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
