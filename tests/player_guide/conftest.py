"""Keeps pytest from looking for examples in what makes the guide; the tests import it by themselves."""

from pathlib import Path

collect_ignore = [
    path.name for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")
]
