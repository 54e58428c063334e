"""The one file for people, and what comes of it in the system of the image."""

import errno
import importlib.util
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware.config import RULES, FaultyConfig, parse_config
from firmware.system_settings import NAMES_FILE, System, files
from hardware import SECOND_READER, DeviceSettings, ReaderSettings

OVERLAY = Path(__file__).parents[2] / "systemd" / "image" / "overlay"
TEMPLATE = (OVERLAY / "boot/firmware/scorekeeper.toml").read_text("utf-8")
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH2kCyAmN0bTQ2mP4lC8jhFfB0Zc1H3kY0o7wR5e8q2v me@here"


def _script(name):
    spec = importlib.util.spec_from_file_location(name, OVERLAY / f"usr/lib/scorekeeper/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


apply_settings, put_report = _script("apply_settings"), _script("put_report")


def _turned_on(text):
    """Take the # away before every setting, as people do."""
    return re.sub(r"(?m)^# (?=\[reader2\]|\w+ = )", "", text)


def test_as_it_is_shipped_the_file_asks_for_nothing():
    assert parse_config(TEMPLATE, "x") == parse_config("", "x")
    assert all(not line or line[0] in "#[" for line in TEMPLATE.splitlines())


def test_every_setting_stands_in_the_file_and_no_other():
    given = tomllib.loads(_turned_on(TEMPLATE))
    assert {name: set(section) for name, section in given.items()} == {
        name: set(keys) for name, keys in RULES.items() if name != "reader2"
    } | {"reader2": set(RULES["reader2"])}


def test_what_the_file_names_is_what_holds_without_it():
    text = _turned_on(TEMPLATE).replace("AAAA... you@computer", KEY.partition(" ")[2])
    config = parse_config(text, "x")
    usual = DeviceSettings(readers=(ReaderSettings(), SECOND_READER))
    shown = config.devices.display
    assert (config.devices.readers, config.devices.button_pins) == (usual.readers, usual.button_pins)
    assert config.devices.buzzer == usual.buzzer
    assert (shown.bus, shown.address, shown.driver, shown.rotation) == (
        usual.display.bus,
        usual.display.address,
        usual.display.driver,
        usual.display.rotation,
    )
    assert config.idle == parse_config("", "x").idle


def test_the_key_of_the_file_must_be_replaced_by_one_s_own():
    with pytest.raises(FaultyConfig, match=r"ssh_key under \[system\]"):
        parse_config(_turned_on(TEMPLATE), "x")


def test_what_is_asked_of_the_system_is_read_however_the_file_was_saved(tmp_path):
    path = tmp_path / "scorekeeper.toml"
    text = '[wifi]\nname = "Jürgens Café"\npassword = "12345678"\n'
    read = []
    for data in (text.encode(), text.encode("utf-8-sig"), text.encode("cp1252"), text.encode("utf-16")):
        path.write_bytes(data.replace(b"\n", b"\r\n") if b"\0" not in data else data)
        read.append(apply_settings.read(path).wifi.name)
    assert read == ["Jürgens Café"] * 4


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"[wifi", id="no TOML"),
        pytest.param(b'[wifi]\nname = "a\x81b"', id="no text"),
        pytest.param(b"x = " + b"[" * 5000, id="nested"),
        pytest.param(b'wifi = 3\nsystem = "x"\nweb = true', id="no sections"),
        pytest.param(b'[wifi]\nname = ""\n[system]\nname = "a b"\n[web]\nenabled = "yes"', id="wrong values"),
        pytest.param(b"[web]\nenabled = true\n" + b"# x\n" * 20_000, id="a book"),
        pytest.param(None, id="no file"),
    ],
)
def test_a_file_that_makes_no_sense_asks_for_nothing(tmp_path, data):
    path = tmp_path / "scorekeeper.toml"
    if data is not None:
        path.write_bytes(data)
    assert files(apply_settings.read(path)) == {}


def test_what_is_right_holds_beside_what_is_wrong(tmp_path):
    path = tmp_path / "scorekeeper.toml"
    path.write_text(
        '[players]\nA = 3\n[wifi]\nname = "x"\ncountry = 49\n[system]\nname = "My-Box"\n', "utf-8"
    )
    system = apply_settings.read(path)
    assert (system.wifi.name, system.wifi.country, system.host_name) == ("x", "", "my-box")


def test_files_are_written_for_root_alone_also_over_older_ones(tmp_path):
    path = tmp_path / "a" / "b"
    apply_settings.write(path, "old")
    path.chmod(0o644)
    apply_settings.write(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_what_a_user_without_rights_has_to_read_is_open_to_him_and_a_key_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(apply_settings, "read", lambda _path: System(ssh_key=KEY))
    monkeypatch.setattr(
        apply_settings, "Path", lambda path: tmp_path / path.lstrip("/")
    )  # a root of the test's own
    apply_settings.main()
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}
    assert modes == {Path(NAMES_FILE).name: 0o644, "authorized_keys": 0o600}


