"""The texts of the terminal: the table, offered tickets, routes and final scores.

Every text is a sequence of lines that can be understood without colours and columns. The plain
mode, for pipes and screen readers, shows these texts without colours and columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from whistlestop.actions import Action, ClaimRoute, StartJourney
from whistlestop.editions.limits import LOCOMOTIVE
from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import TieBreak
from whistlestop.language import Language
from whistlestop.seen.completion import cheapest_way
from whistlestop.seen.known import fewest_to_keep
from whistlestop.seen.route_graph import part_numbers
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet, standing
from whistlestop.seen.view import Hand, Player, View

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
"""The terminal colour of each kind of card. The card's name is always shown, too."""

_SHOWN = 8
"""The maximum number of claimable routes that are listed besides the routes that tickets need."""

_TIE_BREAKS = {
    TieBreak.TICKETS: "tie.tickets",
    TieBreak.LONGEST_PATH: "tie.longest_path",
    TieBreak.OWN_PATH: "tie.own_path",
    TieBreak.MERCHANDISE: "tie.merchandise",
    TieBreak.STATIONS: "tie.stations",
}


def heading(words: str) -> Text:
    """Return the words as a bold heading."""
    return Text(words, style=Style(bold=True))


@dataclass(frozen=True, slots=True)
class Screens:
    """The texts that the terminal shows about a view, in one language."""

    view: View
    seats: Sequence[str]
    """The names of the players, by seat."""
    spoken: Language
    you: int | None = None
    """The seat of the player whom the texts call "you". None if all players are called by name."""

    # Names ----------------------------------------------------------------------------------

    def card(self, name: str) -> Text:
        """Return the name of a kind of card in its colour. Kinds that have no colour are bold."""
        return Text(self.spoken.card(name), style=_style(name))

    def cards(self, hand: Hand) -> Text:
        """Return the number and the name of each kind of card in a hand, in the edition's order.

        If the hand is empty, return words that say so.
        """
        parts = [
            Text(self.spoken.some_cards(name, hand[name]), style=_style(name))
            for name in self.view.index.kinds
            if hand.get(name)
        ]
        return Text(", ").join(parts) if parts else Text(self.spoken.say("terminal.no_cards"))

    def route(self, code: str) -> Text:
        """Return the text of a route: its code, its length, its colour, and whether it is special.

        Ferries and tunnels are special.
        """
        route = self.view.edition.routes[self.view.index.route_of[code]]
        grey = Text(self.spoken.say("terminal.grey"))
        colour = grey if route.colour is None else self.card(route.colour)
        special = ""
        if route.ferry:
            wild = self.spoken.card(self.view.index.kinds[LOCOMOTIVE])
            special = f", {self.spoken.say('route.ferry', n=route.ferry, wild=wild)}"
        if route.tunnel:
            special += f", {self.spoken.say('route.tunnel')}"
        if substitutes := self.view.edition.cards.substitutes(route)[0]:
            special += f", {self.spoken.say('route.substitute', n=substitutes)}"
        return Text(f"{code} ({route.length} ") + colour + Text(f"{special})")

    def _routes(self, codes: Sequence[str]) -> Text:
        return Text(", ").join(self.route(code) for code in codes)

    def _cities(self, cities: Sequence[str]) -> str:
        return ", ".join(self.spoken.place(self.view.index, city) for city in cities)

    def _pieces(self, number: int) -> str:
        """Return a number of pieces with their name in the edition, such as `3 trains`."""
        name = self.view.edition.piece_name
        return self.spoken.say_or(f"pieces.{name}", f"{number} × {name}", n=number)

    def _stacks(self, numbers: Sequence[int]) -> str:
        """Return the number of tickets of each stack as text, such as `3 short, 1 long`.

        In editions with only one stack, the text is the number alone.

        Args:
            numbers: the number of tickets of each stack, in the edition's order of stacks.
        """
        if len(numbers) == 1:
            return str(numbers[0])
        pairs = zip(self.view.edition.stacks, numbers, strict=True)
        return ", ".join(self.spoken.stacks([pair]) for pair in pairs)

    # The table ------------------------------------------------------------------------------

    def table(self, legal: Sequence[Action], *, columns: bool = False) -> Iterator[Text | Table]:
        """Yield the state of the game: the turn, the players, the display and the supply.

        For a viewer with a seat, the viewer's own cards, tickets and possible claims follow.

        Args:
            legal: the viewer's legal actions.
            columns: whether to show the players in columns. If not, there is a line for each
                player.
        """
        view, say = self.view, self.spoken.say
        yield Text()
        yield heading(self._turn())
        if columns:
            yield self._players()
        else:
            yield from map(self._player, view.players)
        yield self.display()
        discards = sum(view.discards.values())
        stacks = self._stacks(view.stacks)
        yield Text(say("terminal.supply", deck=view.deck, discards=discards, tickets=stacks))
        if view.viewer < 0:
            return
        yield self.hand()
        if view.me.tickets or view.phase == "turn":
            yield from self.tickets()
        if view.edition.districts:
            yield self._districts()
        if view.edition.passengers:
            yield self._passengers()
            yield from self.starts(legal)
        yield from self.claims(legal)

    def _turn(self) -> str:
        view, say = self.view, self.spoken.say
        title = view.edition.title
        if is_built_in(view.edition):
            title = self.spoken.say_or(f"edition_title.{view.edition.name}", title)
        turn = say("terminal.turn", title=title, turn=view.turns + 1)
        last = f" ({say('terminal.last_round', n=view.last_turns)})" if view.last_turns else ""
        return turn + last

    def hand(self) -> Text:
        """Return a line with the viewer's cards."""
        label = Text(self.spoken.say("terminal.hand"), style="bold")
        return label + self.cards(self.view.me.hand or {})

    def hands(self) -> Iterator[Text]:
        """Yield the hand and the tickets of every player.

        The view must be the referee's (`REFEREE`), who sees all cards and tickets.
        """
        for player in self.view.players:
            holds = self.spoken.say("terminal.holds", name=self.seats[player.seat])
            yield Text(holds) + self.cards(player.hand or {})
            for code in player.tickets or ():
                yield from (Text("  ") + line for line in self.ticket(code, player.seat))

    def _name(self, player: Player) -> str:
        """Return a player's name after `>` if the player must decide, otherwise after a space.

        After the viewer's own name follows "(you)" in the language of the texts, unless the viewer
        is already called "you".
        """
        mark = ">" if player.seat == self.view.seat and not self.view.over else " "
        name = self.seats[player.seat]
        if player.seat == self.view.viewer and player.seat != self.you:
            name = self.spoken.say("seat.me", name=name)
        return f"{mark} {name}"

    def _player(self, player: Player) -> Text:
        view, say = self.view, self.spoken.say
        parts = [
            say("points", n=player.score),
            self._pieces(player.pieces),
            say("player.cards", n=player.cards),
            say("player.tickets", n=len(player.stacks)) + self._kinds_of_tickets(player),
        ]
        if view.edition.passengers:
            parts.append(say("terminal.passengers_left", n=player.passengers_left))
            if player.passengers:
                parts.append(say("terminal.on_board", cities=self._cities(player.passengers)))
        if view.edition.stations:
            parts.append(self._stations(player))
        return Text(f"{self._name(player)}: {', '.join(parts)}")

    def _stations(self, player: Player) -> str:
        parts = [self.spoken.say("terminal.stations_left", n=player.stations_left)]
        if player.stations:
            cities = self._cities(player.stations)
            parts.append(self.spoken.say("terminal.stations_in", cities=cities))
        return ", ".join(parts)

    def _players(self) -> Table:
        """Return a table with a row for each player.

        The columns are the score and the numbers of pieces, cards and tickets. Passengers and
        stations have a column each if the edition has them.
        """
        view, say = self.view, self.spoken.say
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        grid.add_column(say("terminal.column.player"))
        for column in ("score", "pieces", "cards", "tickets"):
            grid.add_column(say(f"terminal.column.{column}"), justify="right")
        if view.edition.passengers:
            grid.add_column(say("terminal.column.passengers"))
        if view.edition.stations:
            grid.add_column(say("terminal.column.stations"))
        for player in view.players:
            cells = [
                Text(self._name(player)),
                self.spoken.number(player.score),
                str(player.pieces),
                str(player.cards),
                f"{len(player.stacks)}{self._kinds_of_tickets(player)}",
            ]
            if view.edition.passengers:
                parts = [say("terminal.passengers_left", n=player.passengers_left)]
                if player.passengers:
                    parts.append(say("terminal.on_board", cities=self._cities(player.passengers)))
                cells.append(", ".join(parts))
            if view.edition.stations:
                cells.append(self._stations(player))
            deciding = player.seat == view.seat and not view.over
            grid.add_row(*cells, style="bold" if deciding else "")
        return grid

    def _kinds_of_tickets(self, player: Player) -> str:
        stacks = self.view.edition.stacks
        if len(stacks) < 2 or not player.stacks:
            return ""
        return f" ({self._stacks([player.stacks.count(name) for name in stacks])})"

    def display(self) -> Text:
        """Return a line with the face-up cards of the display."""
        shown = [
            Text(self.spoken.say("terminal.empty")) if name is None else self.card(name)
            for name in self.view.display
        ]
        return Text(self.spoken.say("terminal.display")) + Text(", ").join(shown)

    def tickets(self) -> Iterator[Text]:
        """Yield the viewer's tickets, and the pieces and routes that each ticket still needs."""
        yield Text(self.spoken.say("terminal.tickets"), style="bold")
        for code in self.view.me.tickets or ():
            yield from (Text("  ") + line for line in self.ticket(code))
        if not self.view.me.tickets:
            yield Text(f"  {self.spoken.say('tickets.none')}")

    def ticket(self, code: str, seat: int | None = None) -> Iterator[Text]:
        """Yield a ticket's title and points, and the pieces and routes that it still needs.

        Args:
            code: the code of the ticket.
            seat: the seat of the ticket's holder. None is the viewer's seat.
        """
        view, say = self.view, self.spoken.say
        holder = view.players[view.viewer if seat is None else seat]
        values = "/".join(map(str, view.index.ticket_values(view.index.ticket_of[code])))
        title = self.spoken.ticket(view.index, code)
        text = Text(say("terminal.ticket", ticket=title, points=values))
        way = cheapest_way(view, holder.seat, code)
        if way is None:
            yield text + Text(say("terminal.impossible"), style="red")
        elif way.pieces == 0:
            done = say("ticket.done_twice" if way.doubly_joined else "terminal.done")
            yield text + Text(done, style="green")
        else:
            needed = self._pieces(way.pieces)
            if way.pieces > holder.pieces:
                needs = say("terminal.needs_more", pieces=needed, left=holder.pieces)
                yield text + Text(needs, style="red")
            else:
                yield text + Text(say("terminal.needs", pieces=needed))
            yield Text("    " + say("terminal.by")) + self._routes(way.routes)

    def _districts(self) -> Text:
        """Return a line with how many places of each district the viewer has linked (L-10)."""
        parts = [
            self.spoken.say(
                "terminal.district",
                district=district.name,
                n=self._linked(district.cities),
                all=len(district.cities),
            )
            for district in self.view.edition.districts
        ]
        return Text(self.spoken.say("terminal.districts", districts=", ".join(parts)))

    def _linked(self, places: tuple[str, ...]) -> int:
        """Return how many of some places the viewer has linked with one another.

        Args:
            places: the codes of the places of a district.

        Returns:
            The largest number of these places in one connected part of the viewer's network.
        """
        index = self.view.index
        routes = [index.route_of[code] for code in self.view.me.routes]
        parts = part_numbers(self.view.edition, routes)
        reached = Counter(parts[index.place_of[code]] for code in places)
        return max((number for part, number in reached.items() if part >= 0), default=0)

    def _passengers(self) -> Text:
        me, say = self.view.me, self.spoken.say
        cities = self._cities(me.passengers) or say("terminal.none")
        words = say(
            "terminal.passengers",
            n=me.passengers_left,
            cities=cities,
            merchandise=me.merchandise,
        )
        return Text(words)

    def starts(self, legal: Sequence[Action]) -> Iterator[Text]:
        """Yield a line with the cities where a journey can begin now.

        Each city is shown with the points of the best journey that was found from it. The city with
        the most points comes first. Nothing is yielded if no journey can begin.

        Args:
            legal: the viewer's legal actions.
        """
        if not any(isinstance(action, StartJourney) for action in legal):
            return
        # Only such turns need the compiled code, so it is imported late.
        from whistlestop.seen.journeys import best_journeys

        best = sorted(best_journeys(self.view).items(), key=lambda each: -each[1].points)
        say, index = self.spoken.say, self.view.index
        starts = [
            say(
                "terminal.start" if journey.exact else "terminal.start_known",
                city=self.spoken.place(index, city),
                n=journey.points,
            )
            for city, journey in best
        ]
        yield Text(say("terminal.starts", cities=", ".join(starts)))

    def claims(self, legal: Sequence[Action]) -> Iterator[Text]:
        """Yield lines with the routes that the viewer can claim now.

        The routes that the viewer's tickets need come first. At most `_SHOWN` other routes follow,
        the longest first. Nothing is yielded if no route can be claimed.

        Args:
            legal: the viewer's legal actions.
        """
        view, say = self.view, self.spoken.say
        ways = [cheapest_way(view, view.viewer, code) for code in view.me.tickets or ()]
        wanted = dict.fromkeys(route for way in ways if way is not None for route in way.routes)
        able = dict.fromkeys(action.route for action in legal if isinstance(action, ClaimRoute))
        if not able:
            return
        first = [route for route in wanted if route in able]
        rest = [route for route in able if route not in wanted]
        if first:
            yield Text(say("terminal.claim_tickets")) + self._routes(first)
        if rest:
            routes = view.edition.routes
            longest = sorted(rest, key=lambda code: -routes[view.index.route_of[code]].length)
            words = say("terminal.claim_also" if first else "terminal.claim")
            more = ""
            if len(rest) > _SHOWN:
                more = say("terminal.more", n=len(rest) - _SHOWN, routes=say("terminal.ask.routes"))
            yield Text(words) + self._routes(longest[:_SHOWN]) + Text(more)

    # Decisions ------------------------------------------------------------------------------

    def offer(self) -> Iterator[Text]:
        """Yield the tickets that are offered to the viewer, with numbers to choose by."""
        held = self.view.me.offer or ()
        edition, say = self.view.edition, self.spoken.say
        yield heading(say("terminal.offer", n=fewest_to_keep(self.view)))
        offer = edition.opening if self.view.phase == "opening_keep" else edition.turn
        for stack, most in zip(edition.stacks, offer.most, strict=False):
            if most < sum(self.view.index.stack_of(code) == stack for code in held):
                yield Text(say("tray.keep_most", n=most, stack=self.spoken.stack(stack)))
        for number, code in enumerate(held, start=1):
            title, *needs = self.ticket(code)
            yield Text(f"  {number}  {code}  ") + title
            yield from (Text("  ") + line for line in needs)

    def tunnel(self) -> Iterator[Text]:
        """Yield lines about a tunnel for which a player must pay a surcharge or withdraw.

        The lines have the number of cards due, the cards that were laid out for the route, the
        cards that were turned up to determine the surcharge, and the viewer's hand.
        """
        tunnel, say = self.view.tunnel, self.spoken.say
        assert tunnel is not None
        yield heading(say("log.SurchargeDue", n=tunnel.due))
        yield Text(say("terminal.laid_out", cards=self.spoken.cards(tunnel.cards)))
        revealed = Text(", ").join(map(self.card, tunnel.revealed))
        yield Text(say("terminal.turned_up")) + revealed
        yield self.hand()

    def journey(self) -> Iterator[Text]:
        """Yield the city where the travelling passenger is, and the number of passenger cards held.

        A journey must be in progress. The cards are those of the viewer.
        """
        journey, say = self.view.journey, self.spoken.say
        assert journey is not None
        city = self.spoken.place(self.view.index, journey.city)
        yield heading(say("terminal.journey", city=city))
        held = (self.view.me.hand or {}).get("passenger", 0)
        yield Text(say("terminal.passenger_cards", n=held))

    def routes(self, legal: Sequence[Action], place: str | None = None) -> Iterator[Text]:
        """Yield a line for every route, with its code, length, colour and cities.

        The line of a claimed route also names the owner. The line of an unclaimed route says if
        the route is closed or can be claimed now.

        Args:
            legal: the viewer's legal actions.
            place: the code of a place, to list only the routes of this place. None lists all
                routes.
        """
        view, say = self.view, self.spoken.say
        able = {action.route for action in legal if isinstance(action, ClaimRoute)}
        owners, free = view.owners, view.open_routes(max(view.viewer, 0))
        for code in view.index.route_codes:
            if place is not None and place not in view.index.ends(code):
                continue
            text = Text("  ") + self.route(code)
            text.append(f" {self.spoken.route(view.index, code)}")
            if code in owners:
                text.append(f": {self.seats[owners[code]]}", style="bold")
            elif code not in free:
                text.append(f": {say('terminal.closed')}")
            elif code in able:
                text.append(f": {say('text.claimable')}", style="green")
            yield text

    # The end --------------------------------------------------------------------------------

    def score_sheet(self, sheet: ScoreSheet) -> Iterator[Text]:
        """Yield the final scores with all their parts, and then who won and by which tie-break.

        Args:
            sheet: the final score sheet.
        """
        yield Text()
        yield heading(self.spoken.say("terminal.scores"))
        for player in sorted(sheet.players, key=lambda player: player.rank):
            yield from self._scored(player)
        yield Text()
        yield heading(self._verdict(sheet))

    def score(self, sheet: ScoreSheet) -> Iterator[Text]:
        """Yield the viewer's score as if the game ended now, and the public scores of all others.

        The viewer's score does not contain the bonus for most tickets.

        Args:
            sheet: the score sheet as if the game ended now. Other players' secrets are not shown.
        """
        mine = sheet.players[self.view.viewer]
        # The bonus for most tickets depends on the tickets of other players, which are secret.
        mine = replace(mine, most_tickets_bonus=0, total=mine.total - mine.most_tickets_bonus)
        total = self.spoken.say("points", n=mine.total)
        yield heading(f"{self.spoken.say('terminal.score_now')}: {total}")
        yield from self._itemised(mine)
        others = ", ".join(
            f"{self.seats[player.seat]} {self.spoken.number(player.score)}"
            for player in self.view.players
            if player.seat != self.view.viewer
        )
        yield Text(self.spoken.say("terminal.score_others", scores=others))

    def _line(self, label: str, value: str) -> Text:
        return Text(self.spoken.say("terminal.sheet.line", label=label, value=value))

    def _scored(self, player: PlayerSheet) -> Iterator[Text]:
        yield Text()
        total = self.spoken.say("points", n=player.total)
        yield heading(f"{player.rank}. {self.seats[player.seat]}: {total}")
        yield from self._itemised(player)

    def _itemised(self, player: PlayerSheet) -> Iterator[Text]:
        edition, say = self.view.edition, self.spoken.say
        counted = ", ".join(
            say("terminal.sheet.of_length", number=line.number, length=line.length)
            for line in player.routes
        )
        routes = f"{player.route_points} ({counted or say('terminal.none')})"
        yield self._line(say("sheet.routes"), routes)
        if edition.merchandise:
            yield self._line(say("sheet.merchandise"), str(player.merchandise))
        completed = say("sheet.completed", n=player.completed)
        points = self.spoken.number(player.ticket_points, signed=True)
        yield self._line(say("terminal.sheet.tickets"), f"{points}, {completed}")
        for line in player.tickets:
            style = "green" if line.completed else "red"
            done = say("terminal.done" if line.completed else "terminal.not_done")
            done = say("ticket.done_twice") if line.doubly_joined else done
            title = self.spoken.ticket(self.view.index, line.ticket)
            points = self.spoken.number(line.points, signed=True)
            yield Text(f"    {title}: {done}, ") + Text(points, style=style)
        for district in player.districts:
            label = say("terminal.sheet.district", district=district.name)
            yield self._line(label, f"+{district.points}")
        if edition.attraction_points:
            yield self._line(say("sheet.attractions"), f"+{player.attraction_points}")
        if edition.stations:
            yield self._line(say("sheet.stations"), f"+{player.station_points}")
        for station in player.stations:
            city = self.spoken.place(self.view.index, station.city)
            key = "terminal.sheet.station" if station.route else "terminal.sheet.no_route"
            yield Text(f"    {say(key, city=city, route=station.route)}")
        if edition.longest_path_bonus:
            spaces = say("sheet.spaces", n=player.longest_path)
            won = ""
            if player.longest_path_bonus:
                points = f"+{player.longest_path_bonus}"
                won = f", {say('terminal.sheet.longest', points=points)}"
            yield self._line(say("sheet.longest_path"), spaces + won)
        if player.most_tickets_bonus:
            yield self._line(say("sheet.most_tickets"), f"+{player.most_tickets_bonus}")
        if edition.doubly_joined:
            number = say("sheet.doubly_joined_of", n=player.doubly_joined)
            points = f"+{player.doubly_joined_points}"
            yield self._line(say("sheet.doubly_joined"), f"{points}, {number}")

    def _verdict(self, sheet: ScoreSheet) -> str:
        say = self.spoken.say
        winners = self.spoken.listed([self.seats[seat] for seat in sheet.winners])
        won = say("finale.winner", n=len(sheet.winners), name=winners)
        if sheet.winners == (self.you,):
            won = say("you.winner")
        if len(sheet.winners) > 1 or sheet.decided_by is None:
            return won
        tie = say(_TIE_BREAKS[sheet.decided_by])
        if sheet.decided_by is TieBreak.LONGEST_PATH:
            return f"{won} {tie}"
        values = ", ".join(
            f"{self.seats[seat]} {standing(sheet.players[seat], sheet.decided_by)}"
            for seat in sheet.tied
        )
        return f"{won} {tie} ({values})"


def _style(card: str) -> str:
    return CARD_STYLES.get(card, "bold cyan")
