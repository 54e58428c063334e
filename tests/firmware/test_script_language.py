from pathlib import Path

import pytest

from firmware.errors import BadScript
from firmware.script_language import check_readers, parse_script
from hardware import Button
from scorer import Card


def readers(text):
    return [(one.verb, one.arguments, one.reader) for one in parse_script(text, "x").commands]


def commands(text):
    return [(one.line, one.verb, one.arguments) for one in parse_script(text, "x").commands]


@pytest.mark.parametrize(
    ("line", "verb", "arguments"),
    [
        pytest.param("press OK", "press", (Button.OK,), id="press"),
        pytest.param("hold BACK 1.5", "hold", (Button.BACK, 1.5), id="hold"),
        pytest.param("hold OK   3", "hold", (Button.OK, 3.0), id="hold, wide"),
        pytest.param("tap pine-crane", "tap", (Card.PINE_CRANE,), id="tap one"),
        pytest.param(
            "tap pine-crane  maple-deer", "tap", (Card.PINE_CRANE, Card.MAPLE_DEER), id="tap several"
        ),
        pytest.param("place maple-deer", "place", (Card.MAPLE_DEER,), id="place"),
        pytest.param("lift maple-deer", "lift", (Card.MAPLE_DEER,), id="lift"),
        pytest.param("tap-uid 04:a3:c6:ca:e2:61:80", "tap-uid", (bytes.fromhex("04a3c6cae26180"),), id="uid"),
        pytest.param("wait 600", "wait", (600.0,), id="wait"),
        pytest.param("wait 1000000", "wait", (1e6,), id="the longest wait"),
        pytest.param("wait 0", "wait", (0.0,), id="the shortest"),
        pytest.param("noise 1", "noise", (1.0,), id="nothing but noise"),
        pytest.param("noise 0.001", "noise", (0.001,), id="noise"),
        pytest.param("noise 0", "noise", (0.0,), id="no noise"),
        pytest.param("unplug reader", "unplug", ("reader",), id="unplug"),
        pytest.param("plug display", "plug", ("display",), id="plug"),
        pytest.param("power-cut", "power-cut", (), id="power cut"),
        pytest.param("expect OK: give it to B", "expect", ("OK: give it to B",), id="expect"),
        pytest.param("screen", "screen", (), id="screen"),
        pytest.param("screenshot a b.png", "screenshot", (Path("a b.png"),), id="screenshot"),
        pytest.param("state", "state", (), id="state"),
        pytest.param('check phase "menu"', "check", ("phase", "menu"), id="check a word"),
        pytest.param("check piles.A []", "check", ("piles.A", []), id="check a list"),
        pytest.param(
            'check piles.A ["a", "b c"]', "check", ("piles.A", ["a", "b c"]), id="check with spaces"
        ),
        pytest.param("check notice null", "check", ("notice", None), id="check null"),
        pytest.param(
            'until choice "put-back" press B', "until", ("choice", "put-back", Button.B), id="until"
        ),
        pytest.param('until x " press " press OK', "until", ("x", " press ", Button.OK), id="until, tricky"),
    ],
)
def test_a_command_is_read(line, verb, arguments):
    assert commands(line) == [(1, verb, arguments)]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param("dance", "unknown command 'dance'; there are press, ", id="unknown command"),
        pytest.param("Press A", "unknown command 'Press'", id="a capital letter"),
        pytest.param("press", "buttons are A, B, C, OK, BACK", id="no button"),
        pytest.param("press D", "buttons are", id="no such button"),
        pytest.param("press A B", "buttons are", id="two buttons"),
        pytest.param("hold A", "give seconds", id="no seconds"),
        pytest.param("hold 1.5", "buttons are", id="no button to hold"),
        pytest.param("tap", "name one card or more", id="no card"),
        pytest.param("tap crow", "unknown card 'crow'", id="unknown card"),
        pytest.param("tap pine-crane pine-crane", "a card is there only once", id="a card twice"),
        pytest.param("tap-uid pine", "hexadecimal", id="no number"),
        pytest.param("tap-uid 0411", "4, 7 or 10 bytes", id="a short number"),
        pytest.param("wait soon", "give seconds", id="no time"),
        pytest.param("wait -1", "give seconds", id="back in time"),
        pytest.param("wait 1000001", "give seconds", id="too long"),
        pytest.param("hold A 1000001", "give seconds", id="held too long"),
        pytest.param("wait inf", "give seconds", id="for ever"),
        pytest.param("wait nan", "give seconds", id="not a number of seconds"),
        pytest.param("hold A nan", "give seconds", id="held not a number of seconds"),
        pytest.param("hold A -0.1", "give seconds", id="held back in time"),
        pytest.param("noise 1.1", "a rate from 0 to 1", id="more than all"),
        pytest.param("noise -0.1", "a rate from 0 to 1", id="less than none"),
        pytest.param("noise nan", "a rate from 0 to 1", id="not a rate"),
        pytest.param("unplug mouse", "it is reader, reader@2 or display", id="no such device"),
        pytest.param("plug", "it is reader, reader@2 or display", id="no device"),
        pytest.param("power-cut now", "nothing may follow here", id="a word too many"),
        pytest.param("expect", "say what is expected", id="nothing expected"),
        pytest.param("screenshot picture.jpg", "ends in .png", id="no png"),
        pytest.param("check phase", "give a key and a value in JSON", id="no value"),
        pytest.param("check", "give a key and a value in JSON", id="no key"),
        pytest.param("check phase menu", "'menu' is no JSON; words stand in double quotes", id="no quotes"),
        pytest.param('until choice "home"', "write: until KEY JSON press BUTTON", id="no press"),
        pytest.param("until choice home press B", "'home' is no JSON", id="until without quotes"),
        pytest.param('until choice "home" press D', "buttons are", id="until without such a button"),
        pytest.param("until choice press B", "give a key and a value", id="until without a value"),
        pytest.param("tap@2", "name one card or more", id="no card at the second reader"),
        pytest.param("tap@2 crow", "unknown card 'crow'", id="unknown card at the second reader"),
        pytest.param("tap-uid@2 pine", "hexadecimal", id="no number at the second reader"),
        pytest.param("tap@3 pine-crane", "unknown command 'tap@3'", id="a third reader"),
        pytest.param("press@2 A", "unknown command 'press@2'", id="a button at the second reader"),
        pytest.param("@2 pine-crane", "unknown command '@2'", id="no command at the second reader"),
        pytest.param("unplug@2 reader", "unknown command 'unplug@2'", id="unplug there"),
        pytest.param("unplug display@2", "it is reader, reader@2 or display", id="a second display"),
        pytest.param("plug reader@3", "it is reader, reader@2 or display", id="plug a third reader"),
        pytest.param("options --seed 2", "options stand in the first line", id="options later"),
        pytest.param('options "--seed', "No closing quotation", id="an open quote"),
    ],
)
def test_a_faulty_line_is_named_with_its_number_and_text(line, why):
    text = f"# a script\n\npress A\n{line}\nstate\n"
    with pytest.raises(BadScript) as caught:
        parse_script(text if "quotation" not in why else f"\n\n\n{line}", "game.table")
    message = str(caught.value)
    assert message.startswith("game.table, line 4: ")
    assert why in message
    assert message.endswith(f": {line}")


