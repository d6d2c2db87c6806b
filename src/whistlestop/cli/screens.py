"""What the terminal shows: the table, the offered tickets, the routes, the final scores.

Everything is lines of text that make sense without colour or columns, so that the plain mode, for
pipes and screen readers, is the same with less decoration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from whistlestop.actions import Action, ClaimRoute, cards_text
from whistlestop.cli.telling import YOU
from whistlestop.editions.gazetteer import GREY
from whistlestop.editions.limits import LOCOMOTIVE
from whistlestop.editions.model import TieBreak
from whistlestop.paths import cheapest_way, open_routes
from whistlestop.sheet import PlayerSheet, ScoreSheet, standing
from whistlestop.view import Hand, Player, View

CARD_STYLES = {
    "purple": "magenta",
    "pink": "bright_magenta",
    "blue": "bright_blue",
    "orange": "dark_orange",
    "white": "bold",
    "green": "green",
    "yellow": "yellow",
    "black": "bright_black",
    "red": "red",
}
"""The word is always there; the colour only helps."""


def card(name: str) -> Text:
    """A card's name in its colour; wild cards stand out."""
    return Text(name, style=CARD_STYLES.get(name, "bold cyan"))


def cards(hand: Hand, order: Sequence[str]) -> Text:
    """Cards with their numbers, in the edition's order."""
    parts = [Text(f"{hand[name]} ") + card(name) for name in order if hand.get(name)]
    return Text(", ").join(parts) if parts else Text("no cards")


def heading(words: str) -> Text:
    """A heading that a screen reader reads as words."""
    return Text(words, style=Style(bold=True))


def count(number: int, word: str) -> str:
    """A number and its word: `1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def table(
    view: View, seats: Sequence[str], legal: tuple[Action, ...], *, columns: bool = False
) -> Iterator[Text | Table]:
    """The whole table as the viewer sees it.

    Args:
        view: what they see.
        seats: the players' names.
        legal: what they may do now.
        columns: show the players in columns, for eyes; else in sentences.
    """
    yield Text()
    yield heading(f"{view.edition.title}, turn {view.turns + 1}{_last_turns(view)}")
    if columns:
        yield _players(view, seats)
    else:
        yield from (_player(view, player, seats[player.seat]) for player in view.players)
    yield Text("Display: ") + display(view)
    yield Text(f"Deck {view.deck}, discards {sum(view.discards.values())}, tickets {_stacks(view)}")
    if view.viewer < 0:
        return
    yield Text("Your hand: ", style="bold") + cards(view.me.hand or {}, view.index.kinds)
    if view.me.tickets or view.phase == "turn":
        yield from tickets(view)
    if view.edition.districts:
        yield from districts(view)
    if view.edition.passengers:
        yield _passengers(view)
    yield from claims(view, legal)


def hands(view: View, seats: Sequence[str]) -> Iterator[Text]:
    """Every hand and every ticket, for a viewer who may see them."""
    for player in view.players:
        name = seats[player.seat]
        yield Text(f"{name} holds ") + cards(player.hand or {}, view.index.kinds)
        for code in player.tickets or ():
            yield from (Text("  ") + line for line in ticket(view, code, player.seat))


def _last_turns(view: View) -> str:
    if not view.last_turns:
        return ""
    return f" (last round: {count(view.last_turns, 'more turn')})"


def _player(view: View, player: Player, name: str) -> Text:
    mark = ">" if player.seat == view.seat and not view.over else " "
    text = Text(f"{mark} {name}{_you(view, player, name)}: {count(player.score, 'point')}, ")
    text.append(f"{count(player.pieces, view.edition.piece_name + ' piece')}, ")
    text.append(f"{count(player.cards, 'card')}, {count(len(player.stacks), 'ticket')}")
    text.append(_kinds_of_tickets(view, player))
    if view.edition.passengers:
        text.append(f", {count(player.passengers_left, 'passenger')} to place")
        if player.passengers:
            text.append(f", on the board in {_names(view, player.passengers)}")
    if view.edition.stations:
        text.append(f", {_stations(view, player)}")
    return text


def _stations(view: View, player: Player) -> str:
    built = f", in {_names(view, player.stations)}" if player.stations else ""
    left = view.edition.stations - len(player.stations)
    return f"{count(left, 'station')} to build{built}"


def _you(view: View, player: Player, name: str) -> str:
    return " (you)" if player.seat == view.viewer and name != YOU else ""


def _names(view: View, cities: Sequence[str]) -> str:
    return ", ".join(map(view.index.name, cities))


def _players(view: View, seats: Sequence[str]) -> Table:
    """The players in columns."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("player")
    for column in ("score", "pieces", "cards", "tickets"):
        grid.add_column(column, justify="right")
    if view.edition.passengers:
        grid.add_column("passengers")
    if view.edition.stations:
        grid.add_column("stations")
    for player in view.players:
        name = seats[player.seat]
        deciding = player.seat == view.seat and not view.over
        cells = [
            Text(f"{'>' if deciding else ' '} {name}{_you(view, player, name)}"),
            str(player.score),
            str(player.pieces),
            str(player.cards),
            f"{len(player.stacks)}{_kinds_of_tickets(view, player)}",
        ]
        if view.edition.passengers:
            board = f", in {_names(view, player.passengers)}" if player.passengers else ""
            cells.append(f"{player.passengers_left} to place{board}")
        if view.edition.stations:
            cells.append(_stations(view, player))
        grid.add_row(*cells, style="bold" if deciding else "")
    return grid


