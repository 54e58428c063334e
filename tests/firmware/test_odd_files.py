"""Whatever stands in the data folder, the box starts, says what it left out, and keeps it aside."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journals import EVENTS, match_of, written
from powercuts import tables

from firmware.deck import Deck
from firmware.rulebook import games
from firmware.store import Found, Store, read_deck
from firmware.table import TagEnrolled
from hardware import VirtualClock
from scorer import Card, CardsCaptured, Seat


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "within").write_text("mine")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


ODD = pytest.mark.parametrize(
    "make",
    [
        pytest.param(_folder, id="a folder"),
        pytest.param(os.mkfifo, id="a pipe"),
        pytest.param(_loop, id="a link to itself"),
        pytest.param(lambda path: path.symlink_to("nowhere"), id="a link to nowhere"),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), id="a device"),
        pytest.param(_huge, id="a terabyte of zeros"),
        pytest.param(Path.touch, id="an empty file"),
    ],
)
OLD = Deck({bytes(4): Card.PINE_CRANE})
Make = Callable[[Path], None]


def _opened(folder: Path) -> tuple[Found, Store]:
    store = Store(folder, VirtualClock())
    return store.open(), store


@ODD
def test_in_place_of_the_deck_it_is_kept_aside_and_the_older_deck_used(tmp_path: Path, make: Make) -> None:
    (tmp_path / "deck.json.old").write_text('{"format": 1, "cards": {"pine-crane": ["00000000"]}}')
    make(tmp_path / "deck.json")
    found, store = _opened(tmp_path)
    before, after = tables()[:2]
    store.keep(TagEnrolled(bytes(4), Card.PINE_CRANE), before, after)
    store.close()
    assert (found.deck, len(found.warnings)) == (OLD, 1)
    assert found.warnings[0].endswith("; it was kept as deck.json.damaged-1")
    assert os.path.lexists(tmp_path / "deck.json.damaged-1")
    assert read_deck(tmp_path) == (after.deck, (), True)


@ODD
def test_in_place_of_the_older_deck_it_costs_nothing(tmp_path: Path, make: Make) -> None:
    store = _opened(tmp_path)[1]
    store.write_deck(Deck())
    make(tmp_path / "deck.json.old")
    store.write_deck(OLD)
    store.write_deck(OLD)
    store.close()
    assert read_deck(tmp_path) == (OLD, (), True)


@ODD
def test_in_place_of_a_deck_half_written_it_costs_nothing(tmp_path: Path, make: Make) -> None:
    make(tmp_path / "deck.json.new")
    store = _opened(tmp_path)[1]
    store.write_deck(OLD)
    store.close()
    assert read_deck(tmp_path) == (OLD, (), True)


@ODD
def test_in_place_of_the_newest_match_it_is_kept_aside_and_the_match_before_goes_on(
    tmp_path: Path, make: Make
) -> None:
    path = written(tmp_path, *EVENTS)
    make(path.with_name("000002.jsonl"))
    found, store = _opened(tmp_path)
    store.close()
    assert (found.match, len(found.warnings)) == (match_of(*EVENTS), 1)
    assert found.warnings[0].startswith("000002.jsonl is damaged and was put aside: ")
    assert os.path.lexists(path.with_name("000002.jsonl.damaged-1"))


@ODD
def test_in_place_of_the_matches_it_is_kept_aside_and_they_begin_anew(tmp_path: Path, make: Make) -> None:
    (tmp_path / "somewhere").mkdir()
    make(tmp_path / "matches")
    found, store = _opened(tmp_path)
    store.close()
    assert found.match is None
    assert written(tmp_path, *EVENTS).exists()


@ODD
def test_in_place_of_a_rule_file_it_costs_that_file_alone(tmp_path: Path, make: Make) -> None:
    (tmp_path / "rules").mkdir()
    make(tmp_path / "rules" / "mine.toml")
    rulesets, wrong = games(tmp_path)
    assert len(rulesets) == len(games(tmp_path / "none")[0])
    assert wrong[0].startswith("mine.toml: ")


def test_a_match_with_a_terabyte_behind_it_goes_on_and_the_terabyte_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path, *EVENTS)
    good = path.read_bytes()
    os.truncate(path, 1 << 40)
    found, store = _opened(tmp_path)
    store.close()
    assert (found.match, path.read_bytes()) == (match_of(*EVENTS), good)
    assert path.with_name("000001.jsonl.damaged-1").stat().st_size == 1 << 40


def _refusing(error: int, is_refused: Callable[[str, int], bool]) -> Callable[..., int]:
    """Return an `os.open` that refuses some files."""
    real = os.open

    def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if is_refused(os.fspath(path), flags):
            raise OSError(error, os.strerror(error), os.fspath(path))
        return real(path, flags, *more, **named)

    return opened


CAPTURED = CardsCaptured(Seat.A, (Card.SUSUKI_MOON,))


def test_a_match_file_of_somebody_else_goes_on_in_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, *EVENTS)
    theirs = path.stat().st_ino
    is_theirs = lambda name, flags: flags & os.O_RDWR and os.stat(name).st_ino == theirs  # noqa: E731
    monkeypatch.setattr(os, "open", _refusing(errno.EACCES, is_theirs))
    found, store = _opened(tmp_path)
    store._journal.record(CAPTURED, 5, None)
    store.close()
    assert (found.match, found.warnings) == (match_of(*EVENTS), ())
    assert _opened(tmp_path)[0].match == match_of(*EVENTS, CAPTURED)


@pytest.mark.parametrize("tail", [b"", b"torn"], ids=["whole", "torn"])
def test_on_a_disk_that_is_read_only_at_the_start_the_match_goes_on_and_is_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tail: bytes
) -> None:
    path = written(tmp_path, *EVENTS)
    path.write_bytes(path.read_bytes() + tail)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", _refusing(errno.EROFS, lambda _, flags: bool(flags & 3)))
        patch.setattr(os, "link", _refusing(errno.EROFS, lambda *_: True))
        found, store = _opened(tmp_path)
        with pytest.raises(OSError, match="Read-only"):
            store._journal.record(CAPTURED, 5, None)
    assert found.match == match_of(*EVENTS)
    assert (
        found.warnings[-1] == "000001.jsonl cannot be written: Read-only file system; look who may write it"
    )
    store.retry()
    store.close()
    assert _opened(tmp_path)[0].match == match_of(*EVENTS, CAPTURED)


def test_a_deck_of_somebody_else_is_told_and_kept_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deck.json").write_text("theirs")
    monkeypatch.setattr(os, "open", _refusing(errno.EACCES, lambda name, _: name.endswith("deck.json")))
    found, store = _opened(tmp_path)
    store.close()
    told = "deck.json cannot be used: Permission denied; look who may read it"
    assert found.warnings == (f"{told}; it was kept as deck.json.damaged-1",)


def test_matches_that_may_not_be_read_do_not_keep_the_box_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, *EVENTS)

    def refused(folder: Path) -> list[str]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(os, "listdir", refused)
    found, store = _opened(tmp_path)
    store.close()
    assert (found.match, len(found.warnings)) == (None, 1)
    assert found.warnings[0].endswith("matches cannot be used: Permission denied; look who may use it")


def test_a_match_that_may_not_be_read_is_left_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, *EVENTS)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", _refusing(errno.EACCES, lambda name, _: name == str(path)))
        found, store = _opened(tmp_path)
        store.close()
    assert (found.match, path.exists()) == (None, True)
    assert found.warnings == ("000001.jsonl cannot be used: Permission denied; look who may read it",)


@pytest.mark.parametrize("error", [errno.EPERM, errno.EOPNOTSUPP])
def test_on_a_disk_without_links_the_older_deck_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    monkeypatch.setattr(os, "link", _refusing(error, lambda *_: True))
    store = _opened(tmp_path)[1]
    store.write_deck(OLD)
    store.write_deck(Deck())
    store.close()
    (tmp_path / "deck.json").unlink()
    assert read_deck(tmp_path)[0] == OLD
