"""The data folder: deck and matches."""

import errno
import json
import os

import pytest

from firmware.deck import Deck
from firmware.files import replace_file
from firmware.store import Store, read_deck
from firmware.table import NewGame, Table, TagEnrolled, apply, started
from hardware import VirtualClock
from scorer import Card, CardsCaptured, Seat, load

OLD = Deck({bytes(4): Card.PINE_CRANE})
NEW = OLD.enrol(bytes(7), Card.MAPLE_DEER)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "data", VirtualClock())
    store.open()
    yield store
    store.close()


def reopened(folder):
    store = Store(folder, VirtualClock())
    found = store.open()
    store.close()
    return found


def keep(store, table, *facts):
    for fact in facts:
        after = apply(table, fact)
        store.keep(fact, table, after)
        table = after
    return table


def test_a_new_folder_is_made_and_holds_nothing(tmp_path):
    found = reopened(tmp_path / "data")
    assert (found.deck, found.match, found.warnings) == (Deck(), None, ())


def test_a_match_and_its_events_come_back(tmp_path, store):
    table = Table((load("botan-cho"),))
    begun = started(table, NewGame("botan-cho", 2, 12, Seat.B))
    table = keep(store, table, *begun.facts, CardsCaptured(Seat.A, (Card.PINE_CRANE,)))
    assert reopened(tmp_path / "data").match == table.match


def test_enrolled_tags_come_back(tmp_path, store):
    table = keep(
        store, Table(()), TagEnrolled(bytes(4), Card.PINE_CRANE), TagEnrolled(bytes(7), Card.MAPLE_DEER)
    )
    assert reopened(tmp_path / "data").deck == table.deck == NEW


def test_the_deck_file_is_readable_and_one_older_generation_is_kept(tmp_path, store):
    store.write_deck(OLD)
    store.write_deck(NEW)
    newest, older = tmp_path / "data" / "deck.json", tmp_path / "data" / "deck.json.old"
    assert json.loads(newest.read_text())["cards"]["maple-deer"] == ["00:00:00:00:00:00:00"]
    assert Deck.from_json(json.loads(older.read_text())) == OLD


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(bytes(300), id="zeroed"),
        pytest.param(b'{"format": 1, "ca', id="cut short"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b"[" * 100_000, id="too deep"),
        pytest.param(b'{"format": 1, "cards": {"crow": []}}', id="another deck"),
    ],
)
def test_a_damaged_deck_is_kept_aside_and_the_older_one_used(tmp_path, store, damage):
    store.write_deck(OLD)
    store.write_deck(NEW)
    (tmp_path / "data" / "deck.json").write_bytes(damage)
    found = reopened(tmp_path / "data")
    assert found.deck == OLD
    assert found.warnings[0].startswith("deck.json is damaged: ")
    assert found.warnings[0].endswith("; it was kept as deck.json.damaged-1")
    assert (tmp_path / "data" / "deck.json.damaged-1").read_bytes() == damage
    assert reopened(tmp_path / "data").warnings == ()


def test_a_deck_caught_between_two_renames_is_the_older_one(tmp_path, store):
    store.write_deck(OLD)
    (tmp_path / "data" / "deck.json").rename(tmp_path / "data" / "deck.json.old")
    assert read_deck(tmp_path / "data") == (OLD, (), True)


def test_with_both_generations_damaged_the_deck_is_empty_and_both_are_kept(tmp_path, store):
    store.write_deck(OLD)
    store.write_deck(NEW)
    for name in ("deck.json", "deck.json.old"):
        (tmp_path / "data" / name).write_text("x")
    found = reopened(tmp_path / "data")
    assert (found.deck, len(found.warnings)) == (Deck(), 2)


def test_a_newer_programs_deck_is_told_and_never_replaced(tmp_path):
    (tmp_path / "deck.json").write_text('{"format": 2, "decks": []}')
    store = Store(tmp_path, VirtualClock())
    found = store.open()
    assert (found.deck, found.warnings) == (Deck(), ("a newer version of the program wrote the deck file",))
    with pytest.raises(PermissionError, match="newer version"):
        store.write_deck(NEW)
    store.close()
    assert (tmp_path / "deck.json").read_text() == '{"format": 2, "decks": []}'


def test_a_damaged_deck_over_a_newer_programs_is_told_with_it(tmp_path):
    (tmp_path / "deck.json").write_text("x")
    (tmp_path / "deck.json.old").write_text('{"format": 2}')
    _, warnings, is_ours = read_deck(tmp_path)
    assert [warning.split(" ")[0] for warning in warnings] == ["deck.json", "a"]
    assert is_ours is False


