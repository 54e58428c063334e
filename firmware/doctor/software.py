"""What the installed packages say, and how gpiozero reaches the pins. Pure."""

from firmware.doctor.finding import AGAIN, Finding, Topic, fault, fine, hint
from hardware.host import HostFacts
from hardware.pin_factory import PinFactory

__all__ = ["judge_software"]

_BY_APT = {"spidev": "python3-spidev", "lgpio": "python3-lgpio", "rpi-lgpio": "python3-rpi-lgpio"}
_BY_PIP = {
    "gpiozero": "gpiozero==2.0.1.post3",
    "luma.oled": "'luma.oled>=3.16,<4'",
    "pillow": "'pillow<14'",
    "smbus2": "smbus2",
    "segno": "'segno>=1.6,<2'",
    "mfrc522": "--no-deps --force-reinstall mfrc522==0.0.7",
}
"""What brings each package that must be there; of mfrc522 the needs are not wanted."""

_NEEDED = ("spidev", "lgpio", *_BY_PIP)
_OF_DEBIAN = "/usr/lib/python3/dist-packages"

_BROKEN_GPIOZERO = ("2.0.1.post1", "2.0.1.post2")
_FIRST_PILLOW_TOO_NEW = 14
_PI_5 = ("Pi 5", "Compute Module 5")
_PIPE_SIGNS = (".lgd-nfy", "xCreatePipe", "pipe")


def _is_pi_5(facts: HostFacts) -> bool:
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
        *_packages(facts),
        _rpi_gpio(facts),
        _pins(facts, factory),
        _folder(facts),
        _versions(facts, version),
    ]


def _packages(facts: HostFacts) -> list[Finding]:
    there = facts.packages
    found = [
        fault(Topic.PACKAGES, "package", f"the package {name} is missing", _bring(facts, name), name=name)
        for name in _NEEDED
        if name not in there
    ]
    if "mfrc522-python" in there:
        said = "mfrc522-python is installed, and takes the place of mfrc522"
        cure = f"{_remove(facts, 'mfrc522-python')}; {_bring(facts, 'mfrc522')}"
        found.append(fault(Topic.PACKAGES, "wrong-package", said, cure, name="mfrc522-python"))
    gpiozero = there.get("gpiozero", "")
    if gpiozero in _BROKEN_GPIOZERO:
        said = f"gpiozero {gpiozero} loses its way to the pins of a Pi 5"
        found.append(_wrong_version(facts, said, "gpiozero"))
    pillow = there.get("pillow", "0")
    if int(pillow.partition(".")[0]) >= _FIRST_PILLOW_TOO_NEW:
        found.append(_wrong_version(facts, f"pillow {pillow} is too new for luma.oled", "pillow"))
    if found:
        return found
    return [fine(Topic.PACKAGES, "every package is there", f"{len(_NEEDED)} of {len(_NEEDED)}")]


def _wrong_version(facts: HostFacts, said: str, name: str) -> Finding:
    written = f"{name} {facts.packages[name]}"
    return fault(Topic.PACKAGES, "wrong-package", said, _bring(facts, name), name=written)


def _bring(facts: HostFacts, name: str) -> str:
    """Return the command that installs a package where this program finds it."""
    if name in _BY_APT:
        return f"sudo apt install {_BY_APT[name]}"
    return f"{facts.pip or _SYSTEM_PIP} install {'' if facts.pip else _ANYWAY}{_BY_PIP[name]}"


def _remove(facts: HostFacts, name: str) -> str:
    """Return the command that takes a package away from where it lies: this venv, or the system."""
    is_own = facts.pip and facts.places.get(name, "").startswith(
        facts.pip.split()[-1].removesuffix("bin/pip")
    )
    return f"{facts.pip if is_own else _SYSTEM_PIP} uninstall -y {'' if is_own else _ANYWAY}{name}"


_SYSTEM_PIP = "sudo pip3"
_ANYWAY = "--break-system-packages "  # Debian's pip wants to be told so


