import pytest

from firmware.screens.scene import (
    Align,
    Bar,
    Box,
    Direction,
    Font,
    Invert,
    Line,
    Picture,
    Scene,
    Text,
    Triangle,
)
from scorer import CardType, Suit


@pytest.mark.parametrize(
    ("items", "lines"),
    [
        pytest.param((), [], id="an empty screen"),
        pytest.param((Text(0, 12, "below"), Text(0, 0, "above")), ["above", "below"], id="top to bottom"),
        pytest.param((Text(90, 0, "22/41"), Text(0, 0, "3/6")), ["3/6 22/41"], id="left to right"),
        pytest.param(
            (Text(64, 0, "B Ken"), Text(64, 0, "親", align=Align.RIGHT)),
            ["親 B Ken"],
            id="what ends at an x before what starts there",
        ),
        pytest.param(
            (Text(0, 0, "Cuckoo", Font.LARGE), Text(70, 5, "4", Font.TINY)),
            ["Cuckoo 4"],
            id="five pixels lower is the same row",
        ),
        pytest.param((Text(0, 0, "one"), Text(30, 6, "two")), ["one", "two"], id="six is the next"),
        pytest.param(
            (Text(0, 0, "a"), Text(9, 5, "b"), Text(18, 10, "c")),
            ["a b", "c"],
            id="a row does not creep down",
        ),
        pytest.param((Text(0, 0, " A 97 "), Text(50, 0, " ")), ["A 97"], id="outer spaces do not count"),
        pytest.param((Text(0, 0, "a longer text", width=30),), ["a longer text"], id="cut texts count whole"),
        pytest.param((Box(0, 0, 9, 9), Line(0, 0, 9, 9), Invert(0, 0, 9, 9)), [], id="shapes say nothing"),
        pytest.param((Picture(0, 0, Suit.WISTERIA, 32),), [], id="nor do pictures of themselves"),
        pytest.param(
            (Text(40, 2, "Cuckoo"), Picture(0, 0, Suit.WISTERIA, 32, text="藤")),
            ["藤 Cuckoo"],
            id="a picture given a text reads as that text",
        ),
    ],
)
def test_a_scene_reads_as_plain_text(items, lines):
    assert Scene(items).lines() == lines


def test_what_is_scrolled_off_reads_after_the_screen():
    assert Scene((Text(0, 0, "seen"),), beyond=("gone", " ", "further")).lines() == [
        "seen",
        "gone",
        "further",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("Count A", True, id="part of a line"),
        pytest.param("pile: 18?", True, id="running on into the next line"),
        pytest.param("Kept: 22", True, id="scrolled off"),
        pytest.param("count a", False, id="in another case"),
        pytest.param("19?", False, id="not there"),
    ],
)
def test_a_scene_says_what_its_lines_hold(text, said):
    scene = Scene((Text(0, 0, "Count A's pile:"), Text(0, 12, "18?")), beyond=("Kept: 22",))
    assert scene.says(text) is said


@pytest.mark.parametrize(
    ("kind", "arguments", "complaint"),
    [
        pytest.param(Text, (0, 0, "a\nb"), r"one line: 'a\\nb'", id="two lines"),
        pytest.param(Text, (0, 0, "a", Font.SMALL, 0), "scale 0 of 'a'", id="no scale"),
        pytest.param(Text, (0, 0, "a", Font.SMALL, 1, Align.LEFT, False, 0), "width 0 of 'a'", id="no width"),
        pytest.param(Box, (0, 0, 0, 5), "0×5", id="a flat box"),
        pytest.param(Invert, (0, 0, 5, 0), "5×0", id="a flat inversion"),
        pytest.param(Triangle, (0, 0, -1, 5, Direction.UP), "-1×5", id="a flat triangle"),
        pytest.param(Bar, (0, 0, 0, 5, 0.5), "0×5", id="a flat bar"),
        pytest.param(Bar, (0, 0, 9, 5, 1.01), "fraction 1.01", id="more than full"),
        pytest.param(Bar, (0, 0, 9, 5, -0.01), "fraction -0.01", id="less than empty"),
        pytest.param(
            Picture,
            (0, 0, Suit.IRIS, 12),
            "iris has no picture of 12 pixels, only of 32 or 16",
            id="a tiny flower",
        ),
        pytest.param(
            Picture,
            (0, 0, CardType.CHAFF, 32),
            "chaff has no picture of 32 pixels, only of 12",
            id="a large type",
        ),
    ],
)
def test_an_item_that_cannot_be_drawn_cannot_be_made(kind, arguments, complaint):
    with pytest.raises(ValueError, match=complaint):
        kind(*arguments)
