"""The table's state and mind. Pure: `decide` answers inputs, `apply` alone changes what lasts."""

from firmware.table.check import wants_check
from firmware.table.choices import Choices, NewGame
from firmware.table.decide import decide, faulty_settings_told, resumed, wake_at
from firmware.table.decision import Decision
from firmware.table.facts import ChoicesMade, Fact, MatchBegun, TagEnrolled, apply, describe
from firmware.table.home import opened_enrolling, wants_addresses, wants_history
from firmware.table.inputs import (
    AddressesRead,
    CheckDone,
    DisplayNews,
    HistoryRead,
    Input,
    ReaderNews,
    ReadersReady,
    SaveNews,
    Tick,
)
from firmware.table.setup import default_game, started
from firmware.table.state import Phase, Table, View

__all__ = [
    "AddressesRead",
    "CheckDone",
    "Choices",
    "ChoicesMade",
    "Decision",
    "DisplayNews",
    "Fact",
    "HistoryRead",
    "Input",
    "MatchBegun",
    "NewGame",
    "Phase",
    "ReaderNews",
    "ReadersReady",
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
    "wants_addresses",
    "wants_check",
    "wants_history",
]
