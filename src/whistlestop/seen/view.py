"""Views (I-21): what one seat, a spectator or the referee sees of a position.

A view is a type of its own, built from the state field by field. Servers, bots and pages get views
and never a state. A field that the viewer may not see is None. The referee's view hides nothing.
Position files hold views.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from struct import Struct
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from whistlestop.actions import Cards
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.limits import OFFER
from whistlestop.editions.model import Edition
from whistlestop.rules.actions import payment_colour
from whistlestop.rules.state import PHASES, STATE, Phase, PhaseName
from whistlestop.rules.stations import stations_unbuilt
from whistlestop.rules.tunnels import asking_kinds
from whistlestop.seen.encoding import payment_cards, payment_number
from whistlestop.seen.route_graph import (
    completed_tickets,
    longest_path,
    members,
    open_routes,
    part_numbers,
)
from whistlestop.whole_numbers import whole_number

SPECTATOR: Final = -1
"""The viewer who sees only what is public."""

REFEREE: Final = -2
"""The viewer who sees everything."""

Hand = Mapping[str, int]
"""Numbers of cards by the name of their kind. Kinds without a card are left out."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the viewer of a `View` sees them."""

    seat: int
    cards: int
    """The number of cards in the hand."""
    hand: Hand | None
    """The cards in the hand, or None if the viewer may not see them."""
    shown: Hand
    """Cards in the hand that are public, because they were taken from the display."""
    stacks: tuple[str, ...]
    """The stack of each ticket that the player holds, sorted. The backs of tickets are public."""
    tickets: tuple[str, ...] | None
    """The codes of the tickets that the player holds, or None if the viewer may not see them."""
    offer_stacks: tuple[str, ...]
    """The stack of each ticket that is offered to the player now."""
    offer: tuple[str, ...] | None
    """The codes of the tickets offered to the player, or None if the viewer may not see them."""
    answered: bool
    """Whether the player has answered the opening offer while others still have to (C-02)."""
    answer: tuple[str, ...] | None
    """The codes of the tickets that the player keeps by the opening answer. None if there is no
    answer or the viewer may not see it."""
    pieces: int
    """The number of pieces that the player has left."""
    score: int
    """Points on the score track."""
    routes: tuple[str, ...]
    """The codes of the routes that the player owns."""
    passengers: tuple[str, ...]
    """The codes of the cities where the player's passengers stand (M-20)."""
    passengers_left: int
    """The number of passengers that the player can still place."""
    stations: tuple[str, ...]
    """The codes of the cities where the player has built stations (E-20)."""
    stations_left: int
    """The number of stations that the player can still build."""
    merchandise: int
    """Points of the tokens that the player has collected (M-23)."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A ticket that a player returned to the bottom of its stack."""

    stack: str
    """The name of the stack to which the ticket was returned."""
    ticket: str | None
    """The code of the returned ticket, or None if the viewer may not know it."""
    seat: int
    """The seat that returned the ticket, and so knows it."""


