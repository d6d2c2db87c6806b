"""The beginning of a game, from which a second game can branch off after some moves.

The second game can have other cards where they are hidden from one player. Everything that this
player has seen stays as it was, so the player cannot tell the two beginnings apart. The player can
then try a decision again without knowing more than in the first game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from whistlestop.actions import Action, KeepTickets
from whistlestop.errors import ActionError
from whistlestop.events import DeckReshuffled
from whistlestop.judge.evaluation import search_from
from whistlestop.judge.search import Settings
from whistlestop.play.game import Chance, Game
from whistlestop.rules.state import STATE
from whistlestop.seen.route_graph import members
from whistlestop.whole_numbers import whole_number

TRIES: Final = 10
"""The maximum number of changed deals that `other_beginning` tries. It uses the first one that
leads to the same moves. The last one changes only tickets and no cards."""

_ONE_CANDIDATE: Final = Settings(candidates=1, horizon=0)


@dataclass(frozen=True, slots=True)
class BegunMove:
    """One of the moves in a `Beginning`."""

    seat: int
    """The seat that acted."""
    words: str
    """The action that was taken, in the notation of records."""
    outcomes: tuple[str, ...]
    """The random outcomes of the action, in the notation of records."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The deal and the first moves of a game, with all random outcomes."""

    dealt: tuple[str, ...]
    """The random outcomes of the deal in the notation of records."""
    starter: int | None
    """The seat that takes the first turn. None if the starter was drawn by lot. The first word of
    `dealt` is then the number of the starter, counted from 1."""
    moves: tuple[BegunMove, ...]
    """The first moves of the game, in the order in which they were made."""

    def play(self, game: Game, seed: int | None = None) -> Game:
        """Return a new game with this deal, after all moves of this beginning.

        Args:
            game: a game from which the new one gets its edition and the names of its players.
            seed: the seed of all chance after these moves. If left out, the seed is random.

        Raises:
            ActionError: a move is not legal.
            ValueError: a random outcome is impossible in this edition or position.
        """
        begun = Game.new(
            game.edition, game.seats, seed=seed, starter=self.starter, dealt=self.dealt
        )
        for move in self.moves:
            begun.replay(move.words, move.seat, [*move.outcomes])
        return begun


def same_beginning(game: Game, length: int) -> Beginning:
    """Return the deal and the first moves of a game, unchanged.

    Args:
        game: a game that began with a deal. It is not changed.
        length: the number of moves, from 0 to the number of moves of the game.

    Raises:
        TypeError: `length` is not a whole number.
        ValueError: the game has fewer than `length` moves, or began from a position.
    """
    return _renamed(game, _checked_length(game, length), {}, {})


def other_beginning(game: Game, length: int, seed: int) -> Beginning:
    """Return the beginning of a game with other hidden cards and tickets.

    The player of the next move sees no difference. Only what is hidden from that player changes:
    the other players get tickets that fit the routes they claimed, and other cards in place of
    those that they drew from the deck and still hold. If none of `TRIES` such deals leads to the
    same moves, return the unchanged beginning. The function takes milliseconds, in the worst case a
    second.

    Args:
        game: a game that began with a deal. It is not changed.
        length: the number of moves in the beginning. The game must not be over after them.
        seed: the seed of the new cards and tickets. Equal seeds give equal beginnings.

    Raises:
        TypeError: `length` is not a whole number.
        ValueError: the game has fewer than `length` moves, is over after them, or began from a
            position.
    """
    length = _checked_length(game, length)
    before, seat = game.copy(seed=0), next_seat(game, length)
    before.undo_to(length)
    seen, random = before.view(seat), Random(seed)
    hidden = _Hidden(before, seat)
    for attempt in range(TRIES):
        tickets = hidden.other_tickets(_imagined(before, seat, random.getrandbits(48)), random)
        cards = hidden.other_cards(random) if attempt < TRIES - 1 else {}
        beginning = _renamed(before, length, tickets, cards)
        try:
            begun = beginning.play(before, seed=0)
        except (ActionError, ValueError):
            continue
        if begun.view(seat) == seen:
            return beginning
    return same_beginning(before, length)


def next_seat(game: Game, length: int) -> int:
    """Return the seat that made the move after the first `length` moves of a game.

    If the game has no more moves, return the first seat that has to decide now.

    Args:
        game: the game. It is not changed.
        length: the number of moves, at most the number of moves of the game.

    Raises:
        ValueError: the game is over after these moves.
    """
    if length < game.length:
        return game.moves[length].seat
    if game.over:
        raise ValueError(f"the game has no move after {length} moves")
    return game.deciding[0]


def _checked_length(game: Game, length: int) -> int:
    if not game.from_deal:
        raise ValueError("a game that began from a position has no beginning")
    return whole_number(length, "length", 0, game.length)


_Place = tuple[int, int]
"""The place of a random outcome in a game: the index of the move, or -1 for the deal, and the index
of the outcome in that move or deal."""


def _renamed(
    game: Game, length: int, tickets: Mapping[str, str], cards: Mapping[_Place, str]
) -> Beginning:
    """Return the beginning of a game with some tickets and cards replaced.

    Args:
        game: the game.
        length: the number of moves in the beginning.
        tickets: the code of each replaced ticket, with the code of the ticket that replaces it.
        cards: the place of each replaced card, with the name of the card that is drawn instead.
    """

    def words(move: int, outcomes: tuple[Chance, ...]) -> tuple[str, ...]:
        return tuple(
            cards.get((move, number)) or tickets.get(chance.word, chance.word)
            for number, chance in enumerate(outcomes)
        )

    def renamed(action: Action) -> Action:
        if not isinstance(action, KeepTickets):
            return action
        return KeepTickets(tuple(tickets.get(code, code) for code in action.tickets))

    return Beginning(
        words(-1, game.dealt),
        None if game.starter_drawn else game.starter,
        tuple(
            BegunMove(move.seat, str(renamed(move.action)), words(number, move.outcomes))
            for number, move in enumerate(game.moves[:length])
        ),
    )


