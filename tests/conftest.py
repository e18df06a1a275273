"""What several tests need."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from scrapy_content_extract.content import core
from tests.helpers.browser import chromium

# lab/ is not installed; last, so that an installed package goes before its source
sys.path.append(str(Path(__file__).parent.parent))

# No deadlines: a busy machine needs time.  CI runs the same examples every time.
settings.register_profile("all", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.register_profile("slow", parent=settings.get_profile("all"), max_examples=400)
settings.register_profile("fast", parent=settings.get_profile("all"), max_examples=50)


def pytest_addoption(parser):
    parser.addoption(
        "--slow",
        action="store_true",
        help="run also what takes minutes or gigabytes of memory, and all rows of the tables that are tried in part",
    )


def pytest_configure(config):
    settings.load_profile("slow" if config.getoption("--slow") else "fast")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="takes long, or tries the same once more: give --slow"))


@pytest.fixture(scope="session")
def compiled():
    """Tests that compare the compiled modules with Python are skipped if these do not run.

    With CONTENT_EXTRACT_REQUIRE_COMPILED=1 they fail instead, so that CI notices a failed build, unless
    CONTENT_EXTRACT_PURE_PYTHON=1 asks for plain Python.
    """
    if core.BACKEND != "compiled":
        reason = "the compiled modules are not built, or switched off"
        is_required = os.environ.get("CONTENT_EXTRACT_REQUIRE_COMPILED")
        if is_required and not os.environ.get(core.PURE_PYTHON):
            pytest.fail(f"{reason}, but CONTENT_EXTRACT_REQUIRE_COMPILED is set")
        pytest.skip(reason)


@pytest.fixture(scope="module")
def browser():
    """A real browser; without one, tests are skipped."""
    with chromium() as found:
        yield found
