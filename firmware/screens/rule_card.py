"""A page of the rule card: a yaku with the letter of who has each card, and how near the players are."""

from collections.abc import Mapping, Sequence

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import (
    FOOT_Y,
    Row,
    card_name,
    fitting,
    foot,
    page,
    scroll_list,
    title,
)
from firmware.screens.lines import draw_lines, paged
from firmware.screens.rule_file import rule_file_heading, rule_file_lines
from firmware.screens.scene import PANEL_WIDTH_PX, Invert, Item, Scene, Text
from firmware.table.yaku import Line, holders, lines
from firmware.texts import Texts
from scorer import Card, Match, RuleCardRow, Seat, so_far

__all__ = ["rule_file_page", "rule_page"]

_SHOWN = 3
_TITLE_PX = 126
_GAP_PX = 4
_NAME_PX = 100
_FOOT_PX = 127


def rule_page(match: Match, row: RuleCardRow, choice: int, texts: Texts) -> Scene:
    """Show a yaku or lucky hand: what makes it, who has that, and in the foot how things stand."""
    listed = [_line(match, line, texts) for line in lines(match, row)]
    scrolled = scroll_list(listed, choice, shown=_SHOWN)
    value = str(row.value)
    room = _TITLE_PX - text_width(value) - _GAP_PX
    words = _state(match, row, texts) if row.cards else _declared(match, row, texts)
    bottom = Text(1, FOOT_Y + 1, fitting(words, _FOOT_PX), width=_FOOT_PX)
    lit = Invert(0, FOOT_Y + 1, PANEL_WIDTH_PX, 12)  # a dark line stays between it and a lit row above
    return Scene(
        (*title(fitting(texts.names(row.names), room), value), *scrolled.items, bottom, lit),
        scrolled.beyond,
    )


def rule_file_page(match: Match, number: int, texts: Texts) -> Scene:
    """Show the rule file that the match is played by; after the last page comes the first."""
    pages = paged(*rule_file_heading(match, texts), rule_file_lines(match, texts), texts)
    here = number % len(pages)
    turn = texts.say("file.pages", number=here + 1, of=len(pages)) if len(pages) > 1 else ""
    shown: list[Item] = draw_lines(pages[here])
    scene = page(
        title(pages[here].heading, pages[here].value), shown, foot(turn, texts.say("file.close"), lit=False)
    )
    others = [
        line for one in (*pages[:here], *pages[here + 1 :]) for pair in one.lines for line in pair if line
    ]
    return Scene(scene.items, tuple(others))


def _line(match: Match, line: Line, texts: Texts) -> Row:
    if line.card is not None:
        return card_name(line.card, texts, _NAME_PX), str(match.round.owner(line.card) or "-")
    key = f"yaku.{line.kind.value}"
    if line.names is not None:
        return texts.say(key, yaku=texts.short(line.names)[0])
    return texts.say(key, count=line.count)


def _declared(match: Match, row: RuleCardRow, texts: Texts) -> list[str]:
    """Say who declared a lucky hand."""
    seats = [str(seat) for seat, ids in match.round.teyaku.items() if row.id in ids]
    said = texts.say("yaku.declared", seats=" ".join(seats))
    return [said if seats else texts.say("yaku.undeclared")]


def _state(match: Match, row: RuleCardRow, texts: Texts) -> list[str]:
    """Say how things stand, from telling to short: who has it, or who is how near, and what is in the way."""
    having = holders(match, row)
    if not having:
        return [texts.say("yaku.nobody", need=row.count)]
    (seat, mine), *others = having.items()
    if len(mine) >= row.count:
        return _has_it(match, row, seat, texts)
    missing = [card for card in row.cards if card not in mine]
    if len(missing) != 1:
        return _counts(having, row, texts)
    near = {
        "seat": seat,
        "count": len(mine),
        "need": row.count,
        "flower": texts.flower(missing[0].suit, short=True),
    }
    if not others:
        return [texts.say("yaku.free", **near), texts.say("yaku.free_short", **near)]
    near["owner"] = others[0][0]
    return [texts.say("yaku.blocked", **near), texts.say("yaku.blocked_short", **near)]


def _counts(having: Mapping[Seat, Sequence[Card]], row: RuleCardRow, texts: Texts) -> list[str]:
    each = [
        texts.say("yaku.held", seat=one, count=len(cards), need=row.count) for one, cards in having.items()
    ]
    counts = " ".join(f"{one} {len(cards)}" for one, cards in having.items())
    return ["  ".join(each), texts.say("yaku.several", counts=counts, need=row.count)]


def _has_it(match: Match, row: RuleCardRow, seat: Seat, texts: Texts) -> list[str]:
    """Say that somebody made it; and where another yaku silences it, which."""
    made = so_far(match, seat).made
    for one in made.silenced:
        if one.yaku.id == row.id:
            by = made.replacer(one).names
            names = (*texts.short(by), *texts.brief(by))
            return [texts.say("yaku.made_in", seat=seat, yaku=name) for name in names]
    return [texts.say("yaku.made", seat=seat, points=row.value)]
