"""Lets the test of the pictures import what draws them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # its modules are neighbours, and no package
