"""A real browser for the tests: Chromium of the system, driven by Playwright."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scrapy_content_extract.crawl.browser import find_chromium


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield the browser.  Tests are skipped without one; CONTENT_EXTRACT_REQUIRE_BROWSER=1 makes them fail."""
    path = find_chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed: pip install playwright")
    if path is None:
        missing("there is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def window(browser: Any, address: str, **options: Any) -> Iterator[tuple[Any, list[str]]]:
    """Yield a page in a new window, and what the console and the network saw."""
    seen: list[str] = []
    page = browser.new_page(**{"viewport": {"width": 1300, "height": 900}, **options})
    page.on("console", lambda message: seen.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: seen.append(f"error: {error}"))
    page.on("request", lambda request: seen.append(request.url))
    page.goto(address)
    try:
        yield page, seen
    finally:
        page.close()


def missing(reason: str) -> None:
    """Skip the test, or fail where a browser is required."""
    (pytest.fail if os.environ.get("CONTENT_EXTRACT_REQUIRE_BROWSER") else pytest.skip)(reason)
