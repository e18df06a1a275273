"""Chosen texts → other formats than text."""
