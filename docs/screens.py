"""Take the pictures of reports: ``python docs/screens.py``.

Chromium opens reports that ``content-extract report`` makes of the example project; needs playwright,
pillow, matplotlib, html-to-markdown and a Chromium of the system.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from scrapy_content_extract.browser import find_chromium

HERE = Path(__file__).parent
SITE = HERE.parent / "example_project" / "site"
TARGET = HERE / "report"

#: The number of colours: they suffice, and keep the files small.
COLOURS = 72
WIDE, NARROW = (1120, 700), (500, 860)


class Shot(NamedTuple):
    """A picture: which page of the site, what is done, and what is taken."""

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


NEWS, FORUM = "en/news.html", "en/forum.html"
#: Each view of a page.
VIEWS = {
    "why.png": Shot(NEWS, keys="jj"),
    "links.png": Shot("en/product.html", keys="dj"),
    "text.png": Shot("zh/forum.html", tab="Text"),
    "page.png": Shot(NEWS, tab="Page"),
    "methods.png": Shot(FORUM, tab="Methods", extractor="cevc", scheme="dark"),
    "paragraphs.png": Shot("ug/school.html", tab="Paragraphs"),
    "narrow.png": Shot("ar/market.html", keys="j", size=NARROW),
    "crawl.png": Shot("items.jsonl", size=(1120, 900)),
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


def main() -> None:
    from playwright.sync_api import sync_playwright

    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        reports = {
            page: report(page, Path(folder)) for page in sorted({shot.page for shot in SHOTS.values()})
        }
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            (TARGET / name).write_bytes(small(taken(browser, reports[shot.page], shot)))
        browser.close()


def report(page: str, folder: Path) -> Path:
    """Make the report of a page of the site, or of the feed of all."""
    target = folder / f"{page.replace('/', '-')}.html"
    if page.endswith(".jsonl"):
        command("site", "--format", "jsonl", "-o", str(folder / page))
        page = str(folder / page)
    command("report", page, "-o", str(target))
    return target


def command(*args: str) -> None:
    where = SITE.parent if args[0] == SITE.name else SITE
    run = [sys.executable, "-m", "scrapy_content_extract", *args]
    done = subprocess.run(run, cwd=where, check=False)
    if done.returncode > 1:  # a page of the site is no page
        raise SystemExit(f"{' '.join(run)} ended with {done.returncode}")


def taken(browser: Any, path: Path, shot: Shot) -> bytes:
    """Return a picture of a report, or of a part of it."""
    width, height = shot.size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=shot.scheme)
    page.goto(path.as_uri())
    page.wait_for_load_state("networkidle")
    if shot.page.endswith(".html"):
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
    main()
