"""The score of a round or a match, worked out a second time to check the first.

Cards are strings, piles are sets, and each rule stands here once more, as plainly as it can be said. Nothing
is shared with `scorer`, so that both would have to make the same mistake for it to go unseen. Requests must
be valid: faults are not looked for.

Source: Fuda Wiki, Botan-chō, Ino-Shika-Chō (Roppyakken variant), Mushi and Roppyakken.
"""

from functools import cache
from typing import Any

Json = dict[str, Any]

BRIGHTS = {"pine-crane", "cherry-curtain", "susuki-moon", "willow-rain-man", "paulownia-phoenix"}
ANIMALS = {
    "plum-warbler",
    "wisteria-cuckoo",
    "iris-bridge",
    "peony-butterflies",
    "clover-boar",
    "susuki-geese",
    "chrysanthemum-sake-cup",
    "maple-deer",
    "willow-swallow",
}
POETRY_RIBBONS = {"pine-poetry-ribbon", "plum-poetry-ribbon", "cherry-poetry-ribbon"}
BLUE_RIBBONS = {"peony-blue-ribbon", "chrysanthemum-blue-ribbon", "maple-blue-ribbon"}
GRASS_RIBBONS = {"wisteria-ribbon", "iris-ribbon", "clover-ribbon"}
RIBBONS = POETRY_RIBBONS | BLUE_RIBBONS | GRASS_RIBBONS | {"willow-ribbon"}
FLOWERS_WITH_CHAFF = (
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "clover",
    "susuki",
    "chrysanthemum",
    "maple",
    "paulownia",
)
CHAFF = {f"{flower}-chaff-{number}" for flower in FLOWERS_WITH_CHAFF for number in (1, 2)}
CHAFF |= {"willow-lightning", "paulownia-yellow"}
CARDS = BRIGHTS | ANIMALS | RIBBONS | CHAFF


def suit(flower: str) -> set[str]:
    return {card for card in CARDS if card.startswith(flower + "-")}


DECKS = {
    "botan-cho": CARDS - suit("peony") - suit("clover") | {"peony-butterflies"},
    "mushi": CARDS - suit("peony") - suit("clover"),
    "ino-shika-cho": CARDS,
    "roppyakken": CARDS,
}
GAMES = tuple(DECKS)
TWO_PLAYER_GAMES = ("botan-cho", "mushi")
PAR = {"botan-cho": 120, "mushi": 115}

DEFAULTS: dict[str, Json] = {
    "botan-cho": {"rounds": 12, "chips": 180},
    "mushi": {"rounds": 12, "chips": 180, "five_brights": True},
    "ino-shika-cho": {"target": 600, "fuke": True, "fuke_limit": 60, "fuke_counts": "score"},
    "roppyakken": {
        "target": 600,
        "fuke": False,
        "fuke_limit": 30,
        "fuke_counts": "score",
        "willow_ribbon": False,
        "instant_wins": True,
    },
}

MUSHI_YAKU = {
    "five-brights": (30, BRIGHTS),
    "three-brights": (25, {"pine-crane", "plum-warbler", "cherry-curtain"}),
    "four-wisterias": (10, suit("wisteria")),
    "four-paulownias": (10, suit("paulownia")),
}
DEKIYAKU = {
    "pine-paulownia-baldy": (150, {"pine-crane", "paulownia-phoenix", "susuki-moon"}),
    "big-three": (150, {"pine-crane", "plum-warbler", "cherry-curtain"}),
    "little-three": (100, POETRY_RIBBONS),
    "blue-ribbons": (100, BLUE_RIBBONS),
    "grass-ribbons": (100, GRASS_RIBBONS),
    "boar-deer-butterflies": (300, {"clover-boar", "maple-deer", "peony-butterflies"}),
    "gun": (300, {"chrysanthemum-sake-cup", "cherry-curtain", "susuki-moon"}),
    "flower-viewing": (100, {"chrysanthemum-sake-cup", "cherry-curtain"}),
    "moon-viewing": (100, {"chrysanthemum-sake-cup", "susuki-moon"}),
    "four-rains": (200, suit("willow")),
    "four-pines": (50, suit("pine")),
    "four-plum-blossoms": (50, suit("plum")),
    "four-cherry-blossoms": (50, suit("cherry")),
    "four-wisterias": (50, suit("wisteria")),
    "four-baldies": (50, suit("susuki")),
    "four-maples": (50, suit("maple")),
    "four-paulownias": (50, suit("paulownia")),
}
FOUR_BRIGHTS = {"pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"}
TEYAKU = {"all-chaff": 400, "hand-three": 200, "double-hand-three": 400}


