"""What pytest is not to import by itself: tests/test_compiled.py tries the examples of both backends."""

from importlib.util import find_spec
from pathlib import Path

_KERNELS = Path(__file__).parent / "scrapy_content_extract/content/kernels"

collect_ignore = [str(path.with_suffix(".py")) for path in _KERNELS.glob("*.p[xy][dx]")]
if not find_spec("lightgbm"):
    collect_ignore.append("lab/training")
