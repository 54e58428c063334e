"""The protocol of `scorekeeper score`: a line of JSON in, an answer out.

Of several faults in a line the code told is the first in the order of the protocol's table, for the
line as a whole: an unknown card in round 9 comes before a missing one in round 1. Only `match-over`
takes scoring to find, and it is the last. Of faults with one code, the first in the line is named.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from scorer.cards import Card, Pile
from scorer.errors import (
    BadDealer,
    BadJson,
    BadOption,
    BadRequest,
    BadSeats,
    BadTeyaku,
    CardNotInGame,
    DuplicateCard,
    IncompletePiles,
    MatchOver,
    ScorerError,
    UnknownCard,
    UnknownGame,
)
from scorer.fuke import FukeKind
from scorer.game import Ruleset, ZeroSum
from scorer.options import Options
from scorer.request import Request, RoundRequest, read_request
from scorer.ruleset import load
from scorer.scoring import Payment, PlayerScore, RoundScore, check_complete, score_round
from scorer.seats import Seat
from scorer.standings import Standing, Standings
from scorer.teyaku import check_declared
from scorer.wording import shown

__all__ = ["Answer", "answer", "round_answer", "serve", "standing_answer"]

Answer = dict[str, object]

_CODES: Mapping[type[ScorerError], str] = {
    BadJson: "bad-json",
    BadRequest: "bad-request",
    UnknownGame: "unknown-game",
    BadSeats: "bad-seats",
    BadDealer: "bad-dealer",
    BadOption: "bad-option",
    UnknownCard: "unknown-card",
    CardNotInGame: "not-in-game",
    DuplicateCard: "duplicate-card",
    BadTeyaku: "bad-teyaku",
    IncompletePiles: "incomplete",
    MatchOver: "match-over",
}


@dataclass(frozen=True, slots=True)
class _Round:
    """A round whose words are understood; `piles` is None for a misdeal."""

    place: str
    piles: Mapping[Seat, Pile] | None
    teyaku: Mapping[Seat, list[str]]


@dataclass(frozen=True, slots=True)
class _Task:
    """A line that can be scored."""

    ruleset: Ruleset
    options: Options
    seats: tuple[Seat, ...]
    dealer: Seat
    rounds: tuple[_Round, ...]


def serve(
    source: Iterable[bytes], write: Callable[[str], None], find: Callable[[str], Ruleset] = load
) -> int:
    """Answer line by line, each before the next is read. Blank lines are skipped.

    Args:
        source: lines of JSON in UTF-8.
        write: takes each answer, a line with its end, and must pass it on at once.
        find: returns a game by its id, or raises UnknownGame.

    Returns:
        How many lines could not be scored.

    Example:
        >>> serve([b"chaff"], print)
        {"error": {"code": "bad-json", "message": "this is not JSON: Expecting value at character 1"}}
        <BLANKLINE>
        1
    """
    errors = 0
    for line in source:
        if line.strip():
            reply = answer(line, find)
            errors += "error" in reply
            write(json.dumps(reply) + "\n")
    return errors


def answer(line: bytes, find: Callable[[str], Ruleset] = load) -> Answer:
    """Score one line, or say what is wrong with it; never raises for what somebody sent.

    Args:
        line: of JSON in UTF-8.
        find: returns a game by its id, or raises UnknownGame.

    Example:
        >>> answer(b'{"game": "mahjong", "piles": {}}')["error"]["code"]
        'unknown-game'
    """
    try:
        request = read_request(line)
        task = _understand(request, find)
        return _match(task) if request.is_match else _single(task)
    except tuple(_CODES) as exc:
        return {"error": {"code": _CODES[type(exc)], "message": str(exc)}}


def _understand(request: Request, find: Callable[[str], Ruleset]) -> _Task:
    """Check what the words mean, in the order of the protocol's table of codes."""
    ruleset = find(request.game)
    seats = _check_seats(ruleset, request)
    if request.dealer not in [str(seat) for seat in seats]:
        raise BadDealer(f"dealer {shown(request.dealer)} does not sit at the table")
    options = ruleset.options(request.options)
    _check_cards(ruleset, request.rounds)
    rounds = tuple(_read_round(words, ruleset, options, seats) for words in request.rounds)
    for round_ in rounds if ruleset.needs_all_cards else ():
        if round_.piles is not None:
            with _at(round_.place):
                check_complete(ruleset, round_.piles.values())
    return _Task(ruleset, options, seats, Seat(request.dealer), rounds)


def _check_seats(ruleset: Ruleset, request: Request) -> tuple[Seat, ...]:
    """Return the seats, taken from the first piles where left out (decision: no piles at all, no seats)."""
    all_piles = [(words.place, words.piles) for words in request.rounds if words.piles is not None]
    given = request.seats
    if given is None:
        given = sorted(all_piles[0][1]) if all_piles else []
    seats = ruleset.seats_for(len(given))
    letters = [str(seat) for seat in seats]
    if given != letters:
        raise BadSeats(f"seats must be {', '.join(letters)}, not {shown(', '.join(given))}")
    for place, piles in all_piles:
        if sorted(piles) != letters:
            raise BadSeats(
                f"{place}piles must be those of {', '.join(letters)}, not {shown(', '.join(piles))}"
            )
    return seats