@dataclass(frozen=True, slots=True)
class Journey:
    """The journey that a passenger is making now (M-21)."""

    city: str
    """The code of the city where the passenger is."""
    routes: tuple[str, ...]
    """The codes of the routes travelled so far, in the edition's order of routes."""
    visited: tuple[str, ...]
    """The codes of the cities visited so far, including the start. They give this journey no
    further token (I-06)."""
    steps: int
    """The number of routes travelled so far."""


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A tunnel for which a player has to pay a surcharge or withdraw (E-11)."""

    cards: Cards
    """The set of cards that the player laid out for the route."""
    revealed: tuple[str, ...]
    """The names of the cards that were turned up from the deck for the tunnel."""
    due: int
    """The number of cards that the surcharge of the tunnel costs."""


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer sees it."""

    edition: Edition
    viewer: int
    """A seat, `SPECTATOR` or `REFEREE`."""
    phase: PhaseName
    """The kind of decision that has to be made now, one of `rules.state.PHASES`."""
    seat: int
    """The seat that decides. In the opening, the first seat that has not answered its offer yet.
    After the game, the number has no meaning."""
    starter: int
    """The seat that takes the first turn."""
    players: tuple[Player, ...]
    """All players, in the order of their seats."""
    display: tuple[str | None, ...]
    """The cards in the five slots of the display. None is an empty slot (C-16)."""
    deck: int
    """The number of cards in the deck."""
    deck_cards: Hand | None
    """The cards in the deck in the referee's view. None in all other views."""
    discards: Hand
    """The cards in the discard pile."""
    stacks: tuple[int, ...]
    """The number of tickets left in each stack of the edition, including the returned ones."""
    stack_tickets: tuple[str, ...] | None
    """The codes of the shuffled tickets of all stacks. None in all views but the referee's."""
    returned: tuple[Returned, ...]
    """Tickets at the bottoms of the stacks, in the order in which they will be drawn (C-31)."""
    taken: Mapping[str, int]
    """The number of merchandise tokens taken from each city, by the city's code. Cities that still
    have all tokens are left out."""
    route: str | None
    """The code of a route. While a passenger may be placed, it is the route that was just claimed
    (M-20). While a payment or surcharge is due, it is the route that is being claimed. While cards
    are owed, it is the route that was claimed (F-12). None in all other phases."""
    owed: int
    """The number of cards that the deciding player still has to give as substitutes for the route
    (F-12, F-14). 0 in all phases but `substitution`."""
    tunnel: Tunnel | None
    """The tunnel whose surcharge has to be decided now (E-12), or None."""
    journey: Journey | None
    """The journey that is under way, or None."""
    turns: int
    """The number of completed turns."""
    last_turns: int
    """The number of turns left in the final round. 0 before the final round and after the game."""
    passes: int
    """The number of consecutive turns, up to now, in which the seats had to pass (I-03)."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == PHASES[Phase.OVER]

    @property
    def me(self) -> Player:
        """The player on the viewer's own seat.

        Raises:
            ValueError: the viewer is a spectator or the referee.
        """
        if self.viewer < 0:
            raise ValueError("a spectator has no seat of their own")
        return self.players[self.viewer]

    @property
    def index(self) -> Gazetteer:
        """The edition's index of names."""
        return gazetteer(self.edition)

    @property
    def owners(self) -> Mapping[str, int]:
        """The seat of the owner of every claimed route, by the route's code."""
        return {route: player.seat for player in self.players for route in player.routes}

    def open_routes(self, seat: int) -> frozenset[str]:
        """Return the codes of the routes that no claim closes to a seat (C-25, C-26).

        Whether the seat has the cards and pieces to claim these routes does not matter.
        """
        index = self.index
        owned = [[index.route_of[code] for code in player.routes] for player in self.players]
        found = open_routes(self.edition, owned, seat)
        return frozenset(code for code, free in zip(index.route_codes, found, strict=True) if free)

    def completed(self, seat: int) -> frozenset[str]:
        """Return the codes of the tickets that a seat's own routes already complete (C-33).

        The tickets that the seat holds and those offered to the seat are checked. Tickets that the
        viewer may not see are left out. Routes that stations open at the end of the game do not
        count.
        """
        index, player = self.index, self.players[seat]
        tickets = [
            index.ticket_of[code] for code in (*(player.tickets or ()), *(player.offer or ()))
        ]
        routes = [index.route_of[code] for code in player.routes]
        found = completed_tickets(self.edition, routes, tickets)
        return frozenset(index.ticket_codes[ticket] for ticket in found)

    def components(self, seat: int) -> tuple[frozenset[str], ...]:
        """Return the connected parts of a seat's network, each as a set of codes of places.

        The largest part comes first. Places that no route of the seat reaches are left out. A
        country does not connect its border routes (M-04), so it can be in several parts.
        """
        index = self.index
        routes = [index.route_of[code] for code in self.players[seat].routes]
        parts: dict[int, set[str]] = {}
        for place, part in zip(index.places, part_numbers(self.edition, routes), strict=True):
            if part >= 0:
                parts.setdefault(part, set()).add(place.code)
        largest_first = sorted(parts.values(), key=lambda part: (-len(part), min(part)))
        return tuple(frozenset(part) for part in largest_first)

    def asking_cards(self) -> tuple[str, ...]:
        """Return the kinds of cards that ask for one more card when turned up (E-11, E-45).

        The kind that pays the surcharge comes first: the colour of the cards laid out, or
        locomotives if no colour is among them. The result is empty if no tunnel has to be decided.
        """
        if self.tunnel is None:
            return ()
        colour = payment_colour(payment_number(self.index, self.tunnel.cards))
        return tuple(self.index.kinds[kind] for kind in members(asking_kinds(colour)))

    def longest_path(self, seat: int) -> tuple[str, ...]:
        """Return the codes of the routes of a seat's longest path (U-10), in travelling order.

        If several paths are longest, return one of them.
        """
        index = self.index
        routes = [index.route_of[code] for code in self.players[seat].routes]
        return tuple(index.route_codes[route] for route in longest_path(self.edition, routes))


