"""Two thousand presentations through noise; `make long` makes a hundred thousand."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import presentations

NUMBERS = {0.001: 1000, 0.01: 800, 0.05: 200}  # by bit error rate


@pytest.fixture(scope="module", params=NUMBERS, ids=lambda rate: f"{rate:.1%} of bits wrong")
def told(request):
    return request.param, presentations.present(request.param, NUMBERS[request.param], "test")


def test_no_uid_but_the_tags_own_is_reported_through_noise(told):
    _, figures = told
    assert figures.false == {}


def test_no_presentation_is_told_twice_through_noise(told):
    _, figures = told
    assert figures.repeated == 0


def test_of_a_hundred_tags_99_are_read_in_half_a_second_through_as_much_noise_as_is_usual(told):
    rate, figures = told
    assert presentations.is_good(rate, figures), presentations.describe(figures)
