"""The loop's deeds: what fails on the disk or in a thread, and how the box ends."""

import errno
import logging
import os
from typing import Any

import pytest

import firmware.display_watch
import firmware.loop
import firmware.table
from firmware.errors import Broken
from firmware.table import Decision, Input, Table, Tick
from hardware import DeviceSettings, ReaderSettings


def _full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_on_a_full_disk_play_goes_on_and_every_screen_says_so(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _full_disk)
        evening.play("tap pine-crane", 'check piles.A ["pine-crane"]', 'check notice "not-saved"')
        evening.play("wait 4", "expect Not saved", "press B", 'check active "B"', 'check notice "not-saved"')
    evening.play("tap plum-warbler", "check notice null")
    assert not evening.player._box.appliance.scene.says("Not saved")
    evening.play("power-cut", 'check piles {"A": ["pine-crane"], "B": ["plum-warbler"]}', 'check active "B"')


@pytest.mark.parametrize(
    ("call", "error"), [("fsync", errno.ENOSPC), ("fsync", errno.EROFS), ("write", errno.ENOSPC)]
)
def test_every_screen_says_that_nothing_is_saved_and_each_event_tries_again(
    evening: Any, monkeypatch: pytest.MonkeyPatch, call: str, error: int
) -> None:
    tries: list[str] = []

    def refuse(*_: object) -> None:
        tries.append(call)
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as broken:
        broken.setattr(os, call, refuse)
        evening.play("tap pine-crane", "wait 4", "expect Not saved")
        first = len(tries)
        evening.play("tap plum-warbler", "wait 4", "expect Not saved")
        assert len(tries) > first
        for screen in (
            "hold BACK 1.2",
            "press BACK",
            "press OK",
            "press A",
            "press OK",
            "press OK",
            "press OK",
        ):
            evening.play(screen, "wait 1", "expect Not saved")
        evening.play('check phase "playing"', "check round 2", "hold BACK 1.2")
        evening.play('until choice "home" press B', "press OK", 'check phase "home"', "expect Not saved")
    evening.play("wait 6", "check notice null", "power-cut", 'check phase "playing"', "check round 2")


def test_what_was_not_saved_is_written_by_itself_when_the_disk_is_free_again(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _full_disk)
        evening.play("tap pine-crane", 'check notice "not-saved"')
    evening.play("wait 6", "check notice null", "power-cut", 'check piles.A ["pine-crane"]')


def test_what_was_not_saved_is_lost_with_the_power_and_only_that(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play("tap pine-crane")
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _full_disk)
        evening.play("tap plum-warbler", 'check piles.A ["pine-crane", "plum-warbler"]', "power-cut")
    evening.play('check piles.A ["pine-crane"]')


def test_a_thread_that_fails_for_an_unforeseen_reason_ends_the_box_with_a_word(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play("tap pine-crane")

    def paint(_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(firmware.display_watch, "paint", paint)
    with pytest.raises(Broken, match=r"ZeroDivisionError\('a bug'\)"):
        evening.play("tap plum-warbler", "wait 1")
    assert not evening.world.chips[0].field.is_on
    assert not evening.world.panel.is_on


def test_a_tick_is_never_earlier_than_it_was_wanted_lest_it_be_wanted_again_at_once(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[float] = []
    early: list[float] = []

    def wake_at(table: Table) -> float | None:
        if len(early) > 9:
            return None  # or it would go on for ever
        wanted.append((table.view.now_s // 0.125 + 1) * 0.125)
        return wanted[-1]

    def decide(table: Table, given: Input) -> Decision:
        if isinstance(given, Tick) and given.at_s < wanted[-1]:
            early.append(given.at_s)
        return firmware.table.decide(table, given)

    evening.play("tap pine-crane")
    monkeypatch.setattr(firmware.loop, "wake_at", wake_at)
    monkeypatch.setattr(firmware.loop, "decide", decide)
    evening.play("tap plum-warbler", "wait 4")
    assert len(wanted) >= 32
    assert early == []


def test_a_lost_reader_is_named_by_the_pins_of_the_settings(make_evening: Any) -> None:
    evening = make_evening(devices=DeviceSettings(readers=(ReaderSettings(reset_gpio=5),)))
    evening.play("unplug reader", "expect RST 29")


def test_a_stop_switches_field_and_panel_off_and_ends_every_thread(evening: Any) -> None:
    evening.play("tap pine-crane")
    assert evening.world.chips[0].field.is_on
    assert evening.world.panel.is_on
    before_s = evening.clock.now_s()
    evening.player.end()
    assert not evening.world.chips[0].field.is_on
    assert not evening.world.panel.is_on
    assert evening.clock.now_s() - before_s < 2.0


def test_the_log_tells_changes_of_state_and_not_every_tag(
    evening: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ours = ("firmware.loop", "firmware.reader_watch")
    for name in ours:
        caplog.set_level(logging.INFO, name)
    evening.play("unplug reader", "wait 1", "plug reader", "wait 1", "tap pine-crane", "press OK")
    told = [record.getMessage() for record in caplog.records if record.name in ours]
    assert told == [
        "the reader stopped answering: check its wires",
        "no reader on the bus: check its wires",
        "the reader is back",
        "round-closed",
    ]
