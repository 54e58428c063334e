"""`make guides`: makes all of the player's guide that is not written by hand.

The screens are those of the guide's own table scripts, the tables those of the rule files, the charts those
of the drawn cards. The quick card is printed only where it has changed, for that takes chromium.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from card_charts import charts
from guide_pictures import SCRIPTS, played
from guide_tables import GUIDE, filled
from quick_card import PDF, edition, print_card, title

FOLDER = GUIDE.parent / "guide"


def main() -> int:
    """Make everything anew, and say what is missing."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for script in SCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            for name, picture in played(script, Path(folder)).items():
                picture.save(FOLDER / f"{name}.png", optimize=True)
    for name, chart in charts().items():
        (FOLDER / name).write_text(chart, "utf-8")
    GUIDE.write_text(filled(GUIDE.read_text("utf-8")), "utf-8")
    if PDF.exists() and title(PDF.read_bytes()).endswith(edition()):
        return 0
    if shutil.which("chromium") is None:
        print("The quick card was not printed: chromium is missing; sudo apt install chromium fonts-noto-cjk")
        return 1
    print_card()
    return 0


if __name__ == "__main__":
    sys.exit(main())
