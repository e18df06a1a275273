"""What ``benchmarks/`` and ``training/`` share: labelled pages, metrics, intervals, the frame of a command.

Neither of the two imports the other.  Not installed with the package: run it from a checkout.
"""
