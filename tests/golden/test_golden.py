"""Every screen in every language is drawn as it was when somebody last looked at it."""

import gallery
import pytest
import screenplay
from PIL import Image, ImageChops

from firmware.texts import Language


@pytest.mark.parametrize("language", Language, ids=str)
def test_every_screen_is_drawn_as_it_was(language, tmp_path):
    drawn = gallery.drawn(language)
    kept = {path.stem: Image.open(path).copy() for path in (screenplay.FOLDER / language.value).glob("*.png")}
    other = [name for name in drawn if name in kept and not gallery.is_same(drawn[name], kept[name])]
    saved = gallery.save({name: drawn[name] for name in other}, tmp_path / language.value)
    assert drawn.keys() == kept.keys()
    assert other == [], f"look at what was drawn in {saved}; if it is right: make golden"


def test_a_picture_that_differs_in_one_pixel_is_another():
    picture = Image.new("1", (128, 64))
    changed = picture.copy()
    changed.putpixel((127, 63), 255)
    assert gallery.is_same(picture, picture.copy())
    assert not gallery.is_same(picture, changed)


def test_what_was_drawn_is_saved_as_it_is(tmp_path):
    picture = ImageChops.invert(Image.new("1", (128, 64)))
    folder = gallery.save({"lit": picture}, tmp_path / "there")
    assert gallery.is_same(Image.open(folder / "lit.png"), picture)


def test_no_two_pictures_have_one_name_and_the_best_of_them_are_there():
    names = [name for name, _ in screenplay.tables()]
    assert len(set(names)) == len(names) > 100
    assert set(gallery.best()) <= set(names)
