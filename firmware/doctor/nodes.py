"""What the device files, and the groups that may use them, say. Pure."""

import re
from collections.abc import Iterable

from firmware.doctor.finding import INSTALL, Finding, Topic, fault, fine, hint
from hardware import DeviceSettings
from hardware.host import HostFacts, Node, User

__all__ = ["GROUPS", "judge_nodes", "nodes_of"]

GROUPS = ("spi", "i2c", "gpio")
"""The groups whose members may use the header's buses and pins."""

_USUAL_SPI = ("/dev/spidev0.0", "/dev/spidev0.1")
_HDMI_BUSES_FROM = 10
_RESTART = "sudo reboot"


def nodes_of(devices: DeviceSettings) -> tuple[str, ...]:
    """Return the device files that the settings name."""
    return (*(reader.node for reader in devices.readers), devices.display.node)


def judge_nodes(facts: HostFacts, devices: DeviceSettings) -> list[Finding]:
    """Say of each bus whether it is there and open to this user, and which groups he lacks."""
    readers = (reader.node for reader in devices.readers)
    return [
        *(_spi(facts, node) for node in readers),
        _i2c(facts, devices.display.node),
        _gpio(facts),
        _groups(facts.user),
    ]


def _spi(facts: HostFacts, node: str) -> Finding:
    if facts.nodes[node] is not Node.MISSING:
        return _open_to_user(facts, node, Topic.SPI, "spi")
    if node not in _USUAL_SPI:
        cure = f"set bus and device of the reader in the settings, usually {_USUAL_SPI[0]}"
        return fault(Topic.SPI, "spi-other", f"{node} is missing", cure, node=node)
    if _is_on(facts, "spi"):
        said = f"{node} is missing, though config.txt turns SPI on"
        return fault(Topic.SPI, "restart", said, f"restart the Pi, {_RESTART}", node=node)
    return fault(
        Topic.SPI, "bus-off", f"{node} is missing, SPI is off", _turn_on("spi"), node=node, bus="SPI"
    )


def _i2c(facts: HostFacts, node: str) -> Finding:
    if facts.nodes[node] is not Node.MISSING:
        return _open_to_user(facts, node, Topic.I2C, "i2c")
    others = [bus for bus in facts.buses if _number(bus) < _HDMI_BUSES_FROM]
    if others:
        cure = f"set bus = {_number(others[0])} under [display] in the settings"
        said = f"{node} is missing, but {others[0]} is there"
        return fault(Topic.I2C, "i2c-other", said, cure, node=node, bus=_number(others[0]))
    if _is_on(facts, "i2c_arm"):
        said = f"{node} is missing, though config.txt turns I2C on"
        cure = f"sudo modprobe i2c-dev, and if that does not help restart the Pi, {_RESTART}"
        return fault(Topic.I2C, "restart", said, cure, node=node)
    return fault(
        Topic.I2C, "bus-off", f"{node} is missing, I2C is off", _turn_on("i2c"), node=node, bus="I2C"
    )


def _gpio(facts: HostFacts) -> Finding:
    if not facts.chips:
        said = "there is no /dev/gpiochip0, so no pin can be used"
        cure = f"bring the system up to date, sudo apt full-upgrade, then {_RESTART}"
        return fault(Topic.GPIO, "gpio-missing", said, cure)
    usable = [chip for chip in facts.chips if facts.nodes[chip] is not Node.FORBIDDEN]
    return _open_to_user(facts, (usable or facts.chips)[0], Topic.GPIO, "gpio")


def _groups(user: User) -> Finding:
    missing = [group for group in GROUPS if group not in user.groups]
    if user.is_root or not missing:
        return fine(Topic.GROUPS, "this user may use the buses and pins", " ".join(GROUPS))
    names = ",".join(missing)
    said = f"this user is not in the group {' '.join(missing)}"
    return hint(Topic.GROUPS, "groups", said, _join(names), groups=" ".join(missing))


def _open_to_user(facts: HostFacts, node: str, topic: Topic, group: str) -> Finding:
    """Say whether a node can be used; where it is closed, what would open it."""
    user, closed = facts.user, f"{node} is closed to this user"
    if facts.nodes[node] is Node.USABLE:
        return fine(topic, f"{node} is there", node)
    if group in user.groups:
        said = f"{node} is closed to its group {group}"
        cure = f"run {INSTALL}, which lays down the rules for device files, then {_RESTART}"
        return fault(topic, "rules", said, cure, node=node, group=group)
    if group in user.listed:
        said = f"{closed}, who is in the group {group} only from the next login on"
        return fault(topic, "login", said, f"log out and in again, or {_RESTART}", node=node, group=group)
    if group not in user.known:
        said = f"{closed}, and there is no group {group}"
        cure = f"run {INSTALL}, which makes the groups, then {_RESTART}"
        return fault(topic, "rules", said, cure, node=node, group=group)
    return fault(topic, "group", closed, _join(group), node=node, group=group)


def _join(groups: str) -> str:
    return f'sudo usermod -aG {groups} "$USER", then log out and in again'


def _turn_on(bus: str) -> str:
    line = "dtparam=spi=on" if bus == "spi" else "dtparam=i2c_arm=on"
    return f"sudo raspi-config nonint do_{bus} 0 (or {line} in /boot/firmware/config.txt), then {_RESTART}"


def _is_on(facts: HostFacts, name: str) -> bool:
    """Return whether the firmware's settings turn a bus on, in a line of its own or among others."""
    lines: Iterable[str] = facts.boot_config.splitlines()
    return any(re.search(rf"^\s*dtparam=(.*,)?{name}(=on)?\s*(,|$)", line) for line in lines)


def _number(bus: str) -> int:
    return int(bus.rpartition("-")[2]) if bus.rpartition("-")[2].isdigit() else _HDMI_BUSES_FROM
