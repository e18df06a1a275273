"""Take the pictures of reports for the docs: ``python docs/screens.py``.

With a folder, take the first view of each kind of report in wide and narrow, light and dark windows, in two
sets of fonts.

Chromium opens reports that ``content-extract report`` makes of the example project; needs playwright,
pillow and a Chromium of the system.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from scrapy_content_extract.corpus.lines import line_of_item
from scrapy_content_extract.crawl.browser import find_chromium

HERE = Path(__file__).parent
SITE = HERE.parent / "example_project" / "site"
TARGET = HERE / "report"

#: The number of colours: they suffice, and keep the files small.
COLOURS = 64
WIDE, LOW = (1120, 700), (1120, 560)


class Shot(NamedTuple):
    """A picture: which page of the site, what is done, and what is taken."""

    #: a page, or a feed, or two feeds
    page: str
    #: keys to press, methods to choose, the tab to open
    keys: str = ""
    tab: str = "Why"
    extractor: str = "auto"
    segmenter: str = "gapdepth"
    size: tuple[int, int] = WIDE
    scheme: str = "light"
    #: the part of the window to take: a selector, or all of it
    part: str = ""
    #: style that is added to the report
    style: str = ""


NEWS, FORUM, SCHOOL = "en/news.html", "en/forum.html", "ug/school.html"
EMPTY = "../../tests/pages/auto/empty_login_wall.html"
#: Feeds that are made of the site, by what makes them.
FEEDS: dict[str, tuple[str, ...]] = {
    "items.jsonl": (),
    "corpus.jsonl": (),
    "old.jsonl": ("--extractor", "cetr"),
    "new.jsonl": (),
}
#: The folders of the feeds: few systems have the letters of all others.
CRAWLED = ("site/en", "site/ar", "site/ug", "site/odd")
#: The page of ``content-extract serve``, with NEWS pasted into it.
SERVE = "serve"
CRAWL, CORPUS, CRAWLS = "items.jsonl", "corpus.jsonl", "old.jsonl new.jsonl"
#: Each view of a page.
VIEWS = {
    "first.png": Shot(NEWS, size=(520, 700)),
    "why.png": Shot(NEWS, keys="j"),
    "text.png": Shot("ar/market.html", tab="Text", size=LOW),
    "methods.png": Shot(FORUM, tab="Methods", extractor="cevc", scheme="dark"),
    "paragraphs.png": Shot("ug/references.html", tab="Paragraphs", size=LOW),
    "empty.png": Shot(EMPTY, size=LOW),
    "serve.png": Shot(SERVE, tab="Methods", size=LOW),
    "crawl.png": Shot(CRAWL, size=(1120, 900)),
    "crawls.png": Shot(CRAWLS),
}
#: The picture of each method.
PICTURES = {
    **{
        f"{name}.png": Shot(FORUM, tab="Methods", extractor=name, part=f"h2:text-is('{name}') ~ svg")
        for name in ("auto", "cevc", "uighur", "backtrack", "cetd", "cetr", "scf")
    },
    "song.png": Shot(
        "odd/nested tables.html", tab="Methods", extractor="song", part="h2:text-is('song') ~ svg"
    ),
    **{
        f"{name}.png": Shot(FORUM, tab="Methods", segmenter=name, part=f"h2:text-is('{name}') ~ svg")
        for name in ("gapdepth", "btls-tags")
    },
}
SHOTS = {**VIEWS, **PICTURES}
#: The fonts of first views: of the usual width, and wide ones, larger by a fifth.
FONTS = {
    "noto": "* { font-family: 'Noto Sans', sans-serif !important }",
    "dejavu": "html { font-size: 120% } * { font-family: 'DejaVu Sans', monospace !important }",
}
#: The first view of each kind of report.
FIRST = {
    f"{name}-{width}-{scheme}-{font}.png": Shot(page, size=(width, 900), scheme=scheme, style=FONTS[font])
    for (name, page), width, scheme, font in product(
        {
            "page": NEWS, "empty": EMPTY, "thread": FORUM, "uighur": SCHOOL,
            "serve": SERVE, "crawl": CRAWL, "corpus": CORPUS, "crawls": CRAWLS,
        }.items(),
        (1300, 500),
        ("light", "dark"),
        FONTS,
    )
}  # fmt: skip


def main(target: Path, shots: dict[str, Shot]) -> None:
    from playwright.sync_api import sync_playwright

    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serving() as address:
        pages = sorted({shot.page for shot in shots.values()} - {SERVE})
        reports = {SERVE: address, **{page: report(page, Path(folder)).as_uri() for page in pages}}
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name, shot in shots.items():
            (target / name).write_bytes(small(taken(browser, reports[shot.page], shot)))
        browser.close()


def report(page: str, folder: Path) -> Path:
    """Make the report of a page of the site, or of feeds of many."""
    target = folder / f"{page.replace('/', '-').lstrip('.-')}.html"
    if page.endswith(".jsonl"):
        for feed in page.split():
            command(*CRAWLED, "--format", "jsonl", "-o", str(folder / feed), *FEEDS[feed])
        pages = [str(folder / feed) for feed in page.split()]
        if page == CORPUS:
            as_corpus(folder / page)
    else:
        pages = [page]
    command("report", *pages, "-o", str(target))
    return target


@contextmanager
def serving() -> Iterator[str]:
    """Run ``content-extract serve``, and yield its address."""
    run = [sys.executable, "-m", "scrapy_content_extract", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().split()[0]
        server.terminate()


def as_corpus(feed: Path) -> None:
    """Make lines of a corpus of the items of a feed."""
    items = [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
    feed.write_text("\n".join(json.dumps(line_of_item(item)) for item in items if item["text"]), "utf-8")


def command(*args: str) -> None:
    where = SITE.parent if args[0] in CRAWLED else SITE
    run = [sys.executable, "-m", "scrapy_content_extract", *args]
    done = subprocess.run(run, cwd=where, check=False)
    if done.returncode > 1:  # a page of the site is no page
        raise SystemExit(f"{' '.join(run)} ended with {done.returncode}")


def taken(browser: Any, address: str, shot: Shot) -> bytes:
    """Return a picture of a report, or of a part of it."""
    width, height = shot.size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=shot.scheme)
    page.goto(address)
    if shot.page == SERVE:
        page.get_by_label("or HTML").fill((SITE / NEWS).read_text("utf-8"))
        page.get_by_role("button", name="Show").click()
    page.wait_for_load_state("networkidle")
    if shot.style:
        page.add_style_tag(content=shot.style)
        page.evaluate("scrollTo(0, 0)")
    if shot.page.endswith(".html") or shot.page == SERVE:
        page.wait_for_selector("#canvas[data-drawn]")
        page.select_option("#extractor", label=shot.extractor)
        page.select_option("#segmenter", label=shot.segmenter)
        page.get_by_role("tab", name=shot.tab).click()
        for key in shot.keys:
            page.keyboard.press(key)
    picture: bytes = (page.locator(shot.part).first if shot.part else page).screenshot()
    page.close()
    return picture


def small(picture: bytes) -> bytes:
    """Return a picture with few colours."""
    from PIL import Image

    file = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, kmeans=3, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]), FIRST)
    else:
        main(TARGET, SHOTS)
