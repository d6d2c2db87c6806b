"""Show an edition as tables with everything in its file."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import is_built_in, load, names, variants_of
from whistlestop.editions.model import Edition, Flag, LocomotiveUse, Offer, Route, TieBreak, Unkept

_UNKEPT = {
    Unkept.BOTTOM: "the rest goes under the stack",
    Unkept.RESHUFFLE: "the rest goes back into the stack, which is shuffled",
    Unkept.OUT: "the rest leaves the game",
}

_TIE_BREAKS = {
    TieBreak.TICKETS: "most completed tickets",
    TieBreak.LONGEST_PATH: "the longest-path bonus",
    TieBreak.OWN_PATH: "the longer path",
    TieBreak.MERCHANDISE: "highest merchandise",
    TieBreak.STATIONS: "fewest stations built",
}


def overview() -> Table:
    """Return a Rich table with one row for each built-in edition, with its variants below it."""
    table = _table("name", "players", "pieces", "places", "routes", "tickets", "special")
    table.columns[0].no_wrap = True
    for name in (one for board in names() for one in (board, *variants_of(board))):
        edition = load(name)
        table.add_row(
            Text(edition.name),
            _players(edition),
            f"{edition.pieces} {_plural(edition.piece_name)}",
            str(len(edition.cities) + len(edition.countries)),
            str(len(edition.routes)),
            str(len(edition.tickets)),
            ", ".join(_specials(edition)),
        )
    return table


def sheet(edition: Edition) -> Group:
    """Return everything about one edition as tables that Rich can print."""
    parts: list[RenderableType] = [
        Text(f"{edition.title} ({edition.name}, revision {edition.revision})", style="bold"),
        _parameters(edition),
        _heading(f"Cards: {edition.cards.total}"),
        _cards(edition),
        _heading("Points"),
        _points(edition),
        _heading(f"Cities: {len(edition.cities)}"),
        _cities(edition),
    ]
    if edition.countries:
        parts += [_heading(f"Countries: {len(edition.countries)}"), _countries(edition)]
    spaces = sum(route.length for route in edition.routes)
    parts += [_heading(f"Routes: {len(edition.routes)}, {spaces} spaces"), _routes(edition)]
    for stack in edition.stacks:
        parts += _tickets(edition, stack)
    if edition.districts:
        parts += [_heading(f"Districts: {len(edition.districts)}"), _districts(edition)]
    if edition.merchandise:
        parts += [_heading("Merchandise"), _merchandise(edition)]
    if edition.notes:
        parts.append(_heading("Notes"))
        parts += [Text(f"- {note}") for note in edition.notes]
    return Group(*parts)


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table


def _plural(word: str) -> str:
    return f"{word}es" if word.endswith("s") else f"{word}s"


def _players(edition: Edition) -> str:
    fewest, most = edition.players
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _specials(edition: Edition) -> list[str]:
    """Return the names of an edition's special features, such as `tunnels` or `longest path`.

    The list is empty if the edition has none of these features.
    """
    facts = {
        "passengers": edition.passengers,
        "stations": edition.stations,
        "districts": edition.districts,
        "countries": edition.countries,
        "ferries": any(route.ferry for route in edition.routes),
        "tunnels": any(route.tunnel for route in edition.routes),
        "substitutes": any(edition.cards.substitutes(route)[0] for route in edition.routes),
        "attractions": edition.attraction_points,
        "longest path": edition.longest_path_bonus,
        "most tickets": edition.most_tickets_bonus,
        "doubly joined tickets": edition.doubly_joined,
    }
    return [name for name, present in facts.items() if present]


def _doubly_joined(points: tuple[int, ...]) -> str:
    """Return the points for each number of doubly joined tickets in words; empty for none."""
    if not points:
        return ""
    counted = ", ".join(f"{n}: {worth}" for n, worth in enumerate(points, start=1))
    return f"{counted} points in all; more: {points[-1]}"


def _parameters(edition: Edition) -> Table:
    closed = edition.parallel_closed_up_to
    ties = [_TIE_BREAKS[tie_break] for tie_break in edition.tie_breaks]
    rows = {
        "Variant of": edition.variant_of,
        "Variants": ", ".join(variants_of(edition.name)) if is_built_in(edition) else "",
        "Players": _players(edition),
        "Pieces": f"{edition.pieces} {_plural(edition.piece_name)} each",
        "Passengers": f"{edition.passengers} each" if edition.passengers else "",
        "Stations": f"{edition.stations} each, {edition.station_points} points for each not built"
        if edition.stations
        else "",
        "Starting hand": f"{edition.cards.starting_hand} cards",
        "Tickets at the start": _offer(edition, edition.opening),
        "Tickets on a turn": _offer(edition, edition.turn),
        "Parallel routes": f"only one open with up to {closed} players" if closed else "all open",
        "Final round": f"once somebody has {edition.final_round_at} {_plural(edition.piece_name)}"
        " or fewer",
        "Longest path": f"{edition.longest_path_bonus} points"
        if edition.longest_path_bonus
        else "",
        "Attractions": f"{edition.attraction_points} point each"
        if edition.attraction_points
        else "",
        "Most tickets": f"{edition.most_tickets_bonus} points"
        if edition.most_tickets_bonus
        else "",
        "Doubly joined tickets": _doubly_joined(edition.doubly_joined),
        "Ties": ", then ".join([*ties, "shared"]),
    }
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column()
    for name, value in rows.items():
        if value:
            table.add_row(name, value)
    return table


def _offer(edition: Edition, offer: Offer) -> str:
    if offer.choose:
        drawn = f"{offer.choose}, from {' and '.join(edition.stacks)} as the player says"
    else:
        drawn = " and ".join(
            f"{number} {stack}"
            for stack, number in zip(edition.stacks, offer.draw, strict=True)
            if number
        )
    limits = [
        f", at most {most} {stack}"
        for stack, most, number in zip(edition.stacks, offer.most, offer.draw, strict=False)
        if most < number
    ]
    return f"{drawn}; keep {offer.keep} or more{''.join(limits)}; {_UNKEPT[offer.unkept]}"


_USE = {
    LocomotiveUse.ANY: "wild",
    LocomotiveUse.TUNNELS: "for tunnels only",
    LocomotiveUse.SPECIAL: "for tunnels, ferries and routes with substitutes only",
}


def _cards(edition: Edition) -> Table:
    cards = edition.cards
    table = _table("kind", "cards", "")
    for colour, number in cards.colours:
        table.add_row(colour, str(number), "")
    wild = [_USE[cards.locomotive_use]]
    if cards.locomotive_ends_draw:
        wild.append("taken from the display it is the whole draw")
    if cards.sweep_locomotives:
        wild.append(f"{cards.sweep_locomotives} sweep the display")
    if cards.ferry_substitute:
        wild.append(f"any {cards.ferry_substitute} cards stand for one that a ferry demands")
    table.add_row(cards.locomotive_name, str(cards.locomotive), "; ".join(wild))
    if cards.locomotive4:
        text = f"wild for routes of {cards.locomotive4_from_length} or more"
        table.add_row("locomotive4", str(cards.locomotive4), text)
    if cards.passenger:
        sweep = f"{cards.sweep_passengers} sweep the display" if cards.sweep_passengers else ""
        table.add_row("passenger", str(cards.passenger), sweep)
    return table


def _points(edition: Edition) -> Table:
    number = Counter(route.length for route in edition.routes)
    table = _table("length", "points", "routes")
    for length, points in enumerate(edition.points, start=1):
        table.add_row(str(length), str(points), str(number[length]))
    return table


def _cities(edition: Edition) -> Table:
    columns = ["code", "name", "also"]
    table = _table(*columns, "merchandise") if edition.merchandise else _table(*columns)
    for city in edition.cities:
        row = [city.code, city.name, ", ".join(city.aliases)]
        if edition.merchandise:
            row.append(city.merchandise or "")
        table.add_row(*map(Text, row))
    return table


def _countries(edition: Edition) -> Table:
    columns = ["code", "name", "also", "ways in from"]
    flagged = any(country.flag for country in edition.countries)
    table = _table(*columns, "flag") if flagged else _table(*columns)
    for country in edition.countries:
        ways = sorted({route.a for route in edition.routes if route.b == country.code})
        row = [country.code, country.name, ", ".join(country.aliases), ", ".join(ways)]
        if flagged:
            row.append(_flag(country.flag))
        table.add_row(*map(Text, row))
    return table


def _flag(flag: Flag | None) -> str:
    if flag is None:
        return ""
    bands = " ".join(flag.bands) + (" upright" if flag.upright else "")
    cross = f", {'nordic ' if flag.nordic else ''}cross {flag.cross}" if flag.cross else ""
    return bands + cross


def _routes(edition: Edition) -> Table:
    """Return a Rich table with one row for each pair of neighbours. Parallel routes share a row."""
    name = _names(edition)
    codes = gazetteer(edition).route_codes
    code: dict[tuple[str, str, str], str] = {}
    pairs: dict[tuple[str, str, str], list[Route]] = {}
    for number, route in enumerate(edition.routes):
        a, b = route.a, route.b
        key = (b, a, route.exit) if (b, a, route.exit) in pairs else (a, b, route.exit)
        pairs.setdefault(key, []).append(route)
        code.setdefault(key, codes[number])
    table = _table("route", "between", "length", "colours")
    for (a, b, way_out), tracks in pairs.items():
        between = f"{name[a]} – {name[b]}" + (f" ({way_out})" if way_out else "")
        colours = ", ".join(_track(route) for route in tracks)
        lengths = "/".join(str(each) for each in dict.fromkeys(track.length for track in tracks))
        row = (code[(a, b, way_out)], between, lengths, colours)
        table.add_row(*map(Text, row))
    return table


def _track(route: Route) -> str:
    words = [route.colour or "grey"]
    if route.tunnel:
        words.append("tunnel")
    if route.ferry:
        words.append(f"ferry with {route.ferry}")
    if route.substitute:
        words.append(f"any {route.substitute} cards stand for one")
    return " ".join(words)


def _tickets(edition: Edition, stack: str) -> list[RenderableType]:
    name = _names(edition)
    codes = gazetteer(edition).ticket_codes
    tickets = [
        entry for entry in zip(codes, edition.tickets, strict=True) if entry[1].stack == stack
    ]
    table = _table("ticket", "from", "to", "points")
    for code, ticket in tickets:
        goals = [goal for goal, _ in ticket.options]
        row = (
            code,
            name[ticket.origin],
            " or ".join(name[goal] for goal in goals),
            " or ".join(str(points) for _, points in ticket.options),
        )
        table.add_row(*map(Text, row))
    return [_heading(f"Tickets, {stack}: {len(tickets)}"), table]


def _districts(edition: Edition) -> Table:
    name = _names(edition)
    table = _table("district", "points", "places")
    for district in edition.districts:
        places = ", ".join(name[code] for code in district.cities)
        table.add_row(Text(district.name), str(district.points), Text(places))
    return table


def _merchandise(edition: Edition) -> Table:
    table = _table("stack", "tokens", "cities")
    for kind in edition.merchandise:
        cities = ", ".join(city.name for city in edition.cities if city.merchandise == kind.name)
        table.add_row(kind.name, " ".join(map(str, kind.tokens)), Text(cities))
    return table


def _names(edition: Edition) -> dict[str, str]:
    return {place.code: place.name for place in (*edition.cities, *edition.countries)}
