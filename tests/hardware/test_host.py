"""What the machine says of itself: read from files under a root, and from programs that may be missing."""

import sys

from hardware.host import HostFacts, LinuxHost, Node, Power, Unit
from hardware.programs import Programs, run_for_a_moment

NODE = "/dev/spidev0.0"


def host(root, **programs):
    silent = {"run": lambda _command: None, "version_of": lambda _name: None, "folder": lambda: root}
    return LinuxHost(root, Programs(**(silent | programs)))


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_machine_without_any_of_it_says_nothing_and_does_not_fail(tmp_path):
    facts = host(tmp_path).look([NODE])
    assert isinstance(facts, HostFacts)
    assert (facts.model, facts.chips, facts.buses, facts.boot_config) == (None, (), (), "")
    assert facts.nodes == {NODE: Node.MISSING}
    assert facts.power == Power(is_known=False)
    assert facts.unit == Unit("", "")
    assert not facts.is_clock_synchronized


def test_a_board_names_itself(tmp_path):
    write(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert host(tmp_path).look([]).model == "Raspberry Pi 5 Model B Rev 1.0"


def test_a_board_names_itself_also_where_only_processes_are_to_be_seen_in_proc(tmp_path):
    write(tmp_path, "sys/firmware/devicetree/base/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    assert host(tmp_path).look([]).model == "Raspberry Pi Zero 2 W Rev 1.0"


def test_nodes_are_missing_closed_or_usable_and_the_gpio_chips_are_among_them(tmp_path):
    for name in ("spidev0.0", "gpiochip4", "gpiochip0", "i2c-1"):
        write(tmp_path, f"dev/{name}", "")
    facts = host(tmp_path, can_use=lambda path: path.name != "gpiochip4").look([NODE, "/dev/i2c-3"])
    assert facts.nodes == {
        NODE: Node.USABLE,
        "/dev/i2c-3": Node.MISSING,
        "/dev/gpiochip0": Node.USABLE,
        "/dev/gpiochip4": Node.FORBIDDEN,
    }
    assert facts.chips == ("/dev/gpiochip0", "/dev/gpiochip4")
    assert facts.buses == ("/dev/i2c-1",)


def test_groups_in_force_are_told_from_those_of_the_next_login(tmp_path):
    write(tmp_path, "etc/group", "spi:x:989:ken,mio\ni2c:x:988:ken\ngpio:x:986:mio\nbroken line\n")
    user = host(tmp_path, groups=lambda: (frozenset({989}), False), name=lambda: "mio").look([]).user
    assert user.groups == {"spi"}
    assert user.listed == {"spi", "gpio"}
    assert user.known == {"spi", "i2c", "gpio"}


def test_power_is_asked_of_the_kernel_and_of_the_firmware(tmp_path):
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path, "sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    assert host(tmp_path).look([]).power == Power(is_known=False)
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert host(tmp_path).look([]).power == Power()
    write(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert host(tmp_path).look([]).power == Power(is_low=True)
    told = host(tmp_path, run=lambda _command: "throttled=0x50000\n").look([]).power
    assert told == Power(is_low=True, was_low=True)


def test_a_program_is_not_waited_for_for_long_and_may_be_missing(monkeypatch):
    write_no_text = "import sys; sys.stdout.buffer.write(bytes([97, 255, 98]))"
    assert run_for_a_moment([sys.executable, "-c", write_no_text]) == "a\ufffdb"
    assert run_for_a_moment(["no-such-program"]) is None
    monkeypatch.setattr("hardware.programs.NOT_IN_TIME_S", 0.05)
    assert run_for_a_moment([sys.executable, "-c", "import time; time.sleep(5)"]) is None


def test_a_program_that_is_silent_is_asked_once_in_a_look(tmp_path):
    asked = []
    machine = host(tmp_path, run=lambda command: asked.append(command[0]))
    machine.look([])
    assert sorted(asked) == ["systemctl", "vcgencmd"]
    machine.look([])
    assert sorted(asked) == ["systemctl", "systemctl", "vcgencmd", "vcgencmd"]


def test_packages_and_programs_are_asked_by_name(tmp_path):
    there = {"gpiozero": "2.0.1.post3", "somebody-else": "1"}
    asked = []

    def run(command):
        asked.append(command)
        return {"is-enabled": "enabled\n", "show": "812\n"}.get(command[1], "")

    facts = host(tmp_path, version_of=there.get, run=run).look([])
    assert facts.packages == {"gpiozero": "2.0.1.post3"}
    assert facts.unit == Unit("enabled", "", 812)
    assert not facts.unit.has_devices
    assert ("systemctl", "is-enabled", "scorekeeper.service") in asked


def test_a_service_that_failed_has_last_words_of_one_line(tmp_path):
    says = {
        "is-active": "failed",
        "--identifier=scorekeeper": "Traceback\nOSError: no room for " + "x" * 200,
    }
    failed = host(tmp_path, run=lambda command: says.get(command[1], "")).look([]).unit
    assert failed.last_words.startswith("OSError: no room for xxx")
    assert len(failed.last_words) == 100
    says["is-active"] = "active"
    assert host(tmp_path, run=lambda command: says.get(command[1], "")).look([]).unit.last_words == ""


def test_pip_is_that_of_the_venv_with_the_rights_that_it_needs(monkeypatch, tmp_path):
    own_pip = Programs().own_pip
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert own_pip() == f"{tmp_path}/bin/pip"
    monkeypatch.setattr("hardware.programs.os.access", lambda _path, _mode: False)
    assert own_pip() == f"sudo {tmp_path}/bin/pip"
    monkeypatch.setattr(sys, "prefix", "/usr")
    assert own_pip() == ""


def test_where_a_package_lies_is_known():
    places = LinuxHost().look([]).places
    assert places["mfrc522-python"] == ""
    assert Programs().place_of("pillow").endswith("site-packages")
