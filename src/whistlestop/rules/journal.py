"""The codes of the entries in the journal, the list of what happened in the last action.

`turns.apply` writes the entries into the record of the luck. Each entry is a code and four
arguments. Unused arguments are 0. `seen.journal_events` makes typed events from the entries.

| code | arguments |
| --- | --- |
| `STARTER` | seat |
| `DEALT` | seat, kind |
| `TURNED_UP` | slot, kind |
| `SWEPT` | the kind that caused the sweep |
| `RESHUFFLED` | cards in the new deck |
| `DREW_BLIND` | seat, kind |
| `DREW_DISPLAY` | seat, slot, kind |
| `OFFERED` | seat, ticket, 1 if the ticket lay at the bottom of its stack, else 0 |
| `ANSWERED` | seat |
| `KEPT` | seat, ticket |
| `RETURNED` | seat, ticket, where the ticket goes (`BOTTOM`, `RESHUFFLE` or `OUT`) |
| `CLAIMED` | seat, route, payment, points |
| `TUNNELLED` | seat, route, payment laid out |
| `REVEALED` | kind, 1 if the card asks for one more card, else 0 |
| `DUE` | seat, cards of the surcharge |
| `SURCHARGED` | seat, payment, cards of the surcharge |
| `WITHDREW` | seat, route |
| `GAVE` | seat, kind, substitutes that the seat still has to give |
| `BUILT` | seat, city, payment, cards |
| `PLACED` | seat, city |
| `DEPARTED` | seat, city |
| `TRAVELLED` | seat, route, city reached, 1 if the step cost a passenger card, else 0 |
| `COLLECTED` | seat, city, points |
| `ARRIVED` | seat, city |
| `PASSED` | seat |
| `FINAL_ROUND` | seat |
| `GAME_OVER` | |
"""

from __future__ import annotations

from typing import Final

STARTER: Final = 1
DEALT: Final = 2
TURNED_UP: Final = 3
SWEPT: Final = 4
RESHUFFLED: Final = 5
DREW_BLIND: Final = 6
DREW_DISPLAY: Final = 7
OFFERED: Final = 8
ANSWERED: Final = 9
KEPT: Final = 10
RETURNED: Final = 11
CLAIMED: Final = 12
PLACED: Final = 13
DEPARTED: Final = 14
TRAVELLED: Final = 15
COLLECTED: Final = 16
ARRIVED: Final = 17
PASSED: Final = 18
FINAL_ROUND: Final = 19
GAME_OVER: Final = 20
TUNNELLED: Final = 21
REVEALED: Final = 22
DUE: Final = 23
SURCHARGED: Final = 24
WITHDREW: Final = 25
BUILT: Final = 26
GAVE: Final = 27
