"""Says what an image is made of, as a list for people and as a bill of materials (CycloneDX 1.6)."""

import email.parser
import hashlib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

__all__ = ["Part", "bill_of_materials", "debian_parts", "package_list", "python_parts"]

_NAMESPACE = uuid.UUID("5c04ebee-0000-4000-8000-5c04ebee0001")


@dataclass(frozen=True, slots=True)
class Part:
    """One package in the image.

    Attributes:
        kind: "deb" or "pypi".
        name: as the archive has it.
        version: as the archive has it.
        architecture: "arm64" or "all".
        sha256: of the package's file, as the archive gives it; empty if it was built with the image.
        licence: as the package itself says; empty if its copyright file has to be read.
    """

    kind: str
    name: str
    version: str
    architecture: str
    sha256: str
    licence: str = ""

    @property
    def purl(self) -> str:
        """The package's address, as bills of materials write it."""
        version = quote(self.version, safe="")
        if self.kind == "deb":
            return f"pkg:deb/debian/{self.name}@{version}?arch={self.architecture}&distro=debian-13"
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{version}"


def _stanzas(text: str) -> Iterable[dict[str, str]]:
    for block in text.strip().split("\n\n"):
        yield dict(line.split(": ", 1) for line in block.splitlines())


def debian_parts(installed: str, archive: str) -> list[Part]:
    """Read which Debian packages there are.

    Args:
        installed: a line each: name, version, architecture.
        archive: what the archive says of them, in stanzas.

    Raises:
        KeyError: if the archive says nothing of one of them.
    """
    sums = {(one["Package"], one["Version"]): one["SHA256"] for one in _stanzas(archive)}
    rows = [line.split() for line in installed.splitlines()]
    return [Part("deb", name, version, kind, sums[name, version]) for name, version, kind, *_ in sorted(rows)]


def python_parts(site: Iterable[Path], wheels: Iterable[Path]) -> list[Part]:
    """Read which of Python's packages there are.

    Args:
        site: folders that hold what belongs into site-packages.
        wheels: the files that were unpacked there, as far as they were fetched.
    """
    sums = {file.name.split("-")[0].lower(): hashlib.sha256(file.read_bytes()).hexdigest() for file in wheels}
    parts = []
    for info in (info for folder in site for info in folder.glob("*.dist-info")):
        said = email.parser.Parser().parsestr((info / "METADATA").read_text(encoding="utf-8"))
        wheel = info / "WHEEL"
        pure = wheel.exists() and "Root-Is-Purelib: true" in wheel.read_text(encoding="utf-8")
        licence = (said["License-Expression"] or said["License"] or "").splitlines()
        parts.append(
            Part(
                kind="pypi",
                name=said["Name"],
                version=said["Version"],
                architecture="all" if pure else "arm64",
                sha256=sums.get(info.name.split("-")[0].lower(), ""),
                licence=licence[0] if licence and licence[0] != "UNKNOWN" else "",
            )
        )
    return sorted(parts, key=lambda part: part.name.lower())


def package_list(parts: Iterable[Part]) -> str:
    """Write a line for each package: kind, name, version, architecture, SHA-256 of its file."""
    return "".join(
        f"{part.kind} {part.name} {part.version} {part.architecture} {part.sha256 or '-'}\n" for part in parts
    )


def _component(part: Part) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "purl": part.purl,
    }
    if part.sha256:
        component["hashes"] = [{"alg": "SHA-256", "content": part.sha256}]
    if part.licence:
        component["licenses"] = [{"license": {"name": part.licence}}]
    return component


def bill_of_materials(
    name: str, version: str, sha256: str, made_at_s: int, parts: list[Part]
) -> dict[str, Any]:
    """Return the bill of an image, ready to be written as JSON.

    Args:
        name: of the image's file.
        version: of the project.
        sha256: of the image, unpacked.
        made_at_s: the date in the image, in seconds since 1970.
        parts: all packages in it.
    """
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, sha256)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(made_at_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "operating-system",
                "bom-ref": name,
                "name": name,
                "version": version,
                "hashes": [{"alg": "SHA-256", "content": sha256}],
            },
        },
        "components": [_component(part) for part in parts],
    }
