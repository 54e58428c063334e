"""The doctor at the terminal: one fault is planted at a time, and its words name the fault and the cure.

Where a fault is one that people met elsewhere, its id names the public thread.
"""

import errno
import os
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find a test's neighbour otherwise
from clinic import Clinic

from firmware.config import FaultyConfig, parse_config
from firmware.doctor import Level, Topic, in_order
from firmware.doctor.devices import HEADER_PINS, judge_readers
from firmware.doctor.finding import fault, fine, hint
from firmware.doctor.place import Disk
from firmware.owner import PID_FILE, owned
from hardware import SECOND_READER, Button, DisplaySettings, PanelDriver, ReaderSettings
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
            parse_config(text, "scorekeeper.toml")
        clinic.config = replace(clinic.config, faults=tuple(str(told.value).splitlines()))

    return plant


def weaken(rate, **gains):
    """Let the sticker's answers arrive badly, at every gain but those."""

    def plant(clinic):
        chip = clinic.world.chips[0]
        chip.bit_error_rate_at = {step: gains.get(f"g{step}", rate) for step in range(8)}

    return plant


SECOND_COPY = "stop a second copy, sudo systemctl stop scorekeeper"
MACHINE_FAULTS = {
    "no Raspberry Pi": (
        lambda c: (c.root / "proc/device-tree/model").unlink(),
        "this is no Raspberry Pi → run",
    ),
    "little power now": (
        lambda c: c.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1"),
        "fault power    the board gets too little power (under-voltage) → use the Pi's own power supply",
    ),
    "little power now, by the firmware's bits": (
        lambda c: c.write("sys/devices/platform/soc/soc:firmware/get_throttled", "50005"),
        "fault power    the board gets too little power",
    ),
    "little power before": (
        lambda c: c.write("sys/devices/platform/soc/soc:firmware/get_throttled", "50000"),
        "hint  power    the board got too little power since it started (under-voltage) → use the Pi's own",
    ),
    "a setting": (
        settings("[reader]\ngain = 40"),
        "reader.gain must be 18 or 23 or 33 or 38 or 43 or 48, not 40 → correct that line",
    ),
    "miguelbalboa/rfid 536: two readers on one CE": (
        settings("[reader2]\ndevice = 0"),
        "two readers on one CE; wire the SDA of one to another CE and set its device",
    ),
    "MiczFlor/RPi-Jukebox-RFID 861: SPI is off": (
        lambda c: (c.remove("dev/spidev0.0"), c.write("boot/firmware/config.txt", "#dtparam=spi=on\n")),
        "/dev/spidev0.0 is missing, SPI is off → sudo raspi-config nonint do_spi 0 (or dtparam=spi=on in",
    ),
    "SPI is on, and the Pi was not restarted": (
        lambda c: c.remove("dev/spidev0.0"),
        "/dev/spidev0.0 is missing, though config.txt turns SPI on → restart the Pi, sudo reboot",
    ),
    "a node that SPI does not have": (
        lambda c: (c.set_reader(bus=1), c.world.board.missing_nodes.add("/dev/spidev1.0")),
        "/dev/spidev1.0 is missing → set bus and device of the reader in the settings, usually",
    ),
    "MiczFlor/RPi-Jukebox-RFID 2496: SPI is closed": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi")),
        '/dev/spidev0.0 is closed to this user → sudo usermod -aG spi "$USER", then log out and in',
    ),
    "a group from the next login on": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi", also_listed=False)),
        "who is in the group spi only from the next login on → log out and in again",
    ),
    "no such group": (
        lambda c: (c.close("/dev/spidev0.0"), c.leave("spi"), c.write("etc/group", "i2c:x:988:mio\n")),
        "/dev/spidev0.0 is closed to this user, and there is no group spi → run systemd/install.sh",
    ),
    "no rules for device files": (
        lambda c: c.close("/dev/spidev0.0"),
        "/dev/spidev0.0 is closed to its group spi → run systemd/install.sh, which lays down the rules",
    ),
    "txoof/PaperPi 155: I2C is off": (
        lambda c: (c.remove("dev/i2c-1"), c.write("boot/firmware/config.txt", "dtparam=spi=on\n")),
        "/dev/i2c-1 is missing, I2C is off → sudo raspi-config nonint do_i2c 0 (or dtparam=i2c_arm=on in",
    ),
    "I2C is on, its module not loaded": (
        lambda c: (c.remove("dev/i2c-1"), c.write("dev/i2c-20", "")),
        "/dev/i2c-1 is missing, though config.txt turns I2C on → sudo modprobe i2c-dev",
    ),
    "I2C under another number": (
        lambda c: (c.remove("dev/i2c-1"), c.write("dev/i2c-20", ""), c.write("dev/i2c-0", "")),
        "/dev/i2c-1 is missing, but /dev/i2c-0 is there → set bus = 0 under [display] in the settings",
    ),
    "MiczFlor/RPi-Jukebox-RFID 438: I2C is closed": (
        lambda c: (c.close("/dev/i2c-1"), c.leave("i2c")),
        '/dev/i2c-1 is closed to this user → sudo usermod -aG i2c "$USER", then log out and in',
    ),
    "no GPIO chip": (
        lambda c: (c.root / "dev/gpiochip0").unlink(),
        "there is no /dev/gpiochip0, so no pin can be used → bring the system up to date",
    ),
    "GPIO is closed": (
        lambda c: (c.closed.add("/dev/gpiochip0"), c.leave("gpio")),
        '/dev/gpiochip0 is closed to this user → sudo usermod -aG gpio "$USER"',
    ),
    "groups, though the nodes are open": (
        lambda c: (c.leave("gpio"), c.leave("i2c")),
        'this user is not in the group i2c gpio → sudo usermod -aG i2c,gpio "$USER"',
    ),
    "a package is missing": (
        lambda c: c.packages.pop("mfrc522"),
        "the package mfrc522 is missing → pip install --no-deps -r hardware/mfrc522.txt in the .venv",
    ),
    "the other mfrc522": (
        lambda c: c.packages.update({"mfrc522-python": "0.0.5"}),
        "mfrc522-python is installed, and takes the place of mfrc522 → pip uninstall -y mfrc522-python",
    ),
    "gpiozero 1229: post1": (
        lambda c: c.packages.update(gpiozero="2.0.1.post1"),
        "gpiozero 2.0.1.post1 loses its way to the pins of a Pi 5 → pip install 'gpiozero>=2.0.1.post3'",
    ),
    "a Pillow too new for luma": (
        lambda c: c.packages.update(pillow="14.0.0"),
        "pillow 14.0.0 is too new for luma.oled → pip install 'pillow<14'",
    ),
    "pimylifeup/MFRC522-python 61: RPi.GPIO on a Pi 5": (
        lambda c: swap_gpio(c, "RPi.GPIO"),
        "fault rpi-gpio RPi.GPIO 0.7.1 cannot drive a Pi 5 (Cannot determine SOC peripheral base address) → "
        "sudo apt install python3-rpi-lgpio",
    ),
    "RPi.GPIO on a Pi 4": (
        lambda c: swap_gpio(c, "RPi.GPIO", board="Raspberry Pi 4"),
        "hint  rpi-gpio RPi.GPIO 0.7.1 is not made for Linux 6.6 and newer → sudo apt install",
    ),
    "both of them": (
        lambda c: swap_gpio(c, "RPi.GPIO", "rpi-lgpio"),
        "are both installed, one over the other → pip uninstall -y RPi.GPIO rpi-lgpio, then sudo apt",
    ),
    "neither of them": (
        swap_gpio,
        "RPi.GPIO is missing, and rpi-lgpio, which stands for it → sudo apt install python3-rpi-lgpio",
    ),
    "gpiozero 1106: nowhere to make a pipe": (
        lambda c: c.closed.add("/run"),
        "(xCreatePipe: Can't set permissions) → set LG_WD to a folder that this user can write to",
    ),
    "the date": (
        lambda c: setattr(c, "wall_time", None),
        "hint  clock    the date is not set, so matches have none",
    ),
    "a date of old": (
        lambda c: (c.root / "run/systemd/timesync/synchronized").unlink(),
        "may be late: it did not come from the network since the start → connect the Pi to a network",
    ),
    "no unit": (
        lambda c: c.says.update({"systemctl is-enabled": "", "systemctl is-active": "inactive\n"}),
        "the service scorekeeper is not installed, so the box does not start with the Pi → run",
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
        lambda c: c.says.update({"systemctl is-active": "failed\n"}),
        "the service scorekeeper failed → journalctl -u scorekeeper -n 30 says why; then sudo",
    ),
    "a unit that begins again and again": (
        lambda c: c.says.update({"systemctl is-active": "activating\n"}),
        "begins again and again → journalctl -u scorekeeper -n 30 says why",
    ),
    "a scoreboard without its socket": (
        lambda c: let_look(c, "disabled\n"),
        "hint  page     the scoreboard is on, but systemd hands in no socket for it → "
        "sudo systemctl enable scorekeeper.socket, then sudo systemctl restart scorekeeper",
    ),
    "a scoreboard whose socket is not there": (
        lambda c: let_look(c, ""),
        "no socket for it → sudo cp systemd/scorekeeper.socket /etc/systemd/system/, sudo systemctl enable",
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
        "no sticker lies on the reader, or it is not read → lay one card flat on it, away from metal",
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
        "times of 20 → set gain = 43 under [reader] in the settings, where it was read well",
    ),
    "miguelbalboa/rfid 428: nothing on the bus": (
        lambda c: unplug(c, 0x00),
        "no reader answers, the line MISO stays low → check 3.3 V, RST, SDA and MISO (pins: SDA 24, SCK 23, "
        "MOSI 19, MISO 21, RST 22, 3.3 V 17, GND 20)",
    ),
    "miguelbalboa/rfid 284: a floating bus": (
        lambda c: unplug(c, 0xFF),
        "no reader answers, the line MISO stays high → check GND, SDA and MISO",
    ),
    "miguelbalboa/rfid 482: a clone": (
        lambda c: c.put_chip(version=0x12),
        "hint  reader   the chip is no NXP chip (version 0x12), it may miss some stickers → try other",
    ),
    "miguelbalboa/rfid 247: a loose wire": (
        lambda c: c.put_chip(LooseChip),
        "reads were wrong → a wire of SPI is loose, push in SCK, MOSI, MISO and SDA",
    ),
    "RST is off": (lambda c: c.put_chip(reset_pin=None), "RST does nothing → push its wire in"),
    "the display is off": (
        lambda c: c.world.set_display_plugged(False),
        "no display at address 0x3C → push in SDA (pin 3), SCL (pin 5), VCC (pin 1) and GND (pin 9)",
    ),
    "the display has the other address": (
        move_display,
        "no display at 0x3C, but one at 0x3D → set address = 0x3D under [display] in the settings",
    ),
    "rm-hull/luma.oled 376: a picture that is shifted": (
        lambda c: shift(c, driver=PanelDriver.SSD1306),
        'the picture is shifted or torn at an edge → set driver = "sh1106" under [display]',
    ),
    "ThingPulse/esp8266-oled-ssd1306 416: an SH1106 without hidden columns": (
        lambda c: shift(c, driver=PanelDriver.SH1106),
        "torn at an edge → set offset = 0 under [display]",
    ),
    "espressif/esp-iot-solution 53: neither offset": (
        lambda c: shift(c, driver=PanelDriver.SH1106, column_offset=0),
        'torn at an edge → set driver = "ssd1306" under [display]',
    ),
    "gpiozero 1057: a busy pin": (
        take_pin,
        f"GPIO 26 for button C cannot be had ('GPIO busy') → {SECOND_COPY}, or the overlay in config.txt",
    ),
    "a button that is stuck": (
        lambda c: hold_down(c, Button.BACK),
        "button BACK is down (GPIO 6, pin 31), though nobody should press it → let it go, or look",
    ),
    "a button that is dead": (
        lambda c: c.fingers.remove(Button.B),
        "button B was not felt → push in its wires, to GPIO 19, pin 35 and to GND",
    ),
    "a silent buzzer": (
        lambda c: c.no.add("buzzer"),
        'the buzzer was not heard → push in its wires, GPIO 12, pin 32 and GND, then try kind = "active"',
    ),
}
ALSO_GROUPS = {
    "MiczFlor/RPi-Jukebox-RFID 2496: SPI is closed",
    "a group from the next login on",
    "no such group",
    "MiczFlor/RPi-Jukebox-RFID 438: I2C is closed",
    "GPIO is closed",
}
"""Who is in no group is told twice: of the node, and of the group."""


