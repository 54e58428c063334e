"""The command line: what it answers, and how it refuses."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main

PYTHON = shlex.quote(sys.executable)
CASES_FILE = Path(__file__).parents[1] / "cases" / "score.jsonl"
CASES = [json.loads(line) for line in CASES_FILE.read_text("utf-8").splitlines()]


def _scorekeeper(*arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "firmware", *arguments]
    return _run(command, **more)


def _run(command: list[str], **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=60, **more)


def test_score_answers_every_case_line_by_line() -> None:
    asked = "\n".join(json.dumps(case["in"]) for case in CASES) + "\n\n"
    done = _scorekeeper("score", input=asked)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [case["out"] for case in CASES]
    assert (done.returncode, done.stderr) == (0, "")


def test_score_goes_on_after_a_bad_line_and_exits_1(tmp_path: Path) -> None:
    file = tmp_path / "asked.jsonl"
    file.write_bytes(b'{"game":"mahjong"\n\xff\n' + json.dumps(CASES[0]["in"]).encode() + b"\n")
    done = _scorekeeper("score", str(file))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == ["bad-json", "bad-json", None]
    assert (done.returncode, done.stderr) == (1, "")


def test_score_answers_each_line_before_it_reads_the_next() -> None:
    command = [sys.executable, "-m", "firmware", "score"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(CASES[0]["in"]).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == CASES[0]["out"]
        process.stdin.close()
        assert process.wait(10) == 0


def test_score_imports_no_hardware_package() -> None:
    code = (
        "import sys; from firmware.cli import main; main(['score']); "
        "print([m for m in ('PIL', 'gpiozero', 'luma', 'mfrc522', 'smbus2') if m in sys.modules])"
    )
    done = _run([sys.executable, "-c", code], input="")
    assert done.stdout == "[]\n"


def test_a_reader_of_the_answers_who_leaves_gets_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text('{"format": 1, "cards": {"pine-crane": ["04a3c6cae26180"]}}')
    script = f"{PYTHON} -m firmware deck show --data '{tmp_path}' | head -n 1"
    done = _run(["bash", "-c", script])
    assert done.stdout.startswith("pine-crane")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "required: COMMAND"),
        (["frobnicate"], "invalid choice: 'frobnicate'"),
        (["score", "/nonexistent"], "/nonexistent cannot be read: No such file"),
        (["simulate", "--script", "/nonexistent"], "/nonexistent cannot be read: No such file"),
        (["simulate", "--script", "/"], "/ cannot be read: Is a directory"),
        (["simulate", "--seed", "x"], "invalid int value: 'x'"),
        (["simulate", "--port", "65536"], "'65536' is no port, 0 to 65535"),
        (["simulate", "--port", "-1"], "'-1' is no port, 0 to 65535"),
        (["run", "--data", "/proc/nowhere"], "/proc/nowhere cannot be used (No such file or directory)"),
        (["deck", "show", "--data", "/nonexistent"], "there is no deck in /nonexistent"),
        (["history", "show", "x"], "invalid int value: 'x'"),
        (["history", "export", "--format", "xml"], "invalid choice: 'xml'"),
        (["run", "--config", "/nonexistent"], "/nonexistent: there is no such file"),
        (["run", "--trace", "/nonexistent/file"], "/nonexistent/file cannot be written"),
    ],
)
def test_bad_usage_exits_2_with_one_plain_sentence(
    refusal: Callable[..., str], arguments: list[str], says: str
) -> None:
    assert says in refusal(*arguments)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("scorekeeper 0.")


def test_deck_show_lists_the_48_cards_and_their_tags(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deck.json").write_text('{"format": 1, "cards": {"pine-crane": ["04a3c6cae26180"]}}')
    assert main(["deck", "show", "--data", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 49
    assert lines[0].split() == ["pine-crane", "04:A3:C6:CA:E2:61:80"]
    assert lines[-1] == "1 of 48 cards have a tag"


def test_sigterm_ends_a_box_without_reader_and_display_within_2_seconds(tmp_path: Path) -> None:
    """No bus is there: both devices are asked for again and again until the end."""
    command = [sys.executable, "-m", "firmware", "run", "--data", str(tmp_path)]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stderr is not None
        first, second = process.stderr.readline(), process.stderr.readline()
        asked_s = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0
        assert time.monotonic() - asked_s < 2.0
        rest = process.stderr.read()
    assert "the package spidev is missing" in first + second
    assert "/dev/i2c-1 is missing: is I2C on? See Check" in first + second
    assert "Traceback" not in rest


def test_a_machine_without_pins_is_told_so(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "GPIOZERO_PIN_FACTORY"}
    done = _scorekeeper("run", "--data", str(tmp_path), env=environment)
    assert done.returncode == 1
    assert done.stderr.startswith("scorekeeper: no GPIO pins here: this is no Raspberry Pi")
    assert done.stderr.count("\n") == 1


def test_a_players_name_that_the_display_cannot_write_is_told_at_the_start(tmp_path: Path) -> None:
    settings = tmp_path / "scorekeeper.toml"
    settings.write_text('[players]\nA = "Mio"\nB = "龘子"\n', "utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "GPIOZERO_PIN_FACTORY"}
    done = _scorekeeper("run", "--config", str(settings), "--data", str(tmp_path), env=environment)
    told, *_ = done.stderr.splitlines()
    assert told == "scorekeeper: players.B: the display has no 龘, and shows 〓 instead"


def test_a_name_that_is_no_text_is_refused_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"firmware", b"score", b"bad\xffname"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == b"scorekeeper: bad\\udcffname cannot be read: No such file or directory\n"


def test_without_standard_input_or_output_score_says_so() -> None:
    done = _run(["bash", "-c", f"{PYTHON} -m firmware score <&-"])
    assert (done.returncode, done.stderr) == (2, "scorekeeper: there is no standard input; name a file\n")
    done = _run(["bash", "-c", f"{PYTHON} -m firmware score {shlex.quote(str(CASES_FILE))} >&-"])
    assert (done.returncode, done.stderr) == (2, "scorekeeper: there is no standard output to write to\n")


@pytest.mark.parametrize(
    "text",
    [
        b"x = " + b"[" * 5000 + b"]" * 5000,
        b"[reader]\ngain = 1" + b"0" * 6000,
        b'[players]\nA = "\x81"',
    ],
    ids=["nested", "huge number", "no UTF-8"],
)
def test_settings_beyond_all_reason_are_told_and_the_box_starts(tmp_path: Path, text: bytes) -> None:
    from firmware.config import Config, FaultyConfig, read_config

    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(text)
    with pytest.raises(FaultyConfig) as caught:
        read_config(path)
    assert caught.value.usable == Config()
