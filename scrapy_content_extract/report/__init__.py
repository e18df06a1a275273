"""The report: pages with the results drawn over them, and crawls as plots and tables.

It is one file that needs no other.  Python writes the view of a page as JSON; ``report.js`` draws it.
"""