@pytest.mark.parametrize("planted", MACHINE_FAULTS)
def test_the_words_name_the_fault_and_the_cure_and_nothing_else_is_complained_of(clinic, planted):
    plant, words = MACHINE_FAULTS[planted]
    plant(clinic)
    told = clinic.complaints_of_machine()
    assert [line for line in told if words in line], told
    others = [line.split()[1] for line in told if words not in line]
    assert others == ["groups"] * (planted in ALSO_GROUPS)


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
    ("node", "topics"),
    [("dev/spidev0.0", ["spi", "reader"]), ("dev/i2c-1", ["i2c", "display"])],
    ids=["SPI", "I2C"],
)
def test_a_device_whose_bus_is_missing_is_told_too_and_the_others_are_tried(clinic, node, topics):
    clinic.remove(node)
    assert [line.split()[1] for line in clinic.complaints()] == topics


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
        "hint  pins     gpiozero falls back to RPiGPIOFactory, because it cannot have "
        "lgpio: No module named 'lgpio' → sudo apt install python3-lgpio"
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
            "→ let lgpio write in its",
        ),
        (
            PinFactory("RPiGPIOFactory", ("lgpio: can not open gpiochip",)),
            "→ let this user use /dev/gpiochip0",
        ),
        (PinFactory("PiGPIOFactory"), "PiGPIOFactory, because GPIOZERO_PIN_FACTORY says so → unset"),
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
    ],
    ids=["full", "nearly full", "read-only", "closed"],
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
        "fault owner    another program has the devices (process 4711, python3 read.py)"
        " → end it, sudo kill 4711, and run this again"
    )
    assert Topic.READER not in {one.topic for one in found}


