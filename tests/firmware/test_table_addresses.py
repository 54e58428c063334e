"""Home, Scoreboard: where browsers find it, asked of the machine when the page is opened."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.screens.scene import Font, QrCode, Text
from firmware.table import AddressesRead, wants_addresses
from firmware.table.pages import InAddresses
from firmware.texts import load

NUMBER, NAME = "http://192.168.178.123:8021", "http://raspberrypi.local:8021"


@pytest.fixture
def page(home):
    """Return a table whose page of addresses was opened."""
    home.table = replace(home.table, has_page=True)
    home.choose("scoreboard")
    return home


def told(page, *addresses):
    page.give(AddressesRead(addresses, page.now_s))
    return page


def shown(page):
    codes = [item for item in scene_of(page.table, load("en")).items if isinstance(item, QrCode)]
    return [code.address for code in codes]


def test_home_has_no_entry_where_nobody_may_look(home):
    assert "scoreboard" not in home.entries


def test_the_page_asks_once_and_waits(page):
    assert wants_addresses(page.table)
    assert scene_of(page.table, load("en")).says("One moment")
    assert not wants_addresses(told(page, NUMBER).table)
    assert page["phase"] == "menu"


def test_a_and_b_go_round_the_addresses(page):
    told(page, NUMBER, NAME)
    seen = [shown(page)]
    for button in "BBAA":
        page.press(button)
        seen.append(shown(page))
    assert seen == [[NUMBER], [NAME], [NUMBER], [NAME], [NUMBER]]


def test_ok_goes_on_and_after_the_last_looks_again(page):
    told(page, NUMBER, NAME)
    page.press("OK")
    assert (shown(page), wants_addresses(page.table)) == ([NAME], False)
    page.press("OK")
    assert wants_addresses(page.table)


def test_without_a_network_it_says_so_and_ok_looks_again(page):
    told(page)
    scene = scene_of(page.table, load("en"))
    assert scene.says("No network yet")
    assert scene.says("OK: look again")
    page.press("A", "B")
    assert not wants_addresses(page.table)
    page.press("OK")
    assert wants_addresses(page.table)


def test_back_goes_home_to_its_entry(page):
    told(page, NUMBER, NAME)
    page.press("B", "BACK")
    assert (page["phase"], page["choice"]) == ("home", "scoreboard")


def test_an_answer_that_comes_late_changes_nothing(page):
    page.press("BACK")
    before = page.table
    told(page, NUMBER)
    assert page.table.view.mode == before.view.mode


@pytest.mark.parametrize("language", ["en", "ja", "both"])
@pytest.mark.parametrize(
    ("address", "letters"),
    [
        pytest.param("http://10.0.0.7:8021", ["10.0.0.7", ":8021"], id="short"),
        pytest.param(NUMBER, ["192.168.", "178.123", ":8021"], id="number"),
        pytest.param(NAME, ["raspberryp", "i.local", ":8021"], id="name"),
        pytest.param(
            "http://hanafuda-scorekeeper-2.local:8021",
            ["hanafuda-s", "corekeeper", "-2.local", ":8021"],
            id="long name",
        ),
    ],
)
def test_the_letters_stand_beside_the_code_and_nothing_is_cut(page, language, address, letters):
    told(page, address, NAME)
    scene = scene_of(page.table, load(language))
    texts = [item for item in scene.items if isinstance(item, Text)]
    assert [text.text for text in texts][1:-1] == letters
    assert {text.font for text in texts} == {Font.TINY}
    assert texts[-1].text == "1/2  A B"
    paint(scene, strict=True)


def test_a_name_as_long_as_a_name_may_be_has_a_code_and_begins_in_letters(page):
    told(page, f"http://{'x' * 63}.local:8021")
    scene = scene_of(page.table, load("en"))
    paint(scene, strict=True)
    assert scene.says("xxxxxxxxxx")


def test_what_was_shown_is_forgotten(page):
    told(page, NUMBER)
    page.press("BACK", "OK")
    assert page.view.mode == InAddresses()
