"""Read and write positions as JSON. Unknown values are null.

`docs/notation.md` describes the format. A key may be left out if other keys determine its value, so
a puzzle takes only a few lines. When a game starts from a position, unknown cards and tickets are
dealt at random.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Final, cast

import msgspec

from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.limits import DISPLAY, LENGTH, SEATS, TICKETS
from whistlestop.editions.load import EditionError, load
from whistlestop.editions.model import Edition
from whistlestop.editions.reading import Faults, Table, TooManyFaults, shown
from whistlestop.errors import PositionError
from whistlestop.play.game import Game
from whistlestop.play.position_data import FORMAT, position_data
from whistlestop.rules.state import PHASES, REVEALED
from whistlestop.seen.consistency import faults_of
from whistlestop.seen.view import REFEREE, Journey, Player, Returned, Tunnel, View, stations_left
from whistlestop.seen.worlds import world

LONGEST_POSITION: Final = 200_000
"""The maximum length in characters of the text of a position. Reading a longer text raises
`PositionError`. Real positions have at most about 20,000 characters."""


def write_position(game: Game | View, viewer: int | None = REFEREE) -> str:
    """Return a position as JSON text.

    Args:
        game: a game, or a view.
        viewer: for a game, the seat, `SPECTATOR` or `REFEREE` whose view is written. None is a
            spectator. By default everything is written. If `game` is a view, `viewer` is ignored.

    Raises:
        TypeError: the viewer is not a whole number.
        ValueError: there is no such seat.
    """
    view = game.view(viewer) if isinstance(game, Game) else game
    data = msgspec.to_builtins(position_data(view))
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read_position(
    text: str,
    *,
    edition: str | Path | Edition | None = None,
    seed: int | None = None,
) -> Game:
    """Return a game that starts from a position. Unknown cards and tickets are dealt at random.

    Args:
        text: the JSON text.
        edition: the edition, or the path of its file. Needed only if the edition is not built in.
        seed: a number from 0 to 2**64 - 1 that makes the dealt cards and the rest of the game
            repeatable. If left out, the operating system supplies a random seed.

    Raises:
        PositionError: the text is not a position, its edition is unknown, or the position is
            impossible. The message lists the faults.
        EditionError: the edition given by `edition` is unknown, or its file is wrong.
        TypeError: the seed is not a whole number.
        ValueError: the seed is out of range.
    """
    view = read_view(text, edition=edition)
    return Game.sampled(view, seed=seed)


def read_view(text: str, *, edition: str | Path | Edition | None = None) -> View:
    """Return the view that the text of a position file holds.

    Args:
        text: the JSON text.
        edition: the edition, or the path of its file. Needed only if the edition is not built in.

    Raises:
        PositionError: the text is not a position, its edition is unknown, or the position is
            impossible. The message lists the faults.
        EditionError: the edition given by `edition` is unknown, or its file is wrong.
    """
    if len(text) > LONGEST_POSITION:
        raise PositionError(
            (f"a position has at most {LONGEST_POSITION} characters, not {len(text)}",)
        )
    try:
        data = json.loads(text, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise PositionError((f"expected JSON, found what is none: {error}",)) from error
    if not isinstance(data, dict):
        raise PositionError(("expected a JSON object",))
    table_data = cast(dict[str, object], data)
    if table_data.get("format") != FORMAT:
        raise PositionError(
            (f'format: expected "{FORMAT}", found {json.dumps(table_data.get("format"))}',)
        )
    faults = Faults("position")
    top = Table(table_data, (), faults)
    chosen = _edition(top, edition)
    try:
        view = _Reader(chosen, top, faults).view()
    except TooManyFaults as error:
        raise PositionError((*faults.texts(), "and more")) from error
    if faults:
        raise PositionError(faults.texts())
    wrong = faults_of(view)
    if wrong:
        raise PositionError(wrong)
    world(view, Random(0))
    return view


def _integer(digits: str) -> int:
    """Return the digits of a JSON number as an int.

    Only the first 20 characters are converted, to limit the work. No key of a position allows a
    number of that length.
    """
    return int(digits[:20])


def _edition(top: Table, given: str | Path | Edition | None) -> Edition:
    name = top.text("edition")
    if isinstance(given, Edition):
        chosen = given
    else:
        try:
            chosen = load(given if given is not None else name)
        except EditionError as error:
            if given is not None:
                raise
            raise PositionError(
                (f"edition: {error}; give the edition's file if it is one of your own",)
            ) from error
    revision = top.integer("revision", 1, 10**6, chosen.revision)
    if chosen.name != name or chosen.revision != revision:
        raise PositionError(
            (
                f"edition: the position is of {name!r} revision {revision}, but the edition here "
                f"is {chosen.name!r} revision {chosen.revision}",
            )
        )
    return chosen


class _Reader:
    """A reader of a position's parts. It adds every fault to `faults`.

    Its methods raise nothing but `TooManyFaults`.
    """

    def __init__(self, edition: Edition, top: Table, faults: Faults) -> None:
        self.edition = edition
        self.index: Gazetteer = gazetteer(edition)
        self.top = top
        self.faults = faults

    def view(self) -> View:
        top, edition = self.top, self.edition
        top.text("format")
        tables = top.tables("players", SEATS, "seats")
        players = tuple(self._player(table, seat) for seat, table in enumerate(tables))
        display = self._display()
        discards = self._cards(top, "discards") or {}
        deck_cards = None if top.unknown("deck_cards") else self._given_cards("deck_cards")
        elsewhere = sum(player.cards for player in players) + sum(discards.values())
        elsewhere += sum(card is not None for card in display)
        tunnel = self._tunnel()
        if tunnel is not None:
            elsewhere += sum(n for _, n in tunnel.cards) + len(tunnel.revealed)
        left = max(edition.cards.total - elsewhere, 0)
        deck = top.integer("deck", 0, edition.cards.total, left)
        returned = tuple(
            self._returned(table)
            for table in top.tables("returned", TICKETS, "tickets", required=False)
        )
        viewer = top.integer("viewer", REFEREE, SEATS - 1, REFEREE)
        view = View(
            edition=edition,
            viewer=viewer,
            phase=top.choice("phase", PHASES, "turn"),
            seat=top.integer("seat", 0, max(len(players) - 1, 0), 0),
            starter=top.integer("starter", 0, max(len(players) - 1, 0), 0),
            players=players,
            display=display,
            deck=deck,
            deck_cards=deck_cards,
            discards=discards,
            stacks=self._stacks(players),
            stack_tickets=(
                self._codes(top, "stack_tickets", self.index.ticket_of, "ticket")
                if "stack_tickets" in top and not top.unknown("stack_tickets")
                else None
            ),
            returned=returned,
            taken=self._taken(),
            route=self._optional(top, "route", self.index.route_of, "route"),
            owed=top.integer("owed", 0, LENGTH * LENGTH, 0),
            tunnel=tunnel,
            journey=self._journey(),
            turns=top.integer("turns", 0, 30_000, 0),
            last_turns=top.integer("last_turns", 0, SEATS, 0),
            passes=top.integer("passes", 0, SEATS, 0),
        )
        top.close()
        return view

    def _player(self, table: Table, seat: int) -> Player:
        hand = None if table.unknown("hand") else self._cards(table, "hand") or {}
        tickets = self._known_tickets(table, "tickets")
        offer = self._known_tickets(table, "offer")
        answer = self._known_tickets(table, "answer") if "answer" in table else None
        routes = self._codes(table, "routes", self.index.route_of, "route")
        merchandise = table.integer("merchandise", 0, 1000, 0)
        lengths = [self.edition.routes[self.index.route_of[code]].length for code in routes]
        points = sum(self.edition.points[length - 1] for length in lengths) + merchandise
        passengers = self._codes(table, "passengers", self.index.place_of, "city")
        left = max(self.edition.passengers - len(passengers), 0)
        player = Player(
            seat=seat,
            cards=table.integer("cards", 0, 250, sum((hand or {}).values())),
            hand=hand,
            shown=self._cards(table, "shown") or {},
            stacks=self._stack_names(table, "stacks", tickets),
            tickets=tickets,
            offer_stacks=self._stack_names(table, "offer_stacks", offer),
            offer=offer,
            answered=table.flag("answered", answer is not None),
            answer=answer,
            pieces=table.integer("pieces", 0, 100, max(self.edition.pieces - sum(lengths), 0)),
            score=table.integer("score", -1000, 5000, points),
            routes=tuple(sorted(routes, key=self.index.route_of.__getitem__)),
            passengers=tuple(sorted(passengers, key=self.index.place_of.__getitem__)),
            passengers_left=table.integer("passengers_left", 0, 9, left),
            stations=(stations := self._codes(table, "stations", self.index.place_of, "city")),
            stations_left=stations_left(self.edition, len(stations)),
            merchandise=merchandise,
        )
        table.close()
        return player

    def _known_tickets(self, table: Table, key: str) -> tuple[str, ...] | None:
        if table.unknown(key):
            return None
        return self._codes(table, key, self.index.ticket_of, "ticket")

    def _codes(self, table: Table, key: str, known: dict[str, int], what: str) -> tuple[str, ...]:
        found: list[str] = []
        for code in table.texts(key, 128):
            if code not in known:
                self._unknown_code(table, key, code, what)
            elif code in found:
                table.fault(key, expected=f"each {what} once", found=code, advice="leave it out")
            else:
                found.append(code)
        return tuple(found)

    def _unknown_code(self, table: Table, key: str, code: str, what: str) -> None:
        table.fault(
            key,
            expected=f"a {what} of {self.edition.title}",
            found=f'"{code}"',
            advice="see `whistlestop editions` for the codes",
        )

    def _optional(self, table: Table, key: str, known: dict[str, int], what: str) -> str | None:
        if table.unknown(key) or key not in table:
            return None
        code = table.text(key)
        if code and code not in known:
            self._unknown_code(table, key, code, what)
            return None
        return code or None

    def _cards(self, table: Table, key: str) -> dict[str, int] | None:
        """Return the number of cards of each kind that the JSON object `table` lists under a key.

        The kinds are in the edition's order, without kinds of which there are no cards. Return None
        if the value of the key is null.
        """
        if table.unknown(key):
            return None
        inner = table.table(key, required=False)
        found: dict[str, int] = {}
        for kind in self.index.kind_of:
            if kind in inner and (number := inner.integer(kind, 0, 250, 0)):
                found[kind] = number
            else:
                inner.unknown(kind)
        inner.close()
        return found

    def _given_cards(self, key: str) -> dict[str, int] | None:
        return self._cards(self.top, key) if key in self.top else None

    def _stack_names(
        self, table: Table, key: str, tickets: tuple[str, ...] | None
    ) -> tuple[str, ...]:
        """Return the name of the stack of each ticket.

        Args:
            table: the JSON object with the key.
            key: the key that lists stacks. If the tickets are known, the object need not have it.
            tickets: the codes of the tickets, which determine the stacks. None if unknown.
        """
        given = table.texts(key, TICKETS)
        known = [self.index.stack_of(code) for code in tickets or ()]
        for stack in given:
            if stack not in self.edition.stacks:
                table.fault(
                    key, expected="names of stacks", found=f'"{stack}"', advice="correct it"
                )
        if tickets is None:
            return given
        if given and sorted(given) != sorted(known):
            table.fault(
                key,
                expected="the stacks of the tickets given",
                found=", ".join(given),
                advice="leave the key out",
            )
        return tuple(known) if key == "offer_stacks" else tuple(sorted(known))

    def _display(self) -> tuple[str | None, ...]:
        top = self.top
        slots: list[str | None] = []
        for value in top.values("display", DISPLAY):
            if value is not None and not (isinstance(value, str) and value in self.index.kind_of):
                top.fault(
                    "display",
                    expected="five cards, or null for an empty slot",
                    found=shown(value),
                    advice="use the edition's names of cards",
                )
                value = None
            slots.append(value)
        return tuple(slots) + (None,) * (DISPLAY - len(slots))

    def _stacks(self, players: tuple[Player, ...]) -> tuple[int, ...]:
        """Return the number of tickets left in each stack, in the edition's order of stacks.

        Without the key `stacks`, all tickets that no player holds or is offered are left.
        """
        names = self.edition.stacks
        if "stacks" in self.top:
            given = self.top.integers("stacks", 0, TICKETS, len(names))
            if len(given) == len(names):
                return given
        held = [stack for player in players for stack in (*player.stacks, *player.offer_stacks)]
        total = [sum(ticket.stack == name for ticket in self.edition.tickets) for name in names]
        return tuple(max(n - held.count(name), 0) for n, name in zip(total, names, strict=True))

    def _returned(self, table: Table) -> Returned:
        ticket = self._optional(table, "ticket", self.index.ticket_of, "ticket")
        stack = table.choice("stack", self.edition.stacks, self.edition.stacks[0])
        if ticket is not None:
            stack = self.index.stack_of(ticket)
        entry = Returned(stack, ticket, table.integer("seat", 0, SEATS - 1, 0))
        table.close()
        return entry

    def _taken(self) -> dict[str, int]:
        inner = self.top.table("taken", required=False)
        found = {
            city.code: number
            for city in self.edition.cities
            if city.code in inner and (number := inner.integer(city.code, 0, 9, 0))
        }
        inner.close()
        return found

    def _tunnel(self) -> Tunnel | None:
        if "tunnel" not in self.top:
            return None
        table = self.top.table("tunnel")
        cards = self._cards(table, "cards") or {}
        revealed = table.texts("revealed", REVEALED)
        for card in revealed:
            if card not in self.index.kind_of:
                self._unknown_code(table, "revealed", card, "card")
        tunnel = Tunnel(
            cards=tuple(cards.items()),
            revealed=tuple(card for card in revealed if card in self.index.kind_of),
            due=table.integer("due", 1, REVEALED),
        )
        table.close()
        return tunnel

    def _journey(self) -> Journey | None:
        if self.top.unknown("journey") or "journey" not in self.top:
            return None
        table = self.top.table("journey")
        city = self._optional(table, "city", self.index.place_of, "city")
        routes = self._codes(table, "routes", self.index.route_of, "route")
        visited = self._codes(table, "visited", self.index.place_of, "city")
        journey = Journey(
            city=city or self.edition.cities[0].code,
            routes=routes,
            visited=visited,
            steps=table.integer("steps", 0, 128, len(routes)),
        )
        table.close()
        return journey
