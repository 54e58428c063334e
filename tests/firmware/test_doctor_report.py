"""The command `doctor`: its lines, its exit code, and the report, in which nobody's name is."""

import logging
from pathlib import Path

import pytest
from clinic import Clinic

from firmware.cli import main
from firmware.doctor.bundle import report_text
from firmware.doctor.finding import Topic, fault, fine, hint, setting

WELL = fine(Topic.BOARD, "this is a Pi", "")
LOG = """\
2026-11-30T18:00:00+0000 scorekeeper[1]: match begun: botan-cho, A B
2026-11-30T18:00:01+0000 scorekeeper[1]: players.B must be a name in quotes, not 'Wilhelmina the IIIrd'
2026-11-30T18:00:01+0000 scorekeeper[1]: B under [players] must be a name in quotes, not 'Friedrich'
2026-11-30T18:00:02+0000 scorekeeper[1]: Mio waved
"""
SETTINGS = """\
[players]
A = "Mio"
B = 'Ken "the fox"'   # Kenichi
C = "\\u3086\\u3044"
[reader]
gain = 38
"""
NAMES = ("Mio", "Ken", "ゆい", "Wilhelmina", "Friedrich", "fox")


PRIVATE = """\
[wifi]
country = "DE"
name = "Am Weiher 3"
password = "pass word"
[system]
name = "mios-box"
ssh_key = "ssh-ed25519 AAAA mio@home"
[reader]
gain = 38
"""


@pytest.fixture(autouse=True)
def log_level():
    """The command silences the log of its own process, which is that of other tests too."""
    level = logging.getLogger().level
    yield
    logging.getLogger().setLevel(level)


@pytest.fixture
def clinic(tmp_path, monkeypatch):
    """A box that the command line looks over, without anybody to help."""
    clinic = Clinic(tmp_path)
    findings = [WELL]
    clinic.findings_told = findings
    monkeypatch.setattr("firmware.doctor.command.examined", lambda _patient, _hands: tuple(findings))
    monkeypatch.setattr("firmware.doctor.command.run_for_a_moment", lambda _command: LOG)
    return clinic


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS, "utf-8")
    return path


def doctor(*words):
    return main(["doctor", *map(str, words)])


def test_a_box_without_faults_is_a_line_for_each_thing_and_exit_0(clinic, capsys):
    assert doctor("--data", clinic.data) == 0
    assert capsys.readouterr().out == "ok    board    this is a Pi\nno faults, no hints\n"


def test_a_fault_is_exit_1(clinic, capsys):
    clinic.findings_told.append(fault(Topic.SPI, "x", "it is off", "turn it on"))
    assert doctor("--data", clinic.data) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "fault spi      it is off → turn it on",
        "1 fault, no hints",
        "",
        "Do what stands after the arrows, from the top, one by one. Wires only with the Pi off: "
        "sudo poweroff.",
        "Then look again: sudo systemctl stop scorekeeper; scorekeeper doctor. A hint may stay if all works.",
        "A setting: change the line that is there, or take the # away before it. In nano: Ctrl+O, Enter, "
        "Ctrl+X.",
        "At the end, and after every change of the settings: sudo systemctl restart scorekeeper",
    ]


def test_a_hint_too_is_followed_by_what_to_do_next(clinic, capsys):
    clinic.findings_told.append(hint(Topic.POWER, "x", "it was low", "wait"))
    assert doctor("--data", clinic.data) == 0
    assert capsys.readouterr().out.splitlines()[2:4] == ["no faults, 1 hint", ""]


def test_the_settings_file_that_was_named_is_the_one_to_change(clinic, settings, capsys):
    clinic.findings_told.append(fault(Topic.DISPLAY, "x", "it is shifted", setting("display", "offset = 0")))
    doctor("--config", settings, "--data", clinic.data)
    assert f"→ sudo nano {settings}, and under the line [display] (add it" in capsys.readouterr().out


