"""Five hundred malformed requests; `make long` sends twenty thousand."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import strangers


def test_whatever_strangers_send_the_page_is_served_and_nothing_of_them_stays():
    assert strangers.complaints(500, "test") == []
