"""The units and files of the image's overlay: systemd finds nothing wrong, and what belongs together does."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
IMAGE = SYSTEMD / "image"
OVERLAY = IMAGE / "overlay"
UNITS = OVERLAY / "etc/systemd/system"
SCRIPTS = OVERLAY / "usr/lib/scorekeeper"
OWN = sorted(path.name for path in UNITS.iterdir() if path.is_file())
DEBIANS = {
    "iwd.service": "[Service]\nExecStart=/bin/true\nConfigurationDirectory=iwd\n",
    "ssh.service": "[Service]\nExecStartPre=/bin/false\nExecStart=/bin/true\n",
}
RUN_FOLDER = "/run/scorekeeper-system"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def _text(path):
    return (OVERLAY / path).read_text("utf-8")


def _values(text, key):
    return re.findall(rf"(?m)^{key}=(.*)$", text)


@pytest.fixture
def units(tmp_path):
    """Return a folder as in the image; programs that are not installed here do nothing."""
    for name, text in DEBIANS.items():
        (tmp_path / name).write_text(text, "utf-8")
    for path in [*SYSTEMD.glob("scorekeeper*.*"), *UNITS.glob("*"), *UNITS.glob("*.d/*")]:
        if path.is_file() and path.suffix in (".service", ".path", ".socket", ".timer", ".conf"):
            place = (
                tmp_path / path.parent.name / path.name if path.suffix == ".conf" else tmp_path / path.name
            )
            place.parent.mkdir(exist_ok=True)
            text = re.sub(r"(?m)^(ExecStart(?:Pre)?=[-+]?)/\S+.*$", r"\1/bin/true", path.read_text("utf-8"))
            place.write_text(text, "utf-8")
    return tmp_path


def _verify(folder):
    files = [path for path in folder.iterdir() if path.is_file()]
    done = subprocess.run(
        ["systemd-analyze", "verify", *files],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_units_of_the_image(units):
    assert (len(OWN) > 5, _verify(units)) == (True, "")


@needs_systemd
@pytest.mark.parametrize("name", ["scorekeeper-data.service", "iwd.service.d/scorekeeper.conf"])
def test_a_fault_in_one_would_be_seen(units, name):
    unit = units / name
    unit.write_text(unit.read_text("utf-8") + "[Service]\nRemainAfterExits=yes\n", "utf-8")
    assert "RemainAfterExits" in _verify(units)


def test_every_unit_that_can_be_enabled_is():
    wanted = {name for name in OWN if "[Install]" in (UNITS / name).read_text("utf-8")}
    on = {
        line for line in (IMAGE / "units-on.txt").read_text("utf-8").splitlines() if not line.startswith("#")
    }
    assert (on, len(on) > 3) == (wanted, True)


def test_every_script_that_a_unit_starts_is_there_and_no_other():
    text = "\n".join(path.read_text("utf-8") for path in UNITS.rglob("*") if path.is_file())
    assert set(re.findall(r"/usr/lib/scorekeeper/([\w.-]+)", text)) == {
        path.name for path in SCRIPTS.iterdir() if path.is_file()
    }


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say_of_the_scripts():
    done = subprocess.run(
        ["shellcheck", SCRIPTS / "host-key", SCRIPTS / "mount-boot"],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stdout == ""


def test_the_box_waits_for_its_data_its_settings_and_the_socket_that_they_may_ask_for():
    text = _text("etc/systemd/system/scorekeeper.service.d/image.conf")
    (wants,), (after,) = _values(text, "Wants"), _values(text, "After")
    needed = {"scorekeeper-data.service", "scorekeeper-settings.service", "scorekeeper-boot.service"}
    assert (set(after.split()), set(wants.split())) == (needed, needed | {"scorekeeper.socket"})


def test_nothing_that_the_box_waits_for_can_keep_it_from_starting():
    text = _text("etc/systemd/system/scorekeeper.service.d/image.conf")
    assert [key for key in ("Requires", "BindsTo", "Requisite", "RequiresMountsFor") if key in text] == []


@pytest.mark.parametrize(
    ("drop_in", "name"),
    [
        ("scorekeeper.socket.d/image.conf", "page"),
        ("iwd.service.d/scorekeeper.conf", "iwd/main.conf"),
        ("ssh.service.d/scorekeeper.conf", "ssh/authorized_keys"),
    ],
)
def test_what_the_settings_must_ask_for_starts_after_them_and_where_they_did(drop_in, name):
    text = _text(f"etc/systemd/system/{drop_in}")
    assert _values(text, "ConditionPathExists") == [f"{RUN_FOLDER}/{name}"]
    assert "scorekeeper-settings.service" in _values(text, "After")[0].split()


def test_iwd_reads_the_folder_that_its_settings_are_written_to():
    assert _values(_text("etc/systemd/system/iwd.service.d/scorekeeper.conf"), "Environment") == [
        f"CONFIGURATION_DIRECTORY={RUN_FOLDER}/iwd"
    ]


def test_only_the_key_of_the_settings_opens_the_box():
    text = _text("etc/ssh/sshd_config.d/scorekeeper.conf")
    said = dict(line.split(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert said["AuthenticationMethods"] == "publickey"
    assert (said["PasswordAuthentication"], said["KbdInteractiveAuthentication"]) == ("no", "no")
    assert (said["AllowUsers"], said["PermitRootLogin"]) == ("root", "prohibit-password")
    assert said["AuthorizedKeysFile"] == f"{RUN_FOLDER}/ssh/authorized_keys"
    assert said["HostKey"] in (SCRIPTS / "host-key").read_text("utf-8")


def test_the_card_is_written_nowhere_but_in_the_data_partition():
    rows = [line.split() for line in _text("etc/fstab").splitlines() if not line.startswith("#")]
    assert {place: (kind, options.split(",")[0]) for _, place, kind, options, *_ in rows} == {
        "/var": ("tmpfs", "size=32M"),
        "/var/lib/scorekeeper": ("tmpfs", "ro"),
    }
    assert {len(row) for row in rows} == {6}


def test_the_closed_folder_is_the_user_s_own():
    number = re.search(r"^USER_ID=(\d+)$", (IMAGE / "inside.sh").read_text("utf-8"), re.MULTILINE)[1]
    assert f"uid={number},gid={number}," in _text("etc/fstab")


@pytest.mark.parametrize(
    ("root", "boot"),
    [
        pytest.param("/dev/mmcblk0p2", "/dev/mmcblk0p1", id="a card"),
        pytest.param("/dev/vda2", "/dev/vda1", id="a disk of QEMU"),
        pytest.param("/dev/mmcblk0p3", None, id="another partition"),
        pytest.param("overlay", None, id="no partition"),
    ],
)
def test_the_settings_are_found_by_their_place_on_the_card_whatever_people_call_it(tmp_path, root, boot):
    for name, says in (("findmnt", f"echo {root}"), ("mount", f"echo $* >{tmp_path}/mounted")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{says}\n", "utf-8")
        program.chmod(0o755)
    done = subprocess.run(
        ["sh", SCRIPTS / "mount-boot"], check=False, env={"PATH": f"{tmp_path}:/bin"}, timeout=60
    )
    mounted = tmp_path / "mounted"
    assert (done.returncode == 0, mounted.exists()) == (boot is not None,) * 2
    assert boot is None or mounted.read_text("utf-8").split()[-2:] == [boot, "/boot/firmware"]


def test_the_log_stays_in_ram_and_no_resolver_listens():
    assert "Storage=volatile" in _text("etc/systemd/journald.conf.d/scorekeeper.conf")
    assert set(_text("etc/systemd/resolved.conf.d/scorekeeper.conf").split()) >= {
        "DNSStubListener=no",
        "LLMNR=no",
        "MulticastDNS=no",
    }


@pytest.mark.parametrize("kind", ["ether", "wlan"])
def test_no_router_gives_the_box_another_name(kind):
    text = _text(f"etc/systemd/network/20-{kind}.network")
    parts = dict(re.findall(r"(?ms)^\[(DHCPv[46])\]$(.*?)(?=^\[|\Z)", text))
    assert {name: _values(part, "UseHostname") for name, part in parts.items()} == {
        "DHCPv4": ["no"],
        "DHCPv6": ["no"],
    }


def test_every_start_is_like_the_first_but_none_is_called_so():
    """An empty machine-id: systemd makes one in RAM; with the word uninitialized it would be a first boot."""
    assert _text("etc/machine-id") == ""


def test_the_file_that_asks_for_a_report_is_the_one_that_the_box_leaves():
    from firmware.doctor.report_wish import WISH

    wish = f"/run/scorekeeper/{WISH}"
    assert _values(_text("etc/systemd/system/scorekeeper-report.path"), "PathExists") == [wish]
    deeds = _values(_text("etc/systemd/system/scorekeeper-report.service"), "ExecStart")
    assert (deeds[0][0], deeds[1][0], deeds[1].split()[-1]) == ("-", "+", wish)
