"""Positions as types, whose JSON is the position format of `docs/notation.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from whistlestop.rules.state import PhaseName
from whistlestop.seen.view import Journey, Returned, View
from whistlestop.seen.view import Player as PlayerView

FORMAT: Final = "whistlestop position 1"
"""The value of the key `format`. The number is raised for an incompatible change."""

Hand = dict[str, int]
"""The number of cards of each kind, by name of the kind. Kinds without cards are left out."""


class Tunnel(Struct, frozen=True):
    """A tunnel for which a player has to pay a surcharge or withdraw (E-11)."""

    cards: Hand
    """The set of cards that the player laid out for the route."""
    revealed: tuple[str, ...]
    """The names of the cards that were turned up from the deck for the tunnel."""
    due: int
    """The number of cards that the surcharge of the tunnel costs."""


class Player(Struct, frozen=True, kw_only=True):
    """A player of a position. What the viewer may not see is null."""

    cards: int
    """The number of cards in the hand."""
    hand: Hand | None
    """The cards in the hand; null if the viewer may not see them."""
    shown: Hand
    """Cards in the hand that are public, because they were taken from the display."""
    stacks: tuple[str, ...]
    """The name of the stack of each ticket that the player holds, in alphabetical order. The backs
    of tickets are public."""
    tickets: tuple[str, ...] | None
    """The codes of the tickets that the player holds; null if the viewer may not see them."""
    offer_stacks: tuple[str, ...]
    """The name of the stack of each ticket that is offered to the player now, in the order of the
    offer."""
    offer: tuple[str, ...] | None
    """The codes of the tickets offered to the player; null if the viewer may not see them."""
    answered: bool
    """Whether the player has answered the opening offer while others still have to (C-02)."""
    answer: tuple[str, ...] | None
    """The codes of the tickets that the opening answer keeps. Null also if `answered` is false."""
    pieces: int
    """Pieces that the player has left."""
    score: int
    """Points on the score track."""
    routes: tuple[str, ...]
    """The codes of the routes that the player owns."""
    passengers: tuple[str, ...]
    """The codes of the cities where the player's passengers stand (M-20)."""
    passengers_left: int
    """Passengers that the player can still place."""
    stations: tuple[str, ...] | UnsetType = UNSET
    """The codes of the cities where the player has built stations (E-20). Left out in editions
    without stations."""
    merchandise: int
    """Points of the tokens that the player has collected (M-23)."""


class Position(Struct, frozen=True):
    """A position of a game, as a viewer sees it. What the viewer may not see is null."""

    format: str
    """The name and number of the position format: `whistlestop position 1`."""
    edition: str
    """The name of the edition."""
    revision: int
    """The revision of the edition's file."""
    viewer: int
    """A seat counted from 0, -1 for a spectator, or -2 for the referee, who sees everything."""
    phase: PhaseName
    """The kind of decision that has to be made now."""
    seat: int
    """The seat that decides. In the opening, the first seat that has not answered its offer yet."""
    starter: int
    """The seat that takes the first turn."""
    turns: int
    """The number of completed turns."""
    last_turns: int
    """Turns left in the final round. 0 before the final round, and when the game is over."""
    passes: int
    """The number of consecutive turns, up to now, in which the seats had to pass (I-03)."""
    players: tuple[Player, ...]
    """All players, in the order of their seats."""
    display: tuple[str | None, ...]
    """The cards in the five slots of the display. Null for an empty slot (C-16)."""
    deck: int
    """The number of cards in the deck."""
    deck_cards: Hand | None
    """The cards in the deck; null unless the viewer is the referee."""
    discards: Hand
    """The cards in the discard pile."""
    stacks: tuple[int, ...]
    """The number of tickets left in each stack, including the returned ones, in the edition's order
    of stacks."""
    stack_tickets: tuple[str, ...] | None
    """The codes of the tickets in all stacks, without the returned ones. Null unless the viewer is
    the referee."""
    returned: tuple[Returned, ...]
    """Tickets at the bottoms of the stacks, in the order in which they will be drawn (C-31)."""
    taken: dict[str, int]
    """The number of merchandise tokens taken from each city, by the city's code. Cities that still
    have all their tokens are left out."""
    route: str | None
    """While a payment or a surcharge for a route is due, the code of this route. While a passenger
    may be placed (M-20), the code of the route that was just claimed. Otherwise null."""
    journey: Journey | None
    """The journey that is under way. Null if there is none."""
    tunnel: Tunnel | UnsetType = UNSET
    """The tunnel whose surcharge has to be decided now (E-12). Left out if there is none."""
    owed: int | UnsetType = UNSET
    """The number of cards that the deciding player still has to give as substitutes (F-12, F-14).
    Left out if there are none."""


def position_data(view: View) -> Position:
    """Return a view as a `Position`, whose JSON is the position format."""
    tunnel = view.tunnel
    edition = view.edition
    stations = edition.stations > 0
    return Position(
        FORMAT,
        edition.name,
        edition.revision,
        view.viewer,
        view.phase,
        view.seat,
        view.starter,
        view.turns,
        view.last_turns,
        view.passes,
        tuple([_player(player, stations) for player in view.players]),
        view.display,
        view.deck,
        _plain(view.deck_cards),
        dict(view.discards),
        view.stacks,
        view.stack_tickets,
        view.returned,
        dict(view.taken),
        view.route,
        view.journey,
        UNSET if tunnel is None else Tunnel(dict(tunnel.cards), tunnel.revealed, tunnel.due),
        view.owed or UNSET,
    )


def _player(player: PlayerView, stations: bool) -> Player:
    """Return a player of a view as a `Player`, a part of the position format.

    Args:
        player: the player, as the viewer sees them.
        stations: whether the edition has stations. If not, the key `stations` is left out.
    """
    return Player(
        cards=player.cards,
        hand=_plain(player.hand),
        shown=dict(player.shown),
        stacks=player.stacks,
        tickets=player.tickets,
        offer_stacks=player.offer_stacks,
        offer=player.offer,
        answered=player.answered,
        answer=player.answer,
        pieces=player.pieces,
        score=player.score,
        routes=player.routes,
        passengers=player.passengers,
        passengers_left=player.passengers_left,
        stations=player.stations if stations else UNSET,
        merchandise=player.merchandise,
    )


def _plain(counts: Mapping[str, int] | None) -> dict[str, int] | None:
    return None if counts is None else dict(counts)
