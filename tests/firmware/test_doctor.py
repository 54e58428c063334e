"""The doctor at the terminal: one fault is planted at a time, and its words name the fault and the cure.

Where a fault is one that people met elsewhere, its id names the public thread.
"""

import errno
import importlib.metadata
import os
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find a test's neighbour otherwise
from clinic import Clinic

from firmware.config import FaultyConfig, parse_config
from firmware.doctor import Level, Topic, in_order, software
from firmware.doctor.devices import judge_readers
from firmware.doctor.finding import fault, fine, hint
from firmware.doctor.place import Disk
from firmware.owner import PID_FILE, owned
from hardware import SECOND_READER, Button, DisplaySettings, PanelDriver, ReaderSettings
from hardware.header import GPIO_PINS
from hardware.pin_factory import PinFactory
from hardware.rc522_probe import ChipFault, ChipProbe, ChipSign
from hardware.simulated import Ntag
from hardware.simulated.rc522_chip import Rc522Chip


@pytest.fixture
def clinic(tmp_path):
    clinic = Clinic(tmp_path)
    yield clinic
    clinic.clock.kill_others()


class LooseChip(Rc522Chip):
    """One read in seven has a bit wrong."""

    count = 0

    def transfer(self, mosi):
        answer = super().transfer(mosi)
        self.count += 1
        if mosi[0] & 0x80 and self.count % 7 == 0:
            answer[-1] ^= 0x10
        return answer


def model(clinic, name):
    clinic.write("proc/device-tree/model", f"{name}\0")


def swap_gpio(clinic, *names, board="Raspberry Pi 5 Model B Rev 1.0"):
    model(clinic, board)
    clinic.packages.pop("rpi-lgpio")
    clinic.packages |= dict.fromkeys(names, "0.7.1")


def unplug(clinic, level):
    clinic.world.chips[0].miso_level = level
    clinic.world.set_reader_plugged(False)


def set_display(clinic, **settings):
    display = replace(DisplaySettings(), **settings)
    clinic.config = replace(clinic.config, devices=replace(clinic.config.devices, display=display))


def let_look(clinic, socket):
    """Turn the scoreboard on, where the service starts with the Pi and its socket is as systemd says."""
    clinic.config = replace(clinic.config, has_page=True)
    clinic.says |= {"systemctl is-enabled": "enabled\n", "systemctl is-active": "active\n"}
    clinic.says["systemctl is-enabled scorekeeper.socket"] = socket


def move_display(clinic):
    panels = clinic.world.board.panels
    panels[1, 0x3D] = panels.pop((1, 0x3C))


def shift(clinic, **settings):
    set_display(clinic, **settings)
    clinic.no.add("frame")


def take_pin(clinic):
    """Let somebody else have button C's pin, as a second copy has it."""
    pin = clinic.world.machine.pin_factory.pin(26)
    usual = pin._set_pull

    def refuse(_pull):
        pin._set_pull = usual
        raise OSError("'GPIO busy'")

    pin._set_pull = refuse


def hold_down(clinic, button):
    """Let a button's pin be at ground, whatever pulls it up."""
    pin = clinic.world.machine.pin_factory.pin(clinic.config.devices.button_pins[button])
    pin._set_pull = lambda _pull: pin.drive_low()


def settings(text):
    def plant(clinic):
        with pytest.raises(FaultyConfig) as told:
            parse_config(text, "/etc/scorekeeper.toml")
        clinic.config = replace(clinic.config, faults=tuple(str(told.value).splitlines()))

    return plant


def weaken(rate, **gains):
    """Let the sticker's answers arrive badly, at every gain but those."""

    def plant(clinic):
        chip = clinic.world.chips[0]
        chip.bit_error_rate_at = {step: gains.get(f"g{step}", rate) for step in range(8)}

    return plant