def test_the_report_holds_findings_settings_and_log_and_nobody_s_name(clinic, settings, tmp_path):
    report = tmp_path / "report.txt"
    assert doctor("--config", settings, "--data", clinic.data, "--report", report) == 0
    text = report.read_text("utf-8")
    assert "ok    board    this is a Pi" in text
    assert 'reader = {"gain": 38}' in text
    assert "match begun: botan-cho, A B" in text
    assert "(a name) waved" in text
    assert [name for name in NAMES if name in text] == []


def test_a_short_name_takes_no_word_apart(settings):
    settings.write_text('[players]\nA = "on"\nB = "ゆい"\n', "utf-8")
    text = report_text([WELL], settings, "button on, ゆいさん")
    assert "button (a name), (a name)さん" in text


def test_a_fault_about_a_name_is_in_no_report(settings):
    told = fault(
        Topic.SETTINGS, "settings", "B under [players] must be a name, not 'Wilhelmina'", "mend that"
    )
    assert "Wilhelmina" not in report_text([told, WELL], settings, LOG)


@pytest.mark.parametrize(
    "text", ["[players\nA = Mio", '[playerz]\nA = "Mio"', 'players = "Mio"\n', '[[players]]\nA = ["Mio"]\n']
)
def test_settings_of_whatever_form_give_no_name_away(tmp_path, text):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    assert "Mio" not in report_text([WELL], path, LOG.replace("Mio waved", ""))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_network_password_and_key_are_in_no_report(tmp_path, encoding):
    path = tmp_path / "scorekeeper.toml"
    path.write_text(PRIVATE, encoding)
    log = (
        "asked for: Wi-Fi, SSH\njoins Am Weiher 3\n"
        "x.toml: name under [wifi] must be shorter, not 'Am Weiher 3, hinten'\n"
        "the country is DE\n"
    )
    wrong = fault(
        Topic.SETTINGS, "settings", "name under [system] must be a name, not 'mio s box'", "mend that"
    )
    text = report_text([WELL, wrong], path, log)
    assert [word for word in ("Weiher", "pass word", "mio", "ssh-ed25519") if word in text] == []
    assert "gain" in text
    assert "joins (a name)\nthe country is DE" in text


def test_without_settings_and_log_the_report_says_so(tmp_path):
    text = report_text([WELL], tmp_path / "none.toml", None)
    assert "none: journalctl is not there" in text
    assert text.endswith("in time\n")


def test_a_home_folder_does_not_name_its_owner():
    told = fine(Topic.DISK, f"{Path.home()}/scorekeeper takes writing", "")
    assert "~/scorekeeper takes writing" in report_text([told], Path("/nonexistent"), None)


def test_a_report_that_is_there_is_left_alone_unless_forced(clinic, tmp_path, capsys):
    report = tmp_path / "report.txt"
    report.write_text("mine")
    assert doctor("--data", clinic.data, "--report", report) == 2
    assert report.read_text() == "mine"
    assert "report.txt exists; choose another name, or replace it with --force" in capsys.readouterr().err
    assert doctor("--data", clinic.data, "--report", report, "--force") == 0
    assert report.read_text().startswith("Hanafuda Scorekeeper, doctor's report")


def test_settings_that_are_named_and_not_there_are_bad_usage(tmp_path, capsys):
    assert doctor("--config", tmp_path / "none.toml") == 2
    assert "there is no such file" in capsys.readouterr().err


def test_on_this_machine_whatever_it_is_the_doctor_comes_to_an_end(tmp_path, capsys):
    assert doctor("--data", tmp_path) in (0, 1)
    told = capsys.readouterr().out
    assert "ok    disk " in told
    assert "Traceback" not in told


def test_who_answers_no_more_is_taken_for_a_no(clinic, monkeypatch):
    told = []

    def look(_patient, hands):
        hands.do("Press.")
        told.append(hands.agrees("Is it?"))
        return (WELL,)

    def silent(_question):
        raise EOFError

    monkeypatch.setattr("firmware.doctor.command.examined", look)
    monkeypatch.setattr("firmware.cli.input", silent, raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert doctor("--data", clinic.data) == 0
    assert told == [False]
