"""The doctor on the display: how it all is, a page for each finding, and what is tried by hand."""

from collections.abc import Mapping

from firmware.doctor.finding import Finding, Level, Topic
from firmware.screens.border import border
from firmware.screens.layout import foot, large, page, title, wrapped
from firmware.screens.scene import PANEL_WIDTH_PX, Align, Font, Item, Scene, Text
from firmware.table import Table
from firmware.table.check import finding_at
from firmware.table.pages import InCheck, Trial
from firmware.texts import Texts
from hardware import Button

__all__ = ["check"]

_MARKS: Mapping[Level, str] = {Level.FINE: "○", Level.HINT: "△", Level.FAULT: "×"}
_WIDTH_PX = 126
_SAID_Y, _CURE_Y, _CURE_APART_PX = 15, 28, 11
_TRIED = (Topic.DISPLAY, Topic.BUTTONS, Topic.BUZZER)


def check(table: Table, mode: InCheck, texts: Texts) -> Scene:
    """Show the page that is up, or what is being tried."""
    if mode.findings is None:
        looking = Text(4, 24, texts.say("check.looking"))
        return page(title(texts.say("home.check")), looking, foot(texts.say("history.foot")))
    if mode.trial is Trial.BORDER:
        return border(texts, asks=True)
    if mode.trial is Trial.BUTTONS:
        return _buttons(mode, texts)
    here = finding_at(mode)
    if here is None:
        return _summary(mode.findings, texts)
    return _finding(table, mode, here, texts)


def _summary(findings: tuple[Finding, ...], texts: Texts) -> Scene:
    """Say how many faults and hints there are; they come first when the pages are turned."""
    faults, hints = (sum(one.level is level for one in findings) for level in (Level.FAULT, Level.HINT))
    lines = [texts.say(key, count=count) for key, count in (("check.faults", faults), ("check.hints", hints))]
    said: list[Item] = [large(64, 15 + 17 * place, line) for place, line in enumerate(lines)]
    if not faults and not hints:
        said = [large(64, 24, texts.say("check.well"))]
    return page(title(texts.say("home.check")), said, foot(texts.say("check.pages")))


def _finding(table: Table, mode: InCheck, here: Finding, texts: Texts) -> Scene:
    """Say what is so, and under it what to do."""
    code = "buzzer-off" if here.code == "buzzer-try" and not table.is_heard else here.code
    parts = dict(here.parts)
    said = texts.say(f"check.{code}", **parts)
    cure = texts.say(f"check.{code}_do", **parts) if texts.has(f"check.{code}_do") else parts.get("value", "")
    heading = f"{_MARKS[here.level]} {texts.say(f'topic.{here.topic.value}')}"
    return page(
        title(heading, f"{mode.choice}/{len(mode.findings or ())}"),
        Text(2, _SAID_Y, said, width=_WIDTH_PX),
        _two_lines(cure),
        foot(texts.say(_bottom(here.topic))),
    )


def _two_lines(text: str) -> list[Item]:
    """Break a text into two lines; what is longer is cut with a mark."""
    first, *rest = wrapped(text, _WIDTH_PX, Font.TINY) or [""]
    return [
        Text(2, _CURE_Y + _CURE_APART_PX * place, line, Font.TINY, width=_WIDTH_PX)
        for place, line in enumerate((first, " ".join(rest)))
        if line
    ]


def _bottom(topic: Topic) -> str:
    if topic is Topic.STICKER:
        return "check.pages"
    return "check.try" if topic in _TRIED else "check.again"


def _buttons(mode: InCheck, texts: Texts) -> Scene:
    """Mark each button that was felt."""
    items = [
        Text(
            PANEL_WIDTH_PX * (2 * place + 1) // 10,
            18 + 16 * row,
            word,
            align=Align.CENTER,
        )
        for place, button in enumerate(Button)
        for row, word in enumerate((button.value, "●" if button in mode.felt else "○"))
    ]
    return page(title(texts.say("topic.buttons")), items, foot(texts.say("check.felt")))
