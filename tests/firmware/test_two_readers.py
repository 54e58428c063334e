"""The whole box with two readers: one field at a time, one dead reader, and which one an event is from."""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.box import build
from firmware.cli import main
from firmware.config import Config, parse_config
from firmware.loop import Appliance
from firmware.reader_watch import watch_readers
from firmware.script import Player, make_tags
from firmware.script_language import parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import Input, NewGame, ReaderNews
from hardware import TagArrived, VirtualClock, open_devices
from hardware.simulated import Ntag, World
from scorer import Seat

SCRIPT = Path(__file__).parent.parent / "scripts" / "two-readers.table"
GAME = NewGame("botan-cho", 2, 3, Seat.A)
FIRST, SECOND = 0, 1


class Fields:
    """Looks at both fields after every transfer on a bus, and counts how many are on."""

    def __init__(self) -> None:
        self.chips: tuple[object, ...] = ()
        self.lit: list[tuple[bool, ...]] = []

    def look(self, _: object) -> None:
        self.lit.append(tuple(chip.field.is_on for chip in self.chips))  # type: ignore[attr-defined]

    @property
    def most_at_once(self) -> int:
        return max(sum(each) for each in self.lit)


class Evening:
    """A simulated box with a reader on each side, and a match of Botan-chō."""

    def __init__(self, folder: Path, config: Config) -> None:
        simulation = Simulation(config, folder, Tags())
        simulation.begin(GAME)
        self.fields = Fields()
        self.clock = VirtualClock()
        self.world = World(self.clock, config.devices, trace=self.fields.look)
        self.fields.chips = self.world.chips

        def start() -> Appliance:
            self.appliance = build(config, folder, self.clock, self.world.machine)
            return self.appliance

        self.player = Player(self.clock, self.world, make_tags("7", 1), start, print)

    def play(self, text: str) -> None:
        self.player.play(parse_script(text, "evening"))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path, parse_config("[reader2]", "x"))


def _commands() -> str:
    return "".join(
        line for line in SCRIPT.read_text("utf-8").splitlines(True) if not line.startswith("options")
    )


def test_only_one_field_is_on_at_any_time_of_an_evening(evening: Evening) -> None:
    evening.play(_commands())
    evening.player.end()
    lit = evening.fields.lit
    assert len(lit) > 10_000
    assert evening.fields.most_at_once == 1
    assert all(any(each[reader] for each in lit) for reader in (FIRST, SECOND))
    assert [chip.field.is_on for chip in evening.world.chips] == [False, False]


@pytest.mark.parametrize("reader", ["reader", "reader@2"])
def test_only_one_field_is_on_while_a_reader_is_away_and_when_it_comes_back(
    evening: Evening, reader: str
) -> None:
    del evening.fields.lit[:]
    evening.play(f"unplug {reader}\nwait 3\nplug {reader}\nwait 1\nunplug {reader}\nplug {reader}\nwait 1\n")
    assert evening.fields.most_at_once == 1
    evening.play('tap pine-crane\ntap@2 maple-deer\ncheck piles {"A": ["pine-crane"], "B": ["maple-deer"]}\n')
    assert evening.fields.most_at_once == 1


@pytest.mark.parametrize(("reader", "field"), [("reader", FIRST), ("reader@2", SECOND)])
def test_the_field_of_a_dead_reader_is_off_and_the_other_looks_on(
    evening: Evening, reader: str, field: int
) -> None:
    evening.play(f"unplug {reader}\nwait 1\n")
    del evening.fields.lit[:]
    evening.play("wait 1\n")
    assert not any(each[field] for each in evening.fields.lit)
    assert any(each[SECOND - field] for each in evening.fields.lit)


def test_a_dead_reader_costs_the_other_no_card_however_long_it_is_away(evening: Evening) -> None:
    evening.play(
        'unplug reader@2\nwait 60\ntap pine-crane\ncheck piles.A ["pine-crane"]\nexpect No reader 2\n'
    )
    evening.play('plug reader@2\nunplug reader\nwait 60\ntap@2 maple-deer\ncheck piles.B ["maple-deer"]\n')
    evening.play("expect No reader 1\nplug reader\nwait 1\ncheck notice null\n")


def test_a_power_cut_ends_when_both_readers_are_known(evening: Evening) -> None:
    evening.play("unplug reader@2\n")
    before_s = evening.clock.now_s()
    evening.play("power-cut\n")
    assert evening.clock.now_s() - before_s < 0.5
    assert dict(evening.appliance.table.view.reader_faults).keys() == {SECOND}
    evening.play("plug reader@2\nwait 1\nunplug reader\npower-cut\n")
    assert dict(evening.appliance.table.view.reader_faults).keys() == {FIRST}
    evening.play("plug reader\nwait 1\n")
    before = [chip.field.times_lit for chip in evening.world.chips]
    evening.play("power-cut\n")
    assert all(chip.field.times_lit > lit for chip, lit in zip(evening.world.chips, before, strict=True))
    assert evening.appliance.table.view.reader_faults == {}


def test_cards_lie_at_both_readers_and_are_lifted_where_it_is_said(evening: Evening) -> None:
    evening.play("place pine-crane\nplace@2 maple-deer\nlift@2 pine-crane\n")
    assert [len(chip.field.tags) for chip in evening.world.chips] == [1, 1]
    evening.play("lift@2 maple-deer\n")
    assert [len(chip.field.tags) for chip in evening.world.chips] == [1, 0]
    evening.play("place@2 plum-warbler\nlift pine-crane plum-warbler\n")
    assert evening.world.tray == ()