def _kinds_of_tickets(view: View, player: Player) -> str:
    if len(view.edition.stacks) < 2 or not player.stacks:
        return ""
    parts = [f"{player.stacks.count(name)} {name}" for name in view.edition.stacks]
    return f" ({', '.join(parts)})"


def display(view: View) -> Text:
    """The face-up cards."""
    return Text(", ").join(Text("empty") if name is None else card(name) for name in view.display)


def _stacks(view: View) -> str:
    if len(view.stacks) == 1:
        return str(view.stacks[0])
    return ", ".join(
        f"{number} {name}" for name, number in zip(view.edition.stacks, view.stacks, strict=True)
    )


def tickets(view: View) -> Iterator[Text]:
    """The viewer's tickets, and what each still needs."""
    yield Text("Your tickets:", style="bold")
    for code in view.me.tickets or ():
        yield from (Text("  ") + line for line in ticket(view, code))
    if not view.me.tickets:
        yield Text("  none yet")


def ticket(view: View, code: str, seat: int | None = None) -> Iterator[Text]:
    """One ticket: its ends, its points, and what completing it takes its holder."""
    holder = view.players[view.viewer if seat is None else seat]
    number = view.index.ticket_of[code]
    values = "/".join(map(str, view.index.ticket_values(number)))
    text = Text(f"{view.index.ticket_title(number)}, {values} points: ")
    way = cheapest_way(view, holder.seat, code)
    if way is None:
        yield text + Text("can no longer be completed", style="red")
    elif way.pieces == 0:
        yield text + Text("done", style="green")
    else:
        short = f", {holder.pieces} are left" if way.pieces > holder.pieces else ""
        yield text + Text(
            f"needs {count(way.pieces, 'piece')}{short}", style="red" if short else ""
        )
        yield Text("    by ") + _routes(view, way.routes)


def route_name(view: View, code: str) -> Text:
    """A route: its code, length and colour."""
    route = view.edition.routes[view.index.route_of[code]]
    colour = Text(GREY) if route.colour is None else card(route.colour)
    special = ", tunnel" if route.tunnel else ""
    if route.ferry:
        special = f", ferry with {count(route.ferry, view.index.kinds[LOCOMOTIVE])}"
    return Text(f"{code} ({route.length} ") + colour + Text(f"{special})")


