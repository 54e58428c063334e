"""Who holds a file or a lock: read from the kernel's own files."""

import fcntl
import os

import pytest

from hardware.holders import Holder, holder_of_lock, holders_of

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


def test_a_process_that_we_may_not_look_into_holds_nothing_that_we_know_of(tmp_path):
    (tmp_path / "proc/9").mkdir(parents=True)
    assert holders_of([NODE], tmp_path) == ()


def test_who_has_locked_a_folder_is_found_in_the_kernel_s_list(tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        assert holder_of_lock(tmp_path) is None
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        found = holder_of_lock(tmp_path)
    finally:
        os.close(descriptor)
    assert found is not None
    assert found.pid == os.getpid()
    assert "pytest" in found.command or "python" in found.command


def test_a_lock_of_another_world_s_process_has_no_number_here(tmp_path):
    (tmp_path / "proc").mkdir()
    row = f"1: FLOCK  ADVISORY  WRITE 0 00:00:{tmp_path.stat().st_ino} 0 EOF\n"
    (tmp_path / "proc/locks").write_text(row)
    assert holder_of_lock(tmp_path, tmp_path) is None


@pytest.mark.parametrize("rows", ["", "1: FLOCK  ADVISORY  WRITE 77 00:00:1 0 EOF\n", "nonsense\n"])
def test_a_lock_that_the_kernel_does_not_tell_of_has_no_holder(tmp_path, rows):
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/locks").write_text(rows)
    assert holder_of_lock(tmp_path, tmp_path) is None
