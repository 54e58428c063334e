"""Two thousand presentations through noise; `make long` makes a hundred thousand."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import presentations

NUMBERS = {0.001: 1000, 0.01: 800, 0.05: 200}  # by bit error rate


@pytest.mark.parametrize("rate", NUMBERS, ids=lambda rate: f"{rate:.1%} of bits wrong")
def test_through_noise_tags_are_read_in_time_where_they_must_be_each_once_and_no_uid_is_made_up(rate):
    figures = presentations.present(rate, NUMBERS[rate], "test")
    assert figures.number == NUMBERS[rate]
    assert figures.false == {}
    assert figures.repeated == 0
    assert presentations.is_good(rate, figures), presentations.describe(figures)
