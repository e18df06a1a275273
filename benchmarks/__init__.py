"""Measures how good and how fast the methods are; ``docs/measured/benchmarks.rst`` says how to run it.

Not installed with the package: run it from a checkout.
"""
