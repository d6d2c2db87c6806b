"""A game: the object people hold.

    >>> from whistlestop import Game
    >>> game = Game.new("usa", seats=2, seed=7)

It knows everything, so it belongs to the host of a table. Players and bots get `game.view(seat)`.
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
from whistlestop.encoding import (
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
from whistlestop.errors import ActionError, IllegalAction
from whistlestop.events import Event
from whistlestop.explain import belongs, reason_for
from whistlestop.journal_events import answered, chance, entries, tell, without_answers
from whistlestop.language import ENGLISH
from whistlestop.lazy_sequence import LazySequence
from whistlestop.notation import parse
from whistlestop.player_names import LONGEST_AT_TABLE, is_at_table
from whistlestop.reasons import Reason, because
from whistlestop.rules import luck as lucks
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import GAME, advance, seed_game, set_table
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.turns import BY_LOT
from whistlestop.sheet import ScoreSheet, score_sheet
from whistlestop.view import SPECTATOR, Sight, View
from whistlestop.whole_numbers import seed_number, whole_number
from whistlestop.worlds import an_answer, sample


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


class Events(LazySequence[Event]):
    """The events of one action, made from a copy of the journal when you look at them.

    Later actions do not change the events.

    Attributes:
        seat: who took the action.
        action: the action.
        journal: the copy of the journal.
    """

    __slots__ = ("_move", "_table", "action", "journal", "seat")

    def __init__(
        self, table: tuple[Edition, int], seat: int, action: Action, journal: bytes
    ) -> None:
        """Hold what happened when a seat took an action.

        Args:
            table: the edition and the number of players.
            seat: who took the action.
            action: the action.
            journal: a copy of the journal.
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
        """The action together with its events."""
        move = self._move
        if move is None:
            outcomes = _chances(self._table[0], self.journal)
            move = self._move = Move(self.seat, self.action, outcomes, self._all())
        return move


def _chances(edition: Edition, journal: bytes) -> tuple[Chance, ...]:
    """Return the outcomes of chance that a journal holds, in order."""
    found = chance(gazetteer(edition), entries(journal))
    return tuple(Chance(word, seat) for word, seat in found)


