"""Plays on a table state by hand, and hears what it says."""

from dataclasses import replace

from firmware.screens import scene_of
from firmware.table import ReaderNews, Tick, decide, wake_at
from firmware.table.menus import entries
from firmware.table.report import report
from firmware.table.sounds import audible
from firmware.texts import load as load_texts
from hardware import Button, ButtonEdge, TagArrived, TagChecked
from scorer import Card

ISO_14443_3 = 0x00


def uid_of(card):
    """Return the UID of a card's tag in the tests' deck."""
    return bytes([0x04, 0xA3, 0xC6, list(Card).index(card), 0, 0, 1])


class Sitting:
    """Plays on a table state, as the loop does it, with time given by hand.

    Attributes:
        table: as it stands.
        facts: all that happened, in order.
        now_s: the time of the next input.
    """

    def __init__(self, table):
        self.table = table
        self.facts = []
        self.now_s = table.view.now_s

    def give(self, given):
        decided = decide(self.table, given)
        self.facts += decided.facts
        self.table = decided.applied_to(self.table)

    def wait(self, seconds):
        until_s = self.now_s + seconds
        while (due_s := wake_at(self.table)) is not None and due_s <= until_s:
            self.give(Tick(due_s))
        self.now_s = until_s

    def down(self, name):
        self.give(ButtonEdge(Button(name), True, self.now_s))

    def up(self, name):
        self.give(ButtonEdge(Button(name), False, self.now_s))

    def hold(self, name, seconds):
        self.down(name)
        self.wait(seconds)
        self.up(name)

    def press(self, *names):
        for name in names:
            self.hold(name, 0.0625)
            self.wait(0.4375)

    def tag(self, uid, sak=ISO_14443_3, others=0, reader=0):
        self.give(TagArrived(uid, sak, self.now_s, reader, others))

    def check(self, uid, sound=5, of=5, reader=0):
        """Tell how well a tag reads, as the reader does once for each presentation."""
        self.give(TagChecked(uid, sound, of, self.now_s, reader))

    def lay(self, uid, sound=5, of=5):
        """Put a tag down until it was read five times, or so often."""
        self.tag(uid)
        self.check(uid, sound, of)

    def tap(self, *ids, reader=0):
        for id_ in ids:
            self.tag(uid_of(Card.parse(id_)), reader=reader)
            self.wait(0.5)

    def seat_readers(self, *seats):
        """Give the readers seats, as the settings do."""
        self.table = replace(self.table, reader_seats=seats)
        return self

    def lose(self, reader, fault="no answer"):
        """Lose a reader; None for the fault: find it again."""
        self.give(ReaderNews(fault, self.now_s, reader))

    def choose(self, id_):
        """Go down a list to an entry, and choose it."""
        self.press(*["B"] * self.entries.index(id_), "OK")

    @property
    def entries(self):
        return entries(self.table)

    @property
    def screen(self):
        """Return what the display says, in one line."""
        return " ".join(scene_of(self.table, load_texts()).lines())

    def __getitem__(self, key):
        return report(self.table)[key]

    @property
    def view(self):
        return self.table.view

    @property
    def message(self):
        """Return the passing message as kind, cards, seat and words; None if there is none."""
        flash = self.view.flash
        if flash is None:
            return None
        return flash.kind.value, " ".join(map(str, flash.cards)), str(flash.seat or ""), " ".join(flash.words)

    @property
    def question(self):
        return None if self.view.question is None else " ".join(map(str, self.view.question.cards))


class Ears:
    """Hear all that a sitting gives from now on."""

    def __init__(self, sitting):
        self._sounds = []
        give = sitting.give

        def listened_to(given):
            before = sitting.table
            give(given)
            sound = audible(before, sitting.table)
            self._sounds += [] if sound is None else [sound.name]

        sitting.give = listened_to

    def heard(self):
        """Return what was heard since the last question."""
        heard, self._sounds = self._sounds, []
        return heard