def districts(view: View) -> Iterator[Text]:
    """How far the viewer has linked each district (L-10)."""
    parts = [
        f"{district.name}: {_linked(view, district.cities)} of {len(district.cities)}"
        for district in view.edition.districts
    ]
    yield Text("Districts, places linked: " + ", ".join(parts))


def _linked(view: View, places: tuple[str, ...]) -> int:
    """The most places of a district that one connected part of the viewer's network links."""
    group = {code: {code} for route in view.me.routes for code in _ends(view, route)}
    for route in view.me.routes:
        a, b = _ends(view, route)
        if group[a] is not group[b]:
            group[a] |= group[b]
            for code in group[b]:
                group[code] = group[a]
    return max((len(group[code] & set(places)) for code in places if code in group), default=0)


def _ends(view: View, code: str) -> tuple[str, str]:
    route = view.edition.routes[view.index.route_of[code]]
    return route.a, route.b


def _passengers(view: View) -> Text:
    standing = _names(view, view.me.passengers) or "none"
    return Text(
        f"Your passengers: {view.me.passengers_left} to place, on the board: {standing}; "
        f"tokens collected {view.me.merchandise}"
    )


def claims(view: View, legal: tuple[Action, ...]) -> Iterator[Text]:
    """The routes that the viewer can claim now, those that tickets need first."""
    ways = [cheapest_way(view, view.viewer, code) for code in view.me.tickets or ()]
    wanted = dict.fromkeys(route for way in ways if way is not None for route in way.routes)
    able = dict.fromkeys(action.route for action in legal if isinstance(action, ClaimRoute))
    if not able:
        return
    first = [route for route in wanted if route in able]
    rest = [route for route in able if route not in wanted]
    if first:
        yield Text("You can claim, for your tickets: ") + _routes(view, first)
    if rest:
        longest = sorted(rest, key=lambda r: -view.edition.routes[view.index.route_of[r]].length)
        shown = longest[:8]
        more = f" and {len(rest) - 8} more ('routes' lists them)" if len(rest) > 8 else ""
        words = "You can also claim: " if first else "You can claim: "
        yield Text(words) + _routes(view, shown) + Text(more)


def _routes(view: View, codes: Sequence[str]) -> Text:
    return Text(", ").join(route_name(view, code) for code in codes)


def offer(view: View) -> Iterator[Text]:
    """The tickets from which the viewer chooses."""
    start = view.phase == "opening_keep"
    fewest = (view.edition.opening if start else view.edition.turn).keep
    held = view.me.offer or ()
    yield heading(f"Choose your tickets: keep at least {min(fewest, len(held))}")
    for number, code in enumerate(held, start=1):
        title, *needs = ticket(view, code)
        yield Text(f"  {number}  {code}  ") + title
        yield from (Text("  ") + line for line in needs)


def tunnel(view: View) -> Iterator[Text]:
    """What lies on the table for a tunnel, and what it asks for."""
    assert view.tunnel is not None
    yield heading(f"The tunnel asks for {count(view.tunnel.due, 'more card')}")
    yield Text("Laid out: ") + Text(cards_text(view.tunnel.cards))
    yield Text("Turned up: ") + Text(", ").join(map(card, view.tunnel.revealed))
    yield Text("Your hand: ") + cards(view.me.hand or {}, view.index.kinds)


def journey(view: View) -> Iterator[Text]:
    """The passenger under way, and what waits in the neighbouring cities."""
    assert view.journey is not None
    yield heading(f"Your passenger is in {view.index.name(view.journey.city)}")
    yield Text(f"Passenger cards: {(view.me.hand or {}).get('passenger', 0)}")


def token_here(view: View, city: str) -> int:
    """The points of the token on top of a city's stack; 0 if there is none."""
    entry = view.edition.cities[view.index.place_of[city]]
    stacks = {stack.name: stack.tokens for stack in view.edition.merchandise}
    tokens = stacks[entry.merchandise] if entry.merchandise is not None else ()
    taken = view.taken.get(city, 0)
    return tokens[taken] if taken < len(tokens) else 0