def _check_cards(ruleset: Ruleset, rounds: Iterable[RoundRequest]) -> None:
    """Look the whole line through for unknown cards, then for left-out ones, then for doubled ones."""
    rounds = [words for words in rounds if not _are_sound(words, ruleset.deck)]
    piles = [
        (words.place, letter, ids) for words in rounds for letter, ids in sorted((words.piles or {}).items())
    ]
    for place, letter, ids in piles:
        with _at(f"{place}pile {letter}: "):
            for id_ in ids:
                Card.parse(id_)
    for place, letter, ids in piles:
        for id_ in ids:
            if Card.parse(id_) not in ruleset.deck:
                raise CardNotInGame(f"{place}pile {letter}: {ruleset.names.english} is played without {id_}")
    holders: dict[tuple[str, str], str] = {}
    for place, letter, ids in piles:
        for id_ in ids:
            other = holders.setdefault((place, id_), letter)
            if other != letter or ids.count(id_) > 1:
                raise DuplicateCard(f"{place}{id_} lies in pile {other} and again in pile {letter}")


def _are_sound(words: RoundRequest, deck: Pile) -> bool:
    """Tell quickly whether every card of a round's piles is one of the deck's, and is there once."""
    ids = [id_ for pile in (words.piles or {}).values() for id_ in pile]
    try:
        seen = Pile.of_ids(ids)
    except UnknownCard:
        return False
    return len(seen) == len(ids) and seen <= deck


def _read_round(words: RoundRequest, ruleset: Ruleset, options: Options, seats: tuple[Seat, ...]) -> _Round:
    """Turn checked card ids into piles, and check what was declared."""
    for letter in words.teyaku:
        if letter not in [str(seat) for seat in seats]:
            raise BadTeyaku(f"{words.place}teyaku: seat {shown(letter)} does not sit at the table")
    teyaku = {Seat(letter): ids for letter, ids in words.teyaku.items()}
    if teyaku:
        with _at(f"{words.place}teyaku: "):
            check_declared(ruleset, options, seats, teyaku)
    given = words.piles
    piles = None if given is None else {seat: Pile.of_ids(given[str(seat)]) for seat in seats}
    return _Round(words.place, piles, teyaku)


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Put the place before the message of whatever is refused inside."""
    try:
        yield
    except ScorerError as exc:
        raise type(exc)(f"{place}{exc}") from exc


def _single(task: _Task) -> Answer:
    piles = task.rounds[0].piles or {}
    return round_answer(score_round(task.ruleset, task.options, piles, task.dealer, task.rounds[0].teyaku))


def _match(task: _Task) -> Answer:
    standings = Standings.begin(task.ruleset, task.options, task.seats)
    dealer = task.dealer
    answers: list[Answer] = []
    for round_ in task.rounds:
        if standings.finished:
            raise MatchOver(f"{round_.place}the match was over before")
        if round_.piles is None:
            answers.append({"misdeal": True, "next_dealer": str(dealer)})
            continue
        score = score_round(task.ruleset, task.options, round_.piles, dealer, round_.teyaku)
        answers.append(round_answer(score))
        standings = standings.after(score)
        dealer = score.next_dealer
    return {
        "game": task.ruleset.id,
        "rounds": answers,
        "standings": {str(seat): standing_answer(standings.of(seat)) for seat in task.seats},
        "dealer": str(dealer),
        "finished": standings.finished,
        "winner": _word(standings.winner),
    }


def round_answer(score: RoundScore) -> Answer:
    """Return a scored round as it is answered."""
    reply: Answer = {
        "game": score.ruleset.id,
        "players": {str(player.seat): _player_answer(player) for player in score.players},
        "fuke": _word(score.fuke),
        "winner": _word(score.winner),
        "next_dealer": str(score.next_dealer),
    }
    settlement = score.ruleset.settlement
    if isinstance(settlement, ZeroSum):
        reply["payment"] = _payment_answer(score.payment)
        if settlement.has_counters:
            reply["counter"] = _word(score.counter)
    return reply


def _player_answer(player: PlayerScore) -> Answer:
    return {
        "card_points": player.made.card_points,
        "yaku": {made.yaku.id: made.yaku.value for made in player.made.yaku},
        "yaku_points": player.made.yaku_points,
        "teyaku_points": player.teyaku_points,
        "score": player.score,
    }


def _payment_answer(payment: Payment | None) -> Answer | None:
    if payment is None:
        return None
    return {"from": str(payment.payer), "to": str(payment.payee), "points": payment.points}


def standing_answer(standing: Standing) -> Answer:
    """Return a player's possessions as they are answered."""
    amounts = {"chips": standing.chips, "counters": standing.counters, "points": standing.points}
    return {name: amount for name, amount in amounts.items() if amount is not None}


def _word(value: Seat | FukeKind | None) -> str | None:
    return None if value is None else str(value)
