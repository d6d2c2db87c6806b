"""A position as one seat reads it: what is whose, what can still be had, how long it will last."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from whistlestop.bots.board import Board, Goal, board_of
from whistlestop.view import Hand, Player, View

_SPACES_A_CLAIM = 3.5
"""Spaces of an average claim, for guessing how fast the others can be."""


@dataclass
class Situation:
    """One view, read once.

    Attributes:
        view: what the seat sees.
        board: the edition's network.
        me: the seat itself.
        hand: its cards.
        mine: its routes.
        open: whether each route can still become its own.
    """

    view: View
    board: Board = field(init=False)
    me: Player = field(init=False)
    hand: Hand = field(init=False)
    mine: frozenset[int] = field(init=False)
    open: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.board = board_of(self.view.edition)
        self.me = self.view.me
        self.hand = self.me.hand or {}
        self.mine = frozenset(self.board.routes_of(self.me.routes))
        self.open = self._open()

    def _open(self) -> list[bool]:
        pieces = self.me.pieces
        free = [length <= pieces for length in self.board.lengths]
        few = len(self.view.players) <= self.view.edition.parallel_closed_up_to
        for player in self.view.players:
            for route in self.board.routes_of(player.routes):
                free[route] = False
                if few or player.seat == self.me.seat:
                    for other in self.board.index.parallel[route]:
                        free[other] = False
        return free

    @cached_property
    def joined(self) -> list[int]:
        """For each place the number of its part of the seat's network."""
        return joined_by(self.board, self.mine)

    @cached_property
    def own_places(self) -> frozenset[int]:
        """The places that the seat's routes lead to."""
        return frozenset(place for route in self.mine for place in self.board.ends[route])

    def reached(self, goal: Goal) -> bool:
        """Whether the seat's network makes all links of a goal."""
        return reaches(self.joined, goal)

    @cached_property
    def tickets(self) -> tuple[Goal, ...]:
        """The seat's tickets."""
        index = self.board.index
        return tuple(self.board.tickets[index.ticket_of[c]] for c in self.me.tickets or ())

    @cached_property
    def offer(self) -> tuple[Goal, ...]:
        """The tickets the seat is choosing from."""
        index = self.board.index
        return tuple(self.board.tickets[index.ticket_of[c]] for c in self.me.offer or ())

    @cached_property
    def turns_left(self) -> float:
        """The turns the seat may count on: until the quickest player can have ended the game."""
        if self.view.last_turns:
            return 1.0
        return min(self._turns_to_end(player) for player in self.view.players) + 1.0

    def _turns_to_end(self, player: Player) -> float:
        pieces = max(0, player.pieces - self.view.edition.final_round_at)
        return max(0, pieces - player.cards) / 2 + pieces / _SPACES_A_CLAIM

    def rivals_at(self, place: int) -> int:
        """How many others own a route that leads to a place."""
        return sum(place in places for places in self._rival_places)

    @cached_property
    def _rival_places(self) -> list[set[int]]:
        ends = self.board.ends
        return [
            {place for route in self.board.routes_of(player.routes) for place in ends[route]}
            for player in self.view.players
            if player.seat != self.me.seat
        ]

    @cached_property
    def largest_set(self) -> int:
        """The most cards of one colour in hand."""
        return max(self.hand.get(name, 0) for name in self.board.colour_names)

    def missing(self, route: int) -> int:
        """Coloured cards the seat still needs for an open route."""
        colour = self.board.colours[route]
        held = self.largest_set if colour is None else self.hand.get(colour, 0)
        return max(0, self.board.lengths[route] - held)


def joined_by(board: Board, routes: frozenset[int]) -> list[int]:
    """For each place the number of its part of the network that these routes make."""
    part = list(range(len(board.exits)))

    def root(place: int) -> int:
        while part[place] != place:
            part[place] = part[part[place]]
            place = part[place]
        return place

    for route in sorted(routes):
        a, b = board.ends[route]
        part[root(a)] = root(b)
    return [root(place) for place in range(len(part))]


def reaches(joined: list[int], goal: Goal) -> bool:
    """Whether a network makes all links of a goal.

    Args:
        joined: for each place the number of its part of the network.
        goal: a ticket or a district.
    """
    return all(
        any(joined[place] in {joined[other] for other in a} for place in b) for a, b in goal.links
    )
