"""The add-on: one line in a project's settings switches everything on."""

from __future__ import annotations

from scrapy.settings import BaseSettings

from ..corpus.exporter import CorpusLinesExporter, CorpusParquetExporter
from .binding import ResponseBinderMiddleware
from .encoding import EncodingMiddleware
from .feeds import ItemLogFormatter, JsonCellExporter
from .parquet import ParquetItemExporter, check_feeds
from .pipelines import ContentPipeline
from .settings import Options, check_enabled, of_extra, read

#: Where each component goes, unless the project has set an order itself.
COMPONENTS: dict[str, dict[type, int]] = {
    # below HttpCompressionMiddleware (590), which unpacks the body,
    # above MetaRefreshMiddleware (580), which reads it
    "DOWNLOADER_MIDDLEWARES": {EncodingMiddleware: 585},
    # near the engine, so that it sees items as the other spider middlewares leave them
    "SPIDER_MIDDLEWARES": {ResponseBinderMiddleware: 40},
    # before the pipelines of a project (usually from 300), which may replace items or export them
    "ITEM_PIPELINES": {ContentPipeline: 100},
}
#: The setting that switches each component of an extra on, the extra, its import path, and its order.
PACKAGE = "scrapy_content_extract"
OF_EXTRAS = {
    "EXTENSIONS": ("CONTENT_EXTRACT_WARC", "warc", f"{PACKAGE}.warc.writing.WarcWriter", 0),
    # nearest to the downloader, so that responses pass all other middlewares
    "DOWNLOADER_MIDDLEWARES": ("CONTENT_EXTRACT_REPLAY", "warc", f"{PACKAGE}.warc.replay.WarcReplay", 950),
}

#: The feed formats.
EXPORTERS = {
    "csv": JsonCellExporter,
    "parquet": ParquetItemExporter,
    "jsonl-corpus": CorpusLinesExporter,
    "parquet-corpus": CorpusParquetExporter,
}


class Addon:
    """``ADDONS = {"scrapy_content_extract.Addon": 500}``"""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        """Raise ValueError for an impossible setting, so that the error ends the command's output.

        The settings of a spider are not known yet.  Scrapy logs their errors from within the crawl.
        """
        if read(settings, "CONTENT_EXTRACT_ENABLED"):
            Options.from_settings(settings, makes_own=False)

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components.

        Each component checks its settings when it is made; an impossible setting raises ValueError, and
        the crawl does not begin.
        """
        check_enabled(settings)
        for setting, components in COMPONENTS.items():
            for component, order in components.items():
                settings.setdefault_in_component_priority_dict(setting, component, order)
        for setting, (needed, extra, path, order) in OF_EXTRAS.items():
            if read(settings, needed):
                settings.setdefault_in_component_priority_dict(setting, of_extra(path, extra, needed), order)
        # The default writes "\\u0645" for every letter that is not ASCII.
        settings.set("FEED_EXPORT_ENCODING", "utf-8", "addon")
        settings.set("LOG_FORMATTER", ItemLogFormatter, "addon")
        for name, exporter in EXPORTERS.items():
            settings["FEED_EXPORTERS"].setdefault(name, exporter, "addon")
        check_feeds(settings)
