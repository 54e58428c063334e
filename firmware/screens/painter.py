"""The painter: turns any scene into the panel's pixels."""

from functools import cache

from PIL import Image, ImageChops, ImageDraw

from firmware.screens.fonts import Glyph, cut, load_font
from firmware.screens.pictures import load_picture
from firmware.screens.qr import modules_of
from firmware.screens.scene import (
    PANEL_HEIGHT_PX,
    PANEL_WIDTH_PX,
    Align,
    Bar,
    Box,
    Direction,
    Invert,
    Item,
    Line,
    Picture,
    QrCode,
    Scene,
    Text,
    Triangle,
)
from scorer import CardType, Suit

__all__ = ["OffPanel", "enlarge", "paint", "shifted"]

_PANEL = (0, 0, PANEL_WIDTH_PX, PANEL_HEIGHT_PX)
# Pillow holds mode "1" in bytes; only 255 is the opposite of 0 when it inverts them.
_DARK, _LIT = 0, 255

# For looking at pictures: a lit pixel of a white-blue OLED, its dark ground, and the gap
# between pixels, which a panel shows from near.
_OLED_LIT, _OLED_DARK, _OLED_GAP = (200, 228, 240), (8, 8, 14), (0, 0, 0)

_Rectangle = tuple[int, int, int, int]


class OffPanel(ValueError):
    """A screen draws where the panel has no pixels."""


def paint(scene: Scene, *, strict: bool = False) -> Image.Image:
    """Draw a scene.

    Args:
        scene: What to draw; its items in their order.
        strict: Whether to refuse what would be lost at the panel's border.

    Returns:
        A picture of 128×64 pixels, mode "1", lit pixels white.

    Raises:
        OffPanel: if `strict`, and an item lights or changes a pixel outside the panel.
    """
    image = Image.new("1", (PANEL_WIDTH_PX, PANEL_HEIGHT_PX), _DARK)
    for item in scene.items:
        drawn = _draw(image, item)
        if strict and not _is_inside(drawn):
            raise OffPanel(f"{item} reaches to {drawn}, outside the panel {_PANEL}")
    return image


def shifted(image: Image.Image, right: int, down: int) -> Image.Image:
    """Move a picture a little, so that its lines do not burn into the panel.

    What would be lost beyond the border is laid over the pixels along it: a frame around the panel
    keeps all its sides, and only the pixels that it moved away from are dark.

    Args:
        image: A picture of mode "1".
        right: How far to the right: -1, 0 or 1 pixels.
        down: How far down, likewise.
    """
    if not right and not down:
        return image
    width, height = image.size
    room = Image.new("1", (width + 2, height + 2), _DARK)
    room.paste(image, (1 + right, 1 + down))
    for x in (0, width + 1):
        room.paste(_LIT, (min(max(x, 1), width), 0), room.crop((x, 0, x + 1, height + 2)))
    for y in (0, height + 1):
        room.paste(_LIT, (0, min(max(y, 1), height)), room.crop((0, y, width + 2, y + 1)))
    return room.crop((1, 1, width + 1, height + 1))


def enlarge(image: Image.Image, times: int = 4) -> Image.Image:
    """Show a picture as a panel looks from near: light pixels, a dark gap around each.

    Args:
        image: A picture of mode "1".
        times: Width and height of a pixel in the result, gap included; at least 2.

    Returns:
        A picture in mode "RGB".
    """
    size = (image.width * times, image.height * times)
    mask = image.resize(size, Image.Resampling.NEAREST)
    large = Image.new("RGB", size, _OLED_DARK)
    large.paste(_OLED_LIT, (0, 0), mask)
    draw = ImageDraw.Draw(large)
    for x in range(times - 1, size[0], times):
        draw.line((x, 0, x, size[1]), fill=_OLED_GAP)
    for y in range(times - 1, size[1], times):
        draw.line((0, y, size[0], y), fill=_OLED_GAP)
    return large


def _draw(image: Image.Image, item: Item) -> _Rectangle | None:
    """Draw one item; give back what it covers, right and foot excluded, or None for nothing."""
    match item:
        case Text():
            return _draw_text(image, item)
        case Invert():
            return _invert(image, item)
        case Line(x1, y1, x2, y2):
            ImageDraw.Draw(image).line((x1, y1, x2, y2), fill=_LIT)
            return min(x1, x2), min(y1, y2), max(x1, x2) + 1, max(y1, y2) + 1
        case Picture(x, y, of, size_px):
            image.paste(_LIT, (x, y), _picture_image(of, size_px))
            return x, y, x + size_px, y + size_px
        case QrCode(x, y, size_px, address):
            image.paste(_qr_image(address, size_px), (x, y))
            return x, y, x + size_px, y + size_px
        case Triangle():
            ImageDraw.Draw(image).polygon(_corners(item), fill=_LIT)
        case Box(x, y, width, height, filled):
            ImageDraw.Draw(image).rectangle(
                (x, y, x + width - 1, y + height - 1), fill=_LIT if filled else None, outline=_LIT
            )
        case Bar():
            _draw_bar(image, item)
    return item.x, item.y, item.x + item.width, item.y + item.height