PIP = "sudo /opt/scorekeeper/.venv/bin/pip"
INSTALL = "cd to the folder that you installed from, or a new clone of it; sudo systemd/install.sh"
NANO = "sudo nano /etc/scorekeeper.toml"
UNDER = f"{NANO}, and under the line [{{}}] (add it if need be) set {{}}"
OFF = "with the Pi off (sudo poweroff) push in, at both ends,"
DEBIAN, BY_HAND = "/usr/lib/python3/dist-packages", "/usr/local/lib/python3.13/dist-packages"
LOG = {"journalctl --identifier=scorekeeper": "the disk is full\nno room on /data\n"}
MACHINE_FAULTS = {
    "no Raspberry Pi": (
        lambda c: (c.root / "proc/device-tree/model").unlink(),
        "this is no Raspberry Pi → run",
    ),
    "little power now": (
        lambda c: c.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1"),
        "fault power    the board gets too little power now, at this moment (under-voltage) → use the "
        "Pi's own",
    ),
    "little power now, by the firmware's bits": (
        lambda c: c.write("sys/devices/platform/soc/soc:firmware/get_throttled", "50005"),
        "fault power    the board gets too little power now",
    ),
    "little power before": (
        lambda c: c.write("sys/devices/platform/soc/soc:firmware/get_throttled", "50000"),
        "hint  power    the board gets enough power now, but had too little once since its start "
        "(under-voltage) → use the Pi's own power supply and a short, thick cable",
    ),
    "a setting": (
        settings("[reader]\ngain = 40"),
        "settings gain under [reader] must be one of 18, 23, 33, 38, 43, 48 (usually 33), not 40 → "
        f"{NANO}, and write it so",
    ),
    "miguelbalboa/rfid 536: two readers on one CE": (
        settings("[reader2]\ndevice = 0"),
        "settings [reader2] uses the same connection as [reader] (/dev/spidev0.0), and is left out; only "
        "one reader? Delete the line [reader2] and all under it up to the next [ ]. Two? Wire the SDA of the "
        f"second to pin 26, and set device = 1 under [reader2] → {NANO}, and write it so",
    ),
    "MiczFlor/RPi-Jukebox-RFID 861: SPI is off": (
        lambda c: (c.remove("dev/spidev0.0"), c.write("boot/firmware/config.txt", "#dtparam=spi=on\n")),
        "/dev/spidev0.0 is missing, SPI is off → sudo raspi-config nonint do_spi 0 && sudo reboot  # "
        "here 0 means on",
    ),
    "SPI is on, and the Pi was not restarted": (
        lambda c: c.remove("dev/spidev0.0"),
        "/dev/spidev0.0 is missing, though config.txt turns SPI on → sudo reboot",
    ),
    "a node that SPI does not have": (
        lambda c: (c.set_reader(bus=1), c.world.board.missing_nodes.add("/dev/spidev1.0")),
        "the settings ask for /dev/spidev1.0, a port that is off → "
        + UNDER.format("reader", "bus = 0 and, on a line of its own, device = 0"),
    ),
    "MiczFlor/RPi-Jukebox-RFID 2496: SPI is closed": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi")),
        "/dev/spidev0.0 is closed to you: only its group spi may use it, and you are not in that → "
        'sudo usermod -aG spi "$USER" && sudo reboot',
    ),
    "a group from the next login on": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi", also_listed=False)),
        "/dev/spidev0.0 is closed to you: you are in its group spi only after a restart → sudo reboot",
    ),
    "no such group": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi"), c.write("etc/group", "i2c:x:988:mio\n")),
        f"/dev/spidev0.0 is closed to you, and its group spi does not exist → {INSTALL} (makes the "
        "groups); then sudo reboot",
    ),
    "no rules for device files": (
        lambda c: c.close("/dev/spidev0.0"),
        "you are in the group spi, but /dev/spidev0.0 is not open to that group, as it should be → "
        f"{INSTALL} (makes the rules for device files); then sudo reboot",
    ),
    "txoof/PaperPi 155: I2C is off": (
        lambda c: (c.remove("dev/i2c-1"), c.write("boot/firmware/config.txt", "dtparam=spi=on\n")),
        "/dev/i2c-1 is missing, I2C is off → sudo raspi-config nonint do_i2c 0 && sudo reboot",
    ),
    "I2C is on, its module not loaded": (
        lambda c: (c.remove("dev/i2c-1"), c.write("dev/i2c-20", "")),
        "/dev/i2c-1 is missing, though config.txt turns I2C on → sudo modprobe i2c-dev; if that does not "
        "help: sudo",
    ),
    "I2C under another number": (
        lambda c: (c.remove("dev/i2c-1"), c.write("dev/i2c-20", ""), c.write("dev/i2c-0", "")),
        "/dev/i2c-1 is missing, but /dev/i2c-0 is there → " + UNDER.format("display", "bus = 0"),
    ),
    "MiczFlor/RPi-Jukebox-RFID 438: I2C is closed": (
        lambda c: (c.close("/dev/i2c-1"), c.leave("i2c")),
        "/dev/i2c-1 is closed to you: only its group i2c may use it, and you are not in that → "
        'sudo usermod -aG i2c "$USER" && sudo reboot',
    ),
    "no GPIO chip": (
        lambda c: (c.root / "dev/gpiochip0").unlink(),
        "there is no /dev/gpiochip0, so no pin can be used → sudo reboot; only if it is still missing "
        "then: sudo apt update",
    ),
    "GPIO is closed": (
        lambda c: (c.closed.add("/dev/gpiochip0"), c.leave("gpio")),
        "/dev/gpiochip0 is closed to you: only its group gpio may use it, and you are not in that → "
        'sudo usermod -aG gpio "$USER" && sudo reboot',
    ),
    "two groups, of one of which a bus is closed": (
        lambda c: (c.closed.add("/dev/gpiochip0"), c.leave("i2c"), c.leave("gpio")),
        'gpio may use it, and you are not in that → sudo usermod -aG i2c,gpio "$USER" && sudo reboot',
    ),
    "groups, though the nodes are open": (
        lambda c: (c.leave("gpio"), c.leave("i2c")),
        'groups   you are not in the groups i2c gpio → sudo usermod -aG i2c,gpio "$USER" && sudo reboot',
    ),
    "groups from the next start on, though the nodes are open": (
        lambda c: c.leave("gpio", also_listed=False),
        "hint  groups   you are in the groups gpio only after a restart → sudo reboot",
    ),
    "groups that are not there, though the nodes are open": (
        lambda c: (c.leave("gpio"), c.leave("spi"), c.write("etc/group", "spi:x:989:\ni2c:x:988:mio\n")),
        "hint  groups   you are not in all of the groups spi gpio, and not all of them exist → cd to the",
    ),
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
    "the date": (
        lambda c: setattr(c, "wall_time", None),
        "hint  clock    the date is not set, so matches have none",
    ),
    "a date of old": (
        lambda c: (c.root / "run/systemd/timesync/synchronized").unlink(),
        "may be late: it did not come from the network since the start → if dates matter: connect the Pi",
    ),
    "no unit": (
        lambda c: c.says.update({"systemctl is-enabled": "", "systemctl is-active": "inactive\n"}),
        f"so the box does not start with the Pi → {INSTALL}",
    ),
    "a unit that is off": (
        lambda c: c.says.update({"systemctl is-enabled": "disabled\n", "systemctl is-active": "inactive\n"}),
        "does not start with the Pi → sudo systemctl enable --now scorekeeper",
    ),
    "a unit that is masked": (
        lambda c: c.says.update({"systemctl is-enabled": "masked\n", "systemctl is-active": "inactive\n"}),
        "is masked, and never starts → sudo systemctl unmask scorekeeper",
    ),
    "a unit that was stopped": (
        lambda c: c.says.update({"systemctl is-enabled": "enabled\n", "systemctl is-active": "inactive\n"}),
        "hint  unit     the service scorekeeper is stopped → sudo systemctl start scorekeeper",
    ),
    "a unit that failed": (
        lambda c: c.says.update({"systemctl is-active": "failed\n", **LOG}),
        "the service scorekeeper failed; its last words: no room on /data → do what they ask, then sudo "
        "systemctl re",
    ),
    "a unit that failed without a word": (
        lambda c: c.says.update({"systemctl is-active": "failed\n"}),
        "the service scorekeeper failed → read what journalctl -u scorekeeper -n 30 says, do what they ask",
    ),
    "a unit that begins again and again": (
        lambda c: c.says.update({"systemctl is-active": "activating\n", **LOG}),
        "fails, and begins again and again; its last words: no room on /data → do what they ask, then sudo",
    ),
    "a scoreboard without its socket": (
        lambda c: let_look(c, "disabled\n"),
        "hint  page     the scoreboard is on, but systemd hands in no socket for it → "
        "sudo systemctl enable scorekeeper.socket && sudo systemctl restart scorekeeper",
    ),
    "a scoreboard whose socket is not there": (
        lambda c: let_look(c, ""),
        "a new clone of it; sudo systemd/install.sh; sudo systemctl enable scorekeeper.socket",
    ),
    "a socket without a scoreboard": (
        lambda c: c.says.update({"systemctl is-enabled scorekeeper.socket": "enabled\n"}),
        "hint  page     systemd listens for the scoreboard, but it is off → write "
        "enabled = true under [web], or sudo systemctl disable --now scorekeeper.socket",
    ),
}
DEVICE_FAULTS = {
    "bitexperts 3215: no sticker": (
        lambda c: c.tags.clear(),
        "no card is read on the reader → lay one flat on it, away from metal and the Pi, and run this "
        "again; if one lay there try a second; if that is not read either, push in the reader's wires",
    ),
    "electronics.stackexchange.com/questions/519993: two stickers": (
        lambda c: c.tags.append(Ntag(bytes.fromhex("045b77cae26180"))),
        "2 stickers lie on the reader, and disturb each other → lift all but one card",
    ),
    "nabaztag2018/hardware 4: a weak sticker": (
        weaken(0.02),
        "times of 20 → try another sticker or place, one card at a time, away from metal and the Pi",
    ),
    "eternalfrustration: a sticker that wants another gain": (
        weaken(0.02, g6=0.0),
        f"times of 20 → {UNDER.format('reader', 'gain = 43')}, where it was read well",
    ),
    "miguelbalboa/rfid 428: nothing on the bus": (
        lambda c: unplug(c, 0x00),
        f"the reader says nothing at all (MISO stays low) → {OFF} the reader's 3.3 V (pin 17), RST (pin "
        "22), SDA (pin 24), MISO (pin 21), SCK (pin 23), MOSI (pin 19), GND (pin 20)",
    ),
    "miguelbalboa/rfid 284: a floating bus": (
        lambda c: unplug(c, 0xFF),
        f"the reader says nothing at all (MISO stays high) → {OFF} the reader's GND (pin 20), SDA (pin "
        "24), MISO (pin 21), SCK (pin 23), MOSI (pin 19), 3.3 V (pin 17)",
    ),
    "miguelbalboa/rfid 482: a clone": (
        lambda c: c.put_chip(version=0x12),
        "hint  reader   the reader's chip is a copy (version 0x12, not NXP's), and may miss some stickers "
        "→ try",
    ),
    "miguelbalboa/rfid 247: a loose wire": (
        lambda c: c.put_chip(LooseChip),
        f"answers were wrong: a wire is loose → {OFF} the reader's SDA (pin 24), SCK (pin 23), MOSI (pin "
        "19), MISO (pin 21)",
    ),
    "RST is off": (lambda c: c.put_chip(reset_pin=None), f"{OFF} the reader's RST (pin 22)"),
    "the display is off": (
        lambda c: c.world.set_display_plugged(False),
        f"no display at address 0x3C, nor at 0x3D → {OFF} the display's SDA (pin 3), SCL (pin 5), VCC (pin "
        "1), GND (pin 9); see that SDA and SCL are not swapped",
    ),
    "the display has the other address": (
        move_display,
        "no display at 0x3C, but one at 0x3D → " + UNDER.format("display", "address = 0x3D"),
    ),
    "rm-hull/luma.oled 376: a picture that is shifted": (
        lambda c: shift(c, driver=PanelDriver.SSD1306),
        "the frame does not touch all four edges of the display, its picture is shifted → "
        + UNDER.format("display", 'driver = "sh1106"'),
    ),
    "ThingPulse/esp8266-oled-ssd1306 416: an SH1106 without hidden columns": (
        lambda c: shift(c, driver=PanelDriver.SH1106),
        "is shifted → " + UNDER.format("display", "offset = 0") + ", then run this again and look",
    ),
    "espressif/esp-iot-solution 53: neither offset": (
        lambda c: shift(c, driver=PanelDriver.SH1106, column_offset=0),
        "is shifted → " + UNDER.format("display", 'driver = "ssd1306"'),
    ),
    "gpiozero 1057: a busy pin": (
        take_pin,
        "GPIO 26 (button C) is in use by something else: 'GPIO busy' → sudo systemctl stop scorekeeper, "
        "and run this again; if still so: sudo nano /boot/firmware/config.txt, put # before the "
        "line that begins with dtoverlay= and names GPIO 26; sudo reboot",
    ),
    "a button that is stuck": (
        lambda c: hold_down(c, Button.BACK),
        "button BACK is down on GPIO 6 (pin 31), though nobody should press it → let it go; with the Pi off",
    ),
    "a button that is dead": (
        lambda c: c.fingers.remove(Button.B),
        f"button B was not felt → {OFF} its wires, one to GPIO 19 (pin 35), one to GND (any of the pins "
        "30, 34, 39); of a button's four legs use two that lie diagonally",
    ),
    "a silent buzzer": (
        lambda c: c.no.add("buzzer"),
        f"the buzzer was not heard → {OFF} its + to GPIO 12 (pin 32), its - to GND (pin 34); still "
        "silent? Then it may be one that beeps by itself: " + UNDER.format("buzzer", 'kind = "active"'),
    ),
}


