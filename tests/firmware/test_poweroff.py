"""The wish to power off: left for root's unit, heard or taken back, and never there at the next start."""

import logging
import signal
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import firmware.run
from firmware.cli import main
from firmware.poweroff import HEARD_WITHIN_S, WISH, ask_power_off
from hardware import VirtualClock

SHIPPED = Path(__file__).parents[2] / "systemd"


def _take_after(clock: VirtualClock, wish: Path, seconds: float) -> None:
    """Remove the wish some time after it was left, as the unit does."""

    def take() -> None:
        clock.sleep(seconds)
        wish.unlink()

    clock.start("root", take)


def test_the_wish_stands_until_the_unit_takes_it(tmp_path: Path) -> None:
    clock = VirtualClock()
    _take_after(clock, tmp_path / WISH, 0.5)
    assert ask_power_off(tmp_path, clock)
    assert clock.now_s() == pytest.approx(0.5, abs=0.1)
    assert list(tmp_path.iterdir()) == []


def test_a_wish_that_nobody_hears_is_taken_back_lest_a_later_start_finds_it(tmp_path: Path) -> None:
    clock = VirtualClock()
    assert not ask_power_off(tmp_path, clock)
    assert clock.now_s() == pytest.approx(HEARD_WITHIN_S, abs=0.1)
    assert list(tmp_path.iterdir()) == []


def test_where_no_wish_can_be_left_the_box_just_ends(tmp_path: Path) -> None:
    assert not ask_power_off(tmp_path / "nowhere", VirtualClock())


def test_the_path_unit_waits_for_this_file() -> None:
    assert f"PathExists=/run/scorekeeper/{WISH}\n" in (SHIPPED / "scorekeeper-poweroff.path").read_text()


@pytest.fixture
def ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> Callable[[bool], list[Any]]:
    """Return a function that runs a box which ends by itself or is stopped; and where its wish went."""

    caplog.set_level(logging.WARNING)  # what `run` sets is set back
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def run(is_off: bool) -> list[Any]:
        wishes: list[Any] = []
        box = SimpleNamespace(
            run=lambda *_: None, stop=None, table=SimpleNamespace(view=SimpleNamespace(is_off=is_off))
        )
        monkeypatch.setattr(firmware.run, "build", lambda *_: box)
        monkeypatch.setattr(firmware.run, "ask_power_off", lambda folder, _: wishes.append(folder))
        assert main(["run", "--data", str(tmp_path)]) == 0
        return wishes

    return run


@pytest.mark.parametrize(
    ("is_off", "folder", "wishes"),
    [
        pytest.param(True, "/run/scorekeeper", [Path("/run/scorekeeper")], id="OK held, as a service"),
        pytest.param(True, None, [], id="OK held, by hand"),
        pytest.param(False, "/run/scorekeeper", [], id="stopped or restarted"),
    ],
)
def test_only_a_box_that_was_switched_off_at_the_table_as_a_service_wishes_to_power_off(
    ended: Callable[[bool], list[Any]],
    monkeypatch: pytest.MonkeyPatch,
    is_off: bool,
    folder: str | None,
    wishes: list[Any],
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    if folder is not None:
        monkeypatch.setenv("RUNTIME_DIRECTORY", folder)
    assert ended(is_off) == wishes
