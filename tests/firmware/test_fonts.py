import string
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from firmware.screens.fonts import MISSING, cut, load_font, text_width
from firmware.screens.painter import paint
from firmware.screens.scene import Font, Scene, Text

ROOT = Path(__file__).parents[2]
PRINTABLE_ASCII = set(string.printable) - set("\t\n\r\x0b\x0c")
FONTS = pytest.mark.parametrize("font", Font, ids=lambda font: font.name)


def characters_of(pattern):
    return {
        character
        for path in ROOT.glob(pattern)
        for text in strings_in(tomllib.loads(path.read_text(encoding="utf-8")))
        for character in text
    } - {"\n"}


def strings_in(node):
    if isinstance(node, str):
        return [node]
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    return [text for child in children for text in strings_in(child)]


@pytest.mark.parametrize(
    ("font", "latin", "kanji", "height"),
    [(Font.TINY, 6, 10, 11), (Font.SMALL, 6, 12, 12), (Font.LARGE, 8, 16, 16)],
    ids=["tiny", "small", "large"],
)
def test_latin_is_narrow_and_kanji_are_full_width(font, latin, kanji, height):
    glyphs = load_font(font).glyphs
    assert {glyphs[character].width_px for character in PRINTABLE_ASCII | set("ōūŌŪäÉ…")} == {latin}
    assert {glyphs[character].width_px for character in "猪鹿蝶ふけマ▲▶●枚"} == {kanji}
    assert load_font(font).height_px == height


@FONTS
def test_every_glyph_fills_its_cell(font):
    loaded = load_font(font)
    sizes = {(glyph.width_px, len(glyph.bits)) for glyph in loaded.glyphs.values()}
    assert all(size == (width + 7) // 8 * loaded.height_px for width, size in sizes)


@FONTS
@pytest.mark.parametrize("pattern", ["scorer/rulesets/*.toml", "firmware/texts/*.toml"])
def test_every_character_of_rules_and_texts_has_a_glyph_of_its_own(font, pattern):
    assert characters_of(pattern) - set(load_font(font).glyphs) == set()


def test_the_rule_files_are_looked_at():
    assert set("牡丹蝶ō") <= characters_of("scorer/rulesets/*.toml")


@FONTS
@pytest.mark.parametrize("made", list("ōūŌŪ▶…"))
def test_a_composed_character_looks_like_no_other(font, made):
    glyphs = load_font(font).glyphs
    assert [character for character, glyph in glyphs.items() if glyph == glyphs[made]] == [made]


@FONTS
def test_the_font_reads_the_same_through_freetype(font):
    text = "Gōko Ūy… 猪鹿蝶▶〓"
    names = {Font.TINY: "mplus10", Font.SMALL: "shinonome12", Font.LARGE: "shinonome16"}
    path = files("firmware.screens.fonts").joinpath(f"{names[font]}.bdf")
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((0, 0), text, fill=255, font=ImageFont.truetype(str(path), load_font(font).height_px))
    assert paint(Scene((Text(0, 0, text, font),))).tobytes() == image.tobytes()


@FONTS
def test_what_a_font_lacks_shows_as_the_geta_mark(font):
    assert load_font(font)["𠮷"] == load_font(font)[MISSING]
    assert text_width("𠮷", font) == text_width(MISSING, font)


@pytest.mark.parametrize(
    ("text", "font", "scale", "width"),
    [
        pytest.param("", Font.SMALL, 1, 0, id="nothing"),
        pytest.param("Boar Deer Butterflies", Font.SMALL, 1, 126, id="21 letters"),
        pytest.param("松桐坊主", Font.LARGE, 2, 128, id="four doubled kanji fill the panel"),
        pytest.param("12枚", Font.TINY, 1, 22, id="mixed"),
    ],
)
def test_a_text_is_as_wide_as_its_cells(text, font, scale, width):
    assert text_width(text, font, scale) == width


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        pytest.param("Kenji", 30, "Kenji", id="fits to the pixel"),
        pytest.param("Kenji", 29, "Ken…", id="one pixel short"),
        pytest.param("Ken Ito", 35, "Ken…", id="no space before the mark"),
        pytest.param("牡丹蝶", 35, "牡丹…", id="kanji"),
        pytest.param("Kenji", 11, "…", id="room for the mark alone"),
        pytest.param("Kenji", 1, "…", id="the mark stays where nothing fits"),
        pytest.param("", 1, "", id="nothing needs no mark"),
    ],
)
def test_a_text_is_cut_with_a_mark(text, width, shown):
    assert cut(text, width) == shown


def test_a_doubled_text_is_cut_at_half_the_letters():
    assert cut("Kenji", 58, Font.SMALL, 2) == "Ken…"
