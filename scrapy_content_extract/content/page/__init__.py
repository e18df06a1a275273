"""UTF-8 or a tree → Page; its attributes and blocks."""