@cache
def card_points(game: str, card: str) -> int:
    if game in TWO_PLAYER_GAMES:
        if card in BRIGHTS:
            return 20
        if card in ANIMALS:
            return 10
        if card in RIBBONS:
            return 5
        return 1
    if card in BRIGHTS or card == "plum-warbler":
        return 50
    if card in ANIMALS:
        return 10
    if card in RIBBONS or card == "paulownia-yellow":
        return 10 if game == "roppyakken" else 5
    return 0


def yaku_made(game: str, pile: set[str], options: Json) -> dict[str, int]:
    table = MUSHI_YAKU if game in TWO_PLAYER_GAMES else DEKIYAKU
    made = {name: value for name, (value, cards) in table.items() if cards <= pile}
    if game == "mushi" and not options["five_brights"]:
        made.pop("five-brights", None)
    if "gun" in made:  # only one viewing yaku counts
        del made["flower-viewing"], made["moon-viewing"]
    if game == "roppyakken":
        ribbons = pile & RIBBONS
        if not options["willow_ribbon"]:
            ribbons = ribbons - {"willow-ribbon"}
        if len(ribbons) >= 7:
            made["seven-ribbons"] = 600
        if pile >= FOUR_BRIGHTS:
            made["four-brights"] = 600
    return made


def player(game: str, pile: set[str], teyaku: list[str], options: Json) -> Json:
    """What one player made, before fuke and before the players settle."""
    yaku = yaku_made(game, pile, options)
    points = {
        "card_points": sum(card_points(game, card) for card in pile),
        "yaku": yaku,
        "yaku_points": sum(yaku.values()),
        "teyaku_points": sum(TEYAKU[name] for name in teyaku),
    }
    points["score"] = points["card_points"] + points["yaku_points"] + points["teyaku_points"]
    return points


def alone_at_the_top(points: dict[str, int]) -> str | None:
    best = [seat for seat in points if points[seat] == max(points.values())]
    return best[0] if len(best) == 1 else None


def settle_two_player_round(answer: Json, dealer: str, piles: dict[str, set[str]]) -> None:
    """Botan-chō and Mushi: the scores sum to zero, the loser pays the winner."""
    game, a, b = answer["game"], answer["players"]["A"], answer["players"]["B"]
    a["score"] = a["card_points"] - PAR[game] + a["yaku_points"] - b["yaku_points"]
    b["score"] = b["card_points"] - PAR[game] + b["yaku_points"] - a["yaku_points"]
    winner = alone_at_the_top({"A": a["score"], "B": b["score"]})
    answer["fuke"] = None
    answer["payment"] = None
    if winner is not None:
        loser = "B" if winner == "A" else "A"
        answer["payment"] = {"from": loser, "to": winner, "points": answer["players"][winner]["score"]}
    if game == "botan-cho":
        if winner is None:  # the tie rule
            winner = "A" if "willow-lightning" in piles["A"] else "B"
        answer["counter"] = winner
    answer["winner"] = winner
    answer["next_dealer"] = dealer if winner is None else winner


def fuke_kind(game: str, dealer: str, players: Json, options: Json) -> str | None:
    if not options["fuke"]:
        return None
    scored = "card_points" if options["fuke_counts"] == "cards" else "score"
    poor = {seat for seat in players if players[seat][scored] <= options["fuke_limit"]}
    if not poor:
        return None
    if game == "roppyakken":
        return "any"
    return "dealer" if poor == {dealer} else "non-dealer"


