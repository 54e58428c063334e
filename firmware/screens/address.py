"""Where browsers find the scoreboard: a code for a phone's camera, and the same in letters."""

import re

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import foot, page, title, wrapped
from firmware.screens.scene import PANEL_HEIGHT_PX, PANEL_WIDTH_PX, Font, Item, QrCode, Scene, Text
from firmware.table import Table
from firmware.table.pages import InAddresses
from firmware.texts import Texts

__all__ = ["address"]

_LEFT_PX = PANEL_HEIGHT_PX + 2
_WIDTH_PX = PANEL_WIDTH_PX - _LEFT_PX
_TOP_Y, _LINE_PX, _FOOT_Y = 11, 10, 53
_MOST_LINES = 4


def address(_table: Table, mode: InAddresses, texts: Texts) -> Scene:
    """Show the chosen address, or that there is none."""
    heading = title(texts.say("home.scoreboard"))
    if mode.addresses is None:
        return page(heading, Text(4, 24, texts.say("history.reading")), foot(texts.say("history.foot")))
    if not mode.addresses:
        said = [
            Text(2, y, texts.say(key), width=124)
            for y, key in ((18, "address.none"), (32, "address.none_do"))
        ]
        return page(heading, said, foot(texts.say("address.again")))
    chosen = mode.addresses[mode.choice]
    place = f"{mode.choice + 1}/{len(mode.addresses)}"
    bottom = texts.say("address.turn", place=place) if len(mode.addresses) > 1 else texts.say("address.back")
    return page(
        QrCode(0, 0, PANEL_HEIGHT_PX, chosen),
        Text(_LEFT_PX, 0, texts.say("address.scan"), Font.TINY, width=_WIDTH_PX),
        _in_letters(chosen),
        Text(_LEFT_PX, _FOOT_Y, bottom, Font.TINY, width=_WIDTH_PX),
    )


def _in_letters(address: str) -> list[Item]:
    """Break an address after its dots and before its port, where it must be; the scheme need not be typed."""
    host = address.partition("//")[2]
    lines = [""]
    for part in re.findall(r"[^.:]+\.?|:\d+", host):
        for piece in wrapped(part, _WIDTH_PX, Font.TINY):
            if text_width(lines[-1] + piece, Font.TINY) > _WIDTH_PX:
                lines.append("")
            lines[-1] += piece
    shown = [*lines[: _MOST_LINES - 1], "".join(lines[_MOST_LINES - 1 :])]
    top_y = _TOP_Y + (_MOST_LINES - min(len(lines), _MOST_LINES)) * _LINE_PX // 2
    return [
        Text(_LEFT_PX, top_y + _LINE_PX * place, line, Font.TINY, width=_WIDTH_PX)
        for place, line in enumerate(shown)
        if line
    ]
