"""The rule card: what counts, dearest first, under the house rules in force."""

from scorer import Pile, RuleCardRow, load, parse, rule_card

INO, ROPPYAKKEN = load("ino-shika-cho"), load("roppyakken")


def _row(game: str, id_: str, **options: object) -> RuleCardRow:
    rules = load(game)
    (row,) = [row for row in rule_card(rules, rules.options(options)) if row.id == id_]
    return row


def _ids(game: str, **options: object) -> list[str]:
    rules = load(game)
    return [row.id for row in rule_card(rules, rules.options(options))]


def test_the_dearest_stand_first_and_lucky_hands_last() -> None:
    rows = rule_card(INO, INO.options())
    yaku, hands = rows[: len(INO.yaku)], rows[len(INO.yaku) :]
    assert [row.value for row in yaku] == sorted((row.value for row in INO.yaku), reverse=True)
    assert [(row.id, row.value) for row in hands] == [
        ("all-chaff", 400),
        ("double-hand-three", 400),
        ("hand-three", 200),
    ]


def test_a_row_says_its_names_its_cards_and_how_many_it_takes() -> None:
    row = _row("botan-cho", "three-brights")
    assert row == RuleCardRow(
        "three-brights",
        next(yaku.names for yaku in load("botan-cho").yaku if yaku.id == "three-brights"),
        row.value,
        tuple(Pile.parse("pine-crane plum-warbler cherry-curtain")),
        3,
        (),
        wins_at_once=False,
    )
    assert row.value == 25


def test_a_lucky_hand_names_no_cards() -> None:
    names = next(row.names for row in INO.teyaku if row.id == "hand-three")
    row = _row("ino-shika-cho", "hand-three")
    assert row == RuleCardRow("hand-three", names, row.value, (), 0, (), wins_at_once=False)


def test_a_row_names_what_it_silences() -> None:
    silenced = [names.english for names in _row("ino-shika-cho", "gun").silences]
    assert silenced == ["Flower Viewing", "Moon Viewing"]
    house = parse(
        'format = 1\nid = "ours"\nversion = 1\nextends = "ino-shika-cho"\n'
        '[[teyaku]]\nid = "all-chaff"\nreplaces = ["hand-three"]\n'
    )
    rows = {row.id: row for row in rule_card(house, house.options())}
    hand_three = next(row.names for row in INO.teyaku if row.id == "hand-three")
    assert rows["all-chaff"].silences == (hand_three,)


def test_house_rules_take_rows_away() -> None:
    assert "five-brights" in _ids("mushi")
    assert "five-brights" not in _ids("mushi", five_brights=False)
    assert "hand-three" not in _ids("ino-shika-cho", teyaku=False)
    assert (
        _ids("ino-shika-cho", teyaku=False)
        == [row for row in _ids("ino-shika-cho") if "hand" not in row][:-1]
    )


def test_house_rules_add_cards_to_a_row() -> None:
    willow = Pile.parse("willow-ribbon")
    without, with_it = (_row("roppyakken", "seven-ribbons", willow_ribbon=on) for on in (False, True))
    assert set(with_it.cards) - set(without.cards) == set(willow)
    assert (without.count, with_it.count) == (7, 7)


def test_only_yaku_that_can_win_the_match_say_so() -> None:
    wins = [row.id for row in rule_card(ROPPYAKKEN, ROPPYAKKEN.options()) if row.wins_at_once]
    assert wins == ["four-brights", "seven-ribbons"]
    assert not _row("roppyakken", "four-brights", instant_wins=False).wins_at_once
