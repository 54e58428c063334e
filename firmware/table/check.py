"""The doctor on the display: a page for how it all is, then one for each finding, the worst first."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.doctor.display import judge_border
from firmware.doctor.finding import Finding, Topic, in_order
from firmware.doctor.pins import judge_pressed
from firmware.doctor.reader import judge_reads, told_many, told_reading
from firmware.table.decision import Decision, decision
from firmware.table.inputs import CheckDone
from firmware.table.lists import moved
from firmware.table.pages import InCheck, Trial
from firmware.table.state import Table
from hardware import Button, TagArrived, TagChecked

__all__ = [
    "checked",
    "done",
    "entries",
    "finding_at",
    "opened",
    "pressed",
    "tapped",
    "wants_check",
]

_SUMMARY = "summary"
"""The id of the first page."""


def opened(table: Table) -> Decision:
    """Open the check; somebody has to look first."""
    return decision(table, mode=InCheck())


def wants_check(table: Table) -> bool:
    """Return whether the check is up, and nobody has looked yet."""
    mode = table.view.mode
    return isinstance(mode, InCheck) and mode.findings is None


def done(table: Table, news: CheckDone) -> Decision:
    """Take what was found, if somebody still waits for it."""
    mode = table.view.mode
    if not isinstance(mode, InCheck) or mode.findings is not None:
        return decision(table)
    findings = in_order(news.findings, worst_first=True)
    return decision(table, mode=InCheck(findings, devices=news.devices))


def entries(mode: InCheck) -> tuple[str, ...]:
    """Return the ids of the pages; none before somebody has looked, and numbered where topics repeat."""
    if mode.findings is None:
        return ()
    topics = [one.topic for one in mode.findings]
    before = [topics[:place].count(topic) for place, topic in enumerate(topics)]
    pages = zip(topics, before, strict=True)
    return (_SUMMARY, *(f"{topic.value}-{count + 1}" if count else topic.value for topic, count in pages))


def finding_at(mode: InCheck) -> Finding | None:
    """Return the finding whose page is up; None on the first page."""
    return None if not mode.findings or not mode.choice else mode.findings[mode.choice - 1]


def pressed(table: Table, mode: InCheck, button: Button) -> Decision:
    """A and B turn the pages, OK tries what can be tried, else looks again."""
    match mode.trial:
        case Trial.BORDER:
            return _answered(table, mode, button)
        case Trial.BUTTONS:
            return _felt(table, mode, button)
    if button is Button.OK:
        return _try(table, mode)
    return decision(
        table, mode=replace(mode, choice=moved(table, mode.choice, button, max(len(entries(mode)), 1)))
    )


def tapped(table: Table, mode: InCheck, tag: TagArrived) -> Decision:
    """Try the sticker that was laid down, whatever it is on."""
    told = told_many(tag.others + 1) if tag.others else told_reading()
    return decision(table, mode=_with(mode, Topic.STICKER, [told]))


def checked(table: Table, mode: InCheck, news: TagChecked) -> Decision:
    """Hear how well it reads."""
    if news.of == 0 or not any(one == told_reading() for one in mode.findings or ()):
        return decision(table)
    return decision(table, mode=_with(mode, Topic.STICKER, [judge_reads(news.sound, news.of)]))


def _try(table: Table, mode: InCheck) -> Decision:
    """Try the thing whose page is up; where there is nothing to try, look again at all of it."""
    here = finding_at(mode)
    match here.topic if here is not None else None:
        case Topic.DISPLAY:
            return decision(table, mode=replace(mode, trial=Trial.BORDER))
        case Topic.BUTTONS:
            return decision(table, mode=replace(mode, trial=Trial.BUTTONS, felt=()))
        case Topic.BUZZER:
            return decision(table, mode=replace(mode, sounded=mode.sounded + 1))
        case Topic.STICKER:
            return decision(table)
        case _:
            return decision(table, mode=InCheck())


def _answered(table: Table, mode: InCheck, button: Button) -> Decision:
    """OK says that the frame is whole, BACK that it is not."""
    if button not in (Button.OK, Button.BACK):
        return decision(table)
    told = judge_border(is_whole=button is Button.OK, display=mode.devices.display)
    return decision(table, mode=_with(replace(mode, trial=None), Topic.DISPLAY, [told]))


def _felt(table: Table, mode: InCheck, button: Button) -> Decision:
    """Note a button that was felt, until all were, or BACK is pressed once more."""
    felt = (*mode.felt, button)
    is_over = set(felt) == set(Button) or felt.count(Button.BACK) > 1
    if not is_over:
        return decision(table, mode=replace(mode, felt=felt))
    told = judge_pressed(set(felt), mode.devices)
    return decision(table, mode=_with(replace(mode, trial=None, felt=()), Topic.BUTTONS, told))


def _with(mode: InCheck, topic: Topic, told: Sequence[Finding]) -> InCheck:
    """Put what was found out in the place of what stood there about the same, and turn to its page."""
    findings = mode.findings or ()
    place = next((number for number, one in enumerate(findings) if one.topic is topic), len(findings))
    others = [one for one in findings if one.topic is not topic]
    return replace(mode, findings=(*others[:place], *told, *others[place:]), choice=place + 1)
