"""Look for pages that cleaning and folding get wrong: ``python -m benchmarks.fuzz_folding``.

Coverage guides the search.  What must hold is what ``tests/test_fold.py`` checks, which has the pages found
so far.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from lab.options import parser_of


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "benchmarks.fuzz_folding",
        "Look for pages that cleaning and folding get wrong. Needs atheris (pip install atheris); "
        "takes the options of libFuzzer (https://llvm.org/docs/LibFuzzer.html#options).",
        "python -m benchmarks.fuzz_folding -max_total_time=600",
    )
    _, for_fuzzer = parser.parse_known_args(argv)
    try:
        import atheris  # installed for this alone
    except ImportError:
        parser.error("atheris is not installed: pip install atheris")
    with atheris.instrument_imports(
        include=[
            "scrapy_content_extract.content.encoding.fold",
            "scrapy_content_extract.content.encoding.tokens",
        ]
    ):
        from scrapy_content_extract.content.encoding.fold import clean
    from lab.backend import announce  # imports the package, which must be instrumented first
    from tests.test_fold import ALL_CLEAN, PIECES, as_decoded, check, elements

    def one_page(data: bytes) -> None:
        """Read a byte as one of the pieces of the tests, or else as itself."""
        page = as_decoded("".join(PIECES[byte] if byte < len(PIECES) else chr(byte) for byte in data))
        check(page)
        page = "<!DOCTYPE html><html><head></head><body>x" + page
        assert elements(clean(page, **ALL_CLEAN)) == elements(page)

    print(announce())
    atheris.Setup([sys.argv[0], *for_fuzzer], one_page)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
