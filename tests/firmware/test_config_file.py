"""The settings file as a file: where it is, how it was saved, and what is no TOML."""

from pathlib import Path

import pytest
from settings_faults import faults_of

from firmware.config import FaultyConfig, read_config
from firmware.errors import BadConfig
from scorer import Seat


def test_what_is_no_toml_is_told_with_its_place():
    (fault,) = faults_of("[players]\nA = Aki\n")
    assert fault.startswith("is no TOML, nothing of it is used (texts stand in quotes): ")
    assert "line 2" in fault


def test_a_book_is_not_read_as_settings(tmp_path):
    """A Pi would read in it for minutes, and the box would not start meanwhile."""
    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(b"[players]\nA = 'Mio'\n" + b"# x\n" * 20_000)
    with pytest.raises(FaultyConfig, match="is too large for settings, nothing of it is used") as caught:
        read_config(path)
    assert caught.value.usable.names == {}


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Path.exists, id="missing"),
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda path: path.write_bytes(b"\xff\xfe\x00"), id="no text"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, make):
    path = tmp_path / "scorekeeper.toml"
    make(path)
    with pytest.raises(BadConfig, match=r"scorekeeper\.toml: (cannot be read|there is no|save it as UTF-8)"):
        read_config(path)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'[players]\nA = "Aki"\n', id="plain"),
        pytest.param(b'[players]\r\nA = "Aki"\r\n', id="with line ends of Windows"),
        pytest.param(b'\xef\xbb\xbf[players]\nA = "Aki"\n', id="with a byte order mark"),
        pytest.param('[players]\nA = "Aki"\n'.encode("utf-16"), id="as Windows' Unicode"),
        pytest.param('# für\n[players]\nA = "Aki"\n'.encode("cp1252"), id="as Windows' ANSI"),
    ],
)
def test_a_file_is_read_however_it_was_saved(tmp_path, data):
    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(data)
    assert read_config(path).names == {Seat.A: "Aki"}
