"""The table of features: what every number of an observation means, where it is, and its range.

Code, documentation and decoder are all made from this table. A tensor is flat and consists of
blocks, one after another. A block consists of rows. Each feature has one or more rows
(`Feature.parts`). A row has one number for each item. So a transposed view of a block is a matrix
of items and their features, without a copy.

Players come in the order of turns, beginning with the viewer. For a spectator, they begin with seat
0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from whistlestop.editions.limits import DISPLAY
from whistlestop.rules.book import BOTTOM
from whistlestop.rules.state import COMMON_PHASES, REVEALED

BLOCKS: Final = {
    "table": "",
    "players": "player",
    "routes": "route",
    "places": "place",
    "tickets": "ticket",
    "pile": "position",
    "past_players": "player",
    "past_routes": "route",
    "past_tickets": "ticket",
}
"""The blocks of a tensor in their order, each with the kind of its items. The features of a block
are written as rows, and each row has one number for each item. The features of the block `table`
belong to no items. Only information states have the blocks whose names begin with `PAST`."""

PAST: Final = "past_"
"""The prefix of the names of the blocks that only information states have."""


def always(book: Any) -> bool:
    """Return True, for features of every edition."""
    del book
    return True


def with_tunnels(book: Any) -> bool:
    """Return whether an edition has tunnels."""
    return bool(book.tunnels.any())


def with_substitutes(book: Any) -> bool:
    """Return whether an edition has routes with substitutes (F-12, F-14)."""
    return bool(book.substitutes.any())


def with_passengers(book: Any) -> bool:
    """Return whether an edition has passengers."""
    return bool(book.passengers > 0)


def with_stations(book: Any) -> bool:
    """Return whether an edition has stations."""
    return bool(book.stations > 0)


def with_pile(book: Any) -> bool:
    """Return whether an edition puts tickets that were not kept at the bottom of the stacks."""
    return BOTTOM in book.offer_unkept


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a position: one element of `FEATURES`."""

    block: str
    name: str
    parts: tuple[str, ...]
    """The names of the feature's parts, such as `slot` and `kind`. Each part has a length. The
    feature has a row for each combination of indexes of its parts, or one row if it has no parts.
    """
    unit: str
    """What the number 1 stands for. If empty, 1 means yes and 0 means no."""
    high: float
    """The greatest number that the feature can have in editions with at most 64 tickets. The least
    is 0."""
    meaning: str
    when: Callable[[Any], bool] = always
    """A function that takes an edition's book and returns whether the edition has the feature."""

    def most(self, tickets: int) -> float:
        """Return the greatest number that the feature can have in an edition with some tickets."""
        return self.high * max(1.0, tickets / 64) if self.unit == "8 tickets" else self.high


YES: Final = 1.0
"""The upper bound of features that are yes or no, or a share of a whole."""

SET_CARDS: Final = 8
"""The number of cards laid out for a tunnel that the number 1 stands for."""

MANY: Final = 255.0
"""The upper bound that features state for counts without a natural limit. Numbers in tensors are
not clipped to it."""

