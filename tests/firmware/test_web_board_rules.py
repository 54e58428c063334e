"""What the scoreboard says of rules: what they took away, what they silenced, and the rule card."""

import pytest
from scoreboards import GUN, A, B, after, begun, match_of, round_of, took

from firmware.table import Table, default_game, started
from scorer import Pile, RoundClosed, TeyakuDeclared, parse

LOW_DEALER = ("iris-bridge", GUN, "pine-crane paulownia-phoenix plum-warbler")
LOW_OTHER = ("pine-crane paulownia-phoenix", "plum-warbler cherry-curtain", "iris-bridge maple-deer")


def test_the_gun_silences_the_viewings_on_the_board():
    made = match_of(after(begun("ino-shika-cho"), took(A, GUN)))["players"]["A"]
    assert [row["id"] for row in made["yaku"]] == ["gun"]
    assert [(row["id"], row["value"], row["by"]["en"]) for row in made["silenced"]] == [
        ("flower-viewing", 0, "Gun"),
        ("moon-viewing", 0, "Gun"),
    ]


@pytest.mark.parametrize(
    ("options", "piles", "kind", "low", "taken", "scores"),
    [
        pytest.param({}, LOW_DEALER, "dealer", {"A": 10}, (10, 110, 150), (0, 300, 0), id="dealer"),
        pytest.param({}, LOW_OTHER, "non-dealer", {"C": 20}, (100, 100, 20), (0, 0, 0), id="another"),
        pytest.param(
            {"fuke_counts": "cards", "fuke_limit": 110},
            (LOW_DEALER[2], GUN, "cherry-poetry-ribbon susuki-geese"),
            "non-dealer",
            {"B": 110, "C": 15},
            (150, 410, 15),
            (0, 0, 0),
            id="by the cards alone",
        ),
        pytest.param({"fuke": False}, LOW_OTHER, None, {}, (0, 0, 0), (100, 100, 20), id="off"),
    ],
)
def test_fuke_says_who_had_too_little_and_what_it_took(options, piles, kind, low, taken, scores):
    match = match_of(round_of(begun("ino-shika-cho", 3, **options), *piles))
    players = match["players"].values()
    assert (match["result"]["fuke"], match["result"]["low"]) == (kind, low)
    assert tuple(player["taken_by_fuke"] for player in players) == taken
    assert tuple(player["score"] for player in players) == scores
    assert match["history"][0]["fuke"] == kind


def test_the_limit_of_fuke_is_on_the_board_only_where_it_counts():
    assert match_of(begun("ino-shika-cho"))["fuke"] == {"limit": 60, "counts": "score"}
    assert match_of(begun("roppyakken"))["fuke"] is None


def test_the_rule_card_has_cards_or_what_a_lucky_hand_shows():
    rules = {row["id"]: row for row in match_of(begun("roppyakken", 3))["rules"]}
    assert (rules["seven-ribbons"]["count"], len(rules["seven-ribbons"]["cards"])) == (7, 9)
    assert (rules["four-brights"]["wins_at_once"], rules["four-brights"]["suits"]) == (True, None)
    assert [one["en"] for one in rules["gun"]["silences"]] == ["Flower Viewing", "Moon Viewing"]
    hands = [(id_, rules[id_]["suits"]) for id_ in ("all-chaff", "hand-three", "double-hand-three")]
    assert hands == [("all-chaff", 0), ("hand-three", 1), ("double-hand-three", 2)]


def test_a_yaku_and_a_hand_of_one_id_are_told_apart():
    text = 'format = 1\nid = "ours"\nversion = 1\nextends = "ino-shika-cho"\n'
    hand = '[[teyaku]]\nid = "gun"\nvalue = 100\nkanji = "手"\nromaji = "te"\nenglish = "Hand"\n'
    ours = parse(f'{text}{hand}short = "Hand"\ntiny = "Hand"\nsuits = 1\n', "ours.toml")
    table = started(Table((ours,)), default_game(ours, 2)).applied_to(Table((ours,)))
    rows = [row for row in match_of(table)["rules"] if row["id"] == "gun"]
    assert [(row["names"]["en"], row["suits"]) for row in rows] == [("Gun", None), ("Hand", 1)]


def test_changed_house_rules_are_told_with_what_is_usual():
    assert match_of(begun("botan-cho", rounds=3))["house_rules"] == []
    assert match_of(begun("botan-cho", chips=20))["house_rules"] == [
        {"names": {"en": "Chips", "ja": "持ち点"}, "value": 20, "usual": 180}
    ]


@pytest.mark.parametrize("is_over", [False, True])
def test_lucky_hands_show_whether_their_cards_were_seen(is_over):
    irises = tuple(Pile.parse("iris-ribbon iris-chaff-1 iris-chaff-2"))
    table = after(
        begun("ino-shika-cho", 3),
        TeyakuDeclared(A, ("hand-three",), irises),
        TeyakuDeclared(B, ("double-hand-three",), ()),
    )
    match = match_of(after(table, RoundClosed()) if is_over else table)
    hands = {
        seat: ([(row["id"], row["value"]) for row in player["teyaku"]], len(player["shown"]))
        for seat, player in match["players"].items()
    }
    assert hands == {
        "A": ([("hand-three", 200)], 3),
        "B": ([("double-hand-three", 400)], 0),
        "C": ([], 0),
    }