def test_what_is_wrong_with_a_match_is_told_too(tmp_path):
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "000001.jsonl").write_text("x")
    assert "000001.jsonl is damaged" in reopened(tmp_path).warnings[0]


def _full(*_):
    raise OSError(errno.ENOSPC, "no space left")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_deck_that_cannot_be_written_leaves_the_old_one(tmp_path, store, monkeypatch, step):
    store.write_deck(OLD)
    with monkeypatch.context() as patch:
        patch.setattr(os, step, _full)
        with pytest.raises(OSError, match="no space left"):
            store.write_deck(NEW)
    assert reopened(tmp_path / "data").deck == OLD
    assert not (tmp_path / "data" / "deck.json.new").exists()


def test_an_event_that_cannot_be_written_is_written_by_a_retry(tmp_path, store, monkeypatch):
    table = Table((load("botan-cho"),))
    table = keep(store, table, *started(table, NewGame("botan-cho", 2, 12, Seat.A)).facts)
    event = CardsCaptured(Seat.A, (Card.PINE_CRANE,))
    after = apply(table, event)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", _full)
        with pytest.raises(OSError, match="no space left"):
            store.keep(event, table, after)
    store.retry()
    assert reopened(tmp_path / "data").match == after.match


@pytest.fixture
def playing(store):
    """Return a table whose match is on the disk."""
    table = Table((load("botan-cho"),))
    return keep(store, table, *started(table, NewGame("botan-cho", 2, 12, Seat.A)).facts)


CAPTURED, ENROLLED = CardsCaptured(Seat.A, (Card.PINE_CRANE,)), TagEnrolled(bytes(4), Card.PINE_CRANE)


@pytest.mark.parametrize(
    ("order", "step"),
    [
        pytest.param((ENROLLED, CAPTURED), "replace", id="a tag before an event"),
        pytest.param((CAPTURED, ENROLLED), "write", id="an event before a tag"),
    ],
)
def test_whatever_comes_next_brings_what_waits_to_the_disk(
    tmp_path, store, playing, monkeypatch, order, step
):
    lost, then = order
    after = apply(playing, lost)
    with monkeypatch.context() as patch:
        patch.setattr(os, step, _full)
        with pytest.raises(OSError, match="no space left"):
            store.keep(lost, playing, after)
    table = keep(store, after, then)
    found = reopened(tmp_path / "data")
    assert (found.deck, found.match) == (OLD, table.match)


def test_a_deck_that_is_on_the_disk_is_not_written_again(tmp_path, store, playing):
    table = keep(store, playing, ENROLLED)
    (tmp_path / "data" / "deck.json").unlink()
    keep(store, table, CAPTURED)
    assert not (tmp_path / "data" / "deck.json").exists()


def test_while_a_tag_waits_an_event_is_not_said_to_be_saved_alone(store, playing, monkeypatch):
    monkeypatch.setattr(os, "replace", _full)
    with pytest.raises(OSError, match="no space left"):
        store.keep(ENROLLED, playing, apply(playing, ENROLLED))
    with pytest.raises(OSError, match="no space left"):
        store.keep(CAPTURED, playing, apply(playing, CAPTURED))


def test_a_data_folder_that_is_a_file_is_an_os_error(tmp_path):
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(OSError, match="data"):
        Store(tmp_path / "data", VirtualClock()).open()


def test_a_file_is_whole_on_the_disk_before_it_gets_its_name_and_then_the_folder_is(tmp_path, monkeypatch):
    path, deeds = tmp_path / "file", []
    rename = os.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: deeds.append(os.fstat(descriptor).st_size))
    monkeypatch.setattr(os, "replace", lambda *names: (deeds.append("rename"), rename(*names)))
    replace_file(path, b"12345")
    assert deeds == [5, "rename", tmp_path.stat().st_size]


def test_a_file_is_old_or_new_at_every_moment(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_file(path, b"old")
    seen = []
    rename = os.replace
    monkeypatch.setattr(os, "replace", lambda *names: (seen.append(path.read_bytes()), rename(*names)))
    replace_file(path, b"new")
    assert (seen, path.read_bytes()) == ([b"old"], b"new")


def test_showing_a_damaged_deck_moves_no_file(tmp_path):
    (tmp_path / "deck.json").write_text("{")
    read_deck(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["deck.json"]