@pytest.mark.parametrize("planted", MACHINE_FAULTS)
def test_the_words_name_the_fault_and_the_cure_and_nothing_else_is_complained_of(clinic, planted):
    plant, words = MACHINE_FAULTS[planted]
    plant(clinic)
    told = clinic.complaints_of_machine()
    assert len(told) == 1
    assert words in told[0]


def test_a_scoreboard_that_all_agree_on_is_well(clinic):
    let_look(clinic, "enabled\n")
    assert clinic.complaints_of_machine() == []


def test_a_box_that_is_run_by_hand_needs_no_socket_unit(clinic):
    clinic.config = replace(clinic.config, has_page=True)
    assert clinic.complaints_of_machine() == []


@pytest.mark.parametrize("planted", DEVICE_FAULTS)
def test_the_words_about_a_device_are_one_line_with_the_cure(clinic, planted):
    plant, words = DEVICE_FAULTS[planted]
    plant(clinic)
    (told,) = clinic.complaints()
    assert words in told


@pytest.mark.parametrize(
    ("node", "bus", "device"),
    [("dev/spidev0.0", "spi", "reader"), ("dev/i2c-1", "i2c", "display")],
    ids=["SPI", "I2C"],
)
def test_a_device_whose_bus_is_missing_has_no_other_cure_and_the_others_are_tried(clinic, node, bus, device):
    clinic.remove(node)
    of_bus, of_device = clinic.complaints()
    assert of_bus.split()[1] == bus
    assert of_device == (
        f"fault {device:8} the {device} could not be tried, since /{node} is missing → first do what is "
        f"said under {bus}"
    )


