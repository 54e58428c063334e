"""What is said of a broken rule file."""

import pytest

from scorer.errors import BadRules
from scorer.ruleset import load, parse

BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
GAMES = {"b": BOTAN.text, "i": INO.text}


def _faults(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(BadRules) as caught:
        parse(text, "broken.toml")
    return [(fault.key, fault.wrong, fault.right) for fault in caught.value.faults]


FAULTS = [
    (
        "tie card empty",
        "b",
        'tie_card = "willow-lightning"',
        'tie_card = ""',
        "settlement.tie_card",
        "is ''",
        "a text",
    ),
    # name, file, what stands there, what to put instead, key, part of what is wrong, part of what is right
    ("unknown key", "b", "version = 1", "version = 1\nverson = 2", "verson", "unknown key", "'version'"),
    (
        "unknown key, nothing like it",
        "b",
        "version = 1",
        "version = 1\nx = 2",
        "x",
        "unknown key",
        "known here: ",
    ),
    (
        "key with a bracket",
        "b",
        "version = 1",
        'version = 1\n"a[b" = 2',
        "a[b",
        "unknown key",
        "known here: ",
    ),
    ("key with a dot", "b", "version = 1", 'version = 1\n"a.b" = 2', "a.b", "unknown key", "known here: "),
    (
        "rows dropped of no file",
        "b",
        "version = 1",
        "version = 1\ndrop_yaku = []",
        "drop_yaku",
        "unknown key",
        "",
    ),
    ("missing key", "b", "version = 1", "", "version", "missing", "a whole number from 1"),
    ("missing table", "b", "[names]", "[namen]", "names", "missing", "a table [names]"),
    ("wrong type", "b", "version = 1", 'version = "1"', "version", "is '1'", "a whole number"),
    ("a boolean is no number", "b", "version = 1", "version = true", "version", "is true", "a whole number"),
    (
        "tie card no text",
        "b",
        'tie_card = "willow-lightning"',
        "tie_card = 3",
        "settlement.tie_card",
        "is 3",
        "a text",
    ),
    ("empty text", "b", 'source = "Fuda Wiki, Botan-chō"', 'source = " "', "source", "is ' '", "a text"),
    ("bad id", "b", 'id = "botan-cho"', 'id = "Botan"', "id", "is 'Botan'", "lower-case"),
    ("bad players", "i", "players = [2, 3]", "players = [4]", "players", "is [4]", "[2, 3]"),
    ("players no list", "i", "players = [2, 3]", "players = 2", "players", "is 2", "[2, 3]"),
    ("name too long", "b", 'tiny = "Botan"', 'tiny = "Botancho"', "names.tiny", "'Botancho'", "at most 7"),
    ("name with comma", "b", 'tiny = "Botan"', 'tiny = "B, C"', "names.tiny", "'B, C'", "without a comma"),
    ("name not ASCII", "b", 'tiny = "Botan"', 'tiny = "chō"', "names.tiny", "'chō'", "ASCII"),
    (
        "unknown card",
        "b",
        '"plum-warbler"',
        '"plum-warbles"',
        "yaku[1].cards[1]",
        "'plum-warbles'",
        "'plum-warbler'?",
    ),
    (
        "nothing like a card",
        "b",
        '"plum-warbler"',
        '"x"',
        "yaku[1].cards[1]",
        "unknown card 'x'",
        '"pine-crane"',
    ),
    ("card no text", "b", '"plum-warbler"', "7", "yaku[1].cards", "is a list", "a list of card ids"),
    ("card twice", "b", '"plum-warbler"', '"pine-crane"', "yaku[1].cards[1]", "twice", "once"),
    (
        "card not in deck",
        "b",
        '"plum-warbler"',
        '"clover-boar"',
        "yaku[1].cards[1]",
        "lacks 'clover-boar'",
        "of the deck",
    ),
    (
        "no cards",
        "i",
        '"chrysanthemum-sake-cup", "cherry-curtain"]',
        "]",
        "yaku[7].cards",
        "is empty",
        "name the cards",
    ),
    (
        "two yaku with one id",
        "b",
        '"three-brights"',
        '"five-brights"',
        "yaku[1].id",
        "taken by a row above",
        "its own",
    ),
    ("yaku id missing", "b", 'id = "three-brights"', "", "yaku[1].id", "missing", "an id"),
    ("yaku worth nothing", "b", "value = 25", "value = 0", "yaku[1].value", "is 0", "from 1"),
    (
        "any of no cards",
        "b",
        '"pine-crane", "plum-warbler", "cherry-curtain"]',
        "]\nany = 2",
        "yaku[1].any",
        "is 2",
        "from 1 to 1",
    ),
    ("any of too many", "b", "value = 25", "value = 25\nany = 4", "yaku[1].any", "is 4", "from 1 to 3"),
    (
        "replaces nobody",
        "i",
        '"moon-viewing"]',
        '"noon-viewing"]',
        "yaku[6].replaces[1]",
        "'noon-viewing'",
        "'moon-viewing'",
    ),
    (
        "replaces nobody at all",
        "i",
        '"moon-viewing"]',
        '"x"]',
        "yaku[6].replaces[1]",
        "'x'",
        "a row of this file",
    ),
    (
        "a replaced row replaces nobody",
        "i",
        'id = "flower-viewing"',
        'id = "flower-viewing"\nreplaces = ["x"]',
        "yaku[7].replaces[0]",
        "'x'",
        "a row of this file",
    ),
    ("replaces itself", "i", '"moon-viewing"]', '"gun"]', "yaku[6].replaces[1]", "leads back", "itself"),
    (
        "two replace each other",
        "i",
        'replaces = ["flower-viewing", "moon-viewing"]',
        'replaces = ["four-pines"]\n[[yaku]]\nid = "ring"\nvalue = 1\nkanji = "輪"\nromaji = "wa"\n'
        'english = "Ring"\nshort = "Ring"\ntiny = "Ring"\ncards = ["pine-crane"]\nreplaces = ["ring-two"]\n'
        '[[yaku]]\nid = "ring-two"\nvalue = 1\nkanji = "輪"\nromaji = "wa"\nenglish = "Ring"\n'
        'short = "Ring"\ntiny = "Ring"\ncards = ["pine-crane"]\nreplaces = ["moon-viewing", "ring"]',
        "yaku[7].replaces[0]",
        "'ring-two' leads back to 'ring'",
        "itself",
    ),
    (
        "wins at once without the option",
        "i",
        'id = "gun"',
        'id = "gun"\nwins_at_once = 1',
        "yaku[6].wins_at_once",
        "instant_wins",
        "[options.instant_wins]",
    ),
    (
        "option that the file lacks",
        "b",
        "value = 25",
        'value = 25\noption = "fuke"',
        "yaku[1].option",
        "'fuke'",
        "[options.fuke]",
    ),
    (
        "option with a name too long",
        "b",
        'english = "Rounds"',
        'english = "How many rounds we pla"',
        "options.rounds.english",
        "'How many rounds we pla'",
        "at most 21",
    ),
    ("empty option", "b", "value = 25", 'value = 25\noption = ""', "yaku[1].option", "is ''", "a text"),
    (
        "added by an option that the file lacks",
        "b",
        "value = 25",
        "value = 25\nadded_by = { fuke = [] }",
        "yaku[1].added_by.fuke",
        "'fuke'",
        "[options.fuke]",
    ),
    (
        "added card not in deck",
        "b",
        "value = 25",
        'value = 25\nadded_by = { rounds = ["clover-boar"] }',
        "yaku[1].added_by.rounds[0]",
        "lacks 'clover-boar'",
        "of the deck",
    ),
    (
        "wild card not in deck",
        "b",
        'wild = ["peony-butterflies"]',
        'wild = ["clover-boar"]',
        "leftover.wild[0]",
        "lacks 'clover-boar'",
        "of the deck",
    ),
    (
        "yaku no rows",
        "b",
        "players = [2]",
        "players = [2]\nteyaku = 1",
        "teyaku",
        "is 1",
        "tables [[teyaku]]",
    ),
    (
        "teyaku of two kinds",
        "i",
        "suits = 1",
        "suits = 1\nevery_card_worth_0 = true",
        "teyaku[1].suits",
        "stands beside",
        "keep one",
    ),
    (
        "teyaku of no kind",
        "i",
        "every_card_worth_0 = true",
        "every_card_worth_0 = false",
        "teyaku[0].every_card_worth_0",
        "is false",
        "give true",
    ),
    ("teyaku without suits", "i", "suits = 1", "", "teyaku[1].suits", "missing", "from 1 to 4"),
    (
        "teyaku without its option",
        "i",
        "[options.teyaku]",
        "[options.instant_wins]",
        "teyaku",
        "'teyaku'",
        "[options.teyaku]",
    ),
    (
        "wrong sum",
        "b",
        "sum = 240",
        "sum = 241",
        "deck.sum",
        "is 241, but the cards are worth 240",
        "give 240",
    ),
    (
        "unknown suit",
        "b",
        '"pine", "plum"',
        '"pine", "plume"',
        "deck.suits_in_twos[1]",
        "'plume'",
        "suits are pine",
    ),
    (
        "exception for no card",
        "i",
        "plum-warbler = 50",
        "plum-warble = 50",
        "values.cards.plum-warble",
        "unknown card",
        "'plum-warbler'",
    ),
    (
        "exception beyond the deck",
        "b",
        "chaff = 1\n",
        "chaff = 1\n[values.cards]\nclover-boar = 1\n",
        "values.cards.clover-boar",
        "lacks",
        "leave it out",
    ),
    (
        "deal that leaves cards",
        "b",
        "pile = 18",
        "pile = 17",
        "deal.2.pile",
        "40 cards are dealt, but the deck has 41",
        "somewhere",
    ),
    ("deal missing", "i", "[deal.3]", "[deal.4]", "deal.3", "missing", "a table [deal.3]"),
    (
        "unknown kind",
        "i",
        'kind = "race"',
        'kind = "rice"',
        "settlement.kind",
        "is 'rice'",
        '"race" or "zero-sum"',
    ),
    (
        "wrong par",
        "b",
        "par = 120",
        "par = 119",
        "settlement.par",
        "is 119, but half of the deck is 120",
        "sum to zero",
    ),
    (
        "tie card not in deck",
        "b",
        'tie_card = "willow-lightning"',
        'tie_card = "clover-boar"',
        "settlement.tie_card",
        "lacks",
        "of the deck",
    ),
    (
        "tie card unknown",
        "b",
        'tie_card = "willow-lightning"',
        'tie_card = "willow"',
        "settlement.tie_card",
        "unknown card 'willow'",
        "?",
    ),
    (
        "three players pay",
        "b",
        "players = [2]",
        "players = [2, 3]",
        "settlement.kind",
        "only two players",
        "players = [2]",
    ),
    (
        "race without target",
        "i",
        "[options.target]",
        "[options.rounds]",
        "settlement.kind",
        "'target'",
        "[options.target]",
    ),
    (
        "paying without rounds",
        "b",
        "[options.rounds]",
        "[options.fuke_limit]",
        "settlement.kind",
        "'rounds'",
        "[options.rounds]",
    ),
    (
        "fuke without its limit",
        "i",
        "[options.fuke_limit]",
        "[options.chips]",
        "fuke.annulled_by",
        "'fuke_limit'",
        "[options.fuke_limit]",
    ),
    (
        "fuke by nobody",
        "i",
        'annulled_by = "non-dealer"',
        'annulled_by = "me"',
        "fuke.annulled_by",
        "is 'me'",
        '"non-dealer" or "any"',
    ),
    ("unknown option", "b", "[options.chips]", "[options.chip]", "options.chip", "unknown option", "'chips'"),
    (
        "unlike any option",
        "b",
        "[options.chips]",
        "[options.xyz]",
        "options.xyz",
        "unknown option",
        "options are rounds, ",
    ),
    (
        "default out of range",
        "b",
        "default = 180",
        "default = -1",
        "options.chips.default",
        "is -1",
        "from 0 to 1000000",
    ),
    (
        "default of another type",
        "i",
        "default = 600",
        "default = 600.0",
        "options.target.default",
        "is 600.0",
        "a whole number",
    ),
    (
        "range too wide",
        "b",
        "range = [1, 1000]",
        "range = [0, 1000]",
        "options.rounds.range",
        "is [0, 1000]",
        "within [1, 1000]",
    ),
    (
        "range of three",
        "b",
        "range = [1, 1000]",
        "range = [1, 2, 3]",
        "options.rounds.range",
        "is [1, 2, 3]",
        "[low, high]",
    ),
    (
        "range no list",
        "b",
        "range = [1, 1000]",
        "range = 5",
        "options.rounds.range",
        "is 5",
        "two whole numbers",
    ),
    (
        "unknown choice",
        "i",
        '["score", "cards"]',
        '["score", "card"]',
        "options.fuke_counts.choices",
        "card",
        "score, cards",
    ),
    (
        "choices no list",
        "i",
        '["score", "cards"]',
        "3",
        "options.fuke_counts.choices",
        "is 3",
        "a list of words",
    ),
    (
        "default not a choice",
        "i",
        'default = "score"',
        'default = "all"',
        "options.fuke_counts.default",
        "is 'all'",
        '"score" or "cards"',
    ),
]


# What is misspelt is both unknown and missing; more players want more deals, too; no cards are none to count.
TWOFOLD = (
    "any of no cards",
    "two replace each other",
    "missing table",
    "deal missing",
    "three players pay",
    "race without target",
    "unknown option",
    "unlike any option",
)


@pytest.mark.parametrize(
    ("game", "old", "new", "key", "wrong", "right"),
    [pytest.param(*row, id=name) for name, *row in FAULTS],
)
def test_a_broken_line_is_named_with_its_remedy(
    game: str, old: str, new: str, key: str, wrong: str, right: str
) -> None:
    assert old in GAMES[game]
    faults = {fault[0]: fault for fault in _faults(GAMES[game].replace(old, new, 1))}
    assert key in faults
    assert wrong in faults[key][1]
    assert right in faults[key][2]


@pytest.mark.parametrize("row", [row for row in FAULTS if row[0] not in TWOFOLD], ids=lambda row: row[0])
def test_one_broken_line_is_one_fault(row: tuple[str, ...]) -> None:
    assert len(_faults(GAMES[row[1]].replace(row[2], row[3], 1))) == 1


def test_every_fault_is_told_at_once() -> None:
    text = (
        BOTAN.text.replace("version = 1", "")
        .replace("value = 25", "value = true")
        .replace("par = 120", "par = 1")
    )
    assert [key for key, _, _ in _faults(text)] == ["version", "yaku[1].value", "settlement.par"]


def test_every_card_of_a_list_is_looked_at() -> None:
    text = BOTAN.text.replace('"pine-crane", "plum-warbler"', '"crow", "crane"')
    assert [key for key, _, _ in _faults(text)] == ["yaku[1].cards[0]", "yaku[1].cards[1]"]


def test_ids_that_are_missing_are_no_ids_that_stand_twice_or_are_meant() -> None:
    text = (
        INO.text.replace('id = "four-pines"', "")
        .replace('id = "four-rains"', "")
        .replace('"moon-viewing"]', '"noon-viewing"]')
    )
    faults = _faults(text)
    assert [wrong for _, wrong, _ in faults if "taken" in wrong] == []
    assert [right for _, wrong, right in faults if "noon" in wrong] == ["did you mean 'moon-viewing'?"]


def test_the_message_names_file_key_fault_and_remedy() -> None:
    with pytest.raises(BadRules) as caught:
        parse(BOTAN.text.replace("sum = 240", "sum = 7"), "mine.toml")
    assert str(caught.value) == (
        "mine.toml: line 20, deck.sum: is 7, but the cards are worth 240; give 240, or correct the values"
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("version = ", id="no TOML"),
        pytest.param("format = 2", id="a newer format"),
        pytest.param('extends = "koi-koi"', id="a base that is missing"),
        pytest.param("", id="an empty file"),
    ],
)
def test_every_fault_is_told_with_the_name_of_the_file(text: str) -> None:
    for name, given in (("mine.toml", ["mine.toml"]), ("rules", [])):
        with pytest.raises(BadRules) as caught:
            parse(text, *given)
        assert all(line.startswith(f"{name}: ") for line in str(caught.value).splitlines())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        pytest.param("version = ", "this is no TOML: Invalid value", id="broken off"),
        pytest.param("a = 1\na = 2", "this is no TOML: ", id="a key twice"),
        pytest.param("a = " + "[" * 100_000, "this is no TOML: ", id="nested too deeply"),
    ],
)
def test_what_is_no_toml_is_said_so(text: str, wrong: str) -> None:
    with pytest.raises(BadRules) as caught:
        parse(text)
    (fault,) = caught.value.faults
    assert fault.key == ""
    assert fault.wrong.startswith(wrong)
    assert str(fault).startswith(wrong)


