"""What the planner weighs; the numbers were found by letting planners play each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """The planner's judgement. Everything is in points unless it says otherwise."""

    turn: float = 1.6
    """What a turn is worth."""
    piece: float = 1.0
    """What a piece is worth that is spent on the way to a goal."""
    spare_piece: float = 0.5
    """What a piece is worth that no goal needs."""
    route_points: float = 0.5
    """How much of a route's own points counts towards choosing the way to a goal."""
    least_cost: float = 0.35
    """The least that a space costs on the way to a goal, however many points the route scores."""
    cards_a_turn: float = 1.75
    """Useful cards that a turn of drawing brings."""
    leisure: float = 1.25
    """How much longer than the quickest possible end a plan may take (a factor)."""
    reserved_card: float = 1.6
    """A card that another route of the plan needs."""
    spare_card: float = 0.35
    """A card that no route of the plan needs."""
    locomotive: float = 1.8
    """A wild card."""
    reserved_locomotive: float = 4.0
    """A wild card that a ferry of the plan needs."""
    plain_locomotive: float = 1.0
    """A wild card that is drawn like any other."""
    failed_tunnel: float = 8.0
    """A try of a tunnel that cannot be paid."""
    surcharge: float = 6.0
    """The cards that a tunnel's surcharge may take, if it is not urgent."""
    surcharge_turns: float = 3.0
    """Turns left (not points) from which on every surcharge is paid."""
    station: float = 2.0
    """Turns to spare for the stations before the end (not points)."""
    locomotive4: float = 1.1
    """A wild card for long routes only."""
    planned: float = 7.0
    """A claim that the plan needs."""
    danger: float = 1.0
    """One point of the way round, for every rival near a planned route."""
    draw: float = 2.6
    """A turn of drawing cards; claims have to be worth more."""
    longest_path: float = 0.25
    """A space more of the longest path, where it is rewarded."""
    ticket_turns: float = 7.0
    """Turns that must be left (not points) to draw new tickets."""
    ticket_pieces: int = 7
    """Pieces that must be left to draw new tickets."""
    long_tickets: float = 0.4
    """Share of the tickets taken from the stack with the higher ones."""
    journey: float = 19.0
    """A journey worth so much sets out while the network is still growing."""
    journey_margin: float = 2.0
    """Turns to spare for the journeys before the end (not points)."""
    passenger_card: float = 0.8
    """A passenger card."""
    tickets: float = 6.0
    """A draw of tickets, when there is nothing left to link."""
    placement: float = 5.0
    """A passenger is placed where its journey promises more."""
    slack: float = 0.4
    """Pieces to be kept for ways round, for each space that is planned (not points)."""
    prudence: float = 0.85
    """The share of the pieces that the tickets kept may take (not points)."""
