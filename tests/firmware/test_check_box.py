"""The doctor's pages on a whole box: what is planted in the machine is on the display."""

from dataclasses import replace

from hardware import Button
from hardware.host import Power, Unit

OPEN = (
    "hold BACK 1.2",
    'until choice "home" press B',
    "press OK",
    'until choice "check" press B',
    "press OK",
)


def change(evening, **facts):
    host = evening.world.machine.host
    host.facts = replace(host.facts, **facts)


def without(evening, name):
    return {key: value for key, value in evening.world.machine.host.facts.packages.items() if key != name}


def test_faults_of_the_machine_come_first_each_with_its_cure(evening):
    change(evening, power=Power(is_low=True), unit=Unit("enabled", "failed"))
    change(evening, packages=without(evening, "mfrc522"))
    evening.play(*OPEN, "expect Faults: 3")
    evening.play("press B", "expect Too little power now Pi's own supply, short thick cable")
    evening.play("press B", "expect mfrc522 is missing scorekeeper doctor says how")
    evening.play("press B", "expect It fails journalctl -u scorekeeper says why")


def test_a_button_that_is_stuck_is_named(evening):
    evening.play(*OPEN)
    evening.world.push(Button.C)
    evening.play("wait 1", "press OK", "expect Faults: 1", "press B", "expect C is stuck")


def test_each_fault_of_the_settings_is_a_page_that_says_where_and_what_should_stand_there(make_evening):
    faults = (
        "/x.toml: password under [wifi] must be in quotes, 8 to 63 letters",
        "/x.toml: dim under [display] is no setting; there are dim_after, dark_after",
        "/x.toml: A under [buttons] must be the BCM number of a free pin, not 'x (at'",
        "/x.toml: is no TOML, nothing of it is used (texts stand in quotes): Invalid (at line 2, column 5)",
        "/x.toml: cannot be read: Input/output error",
    )
    evening = make_evening(faults=faults)
    evening.play(*OPEN, "expect Faults: 5")
    evening.play("press B", "expect [wifi] password in quotes, 8 to 63 letters")
    evening.play("press B", "expect [display] dim is no setting; there are dim_after")
    evening.play("press B", "expect [buttons] A the BCM number of a free pin")
    evening.play("press B", "expect line 2, column 5 is no TOML, nothing of it is used")
    evening.play("press B", "expect ? cannot be read: Input/output error")


def test_who_has_looked_gets_a_report_where_systemd_started_the_box(evening, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    change(evening, power=Power(is_low=True))
    with caplog.at_level("INFO", logger="firmware.doctor.report_wish"):
        evening.play(*OPEN, "expect Faults: 1")
    assert (tmp_path / "report").exists()
    assert [line.split()[1:3] for line in caplog.messages] == [["fault", "power"], ["hint", "clock"]]


def test_a_box_that_was_started_by_hand_leaves_no_wish(evening, tmp_path, monkeypatch):
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    evening.play(*OPEN, "expect Faults: 0")
    assert not (tmp_path / "report").exists()


def test_a_wish_that_cannot_be_left_is_told(evening, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "none"))
    evening.play(*OPEN, "expect Faults: 0")
    assert "nobody writes a report" in caplog.text


def test_who_looks_twice_at_once_is_one_doctor(evening, monkeypatch):
    """The pages are left and opened again before he is ready."""
    looks = []
    look = evening.world.machine.host.look

    def slow(nodes):
        looks.append(evening.clock.now_s())
        evening.clock.mailbox().get(3.0)
        return look(nodes)

    monkeypatch.setattr(evening.world.machine.host, "look", slow)
    evening.play(*OPEN, "expect Looking", "press BACK", "press OK", "expect Looking", "wait 4")
    assert len(looks) == 1
    evening.play("expect Faults: 0")


def test_while_the_doctor_looks_the_match_waits_and_goes_on_as_it_was(evening):
    evening.play("tap pine-crane", *OPEN, "tap plum-warbler", "press BACK", 'until choice "continue" press A')
    evening.play("press OK", 'check phase "playing"', 'check piles {"A": ["pine-crane"], "B": []}')
    evening.play("tap plum-warbler", 'check piles.A ["pine-crane", "plum-warbler"]')
