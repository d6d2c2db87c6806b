"""How well balanced a board is: what its file says, and what happens when bots play on it.

The file tells what tickets pay for their ways, which colours the routes ask for, and which cities
and routes everything depends on. Games tell which routes are fought for, whether a seat is better
than others, and how long it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Final

from whistlestop.arena.match import play_match
from whistlestop.arena.seeds import derived
from whistlestop.arena.summary import Share, Spread, spread, wilson
from whistlestop.bots.registry import bot_factory
from whistlestop.completion import cheapest_ways
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.gazetteer import GREY, gazetteer
from whistlestop.editions.model import Edition
from whistlestop.events import RouteClaimed
from whistlestop.game import Game

NOTABLE: Final = 0.25
"""A ticket's points stand out if they are off by this share of what its way is worth …"""
NOTABLE_POINTS: Final = 3
"""… and by so many points at least."""
MANY_TICKETS: Final = 0.4
"""A city stands out if this share of the tickets lead through it, or more."""
OFTEN: Final = 0.8
"""A link of two cities stands out if it is claimed in this share of the games, or more …"""
SELDOM: Final = 0.1
"""… or in less than this."""
UNEVEN: Final = 1.5
"""A colour stands out if it has so many times as many spaces as the least common one."""


@dataclass(frozen=True, slots=True)
class TicketBalance:
    """A ticket: what it pays, and what for."""

    ticket: str
    title: str
    points: int
    spaces: int
    """Of the shortest way, on the empty board."""
    routes: tuple[str, ...]
    """Of that way."""
    fair: float
    """What such a way is worth, by all the edition's tickets together."""
    held: int = 0
    """Times that a bot held it at the end of a game."""
    completed: int = 0
    """Times that it was completed then."""

    @property
    def off(self) -> int:
        """By how many points it stands out: above 0 = pays too much; 0 = it does not."""
        off = self.points - self.fair
        if abs(off) < max(NOTABLE_POINTS, NOTABLE * self.fair):
            return 0
        return round(off)


@dataclass(frozen=True, slots=True)
class ColourBalance:
    """A colour: how much there is of it."""

    colour: str
    routes: int
    spaces: int
    cards: int
    """0 for grey, which is no card."""


@dataclass(frozen=True, slots=True)
class CityBalance:
    """A city, and what depends on it."""

    code: str
    name: str
    neighbours: int
    through: float
    """Share of the tickets whose shortest way leads through it."""
    parts_off: tuple[str, ...]
    """Cities that nothing but it links with most of the others."""


@dataclass(frozen=True, slots=True)
class RouteBalance:
    """A route in the games."""

    route: str
    title: str
    length: int
    colour: str
    claimed: float
    """Share of the games in which it was claimed."""
    link: float
    """The same of it or one parallel to it: in small games one closes the others."""
    when: float | None
    """How far the game was, 0 to 1, in the middle one of these games; None = it never was."""
    by_seat: tuple[int, ...]
    """Games in which each seat claimed it."""


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """A seat in the games."""

    seat: int
    """From 1."""
    wins: Share
    score: Spread


@dataclass(frozen=True, slots=True)
class Balance:
    """All that can be said."""

    edition: str
    title: str
    players: int
    bot: str
    seed: int
    asked: int
    games: int
    """Games that were played."""
    tickets: tuple[TicketBalance, ...]
    colours: tuple[ColourBalance, ...]
    double_routes: int
    """Pairs of places that more than one route links."""
    pairs: int
    """Pairs of places that any route links."""
    cities: tuple[CityBalance, ...]
    only_ways: tuple[str, ...]
    """Routes without which the cities would fall apart; by their codes."""
    routes: tuple[RouteBalance, ...]
    seats: tuple[SeatBalance, ...]
    turns: Spread | None
    """Of all seats together, in a game; None if none was played."""

    @property
    def contested(self) -> dict[str, float]:
        """Of each route, by code, the share of games in which it was claimed."""
        return {route.route: route.claimed for route in self.routes}


@dataclass(slots=True)
class _Counts:
    """What is counted while games are played."""

    claims: dict[str, list[tuple[int, int, float]]]
    """Of each route: in which game, who claimed it, and how far the game was."""
    held: Counter[str]
    completed: Counter[str]
    turns: list[int]
    scores: list[tuple[int, ...]]
    victories: list[tuple[float, ...]]


