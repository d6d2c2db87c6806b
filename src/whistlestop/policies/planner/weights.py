"""The planner's weights: its judgement of what things are worth."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from whistlestop.rules.records import record

DEFAULTS: Final = {
    # What a turn is worth, in points, on the way to a goal.
    "turn": 1.6,
    # What a piece is worth that is spent on the way to a goal.
    "piece": 1.0,
    # What a piece is worth that no goal needs.
    "spare_piece": 0.5,
    # How much of a route's own points counts towards choosing the way to a goal.
    "route_points": 0.5,
    # The least that a space costs on the way to a goal, however many points the route scores.
    "least_cost": 0.35,
    # What a ticket's routes may cost before it is given up: a share of its points, both ways.
    "stake": 3.0,
    # Useful cards that a turn of drawing brings.
    "cards_a_turn": 1.75,
    # How much longer than the turns left a plan may take (a factor).
    "leisure": 1.25,
    # The share of the cards in hand that a plan can use.
    "useful_hand": 0.8,
    # The share of the cards in hand that others can use to end the game.
    "clock_hand": 1.0,
    # Spaces of an average claim, for guessing how fast the others can be.
    "clock_spaces": 3.5,
    # A card that another route of the plan needs.
    "reserved_card": 1.6,
    # A card that no route of the plan needs.
    "spare_card": 0.35,
    # A wild card.
    "locomotive": 1.8,
    # A wild card that a ferry of the plan needs.
    "reserved_locomotive": 4.0,
    # A wild card that is drawn like any other.
    "plain_locomotive": 1.0,
    # A wild card for long routes only.
    "locomotive4": 1.1,
    # A try of a tunnel that cannot be paid.
    "failed_tunnel": 8.0,
    # The cards that a tunnel's surcharge may take, if it is not urgent.
    "surcharge": 6.0,
    # Turns left from which on every surcharge is paid.
    "surcharge_turns": 3.0,
    # A claim that the plan needs.
    "planned": 7.0,
    # One point of the way round, for every rival near a planned route.
    "danger": 1.0,
    # A turn of drawing cards; claims have to be worth more.
    "draw": 2.6,
    # Turns left from which on drawing is worth less and less, and so are the cards in hand.
    "late_draw": 4.0,
    "late_hand": 1.0,
    # Turns left from which on claims are judged by the points that they bring at once, too.
    "endgame": 1.0,
    # Cards in hand for each piece left, from which on another one is worth nothing.
    "full_hand": 9.0,
    # How much the use of a card counts beside that.
    "use": 0.5,
    # A locomotive that costs the whole draw, as a share of its use; and if it pays for a route now.
    "whole_draw": 0.45,
    "whole_draw_now": 0.75,
    # The use of a wild card, and more of it for a wanted route.
    "wild_use": 0.8,
    "wild_wanted": 0.5,
    # The use of a missing card, and more of it the fewer are missing.
    "missing_use": 0.8,
    "last_missing": 0.4,
    # The use of a card of any colour where a grey route is wanted.
    "grey_use": 0.7,
    # The use of a card that nothing needs, and more of it for each of its colour in hand.
    "spare_use": 0.04,
    "spare_set": 0.02,
    # How much routes outside the plan are wanted while there is a plan.
    "filler_share": 0.45,
    # What joining one's network adds to a route outside the plan, where the longest path counts.
    "touch": 0.5,
    # A space that makes the longest path longer, where that counts.
    "longest_path": 0.25,
    # Turns and pieces that must be left to draw new tickets, and what drawing them is worth.
    "ticket_turns": 7.0,
    "ticket_pieces": 7.0,
    "tickets": 6.0,
    # The share of the tickets taken from the stack with the higher ones.
    "long_tickets": 0.4,
    # The share of the pieces that the tickets kept may take.
    "prudence": 0.85,
    # How much of a plan's cost counts against keeping tickets.
    "keep_cost": 1.0,
    # What a ticket more is worth beyond its points and cost.
    "each_ticket": 0.0,
    # Pieces to be kept for ways round, for each space that is planned.
    "slack": 0.4,
    # Turns to spare for the stations before the end.
    "station": 2.0,
    # A journey worth so much sets out while the network is still growing.
    "journey": 19.0,
    # Turns to spare for the journeys before the end.
    "journey_margin": 2.0,
    # A passenger card: when travelling, and when drawing.
    "passenger_card": 0.8,
    "passenger_use": 0.45,
    # A passenger is placed where its journey promises more.
    "placement": 5.0,
}
"""The name of each weight with its value before any tuning; in points unless it says otherwise."""

WEIGHTS = record([(name, np.float64) for name in DEFAULTS])

TUNED: Final = Path(__file__).parent / "tuned.toml"
"""The weights found by evolution, by edition and number of players (`tools/tune_planner.py`)."""


def weights_for(edition: str, players: int) -> Any:
    """The planner's weights for an edition, as an array of one.

    Those tuned for this number of players, or else for the number nearest to it, or else those
    before any tuning.

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
