"""Draws the README's picture of the virtual table: a round in play, as a browser shows it."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from driving import begin, chromium, lay, virtual_table
from PIL import Image

PICTURE = Path(__file__).parents[2] / "firmware" / "web" / "table.png"
PLAYED = (
    ("pine-crane", "pine-chaff-1", "plum-warbler", "plum-chaff-1", "cherry-curtain", "cherry-chaff-1"),
    ("wisteria-cuckoo", "wisteria-ribbon", "susuki-moon", "susuki-chaff-1"),
)


def main() -> int:
    """Play a little, and keep what is seen in 256 colours."""
    with (
        tempfile.TemporaryDirectory() as folder,
        virtual_table(Path(folder)) as address,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 870}, locale="en-GB", color_scheme="light")
        page.goto(address)
        page.click("#guide-leave")
        begin(page)
        lay(page, *PLAYED[0])
        page.keyboard.press("2", delay=100)
        lay(page, *PLAYED[1])
        page.uncheck("#lift")
        page.click('#deck .card[data-card="paulownia-phoenix"]')
        page.wait_for_selector("#trays .card")
        page.wait_for_timeout(300)
        shot = Image.open(BytesIO(page.screenshot()))
    shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
