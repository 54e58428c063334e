"""Runs a table script: the whole appliance on simulated hardware and a virtual clock."""

import json
import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from firmware.errors import ScriptFailed
from firmware.loop import Appliance
from firmware.powered_box import PoweredBox
from firmware.screens.terminal import to_lines
from firmware.script_language import Command, Script
from firmware.table.report import report
from hardware import Button, VirtualClock, is_random_uid
from hardware.simulated import Classic, Ntag, Phone, Tag, World
from scorer import Card

__all__ = ["UID_KINDS", "Player", "make_tags"]

UID_KINDS = ("7", "4", "mixed", "alike")

_PRESS_S = 0.08
_AFTER_PRESS_S = 0.05  # contacts settle, and the picture changes
_READ_WITHIN_S = 1.0
_GONE_S = 0.5
_LOOK_S = 0.01
_EXPECT_WITHIN_S = 2.0
_SETTLE_WITHIN_S = 10.0
_MOST_PRESSES = 20


def make_tags(kind: str, seed: int) -> dict[Card, Tag]:
    """Return a simulated deck's tags.

    Args:
        kind: one of UID_KINDS; "alike": 7-byte UIDs that share their first three bytes.
        seed: of the UIDs.
    """
    chance = random.Random(seed)
    tags: dict[Card, Tag] = {}
    for place, card in enumerate(Card):
        is_short = kind == "4" or (kind == "mixed" and place % 2 == 1)
        if is_short:
            first = chance.choice([byte for byte in range(256) if byte not in (0x08, 0x88)])
            tags[card] = Classic(bytes([first]) + chance.randbytes(3))
        elif kind == "alike":
            tags[card] = Ntag(b"\x04\xa3\xc6" + bytes([place]) + chance.randbytes(3))
        else:
            tags[card] = Ntag(b"\x04" + chance.randbytes(6))
    return tags


