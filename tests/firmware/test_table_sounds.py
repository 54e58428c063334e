"""What is heard of the table, and when the display flashes."""

from dataclasses import replace

import pytest

from firmware.table.choices import Defaults
from firmware.table.pages import InSettings
from firmware.table.sounds import is_inverted
from scorer import Card

CHAFF, RIBBON, ANIMAL, BRIGHT = "pine-chaff-1", "pine-poetry-ribbon", "plum-warbler", "pine-crane"
OF_TYPE = {CHAFF: "CHAFF", RIBBON: "RIBBON", ANIMAL: "ANIMAL", BRIGHT: "BRIGHT"}
EACH_TYPE = pytest.mark.parametrize(("card", "sound"), OF_TYPE.items(), ids=OF_TYPE.values())
UNKNOWN = bytes.fromhex("04ffffffffffff")
SPARE = bytes.fromhex("04eeeeeeeeeeee")


@EACH_TYPE
def test_a_capture_sounds_as_the_kind_of_its_card(botan, ears, card, sound):
    botan.tap(card)
    assert ears.heard() == [sound]


def test_a_pile_run_over_the_reader_is_heard_card_by_card(botan, ears):
    botan.tap(CHAFF, BRIGHT, "plum-chaff-1", ANIMAL, RIBBON)
    assert ears.heard() == ["CHAFF", "BRIGHT", "CHAFF", "ANIMAL", "RIBBON"]


def test_a_yaku_is_heard_in_place_of_the_card_that_makes_it(listen, ino):
    ears = listen(ino)
    ino.tap("pine-crane", "paulownia-phoenix", "susuki-moon", "maple-deer")
    assert ears.heard() == ["BRIGHT", "BRIGHT", "YAKU", "ANIMAL"]


@pytest.mark.parametrize("between", ["", "an unknown tag"])
def test_each_yaku_is_heard_whatever_the_display_said_before(listen, ino, between):
    ino.tap("pine-crane", "paulownia-phoenix", "plum-warbler")
    ears = listen(ino)
    for card in ("susuki-moon", "cherry-curtain"):
        if between:
            REFUSALS[between](ino)
            ino.wait(0.5)
        ino.tap(card)
    assert ears.heard() == (["REFUSED", "YAKU"] * 2 if between else ["YAKU", "YAKU"])


@pytest.mark.parametrize(
    ("cards", "heard"),
    [
        pytest.param([BRIGHT, CHAFF, RIBBON], ["BRIGHT"], id="the dearest first"),
        pytest.param([CHAFF, RIBBON, BRIGHT], ["CHAFF", "RIBBON", "BRIGHT"], id="the dearest last"),
        pytest.param([CHAFF, "plum-chaff-1"], ["CHAFF", "CHAFF"], id="two alike, each"),
    ],
)
def test_of_cards_on_the_reader_at_once_the_dearest_is_heard_to_its_end(botan, ears, uid_of, cards, heard):
    for card in cards:
        botan.tag(uid_of(Card.parse(card)))
        botan.wait(0.03125)
    assert ears.heard() == heard


@pytest.mark.parametrize(
    ("cards", "heard"),
    [
        pytest.param(["susuki-moon", CHAFF], ["YAKU"], id="a card that makes none joins it"),
        pytest.param([CHAFF, "susuki-moon"], ["CHAFF", "YAKU"], id="it joins a card that makes none"),
        pytest.param(["susuki-moon", "cherry-curtain"], ["YAKU", "YAKU"], id="another one joins it"),
    ],
)
def test_a_yaku_among_cards_at_once_is_heard_once_for_each(listen, ino, uid_of, cards, heard):
    ino.tap("pine-crane", "paulownia-phoenix", "plum-warbler")
    ears = listen(ino)
    for card in cards:
        ino.tag(uid_of(Card.parse(card)))
        ino.wait(0.03125)
    assert ears.heard() == heard


@pytest.mark.parametrize(
    ("cards", "heard"),
    [
        pytest.param([BRIGHT, "plum-warbler"], ["QUESTION"], id="question first"),
        pytest.param(["plum-warbler", BRIGHT], ["ANIMAL", "QUESTION"], id="question last"),
    ],
)
def test_a_question_is_heard_over_what_is_captured_with_it(listen, botan, uid_of, cards, heard):
    botan.tap(BRIGHT)
    botan.press("B")
    ears = listen(botan)
    for card in cards:
        botan.tag(uid_of(Card.parse(card)))
        botan.wait(0.03125)
    assert ears.heard() == heard


def test_a_question_is_heard_and_ok_is_answered_with_the_cards_kind(botan, ears):
    botan.tap(BRIGHT, RIBBON)
    botan.press("B")
    ears.heard()
    botan.tap(BRIGHT, RIBBON)
    assert ears.heard() == ["QUESTION", "QUESTION"]
    botan.press("OK")
    assert ears.heard() == ["BRIGHT"]


REFUSALS = {
    "an unknown tag": lambda sitting: sitting.tag(UNKNOWN),
    "a phone": lambda sitting: sitting.tag(bytes.fromhex("08112233")),
    "a card that the game leaves out": lambda sitting: sitting.tap("clover-boar"),
    "no card yet": lambda sitting: sitting.press("OK"),
    "nothing to give": lambda sitting: (sitting.tap(CHAFF), sitting.hold("A", 1.0)),
}


@pytest.mark.parametrize("refuse", REFUSALS)
def test_a_refusal_is_heard(botan, ears, refuse):
    REFUSALS[refuse](botan)
    assert ears.heard()[-1] == "REFUSED"


