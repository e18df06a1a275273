"""Look for pages that folding and cleaning get wrong, guided by coverage.

    pip install atheris
    python -m benchmarks.fuzz_folding -max_total_time=600

What must hold is what ``tests/test_fold.py`` checks, which has the pages found so far.  Takes
the options of libFuzzer (https://llvm.org/docs/LibFuzzer.html#options).
"""

from __future__ import annotations

import sys


def main() -> None:
    import atheris  # installed for this alone

    with atheris.instrument_imports(include=["scrapy_content_extract.content.fold"]):
        from scrapy_content_extract.content.fold import clean
    from tests.test_fold import ALL_CLEAN, PIECES, as_decoded, check, elements

    def one_page(data: bytes) -> None:
        """Read a byte as one of the pieces of the tests, or else as itself."""
        page = as_decoded("".join(PIECES[byte] if byte < len(PIECES) else chr(byte) for byte in data))
        check(page)
        page = "<!DOCTYPE html><html><head></head><body>x" + page
        assert elements(clean(page, **ALL_CLEAN)) == elements(page)

    atheris.Setup(sys.argv, one_page)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
