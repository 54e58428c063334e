"""Whole data folders for the tests of backup and restore."""

from pathlib import Path

from evenings import NAMES, WON, ino, kept
from powercuts import Tree

from firmware.cli import main
from firmware.deck import Deck
from firmware.store import Store
from hardware import VirtualClock
from scorer import Card, Match, RoundStarted

OLD, NEW = Deck({bytes(4): Card.PINE_CRANE}), Deck({bytes(7): Card.MAPLE_DEER})


def make_box(data: Path, deck: Deck, dealer: object) -> None:
    """Make a data folder with a deck, a match that is over and one that runs, and a rule file."""
    kept(data, ino(NAMES, target=300), *WON)
    kept(data, ino(NAMES), RoundStarted(dealer))
    store = Store(data, VirtualClock())
    store.write_deck(deck)
    (data / "rules").mkdir()
    (data / "rules" / f"from-{dealer}.toml").write_text("# a draft")
    (data / "table.json").write_text(f'{{"format": 1, "dealer": "{dealer}"}}')


def tree_of(folder: Path) -> Tree:
    return {
        str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


def run(*words: object) -> int:
    return main([str(word) for word in words])


def found_in_box(folder: Path) -> tuple[Deck, Match | None, list[str], bytes]:
    store = Store(folder, VirtualClock())
    found = store.open()
    store.close()
    assert found.warnings == ()
    rules = [path.name for path in (folder / "rules").iterdir()]
    return found.deck, found.match, rules, (folder / "table.json").read_bytes()