def _imagined(game: Game, seat: int, seed: int) -> Any:
    """Return a state that the judge imagines from what a seat knows.

    The state is the position after the seat's next move, which the judge chooses. Return None if
    the game is over after this move.

    Args:
        game: a game in which the seat has to decide.
        seat: the seat.
        seed: the seed of what is imagined.
    """
    search = search_from(game.view(seat), seed=seed, settings=_ONE_CANDIDATE)
    states: Any = np.zeros(1, dtype=STATE)
    number = search.follow(0, 0, np.zeros(1, dtype=np.int64), states)
    return states[0] if number else None


class _Hidden:
    """The tickets and cards in the beginning of a game that one seat does not know."""

    def __init__(self, game: Game, seat: int) -> None:
        """Find the tickets that the seat has never seen.

        Args:
            game: the game after the last move of the beginning.
            seat: the seat whose knowledge counts.
        """
        self._game, self._seat, self._state = game, seat, game.state
        index = game.index
        tickets = [*game.edition.tickets]
        known = {
            chance.word
            for _, chance in self._chances()
            if chance.seat in (None, seat) and chance.word in index.ticket_of
        }
        self._tickets: dict[str, list[str]] = {
            stack: [
                code
                for code, ticket in zip(index.ticket_codes, tickets, strict=True)
                if ticket.stack == stack and code not in known
            ]
            for stack in game.edition.stacks
        }
        """For each stack, the codes of its tickets that the seat has never seen."""

    def _chances(self) -> list[tuple[_Place, Chance]]:
        """Return all random outcomes of the game with their places, in the order of the game."""
        groups = [self._game.dealt, *(move.outcomes for move in self._game.moves)]
        return [
            ((move - 1, number), chance)
            for move, outcomes in enumerate(groups)
            for number, chance in enumerate(outcomes)
        ]

    def _held_by(self, state: Any, other: int, pool: list[str]) -> list[str]:
        codes = self._game.index.ticket_codes
        held = {codes[ticket] for ticket in members(*state["tickets"][other])}
        return [code for code in pool if code in held]

    def other_tickets(self, imagined: Any, random: Random) -> dict[str, str]:
        """Return a replacement for each ticket that is unknown to the seat of this object.

        The keys are the codes of the unknown tickets, and the values those of their replacements.
        A ticket is replaced by an unknown ticket of the same stack, which can be itself. No two
        tickets have the same replacement.

        Args:
            imagined: an imagined state, or None. For each stack, the unknown tickets that another
                seat holds are replaced by those that this seat holds in the imagined state, as many
                as there are of both. Without a state, all replacements are random.
            random: the random number generator that chooses all other replacements.
        """
        renamed: dict[str, str] = {}
        for pool in self._tickets.values():
            before, after = [*pool], [*pool]
            for other in range(len(self._game.seats)):
                if other == self._seat or imagined is None:
                    continue
                held = self._held_by(self._state, other, pool)
                wanted = self._held_by(imagined, other, after)
                random.shuffle(wanted)
                for code, instead in zip(held, wanted, strict=False):
                    renamed[code] = instead
                    before.remove(code)
                    after.remove(instead)
            random.shuffle(after)
            renamed.update(zip(before, after, strict=True))
        return renamed

    def other_cards(self, random: Random) -> dict[_Place, str]:
        """Return a replacement for each card that another seat drew unseen and still holds.

        The result has the name of the new card, by the place of the card that it replaces. Cards
        that were drawn since the discards were last shuffled into the deck are exchanged with one
        another and with the deck. Earlier cards are exchanged only with cards that were drawn
        between the same two shuffles. Cards drawn in a move with a shuffle stay as they are.

        Args:
            random: the random number generator that chooses the replacements.
        """
        kinds = self._game.index.kind_of
        left: Counter[tuple[int, str]] = Counter()
        """The number of hidden cards in a seat's hand for which no draw has been found yet, by the
        seat and the kind of card."""
        for other in range(len(self._game.seats)):
            if other != self._seat:
                for name, kind in kinds.items():
                    hand, shown = self._state["hand"][other], self._state["shown"][other]
                    left[other, name] = int(hand[kind]) - int(shown[kind])
        times = self._times()
        drawn: dict[int, list[tuple[_Place, str]]] = {}
        for (move, number), chance in reversed(self._chances()):
            time = times[move + 1]
            if time is None or chance.seat is None or left[chance.seat, chance.word] <= 0:
                continue
            left[chance.seat, chance.word] -= 1
            drawn.setdefault(time, []).append(((move, number), chance.word))
        cards: dict[_Place, str] = {}
        for time, found in drawn.items():
            pool = [word for _, word in found]
            if time == times[-1]:
                for name, kind in kinds.items():
                    pool += [name] * int(self._state["deck"][kind])
            random.shuffle(pool)
            cards.update({place: word for (place, _), word in zip(found, pool, strict=False)})
        return cards

    def _times(self) -> list[int | None]:
        """Return the number of times that the discards were shuffled before each move.

        The first item is for the deal and is 0. Then there is one item for each move. It is None if
        the discards were shuffled during the move.
        """
        times: list[int | None] = [0]
        shuffled = 0
        for move in self._game.moves:
            during = sum(isinstance(event, DeckReshuffled) for event in move.events)
            shuffled += during
            times.append(None if during else shuffled)
        return times
