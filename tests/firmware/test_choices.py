"""What was chosen in menus, in table.json."""

import errno
import json
import os
from pathlib import Path

import pytest

from firmware.config import Config
from firmware.errors import BadFile, NewerFile
from firmware.simulation import Simulation, Tags
from firmware.store import Store
from firmware.table import Choices, ChoicesMade, NewGame, Table, apply, describe
from firmware.texts import Language
from hardware import VirtualClock
from scorer import Seat

FIXTURES = Path(__file__).parent / "fixtures"
FORMAT_1 = (FIXTURES / "choices-1" / "table.json").read_text()
FORMAT_2 = (FIXTURES / "choices-2" / "table.json").read_text()
RULES = {"fuke": True, "fuke_limit": 50, "fuke_counts": "cards", "teyaku": False}
INO = NewGame("ino-shika-cho", 3, 300, Seat.C, RULES)
SILENT = Choices(INO, has_sound=False, one_short=True, language=Language.JAPANESE)


def keep(folder, *choices):
    store, table = Store(folder, VirtualClock()), Table(())
    found = store.open()
    for one in choices:
        after = apply(table, ChoicesMade(one))
        store.keep(ChoicesMade(one), table, after)
        table = after
    store.close()
    return found


def read(folder):
    return keep(folder)


def test_a_file_of_format_1_is_read():
    assert Choices.from_json(json.loads(FORMAT_1)) == Choices(INO, has_sound=False)


def test_choices_are_written_as_they_are_read(tmp_path):
    keep(tmp_path, SILENT)
    assert (tmp_path / "table.json").read_text() == FORMAT_2
    assert read(tmp_path).choices == SILENT


@pytest.mark.parametrize("language", Language)
def test_a_language_is_written_as_it_is_read(tmp_path, language):
    keep(tmp_path, Choices(language=language))
    assert read(tmp_path).choices.language is language


def test_at_first_nobody_has_chosen_and_no_game_was_last(tmp_path):
    assert read(tmp_path).choices == Choices()


def test_one_older_generation_is_kept(tmp_path):
    keep(tmp_path, SILENT, Choices())
    assert Choices.from_json(json.loads((tmp_path / "table.json.old").read_text())) == SILENT


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(bytes(300), id="zeroed"),
        pytest.param(FORMAT_2.encode()[:60], id="cut short"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b"[]", id="no object"),
        pytest.param(b"{}", id="no format"),
        pytest.param(b'{"format": 1, "sound": "off"}', id="a sound that is none"),
        pytest.param(b'{"format": 1, "language": "fr"}', id="a language that is none"),
        pytest.param(b'{"format": 2, "one_short": 1}', id="a switch that is none"),
        pytest.param(b'{"format": 1, "last": "mushi"}', id="a game that is none"),
        pytest.param(FORMAT_2.replace('"C"', '"D"').encode(), id="a dealer who sits nowhere"),
        pytest.param(FORMAT_2.replace("300", "true").encode(), id="a length that is no number"),
        pytest.param(FORMAT_2.replace("50", "null").encode(), id="a house rule that is nothing"),
        pytest.param(FORMAT_2.replace('"ino-shika-cho"', "7").encode(), id="a game that is no word"),
        pytest.param(FORMAT_2.replace('"players"', '"player"').encode(), id="a key too few"),
    ],
)
def test_a_damaged_file_is_put_aside_and_told_and_the_older_one_used(tmp_path, damage):
    keep(tmp_path, SILENT, Choices())
    (tmp_path / "table.json").write_bytes(damage)
    found = read(tmp_path)
    assert found.choices == SILENT
    assert found.warnings[0].startswith("table.json is damaged: ")
    assert found.warnings[0].endswith("; it was kept as table.json.damaged-1")
    assert (tmp_path / "table.json.damaged-1").read_bytes() == damage


def test_a_newer_programs_file_is_told_and_left_alone(tmp_path):
    newer = '{"format": 3, "sound": {"volume": 3}}'
    (tmp_path / "table.json").write_text(newer)
    found = read(tmp_path)
    assert found.choices == Choices()
    assert found.warnings == ("a newer version of the program wrote the file of choices",)
    with pytest.raises(PermissionError, match="newer version"):
        keep(tmp_path, SILENT)
    assert (tmp_path / "table.json").read_text() == newer


@pytest.mark.parametrize(("record", "error"), [({"format": 3}, NewerFile), ({"format": True}, BadFile)])
def test_the_format_is_looked_at_first(record, error):
    with pytest.raises(error):
        Choices.from_json(record)


def _full(*_):
    raise OSError(errno.ENOSPC, "no space left")


def test_choices_that_cannot_be_written_leave_the_old_ones_and_are_written_by_a_retry(tmp_path, monkeypatch):
    keep(tmp_path, Choices())
    store = Store(tmp_path, VirtualClock())
    store.open()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", _full)
        with pytest.raises(OSError, match="no space left"):
            store.keep(ChoicesMade(SILENT), Table(()), Table((), choices=SILENT))
    assert json.loads((tmp_path / "table.json").read_text())["sound"] is None
    store.retry()
    store.close()
    assert read(tmp_path).choices == SILENT


def test_choices_are_applied_and_said_in_a_line():
    assert apply(Table(()), ChoicesMade(SILENT)).choices == SILENT
    assert describe(ChoicesMade(Choices())) == (
        "chosen: {'format': 2, 'sound': None, 'one_short': None, 'language': None, 'last': None}"
    )


def test_choices_that_are_on_the_disk_are_not_written_again(tmp_path):
    store = Store(tmp_path, VirtualClock())
    store.open()
    store.keep(ChoicesMade(SILENT), Table(()), Table((), choices=SILENT))
    (tmp_path / "table.json").unlink()
    store.retry()
    store.close()
    assert not (tmp_path / "table.json").exists()


def test_a_match_begun_from_the_command_line_keeps_the_other_choices(tmp_path):
    keep(tmp_path, SILENT)
    Simulation(Config(), tmp_path, Tags()).begin(NewGame("botan-cho", 2, 6, Seat.B))
    kept = read(tmp_path).choices
    assert (kept.has_sound, kept.last) == (False, NewGame("botan-cho", 2, 6, Seat.B, {"chips": 180}))
