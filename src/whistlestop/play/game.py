"""The `Game` object: deal a game, play it, take moves back and copy it.

    >>> from whistlestop import Game
    >>> game = Game.new("usa", seats=2, seed=7)

A `Game` holds all hidden information, so only the host of a table should have it. Give players and
bots `game.view(seat)`.
"""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from pathlib import Path
from random import Random
from typing import Any, Final, SupportsIndex, cast

import numpy as np

from whistlestop.actions import Action, ClaimRoute, KeepTickets, check_types
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.limits import SEATS
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.errors import ActionError, IllegalAction
from whistlestop.events import Event
from whistlestop.language import ENGLISH
from whistlestop.lazy_sequence import LazySequence
from whistlestop.play.notation import parse
from whistlestop.player_names import LONGEST_AT_TABLE, is_at_table
from whistlestop.reasons import Reason, because
from whistlestop.rules import luck as lucks
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import GAME, advance, seed_game, set_table
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.turns import BY_LOT
from whistlestop.seen.encoding import (
    CODES_AT,
    CODES_END,
    ENTRY_BYTES,
    LEGAL_AT,
    Codes,
    LegalActions,
    Workspace,
    encode,
    legal_actions,
    legal_codes,
    offered_codes,
    typed_actions,
    whole_code,
    workspace,
)
from whistlestop.seen.explain import belongs, reason_for
from whistlestop.seen.journal_events import answered, chance, entries, tell, without_answers
from whistlestop.seen.sheet import ScoreSheet, score_sheet
from whistlestop.seen.view import SPECTATOR, Sight, View
from whistlestop.seen.worlds import an_answer, sample
from whistlestop.whole_numbers import seed_number, whole_number


@dataclass(frozen=True, slots=True)
class Chance:
    """The result of one random event, such as a card that was drawn."""

    word: str
    """The name of a card or the code of a ticket. In `Game.dealt`, the first word can also be the
    number of the starting player, counted from 1."""
    seat: int | None
    """The only seat that may see the outcome, or None if every viewer may see it."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action that was taken, with its random outcomes and its events."""

    seat: int
    action: Action
    outcomes: tuple[Chance, ...]
    events: tuple[Event, ...]


class Events(LazySequence[Event]):
    """The events of one action, as a sequence that behaves like a tuple.

    The events are created on first access, from a copy of the journal (the log of what the compiled
    rules did). Later actions do not change the events.

    Attributes:
        seat: the seat that took the action.
        action: the action.
        journal: the copy of the journal, as bytes.
    """

    __slots__ = ("_move", "_table", "action", "journal", "seat")

    def __init__(
        self, table: tuple[Edition, int], seat: int, action: Action, journal: bytes
    ) -> None:
        """Store the data from which the events are created later.

        Args:
            table: the edition and the number of players.
            seat: the seat that took the action.
            action: the action.
            journal: a copy of the journal, as bytes.
        """
        self._made = None
        self._move: Move | None = None
        self._table = table
        self.seat: Final = seat
        self.action: Final = action
        self.journal: Final = journal

    def _make(self) -> tuple[Event, ...]:
        edition, seats = self._table
        return tell(edition, entries(self.journal), seats)

    @property
    def move(self) -> Move:
        """The action with its random outcomes and its events."""
        move = self._move
        if move is None:
            outcomes = _chances(self._table[0], self.journal)
            move = self._move = Move(self.seat, self.action, outcomes, self._all())
        return move


def _chances(edition: Edition, journal: bytes) -> tuple[Chance, ...]:
    """Return the random outcomes that a journal holds, in the order in which they happened."""
    found = chance(gazetteer(edition), entries(journal))
    return tuple(Chance(word, seat) for word, seat in found)


