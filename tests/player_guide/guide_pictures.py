"""The screens in the player's guide: what the panel showed while the guide's table scripts were played."""

import contextlib
import io
import re
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from firmware.cli import main
from firmware.screens.painter import enlarge

__all__ = ["SCRIPTS", "expected", "large", "played"]

SCRIPTS = tuple(sorted(Path(__file__).parent.glob("*.table")))
_TIMES = 3
_SHADES = 4


def played(script: Path, folder: Path) -> Mapping[str, Image.Image]:
    """Play a script on the whole box, with simulated devices, and return the pictures that it took.

    Args:
        script: the table script.
        folder: an empty one, for what the script writes.

    Raises:
        RuntimeError: if the box does not do what the script expects; the message is the script's own.
    """
    said = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stderr(said):
        code = main(["simulate", "--script", str(script)])
    if code:
        raise RuntimeError(said.getvalue())
    return {path.stem: large(Image.open(path)) for path in sorted(folder.glob("*.png"))}


def large(picture: Image.Image) -> Image.Image:
    """Return a panel's picture as the guide shows it: three times as wide, in as few colours as it has."""
    return enlarge(picture, _TIMES).quantize(_SHADES, dither=Image.Dither.NONE)


def expected(script: Path) -> Mapping[str, set[str]]:
    """Return, for each picture, the words that a script saw on the screen just before it was taken."""
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in script.read_text("utf-8").splitlines():
        if picture := re.fullmatch(r"screenshot (.+)\.png", line):
            found[picture[1]] = words
        elif line.startswith("expect "):
            words = words | {" ".join(line.split()[1:])}
            continue
        elif line.startswith(("wait", "check", "#")) or not line:
            continue
        words = set()
    return found