@pytest.mark.parametrize(
    ("after_s", "heard"),
    [
        pytest.param(0.5, [], id="at once"),
        pytest.param(3.0, [], id="3 s after the capture"),
        pytest.param(3.25, ["REFUSED"], id="later"),
    ],
)
def test_a_card_that_still_lies_there_is_not_refused_aloud(botan, ears, uid_of, after_s, heard):
    uid = uid_of(Card.PINE_CRANE)
    botan.tag(uid)
    ears.heard()
    botan.wait(after_s)
    botan.tag(uid)
    assert (ears.heard(), botan["notice"]) == (heard, "already-yours")
    assert is_inverted(botan.table) is bool(heard)


def test_the_three_seconds_run_from_the_capture_not_from_the_last_tap(botan, ears, uid_of):
    for _ in range(3):
        botan.tag(uid_of(Card.PINE_CRANE))
        botan.wait(2.0)
    assert ears.heard() == ["BRIGHT", "REFUSED"]


def test_a_card_that_was_moved_a_moment_ago_is_not_refused_aloud(botan, ears):
    botan.tap(BRIGHT)
    botan.wait(8.0)
    botan.press("B")
    botan.tap(BRIGHT)
    botan.press("OK")
    ears.heard()
    botan.tap(BRIGHT)
    assert (ears.heard(), botan["notice"]) == ([], "already-yours")


def test_another_card_is_refused_aloud_however_lately_one_was_captured(botan, ears):
    botan.tap(RIBBON)
    botan.wait(8.0)
    botan.tap(BRIGHT)
    ears.heard()
    botan.tap(RIBBON)
    assert ears.heard() == ["REFUSED"]


def test_back_is_heard_and_so_is_a_card_put_back(botan, ears):
    botan.tap(ANIMAL)
    ears.heard()
    botan.press("BACK")
    assert ears.heard() == ["TAKEN_BACK"]
    botan.hold("BACK", 1.0)
    botan.wait(0.5)
    assert ears.heard() == ["HELD"]
    botan.choose("put-back")
    assert ears.heard() == ["ANIMAL"]


@EACH_TYPE
@pytest.mark.parametrize("place", ["home", "result", "lucky hand", "draw", "correction"])
def test_a_card_that_is_read_anywhere_sounds_as_its_kind(listen, request, place, card, sound):
    sitting = request.getfixturevalue("ino" if place == "lucky hand" else "home")
    match place:
        case "lucky hand":
            sitting.hold("A", 1.25)
            sitting.wait(0.5)
        case "draw":
            sitting.choose("new-game")
            sitting.press(*["B"] * 4)
        case "result" | "correction":
            sitting = request.getfixturevalue("end_round")()
    if place == "correction":
        sitting.press("OK")
        sitting.hold("BACK", 1.0)
        sitting.wait(0.5)
        sitting.press("OK")
    ears = listen(sitting)
    sitting.tap(card)
    assert ears.heard() == [sound]


def test_a_lucky_hand_declared_is_heard_as_a_yaku_and_none_as_going_back(listen, ino):
    ino.hold("B", 1.0)
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ears = listen(ino)
    ino.press("OK")
    assert ears.heard() == ["YAKU"]
    ino.hold("B", 1.0)
    ears.heard()
    ino.press("A", "OK")
    assert (ino["teyaku"], ears.heard()) == ({}, ["TAKEN_BACK"])


def test_a_correction_is_heard_as_what_it_is_about(listen, end_round):
    sitting = end_round()
    sitting.press("OK")
    sitting.hold("BACK", 1.0)
    sitting.wait(0.5)
    sitting.press("OK")
    sitting.tap(ANIMAL)
    ears = listen(sitting)
    sitting.press("B")
    assert ears.heard() == []
    sitting.press("OK")
    assert ears.heard() == ["ANIMAL"]


def test_an_unknown_tag_at_home_is_a_question_asked_once(listen, home):
    ears = listen(home)
    home.lay(SPARE)
    assert ears.heard() == ["QUESTION"]


@pytest.mark.parametrize(
    ("sound", "heard"),
    [pytest.param(5, ["BRIGHT"], id="a good sticker"), pytest.param(2, ["QUESTION"], id="a weak one")],
)
def test_a_sticker_is_heard_once_it_was_read_five_times(listen, home, sound, heard):
    home.choose("deck")
    ears = listen(home)
    home.tag(SPARE)
    assert ears.heard() == []
    home.check(SPARE, sound=sound)
    assert ears.heard() == heard
    home.wait(1.0)
    home.press("OK")
    assert ears.heard() == ([] if heard == ["BRIGHT"] else ["BRIGHT"])


def test_a_tag_in_use_is_refused_aloud(listen, home, uid_of):
    home.choose("deck")
    ears = listen(home)
    home.tag(uid_of(Card.MAPLE_DEER))
    assert (home["notice"], ears.heard()) == ("tag-in-use", ["REFUSED"])


@pytest.mark.parametrize("by_default", [True, False])
def test_turning_the_sound_on_is_heard_and_turning_it_off_is_not(listen, home, by_default):
    mode = replace(home.view, mode=InSettings())
    home.table = replace(home.table, defaults=Defaults(has_sound=by_default), view=mode)
    ears = listen(home)
    heard = []
    for _ in range(3):
        home.press("OK")
        heard.append(ears.heard())
    assert heard == ([[], ["READY"], []] if by_default else [["READY"], [], ["READY"]])
