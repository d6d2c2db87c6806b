"""The model of an edition: the immutable facts that differ between the games.

All classes are plain data with the names that a player would use. `load` makes them from a TOML
file and checks them. `rules.book` packs them into the tables that the compiled rules read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Unkept(StrEnum):
    """The rule for the tickets that a player does not keep."""

    BOTTOM = "bottom"
    """The tickets go to the bottom of their stack, in the order in which they were offered
    (C-31)."""
    RESHUFFLE = "reshuffle"
    """The tickets go back into their stack, which is shuffled again (M-02). Only opening offers
    have this rule."""
    OUT = "out"
    """The tickets leave the game."""


class LocomotiveUse(StrEnum):
    """The routes for which locomotives can be played."""

    ANY = "any"
    TUNNELS = "tunnels"
    """Locomotives can be played for tunnels only (S-02)."""
    SPECIAL = "special"
    """Locomotives can be played for special routes only: tunnels, ferries and routes with
    substitutes (F-10)."""


class TieBreak(StrEnum):
    """A criterion that decides a tie. An edition lists its criteria in the order of their use."""

    TICKETS = "tickets"
    """The player with the most completed tickets wins the tie."""
    LONGEST_PATH = "longest_path"
    """A player who has the longest-path bonus wins the tie."""
    OWN_PATH = "own_path"
    """The player whose longest path is longer than that of the other tied players wins the tie."""
    MERCHANDISE = "merchandise"
    """The player with the most points on merchandise tokens wins the tie."""
    STATIONS = "stations"
    """The player who built the fewest stations wins the tie."""


@dataclass(frozen=True, slots=True)
class City:
    """A city where routes meet. In London it is called a place."""

    code: str
    """A short, stable code in capital letters, such as `DEN`. Records contain it."""
    name: str
    """The name as printed on the board."""
    aliases: tuple[str, ...] = ()
    """Other names that people type, such as `Cologne` for Köln."""
    latitude: float = 0.0
    longitude: float = 0.0
    """The longitude in degrees. It is positive in the east, as `latitude` is in the north. Only
    drawings use the two numbers. Both are 0 if the file has no position for the city."""
    merchandise: str | None = None
    """The name of the city's stack of tokens, or None (M-25)."""
    attraction: bool = False
    """Whether the city gives points to every player who has a route there."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A simplified drawing of a country's flag: coloured bands, with or without a cross on them."""

    bands: tuple[str, ...]
    """The colour of each band as `#rrggbb`, from top to bottom or from left to right."""
    upright: bool = False
    """Whether the bands are side by side. If not, the bands are one below the other."""
    cross: str = ""
    """The colour of the cross, as `#rrggbb`. Empty = no cross."""
    nordic: bool = False
    """Whether the cross is a Nordic one, which reaches the edges and is left of the middle. If not,
    the cross is in the middle and does not reach the edges."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country at the map's edge: a dead end, with one border point for each way in (M-04)."""

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    latitude: float = 0.0
    longitude: float = 0.0
    flag: Flag | None = None
    """The flag that small drawings show instead of the name. None = drawings show the name."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two neighbours. Parallel tracks are separate routes."""

    a: str
    """The code of the city at one end."""
    b: str
    """The code of the city or country at the other end."""
    length: int
    """The number of spaces, from 1 to 9."""
    colour: str | None
    """A colour of the edition. None = grey: any one colour (C-22)."""
    ferry: int = 0
    """The number of locomotive symbols: the minimum number of locomotives in the payment (E-10)."""
    tunnel: bool = False
    """Whether the route is a tunnel: the top three cards may increase the price (E-11)."""
    substitute: int = 0
    """How many cards of any kinds can be given for any one card of the payment (F-14). 0 = none
    can. For ferries, `Cards.ferry_substitute` holds instead."""
    exit: str = ""
    """A word that distinguishes several ways from the city `a` into the country `b`. Routes with
    different words lead to different border points. Empty if no word is needed. One of several ways
    may also have no word."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: an origin, and one or more destinations, each with its value."""

    stack: str
    """The name of the stack."""
    origin: str
    """The code of a city or a country."""
    options: tuple[tuple[str, int], ...]
    """The code of each destination with its points. Only country tickets have several (S-03)."""


@dataclass(frozen=True, slots=True)
class Cards:
    """An edition's train cards: how many there are of each kind, and their rules."""

    colours: tuple[tuple[str, int], ...]
    """The name of each colour and its number of cards, in the edition's order."""
    locomotive: int
    locomotive4: int = 0
    passenger: int = 0
    starting_hand: int = 4
    locomotive_name: str = "locomotive"
    """The edition's word for its wild card, such as `bus` in London."""
    locomotive_use: LocomotiveUse = LocomotiveUse.ANY
    ferry_substitute: int = 0
    """How many cards of any kinds can be given for a locomotive that a ferry demands (F-12). 0 =
    none can."""
    locomotive_ends_draw: bool = True
    """Whether a locomotive from the display counts as both cards of a draw (C-11, C-12)."""
    locomotive4_from_length: int = 4
    """The minimum length of a route for which a locomotive (+4) can be played (M-10)."""
    sweep_locomotives: int = 3
    """The number of face-up locomotives at which the display is discarded (C-14). 0 = never."""
    sweep_passengers: int = 3
    """The number of face-up passenger cards at which the display is discarded (M-12). 0 = never."""

    @property
    def total(self) -> int:
        """The number of cards in the deck."""
        coloured = sum(number for _, number in self.colours)
        return coloured + self.locomotive + self.locomotive4 + self.passenger

    def substitutes(self, route: Route) -> tuple[int, int]:
        """Return the rule for substitutes on a route (F-12, F-14).

        Returns:
            How many cards of any kinds can be given for one card of the payment, and for how many
            cards of the payment at most. Both are 0 if the route takes no substitutes.
        """
        if route.ferry and self.ferry_substitute:
            return self.ferry_substitute, route.ferry
        return (route.substitute, route.length) if route.substitute else (0, 0)

    def locomotives_pay(self, route: Route) -> bool:
        """Return whether locomotives can be played for a route (S-02, F-10)."""
        if self.locomotive_use is LocomotiveUse.SPECIAL:
            return route.tunnel or route.ferry > 0 or route.substitute > 0
        return route.tunnel or self.locomotive_use is LocomotiveUse.ANY