def test_the_first_of_several_faults_is_told():
    with pytest.raises(BadScript, match="line 2: "):
        parse_script("state\ndance\nsing\n", "x")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param("", (), id="none"),
        pytest.param(
            "options --game botan-cho --rounds 4\n", ("--game", "botan-cho", "--rounds", "4"), id="some"
        ),
        pytest.param("# a match\n\noptions --seed 2\nstate", ("--seed", "2"), id="after a comment"),
        pytest.param("options --data 'a b'", ("--data", "a b"), id="with a space"),
        pytest.param("options\nstate", (), id="an empty line of options"),
    ],
)
def test_options_are_read(text, options):
    assert parse_script(text, "x").options == options


@pytest.mark.parametrize(
    ("line", "command"),
    [
        pytest.param("tap@2 pine-crane", ("tap", (Card.PINE_CRANE,), 1), id="tap"),
        pytest.param("place@2 pine-crane", ("place", (Card.PINE_CRANE,), 1), id="place"),
        pytest.param("lift@2\tpine-crane", ("lift", (Card.PINE_CRANE,), 1), id="lift"),
        pytest.param("tap-uid@2 04112233", ("tap-uid", (bytes.fromhex("04112233"),), 1), id="tap-uid"),
        pytest.param("unplug reader@2", ("unplug", ("reader",), 1), id="unplug"),
        pytest.param("plug  reader@2", ("plug", ("reader",), 1), id="plug"),
        pytest.param("tap pine-crane", ("tap", (Card.PINE_CRANE,), None), id="tap, no reader said"),
        pytest.param("unplug reader", ("unplug", ("reader",), None), id="unplug, no reader said"),
        pytest.param("expect tap@2", ("expect", ("tap@2",), None), id="a text"),
    ],
)
def test_a_command_says_at_which_reader(line, command):
    assert readers(line) == [command]


def test_a_second_reader_that_is_not_there_is_told_with_its_first_line():
    script = parse_script("state\ntap pine-crane\nunplug reader@2\ntap@2 maple-deer\n", "x")
    with pytest.raises(BadScript) as caught:
        check_readers(script, 1)
    remedy = "give --readers 2, or options --readers 2 in the first line"
    assert str(caught.value) == f"x, line 3: there is no second reader; {remedy}: unplug reader@2"
    check_readers(script, 2)


def test_a_script_that_speaks_of_no_second_reader_does_with_one():
    check_readers(parse_script("tap pine-crane\nunplug reader\n", "x"), 1)


@pytest.mark.parametrize("first", ["options", "options --seed 1"])
def test_options_stand_in_one_line(first):
    with pytest.raises(BadScript, match="line 2: options stand in the first line"):
        parse_script(f"{first}\noptions --seed 2\n", "x")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# nothing", id="a comment"),
        pytest.param("   # nothing", id="a comment further right"),
        pytest.param("\n  \n\t\n", id="empty lines"),
        pytest.param("", id="nothing"),
    ],
)
def test_a_script_without_commands_is_empty(text):
    assert parse_script(text, "x").commands == ()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        pytest.param("  state  ", (1, "state", ()), id="spaces around"),
        pytest.param("press A  # it is A's turn", (1, "press", (Button.A,)), id="a comment after it"),
        pytest.param("power-cut #", (1, "power-cut", ()), id="an empty comment"),
        pytest.param("expect a#b", (1, "expect", ("a#b",)), id="no comment inside a word"),
        pytest.param("state\r\n", (1, "state", ()), id="a line end of Windows"),
    ],
)
def test_what_surrounds_a_command_does_not_matter(line, command):
    assert commands(line) == [command]


def test_lines_are_numbered_as_in_the_file():
    assert commands("options --seed 1\n# one\nstate\n\nscreen") == [(3, "state", ()), (5, "screen", ())]
