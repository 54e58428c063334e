"""Keeps pytest from importing what installs for real, in its search for doctests."""

collect_ignore_glob = ["*.py"]
