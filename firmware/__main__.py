"""`python -m firmware` is the command `scorekeeper`."""

import sys

from firmware.cli import main

sys.exit(main())
