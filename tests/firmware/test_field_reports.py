"""What went wrong for people with this reader elsewhere, played on the whole box: it does not here.

Each test names the public thread or threads it comes from; the other reports about the reader have
their tests beside the part that they are about.
"""

import json
import logging

import pytest

from firmware.deck import format_uid
from hardware import Button
from hardware.simulated import Classic, Ntag, Phone
from scorer import Seat

STICKER, TWIN = bytes.fromhex("04a3c6cae26180"), bytes.fromhex("04a3c611226180")
CLASSIC = bytes.fromhex("deadbeef")
WRITE, COMPAT_WRITE, AUTHENT = "12a2", "12a0", "020e"


def deck_file(folder):
    return json.loads((folder / "deck.json").read_text("utf-8"))["cards"]


def test_stickers_and_classics_are_enrolled_by_uid_and_nothing_is_tried_with_a_key(evening, tmp_path, caplog):
    """pimylifeup/MFRC522-python 65 and mxgxw/MFRC522-python 4: AUTH ERROR; UIDs cut to 88 and three bytes."""
    caplog.set_level(logging.INFO)
    evening.play("hold BACK 1.2", 'until choice "home" press B', "press OK", 'until choice "deck" press B')
    evening.play("press OK", 'check phase "enrol"')
    for tag in (Ntag(STICKER), Ntag(TWIN), Classic(CLASSIC)):
        evening.world.put_down([tag])
        evening.clock.sleep(0.3)
        evening.world.take_away([tag])
        evening.clock.sleep(0.6)
    new = [uids[-1] for uids in deck_file(tmp_path).values()][:3]
    assert new == [format_uid(STICKER), format_uid(TWIN), format_uid(CLASSIC)]
    sent = [row["out"] for row in evening.transfers if row["bus"] == "spi0.0"]
    assert [out for out in sent if out.startswith((WRITE, COMPAT_WRITE, AUTHENT))] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "written", ["04:A3:C6:CA:E2:61:80", "04a3c6cae26180", "04:a3:c6:ca:e2:61:80", "04A3C6CAE26180"]
)
def test_a_deck_file_written_by_hand_as_a_phone_shows_it_is_understood(evening, tmp_path, written):
    """pimylifeup/MFRC522-python 58: an id that no phone shows."""
    deck = {"format": 1, "cards": {"pine-crane": [written]}}
    (tmp_path / "deck.json").write_text(json.dumps(deck), "utf-8")
    evening.play("power-cut")
    evening.world.put_down([Ntag(STICKER)])
    evening.play("wait 0.3", 'check piles.A ["pine-crane"]')


def test_a_card_at_the_edge_of_the_field_is_captured_once_and_never_twice(evening):
    """MiczFlor/RPi-Jukebox-RFID 910 and 1042: a card that triggers again and again."""
    tag = next(iter(evening.tags.values()))
    for _ in range(25):
        evening.world.put_down([tag])
        evening.clock.sleep(0.3)
        evening.world.take_away([tag])
        evening.clock.sleep(0.1)
    evening.play("check piles.A " + json.dumps(["pine-crane"]), "check notice null")
    evening.play("wait 1", "tap pine-crane", 'check notice "already-yours"', 'check piles.A ["pine-crane"]')


@pytest.mark.parametrize("uid", ["08112233", "08a1b2c3"], ids=["a phone", "the same phone again"])
def test_a_phone_is_no_card_however_often_it_comes(evening, uid):
    """adonno/tagreader 69: another id at each meeting."""
    evening.world.put_down([Phone(bytes.fromhex(uid))])
    evening.play("wait 0.3", 'check notice "not-a-card"', 'check piles {"A": [], "B": []}')


@pytest.mark.parametrize("noise", [0.5, 1.0], ids=["garbage", "every bit wrong"])
def test_while_stickers_that_disturb_each_other_cannot_be_read_every_button_acts_at_once(evening, noise):
    """electronics.stackexchange.com/questions/519993: a reader that hangs on stacked cards."""
    evening.play(f"noise {noise}", "place pine-crane plum-warbler cherry-curtain")
    for name in "BABABA":
        evening.world.push(Button(name))
        evening.clock.sleep(0.08)
        evening.world.let_go(Button(name))
        evening.clock.sleep(0.2)
        assert evening.appliance.table.running.round.active.value == name
    evening.play('check piles {"A": [], "B": []}', "noise 0", "wait 0.5")
    assert len(evening.appliance.table.running.round.piles[Seat.A]) == 3
