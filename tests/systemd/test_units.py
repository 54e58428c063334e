"""The units: systemd finds nothing wrong with them, and little that a broken box could reach."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.web import PORT

SHIPPED = Path(__file__).parents[2] / "systemd"
UNITS = sorted(
    path.name for path in SHIPPED.iterdir() if path.suffix in (".path", ".service", ".socket", ".timer")
)
MOST_EXPOSED = 1.0
KNOWS_RESTART_STEPS = 254

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def _run(*command: object) -> str:
    """Return all that a command says."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=60
    )
    return done.stdout


def _settings(unit: str) -> dict[str, dict[str, list[str]]]:
    """Return a unit's values by section and key; a key may come several times."""
    found: dict[str, dict[str, list[str]]] = {}
    section = ""
    for line in (SHIPPED / unit).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(section, {}).setdefault(key, []).append(value)
    return found


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Return a folder with the units as they are, but the box's command, which is not installed here."""
    for name in UNITS:
        text = (SHIPPED / name).read_text("utf-8")
        command = "/opt/scorekeeper/.venv/bin/scorekeeper run"
        (tmp_path / name).write_text(text.replace(f"ExecStart={command}\n", "ExecStart=/bin/true\n"), "utf-8")
    return tmp_path


@needs_systemd
def test_systemd_has_nothing_to_say_about_any_unit(units: Path) -> None:
    assert len(UNITS) >= 3
    assert _run("systemd-analyze", "verify", *(units / name for name in UNITS)) == ""


@needs_systemd
def test_a_fault_in_a_unit_would_be_seen(units: Path) -> None:
    unit = units / "scorekeeper.service"
    unit.write_text(unit.read_text("utf-8") + "[Service]\nWatchdogSecs=20\n", "utf-8")
    assert "WatchdogSecs" in _run("systemd-analyze", "verify", unit)


@needs_systemd
def test_the_drop_in_that_backs_off_is_understood_where_systemd_is_new_enough(units: Path) -> None:
    version = int(re.findall(r"systemd (\d+)", _run("systemd-analyze", "--version"))[0])
    if version < KNOWS_RESTART_STEPS:
        pytest.skip(f"systemd {version} does not know RestartSteps")
    shutil.copytree(SHIPPED / "scorekeeper.service.d", units / "scorekeeper.service.d")
    assert _run("systemd-analyze", "verify", units / "scorekeeper.service") == ""


@needs_systemd
def test_the_box_is_hardened(units: Path) -> None:
    said = _run("systemd-analyze", "security", "--offline=true", "--no-pager", units / "scorekeeper.service")
    exposed = re.findall(r"exposure level for scorekeeper\.service: ([0-9.]+)", said)
    assert float(exposed[0]) <= MOST_EXPOSED, said


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_the_user_is_in_the_groups_of_the_header_and_in_no_other(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    said = _run("systemd-sysusers", f"--root={tmp_path}", SHIPPED / "scorekeeper.sysusers")
    groups = [line.split(":") for line in (tmp_path / "etc" / "group").read_text("utf-8").splitlines()]
    members = {name: users.split(",") for name, _, _, users in groups if users}
    assert members == {group: ["scorekeeper"] for group in ("gpio", "i2c", "spi")}, said
    user = (tmp_path / "etc" / "passwd").read_text("utf-8").strip().split(":")
    assert (user[0], user[-1]) == ("scorekeeper", "/usr/sbin/nologin")


def test_the_user_of_the_unit_is_the_one_that_is_made() -> None:
    made = (SHIPPED / "scorekeeper.sysusers").read_text("utf-8")
    assert f"u {_settings('scorekeeper.service')['Service']['User'][0]} " in made


def test_the_box_may_open_the_nodes_of_the_header_alone() -> None:
    service = _settings("scorekeeper.service")["Service"]
    assert service["DevicePolicy"] == ["closed"]
    assert service["DeviceAllow"] == ["char-spi rw", "char-i2c rw", "char-gpiochip rw"]


def test_the_modules_of_the_nodes_are_loaded_before_the_box_is_given_their_classes() -> None:
    unit = _settings("scorekeeper.service")["Unit"]
    modules = ["modprobe@spidev.service modprobe@i2c_dev.service"]
    assert (unit["Wants"], unit["After"]) == (modules, modules)


def test_lgpio_may_make_its_pipe_where_the_box_stands() -> None:
    """gpiozero/gpiozero 1106: works by hand, fails as a service, whose working directory is not writable."""
    service = _settings("scorekeeper.service")["Service"]
    place = f"/run/{service['RuntimeDirectory'][0]}"
    assert service["WorkingDirectory"] == [place]
    assert f"LG_WD={place}" in service["Environment"]


def test_the_path_unit_waits_for_the_file_that_the_box_leaves_and_its_service_takes_it_away() -> None:
    service = _settings("scorekeeper.service")["Service"]
    wish = f"/run/{service['RuntimeDirectory'][0]}/power-off"
    assert _settings("scorekeeper-poweroff.path")["Path"]["PathExists"] == [wish]
    deeds = _settings("scorekeeper-poweroff.service")["Service"]["ExecStart"]
    assert deeds == [f"-/bin/rm --force {wish}", "/bin/systemctl --no-block poweroff"]


def test_the_socket_is_the_scoreboard_s_for_ipv4_and_ipv6() -> None:
    given = _settings("scorekeeper.socket")["Socket"]
    assert given["ListenStream"] == [str(PORT)]
    assert given["BindIPv6Only"] == ["both"]
    assert "Accept" not in given  # the box lets visitors in itself


def test_the_socket_is_opened_with_the_box_where_somebody_enabled_it_and_never_outlives_it() -> None:
    """Bound otherwise a phone that asks again would start a box that was stopped for the doctor."""
    socket = _settings("scorekeeper.socket")
    assert socket["Unit"]["BindsTo"] == ["scorekeeper.service"]
    assert socket["Install"]["WantedBy"] == ["scorekeeper.service"]
    service = _settings("scorekeeper.service")
    assert "scorekeeper.socket" not in str(service)


def test_the_box_has_no_network_of_its_own_whether_or_not_it_is_handed_a_socket() -> None:
    service = _settings("scorekeeper.service")["Service"]
    names = ("PrivateNetwork", "IPAddressDeny", "RestrictAddressFamilies", "IPAddressAllow")
    assert [service.get(name) for name in names] == [["yes"], ["any"], ["AF_UNIX"], None]
