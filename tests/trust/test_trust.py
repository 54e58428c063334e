import json
import sys
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import naive
import rounds

CASES_FILE = Path(__file__).parents[1] / "cases" / "score.jsonl"
CASES = [json.loads(line) for line in CASES_FILE.read_text(encoding="utf-8").splitlines()]
CHUNKS, ROUNDS, MATCHES = 20, 1000, 15  # of each game: 20,000 rounds and 300 matches

ADDING = {
    *naive.DEKIYAKU,
    "tie with the dealer",
    "tie without the dealer",
    "misdeal",
    "game won",
    "equal at the target",
}
SIGHTS = {
    "botan-cho": {*naive.MUSHI_YAKU, "tie with the dealer", "misdeal", "game won", "game drawn"},
    "mushi": {*naive.MUSHI_YAKU, "tie with the dealer", "misdeal", "game won", "game drawn"},
    "ino-shika-cho": ADDING | {"fuke non-dealer", "fuke dealer"},
    "roppyakken": ADDING
    | {
        "four-brights",
        "seven-ribbons",
        "fuke any",
        "annulled at the target",
        "instant win by four brights",
        "instant win by seven ribbons",
    },
}


@pytest.fixture(scope="module", params=naive.GAMES)
def sample(request):
    chunks = [(request.param, str(chunk), ROUNDS, MATCHES) for chunk in range(CHUNKS)]
    with get_context("spawn").Pool(2) as pool:
        return request.param, pool.starmap(rounds.compare, chunks)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_the_naive_scorer_gives_the_answer_of_the_case(case):
    assert naive.score(case["in"]) == case["out"]


def test_both_scorers_give_the_same_answers(sample):
    _, chunks = sample
    first = next((chunk.difference for chunk in chunks if chunk.difference), None)
    assert first is None, f"\n{first}"


def test_every_yaku_fuke_tie_and_end_occurs_in_the_sample(sample):
    game, chunks = sample
    counts = sum((chunk.counts for chunk in chunks), Counter())
    rare = {sight: counts[sight] for sight in SIGHTS[game] if counts[sight] < 3}
    assert rare == {}
    assert set(counts) == SIGHTS[game]
