"""The virtual table in Debian's chromium: start both, click, press, wait for what follows."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

expect.set_options(timeout=20_000)  # a busy machine is slow, and no fault
CHROMIUM = shutil.which("chromium") or "chromium"
FLAGS = (
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

A_S_CARDS = (
    ("pine-crane", "pine-chaff-1"),
    ("plum-warbler", "plum-chaff-1"),
    ("cherry-curtain", "cherry-chaff-1"),
    ("wisteria-cuckoo", "wisteria-ribbon"),
    ("wisteria-chaff-1", "wisteria-chaff-2"),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def virtual_table(data: Path, *options: str) -> Iterator[str]:
    """Run the command; gives the page's address without the last slash."""
    command = [sys.executable, "-m", "firmware", "simulate", "--port", "0", "--data", str(data), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        found = re.search(r"http://localhost:\d+", table.stdout.readline())
        assert found
        try:
            yield found.group()
        finally:  # else a test that fails would wait for ever
            table.send_signal(signal.SIGTERM)
        assert table.wait(10) == 0


def lay(page: Page, *ids: str) -> None:
    """Click cards, and wait until they are captured."""
    for card in ids:
        page.click(f'#deck .card[data-card="{card}"]')
    for card in ids:
        expect(page.locator(f'#piles .card[data-card="{card}"]')).to_have_count(1)


def begin(page: Page) -> None:
    """Begin a match of Botan-chō with the keys."""
    expect(page.locator("#screen-text")).to_contain_text("New game")
    page.keyboard.press("Enter", delay=100)
    expect(page.locator("#screen-text")).to_contain_text("Start")
    page.keyboard.press("Enter", delay=100)
    expect(page.locator("#piles .pile")).to_have_count(2)


def hold(page: Page, key: str, look: Callable[[], None]) -> None:
    """Hold a key down until a look finds what that does; on a slow machine the table's seconds are longer."""
    page.keyboard.down(key)
    look()
    page.keyboard.up(key)


def assert_fits(page: Page) -> None:
    """See that nothing stands out of the page at its side."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