class Game:
    """One game of an edition, from the deal, from a position or from a record.

    A game that `pickle` or `copy.deepcopy` repeats goes on with the same chance. `copy` draws a new
    one.

    Attributes:
        edition: the edition being played.
        seats: the players' names.
    """

    def __init__(self, edition: Edition, seats: tuple[str, ...], state: Any, seed: int) -> None:
        """Wrap a state; use `Game.new`, `Game.sampled` or `position.read_position` instead."""
        self.edition = edition
        self.seats = seats
        # Plain bytes: Python reads them much faster than the fields of a record.
        self._memory = bytearray(GAME.itemsize)
        self._memory[: STATE.itemsize] = state.tobytes()
        self._share()
        seed_game(self._records, workspace().records, np.uint64(seed))
        # Never changed, always replaced: the past refers to it.
        self._pending: Mapping[int, KeepTickets] = {}
        self._past: list[Events] = []
        # The memory before each move; without the generator, if it was another game's.
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
        """Find what all games of the edition share, and read the memory as records."""
        self._books = books_of(self.edition)
        self._actions = typed_actions(self.edition)
        self._table = self.edition, len(self.seats)
        self._records = np.frombuffer(self._memory, dtype=GAME)

    def __getstate__(self) -> dict[str, Any]:
        """Return what `pickle` and `deepcopy` keep: everything that cannot be found again."""
        kept = {name: value for name, value in vars(self).items() if name not in _FOUND_AGAIN}
        kept["_past"] = [(one.seat, one.action, one.journal) for one in self._past]
        # These change in place, and `copy.copy` would share them.
        kept["_memory"] = bytes(self._memory)
        kept["_before"] = [*self._before]
        kept["_pending_before"] = {**self._pending_before}
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore what `__getstate__` returned."""
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
            TypeError: the number of players, the seed or the starter is no whole number, or a name
                is no text.
            ValueError: the edition is for more or fewer players, there is no such starter, or the
                given outcomes are impossible.
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
        """The edition's index of names."""
        return gazetteer(self.edition)

    @property
    def state(self) -> Any:
        """A copy of the state record, for `whistlestop.rules`."""
        return self._records["state"].copy()[0]

    @property
    def _state(self) -> Any:
        """The state record itself."""
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
        """Whether the game began with a deal, and not from a position."""
        return self._from_deal

    @property
    def dealt(self) -> tuple[Chance, ...]:
        """The outcomes of chance at the deal."""
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
        """The last action taken; None before the first."""
        return self._past[-1].move if self._past else None

    @property
    def length(self) -> int:
        """The number of actions taken so far."""
        return len(self._past)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, the deal included; `event.seen_by(seat)` redacts."""
        return self.events_since(-1)

    def events_since(self, length: int) -> tuple[Event, ...]:
        """What has happened since so many actions had been taken.

        Args:
            length: the number of actions, as `length` was; -1 = everything, the deal included.
        """
        later = (event for events in self._past[max(length, 0) :] for event in events)
        return (*(self.opening if length < 0 else ()), *later)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have something to decide now.

        One, or none when the game is over; opening tickets are answered in any order (C-02).
        """
        return self._deciding

    def _who_decides(self) -> tuple[int, ...]:
        if self._phase == OPENING_KEEP:
            first = self._memory[_SEAT_AT]
            return tuple(s for s in range(first, len(self.seats)) if s not in self._pending)
        return () if self._phase == OVER else _ALONE[self._memory[_SEAT_AT]]

    @property
    def seat(self) -> int | None:
        """The (first) seat that has something to decide, or None when the game is over."""
        return self._deciding[0] if self._deciding else None

    def view(self, viewer: int | None = None) -> View:
        """The view of a seat; None (or `SPECTATOR`) is a spectator, and `REFEREE` sees everything.

        Raises:
            TypeError: the viewer is no whole number.
            ValueError: there is no such seat.
        """
        chosen = SPECTATOR if viewer is None else self._seat_number(viewer)
        if self._sight is None:
            pending = {seat: answer.tickets for seat, answer in self._pending.items()}
            self._sight = Sight(self.edition, self._state, pending, self._sight_before)
        return self._sight.view(chosen)

    def score_sheet(self) -> ScoreSheet:
        """The score sheet as if the game ended now; it shows every ticket."""
        return score_sheet(self.edition, self._state)

    # Playing --------------------------------------------------------------------------------

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """Return the legal actions of a seat now; none if the seat has nothing to decide.

        The list behaves like a tuple: it is immutable, and stays what it is when the game goes on.
        It makes its actions when you look at them.

        Args:
            seat: whose actions; the (first) deciding seat's if left out.

        Raises:
            TypeError: the seat is no whole number.
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
        """Return the codes of the actions that a deciding seat may take now."""
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
        """The claims that would be legal if a seat's turn began now.

        They follow from its own hand and from what lies open, and from nothing that is hidden.

        Raises:
            TypeError: the seat is no whole number.
            ValueError: there is no such seat.
        """
        self._check_seat(self._seat_number(seat))
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
        if self._choices is None:
            self._choices = {}
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

    def play(self, action: Action | str, seat: int | None = None) -> Events:
        """Take an action, and return its events.

        The events behave like a tuple. They are made when you look at them, which you can also do
        after more moves. The rules prove every action against the position. For an action from
        `legal_actions` that is cheapest, because its number is known.

        Args:
            action: a typed action, or its words.
            seat: who acts; the (first) deciding seat if left out.

        Raises:
            MalformedAction: it names something that is not there.
            AmbiguousAction: the words fit several actions.
            IllegalAction: the rules do not allow it now; the message tells why.
            TypeError: it is neither an action nor words, or the seat is no whole number.
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
                # A list that is too long for the workspace is made when somebody asks for it.
                self._look_again(work.numbers[CODES_AT:end] if end <= CODES_END else None)
                return events
        return self._play(action, seat, None)

    def replay(self, action: Action | str, seat: int | None, outcomes: list[str]) -> Events:
        """Take an action with what chance brought when it was taken first.

        Raises:
            ActionError: as `play`.
            ValueError: the outcomes are impossible, too few or too many; nothing has changed.
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
        """Take a legal action, and the opening answers that have been waiting for it.

        Returns:
            The journal, without those answers, and the codes of the legal actions then.

        Raises:
            ValueError: the given outcomes are impossible; the state has changed.
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
        """Forget what was seen before the position changed.

        Args:
            codes: the codes of the legal actions now, if they are known.
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
        """Return the code of an action that a seat may take now. The game does not change.

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
        """The state, as if it were this seat's turn to answer its opening offer."""
        if self._memory[_SEAT_AT] == seat:
            return self._state
        copy = self.state
        copy.seat = seat
        return copy

    def _seat_number(self, seat: object) -> int:
        """A seat, `SPECTATOR` or `REFEREE` as a plain number, there or not.

        Raises:
            TypeError: it is no whole number.
        """
        try:
            return index(cast(SupportsIndex, seat))
        except TypeError as error:
            most = len(self.seats) - 1
            raise TypeError(f"a seat is a whole number from 0 to {most}, not {seat!r}") from error

    def _check_seat(self, seat: int) -> None:
        """Refuse the number of a seat that is not at the table.

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
        """Prepare the calling thread's workspace for taking an action.

        Args:
            given: the outcomes of chance to repeat; None = draw.
            by_lot: whether the first given outcome names the seat that begins.

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
            return lucks.TICKET + index.ticket_of[word]
        # Records of strangers have words of any length.
        raise ValueError(f"{word[:64]!r} is neither a card nor a ticket of {self.edition.title}")

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
        before = self._before.pop()
        kept = len(before) if same_luck else STATE.itemsize
        self._memory[:kept] = before[:kept]
        move = self._past.pop().move
        self._pending = self._pending_before.pop(len(self._past), {})
        self._look_again()
        return move

    def copy(self, *, seed: int | None = None) -> Game:
        """A game in the same position with the same past, to go on with independently.

        Args:
            seed: its chance from now on; drawn from the operating system if left out, so that
                trying something in a copy does not tell what the game will bring.
        """
        twin = Game(self.edition, self.seats, self._records["state"], _seed(seed))
        twin._pending = self._pending
        twin._past = list(self._past)
        # What the deck was is not told to whoever has a copy.
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
        """The position as everybody sees it, for notebooks."""
        # Late: a game that nobody draws loads no drawing.
        from whistlestop.drawing import position

        return position(self.view(), names=self.seats)

    def __str__(self) -> str:
        """One line: what is played, by whom, and how far."""
        turn = int(self._state["turns"]) + 1
        where = "over" if self.over else f"turn {turn}"
        return f"{self.edition.title}: {', '.join(self.seats)} ({where})"


_BLANK: Final = np.zeros(1, dtype=STATE)[0]

OPENING_KEEP: Final = Phase.OPENING_KEEP
OVER: Final = Phase.OVER

_SEAT_AT: Final = int(cast(Any, STATE.fields)["seat"][1])
_PHASE_AT: Final = int(cast(Any, STATE.fields)["phase"][1])
_STARTER_AT: Final = int(cast(Any, STATE.fields)["starter"][1])
"""Where these fields, of one byte each, lie in a state."""

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
"""Attributes that follow from the others, or that all games of an edition share."""

_ALONE: Final = tuple((seat,) for seat in range(SEATS))


@lru_cache(maxsize=1 << 15)
def _words(action: Action) -> str:
    """An action as records write it, kept once made, as most actions recur."""
    return str(action)


def _check_used(work: Workspace, what: str) -> None:
    """Refuse given outcomes that were impossible, too few or too many.

    Raises:
        ValueError: they were; the sentence begins with `what`.
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
    """Return the names of players that have none."""
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