class Game:
    """One game of an edition. A game starts with a deal, or from a given position or record.

    `pickle` and `copy.deepcopy` also copy the random number generator, so that the copy will draw
    the same cards as the original. The method `copy` gives the new game a new seed instead.

    Attributes:
        edition: the edition being played.
        seats: the players' names.
    """

    def __init__(self, edition: Edition, seats: tuple[str, ...], state: Any, seed: int) -> None:
        """Create a game from a state record.

        Use `Game.new`, `Game.sampled` or `position.read_position` instead.

        Args:
            edition: the edition being played.
            seats: the players' names.
            state: the state record. It is copied.
            seed: the seed of the random numbers, 0 to 2**64 - 1.
        """
        self.edition = edition
        self.seats = seats
        # Plain bytes: Python reads them much faster than the fields of a record.
        self._memory = bytearray(GAME.itemsize)
        self._memory[: STATE.itemsize] = state.tobytes()
        self._share()
        seed_game(self._records, workspace().records, np.uint64(seed))
        # Replace this mapping and never change it in place: `_pending_before` keeps old mappings.
        self._pending: Mapping[int, KeepTickets] = {}
        self._past: list[Events] = []
        # The memory before each move. If this game is a copy, the memory before a move that was
        # made in the original has only the state, without the random number generator.
        self._before: list[bytes] = []
        self._pending_before: dict[int, Mapping[int, KeepTickets]] = {}
        self._sight: Sight | None = None
        self._sight_before: Sight | None = None
        self._journal = b""
        self._opening: tuple[Event, ...] | None = None
        self._dealt: tuple[Chance, ...] | None = None
        self._starter_drawn = False
        self._from_deal = False
        self._look_again()

    def _share(self) -> None:
        """Set the attributes that follow from other attributes.

        These are the book and the actions of the edition, which all games of the edition share, and
        NumPy records that read and write this game's memory.
        """
        self._books = books_of(self.edition)
        self._actions = typed_actions(self.edition)
        self._table = self.edition, len(self.seats)
        self._records = np.frombuffer(self._memory, dtype=GAME)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that `pickle` and `deepcopy` store.

        `__setstate__` rebuilds all other attributes from these.
        """
        kept = {name: value for name, value in vars(self).items() if name not in _FOUND_AGAIN}
        kept["_past"] = [(one.seat, one.action, one.journal) for one in self._past]
        # These values change in place. Without a copy, `copy.copy` would share them.
        kept["_memory"] = bytes(self._memory)
        kept["_before"] = [*self._before]
        kept["_pending_before"] = {**self._pending_before}
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore the attributes that `__getstate__` returned, and rebuild all others."""
        vars(self).update(kept)
        self._memory = bytearray(kept["_memory"])
        self._sight = self._sight_before = None
        self._share()
        self._past = [Events(self._table, *one) for one in kept["_past"]]
        self._look_again()

    @classmethod
    def new(
        cls,
        edition: str | Path | Edition = "usa",
        seats: int | tuple[str, ...] | list[str] = 2,
        *,
        seed: int | None = None,
        starter: int | None = None,
        dealt: tuple[str, ...] | None = None,
    ) -> Game:
        """Deal a new game and return it.

        Args:
            edition: an edition's name, the path of an edition file, or an edition.
            seats: the number of players, or their names.
            seed: a number from 0 to 2**64 - 1. Games with equal seeds are dealt alike. If left out,
                the operating system supplies a random seed.
            starter: the seat that begins. If left out, the starter is drawn by lot (C-03).
            dealt: the random outcomes of the deal, taken from a record. If left out, new outcomes
                are drawn.

        Raises:
            EditionError: the edition is unknown or its file is wrong.
            TypeError: the number of players, the seed or the starter is not a whole number, or a
                name is not a string.
            ValueError: the edition does not allow this number of players, a name is not allowed or
                appears twice, there is no such starter, the seed is out of range, or the given
                outcomes are impossible.
        """
        chosen = edition if isinstance(edition, Edition) else load(edition)
        names = _names(chosen, seats)
        if starter is not None:
            starter = whole_number(starter, "starter", 0, len(names) - 1)
        game = cls(chosen, names, _BLANK, _seed(seed))
        game._deal(starter, dealt)
        return game

    @classmethod
    def sampled(cls, view: View, *, seed: int | None = None) -> Game:
        """Return a game that agrees with a view. Everything hidden from the viewer is random.

        To sample thousands of positions, use `worlds.sample`, which deals them in compiled code.

        Args:
            view: the view of a seat, a spectator or the referee.
            seed: a number from 0 to 2**64 - 1 that makes the hidden cards and the rest of the game
                repeatable. If left out, the operating system supplies a random seed.

        Raises:
            PositionError: no game agrees with this view.
            TypeError: the seed is not a whole number.
            ValueError: the seed is out of range.
        """
        number = _seed(seed)
        state = sample(view, 1, number)[0]
        names = _numbered(len(view.players))
        game = cls(view.edition, names, state, number)
        for player in view.players:
            if player.answered and player.seat >= view.seat:
                offer = offered_codes(game.index, state, player.seat)
                kept = an_answer(view, player, offer, Random(number + player.seat))
                game._pending = {**game._pending, player.seat: KeepTickets(kept)}
                game._look_again()
        return game

    def _deal(self, starter: int | None, dealt: tuple[str, ...] | None) -> None:
        work = self._lent(None if dealt is None else list(dealt), by_lot=starter is None)
        lot = BY_LOT if starter is None else starter
        drawn = dealt is None
        number = set_table(self._books, self._records, work.records, len(self.seats), lot, drawn)
        if not drawn:
            _check_used(work, "the deal")
        self._journal = bytes(work.journal[: number * ENTRY_BYTES])
        self._opening = self._dealt = None
        self._starter_drawn = starter is None
        self._from_deal = True
        self._look_again()

    # What is on the table -------------------------------------------------------------------

    @property
    def index(self) -> Gazetteer:
        """The edition's gazetteer, which converts between names, codes and numbers."""
        return gazetteer(self.edition)

    @property
    def state(self) -> Any:
        """A copy of the state record, for the functions of `whistlestop.rules`.

        A change of the copy does not change the game.
        """
        return self._records["state"].copy()[0]

    @property
    def _state(self) -> Any:
        """The state record of the game, not a copy."""
        return self._records["state"][0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    @property
    def starter(self) -> int:
        """The seat that takes the first turn."""
        return self._memory[_STARTER_AT]

    @property
    def starter_drawn(self) -> bool:
        """Whether the starter was drawn by lot."""
        return self._starter_drawn

    @property
    def from_deal(self) -> bool:
        """Whether the game began with a deal. False if the game began from a position."""
        return self._from_deal

    @property
    def dealt(self) -> tuple[Chance, ...]:
        """The random outcomes of the deal. A starting player who was drawn by lot comes first."""
        if self._dealt is None:
            self._dealt = _chances(self.edition, self._journal)
            if self._starter_drawn:
                self._dealt = (Chance(str(self.starter + 1), None), *self._dealt)
        return self._dealt

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events of the deal."""
        if self._opening is None:
            self._opening = tell(self.edition, entries(self._journal), len(self.seats))
        return self._opening

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every action taken so far."""
        return tuple([events.move for events in self._past])

    @property
    def last(self) -> Move | None:
        """The last action taken, or None before the first one."""
        return self._past[-1].move if self._past else None

    @property
    def length(self) -> int:
        """The number of actions taken so far."""
        return len(self._past)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, including the deal. Use `event.seen_by(seat)` to remove secrets."""
        return self.events_since(-1)

    def events_since(self, length: int) -> tuple[Event, ...]:
        """Return the events that happened after a given number of actions.

        Args:
            length: an earlier value of the attribute `length`. -1 returns all events, including
                the deal.
        """
        later = (event for events in self._past[max(length, 0) :] for event in events)
        return (*(self.opening if length < 0 else ()), *later)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have to decide now.

        Usually this is one seat, and none when the game is over. While the players choose their
        opening tickets there can be several, because they may answer in any order (C-02).
        """
        return self._deciding

    def _who_decides(self) -> tuple[int, ...]:
        if self._phase == OPENING_KEEP:
            first = self._memory[_SEAT_AT]
            return tuple(s for s in range(first, len(self.seats)) if s not in self._pending)
        return () if self._phase == OVER else _ALONE[self._memory[_SEAT_AT]]

    @property
    def seat(self) -> int | None:
        """The first seat that has to decide now, or None when the game is over."""
        return self._deciding[0] if self._deciding else None

    def view(self, viewer: int | None = None) -> View:
        """Return the position as one viewer sees it.

        Args:
            viewer: a seat, `SPECTATOR`, or `REFEREE`, who sees everything. None is a spectator.

        Raises:
            TypeError: the viewer is not a whole number.
            ValueError: there is no such seat.
        """
        chosen = SPECTATOR if viewer is None else self._seat_number(viewer)
        if self._sight is None:
            pending = {seat: answer.tickets for seat, answer in self._pending.items()}
            self._sight = Sight(self.edition, self._state, pending, self._sight_before)
        return self._sight.view(chosen)

    def score_sheet(self) -> ScoreSheet:
        """Return the score sheet as if the game ended now. It includes every player's tickets."""
        return score_sheet(self.edition, self._state)

    # Playing --------------------------------------------------------------------------------

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """Return the legal actions of a seat. The list is empty if the seat need not decide now.

        The list behaves like a tuple: it is immutable and does not change when the game goes on.
        Its actions are created when you access them.

        Args:
            seat: the seat. If left out, the first seat that has to decide.

        Raises:
            TypeError: the seat is not a whole number.
            ValueError: there is no such seat.
        """
        if seat is not None:
            seat = self._seat_number(seat)
            if seat not in self._deciding:
                self._check_seat(seat)
                return LegalActions(self._actions, _NO_CODES)
            if seat != self._deciding[0]:
                return LegalActions(self._actions, self._codes_of(seat))
        legal = self._legal
        if legal is None:
            codes = self._codes_of(self._deciding[0]) if self._deciding else _NO_CODES
            legal = self._legal = LegalActions(self._actions, codes)
        return legal

    def _codes_of(self, seat: int) -> Codes:
        """Return the code numbers of the actions that a deciding seat may take now."""
        decider = self._memory[_SEAT_AT]
        if seat == decider and self._codes is not None:
            return self._codes
        games = self._records.copy()
        games["state"]["seat"] = seat
        codes = legal_codes(self.edition, games)
        if seat == decider:
            self._codes = codes
        return codes

    def next_claims(self, seat: int) -> tuple[ClaimRoute, ...]:
        """Return the claims that would be legal if a seat's turn began now.

        These claims depend only on the seat's own hand and on public information. When the game is
        over, the result is empty.

        Raises:
            TypeError: the seat is not a whole number.
            ValueError: there is no such seat.
        """
        return self._claims_of(seat)

    def claims_with_any_cards(self, seat: int) -> tuple[ClaimRoute, ...]:
        """Return the claims that would be legal if a seat's turn began now and it held all cards.

        Routes that are closed to the seat, or too long for its pieces, have no claims. The claims
        depend only on public information. When the game is over, the result is empty.

        Raises:
            TypeError: the seat is not a whole number.
            ValueError: there is no such seat.
        """
        return self._claims_of(seat, every_card=True)

    def _claims_of(self, seat: int, *, every_card: bool = False) -> tuple[ClaimRoute, ...]:
        """Return the claims that would be legal if a seat's turn began now.

        Args:
            seat: the seat.
            every_card: whether to list the claims as if the seat held all cards of every kind.
        """
        self._check_seat(self._seat_number(seat))
        if self.over:
            return ()
        state = self.state
        state.seat, state.phase = self._seat_number(seat), Phase.TURN
        if every_card:
            cards = min(self.edition.cards.total, np.iinfo(np.uint8).max)
            state.hand[seat] = [cards if kind else 0 for kind in self.index.kinds]
        found = legal_actions(self.edition, state, seat)
        return tuple(action for action in found if isinstance(action, ClaimRoute))

    def choices(self, seat: int | None = None) -> Mapping[str, Action]:
        """Return the legal actions of a seat, keyed by their text in the notation of records.

        Args:
            seat: the seat. If left out, the first seat that has to decide.

        Returns:
            A mapping from text to action. It is empty if the seat has nothing to decide.

        Raises:
            TypeError: the seat is not a whole number.
            ValueError: there is no such seat.
        """
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None:
            return {}
        if self._choices is None:
            self._choices = {}
        if chosen not in self._choices:
            self._choices[chosen] = {
                _words(action): action for action in self.legal_actions(chosen)
            }
        return self._choices[chosen]

    def parse(self, words: str, seat: int | None = None, language: str = ENGLISH) -> Action:
        """Read the words of an action and return the action. The action need not be legal.

        Args:
            words: an action in the notation of records, or as people type it.
            seat: the seat that acts. If left out, the first seat that has to decide.
            language: the code of a language. The words may be in this language or in English.

        Raises:
            MalformedAction: the words do not describe an action.
            AmbiguousAction: the words fit several legal actions.
            IllegalAction: the game is over, or the words leave something open and no legal action
                fits them.
            TypeError: `words` is not a str, or the seat is not a whole number.
            ValueError: there is no such seat or no such language.
        """
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None or self.over:
            raise IllegalAction(because(self.index, "game_over"))
        if not isinstance(words, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            check_types(words)
            raise TypeError(f"{words!r} is an action already; parse reads its words")
        choices = self.choices(chosen)
        if words in choices:
            return choices[words]
        return parse(words, self.view(chosen), self.legal_actions(chosen), language)

    def play(self, action: Action | str, seat: int | None = None) -> Events:
        """Take an action and return its events.

        The rules check that the action is legal. If the action is illegal, nothing changes. An
        action from `legal_actions` is checked fastest, because its number is already known.

        The returned events behave like a tuple. They are created when you first access them, even
        if other actions were taken in between.

        Args:
            action: a typed action, or its words.
            seat: the seat that acts. If left out, the first seat that has to decide.

        Raises:
            MalformedAction: the words do not describe an action, or the action names something that
                does not exist.
            AmbiguousAction: the words fit several legal actions.
            IllegalAction: the rules do not allow the action now, or there is no such seat. The
                message gives the reason.
            TypeError: `action` is neither an action nor a str, or the seat is not a whole number.
        """
        code = self._actions.code_of.get(id(action))
        if (
            code is not None
            and self._phase != OPENING_KEEP
            and (seat is None or (type(seat) is int and self._deciding == (seat,)))
        ):
            work = workspace()
            before = bytes(self._memory)
            number = advance(self._books, self._records, work.records, code, True)
            if number >= 0:
                journal = bytes(work.journal[: number * ENTRY_BYTES])
                events = Events(self._table, before[_SEAT_AT], self._actions[code], journal)
                self._before.append(before)
                self._past.append(events)
                end = CODES_AT + work.numbers[LEGAL_AT]
                # If the list of legal actions is too long for the workspace, it is created later,
                # when a caller asks for the list.
                self._look_again(work.numbers[CODES_AT:end] if end <= CODES_END else None)
                return events
        return self._play(action, seat, None)

    def replay(self, action: Action | str, seat: int | None, outcomes: list[str]) -> Events:
        """Take an action with given random outcomes, as a record has them, and return its events.

        Nothing changes if an error is raised.

        Args:
            action: a typed action, or its words.
            seat: the seat that acts. If left out, the first seat that has to decide.
            outcomes: names of cards and codes of tickets, in the order in which they were drawn.

        Raises:
            ActionError: the action cannot be taken. `play` lists the kinds of this error.
            TypeError: `action` is neither an action nor a str, or the seat is not a whole number.
            ValueError: the outcomes are impossible, too few or too many.
        """
        return self._play(action, seat, outcomes)

    def _play(self, action: Action | str, seat: int | None, given: list[str] | None) -> Events:
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None:
            raise IllegalAction(because(self.index, "game_over"))
        if chosen not in self.deciding:
            raise IllegalAction(self._not_your_turn(chosen))
        if isinstance(action, str):
            typed = self.parse(action, chosen)
        else:
            if id(action) not in self._actions.code_of:
                check_types(action)
            typed = action
        code = self._checked(typed, chosen)
        before, pending = bytes(self._memory), self._pending
        codes: Codes | None = None
        try:
            if chosen != self._memory[_SEAT_AT]:
                if given:
                    raise ValueError("chance brings nothing to an opening answer")
                answer = self._actions[code]
                assert isinstance(answer, KeepTickets)
                self._pending = {**self._pending, chosen: answer}
                journal, codes = answered(chosen), self._codes
            else:
                journal, codes = self._perform(chosen, code, given)
        except ValueError:
            self._memory[:], self._pending = before, pending
            raise
        finally:
            self._look_again(codes)
        events = Events(self._table, chosen, self._actions[code], journal)
        if pending:
            self._pending_before[len(self._past)] = pending
        self._past.append(events)
        self._before.append(before)
        return events

    def _perform(self, seat: int, code: int, given: list[str] | None) -> tuple[bytes, Codes]:
        """Take a legal action, and then the opening answers that were waiting for it.

        Seats may answer their opening offers in any order, but the state record takes the answers
        in the order of the seats. An answer that comes early waits for those of earlier seats.

        Args:
            seat: the seat that acts.
            code: the code number of the action.
            given: the random outcomes to repeat. None draws new outcomes.

        Returns:
            The journal without the entries of the waiting answers, and the codes of the actions
            that are legal afterwards.

        Raises:
            ValueError: the given outcomes are impossible. The state may already have changed.
        """
        work = self._lent(given)
        pending = dict(self._pending)
        waited: list[int] = []
        taken: int | None = code
        number, begins = 0, given is None
        while taken is not None:
            number = advance(self._books, self._records, work.records, taken, begins)
            assert number >= 0, "the action has been checked"
            taken, begins = None, False
            if self._memory[_PHASE_AT] == OPENING_KEEP:
                decider = self._memory[_SEAT_AT]
                if (waiting := pending.pop(decider, None)) is not None:
                    waited.append(decider)
                    numbers = encode(self.edition, self._state, waiting, decider)
                    taken = whole_code(self.edition, self._state, numbers, decider)
        if given is not None:
            _check_used(work, str(self._actions[code]))
        self._pending = pending
        journal = bytes(work.journal[: number * ENTRY_BYTES])
        if waited:
            journal = without_answers(journal, waited)
        return journal, work.codes(self.edition, self._records)

    def _look_again(self, codes: Codes | None = None) -> None:
        """Update or clear the cached values after the position has changed.

        Args:
            codes: the code numbers of the actions that are legal now, if known.
        """
        self._phase = phase = self._memory[_PHASE_AT]
        self._over = phase == OVER
        if phase == OPENING_KEEP or self._over:
            self._deciding = self._who_decides()
        else:
            self._deciding = _ALONE[self._memory[_SEAT_AT]]
        self._codes = codes
        self._legal: LegalActions | None = None
        self._choices: dict[int, dict[str, Action]] | None = None
        if self._sight is not None:
            self._sight_before, self._sight = self._sight, None

    def _checked(self, action: Action, seat: int) -> int:
        """Check that a seat may take an action now. Return the code number of the action.

        Raises:
            IllegalAction: the rules do not allow the action.
            MalformedAction: the action names something that the edition does not have.
        """
        legal = self._codes_of(seat)
        known = self._actions.code_of.get(id(action))
        if known is not None and known in legal:
            return known
        state = self._as_if(seat)
        if not belongs(PHASES[self._phase], action):
            raise IllegalAction(reason_for(self.view(seat), action))
        code = whole_code(self.edition, state, encode(self.edition, state, action, seat), seat)
        if code not in legal:
            raise IllegalAction(reason_for(self.view(seat), action))
        return code

    def _as_if(self, seat: int) -> Any:
        """Return a state record in which this seat decides.

        If the seat decides now, this is the game's own state record. Otherwise it is a copy with
        the seat changed. The copy is needed for a seat that answers its opening offer before
        earlier seats do.
        """
        if self._memory[_SEAT_AT] == seat:
            return self._state
        copy = self.state
        copy.seat = seat
        return copy

    def _seat_number(self, seat: object) -> int:
        """Return a seat, `SPECTATOR` or `REFEREE` as an int, without a check that the seat exists.

        Raises:
            TypeError: the value is not a whole number.
        """
        try:
            return index(cast(SupportsIndex, seat))
        except TypeError as error:
            most = len(self.seats) - 1
            raise TypeError(f"a seat is a whole number from 0 to {most}, not {seat!r}") from error

    def _check_seat(self, seat: int) -> None:
        """Check that a seat is at the table.

        Raises:
            ValueError: there is no such seat.
        """
        if not 0 <= seat < len(self.seats):
            raise ValueError(f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}")

    def _not_your_turn(self, seat: int) -> str | Reason:
        if not 0 <= seat < len(self.seats):
            return f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}"
        if self.over:
            return because(self.index, "game_over")
        return because(self.index, "not_your_turn", self.seats, seats=self.deciding)

    # Chance ---------------------------------------------------------------------------------

    def _lent(self, given: list[str] | None, *, by_lot: bool = False) -> Workspace:
        """Prepare the calling thread's workspace for an action, and return the workspace.

        Args:
            given: the random outcomes to repeat. None draws new outcomes.
            by_lot: whether the first given outcome is the number of the starting player.

        Raises:
            ValueError: there are too many outcomes, or one is neither a card nor a ticket.
        """
        work = workspace()
        if given is None:
            return work
        if len(given) > lucks.OUTCOMES:
            raise ValueError(
                f"{len(given)} outcomes are given; one action brings {lucks.OUTCOMES} at most"
            )
        for position, word in enumerate(given):
            work.luck.outcomes[position] = self._outcome(word, by_lot and position == 0)
        lucks.repeat(work.luck, len(given))
        return work

    def _outcome(self, word: str, lot: bool) -> int:
        index = self.index
        if lot and word in map(str, range(1, len(self.seats) + 1)):
            return lucks.SEAT + int(word) - 1
        if word in index.kind_of:
            return index.kind_of[word]
        if word in index.ticket_of:
            return int(lucks.ticket_outcome(index.ticket_of[word]))
        # Untrusted records may contain words of any length.
        raise ValueError(f"{word[:64]!r} is neither a card nor a ticket of {self.edition.title}")

    # Going back, and copies -----------------------------------------------------------------

    def undo(self, *, same_luck: bool = False) -> Move:
        """Take back the last action and return it as a move.

        By default, the random number generator is not restored. If the same action is played again,
        it may draw other cards or tickets.

        Args:
            same_luck: whether to restore the random number generator, too. The deck is then in the
                order that it had before the action. In a game made by `copy`, this works only for
                actions taken after copying.

        Raises:
            ActionError: there is nothing to take back.
        """
        if not self._before:
            raise ActionError("there is nothing to take back")
        before = self._before.pop()
        kept = len(before) if same_luck else STATE.itemsize
        self._memory[:kept] = before[:kept]
        move = self._past.pop().move
        self._pending = self._pending_before.pop(len(self._past), {})
        self._look_again()
        return move

    def undo_to(self, length: int, *, same_luck: bool = False) -> None:
        """Take back the last actions until a number of actions is left.

        By default, the random number generator is not restored. If equal actions are taken again,
        they may draw other cards or tickets.

        Args:
            length: the number of actions that stay, from 0 to the attribute `length`.
            same_luck: whether to restore the random number generator, too. The deck is then in the
                order that it had before. In a game made by `copy`, this works only for actions
                taken after copying.

        Raises:
            TypeError: `length` is not a whole number.
            ValueError: the game has fewer actions, or the number is negative.
        """
        length = whole_number(length, "the number of actions", 0, self.length)
        while self.length > length:
            self.undo(same_luck=same_luck)

    def copy(self, *, seed: int | None = None) -> Game:
        """Return an independent copy of the game, with the position and the moves so far.

        Args:
            seed: the seed of the copy's random numbers, 0 to 2**64 - 1. If left out, the operating
                system supplies one, so that moves tried in the copy do not reveal the cards that
                the original game will draw.

        Raises:
            TypeError: the seed is not a whole number.
            ValueError: the seed is out of range.
        """
        twin = Game(self.edition, self.seats, self._records["state"], _seed(seed))
        twin._pending = self._pending
        twin._past = list(self._past)
        # The copy must not contain the random number generator, which reveals the deck.
        twin._before = [before[: STATE.itemsize] for before in self._before]
        twin._pending_before = dict(self._pending_before)
        twin._journal = self._journal
        twin._opening = self._opening
        twin._dealt = self._dealt
        twin._starter_drawn = self._starter_drawn
        twin._from_deal = self._from_deal
        twin._look_again(self._codes)
        return twin

    def _repr_svg_(self) -> str:
        """Return a drawing of the position as a spectator sees it. Notebooks call this."""
        # Imported late: most games are never drawn.
        from whistlestop.drawing import position

        return position(self.view(), names=self.seats)

    def __str__(self) -> str:
        """Return one line with the edition, the players' names, and the turn's number or `over`."""
        turn = int(self._state["turns"]) + 1
        where = "over" if self.over else f"turn {turn}"
        return f"{self.edition.title}: {', '.join(self.seats)} ({where})"


_BLANK: Final = np.zeros(1, dtype=STATE)[0]

OPENING_KEEP: Final = Phase.OPENING_KEEP
OVER: Final = Phase.OVER

_SEAT_AT: Final = int(cast(Any, STATE.fields)["seat"][1])
_PHASE_AT: Final = int(cast(Any, STATE.fields)["phase"][1])
_STARTER_AT: Final = int(cast(Any, STATE.fields)["starter"][1])
"""The offset of the field `starter` in a state record, in bytes. The field is one byte long, like
the fields at `_SEAT_AT` and `_PHASE_AT`."""

_NO_CODES: Final[Codes] = array("q")

_FOUND_AGAIN: Final = frozenset(
    {
        "_actions",
        "_books",
        "_choices",
        "_codes",
        "_legal",
        "_records",
        "_sight",
        "_sight_before",
        "_table",
    }
)
"""The names of the attributes that `__setstate__` rebuilds. Other attributes determine them, or all
games of the edition share them."""

_ALONE: Final = tuple((seat,) for seat in range(SEATS))


@lru_cache(maxsize=1 << 15)
def _words(action: Action) -> str:
    """Return the words of an action in the notation of records, from a cache if possible."""
    return str(action)


def _check_used(work: Workspace, what: str) -> None:
    """Check that an action used all given random outcomes and that each of them was possible.

    Args:
        work: the workspace in which the action was taken.
        what: a text for the action, for the error message.

    Raises:
        ValueError: an outcome was impossible, or there were too few or too many.
    """
    luck = work.luck
    used, given = int(luck["used"]), int(luck["given"])
    if int(luck["fault"]):
        if used >= given:
            raise ValueError(f"{what}: chance must have brought more than is given here")
        raise ValueError(f"{what}: outcome {used + 1} is not possible")
    if used != given:
        raise ValueError(f"{what}: chance brought {used} things, {given} are given")


def _seed(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else seed_number(seed)


@lru_cache
def _numbered(seats: int) -> tuple[str, ...]:
    """Return default names for a number of players: "Player 1", "Player 2" and so on."""
    return tuple(f"Player {number + 1}" for number in range(seats))


def _names(edition: Edition, seats: int | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    if isinstance(seats, str):
        raise ValueError("give the number of players, or a list of their names")
    if not isinstance(seats, tuple | list):
        return _checked_names(edition, checked_players(edition, seats))
    strange = [name for name in cast("Sequence[object]", seats) if not isinstance(name, str)]
    if strange:
        raise TypeError(f"the name of a player is a text, not {strange[0]!r}")
    return _checked_names(edition, tuple(seats))


@lru_cache(maxsize=256)
def _checked_names(edition: Edition, seats: int | tuple[str, ...]) -> tuple[str, ...]:
    names = _numbered(seats) if isinstance(seats, int) else seats
    checked_players(edition, len(names))
    faulty = [name for name in names if not is_at_table(name)]
    if faulty:
        raise ValueError(
            f"{faulty[0][: 2 * LONGEST_AT_TABLE]!r} is no name for a player: expected 1 to "
            f"{LONGEST_AT_TABLE} characters that can be seen"
        )
    if len(set(names)) != len(names):
        raise ValueError("every player needs a name of their own")
    return names
