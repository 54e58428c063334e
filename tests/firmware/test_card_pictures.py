import re
from importlib import resources
from itertools import combinations
from xml.etree import ElementTree

import pytest

from scorer import Card

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse"}
SHAPE = {"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d", "transform"}
PAINT = {"fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}


@pytest.fixture(scope="module")
def sprite():
    text = resources.files("firmware").joinpath("web/pages/cards.svg").read_text(encoding="utf-8")
    return ElementTree.fromstring(text)


@pytest.fixture(scope="module")
def drawn(sprite):
    """Say of each symbol how it is drawn, with the parts that it uses written out."""
    named = {element.get("id"): element for element in sprite.iter() if element.get("id")}
    return {symbol.get("id"): written_out(symbol, named) for symbol in sprite.iter(SVG + "symbol")}


def written_out(element, named):
    own = sorted((name, value) for name, value in element.items() if name not in {"id", "href"})
    used = [named[element.get("href")[1:]]] if element.tag == SVG + "use" else []
    return (element.tag, own, [written_out(child, named) for child in [*used, *element]])


def test_every_card_has_one_picture_and_so_has_the_back(sprite):
    symbols = [symbol.get("id") for symbol in sprite.iter(SVG + "symbol")]
    assert sorted(symbols) == sorted([*(card.id for card in Card), "back"])


def test_all_pictures_have_the_shape_of_a_card(sprite):
    assert {symbol.get("viewBox") for symbol in sprite.findall(SVG + "symbol")} == {"0 0 60 98"}


def test_every_id_is_given_once_and_only_to_pictures_and_shared_parts(sprite):
    ids = [element.get("id") for element in sprite.iter() if element.get("id")]
    shared = [part.get("id") for part in sprite.iterfind(f"{SVG}defs/*")]
    pictures = [symbol.get("id") for symbol in sprite.findall(SVG + "symbol")]
    assert sorted(ids) == sorted(set(ids)) == sorted(shared + pictures)


def test_every_shared_part_is_used_and_every_use_finds_its_part(sprite):
    shared = {part.get("id") for part in sprite.iterfind(f"{SVG}defs/*")}
    assert {use.get("href") for use in sprite.iter(SVG + "use")} == {f"#{name}" for name in shared}


def test_a_picture_holds_shapes_and_colours_and_nothing_a_strict_page_would_refuse(sprite):
    assert {element.tag.removeprefix(SVG) for element in sprite.iter()} <= ELEMENTS
    held = {(element.tag.removeprefix(SVG), name) for element in sprite.iter() for name, _ in element.items()}
    named = {("symbol", "viewBox"), ("use", "href")}
    assert {(kind, name) for kind, name in held - named if name not in SHAPE | PAINT | {"id"}} == set()


def test_no_picture_holds_text(sprite):
    assert "".join(sprite.itertext()).strip() == ""


def test_colours_are_written_out_and_fetch_nothing(sprite):
    colours = {element.get(name) for element in sprite.iter() for name in ("fill", "stroke")}
    assert {colour for colour in colours if not re.fullmatch("none|#[0-9a-f]{6}", colour or "none")} == set()


def test_no_two_pictures_are_drawn_the_same(drawn):
    assert [(one, other) for one, other in combinations(drawn, 2) if drawn[one] == drawn[other]] == []
    assert len(drawn) == len(Card) + 1


def test_every_picture_lies_on_the_ground_and_under_the_frame(sprite):
    layers = [[layer.get("href") for layer in symbol] for symbol in sprite.findall(SVG + "symbol")]
    assert {(picture[0], picture[-1]) for picture in layers} == {("#ground", "#frame")}