def balance(
    edition: Edition,
    *,
    players: int | None = None,
    games: int = 100,
    bot: str = "planner",
    seed: int = 0,
    on_progress: Callable[[int], None] | None = None,
) -> Balance:
    """Look a board over, and have bots play on it. An interrupt ends the games, not the report.

    Args:
        edition: whose board.
        players: how many play; as few as may if None.
        games: how many games; 0 looks at the file alone.
        bot: who plays, in every seat.
        seed: repeats the games.
        on_progress: called with the number of games played.

    Raises:
        BotError: there is no such bot.
        ValueError: it is no number of players for the edition.
    """
    many = edition.players[0] if players is None else checked_players(edition, players)
    counts = _Counts({}, Counter(), Counter(), [], [], [])
    factory = bot_factory(bot)
    try:
        for number in range(games):
            game = Game.new(edition, many, seed=derived(seed, number, 0))
            bots = [factory(derived(seed, number, 1 + seat)) for seat in range(many)]
            _count(game, play_match(game, bots).turns, counts)
            if on_progress is not None:
                on_progress(number + 1)
    except KeyboardInterrupt:
        pass
    tickets = _tickets(edition, counts)
    pairs = {frozenset(ends) for ends in gazetteer(edition).route_ends}
    return Balance(
        edition=edition.name,
        title=edition.title,
        players=many,
        bot=bot,
        seed=seed,
        asked=games,
        games=len(counts.turns),
        tickets=tickets,
        colours=_colours(edition),
        double_routes=sum(_tracks(edition)[pair] > 1 for pair in pairs),
        pairs=len(pairs),
        cities=_cities(edition, tickets),
        only_ways=_only_ways(edition),
        routes=_routes(edition, many, counts),
        seats=tuple(
            SeatBalance(
                seat=seat + 1,
                wins=wilson(sum(one[seat] for one in counts.victories), len(counts.turns)),
                score=spread([one[seat] for one in counts.scores]),
            )
            for seat in range(many if counts.turns else 0)
        ),
        turns=spread(counts.turns) if counts.turns else None,
    )


def _count(game: Game, turns: int, counts: _Counts) -> None:
    moves = game.moves
    for number, move in enumerate(moves):
        for event in move.events:
            if isinstance(event, RouteClaimed):
                far = number / len(moves)
                counts.claims.setdefault(event.route, []).append(
                    (len(counts.turns), event.seat, far)
                )
    sheet = game.score_sheet()
    for column in sheet.players:
        for line in column.tickets:
            counts.held[line.ticket] += 1
            counts.completed[line.ticket] += line.completed
    counts.turns.append(turns)
    counts.scores.append(tuple(column.total for column in sheet.players))
    shared = 1 / len(sheet.winners)
    counts.victories.append(
        tuple(shared * (seat in sheet.winners) for seat in range(len(sheet.players)))
    )


# ------------------------------------------------------------------------------------- the file


def _tickets(edition: Edition, counts: _Counts) -> tuple[TicketBalance, ...]:
    """The tickets, those that stand out most first."""
    index = gazetteer(edition)
    view = Game.new(edition, edition.players[0], seed=0).view()
    ways = cheapest_ways(view, 0, index.ticket_codes)
    known = [(code, way) for code, way in ways.items() if way is not None]
    if not known:
        return ()
    fair = _fair([way.pieces for _, way in known], [way.points for _, way in known])
    found = [
        TicketBalance(
            ticket=code,
            title=index.ticket_title(index.ticket_of[code]),
            points=way.points,
            spaces=way.pieces,
            routes=way.routes,
            fair=round(fair(way.pieces), 1),
            held=counts.held[code],
            completed=counts.completed[code],
        )
        for code, way in known
    ]
    return tuple(sorted(found, key=lambda one: (-abs(one.off), one.ticket)))


def _fair(spaces: list[int], points: list[int]) -> Callable[[int], float]:
    """What a way of so many spaces is worth: the line through the middle of all tickets.

    It is Theil and Sen's, through the median of all slopes, which a few odd tickets do not bend.
    """
    slopes = [
        (p - q) / (s - t)
        for number, (s, p) in enumerate(zip(spaces, points, strict=True))
        for t, q in zip(spaces[:number], points[:number], strict=True)
        if s != t
    ]
    slope = max(0.0, median(slopes)) if slopes else 0.0
    start = median(p - slope * s for s, p in zip(spaces, points, strict=True))
    return lambda many: start + slope * many


def _colours(edition: Edition) -> tuple[ColourBalance, ...]:
    cards = {**dict(edition.cards.colours), GREY: 0}
    return tuple(
        ColourBalance(
            colour=colour,
            routes=sum((route.colour or GREY) == colour for route in edition.routes),
            spaces=sum(r.length for r in edition.routes if (r.colour or GREY) == colour),
            cards=number,
        )
        for colour, number in cards.items()
    )


def _tracks(edition: Edition) -> Counter[frozenset[int]]:
    return Counter(frozenset(ends) for ends in gazetteer(edition).route_ends)


def _parts(cities: Iterable[int], links: Iterable[frozenset[int]]) -> list[set[int]]:
    """The cities that are linked with one another, the largest part first."""
    parts = [{city} for city in cities]
    for link in links:
        joined = [part for part in parts if part & link]
        if len(joined) == 2:
            parts = [part for part in parts if not part & link] + [joined[0] | joined[1]]
    return sorted(parts, key=len, reverse=True)


