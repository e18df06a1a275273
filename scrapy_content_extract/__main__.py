"""``python -m scrapy_content_extract`` is the command ``content-extract``."""

from .commands import main

if __name__ == "__main__":  # the processes of -j import this module, too
    main()
