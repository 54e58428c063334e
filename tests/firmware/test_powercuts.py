"""The plug is pulled, or the process killed, at every single moment: what was kept is there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from journals import EVENTS, line, match_of, recovered, written
from powercuts import EVENING, Disk, found_in, lasting, plant, play, tables

from firmware.files import replace_file

ALL = [lasting(table) for table in tables()]


def _never_less(found: object, kept: int) -> None:
    """See that the next start finds all that was kept, or that and what was on its way."""
    assert found in (ALL[kept], ALL[min(kept + 1, len(EVENING))]), f"after {kept} facts"


def test_the_plug_pulled_at_every_moment_of_an_evening_costs_nothing_that_was_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    disk = Disk(folder)
    with disk.watching():
        play(folder, lambda kept: setattr(disk, "mark", kept))
    for number, (kept, tree) in enumerate(disk.cuts):
        plant(tree, tmp_path / str(number))
        found, warnings = found_in(tmp_path / str(number))
        _never_less(found, kept)
        assert [told for told in warnings if "at its end were put aside" not in told] == []
        assert not warnings or found_in(tmp_path / str(number)) == (found, ())
    assert len(disk.cuts) > 100, "the disk saw nothing"
    assert disk.cuts[-1][0] == len(EVENING) - 1


def test_the_plug_pulled_while_a_damaged_file_is_mended_costs_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    path = written(folder, *EVENTS)
    data = path.read_bytes() + line("{}")[:-5]
    path.write_bytes(data)
    disk = Disk(folder)
    with disk.watching():
        recovered(folder)
    for number, (_, tree) in enumerate(disk.cuts):
        plant(tree, tmp_path / str(number))
        assert recovered(tmp_path / str(number)).match == match_of(*EVENTS)
        kept = [path.read_bytes() for path in (tmp_path / str(number) / "matches").glob("*")]
        assert data in kept, f"the damaged file is gone after {number} moments"
    assert len(disk.cuts) > 10


def test_a_replaced_file_is_old_or_new_wherever_the_power_goes(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    replace_file(folder / "file", b"older")
    replace_file(folder / "file", b"old", keep_older=True)
    disk = Disk(folder)
    with disk.watching():
        replace_file(folder / "file", b"new", keep_older=True)
    seen = [tree["file"] for _, tree in disk.cuts]
    assert set(seen) == {b"old", b"new"}
    assert {tree.get("file.old") for _, tree in disk.cuts} <= {b"older", b"old", None}
    assert (folder / "file.old").read_bytes() == b"old"


def test_a_process_killed_at_every_call_leaves_all_that_it_had_kept(tmp_path: Path) -> None:
    script = Path(__file__).parent / "powercuts.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        check=True,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    kept = json.loads(done.stdout)
    for call, count in enumerate(kept, start=1):
        found, warnings = found_in(tmp_path / str(call))
        _never_less(found, count)
        assert warnings == ()
    assert len(kept) > 60
    assert kept[-1] == len(EVENING), "the last one was not killed"


def test_each_fact_costs_one_write_and_nothing_is_written_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, sizes, ends = os.write, [], []
    monkeypatch.setattr(os, "write", lambda file, data: (sizes.append(len(data)), write(file, data))[1])
    play(tmp_path / "data", lambda _: ends.append(len(sizes)))
    assert ends == list(range(1, len(EVENING) + 1))


@pytest.mark.parametrize("lines", [("wait 60",), ("tap pine-crane", "wait 60")])
def test_while_nobody_plays_nothing_is_written(
    evening: Any, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]
) -> None:
    evening.play("wait 1")
    calls: list[str] = []

    def watched(name: str) -> Any:
        real = getattr(os, name)
        return lambda *given: (calls.append(name), real(*given))[1]

    for name in ("write", "fsync", "replace", "rename", "link", "ftruncate"):
        monkeypatch.setattr(os, name, watched(name))
    evening.play(*lines)
    assert calls == ["write", "fsync"] * (len(lines) - 1)
