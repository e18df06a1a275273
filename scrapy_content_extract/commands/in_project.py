"""``scrapy content URL``: the items of a page, with the settings of the project."""

from __future__ import annotations

import inspect
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from typing import Any

from itemadapter import ItemAdapter
from scrapy import Request, Spider, signals
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.asyncgen import as_async_generator
from scrapy.utils.conf import arglist_to_dict
from scrapy.utils.misc import arg_to_iter
from scrapy.utils.spider import DefaultSpider, spidercls_for_request

from ..crawl.addon import COMPONENTS
from .outputs import standard_output


class Command(ScrapyCommand):
    """The command; Scrapy finds it by the entry point in setup.cfg."""

    default_settings = {"ADDONS": {"scrapy_content_extract.Addon": 500}, "LOG_LEVEL": "WARNING"}

    def syntax(self) -> str:
        return "[options] <url>"

    def short_desc(self) -> str:
        return "Show what the items of a page get from scrapy-content-extract"

    def long_desc(self) -> str:
        return (
            "Fetch a URL with the settings of the project, send an item through its pipelines, and print "
            "the item as JSON. Nothing is written to the feeds of the project, but other pipelines do "
            "what they do in a crawl. Example: scrapy content https://example.com/ --spider news -c parse"
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--spider", help="use this spider; default: the one that crawls this domain")
        parser.add_argument(
            "-c", "--callback", metavar="NAME",
            help="print the items of this method of the spider; its requests are not followed; "
            "default: one item with nothing but the url",
        )  # fmt: skip
        what = "set spider argument (may be repeated)"
        parser.add_argument("-a", dest="spargs", action="append", default=[], metavar="NAME=VALUE", help=what)

    def process_options(self, args: list[str], opts: Namespace) -> None:
        super().process_options(args, opts)
        try:
            opts.spargs = arglist_to_dict(opts.spargs)
        except ValueError:
            raise UsageError("Invalid -a value, use -a NAME=VALUE", print_help=False) from None
        assert self.settings is not None
        self.settings.set("FEEDS", {}, priority="cmdline")

    def run(self, args: list[str], opts: Namespace) -> None:
        if len(args) != 1:
            raise UsageError
        assert self.crawler_process is not None
        loader = self.crawler_process.spider_loader
        try:
            spidercls = loader.load(opts.spider) if opts.spider else None
        except KeyError:
            names = ", ".join(loader.list()) or "none"
            raise UsageError(f"There is no spider {opts.spider!r}; there are: {names}") from None
        spidercls = spidercls or spidercls_for_request(loader, request_of(args[0]), DefaultSpider)
        crawler = self.crawler_process.create_crawler(one_page(spidercls, args[0], opts))
        items: list[Any] = []
        crawler.signals.connect(lambda item: items.append(item), signals.item_scraped, weak=False)
        crawler.signals.connect(
            lambda exception: say(f"An item was dropped: {exception}"), signals.item_dropped, weak=False
        )
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        file = standard_output()
        for item in items:
            values = ItemAdapter(item).asdict() if ItemAdapter.is_item(item) else repr(item)
            file.write(json.dumps(values, ensure_ascii=False, indent=2, default=str) + "\n")
        if not items:
            say("No item came out.")
            self.exitcode = 1
        placed = [cls for components in COMPONENTS.values() for cls in components]
        used = [str(name) for setting in COMPONENTS for name in crawler.settings.getdict(setting)]
        if not any(f"{cls.__module__}.{cls.__qualname__}" in name for cls in placed for name in used):
            say(
                "The plugin is not switched on: settings.py needs "
                'ADDONS = {"scrapy_content_extract.Addon": 500}, and an empty ADDONS below it must go.'
            )


def say(message: str) -> None:
    print(message, file=sys.stderr)


def request_of(url: str, **kwargs: Any) -> Request:
    try:
        return Request(url, dont_filter=True, **kwargs)
    except ValueError as error:
        raise UsageError(f"{error}; give it whole, such as https://example.com/") from None


def one_page(spidercls: type[Spider], url: str, opts: Namespace) -> type[Spider]:
    if opts.callback and not callable(getattr(spidercls, opts.callback, None)):
        raise UsageError(f"The spider {spidercls.name!r} has no method {opts.callback!r}")

    class OnePage(spidercls):  # type: ignore[valid-type, misc]
        async def start(self) -> AsyncIterator[Any]:
            yield request_of(url, callback=self.one_page, errback=self.no_page)

        async def one_page(self, response: Any) -> AsyncIterator[Any]:
            if opts.callback is None:
                yield {"url": response.url}
                return
            result = getattr(self, opts.callback)(response)
            if inspect.isawaitable(result):
                result = await result
            outputs = result if isinstance(result, AsyncIterator) else arg_to_iter(result)
            async for output in as_async_generator(outputs):
                if output is not None and not isinstance(output, Request):
                    yield output

        def no_page(self, failure: Any) -> None:
            response = getattr(failure.value, "response", None)
            status = "" if response is None else f" (HTTP {response.status})"
            say(f"{url}: {failure.value!r}{status}")

    return OnePage
