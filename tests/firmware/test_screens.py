"""Every screen fits the panel and its fonts, wherever the table goes."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from types import MappingProxyType

import pytest

from firmware.deck import Deck
from firmware.screens import scene_of
from firmware.screens.fonts import cut, load_font
from firmware.screens.painter import paint
from firmware.screens.scene import Scene, Text
from firmware.table import (
    DisplayNews,
    Input,
    NewGame,
    ReaderNews,
    SaveNews,
    Table,
    Tick,
    decide,
    default_game,
    opened_enrolling,
    resumed,
    started,
    wake_at,
)
from firmware.table.choices import Defaults
from firmware.table.enrolment import Step
from firmware.texts import Language, Texts
from firmware.texts import load as load_texts
from hardware import Button, ButtonEdge, TagArrived, TagChecked
from scorer import Card, Seat, load, shipped

TEXTS = load_texts(Language.BOTH)
LANGUAGES = [load_texts(language) for language in Language]
GAMES = tuple(load(game) for game in shipped())
UIDS = {card: bytes([4, 1, 2, 3, 4, 5, place]) for place, card in enumerate(Card)}
DECK = Deck(MappingProxyType({uid: card for card, uid in UIDS.items()}))
STEPS = 250
Seats = tuple[Seat | None, ...]


def _table(names: dict[Seat, str], game: NewGame | None, seats: Seats = (None,)) -> Table:
    table = Table(GAMES, names, DECK, reader_seats=seats, defaults=Defaults(one_short=True))
    return table if game is None else started(table, game).applied_to(table)


def _random_inputs(chance: random.Random, now_s: float, readers: int) -> list[object]:
    """One thing that people or devices do, as the inputs it makes."""
    kind, reader = chance.randrange(20), chance.randrange(readers)
    if kind < 9:
        uid = UIDS[chance.choice(list(Card))]
        came = TagArrived(uid, 0, now_s, reader, chance.randrange(2))
        return [came, TagChecked(uid, uid[-1] % 6, 5, now_s + 0.3, reader)]
    if kind < 15:
        button = chance.choice(list(Button))
        return [ButtonEdge(button, True, now_s), ButtonEdge(button, False, now_s + 0.1)]
    if kind < 17:
        button = chance.choice([Button.A, Button.B, Button.C, Button.BACK])
        held = [Tick(now_s + 0.31), Tick(now_s + 1.01), ButtonEdge(button, False, now_s + 1.1)]
        return [ButtonEdge(button, True, now_s), *held]
    if kind == 17:
        held = [Tick(now_s + 0.4), Tick(now_s + 1.1), Tick(now_s + 2.1)]
        return [ButtonEdge(Button.OK, True, now_s), *held, ButtonEdge(Button.OK, False, now_s + 2.2)]
    faults = [ReaderNews("lost", now_s, reader), ReaderNews(None, now_s, reader), DisplayNews("lost", now_s)]
    return [chance.choice([*faults, DisplayNews(None, now_s), SaveNews(True, now_s), SaveNews(False, now_s)])]


def _walk(table: Table, seed: int) -> Iterator[Table]:
    """Yield the tables of an evening in which people do whatever comes to mind."""
    chance, now_s = random.Random(seed), 10.0
    for _ in range(STEPS):
        for given in _random_inputs(chance, now_s, len(table.reader_seats)):
            table = decide(table, given).applied_to(table)  # type: ignore[arg-type]
            yield table
        now_s = table.view.now_s + chance.choice([0.5, 4.0, 9.0])
        if wake_at(table) is not None:
            table = decide(table, Tick(now_s)).applied_to(table)
            yield table


def _unknown_letters(scene: Scene) -> set[str]:
    return {
        letter
        for item in scene.items
        if isinstance(item, Text)
        for letter in item.text
        if letter not in load_font(item.font).glyphs
    }


def _cut_texts(scene: Scene) -> set[str]:
    return {
        item.text
        for item in scene.items
        if isinstance(item, Text)
        and item.width is not None
        and cut(item.text, item.width, item.font, item.scale) != item.text
    }


def _scenes(tables: Iterable[Table], texts: Texts = TEXTS) -> Iterable[Scene]:
    """Return what the display shows, each scene once: the same scene is always drawn alike."""
    return dict.fromkeys(scene_of(table, texts) for table in tables)


def _assert_nothing_is_lost(tables: Iterable[Table], texts: Texts) -> None:
    for scene in _scenes(tables, texts):
        paint(scene, strict=True)
        assert (_unknown_letters(scene), _cut_texts(scene)) == (set(), set())


@pytest.mark.parametrize("seats", [(None,), (Seat.A, Seat.B)], ids=["one reader", "two readers"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "game",
    [
        None,
        NewGame("botan-cho", 2, 3, Seat.B),
        NewGame("ino-shika-cho", 2, 300, Seat.A),
        NewGame("ino-shika-cho", 3, 300, Seat.C),
    ],
    ids=["home", "botan-cho", "ino-shika-cho-2", "ino-shika-cho-3"],
)
def test_no_screen_of_a_wild_evening_loses_a_pixel_a_letter_or_a_word(
    game: NewGame | None, seed: int, seats: Seats
) -> None:
    evening = list(_walk(_table({}, game, seats), seed))
    _assert_nothing_is_lost(evening, LANGUAGES[(seed + len(seats)) % len(LANGUAGES)])
    assert len({table.phase for table in evening}) >= 3, "the evening was not wild enough"


@pytest.mark.parametrize("seed", range(4))
def test_no_screen_of_a_wild_enrolling_loses_a_pixel_a_letter_or_a_word(seed: int) -> None:
    half = Deck({uid: card for card, uid in UIDS.items() if uid[-1] % 2})
    opened = opened_enrolling(Table(GAMES, deck=half)).applied_to(Table(GAMES, deck=half))
    beginnings = (islice(_walk(opened, 16 * seed + number), 20) for number in range(16))
    tables = list(chain.from_iterable(beginnings))
    _assert_nothing_is_lost(tables, LANGUAGES[seed % len(LANGUAGES)])
    trials = (getattr(table.view.mode, "trial", None) for table in tables)
    steps = {trial and trial.step for trial in trials}
    assert steps >= {Step.READING, Step.IN_USE, Step.WEAK}, "the enrolling was not wild enough"


@pytest.mark.parametrize(("name", "steps"), [("Wilhelmina M", None), ("花子さんと太郎さんと皆様", 60)])
def test_long_names_are_cut_with_a_mark_and_stay_on_the_panel(name: str, steps: int | None) -> None:
    names = dict.fromkeys(Seat, name)
    for game in (NewGame("botan-cho", 2, 3, Seat.B), NewGame("ino-shika-cho", 3, 300, Seat.A)):
        one, two = _table(names, game), _table(names, game, (Seat.A, Seat.B))
        for scene in _scenes(chain(islice(_walk(one, 1), steps), islice(_walk(two, 2), steps))):
            paint(scene, strict=True)


@pytest.mark.parametrize("texts", LANGUAGES, ids=lambda texts: str(texts.language))
def test_long_kanji_of_an_own_rule_file_are_cut_with_a_mark(texts: Texts) -> None:
    table = _table({}, NewGame("ino-shika-cho", 2, 300, Seat.A))
    rules = table.running.ruleset
    rows = tuple(replace(row, names=replace(row.names, kanji="猪鹿蝶" * 4)) for row in rules.yaku)
    table = replace(table, match=replace(table.running, ruleset=replace(rules, yaku=rows)))
    for card in (Card.CLOVER_BOAR, Card.MAPLE_DEER, Card.PEONY_BUTTERFLIES):
        table = _given(table, TagArrived(UIDS[card], 0, 1.0))
    assert table.view.flash is not None
    assert table.view.flash.words
    paint(scene_of(table, texts), strict=True)


@pytest.mark.parametrize("points", [-180, 0, 999, 1000, 123456])
def test_any_points_fit_the_standings(points: int) -> None:
    rules = load("botan-cho")
    options = {"chips": max(points, 0), "rounds": 1000}
    game = replace(default_game(rules), length=1000, options=options)
    table = _table({}, game)
    piles = {Seat.A: [], Seat.B: list(rules.deck)} if points < 0 else {Seat.A: list(rules.deck), Seat.B: []}
    now_s = 1.0
    for seat, cards in piles.items():
        for given in (
            ButtonEdge(Button(seat.value), True, now_s),
            ButtonEdge(Button(seat.value), False, now_s),
        ):
            table = decide(table, given).applied_to(table)
        for card in cards:
            table = decide(table, TagArrived(UIDS[card], 0, now_s)).applied_to(table)
    for page in range(4):
        for is_down in (True, False):
            table = decide(table, ButtonEdge(Button.OK, is_down, now_s + page)).applied_to(table)
            paint(scene_of(table, TEXTS), strict=True)


def test_a_resumed_match_says_where_it_goes_on() -> None:
    table = _table({}, NewGame("botan-cho", 2, 6, Seat.B))
    table = decide(table, TagArrived(UIDS[Card.MAPLE_DEER], 0, 1.0)).applied_to(table)
    scene = scene_of(resumed(table), TEXTS)
    assert scene.says("Game goes on B deals")
    assert scene.says("Maple deer")
    assert scene.says("1/6 牡丹蝶")


STRAY = bytes([4, 9, 9, 9])


def _enrolling(tags: dict[bytes, Card]) -> Table:
    table = Table(GAMES, deck=Deck(MappingProxyType(tags)))
    return opened_enrolling(table).applied_to(table)


def _given(table: Table, *inputs: Input) -> Table:
    for given in inputs:
        table = decide(table, given).applied_to(table)
    return table


def _pressed(button: Button, at_s: float) -> tuple[Input, Input]:
    return ButtonEdge(button, True, at_s), ButtonEdge(button, False, at_s + 0.1)


@pytest.mark.parametrize("card", Card)
def test_the_list_says_what_is_painted_on_each_card_and_how_many_have_a_tag(card: Card) -> None:
    table = _enrolling({UIDS[one]: one for one in Card if one is not card})
    for texts in LANGUAGES:
        _assert_nothing_is_lost([table], texts)
    scene = scene_of(table, TEXTS)
    assert scene.says(TEXTS.painted(card))
    assert scene.says("47/48")


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        pytest.param(0, "Tap it  A B: another", id="none"),
        pytest.param(1, "1 tag", id="one"),
        pytest.param(2, "2 tags", id="a spare"),
        pytest.param(12, "12 tags", id="many"),
    ],
)
def test_the_list_says_how_many_tags_the_card_has(tags: int, words: str) -> None:
    table = Table(GAMES, deck=Deck({bytes([4, 0, 0, number]): Card.PINE_CRANE for number in range(tags)}))
    table = _given(opened_enrolling(table).applied_to(table), *_pressed(Button.A, 1.0))
    scene = scene_of(table, TEXTS)
    paint(scene, strict=True)
    assert scene.says(words if tags == 0 else f"1/48 {words}")


def test_after_eight_seconds_without_a_tag_there_is_a_hint() -> None:
    table = _enrolling({})
    assert not scene_of(_given(table, Tick(7.99)), TEXTS).says("Turn it, go slowly")
    assert scene_of(_given(table, Tick(8.0)), TEXTS).says("Turn it, go slowly")


def test_a_tag_that_is_read_says_so_and_then_the_next_card_is_asked_for() -> None:
    table = _given(_enrolling({}), TagArrived(STRAY, 0, 1.0))
    assert scene_of(table, TEXTS).says("Reading, leave it")
    scene = scene_of(_given(table, TagChecked(STRAY, 5, 5, 1.4)), TEXTS)
    assert scene.says("ribbon, writing Pine crane: done")


def test_a_weak_sticker_is_said_with_its_reads_and_what_ok_does() -> None:
    table = _given(_enrolling({}), TagArrived(STRAY, 0, 1.0), TagChecked(STRAY, 3, 5, 1.4), Tick(60.0))
    scene = scene_of(table, TEXTS)
    assert scene.lines() == ["Pine crane 松", "weak sticker", "3 of 5 reads", "try another", "OK: keep it"]


def test_a_tag_in_use_is_said_by_name_with_where_ok_moves_it() -> None:
    table = _given(_enrolling({STRAY: Card.CHERRY_CURTAIN}), TagArrived(STRAY, 0, 1.0))
    scene = scene_of(table, TEXTS)
    assert scene.says("Cherry curtain")
    assert scene.says("tag is in use OK: move it to Pine crane")
    assert scene_of(_given(table, Tick(6.0)), TEXTS).says("Crane")
    assert not scene_of(_given(table, Tick(6.0)), TEXTS).says("tag is in use")


def test_an_unknown_tag_at_home_asks_which_card_and_tells_a_weak_one() -> None:
    table = _given(Table(GAMES, deck=DECK), TagArrived(STRAY, 0, 1.0))
    assert scene_of(table, TEXTS).lines() == ["Unknown tag", "OK: which card?"]
    table = _given(table, *_pressed(Button.OK, 2.0))
    assert scene_of(table, TEXTS).says("A B: list  OK: this")
    table = _given(table, TagChecked(STRAY, 3, 5, 2.4))
    assert scene_of(table, TEXTS).says("weak sticker  OK: it")
