"""The scoreboard's view of a table: what it shows is what the scorer says, with every reason."""

import json
import random
from dataclasses import replace
from types import MappingProxyType

import pytest

from firmware.table import Table, apply, default_game, started
from firmware.table.state import InMenu
from firmware.web import scoreboard
from firmware.web.board import board_of
from firmware.web.hub import Hub
from hardware import VirtualClock
from scorer import (
    Card,
    CardsCaptured,
    CardsMoved,
    MatchFinished,
    Misdealt,
    Pile,
    PlayerChosen,
    RoundClosed,
    RoundCorrected,
    RoundStarted,
    Seat,
    TeyakuDeclared,
    load,
    parse,
    shipped,
)

A, B, C = Seat
GAMES = tuple(load(game) for game in shipped())
TABLES = [(game.id, players) for game in GAMES for players in game.players]
FIVE = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix "
WORKED = FIVE + "plum-warbler wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
GUN = "chrysanthemum-sake-cup cherry-curtain susuki-moon"


def begun(game, players=2, **options):
    table = Table(GAMES, names={A: "Mio", B: "Ren"})
    draft = default_game(load(game), players)
    length = options.pop(load(game).length_option, draft.length)
    return started(table, replace(draft, options=options, length=length)).applied_to(table)


def after(table, *events):
    for event in events:
        table = apply(table, event)
    return table


def took(seat, cards):
    return CardsCaptured(seat, tuple(Pile.parse(cards)) if isinstance(cards, str) else tuple(cards))


def round_of(table, *piles):
    """Play a round in which the last player has all that is not named, where the game needs every card."""
    rules = table.match.ruleset
    cards = [Pile.parse(pile) if isinstance(pile, str) else Pile.of(pile) for pile in piles]
    rest = rules.deck
    for pile in cards:
        rest -= pile
    if rules.needs_all_cards:
        cards[-1] |= rest
    seats = table.match.seats
    captures = [took(seat, pile) for seat, pile in zip(seats, cards, strict=True) if pile]
    return after(table, *captures, RoundClosed())


def match_of(table):
    """Return the match on the board, as a page reads it."""
    board = board_of(table)
    assert json.loads(json.dumps(board)) == board
    return board["match"]


def test_before_a_match_there_is_none():
    assert board_of(Table(GAMES)) == {"phase": "home", "is_reader_lost": False, "match": None}


def test_a_lost_reader_and_an_open_menu_are_told():
    table = begun("botan-cho")
    view = replace(table.view, mode=InMenu(), reader_faults=MappingProxyType({0: "no answer"}))
    board = board_of(replace(table, view=view))
    assert (board["phase"], board["is_reader_lost"], board["match"]["stage"]) == ("menu", True, "playing")


def test_a_running_round_shows_piles_and_what_they_make_so_far():
    table = after(begun("botan-cho"), took(A, "plum-warbler cherry-curtain"), PlayerChosen(B))
    table = after(
        table, took(B, "iris-bridge"), PlayerChosen(A), took(A, "pine-crane pine-chaff-1"), PlayerChosen(B)
    )
    match = match_of(table)
    assert (match["dealer"], match["active"], match["stage"], match["round"]) == ("A", "B", "playing", 1)
    assert (match["game"], match["names"]) == (
        {"en": "Botan-cho", "ja": "牡丹蝶"},
        {"A": "Mio", "B": "Ren"},
    )
    assert match["length"] == {"option": "rounds", "value": 12}
    mio = match["players"]["A"]
    assert mio["cards"] == ["plum-warbler", "cherry-curtain", "pine-crane", "pine-chaff-1"]
    assert [(row["type"], row["points"]) for row in mio["types"]] == [
        ("bright", 40),
        ("animal", 10),
        ("chaff", 1),
    ]
    assert mio["card_points"] == 51
    assert mio["yaku"] == [
        {
            "id": "three-brights",
            "names": {"en": "Three Brights", "ja": "三光"},
            "value": 25,
            "cards": ["pine-crane", "plum-warbler", "cherry-curtain"],
        }
    ]
    assert (match["result"], "score" in mio, len(match["unaccounted"]), match["history"]) == (
        None,
        False,
        36,
        [],
    )


def test_a_round_that_lacks_cards_shows_which():
    deck = [card for card in load("botan-cho").deck if card is not Card.IRIS_CHAFF_1]
    match = match_of(after(begun("botan-cho"), took(A, deck), RoundClosed()))
    assert (match["stage"], match["unaccounted"], match["result"]) == ("leftover", ["iris-chaff-1"], None)


def test_the_worked_round_of_botan_cho_shows_who_pays_and_deals():
    match = match_of(round_of(begun("botan-cho"), WORKED, ""))
    assert {seat: player["score"] for seat, player in match["players"].items()} == {"A": 72, "B": -72}
    assert match["result"] == {
        "fuke": None,
        "winner": "A",
        "next_dealer": "A",
        "payment": {"from": "B", "to": "A", "points": 72},
        "counter": "A",
        "low": {},
    }
    assert match["standings"]["A"] == {"chips": 252, "counters": 1, "points": 253}
    assert (match["par"], match["tie_card"], match["fuke"]) == (120, "willow-lightning", None)
    assert match["history"][0]["standings"] == {"A": 253, "B": 108}


