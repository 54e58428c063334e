"""What the virtual table's page asks for, understood or refused."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from firmware.web.live_table import Hands
from firmware.web.site import Reply, Request
from hardware import Button
from scorer import Card, UnknownCard

__all__ = ["control"]

_OWN_HEADER = "x-scorekeeper"
"""Only a page of this very address may send it: a browser asks first on behalf of any other."""

Wish = Callable[[Hands], None]

_DEVICES = ("reader", "reader2", "display")
_MOST_CARDS = len(Card)
_MOST_NOISE = 0.5


class _NotUnderstood(ValueError):
    """The wish is none; the message says what is wrong."""


def control(request: Request, origins: tuple[str, ...], do: Callable[[Wish], None]) -> Reply:
    """Take a wish from the page.

    Args:
        request: JSON such as `{"do": "push", "button": "A"}`.
        origins: the addresses that the page itself has.
        do: has it done.
    """
    if _OWN_HEADER not in request.headers or request.headers.get("origin") not in origins:
        return Reply(b"Only the page itself may ask for that.\n", status=HTTPStatus.FORBIDDEN)
    try:
        do(_wish(request.body))
    except _NotUnderstood as exc:
        return Reply(f"{exc}\n".encode(), status=HTTPStatus.BAD_REQUEST)
    return Reply(status=HTTPStatus.NO_CONTENT)


def _wish(body: bytes) -> Wish:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise _NotUnderstood("this is no JSON") from exc
    if not isinstance(asked, dict):
        raise _NotUnderstood("a wish is an object")
    understand = _WISHES.get(str(asked.get("do")))
    if understand is None:
        raise _NotUnderstood(f"do is one of {', '.join(_WISHES)}")
    return understand(asked)


def _push(asked: Mapping[str, Any]) -> Wish:
    button = _button(asked)
    return lambda hands: hands.push(button)


def _let_go(asked: Mapping[str, Any]) -> Wish:
    button = _button(asked)
    return lambda hands: hands.let_go(button)


def _put_down(asked: Mapping[str, Any]) -> Wish:
    cards, reader = _cards(asked), _reader(asked)
    return lambda hands: hands.put_down(cards, reader)


def _tap(asked: Mapping[str, Any]) -> Wish:
    cards, reader = _cards(asked), _reader(asked)
    return lambda hands: hands.tap(cards, reader)


def _lift(asked: Mapping[str, Any]) -> Wish:
    cards = _cards(asked)
    return lambda hands: hands.lift(cards)


def _set_noise(asked: Mapping[str, Any]) -> Wish:
    rate = asked.get("rate")
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not 0 <= rate <= _MOST_NOISE:
        raise _NotUnderstood(f"rate is a number, 0 to {_MOST_NOISE}")
    return lambda hands: hands.set_noise(rate)


def _plug(asked: Mapping[str, Any], *, is_plugged: bool) -> Wish:
    device = asked.get("device")
    if device not in _DEVICES:
        raise _NotUnderstood(f"device is one of {', '.join(_DEVICES)}")
    return lambda hands: hands.plug(device, is_plugged=is_plugged)


_WISHES: Mapping[str, Callable[[Mapping[str, Any]], Wish]] = {
    "push": _push,
    "let-go": _let_go,
    "put-down": _put_down,
    "tap": _tap,
    "lift": _lift,
    "noise": _set_noise,
    "plug": lambda asked: _plug(asked, is_plugged=True),
    "unplug": lambda asked: _plug(asked, is_plugged=False),
    "cut-power": lambda _asked: Hands.cut_power,
}


def _button(asked: Mapping[str, Any]) -> Button:
    try:
        return Button(asked.get("button"))
    except ValueError as exc:
        raise _NotUnderstood(f"button is one of {', '.join(one.value for one in Button)}") from exc


def _reader(asked: Mapping[str, Any]) -> int:
    reader = asked.get("reader", 1)
    if type(reader) is not int or reader not in (1, 2):
        raise _NotUnderstood("reader is 1 or 2")
    return reader - 1


def _cards(asked: Mapping[str, Any]) -> list[Card]:
    ids = asked.get("cards")
    if not isinstance(ids, list) or not 1 <= len(ids) <= _MOST_CARDS:
        raise _NotUnderstood("cards is a list of ids")
    try:
        return [Card.parse(str(one)) for one in dict.fromkeys(map(str, ids))]
    except UnknownCard as exc:
        raise _NotUnderstood(str(exc)) from exc
