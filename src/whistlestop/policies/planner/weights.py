"""The planner's weights and other numbers by which it judges what things are worth.

The weights (`DEFAULTS`) are tuned for each edition and can be set as options of a bot. The
constants are equal in every edition.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from whistlestop.rules.records import record

DEFAULTS: Final = {
    # The cost of a turn spent on a goal.
    "turn": 1.6,
    # The cost of a piece spent on a goal.
    "piece": 1.0,
    # The cost of a piece spent on a route that no goal needs.
    "spare_piece": 0.5,
    # The share of a route's points that is subtracted from its cost for a goal.
    "route_points": 0.5,
    # The least cost of a space for a goal, however many points the route scores.
    "least_cost": 0.35,
    # The maximum cost of a ticket's routes, as a multiple of the points that the ticket brings if
    # completed plus the points that it costs if not.
    "stake": 3.0,
    # How many useful cards a turn of drawing brings.
    "cards_a_turn": 1.75,
    # How long a plan may take, as a multiple of the turns left.
    "leisure": 1.25,
    # The share of the cards in hand that a plan can use.
    "useful_hand": 0.8,
    # The share of the cards in hand that counts to estimate how soon a seat can end the game.
    "clock_hand": 1.0,
    # The spaces of an average claim, to estimate how soon a seat can end the game.
    "clock_spaces": 3.5,
    # The cost of spending a card that another route of the plan needs.
    "reserved_card": 1.6,
    # The cost of spending a card that no route of the plan needs.
    "spare_card": 0.35,
    # The cost of spending a wild card.
    "locomotive": 1.8,
    # The cost of spending a wild card that a ferry of the plan needs.
    "reserved_locomotive": 4.0,
    # The cost of spending a wild card in editions where a wild card is not a whole draw.
    "plain_locomotive": 1.0,
    # The cost of spending a wild card that may pay only for long routes: a locomotive (+4).
    "locomotive4": 1.1,
    # The cost of an attempt at a tunnel whose surcharge cannot be paid.
    "failed_tunnel": 8.0,
    # The most that the cards of a tunnel's surcharge may cost if the tunnel is not urgent.
    "surcharge": 6.0,
    # If this many turns or fewer are left, every surcharge is paid.
    "surcharge_turns": 3.0,
    # The worth of a claim that the plan needs.
    "planned": 7.0,
    # A factor for the points at risk because rivals may claim a planned route.
    "danger": 1.0,
    # The worth of a turn of drawing cards. A claim must be worth more.
    "draw": 2.6,
    # If fewer turns than this are left, drawing cards is worth less.
    "late_draw": 4.0,
    # If fewer turns than this are left, the cards in hand are worth less.
    "late_hand": 1.0,
    # If this many turns or fewer are left, the points that a claim brings at once count, too.
    "endgame": 1.0,
    # If a seat has this many cards in hand for each piece left, more cards are worth nothing.
    "full_hand": 9.0,
    # How much the use of a card adds to the worth of drawing that card (a factor).
    "use": 0.5,
    # The share of a locomotive's use that counts if a locomotive is the whole draw.
    "whole_draw": 0.45,
    # The share that counts instead if one more locomotive completes a payment.
    "whole_draw_now": 0.75,
    # The use of a wild card.
    "wild_use": 0.8,
    # What the priority of the most urgent target that wild cards can pay for adds to the use of a
    # wild card (a factor).
    "wild_wanted": 0.5,
    # The use of a card that a target lacks.
    "missing_use": 0.8,
    # What is added to this use, divided by the number of cards that the target lacks.
    "last_missing": 0.4,
    # The use of a card of any colour if a grey route is wanted.
    "grey_use": 0.7,
    # The use of a card that no route needs.
    "spare_use": 0.04,
    # What each spare card of its colour in hand adds to this use.
    "spare_set": 0.02,
    # A factor for the priority of routes outside the plan while planned routes are missing.
    "filler_share": 0.45,
    # What touching the seat's network adds to a route outside the plan, if the longest path counts.
    "touch": 0.5,
    # The worth of a space that makes the longest path longer, if the longest path counts.
    "longest_path": 0.25,
    # The number of turns that must be left to draw new tickets.
    "ticket_turns": 7.0,
    # The number of pieces that must be left to draw new tickets.
    "ticket_pieces": 7.0,
    # The worth of drawing new tickets.
    "tickets": 6.0,
    # The share of the tickets drawn from the more valuable stack.
    "long_tickets": 0.4,
    # The share of the pieces that the plan for the tickets kept may take.
    "prudence": 0.85,
    # How much the cost of a plan counts against keeping tickets (a factor).
    "keep_cost": 1.0,
    # The worth of one more ticket beyond its points and cost.
    "each_ticket": 0.0,
    # The highest cost of a second way for a ticket, as a factor for the points that it brings.
    "second_way": 0.7,
    # The pieces to keep in reserve for ways around lost routes, for each planned space.
    "slack": 0.4,
    # The turns to keep in reserve for stations before the end.
    "station": 2.0,
    # The lowest worth for which a journey starts while the network is still growing.
    "journey": 19.0,
    # The turns to keep in reserve for journeys before the end.
    "journey_margin": 2.0,
    # The cost of spending a passenger card.
    "passenger_card": 0.8,
    # The use of the first passenger card. More such cards are of less use.
    "passenger_use": 0.45,
    # What the journey of a passenger must be worth for the passenger to be placed.
    "placement": 5.0,
}
"""The name of each weight with its value before any tuning. Values are in points unless the comment
above the weight in the source says otherwise."""

# Judgements that no tuning changes. Unlike the weights above, they are equal in every edition.

OUT_OF_REACH: Final = -1e9
"""The worth of something impossible, which is less than anything possible is worth."""

UNPAYABLE: Final = 1e9
"""The cost of something that cannot be paid, which is more than anything else costs."""

RISK_WITHOUT_RIVALS: Final = 0.1
"""The share of a planned route's `detour` that counts as points at risk if no rival owns routes to
its ends."""

RISK_PER_RIVAL: Final = 0.2
"""What each rival who owns routes to an end of the planned route adds to the share
`RISK_WITHOUT_RIVALS`."""

COUNTED_RIVALS: Final = 4
"""The highest count of rivals near a planned route. Higher counts are treated as this one.