def stations_left(edition: Edition, built: int) -> int:
    """Return how many more stations a player can build after building `built` of them (E-20)."""
    return int(stations_unbuilt(edition.stations, built))


def see(
    edition: Edition, state: Any, viewer: int, pending: Mapping[int, Any] | None = None
) -> View:
    """Return the view that one viewer has of a state.

    Args:
        edition: the game's edition.
        state: the state record.
        viewer: a seat, `SPECTATOR` or `REFEREE`.
        pending: for each seat whose opening answer is not in the state yet, the codes of the kept
            tickets.

    Raises:
        TypeError: the viewer is not a whole number.
        ValueError: there is no such seat.
    """
    return Sight(edition, state, pending).view(viewer)


class Sight:
    """The views of several viewers of one position. The views share their public parts."""

    def __init__(
        self,
        edition: Edition,
        state: Any,
        pending: Mapping[int, Any] | None = None,
        before: Sight | None = None,
    ) -> None:
        """Copy a position. Later changes of the state do not affect the views.

        Args:
            edition: the game's edition.
            state: the state record.
            pending: for each seat whose opening answer is not in the state yet, the codes of the
                kept tickets.
            before: an earlier `Sight` of the game. The new `Sight` uses its `Player` objects again
                for players that have not changed.
        """
        self._edition = edition
        self._plain = _Plain(state, None if before is None else before._plain)
        self._pending = dict(pending or {})
        self._views: dict[int, View] = {}
        self._common: dict[str, Any] = {}
        self._players: dict[tuple[int, bool], Player] = {}
        if before is not None:
            self._players = {
                (seat, open_hand): player
                for (seat, open_hand), player in before._players.items()
                if _unchanged(before._plain, self._plain, seat)
            }

    def view(self, viewer: int) -> View:
        """Return the view of one viewer: a seat, `SPECTATOR` or `REFEREE`. Views are cached.

        Raises:
            TypeError: the viewer is not a whole number.
            ValueError: there is no such seat.
        """
        if viewer not in self._views:
            self._views[viewer] = self._view(viewer)
        return self._views[viewer]

    def _view(self, viewer: int) -> View:
        edition, plain = self._edition, self._plain
        if whole_number(viewer, "a viewer") not in (REFEREE, SPECTATOR, *range(plain["seats"])):
            raise ValueError(f"there is no seat {viewer}; seats are 0 to {plain['seats'] - 1}")
        index = gazetteer(edition)
        over = plain["phase"] == Phase.OVER
        everything = viewer == REFEREE
        if not self._common:
            self._common = _common(index, plain)
        return View(
            edition=edition,
            viewer=viewer,
            players=tuple(
                self._player(index, seat, everything or over or seat == viewer)
                for seat in range(plain["seats"])
            ),
            deck_cards=_hand(index, plain["deck"]) if everything else None,
            stack_tickets=_stack_tickets(index, plain) if everything else None,
            returned=_returned(index, plain, viewer, everything or over),
            **self._common,
        )

    def _player(self, index: Gazetteer, seat: int, open_hand: bool) -> Player:
        key = seat, open_hand
        if key not in self._players:
            self._players[key] = _player(index, self._plain, seat, open_hand, self._pending)
        return self._players[key]


