"""The virtual table in a real browser, on the real command, by mouse and by keys: `make check-browser`."""

import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find its neighbour otherwise
from driving import A_S_CARDS, begin, hold, lay

pytest_plugins = ["opening"]


def test_after_the_power_was_cut_the_round_goes_on(table: Page) -> None:
    begin(table)
    lay(table, *A_S_CARDS[0])
    table.click("#faults summary")
    table.click("#power-cut")
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(2)
    lay(table, *A_S_CARDS[1])
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(4)


def test_several_cards_come_together_and_stay_if_they_shall(table: Page) -> None:
    begin(table)
    table.uncheck("#lift")
    table.check("#several")
    for card in A_S_CARDS[0]:
        table.click(f'#deck .card[data-card="{card}"]')
    expect(table.locator("#piles .card")).to_have_count(0)
    table.click("#lay")
    expect(table.locator("#trays .card")).to_have_count(2)
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(2)
    table.locator("#trays .card").first.click()
    expect(table.locator("#trays .card")).to_have_count(1)


def test_who_has_only_a_keyboard_plays_too(table: Page) -> None:
    begin(table)
    table.keyboard.press("2", delay=100)
    expect(table.locator('.pile[data-seat="B"]')).to_have_class("pile next")
    table.locator('#deck .card[data-card="pine-crane"]').focus()
    table.keyboard.press("Tab")
    table.keyboard.press("Shift+Tab")
    table.keyboard.press("Enter")
    expect(table.locator('.pile[data-seat="B"] .card')).to_have_count(1)
    hold(table, "Backspace", lambda: expect(table.locator("#screen-text")).to_contain_text("Misdeal"))


def _asked_by(page: Page) -> list[Any]:
    """Return a list that fills with what the page asks the table for."""
    asked: list[Any] = []
    page.on("request", lambda sent: asked.append(sent.post_data_json) if sent.method == "POST" else None)
    return asked


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_the_button_that_has_the_focus_is_pressed_once(table: Page, key: str) -> None:
    asked = _asked_by(table)
    table.locator('.push[data-button="A"]').focus()
    table.keyboard.press("Tab")
    table.keyboard.press(key, delay=200)
    table.wait_for_timeout(300)
    assert asked == [{"do": "push", "button": "B"}, {"do": "let-go", "button": "B"}]


def test_a_click_without_a_pointer_is_a_short_press(table: Page) -> None:
    asked = _asked_by(table)
    table.locator('.push[data-button="A"]').evaluate("button => button.click()")
    table.wait_for_timeout(300)
    assert asked == [{"do": "push", "button": "A"}, {"do": "let-go", "button": "A"}]


def test_the_focus_stays_where_it_is_while_cards_come_and_go(table: Page) -> None:
    table.uncheck("#lift")
    for card in A_S_CARDS[0]:
        table.click(f'#deck .card[data-card="{card}"]')
    expect(table.locator("#trays .card")).to_have_count(2)
    table.locator("#trays .card").last.focus()
    table.locator("#trays .card").first.evaluate("card => card.click()")
    expect(table.locator("#trays .card")).to_have_count(1)
    expect(table.locator("#trays .card")).to_be_focused()


def test_a_lost_reader_is_told_on_the_display(table: Page) -> None:
    table.click("#faults summary")
    table.uncheck('#switches input[data-device="reader"]')
    expect(table.locator("#screen-text")).to_contain_text("eader", timeout=20_000)


def test_the_guide_leads_to_a_result_in_less_than_a_minute(table: Page) -> None:
    table.click("#guide-begin")
    steps = 0
    while table.locator(".pointed").count():
        text = table.locator("#guide-step").inner_text()
        if "11 of 11" in text:
            break
        _follow_guide(table)
        steps += 1
        assert steps < 30, text
    expect(table.locator("#screen-text")).to_contain_text("pays")


def _follow_guide(page: Page) -> None:
    """Do what the guide points at, and wait until it goes on."""
    before = page.locator("#guide-step").inner_text()
    for pointed in page.locator(".pointed").all():
        button = pointed.get_attribute("data-button")
        if button and "hold" in before:
            pointed.hover()
            page.mouse.down()
            expect(page.locator("#guide-step")).not_to_have_text(before)
            page.mouse.up()
        else:
            pointed.click()
    page.wait_for_timeout(600)