def test_a_match_that_is_over_has_its_winner():
    table = round_of(begun("botan-cho", rounds=1), WORKED, "")
    assert (match_of(table)["stage"], match_of(table)["is_over"]) == ("result", True)
    match = match_of(after(table, MatchFinished()))
    assert (match["stage"], match["is_over"], match["winner"]) == ("finished", True, "A")
    assert match_of(round_of(begun("botan-cho", rounds=2), WORKED, ""))["is_over"] is False


def test_a_misdeal_empties_the_piles_and_keeps_round_and_dealer():
    match = match_of(after(begun("botan-cho"), took(A, "pine-crane"), Misdealt()))
    assert (match["round"], match["dealer"], match["history"]) == (1, "A", [])
    assert [player["cards"] for player in match["players"].values()] == [[], []]


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


def test_the_gun_silences_the_viewings_on_the_board():
    made = match_of(after(begun("ino-shika-cho"), took(A, GUN)))["players"]["A"]
    assert [row["id"] for row in made["yaku"]] == ["gun"]
    assert [(row["id"], row["value"], row["by"]["en"]) for row in made["silenced"]] == [
        ("flower-viewing", 0, "Gun"),
        ("moon-viewing", 0, "Gun"),
    ]


LOW_DEALER = ("iris-bridge", GUN, "pine-crane paulownia-phoenix plum-warbler")
LOW_OTHER = ("pine-crane paulownia-phoenix", "plum-warbler cherry-curtain", "iris-bridge maple-deer")


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


def some_match(game, players, number):
    """Return a match at the result of its third round, all played at random."""
    rng = random.Random(f"{game} {players} {number}")
    table = begun(game, players, **({} if load(game).needs_all_cards else {"target": 9000}))
    for played in range(3):
        table = after(table, RoundStarted(table.match.next_dealer)) if played else table
        deck = list(table.match.ruleset.deck)
        rng.shuffle(deck)
        deck = deck if table.match.ruleset.needs_all_cards else deck[:40]
        table = round_of(table, *(deck[seat::players] for seat in range(players)))
    return table


def total(rows):
    return sum(row["value"] for row in rows)


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_score_on_the_board_can_be_added_up(game, players, number):
    table = some_match(game, players, number)
    match, score = match_of(table), table.match.score
    for seat, player in match["players"].items():
        others = [other for name, other in match["players"].items() if name != seat]
        points = sum(row["points"] for row in player["types"])
        found = points + total(player["yaku"]) + total(player["teyaku"]) - player["taken_by_fuke"]
        if match["par"] is not None:
            found -= match["par"] + sum(total(other["yaku"]) for other in others)
        assert found == player["score"] == score.of(Seat(seat)).score
        assert points == player["card_points"] == score.of(Seat(seat)).made.card_points
        cards = [card for row in player["types"] for card in row["cards"]]
        assert sorted(cards) == sorted(player["cards"])


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_history_leads_to_the_standings(game, players):
    table = some_match(game, players, 0)
    match = match_of(table)
    assert len(match["history"]) == match["round"] == 3
    for seat, standing in match["standings"].items():
        rounds = [one["players"][seat]["score"] for one in match["history"]]
        counters = sum(one["counter"] == seat for one in match["history"])
        begun_with = 180 if match["par"] is not None else 0
        assert standing["points"] == begun_with + sum(rounds) + counters
        assert standing["points"] == match["history"][-1]["standings"][seat]


def test_a_running_round_is_not_in_the_history():
    table = round_of(begun("botan-cho"), WORKED, "")
    match = match_of(after(table, RoundStarted(A), took(A, "pine-crane")))
    assert (match["round"], len(match["history"])) == (2, 1)
    assert match["history"][0]["players"]["A"] == {
        "score": 72,
        "yaku": [
            {"id": "five-brights", "names": {"en": "Five Brights", "ja": "五光"}, "value": 30},
            {"id": "three-brights", "names": {"en": "Three Brights", "ja": "三光"}, "value": 25},
            {"id": "four-wisterias", "names": {"en": "Four Wisterias", "ja": "藤シマ"}, "value": 10},
        ],
    }


def test_a_corrected_round_is_shown_as_corrected_with_all_after_it():
    table = round_of(begun("botan-cho"), WORKED, "")
    table = after(table, RoundStarted(A), RoundCorrected(0, CardsMoved(B, (Card.PINE_CRANE,))))
    match = match_of(table)
    assert [one["players"]["A"]["score"] for one in match["history"]] == [-3]
    assert match["history"][0]["payment"] == {"from": "A", "to": "B", "points": 3}
    assert match["standings"] == {
        "A": {"chips": 177, "counters": 0, "points": 177},
        "B": {"chips": 183, "counters": 1, "points": 184},
    }


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


def test_a_board_is_made_anew_only_when_something_on_it_may_have_changed(monkeypatch):
    made = []
    monkeypatch.setattr(scoreboard, "board_of", lambda table: made.append(table) or board_of(table))
    table = begun("botan-cho")
    later = replace(table, view=replace(table.view, now_s=99.0))
    lost = replace(later, view=replace(later.view, reader_faults=MappingProxyType({0: "no answer"})))
    hub = Hub(VirtualClock(), table)
    pieces = scoreboard.Boards(hub).followed()
    sent = [next(pieces)]
    menu = replace(lost, view=replace(lost.view, mode=InMenu()))
    for one in (later, lost, menu, after(menu, took(A, "pine-crane")), replace(menu, match=None)):
        hub.tell(one)
        sent.append(next(pieces))
    assert [piece[:12] for piece in sent] == [b"event: board", b"", *[b"event: board"] * 4]
    assert len(made) == 5
