"""Keeps pytest from what needs a guest; what decides without one is tested here."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # its modules are neighbours, and no package

collect_ignore = [path.name for path in HERE.glob("*.py") if not path.name.startswith("test_")]
collect_ignore.append("guest")
