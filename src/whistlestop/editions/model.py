"""The model of an edition: the immutable facts that differ between the games.

Everything here is plain data with the names a player would use. `load` makes it from a TOML file
and checks it; `rules.book` packs it into the tables that the compiled rules read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Unkept(StrEnum):
    """Where the tickets go that a player does not keep."""

    BOTTOM = "bottom"
    """Under their stack, in the order in which they were offered (C-31)."""
    RESHUFFLE = "reshuffle"
    """Back into their stack, which is shuffled again (M-02; at the start only)."""
    OUT = "out"
    """Out of the game."""


class LocomotiveUse(StrEnum):
    """The routes for which a locomotive may be played."""

    ANY = "any"
    TUNNELS = "tunnels"
    """For tunnels only (S-02)."""


class TieBreak(StrEnum):
    """A criterion between players with equal scores; an edition lists them in order."""

    TICKETS = "tickets"
    """Most completed tickets."""
    LONGEST_PATH = "longest_path"
    """Holds the longest-path bonus."""
    MERCHANDISE = "merchandise"
    """Highest total of merchandise tokens."""
    STATIONS = "stations"
    """Fewest stations built."""


@dataclass(frozen=True, slots=True)
class City:
    """A city, or in London a place: where routes meet."""

    code: str
    """Short and stable, upper-case: `DEN`. Records use it."""
    name: str
    """As printed on the board."""
    aliases: tuple[str, ...] = ()
    """Other names that people type: `Cologne` for Köln."""
    latitude: float = 0.0
    longitude: float = 0.0
    """Degrees; the source of the drawing, no rule reads them."""
    merchandise: str | None = None
    """The name of its stack of tokens, or None (M-25)."""
    attraction: bool = False
    """Whether it is worth points to everybody who has a route there."""


@dataclass(frozen=True, slots=True)
class Flag:
    """How to draw a country's flag, simplified: coloured bands, with or without a cross on them."""

    bands: tuple[str, ...]
    """Colours as `#rrggbb`, from the top down."""
    upright: bool = False
    """Whether the bands stand side by side instead, from left to right."""
    cross: str = ""
    """The colour of the cross, as `#rrggbb`; empty = no cross."""
    nordic: bool = False
    """Whether the cross reaches the edges, and stands left of the middle."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country at the map's edge: a dead end, with one border point for each way in (M-04)."""

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    latitude: float = 0.0
    longitude: float = 0.0
    flag: Flag | None = None
    """What small drawings show instead of the name; None = they write the name."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two neighbours; of parallel tracks, each is a separate route."""

    a: str
    """Code of a city."""
    b: str
    """Code of a city, or of a country."""
    length: int
    """Spaces, 1 to 8."""
    colour: str | None
    """A colour of the edition, or None for grey: any one colour (C-22)."""
    ferry: int = 0
    """Locomotive symbols: the fewest locomotives in the set that pays for it (E-10)."""
    tunnel: bool = False
    """The top three cards may ask for more (E-11)."""
    exit: str = ""
    """Tells apart two border points of one country reached from the same city."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: an origin, and one or more destinations each with its value."""

    stack: str
    """The name of its stack."""
    origin: str
    """Code of a city or of a country."""
    options: tuple[tuple[str, int], ...]
    """(code of the destination, its points); one pair but for country tickets (S-03)."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The train cards."""

    colours: tuple[tuple[str, int], ...]
    """(name, number of cards) in the edition's order."""
    locomotive: int
    locomotive4: int = 0
    passenger: int = 0
    starting_hand: int = 4
    locomotive_name: str = "locomotive"
    """What this edition calls its wild card: `bus` in London."""
    locomotive_use: LocomotiveUse = LocomotiveUse.ANY
    locomotive_ends_draw: bool = True
    """Whether one taken from the display is the whole draw (C-11, C-12)."""
    locomotive4_from_length: int = 4
    """Shortest route for which a locomotive (+4) may be played (M-10)."""
    sweep_locomotives: int = 3
    """The number of locomotives that sweeps the display away (C-14); 0 = never."""
    sweep_passengers: int = 3
    """The number of passenger cards that sweeps the display away (M-12); 0 = never."""

    @property
    def total(self) -> int:
        """The number of cards in the deck."""
        coloured = sum(number for _, number in self.colours)
        return coloured + self.locomotive + self.locomotive4 + self.passenger


@dataclass(frozen=True, slots=True)
class Offer:
    """The number of tickets drawn and kept, and what becomes of the others."""

    keep: int
    """The fewest that are kept."""
    unkept: Unkept
    draw: tuple[int, ...] = ()
    """From each stack, in the order of the stacks; empty if the player chooses."""
    choose: int = 0
    """Tickets in all, from stacks that the player announces (M-02, M-03); 0 = fixed by `draw`."""


@dataclass(frozen=True, slots=True)
class District:
    """Places that score together once a player has linked them all (L-10)."""

    name: str
    cities: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Merchandise:
    """A kind of stack of merchandise tokens (M-25)."""

    name: str
    tokens: tuple[int, ...]
    """Points from the top of the stack down."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The totals of the box as the booklet lists them; the loader checks that the data add up."""

    cities: int
    routes: int
    pairs: int
    """Neighbouring pairs: parallel routes counted once."""
    spaces: int
    """Spaces of all routes, every parallel one counted."""
    tickets: tuple[int, ...]
    """In each stack."""
    ticket_points: tuple[int, ...]
    """Sum of the (highest) values in each stack."""
    cards: int
    merchandise: int = 0
    """Merchandise tokens."""
    routes_per_colour: tuple[tuple[str, int], ...] = ()
    """(colour or `grey`, routes)."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One game of the family, whole: parameters, cities, routes and tickets."""

    name: str
    """Short and lower-case: `usa`. How it is asked for."""
    title: str
    """For people: `Germany`."""
    revision: int
    """Counts up whenever the data change; records name it."""
    notes: tuple[str, ...]
    """What an owner of the box should know, for instance which facts are reconstructed."""
    players: tuple[int, int]
    """(fewest, most)."""
    pieces: int
    """Pieces a player."""
    piece_name: str
    """`train`, `bus`."""
    passengers: int
    """Passengers a player (M-20); 0 = none in this edition."""
    stations: int
    """Stations a player (E-20); 0 = none in this edition."""
    station_points: int
    """For each station not built (E-22)."""
    cards: Cards
    points: tuple[int, ...]
    """Points for a route of length 1, 2, …"""
    stacks: tuple[str, ...]
    """Names of the ticket stacks."""
    opening: Offer
    """Tickets at the start."""
    turn: Offer
    """Tickets on a turn."""
    parallel_closed_up_to: int
    """The most players with whom a claimed parallel route closes the others (C-26)."""
    final_round_at: int
    """The most pieces that start the final round at the end of a turn (C-40)."""
    attraction_points: int
    """For each attraction that a player's routes touch; 0 = none in this edition."""
    longest_path_bonus: int
    """0 = none in this edition."""
    most_tickets_bonus: int
    """0 = none in this edition."""
    tie_breaks: tuple[TieBreak, ...]
    cities: tuple[City, ...]
    countries: tuple[Country, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    districts: tuple[District, ...]
    merchandise: tuple[Merchandise, ...]
    counts: Counts | None
    """What the box holds; None in an edition that does not say."""
    source: str
    """The file's text digest, so that a record can tell a changed file (hex SHA-256)."""
    layout: str = ""
    """Where everything stands on the board, as JSON, if the file says so; only drawings read it."""

    def __hash__(self) -> int:
        """Cheap: the index and the book are looked up by edition all the time."""
        return hash((self.name, self.revision, self.source))
