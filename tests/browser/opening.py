"""What the tests in a browser share: the browser, the command, and pages that may not complain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import driving
import pytest
from playwright.sync_api import Browser, Page, expect


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with driving.chromium() as browser:
        yield browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with driving.virtual_table(tmp_path) as address:
        yield address


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Any]:
    """Opens a page of the table; none may complain, of a blocked script or style either."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str = "/", beforehand: str = "", **options: Any) -> Page:
        contexts.append(browser.new_context(locale="en-GB", **options))
        page: Page = contexts[-1].new_page()
        page.add_init_script(beforehand)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(30_000)
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def table(open_page: Any) -> Page:
    page: Page = open_page()
    expect(page.locator("#screen-text")).to_contain_text("New game")
    return page
