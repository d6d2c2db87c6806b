"""The state: everything on the table, in one small record. This is the memory map.

It holds what has happened and nothing of what is to come: a shuffled pile nobody has looked at is a
set of counts. Numbers that are not in use are 0, so that equal positions are equal bytes.

| field | meaning |
| --- | --- |
| `hand` | [seat, kind] cards in hand |
| `shown` | [seat, kind] cards of the hand that everybody saw being taken: a lower bound on `hand` |
| `deck` | [kind] cards in the deck |
| `discards` | [kind] cards in the discards |
| `deck_size` | cards in the deck, all kinds |
| `display` | [slot] kind of the face-up card + 1; 0 = empty |
| `owned` | [seat, word] routes of the seat (bit r % 64 of word r // 64) |
| `open` | [seat, word] routes the seat may claim as far as ownership goes (C-25, C-26) |
| `pieces`, `score` | [seat] pieces left; points on the track |
| `tickets` | [seat] tickets kept |
| `stack` | [stack] tickets nobody has returned: shuffled, drawn from first |
| `returned` | the bottom of the stacks: tickets (+ 1) in the order in which they come up again |
| `returned_by` | the seat (+ 1) that returned it and knows it is there |
| `returned_size` | how many of them |
| `offer` | [seat, i] tickets (+ 1) offered to the seat and not yet answered; 0 = none |
| `answer` | [seat] the set of offered tickets the seat keeps (opening only, until all answered) |
| `passengers` | [seat] cities where the seat's passengers stand |
| `passengers_left` | [seat] passengers not yet placed |
| `merchandise` | [seat] points of tokens collected |
| `stations` | [seat] cities where the seat has built stations (E-20) |
| `taken` | [city] tokens taken away from the top of its stack |
| `seats` | players at the table |
| `seat` | who decides |
| `phase` | what is to be decided (see `Phase`) |
| `route` | the route being claimed |
| `payment` | the set laid out for a tunnel, as a payment (E-11) |
| `revealed` | kinds (+ 1) of the cards turned up for the tunnel |
| `due` | cards that the tunnel asks for on top |
| `city` | the city where a station is being built |
| `journey_at` | the city where the travelling passenger is |
| `journey_steps` | routes travelled so far |
| `journey_used` | [word] routes travelled so far |
| `journey_visited` | cities that give it no token any more, the start included (I-06) |
| `turns` | turns completed |
| `last_turns` | turns left in the final round; 0 = it has not begun |
| `passes` | turns passed in a row (I-03) |
| `starter` | the seat that took the first turn |
| `spare` | nothing: what is left of the last word, so that copies are equal to the last byte |
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import DISPLAY, KINDS, OFFER, PLACES, SEATS, STACKS, TICKETS
from whistlestop.rules.records import record

REVEALED: Final = 3
"""Cards turned up for a tunnel (E-11)."""

STATE = record(
    [
        ("owned", np.uint64, (SEATS, 2)),
        ("open", np.uint64, (SEATS, 2)),
        ("tickets", np.uint64, (SEATS,)),
        ("stack", np.uint64, (STACKS,)),
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
        ("spare", np.uint8, (7,)),
    ]
)


class Phase:
    """The decisions that a seat may have to make: the values of the state's `phase`."""

    OPENING_MIX: Final = 0
    """How many opening tickets come from which stack (M-02)."""
    OPENING_KEEP: Final = 1
    """Which opening tickets to keep (C-02)."""
    TURN: Final = 2
    """What to do this turn."""
    SECOND_CARD: Final = 3
    """Which second card to draw (C-10)."""
    KEEP: Final = 4
    """Which drawn tickets to keep (C-30)."""
    PAYMENT: Final = 5
    """How to pay for the route (C-27)."""
    PLACEMENT: Final = 6
    """Whether to place a passenger, and where (M-20)."""
    JOURNEY: Final = 7
    """The passenger's next step (M-21)."""
    SURCHARGE: Final = 8
    """Whether to pay what a tunnel asks for on top, and how (E-12)."""
    STATION_PAYMENT: Final = 9
    """How to pay for the station (E-20)."""
    OVER: Final = 10
    """Nothing: the game has ended."""


PHASES: Final = (
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
)
"""The names of the phases, by number."""
