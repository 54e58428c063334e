"""An unknown tag at home: "OK: which card?", cards without a tag first."""

from dataclasses import replace

import pytest

from firmware.deck import Deck
from firmware.table import wake_at
from firmware.table.enrolling import chosen_card
from scorer import Card

STRAY, OTHER = bytes.fromhex("04112233445566"), bytes.fromhex("04778899aabbcc")
BARE = (Card.PLUM_WARBLER, Card.MAPLE_DEER)


@pytest.fixture
def asked(home, uid_of):
    """Return a table at home at which an unknown tag was just tapped; two cards have no tag."""
    tags = {uid_of(card): card for card in Card if card not in BARE}
    home.table = replace(home.table, deck=Deck(tags))
    home.lay(STRAY)
    return home


def chosen(sitting):
    return chosen_card(sitting.view.mode).id


def on(sitting, uid=STRAY):
    card = sitting.table.deck.card(uid)
    return None if card is None else card.id


def test_an_unknown_tag_at_home_is_said_and_offered(asked):
    assert (asked["phase"], asked["notice"], asked.message[0]) == ("home", "unknown-tag", "stray")


def test_ok_opens_the_list_with_the_cards_without_a_tag_first(asked):
    asked.press("OK")
    seen = []
    for _ in Card:
        seen.append(chosen_card(asked.view.mode))
        asked.press("B")
    assert asked["phase"] == "enrol"
    assert seen == [*BARE, *(card for card in Card if card not in BARE)]


def test_ok_puts_the_tag_on_the_chosen_card_and_goes_home(asked):
    asked.press("OK", "B", "OK")
    assert (on(asked), asked["phase"], asked.message) == (
        "maple-deer",
        "home",
        ("enrolled", "maple-deer", "", ""),
    )


def test_it_may_be_one_more_tag_of_a_card_that_has_one(asked):
    asked.press("OK", "B", "B", "OK")
    assert (on(asked), len(asked.table.deck.uids(Card.PINE_CRANE))) == ("pine-crane", 2)


def test_a_goes_back_up_the_list(asked):
    asked.press("OK", "B", "B", "A", "A", "A")
    assert chosen(asked) == "plum-warbler"


def test_back_leaves_it_on_no_card(asked):
    asked.press("OK", "BACK")
    assert (on(asked), asked["phase"], asked.facts) == (None, "home", [])


@pytest.mark.parametrize(
    ("after_s", "phase"),
    [pytest.param(4.875, "enrol", id="while it is offered"), pytest.param(5.0, "setup", id="later")],
)
def test_the_offer_goes_after_five_seconds_and_ok_then_chooses_from_the_list(asked, after_s, phase):
    asked.wait(after_s)
    asked.press("OK")
    assert asked["phase"] == phase


@pytest.mark.parametrize(
    ("button", "phase"),
    [
        pytest.param("A", "home", id="A: OK asks whether to power off"),
        pytest.param("B", "enrol", id="B: OK opens the deck"),
        pytest.param("BACK", "setup", id="BACK: OK opens a new game"),
    ],
)
def test_another_button_ends_the_offer(asked, button, phase):
    asked.press(button, "OK")
    assert (asked["phase"], on(asked)) == (phase, None)


def test_a_card_tapped_ends_the_offer(asked):
    asked.tap("pine-crane")
    asked.press("OK")
    assert asked["phase"] == "setup"


def test_two_tags_at_once_are_offered_nothing(home):
    home.tag(STRAY, others=1)
    assert (home["notice"], home.message) == ("one-at-a-time", ("refused", "", "", "one-at-a-time"))
    home.press("OK")
    assert home["phase"] == "setup"


@pytest.mark.parametrize("uid", ["08112233", "04112233445566"], ids=["by its number", "by its kind"])
def test_a_phone_is_never_enrolled(home, phone_sak, uid):
    home.tag(bytes.fromhex(uid), sak=phone_sak)
    assert home["notice"] == "not-a-card"
    home.press("OK")
    assert home["phase"] == "setup"


def test_the_tag_again_does_not_put_it_on_a_card(asked):
    asked.press("OK")
    asked.lay(STRAY)
    assert (on(asked), asked["phase"], chosen(asked)) == (None, "enrol", "plum-warbler")
    asked.press("OK")
    assert on(asked) == "plum-warbler"


def test_a_cards_tag_chooses_that_card(asked):
    asked.press("OK")
    asked.tap("iris-bridge")
    assert chosen(asked) == "iris-bridge"
    asked.press("OK")
    assert on(asked) == "iris-bridge"


def test_another_unknown_tag_takes_its_place(asked):
    asked.press("OK", "B")
    asked.lay(OTHER)
    asked.press("OK")
    assert (on(asked), on(asked, OTHER)) == (None, "maple-deer")


def test_a_tag_beside_another_changes_nothing_in_the_list(asked):
    asked.press("OK", "B")
    asked.tag(OTHER, others=1)
    assert asked["notice"] == "one-at-a-time"
    asked.press("OK")
    assert (on(asked), on(asked, OTHER)) == ("maple-deer", None)


@pytest.mark.parametrize("sound", [5, 3])
@pytest.mark.parametrize("is_open", [False, True], ids=["before OK", "in the list"])
def test_how_it_reads_is_known_in_the_list_before_ok_puts_it_on_a_card(home, sound, is_open):
    home.tag(STRAY)
    if is_open:
        home.press("OK")
        home.check(STRAY, sound)
    else:
        home.check(STRAY, sound)
        home.press("OK")
    assert home.view.mode.trial.is_weak is (sound < 4)


def test_the_list_gives_no_hint_for_no_tag_is_awaited(asked):
    asked.press("OK")
    assert wake_at(asked.table) is None


@pytest.mark.parametrize("phase", ["setup", "playing"])
def test_elsewhere_an_unknown_tag_is_only_said(sit, phase):
    sitting = sit("botan-cho")
    if phase == "setup":
        sitting.hold("BACK", 1.5)
        sitting.choose("home")
        sitting.choose("new-game")
    sitting.lay(STRAY)
    assert (sitting["notice"], sitting.message) == ("unknown-tag", ("refused", "", "", "unknown-tag"))
    sitting.press("OK")
    assert (sitting["phase"], on(sitting)) == (phase, None)
