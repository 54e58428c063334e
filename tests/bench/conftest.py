"""Keeps pytest from importing the benchmarks in its search for doctests."""

collect_ignore_glob = ["*.py"]
