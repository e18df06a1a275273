"""Trains the model of ``auto``, and measures how well it does on pages that it has not seen.

    python -m lab.training DATA            # cross-validation, then the model
    python -m lab.training DATA --check    # cross-validation only

Needs the extra ``train``; ``DATA`` is a folder with the labelled sets of ``lab.data.datasets``.
"""
