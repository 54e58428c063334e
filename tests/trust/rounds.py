"""Random rounds and matches, and what both scorers say to them.

Piles strewn evenly hardly ever meet a rule. So most are made for one: whole yaku and suits go to one player,
a player stays at the limit of fuke, players come out equal, a round comes back with the piles passed on.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scorer import jsonl

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import naive
from naive import Json

Piles = dict[str, list[str]]
Holders = dict[str, str | None]  # who has each card; None: nobody took it

_DECKS = {game: sorted(cards) for game, cards in naive.DECKS.items()}
_FOUR_BRIGHTS = sorted(naive.FOUR_BRIGHTS)
_RIBBONS = sorted(naive.RIBBONS)
_SUITS = [sorted(naive.suit(flower)) for flower in (*naive.FLOWERS_WITH_CHAFF, "willow")]
_TREASURES = {
    game: _SUITS + [sorted(cards) for _, cards in table.values()]
    for game, table in (
        ("botan-cho", naive.MUSHI_YAKU),
        ("mushi", naive.MUSHI_YAKU),
        ("ino-shika-cho", naive.DEKIYAKU),
        ("roppyakken", naive.DEKIYAKU),
    )
}
_TWO_PLAYER_OPTIONS: dict[str, tuple[object, ...]] = {
    "rounds": (1, 2, 3, 4, 12, 13, 1000),
    "chips": (0, 1, 100, 180, 1_000_000),
}
_ADDING_OPTIONS: dict[str, tuple[object, ...]] = {
    "target": (1, 100, 300, 600, 601, 1000, 1500, 2500, 1_000_000),
    "fuke": (True, True, False),
    "fuke_limit": (0, 1, 29, 30, 31, 59, 60, 61, 100, 1000),
    "fuke_counts": ("score", "cards"),
    "teyaku": (True, False),
}
_OPTIONS = {
    "botan-cho": _TWO_PLAYER_OPTIONS,
    "mushi": _TWO_PLAYER_OPTIONS | {"five_brights": (True, False)},
    "ino-shika-cho": _ADDING_OPTIONS,
    "roppyakken": _ADDING_OPTIONS | {"willow_ribbon": (True, False), "instant_wins": (True, True, False)},
}
_DECLARED = (
    [],
    ["hand-three"],
    ["double-hand-three"],
    ["all-chaff"],
    ["hand-three", "all-chaff"],
    ["all-chaff", "double-hand-three"],
)


def _strewn(game: str, seats: list[str], chance: random.Random) -> Holders:
    """Give each card to anybody, more to some than to others."""
    holders = seats if game in naive.TWO_PLAYER_GAMES else [*seats, None]
    weights = [0.02 + chance.random() ** 2 for _ in holders]
    deck = _DECKS[game]
    return dict(zip(deck, chance.choices(holders, weights, k=len(deck)), strict=True))


def _gifts(game: str, seats: list[str], chance: random.Random) -> Holders:
    """Give whole yaku and suits to one player, now and then but for one card."""
    holders = _strewn(game, seats, chance)
    for _ in range(chance.randint(1, 7)):
        gift = chance.choice(_TREASURES[game])
        if game == "roppyakken" and chance.random() < 0.3:
            gift = chance.choice((_FOUR_BRIGHTS, chance.sample(_RIBBONS, chance.choice((6, 7, 8)))))
        if chance.random() < 0.2:
            gift = chance.sample(gift, len(gift) - 1)
        seat = chance.choice(seats)
        holders.update((card, seat) for card in gift if card in holders)
    return holders


def _poor(game: str, seats: list[str], chance: random.Random) -> Holders:
    """Let some players come to hardly more or less than the limit of fuke, and the others share the rest."""
    poor = chance.sample(seats, chance.randint(1, len(seats) - 1))
    rich = [seat for seat in seats if seat not in poor]
    holders = _gifts(game, rich, chance)
    for seat in poor:
        points, goal = 0, chance.choice((0, 25, 30, 35, 55, 60, 65))
        for card in chance.sample(_DECKS[game], 24):
            if holders[card] not in poor and points + naive.card_points(game, card) <= goal:
                holders[card] = seat
                points += naive.card_points(game, card)
    return holders


def _equal(game: str, seats: list[str], chance: random.Random) -> Holders:
    """Bring some players to the same card points: the dearest card left goes to the poorest."""
    equals = chance.sample(seats, chance.randint(2, len(seats)))
    points = dict.fromkeys(equals, 0)
    deck = chance.sample(_DECKS[game], len(_DECKS[game]))
    deck.sort(key=lambda card: -naive.card_points(game, card))
    if game not in naive.TWO_PLAYER_GAMES:
        deck = deck[chance.randint(0, 2) : chance.randint(6, len(deck))]
    holders: Holders = {}
    for card in deck:
        poorest = min(equals, key=lambda seat: points[seat])
        holders[card] = poorest
        points[poorest] += naive.card_points(game, card)
    return holders


_WAYS: tuple[Callable[[str, list[str], random.Random], Holders], ...] = (
    _strewn,
    _gifts,
    _gifts,
    _poor,
    _equal,
)


def _all_to_one(game: str, seats: list[str], chance: random.Random) -> Holders:
    """Let one player take everything: with fuke, this annuls what would win the game at once."""
    return dict.fromkeys(_DECKS[game], chance.choice(seats))


def _piles(holders: Holders, seats: list[str], chance: random.Random) -> Piles:
    piles: Piles = {seat: [] for seat in chance.sample(seats, len(seats))}
    for card in sorted(holders, key=lambda _: chance.random()):
        holder = holders[card]
        if holder is not None:
            piles[holder].append(card)
    return piles


def _random_options(game: str, chance: random.Random) -> Json:
    return {name: chance.choice(values) for name, values in _OPTIONS[game].items() if chance.random() < 0.35}


def _random_teyaku(game: str, seats: list[str], options: Json, chance: random.Random) -> dict[str, list[str]]:
    allowed = game not in naive.TWO_PLAYER_GAMES and options.get("teyaku", True)
    declaring = [seat for seat in seats if chance.random() < 0.25]
    return {seat: list(chance.choice(_DECLARED)) if allowed else [] for seat in declaring}


def _random_table(game: str, chance: random.Random) -> tuple[list[str], Json]:
    """Pick seats, and all of a request but what was played."""
    seats = ["A", "B"] if game in naive.TWO_PLAYER_GAMES or chance.random() < 0.4 else ["A", "B", "C"]
    request: Json = {"game": game}
    if chance.random() < 0.8:
        request["dealer"] = chance.choice(seats)
    if chance.random() < 0.5:
        request["options"] = _random_options(game, chance)
    return seats, request


def _random_round(game: str, seats: list[str], options: Json, chance: random.Random) -> Json:
    holders = chance.choice(_WAYS)(game, seats, chance)
    played: Json = {"piles": _piles(holders, seats, chance)}
    if chance.random() < 0.5:
        played["teyaku"] = _random_teyaku(game, seats, options, chance)
    return played


def random_request(game: str, chance: random.Random) -> Json:
    """Make a valid request for one round."""
    seats, request = _random_table(game, chance)
    if chance.random() < 0.5:
        request["seats"] = seats
    return request | _random_round(game, seats, request.get("options", {}), chance)


def _passed_on(piles: Piles, seats: list[str]) -> Piles:
    return {seat: piles[before] for seat, before in zip(seats, [seats[-1], *seats[:-1]], strict=True)}


def _made_close(request: Json, chance: random.Random) -> Json:
    """Put the target just above the best player, so that the players may meet there in the next rounds."""
    standings = naive.score(request)["standings"].values()
    target = max(one["points"] for one in standings) + chance.choice((1, 30, 100))
    return dict(request.get("options", {})) | {"target": target, "fuke": chance.random() < 0.5}


def _another_round(request: Json, seats: list[str], last: Piles, chance: random.Random) -> Piles:
    """Pass the last piles on; but where players stand equal at the target, mostly give all to one."""
    best = max(one["points"] for one in naive.score(request)["standings"].values())
    at_target = best >= request.get("options", {}).get("target", 600)
    if chance.random() < (0.7 if at_target else 0.1):
        return _piles(_all_to_one(request["game"], seats, chance), seats, chance)
    return _passed_on(last, seats)


def random_match(game: str, chance: random.Random) -> Json:
    """Make a valid request for a match, played to its end or broken off before."""
    seats, request = _random_table(game, chance)
    rounds: list[Json] = []
    request |= {"seats": seats, "rounds": rounds}
    last: Piles | None = None
    passing = chance.random() < 0.7  # players who get each other's piles in turn come out equal
    for _ in range(chance.choice((0, 1, 2, 3, 4, 6, 15))):
        if naive.score(request)["finished"]:
            break
        if chance.random() < 0.15:
            rounds.append({"misdeal": True})
            continue
        played = _random_round(game, seats, request.get("options", {}), chance)
        if passing and last is not None:
            played["piles"] = _another_round(request, seats, last, chance)
        rounds.append(played)
        if passing and last is None and game not in naive.TWO_PLAYER_GAMES:
            request["options"] = _made_close(request, chance)
        last = played["piles"]
    if last is not None and chance.random() < 0.3:
        del request["seats"]  # the first piles tell them
    return request


def _seen_in_round(answer: Json, dealer: str) -> Iterator[str]:
    players = answer["players"]
    best = max(one["score"] for one in players.values())
    leaders = [seat for seat in players if players[seat]["score"] == best]
    for one in players.values():
        yield from one["yaku"]
    if answer["fuke"] is not None:
        yield f"fuke {answer['fuke']}"
    if len(leaders) > 1 and answer["fuke"] in (None, "dealer"):
        yield "tie with the dealer" if dealer in leaders else "tie without the dealer"


def _seen_in_match(answer: Json, dealer: str, target: int) -> Iterator[str]:
    points = {seat: standing["points"] for seat, standing in answer["standings"].items()}
    best = max(points.values())
    leader = naive.alone_at_the_top(points)
    scored = [one for one in answer["rounds"] if "players" in one]
    for one in answer["rounds"]:
        yield from ("misdeal",) if "misdeal" in one else _seen_in_round(one, dealer)
        dealer = one["next_dealer"]
    if answer["finished"]:
        yield "game won" if answer["winner"] else "game drawn"
    if answer["winner"] is not None and answer["winner"] != leader:
        four = "four-brights" in scored[-1]["players"][answer["winner"]]["yaku"]
        yield f"instant win by {'four brights' if four else 'seven ribbons'}"
    if not answer["finished"] and "chips" not in answer["standings"]["A"] and best >= target:
        yield "equal at the target"
        if scored[-1]["fuke"] == "any":
            yield "annulled at the target"


def seen(request: Json, answer: Json) -> Iterator[str]:
    """Name what occurs in an answer: yaku, fuke, ties, how a game ended."""
    dealer = request.get("dealer", "A")
    if "piles" in request:
        return _seen_in_round(answer, dealer)
    return _seen_in_match(answer, dealer, request.get("options", {}).get("target", 600))


@dataclass(frozen=True, slots=True)
class Comparison:
    """How often each thing was seen, and the first request that the scorers answer differently."""

    counts: Counter[str]
    difference: str | None


def compare(game: str, seed: str, rounds: int, matches: int) -> Comparison:
    """Put the same random requests to both scorers, up to the first difference."""
    chance = random.Random(f"{game} {seed}")
    counts: Counter[str] = Counter()
    for make, number in ((random_request, rounds), (random_match, matches)):
        for _ in range(number):
            request = make(game, chance)
            line = json.dumps(request)
            first, second = jsonl.answer(line.encode()), naive.score(request)
            if first != second:
                told = f"request: {line}\nscorer: {json.dumps(first)}\nnaive:  {json.dumps(second)}"
                return Comparison(counts, told)
            counts.update(seen(request, second))
    return Comparison(counts, None)
