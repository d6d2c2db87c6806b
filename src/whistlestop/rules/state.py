"""The state: everything on the table, in one small record of fixed size.

The state holds what has happened and nothing of what is to come: a shuffled pile that no player has
looked at is stored as a set or as counts. Numbers that are not in use are 0, so that equal
positions are equal bytes. A set of routes takes two words: route r is bit r % 64 of word r // 64. A
set of tickets takes two words in the same way.

| field | meaning |
| --- | --- |
| `hand` | [seat, kind] cards in hand |
| `shown` | [seat, kind] cards of the hand that everybody saw the seat take: at most `hand` |
| `deck` | [kind] cards in the deck |
| `discards` | [kind] cards in the discards |
| `deck_size` | cards in the deck, all kinds together |
| `display` | [slot] the kind of the face-up card + 1; 0 = empty |
| `owned` | [seat, word] the seat's routes |
| `open` | [seat, word] routes the seat may claim as far as ownership goes (C-25, C-26) |
| `pieces` | [seat] pieces left |
| `score` | [seat] points on the scoring track |
| `tickets` | [seat, word] the set of tickets kept |
| `stack` | [stack, word] the tickets in the shuffled part of the stack, which are drawn first |
| `returned` | [i] the returned tickets (+ 1) at the bottom of the stacks, in the order of drawing |
| `returned_by` | [i] the seat (+ 1) that returned ticket i of `returned`, and knows where it is |
| `returned_size` | the number of tickets in `returned` |
| `offer` | [seat, i] tickets (+ 1) on offer to the seat; 0 = none |
| `answer` | [seat] opening tickets to keep (bit i = i-th offered); 0 once all have answered |
| `passengers` | [seat] the set of cities where the seat's passengers stand |
| `passengers_left` | [seat] passengers not yet placed |
| `merchandise` | [seat] points of the tokens collected |
| `stations` | [seat] the set of cities where the seat has built stations (E-20) |
| `taken` | [city] tokens taken off the city's stack |
| `seats` | the number of players at the table |
| `seat` | the seat that decides |
| `phase` | what the seat decides (see `Phase`) |
| `route` | the route being claimed |
| `payment` | the number of the payment that is laid out for a tunnel (E-11) |
| `revealed` | [i] the kind (+ 1) of the i-th card turned up for the tunnel; 0 = none |
| `due` | the number of cards due: the surcharge of the tunnel, or substitutes still to give |
| `city` | the city where a station is being built |
| `journey_at` | the city where the travelling passenger is |
| `journey_steps` | the number of routes that the passenger has travelled |
| `journey_used` | [word] the set of routes that the passenger has travelled |
| `journey_visited` | the set of cities that the journey has visited, the first included (I-06) |
| `turns` | turns completed by all seats together |
| `last_turns` | turns left in the final round; 0 = it has not begun, or the game is over |
| `passes` | consecutive turns, up to now, in which the seats had to pass (I-03) |
| `starter` | the seat that takes the first turn |
| `spare` | unused bytes that fill the last word, so that copies are equal to the last byte |
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np

from whistlestop.editions.limits import DISPLAY, KINDS, OFFER, PLACES, SEATS, STACKS, TICKETS
from whistlestop.rules.records import record

REVEALED: Final = 3
"""The number of cards turned up for a tunnel (E-11)."""

STATE = record(
    [
        ("owned", np.uint64, (SEATS, 2)),
        ("open", np.uint64, (SEATS, 2)),
        ("tickets", np.uint64, (SEATS, 2)),
        ("stack", np.uint64, (STACKS, 2)),
        ("passengers", np.uint64, (SEATS,)),
        ("stations", np.uint64, (SEATS,)),
        ("journey_used", np.uint64, (2,)),
        ("journey_visited", np.uint64),
        ("score", np.int16, (SEATS,)),
        ("merchandise", np.int16, (SEATS,)),
        ("turns", np.int16),
        ("payment", np.uint16),
        ("revealed", np.uint8, (REVEALED,)),
        ("due", np.uint8),
        ("city", np.uint8),
        ("hand", np.uint8, (SEATS, KINDS)),
        ("shown", np.uint8, (SEATS, KINDS)),
        ("deck", np.uint8, (KINDS,)),
        ("discards", np.uint8, (KINDS,)),
        ("deck_size", np.uint8),
        ("display", np.uint8, (DISPLAY,)),
        ("pieces", np.uint8, (SEATS,)),
        ("offer", np.uint8, (SEATS, OFFER)),
        ("answer", np.uint8, (SEATS,)),
        ("passengers_left", np.uint8, (SEATS,)),
        ("taken", np.uint8, (PLACES,)),
        ("returned", np.uint8, (TICKETS,)),
        ("returned_by", np.uint8, (TICKETS,)),
        ("returned_size", np.uint8),
        ("seats", np.uint8),
        ("seat", np.uint8),
        ("phase", np.uint8),
        ("route", np.uint8),
        ("journey_at", np.uint8),
        ("journey_steps", np.uint8),
        ("last_turns", np.uint8),
        ("passes", np.uint8),
        ("starter", np.uint8),
        ("spare", np.uint8, (5,)),
    ]
)


class Phase:
    """The decisions that a seat may have to make: the values of the state's `phase`."""

    OPENING_MIX: Final = 0
    """The seat chooses how many opening tickets come from each stack (M-02)."""
    OPENING_KEEP: Final = 1
    """The seat chooses which opening tickets to keep (C-02)."""
    TURN: Final = 2
    """The seat chooses the action of its turn."""
    SECOND_CARD: Final = 3
    """The seat chooses its second card (C-10)."""
    KEEP: Final = 4
    """The seat chooses which of the tickets drawn on its turn to keep (C-30)."""
    PAYMENT: Final = 5
    """The seat chooses the cards that pay for a route (C-27)."""
    PLACEMENT: Final = 6
    """The seat chooses whether to place a passenger, and where (M-20)."""
    JOURNEY: Final = 7
    """The seat chooses the next step of its passenger, or ends the journey (M-21)."""
    SURCHARGE: Final = 8
    """The seat chooses whether to pay the surcharge of a tunnel, and with which cards (E-12)."""
    STATION_PAYMENT: Final = 9
    """The seat chooses the cards that pay for a station (E-20)."""
    OVER: Final = 10
    """The game has ended; there is nothing to decide."""
    SUBSTITUTION: Final = 11
    """The seat chooses a card to give in place of a substituted one (F-12, F-14)."""


PhaseName = Literal[
    "opening_mix",
    "opening_keep",
    "turn",
    "second_card",
    "keep",
    "payment",
    "placement",
    "journey",
    "surcharge",
    "station_payment",
    "over",
    "substitution",
]
"""The names of the phases."""

PHASES: Final[tuple[PhaseName, ...]] = get_args(PhaseName)
"""The names of the phases, by number."""

COMMON_PHASES: Final[tuple[PhaseName, ...]] = PHASES[: Phase.SUBSTITUTION]
"""The phases that observations tell apart in all editions. Whether a seat owes substitutes is a
feature of its own, of the editions that have them."""
