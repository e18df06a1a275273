"""Score segmenters on pages whose blocks a person marked: ``python -m lab.quality.segmenters DATA``.

``gapdepth`` has learned from these pages.  Where lightgbm is installed, it is scored a second time on each
set, "unseen", by a model that was trained on the other sets.  "Best cuts" are where the marks of
neighbouring paragraphs differ.  ``vips`` needs pages that a browser has rendered: ``--rendered`` names the
folder where they are kept; its CPU time is without the browser's.  See ``docs/measured/blocks.rst``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from lab.backend import BACKEND, announce
from lab.data.agreement import bcubed, matched, owners
from lab.data.intervals import METHOD, SETTINGS, Mean, difference_of, mean_of
from lab.data.marked import SETS, MarkedPage, best_blocks, parse_body, squeeze
from lab.data.metrics import Score
from lab.options import add_data, parser_of, require_data, require_intervals
from lab.reports import draw, draw_bars, interval, table, write
from scrapy_content_extract import __version__
from scrapy_content_extract.content import SEGMENTERS, page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods import VISUAL, GapDepth
from scrapy_content_extract.content.registry import build

from .extractors import timed
from .rendered import rendered
from .systems import name_and_params

PAGES = "marked pages"

#: A segmenter: the page as text → the texts of its blocks.
Function = Callable[[str], list[str]]

#: "bc" is BCubed, "fz" (fuzzy) is matched blocks: of the outermost marked blocks, the innermost, or both.
MEASURES = ("bc_top", "bc_leaf", "fz_top", "fz_leaf", "fz_all")


@dataclass
class Run:
    """The results of the segmenters on the pages of one set, in page order."""

    set: str
    ids: list[str] = field(default_factory=list)
    #: by segmenter: the scores of each page by measure, and the number of its blocks
    scores: dict[str, list[dict[str, Score]]] = field(default_factory=dict)
    counts: dict[str, list[int]] = field(default_factory=dict)
    #: CPU seconds by segmenter, and of the parse alone
    seconds: dict[str, float] = field(default_factory=dict)
    parse_seconds: float = 0.0

    def f1(self, segmenter: str, measure: str) -> list[float]:
        return [scores[measure][2] for scores in self.scores[segmenter]]


def segmenter_of(spec: str, shown: Mapping[str, str]) -> Function:
    """Read "NAME:PARAMETER=VALUE,..." and return the segmenter.

    ``shown`` has for each page the same with boxes, when the segmenter is called.

    Raises ValueError for a segmenter or parameter that does not exist.

    >>> segmenter_of("flat", {})("<div>a</div><div>b</div>")
    ['a', 'b']
    """
    name, params = name_and_params(spec)
    segmenter = build(name, SEGMENTERS, params, "segmenter")
    if name in VISUAL:
        return lambda html: [block.text for block in segmenter.segment(page_of(shown[html])).blocks]
    return lambda html: [block.text for block in segmenter.segment(page_of(html)).blocks]


def is_visual(spec: str) -> bool:
    return name_and_params(spec)[0] in VISUAL


def show(pages: Sequence[MarkedPage], specs: Iterable[str], folder: Path | None) -> dict[str, str]:
    """Return pages as a browser shows them, if a segmenter asks for that."""
    if not any(map(is_visual, specs)):
        return {}
    if folder is None:
        raise ValueError(f"{', '.join(VISUAL)} needs rendered pages: give a folder for them with --rendered.")
    return rendered(pages, folder)


#: The suffix of a segmenter that was trained on the other sets.
UNSEEN = ", unseen"


def models_of(data: Path, specs: Iterable[str]) -> dict[str, Trees]:
    """Return for each set a model that was trained on the others; none where nothing asks for one.

    Two sets at least, and lightgbm, are needed.
    """
    names = sets_of(data, None)
    if len(names) < 2 or not any(map(is_learned, specs)):
        return {}
    try:
        from lab.training.cuts import trained_without
    except ImportError as error:
        print(f"gapdepth is not scored by models that have not seen the set: {error}", file=sys.stderr)
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


def best(pages: Sequence[MarkedPage]) -> dict[str, Function]:
    """Return what no segmenter that cuts between paragraphs can exceed by much, for both levels."""
    found: dict[str, Function] = {}
    for level in ("top", "leaf"):
        blocks = {page.html: best_blocks(page, level) for page in pages}
        found[f"best cuts, {level}"] = blocks.__getitem__
    return found


def scores_of(blocks: Iterable[str], page: MarkedPage) -> tuple[dict[str, Score], int]:
    """Return the scores of the blocks of a page, and the number of blocks with text."""
    blocks = [squeezed for block in blocks if (squeezed := squeeze(block))]
    owner = owners(blocks, page.text)
    texts: dict[int, list[str]] = {}
    for n, char in zip(owner, page.text):
        if n >= 0:
            texts.setdefault(n, []).append(char)
    found = ["".join(chars) for chars in texts.values()]
    scores = {f"bc_{level}": bcubed(owner, page.owners[level]) for level in ("top", "leaf")}
    scores |= {f"fz_{level}": matched(found, page.texts(level)) for level in ("top", "leaf", "all")}
    return scores, len(blocks)


def measure(name: str, pages: Iterable[MarkedPage], segmenters: dict[str, Function], rounds: int) -> Run:
    """Run the segmenters on the pages of a set."""
    run = Run(name)
    for spec in segmenters:
        run.scores[spec], run.counts[spec], run.seconds[spec] = [], [], 0.0
    for page in pages:
        if not run.ids:  # loading at first use does not count
            for function in segmenters.values():
                function(page.html)
        run.ids.append(page.id)
        run.parse_seconds += min(timed(lambda p: parse_body(p.html), page)[0] for _ in range(rounds))
        for spec, function in segmenters.items():
            attempts = [timed(lambda p, f=function: f(p.html), page) for _ in range(rounds)]
            run.seconds[spec] += min(seconds for seconds, _ in attempts)
            scores, count = scores_of(attempts[0][1], page)
            run.scores[spec].append(scores)
            run.counts[spec].append(count)
    return run


def rows(run: Run) -> list[dict[str, Any]]:
    """Return a row of figures for each segmenter."""
    reference = next(iter(run.scores))
    found = []
    for spec, scores in run.scores.items():
        row: dict[str, Any] = {
            "set": run.set,
            "segmenter": spec,
            "pages": len(run.ids),
            "blocks": fmean(run.counts[spec]),
            "cpu": run.seconds[spec] / run.parse_seconds,
        }
        for name in MEASURES:
            f1 = run.f1(spec, name)
            row[name] = {
                "precision": fmean(score[name][0] for score in scores),
                "recall": fmean(score[name][1] for score in scores),
                "f1": mean_of(f1)._asdict(),
                "difference": difference_of(f1, run.f1(reference, name))._asdict(),
            }
        found.append(row)
    return found


def tables(rows_of_set: list[dict[str, Any]]) -> str:
    """Return the tables of a set, as reStructuredText."""
    first, *others = rows_of_set

    def cells(row: dict[str, Any], key: str, sign: str) -> list[str]:
        return [interval(Mean(**row[name][key]), sign) for name in MEASURES]

    text = f"**{first['set']}**, {first['pages']} pages, F1\n\n"
    body = [
        [r["segmenter"], *cells(r, "f1", ""), f"{r['blocks']:.1f}", f"{r['cpu']:.1f}"] for r in rows_of_set
    ]
    text += table(["segmenter", *MEASURES, "blocks", "CPU"], body)
    if others:
        text += f"\n**{first['set']}**, difference from {first['segmenter']}, page by page\n\n"
        text += table(
            ["segmenter", *MEASURES], [[r["segmenter"], *cells(r, "difference", "+")] for r in others]
        )
    return text


def report(runs: Sequence[Run], results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return all results as plain values."""
    return {
        "version": __version__,
        "python": sys.version.split()[0],
        "backend": BACKEND,
        "bootstrap": SETTINGS,
        "results": list(results),
        "pages": {
            run.set: [
                {
                    "id": id_,
                    "f1": {
                        spec: {name: round(run.scores[spec][n][name][2], 6) for name in MEASURES}
                        for spec in run.scores
                    },
                }
                for n, id_ in enumerate(run.ids)
            ]
            for run in runs
        },
    }