def routes(
    view: View, seats: Sequence[str], legal: tuple[Action, ...], place: str | None = None
) -> Iterator[Text]:
    """Every route, or those of one place, with who has it or whether it can be claimed."""
    able = {action.route for action in legal if isinstance(action, ClaimRoute)}
    owners, free = view.owners, open_routes(view, max(view.viewer, 0))
    for number, code in enumerate(view.index.route_codes):
        entry = view.edition.routes[number]
        if place is not None and place not in (entry.a, entry.b):
            continue
        text = Text("  ") + route_name(view, code) + Text(f" {view.index.route_title(number)}")
        if code in owners:
            text.append(f": {seats[owners[code]]}", style="bold")
        elif code not in free:
            text.append(": closed")
        elif code in able:
            text.append(": you can claim it", style="green")
        yield text


def score_sheet(view: View, sheet: ScoreSheet, seats: Sequence[str]) -> Iterator[Text]:
    """The final scores as a story: routes, every ticket, bonuses, who won and why."""
    yield Text()
    yield heading("The final scores")
    for player in sorted(sheet.players, key=lambda player: player.rank):
        yield from _scored(view, player, seats[player.seat])
    yield Text()
    yield heading(_verdict(sheet, seats))


def _scored(view: View, player: PlayerSheet, name: str) -> Iterator[Text]:
    yield Text()
    yield heading(f"{player.rank}. {name}: {count(player.total, 'point')}")
    counted = ", ".join(f"{line.number} of length {line.length}" for line in player.routes)
    yield Text(f"  Routes: {player.route_points} ({counted or 'none'})")
    if view.edition.merchandise:
        yield Text(f"  Merchandise: {player.merchandise}")
    yield Text(f"  Tickets: {player.ticket_points:+d}, {player.completed} completed")
    for line in player.tickets:
        style = "green" if line.completed else "red"
        done = "done" if line.completed else "not done"
        yield Text(f"    {line.title}: {done}, ") + Text(f"{line.points:+d}", style=style)
    for district in player.districts:
        yield Text(f"  District {district.name} linked: +{district.points}")
    if view.edition.attraction_points:
        yield Text(f"  Attractions: +{player.attraction_points}")
    if view.edition.stations:
        yield Text(f"  Stations not built: +{player.station_points}")
    for station in player.stations:
        opened = f"opened {station.route}" if station.route else "opened nothing"
        yield Text(f"    Station in {view.index.name(station.city)}: {opened}")
    if view.edition.longest_path_bonus:
        won = f", the longest: +{player.longest_path_bonus}" if player.longest_path_bonus else ""
        yield Text(f"  Longest path: {count(player.longest_path, 'space')}{won}")
    if player.most_tickets_bonus:
        yield Text(f"  Most completed tickets: +{player.most_tickets_bonus}")


_TIE_BREAKS = {
    TieBreak.TICKETS: "more completed tickets",
    TieBreak.LONGEST_PATH: "the longest path",
    TieBreak.MERCHANDISE: "more merchandise",
    TieBreak.STATIONS: "fewer stations built",
}


def _verdict(sheet: ScoreSheet, seats: Sequence[str]) -> str:
    winners = " and ".join(seats[seat] for seat in sheet.winners)
    if len(sheet.winners) > 1:
        return f"{winners} share the victory: equal in everything that counts."
    if sheet.decided_by is None:
        return f"{winners} wins."
    players = [sheet.players[seat] for seat in sheet.tied]
    values = ", ".join(
        f"{seats[player.seat]} {standing(player, sheet.decided_by)}" for player in players
    )
    why = _TIE_BREAKS[sheet.decided_by]
    if sheet.decided_by is TieBreak.LONGEST_PATH:
        return f"{winners} wins the tie by {why}."
    return f"{winners} wins the tie by {why} ({values})."
