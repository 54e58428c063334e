"""One module a screen: state in, scene out; the painter makes the pixels."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.screens import (
    check,
    ending,
    enrolling,
    entering,
    fault,
    looking,
    menus,
    new_game,
    passing,
    result,
    running,
)
from firmware.screens.account import account
from firmware.screens.address import address
from firmware.screens.correcting import correcting
from firmware.screens.holding import holding
from firmware.screens.lookagain import look_again
from firmware.screens.scene import Scene
from firmware.table import Phase, Table
from firmware.table.light import Light
from firmware.table.match_pages import Correcting, LuckyHand, ResultPage
from firmware.table.pages import (
    AtHome,
    Entering,
    InAddresses,
    InCheck,
    InHistory,
    InMenu,
    InPiles,
    InRules,
    InSettings,
    InYaku,
    Picking,
    SettingUp,
)
from firmware.table.result import page_of, shown_page
from firmware.table.state import Enrolling, FlashKind, Mode
from firmware.texts import Texts

__all__ = ["scene_of"]

_RESULT_PAGES = {
    ResultPage.LOOK_AGAIN: look_again,
    ResultPage.RESULT: result.result,
    ResultPage.STANDINGS: result.standings,
}


def scene_of(table: Table, texts: Texts) -> Scene:
    """Return what the display shows: a held button, a fault, a question, a message, or the phase."""
    view = table.view
    if table.light is Light.DARK:
        return Scene(())  # the darkness of an OLED: no pixel is lit
    held = _held(table, texts)
    if held is None and table.is_covered:
        return fault.no_reader(table, texts)
    if held is None and view.is_starting:
        return passing.starting(texts)
    scene = held or _on_top(table, texts)
    if scene is None and _is_reader_news(table):
        return fault.one_lost(table, texts)
    scene = scene or _of_phase(table, texts)
    return Scene((*scene.items, *fault.marks(table, texts)), scene.beyond)


def _is_reader_news(table: Table) -> bool:
    flash = table.view.flash
    return flash is not None and flash.kind is FlashKind.READER_LOST


def _held(table: Table, texts: Texts) -> Scene | None:
    scenes = (holding(table, hold, texts) for hold in table.view.holds)
    return next((scene for scene in scenes if scene is not None), None)


def _on_top(table: Table, texts: Texts) -> Scene | None:
    view = table.view
    if view.question is not None:
        return passing.question(table, view.question, texts)
    if view.flash is None or _is_reader_news(table):
        return None
    if isinstance(view.mode, Enrolling) and enrolling.is_in_list(view.flash):
        return None
    return passing.flash(table, view.flash, texts)


def _of_phase(table: Table, texts: Texts) -> Scene:
    mode = table.view.mode
    draw = _PAGES.get(type(mode))
    if draw is not None:
        return draw(table, mode, texts)
    match mode:
        case Enrolling():
            return enrolling.enrolling(table, mode, texts)
        case LuckyHand():
            return ending.lucky_hand(table, mode, texts)
        case _:
            return _of_match(table, texts)


_PAGES: Mapping[type[Mode], Callable[[Table, Any, Texts], Scene]] = {
    AtHome: menus.home,
    InHistory: menus.history,
    InAddresses: address,
    InCheck: check.check,
    InSettings: menus.settings,
    SettingUp: new_game.setup,
    InRules: new_game.rules,
    InMenu: menus.round_menu,
    Picking: menus.picking,
    InPiles: looking.piles,
    InYaku: looking.yaku,
    Entering: entering.entering,
    Correcting: lambda table, _mode, texts: correcting(table, texts),
}


def _of_match(table: Table, texts: Texts) -> Scene:
    here = page_of(table)
    match table.phase:
        case Phase.PLAYING:
            return running.playing(table, texts)
        case Phase.LEFTOVER:
            return ending.leftover(table, texts)
        case Phase.RESULT if here.account is not None:
            return account(table, here.account, here.account_page, texts)
        case Phase.RESULT:
            return _RESULT_PAGES[shown_page(table)](table, texts)
        case Phase.FINISHED:
            return result.finished(table, texts)
        case _:
            return menus.home(table, AtHome(), texts)
