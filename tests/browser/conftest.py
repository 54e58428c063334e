"""Keeps `make test` from importing what needs a browser; `make check-browser` names its files."""

collect_ignore_glob = ["*.py"]
