"""The doctor looks at the machine: one fault is planted at a time, and its words name the fault and the cure.

Where a fault is one that people met elsewhere, its id names the public thread.
"""

import errno
import os
from dataclasses import replace

import pytest

from firmware.config import FaultyConfig, parse_config
from firmware.doctor.place import Disk

INSTALL = "cd to the folder that you installed from, or a new clone of it; sudo systemd/install.sh"
NANO = "sudo nano /etc/scorekeeper.toml"
UNDER = f"{NANO}, and under the line [{{}}] (add it if need be) set {{}}"
LOG = {"journalctl --identifier=scorekeeper": "the disk is full\nno room on /data\n"}


def let_look(clinic, socket):
    """Turn the scoreboard on, where the service starts with the Pi and its socket is as systemd says."""
    clinic.config = replace(clinic.config, has_page=True)
    clinic.says |= {"systemctl is-enabled": "enabled\n", "systemctl is-active": "active\n"}
    clinic.says["systemctl is-enabled scorekeeper.socket"] = socket


def settings(text):
    def plant(clinic):
        with pytest.raises(FaultyConfig) as told:
            parse_config(text, "/etc/scorekeeper.toml")
        clinic.config = replace(clinic.config, faults=tuple(str(told.value).splitlines()))

    return plant


FAULTS = {
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
    "SPI is on as the image has it, and is missing all the same": (
        lambda c: (c.remove("dev/spidev0.0"), c.write("boot/firmware/config.txt", "dtoverlay=scorekeeper\n")),
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


@pytest.mark.parametrize("planted", FAULTS)
def test_the_words_name_the_fault_and_the_cure_and_nothing_else_is_complained_of(clinic, planted):
    plant, words = FAULTS[planted]
    plant(clinic)
    (told,) = clinic.complaints_of_machine()
    assert words in told


def test_a_scoreboard_that_all_agree_on_is_well(clinic):
    let_look(clinic, "enabled\n")
    assert clinic.complaints_of_machine() == []


def test_a_box_that_is_run_by_hand_needs_no_socket_unit(clinic):
    clinic.config = replace(clinic.config, has_page=True)
    assert clinic.complaints_of_machine() == []


@pytest.mark.parametrize(
    ("disk", "words"),
    [
        (
            Disk("/data", 15_000_000),
            "fault disk     only 15 MB are free for /data → remove what is not needed",
        ),
        (Disk("/data", 150_000_000), "hint  disk     only 150 MB are free for /data → remove"),
        (
            Disk("/data", refused="Input/output error"),
            "fault disk     nothing can be written to /data (Input/output error)",
        ),
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
    ids=["full", "nearly full", "silent", "read-only", "closed", "the box's own"],
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


def test_a_file_in_the_place_of_the_data_folder_is_told(clinic):
    clinic.data.rmdir()
    clinic.data.write_text("mine")
    (line,) = clinic.complaints_of_machine()
    assert f"nothing can be written to {clinic.data} (it is no folder)" in line
