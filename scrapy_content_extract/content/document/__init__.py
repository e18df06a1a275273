"""Chosen texts → the content tree → HTML, Markdown, pictures, links, plain values.

:mod:`.build` makes a :class:`.build.Document` once, and the printers walk over it.  The kinds of its nodes,
and which may stand in which, are in :mod:`.core.kinds`.
"""