A rival at one end of the route counts once, and a rival at both ends counts twice.
"""

PLANNED_PRIORITY_STEP: Final = 0.03
"""How much lower the priority of each planned route is than that of the route before it."""

FILLER_PRIORITY_STEP: Final = 0.1
"""How much lower the priority of each route outside the plan is than that of the route before it,
as a share of the first one's priority."""

FILLERS: Final = 4
"""The maximum number of routes outside the plan that cards are collected for at a time."""

FERRY_CARD: Final = 1.75
"""The number of coloured cards that one missing locomotive of a ferry counts as, when the planner
estimates what the ferry costs."""

TUNNEL_ASKS: Final = 0.2
"""The estimated chance that a card turned up for a tunnel outside the plan asks for one more card.
"""

TUNNEL_SUCCEEDS: Final = 0.7
"""The estimated chance that a tunnel can be claimed in the seat's last turn."""

LAST_DRAW: Final = -100.0
"""The worth of drawing cards in the seat's last turn, in points. Any claim is worth more."""

LAST_WITHDRAWAL: Final = -1e6
"""The worth of giving up a tunnel when `surcharge_turns` or fewer turns are left, in points. Every
payment is worth more."""

SPACE_OF_LONGEST_PATH: Final = 0.15
"""What each space of a seat's longest path is worth, as a share of the bonus for the longest path.
"""

TICKET_OF_MOST: Final = 0.15
"""What keeping one more ticket is worth, as a share of the bonus for the most completed tickets."""

COUNTED_SPARE_CARDS: Final = 6
"""The maximum number of spare cards of a colour that are counted. The more are counted, the more
useful it is to draw another card of that colour."""

FERRY_LOCOMOTIVE_USE: Final = 1.0
"""The least use of drawing a locomotive if a target that is a ferry still lacks locomotives. A use
is about 1 for a card that the plan needs."""

FERRY_LOCOMOTIVE_WANTED: Final = 0.6
"""A factor. The highest priority of the targets whose ferries lack locomotives, multiplied by this
factor, is added to `FERRY_LOCOMOTIVE_USE`."""

LIMITED_WILD_USE: Final = 0.3
"""The use of drawing a locomotive that no target needs, in editions where locomotives may not pay
for every route."""

LONG_LOCOMOTIVE_USE: Final = 0.5
"""The use of drawing a locomotive (+4) that no target needs."""

LONG_LOCOMOTIVE_WANTED: Final = 0.6
"""A factor. The highest priority of the targets that lack cards and that a locomotive (+4) can pay
for, multiplied by this factor, is added to `LONG_LOCOMOTIVE_USE`."""

LATE_JOURNEY: Final = 5.0
"""The points that are added to the worth of a journey that must start now to end before the game
ends."""

EARLY_TICKETS: Final = 2.0
"""A factor for the weight `ticket_turns`. While the number of turns left is higher than the
product, the planner also draws tickets from the more valuable stack."""

FARTHEST_WAY_ROUND: Final = 20.0
"""The cost of a way round a route, in points, if there is no way or only a dearer one."""

PLAN_AGE: Final = 8
"""The number of turns, of all seats, after which a plan is made again because the cards in hand
have changed."""

SMALL_COST: Final = 0.1
"""A cost in points that is added to a goal's own cost before the goal's points are divided by it.
Without this number, goals of almost no cost could not be compared."""

WEIGHTS = record([(name, np.float64) for name in DEFAULTS])
"""The type of a planner's weights: a field for each name in `DEFAULTS`."""

TUNED: Final = Path(__file__).parent / "tuned.toml"
"""The file with the tuned weights, by edition and number of players. `tools/train_pool.py` found
them by evolution."""


def weights_for(edition: str, players: int) -> Any:
    """Return the planner's weights for an edition, as an array of one record.

    The result has the weights tuned for this number of players, or for the nearest number. If the
    edition has no tuned weights, the result has the weights before any tuning (`DEFAULTS`).

    Args:
        edition: the edition's name, which need not be a known one.
        players: the number of players.
    """
    tables = _tuned().get(edition, {})
    chosen: dict[str, float] = {}
    if tables:
        nearest = min(tables, key=lambda number: (abs(int(number) - players), int(number)))
        chosen = tables[nearest]
    weights = np.zeros(1, WEIGHTS)
    for name, value in DEFAULTS.items():
        weights[name] = chosen.get(name, value)
    return weights


@lru_cache(maxsize=1)
def _tuned() -> dict[str, dict[str, dict[str, float]]]:
    return tomllib.loads(TUNED.read_text(encoding="utf-8")) if TUNED.exists() else {}
