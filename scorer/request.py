"""The form of a line for `scorekeeper score`: JSON, and fields of the right type. Meanings come later."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from scorer.errors import BadJson, BadRequest
from scorer.wording import nearest, shown

__all__ = ["Request", "RoundRequest", "read_request"]

_SINGLE_FIELDS = ("game", "seats", "dealer", "piles", "teyaku", "options")
_MATCH_FIELDS = ("game", "seats", "dealer", "rounds", "options")
_ROUND_FIELDS = ("piles", "teyaku")
_MOST_DIGITS = 30
_TEXT = frozenset({str})

Lists = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """One round, still in words.

    Attributes:
        place: where it stands in the line, for messages; empty where the line is one round.
        piles: card ids by seat; None for a misdeal.
        teyaku: ids of lucky hands by seat.
    """

    place: str
    piles: Lists | None
    teyaku: Lists


@dataclass(frozen=True, slots=True)
class Request:
    """A line whose form is right.

    Attributes:
        game: the id of a game.
        seats: as given; None where left out.
        dealer: as given, or A.
        options: chosen house rules, of any type.
        rounds: in order; exactly one unless it is a match.
        is_match: whether it asks for standings.
    """

    game: str
    seats: list[str] | None
    dealer: str
    options: Mapping[str, object]
    rounds: tuple[RoundRequest, ...]
    is_match: bool


def read_request(line: bytes) -> Request:
    """Read one line.

    Raises:
        BadJson: if it is not JSON in UTF-8, or nested so deeply that it cannot be one of ours.
        BadRequest: if a field is unknown, missing, doubled or of the wrong type.
    """
    fields = _read_object(line)
    if ("piles" in fields) == ("rounds" in fields):
        raise BadRequest("give either piles, for a round, or rounds, for a match")
    is_match = "rounds" in fields
    _check_known(fields, _MATCH_FIELDS if is_match else _SINGLE_FIELDS, "")
    if "game" not in fields:
        raise BadRequest("game is missing")
    return Request(
        game=_text(fields["game"], "game"),
        seats=_texts(fields["seats"], "seats") if "seats" in fields else None,
        dealer=_text(fields.get("dealer", "A"), "dealer"),
        options=_object(fields.get("options", {}), "options"),
        rounds=_read_rounds(fields["rounds"]) if is_match else (_read_round(fields, ""),),
        is_match=is_match,
    )


def _read_object(line: bytes) -> Mapping[str, object]:
    doubled: list[str] = []

    def pairs_to_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):  # told later, for the rest of the line may be no JSON at all
            counts = Counter(name for name, _ in pairs)
            doubled.extend(name for name in found if counts[name] > 1)
        return found

    try:
        value = json.loads(
            line.decode(),
            object_pairs_hook=pairs_to_dict,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as exc:
        raise BadJson(f"this is not UTF-8: byte {exc.start + 1} does not fit") from exc
    except json.JSONDecodeError as exc:
        raise BadJson(f"this is not JSON: {exc.msg} at character {exc.pos + 1}") from exc
    except RecursionError as exc:
        raise BadJson("this is nested too deeply to be read") from exc
    if doubled:
        raise BadRequest(f"{shown(doubled[0])} stands twice in one object")
    return _object(value, "the line")


def _whole_number(digits: str) -> int:
    """Read a number of any length; beyond every range one is like another, and int() would refuse it."""
    return int(digits[:_MOST_DIGITS])


def _refuse_constant(word: str) -> NoReturn:
    raise BadJson(f"this is not JSON: it knows no {word}")


def _read_rounds(value: object) -> tuple[RoundRequest, ...]:
    if not isinstance(value, list):
        raise BadRequest(f"rounds must be a list, not {shown(value)}")
    rounds = []
    for number, item in enumerate(value, start=1):
        place = f"round {number}: "
        fields = _object(item, f"round {number}")
        if "misdeal" in fields:
            rounds.append(_read_misdeal(fields, place))
        else:
            _check_known(fields, _ROUND_FIELDS, place)
            rounds.append(_read_round(fields, place))
    return tuple(rounds)


def _read_misdeal(fields: Mapping[str, object], place: str) -> RoundRequest:
    if fields["misdeal"] is not True:
        raise BadRequest(f"{place}misdeal must be true, not {shown(fields['misdeal'])}")
    for name in fields:
        if name != "misdeal":
            raise BadRequest(f"{place}{shown(name)} stands beside misdeal, which stands alone")
    return RoundRequest(place, None, {})


def _read_round(fields: Mapping[str, object], place: str) -> RoundRequest:
    if "piles" not in fields:
        raise BadRequest(f"{place}piles is missing")
    return RoundRequest(
        place,
        piles=_lists(fields["piles"], f"{place}piles"),
        teyaku=_lists(fields.get("teyaku", {}), f"{place}teyaku"),
    )


def _check_known(fields: Mapping[str, object], known: tuple[str, ...], place: str) -> None:
    for name in fields:
        if name not in known:
            hint = nearest(name, known) or f"known are {', '.join(known)}"
            raise BadRequest(f"{place}unknown field {shown(name)}, {hint}")


def _lists(value: object, place: str) -> Lists:
    return {key: _texts(item, f"{place}.{key}") for key, item in _object(value, place).items()}


def _object(value: object, place: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadRequest(f"{place} must be an object, not {shown(value)}")
    return value


def _texts(value: object, place: str) -> list[str]:
    if not isinstance(value, list):
        raise BadRequest(f"{place} must be a list, not {shown(value)}")
    if _TEXT.issuperset(map(type, value)):
        return value  # the usual case, without a place made for each item
    return [_text(item, f"{place}[{index}]") for index, item in enumerate(value)]


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise BadRequest(f"{place} must be a text, not {shown(value)}")
    return value