def test_a_newer_format_is_refused_for_that_alone() -> None:
    assert _faults(BOTAN.text.replace("format = 1", "format = 2").replace("[names]", "[nomen]")) == [
        ("format", "is 2, newer than this scorekeeper", "at most 1 can be read")
    ]


def test_an_empty_file_misses_what_a_game_needs() -> None:
    keys = [key for key, _, _ in _faults("")]
    assert keys == [
        "format",
        "players",
        "deck",
        "values",
        "id",
        "version",
        "source",
        "names",
        "deal",
        "settlement",
    ]


def test_a_file_may_leave_out_what_its_game_does_not_have() -> None:
    start = INO.text.index("[fuke]")
    text = INO.text[:start] + INO.text[INO.text.index("[options.target]") :]
    assert parse(text).fuke is None
    assert parse(text).leftover is None


@pytest.mark.parametrize(
    ("stands", "instead", "key", "line"),
    [
        pytest.param("version = 1", 'version = "1"', "version", "version", id="a key of the file"),
        pytest.param(
            'tiny = "Botan"', 'tiny = "Botancho"', "names.tiny", 'tiny = "Botancho"', id="of a table"
        ),
        pytest.param('"plum-warbler"', '"plum-w"', "yaku[1].cards[1]", '"plum-w"', id="a card of a row"),
        pytest.param("value = 25", "", "yaku[1].value", 'id = "three-brights"', id="a row that misses a key"),
        pytest.param("range = [1, 1000]", "", "options.rounds", "[options.rounds]", id="an option"),
    ],
)
def test_a_fault_names_the_line_where_it_stands(stands: str, instead: str, key: str, line: str) -> None:
    text = BOTAN.text.replace(stands, instead, 1)
    with pytest.raises(BadRules) as caught:
        parse(text)
    fault = next(fault for fault in caught.value.faults if fault.key.startswith(key))
    assert fault.line is not None
    lines = text.splitlines()
    found = lines[fault.line - 1 : fault.line + 1]  # a row that misses a key has the line of its header
    assert any(each.startswith(line) or line in each for each in found)
    assert f"line {fault.line}, {fault.key}: " in str(fault)


def test_what_stands_nowhere_has_no_line() -> None:
    with pytest.raises(BadRules) as caught:
        parse("format = 1")
    assert {fault.line for fault in caught.value.faults} == {None}


def test_a_range_may_leave_a_single_number() -> None:
    rules = parse(BOTAN.text.replace("range = [1, 1000]", "range = [12, 12]"))
    assert rules.options()["rounds"] == 12
