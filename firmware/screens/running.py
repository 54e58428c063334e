"""The running round: before the first capture how to deal, then everyone's points."""

from firmware.screens.fonts.bitmap import cut, text_width
from firmware.screens.layout import fitting, foot, page, title
from firmware.screens.scene import Align, Font, Invert, Item, Line, Scene, Text
from firmware.screens.yaku_line import half, other_turns, third
from firmware.table import Table
from firmware.table.yaku_line import Turn, turn_at, turns
from firmware.texts import Texts
from scorer import Match, Seat, so_far

__all__ = ["game_title", "playing", "seat_name"]

_TOP_Y = 13
_GAP_PX = 5
_HALF_NAME_PX, _THIRD_NAME_PX = 44, 24
_FOUR_DIGITS = 1000
_COLUMNS = {2: ((0, 64), (64, 64)), 3: ((0, 42), (43, 42), (86, 42))}
"""Left edge and width of each player's part, by how many play."""


def game_title(match: Match, texts: Texts, width_px: int = 126) -> str:
    """Return round, game and length, as a title."""
    key = "header.round" if match.ruleset.length_option == "rounds" else "header.race"
    length = match.options.number(match.ruleset.length_option)
    number = len(match.rounds)
    said = [
        texts.say(key, round=number, rounds=length, target=length, game=name).strip()
        for name in (*texts.brief(match.ruleset.names), "")
    ]
    return fitting(said, width_px)


def seat_name(match: Match, seat: Seat) -> str:
    """Return a player's letter, and name if there is one."""
    return f"{seat} {match.names.get(seat, '')}".strip()


def playing(table: Table, texts: Texts) -> Scene:
    """Show the running round."""
    match = table.running
    if match.round.is_untouched and not match.round.is_letter_pressed:
        return _how_to_deal(match, texts)
    unseen, cards = len(match.unaccounted()), len(match.ruleset.deck)
    seen = texts.say("header.seen", seen=cards - unseen, all=cards)
    heading = title(game_title(match, texts, 120 - text_width(seen)), seen)
    if match.ruleset.needs_all_cards and not unseen:
        heading = title(texts.say("header.all_seen", all=cards))
    draw = _half if len(match.seats) == 2 else _third
    columns: list[list[Item]] = []
    others: list[str] = []
    for seat in match.seats:
        every = turns(table, seat)
        now = turn_at(every, table.view.now_s)
        columns.append(draw(table, seat, now, texts))
        others += other_turns(seat, every, now, texts)
    scene = page(heading, *columns, _lit(table))
    return Scene(scene.items, tuple(others))


def _how_to_deal(match: Match, texts: Texts) -> Scene:
    deal = match.ruleset.deal[len(match.seats)]
    return page(
        title(game_title(match, texts)),
        Text(2, 16, texts.say("playing.each", dealer=match.round.dealer, hand=deal.hand), Font.LARGE),
        Text(2, 35, texts.say("playing.rest", field=deal.field, pile=deal.pile)),
        foot(texts.say("playing.tap")),
    )


def _lit(table: Table) -> list[Item]:
    """Light the part of the player whose captures follow.

    Where every reader has a seat they follow nobody by themselves: then nobody's is lit until a letter
    was pressed.
    """
    match = table.running
    is_by_seat = all(table.seat_at(number) for number in range(len(table.reader_seats)))
    if is_by_seat and not match.round.is_letter_pressed:
        return []
    x, width = _COLUMNS[len(match.seats)][match.seats.index(match.round.active)]
    return [Invert(x, _TOP_Y, width, 64 - _TOP_Y)]


def _name(match: Match, seat: Seat, x: int, name: str, texts: Texts) -> list[Item]:
    """Write a player's name over the points, and the dealer's mark close behind it."""
    items: list[Item] = [Text(x + 2, _TOP_Y, name, Font.TINY)]
    if seat is match.round.dealer:
        mark_x = x + 2 + text_width(name, Font.TINY) + _GAP_PX
        items.append(Text(mark_x, _TOP_Y, texts.say("mark.dealer"), Font.TINY))
    return items


def _half(table: Table, seat: Seat, turn: Turn, texts: Texts) -> list[Item]:
    """Draw one of two players: name and dealer, card points, cards and yaku."""
    match, place = table.running, table.running.seats.index(seat)
    x, _ = _COLUMNS[2][place]
    items: list[Item] = [
        *_name(match, seat, x, cut(seat_name(match, seat), _HALF_NAME_PX, Font.TINY), texts),
        Text(x + 32, 22, str(so_far(match, seat).points), Font.LARGE, scale=2, align=Align.CENTER, bold=True),
        *half(table, seat, turn, x, texts),
    ]
    if place:
        items.append(Line(x - 1, _TOP_Y, x - 1, 63))
    return items


def _third(table: Table, seat: Seat, turn: Turn, texts: Texts) -> list[Item]:
    """Draw one of three players: letter and dealer, points of this round, yaku, points of the match."""
    match, place = table.running, table.running.seats.index(seat)
    x, width = _COLUMNS[3][place]
    points = so_far(match, seat).points
    font, scale, y = (Font.SMALL, 2, 22) if points < _FOUR_DIGITS else (Font.LARGE, 1, 27)
    middle = x + width // 2
    name = fitting([seat_name(match, seat), str(seat)], _THIRD_NAME_PX, Font.TINY)
    items: list[Item] = [
        *_name(match, seat, x, name, texts),
        Text(middle, y, str(points), font, scale=scale, align=Align.CENTER, bold=True),
        *third(table, seat, turn, middle, texts),
    ]
    if place:
        items.append(Line(x - 1, _TOP_Y, x - 1, 63))
    return items
