"""Keeps `make test` from importing what needs a browser; `make check-browser` names its file."""

collect_ignore_glob = ["*.py"]
