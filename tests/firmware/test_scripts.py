"""Table scripts: those given, and whole matches of our own."""

from pathlib import Path

import pytest

from firmware.cli import main

TESTS = Path(__file__).parent.parent
GIVEN = sorted((TESTS / "cases").glob("*.table"))
OWN = sorted((TESTS / "scripts").glob("*.table"))


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "build" / "gallery").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("script", GIVEN + OWN, ids=lambda path: path.stem)
def test_the_script_comes_out_right(script: Path) -> None:
    assert main(["simulate", "--script", str(script)]) == 0


def test_there_are_scripts_to_play() -> None:
    assert len(GIVEN) == 2
    assert len(OWN) >= 6


def test_the_same_script_and_seed_give_the_same_trace(tmp_path: Path) -> None:
    script = TESTS / "cases" / "ino-shika-cho-three-players.table"
    for name in ("one", "two"):
        assert main(["simulate", "--script", str(script), "--seed", "7", "--trace", f"{name}.jsonl"]) == 0
    first = (tmp_path / "one.jsonl").read_bytes()
    assert first == (tmp_path / "two.jsonl").read_bytes()
    assert b'"bus": "spi0.0"' in first
    assert b'"bus": "i2c-1", "addr": "3c"' in first


def test_another_seed_gives_other_tags(tmp_path: Path) -> None:
    script = TESTS / "cases" / "ino-shika-cho-three-players.table"
    for seed in ("1", "2"):
        assert main(["simulate", "--script", str(script), "--seed", seed, "--trace", f"{seed}.jsonl"]) == 0
    assert (tmp_path / "1.jsonl").read_bytes() != (tmp_path / "2.jsonl").read_bytes()


def _run(text: str, tmp_path: Path, *options: str) -> int:
    script = tmp_path / "own.table"
    script.write_text(text, "utf-8")
    return main(["simulate", "--script", str(script), *options])


def test_a_failed_check_exits_1_and_prints_line_state_and_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run('options --game botan-cho\npress B\ncheck active "A"\n', tmp_path) == 1
    error = capsys.readouterr().err
    assert 'own.table, line 3: check active "A"' in error
    assert 'active is "B"' in error
    assert '"phase": "playing"' in error
    assert "Round 1/12 0/41" in error


def test_a_text_that_is_not_on_the_screen_exits_1(tmp_path: Path) -> None:
    assert _run("expect New game\n", tmp_path) == 0
    assert _run("expect Old game\n", tmp_path) == 1


def test_a_fault_in_the_script_exits_2_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run("options --game botan-cho\nscreen\nprod A\n", tmp_path) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "own.table, line 3: unknown command 'prod'" in printed.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("options --readers 3\nscreen\n", "line 1: argument --readers: invalid choice"),
        ("screen\ntap@2 pine-crane\n", "line 2: there is no second reader"),
        ("unplug reader@2\n", "line 1: there is no second reader"),
        ("options --readers 1\nlift@2 pine-crane\n", "line 2: there is no second reader"),
        ("options --game mahjong\n", "unknown game 'mahjong'; there are"),
        ("options --game botan-cho --players 3\n", "botan-cho is not for 3 players"),
        ("options --game botan-cho --dealer C\n", "nobody sits at C"),
        ("options --game botan-cho --option target=5\n", "has no option 'target'"),
        ("options --game botan-cho --rounds 0\n", "'rounds' must be a whole number"),
        ("options --game botan-cho --option rounds\n", "--option takes KEY=VALUE"),
    ],
)
def test_options_that_cannot_be_are_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    try:
        code = _run(text, tmp_path)
    except SystemExit as exc:
        code = exc.code
    assert code == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_the_command_line_wins_over_the_script_s_first_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "options --game botan-cho --dealer B --rounds 3\nstate\n"
    assert _run(text, tmp_path, "--dealer", "A") == 0
    assert '"dealer": "A"' in capsys.readouterr().out


def test_waiting_costs_no_time_of_ours(tmp_path: Path) -> None:
    assert _run("options --game botan-cho\nwait 60\ncheck round 1\n", tmp_path) == 0


@pytest.mark.parametrize("kind", ["7", "4", "mixed", "alike"])
def test_every_kind_of_tag_is_read_and_told_apart(tmp_path: Path, kind: str) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "tap pine-crane plum-warbler cherry-curtain\n"
        "tap wisteria-cuckoo\n"
        'check standings.B {"points": 0}\n'
        'until phase "result" press OK\n'
    )
    assert _run(text, tmp_path, "--uids", kind) == 0


def test_a_blank_deck_knows_no_card_and_is_enrolled_in_order(tmp_path: Path) -> None:
    text = (
        "options --blank-deck\n"
        "tap pine-crane\n"
        'check notice "unknown-tag"\n'
        'until choice "deck" press B\n'
        "press OK\n"
        'check phase "enrol"\n'
        "expect Crane\n"
        "tap pine-crane\n"
        "expect Pine crane: done\n"
        "tap pine-poetry-ribbon\n"
        "tap pine-crane\n"
        'check notice "tag-in-use"\n'
        "press BACK\n"
        'check phase "home"\n'
        "expect Deck 2/48\n"
        "tap pine-crane\n"
        "expect Pine crane\n"
        "power-cut\n"
        "expect Deck 2/48\n"
    )
    assert _run(text, tmp_path) == 0