def _rpi_gpio(facts: HostFacts) -> Finding:
    """Say which package gives the module RPi.GPIO: rpi-lgpio should, on a Pi 5 it must."""
    real, stand_in = facts.packages.get("RPi.GPIO"), facts.packages.get("rpi-lgpio")
    if real and stand_in:
        said = "RPi.GPIO and rpi-lgpio are both installed, one over the other"
        by_pip = [name for name in ("RPi.GPIO", "rpi-lgpio") if facts.places.get(name) != _OF_DEBIAN]
        removed = "; ".join(_remove(facts, name) for name in by_pip)
        cure = f"{removed}; sudo apt install --reinstall python3-rpi-lgpio"
        return fault(Topic.RPI_GPIO, "rpi-gpio-both", said, cure)
    if stand_in:
        return fine(Topic.RPI_GPIO, f"rpi-lgpio {stand_in} stands for RPi.GPIO", f"rpi-lgpio {stand_in}")
    if real is None:
        said = "RPi.GPIO is missing, and rpi-lgpio, which stands for it"
        return fault(Topic.RPI_GPIO, "rpi-gpio-missing", said, _bring(facts, "rpi-lgpio"))
    if _is_pi_5(facts):
        said = f"RPi.GPIO {real} cannot drive a Pi 5 (Cannot determine SOC peripheral base address)"
        return fault(Topic.RPI_GPIO, "rpi-gpio-pi5", said, _replaced(facts))
    said = f"RPi.GPIO {real} is not made for Linux 6.6 and newer"
    return hint(Topic.RPI_GPIO, "rpi-gpio-old", said, _replaced(facts))


def _replaced(facts: HostFacts) -> str:
    """Return what puts rpi-lgpio in the place of RPi.GPIO; of Debian's own apt takes care."""
    is_debian = facts.places.get("RPi.GPIO", _OF_DEBIAN) == _OF_DEBIAN
    return ("" if is_debian else f"{_remove(facts, 'RPi.GPIO')}; ") + _bring(facts, "rpi-lgpio")


def _pins(facts: HostFacts, factory: PinFactory) -> Finding:
    """Make gpiozero's warnings one line, with what brings lgpio back."""
    if not factory.refused:
        return _pins_as_chosen(factory)
    why = next((one for one in factory.refused if one.startswith("lgpio")), factory.refused[0])
    if any(sign in why for sign in _PIPE_SIGNS):
        cure = "first do what is said under folder"
    elif "gpiochip" in why:
        cure = "first do what is said under gpio"
    else:
        cure = _bring(facts, "lgpio")
    if factory.name is None:
        said = f"gpiozero finds no way to the pins ({why})"
        return fault(Topic.PINS, "pins-none", said, cure)
    said = f"gpiozero falls back to {factory.name}, because it cannot have {why}"
    make = fault if _is_pi_5(facts) or factory.name == "NativeFactory" else hint
    return make(Topic.PINS, "pins-fallback", said, cure, name=factory.name)


def _pins_as_chosen(factory: PinFactory) -> Finding:
    name = factory.name or "nothing"
    if name == "LGPIOFactory" or name.startswith(("Mock", "Wired")):
        return fine(Topic.PINS, f"gpiozero reaches the pins by {name}", name)
    said = f"gpiozero uses {name}, because GPIOZERO_PIN_FACTORY says so"
    return hint(Topic.PINS, "pins-chosen", said, f"unset GPIOZERO_PIN_FACTORY; {AGAIN}", name=name)


def _folder(facts: HostFacts) -> Finding:
    folder = facts.lgpio_folder
    if facts.is_lgpio_folder_writable:
        return fine(Topic.FOLDER, f"lgpio can make its pipe in {folder}", folder)
    said = f"you are in {folder}, where lgpio must write a file and cannot (xCreatePipe)"
    cure = f"cd ~; unset LG_WD; {AGAIN}  # a service of your own needs LG_WD, a folder it may write in"
    return fault(Topic.FOLDER, "folder", said, cure, folder=folder)


def _versions(facts: HostFacts, version: str) -> Finding:
    packages = ", ".join(f"{name} {number}" for name, number in facts.packages.items())
    said = f"scorekeeper {version}, Python {facts.python}, Linux {facts.kernel}, {packages}"
    return fine(Topic.VERSIONS, said, version)
