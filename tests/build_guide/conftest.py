"""Lets the tests of the guides import what makes their drawings."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # its modules are neighbours, and no package

collect_ignore = [path.name for path in HERE.glob("*.py") if not path.name.startswith("test_")]
