"""A position as one seat reads it: what is whose, what can still be had, how long it will last."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from whistlestop.bots.board import Board, Goal, board_of
from whistlestop.bots.borrowing import best_opened
from whistlestop.bots.joining import joined_by, reaches, value
from whistlestop.editions.limits import LOCOMOTIVE4, PASSENGER
from whistlestop.rules.state import REVEALED
from whistlestop.view import Hand, Player, View

_SPACES_A_CLAIM = 3.5
"""Spaces of an average claim, for guessing how fast the others can be."""

_FERRY_CARD = 1.75
"""What a locomotive for a ferry takes, counted in coloured cards."""


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

    @cached_property
    def lent(self) -> list[list[int]]:
        """For each station of the seat the routes of others that it can open."""
        cities = [self.board.index.place_of[code] for code in self.me.stations]
        return [[r for r, _ in self.board.exits[city] if r in self.rival_routes] for city in cities]

    @property
    def stations_left(self) -> int:
        """The stations that the seat can still build."""
        return self.board.edition.stations - len(self.me.stations)

    @cached_property
    def rival_routes(self) -> frozenset[int]:
        """The routes of all others."""
        others = [player for player in self.view.players if player.seat != self.me.seat]
        return frozenset(r for player in others for r in self.board.routes_of(player.routes))

    @cached_property
    def opened(self) -> frozenset[int]:
        """The routes of others that the seat's stations open, as they serve its tickets best."""
        if not any(self.lent):
            return frozenset()
        return best_opened(self.board, self.mine, self.open, self.lent, self.tickets)

    @cached_property
    def linked(self) -> list[int]:
        """As `joined`, with the routes that stations open."""
        return joined_by(self.board, self.mine | self.opened) if self.opened else self.joined

    def reached(self, goal: Goal) -> bool:
        """Whether the seat's network makes all links of a goal."""
        return reaches(self.linked if goal.borrows else self.joined, goal)

    def better(self, goal: Goal) -> list[Goal]:
        """What a ticket could bring beyond what it brings now, or at least; the best first."""
        now = max(goal.gain, value(self.linked, goal))
        return [
            replace(more, gain=more.gain - now, loss=0) for more in goal.better if more.gain > now
        ]

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
        return max(0, self.board.coloured[route] - held)

    @cached_property
    def wild(self) -> int:
        """The locomotives in hand."""
        return self.hand.get(self.board.locomotive, 0)

    def extra(self, route: int) -> float:
        """What a route takes beyond its coloured cards, counted in cards.

        That is the locomotives still missing for a ferry, and what a tunnel asks for on average.
        """
        extra = _FERRY_CARD * max(0, self.board.ferries[route] - self.wild)
        if self.board.tunnels[route]:
            extra += REVEALED * self.asking(self.board.colours[route])
        return extra

    def asking(self, colour: str | None) -> float:
        """The chance that a card turned up asks for a surcharge; None = some colour."""
        unseen = self.unseen
        cards = sum(unseen.values())
        if not cards:
            return 0.0
        wild = unseen.get(self.board.locomotive, 0)
        if colour is None:
            coloured = sum(unseen.get(name, 0) for name in self.board.colour_names)
            return (wild + coloured / len(self.board.colour_names)) / cards
        return (wild + (unseen.get(colour, 0) if colour != self.board.locomotive else 0)) / cards

    @cached_property
    def unseen(self) -> dict[str, int]:
        """How many cards of each kind are in the deck or secretly in the hands of others."""
        cards, view = self.board.edition.cards, self.view
        kinds = self.board.index.kinds
        counts = dict(cards.colours)
        counts[self.board.locomotive] = cards.locomotive
        if cards.locomotive4:
            counts[kinds[LOCOMOTIVE4]] = cards.locomotive4
        if cards.passenger:
            counts[kinds[PASSENGER]] = cards.passenger
        tunnel = view.tunnel
        for card in counts:
            seen = view.discards.get(card, 0) + self.hand.get(card, 0)
            seen += sum(p.shown.get(card, 0) for p in view.players if p.seat != self.me.seat)
            seen += view.display.count(card)
            if tunnel is not None:
                seen += dict(tunnel.cards).get(card, 0) + tunnel.revealed.count(card)
            counts[card] = max(0, counts[card] - seen)
        return counts

    def attractions(self, route: int) -> int:
        """The points of the attractions that a route touches first."""
        ends = self.board.attractions.intersection(self.board.ends[route])
        return self.board.edition.attraction_points * len(ends - self.own_places) if ends else 0