class _Plain(dict[str, Any]):
    """A state's fields by name, as numbers and lists. Python reads them faster than a record.

    A field is converted when it is first accessed. If an earlier position was given and the bytes
    of the field are equal in both positions, the earlier value is used.
    """

    __slots__ = ("_before", "_bytes")

    def __init__(self, state: Any, before: _Plain | None = None) -> None:
        super().__init__()
        self._bytes: bytes = state.tobytes()
        self._before = before
        if before is not None:
            # Keep only one earlier position. A chain would keep the whole game in memory.
            before._before = None

    def __missing__(self, name: str) -> Any:
        here, read = _FIELDS[name]
        before = self._before
        if before is not None and before._bytes[here] == self._bytes[here]:
            value = before[name]
        else:
            value = read(self._bytes[here])
        self[name] = value
        return value


def _reader(field: np.dtype[Any]) -> Callable[[bytes], Any]:
    """Return a function that converts a field's bytes to a number, a list or a list of lists."""
    size = field.itemsize // field.base.itemsize
    unpack = Struct(f"@{size}{field.base.char}").unpack
    if not field.shape:
        return lambda data: unpack(data)[0]
    if len(field.shape) == 1:
        return lambda data: list(unpack(data))
    _, width = field.shape

    def rows(data: bytes) -> list[list[int]]:
        numbers = unpack(data)
        return [list(numbers[at : at + width]) for at in range(0, size, width)]

    return rows


_FIELDS: Final = {
    name: (slice(at, at + field.itemsize), _reader(field))
    for name, (field, at, *_) in (STATE.fields or {}).items()
}
"""For the name of each field: where the field lies in a state's bytes, and the function that
converts these bytes to a value."""

_OF_PLAYERS: Final = (
    "hand",
    "shown",
    "tickets",
    "offer",
    "owned",
    "pieces",
    "score",
    "passengers",
    "passengers_left",
    "stations",
    "merchandise",
)
"""The names of the fields from which `_player` builds a `Player`. Each has one element for each
seat. The opening answers are missing, because `_unchanged` does not need them."""


def _unchanged(before: _Plain, now: _Plain, seat: int) -> bool:
    """Return whether nothing about a player has changed between two positions.

    While seats answer their opening offers, the result is always False.
    """
    if Phase.OPENING_KEEP in (before["phase"], now["phase"]):
        return False
    return all(before[name][seat] == now[name][seat] for name in _OF_PLAYERS)


def _common(index: Gazetteer, plain: _Plain) -> dict[str, Any]:
    """Return the fields of a view that are equal for every viewer."""
    phase: int = plain["phase"]
    display: list[int] = plain["display"]
    route: int = plain["route"]
    taken: list[int] = plain["taken"]
    return {
        "phase": PHASES[phase],
        "seat": plain["seat"],
        "starter": plain["starter"],
        "display": tuple(index.kinds[kind - 1] if kind else None for kind in display),
        "deck": plain["deck_size"],
        "discards": _hand(index, plain["discards"]),
        "stacks": _stack_sizes(index, plain),
        "taken": MappingProxyType(
            {index.places[place].code: number for place, number in enumerate(taken) if number}
        ),
        "route": (
            index.route_codes[route]
            if phase in (Phase.PLACEMENT, Phase.PAYMENT, Phase.SURCHARGE, Phase.SUBSTITUTION)
            else None
        ),
        "owed": plain["due"] if phase == Phase.SUBSTITUTION else 0,
        "tunnel": _tunnel(index, plain),
        "journey": _journey(index, plain),
        "turns": plain["turns"],
        "last_turns": plain["last_turns"],
        "passes": plain["passes"],
    }


