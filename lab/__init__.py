"""The workshop: what measures, trains and tries the package.  README.rst says which command answers what."""
