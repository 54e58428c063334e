"""The wish to switch the machine off: a file, since the box is not root. A path unit acts on it."""

import logging
from pathlib import Path

from hardware import Clock

__all__ = ["HEARD_WITHIN_S", "WISH", "ask_power_off"]

logger = logging.getLogger(__name__)

WISH = "power-off"
"""The file: systemd/scorekeeper-poweroff.path waits for it, and its service removes it."""

HEARD_WITHIN_S = 2.0
_LOOK_S = 0.02


def ask_power_off(folder: Path, clock: Clock) -> bool:
    """Leave the wish until it was heard; if nobody hears it, take it back, so that no later start finds it.

    Args:
        folder: the runtime directory of the unit.
        clock: for the wait.

    Returns:
        Whether the machine is switched off now.
    """
    wish = folder / WISH
    until_s = clock.now_s() + HEARD_WITHIN_S
    try:
        wish.touch()
        while wish.exists() and clock.now_s() < until_s:
            clock.sleep(_LOOK_S)
        is_heard = not wish.exists()
        wish.unlink(missing_ok=True)
    except OSError as exc:
        logger.warning("the machine stays on: %s", exc)
        return False
    logger.info(
        "the machine is switched off" if is_heard else "the machine stays on: no unit switches it off"
    )
    return is_heard
