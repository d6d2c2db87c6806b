"""The view of a seat (I-21): a type of its own, built from the state field by field.

Servers, bots and pages get views and never a state. A view holds None wherever its viewer may not
look. The referee's view hides nothing; it is what a position file holds.
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
from whistlestop.encoding import payment_cards
from whistlestop.networks import (
    completed_tickets,
    longest_path,
    members,
    open_routes,
    part_numbers,
)
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.whole_numbers import whole_number

SPECTATOR: Final = -1
"""The viewer who sees what everybody sees."""

REFEREE: Final = -2
"""The viewer who sees everything."""

Hand = Mapping[str, int]
"""Cards by the name of their kind; kinds of which there is none are left out."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player, as the viewer sees them."""

    seat: int
    cards: int
    """Cards in hand."""
    hand: Hand | None
    """Which cards; None if the viewer may not see them."""
    shown: Hand
    """Cards of the hand that everybody saw being taken from the display."""
    stacks: tuple[str, ...]
    """The stack of each ticket kept, sorted: their backs are public."""
    tickets: tuple[str, ...] | None
    """Which tickets; None if the viewer may not see them."""
    offer_stacks: tuple[str, ...]
    """The stack of each ticket the player is choosing from."""
    offer: tuple[str, ...] | None
    """Which tickets; None if the viewer may not see them."""
    answered: bool
    """Whether the opening answer is given, and not yet carried out (C-02)."""
    answer: tuple[str, ...] | None
    """That answer; None if there is none, or the viewer may not see it."""
    pieces: int
    score: int
    """Points on the track."""
    routes: tuple[str, ...]
    passengers: tuple[str, ...]
    """Cities where the player's passengers stand (M-20)."""
    passengers_left: int
    stations: tuple[str, ...]
    """Cities where the player has built stations (E-20)."""
    merchandise: int
    """Points of tokens collected (M-23)."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A ticket at the bottom of its stack."""

    stack: str
    ticket: str | None
    """None if the viewer may not know."""
    seat: int
    """Who returned it, and knows."""


@dataclass(frozen=True, slots=True)
class Journey:
    """A passenger under way (M-21)."""

    city: str
    routes: tuple[str, ...]
    """Travelled so far."""
    visited: tuple[str, ...]
    """Cities that give no token any more on this journey (I-06)."""
    steps: int


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A tunnel that is being tried (E-11): what lies on the table."""

    cards: Cards
    """The set that was laid out."""
    revealed: tuple[str, ...]
    """The cards turned up."""
    due: int
    """Cards to pay on top."""


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer sees it."""

    edition: Edition
    viewer: int
    """A seat, `SPECTATOR` or `REFEREE`."""
    phase: str
    """What is to be decided; see `rules.state.PHASES`."""
    seat: int
    """Who decides; in the opening, the first who has not answered yet."""
    starter: int
    players: tuple[Player, ...]
    display: tuple[str | None, ...]
    """The five slots; None = empty (C-16)."""
    deck: int
    """Cards in the deck."""
    deck_cards: Hand | None
    """Which cards; None for everybody but the referee."""
    discards: Hand
    stacks: tuple[int, ...]
    """Tickets left in each stack, the returned ones included."""
    stack_tickets: tuple[str, ...] | None
    """The shuffled tickets of all stacks; None for everybody but the referee."""
    returned: tuple[Returned, ...]
    """The tickets at the bottom, in the order in which they come up again (C-31)."""
    taken: Mapping[str, int]
    """Merchandise tokens taken from each city; cities that still have all are left out."""
    route: str | None
    """The route just claimed, while a passenger may be placed there (M-20), or being claimed."""
    tunnel: Tunnel | None
    """What lies on the table while a tunnel's surcharge is decided (E-12)."""
    journey: Journey | None
    turns: int
    """Turns completed."""
    last_turns: int
    """Turns left in the final round; 0 = it has not begun, or the game is over."""
    passes: int
    """Turns passed in a row (I-03)."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == PHASES[Phase.OVER]

    @property
    def me(self) -> Player:
        """The viewer's own seat.

        Raises:
            ValueError: the viewer has none.
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
        """The owner of every claimed route."""
        return {route: player.seat for player in self.players for route in player.routes}

    def open_routes(self, seat: int) -> frozenset[str]:
        """The routes that a seat may still claim, as far as ownership goes (C-25, C-26)."""
        index = self.index
        owned = [[index.route_of[code] for code in player.routes] for player in self.players]
        found = open_routes(self.edition, owned, seat)
        return frozenset(code for code, free in zip(index.route_codes, found, strict=True) if free)

    def completed(self, seat: int) -> frozenset[str]:
        """The tickets that a seat's own routes complete already (C-33), kept or on offer.

        Only those that the viewer may see. The routes that stations open at the end do not count.
        """
        index, player = self.index, self.players[seat]
        tickets = [
            index.ticket_of[code] for code in (*(player.tickets or ()), *(player.offer or ()))
        ]
        routes = [index.route_of[code] for code in player.routes]
        found = completed_tickets(self.edition, routes, tickets)
        return frozenset(index.ticket_codes[ticket] for ticket in found)

    def components(self, seat: int) -> tuple[frozenset[str], ...]:
        """The places that a seat's own routes link with each other, in connected parts.

        The largest part first; places that no route of the seat reaches are in none. A country is
        in every part that one of its border routes belongs to, since it joins none (M-04).
        """
        index = self.index
        routes = [index.route_of[code] for code in self.players[seat].routes]
        parts: dict[int, set[str]] = {}
        for place, part in zip(index.places, part_numbers(self.edition, routes), strict=True):
            if part >= 0:
                parts.setdefault(part, set()).add(place.code)
        largest_first = sorted(parts.values(), key=lambda part: (-len(part), min(part)))
        return tuple(frozenset(part) for part in largest_first)

    def longest_path(self, seat: int) -> tuple[str, ...]:
        """A longest path of a seat's own routes, which are in the order in which it goes (U-10)."""
        index = self.index
        routes = [index.route_of[code] for code in self.players[seat].routes]
        return tuple(index.route_codes[route] for route in longest_path(self.edition, routes))


