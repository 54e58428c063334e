"""Rule files that change only what differs."""

from collections.abc import Callable

import pytest

from scorer import BadRules, UnknownGame, load, parse, shipped_text

HEAD = 'format = 1\nid = "ours"\nversion = 1\nextends = "ino-shika-cho"\n'
NEW_YAKU = """
[[yaku]]
id = "three-animals"
value = 50
kanji = "三種"
romaji = "sanshu"
english = "Three Animals"
short = "3 Animals"
tiny = "3Animal"
cards = ["wisteria-cuckoo", "iris-bridge", "susuki-geese"]
"""
INO = load("ino-shika-cho")


def _finder(**files: str) -> Callable[[str], str]:
    def find(game: str) -> str:
        return files[game] if game in files else shipped_text(game)

    return find


def test_what_a_file_leaves_out_is_as_in_the_game_it_extends() -> None:
    ours = parse(HEAD)
    assert (ours.id, ours.version, ours.names, ours.deal) == ("ours", 1, INO.names, INO.deal)
    assert (ours.yaku, ours.teyaku, ours.option_rows) == (INO.yaku, INO.teyaku, INO.option_rows)
    assert dict(ours.card_values) == dict(INO.card_values)
    assert ours.bases == (("ino-shika-cho", shipped_text("ino-shika-cho")),)


def test_a_row_with_a_known_id_changes_that_row_where_it_stands() -> None:
    ours = parse(HEAD + '[[yaku]]\nid = "gun"\nvalue = 7\n')
    assert [row.id for row in ours.yaku] == [row.id for row in INO.yaku]
    assert [(row.id, row.value) for row in ours.yaku if row not in INO.yaku] == [("gun", 7)]
    gun = next(row for row in ours.yaku if row.id == "gun")
    assert gun.replaces == ("flower-viewing", "moon-viewing")


def test_a_row_with_a_new_id_comes_last() -> None:
    ours = parse(HEAD + NEW_YAKU)
    assert ours.yaku[:-1] == INO.yaku
    assert ours.yaku[-1].id == "three-animals"


def test_rows_of_a_kind_that_the_extended_game_lacks_are_added() -> None:
    text = HEAD.replace("ino-shika-cho", "botan-cho") + (
        '[[teyaku]]\nid = "hand-three"\nvalue = 2\nkanji = "三"\nromaji = "san"\nenglish = "Three"\n'
        'short = "Three"\ntiny = "Three"\nsuits = 1\n'
        '[options.teyaku]\ndefault = true\nenglish = "Lucky hands"\nhint = "Whether they count."\n'
    )
    assert [(row.id, row.value) for row in parse(text).teyaku] == [("hand-three", 2)]
    assert parse(HEAD.replace("ino-shika-cho", "botan-cho")).teyaku == ()


def test_dropped_rows_are_gone() -> None:
    ours = parse(HEAD + 'drop_yaku = ["four-baldies"]\ndrop_teyaku = ["all-chaff"]\n')
    assert {row.id for row in INO.yaku} - {row.id for row in ours.yaku} == {"four-baldies"}
    assert [row.id for row in ours.teyaku] == ["hand-three", "double-hand-three"]


def test_a_dropped_row_is_no_longer_replaced_by_the_rows_that_stay() -> None:
    ours = parse(HEAD + 'drop_yaku = ["flower-viewing"]\n')
    assert next(row for row in ours.yaku if row.id == "gun").replaces == ("moon-viewing",)


def test_a_row_that_replaces_what_is_dropped_still_names_where_it_stands() -> None:
    text = HEAD + 'drop_yaku = ["flower-viewing"]\n[deck]\nwithout = ["susuki-moon"]\n'
    with pytest.raises(BadRules) as caught:
        parse(text)
    assert "yaku 'gun' of ino-shika-cho.cards[2]" in [fault.key for fault in caught.value.faults]


def test_a_row_that_misses_an_id_by_a_letter_is_one_fault_with_the_id_that_was_meant() -> None:
    with pytest.raises(BadRules) as caught:
        parse(HEAD + '[[yaku]]\nid = "four-rain"\nvalue = 7\n')
    (fault,) = caught.value.faults
    assert (fault.key, fault.line, fault.wrong) == ("yaku[0].id", 6, "unknown id 'four-rain'")
    assert fault.right == "did you mean 'four-rains'? A new row needs its cards"


def test_a_new_row_with_cards_of_its_own_may_have_an_id_much_like_another() -> None:
    ours = parse(
        HEAD + '[[yaku]]\nid = "four-rain"\nvalue = 7\nkanji = "雨"\nromaji = "ame"\nenglish = "Rain"\n'
        'short = "Rain"\ntiny = "Rain"\ncards = ["willow-lightning"]\n'
    )
    assert [row.id for row in ours.yaku] == [*(row.id for row in INO.yaku), "four-rain"]


@pytest.mark.parametrize("key", ["format", "id", "version"])
def test_a_file_has_a_format_an_id_and_a_version_of_its_own(key: str) -> None:
    without = "".join(line for line in HEAD.splitlines(keepends=True) if not line.startswith(key))
    with pytest.raises(BadRules) as caught:
        parse(without)
    assert [(fault.key, fault.wrong) for fault in caught.value.faults] == [(key, "missing")]


@pytest.mark.parametrize("rows", ["yaku", "teyaku"])
def test_a_slip_in_the_key_of_the_dropped_rows_is_told_with_the_right_word(rows: str) -> None:
    with pytest.raises(BadRules, match=rf"line 5, drop-{rows}: unknown key; did you mean 'drop_{rows}'\?"):
        parse(HEAD + f"drop-{rows} = []\n")


