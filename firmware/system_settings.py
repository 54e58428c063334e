"""The part of the settings file that is for the system of the image: Wi-Fi, the box's name, a key for SSH.

Pure, and quick to load. systemd/image/overlay/usr/lib/scorekeeper/apply_settings.py writes what `files` says.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware.setting_rules import SWITCH, Rule, Rules, Sections

__all__ = [
    "IWD_FOLDER",
    "NAMES_FILE",
    "RUN_FOLDER",
    "SYSTEM_RULES",
    "System",
    "WiFi",
    "files",
    "system_of",
    "wifi_named",
]

RUN_FOLDER = "/run/scorekeeper-system"
"""Where the system finds what the file asks for; in RAM. Units wait for names in it."""

IWD_FOLDER = "/var/lib/iwd"
"""Where iwd looks for the networks that it may join; in RAM too."""

NAMES_FILE = "/run/systemd/resolved.conf.d/zz-scorekeeper.conf"
"""Lets the box answer to its name.local. A user without rights reads it. Of all such files the last one
holds, and of two that are called the same, the one in /etc."""

_MOST_NAME_BYTES = 32
_LEAST_PASSWORD, _MOST_PASSWORD = 8, 63
_RAW_KEY = re.compile(r"[0-9A-Fa-f]{64}")
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_KEY_TYPES = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-rsa",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
)
_IWD_PLAIN = re.compile(r"[A-Za-z0-9_ -]+")
_LENGTH_BYTES = 4


@dataclass(frozen=True, slots=True)
class WiFi:
    """A wireless network.

    Attributes:
        name: its SSID.
        password: as people type it, or its 64 hexadecimal digits; empty for an open network.
        is_hidden: it does not tell its name by itself.
        country: the two capital letters of where the box is, empty if that is not said.
    """

    name: str
    password: str = ""
    is_hidden: bool = False
    country: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """What the file asks of the system.

    Attributes:
        wifi: the network to join, None for none.
        host_name: the box's own name in the network, None as it is in the image.
        ssh_key: the public key of who may log in as root, None for nobody.
        has_page: phones may ask for the scoreboard.
    """

    wifi: WiFi | None = None
    host_name: str | None = None
    ssh_key: str | None = None
    has_page: bool = False


def _is_network(value: Any) -> bool:
    """Tell a name; it may hold what Python does not call printable, as the joints of an emoji."""
    if not isinstance(value, str) or any(letter < " " or letter == "\x7f" for letter in value):
        return False
    return 0 < len(value.encode()) <= _MOST_NAME_BYTES


def _is_password(value: Any) -> bool:
    if not isinstance(value, str) or _RAW_KEY.fullmatch(value) or value == "":
        return isinstance(value, str)
    return value.isascii() and value.isprintable() and _LEAST_PASSWORD <= len(value) <= _MOST_PASSWORD


def _is_public_key(value: Any) -> bool:
    """Tell a key in one line, as ssh-keygen writes it to a .pub file; one with options before it is none."""
    if not isinstance(value, str) or not value.isprintable():
        return False
    kind, _, rest = value.strip().partition(" ")
    try:
        blob = base64.b64decode(rest.strip().partition(" ")[0], validate=True)
    except (binascii.Error, ValueError):
        return False
    fields = _fields(blob)
    return kind in _KEY_TYPES and len(fields) > 1 and fields[0] == kind.encode()


def _fields(blob: bytes) -> list[bytes]:
    """Return the fields of a key, each with its length before it; none, if it was cut short."""
    found, at = [], 0
    while at < len(blob):
        start = at + _LENGTH_BYTES
        at = start + int.from_bytes(blob[at:start], "big")
        found.append(blob[start:at])
    return found if at == len(blob) else []


def _matches(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


SYSTEM_RULES: Rules = {
    "wifi": {
        "country": Rule(
            lambda value: _matches(re.compile("[A-Za-z]{2}"), value), 'the two letters of a country, as "DE"'
        ),
        "name": Rule(_is_network, f"the network's name in quotes, at most {_MOST_NAME_BYTES} letters"),
        "password": Rule(
            _is_password,
            f"in quotes, {_LEAST_PASSWORD} to {_MOST_PASSWORD} letters, digits and signs without accents",
            is_secret=True,
        ),
        "hidden": SWITCH,
    },
    "system": {
        "name": Rule(
            lambda value: _matches(_HOST_NAME, value), "a name of letters a to z, digits and hyphens"
        ),
        "ssh_key": Rule(
            _is_public_key,
            'the one line of a .pub file, beginning with "ssh-ed25519 " for example',
            is_secret=True,
        ),
    },
}


def wifi_named(given: Sections) -> tuple[list[str], Sections]:
    """Tell a Wi-Fi without a name; then there is none."""
    wifi = given.get("wifi", {})
    if "name" in wifi or not wifi.keys() & {"password", "hidden"}:
        return [], given
    return ["name under [wifi] is missing, or wrong; there is no Wi-Fi without it"], given


def system_of(given: Sections, whole: Mapping[str, Any]) -> System:
    """Return what the file asks of the system.

    Args:
        given: what is right of it by itself.
        whole: all that stands in the file: a password that is wrong must not make an open network.
    """
    wifi, system = given.get("wifi", {}), given.get("system", {})
    asked = None
    if "name" in wifi and ("password" in wifi) == ("password" in whole["wifi"]):
        country = wifi.get("country", "").upper()
        asked = WiFi(wifi["name"], wifi.get("password", ""), wifi.get("hidden", False), country)
    name, key = system.get("name"), system.get("ssh_key")
    return System(
        asked,
        None if name is None else name.lower(),
        None if key is None else key.strip(),
        has_page=given.get("web", {}).get("enabled", False),
    )


def files(system: System) -> dict[str, str]:
    """Return the files that make the system so, their text by their path; all in RAM.

    Root alone may read them, but for NAMES_FILE.
    """
    found = {}
    if system.wifi is not None:
        path, text = _iwd_network(system.wifi)
        found[f"{IWD_FOLDER}/{path}"] = text
        country = f"Country={system.wifi.country}\n" if system.wifi.country else ""
        found[f"{RUN_FOLDER}/iwd/main.conf"] = f"[General]\nEnableNetworkConfiguration=false\n{country}"
    if system.ssh_key is not None:
        found[f"{RUN_FOLDER}/ssh/authorized_keys"] = system.ssh_key + "\n"
    if system.has_page:
        found[f"{RUN_FOLDER}/page"] = ""
    if system.has_page or system.ssh_key is not None:
        found[NAMES_FILE] = "[Resolve]\nMulticastDNS=yes\n"
    return found


def _iwd_network(wifi: WiFi) -> tuple[str, str]:
    """Return a network as iwd wants it (iwd.network(5)): a name with other letters in hexadecimal digits."""
    is_plain = _IWD_PLAIN.fullmatch(wifi.name)
    stem = wifi.name if is_plain else "=" + wifi.name.encode().hex()
    lines = ["[Settings]", "AutoConnect=true"]
    if wifi.is_hidden:
        lines.append("Hidden=true")
    if not wifi.password:
        return f"{stem}.open", "\n".join(lines) + "\n"
    key = "PreSharedKey" if _RAW_KEY.fullmatch(wifi.password) else "Passphrase"
    lines += ["", "[Security]", f"{key}={_iwd_escaped(wifi.password)}"]
    return f"{stem}.psk", "\n".join(lines) + "\n"


def _iwd_escaped(text: str) -> str:
    """Write a text so that iwd reads it back: backslashes doubled, the spaces at its ends by their letter."""
    inner = text.strip(" ").replace("\\", "\\\\")
    before, after = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    return "\\s" * before + inner + ("\\s" * after if inner else "")
