"""A match: made from events, one after the other, and the same again when they are replayed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scorer.cards import Pile
from scorer.errors import BadDealer, BadSeats
from scorer.events import (
    BadEvent,
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
)
from scorer.options import Options
from scorer.round import Change, Round, worked_out
from scorer.ruleset import Ruleset
from scorer.scoring import RoundScore, score_round
from scorer.seats import Seat
from scorer.stage import Stage
from scorer.standings import Standings
from scorer.teyaku import check_declared

__all__ = ["Match"]


@dataclass(frozen=True, slots=True)
class Match:
    """One match of one game, by the rules and house rules that it began with.

    Attributes:
        ruleset, options: the rules in force.
        seats: who plays, in playing order.
        names: what the players are called; a seat may have none.
        event_count: how many events made it; the next one gets this number.
        before: the standings before each round, oldest first; as long as `rounds`.
        rounds: every round, the last one running or just scored.
        score: the last round's score while its result is shown.
        stage: what the table does now.

    Example:
        >>> from scorer import Card, load
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
    event_count: int = 0
    before: tuple[Standings, ...] = ()
    rounds: tuple[Round, ...] = ()
    score: RoundScore | None = None
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
        if len(seats) not in ruleset.players or seats != tuple(Seat)[: len(seats)]:
            raise BadSeats(f"{ruleset.id} is not played by {', '.join(map(str, seats)) or 'nobody'}")
        return cls(ruleset, options, seats, MappingProxyType(dict(names)))

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
    def standings(self) -> Standings:
        """Chips, counters and points, with the last round from its result on."""
        if self.score is not None:
            return self.before[-1].after(self.score)
        return self.before[-1] if self.before else self._start()

    @property
    def winner(self) -> Seat | None:
        """Who won; None before the end, and where it is drawn. A correction never takes an end back."""
        standings = self.standings
        return (
            standings.leader if self.stage is Stage.FINISHED and not standings.finished else standings.winner
        )

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
        match event:
            case RoundStarted(dealer):
                after = self._start_round(dealer)
            case CardsCaptured() | CardsMoved() | TeyakuDeclared():
                after = self._change(event)
            case Undone(number):
                after = self._undo(number)
            case Redone(number):
                after = self._redo(number)
            case RoundCorrected(number, change):
                after = self._correct(number, change)
            case LengthChanged(number):
                after = self._change_length(number)
            case PlayerChosen(seat):
                self._require(Stage.PLAYING, Stage.LEFTOVER)
                self._require_seat(seat)
                after = self._with_round(replace(self.round, active=seat, is_letter_pressed=True))
            case DealerCorrected(dealer):
                self._require(Stage.PLAYING)
                self._require_seat(dealer)
                after = self._with_round(self.round.dealt_by(dealer))
            case _:
                after = self._turn_page(event)
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

    def _start(self) -> Standings:
        return Standings.begin(self.ruleset, self.options, self.seats)

    def _require(self, *stages: Stage) -> None:
        if self.stage not in stages:
            raise BadEvent(f"not while the match is {self.stage.value}")

    def _require_seat(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise BadDealer(f"nobody sits at {seat}")

    def _turn_page(self, event: Event) -> "Match":
        """Apply the events that carry nothing but what they are."""
        match event:
            case Misdealt():
                self._require(Stage.PLAYING, Stage.LEFTOVER)
                return self._with_round(self._deal(self.round.dealer))
            case RoundClosed():
                self._require(Stage.PLAYING)
                return self._with_round(replace(self.round, is_closed=True))
            case RoundReopened():
                self._require(Stage.LEFTOVER, Stage.RESULT)
                return self._with_round(replace(self.round, is_closed=False))
            case RoundWithdrawn():
                return self._withdraw_round()
            case MatchFinished():
                self._require(Stage.RESULT)
                if not self.standings.finished:
                    raise BadEvent("the match is not over")
                return replace(self, stage=Stage.FINISHED)
            case MatchResumed():
                self._require(Stage.FINISHED)
                return replace(self, stage=Stage.RESULT)
            case MatchEnded():
                if self.stage is Stage.ENDED:
                    raise BadEvent("the match has ended already")
                return replace(self, stage=Stage.ENDED)
            case _:
                raise BadEvent(f"not an event: {event!r}")

    def _deal(self, dealer: Seat) -> Round:
        self._require_seat(dealer)
        return worked_out(Round(dealer=dealer, active=dealer), self.seats, self.ruleset)

    def _start_round(self, dealer: Seat) -> "Match":
        self._require(Stage.NEW, Stage.RESULT)
        if self.score is not None and self.standings.finished:
            raise BadEvent("the match is over")
        return replace(
            self,
            before=(*self.before, self.standings),
            rounds=(*self.rounds, self._deal(dealer)),
            score=None,
            stage=Stage.PLAYING,
        )

    def _withdraw_round(self) -> "Match":
        self._require(Stage.PLAYING)
        if len(self.rounds) < 2 or not self.round.is_untouched:
            raise BadEvent("there is no round to go back to")
        shorter = replace(self, before=self.before[:-1], rounds=self.rounds[:-1])
        return shorter._with_round(shorter.round)

    def _change(self, change: Change) -> "Match":
        self._require(Stage.PLAYING, Stage.LEFTOVER)
        self._check(change)
        return self._with_round(self._changed(self.round, change))

    def _changed(self, old: Round, change: Change) -> Round:
        """Add a change to a round; what was taken back before can then not hold again."""
        kept = tuple(pair for pair in old.changes if pair[0] not in old.undone)
        changes = (*kept, (self.event_count, change))
        return worked_out(replace(old, changes=changes, undone=()), self.seats, self.ruleset)

    def _check(self, change: Change) -> None:
        self._require_seat(change.seat)
        if isinstance(change, TeyakuDeclared):
            check_declared(self.ruleset, self.options, self.seats, {change.seat: change.teyaku})

    def _undo(self, number: int) -> "Match":
        self._require(Stage.PLAYING)
        last = self.round.last_change()
        if last is None or last[0] != number:
            raise BadEvent(f"event {number} is not the last change of the round")
        return self._with_undone((*self.round.undone, number))

    def _redo(self, number: int) -> "Match":
        self._require(Stage.PLAYING)
        if not self.round.undone or self.round.undone[-1] != number:
            raise BadEvent(f"event {number} was not the last to be taken back")
        return self._with_undone(self.round.undone[:-1])

    def _with_undone(self, undone: tuple[int, ...]) -> "Match":
        return self._with_round(worked_out(replace(self.round, undone=undone), self.seats, self.ruleset))

    def _correct(self, number: int, change: Change) -> "Match":
        """Change a scored round, and settle it and those after it anew; dealers stay as dealt."""
        scored = len(self.before) - (self.score is None)
        if self.stage is Stage.ENDED or not 0 <= number < scored:
            raise BadEvent(f"round {number + 1} is not scored")
        self._check(change)
        new = self._changed(self.rounds[number], change)
        rounds = (*self.rounds[:number], new, *self.rounds[number + 1 :])
        return replace(self, rounds=rounds)._settled_anew(scored)

    def _settled_anew(self, scored: int) -> "Match":
        """Score the rounds again, with the options in force now."""
        scores = [self._score(round_) for round_ in self.rounds[:scored]]
        before = [self._start()]
        for score in scores:
            before.append(before[-1].after(score))
        return replace(
            self,
            before=tuple(before[: len(self.rounds)]),
            score=None if self.score is None else scores[-1],
        )

    def _change_length(self, number: int) -> "Match":
        self._require(Stage.PLAYING)
        name = self.ruleset.length_option
        if name == "rounds" and number < len(self.rounds):
            raise BadEvent(f"{len(self.rounds)} rounds have begun already")
        options = self.ruleset.options({**self.options, name: number})
        return replace(self, options=options)._settled_anew(len(self.before) - 1)

    def _score(self, round_: Round) -> RoundScore:
        piles = {seat: Pile.of(cards) for seat, cards in round_.piles.items()}
        return score_round(self.ruleset, self.options, piles, round_.dealer, round_.teyaku)

    def _with_round(self, running: Round) -> "Match":
        """Put the running round in, and see whether it can be scored."""
        changed = replace(self, rounds=(*self.rounds[:-1], running), score=None, stage=Stage.PLAYING)
        if not running.is_closed:
            return changed
        if self.ruleset.needs_all_cards and changed.unaccounted():
            return replace(changed, stage=Stage.LEFTOVER)
        return replace(changed, score=self._score(running), stage=Stage.RESULT)
