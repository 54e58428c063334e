"""The doctor with the whole box: what is told, in which order, and whose devices are left alone."""

import os
from types import SimpleNamespace

from firmware.doctor import Level, Topic, in_order
from firmware.doctor.finding import fault, fine, hint
from firmware.owner import PID_FILE, owned


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


def test_findings_go_by_topic_or_with_the_worst_first():
    well = fine(Topic.BOARD, "", "")
    slow, dead = hint(Topic.POWER, "", "", ""), fault(Topic.UNIT, "", "", "")
    dead_too = fault(Topic.SPI, "", "", "")
    assert in_order([dead, slow, well, dead_too]) == (well, slow, dead_too, dead)
    assert in_order([slow, dead, well, dead_too], worst_first=True) == (dead_too, dead, slow, well)