LOST = {
    "/dev/spidev0.0 is closed to this user: add it to group spi": "→ first do what is said under spi",
    "the package mfrc522 is missing: pip install it": "→ first do what is said under packages",
    "/dev/spidev0.0 or GPIO 25 cannot be had, is it in use? 'GPIO busy'": "→ sudo systemctl stop scorekeeper",
    "the SPI bus failed (x): check the reader's wires": f"→ {OFF} each wire of the reader",
    "the reader is too hot: take the power off": "the reader is too hot → take the power off",
}


@pytest.mark.parametrize("why", LOST)
def test_a_reader_that_cannot_be_had_is_told_with_what_to_do_first(why):
    lost = ChipProbe(None, "nothing", (ChipFault(ChipSign.LOST, why),))
    (told,) = judge_readers([lost], [ReaderSettings()])
    assert LOST[why] in str(told)


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


def test_a_box_that_is_well_has_no_complaint_and_every_topic_is_told_in_order(clinic):
    found = clinic.findings()
    assert [one.topic for one in found] == list(Topic)
    assert {one.level for one in found} == {Level.FINE}


def test_without_anybody_only_what_needs_nobody_is_tried(clinic):
    """A doctor that nobody answers: no card lies there, and nothing else is complained of."""
    clinic.no |= {"frame", "buzzer"}
    clinic.fingers.clear()
    told = [one for one in clinic.findings(is_alone=True) if one.level is not Level.FINE]
    assert [one.topic for one in told] == [Topic.STICKER]


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


