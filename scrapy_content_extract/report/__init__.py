"""The report: pages with what was found on them drawn over them, and crawls as plots and tables.

One file that needs no other.  What is shown of a page is decided here, in Python, and written as JSON;
``report.js`` draws it.
"""
