"""One module a screen: state in, scene out; the painter makes the pixels."""

from firmware.screens import ending, fault, lists, passing, result, running
from firmware.screens.scene import Scene
from firmware.table import Phase, Table
from firmware.table.result import page_of
from firmware.table.state import AtHome, Enrolling, FlashKind, InMenu, LuckyHand, SettingUp
from firmware.texts import Texts

__all__ = ["scene_of"]


def scene_of(table: Table, texts: Texts) -> Scene:
    """Return what the display shows: a fault, a held button, a question, a message, or the phase."""
    view = table.view
    if fault.is_every_reader_lost(table) and not view.is_fault_seen:
        return fault.no_reader(table, texts)
    scene = _on_top(table, texts)
    if scene is None and _is_reader_news(table):
        return fault.one_lost(table, texts)
    scene = scene or _of_phase(table, texts)
    return Scene((*scene.items, *fault.marks(table, texts)), scene.beyond)


def _is_reader_news(table: Table) -> bool:
    flash = table.view.flash
    return flash is not None and flash.kind is FlashKind.READER_LOST


def _on_top(table: Table, texts: Texts) -> Scene | None:
    view = table.view
    for hold in view.holds:
        scene = passing.holding(table, hold, texts)
        if scene is not None:
            return scene
    if view.question is not None:
        return passing.question(table, view.question, texts)
    if view.flash is None or _is_reader_news(table):
        return None
    return passing.flash(table, view.flash, texts)


def _of_phase(table: Table, texts: Texts) -> Scene:
    match table.view.mode:
        case AtHome(choice):
            return lists.home(table, choice, texts)
        case SettingUp() as mode:
            return lists.setup(table, mode, texts)
        case InMenu() as mode:
            return lists.menu(mode, texts)
        case Enrolling() as mode:
            return lists.enrolling(table, mode, texts)
        case LuckyHand() as mode:
            return ending.lucky_hand(table, mode, texts)
        case _:
            return _of_match(table, texts)


def _of_match(table: Table, texts: Texts) -> Scene:
    here = page_of(table)
    match table.phase:
        case Phase.PLAYING:
            return running.playing(table, texts)
        case Phase.LEFTOVER:
            return ending.leftover(table, texts)
        case Phase.RESULT if here.account is not None:
            return result.account(table, here.account, here.account_page, texts)
        case Phase.RESULT:
            return (result.result, result.standings)[here.page](table, texts)
        case Phase.FINISHED:
            return result.finished(table, texts)
        case _:
            return lists.home(table, 0, texts)