def test_where_no_pin_can_be_had_the_buttons_are_one_line(clinic):
    class Nothing:
        def pin(self, *_names):
            raise OSError("no pins")

        reserve_pins = release_pins = pin

    clinic.world.machine.pin_factory = Nothing()
    told = [line for line in clinic.complaints() if " buttons " in line]
    assert len(told) == 1
    assert told[0].endswith("→ do what is said under pins and gpio")


def test_findings_go_by_topic_or_with_the_worst_first():
    well = fine(Topic.BOARD, "", "")
    slow, dead = hint(Topic.POWER, "", "", ""), fault(Topic.UNIT, "", "", "")
    dead_too = fault(Topic.SPI, "", "", "")
    assert in_order([dead, slow, well, dead_too]) == (well, slow, dead_too, dead)
    assert in_order([slow, dead, well, dead_too], worst_first=True) == (dead_too, dead, slow, well)


def test_header_pins_are_those_of_the_wiring():
    pins = {13: 33, 19: 35, 26: 37, 5: 29, 6: 31, 12: 32, 25: 22, 23: 16}
    assert {gpio: HEADER_PINS[gpio] for gpio in pins} == pins
    assert len(set(HEADER_PINS.values())) == len(HEADER_PINS)


def test_each_of_two_readers_is_told_with_its_own_pins():
    lost = ChipProbe(0, "nothing", (ChipFault(ChipSign.STUCK_LOW, "no answer: check SDA"),))
    other_bus = ReaderSettings(bus=1)
    told = judge_readers([lost, lost, lost], [ReaderSettings(), SECOND_READER, other_bus])
    assert [one.said for one in told] == [f"reader {number}: no answer" for number in (1, 2, 3)]
    assert "SDA 24, SCK 23, MOSI 19, MISO 21, RST 22" in told[0].cure
    assert "SDA 26, SCK 23, MOSI 19, MISO 21, RST 16" in told[1].cure
    assert told[2].cure == "check SDA"
