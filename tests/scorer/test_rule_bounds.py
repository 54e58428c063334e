"""How large a number of a rule file may be, and how long a name."""

import pytest

from scorer.errors import BadRules
from scorer.ruleset import load, parse

MILLION = 1_000_000
NUMBERS = [
    # key, file, what stands there, what to put instead, the least and the most that it may be
    ("format", "botan-cho", "format = 1", "format = {}", 1, MILLION),
    ("version", "botan-cho", "version = 1", "version = {}", 1, MILLION),
    ("deck.sum", "botan-cho", "sum = 240", "sum = {}", 1, MILLION),
    ("values.bright", "botan-cho", "bright = 20", "bright = {}", 0, MILLION),
    ("values.cards.plum-warbler", "ino-shika-cho", "plum-warbler = 50", "plum-warbler = {}", 0, MILLION),
    ("deal.2.hand", "botan-cho", "hand = 9", "hand = {}", 1, 24),
    ("deal.2.field", "botan-cho", "field = 5", "field = {}", 0, 48),
    ("deal.2.pile", "botan-cho", "pile = 18", "pile = {}", 0, 48),
    ("settlement.par", "botan-cho", "par = 120", "par = {}", 1, MILLION),
    ("yaku[0].value", "botan-cho", "value = 30", "value = {}", 1, MILLION),
    ("yaku[0].any", "botan-cho", "value = 30", "value = 30\nany = {}", 1, 5),
    ("yaku[0].wins_at_once", "botan-cho", "value = 30", "value = 30\nwins_at_once = {}", 1, 9),
    ("teyaku[0].value", "ino-shika-cho", "value = 400", "value = {}", 1, MILLION),
    ("teyaku[1].suits", "ino-shika-cho", "suits = 1", "suits = {}", 1, 4),
]
NAMES = [
    ("names.english", 'english = "Botan-cho"', "english = {}", 21),
    ("names.short", 'short = "Botan-cho"', "short = {}", 10),
    ("names.tiny", 'tiny = "Botan"', "tiny = {}", 7),
    ("options.rounds.english", 'english = "Rounds"', "english = {}", 21),
]


def _remedies(game: str, old: str, new: str, key: str) -> list[str]:
    """Return what would be right at a key, one line of a shipped file changed."""
    text = load(game).text
    assert old in text
    try:
        parse(text.replace(old, new, 1))
    except BadRules as exc:
        return [fault.right for fault in exc.faults if fault.key == key]
    return []


@pytest.mark.parametrize(
    ("key", "game", "old", "new", "least", "most"), NUMBERS, ids=[row[0] for row in NUMBERS]
)
def test_a_number_stands_from_its_least_to_its_most(
    key: str, game: str, old: str, new: str, least: int, most: int
) -> None:
    remedy = f"give a whole number from {least} to {most}"
    for value in (least, most):
        assert remedy not in _remedies(game, old, new.format(value), key)
    for beyond in (least - 1, most + 1, "true"):
        assert remedy in _remedies(game, old, new.format(beyond), key)


@pytest.mark.parametrize(("key", "old", "new", "columns"), NAMES, ids=[row[0] for row in NAMES])
def test_a_name_has_a_letter_or_as_many_as_fit(key: str, old: str, new: str, columns: int) -> None:
    for letters in ("x", "x" * columns):
        assert _remedies("botan-cho", old, new.format(f'"{letters}"'), key) == []
    remedy = f"give at most {columns} ASCII characters without a comma"
    for name in ('""', f'"{"x" * (columns + 1)}"', r'"a\tb"', '"a,b"', '"ō"', "3"):
        assert _remedies("botan-cho", old, new.format(name), key) == [remedy]
