"""What several tests need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--data",
        default=os.environ.get("CONTENT_EXTRACT_DATA"),
        help="folder of labelled pages (see docs/benchmarks.rst); tests on them are skipped without it",
    )


@pytest.fixture(scope="session")
def data(request) -> Path:
    """The folder of labelled pages."""
    given = request.config.getoption("--data")
    if not given:
        pytest.skip("no labelled pages: give their folder with --data or CONTENT_EXTRACT_DATA")
    return Path(given)
