"""How good the methods are, on labelled pages; ``docs/benchmarks.rst`` says how to run it.

Not installed with the package: run it from a checkout.
"""
