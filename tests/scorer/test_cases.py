"""The cases that were computed apart from this project."""

import json
from pathlib import Path

import pytest

from scorer.jsonl import answer

CASES = [
    pytest.param(case["in"], case["out"], id=case["name"])
    for case in map(
        json.loads, (Path(__file__).parents[1] / "cases" / "score.jsonl").read_text().splitlines()
    )
]


def test_there_are_cases() -> None:
    assert len(CASES) == 49


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_the_answer_equals_the_case(line: dict[str, object], expected: dict[str, object]) -> None:
    assert answer(json.dumps(line).encode()) == expected