def test_tables_that_list_things_are_merged_key_by_key() -> None:
    text = HEAD + (
        '[names]\ntiny = "Ours"\n[deck]\nsum = 445\n[values.cards]\npaulownia-yellow = 15\n'
        "[options.fuke_limit]\ndefault = 30\n"
    )
    ours = parse(text)
    assert (ours.names.tiny, ours.names.kanji) == ("Ours", "猪鹿蝶")
    assert ours.points(ours.deck) == 445
    assert ours.options() == parse(HEAD).options({"fuke_limit": 30})


def test_tables_that_say_one_thing_are_taken_whole() -> None:
    text = HEAD + '[fuke]\nannulled_by = "any"\n'
    with pytest.raises(BadRules) as caught:
        parse(text)
    assert [fault.key for fault in caught.value.faults] == ["fuke.dealer_leaves_yaku"]


def test_a_file_may_extend_one_that_extends_another() -> None:
    middle = HEAD.replace('"ours"', '"middle"') + '[[yaku]]\nid = "gun"\nvalue = 7\n'
    ours = parse(
        HEAD.replace("ino-shika-cho", "middle") + '[[yaku]]\nid = "four-rains"\nvalue = 8\n',
        find=_finder(middle=middle),
    )
    values = {row.id: row.value for row in ours.yaku}
    assert (values["gun"], values["four-rains"], values["four-pines"]) == (7, 8, 50)
    assert [id_ for id_, _ in ours.bases] == ["middle", "ino-shika-cho"]


@pytest.mark.parametrize(
    ("text", "key", "wrong"),
    [
        pytest.param(
            HEAD.replace("ino-shika-cho", "koi-koi"), "extends", "unknown game 'koi-koi'", id="unknown"
        ),
        pytest.param(
            HEAD.replace("ino-shika-cho", "ours"), "extends", "'ours' leads back to itself", id="itself"
        ),
        pytest.param(HEAD.replace('"ino-shika-cho"', "3"), "extends", "unknown game 3", id="no text"),
        pytest.param(HEAD + 'drop_yaku = ["gan"]\n', "drop_yaku[0]", "unknown id 'gan'", id="drop unknown"),
        pytest.param(HEAD + "drop_yaku = [7]\n", "drop_yaku[0]", "unknown id 7", id="drop a number"),
        pytest.param(HEAD + 'drop_yaku = "gun"\n', "drop_yaku", "is 'gun'", id="drop no list"),
        pytest.param(HEAD + '[[yaku]]\nid = "gun"\nvalue = 0\n', "yaku[0].value", "is 0", id="own row"),
        pytest.param(HEAD + "yaku = 3\n", "yaku", "is 3", id="yaku no tables"),
        pytest.param(HEAD + "names = 3\n", "names", "is 3", id="names no table"),
        pytest.param(
            HEAD + '[deck]\nwithout = ["pine-crane"]\nsum = 385\n[deal.2]\npile = 23\n[deal.3]\npile = 20\n',
            "yaku 'pine-paulownia-baldy' of ino-shika-cho.cards[0]",
            "the deck lacks 'pine-crane'",
            id="a row of the extended file",
        ),
    ],
)
def test_a_fault_is_told_where_it_stands(text: str, key: str, wrong: str) -> None:
    with pytest.raises(BadRules) as caught:
        parse(text)
    first = caught.value.faults[0]
    assert (first.key, wrong in first.wrong) == (key, True)


@pytest.mark.parametrize(
    ("dropped", "remedy"),
    [
        pytest.param("gan", "'gun'", id="nearly one"),
        pytest.param("qqqq", "ids are all-chaff, hand-three", id="like none"),
    ],
)
def test_a_row_that_cannot_be_dropped_is_told_with_those_that_can(dropped: str, remedy: str) -> None:
    key = "drop_yaku" if dropped == "gan" else "drop_teyaku"
    with pytest.raises(BadRules) as caught:
        parse(HEAD + f'{key} = ["{dropped}"]\n')
    assert remedy in caught.value.faults[0].right


def test_a_fault_in_a_row_of_a_file_further_down_names_that_file() -> None:
    middle = HEAD.replace('"ours"', '"middle"')
    text = HEAD.replace("ino-shika-cho", "middle") + (
        '[deck]\nwithout = ["pine-crane"]\nsum = 385\n[deal.2]\npile = 23\n[deal.3]\npile = 20\n'
    )
    with pytest.raises(BadRules) as caught:
        parse(text, find=_finder(middle=middle))
    assert caught.value.faults[0].key == "yaku 'pine-paulownia-baldy' of ino-shika-cho.cards[0]"


def test_an_id_given_twice_in_one_file_is_told() -> None:
    twice = '[[yaku]]\nid = "gun"\nvalue = 7\n' * 2
    with pytest.raises(BadRules, match=r"yaku\[1\]\.id: 'gun' is taken"):
        parse(HEAD + twice)


def test_two_files_that_extend_each_other_are_told() -> None:
    other = HEAD.replace('"ours"', '"other"').replace("ino-shika-cho", "ours")
    with pytest.raises(BadRules, match="extends: 'ours' leads back to itself"):
        parse(HEAD.replace("ino-shika-cho", "other"), find=_finder(other=other))


def test_a_broken_file_below_is_told_as_such() -> None:
    with pytest.raises(BadRules, match="extends: Invalid"):
        parse(HEAD.replace("ino-shika-cho", "other"), find=_finder(other="a = "))


def test_only_the_first_matter_is_told_where_the_base_is_missing() -> None:
    with pytest.raises(BadRules) as caught:
        parse(HEAD.replace("ino-shika-cho", "koi-koi"))
    assert len(caught.value.faults) == 1


def test_the_library_finds_shipped_files_only() -> None:
    with pytest.raises(UnknownGame):
        shipped_text("ours")