def _is_inside(drawn: _Rectangle | None) -> bool:
    if drawn is None:
        return True
    left, top, right, foot = drawn
    return left >= 0 and top >= 0 and right <= PANEL_WIDTH_PX and foot <= PANEL_HEIGHT_PX


def _draw_bar(image: Image.Image, bar: Bar) -> None:
    """Draw the border, and the part inside it that the fraction fills."""
    draw = ImageDraw.Draw(image)
    right, foot = bar.x + bar.width - 1, bar.y + bar.height - 1
    draw.rectangle((bar.x, bar.y, right, foot), outline=_LIT)
    filled = round(bar.fraction * (bar.width - 2))
    if filled > 0:
        draw.rectangle((bar.x, bar.y, bar.x + filled, foot), fill=_LIT)


def _corners(triangle: Triangle) -> list[tuple[int, int]]:
    """Find the corners: the tip first, then the two ends of the side across."""
    left, top = triangle.x, triangle.y
    right, foot = left + triangle.width - 1, top + triangle.height - 1
    across, down = (left + right) // 2, (top + foot) // 2
    return {
        Direction.UP: [(across, top), (left, foot), (right, foot)],
        Direction.DOWN: [(across, foot), (left, top), (right, top)],
        Direction.LEFT: [(left, down), (right, top), (right, foot)],
        Direction.RIGHT: [(right, down), (left, top), (left, foot)],
    }[triangle.direction]


def _invert(image: Image.Image, item: Invert) -> _Rectangle:
    box = (item.x, item.y, item.x + item.width, item.y + item.height)
    image.paste(ImageChops.invert(image.crop(box)), box[:2])
    return box


def _draw_text(image: Image.Image, text: Text) -> _Rectangle | None:
    """Draw a text; what it covers are its lit pixels, or its whole ground where that is lit."""
    strip = _strip(text)
    left = {
        Align.LEFT: text.x,
        Align.CENTER: text.x - strip.width // 2,
        Align.RIGHT: text.x - strip.width,
    }[text.align]
    if text.inverse:
        image.paste(ImageChops.invert(strip), (left, text.y))
    else:
        image.paste(_LIT, (left, text.y), strip)
    lit = (0, 0, *strip.size) if text.inverse else strip.getbbox()
    return lit and (left + lit[0], text.y + lit[1], left + lit[2], text.y + lit[3])


def _strip(text: Text) -> Image.Image:
    """Set a text into a strip of its own, at its scale, lit on dark."""
    shown = text.text if text.width is None else cut(text.text, text.width, text.font, text.scale)
    font, scale = load_font(text.font), text.scale
    strip = Image.new("1", (font.width(shown) * scale, font.height_px * scale), _DARK)
    x = 0
    for glyph in map(font.__getitem__, shown):
        strip.paste(_glyph_image(glyph, font.height_px, scale, text.bold), (x, 0))
        x += glyph.width_px * scale
    if text.strike:
        middle = font.height_px // 2 * scale
        strip.paste(_LIT, (0, middle, strip.width, middle + scale))
    return strip


@cache
def _picture_image(of: Suit | CardType, size_px: int) -> Image.Image:
    return Image.frombytes("1", (size_px, size_px), load_picture(of, size_px))


@cache
def _qr_image(address: str, size_px: int) -> Image.Image:
    """Draw the code as large as whole pixels allow, in the middle of a lit square."""
    rows = modules_of(address)
    times = size_px // len(rows) if rows else 1
    side_px = times * len(rows)
    image = Image.new("1", (size_px, size_px), _LIT)
    for row, modules in enumerate(rows):
        for column, is_dark in enumerate(modules):
            if is_dark:
                x, y = ((size_px - side_px) // 2 + times * place for place in (column, row))
                image.paste(_DARK, (x, y, x + times, y + times))
    return image


@cache
def _glyph_image(glyph: Glyph, height_px: int, scale: int, bold: bool) -> Image.Image:
    size = (glyph.width_px, height_px)
    large = (size[0] * scale, size[1] * scale)
    image = Image.frombytes("1", size, glyph.bits).resize(large, Image.Resampling.NEAREST)
    if bold and not _is_full_width(glyph, height_px):
        image.paste(_LIT, (1, 0), image.copy())
    return image


def _is_full_width(glyph: Glyph, height_px: int) -> bool:
    """Tell a kanji's cell, a square, from a Latin letter's, which is half as wide."""
    return glyph.width_px * 4 > height_px * 3
