"""In which line of a rule file a key stands."""

import pytest

from scorer.tomllines import line_of

TEXT = """format = 1
id = "ours" # here

[names]
'tiny' = "Ours"
id = "no row"

[[yaku]]
id = "gun"  # three # cards
value = 3

[[yaku]]
  id = 'rains'
kanji = "雨"

[[teyaku]]
"id" = "gun"

[options."fuke_limit"]
default = 3

[names]
tiny = "again"
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("format", 1),
        ("id", 2),
        ("names", 4),
        ("names.tiny", 5),
        ("names.short", 4),
        ("yaku[0]", 8),
        ("yaku[0].id", 9),
        ("yaku[0].value", 10),
        ("yaku[0].cards[1]", 8),
        ("yaku[1].id", 13),
        ("yaku[1].kanji", 14),
        ("yaku[2].kanji", None),
        ("yaku 'gun'", 9),
        ("yaku 'gun'.kanji", 9),
        ("yaku 'rains'.replaces[0]", 13),
        ("yaku '3'", None),
        ("teyaku 'gun'.kanji", 17),
        ("names 'no row'", None),
        (" 'ours'", None),
        ("options.fuke_limit", 19),
        ("options.fuke_limit.default", 20),
        ("options.fuke_limit.range[0]", 19),
        ("a[b", None),
        ("", None),
    ],
)
def test_a_key_stands_in_its_line_or_in_that_of_its_table(key: str, line: int | None) -> None:
    assert line_of(TEXT, key) == line
