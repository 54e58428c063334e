"""A match read from its journal a second time, as plainly as it can be said, to check the box.

Nothing is shared with `scorer` or `firmware.journal`: cards are strings, piles are lists, and the
points are the naive scorer's.
"""

import json
import sys
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "trust"))
import naive

__all__ = ["replayed"]

Json = dict[str, Any]
Change = tuple[int, Json]  # number of the event, and the event
CHANGES = ("cards-captured", "cards-moved", "teyaku-declared")
PAGES = ("player-chosen", "match-finished", "match-resumed", "match-ended")


def replayed(path: Path) -> Json:
    """Return piles, lucky hands and standings of the match in a file, as the script's `state` has them."""
    header, *events = [_record(line) for line in path.read_bytes().splitlines()]
    rounds: list[Json] = []
    for number, event in enumerate(events):
        assert event["id"] == number, f"event {event['id']} stands in place {number}"
        _happen(rounds, header, number, event)
    here = rounds[-1]
    piles, teyaku = _piles(header["seats"], here)
    return {
        "round": len(rounds),
        "dealer": here["dealer"],
        "piles": piles,
        "teyaku": teyaku,
        "standings": _standings(header, rounds),
    }


def _record(line: bytes) -> Json:
    total, text = line[2:10], line[12:-1]
    assert f"{zlib.crc32(text):08x}".encode() == total, f"a damaged line: {line!r}"
    record: Json = json.loads(text)
    return record


def _happen(rounds: list[Json], header: Json, number: int, event: Json) -> None:
    kind = event["event"]
    if kind == "round-started":
        rounds.append({"dealer": event["dealer"], "changes": [], "undone": [], "closed": False})
    elif kind in CHANGES:
        rounds[-1]["changes"] = [*_standing(rounds[-1]), (number, event)]
        rounds[-1]["undone"] = []
    elif kind == "round-withdrawn":
        rounds.pop()
    elif kind == "round-corrected":
        rounds[event["number"]]["changes"].append((number, event["change"]))
    elif kind == "length-changed":
        header["options"]["rounds" if "rounds" in header["options"] else "target"] = event["number"]
    else:
        _turn(rounds[-1], kind, event)


def _turn(here: Json, kind: str, event: Json) -> None:
    if kind == "undone":
        here["undone"].append(event["number"])
    elif kind == "redone":
        here["undone"].remove(event["number"])
    elif kind == "misdealt":
        here.update(changes=[], undone=[], closed=False)
    elif kind in ("round-closed", "round-reopened"):
        here["closed"] = kind == "round-closed"
    elif kind == "dealer-corrected":
        here["dealer"] = event["dealer"]
    else:
        assert kind in PAGES, f"an event that nobody knows: {event}"


def _standing(here: Json) -> list[Change]:
    return [change for change in here["changes"] if change[0] not in here["undone"]]


def _piles(seats: list[str], here: Json) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    piles: dict[str, list[str]] = {seat: [] for seat in seats}
    teyaku: dict[str, list[str]] = {}
    for _, event in _standing(here):
        if event["event"] == "teyaku-declared":
            teyaku[event["seat"]] = event["teyaku"]
            continue
        for card in event["cards"]:
            for pile in piles.values():
                if card in pile:
                    assert event["event"] == "cards-moved", f"{card} was captured twice"
                    pile.remove(card)
            piles[event["seat"]].append(card)
    return piles, {seat: teyaku[seat] for seat in seats if teyaku.get(seat)}


def _standings(header: Json, rounds: list[Json]) -> dict[str, Json]:
    """Add up the scored rounds: those before the last, and the last where it is closed and complete."""
    game, options = header["game"], header["options"]
    totals = dict.fromkeys(header["seats"], 0)
    counters = dict.fromkeys(header["seats"], 0)
    for place, here in enumerate(rounds):
        piles, teyaku = _piles(header["seats"], here)
        held = [card for pile in piles.values() for card in pile]
        is_complete = "rounds" not in options or len(held) == len(naive.DECKS[game])
        if place == len(rounds) - 1 and not (here["closed"] and is_complete):
            break
        asked = {"game": game, "seats": header["seats"], "dealer": here["dealer"], "piles": piles}
        answer = naive.score({**asked, "teyaku": teyaku, "options": options})
        for seat in header["seats"]:
            totals[seat] += answer["players"][seat]["score"]
            counters[seat] += answer.get("counter") == seat
    if "rounds" not in options:
        return {seat: {"points": total} for seat, total in totals.items()}
    chips = {seat: options["chips"] + total for seat, total in totals.items()}
    assert sum(chips.values()) == 2 * options["chips"], f"chips do not add up: {chips}"
    if game != "botan-cho":
        return {seat: {"chips": chips[seat], "points": chips[seat]} for seat in chips}
    return {
        seat: {"chips": chips[seat], "counters": counters[seat], "points": chips[seat] + counters[seat]}
        for seat in chips
    }
