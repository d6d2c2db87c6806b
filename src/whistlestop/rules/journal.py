"""The codes of the journal: what `apply` writes down of what happened.

Each entry is a code and four arguments, unused ones 0. `game` turns them into typed events.

| code | arguments |
| --- | --- |
| `STARTER` | seat |
| `DEALT` | seat, kind |
| `TURNED_UP` | slot, kind |
| `SWEPT` | kind that caused it |
| `RESHUFFLED` | cards |
| `DREW_BLIND` | seat, kind |
| `DREW_DISPLAY` | seat, slot, kind |
| `OFFERED` | seat, ticket, 1 if it lay at the bottom |
| `ANSWERED` | seat |
| `KEPT` | seat, ticket |
| `RETURNED` | seat, ticket, what became of it (`BOTTOM` …) |
| `CLAIMED` | seat, route, payment, points |
| `TUNNELLED` | seat, route, payment laid out |
| `REVEALED` | kind |
| `DUE` | seat, cards |
| `SURCHARGED` | seat, payment, cards |
| `WITHDREW` | seat, route |
| `BUILT` | seat, city, payment, cards |
| `PLACED` | seat, city |
| `DEPARTED` | seat, city |
| `TRAVELLED` | seat, route, city, 1 if it cost a passenger card |
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
