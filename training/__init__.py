"""Trains the model of ``auto``, and measures how well it does on pages that it has not seen.

    python -m training DATA            # cross-validation, then the model
    python -m training DATA --check    # cross-validation only

Needs the extra ``train``; ``DATA`` is a folder with the labelled sets of ``evaluation.datasets``.
"""