FEATURES: Final = (
    Feature("table", "phase", ("phase",), "", YES, "The phase: the kind of decision that is due."),
    Feature("table", "spectator", (), "", YES, "The viewer is a spectator."),
    Feature("table", "display", ("slot", "kind"), "", YES, "The card that lies in this slot."),
    Feature("table", "deck", (), "all cards", YES, "Cards in the deck."),
    Feature("table", "discards", ("kind",), "all of the kind", YES, "Cards in the discards."),
    Feature(
        "table",
        "stacks",
        ("stack",),
        "all of the stack",
        YES,
        "Tickets left in the stack, with those that were returned to it.",
    ),
    Feature(
        "table",
        "laid_out",
        ("kind",),
        "8 cards",
        YES,
        "The cards laid out for a tunnel until the player decides about the surcharge.",
        with_tunnels,
    ),
    Feature(
        "table",
        "revealed",
        ("card", "kind"),
        "",
        YES,
        "The cards turned up for a tunnel.",
        with_tunnels,
    ),
    Feature(
        "table",
        "due",
        (),
        "3 cards",
        YES,
        "Cards that the surcharge of a tunnel takes.",
        with_tunnels,
    ),
    Feature(
        "table",
        "owed",
        (),
        "32 cards",
        3.0,
        "Cards still to give as substitutes. Above 0, it stands for the phase.",
        with_substitutes,
    ),
    Feature(
        "table",
        "journey_steps",
        (),
        "8 routes",
        16.0,
        "Routes that the passenger has travelled so far.",
        with_passengers,
    ),
    Feature("table", "turns", (), "100 turns", MANY, "Turns completed."),
    Feature("table", "final_round", (), "", YES, "The final round has begun."),
    Feature(
        "table", "last_turns", (), "one for each player", YES, "Turns left in the final round."
    ),
    Feature("table", "passes", (), "one for each player", YES, "Turns passed in a row."),
    Feature("players", "there", (), "", YES, "The game has this player."),
    Feature("players", "decides", (), "", YES, "The player has to decide now."),
    Feature("players", "starter", (), "", YES, "The player took the first turn."),
    Feature("players", "cards", (), "32 cards", 8.0, "Cards in hand."),
    Feature(
        "players",
        "hand_known",
        (),
        "",
        YES,
        "The viewer may see the hand: it is the viewer's own, or the game is over.",
    ),
    Feature(
        "players",
        "hand",
        ("kind",),
        "all of the kind",
        YES,
        "The cards in hand. All 0 if the viewer may not see them.",
    ),
    Feature(
        "players",
        "shown",
        ("kind",),
        "all of the kind",
        YES,
        "Cards of the hand that everybody saw being taken.",
    ),
    Feature(
        "players", "ticket_backs", ("stack",), "8 tickets", 8.0, "Tickets that the player has kept."
    ),
    Feature(
        "players", "offer_backs", ("stack",), "8 tickets", YES, "Tickets on offer to the player."
    ),
    Feature(
        "players",
        "answered",
        (),
        "",
        YES,
        "The player has answered the opening offer, but not all others have.",
    ),
    Feature("players", "pieces", (), "all at the start", YES, "Pieces left."),
    Feature("players", "score", (), "100 points", MANY, "Points on the track."),
    Feature(
        "players",
        "passengers_left",
        (),
        "all at the start",
        YES,
        "Passengers not yet placed.",
        with_passengers,
    ),
    Feature(
        "players",
        "merchandise",
        (),
        "100 points",
        MANY,
        "Points of the tokens that the player has collected.",
        with_passengers,
    ),
    Feature("routes", "owner", ("player",), "", YES, "The player owns the route."),
    Feature(
        "routes", "open", (), "", YES, "The route is open to the viewer: no owned route closes it."
    ),
    Feature(
        "routes",
        "affordable",
        (),
        "",
        YES,
        "The viewer could claim the route with the present cards and pieces.",
    ),
    Feature(
        "routes",
        "chosen",
        (),
        "",
        YES,
        "The route is being paid for, or a passenger may be placed at its ends.",
    ),
    Feature(
        "routes",
        "travelled",
        (),
        "",
        YES,
        "The travelling passenger has used the route.",
        with_passengers,
    ),
    Feature(
        "places",
        "passenger",
        ("player",),
        "",
        YES,
        "A passenger of the player stands at the place.",
        with_passengers,
    ),
    Feature(
        "places",
        "tokens",
        (),
        "4 tokens",
        YES,
        "Merchandise tokens left at the place.",
        with_passengers,
    ),
    Feature(
        "places",
        "travelling",
        (),
        "",
        YES,
        "The travelling passenger is at the place.",
        with_passengers,
    ),
    Feature(
        "places",
        "visited",
        (),
        "",
        YES,
        "The travelling passenger gets no more token at the place.",
        with_passengers,
    ),
    Feature(
        "places",
        "station",
        ("player",),
        "",
        YES,
        "The player has built a station at the place.",
        with_stations,
    ),
    Feature(
        "places",
        "building",
        (),
        "",
        YES,
        "A station at the place is being paid for.",
        with_stations,
    ),
    Feature(
        "tickets",
        "holder",
        ("player",),
        "",
        YES,
        "The player holds the ticket. Only known for the viewer until the game is over.",
    ),
    Feature(
        "tickets",
        "offered",
        ("offer",),
        "",
        YES,
        "The ticket is the first, second ... of the offer to the viewer.",
    ),
    Feature(
        "tickets",
        "answer",
        (),
        "",
        YES,
        "The viewer keeps the ticket, but not all others have answered the opening offer.",
    ),
    Feature(
        "tickets",
        "completed",
        (),
        "",
        YES,
        "The viewer's routes complete the ticket, which the viewer holds or is offered.",
    ),
    Feature(
        "tickets",
        "returned",
        (),
        "all tickets",
        YES,
        "The ticket's position in the pile, from 1. 0 if the viewer does not know it.",
        with_pile,
    ),
    Feature("pile", "there", (), "", YES, "A ticket lies at the position.", with_pile),
    Feature("pile", "stack", ("stack",), "", YES, "The ticket belongs to the stack.", with_pile),
    Feature(
        "pile",
        "returned_by",
        ("player",),
        "",
        YES,
        "The player has returned the ticket.",
        with_pile,
    ),
    Feature(
        "past_players",
        "taken",
        ("kind",),
        "all of the kind",
        MANY,
        "Cards taken from the display so far.",
    ),
    Feature(
        "past_players",
        "drawn",
        (),
        "32 cards",
        MANY,
        "Cards drawn from the deck so far, with those dealt at the start.",
    ),
    Feature(
        "past_players",
        "drawn_kinds",
        ("kind",),
        "all of the kind",
        MANY,
        "The kinds of cards drawn from the deck so far. Only known for the viewer.",
    ),
    Feature(
        "past_players",
        "spent",
        ("kind",),
        "all of the kind",
        MANY,
        "Cards paid so far, with those laid out for a tunnel.",
    ),
    Feature("past_players", "offers", ("stack",), "8 tickets", MANY, "Tickets drawn so far."),
    Feature("past_players", "returns", ("stack",), "8 tickets", MANY, "Tickets given back so far."),
    Feature(
        "past_players",
        "withdrawals",
        (),
        "8 times",
        MANY,
        "How often a tunnel was given up.",
        with_tunnels,
    ),
    Feature(
        "past_routes",
        "claimed",
        (),
        "all routes",
        YES,
        "The number of the claim in the game, from 1. 0 if nobody has the route.",
    ),
    Feature("past_tickets", "seen", (), "", YES, "The ticket has been offered to the viewer."),
    Feature("past_tickets", "given_back", (), "", YES, "The viewer has given the ticket back."),
)
"""The table of features, in the order of their numbers in a tensor."""

FIXED_PARTS: Final = {"phase": len(COMMON_PHASES), "slot": DISPLAY, "card": REVEALED}
"""The lengths of those parts of features (`Feature.parts`) that are equally long in all editions,
by the name of the part: the phases, the slots of the display, the cards turned up for a tunnel."""


def key(feature: Feature) -> str:
    """Return the full name of a feature, such as `routes.owner`: the block, a dot and the name."""
    return f"{feature.block}.{feature.name}"


def offset_field(feature: Feature) -> str:
    """Return the name of the field of a layout's record that says where a feature begins."""
    return f"{feature.block}_{feature.name}"
