"""Fields of the records in `observations/compiled`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Real


class LayoutRecord(Protocol):
    """How many items of each sort a layout has, and where features begin (-1 = not there)."""

    observation: Number
    """The length of an observation."""
    information: Number
    """The length of an information state, which begins with the observation."""
    players: Number
    """The number of players that the layout has room for."""
    routes: Number
    """The number of routes that the layout has room for."""
    places: Number
    """The number of places that the layout has room for."""
    tickets: Number
    """The number of tickets that the layout has room for."""
    kinds: Number
    """The number of kinds of cards that the layout has room for."""
    stacks: Number
    """The number of ticket stacks that the layout has room for."""
    offer: Number
    """The number of tickets of an offer that the layout has room for."""
    kind: npt.NDArray[np.int64]
    """[i] the kind of card, as the rules number it, that is the i-th in the layout."""
    column: npt.NDArray[np.int64]
    """[kind] the index of a card kind in `kind`; 0 for kinds that the layout lacks."""
    table_phase: Number
    table_spectator: Number
    table_display: Number
    table_deck: Number
    table_discards: Number
    table_stacks: Number
    table_laid_out: Number
    table_revealed: Number
    table_due: Number
    table_owed: Number
    table_journey_steps: Number
    table_turns: Number
    table_final_round: Number
    table_last_turns: Number
    table_passes: Number
    players_there: Number
    players_decides: Number
    players_starter: Number
    players_cards: Number
    players_hand_known: Number
    players_hand: Number
    players_shown: Number
    players_ticket_backs: Number
    players_offer_backs: Number
    players_answered: Number
    players_pieces: Number
    players_score: Number
    players_passengers_left: Number
    players_merchandise: Number
    routes_owner: Number
    routes_open: Number
    routes_affordable: Number
    routes_chosen: Number
    routes_travelled: Number
    places_passenger: Number
    places_tokens: Number
    places_travelling: Number
    places_visited: Number
    places_station: Number
    places_building: Number
    tickets_holder: Number
    tickets_offered: Number
    tickets_answer: Number
    tickets_completed: Number
    tickets_returned: Number
    pile_there: Number
    pile_stack: Number
    pile_returned_by: Number
    past_players_taken: Number
    past_players_drawn: Number
    past_players_drawn_kinds: Number
    past_players_spent: Number
    past_players_offers: Number
    past_players_returns: Number
    past_players_withdrawals: Number
    past_routes_claimed: Number
    past_tickets_seen: Number
    past_tickets_given_back: Number
    of_kind: npt.NDArray[np.float32]
    """[i] 1 / the number of cards of the i-th kind in the box; 0 if there are none."""
    of_stack: npt.NDArray[np.float32]
    """[stack] 1 / the number of tickets of the stack in the box; 0 if there are none."""
    of_deck: Real
    """1 / the number of all cards in the box."""
    of_pieces: Real
    """1 / the number of pieces that a player has at the start."""
    of_passengers: Real
    """1 / the number of passengers of a player; 0 if the edition has none."""
    of_tickets: Real
    """1 / the number of tickets of the edition."""
    of_routes: Real
    """1 / the number of routes of the edition."""


class Memory(Protocol):
    """What has happened in a game so far, as seats saw it."""

    seen: npt.NDArray[np.uint64]
    """[seat] the set of tickets that were offered to the seat: secret."""
    given_back: npt.NDArray[np.uint64]
    """[seat] the set of tickets that the seat did not keep: secret."""
    taken: npt.NDArray[np.uint16]
    """[seat, kind] the number of cards that the seat took from the display."""
    drawn: npt.NDArray[np.uint16]
    """[seat, kind] cards from the deck or the deal; only the sum over kinds is public."""
    spent: npt.NDArray[np.uint16]
    """[seat, kind] the number of cards that the seat paid or has laid out for a tunnel."""
    offers: npt.NDArray[np.uint16]
    """[seat, stack] the number of tickets of this stack offered to the seat: public."""
    returns: npt.NDArray[np.uint16]
    """[seat, stack] the number of tickets of this stack that the seat did not keep: public."""
    withdrawals: npt.NDArray[np.uint16]
    """[seat] how often the seat gave up a tunnel and took its cards back."""
    claimed: npt.NDArray[np.uint8]
    """[route] n = its claim was the n-th that this memory recorded; 0 = none recorded."""
    claims: Number
    """The number of claims so far."""
    spare: npt.NDArray[np.uint8]
    """Unused bytes that fill the last word, so that copies are equal to the last byte."""