def chart(results: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw a bar with its interval for each segmenter: a row for each set, a column for each measure.

    Raises ImportError where matplotlib is not installed.
    """
    from matplotlib.figure import Figure

    sets = list(dict.fromkeys(row["set"] for row in results))
    specs = list(dict.fromkeys(row["segmenter"] for row in results))
    size = (2 + 2.2 * len(MEASURES), (0.8 + 0.3 * len(specs)) * len(sets))
    figure = Figure(figsize=size, layout="constrained")
    panels = figure.subplots(len(sets), len(MEASURES), squeeze=False)
    for name, row_of_panels in zip(sets, panels):
        for n, (axes, measured) in enumerate(zip(row_of_panels, MEASURES)):
            f1 = [row[measured]["f1"] for row in results if row["set"] == name]
            draw_bars(axes, f"{name}, {measured}", f1)
            axes.set_yticks(range(len(specs)), specs if n == 0 else [""] * len(specs))
    figure.savefig(file)


def sets_of(data: Path, wanted: Sequence[str] | None) -> list[str]:
    """Return the sets to run.  Raises ValueError where the folder does not have them."""
    names = [name for name, (is_there, _) in SETS.items() if is_there(data)]
    if missing := sorted(set(wanted or ()) - set(names)):
        raise ValueError(f"The folder {data} has no pages of: {', '.join(missing)}.")
    if not names:
        raise ValueError(f"The folder {data} has no marked pages; the sets are: {', '.join(SETS)}.")
    return list(wanted or names)


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    add_data(parser, PAGES)
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
    parser.add_argument("--sets", nargs="+", choices=SETS, help="default: all there are")
    parser.add_argument(
        "--rounds", type=int, default=1, metavar="N", help="run each page N times, the least time counts"
    )
    parser.add_argument("--out", type=Path, help="folder for segmentation.json, .rst and .svg")
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    require_intervals(parser)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.segmenters",
        "Score segmenters on pages whose blocks a person marked.",
        "python -m lab.quality.segmenters DATA --segmenters gapdepth gapdepth:share=0.95 flat",
    )
    options = options_of(parser, argv)
    data = Path(options.data)
    runs: list[Run] = []
    results: list[dict[str, Any]] = []
    try:
        shown: dict[str, str] = {}
        segmenters = {spec: segmenter_of(spec, shown) for spec in dict.fromkeys(options.segmenters)}
        names = sets_of(data, options.sets)
        models = models_of(data, segmenters)
        texts = [f"{announce()}; {METHOD}\n"]
        print(texts[-1], flush=True)
        for name in names:
            pages = list(SETS[name][1](data))
            shown |= show(pages, segmenters, options.rendered)
            of_set = segmenters | unseen(segmenters, models.get(name)) | best(pages)
            runs.append(measure(name, pages, of_set, options.rounds))
            results += (found := rows(runs[-1]))
            texts.append(tables(found))
            print(texts[-1], flush=True)
    except ValueError as error:
        parser.error(str(error))
    if options.out:
        write(options.out, "segmentation", report(runs, results), texts)
        draw(options.out / "segmentation.svg", chart, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
