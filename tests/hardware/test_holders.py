"""Who holds a file: read from the kernel's own files."""

import os

from hardware.holders import Holder, holders_of

NODE = "/dev/spidev0.0"


def process(root, pid, *opened, command="python3 read.py"):
    folder = root / f"proc/{pid}/fd"
    folder.mkdir(parents=True)
    for number, path in enumerate(opened):
        (folder / str(number)).symlink_to(path)
    (root / f"proc/{pid}/cmdline").write_bytes(command.replace(" ", "\0").encode())


def test_a_process_that_has_a_node_open_is_named_and_we_ourselves_are_not(tmp_path):
    process(tmp_path, 7, "/dev/null", NODE)
    process(tmp_path, 12, "/dev/null")
    process(tmp_path, os.getpid(), NODE)
    (tmp_path / "proc/self").mkdir()
    assert holders_of([NODE, "/dev/i2c-1"], tmp_path) == (Holder(7, "python3 read.py"),)


def test_a_file_that_is_closed_while_we_look_hides_no_other(tmp_path, monkeypatch):
    process(tmp_path, 7, NODE, NODE)
    read, closed = os.readlink, []

    def readlink(entry):
        if not closed:
            closed.append(entry)
            raise FileNotFoundError(entry)
        return read(entry)

    monkeypatch.setattr(os, "readlink", readlink)
    assert [one.pid for one in holders_of([NODE], tmp_path)] == [7]


def test_a_process_that_we_may_not_look_into_holds_nothing_that_we_know_of(tmp_path):
    (tmp_path / "proc/9").mkdir(parents=True)
    assert holders_of([NODE], tmp_path) == ()