def _cities(edition: Edition, tickets: tuple[TicketBalance, ...]) -> tuple[CityBalance, ...]:
    """The cities, those that most depends on first."""
    index = gazetteer(edition)
    many = len(edition.cities)
    links = [link for link in _tracks(edition) if max(link) < many]
    through = Counter[str]()
    for ticket in tickets:
        visits = Counter(code for route in ticket.routes for code in index.ends(route))
        # On a way every city but its ends is an end of two routes.
        through.update(code for code, times in visits.items() if times > 1)
    found: list[CityBalance] = []
    for number, city in enumerate(edition.cities):
        rest = [other for other in range(many) if other != number]
        parts = _parts(rest, [link for link in links if number not in link])
        off = sorted(edition.cities[other].code for part in parts[1:] for other in part)
        found.append(
            CityBalance(
                code=city.code,
                name=city.name,
                neighbours=sum(number in link for link in links),
                through=through[city.code] / max(1, len(tickets)),
                parts_off=tuple(off),
            )
        )
    return tuple(sorted(found, key=lambda one: (-len(one.parts_off), -one.through, one.code)))


def _only_ways(edition: Edition) -> tuple[str, ...]:
    index = gazetteer(edition)
    many = len(edition.cities)
    tracks = _tracks(edition)
    links = [link for link in tracks if max(link) < many]
    return tuple(
        code
        for code, ends in zip(index.route_codes, index.route_ends, strict=True)
        if tracks[frozenset(ends)] == 1
        and max(ends) < many
        and len(_parts(range(many), [link for link in links if link != frozenset(ends)])) > 1
    )


# ------------------------------------------------------------------------------------ the games


def _routes(edition: Edition, players: int, counts: _Counts) -> tuple[RouteBalance, ...]:
    """The routes, those that are claimed most first."""
    if not counts.turns:
        return ()
    index = gazetteer(edition)
    found: list[RouteBalance] = []
    for number, (code, route) in enumerate(zip(index.route_codes, edition.routes, strict=True)):
        claims = counts.claims.get(code, [])
        seats = Counter(seat for _, seat, _ in claims)
        tracks = (code, *(index.route_codes[other] for other in index.parallel[number]))
        either = {game for track in tracks for game, *_ in counts.claims.get(track, [])}
        found.append(
            RouteBalance(
                route=code,
                title=index.route_title(number),
                length=route.length,
                colour=route.colour or GREY,
                claimed=len(claims) / len(counts.turns),
                link=len(either) / len(counts.turns),
                when=round(median(far for *_, far in claims), 3) if claims else None,
                by_seat=tuple(seats[seat] for seat in range(players)),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.claimed, one.when or 1.0, one.route)))


def findings(report: Balance) -> list[str]:
    """What stands out, in sentences; nothing, if the board is even."""
    found: list[str] = []
    for ticket in report.tickets:
        if ticket.off:
            much = "more" if ticket.off > 0 else "less"
            found.append(
                f"The ticket {ticket.title} pays {ticket.points} for {ticket.spaces} spaces, "
                f"{much} than others: {max(1, round(ticket.fair))} would be even."
            )
    coloured = [one for one in report.colours if one.cards and one.spaces]
    missing = [one.colour for one in report.colours if one.cards and not one.spaces]
    if missing:
        found.append(f"No route asks for {', '.join(missing)}.")
    if coloured:
        least, most = (pick(coloured, key=lambda one: one.spaces) for pick in (min, max))
        if most.spaces >= UNEVEN * least.spaces:
            found.append(
                f"There are {most.spaces} spaces of {most.colour}, and {least.spaces} of "
                f"{least.colour}."
            )
    names = {city.code: city.name for city in report.cities}
    for city in report.cities:
        if city.parts_off:
            off = _listed(names[code] for code in city.parts_off)
            found.append(f"Only {city.name} links {off} with the others.")
        elif city.through >= MANY_TICKETS:
            found.append(
                f"The shortest ways of {city.through:.0%} of the tickets lead through {city.name}."
            )
    if report.only_ways:
        # None has a twin, and none leads to a country: their codes are those of two cities.
        ways = ("–".join(names[code] for code in way.split("-")) for way in report.only_ways)
        found.append(f"Single routes without a way round: {_listed(ways)}.")
    links = {one.title: one.link for one in report.routes}
    often = [title for title, share in links.items() if share >= OFTEN]
    seldom = [title for title, share in links.items() if share < SELDOM]
    if often:
        found.append(f"Claimed in {OFTEN:.0%} of the games or more: {_listed(often)}.")
    if seldom:
        found.append(f"Claimed in less than {SELDOM:.0%} of the games: {_listed(seldom)}.")
    even = 1 / report.players
    for seat in report.seats:
        if not seat.wins.low <= even <= seat.wins.high:
            much = "more" if seat.wins.value > even else "less"
            found.append(
                f"Seat {seat.seat} wins {seat.wins.value:.0%} of the games, {much} than its share."
            )
    return found


_LISTED: Final = 8
"""The most things that a sentence lists."""


def _listed(things: Iterable[str]) -> str:
    all_of_them = list(things)
    more = len(all_of_them) - _LISTED
    words = ", ".join(all_of_them[:_LISTED])
    return f"{words} and {more} more" if more > 0 else words


def completed_share(report: Balance) -> float | None:
    """The share of tickets held at the end that were completed; None without games."""
    held = sum(ticket.held for ticket in report.tickets)
    return sum(ticket.completed for ticket in report.tickets) / held if held else None