def test_noise_costs_no_card_and_adds_none(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "noise 0.01\n"
        "tap pine-crane\n"
        "tap plum-warbler\n"
        "place cherry-curtain\n"
        "wait 20\n"
        "lift cherry-curtain\n"
        'check piles.A ["pine-crane", "plum-warbler", "cherry-curtain"]\n'
    )
    assert _run(text, tmp_path) == 0


def test_the_box_goes_on_without_a_display_and_shows_the_state_when_it_is_back(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "unplug display\n"
        "tap pine-crane\n"
        'check notice "display-lost"\n'
        "wait 5\n"
        "tap plum-warbler\n"
        "plug display\n"
        "wait 4\n"
        "check notice null\n"
        "screenshot back.png\n"
        "power-cut\n"
        'check piles.A ["pine-crane", "plum-warbler"]\n'
    )
    assert _run(text, tmp_path) == 0


def test_a_display_that_lost_its_power_for_a_moment_is_lit_again(tmp_path: Path) -> None:
    from PIL import Image

    text = (
        "options --game ino-shika-cho\n"
        "tap pine-crane\nwait 4\nscreenshot before.png\n"
        "unplug display\nplug display\nwait 1\nscreenshot after.png\ncheck notice null\n"
    )
    assert _run(text, tmp_path) == 0
    before, after = (Image.open(tmp_path / f"{name}.png") for name in ("before", "after"))
    assert before.getbbox() is not None
    assert before.tobytes() == after.tobytes()


def test_a_button_let_go_just_before_the_second_is_a_press(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        'hold B 0.995\ncheck active "B"\ncheck phase "playing"\n'
        'hold A 1.03\ncheck phase "teyaku"\n'
    )
    assert _run(text, tmp_path) == 0


def test_a_reader_that_vanished_is_said_at_once_and_found_again(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "tap pine-crane\n"
        "place plum-warbler\n"
        "unplug reader\n"
        "expect No reader\n"
        "expect 2 cards kept\n"
        'check notice "reader-lost"\n'
        "press B\n"
        'check active "B"\n'
        "expect No reader found\n"
        "plug reader\n"
        "wait 1\n"
        "check notice null\n"
        "tap cherry-curtain\n"
        'check piles {"A": ["pine-crane", "plum-warbler"], "B": ["cherry-curtain"]}\n'
    )
    assert _run(text, tmp_path) == 0


def test_a_box_without_reader_and_display_starts_and_waits_for_them(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "unplug reader\n"
        "unplug display\n"
        "power-cut\n"
        'check notice "reader-lost"\n'
        "press B\n"
        'check active "B"\n'
        "plug display\n"
        "plug reader\n"
        "wait 1\n"
        "tap pine-crane\n"
        'check piles.B ["pine-crane"]\n'
    )
    assert _run(text, tmp_path) == 0


def test_ok_held_for_three_seconds_ends_the_box_and_only_power_starts_it_again(tmp_path: Path) -> None:
    text = (
        "options --game ino-shika-cho\n"
        "tap pine-crane\n"
        "hold OK 3.2\n"
        "press B\n"
        'check active "A"\n'
        "screenshot dark.png\n"
        "power-cut\n"
        'check piles.A ["pine-crane"]\n'
        "press B\n"
        'check active "B"\n'
    )
    assert _run(text, tmp_path) == 0
    from PIL import Image

    assert Image.open(tmp_path / "dark.png").getbbox() is None


def test_a_dark_display_s_screenshot_is_black_and_a_press_shows_the_table_again(tmp_path: Path) -> None:
    from PIL import Image

    settings = tmp_path / "settings.toml"
    settings.write_text("[display]\ndim_after = 2\ndark_after = 5\n", "utf-8")
    text = (
        "options --game ino-shika-cho\nscreenshot lit.png\n"
        "wait 3\nscreenshot dim.png\nwait 3\nscreenshot dark.png\n"
        "press OK\nscreenshot woken.png\n"
    )
    assert _run(text, tmp_path, "--config", str(settings)) == 0
    lit, dim, dark, woken = (Image.open(tmp_path / f"{name}.png") for name in ("lit", "dim", "dark", "woken"))
    assert lit.getbbox() is not None
    assert lit.tobytes() == dim.tobytes() == woken.tobytes()
    assert dark.getbbox() is None


def test_a_screenshot_is_what_the_panel_holds(tmp_path: Path) -> None:
    from PIL import Image

    assert _run("screenshot home.png\n", tmp_path) == 0
    picture = Image.open(tmp_path / "home.png")
    assert (picture.size, picture.mode) == ((128, 64), "1")
    assert picture.getbbox() is not None
