"""What the installed packages say, and how gpiozero reaches the pins. Pure."""

from collections.abc import Mapping

from firmware.doctor.finding import INSTALL, Finding, Topic, fault, fine, hint
from hardware.host import HostFacts
from hardware.pin_factory import PinFactory

__all__ = ["is_pi_5", "judge_software"]

_AGAIN = f"run {INSTALL}, once more if need be"
_CURES: Mapping[str, str] = {
    "spidev": "sudo apt install python3-spidev",
    "lgpio": "sudo apt install python3-lgpio",
    **dict.fromkeys(("gpiozero", "luma.oled", "pillow", "smbus2", "mfrc522"), _AGAIN),
}
"""What brings each package that must be there."""

_BROKEN_GPIOZERO = ("2.0.1.post1", "2.0.1.post2")
_FIRST_PILLOW_TOO_NEW = 14
_PI_5 = ("Pi 5", "Compute Module 5")
_BY_PIP = "sudo pip3 uninstall -y --break-system-packages"
_RP1_CURE = f"sudo apt install python3-rpi-lgpio (and {_BY_PIP} RPi.GPIO where pip brought it)"
_PIPE_SIGNS = (".lgd-nfy", "xCreatePipe", "pipe")


def is_pi_5(facts: HostFacts) -> bool:
    """Return whether the header hangs on a chip of its own, which RPi.GPIO knows nothing of."""
    return facts.model is not None and any(name in facts.model for name in _PI_5)


def judge_software(facts: HostFacts, factory: PinFactory, version: str) -> list[Finding]:
    """Say of packages and of the way to the pins whether they are right.

    Args:
        facts: of the machine.
        factory: what gpiozero uses.
        version: of this program.
    """
    return [
        *_packages(facts.packages),
        _rpi_gpio(facts),
        _pins(facts, factory),
        _folder(facts),
        _versions(facts, version),
    ]


def _packages(there: Mapping[str, str]) -> list[Finding]:
    found = [
        fault(Topic.PACKAGES, "package", f"the package {name} is missing", cure, name=name)
        for name, cure in _CURES.items()
        if name not in there
    ]
    if "mfrc522-python" in there:
        said = "mfrc522-python is installed, and takes the place of mfrc522"
        cure = f"{_BY_PIP} mfrc522-python, then {_AGAIN}"
        found.append(fault(Topic.PACKAGES, "wrong-package", said, cure, name="mfrc522-python"))
    gpiozero = there.get("gpiozero", "")
    if gpiozero in _BROKEN_GPIOZERO:
        said = f"gpiozero {gpiozero} loses its way to the pins of a Pi 5"
        found.append(_wrong_version(said, "gpiozero", gpiozero))
    pillow = there.get("pillow", "0")
    if int(pillow.partition(".")[0]) >= _FIRST_PILLOW_TOO_NEW:
        found.append(_wrong_version(f"pillow {pillow} is too new for luma.oled", "pillow", pillow))
    if found:
        return found
    return [fine(Topic.PACKAGES, "every package is there", f"{len(_CURES)} of {len(_CURES)}")]


def _wrong_version(said: str, name: str, version: str) -> Finding:
    return fault(Topic.PACKAGES, "wrong-package", said, _CURES[name], name=f"{name} {version}")


def _rpi_gpio(facts: HostFacts) -> Finding:
    """Say which package gives the module RPi.GPIO: rpi-lgpio should, on a Pi 5 it must."""
    real, stand_in = facts.packages.get("RPi.GPIO"), facts.packages.get("rpi-lgpio")
    if real and stand_in:
        said = "RPi.GPIO and rpi-lgpio are both installed, one over the other"
        cure = f"{_BY_PIP} RPi.GPIO, then {_AGAIN}"
        return fault(Topic.RPI_GPIO, "rpi-gpio-both", said, cure)
    if stand_in:
        return fine(Topic.RPI_GPIO, f"rpi-lgpio {stand_in} stands for RPi.GPIO", f"rpi-lgpio {stand_in}")
    if real is None:
        said = "RPi.GPIO is missing, and rpi-lgpio, which stands for it"
        return fault(Topic.RPI_GPIO, "rpi-gpio-missing", said, "sudo apt install python3-rpi-lgpio")
    if is_pi_5(facts):
        said = f"RPi.GPIO {real} cannot drive a Pi 5 (Cannot determine SOC peripheral base address)"
        return fault(Topic.RPI_GPIO, "rpi-gpio-pi5", said, _RP1_CURE)
    said = f"RPi.GPIO {real} is not made for Linux 6.6 and newer"
    return hint(Topic.RPI_GPIO, "rpi-gpio-old", said, _RP1_CURE)


def _pins(facts: HostFacts, factory: PinFactory) -> Finding:
    """Make gpiozero's warnings one line, with what brings lgpio back."""
    if not factory.refused:
        return _pins_as_chosen(factory)
    why = next((one for one in factory.refused if one.startswith("lgpio")), factory.refused[0])
    if any(sign in why for sign in _PIPE_SIGNS):
        cure = "let lgpio write in its folder, as said under folder"
    elif "gpiochip" in why:
        cure = "let this user use /dev/gpiochip0, as said under gpio"
    else:
        cure = _CURES["lgpio"]
    if factory.name is None:
        said = f"gpiozero finds no way to the pins ({why})"
        return fault(Topic.PINS, "pins-none", said, cure)
    said = f"gpiozero falls back to {factory.name}, because it cannot have {why}"
    make = fault if is_pi_5(facts) or factory.name == "NativeFactory" else hint
    return make(Topic.PINS, "pins-fallback", said, cure, name=factory.name)


def _pins_as_chosen(factory: PinFactory) -> Finding:
    name = factory.name or "nothing"
    if name == "LGPIOFactory" or name.startswith(("Mock", "Wired")):
        return fine(Topic.PINS, f"gpiozero reaches the pins by {name}", name)
    said = f"gpiozero uses {name}, because GPIOZERO_PIN_FACTORY says so"
    return hint(Topic.PINS, "pins-chosen", said, "unset GPIOZERO_PIN_FACTORY, or set it to lgpio", name=name)


def _folder(facts: HostFacts) -> Finding:
    folder = facts.lgpio_folder
    if facts.is_lgpio_folder_writable:
        return fine(Topic.FOLDER, f"lgpio can make its pipe in {folder}", folder)
    said = f"lgpio cannot make its pipe .lgd-nfy0 in {folder} (xCreatePipe: Can't set permissions)"
    cure = "set LG_WD to a folder that this user can write to (the unit sets /run/scorekeeper)"
    return fault(Topic.FOLDER, "folder", said, cure, folder=folder)


def _versions(facts: HostFacts, version: str) -> Finding:
    packages = ", ".join(f"{name} {number}" for name, number in facts.packages.items())
    said = f"scorekeeper {version}, Python {facts.python}, Linux {facts.kernel}, {packages}"
    return fine(Topic.VERSIONS, said, version)