def test_the_resolver_s_last_word_is_what_was_asked_for_and_not_what_the_image_has():
    """systemd reads such files by their name, whatever folder they lie in, and /etc hides /run."""
    brought = {path.name for path in (OVERLAY / "etc/systemd/resolved.conf.d").iterdir()}
    assert max(brought) < Path(NAMES_FILE).name


FINDINGS = "doctor's report\n\n== Findings\nok    board    a Pi\n{}\n\n== Settings\nhint of a setting\n"


@pytest.mark.parametrize(
    ("before", "now", "is_news"),
    [
        pytest.param(None, "ok    power    well", True, id="the first"),
        pytest.param("fault spi      a", "fault spi      b", False, id="the same fault, in other words"),
        pytest.param("ok    spi      a", "fault spi      a", True, id="a fault more"),
        pytest.param("hint  disk     9 MB", "ok    disk     a", True, id="a hint less"),
        pytest.param("hint  power    a", "fault power    a", True, id="worse"),
    ],
)
def test_a_report_is_written_where_it_says_something_new(before, now, is_news):
    old = None if before is None else FINDINGS.format(before)
    assert put_report.is_news(FINDINGS.format(now), old) is is_news


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda path: path.symlink_to("/etc/passwd"), id="a link"),
        pytest.param(os.mkfifo, id="a pipe"),
        pytest.param(Path.exists, id="nothing"),
    ],
)
def test_root_reads_nothing_but_a_report(tmp_path, make):
    make(tmp_path / "report.txt")
    assert put_report.read(tmp_path / "report.txt") is None


@pytest.fixture
def firmware(tmp_path, monkeypatch):
    """Return what was done to the partition, and what stood in it meanwhile."""
    done = []
    monkeypatch.setattr(put_report, "PLACE", tmp_path / "scorekeeper-report.txt")
    monkeypatch.setattr(put_report, "remount", done.append)
    return done


def test_the_partition_takes_writing_only_while_a_report_is_laid_down(tmp_path, firmware):
    report, wish = tmp_path / "r", tmp_path / "w"
    report.write_text(FINDINGS.format("ok    power    well"), "utf-8")
    assert put_report.main(report, wish) == 0
    assert put_report.main(report, wish) == 0
    assert firmware == ["rw", "ro"]
    assert (tmp_path / "scorekeeper-report.txt").read_text("utf-8") == report.read_text("utf-8")


def test_who_asks_gets_a_new_report_and_is_asked_no_more(tmp_path, firmware):
    report, wish = tmp_path / "r", tmp_path / "w"
    report.write_text(FINDINGS.format("ok    power    well"), "utf-8")
    put_report.main(report, wish)
    wish.touch()
    put_report.main(report, wish)
    assert (firmware, wish.exists()) == (["rw", "ro"] * 2, False)


def test_without_a_report_the_wish_is_gone_all_the_same(tmp_path, firmware):
    wish = tmp_path / "w"
    wish.touch()
    assert (put_report.main(tmp_path / "none", wish), wish.exists(), firmware) == (1, False, [])


class _Full:
    """A partition that takes so many letters."""

    def __init__(self, file, room):
        self._file, self._room = file, room

    def __enter__(self):
        return self

    def __exit__(self, *_exc):
        self._file.close()

    def write(self, text):
        self._file.write(text[: self._room])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_on_a_full_partition_the_report_that_was_there_stays_and_no_half_of_another(
    tmp_path, monkeypatch, firmware, capsys
):
    report, place, whole_open = tmp_path / "r", tmp_path / "scorekeeper-report.txt", Path.open

    def open_it(path, mode="r", **more):
        file = whole_open(path, mode, **more)
        return _Full(file, 9) if path.suffix == ".new" else file

    place.write_text("before", "utf-8")
    report.write_text(FINDINGS.format("fault spi      a"), "utf-8")
    monkeypatch.setattr(Path, "open", open_it)
    assert put_report.main(report, tmp_path / "w") == 1
    assert (firmware, place.read_text("utf-8")) == (["rw", "ro"], "before")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r", place.name]
    assert "No space left" in capsys.readouterr().err


@pytest.mark.usefixtures("firmware")
def test_a_partition_that_takes_no_writing_is_told_and_left_alone(tmp_path, monkeypatch, capsys):
    def refuse(how):
        raise subprocess.CalledProcessError(32, ["mount", "-o", f"remount,{how}"])

    report, wish = tmp_path / "r", tmp_path / "w"
    report.write_text(FINDINGS.format("ok    power    well"), "utf-8")
    wish.touch()
    monkeypatch.setattr(put_report, "remount", refuse)
    assert (put_report.main(report, wish), wish.exists()) == (1, False)
    assert "cannot be written" in capsys.readouterr().err
