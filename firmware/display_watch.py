"""The display's thread: shows the newest picture, asks whether the panel is there, and finds it again."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware.screens.painter import paint, shifted
from firmware.screens.scene import Scene
from firmware.table import DisplayNews, Input
from hardware import Clock, Display, HardwareError, Mailbox

__all__ = ["Picture", "watch_display"]

logger = logging.getLogger(__name__)

_CHECK_DISPLAY_S = 0.2
"""Between two questions to a panel that has nothing new to show, and two tries to find one that was lost."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the display shows; dimly, light for dark, and moved right and down from its place."""

    scene: Scene
    is_dim: bool
    is_inverted: bool
    shift_px: tuple[int, int]


def watch_display(
    display: Display,
    clock: Clock,
    put: Callable[[Input], None],
    pictures: Mailbox[Any],
    note: Callable[[], None],
) -> None:
    """Show each picture that comes, until another message does.

    Args:
        display: not open yet; closed at the end.
        clock: for the time of the news.
        put: takes news of the display.
        pictures: a newer one makes those before it needless; any other message ends the work.
        note: is called after each round: the panel shows the newest picture, or it is known to be lost.
    """
    try:
        _show_pictures(display, clock, put, pictures, note)
    finally:
        display.close()


def _show_pictures(
    display: Display,
    clock: Clock,
    put: Callable[[Input], None],
    pictures: Mailbox[Any],
    note: Callable[[], None],
) -> None:
    fault, is_open, wanted = None, False, None
    while True:
        news = _newest(pictures, None if wanted is None else _CHECK_DISPLAY_S)
        if news is not None and not isinstance(news, Picture):
            return
        try:
            _refresh(display, is_open, news, news or wanted)
            is_open = True
            if fault is not None:
                logger.info("the display is back")
                fault = None
                put(DisplayNews(None, clock.now_s()))
        except HardwareError as exc:
            is_open = False
            if fault is None:
                logger.warning("%s", exc)
                fault = str(exc)
                put(DisplayNews(fault, clock.now_s()))
        wanted = news or wanted
        note()


def _refresh(display: Display, is_open: bool, news: Picture | None, wanted: Picture | None) -> None:
    """Bring the panel up to date, or see whether it is still there."""
    if not is_open:
        display.open()
    elif news is None:
        display.check()
        return
    if wanted is not None:
        picture = shifted(paint(wanted.scene), *wanted.shift_px)
        display.show(picture, is_dim=wanted.is_dim, is_inverted=wanted.is_inverted)
        display.check()  # one that lost its power takes pictures all the same, and they may come fast


def _newest(pictures: Mailbox[Any], timeout_s: float | None) -> Any:
    """Wait for a picture, and pass over those that a newer one has replaced already."""
    newest = pictures.get(timeout_s)
    while isinstance(newest, Picture):
        newer = pictures.get(0.0)
        if newer is None:
            break
        newest = newer
    return newest
