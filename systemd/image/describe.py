"""Writes what goes beside an image: `describe.py FOLDER NAME`, with what build.sh has left in FOLDER.

NAME.sha256, NAME.packages.txt, NAME.cdx.json (the bill of materials), NAME.rpi-imager-manifest, and licences.
"""

import hashlib
import json
import os
import shutil
import sys
import urllib.parse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bill import bill_of_materials, debian_parts, package_list, python_parts

__all__ = ["imager_manifest", "main"]

_ICON = "icons/use_custom.png"  # Imager's own
_BOARDS = (
    ("Raspberry Pi Zero 2 W", "pi3-64bit", "Zero 2 W"),
    ("Raspberry Pi 3", "pi3-64bit", "Models 3 B, 3 B+ and 3 A+"),
    ("Raspberry Pi 4", "pi4-64bit", "Models 4 B and 400"),
)
_SOURCES = """Who gets the image may have all of this, and pass it on.

The scorekeeper itself: copyright (MIT). Its fonts: the other texts named after them.
mfrc522: mfrc522.txt, with the texts GPL-3 and LGPL-3; its source is the archive beside this file.
lgpio: built for the image from its source, which PyPI has under the version in the list of packages.
Python's other packages: a licence in the image, in /opt/scorekeeper/.venv, in each package's .dist-info.
Debian's packages: a copyright file each in the image, in /usr/share/doc. Their sources are in its archive,
and in that of all that it ever held, under the versions in the list of packages.
"""


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def imager_manifest(version: str, url: str, image: Path, packed: Path, made_at_s: int) -> dict[str, Any]:
    """Return what Raspberry Pi Imager reads to offer an image.

    A list of one's own replaces Imager's, that of the boards too: without it nothing could be chosen.

    Args:
        version: of the project.
        url: where the packed image is found.
        image: the unpacked image; Imager refuses one with another sum.
        packed: the same, packed.
        made_at_s: the date in the image, in seconds since 1970.
    """
    boards = [
        {"name": name, "tags": [tag], "icon": _ICON, "description": text, "matching_type": "exclusive"}
        for name, tag, text in _BOARDS
    ]
    entry = {
        "name": f"Hanafuda Scorekeeper {version}",
        "description": "A box on the table that reads a real hanafuda deck and keeps the score",
        "icon": _ICON,
        "url": url,
        "extract_size": image.stat().st_size,
        "extract_sha256": _sha256(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": _sha256(packed),
        "release_date": datetime.fromtimestamp(made_at_s, UTC).date().isoformat(),
        "init_format": "none",  # scorekeeper.toml on the card does what Imager's settings would
        "architecture": "armv8",
        "devices": sorted({tag for _, tag, _ in _BOARDS}),
    }
    return {"imager": {"devices": boards}, "os_list": [entry]}


def _write_licences(folder: Path, beside: Path) -> None:
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(folder / "site.licences", beside)
    (beside / "README.txt").write_text(_SOURCES, encoding="utf-8")


def main(folder: Path, name: str) -> None:
    """Write all that goes beside the image."""
    version, made_at_s = name.removeprefix("scorekeeper-"), int(os.environ["SOURCE_DATE_EPOCH"])
    image, packed = folder / f"{name}.img", folder / f"{name}.img.xz"
    base = os.environ.get("IMAGE_URL", "")
    url = urllib.parse.urljoin(f"{base.rstrip('/')}/", packed.name) if base else packed.resolve().as_uri()
    manifest = imager_manifest(version, url, image, packed, made_at_s)
    fetched = [*folder.glob("wheels-*/*.whl")]
    parts = debian_parts((folder / "packages.txt").read_text(), (folder / "archive.txt").read_text())
    parts += python_parts([folder / "site", *folder.glob("lgpio-*")], fetched)
    bill = bill_of_materials(image.name, version, manifest["os_list"][0]["extract_sha256"], made_at_s, parts)
    (folder / f"{name}.packages.txt").write_text(package_list(parts), encoding="utf-8")
    for ending, content in (("cdx.json", bill), ("rpi-imager-manifest", manifest)):
        (folder / f"{name}.{ending}").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    sums = [f"{_sha256(file)}  {file.name}\n" for file in (packed, image)]
    (folder / f"{name}.sha256").write_text("".join(sums), encoding="utf-8")
    _write_licences(folder, folder / "licences")
    sizes = (round(file.stat().st_size / 1e6) for file in (image, packed))
    print("    {} packages; {} MB, packed {} MB".format(len(parts), *sizes))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
