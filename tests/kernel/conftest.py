"""Keeps pytest on the host from what runs in the guest only, or needs it."""

collect_ignore_glob = ["*.py", "guest"]
