"""The language of a text, by py3langid (extra ``corpus``), which knows Uighur, unlike most."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..content.errors import install

#: The first characters of a text that are looked at, so that a book takes no longer than a page.
LANGUAGE_CHARS = 2000


def find_language(text: str) -> tuple[str | None, float | None]:
    """Return the ISO 639-1 code of a text and its probability; None for a text without letters.

    Raises ImportError with what to do if the extra ``corpus`` is not installed.
    """
    beginning = text[:LANGUAGE_CHARS]
    if not any(map(str.isalpha, beginning)):
        return None, None
    language, score = identifier().classify(beginning)
    return str(language), round(float(score), 4)


@lru_cache(maxsize=1)
def identifier() -> Any:
    """Return the identifier; its model is read at the first call."""
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError(
            f"{error}.  Languages need an extra: {install('corpus')}; or leave the language out."
        ) from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
