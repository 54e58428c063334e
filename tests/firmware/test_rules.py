"""Rule files of the players' own: in the folder, at the table, in the journal, on the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.rulebook import check, games
from scorer import BadRules, Card, load, shipped

OURS = """
format = 1
id = "our-botan"
version = 3
extends = "botan-cho"
[names]
english = "Our Botan"
short = "Our Botan"
tiny = "Ours"
[[yaku]]
id = "three-brights"
value = 40
"""


def _write(data: Path, text: str = OURS, name: str = "our-botan") -> Path:
    path = data / "rules" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_own_games_follow_those_that_are_shipped(tmp_path: Path) -> None:
    _write(tmp_path)
    rulesets, wrong = games(tmp_path)
    assert [ruleset.id for ruleset in rulesets] == [*shipped(), "our-botan"]
    assert wrong == ()


def test_a_faulty_file_is_told_and_the_other_games_stay(tmp_path: Path) -> None:
    _write(tmp_path, OURS.replace("value = 40", "value = -1"))
    rulesets, wrong = games(tmp_path)
    assert [ruleset.id for ruleset in rulesets] == [*shipped()]
    assert wrong == ("our-botan.toml: line 12, yaku[0].value: is -1; give a whole number from 1 to 1000000",)


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        pytest.param(OURS.replace("our-botan", "mushi"), "mushi", "comes with the program", id="shipped id"),
        pytest.param(OURS, "mine", "call it our-botan.toml", id="another file name"),
        pytest.param(
            OURS.replace('"botan-cho"', '"koi-koi"'), "our-botan", "unknown game 'koi-koi'", id="no base"
        ),
    ],
)
def test_a_file_that_cannot_be_found_by_its_id_is_refused(
    tmp_path: Path, text: str, name: str, says: str
) -> None:
    with pytest.raises(BadRules, match=says):
        check(_write(tmp_path, text, name))


def test_a_file_may_extend_a_file_beside_it(tmp_path: Path) -> None:
    _write(tmp_path)
    second = OURS.replace('"our-botan"', '"second"').replace('"botan-cho"', '"our-botan"')
    ruleset = check(_write(tmp_path, second.split("[[yaku]]", maxsplit=1)[0], "second"))
    assert {row.id: row.value for row in ruleset.yaku}["three-brights"] == 40


def test_a_character_that_no_font_has_is_found_by_the_check(tmp_path: Path) -> None:
    text = OURS.replace("value = 40", 'value = 40\nkanji = "三龘"')
    path = _write(tmp_path, text)
    with pytest.raises(BadRules, match="kanji: the display has no '龘'"):
        check(path)
    assert len(games(tmp_path)[0]) == len(shipped()) + 1


def test_what_is_no_text_is_refused_kindly(tmp_path: Path) -> None:
    path = _write(tmp_path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRules, match="save it as UTF-8"):
        check(path)
    with pytest.raises(BadRules, match="cannot be read: No such file"):
        check(tmp_path / "nowhere.toml")


def test_a_house_variant_is_played_and_goes_on_by_its_own_rules_when_the_file_changes(tmp_path: Path) -> None:
    path = _write(tmp_path)
    data = ["--data", str(tmp_path)]
    script = tmp_path / "one.table"
    script.write_text(
        "options --game our-botan --rounds 3\n"
        "tap pine-crane plum-warbler cherry-curtain\n"
        "expect +40\n"
        "wait 4\n"
        "expect 三光40\n",
        "utf-8",
    )
    assert main(["simulate", "--script", str(script), *data]) == 0
    path.write_text(OURS.replace("40", "1"), "utf-8")
    script.write_text("wait 6\nexpect 三光40\n", "utf-8")
    assert main(["simulate", "--script", str(script), *data]) == 0
    path.unlink()
    assert main(["simulate", "--script", str(script), *data]) == 0


def test_rules_list_names_every_game_and_tells_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path)
    _write(tmp_path, "format = 7", "broken")
    assert main(["rules", "list", "--data", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert [line.split()[0] for line in lines] == [*shipped(), "our-botan"]
    assert lines[-1].split()[-4:] == ["version", "3", "your", "own"]
    assert "broken.toml: line 1, format: is 7, newer than this scorekeeper" in printed.err


@pytest.mark.parametrize("game", shipped())
def test_rules_show_says_each_yaku_with_names_value_and_cards(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "show", game]) == 0
    text = capsys.readouterr().out
    for row in (*load(game).yaku, *load(game).teyaku):
        line = next(line for line in text.splitlines()[1:] if line.startswith(f"{row.names.kanji} "))
        assert row.names.romaji in line
        assert row.names.english in line
        assert f" {row.value} " in line
    for option in load(game).option_rows:
        assert option.hint in text


def test_rules_show_follows_the_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["rules", "show", "roppyakken", "--option", "willow_ribbon=true", "--option", "teyaku=false"])
        == 0
    )
    text = capsys.readouterr().out
    assert "willow-ribbon maple" not in text.split("any 7 of:", maxsplit=1)[0]
    assert "maple-blue-ribbon willow-ribbon; wins at once" in text
    assert "手三" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "show", "koi-koi"], "unknown game 'koi-koi'; there are botan-cho"),
        (["rules", "show", "mushi", "--option", "fuke=true"], "has no option 'fuke'"),
        (["rules", "new", "Our Game"], "'Our Game' is no id"),
        (["rules", "new", "mushi"], "there is a game mushi already"),
        (["rules", "new", "ours", "--extends", "koi-koi"], "unknown game 'koi-koi'"),
        (["rules", "new", "ours", "--data", "/proc/nowhere"], "cannot be written: No such file"),
        (["rules"], "required: DEED"),
    ],
)
def test_rules_that_cannot_be_are_refused_in_one_sentence(
    arguments: list[str], says: str, refusal: Callable[..., str]
) -> None:
    assert says in refusal(*arguments)


@pytest.mark.parametrize("game", shipped())
def test_rules_new_begins_a_file_that_is_right(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    assert main(["rules", "new", f"aunt-yui-s-old-{game}", "--extends", game, *data]) == 0
    path = capsys.readouterr().out.strip()
    assert main(["rules", "check", path]) == 0
    assert "right" in capsys.readouterr().out
    assert main(["rules", "new", f"aunt-yui-s-old-{game}", "--extends", game, *data]) == 2


def test_rules_new_does_not_write_over_a_file_that_is_no_game_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _write(tmp_path, "half a thought", "ours")
    assert main(["rules", "new", "ours", "--data", str(tmp_path)]) == 2
    assert f"{path} exists; scorekeeper rules check tells its faults" in capsys.readouterr().err
    assert path.read_text() == "half a thought"


def test_rules_check_tells_every_fault_of_every_file_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = _write(tmp_path)
    wrong = _write(tmp_path, OURS.replace("40", "-1").replace("version = 3", "version = 0"), "wrong")
    assert main(["rules", "check", str(right), str(wrong)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "our-botan.toml: right; Our Botan, version 3",
        "wrong.toml: line 4, version: is 0; give a whole number from 1 to 1000000",
        "wrong.toml: line 12, yaku[0].value: is -1; give a whole number from 1 to 1000000",
    ]


def test_mushi_and_roppyakken_are_played_at_the_table(tmp_path: Path) -> None:
    script = tmp_path / "all.table"
    script.write_text(
        'until choice "new-game" press B\npress OK\n'
        "press B\npress OK\npress OK\n"
        "expect Mushi\n"
        "press A\npress OK\n"
        'check game "mushi"\ncheck standings.A {"chips": 180, "points": 180}\n',
        "utf-8",
    )
    assert main(["simulate", "--script", str(script)]) == 0


def test_rules_check_refuses_kanji_that_are_wider_than_the_display(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = OURS.replace("[[yaku]]", '[[yaku]]\nkanji = "三種三種三"', 1)
    assert main(["rules", "check", str(_write(tmp_path, text))]) == 1
    told = capsys.readouterr().out
    assert "is wider than the display; at most 4 kanji, or 8 Latin letters" in told
    assert re.search(r"line \d+, yaku '[a-z-]+'\.kanji: ", told)


def test_a_game_whose_file_is_faulty_is_refused_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path, OURS.replace("version = 3", "version = 0"))
    assert main(["rules", "show", "our-botan", "--data", str(tmp_path)]) == 2
    assert "our-botan.toml: line 4, version: is 0" in capsys.readouterr().err


def test_every_card_is_listed_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "cards"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [id_ for _, _, *ids in lines for id_ in ids] == [card.id for card in Card]


def test_rounds_of_an_own_game_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(tmp_path)
    piles = {"A": ["pine-crane", "plum-warbler", "cherry-curtain"]}
    piles["B"] = [str(card) for card in load("botan-cho").deck if str(card) not in piles["A"]]
    asked = [{"game": game, "dealer": "A", "piles": piles} for game in ("our-botan", "botan-cho", "theirs")]
    (tmp_path / "evening.jsonl").write_text("\n".join(map(json.dumps, asked)), "utf-8")
    assert main(["score", "--data", str(tmp_path), str(tmp_path / "evening.jsonl")]) == 1
    ours, shipped_, unknown = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["players"]["A"]["yaku"] for each in (ours, shipped_)] == [
        {"three-brights": 40},
        {"three-brights": 25},
    ]
    assert unknown["error"]["message"].startswith("unknown game 'theirs'; there are botan-cho, ")
