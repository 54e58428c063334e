"""Backup and restore: all of it, or nothing; and what was there before is kept."""

import hashlib
import json
import logging
import os
import tarfile
from pathlib import Path

import pytest
from boxes import NEW, OLD, found_in_box, make_box, run, tree_of
from evenings import NAMES, WON, B, ino, kept
from powercuts import Disk, plant

from firmware.files import lock_folder
from firmware.restore import restore
from firmware.store import read_deck


def test_a_restored_box_is_the_box_that_was_backed_up(tmp_path: Path, box: Path, backup: Path) -> None:
    assert run("restore", backup, "--data", tmp_path / "other") == 0
    expected = tree_of(box) | {"scorekeeper.toml.restored": b"[players]\n"}
    assert tree_of(tmp_path / "other") == expected


def test_a_backup_changes_nothing_in_the_box(tmp_path: Path, box: Path) -> None:
    before = tree_of(box)
    assert run("backup", tmp_path / "b", "--data", box) == 0
    assert tree_of(box) == before


def test_a_backup_says_how_many_files_it_holds_and_where_to_keep_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path / "box", ino(NAMES, target=300), *WON)
    assert run("backup", tmp_path / "b", "--data", tmp_path / "box") == 0
    assert capsys.readouterr().out == (
        f"{tmp_path / 'b'} holds 1 file; keep it somewhere else than on this card\n"
    )


def test_what_was_there_before_is_kept_aside_and_told(
    tmp_path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_box(tmp_path / "other", NEW, B)
    before = tree_of(tmp_path / "other")
    assert run("restore", backup, "--data", tmp_path / "other") == 0
    assert tree_of(tmp_path / "other" / "before.restore-1") == before
    assert run("restore", backup, "--data", tmp_path / "other") == 0
    assert (tmp_path / "other" / "before.restore-2" / "deck.json").exists()
    said = capsys.readouterr().out
    assert f"what was there before is kept in {tmp_path / 'other' / 'before.restore-1'}" in said
    assert "the settings of the backup are in" in said


def test_what_the_backup_lacks_is_not_there_after_it_but_kept_aside(tmp_path: Path, box: Path) -> None:
    kept(tmp_path / "other", ino(NAMES, target=300), *WON)
    assert run("backup", tmp_path / "b", "--data", tmp_path / "other") == 0
    assert run("restore", tmp_path / "b", "--data", box) == 0
    assert sorted(path.name for path in box.iterdir()) == ["before.restore-1", "matches"]
    assert sorted(path.name for path in (box / "before.restore-1").iterdir()) == [
        "deck.json",
        "matches",
        "rules",
        "table.json",
    ]


def test_an_existing_file_is_replaced_only_when_asked(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b").write_text("mine")
    assert run("backup", tmp_path / "b", "--data", box) == 2
    assert (tmp_path / "b").read_text() == "mine"
    assert "exists; choose another name, or replace it with --force" in capsys.readouterr().err
    assert run("backup", tmp_path / "b", "--data", box, "--force") == 0
    assert (tmp_path / "b").read_bytes()[:2] == b"\x1f\x8b"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "box"]


def test_a_damaged_deck_is_backed_up_in_its_older_generation(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (box / "deck.json").rename(box / "deck.json.old")
    (box / "deck.json").write_text("{")
    os.mkfifo(box / "rules" / "pipe.toml")
    assert run("backup", tmp_path / "b", "--data", box) == 1
    told = capsys.readouterr().err.splitlines()
    assert [sentence.split(":")[1] for sentence in told] == [
        " deck.json is left out",
        " pipe.toml is left out",
    ]
    assert run("restore", tmp_path / "b", "--data", tmp_path / "other") == 0
    assert read_deck(tmp_path / "other") == (OLD, (), True)


def test_a_line_that_is_just_being_written_is_not_in_the_backup(tmp_path: Path, box: Path) -> None:
    running = box / "matches" / "000002.jsonl"
    whole = running.read_bytes()
    running.write_bytes(whole + b'["12345678",{"id":1')
    assert run("backup", tmp_path / "b", "--data", box) == 0
    run("restore", tmp_path / "b", "--data", tmp_path / "other")
    assert (tmp_path / "other" / "matches" / "000002.jsonl").read_bytes() == whole


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(
            ["backup", "b", "--data", "/nonexistent"], "there is no folder /nonexistent", id="no data"
        ),
        pytest.param(["backup", "b", "--data", "empty"], "there is nothing to back up in empty", id="empty"),
        pytest.param(
            ["backup", "no/b", "--data", "box"], "no/b cannot be written: No such file", id="no place"
        ),
        pytest.param(["backup", "empty", "--data", "box"], "empty is no file", id="a folder"),
        pytest.param(
            ["backup", "b", "--data", "box", "--config", "x"],
            "there is no settings file x",
            id="settings",
        ),
        pytest.param(["restore", "b", "--data", "box"], "b cannot be read: No such file", id="no backup"),
        pytest.param(
            ["restore", "b", "--data", "/proc/x"], "the folder /proc/x cannot be used", id="no folder"
        ),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path,
    box: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"scorekeeper: {says}")
    assert error.count("\n") == 1
    assert not (tmp_path / "b").exists()
    assert not (tmp_path / "b.new").exists()
    assert box.exists()


@pytest.mark.parametrize("command", [["run"], ["restore", "b"]])
def test_while_a_box_runs_on_a_folder_nobody_else_does(
    box: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, command: list[str]
) -> None:
    caplog.set_level(logging.WARNING)  # what `run` sets is set back
    lock = lock_folder(box)
    assert lock is not None
    assert run(*command, "--data", box) == 2
    os.close(lock)
    assert "stop it first" in capsys.readouterr().err


def test_the_sums_in_a_backup_are_those_of_its_files(backup: Path) -> None:
    with tarfile.open(backup) as archive:
        contents = json.loads(archive.extractfile("contents.json").read())
        sums = {name: hashlib.sha256(archive.extractfile(name).read()).hexdigest() for name in contents}
    assert {name: one["sha256"] for name, one in contents.items()} == sums
    assert len(sums) == 6


def test_the_plug_pulled_at_every_moment_of_a_restore_leaves_the_old_data_or_the_new(
    tmp_path: Path, box: Path, backup: Path
) -> None:
    folder = tmp_path / "other"
    make_box(folder, NEW, B)
    old, new = found_in_box(folder), found_in_box(box)
    disk = Disk(folder)
    with disk.watching():
        restore(backup, folder, print)
    seen = []
    for number, (_, tree) in enumerate(disk.cuts):
        plant(tree, tmp_path / str(number))
        seen.append(found_in_box(tmp_path / str(number)))
        assert seen[-1] in (old, new)
        kept_aside = list((tmp_path / str(number)).glob("before.restore-*/deck.json"))
        assert len(kept_aside) == (seen[-1] == new)
    assert {seen.index(old), seen.index(new)} > {0}
    assert seen[-1] == new
    assert not list(tmp_path.glob("[0-9]*/restore.ready*"))


@pytest.mark.parametrize("call", ["rename", "fsync", "write"])
def test_a_full_disk_leaves_the_old_data(
    tmp_path: Path,
    backup: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    call: str,
) -> None:
    folder = tmp_path / "other"
    make_box(folder, NEW, B)
    before = tree_of(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        assert run("restore", backup, "--data", folder) == 2
    assert capsys.readouterr().err.endswith("No space left on device; nothing is lost, try again\n")
    assert tree_of(folder) == before
