"""Bytes → text → UTF-8, clean and folded."""
