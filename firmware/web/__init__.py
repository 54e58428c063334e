"""The pages in a browser: the virtual table, and the scoreboard for phones."""
