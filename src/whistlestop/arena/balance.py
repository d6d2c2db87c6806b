"""Measure how well balanced a board is, from its edition file and from games between bots.

The file shows how many points tickets give for their shortest paths, which colours the routes ask
for, and without which cities and routes the board falls apart. The games show which routes are
contested, whether one seat has an advantage, and how long a game takes.
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
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.gazetteer import GREY, gazetteer
from whistlestop.editions.model import Edition
from whistlestop.events import RouteClaimed
from whistlestop.play.game import Game
from whistlestop.seen.completion import cheapest_ways

NOTABLE: Final = 0.25
"""A threshold for tickets: `findings` reports a ticket if its points differ from their fair value
by at least this share of the fair value. The difference must also be at least `NOTABLE_POINTS`.
"""
NOTABLE_POINTS: Final = 3
"""A threshold for tickets: `findings` reports a ticket only if its points differ from their fair
value by at least this many points (see also `NOTABLE`)."""
MANY_TICKETS: Final = 0.4
"""The threshold for busy cities: `findings` reports a city if the shortest paths of at least this
share of the tickets lead through the city. Cities with a non-empty `parts_off` are reported for
that reason instead."""
OFTEN: Final = 0.8
"""The threshold for often claimed links: `findings` reports a link of two cities if it was claimed
in at least this share of the games."""
SELDOM: Final = 0.1
"""The threshold for seldom claimed links: `findings` reports a link of two cities if it was claimed
in less than this share of the games."""
UNEVEN: Final = 1.5
"""The threshold for uneven colours: `findings` reports the colours with the most and with the
fewest spaces if the first has at least this many times as many spaces as the second."""


@dataclass(frozen=True, slots=True)
class TicketBalance:
    """A ticket's points, compared with its shortest path and with the other tickets."""

    ticket: str
    title: str
    points: int
    spaces: int
    """The length in spaces of the ticket's shortest path on the empty board."""
    routes: tuple[str, ...]
    """The codes of the routes of the ticket's shortest path."""
    fair: float
    """The points that a ticket with `spaces` spaces is worth, estimated from all tickets."""
    held: int = 0
    """The number of games in which a bot held the ticket at the end."""
    completed: int = 0
    """The number of games in which a bot held the ticket at the end and had completed it."""

    @property
    def off(self) -> int:
        """The ticket's points minus its fair value `fair`, rounded to whole points.

        The value is 0 if the difference is below one of the thresholds `NOTABLE` and
        `NOTABLE_POINTS`.
        """
        off = self.points - self.fair
        if abs(off) < max(NOTABLE_POINTS, NOTABLE * self.fair):
            return 0
        return round(off)


@dataclass(frozen=True, slots=True)
class ColourBalance:
    """The numbers of routes, spaces and cards of one colour."""

    colour: str
    routes: int
    spaces: int
    cards: int
    """The number of cards of the colour. 0 for grey, which is not a colour of cards."""


@dataclass(frozen=True, slots=True)
class CityBalance:
    """The importance of one city for the tickets and for the other cities."""

    code: str
    name: str
    neighbours: int
    through: float
    """The share of the tickets whose shortest path leads through the city. Paths that begin or end
    in the city do not count."""
    parts_off: tuple[str, ...]
    """The codes of the cities that would be cut off from the largest part of the board if this city
    were removed."""


