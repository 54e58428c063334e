"""A match: made from events, one after the other, and the same again when they are replayed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from types import MappingProxyType

from scorer.cards import Pile
from scorer.errors import BadDealer, BadEvent, BadSeats
from scorer.events import (
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
    event_kind,
)
from scorer.game import Ruleset
from scorer.options import Options
from scorer.round import Change, Round
from scorer.scoring import RoundScore, score_round
from scorer.seats import Seat
from scorer.stage import Stage, stages_of
from scorer.standings import Standings
from scorer.teyaku import check_declared

__all__ = ["Match"]

_InRound = Change | PlayerChosen | Undone | Redone | DealerCorrected | Misdealt | RoundClosed | RoundReopened
"""What happens in the running round and nowhere else."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match of one game, by the rules and house rules that it began with. Begin with `begin`.

    Attributes:
        ruleset, options: the rules in force.
        seats: who plays, in playing order.
        names: what the players are called; a seat may have none.
        course: the standings before the first round, and after each one that is scored.
        scores: of the scored rounds, oldest first; the last round's is among them while its result is shown.
        rounds: every round, the last one running or just scored.
        event_count: how many events made it; the next one gets this number.
        stage: what the table does now.

    Example:
        >>> from scorer import Card, CardsCaptured, load
        >>> rules = load("ino-shika-cho")
        >>> match = Match.begin(rules, rules.options({}), (Seat.A, Seat.B))
        >>> match = match.apply(RoundStarted(Seat.A))
        >>> match = match.apply(CardsCaptured(Seat.B, (Card.parse("pine-crane"),)))
        >>> match.stage.value, str(match.unaccounted())[:19]
        ('playing', 'pine-poetry-ribbon ')
    """

    ruleset: Ruleset
    options: Options
    seats: tuple[Seat, ...]
    names: Mapping[Seat, str]
    course: tuple[Standings, ...]
    scores: tuple[RoundScore, ...] = ()
    rounds: tuple[Round, ...] = ()
    event_count: int = 0
    stage: Stage = Stage.NEW

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset,
        options: Options,
        seats: tuple[Seat, ...],
        names: Mapping[Seat, str] = MappingProxyType({}),
    ) -> "Match":
        """Make a match in which nothing has happened.

        Raises:
            BadSeats: if the game is not for that many, or they do not sit in order.
        """
        opening = Standings.begin(ruleset, options, seats)
        if seats != opening.seats:
            raise BadSeats(f"players sit in the order {', '.join(map(str, opening.seats))}")
        return cls(ruleset, options, seats, MappingProxyType(dict(names)), (opening,))

    @property
    def round(self) -> Round:
        """The running round, or the one whose result is shown.

        Raises:
            BadEvent: if no round has begun.
        """
        if not self.rounds:
            raise BadEvent("no round has begun")
        return self.rounds[-1]

    @property
    def score(self) -> RoundScore | None:
        """The last round's score while its result is shown, else None."""
        is_shown = len(self.scores) == len(self.rounds) > 0
        return self.scores[-1] if is_shown else None

    @property
    def standings(self) -> Standings:
        """Chips, counters and points, with the last round from its result on."""
        return self.course[-1]

    @property
    def winner(self) -> Seat | None:
        """Who won; None before the end, and where it is drawn. A correction never takes an end back."""
        standings = self.standings
        is_over = self.stage is Stage.FINISHED and not standings.finished
        return standings.leader if is_over else standings.winner

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: after a result, by it; until then, the dealer of the round."""
        return self.round.dealer if self.score is None else self.score.next_dealer

    def unaccounted(self) -> Pile:
        """Return the game's cards that lie in no pile."""
        return self.ruleset.deck - Pile.of(card for cards in self.round.piles.values() for card in cards)

    def apply(self, event: Event) -> "Match":
        """Return the match after an event.

        Raises:
            BadEvent: if it cannot happen now; a scorer error inside it has its own text.
        """
        if self.stage not in stages_of(event):
            raise BadEvent(f"{event_kind(event)}: not while the match is {self.stage.value}")
        match event:
            case RoundStarted(dealer):
                after = self._start_round(dealer)
            case RoundWithdrawn():
                after = self._withdraw_round()
            case RoundCorrected(number, change):
                after = self._correct(number, change)
            case LengthChanged(number):
                after = self._change_length(number)
            case MatchFinished():
                after = self._finish()
            case MatchResumed():
                after = replace(self, stage=Stage.RESULT)
            case MatchEnded():
                after = replace(self, stage=Stage.ENDED)
            case _:
                after = self._with_round(self._in_round(event))
        return replace(after, event_count=self.event_count + 1)

    def replay(self, events: Iterable[Event]) -> "Match":
        """Return the match after many events.

        Raises:
            BadEvent: at the first that cannot happen.
        """
        match_so_far = self
        for event in events:
            match_so_far = match_so_far.apply(event)
        return match_so_far

    def _in_round(self, event: _InRound) -> Round:
        """Return the running round after an event."""
        running = self.round
        match event:
            case PlayerChosen(seat):
                return replace(running, active=self._seated(seat), is_letter_pressed=True)
            case Undone(number):
                return running.without(number)
            case Redone(number):
                return running.again_with(number)
            case DealerCorrected(dealer):
                return running.dealt_by(self._seated(dealer))
            case Misdealt():
                return Round.begin(running.dealer, self.seats)
            case RoundClosed():
                return replace(running, is_closed=True)
            case RoundReopened():
                return replace(running, is_closed=False)
            case _:
                return self._changed(running, event)

    def _with_round(self, running: Round) -> "Match":
        """Put the running round in, and see whether it can be scored."""
        before = len(self.rounds) - 1
        changed = replace(
            self,
            rounds=(*self.rounds[:before], running),
            scores=self.scores[:before],
            course=self.course[: before + 1],
            stage=Stage.PLAYING,
        )
        if not running.is_closed:
            return changed
        if self.ruleset.needs_all_cards and changed.unaccounted():
            return replace(changed, stage=Stage.LEFTOVER)
        score = self._score(running)
        return replace(
            changed,
            scores=(*changed.scores, score),
            course=(*changed.course, changed.standings.after(score)),
            stage=Stage.RESULT,
        )

    def _start_round(self, dealer: Seat) -> "Match":
        if self.standings.finished:
            raise BadEvent("the match is over")
        fresh = Round.begin(self._seated(dealer), self.seats)
        return replace(self, rounds=(*self.rounds, fresh), stage=Stage.PLAYING)

    def _withdraw_round(self) -> "Match":
        if len(self.rounds) < 2 or not self.round.is_untouched:
            raise BadEvent("there is no round to go back to")
        return replace(self, rounds=self.rounds[:-1], stage=Stage.RESULT)

    def _finish(self) -> "Match":
        if not self.standings.finished:
            raise BadEvent("the match is not over")
        return replace(self, stage=Stage.FINISHED)

    def _correct(self, number: int, change: Change) -> "Match":
        """Change a scored round, and settle anew; dealers stay as they dealt."""
        if not 0 <= number < len(self.scores):
            raise BadEvent(f"round {number + 1} is not scored")
        new = self._changed(self.rounds[number], change)
        return replace(
            self,
            rounds=(*self.rounds[:number], new, *self.rounds[number + 1 :]),
            scores=(*self.scores[:number], self._score(new), *self.scores[number + 1 :]),
        )._settled_anew()

    def _change_length(self, number: int) -> "Match":
        name = self.ruleset.length_option
        if name == "rounds" and number < len(self.rounds):
            raise BadEvent(f"{len(self.rounds)} rounds have begun already")
        return replace(self, options=self.ruleset.options({**self.options, name: number}))._settled_anew()

    def _settled_anew(self) -> "Match":
        """Add the scored rounds up again, under the options in force now."""
        opening = Standings.begin(self.ruleset, self.options, self.seats)
        return replace(self, course=tuple(accumulate(self.scores, Standings.after, initial=opening)))

    def _seated(self, seat: Seat) -> Seat:
        """Return the seat if somebody sits there."""
        if seat not in self.seats:
            raise BadDealer(f"nobody sits at {seat}")
        return seat

    def _changed(self, old: Round, change: Change) -> Round:
        """Return a round after a change that this game allows."""
        self._seated(change.seat)
        if isinstance(change, TeyakuDeclared):
            check_declared(self.ruleset, self.options, self.seats, {change.seat: change.teyaku})
        left_out = Pile.of(change.cards) - self.ruleset.deck
        if left_out:
            raise BadEvent(f"{self.ruleset.id} is played without {left_out}")
        return old.with_change(self.event_count, change)

    def _score(self, round_: Round) -> RoundScore:
        piles = {seat: Pile.of(cards) for seat, cards in round_.piles.items()}
        return score_round(self.ruleset, self.options, piles, round_.dealer, round_.teyaku)
