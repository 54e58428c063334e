"""The clock that jumps: whose turn it is, killed threads, failures and deadlocks."""

import random
import threading
import time

import pytest

from hardware.virtual_clock import Killed, VirtualClock

BEHIND_S = 0.25  # what a laden machine may lose


def busy_program(seed):
    """Run five threads that wait and write at random; return what they did, in order."""
    clock, log, chance = VirtualClock(), [], random.Random(seed)
    boxes = [clock.mailbox() for _ in range(5)]

    def work(number, waits):
        for wait_s in waits:
            got = boxes[number].get(wait_s)
            log.append((clock.now_s(), number, got))
            boxes[(number + 1) % 5].put((number, wait_s))

    for number in range(5):
        waits = [chance.choice([0.0, 0.1, 0.1, 0.25]) for _ in range(20)]
        clock.start(f"worker {number}", lambda number=number, waits=waits: work(number, waits))
    clock.sleep(10.0)
    return log


def test_the_same_program_gives_the_same_order_of_events():
    log = busy_program(1)
    assert len(log) == 100
    assert busy_program(1) == log
    assert busy_program(2) != log


def test_virtual_time_never_goes_back():
    times = [at_s for at_s, _, _ in busy_program(3)]
    assert times == sorted(times)


def test_a_sleep_into_the_past_does_not_turn_time_back(clock):
    clock.sleep(5.0)
    clock.sleep(-1.0)
    assert clock.now_s() == 5.0


def test_ten_minutes_cost_nothing(clock):
    before_s = time.monotonic()
    clock.sleep(600.0)
    assert clock.now_s() == 600.0
    assert time.monotonic() - before_s < BEHIND_S


def test_the_thread_that_is_due_first_runs_first(clock):
    log = []
    for name, wait_s in [("late", 0.3), ("early", 0.1), ("middle", 0.2)]:
        clock.start(name, lambda name=name, wait_s=wait_s: (clock.sleep(wait_s), log.append(name)))
    clock.sleep(1.0)
    assert log == ["early", "middle", "late"]


def test_of_those_due_together_the_first_to_wait_runs_first(clock):
    log = []
    for name in "abc":
        clock.start(name, lambda name=name: (clock.sleep(0.1), log.append(name)))
    clock.sleep(1.0)
    assert log == ["a", "b", "c"]


def test_a_thread_first_runs_when_its_maker_waits(clock):
    log = []
    clock.start("other", lambda: log.append("ran"))
    assert log == []
    clock.sleep(0.0)
    assert log == ["ran"]


def test_a_message_is_read_before_its_writer_sleeps_on(clock):
    box, log = clock.mailbox(), []
    clock.start("reader", lambda: log.append((box.get(), clock.now_s())))
    clock.sleep(1.0)
    box.put("hello")
    clock.sleep(1.0)
    assert log == [("hello", 1.0)]


def test_who_sleeps_past_another_s_waking_hands_over_to_it(clock):
    log = []
    clock.start("other", lambda: [(clock.sleep(1.0), log.append(clock.now_s())) for _ in range(3)])
    for _ in range(5):
        clock.sleep(0.75)
        log.append(clock.now_s())
    assert log == [0.75, 1.0, 1.5, 2.0, 2.25, 3.0, 3.0, 3.75]


def test_killed_threads_unwind_where_they_stand_and_do_no_more(clock):
    log = []

    def work():
        try:
            log.append("begun")
            clock.sleep(1.0)
            log.append("went on")
        finally:
            log.append("unwound")
            clock.sleep(1.0)
            log.append("slept while unwinding")

    clock.start("worker", work)
    clock.sleep(0.5)
    clock.kill_others()
    clock.sleep(5.0)
    assert log == ["begun", "unwound"]
    assert clock.now_s() == 5.5


def test_killed_threads_read_no_time(clock):
    log = []

    def work():
        try:
            clock.mailbox().get()
        finally:
            log.append(clock.now_s())

    clock.start("worker", work)
    clock.sleep(0.1)
    clock.kill_others()
    assert log == []


def test_a_thread_that_never_ran_never_will(clock):
    log = []
    clock.start("worker", lambda: log.append("ran"))
    clock.kill_others()
    clock.sleep(1.0)
    assert log == []


def test_no_handler_of_exceptions_stops_a_kill():
    assert not issubclass(Killed, Exception)


def test_killed_threads_are_gone(clock):
    for _ in range(5):
        clock.start("condemned", lambda: clock.mailbox().get())
    clock.sleep(0.1)
    condemned = [thread for thread in threading.enumerate() if thread.name == "condemned"]
    clock.kill_others()
    for thread in condemned:
        thread.join(1.0)
    assert [thread.is_alive() for thread in condemned] == [False] * 5


def test_threads_started_after_a_kill_run(clock):
    log = []
    clock.start("worker", lambda: clock.sleep(9.0))
    clock.sleep(0.1)
    clock.kill_others()
    clock.start("worker", lambda: log.append("ran"))
    clock.sleep(0.1)
    assert log == ["ran"]


@pytest.mark.parametrize("waits", [lambda clock: clock.sleep(60.0), lambda clock: clock.mailbox().get()])
def test_what_fails_in_a_thread_is_raised_in_the_main_thread_at_once(clock, waits):
    def work():
        clock.sleep(1.0)
        raise LookupError("of the worker")

    clock.start("worker", work)
    with pytest.raises(LookupError, match="of the worker"):
        waits(clock)
    assert clock.now_s() == 1.0


def wait_in_thread(clock):
    clock.start("worker", lambda: clock.mailbox().get())


def end_thread(clock):
    clock.start("worker", lambda: None)


def no_thread(_clock):
    pass


@pytest.mark.parametrize("others", [no_thread, wait_in_thread, end_thread])
def test_a_deadlock_raises_in_the_main_thread(clock, others):
    others(clock)
    with pytest.raises(RuntimeError, match="every thread waits for a message that nobody can send"):
        clock.mailbox().get()


def test_a_clock_goes_on_after_a_deadlock(clock):
    wait_in_thread(clock)
    with pytest.raises(RuntimeError):
        clock.mailbox().get()
    clock.sleep(1.0)
    assert clock.now_s() == 1.0


@pytest.mark.parametrize(
    ("others", "all_wait"),
    [
        pytest.param(no_thread, True, id="nobody"),
        pytest.param(wait_in_thread, True, id="at a mailbox"),
        pytest.param(lambda clock: clock.start("worker", lambda: clock.sleep(9.0)), False, id="asleep"),
    ],
)
def test_whether_all_wait_for_messages_can_be_asked(clock, others, all_wait):
    others(clock)
    clock.sleep(0.1)
    assert clock.all_wait_for_messages() is all_wait


def test_a_message_on_its_way_is_not_waiting(clock):
    box = clock.mailbox()
    clock.start("worker", lambda: (box.get(), clock.mailbox().get()))
    clock.sleep(0.1)
    box.put("work")
    assert not clock.all_wait_for_messages()
    clock.sleep(0.0)
    assert clock.all_wait_for_messages()


def test_nobody_sets_the_virtual_clock(clock):
    clock.sleep(1.0)
    assert clock.wall_time() is None