def settle_adding_round(answer: Json, dealer: str, options: Json) -> None:
    """Ino-Shika-Chō and Roppyakken: fuke, then the best deals."""
    players = answer["players"]
    seats = list(players)
    answer["fuke"] = fuke_kind(answer["game"], dealer, players, options)
    for seat in seats:
        if answer["fuke"] in ("non-dealer", "any"):
            players[seat]["score"] = 0
        if answer["fuke"] == "dealer":
            players[seat]["score"] = 0 if seat == dealer else players[seat]["yaku_points"]
    scores = {seat: players[seat]["score"] for seat in seats}
    answer["winner"] = alone_at_the_top(scores)
    # The best deals next; of equals the dealer, else the first in playing order after the dealer.
    place = seats.index(dealer)
    in_order = seats[place:] + seats[:place]
    answer["next_dealer"] = next(seat for seat in in_order if scores[seat] == max(scores.values()))


def score_round(game: str, dealer: str, played: Json, options: Json) -> Json:
    piles = {seat: set(played["piles"][seat]) for seat in sorted(played["piles"])}
    teyaku = played.get("teyaku", {})
    players = {seat: player(game, piles[seat], teyaku.get(seat, []), options) for seat in piles}
    answer: Json = {"game": game, "players": players}
    if game in TWO_PLAYER_GAMES:
        settle_two_player_round(answer, dealer, piles)
    else:
        settle_adding_round(answer, dealer, options)
    return answer


def instant_winner(last_round: Json, options: Json) -> str | None:
    """Who wins the game by four brights, else by seven ribbons, once somebody stands at the target."""
    if last_round["game"] != "roppyakken" or not options["instant_wins"] or last_round["fuke"] == "any":
        return None
    for name in ("four-brights", "seven-ribbons"):
        for seat, points in last_round["players"].items():
            if name in points["yaku"]:
                return str(seat)
    return None


def two_player_standings(scored: list[Json], options: Json) -> Json:
    standings = {seat: {"chips": options["chips"], "counters": 0} for seat in ("A", "B")}
    for answer in scored:
        if answer["payment"] is not None:
            standings[answer["payment"]["from"]]["chips"] -= answer["payment"]["points"]
            standings[answer["payment"]["to"]]["chips"] += answer["payment"]["points"]
        if "counter" in answer:
            standings[answer["counter"]]["counters"] += 1
    for stand in standings.values():
        stand["points"] = stand["chips"] + stand["counters"]
    return standings


def end_of_match(game: str, scored: list[Json], points: dict[str, int], options: Json) -> Json:
    if game in TWO_PLAYER_GAMES:
        finished = len(scored) == options["rounds"]
        return {"finished": finished, "winner": alone_at_the_top(points) if finished else None}
    if max(points.values()) < options["target"]:
        return {"finished": False, "winner": None}
    winner = instant_winner(scored[-1], options) or alone_at_the_top(points)
    return {"finished": winner is not None, "winner": winner}


def score_match(game: str, seats: list[str], dealer: str, rounds: list[Json], options: Json) -> Json:
    answers: list[Json] = []
    for played in rounds:
        if "misdeal" in played:  # the same dealer deals again
            answers.append({"misdeal": True, "next_dealer": dealer})
        else:
            answers.append(score_round(game, dealer, played, options))
        dealer = answers[-1]["next_dealer"]
    scored = [answer for answer in answers if "misdeal" not in answer]
    if game in TWO_PLAYER_GAMES:
        standings = two_player_standings(scored, options)
        if game == "mushi":
            for stand in standings.values():
                del stand["counters"]
    else:
        standings = {seat: {"points": sum(one["players"][seat]["score"] for one in scored)} for seat in seats}
    points = {seat: standings[seat]["points"] for seat in seats}
    end = end_of_match(game, scored, points, options)
    return {"game": game, "rounds": answers, "standings": standings, "dealer": dealer, **end}


def score(request: Json) -> Json:
    """Answer a valid request of the `score` protocol, a round or a match."""
    game = request["game"]
    options = DEFAULTS[game] | request.get("options", {})
    dealer = request.get("dealer", "A")
    if "piles" in request:
        return score_round(game, dealer, request, options)
    seats = request.get("seats")
    if seats is None:
        seats = sorted(next(played["piles"] for played in request["rounds"] if "piles" in played))
    return score_match(game, seats, dealer, request["rounds"], options)
