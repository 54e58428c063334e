"""Charts of cards for the guide, as SVG: the whole deck, and what makes each yaku."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from xml.etree import ElementTree

from guide_tables import all_four, english

from scorer import Card, Ruleset, Suit, Yaku, load

__all__ = ["charts", "sprite", "yaku_cards"]

_SVG = "http://www.w3.org/2000/svg"
_WIDTH = 880
_CARD = (60, 98)
_GAP = 6
_BLOCK_GAP = 22
_LABEL = 20
_CAPTION = 13
_FONT = 'font-family="Noto Sans CJK JP, Noto Sans, sans-serif" fill="#2a1a14"'


@dataclass(frozen=True, slots=True)
class Block:
    """Some cards side by side, with a line above.

    Attributes:
        label: the line.
        cards: from left to right.
        captions: what stands under each card; none are needed.
    """

    label: str
    cards: Sequence[Card]
    captions: Sequence[str] = ()

    @property
    def width(self) -> int:
        """How wide the cards are, or the label where that is wider."""
        wide = sum(14 if ord(letter) > 0x2E80 else 8 for letter in self.label)
        return max(len(self.cards) * (_CARD[0] + _GAP) - _GAP, wide)


def sprite() -> str:
    """Return the drawings of all cards, as one SVG element with a symbol for each."""
    return resources.files("firmware").joinpath("web/pages/cards.svg").read_text("utf-8")


def yaku_cards(yaku: Yaku) -> tuple[Card, ...]:
    """Return the cards of a yaku as they are told: in the order of the deck."""
    return tuple(card for card in Card if card in yaku.cards)


def _deck() -> str:
    def block(suit: Suit) -> Block:
        cards = [card for card in Card if card.suit is suit]
        label = f"{suit.number}  {suit.kanji}  {english().flower(suit)}"
        return Block(label, cards, [english().card(card) for card in cards])

    return _chart([block(suit) for suit in Suit])


def _yaku(ruleset: Ruleset) -> str:
    def label(yaku: Yaku) -> str:
        return f"{yaku.names.kanji}  {yaku.names.english}  {int(yaku.value)}"

    singles = [row for row in ruleset.yaku if all_four(row) is None or ruleset.id == "botan-cho"]
    return _chart([Block(label(row), yaku_cards(row)) for row in singles])


def _chart(blocks: Sequence[Block]) -> str:
    """Lay blocks out in rows, and draw them."""
    row_height = _LABEL + _CARD[1] + (_CAPTION if any(block.captions for block in blocks) else 0) + 16
    placed: list[str] = []
    row, right = 0, _BLOCK_GAP
    for block in blocks:
        if right + block.width > _WIDTH - _BLOCK_GAP and right > _BLOCK_GAP:
            row, right = row + 1, _BLOCK_GAP
        placed.append("".join(_drawn(block, right, 12 + row * row_height)))
        right += block.width + _BLOCK_GAP
    height = 12 + (row + 1) * row_height
    used = _needed({card.id for block in blocks for card in block.cards})
    size = f'width="{_WIDTH}" height="{height}"'
    return (
        f'<svg xmlns="{_SVG}" {size} viewBox="0 0 {_WIDTH} {height}">\n'
        f'<rect {size} rx="10" fill="#efe6cf"/>\n{used}\n{"".join(placed)}</svg>\n'
    )


def _drawn(block: Block, x: int, y: int) -> Iterator[str]:
    yield f'<text x="{x}" y="{y + 13}" font-size="14" font-weight="bold" {_FONT}>{block.label}</text>\n'
    width, height = _CARD
    for place, card in enumerate(block.cards):
        left = x + place * (width + _GAP)
        yield f'<use href="#{card.id}" x="{left}" y="{y + _LABEL}" width="{width}" height="{height}"/>\n'
        if block.captions:
            middle, below = left + width // 2, y + _LABEL + height + 11
            anchored = f'text-anchor="middle" font-size="9" {_FONT}'
            yield f'<text x="{middle}" y="{below}" {anchored}>{block.captions[place]}</text>\n'


@cache
def _parts() -> Mapping[str, ElementTree.Element]:
    """Return every drawing and every part of one, by its id."""
    tree = ElementTree.fromstring(sprite())
    return {element.get("id", ""): element for element in tree.iter() if element.get("id")}


def _needed(ids: set[str]) -> str:
    """Return the drawings with these ids, and the parts that they use."""
    found, waiting = set[str](), set(ids)
    while waiting:
        id_ = waiting.pop()
        found.add(id_)
        uses = {use.get("href", "")[1:] for use in _parts()[id_].iter(f"{{{_SVG}}}use")}
        waiting |= uses - found
    ElementTree.register_namespace("", _SVG)
    inside = "\n".join(_one_line(element) for id_, element in _parts().items() if id_ in found)
    return f"<defs>\n{inside}\n</defs>"


def _one_line(element: ElementTree.Element) -> str:
    text = ElementTree.tostring(element, "unicode").replace(f' xmlns="{_SVG}"', "")
    return "".join(line.strip() for line in text.splitlines())


@cache
def charts() -> Mapping[str, str]:
    """Return every chart by the name of its file."""
    return {
        "deck.svg": _deck(),
        "botan-cho-yaku.svg": _yaku(load("botan-cho")),
        "ino-shika-cho-yaku.svg": _yaku(load("ino-shika-cho")),
    }
