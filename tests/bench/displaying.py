"""Measures what the display costs: bytes and time on the wire, packing, and how soon a tapped card is seen.

Our driver and stock luma send the same pictures, those of random rounds, to simulated panels.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Any
from unittest.mock import patch

from luma.core.interface.serial import i2c, noop
from luma.oled.device import sh1106, ssd1306
from PIL.Image import Image

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from hands import Hands, sit_down  # noqa: E402 - found on the path above
from playing import play_round  # noqa: E402 - found on the path above

from firmware.box import build  # noqa: E402
from firmware.config import Config  # noqa: E402
from firmware.screens import scene_of  # noqa: E402
from firmware.screens.painter import paint  # noqa: E402
from firmware.script import make_tags  # noqa: E402
from firmware.simulation import Simulation, Tags  # noqa: E402
from firmware.table import NewGame, Phase  # noqa: E402
from firmware.table.match_pages import ResultPage  # noqa: E402
from firmware.table.result import shown_page  # noqa: E402
from firmware.texts import load as load_texts  # noqa: E402
from hardware import (  # noqa: E402
    Button,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    VirtualClock,
    open_devices,
)
from hardware.oled import LumaDisplay  # noqa: E402
from hardware.oled_pages import pack  # noqa: E402
from hardware.simulated import World  # noqa: E402
from scorer import Card, Seat, load, shipped  # noqa: E402

Result = dict[str, Any]
Update = tuple[str, Image, Image]

ROUNDS = 10
"""Of each game, with two players and where it can be with three."""

TAPS = 48
"""Of which it is measured how soon they are seen: each card of a deck."""

I2C_HZ = 400_000
AIR_S = 4.36e-3
"""What REQA, anticollision and selection of a tag with 7 bytes take: no reader is quicker."""

_BYTE_S = 9 / I2C_HZ  # eight bits and the acknowledge
_TEXTS = load_texts("en")
_LUMA = {PanelDriver.SSD1306: ssd1306, PanelDriver.SH1106: sh1106}


def measure() -> Result:
    """Measure all and print it."""
    return {"updates": _updates(), "packing": _packing(), "from tag to last byte": _latency()}


def _picture(hands: Hands) -> Image:
    return paint(scene_of(hands.table, _TEXTS))


def _changes() -> Iterator[Update]:
    """Play random rounds; yield what each change of the display is called, and both pictures."""
    for game in shipped():
        for players in load(game).deal:
            chance = random.Random(f"{game} {players}")
            for _ in range(ROUNDS):
                yield from _changes_of_round(game, players, chance)


def _changes_of_round(game: str, players: int, chance: random.Random) -> Iterator[Update]:
    rules, seats = load(game), tuple(Seat)[:players]
    hands = sit_down(rules, players, Seat.A)
    hands.press(Button.A)
    for seat, cards in play_round(rules, seats, Seat.A, chance).captures:
        yield from _changes_of_capture(hands, seat, cards)
    hands.press(Button.BACK, 1.1)
    yield from _change(hands, "a step in a list", lambda: hands.press(Button.B))
    hands.press(Button.BACK)
    hands.wait()
    yield from _change(hands, "round to result", lambda: _end_round(hands))
    yield from _change(hands, "result to standings", lambda: hands.press(Button.OK))


def _end_round(hands: Hands) -> None:
    """Give what nobody has to A, and go past what is to be looked at again."""
    hands.press(Button.OK)
    while hands.table.phase is Phase.LEFTOVER:
        hands.press(Button.A, 1.1)
    if shown_page(hands.table) is ResultPage.LOOK_AGAIN:
        hands.press(Button.OK)


def _changes_of_capture(hands: Hands, seat: Seat, cards: Sequence[Card]) -> Iterator[Update]:
    hands.wait()
    if hands.table.running.round.active is not seat:
        yield from _change(hands, "another player lit", lambda: hands.press(Button(seat.value)))
    before = _picture(hands)
    yield from _change(hands, "round to capture", lambda: hands.tap(cards[0]))
    for card in cards[1:]:
        yield from _change(hands, "capture to capture", lambda card=card: hands.tap(card))
    yield from _change(hands, "capture to round", hands.wait)
    yield "numbers on the round's screen", before, _picture(hands)
    yield "nothing", before, before


def _change(hands: Hands, name: str, deed: Callable[[], None]) -> Iterator[Update]:
    before = _picture(hands)
    deed()
    yield name, before, _picture(hands)


class _Panel:
    """A driver on a simulated panel, and what it sends.

    Attributes:
        show: lets the driver show a picture.
    """

    def __init__(self, driver: PanelDriver, *, is_stock: bool = False) -> None:
        self._clock = VirtualClock()
        self._rows: list[dict[str, Any]] = []
        settings = DeviceSettings(display=DisplaySettings(driver=driver))
        machine = World(self._clock, settings, trace=self._rows.append).machine
        self.show: Callable[[Image], None]
        if is_stock:
            with patch("smbus2.SMBus", machine.open_i2c):
                serial = i2c(port=1)  # opens the bus by itself, so it sends messages of any length
            self.show = _LUMA[driver](serial).display
        else:
            display = open_devices(settings, self._clock, machine, print).display
            display.open()
            self.show = display.show

    def bytes_of(self, before: Image, after: Image) -> int:
        """Return how many bytes a change costs, addresses included; the clock must agree."""
        self.show(before)
        self._rows.clear()
        began_s = self._clock.now_s()
        self.show(after)
        sent = sum(1 + len(row["out"]) // 2 for row in self._rows)
        if abs(self._clock.now_s() - began_s - sent * _BYTE_S) > _BYTE_S:
            raise AssertionError(f"{sent} bytes took {self._clock.now_s() - began_s} s")
        return sent


def _updates() -> dict[str, Result]:
    """Return what each kind of change costs, and print it."""
    changes: dict[str, list[tuple[Image, Image]]] = {}
    for name, before, after in _changes():
        changes.setdefault(name, []).append((before, after))
    results = {}
    for driver in _LUMA:
        panel, stock = _Panel(driver), _Panel(driver, is_stock=True)
        for name, pairs in changes.items():
            counts = [panel.bytes_of(*pair) for pair in pairs]
            figures = {"changes": len(pairs), "mean": mean(counts), "worst": max(counts)}
            results[f"{driver.value}, {name}"] = figures | {"stock luma": stock.bytes_of(*pairs[0])}
    print(f"\nBytes of an update, and ms at {I2C_HZ // 1000} kHz: ours (mean, worst) beside stock luma")
    for name, row in results.items():
        ours, worst, luma = row["mean"], row["worst"], row["stock luma"]
        times = [f"{1000 * _BYTE_S * count:6.2f}" for count in (ours, worst, luma)]
        print(f"{name:40} {ours:6.0f} {worst:5} {luma:6} bytes {' '.join(times)} ms")
    return results


class _NoBus:
    """Takes everything, and answers that the panel is lit."""

    def i2c_rdwr(self, *_messages: object) -> None:
        pass

    def read_byte(self, _address: int) -> int:
        return 0

    def close(self) -> None:
        pass


def _packing() -> dict[str, float]:
    """Return how many us it takes to make the bytes of a picture, and print it."""
    pictures = [picture for _, _, picture in islice(_changes(), 200)]
    ours = LumaDisplay(DisplaySettings(), lambda _bus: _NoBus())
    ours.open()
    stock = ssd1306(noop())
    works = {
        "ours, packing": pack,
        "ours, packing, windows and messages": ours.show,
        "stock luma, display()": stock.display,
    }
    results = {name: _us(work, pictures) for name, work in works.items()}
    print("\nMaking the bytes of a picture, without sending them")
    for name, value in results.items():
        print(f"{name:40} {value:8.0f} us")
    return results


def _us(work: Callable[[Image], object], pictures: Sequence[Image]) -> float:
    """Return the us that a picture takes: the best of five runs, as others use the machine too."""
    spent_s = []
    for _ in range(5):
        began_s = time.perf_counter()
        for picture in pictures:
            work(picture)
        spent_s.append(time.perf_counter() - began_s)
    return 1e6 * min(spent_s) / len(pictures)


def _latency() -> dict[str, Result]:
    """Return how soon a card that comes into the field is on the display to the last byte, and print it."""
    results = {}
    for name, pause_s in {"round to capture": 5.0, "capture to capture": 0.8}.items():
        times, limits = zip(*_seen(pause_s), strict=True)
        results[name] = {
            "median, ms": 1000 * median(times),
            "worst": 1000 * max(times),
            "median limit": 1000 * median(limits),
        }
    print(
        f"\nFrom tag in the field to the last byte sent, {TAPS} taps each; limit: air time and changed bytes"
    )
    for name, row in results.items():
        print(f"{name:40} {', '.join(f'{key} {value:5.1f}' for key, value in row.items())}")
    return results


def _seen(pause_s: float) -> Iterator[tuple[float, float]]:
    """Tap cards on a whole simulated box; yield after how long each is seen, and the limit of that."""
    chance, clock = random.Random(1), VirtualClock()
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        Simulation(Config(), Path(folder), Tags()).begin(NewGame("ino-shika-cho", 2, 1_000_000, Seat.A))
        world = World(clock, DeviceSettings(), trace=rows.append)
        box = build(Config(), Path(folder), clock, world.machine)
        clock.start("loop", box.run)
        clock.sleep(10.0)
        for tag in list(make_tags("7", 1).values())[:TAPS]:
            clock.sleep(pause_s + chance.random() * 0.1)
            rows.clear()
            came_s = clock.now_s()
            world.put_down([tag])
            clock.sleep(0.3)
            world.take_away([tag])
            sent = [row for row in rows if row["bus"] == "i2c-1" and row["out"]]
            counts = [1 + len(row["out"]) // 2 for row in sent]
            yield sent[-1]["t"] + counts[-1] * _BYTE_S - came_s, AIR_S + sum(counts) * _BYTE_S
        box.stop()
        clock.sleep(2.0)