@pytest.mark.parametrize(
    ("disk", "words"),
    [
        (
            Disk("/data", 15_000_000),
            "fault disk     only 15 MB are free for /data → remove what is not needed",
        ),
        (Disk("/data", 150_000_000), "hint  disk     only 150 MB are free for /data → remove"),
        (Disk("/data", 10**9, "x", True), "takes no writing, as a worn card does → make a backup"),
        (
            Disk("/data", 10**9, "Permission denied"),
            '(Permission denied) → give it to this user, sudo chown -R "$U',
        ),
        (
            Disk("/data", 10**9, "Permission denied", owner="scorekeeper"),
            "hint  disk     /data belongs to scorekeeper, and this user cannot change it → give commands "
            "that change it as its owner: sudo -u scorekeeper scorekeeper ...",
        ),
    ],
    ids=["full", "nearly full", "read-only", "closed", "the box's own"],
)
def test_a_disk_that_keeps_nothing(clinic, monkeypatch, disk, words):
    monkeypatch.setattr("firmware.doctor.examine.probe_disk", lambda _folder: disk)
    (line,) = clinic.complaints_of_machine()
    assert words in line


def test_a_disk_that_does_not_bring_a_file_down_is_found_out_and_nothing_is_left_there(clinic, monkeypatch):
    """home-assistant/core 43332: what was written is not there after a power cut."""

    def refuse(_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", refuse)
    (line,) = clinic.complaints_of_machine()
    assert f"nothing can be written to {clinic.data} (Input/output error)" in line
    assert list(clinic.data.iterdir()) == []


def test_a_data_folder_that_is_not_there_yet_is_no_complaint_and_is_not_made(clinic):
    clinic.data.rmdir()
    assert clinic.complaints_of_machine() == []
    assert not clinic.data.exists()


def test_a_second_copy_is_named_and_its_devices_are_left_alone(clinic):
    """pibooth/pibooth 554 and gpiozero 1151: GPIO busy, because the service runs beside a copy by hand."""
    transfers = []
    clinic.world.board.trace = transfers.append
    with owned(clinic.data):
        found = clinic.findings()
    assert str(found[0]).startswith(
        f"hint  owner    the box runs already (process {os.getpid()}), so its devices"
    )
    assert "sudo systemctl stop scorekeeper" in found[0].cure
    assert {Topic.READER, Topic.DISPLAY, Topic.BUTTONS, Topic.BUZZER} & {one.topic for one in found} == set()
    assert transfers == []


def test_a_copy_that_holds_the_folder_and_did_not_sign_is_left_alone_too(clinic):
    with owned(clinic.data):
        (clinic.data / PID_FILE).unlink()
        found = clinic.findings()
    assert str(found[0]).startswith("hint  owner    the box runs already (number not known), so its devices")


def test_a_service_that_runs_is_left_alone_on_whatever_folder_and_by_whoever_asks(clinic):
    """pibooth/pibooth 554: the service has the devices, though its data folder is closed to who asks."""
    transfers = []
    clinic.world.board.trace = transfers.append
    clinic.says |= {
        "systemctl is-active": "active\n",
        "systemctl is-enabled": "enabled\n",
        "systemctl show": "812\n",
    }
    found = clinic.findings()
    assert str(found[0]).startswith(
        "hint  owner    the box runs already (process 812), so its devices are left alone"
    )
    assert transfers == []


def test_another_program_that_has_the_reader_is_named(clinic, monkeypatch):
    """miguelbalboa/rfid 540: two programs on one bus."""
    other = SimpleNamespace(pid=4711, command="python3 read.py")
    monkeypatch.setattr("firmware.doctor.command.holders_of", lambda _nodes: (other,))
    found = clinic.findings()
    assert str(found[0]) == (
        "fault owner    another program has the devices (process 4711, python3 read.py) → end it, sudo "
        "kill 4711, and run this again"
    )
    assert Topic.READER not in {one.topic for one in found}


def test_the_program_that_has_a_button_s_pin_is_named(clinic, monkeypatch):
    """gpiozero 1151: GPIO busy, and nobody knows who is at it."""
    asked = []
    other = SimpleNamespace(pid=4711, command="python3 blink.py")
    monkeypatch.setattr("firmware.doctor.examine.holders_of", lambda nodes: asked.append(nodes) or (other,))
    take_pin(clinic)
    (told,) = clinic.complaints()
    assert "GPIO 26 (button C) is in use by process 4711, python3 blink.py → sudo kill 4711, which" in told
    assert asked == [("/dev/gpiochip0",)]


def test_where_all_pins_are_busy_somebody_else_has_them(clinic):
    class Busy:
        def pin(self, *_names):
            raise OSError("'GPIO busy'")

        reserve_pins = release_pins = pin

    clinic.world.machine.pin_factory = Busy()
    (told,) = (line for line in clinic.complaints() if " buttons " in line)
    assert (
        "no pin of a button can be had ('GPIO busy') → sudo systemctl stop scorekeeper, and run this" in told
    )


def test_where_no_pin_can_be_had_the_buttons_are_one_line(clinic):
    class Nothing:
        def pin(self, *_names):
            raise OSError("no pins")

        reserve_pins = release_pins = pin

    clinic.world.machine.pin_factory = Nothing()
    told = [line for line in clinic.complaints() if " buttons " in line]
    assert len(told) == 1
    assert told[0].endswith("→ first do what is said under gpio, pins and folder")


def test_findings_go_by_topic_or_with_the_worst_first():
    well = fine(Topic.BOARD, "", "")
    slow, dead = hint(Topic.POWER, "", "", ""), fault(Topic.UNIT, "", "", "")
    dead_too = fault(Topic.SPI, "", "", "")
    assert in_order([dead, slow, well, dead_too]) == (well, slow, dead_too, dead)
    assert in_order([slow, dead, well, dead_too], worst_first=True) == (dead_too, dead, slow, well)


def test_header_pins_are_those_of_every_pi():
    pins = {
        2: 3,
        3: 5,
        7: 26,
        8: 24,
        9: 21,
        10: 19,
        11: 23,
        13: 33,
        19: 35,
        26: 37,
        5: 29,
        6: 31,
        12: 32,
        25: 22,
        23: 16,
    }
    assert {gpio: GPIO_PINS[gpio] for gpio in pins} == pins
    assert len(set(GPIO_PINS.values())) == len(GPIO_PINS)


def test_each_of_two_readers_is_told_with_its_own_pins():
    lost = ChipProbe(0, "nothing", (ChipFault(ChipSign.STUCK_LOW, "no answer", ("RST", "SDA")),))
    other_bus = ReaderSettings(bus=1)
    told = judge_readers([lost, lost, lost], [ReaderSettings(), SECOND_READER, other_bus])
    assert [one.said for one in told] == [f"reader {number}: no answer" for number in (1, 2, 3)]
    assert [one.cure for one in told] == [
        f"{OFF} the reader's RST (pin 22), SDA (pin 24)",
        f"{OFF} the reader's RST (pin 16), SDA (pin 26)",
        f"{OFF} the reader's RST, SDA",
    ]
    assert [dict(one.parts)["wires"] for one in told] == ["RST:22 SDA:24", "RST:16 SDA:26", "RST SDA"]
