"""The scoreboard's view of a table: what it shows is what the scorer says, with every reason."""

import random
from dataclasses import replace
from types import MappingProxyType

import pytest
from scoreboards import GAMES, WORKED, A, B, after, begun, match_of, round_of, took

from firmware.table import Table
from firmware.table.state import InMenu
from firmware.web import scoreboard
from firmware.web.board import board_of
from firmware.web.hub import Hub
from hardware import VirtualClock
from scorer import (
    Card,
    CardsMoved,
    MatchFinished,
    Misdealt,
    PlayerChosen,
    RoundClosed,
    RoundCorrected,
    RoundStarted,
    Seat,
    load,
)

TABLES = [(game.id, players) for game in GAMES for players in game.players]


def test_before_a_match_there_is_none():
    assert board_of(Table(GAMES)) == {"phase": "home", "is_reader_lost": False, "match": None}


def test_a_lost_reader_and_an_open_menu_are_told():
    table = begun("botan-cho")
    view = replace(table.view, mode=InMenu(), reader_faults=MappingProxyType({0: "no answer"}))
    board = board_of(replace(table, view=view))
    assert (board["phase"], board["is_reader_lost"], board["match"]["stage"]) == ("menu", True, "playing")


@pytest.fixture
def running():
    """Return a round in which A has made a yaku, and B is to capture."""
    table = after(begun("botan-cho"), took(A, "plum-warbler cherry-curtain"), PlayerChosen(B))
    table = after(table, took(B, "iris-bridge"), PlayerChosen(A), took(A, "pine-crane pine-chaff-1"))
    return match_of(after(table, PlayerChosen(B)))


def test_a_running_round_shows_who_plays_what_and_for_how_long(running):
    assert (running["dealer"], running["active"]) == ("A", "B")
    assert (running["stage"], running["round"]) == ("playing", 1)
    assert running["game"] == {"en": "Botan-cho", "ja": "牡丹蝶"}
    assert running["names"] == {"A": "Mio", "B": "Ren"}
    assert running["length"] == {"option": "rounds", "value": 12}
    assert (running["result"], running["history"], len(running["unaccounted"])) == (None, [], 36)


def test_a_running_round_shows_piles_and_what_they_make_so_far(running):
    mio = running["players"]["A"]
    assert mio["cards"] == ["plum-warbler", "cherry-curtain", "pine-crane", "pine-chaff-1"]
    types = [(row["type"], row["points"]) for row in mio["types"]]
    assert types == [("bright", 40), ("animal", 10), ("chaff", 1)]
    assert mio["card_points"] == 51
    assert mio["yaku"] == [
        {
            "id": "three-brights",
            "names": {"en": "Three Brights", "ja": "三光"},
            "value": 25,
            "cards": ["pine-crane", "plum-warbler", "cherry-curtain"],
        }
    ]
    assert "score" not in mio


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
