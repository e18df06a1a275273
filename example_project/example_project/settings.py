BOT_NAME = "example_project"
SPIDER_MODULES = ["example_project.spiders"]
NEWSPIDER_MODULE = "example_project.spiders"

# The plugin.  This line is all it needs.
ADDONS = {"scrapy_content_extract.Addon": 500}

FEEDS = {"items.jsonl": {"format": "jsonlines", "overwrite": True}}

EXTENSIONS = {
    "example_project.extensions.LocalServer": 500,
    "example_project.extensions.CrawlReport": 900,
}

# The report at the end has the results.  "-L INFO" adds Scrapy's own log, with
# its progress once a minute.
LOG_LEVEL = "WARNING"

# Every page gives one item, even a missing one ...
HTTPERROR_ALLOW_ALL = True
# ... and redirects are ignored: a saved page may have a <meta> refresh to the web.
METAREFRESH_ENABLED = False
REDIRECT_ENABLED = False

# Remove these four lines to crawl a real site.  All requests go to 127.0.0.1: there
# is no robots.txt and no proxy, a long file name makes a long URL, and one page at a
# time is as fast as many and keeps items.jsonl in order.
ROBOTSTXT_OBEY = False
HTTPPROXY_ENABLED = False
URLLENGTH_LIMIT = 0
CONCURRENT_REQUESTS = 1

TELNETCONSOLE_ENABLED = False
