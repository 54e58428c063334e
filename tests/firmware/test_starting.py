"""The start: the display says "ready", by showing the table, only once a tap would count."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.table import (
    DisplayNews,
    ReaderNews,
    ReadersReady,
    SaveNews,
    Table,
    Tick,
    View,
    decide,
    faulty_settings_told,
)
from firmware.texts import Language, load
from hardware import Button, ButtonEdge, TagArrived

TEXTS = load(Language.ENGLISH)


def starting(table=None):
    table = table or Table(())
    return replace(table, view=replace(table.view, is_starting=True))


def after(table, *inputs):
    for given in inputs:
        table = decide(table, given).applied_to(table)
    return table


def words(table):
    return str(scene_of(table, TEXTS))


def test_at_first_it_says_that_it_starts():
    assert "Starting" in words(starting())
    assert "Starting" not in words(Table(()))


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(ReadersReady(1.0), id="the readers look"),
        pytest.param(ReaderNews("no answer", 1.0), id="a reader is lost"),
        pytest.param(TagArrived(b"1234", 0, 1.0), id="a tag was read"),
    ],
)
def test_once_the_readers_are_known_it_shows_the_table(given):
    assert "Starting" not in words(after(starting(), given))


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(DisplayNews(None, 1.0), id="the display"),
        pytest.param(SaveNews(is_unsaved=True, at_s=1.0), id="the disk"),
        pytest.param(ButtonEdge(Button.A, True, 1.0), id="a button"),
    ],
)
def test_nothing_else_makes_it_ready(given):
    assert "Starting" in words(after(starting(), given))


@pytest.mark.parametrize("button", Button)
def test_a_press_before_does_nothing(button):
    table = after(
        starting(), ButtonEdge(button, True, 1.0), ButtonEdge(button, False, 1.1), ReadersReady(1.2)
    )
    assert table.view.mode == View().mode


def test_ok_held_powers_off_all_the_same():
    table = after(starting(), ButtonEdge(Button.OK, True, 1.0), ButtonEdge(Button.OK, False, 4.5))
    assert table.view.is_off


def test_what_is_wrong_with_the_settings_is_told_after_it():
    table = starting(faulty_settings_told(Table(())))
    assert "wrong" not in words(table)
    assert "wrong" in words(after(table, ReadersReady(1.0)))


def test_however_long_the_start_takes_it_is_told_for_five_seconds_then():
    table = after(starting(faulty_settings_told(Table(()))), Tick(20.0), ReadersReady(30.0))
    assert ["wrong" in words(after(table, Tick(at_s))) for at_s in (34.9, 35.0)] == [True, False]


def test_a_box_that_is_built_starts_so(evening, tmp_path):
    built = evening._start(tmp_path)
    assert built.table.view.is_starting


def test_where_a_script_begins_the_box_is_ready(evening):
    evening.play("screen")
    assert not evening.appliance.table.view.is_starting


@pytest.mark.parametrize("is_plugged", [True, False], ids=["its reader has looked", "its reader is missed"])
def test_a_box_that_gets_power_is_ready_once_its_reader_has_looked_or_is_missed(evening, is_plugged):
    box = evening.player._box
    evening.world.set_reader_plugged(is_plugged)
    box.cut_power()
    assert not box.is_ready
    evening.clock.sleep(2.0)
    assert box.is_ready
