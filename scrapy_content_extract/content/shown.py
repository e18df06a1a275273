"""What notebooks show of a result."""

from __future__ import annotations


class Shown:
    """A result that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from .notebook import html_of  # only notebooks ask for it

        return html_of(self)
