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

# The report at the end says what happened.  "-L INFO" adds Scrapy's own story
# and, once a minute, how far it has come.
LOG_LEVEL = "WARNING"

# Every page gives one item, also a missing one ...
HTTPERROR_ALLOW_ALL = True
# ... and a saved page whose <meta> refresh points into the world stays here.
METAREFRESH_ENABLED = False
REDIRECT_ENABLED = False

# For a real site leave these four lines out.  All requests go to 127.0.0.1: there
# is nobody to ask and no proxy, a long file name may make a long URL, and one page
# after the other is as fast as many at once and keeps items.jsonl in order.
ROBOTSTXT_OBEY = False
HTTPPROXY_ENABLED = False
URLLENGTH_LIMIT = 0
CONCURRENT_REQUESTS = 1

TELNETCONSOLE_ENABLED = False