class Player:
    """Plays a script on a box.

    Args:
        clock: the box's and the world's.
        world: what the hands do.
        tags: the deck's.
        start: makes the box anew, on the same data folder.
        write: takes each line that the script prints.
        draw_columns: draw the display where the script says `screen`, in a terminal so wide, and
            print each command; None: print the screen's text.
    """

    def __init__(
        self,
        clock: VirtualClock,
        world: World,
        tags: Mapping[Card, Tag],
        start: Callable[[], Appliance],
        write: Callable[[str], None],
        draw_columns: int | None = None,
    ) -> None:
        self._draw_columns = draw_columns
        self._clock = clock
        self._world = world
        self._tags = tags
        self._write = write
        self._box = PoweredBox(clock, world, start)

    def play(self, script: Script) -> None:
        """Run every command.

        Raises:
            ScriptFailed: at the first that fails; the message holds line, state and screen.
        """
        self._wait_for_start()
        for command in script.commands:
            try:
                self._do(command)
            except ScriptFailed as exc:
                place = f"{script.source}, line {command.line}: {command.text}"
                lines = [place, f"  {exc}", self._state_line(), *self._screen()]
                raise ScriptFailed("\n".join(lines)) from exc

    def end(self) -> None:
        """Switch the box off as SIGTERM does."""
        self._box.appliance.stop()
        self._settle()

    def _do(self, command: Command) -> None:
        reader = command.reader or 0
        deeds: Mapping[str, Callable[..., None]] = {
            "press": self._press,
            "hold": self._hold,
            "tap": lambda *cards: self._show(self._tags_of(cards), reader),
            "place": lambda *cards: self._put_down(self._tags_of(cards), reader),
            "lift": lambda *cards: self._lift(self._tags_of(cards), command.reader),
            "tap-uid": lambda uid: self._show([_stray_tag(uid)], reader),
            "wait": self._wait,
            "noise": self._world.set_noise,
            "unplug": lambda device: self._plug(device, reader, is_plugged=False),
            "plug": lambda device: self._plug(device, reader, is_plugged=True),
            "power-cut": self._power_cut,
            "expect": self._expect,
            "screen": self._print_screen,
            "screenshot": self._screenshot,
            "state": lambda: self._write(self._state_line()),
            "check": self._check,
            "until": self._until,
        }
        if self._draw_columns is not None:
            self._write("\n".join([*command.note.splitlines(), f"> {command.text}"]))
        deeds[command.verb](*command.arguments)

    def _wait_for_start(self) -> None:
        """Wait until each reader polls, or is said to be missing, and the first picture stands."""
        self._wait_until(lambda: self._box.is_ready, _EXPECT_WITHIN_S)
        self._settle()

    def _wait_until(self, is_so: Callable[[], bool], within_s: float) -> bool:
        until_s = self._clock.now_s() + within_s
        while not is_so():
            if self._clock.now_s() >= until_s:
                return False
            self._clock.sleep(_LOOK_S)
        return True

    def _settle(self) -> None:
        """Wait until the queue is empty, the event on the disk, and the picture on the panel."""
        if not self._wait_until(self._clock.all_wait_for_messages, _SETTLE_WITHIN_S):
            raise ScriptFailed("the box does not come to rest")

    def _wait(self, seconds: float) -> None:
        self._clock.sleep(seconds)
        self._settle()

    def _press(self, button: Button) -> None:
        self._hold(button, _PRESS_S)

    def _hold(self, button: Button, seconds: float) -> None:
        self._world.push(button)
        self._clock.sleep(seconds)
        self._world.let_go(button)
        self._wait(_AFTER_PRESS_S)

    def _tags_of(self, cards: Iterable[Card]) -> list[Tag]:
        return [self._tags[card] for card in cards]

    def _show(self, tags: list[Tag], reader: int) -> None:
        """Put tags down until each was read, and lift them."""
        self._put_down(tags, reader)
        self._world.take_away(tags)
        self._wait(_GONE_S)

    def _put_down(self, tags: list[Tag], reader: int) -> None:
        if any(tag in self._world.tray for tag in tags):
            raise ScriptFailed("that lies on the tray already; lift it first")
        reads = [tag.times_selected for tag in tags]
        self._world.put_down(tags, reader)
        self._wait_until(
            lambda: all(tag.times_selected > read for tag, read in zip(tags, reads, strict=True)),
            _READ_WITHIN_S,
        )
        self._settle()

    def _lift(self, tags: list[Tag], reader: int | None) -> None:
        """Lift tags from a reader, None: from wherever they lie."""
        self._world.take_away(tags, reader)
        self._wait(_GONE_S)

    def _plug(self, device: str, reader: int, *, is_plugged: bool) -> None:
        if device == "reader":
            self._world.set_reader_plugged(is_plugged, reader)
        else:
            self._world.set_display_plugged(is_plugged)
        self._wait(_LOOK_S)

    def _power_cut(self) -> None:
        self._box.cut_power()
        self._wait_for_start()

    def _print_screen(self) -> None:
        lines = self._screen()
        if self._draw_columns is not None:
            lines = to_lines(self._world.panel.picture(), self._draw_columns)
        self._write("\n".join(lines))

    def _screen(self) -> list[str]:
        return [] if self._box.appliance.table.view.is_off else self._box.appliance.scene.lines()

    def _state(self) -> dict[str, Any]:
        return report(self._box.appliance.table)

    def _state_line(self) -> str:
        return json.dumps(self._state(), ensure_ascii=False)

    def _part(self, path: str) -> Any:
        part: Any = self._state()
        for key in path.split("."):
            if not isinstance(part, dict) or key not in part:
                raise ScriptFailed(f"the state has no {path}")
            part = part[key]
        return part

    def _expect(self, text: str) -> None:
        if not self._wait_until(lambda: text in " ".join(self._screen()), _EXPECT_WITHIN_S):
            raise ScriptFailed(f"not on the screen: {text}")

    def _check(self, path: str, value: Any) -> None:
        if not self._wait_until(lambda: _is_equal(self._part(path), value), _EXPECT_WITHIN_S):
            raise ScriptFailed(f"{path} is {json.dumps(self._part(path), ensure_ascii=False)}")

    def _until(self, path: str, value: Any, button: Button) -> None:
        for _ in range(_MOST_PRESSES):
            if _is_equal(self._part(path), value):
                return
            self._press(button)
        self._check(path, value)

    def _screenshot(self, path: Path) -> None:
        try:
            self._world.panel.picture().save(path)
        except OSError as exc:
            raise ScriptFailed(f"the picture cannot be written: {exc}") from exc


def _stray_tag(uid: bytes) -> Tag:
    """Return a tag that is no card of the deck, of the kind that has such UIDs."""
    if len(uid) == 7:
        return Ntag(uid)
    return Classic(uid) if len(uid) == 4 and not is_random_uid(uid) else Phone(uid)


def _is_equal(part: object, value: object) -> bool:
    """Compare as JSON does: 1 is not true."""
    return json.dumps(part, sort_keys=True) == json.dumps(value, sort_keys=True)