@dataclass(frozen=True, slots=True)
class Offer:
    """How many tickets are drawn and kept, and what happens to those that are not kept."""

    keep: int
    """The minimum number of tickets to keep."""
    unkept: Unkept
    draw: tuple[int, ...] = ()
    """The number of tickets drawn from each stack, in the order of the stacks. Empty if the player
    chooses the stacks."""
    choose: int = 0
    """The total number of tickets drawn, if the player chooses the stacks (M-02, M-03). 0 = `draw`
    fixes the numbers."""
    most: tuple[int, ...] = ()
    """The maximum number of tickets to keep of each stack, in the order of the stacks. Empty = any
    number (V-22)."""


@dataclass(frozen=True, slots=True)
class District:
    """A group of places that gives points to each player who has linked all of them (L-10)."""

    name: str
    cities: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Merchandise:
    """A kind of stack of merchandise tokens (M-25)."""

    name: str
    tokens: tuple[int, ...]
    """The points of the tokens, from the top of the stack down."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The totals of the box as the booklet lists them. The loader compares them with the data."""

    cities: int
    routes: int
    pairs: int
    """The number of pairs of neighbours. Parallel routes count once."""
    spaces: int
    """The total number of spaces of all routes. Parallel routes count separately."""
    tickets: tuple[int, ...]
    """The number of tickets in each stack, in the order of `Edition.stacks`."""
    ticket_points: tuple[int, ...]
    """The sum of the values of the tickets in each stack, in the order of `Edition.stacks`. Of a
    ticket with several values, only the highest counts."""
    cards: int
    merchandise: int = 0
    """The number of merchandise tokens."""
    routes_per_colour: tuple[tuple[str, int], ...] = ()
    """Pairs of a colour, or `grey`, and its number of routes. Colours without a pair are not
    checked."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One game of the family: its parameters, cities, routes and tickets."""

    name: str
    """A short name in lower case by which the edition is loaded, such as `usa`."""
    title: str
    """The name to show to people, such as `Germany`."""
    revision: int
    """The version of the data. It increases with every change, and records contain it."""
    notes: tuple[str, ...]
    """Sentences for owners of the box, for instance about facts that are reconstructed."""
    players: tuple[int, int]
    """The minimum and the maximum number of players."""
    pieces: int
    """The number of pieces for each player."""
    piece_name: str
    """The word for a piece, such as `train` or `bus`."""
    passengers: int
    """The number of passengers for each player (M-20). 0 = none in this edition."""
    stations: int
    """The number of stations for each player (E-20). 0 = none in this edition."""
    station_points: int
    """The points for each station not built (E-22)."""
    cards: Cards
    points: tuple[int, ...]
    """The points for a route of length 1, 2 and so on."""
    stacks: tuple[str, ...]
    """The names of the ticket stacks."""
    opening: Offer
    """The rules for the tickets that are offered at the start of the game."""
    turn: Offer
    """The rules for the tickets that are offered on a turn."""
    parallel_closed_up_to: int
    """The maximum number of players at which a claimed route closes its parallel routes (C-26)."""
    parallel_unequal: bool
    """Whether parallel routes may have different lengths (F-15)."""
    final_round_at: int
    """The final round starts after a turn if a player has at most this many pieces left (C-40)."""
    attraction_points: int
    """The points for each attraction that a player's routes touch. 0 = none in this edition."""
    longest_path_bonus: int
    """The points for the longest path. 0 = none in this edition."""
    most_tickets_bonus: int
    """The points for the most completed tickets. 0 = none in this edition."""
    doubly_joined: tuple[int, ...]
    """The points for one doubly joined ticket, for two together, and so on (B-11).

    More tickets than the tuple has numbers for are worth as much as the last number. Empty = there
    are no points for them in this edition."""
    tie_breaks: tuple[TieBreak, ...]
    cities: tuple[City, ...]
    countries: tuple[Country, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    districts: tuple[District, ...]
    merchandise: tuple[Merchandise, ...]
    counts: Counts | None
    """The totals of the box, or None if the edition does not state them."""
    source: str
    """The SHA-256 digest of the file in hexadecimal, by which a record detects a changed file."""
    layout: str = ""
    """The positions on the board as JSON, which only drawings read. Empty = the file has none."""
    variant_of: str = ""
    """The name of the edition on whose board this variant is played. Empty = it is no variant."""

    @property
    def measures_paths(self) -> bool:
        """Whether the final scoring needs the longest path of each player."""
        return self.longest_path_bonus > 0 or TieBreak.OWN_PATH in self.tie_breaks

    @property
    def board(self) -> str:
        """The name of the edition to which the board belongs: its own, or that of `variant_of`."""
        return self.variant_of or self.name

    def __hash__(self) -> int:
        """Return a hash of a few fields, because editions are keys of frequently used caches."""
        return hash((self.name, self.revision, self.source))
