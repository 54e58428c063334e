import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
from case import BOX_MM, COIL, HEIGHT_MM, METAL_MM, PILES_MM
from guide import GUIDE, drawings, filled

ROOT = Path(__file__).parents[2]
TEXT = GUIDE.read_text("utf-8")
TROUBLES = TEXT.partition("## Troubles and cures")[2].partition("\n\nTwo lines")[0]


def said_by_the_box() -> list[str]:
    """Every text of doctor, probes and display, with a hole where something is filled in."""
    found = list(_leaves(tomllib.loads((ROOT / "firmware/texts/en.toml").read_text("utf-8"))))
    for path in [*(ROOT / "firmware" / "doctor").glob("*.py"), *(ROOT / "hardware").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.append("".join(_part(one) for one in node.values))
    return found


def _part(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


def _leaves(table: dict[str, object]) -> list[str]:
    return [
        text
        for value in table.values()
        for text in (_leaves(value) if isinstance(value, dict) else [str(value)])
    ]


def is_said(quoted: str, said: list[str]) -> bool:
    """Each text that the quotation leaves something out of has it filled in there."""
    pattern = re.compile(r"\{[^{}]*\}".join(re.escape(part) for part in quoted.split("…")))
    return any(pattern.search(text) for text in said)


@pytest.mark.parametrize("name", drawings())
def test_each_picture_is_as_the_code_draws_it(name):
    assert GUIDE.with_name(name).read_bytes() == drawings()[name], "run make guides, and look at it"


def test_each_table_is_as_the_code_writes_it():
    assert filled(TEXT) == TEXT, "run make guides"


def test_the_guide_tells_the_box_s_dimensions_and_distances_as_drawn():
    (width, depth), said = BOX_MM, " ".join(TEXT.split())
    assert f"Outside {width:g} × {depth:g} mm, {HEIGHT_MM:g} mm high" in said
    assert f"lies {COIL[0]:g} mm from the left, front and back edges" in said
    assert f"piles {PILES_MM / 10:g} cm from the coil" in said
    assert f"No metal within {METAL_MM / 10:g} cm of the coil" in said


def test_a_table_without_its_place_is_told():
    with pytest.raises(ValueError, match="not one place for the table 'wiring'"):
        filled(TEXT.replace("<!-- end of wiring -->", ""))


def test_what_the_guide_quotes_the_box_really_says():
    said = said_by_the_box()
    quoted = re.findall(r"“([^”]+)”", " ".join(TEXT.split()))
    assert len(quoted) > 30
    assert [one for one in quoted if one != "…" and not is_said(one, said)] == []


def test_the_guide_has_twenty_troubles_with_cause_and_cure():
    rows = [line.split("|")[1:-1] for line in TROUBLES.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 20
    assert all(cell.strip() for row in rows for cell in row)
    assert {len(row) for row in rows} == {3}
    assert all("“" in row[1] for row in rows)


def test_the_doctor_s_lines_of_a_first_start_are_those_of_a_box_that_is_well(tmp_path):
    sys.path.insert(0, str(ROOT / "tests" / "firmware"))
    from clinic import Clinic

    lines = re.findall(r"^    (ok    .*)$", TEXT, re.MULTILINE)
    told = [str(one) for one in Clinic(tmp_path).findings()]
    assert len(lines) == 8
    assert [line for line in told if line in lines] == lines
