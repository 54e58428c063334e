"""The doctor looks at the packages and the way to the pins: each cure is a line to copy.

Where a fault is one that people met elsewhere, its id names the public thread.
"""

import importlib.metadata
from pathlib import Path

import pytest

from firmware.doctor import software
from hardware.pin_factory import PinFactory

PIP = "sudo /opt/scorekeeper/.venv/bin/pip"
DEBIAN, BY_HAND = "/usr/lib/python3/dist-packages", "/usr/local/lib/python3.13/dist-packages"


def model(clinic, name):
    clinic.write("proc/device-tree/model", f"{name}\0")


def swap_gpio(clinic, *names, board="Raspberry Pi 5 Model B Rev 1.0"):
    model(clinic, board)
    clinic.packages.pop("rpi-lgpio")
    clinic.packages |= dict.fromkeys(names, "0.7.1")


FAULTS = {
    "a package is missing": (
        lambda c: c.packages.pop("mfrc522"),
        f"the package mfrc522 is missing → {PIP} install --no-deps --force-reinstall mfrc522==0.0.7",
    ),
    "a package of Debian is missing": (
        lambda c: c.packages.pop("lgpio"),
        "the package lgpio is missing → sudo apt install python3-lgpio",
    ),
    "the other mfrc522": (
        lambda c: c.packages.update({"mfrc522-python": "0.0.5"}),
        f"mfrc522-python is installed, and takes the place of mfrc522 → {PIP} uninstall -y mfrc522-python; "
        f"{PIP} install --no-deps --force-reinstall mfrc522==0.0.7",
    ),
    "the other mfrc522, of the system": (
        lambda c: (c.packages.update({"mfrc522-python": "0.0.5"}), c.put("mfrc522-python", BY_HAND)),
        f"sudo pip3 uninstall -y --break-system-packages mfrc522-python; {PIP} install --no-deps",
    ),
    "gpiozero 1229: post1": (
        lambda c: c.packages.update(gpiozero="2.0.1.post1"),
        f"gpiozero 2.0.1.post1 loses its way to the pins of a Pi 5 → {PIP} install gpiozero==2.0.1.post3",
    ),
    "a Pillow too new for luma": (
        lambda c: c.packages.update(pillow="14.0.0"),
        f"pillow 14.0.0 is too new for luma.oled → {PIP} install 'pillow<14'",
    ),
    "pimylifeup/MFRC522-python 61: RPi.GPIO on a Pi 5": (
        lambda c: swap_gpio(c, "RPi.GPIO"),
        "fault rpi-gpio RPi.GPIO 0.7.1 cannot drive a Pi 5 (Cannot determine SOC peripheral base address) "
        f"→ {PIP} uninstall -y RPi.GPIO; sudo apt install python3-rpi-lgpio",
    ),
    "RPi.GPIO on a Pi 4": (
        lambda c: (swap_gpio(c, "RPi.GPIO", board="Raspberry Pi 4"), c.put("RPi.GPIO", DEBIAN)),
        "hint  rpi-gpio RPi.GPIO 0.7.1 is not made for Linux 6.6 and newer → sudo apt install python3-rpi-lg",
    ),
    "both of them": (
        lambda c: (swap_gpio(c, "RPi.GPIO", "rpi-lgpio"), c.put("rpi-lgpio", DEBIAN)),
        f"are both installed, one over the other → {PIP} uninstall -y RPi.GPIO; sudo apt install "
        "--reinstall python3-rpi-lgpio",
    ),
    "both of them, by pip": (
        lambda c: (swap_gpio(c, "RPi.GPIO", "rpi-lgpio"), c.put("RPi.GPIO", BY_HAND)),
        f"→ sudo pip3 uninstall -y --break-system-packages RPi.GPIO; {PIP} uninstall -y rpi-lgpio; sudo "
        "apt install --reinstall python3-rpi-lgpio",
    ),
    "neither of them": (
        swap_gpio,
        "RPi.GPIO is missing, and rpi-lgpio, which stands for it → sudo apt install python3-rpi-lgpio",
    ),
    "gpiozero 1106: nowhere to make a pipe": (
        lambda c: c.closed.add("/run"),
        "where lgpio must write a file and cannot (xCreatePipe) → cd ~; unset LG_WD; scorekeeper doctor",
    ),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_the_words_name_the_package_and_what_brings_it(clinic, planted):
    plant, words = FAULTS[planted]
    plant(clinic)
    (told,) = clinic.complaints_of_machine()
    assert words in told


def test_what_pip_is_to_bring_is_what_this_program_needs():
    of_box = importlib.metadata.requires("hanafuda-scorekeeper")
    needs = {one.partition(";")[0].strip().strip("'") for one in of_box}
    assert {"pillow<14", "gpiozero<3,>=2.0.1.post3", "luma-oled<4,>=3.16"} <= {
        one.replace("luma.oled", "luma-oled") for one in needs
    }
    text = Path(software.__file__).read_text()
    assert all(name in text for name in ("'pillow<14'", "gpiozero==2.0.1.post3", "'luma.oled>=3.16,<4'"))
    pinned = Path(__file__).parents[2] / "hardware/mfrc522.txt"
    assert pinned.read_text().strip() in text


def test_a_pin_factory_that_falls_back_is_told_in_one_line(clinic, monkeypatch):
    """gpiozero 1166: a fallback that nobody understands."""
    told = PinFactory("RPiGPIOFactory", ("lgpio: No module named 'lgpio'",))
    monkeypatch.setattr("firmware.doctor.examine.look_at_pin_factory", lambda _chosen: told)
    (line,) = clinic.complaints_of_machine()
    assert line == (
        "hint  pins     gpiozero falls back to RPiGPIOFactory, because it cannot have lgpio: No module "
        "named 'lgpio' → sudo apt install python3-lgpio"
    )
    model(clinic, "Raspberry Pi 5")
    assert clinic.complaints_of_machine()[0].startswith("fault pins")


@pytest.mark.parametrize(
    ("factory", "words"),
    [
        (
            PinFactory(None, ("lgpio: No module named 'lgpio'", "none left")),
            "→ sudo apt install python3-lgpio",
        ),
        (
            PinFactory("NativeFactory", ("lgpio: xCreatePipe: Can't set permissions",)),
            "→ first do what is said under folder",
        ),
        (
            PinFactory("RPiGPIOFactory", ("lgpio: can not open gpiochip",)),
            "→ first do what is said under gpio",
        ),
        (
            PinFactory("PiGPIOFactory"),
            "PiGPIOFactory, because GPIOZERO_PIN_FACTORY says so → unset GPIOZERO_PIN_FACTORY; "
            "scorekeeper doctor",
        ),
    ],
    ids=["none", "gpiozero 1130: the pipe", "gpiozero 1172: the chip", "chosen"],
)
def test_each_way_to_miss_lgpio_has_its_cure(clinic, monkeypatch, factory, words):
    monkeypatch.setattr("firmware.doctor.examine.look_at_pin_factory", lambda _chosen: factory)
    assert words in clinic.complaints_of_machine()[0]
