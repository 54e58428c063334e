"""The quick card: one page to print, made of a page in HTML, the rule files and the drawings of the cards.

Its edition is a fingerprint of all that it is made of. It is printed on the card, and stands in the title
of the PDF: so a card that was not printed anew is noticed.
"""

import hashlib
import re
import subprocess
import tempfile
from pathlib import Path
from string import Template

from card_charts import sprite, yaku_cards
from guide_tables import all_four, english, worth

from scorer import Card, Names, Ruleset, Yaku, load

__all__ = ["PDF", "edition", "fonts", "page_sizes_mm", "print_card", "source", "title"]

PDF = Path(__file__).parents[2] / "firmware" / "quick-card.pdf"
_PAGE = Path(__file__).with_name("quick-card.html")
_MM_OF_A_POINT = 25.4 / 72


def edition() -> str:
    """Return the fingerprint of what the card is made of."""
    return hashlib.sha256(_filled("").encode()).hexdigest()[:8]


def source() -> str:
    """Return the card as HTML."""
    return _filled(edition())


def print_card() -> None:
    """Print the card with Debian's chromium.

    Raises:
        FileNotFoundError: if there is no chromium.
        subprocess.CalledProcessError: if it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "card.html"
        page.write_text(source(), "utf-8")
        command = ["chromium", "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        command += [
            "--no-sandbox",
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={PDF}",
            page.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def title(pdf: bytes) -> str:
    """Return the title that a PDF states."""
    found = re.search(rb"/Title \(([^)]*)\)", pdf)
    return found[1].decode("ascii") if found else ""


def page_sizes_mm(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of each page of a PDF, to the millimetre."""
    boxes = re.findall(rb"/Type /Page\b(?:(?!endobj).)*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.S)
    return [(round(float(w) * _MM_OF_A_POINT), round(float(h) * _MM_OF_A_POINT)) for w, h in boxes]


def fonts(pdf: bytes) -> set[str]:
    """Return the names of the fonts in a PDF, without the mark of a subset."""
    names = re.findall(rb"/(?:FontName|BaseFont) /(?:[A-Z]{6}\+)?([\w-]+)", pdf)
    return {name.decode("ascii") for name in names}


def _filled(mark: str) -> str:
    botan, ino = load("botan-cho"), load("ino-shika-cho")
    options = ino.options()
    shown = [row for row in ino.yaku if all_four(row) is None]
    parts = {
        "edition": mark,
        "sprite": sprite().replace("<svg ", '<svg class="sprite" ', 1),
        "botan_deck": f"{len(botan.deck)} cards",
        "botan_deal": _deal(botan),
        "botan_worth": worth(botan),
        "par": botan.settlement.par,
        "botan_yaku": "".join(map(_drawn, botan.yaku)),
        "ino_deck": f"{len(ino.deck)} cards",
        "ino_deal": _deal(ino),
        "ino_worth": worth(ino),
        "target": options.number("target"),
        "fuke": options.number("fuke_limit"),
        "ino_yaku": "".join(map(_drawn, shown)),
        "fours": ", ".join(_four(row) for row in ino.yaku if row not in shown),
        "hands": "; ".join(f"{_named(row.names)} {row.value}" for row in ino.teyaku),
    }
    return Template(_PAGE.read_text("utf-8")).substitute(parts)


def _deal(ruleset: Ruleset) -> str:
    """Say how a game is dealt, for each number of players."""
    (_, first), *others = ruleset.deal.items()
    told = f"deal {first.hand} each, {first.field} to the field"
    return "; ".join([told, *(f"for {players}: {deal.hand} and {deal.field}" for players, deal in others)])


def _named(names: Names) -> str:
    return f"{names.english} {names.kanji}"


def _four(yaku: Yaku) -> str:
    suit = all_four(yaku)
    flower = "" if suit is None else english().flower(suit).lower()
    return f"{flower} {yaku.names.kanji} {yaku.value}"


def _drawn(yaku: Yaku) -> str:
    """Draw a yaku: its name, its value, and the cards that make it."""
    cards = "".join(map(_card, yaku_cards(yaku)))
    return f"<div><p><b>{yaku.names.english}</b> {yaku.names.kanji} {yaku.value}</p>{cards}</div>\n"


def _card(card: Card) -> str:
    return f'<svg viewBox="0 0 60 98"><use href="#{card.id}"/></svg>'
