"""What is no whole, sound backup of ours is refused, and changes nothing."""

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest
from boxes import run, tree_of
from journals import line

from firmware.archive import write_archive


def _refused(backup: Path, data: Path, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree_of(data)
    assert run("restore", backup, "--data", data) == 1
    error = capsys.readouterr().err
    assert says in error
    assert error.endswith("; nothing was changed\n")
    assert tree_of(data) == before


def test_a_backup_cut_short_or_changed_anywhere_is_refused(
    tmp_path: Path, box: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = backup.read_bytes()
    spoilt = tmp_path / "spoilt"
    for at in range(0, len(whole), len(whole) // 20):
        spoilt.write_bytes(whole[:at])
        _refused(spoilt, box, "is not restored: ", capsys)
    for at in range(10, len(whole), len(whole) // 20):
        spoilt.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        _refused(spoilt, box, "is not restored: ", capsys)


def _packed(path: Path, *members: tarfile.TarInfo, data: bytes = b"{}") -> Path:
    """Write an archive as somebody else might."""
    with tarfile.open(path, "w:gz") as archive:
        first = tarfile.TarInfo("scorekeeper-backup.json")
        first.size = len(b'{"format": 1}')
        archive.addfile(first, io.BytesIO(b'{"format": 1}'))
        for member in members:
            member.size = member.size or (len(data) if member.isreg() else 0)
            archive.addfile(member, io.BytesIO(data))
    return path


def _member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize(
    ("member", "says"),
    [
        pytest.param(_member("../deck.json"), "which no backup has", id="above the folder"),
        pytest.param(_member("/etc/passwd"), "which no backup has", id="elsewhere"),
        pytest.param(_member("rules/../../x.toml"), "which no backup has", id="above, by a detour"),
        pytest.param(_member("matches/../deck.json"), "which no backup has", id="a detour"),
        pytest.param(_member("matches/1.jsonl/x"), "which no backup has", id="a folder in a file's place"),
        pytest.param(_member("rules/a\nb.toml"), "which no backup has", id="a line break"),
        pytest.param(
            _member("deck.json", tarfile.SYMTYPE, "/etc/passwd"), "which is no plain file", id="a link"
        ),
        pytest.param(_member("deck.json", tarfile.LNKTYPE, "table.json"), "no plain file", id="a hard link"),
        pytest.param(_member("deck.json", tarfile.FIFOTYPE), "which is no plain file", id="a pipe"),
        pytest.param(_member("deck.json", tarfile.DIRTYPE), "which is no plain file", id="a folder"),
        pytest.param(_member("x" * 300), "which is no plain file", id="a name with a header of its own"),
        pytest.param(_member("deck.json"), "does not say its format", id="a deck that is none"),
        pytest.param(_member("table.json"), "does not say its format", id="choices that are none"),
    ],
)
def test_an_archive_that_no_backup_is_is_refused(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str], member: tarfile.TarInfo, says: str
) -> None:
    _refused(_packed(tmp_path / "x", member), box, says, capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["box", "x"]


@pytest.mark.parametrize("name", ["../nothing", "readme.txt"])
def test_an_empty_file_of_another_name_is_refused_too(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    archive = _packed(tmp_path / "x", _member(name), data=b"")
    _refused(archive, box, "which no backup has", capsys)


def test_a_bomb_is_refused_before_it_goes_off(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bomb = _member("deck.json")
    bomb.size = 4 << 30
    (tmp_path / "x").write_bytes(gzip.compress(_first() + bomb.tobuf() + bytes(1 << 20)))
    _refused(tmp_path / "x", box, "or too large", capsys)


def _first() -> bytes:
    data = b'{"format": 1}'
    info = _member("scorekeeper-backup.json")
    info.size = len(data)
    return info.tobuf() + data + bytes(512 - len(data))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"", "its end is missing", id="empty"),
        pytest.param(b"PK\x03\x04", "no backup of the scorekeeper", id="a zip"),
        pytest.param(gzip.compress(b""), "its end is missing", id="nothing packed"),
        pytest.param(gzip.compress(b"x" * 5000), "no backup of the scorekeeper", id="no tar"),
        pytest.param(gzip.compress(_first()), "its end is missing", id="no end"),
        pytest.param(
            gzip.compress(_member("deck.json").tobuf() + bytes(1024)), "no backup of the", id="another order"
        ),
    ],
)
def test_another_file_is_refused(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str], data: bytes, says: str
) -> None:
    (tmp_path / "x").write_bytes(data)
    _refused(tmp_path / "x", box, says, capsys)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("deck.json", b'{"format": 2}', id="deck"),
        pytest.param("matches/000001.jsonl", line('{"format":3}'), id="match"),
    ],
)
def test_a_backup_with_files_of_a_newer_program_is_refused(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes
) -> None:
    with (tmp_path / "x").open("wb") as file:
        write_archive(file, [(name, data)])
    _refused(tmp_path / "x", box, "a newer version of the program wrote", capsys)


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param({}, id="a file too many"),
        pytest.param({"deck.json": {"bytes": 28, "sha256": "0" * 64}}, id="another sum"),
        pytest.param([], id="no list of files"),
    ],
)
def test_files_that_are_not_those_of_the_list_of_contents_are_refused(
    tmp_path: Path, box: Path, capsys: pytest.CaptureFixture[str], contents: object
) -> None:
    deck, listed = b'{"format": 1, "cards": {}}  ', json.dumps(contents).encode()
    members = b""
    for name, data in (("deck.json", deck), ("contents.json", listed)):
        info = _member(name)
        info.size = len(data)
        members += info.tobuf() + data + bytes(-len(data) % 512)
    (tmp_path / "x").write_bytes(gzip.compress(_first() + members + bytes(1024)))
    _refused(tmp_path / "x", box, "its files are not those of its list of contents", capsys)
