"""Make the BDF files beside this module: a developer's script, not run on the appliance.

Run it again with `python -m firmware.screens.fonts.make_fonts` when a text or a rule file
brings a new character (a test says so). It needs the Debian packages `xfonts-shinonome`,
`xfonts-mplus` and `pcf2bdf`. A character that no text file holds, but a screen shows, goes
into `_ALWAYS`.

The subsets are re-encoded from JIS X 0208 and ISO 8859-1 to ISO 10646. ō, ū and ▶ are in
neither: the script composes the first from the letter and a line, and turns ▲ to get the
last. "▯" is drawn as a small card, for a number of cards, and "…" as narrow as a letter,
since it marks a cut where room is short.
"""

import gzip
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[2]
_X11_FONTS = Path("/usr/share/fonts/X11/misc")
_TEXTS = ("firmware/texts/*.toml", "scorer/rulesets/*.toml")


def _span(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


_COMPOSED = {"ō": "o", "ū": "u", "Ō": "O", "Ū": "U"}
_ALWAYS = (
    _span(" ", "~")
    + _span("À", "ÿ")  # players' names
    + _span("ぁ", "ん")
    + _span("ァ", "ヶ")
    + "、。・ー「」『』（）！？：〜々〇〓"
    + "▲▼▶△▽→←↑↓●○◎■□◆★☆≦≧±×÷−…"
    + "一二三四五六七八九十百千万点枚回戦局年月日時分秒"
    + "松梅桜藤菖蒲牡丹萩芒菊紅葉柳桐"
    + "花札親子勝負敗引分場山手役札出来光種短冊素鶴鶯幕橋蝶猪雁盃杯鹿小野道風燕雷鳳凰黄無青赤草文字"
    + "虫総坊主大五三四砲鉄見雨島杉間番人目前後次最初終了取消戻開始設定音量切替確認読込待電源入力選択"
    + "合会酒飲酌流家祖父母我東西南北左右表裏高低菅原鬼"  # for rule files of the players' own
)


@dataclass(frozen=True)
class _Source:
    """Where one font of ours comes from.

    Attributes:
        name: The stem of our file.
        latin: Debian's font in ISO 8859-1.
        kanji: Debian's font in JIS X 0208.
        ascent: Rows above the baseline.
        descent: Rows below it.
    """

    name: str
    latin: str
    kanji: str
    ascent: int
    descent: int


_SOURCES = (
    _Source("mplus10", "mplus_f10r", "mplus_j10r", 9, 2),
    _Source("shinonome12", "shnm6x12a", "shnmk12", 10, 2),
    _Source("shinonome16", "shnm8x16a", "shnmk16", 14, 2),
)

# A cell as text, a string a row, "#" for lit: the form in which glyphs are changed.
_Cell = list[str]

_GLYPH = re.compile(
    r"^ENCODING (?P<code>\d+)\n(?:.+\n)*?DWIDTH (?P<advance>\d+) 0\n"
    r"BBX (?P<width>\d+) (?P<height>\d+) (?P<left>-?\d+) (?P<bottom>-?\d+)\n(?:.+\n)*?"
    r"BITMAP\n(?P<rows>[0-9A-Fa-f\n]*)ENDCHAR$",
    re.MULTILINE,
)


def _wanted() -> list[str]:
    """Collect every character that a screen can show."""
    found = set(_ALWAYS) | set(_COMPOSED)
    for pattern in _TEXTS:
        for path in _ROOT.glob(pattern):
            for text in _strings(tomllib.loads(path.read_text(encoding="utf-8"))):
                found.update(text)
    return sorted(character for character in found if character.isprintable())


def _strings(node: object) -> Iterator[str]:
    """Walk all strings among the values of a TOML document."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from _strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from _strings(value)


def _read(name: str, source: _Source) -> dict[int, _Cell]:
    """Read one of Debian's fonts, by its own codes, each glyph in a cell of our font."""
    pcf = gzip.decompress((_X11_FONTS / f"{name}.pcf.gz").read_bytes())
    bdf = subprocess.run(["pcf2bdf"], input=pcf, stdout=subprocess.PIPE, check=True).stdout.decode("latin-1")
    return {int(glyph["code"]): _cell(glyph, source) for glyph in _GLYPH.finditer(bdf)}


def _cell(glyph: re.Match[str], source: _Source) -> _Cell:
    """Set a glyph into a cell as wide as its advance and as high as our font."""
    width, left, advance = int(glyph["width"]), int(glyph["left"]), int(glyph["advance"])
    bits = [f"{int(row, 16):0{len(row) * 4}b}"[:width] for row in glyph["rows"].split()]
    lit = [(" " * left + row.replace("0", " ").replace("1", "#")).ljust(advance) for row in bits]
    above = source.ascent - int(glyph["bottom"]) - int(glyph["height"])
    blank = [" " * advance]
    rows = blank * above + lit + blank * source.descent
    return rows[max(0, -above) :][: source.ascent + source.descent]


def _cells(source: _Source) -> dict[str, _Cell]:
    """Gather all glyphs of a source by character; of two, the narrow one."""
    kanji = {_from_jis(code): cell for code, cell in _read(source.kanji, source).items()}
    latin = {chr(code): cell for code, cell in _read(source.latin, source).items() if chr(code).isprintable()}
    cells = kanji | latin
    cells |= {made: _with_macron(cells[letter]) for made, letter in _COMPOSED.items()}
    cells["▶"] = _turned_right(cells["▲"])
    cells["…"] = _dots(cells["."])
    cells["▯"] = _small_card(cells["0"])
    return cells


def _from_jis(code: int) -> str:
    """Turn a JIS X 0208 code, row and cell in one number, into the character."""
    return bytes((code >> 8 | 0x80, code & 0xFF | 0x80)).decode("euc_jp", errors="replace")


def _with_macron(letter: _Cell) -> _Cell:
    """Draw a line above a letter with one dark row between; a letter that is too tall loses middle rows."""
    cell = list(letter)
    while (top := _top(cell)) < 2:
        middle = (top + len(cell)) // 2
        cell = [" " * len(cell[0]), *cell[:middle], *cell[middle + 1 :]]
    left = min(row.index("#") for row in cell if "#" in row)
    right = max(row.rindex("#") for row in cell if "#" in row)
    inset = max(0, (right - left + 1 - 5) // 2)
    line = range(left + inset, right - inset + 1)
    cell[top - 2] = "".join("#" if x in line else " " for x in range(len(cell[0])))
    return cell


def _top(cell: _Cell) -> int:
    return next(y for y, row in enumerate(cell) if "#" in row)


def _turned_right(cell: _Cell) -> _Cell:
    """Turn a glyph a quarter to the right, about the middle of the square at its top."""
    size = len(cell[0])
    square = cell[:size]
    return ["".join(square[size - 1 - x][y] for x in range(size)) for y in range(size)] + cell[size:]


def _small_card(digit: _Cell) -> _Cell:
    """Draw a card as high as a digit, lit but for its middle: the sign for how many, unlike a zero."""
    lit = [y for y, row in enumerate(digit) if "#" in row]
    width, middle = len(digit[0]) - 1, sum((lit[0], lit[-1])) // 2
    cell = [" " * (width + 1)] * len(digit)
    for y in range(lit[0], lit[-1] + 1):
        hole = abs(y - middle) < 2
        cell[y] = ("#" * (width // 2) + " " * hole + "#" * width)[:width] + " "
    return cell


def _dots(full_stop: _Cell) -> _Cell:
    """Draw three dots as wide as one letter, on the foot of the full stop."""
    cell = [" " * len(full_stop[0])] * len(full_stop)
    foot = max(y for y, row in enumerate(full_stop) if "#" in row)
    cell[foot] = "# # #".ljust(len(cell[0]))
    return cell


def _bdf(source: _Source, cells: dict[str, _Cell]) -> str:
    """Write a font in BDF; Pillow reads no font that lacks PIXEL_SIZE."""
    height = source.ascent + source.descent
    width = max(len(cell[0]) for cell in cells.values())
    head = [
        "STARTFONT 2.1",
        f"FONT -{source.name}-Gothic-Medium-R-Normal--{height}-{height}0-75-75-C-{width}0-ISO10646-1",
        f"SIZE {height} 75 75",
        f"FONTBOUNDINGBOX {width} {height} 0 {-source.descent}",
        "STARTPROPERTIES 5",
        f"PIXEL_SIZE {height}",
        f"FONT_ASCENT {source.ascent}",
        f"FONT_DESCENT {source.descent}",
        'CHARSET_REGISTRY "ISO10646"',
        'CHARSET_ENCODING "1"',
        "ENDPROPERTIES",
        f"CHARS {len(cells)}",
    ]
    glyphs = [line for character in sorted(cells) for line in _bdf_glyph(source, character, cells[character])]
    return "\n".join([*head, *glyphs, "ENDFONT", ""])


def _bdf_glyph(source: _Source, character: str, cell: _Cell) -> list[str]:
    width, height = len(cell[0]), len(cell)
    digits = (width + 7) // 8 * 2
    bits = [row.replace(" ", "0").replace("#", "1").ljust(digits * 4, "0") for row in cell]
    return [
        f"STARTCHAR U+{ord(character):04X}",
        f"ENCODING {ord(character)}",
        f"SWIDTH {width * 1000 // height} 0",
        f"DWIDTH {width} 0",
        f"BBX {width} {height} 0 {-source.descent}",
        "BITMAP",
        *(f"{int(row, 2):0{digits}X}" for row in bits),
        "ENDCHAR",
    ]


def main() -> None:
    """Write the three files; leave with the characters' names if a font lacks some."""
    wanted = _wanted()
    for source in _SOURCES:
        cells = _cells(source)
        missing = [character for character in wanted if character not in cells]
        if missing:
            sys.exit(
                f"{source.name} has no {' '.join(missing)}: write the texts without, or compose them here"
            )
        subset = {character: cells[character] for character in wanted}
        (_HERE / f"{source.name}.bdf").write_text(_bdf(source, subset), encoding="ascii")


if __name__ == "__main__":
    main()
