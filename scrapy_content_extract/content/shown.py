"""What notebooks show of a result; only they ask for it, so what makes it is imported late."""

from __future__ import annotations


class ShownText:
    """A text that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from .notebook import of_extraction

        return of_extraction(self)


class ShownBlocks:
    """Blocks that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from .notebook import of_segmentation

        return of_segmentation(self)
