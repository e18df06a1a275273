"""How the tests run, and what pytest is not to import by itself."""

from importlib.util import find_spec
from pathlib import Path

import pytest

_CORE = Path(__file__).parent / "scrapy_content_extract/content/core"

# tests/content/core/test_reading.py tries the examples of both backends
collect_ignore = [str(path.with_suffix(".py")) for path in _CORE.glob("*.p[xy][dx]")]
if not find_spec("lightgbm"):
    collect_ignore.append("lab/training")

#: Processes at most: each takes seconds to import what all tests import.
MOST_PROCESSES = 4


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Use all cores, as by ``-n logical --dist worksteal``, where pytest-xdist is; ``-n 0`` is one process.

    tox.ini cannot say so: without pytest-xdist these options are errors.
    """
    options = config.option
    if getattr(options, "numprocesses", 0) is None and not hasattr(config, "workerinput"):
        options.numprocesses, options.maxprocesses = "logical", options.maxprocesses or MOST_PROCESSES
        if options.dist == "no":
            options.dist = "worksteal"  # neighbours stay together, and so do the crawls that they share
