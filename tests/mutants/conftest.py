"""Keeps pytest from importing the makers of mutants, whose package may be missing."""

collect_ignore_glob = ["*.py"]
