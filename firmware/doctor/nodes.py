"""What the device files, and the groups that may use them, say. Pure."""

import re
from collections.abc import Iterable, Sequence

from firmware.doctor.finding import INSTALL, Finding, Level, Topic, fault, fine, hint, setting
from hardware import DeviceSettings
from hardware.host import HostFacts, Node, User

__all__ = ["GROUPS", "judge_nodes", "nodes_of"]

GROUPS = ("spi", "i2c", "gpio")
"""The groups whose members may use the header's buses and pins."""

_USUAL_SPI = ("/dev/spidev0.0", "/dev/spidev0.1")
_SECTIONS = ("reader", "reader2")
_HDMI_BUSES_FROM = 10
_RESTART = "sudo reboot"


def nodes_of(devices: DeviceSettings) -> tuple[str, ...]:
    """Return the device files that the settings name."""
    return (*(reader.node for reader in devices.readers), devices.display.node)


def judge_nodes(facts: HostFacts, devices: DeviceSettings) -> list[Finding]:
    """Say of each bus whether it is there and open to this user, and which groups he lacks.

    Of groups nothing is said where they are why a bus is closed.
    """
    found = [
        *(_spi(facts, reader.node, place) for place, reader in enumerate(devices.readers)),
        _i2c(facts, devices.display.node),
        _gpio(facts),
    ]
    is_told = any(one.code in ("rules", "login", "group") for one in found if one.level is Level.FAULT)
    return found if is_told else [*found, _groups(facts.user)]


def _spi(facts: HostFacts, node: str, place: int) -> Finding:
    if facts.nodes[node] is not Node.MISSING:
        return _open_to_user(facts, node, Topic.SPI, "spi")
    if node not in _USUAL_SPI:
        said = f"the settings ask for {node}, a port that is off"
        cure = setting(_SECTIONS[place], f"bus = 0 and, on a line of its own, device = {place}")
        parts = {"reader": _SECTIONS[place], "device": place}
        return fault(Topic.SPI, "spi-other", said, cure, node=node, **parts)
    if _is_on(facts, "spi"):
        said = f"{node} is missing, though config.txt turns SPI on"
        return fault(Topic.SPI, "restart", said, _RESTART, node=node)
    return fault(
        Topic.SPI, "bus-off", f"{node} is missing, SPI is off", _turn_on("spi"), node=node, bus="SPI"
    )


def _i2c(facts: HostFacts, node: str) -> Finding:
    if facts.nodes[node] is not Node.MISSING:
        return _open_to_user(facts, node, Topic.I2C, "i2c")
    others = [bus for bus in facts.buses if _number(bus) < _HDMI_BUSES_FROM]
    if others:
        cure = setting("display", f"bus = {_number(others[0])}")
        said = f"{node} is missing, but {others[0]} is there"
        return fault(Topic.I2C, "i2c-other", said, cure, node=node, bus=_number(others[0]))
    if _is_on(facts, "i2c_arm"):
        said = f"{node} is missing, though config.txt turns I2C on"
        cure = f"sudo modprobe i2c-dev; if that does not help: {_RESTART}"
        return fault(Topic.I2C, "restart", said, cure, node=node)
    return fault(
        Topic.I2C, "bus-off", f"{node} is missing, I2C is off", _turn_on("i2c"), node=node, bus="I2C"
    )


def _gpio(facts: HostFacts) -> Finding:
    if not facts.chips:
        said = "there is no /dev/gpiochip0, so no pin can be used"
        upgrade = "sudo apt update && sudo apt full-upgrade"
        cure = f"{_RESTART}; only if it is still missing then: {upgrade}, and once more {_RESTART}"
        return fault(Topic.GPIO, "gpio-missing", said, cure)
    usable = [chip for chip in facts.chips if facts.nodes[chip] is not Node.FORBIDDEN]
    return _open_to_user(facts, (usable or facts.chips)[0], Topic.GPIO, "gpio")


def _groups(user: User) -> Finding:
    missing = [group for group in GROUPS if group not in user.groups]
    if user.is_root or not missing:
        return fine(Topic.GROUPS, "this user may use the buses and pins", " ".join(GROUPS))
    groups = " ".join(missing)
    if not user.known.issuperset(missing):
        said, cure = (
            f"you are not in all of the groups {groups}, and not all of them exist",
            _install("groups"),
        )
    elif user.listed.issuperset(missing):
        said, cure = f"you are in the groups {groups} only after a restart", _RESTART
    else:
        said, cure = f"you are not in the groups {groups}", _join(missing)
    return hint(Topic.GROUPS, "groups", said, cure, groups=groups)


def _open_to_user(facts: HostFacts, node: str, topic: Topic, group: str) -> Finding:
    """Say whether a node can be used; where it is closed, what would open it."""
    user = facts.user
    if facts.nodes[node] is Node.USABLE:
        return fine(topic, f"{node} is there", node)
    parts = {"node": node, "group": group}
    if group in user.groups:
        said = f"you are in the group {group}, but {node} is not open to that group, as it should be"
        return fault(topic, "rules", said, _install("rules for device files"), **parts)
    if group in user.listed:
        said = f"{node} is closed to you: you are in its group {group} only after a restart"
        return fault(topic, "login", said, _RESTART, **parts)
    if group not in user.known:
        said = f"{node} is closed to you, and its group {group} does not exist"
        return fault(topic, "rules", said, _install("groups"), **parts)
    said = f"{node} is closed to you: only its group {group} may use it, and you are not in that"
    known = [one for one in GROUPS if one not in user.groups and one in user.known]
    return fault(topic, "group", said, _join(known), **parts)


def _join(groups: Sequence[str]) -> str:
    return f'sudo usermod -aG {",".join(groups)} "$USER" && {_RESTART}'


def _install(what: str) -> str:
    return f"{INSTALL} (makes the {what}); then {_RESTART}"


def _turn_on(bus: str) -> str:
    return f"sudo raspi-config nonint do_{bus} 0 && {_RESTART}  # here 0 means on"


def _is_on(facts: HostFacts, name: str) -> bool:
    """Return whether the firmware's settings turn a bus on, in a line of its own or among others.

    The image has one line for all, dtoverlay=scorekeeper.
    """
    lines: Iterable[str] = facts.boot_config.splitlines()
    asks = re.compile(rf"\s*(dtparam=(.*,)?{name}(=on)?\s*(,|$)|dtoverlay=scorekeeper\s*$)")
    return any(asks.match(line) for line in lines)


def _number(bus: str) -> int:
    return int(bus.rpartition("-")[2]) if bus.rpartition("-")[2].isdigit() else _HDMI_BUSES_FROM