def test_a_card_that_lies_at_one_reader_cannot_be_put_down_at_the_other(tmp_path: Path) -> None:
    assert _run("options --readers 2\nplace pine-crane\ntap@2 pine-crane\n", tmp_path) == 1


def test_the_log_names_the_reader(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "firmware.reader_watch")  # a simulation before this test silenced it
    evening.play("unplug reader@2\nwait 1\nplug reader@2\nwait 1\n")
    told = [record.getMessage() for record in caplog.records if record.name == "firmware.reader_watch"]
    assert told == [
        "reader 2: the reader stopped answering: check its wires",
        "reader 2: no reader on the bus: check its wires",
        "reader 2: the reader is back",
    ]


def _watched(deed: Callable[[World, VirtualClock], None]) -> list[tuple[str, int]]:
    """Watch two readers while something happens to them; return each piece of news and its reader."""
    clock, settings = VirtualClock(), parse_config("[reader2]", "x").devices
    world = World(clock, settings)
    devices = open_devices(settings, clock, world.machine, lambda _: None)
    heard: list[Input] = []
    stop = clock.mailbox()
    noted: list[bool] = []
    task = clock.start(
        "readers", lambda: watch_readers(devices.readers, clock, heard.append, stop, noted.append)
    )
    clock.sleep(0.3)
    deed(world, clock)
    stop.put(None)
    stop.put("stop")
    task.join(1.0)
    return [(type(one).__name__, one.reader) for one in heard if isinstance(one, TagArrived | ReaderNews)]


@pytest.mark.parametrize("reader", [FIRST, SECOND])
def test_a_tag_and_a_loss_carry_the_readers_number(reader: int) -> None:
    def deed(world: World, clock: VirtualClock) -> None:
        world.put_down([Ntag(bytes.fromhex("04a3c6cae26180"))], reader)
        clock.sleep(0.3)
        world.set_reader_plugged(False, reader)
        clock.sleep(1.0)
        world.set_reader_plugged(True, reader)
        clock.sleep(1.0)

    news = ["TagArrived", "ReaderNews", "ReaderNews"]
    assert _watched(deed) == [(kind, reader) for kind in news]


def _run(text: str, tmp_path: Path, *options: str) -> int:
    script = tmp_path / "own.table"
    script.write_text(text, "utf-8")
    return main(["simulate", "--script", str(script), "--data", str(tmp_path / "data"), *options])


def test_the_trace_tells_the_readers_apart(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    assert _run("options --readers 2\ntap@2 pine-crane\n", tmp_path, "--trace", str(trace)) == 0
    buses = {json.loads(line)["bus"] for line in trace.read_text("utf-8").splitlines()}
    assert buses == {"spi0.0", "spi0.1", "i2c-1"}


def test_the_same_script_and_seed_give_the_same_trace_with_two_readers(tmp_path: Path) -> None:
    text = "options --game botan-cho --readers 2 --seed 3\nnoise 0.001\ntap pine-crane\ntap@2 maple-deer\n"
    traces = []
    for name in ("one", "two"):
        trace = tmp_path / f"{name}.jsonl"
        assert _run(text, tmp_path, "--data", str(tmp_path / name), "--trace", str(trace)) == 0
        traces.append(trace.read_bytes())
    assert traces[0] == traces[1]


def test_readers_may_be_asked_for_in_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'options --game botan-cho\ntap@2 pine-crane\ncheck piles.B ["pine-crane"]\ncheck active "A"\n'
    assert _run(text, tmp_path, "--readers", "2") == 0
    assert capsys.readouterr() == ("", "")


def test_the_command_line_wins_over_the_number_of_readers_in_the_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "options --game botan-cho --readers 2\nstate\ntap@2 pine-crane\n"
    assert _run(text, tmp_path, "--readers", "1") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "own.table, line 3: there is no second reader" in printed.err
    assert not (tmp_path / "data").exists()


def test_a_lost_reader_is_no_word_in_the_log_of_a_simulation(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.NOTSET, "firmware.reader_watch")
    assert _run("options --readers 2\nunplug reader@2\nwait 1\nplug reader@2\nwait 1\n", tmp_path) == 0
    assert caplog.records == []


def test_the_readers_of_the_settings_are_simulated(tmp_path: Path) -> None:
    settings = tmp_path / "own.toml"
    settings.write_text('[players]\nC = "Yui"\n[reader2]\nseat = "C"\nreset = 24\n', "utf-8")
    text = (
        "options --game ino-shika-cho --players 3\n"
        'tap@2 pine-crane\ncheck piles.C ["pine-crane"]\ncheck active "A"\n'
        "unplug reader@2\nexpect Reader 2 (Yui):\n"
    )
    assert _run(text, tmp_path, "--config", str(settings)) == 0


def test_a_seat_where_nobody_sits_counts_as_none(tmp_path: Path) -> None:
    settings = tmp_path / "own.toml"
    settings.write_text('[reader2]\nseat = "C"\n', "utf-8")
    text = 'options --game botan-cho\npress B\ntap@2 pine-crane\ncheck piles.B ["pine-crane"]\n'
    assert _run(text, tmp_path, "--config", str(settings)) == 0
