import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find a test's neighbour otherwise
from boxes import OLD, make_box, run
from clinic import Clinic
from sittings import Ears, Sitting, uid_of
from watches import Watch

from firmware.box import build
from firmware.cli import main
from firmware.config import Config
from firmware.deck import Deck
from firmware.loop import Appliance
from firmware.script import Player, make_tags
from firmware.script_language import parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame, Table, started
from hardware import VirtualClock
from hardware.simulated import World
from scorer import Card, Seat, load

GAMES = (load("botan-cho"), load("ino-shika-cho"))
OTHER_GAMES = (load("mushi"), load("roppyakken"))
PHONE = 0x20


@pytest.fixture(scope="session", autouse=True)
def _never_wait_for_the_disk():
    """Here only simulated power is cut, and no cut needs the disk itself; a wrong descriptor still fails."""

    def fsync(file: int | IO[bytes]) -> None:
        os.fstat(file if isinstance(file, int) else file.fileno())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        yield


@pytest.fixture
def clinic(tmp_path: Path) -> Iterator[Clinic]:
    """A box that is well, until a fault is planted."""
    clinic = Clinic(tmp_path)
    yield clinic
    clinic.clock.kill_others()


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Return the data folder of a box."""
    make_box(tmp_path / "box", OLD, Seat.A)
    return tmp_path / "box"


@pytest.fixture
def backup(tmp_path: Path, box: Path) -> Path:
    """Return a backup of that box."""
    settings = tmp_path / "settings.toml"
    settings.write_text("[players]\n")
    assert run("backup", tmp_path / "backup.tar.gz", "--data", box, "--config", settings) == 0
    return tmp_path / "backup.tar.gz"


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that gives the command what it refuses, and returns its one sentence."""

    def refused(*words: str) -> str:
        try:
            code = main(words)
        except SystemExit as exc:
            code = int(str(exc.code))
        error = capsys.readouterr().err
        assert (code, error.count("\n")) == (2, 1)
        return error

    return refused


@pytest.fixture(scope="session", autouse=True)
def _no_settings_of_this_machine():
    """A Pi on which the tests run may have a box, and settings of its own."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("firmware.backup", "firmware.config"):
            patch.setattr(f"{module}.SETTINGS", Path("/nonexistent/scorekeeper.toml"))
        yield


@pytest.fixture
def deck():
    return Deck({uid_of(card): card for card in Card})


@pytest.fixture
def home(deck):
    """Return a table at home with a whole deck, as it is some time after the start."""
    table = Table(GAMES, deck=deck)
    return Sitting(replace(table, view=replace(table.view, now_s=64.0)))


@pytest.fixture
def sit(home):
    """Return a function that begins a match."""

    def begin(game, players=2, dealer="A", **options):
        rules = next(one for one in (*GAMES, *OTHER_GAMES) if one.id == game)
        if rules in OTHER_GAMES:
            home.table = replace(home.table, games=(*GAMES, rules))
        length = options.pop(rules.length_option, rules.options().number(rules.length_option))
        new = NewGame(game, players, length, Seat(dealer), options)
        home.table = started(home.table, new).applied_to(home.table)
        return home

    return begin


@pytest.fixture
def botan(sit):
    return sit("botan-cho")


@pytest.fixture
def ino(sit):
    return sit("ino-shika-cho", players=3)


@pytest.fixture(name="uid_of")
def _uid_of():
    return uid_of


@pytest.fixture
def phone_sak():
    return PHONE


@pytest.fixture
def end_round(sit):
    """Return a function that plays a round of Botan-chō, all but the named cards going to a player."""

    def play(seat="A", missing="", **options):
        sitting = sit("botan-cho", **options)
        sitting.press(seat)
        rest = [card.id for card in GAMES[0].deck if card.id not in missing.split()]
        sitting.tap(*rest)
        sitting.press("OK")
        return sitting

    return play


@pytest.fixture
def listen():
    """Return who hears all that a sitting gives from now on."""
    return Ears


@pytest.fixture
def ears(botan):
    return Ears(botan)


class Evening:
    """A simulated box at the start of a match, whose script is given line by line.

    Attributes:
        transfers: every bus transfer so far, as the trace has them.
        tags: the deck's, all enrolled.
    """

    def __init__(self, folder: Path, config: Config) -> None:
        simulation = Simulation(config, folder, Tags())
        simulation.begin(NewGame("ino-shika-cho", 2, 600, Seat.A))
        self.config = config
        self.clock = VirtualClock()
        self.transfers: list[dict] = []
        self.world = World(self.clock, config.devices, trace=self.transfers.append)
        self.tags = make_tags("7", 1)
        self.player = Player(self.clock, self.world, self.tags, lambda: self._start(folder), print)
        self.appliance: Appliance

    def _start(self, folder: Path) -> Appliance:
        self.appliance = build(self.config, folder, self.clock, self.world.machine)
        return self.appliance

    def play(self, *lines: str) -> None:
        self.player.play(parse_script("\n".join(lines), "evening"))


@pytest.fixture
def make_evening(tmp_path: Path) -> Callable[..., Evening]:
    """Return a function that begins an evening with these settings."""
    return lambda **settings: Evening(tmp_path, Config(**settings))


@pytest.fixture
def evening(make_evening: Callable[..., Evening]) -> Evening:
    return make_evening()


@pytest.fixture
def make_watch():
    made = []

    def make(readers=1):
        made.append(Watch(readers))
        return made[-1]

    yield make
    for watch in made:
        watch.clock.kill_others()


@pytest.fixture
def watch(make_watch):
    """One reader that has polled an empty tray for a while."""
    watch = make_watch()
    watch.wait(0.5)
    return watch
