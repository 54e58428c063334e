import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import naive
import rounds

CASES_FILE = Path(__file__).parents[1] / "cases" / "score.jsonl"
CASES = [json.loads(line) for line in CASES_FILE.read_text(encoding="utf-8").splitlines()]
ROUNDS, MATCHES = 20_000, 300  # of each game

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


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_the_naive_scorer_gives_the_answer_of_the_case(case):
    assert naive.score(case["in"]) == case["out"]


@pytest.mark.parametrize("game", naive.GAMES)
def test_both_scorers_agree_on_every_yaku_fuke_tie_and_end(game):
    sample = rounds.compare(game, "1", ROUNDS, MATCHES)
    assert sample.difference is None, f"\n{sample.difference}"
    rare = {sight: sample.counts[sight] for sight in SIGHTS[game] if sample.counts[sight] < 3}
    assert rare == {}
    assert set(sample.counts) == SIGHTS[game]