def _player(
    index: Gazetteer, state: _Plain, seat: int, open_hand: bool, pending: Mapping[int, Any]
) -> Player:
    tickets = members(*state["tickets"][seat])
    offer: list[int] = [ticket - 1 for ticket in state["offer"][seat] if ticket]
    answer = _answer(index, state, seat, offer, pending)
    hand = state["hand"][seat]
    stations: int = state["stations"][seat]
    return Player(
        seat=seat,
        cards=sum(hand),
        hand=_hand(index, hand) if open_hand else None,
        shown=_hand(index, state["shown"][seat]),
        stacks=tuple(sorted(index.edition.tickets[ticket].stack for ticket in tickets)),
        tickets=tuple(index.ticket_codes[ticket] for ticket in tickets) if open_hand else None,
        offer_stacks=tuple(index.edition.tickets[ticket].stack for ticket in offer),
        offer=tuple(index.ticket_codes[ticket] for ticket in offer) if open_hand else None,
        answered=answer is not None,
        answer=answer if open_hand else None,
        pieces=state["pieces"][seat],
        score=state["score"][seat],
        routes=tuple(index.route_codes[route] for route in members(*state["owned"][seat])),
        passengers=tuple(index.places[city].code for city in members(state["passengers"][seat])),
        passengers_left=state["passengers_left"][seat],
        stations=tuple(index.places[city].code for city in members(stations)),
        stations_left=stations_left(index.edition, stations.bit_count()),
        merchandise=state["merchandise"][seat],
    )


def _answer(
    index: Gazetteer, state: _Plain, seat: int, offer: list[int], pending: Mapping[int, Any]
) -> tuple[str, ...] | None:
    """Return the codes of the tickets that a seat keeps by its opening answer, or None.

    The result is None if the seat has not answered.

    `offer` has the numbers of the tickets offered to the seat. For each seat whose opening answer
    is not in the state yet, `pending` has the codes of the kept tickets. After all seats have
    answered, the opening is over and the result is None.
    """
    if state["phase"] != Phase.OPENING_KEEP:
        return None
    if seat < state["seat"]:
        kept: int = state["answer"][seat]
        chosen = [offer[i] for i in range(min(len(offer), OFFER)) if kept >> i & 1]
        return tuple(index.ticket_codes[ticket] for ticket in chosen)
    return tuple(pending[seat]) if seat in pending else None


def _hand(index: Gazetteer, counts: list[int]) -> Hand:
    return MappingProxyType(
        {index.kinds[kind]: number for kind, number in enumerate(counts) if number}
    )


def _stack_sizes(index: Gazetteer, state: _Plain) -> tuple[int, ...]:
    waiting: list[int] = [ticket - 1 for ticket in state["returned"][: state["returned_size"]]]
    names = index.edition.stacks
    sizes = [sum(map(int.bit_count, state["stack"][stack])) for stack in range(len(names))]
    for ticket in waiting:
        sizes[names.index(index.edition.tickets[ticket].stack)] += 1
    return tuple(sizes)


def _stack_tickets(index: Gazetteer, state: _Plain) -> tuple[str, ...]:
    tickets = sorted(ticket for words in state["stack"] for ticket in members(*words))
    return tuple(index.ticket_codes[ticket] for ticket in tickets)


def _returned(
    index: Gazetteer, state: _Plain, viewer: int, everything: bool
) -> tuple[Returned, ...]:
    found: list[Returned] = []
    for position in range(state["returned_size"]):
        ticket: int = state["returned"][position] - 1
        seat: int = state["returned_by"][position] - 1
        known = everything or seat == viewer
        stack = index.edition.tickets[ticket].stack
        found.append(Returned(stack, index.ticket_codes[ticket] if known else None, seat))
    return tuple(found)


def _tunnel(index: Gazetteer, state: _Plain) -> Tunnel | None:
    if state["phase"] != Phase.SURCHARGE:
        return None
    route: int = state["route"]
    revealed: list[int] = state["revealed"]
    return Tunnel(
        cards=payment_cards(index, state["payment"], index.edition.routes[route].length),
        revealed=tuple(index.kinds[kind - 1] for kind in revealed if kind),
        due=state["due"],
    )


def _journey(index: Gazetteer, state: _Plain) -> Journey | None:
    if state["phase"] != Phase.JOURNEY:
        return None
    at: int = state["journey_at"]
    return Journey(
        city=index.places[at].code,
        routes=tuple(index.route_codes[route] for route in members(*state["journey_used"])),
        visited=tuple(index.places[city].code for city in members(state["journey_visited"])),
        steps=state["journey_steps"],
    )
