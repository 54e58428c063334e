"""The table's state and mind. Pure: `decide` answers inputs, `apply` alone changes what lasts."""

from firmware.table.decide import decide, faulty_settings_told, resumed, wake_at
from firmware.table.decision import Decision
from firmware.table.facts import Fact, MatchBegun, TagEnrolled, apply, describe
from firmware.table.inputs import DisplayNews, Input, ReaderNews, SaveNews, Tick
from firmware.table.menus import default_game, opened_enrolling, started
from firmware.table.state import NewGame, Phase, Table, View

__all__ = [
    "Decision",
    "DisplayNews",
    "Fact",
    "Input",
    "MatchBegun",
    "NewGame",
    "Phase",
    "ReaderNews",
    "SaveNews",
    "Table",
    "TagEnrolled",
    "Tick",
    "View",
    "apply",
    "decide",
    "default_game",
    "describe",
    "faulty_settings_told",
    "opened_enrolling",
    "resumed",
    "started",
    "wake_at",
]
