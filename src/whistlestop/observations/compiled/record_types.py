"""Fields of the records in `observations/compiled`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Real


class LayoutRecord(Protocol):
    """Where the numbers of an observation are; -1 = the layout lacks the feature."""

    observation: Number
    """The length of an observation."""
    information: Number
    """The length of an information state, which begins with the observation."""
    players: Number
    """The numbers of items of the blocks."""
    routes: Number
    """The numbers of items of the blocks."""
    places: Number
    """The numbers of items of the blocks."""
    tickets: Number
    """The numbers of items of the blocks."""
    kinds: Number
    """The numbers of card kinds, of ticket stacks and of offered tickets."""
    stacks: Number
    """The numbers of card kinds, of ticket stacks and of offered tickets."""
    offer: Number
    """The numbers of card kinds, of ticket stacks and of offered tickets."""
    kind: npt.NDArray[np.int64]
    """[i] the i-th kind of card."""
    column: npt.NDArray[np.int64]
    """[kind] the index i of a kind; 0 for kinds that the edition lacks."""
    table_phase: Number
    table_spectator: Number
    table_display: Number
    table_deck: Number
    table_discards: Number
    table_stacks: Number
    table_laid_out: Number
    table_revealed: Number
    table_due: Number
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
    """[i] 1 / the cards of the i-th kind; 0 if there are none."""
    of_stack: npt.NDArray[np.float32]
    """[stack] 1 / the tickets of the stack; 0 if there are none."""
    of_deck: Real
    """1 / all cards."""
    of_pieces: Real
    """1 / the pieces of a player."""
    of_passengers: Real
    """1 / the number of each; 0 if there are none."""
    of_tickets: Real
    """1 / the number of each; 0 if there are none."""
    of_routes: Real
    """1 / the number of each; 0 if there are none."""


class Memory(Protocol):
    """The past of a game."""

    seen: npt.NDArray[np.uint64]
    """[seat] tickets that were offered to the seat: secret."""
    given_back: npt.NDArray[np.uint64]
    """[seat] tickets that the seat did not keep: secret."""
    taken: npt.NDArray[np.uint16]
    """[seat, kind] cards taken from the display."""
    drawn: npt.NDArray[np.uint16]
    """[seat, kind] cards from the deck, dealt ones included: secret, but their sum is public."""
    spent: npt.NDArray[np.uint16]
    """[seat, kind] cards paid, and the set that lies out for a tunnel."""
    offers: npt.NDArray[np.uint16]
    """[seat, stack] the numbers of these tickets: public, as the backs are."""
    returns: npt.NDArray[np.uint16]
    """[seat, stack] the numbers of these tickets: public, as the backs are."""
    withdrawals: npt.NDArray[np.uint16]
    """[seat] how often it took the set for a tunnel back."""
    claimed: npt.NDArray[np.uint8]
    """[route] which claim of the game it was, from 1; 0 = no claim that was seen."""
    claims: Number
    """Claims so far."""
    spare: npt.NDArray[np.uint8]
    """Unused bytes that fill the last word, so that copies are equal to the last byte."""
