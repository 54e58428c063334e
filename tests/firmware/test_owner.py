"""One owner: who comes second is told the pid of the first, and has touched nothing."""

import logging
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware
import firmware.run
import hardware
import scorer
from firmware.cli import main
from firmware.command_line import BadUsage
from firmware.files import lock_folder
from firmware.owner import PID_FILE, holder, owned

HOLD = "import sys; from pathlib import Path; from firmware.owner import owned\n"
HOLD += "with owned(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"

WATCHED_IMPORTS = """
import importlib, sys
touched = []
def watch(event, arguments):
    if event.startswith(("socket.", "subprocess.", "fcntl.")):
        touched.append(event)
    if event == "open" and str(arguments[0]).startswith(("/dev/", "/sys/")):
        touched.append(arguments[0])
sys.addaudithook(watch)
for name in sys.argv[1:]:
    importlib.import_module(name)
print(touched, [name for name in ("spidev", "RPi", "lgpio", "mfrc522") if name in sys.modules])
"""


class Box:
    """Another process that has a data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        command = [sys.executable, "-c", HOLD, str(data)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "held\n"

    def kill(self) -> None:
        with self.process:  # which closes its pipes
            self.process.kill()


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    box = Box(tmp_path_factory.mktemp("data"))
    yield box
    box.kill()


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["deck", "enrol"],
        ["deck", "add", "04:a3:c6:ca:e2:61:80", "pine-crane"],
        ["deck", "forget", "pine-crane"],
        ["restore", "no-such-backup"],
        ["simulate"],
    ],
    ids=" ".join,
)
def test_a_second_start_names_the_pid_of_the_first_and_makes_no_driver(
    box: Box,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
) -> None:
    """gpiozero/gpiozero 1057: 'GPIO busy', for a second copy runs."""
    caplog.set_level(logging.WARNING)  # what `run` sets is set back
    made: list[str] = []
    monkeypatch.setattr(firmware.run, "RaspberryPi", lambda *_: made.append("machine"))
    monkeypatch.setattr(firmware.run, "build", lambda *_: made.append("box"))
    assert main([*command, "--data", str(box.data)]) == 2
    stop = "stop it first (sudo systemctl stop scorekeeper)"
    told = f"scorekeeper: already running (pid {box.process.pid}) on {box.data}; {stop}\n"
    assert (capsys.readouterr().err, made) == (told, [])


def test_a_box_that_died_leaves_its_pid_behind_and_hinders_nobody(tmp_path: Path) -> None:
    box = Box(tmp_path)
    pid = box.process.pid
    assert holder(tmp_path) == pid
    box.kill()
    assert (tmp_path / PID_FILE).read_text("ascii") == f"{pid}\n"
    assert holder(tmp_path) is None
    with owned(tmp_path):
        assert holder(tmp_path) == os.getpid()
    assert not (tmp_path / PID_FILE).exists()


@pytest.mark.parametrize("text", ["", "no pid\n", "-1\n", "0\n", "9" * 30, "1" * 5000, "\x00\n"])
def test_a_pid_file_with_nonsense_is_not_believed(tmp_path: Path, text: str) -> None:
    (tmp_path / PID_FILE).write_text(text, "ascii")
    lock = lock_folder(tmp_path)
    assert lock is not None
    with pytest.raises(BadUsage, match="already running on"), owned(tmp_path):
        pass
    os.close(lock)


def test_a_folder_in_the_place_of_the_pid_file_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / PID_FILE).mkdir()
    with owned(tmp_path):
        assert holder(tmp_path) is None


def test_importing_any_module_opens_no_device() -> None:
    names = [
        module.name
        for package in (firmware, hardware, scorer)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]
    assert len(names) > 100
    command = [sys.executable, "-c", WATCHED_IMPORTS, *names]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.stdout, done.stderr) == ("[] []\n", "")
