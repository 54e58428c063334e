"""What both clocks promise, and when the machine's is believed. Nothing sleeps more than milliseconds."""

import datetime
import os
import queue
import time
from types import SimpleNamespace

import pytest

from hardware.clock import SystemClock
from hardware.virtual_clock import VirtualClock

BEHIND_S = 0.25  # what a laden machine may lose


@pytest.fixture(params=[VirtualClock, SystemClock], ids=["virtual", "system"])
def either(request):
    return request.param()


def test_a_mailbox_keeps_the_order(either):
    box = either.mailbox()
    for item in "abc":
        box.put(item)
    assert [box.get(0.0) for _ in range(4)] == ["a", "b", "c", None]


@pytest.mark.parametrize("timeout_s", [0.0, 0.002, -1.0])
def test_an_empty_mailbox_gives_nothing_when_time_is_up(either, timeout_s):
    before_s = either.now_s()
    assert either.mailbox().get(timeout_s) is None
    assert max(timeout_s, 0.0) <= either.now_s() - before_s < BEHIND_S


def test_a_message_wakes_a_thread_at_once(either):
    box, answers = either.mailbox(), either.mailbox()
    either.start("reader", lambda: answers.put(box.get(60.0)))
    before_s = either.now_s()
    box.put("hello")
    assert answers.get(5.0) == "hello"
    assert either.now_s() - before_s < BEHIND_S


def test_a_message_may_be_awaited_for_ever(either):
    box = either.mailbox()
    either.start("writer", lambda: (either.sleep(0.002), box.put("at last")))
    assert box.get() == "at last"


class Unrung:
    """A queue that stays empty; each wait in it is noted."""

    def __init__(self, most):
        self.waits, self._most = [], most

    def get(self, timeout):
        self.waits.append(timeout)
        if len(self.waits) == self._most:
            return "at last"
        raise queue.Empty


def test_the_machine_s_mailbox_never_waits_so_long_that_a_signal_lies_unheeded():
    """CPython heeds a signal that comes just before a wait when that wait is over: a stop has two seconds."""
    box = SystemClock().mailbox()
    box._items = Unrung(most=4)
    assert box.get() == "at last"
    assert all(wait_s is not None and wait_s <= 0.5 for wait_s in box._items.waits)


@pytest.mark.parametrize(("work_s", "has_ended"), [(0.0, True), (0.5, False)])
def test_joining_says_whether_a_thread_has_ended(either, work_s, has_ended):
    task = either.start("worker", lambda: either.sleep(work_s) if work_s else None)
    assert task.join(0.2 if has_ended else 0.002) is has_ended


def test_sleeping_takes_its_time(either):
    before_s = either.now_s()
    either.sleep(0.002)
    assert 0.002 <= either.now_s() - before_s + 1e-9 < BEHIND_S


@pytest.mark.parametrize(
    ("year", "wall_time"),
    [
        pytest.param(1970, None, id="never set"),
        pytest.param(2025, None, id="as the image was made"),
        pytest.param(2027, "2027-03-01T12:30:00+00:00", id="set"),
    ],
)
def test_the_systems_wall_time_is_told_only_where_it_was_set(monkeypatch, year, wall_time):
    now = datetime.datetime(year, 3, 1, 12, 30, 0, 999, tzinfo=datetime.UTC)
    fake = SimpleNamespace(datetime=SimpleNamespace(now=lambda _zone: now), UTC=datetime.UTC)
    monkeypatch.setattr("hardware.clock.datetime", fake)
    assert SystemClock().wall_time() == wall_time


@pytest.mark.parametrize(
    ("begins_days_ago", "is_synchronized", "is_told"),
    [
        pytest.param(None, False, True, id="a system that does not say where its clock begins"),
        pytest.param(0, False, False, id="a clock that has just begun"),
        pytest.param(29, False, False, id="and one that runs for weeks from there"),
        pytest.param(0, True, True, id="told by the network, on the day of the image"),
        pytest.param(31, False, True, id="far from there, by a module"),
        pytest.param(31, True, True, id="far from there, by the network"),
    ],
)
def test_where_the_clock_begins_it_is_not_believed(tmp_path, begins_days_ago, is_synchronized, is_told):
    if begins_days_ago is not None:
        begins_at = tmp_path / "usr/lib/clock-epoch"
        begins_at.parent.mkdir(parents=True)
        begins_at.touch()
        begun = time.time() - begins_days_ago * 86_400
        os.utime(begins_at, (begun, begun))
    if is_synchronized:
        (tmp_path / "run/systemd/timesync").mkdir(parents=True)
        (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert (SystemClock(tmp_path).wall_time() is not None) is is_told