@dataclass(frozen=True, slots=True)
class RouteBalance:
    """How often, when and by which seats one route was claimed in the games."""

    route: str
    title: str
    length: int
    colour: str
    claimed: float
    """The share of the games in which the route was claimed."""
    link: float
    """The share of the games in which the route or one of its parallel routes was claimed. With few
    players, a claim of one parallel route closes the others.
    """
    when: float | None
    """The median time of the claim, over the games in which the route was claimed. A time is the
    share of the game's actions that came before the claim, 0 to 1. None if the route was never
    claimed.
    """
    by_seat: tuple[int, ...]
    """The number of games in which each seat claimed the route, by seat."""


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """The victories and scores of one seat in the games."""

    seat: int
    """The number of the seat, from 1."""
    wins: Share
    score: Spread


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of a board: figures of its tickets, colours, cities, routes and seats."""

    edition: str
    title: str
    players: int
    bot: str
    seed: int
    asked: int
    games: int
    """The number of games that were played. Fewer than `asked` after an interrupt."""
    tickets: tuple[TicketBalance, ...]
    colours: tuple[ColourBalance, ...]
    double_routes: int
    """The number of pairs of places that are linked by two or more parallel routes."""
    pairs: int
    """The number of pairs of places that are linked by at least one route."""
    cities: tuple[CityBalance, ...]
    only_ways: tuple[str, ...]
    """The codes of the routes that are the only link between two parts of the board."""
    routes: tuple[RouteBalance, ...]
    seats: tuple[SeatBalance, ...]
    turns: Spread | None
    """The number of turns in a game, of all seats together. None if no game was played."""

    @property
    def contested(self) -> dict[str, float]:
        """The share of the games in which each route was claimed, by the route's code.

        A claim counts only for its own route and not for routes parallel to it. Empty if no game
        was played.
        """
        return {route.route: route.claimed for route in self.routes}


@dataclass(slots=True)
class _Counts:
    """What `balance` counts in the games: claims, tickets, turns, scores and victories."""

    claims: dict[str, list[tuple[int, int, float]]]
    """The claims of each route, by its code. A claim is the number of the game, the seat, and the
    share of the game's actions that came before the claim, 0 to 1. Games and seats are numbered
    from 0.
    """
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
    """Examine an edition's board, and let bots play games on it.

    An interrupt (Ctrl-C) ends the games. The report then covers the games that are complete.

    Args:
        edition: the edition whose board is examined.
        players: the number of players. None stands for the fewest that the edition allows.
        games: the number of games. With 0, only the edition file is examined.
        bot: the name of the bot that plays in every seat.
        seed: the seed of the series. An equal seed repeats the games, unless the bot thinks for a
            time in seconds.
        on_progress: called after each game with the number of games played.

    Returns:
        The report.

    Raises:
        BotError: the bot cannot be made, chose an illegal action or raised an exception.
        ValueError: the edition does not allow this number of players.
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
    """Return the balance of every ticket, sorted by descending `abs(off)`, then by code.

    Tickets that no path can complete are left out.
    """
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
    """Return a function that estimates the points of a ticket from the length of its path.

    The function is a straight line fitted to all tickets by the method of Theil and Sen: its slope
    is the median of the slopes between all pairs of tickets, so a few odd tickets hardly change it.
    The slope is at least 0. It is 0 if all lengths are equal.

    Args:
        spaces: the length in spaces of each ticket's shortest path. There is at least one ticket.
        points: the points of each ticket, in the order of `spaces`.
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
    """Return the connected parts of a board as sets of cities. The largest part comes first.

    Args:
        cities: the numbers of the cities.
        links: pairs of cities that a route links.
    """
    parts = [{city} for city in cities]
    for link in links:
        joined = [part for part in parts if part & link]
        if len(joined) == 2:
            parts = [part for part in parts if not part & link] + [joined[0] | joined[1]]
    return sorted(parts, key=len, reverse=True)


def _cities(edition: Edition, tickets: tuple[TicketBalance, ...]) -> tuple[CityBalance, ...]:
    """Return the balance of every city, sorted by the length of `parts_off`, then by `through`.

    Both sort keys are descending. So the city whose removal would cut off the largest number of
    other cities comes first.
    """
    index = gazetteer(edition)
    many = len(edition.cities)
    links = [link for link in _tracks(edition) if max(link) < many]
    through = Counter[str]()
    for ticket in tickets:
        visits = Counter(code for route in ticket.routes for code in index.ends(route))
        # A path uses two routes of every city on it except its two ends.
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
    """Return the balance of every route, sorted by descending `claimed`, then by ascending `when`.

    The result is empty if no game was played.

    Args:
        edition: the edition.
        players: the number of players in each game.
        counts: the counts of the games.
    """
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
    """Return an English sentence for each unusual fact in a report. The list may be empty."""
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
        # These routes have no parallel routes and lead to no country: a code is two city codes.
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
"""The maximum number of names that a sentence of `findings` lists."""


def _listed(things: Iterable[str]) -> str:
    all_of_them = list(things)
    more = len(all_of_them) - _LISTED
    words = ", ".join(all_of_them[:_LISTED])
    return f"{words} and {more} more" if more > 0 else words


def completed_share(report: Balance) -> float | None:
    """Return the share of completed tickets among all tickets held at the end of games.

    The share is from 0 to 1. Return None if no tickets were held, for example without games.
    """
    held = sum(ticket.held for ticket in report.tickets)
    return sum(ticket.completed for ticket in report.tickets) / held if held else None
