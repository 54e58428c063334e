"""The library's guide, run."""

import doctest
import re
from pathlib import Path

import pytest

from scorer import BadRules, parse, shipped_text

ROOT = Path(__file__).parents[2] / "scorer"
FORMAT_GUIDE = (ROOT / "rulesets" / "README.md").read_text("utf-8")


def test_every_example_of_the_library_s_guide_gives_what_it_says() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 15
    assert results.failed == 0


def _example() -> str:
    block = re.search(r"leave the rest to the game that you extend[^:]*:\n\n((?:    .*\n|\n)+)", FORMAT_GUIDE)
    assert block is not None
    return re.sub(r"(?m)^ {4}", "", block[1])


def test_the_format_guide_s_example_is_a_right_rule_file() -> None:
    rules = parse(_example(), "our-ino.toml")
    values = {row.id: row.value for row in rules.yaku}
    assert (values["four-rains"], values["three-animals"], values["gun"]) == (300, 50, 300)
    assert "four-baldies" not in values
    assert rules.options()["fuke_limit"] == 30


def test_the_format_guide_s_example_with_a_slip_is_refused() -> None:
    with pytest.raises(BadRules, match="drop_yaku"):
        parse(_example().replace("four-baldies", "four-bodies"), "our-ino.toml")


@pytest.mark.parametrize("game", ["botan-cho", "ino-shika-cho", "mushi", "roppyakken"])
def test_the_format_guide_explains_every_key_that_a_shipped_file_uses(game: str) -> None:
    keys = set(re.findall(r"(?m)^([a-z_0-9]+) = ", shipped_text(game)))
    sections = set(re.findall(r"(?m)^\[+([a-z]+)", shipped_text(game)))
    unsaid = {word for word in keys | sections if not re.search(rf"`[^`]*\b{word}\b", FORMAT_GUIDE)}
    assert unsaid == set()
    assert len(keys) > 8
