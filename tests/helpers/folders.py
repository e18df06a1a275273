"""Where things lie."""

from pathlib import Path

#: The folder that holds the package, ``docs/``, ``lab/``, ``tests/`` and ``example_project/``.
ROOT = Path(__file__).parents[2]
