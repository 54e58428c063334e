"""The pages in a browser: the virtual table, and the scoreboard for phones."""

__all__ = ["PORT"]

PORT = 8021
"""Where browsers find either of them, unless the command line says otherwise."""
