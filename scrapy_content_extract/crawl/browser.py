"""Pages as a browser shows them: HTML with the box of every element.

Methods such as the segmenter ``vips`` read the boxes.  Needs the extra ``browser``, and Chromium.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from ..content.errors import needing
from ..content.extract import utf8_of
from ..content.markup import BOX

#: JavaScript that writes the boxes into a page: the argument of ``PageMethod("evaluate", WRITE_BOXES)`` for
#: scrapy-playwright.  :mod:`.content.methods.boxes` reads the format.
WRITE_BOXES = Path(__file__).with_name("boxes.js").read_text("utf-8").rstrip().replace("BOX", BOX)

#: The names of Chromium on Debian, Fedora and others; Playwright's own is the fallback.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
NOWHERE = "http://page.invalid/"
#: The viewport in pixels, as of a small desktop screen.
WIDTH, HEIGHT = 1280, 1024


class Browser:
    """Chromium, for many pages; a context manager.  Raises ImportError if Playwright is not installed."""

    def __init__(self, executable: str | None = None, sandbox: bool | None = None) -> None:
        """``executable`` is Chromium's path.  Its ``sandbox`` is on, except for root, who cannot have one."""
        with needing("browser", "pages are rendered by Playwright, which needs"):
            from playwright.sync_api import sync_playwright
        self.start = sync_playwright
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self.sandbox = not is_root if sandbox is None else sandbox
        self.executable = executable or find_chromium()

    def __enter__(self) -> Browser:
        self.playwright = self.start().start()
        try:
            self.chromium = self.playwright.chromium.launch(
                executable_path=self.executable, chromium_sandbox=self.sandbox
            )
        except BaseException:
            self.playwright.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.chromium.close()
        self.playwright.stop()

    def render(
        self,
        source: str | bytes,
        url: str | None = None,
        *,
        scripts: bool = True,
        offline: bool = False,
        seconds: float = 30,
    ) -> str:
        """Return a page as HTML with boxes.

        ``source`` is its address, or HTML, whose address is ``url``.  An ``offline`` page gets only itself
        from the network.  Raises Playwright's errors for pages that do not load in time.
        """
        is_address = isinstance(source, str) and source.startswith(("http://", "https://", "file://"))
        address = str(source) if is_address else url or NOWHERE
        given = iter([] if is_address else [utf8_of(source)])

        def answer(route: Any) -> None:
            """Answer a request of the page, with the HTML that was given or from the network."""
            frame = route.request.is_navigation_request() and route.request.frame
            is_page = frame and frame.parent_frame is None
            if is_page and not is_address:
                html = next(given, None)
                if html is None:
                    route.fulfill(status=204)  # a refresh does not replace HTML that we have
                else:
                    route.fulfill(body=html, content_type="text/html; charset=utf-8")
            elif offline and not is_page:
                route.abort()
            else:
                route.continue_()

        context = self.chromium.new_context(
            java_script_enabled=scripts,
            viewport={"width": WIDTH, "height": HEIGHT},
            service_workers="block",  # their requests pass by the route
        )
        try:
            context.route("**/*", lambda route: route.abort())  # of pages that it opens
            if offline:
                context.route_web_socket("**/*", lambda socket: socket.close())
            page = context.new_page()
            page.set_default_timeout(seconds * 1000)
            page.route("**/*", answer)
            page.goto(address)
            # Unlike evaluate(), this has a timeout: a script may never end.
            page.wait_for_function(f"() => {{ ({WRITE_BOXES})(); return true }}")
            rendered: str = page.content()
            return rendered
        finally:
            context.close()


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def render(source: str | bytes, url: str | None = None, **options: Any) -> str:
    """Return one page as HTML with boxes; arguments as for :meth:`Browser.render`."""
    with Browser() as browser:
        return browser.render(source, url, **options)
