"""The game of hanafuda, scored: cards, rules, rounds and matches.

Pure: no clock, no threads, no logging, no chance; it reads nothing but its own rule files. A game
is a file in `rulesets/`, not code.

Example:
    >>> rules = load("botan-cho")
    >>> score_pile(Pile.parse("pine-crane plum-warbler cherry-curtain"), rules, rules.options()).yaku_points
    25
"""

from scorer.cards import Card, CardType, Pile, Suit
from scorer.chances import Chance, find_chances, within_fuke
from scorer.doubts import Doubt, DoubtKind, find_doubts
from scorer.errors import BadEvent, BadRules, Fault, ScorerError, UnknownCard, UnknownGame
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    PlayerChosen,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
    event_from_json,
    event_to_json,
)
from scorer.fuke import FukeKind
from scorer.game import Names, Race, Teyaku, Yaku, ZeroSum
from scorer.houserules import added_cards, switched_off
from scorer.leftover import leftover_owner
from scorer.match import Match
from scorer.options import Choice, Flag, Option, Options, OptionValue, Range
from scorer.pilescore import MadeYaku, PileScore, score_pile
from scorer.round import Round
from scorer.rulecard import RuleCardRow, rule_card
from scorer.ruleset import Ruleset, load, parse, shipped
from scorer.scoring import PlayerScore, RoundScore, score_round
from scorer.seats import Seat
from scorer.shipped import shipped_text
from scorer.sofar import SoFar, so_far
from scorer.stage import Stage
from scorer.standings import Standings
from scorer.teyaku import ShownHand, shown_teyaku

__all__ = [
    "BadEvent",
    "BadRules",
    "Card",
    "CardType",
    "CardsCaptured",
    "CardsMoved",
    "Chance",
    "Choice",
    "DealerCorrected",
    "Doubt",
    "DoubtKind",
    "Event",
    "Fault",
    "Flag",
    "FukeKind",
    "LengthChanged",
    "MadeYaku",
    "Match",
    "MatchEnded",
    "MatchFinished",
    "MatchResumed",
    "Misdealt",
    "Names",
    "Option",
    "OptionValue",
    "Options",
    "Pile",
    "PileScore",
    "PlayerChosen",
    "PlayerScore",
    "Race",
    "Range",
    "Redone",
    "Round",
    "RoundClosed",
    "RoundCorrected",
    "RoundReopened",
    "RoundScore",
    "RoundStarted",
    "RoundWithdrawn",
    "RuleCardRow",
    "Ruleset",
    "ScorerError",
    "Seat",
    "ShownHand",
    "SoFar",
    "Stage",
    "Standings",
    "Suit",
    "Teyaku",
    "TeyakuDeclared",
    "Undone",
    "UnknownCard",
    "UnknownGame",
    "Yaku",
    "ZeroSum",
    "added_cards",
    "event_from_json",
    "event_to_json",
    "find_chances",
    "find_doubts",
    "leftover_owner",
    "load",
    "parse",
    "rule_card",
    "score_pile",
    "score_round",
    "shipped",
    "shipped_text",
    "shown_teyaku",
    "so_far",
    "switched_off",
    "within_fuke",
]