def see(
    edition: Edition, state: Any, viewer: int, pending: Mapping[int, Any] | None = None
) -> View:
    """Build what one viewer may see of a state.

    Args:
        edition: the game's edition.
        state: the state record.
        viewer: a seat, `SPECTATOR` or `REFEREE`.
        pending: opening answers (tickets kept) that wait until their seat's turn to answer.

    Raises:
        TypeError: the viewer is no whole number.
        ValueError: there is no such seat.
    """
    return Sight(edition, state, pending).view(viewer)


class Sight:
    """One position for several viewers, who share what all of them see."""

    def __init__(
        self,
        edition: Edition,
        state: Any,
        pending: Mapping[int, Any] | None = None,
        before: Sight | None = None,
    ) -> None:
        """Look at a position; what happens later is not seen.

        Args:
            edition: as for `see`.
            state: as for `see`.
            pending: as for `see`.
            before: an earlier sight of the same game: who has not changed is not looked at again.
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
        """The view of one viewer: a seat, `SPECTATOR` or `REFEREE`.

        Raises:
            TypeError: the viewer is no whole number.
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
    """A state's fields by name, as numbers and lists, which Python reads faster than a record's.

    A field is read from the state when it is first looked at. If its bytes are those of the
    position before, the value of that position is used.
    """

    __slots__ = ("_before", "_bytes")

    def __init__(self, state: Any, before: _Plain | None = None) -> None:
        super().__init__()
        self._bytes: bytes = state.tobytes()
        self._before = before
        if before is not None:
            # One position back is enough; a chain of them would keep the whole game.
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
    """Return what makes a number, a list or a list of lists of the bytes of a field."""
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
"""Where each field is in the bytes of a state, and how it is read."""

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
"""The fields with one part a seat of which `_player` makes a player; answers are of the opening."""


def _unchanged(before: _Plain, now: _Plain, seat: int) -> bool:
    """Whether a seat looks the same in both positions."""
    if Phase.OPENING_KEEP in (before["phase"], now["phase"]):
        return False
    return all(before[name][seat] == now[name][seat] for name in _OF_PLAYERS)


def _common(index: Gazetteer, plain: _Plain) -> dict[str, Any]:
    """The fields that are the same for every viewer."""
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
            if phase in (Phase.PLACEMENT, Phase.PAYMENT, Phase.SURCHARGE)
            else None
        ),
        "tunnel": _tunnel(index, plain),
        "journey": _journey(index, plain),
        "turns": plain["turns"],
        "last_turns": plain["last_turns"],
        "passes": plain["passes"],
    }


def _player(
    index: Gazetteer, state: _Plain, seat: int, open_hand: bool, pending: Mapping[int, Any]
) -> Player:
    tickets = members(state["tickets"][seat])
    offer: list[int] = [ticket - 1 for ticket in state["offer"][seat] if ticket]
    answer = _answer(index, state, seat, offer, pending)
    hand = state["hand"][seat]
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
        stations=tuple(index.places[city].code for city in members(state["stations"][seat])),
        merchandise=state["merchandise"][seat],
    )


def _answer(
    index: Gazetteer, state: _Plain, seat: int, offer: list[int], pending: Mapping[int, Any]
) -> tuple[str, ...] | None:
    """The tickets of a seat's opening answer that waits for the others, if there is one."""
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
    sizes: list[int] = [state["stack"][stack].bit_count() for stack in range(len(names))]
    for ticket in waiting:
        sizes[names.index(index.edition.tickets[ticket].stack)] += 1
    return tuple(sizes)


def _stack_tickets(index: Gazetteer, state: _Plain) -> tuple[str, ...]:
    tickets = sorted(ticket for word in state["stack"] for ticket in members(word))
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
