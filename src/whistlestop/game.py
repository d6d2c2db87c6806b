"""A game: the object people hold.

    >>> from whistlestop import Game
    >>> game = Game.new("usa", seats=2, seed=7)

It knows everything, so it belongs to the host of a table. Players and bots get `game.view(seat)`.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from pathlib import Path
from random import Random
from typing import Any, SupportsIndex

import numpy as np

from whistlestop.actions import Action, ClaimRoute, KeepTickets, check_types
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.encoding import after_choice, decode, encode, legal_actions, offered_codes
from whistlestop.errors import ActionError, IllegalAction
from whistlestop.events import Event, TicketsAnswered
from whistlestop.explain import belongs, reason_for
from whistlestop.journal_events import Entry, chance, entries, tell
from whistlestop.language import ENGLISH
from whistlestop.notation import parse
from whistlestop.player_names import LONGEST_AT_TABLE, is_at_table
from whistlestop.reasons import Reason, because
from whistlestop.rules import luck as lucks
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry.whole_actions import take
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.turns import BY_LOT, deal, is_legal
from whistlestop.sheet import ScoreSheet, score_sheet
from whistlestop.view import REFEREE, SPECTATOR, Sight, View
from whistlestop.worlds import an_answer, sample

_workspace = threading.local()


def _luck() -> Any:
    """This thread's arrays for chance and journal, which are large, so that games share them."""
    if not hasattr(_workspace, "luck"):
        _workspace.lucks = np.zeros(1, dtype=lucks.LUCK)
        _workspace.luck = _workspace.lucks[0]
        # Looked up once: a record takes long to find its fields.
        _workspace.generator = _workspace.luck["generator"]
    return _workspace.luck


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that chance brought."""

    word: str
    """A card or a ticket."""
    seat: int | None
    """Whose secret it is; None = everybody saw it."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action that was taken, and what chance brought with it."""

    seat: int
    action: Action
    outcomes: tuple[Chance, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class _Before:
    """The state needed to take a move back."""

    state: bytes
    pending: dict[int, KeepTickets]
    moves: int


class Game:
    """One game of an edition, from the deal, from a position or from a record.

    Attributes:
        edition: the edition being played.
        seats: the players' names.
    """

    def __init__(self, edition: Edition, seats: tuple[str, ...], state: Any, seed: int) -> None:
        """Wrap a state; use `Game.new`, `Game.sampled` or `position.read_position` instead."""
        self.edition = edition
        self.seats = seats
        self._book = book_of(edition)
        self._states = np.empty(1, dtype=STATE)
        self._states[0] = state
        self._state: Any = self._states[0]
        self._pending: dict[int, KeepTickets] = {}
        self._moves: list[Move] = []
        self._before: list[_Before] = []
        self._generators: list[Any] = []
        self._deciding: tuple[int, ...] | None = None
        self._sight: Sight | None = None
        self._sight_before: Sight | None = None
        self._legal: dict[int, tuple[Action, ...]] = {}
        self._choices: dict[int, dict[str, Action]] = {}
        self._opening: tuple[Event, ...] = ()
        self._dealt: tuple[Chance, ...] = ()
        self._starter_drawn = False
        self._from_deal = False
        luck = _luck()
        lucks.seed(luck, np.uint64(seed))
        self._generator = luck.generator.copy()

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
        """Deal a new game.

        Args:
            edition: an edition's name, the path of an edition file, or an edition.
            seats: the number of players, or their names.
            seed: makes the game repeatable, 0 to 2**64 - 1; drawn from the operating system
                if left out.
            starter: the seat that begins; drawn by lot if left out (C-03).
            dealt: what chance brought at the deal, from a record; drawn if left out.

        Raises:
            EditionError: the edition is unknown or its file is wrong.
            ValueError: the edition is for more or fewer players, there is no such starter, or the
                given outcomes are impossible.
        """
        chosen = edition if isinstance(edition, Edition) else load(edition)
        names = _names(chosen, seats)
        if starter is not None and not 0 <= starter < len(names):
            raise ValueError(f"starter must be a seat from 0 to {len(names) - 1}, not {starter}")
        game = cls(chosen, names, np.zeros(1, dtype=STATE)[0], _seed(seed))
        game._deal(starter, dealt)
        return game

    @classmethod
    def sampled(cls, view: View, *, seed: int | None = None) -> Game:
        """A game that looks like this view to its viewer, all else drawn at random.

        For thousands of worlds take `worlds.sample`, which deals states in compiled code.

        Raises:
            PositionError: no game looks like this.
        """
        number = _seed(seed)
        state = sample(view, 1, number)[0]
        names = _numbered(len(view.players))
        game = cls(view.edition, names, state, number)
        for player in view.players:
            if player.answered and player.seat >= view.seat:
                offer = offered_codes(game.index, state, player.seat)
                kept = an_answer(view, player, offer, Random(number + player.seat))
                game._pending[player.seat] = KeepTickets(kept)
        return game

    def _deal(self, starter: int | None, dealt: tuple[str, ...] | None) -> None:
        luck = self._lent_luck(None if dealt is None else list(dealt), by_lot=starter is None)
        deal(self._book, self._state, len(self.seats), BY_LOT if starter is None else starter, luck)
        self._settle_luck(luck, "the deal")
        journaled = entries(luck)
        self._opening = tell(self.edition, journaled, len(self.seats))
        self._dealt = self._chances(journaled)
        if starter is None:
            lot = Chance(str(int(self._state["starter"]) + 1), None)
            self._dealt = (lot, *self._dealt)
        self._starter_drawn = starter is None
        self._from_deal = True

    # What is on the table -------------------------------------------------------------------

    @property
    def index(self) -> Gazetteer:
        """The edition's index of names."""
        return gazetteer(self.edition)

    @property
    def state(self) -> Any:
        """A copy of the state record, for `whistlestop.rules`."""
        copy = np.zeros(1, dtype=STATE)
        copy[0] = self._state
        return copy[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.deciding

    @property
    def starter(self) -> int:
        """The seat that takes the first turn."""
        return int(self._state["starter"])

    @property
    def starter_drawn(self) -> bool:
        """Whether the starter was drawn by lot."""
        return self._starter_drawn

    @property
    def from_deal(self) -> bool:
        """Whether the game began with a deal, and not from a position."""
        return self._from_deal

    @property
    def dealt(self) -> tuple[Chance, ...]:
        """The outcomes of chance at the deal."""
        return self._dealt

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events of the deal."""
        return self._opening

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every action taken so far."""
        return tuple(self._moves)

    @property
    def last(self) -> Move | None:
        """The last action taken; None before the first."""
        return self._moves[-1] if self._moves else None

    @property
    def length(self) -> int:
        """The number of actions taken so far."""
        return len(self._moves)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, the deal included; `event.seen_by(seat)` redacts."""
        return (*self._opening, *(event for move in self._moves for event in move.events))

    def events_since(self, length: int) -> tuple[Event, ...]:
        """What has happened since so many actions had been taken.

        Args:
            length: the number of actions, as `length` was; -1 = everything, the deal included.
        """
        later = (event for move in self._moves[max(length, 0) :] for event in move.events)
        return (*(self._opening if length < 0 else ()), *later)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have something to decide now.

        One, or none when the game is over; opening tickets are answered in any order (C-02).
        """
        if self._deciding is None:
            self._deciding = self._who_decides()
        return self._deciding

    def _who_decides(self) -> tuple[int, ...]:
        seat, phase = int(self._state["seat"]), int(self._state["phase"])
        if phase == Phase.OVER:
            return ()
        if phase == Phase.OPENING_KEEP:
            return tuple(s for s in range(seat, len(self.seats)) if s not in self._pending)
        return (seat,)

    @property
    def seat(self) -> int | None:
        """The (first) seat that has something to decide, or None when the game is over."""
        return next(iter(self.deciding), None)

    def view(self, viewer: int | None = None) -> View:
        """The view of a seat; None (or `SPECTATOR`) is a spectator, and `REFEREE` sees everything.

        Raises:
            TypeError: the viewer is no whole number.
            ValueError: there is no such seat.
        """
        chosen = SPECTATOR if viewer is None else self._seat_number(viewer)
        if chosen not in (SPECTATOR, REFEREE, *range(len(self.seats))):
            raise ValueError(f"there is no seat {chosen}; seats are 0 to {len(self.seats) - 1}")
        if self._sight is None:
            pending = {seat: answer.tickets for seat, answer in self._pending.items()}
            self._sight = Sight(self.edition, self._state, pending, self._sight_before)
        return self._sight.view(chosen)

    def score_sheet(self) -> ScoreSheet:
        """The score sheet as if the game ended now; it shows every ticket."""
        return score_sheet(self.edition, self._state)

    # Playing --------------------------------------------------------------------------------

    def legal_actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a seat now; none if it has nothing to decide.

        Args:
            seat: whose actions; the (first) deciding seat's if left out.
        """
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None or chosen not in self.deciding:
            return ()
        if chosen not in self._legal:
            self._legal[chosen] = legal_actions(self.edition, self._as_if(chosen), chosen)
        return self._legal[chosen]

    def next_claims(self, seat: int) -> tuple[ClaimRoute, ...]:
        """The claims that would be legal if a seat's turn began now.

        They follow from its own hand and from what lies open, and from nothing that is hidden.
        """
        if self.over:
            return ()
        state = self.state
        state.seat, state.phase = self._seat_number(seat), Phase.TURN
        found = legal_actions(self.edition, state, seat)
        return tuple(action for action in found if isinstance(action, ClaimRoute))

    def choices(self, seat: int | None = None) -> Mapping[str, Action]:
        """The legal actions of a seat by the words with which records write them.

        Args:
            seat: as for `legal_actions`.
        """
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None:
            return {}
        if chosen not in self._choices:
            self._choices[chosen] = {
                _words(action): action for action in self.legal_actions(chosen)
            }
        return self._choices[chosen]

    def parse(self, words: str, seat: int | None = None, language: str = ENGLISH) -> Action:
        """Read an action in the notation, or as people type it.

        Args:
            words: what was typed.
            seat: who acts; the (first) deciding seat if left out.
            language: the code of the language it may be typed in besides English.

        Raises:
            MalformedAction: the words make no action.
            AmbiguousAction: they fit several.
            IllegalAction: the game is over, or they make an action that needs more words and is
                not legal anyway.
            TypeError: they are no str.
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

    def play(self, action: Action | str, seat: int | None = None) -> tuple[Event, ...]:
        """Take an action; what happened.

        Args:
            action: a typed action, or its words.
            seat: who acts; the (first) deciding seat if left out.

        Raises:
            MalformedAction: it names something that is not there.
            AmbiguousAction: the words fit several actions.
            IllegalAction: the rules do not allow it now; the message tells why.
            TypeError: it is neither an action nor words, or the seat is no whole number.
        """
        return self._play(action, seat, None)

    def replay(
        self, action: Action | str, seat: int | None, outcomes: list[str]
    ) -> tuple[Event, ...]:
        """Take an action with what chance brought when it was taken first.

        Raises:
            ActionError: as `play`.
            ValueError: the outcomes are impossible, too few or too many; nothing has changed.
        """
        return self._play(action, seat, outcomes)

    def _play(
        self, action: Action | str, seat: int | None, given: list[str] | None
    ) -> tuple[Event, ...]:
        chosen = self.seat if seat is None else self._seat_number(seat)
        if chosen is None:
            raise IllegalAction(because(self.index, "game_over"))
        if chosen not in self.deciding:
            raise IllegalAction(self._not_your_turn(chosen))
        if isinstance(action, str):
            typed = self.parse(action, chosen)
        else:
            check_types(action)
            typed = action
        typed = self._checked(typed, chosen)
        before = _Before(self._state.tobytes(), dict(self._pending), len(self._moves))
        generator = self._generator
        try:
            if chosen != int(self._state["seat"]) and isinstance(typed, KeepTickets):
                if given:
                    raise ValueError("chance brings nothing to an opening answer")
                self._pending[chosen] = typed
                self._moves.append(Move(chosen, typed, (), (TicketsAnswered(chosen),)))
            else:
                self._perform(chosen, typed, given, before.state)
        finally:
            self._look_again()
        self._before.append(before)
        self._generators.append(generator)
        return self._moves[-1].events

    def _perform(self, seat: int, action: Action, given: list[str] | None, before: bytes) -> None:
        """Take a legal action, and the opening answers that have been waiting for it."""
        luck = self._lent_luck(given)
        pending = dict(self._pending)
        self._take(action, seat)
        waited: list[int] = []
        while int(self._state["phase"]) == Phase.OPENING_KEEP and (
            (waiting := self._pending.pop(int(self._state["seat"]), None)) is not None
        ):
            waited.append(int(self._state["seat"]))
            self._take(waiting, waited[-1])
        try:
            self._settle_luck(luck, str(action))
        except ValueError:
            self._restore(before)
            self._pending = pending
            raise
        journaled = entries(luck)
        told = tuple(
            event
            for event in tell(self.edition, journaled, len(self.seats))
            if not (isinstance(event, TicketsAnswered) and event.seat in waited)
        )
        self._moves.append(Move(seat, action, self._chances(journaled), told))

    def _take(self, action: Action, seat: int) -> None:
        """Take a legal action with the luck that is lent."""
        numbers = np.array(encode(self.edition, self._state, action, seat), dtype=np.int64)
        take(books_of(self.edition), self._states, numbers, _workspace.lucks)

    def _look_again(self) -> None:
        """Forget what was seen before the position changed."""
        self._sight_before = self._sight or self._sight_before
        self._deciding = self._sight = None
        self._legal, self._choices = {}, {}

    def _checked(self, action: Action, seat: int) -> Action:
        """The action as records write it, if it is legal; refused before anything changes."""
        if seat in self._choices and (known := self._choices[seat].get(str(action))) is not None:
            return known
        state = self._as_if(seat)
        if not belongs(PHASES[int(state["phase"])], action):
            raise IllegalAction(reason_for(self.view(seat), action))
        legal = True
        numbers = encode(self.edition, state, action, seat)
        canonical = decode(self.edition, state, numbers, seat)
        for number in numbers:
            legal = legal and bool(is_legal(self._book, state, number))
            if legal:
                state = after_choice(state, number)
        if not legal:
            raise IllegalAction(reason_for(self.view(seat), action))
        return canonical

    def _as_if(self, seat: int) -> Any:
        """The state, as if it were this seat's turn to answer its opening offer."""
        if int(self._state["seat"]) == seat:
            return self._state
        copy = self.state
        copy.seat = seat
        return copy

    def _seat_number(self, seat: object) -> int:
        """A seat, `SPECTATOR` or `REFEREE` as a plain number, there or not.

        Raises:
            TypeError: it is no whole number.
        """
        if isinstance(seat, SupportsIndex):
            return index(seat)
        raise TypeError(f"a seat is a whole number from 0 to {len(self.seats) - 1}, not {seat!r}")

    def _not_your_turn(self, seat: int) -> str | Reason:
        if not 0 <= seat < len(self.seats):
            return f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}"
        if self.over:
            return because(self.index, "game_over")
        return because(self.index, "not_your_turn", self.seats, seats=self.deciding)

    # Chance ---------------------------------------------------------------------------------

    def _lent_luck(self, given: list[str] | None, *, by_lot: bool = False) -> Any:
        """This thread's luck, to draw with this game's generator or to repeat these outcomes."""
        luck = _luck()
        _workspace.generator[:] = self._generator
        if given is None:
            lucks.begin(luck)
            return luck
        if len(given) > lucks.OUTCOMES:
            raise ValueError(
                f"{len(given)} outcomes are given; one action brings {lucks.OUTCOMES} at most"
            )
        for position, word in enumerate(given):
            luck.outcomes[position] = self._outcome(word, by_lot and position == 0)
        lucks.repeat(luck, len(given))
        return luck

    def _outcome(self, word: str, lot: bool) -> int:
        index = self.index
        if lot and word in map(str, range(1, len(self.seats) + 1)):
            return lucks.SEAT + int(word) - 1
        if word in index.kind_of:
            return index.kind_of[word]
        if word in index.ticket_of:
            return lucks.TICKET + index.ticket_of[word]
        # Records of strangers have words of any length.
        raise ValueError(f"{word[:64]!r} is neither a card nor a ticket of {self.edition.title}")

    def _settle_luck(self, luck: Any, what: str) -> None:
        """Keep the generator for the next time; refuse given outcomes that were impossible."""
        used, given = int(luck["used"]), int(luck["given"])
        if given >= 0:
            if int(luck["fault"]):
                if used >= given:
                    raise ValueError(f"{what}: chance must have brought more than is given here")
                raise ValueError(f"{what}: outcome {used + 1} is not possible")
            if used != given:
                raise ValueError(f"{what}: chance brought {used} things, {given} are given")
        self._generator = _workspace.generator.copy()

    def _chances(self, journaled: list[Entry]) -> tuple[Chance, ...]:
        return tuple(Chance(word, seat) for word, seat in chance(self.index, journaled))

    # Going back, and copies -----------------------------------------------------------------

    def undo(self, *, same_luck: bool = False) -> Move:
        """Take the last action back; it is returned. What chance brought is drawn anew.

        Args:
            same_luck: chance goes on as if the action had never been taken: the deck lies as it
                lay. In a copy, that holds for what was played in the copy.

        Raises:
            ActionError: there is nothing to take back.
        """
        if not self._before:
            raise ActionError("there is nothing to take back")
        before, generator = self._before.pop(), self._generators.pop()
        if same_luck and generator is not None:
            self._generator = generator
        self._restore(before.state)
        self._pending = dict(before.pending)
        self._look_again()
        return self._moves.pop()

    def _restore(self, state: bytes) -> None:
        self._states = np.frombuffer(bytearray(state), dtype=STATE)
        self._state = self._states[0]

    def copy(self, *, seed: int | None = None) -> Game:
        """A game in the same position with the same past, to go on with independently.

        Args:
            seed: its chance from now on; drawn from the operating system if left out, so that
                trying something in a copy does not tell what the game will bring.
        """
        twin = Game(self.edition, self.seats, self.state, _seed(seed))
        twin._pending = dict(self._pending)
        twin._moves = list(self._moves)
        twin._before = list(self._before)
        # What the deck was is not told to whoever has a copy.
        twin._generators = [None] * len(self._before)
        twin._opening = self._opening
        twin._dealt = self._dealt
        twin._starter_drawn = self._starter_drawn
        twin._from_deal = self._from_deal
        return twin

    def _repr_svg_(self) -> str:
        """The position as everybody sees it, for notebooks."""
        # Late: a game that nobody draws loads no drawing.
        from whistlestop.drawing import position

        return position(self.view(), names=self.seats)

    def __str__(self) -> str:
        """One line: what is played, by whom, and how far."""
        turn = int(self._state["turns"]) + 1
        where = "over" if self.over else f"turn {turn}"
        return f"{self.edition.title}: {', '.join(self.seats)} ({where})"


@lru_cache(maxsize=1 << 15)
def _words(action: Action) -> str:
    """An action as records write it, kept once made, as most actions recur."""
    return str(action)


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(64)
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed


@lru_cache
def _numbered(seats: int) -> tuple[str, ...]:
    """Return the names of players that have none."""
    return tuple(f"Player {number + 1}" for number in range(seats))


def _names(edition: Edition, seats: int | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    if isinstance(seats, str):
        raise ValueError("give the number of players, or a list of their names")
    names = _numbered(seats) if isinstance(seats, int) else tuple(seats)
    fewest, most = edition.players
    if not fewest <= len(names) <= most:
        raise ValueError(f"{edition.title} is for {fewest} to {most} players, not {len(names)}")
    faulty = [name for name in names if not is_at_table(name)]
    if faulty:
        raise ValueError(
            f"{faulty[0][: 2 * LONGEST_AT_TABLE]!r} is no name for a player: expected 1 to "
            f"{LONGEST_AT_TABLE} characters that can be seen"
        )
    if len(set(names)) != len(names):
        raise ValueError("every player needs a name of their own")
    return names
