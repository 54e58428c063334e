"""Every format that was ever written is read; one that is newer is told kindly and left alone.

The fixtures were written by the programs that wrote these formats. None is ever made anew; a new format
brings a new one.
"""

import io
import json
import shutil
import tarfile
from pathlib import Path

import pytest
from journals import FIXTURES

from firmware.archive import ARCHIVE_FORMAT
from firmware.cli import main
from firmware.deck import DECK_FORMAT
from firmware.history import history
from firmware.history_export import EXPORT_FORMAT
from firmware.matchfile import JOURNAL_FORMAT
from firmware.store import Store, read_deck
from firmware.table.choices import CHOICES_FORMAT
from hardware import VirtualClock
from scorer import Card, Seat, Stage

A, B = Seat.A, Seat.B


def _started(fixture: str, folder: Path) -> Store:
    shutil.copytree(FIXTURES / fixture, folder, dirs_exist_ok=True)
    return Store(folder, VirtualClock())


def test_there_is_a_fixture_of_every_format() -> None:
    written = {
        "journal": JOURNAL_FORMAT,
        "deck": DECK_FORMAT,
        "choices": CHOICES_FORMAT,
        "backup": ARCHIVE_FORMAT,
    }
    wanted = {f"{name}-{number}" for name, last in written.items() for number in range(1, last + 1)}
    assert {path.name for path in FIXTURES.iterdir()} == wanted


def test_journal_1_is_read_and_its_match_goes_on(tmp_path: Path) -> None:
    found = _started("journal-1", tmp_path).open()
    assert found.warnings == ()
    assert found.match is not None
    assert (found.match.event_count, found.match.stage) == (5, Stage.PLAYING)
    assert found.match.round.owner(Card.PINE_CRANE) is B
    said = [
        (one.summary.state.value, one.summary.rounds, one.summary.winner) for one in history(tmp_path).entries
    ]
    assert said == [("finished", 2, A), ("ended-early", 1, None), ("running", 0, None)]


def test_journal_2_is_read_with_its_corrections(tmp_path: Path) -> None:
    found = _started("journal-2", tmp_path).open()
    assert found.warnings == ()
    assert found.match is not None
    assert (found.match.round.dealer, found.match.options["rounds"]) == (A, 6)
    assert list(history(tmp_path).entries[0].summary.points.values()) == [300, 60]


def test_deck_1_is_read(tmp_path: Path) -> None:
    found = _started("deck-1", tmp_path).open()
    assert (found.warnings, found.deck.count(), len(found.deck.tags)) == ((), 2, 3)


def test_backup_1_is_restored(tmp_path: Path) -> None:
    assert main(["restore", str(FIXTURES / "backup-1" / "backup.tar.gz"), "--data", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "deck.json",
        "matches",
        "rules",
        "scorekeeper.toml.restored",
        "table.json",
    ]
    assert (read_deck(tmp_path)[0].count(), len(history(tmp_path).entries)) == (2, 2)


def test_an_export_says_its_format(capsys: pytest.CaptureFixture[str]) -> None:
    main(["history", "export", "--format", "json", "--data", str(FIXTURES / "journal-2")])
    assert json.loads(capsys.readouterr().out)["format"] == EXPORT_FORMAT


def test_a_newer_backup_is_refused_and_nothing_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b'{"format": 2}'
    with tarfile.open(tmp_path / "newer.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("scorekeeper-backup.json")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    assert main(["restore", str(tmp_path / "newer.tar.gz"), "--data", str(tmp_path / "data")]) == 1
    error = capsys.readouterr().err
    assert "a newer version of the program made it; update this one first; nothing was changed" in error
    assert list((tmp_path / "data").iterdir()) == []
