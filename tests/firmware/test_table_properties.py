"""Whatever people do, nothing raises, no card is lost, and time goes on."""

from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.deck import Deck
from firmware.table import (
    DisplayNews,
    NewGame,
    ReaderNews,
    SaveNews,
    Table,
    Tick,
    View,
    decide,
    started,
    wake_at,
)
from firmware.table.report import report
from hardware import Button, ButtonEdge, TagArrived
from scorer import (
    Card,
    CardsCaptured,
    MatchEnded,
    Misdealt,
    RoundStarted,
    RoundWithdrawn,
    Seat,
    Undone,
    load,
)

GAMES = (load("botan-cho"), load("ino-shika-cho"))
DECK = Deck({bytes([4, place, 0, 0]): card for place, card in enumerate(Card)})
DROPS_CARDS = (Undone, Misdealt, RoundWithdrawn, MatchEnded, RoundStarted)

SOME_UIDS = [bytes([4, place, 0, 0]) for place in (0, 1, 4, 8, 16, 17, 18, 20, 24, 47)]
UIDS = st.sampled_from([*SOME_UIDS, bytes(4), bytes.fromhex("08112233")])
PAUSES = st.sampled_from([-0.01, 0.0, 0.01, 0.08, 0.3, 0.5, 1.0, 2.0, 3.5, 8.0])
READERS = st.sampled_from([0, 1])
BUTTONS = st.sampled_from([*Button, Button.OK, Button.BACK])
PRESSES = st.builds(
    lambda button, held_s: [(0.05, ButtonEdge, (button, True)), (held_s, ButtonEdge, (button, False))],
    BUTTONS,
    st.sampled_from([0.08, 0.08, 0.08, 1.2]),
)
OTHERS = st.one_of(
    st.builds(lambda pause, *parts: (pause, "tag", parts), PAUSES, UIDS, st.sampled_from([0, 0, 1]), READERS),
    st.builds(lambda pause: (pause, Tick, ()), PAUSES),
    st.builds(
        lambda pause, button, down: (pause, ButtonEdge, (button, down)), PAUSES, BUTTONS, st.booleans()
    ),
    st.builds(
        lambda pause, *parts: (pause, "reader", parts), PAUSES, st.sampled_from([None, "lost"]), READERS
    ),
    st.builds(lambda pause, fault: (pause, DisplayNews, (fault,)), PAUSES, st.sampled_from([None, "lost"])),
    st.builds(lambda pause, unsaved: (pause, SaveNews, (unsaved,)), PAUSES, st.booleans()),
).map(lambda one: [one])
EVENINGS = st.lists(st.one_of(PRESSES, OTHERS), max_size=40).map(lambda parts: [*chain(*parts)])


def _begin(game, players):
    table = Table(GAMES, deck=DECK, view=View(now_s=10.0), reader_seats=(None, Seat.B))
    length = {"botan-cho": 2, "ino-shika-cho": 100}[game]
    return started(table, NewGame(game, players, length, Seat.A)).applied_to(table)


def _input(kind, parts, at_s):
    if kind == "tag":
        uid, others, reader = parts
        return TagArrived(uid, 0x00, at_s, reader, others)
    if kind == "reader":
        fault, reader = parts
        return ReaderNews(fault, at_s, reader)
    return kind(*parts, at_s)


def _in_piles(table):
    """Return the captured cards; none where no round runs."""
    if table.match is None or not table.match.rounds:
        return set()
    return {card for cards in table.match.round.piles.values() for card in cards}


def _play(table, evening):
    """Yield each input with the table before, the decision and the table after; ticks as asked for."""
    now_s = table.view.now_s
    for pause_s, kind, parts in evening:
        now_s += pause_s
        while (due_s := wake_at(table)) is not None and due_s <= now_s:
            yield (step := _step(table, Tick(due_s)))
            table = step[-1]
        yield (step := _step(table, _input(kind, parts, now_s)))
        table = step[-1]


def _step(table, given_):
    decided = decide(table, given_)
    return given_, table, decided, decided.applied_to(table)


TABLES = pytest.mark.parametrize(
    ("game", "players"), [("botan-cho", 2), ("ino-shika-cho", 2), ("ino-shika-cho", 3)]
)
MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@TABLES
@MANY
@given(evening=EVENINGS)
def test_no_captured_card_is_lost_but_by_what_says_so(game, players, evening):
    for _, before, decided, after in _play(_begin(game, players), evening):
        lost = _in_piles(before) - _in_piles(after)
        assert not lost or any(isinstance(fact, DROPS_CARDS) for fact in decided.facts)


@TABLES
@MANY
@given(evening=EVENINGS)
def test_a_wanted_tick_always_lies_ahead(game, players, evening):
    for _, _, _, after in _play(_begin(game, players), evening):
        due_s = wake_at(after)
        assert due_s is None or due_s > after.view.now_s


@TABLES
@MANY
@given(evening=EVENINGS)
def test_time_alone_changes_nothing_that_lasts(game, players, evening):
    for _, before, _, _ in _play(_begin(game, players), evening):
        assert decide(before, Tick(before.view.now_s + 100.0)).facts == ()


@TABLES
@MANY
@given(evening=EVENINGS)
def test_no_tag_is_passed_over_in_silence(game, players, evening):
    for given_, before, decided, after in _play(_begin(game, players), evening):
        is_answered = decided.facts or after.view.flash or after.view.question
        assert is_answered or not isinstance(given_, TagArrived) or after.view.mode != before.view.mode


@TABLES
@MANY
@given(evening=EVENINGS)
def test_a_seats_reader_gives_cards_to_nobody_else_and_chooses_nobody(game, players, evening):
    for given_, before, decided, after in _play(_begin(game, players), evening):
        is_there = isinstance(given_, TagArrived) and given_.reader == 1
        given_to = {fact.seat for fact in decided.facts if isinstance(fact, CardsCaptured)}
        assert not is_there or given_to <= {Seat.B}
        assert not is_there or report(before)["active"] == report(after)["active"]


@TABLES
@MANY
@given(evening=EVENINGS)
def test_the_state_can_always_be_reported(game, players, evening):
    for _, _, _, after in _play(_begin(game, players), evening):
        piles = report(after)["piles"].values()
        assert len(list(chain(*piles))) == len(_in_piles(after))
