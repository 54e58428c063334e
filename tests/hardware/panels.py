"""Pictures for a panel, bytes for a panel, and what is then seen."""

import random

from PIL import Image

SIZE = (128, 64)
DARK = Image.new("1", SIZE)
LIGHT_SSD1306 = "00 8d14 a1 c8 af"
"""The commands that light an SSD1306 the right way up."""


def drawing(seed=1):
    """Make a picture in which no two places look alike, so that a mirrored or shifted one differs."""
    return Image.frombytes("1", SIZE, random.Random(seed).randbytes(1024))


def told(panel, *messages):
    """Give a panel messages of I2C, in hex, and return it."""
    for message in messages:
        panel.receive(bytes.fromhex(message))
    return panel


def lit(panel):
    """Return the places of the pixels that are lit."""
    picture = panel.picture()
    return [(x, y) for y in range(64) for x in range(128) if picture.getpixel((x, y))]
