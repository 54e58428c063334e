from itertools import combinations
from pathlib import Path

import pytest

from firmware.screens import pictures
from firmware.screens.pictures import load_picture, parse_picture
from scorer import CardType, Suit

SETS = [
    pytest.param(Suit, 32, id="flowers of 32 pixels"),
    pytest.param(Suit, 16, id="flowers of 16 pixels"),
    pytest.param(CardType, 12, id="types of 12 pixels"),
]


def lit_pixels(of, size_px):
    rows = load_picture(of, size_px)
    width = len(rows) // size_px
    return {
        (x, y) for y in range(size_px) for x in range(8 * width) if rows[y * width + x // 8] & 0x80 >> x % 8
    }


@pytest.mark.parametrize(("kind", "size_px"), SETS)
def test_there_is_a_picture_of_each_in_its_exact_size(kind, size_px):
    for of in kind:
        assert len(load_picture(of, size_px)) == (size_px + 7) // 8 * size_px
        assert {max(pixel) < size_px for pixel in lit_pixels(of, size_px)} == {True}


@pytest.mark.parametrize(("kind", "size_px"), SETS)
def test_a_picture_lights_neither_too_little_nor_too_much(kind, size_px):
    shares = {str(of): len(lit_pixels(of, size_px)) / size_px**2 for of in kind}
    assert {name: share for name, share in shares.items() if not 0.15 <= share <= 0.65} == {}


@pytest.mark.parametrize(("kind", "size_px"), SETS)
def test_no_two_pictures_are_alike(kind, size_px):
    lit = {str(of): lit_pixels(of, size_px) for of in kind}
    same = {pair: 1 - len(lit[pair[0]] ^ lit[pair[1]]) / size_px**2 for pair in combinations(lit, 2)}
    assert {pair: share for pair, share in same.items() if share >= 0.9} == {}
    assert len(same) == len(kind) * (len(kind) - 1) // 2


def test_no_file_is_left_over():
    found = {
        path.relative_to(Path(pictures.__path__[0])).as_posix()
        for path in Path(pictures.__path__[0]).rglob("*.txt")
    }
    flowers = {f"flowers-{size_px}/{suit}.txt" for suit in Suit for size_px in (32, 16)}
    assert found == flowers | {f"types-12/{kind}.txt" for kind in CardType}


def test_a_row_is_filled_up_to_whole_bytes():
    assert parse_picture("#..\n.#.\n..#\n", 3, "slash") == bytes([0b10000000, 0b01000000, 0b00100000])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("##\n", "fan.txt has 1 lines, not 2", id="a line short"),
        pytest.param("##\n..\n\n", "fan.txt has 3 lines, not 2", id="an empty line more"),
        pytest.param("##\n.\n", "fan.txt, line 2 has 1 pixels, not 2", id="a pixel short"),
        pytest.param("##.\n..\n", "fan.txt, line 1 has 3 pixels, not 2", id="a pixel too many"),
        pytest.param("##\n.o\n", "fan.txt, line 2: 'o' is neither '#' nor '.'", id="another letter"),
        pytest.param("# \n..\n", "fan.txt, line 1: ' ' is neither", id="a space at the end"),
        pytest.param("#1\n..\n", "fan.txt, line 1: '1' is neither", id="a digit that int would take"),
    ],
)
def test_a_file_that_is_no_picture_is_refused(text, complaint):
    with pytest.raises(ValueError, match=complaint):
        parse_picture(text, 2, "fan.txt")
