"""Trains the models, and measures them on pages that they have not seen.  Needs the extra ``train``."""
