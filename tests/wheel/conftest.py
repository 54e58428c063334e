"""Keeps pytest from importing what makes a .venv, in its search for doctests."""

collect_ignore = ["__main__.py"]
