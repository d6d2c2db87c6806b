"""Layouts: what each number of a tensor means.

A layout is for one edition and number of players, or has the same form for all of them.

>>> from whistlestop import Game
>>> from whistlestop.observations import Layout
>>> game = Game.new("usa", seats=2, seed=1)
>>> layout = Layout.fitted(game.edition, 2)
>>> tensor = layout.observe(game, 0)
>>> tensor.shape == (layout.size,)
True
>>> layout.split(tensor)["routes"].shape
(100, 5)
>>> layout.describe(tensor)["players"][0]["cards"]
4
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from whistlestop.editions.arguments import checked_edition, checked_players
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import KINDS, OFFER, PLACES, ROUTES, SEATS, STACKS, TICKETS
from whistlestop.editions.model import Edition
from whistlestop.editions.reading import near_matches
from whistlestop.events import Event
from whistlestop.observations.compiled.memory import MEMORY, start
from whistlestop.observations.compiled.sizes import LAYOUT
from whistlestop.observations.compiled.writing import inform, observe
from whistlestop.observations.features import (
    BLOCKS,
    FEATURES,
    FIXED_PARTS,
    PAST,
    Feature,
    key,
    offset_field,
)
from whistlestop.observations.past import check_past, memory_from
from whistlestop.observations.positions import checked_room, checked_state, checked_viewer
from whistlestop.observations.words import describe
from whistlestop.rules.actions import FIRST_OFFERED
from whistlestop.rules.book import GREY, books_of, most_offered
from whistlestop.rules.state import PHASES, Phase

Tensor = npt.NDArray[np.float32]

FEW_TICKETS: Final = 64
"""The number of tickets that a padded layout has room for, unless the edition has more tickets."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A feature, and where its numbers are in a tensor: from index `start` up to `stop` - 1."""

    feature: Feature
    start: int
    stop: int
    shape: tuple[int, ...]
    """The lengths of the feature's axes: one for each of its parts, and then one for the items of
    its block. A feature of the table has no axis for items."""

    @property
    def name(self) -> str:
        """The full name of the feature, such as `routes.owner`."""
        return key(self.feature)


class Layout:
    """The meaning of the numbers of a tensor, for one edition.

    Attributes:
        edition: the edition of the layout.
        players: the number of players that the layout has room for.
        record: what compiled functions need of the layout, as an array of one record.
        placed: every feature with its indexes in a tensor, by the feature's full name.
        size: the length of an observation.
        whole: the length of an information state.
    """

    def __init__(self, edition: Edition, counts: Mapping[str, int], *, every: bool) -> None:
        """Make a layout. Callers use `fitted` or `padded` instead.

        Args:
            edition: the edition.
            counts: the numbers of items and the lengths of parts, by their names, such as `route`.
            every: whether to include features that the edition does not need.
        """
        self.edition = edition
        self.players = counts["player"]
        self._books = books_of(edition)
        book = self._books[0]
        self.record = np.zeros(1, dtype=LAYOUT)
        record: Any = self.record[0]
        for name in ("player", "route", "place", "ticket", "kind", "stack"):
            record[_FIELDS[name]] = counts[name]
        record["offer"] = counts["offer"]
        kinds = [kind for kind in range(KINDS) if every or book.cards[kind] > 0]
        record["kind"][: len(kinds)] = kinds
        for column, kind in enumerate(kinds):
            record["column"][kind] = column
            record["of_kind"][column] = _share(book.cards[kind])
        for number, stack in enumerate(edition.stacks):
            tickets = sum(ticket.stack == stack for ticket in edition.tickets)
            record["of_stack"][number] = _share(tickets)
        record["of_deck"] = _share(book.cards_total)
        record["of_pieces"] = _share(book.pieces)
        record["of_passengers"] = _share(book.passengers)
        record["of_tickets"] = _share(book.ticket_count)
        record["of_routes"] = _share(book.routes)
        self.placed: dict[str, Placed] = {}
        self._blocks: dict[str, tuple[int, int, int]] = {}
        self._place_features(counts, every=every)

    @classmethod
    def fitted(cls, edition: Edition, players: int) -> Layout:
        """Return the layout for an edition and a number of players, without padding.

        Args:
            edition: the edition.
            players: the number of players.

        Raises:
            TypeError: `edition` is not an edition, or `players` is not a whole number.
            ValueError: the edition is for more or fewer players.
        """
        players = checked_players(checked_edition(edition), players)
        book = books_of(edition)[0]
        counts = {
            "player": players,
            "route": int(book.routes),
            "place": int(book.places),
            "ticket": int(book.ticket_count),
            "kind": int((book.cards > 0).sum()),
            "stack": len(edition.stacks),
            "offer": most_offered(book),
        }
        return cls(edition, counts, every=False)

    @classmethod
    def padded(cls, edition: Edition) -> Layout:
        """Return a layout whose tensors have the same form for all editions and numbers of players.

        Features and items that this edition does not have are 0. Editions with more than
        `FEW_TICKETS` tickets share a larger form of their own, which has room for `TICKETS`
        tickets. Offers with more than `FIRST_OFFERED` tickets have one with room for `OFFER`.

        Args:
            edition: the edition.

        Raises:
            TypeError: `edition` is not an edition.
        """
        book = books_of(checked_edition(edition))[0]
        counts = {
            "player": SEATS,
            "route": ROUTES,
            "place": PLACES,
            "ticket": FEW_TICKETS if len(edition.tickets) <= FEW_TICKETS else TICKETS,
            "kind": KINDS,
            "stack": STACKS,
            "offer": FIRST_OFFERED if most_offered(book) <= FIRST_OFFERED else OFFER,
        }
        return cls(edition, counts, every=True)

    def _place_features(self, counts: Mapping[str, int], *, every: bool) -> None:
        record: Any = self.record[0]
        every_count = {**counts, **FIXED_PARTS, "position": counts["ticket"], "": 1}
        here = 0
        for block, item in BLOCKS.items():
            begin = here
            if block.startswith(PAST) and not record["observation"]:
                record["observation"] = here
            for feature in (one for one in FEATURES if one.block == block):
                field = offset_field(feature)
                record[field] = -1
                if not every and not feature.when(self._books[0]):
                    continue
                record[field] = here
                shape = tuple(every_count[part] for part in feature.parts)
                shape += (every_count[item],) if item else ()
                stop = here + prod(shape)
                self.placed[key(feature)] = Placed(feature, here, stop, shape)
                here = stop
            if here > begin:
                items = every_count[item]
                self._blocks[block] = (begin, (here - begin) // items, items)
        record["information"] = here
        # Plain numbers: Python reads them faster than the fields of a record.
        self._sizes = self.size, self.whole

    @property
    def size(self) -> int:
        """The length of an observation."""
        return int(self.record[0]["observation"])

    @property
    def whole(self) -> int:
        """The length of an information state."""
        return int(self.record[0]["information"])

    # Writing --------------------------------------------------------------------------------

    def observe(self, position: Any, seat: int | None, out: Tensor | None = None) -> Tensor:
        """Return what a seat may know now, as a flat tensor.

        Args:
            position: a `Game`, or a state.
            seat: the viewer's seat; None (or -1) is a spectator.
            out: the array to write to, `float32[size]`; a new one if left out.

        Raises:
            TypeError: the position or the seat has the wrong type.
            ValueError: there is no such seat, the layout is for fewer players, the game
                is of another edition, or `out` has another shape or type.
        """
        state = checked_state(position, self.edition, self.players)
        viewer = checked_viewer(seat, int(state["seats"]))
        tensor = self._room(out, self.size)
        observe(self._books[0], self.record[0], state, viewer, tensor)
        self._write_waiting(position, state, viewer, tensor)
        return tensor

    def inform(
        self,
        position: Any,
        past: Iterable[Event] | npt.NDArray[np.void],
        seat: int | None,
        out: Tensor | None = None,
    ) -> Tensor:
        """Return everything that a seat has seen, as a flat tensor.

        The tensor begins with the observation.

        Args:
            position: a `Game`, or a state.
            past: the events so far, as in `game.events`, or an array of one memory.
            seat: the viewer's seat; None (or -1) is a spectator.
            out: the array to write to, `float32[whole]`; a new one if left out.

        Raises:
            TypeError: the position, an event or the seat has the wrong type.
            ValueError: there is no such seat, the layout is for fewer players, the game
                is of another edition, `out` has another shape or type, the events are those of
                another game, or the past is not one memory.
        """
        state = checked_state(position, self.edition, self.players)
        viewer = checked_viewer(seat, int(state["seats"]))
        tensor = self._room(out, self.whole)
        memory: Any = past
        if not hasattr(past, "dtype"):
            if not isinstance(cast(object, past), Iterable):
                raise TypeError(f"the past is `game.events`, or a memory, not {past!r}")
            events = tuple(cast("Iterable[Event]", past))
            memory = memory_from(self.edition, events)
            check_past(position, state, events, memory[0])
        elif memory.dtype != MEMORY or memory.shape != (1,):
            raise ValueError(
                "the past is `game.events`, or one memory as an array of one (`layout.memory`)"
            )
        inform(self._books[0], self.record[0], state, memory[0], viewer, tensor)
        self._write_waiting(position, state, viewer, tensor)
        return tensor

    def _room(self, out: Tensor | None, size: int) -> Tensor:
        if out is None:
            return np.empty(size, dtype=np.float32)
        checked_room(out, size)
        return out

    def memory(self, position: Any) -> npt.NDArray[np.void]:
        """Return a memory that begins at a position, as an array of one record.

        `observations.compiled.memory` describes memories.

        Args:
            position: a `Game` after the deal, or a state.

        Raises:
            TypeError: the argument is not a position.
            ValueError: there are several positions, the layout is for fewer players, or the game is
                of another edition.
        """
        memories = np.zeros(1, dtype=MEMORY)
        start(self._books[0], checked_state(position, self.edition, self.players), memories[0])
        return memories

    def _write_waiting(self, position: Any, state: Any, viewer: int, tensor: Tensor) -> None:
        """Write into the tensor the opening answers that wait for answers of other seats (C-02).

        A `Game` holds these answers, but its state does not.
        """
        if not hasattr(position, "deciding") or state["phase"] != Phase.OPENING_KEEP:
            return
        players = position.view(viewer).players
        first = max(viewer, 0)
        answered = self.placed["players.answered"].start
        for player in players:
            if player.answered:
                tensor[answered + (player.seat - first) % len(players)] = 1.0
                for code in player.answer or ():
                    ticket = gazetteer(self.edition).ticket_of[code]
                    tensor[self.placed["tickets.answer"].start + ticket] = 1.0

    # Reading --------------------------------------------------------------------------------

    def split(self, tensor: Tensor) -> dict[str, Tensor]:
        """Return the blocks of one tensor, or of many, as matrices of items and their features.

        The matrices are views: writing to them changes the tensor. `columns` names the features of
        a block.

        Args:
            tensor: `[..., size]` or `[..., whole]`.

        Returns:
            By name of the block: `[..., items, features]`. The block of the table has one item. The
            blocks of the past are missing if the tensor is an observation.

        Raises:
            TypeError: the tensor is no array.
            ValueError: the tensor belongs to another layout.
        """
        self._check_tensor(tensor)
        found: dict[str, Tensor] = {}
        for block, (begin, rows, items) in self._blocks.items():
            stop = begin + rows * items
            if stop <= tensor.shape[-1]:
                found[block] = np.swapaxes(
                    tensor[..., begin:stop].reshape(*tensor.shape[:-1], rows, items), -1, -2
                )
        return found

    def columns(self, block: str) -> tuple[str, ...]:
        """Return the names of the columns of a block, such as `owner 0`, `owner 1` and `open`.

        Args:
            block: the name of the block.

        Raises:
            ValueError: this layout has no such block.
        """
        self._check_known("block", block, self._blocks)
        found: list[str] = []
        for placed in self.placed.values():
            if placed.feature.block == block:
                parts = placed.shape[: len(placed.feature.parts)]
                for place in np.ndindex(*parts):
                    found.append(" ".join([placed.feature.name, *self._part_names(placed, place)]))
        return tuple(found)

    def _part_names(self, placed: Placed, place: tuple[int, ...]) -> list[str]:
        kinds = gazetteer(self.edition).kinds
        return [
            PHASES[i]
            if part == "phase"
            else kinds[self.record[0]["kind"][i]] or f"kind {i}"
            if part == "kind"
            else str(i)
            for part, i in zip(placed.feature.parts, place, strict=True)
        ]

    def part(self, tensor: Tensor, name: str) -> Tensor:
        """Return one feature of a tensor, or of many, as a view without copying.

        Args:
            tensor: `[..., size]` or `[..., whole]`.
            name: the full name of the feature, such as `routes.owner`.

        Returns:
            `[..., *shape]`, with the `shape` of the feature in `placed`.

        Raises:
            TypeError: the tensor is no array.
            ValueError: the tensor belongs to another layout, or does not hold this feature.
        """
        self._check_tensor(tensor)
        self._check_known("feature", name, self.placed)
        placed = self.placed[name]
        if placed.stop > tensor.shape[-1]:
            raise ValueError(f"{name} is told by information states, and this is an observation")
        return tensor[..., placed.start : placed.stop].reshape((*tensor.shape[:-1], *placed.shape))

    def describe(self, tensor: Tensor) -> dict[str, Any]:
        """Return an observation or an information state as a dictionary that people can read.

        Keys are words such as `phase`, `display` and `players`. Values are counts, truth values,
        names, codes, and lists and dictionaries of these. None means unknown or absent.
        Players are numbered as in the tensor: player 0 is the viewer, or seat 0 for a spectator.

        Args:
            tensor: one flat tensor.

        Raises:
            TypeError: the tensor is not an array.
            ValueError: the tensor is of another layout, or the array holds several tensors.
        """
        self._check_tensor(tensor)
        if len(tensor.shape) != 1:
            raise ValueError(f"expected one flat tensor, not one of shape {[*tensor.shape]}")
        return describe(
            self.edition, {name: self.part(tensor, name) for name in self._told(tensor)}
        )

    def _check_tensor(self, tensor: Any) -> None:
        """Check that an array can be a tensor of this layout. Only its length is checked.

        Raises:
            TypeError: the tensor is not an array.
            ValueError: the tensor has another length.
        """
        shape = getattr(tensor, "shape", None)
        if shape is None:
            raise TypeError(f"a tensor is an array of numbers, not {type(tensor).__name__}")
        if not shape or shape[-1] not in self._sizes:
            raise ValueError(
                f"this layout ({self.edition.name}, room for {self.players} players) has "
                f"observations of {self.size} numbers and information states of {self.whole}; the "
                f"tensor is of shape {[*shape]}"
            )

    def _check_known(self, what: str, name: str, known: Iterable[str]) -> None:
        """Check that a name is among the names of this layout's blocks or features.

        Args:
            what: what the name stands for, for the message.
            name: the name.
            known: the names that this layout has.

        Raises:
            ValueError: the layout does not have this name.
        """
        if name not in known:
            raise ValueError(
                f"this layout has no {what} {name!r}; {near_matches(str(name), [*known])}"
            )

    def _told(self, tensor: Tensor) -> list[str]:
        return [name for name, placed in self.placed.items() if placed.stop <= tensor.shape[-1]]

    # What never changes ---------------------------------------------------------------------

    def board(self) -> dict[str, npt.NDArray[Any]]:
        """Return what never changes about the edition, for neural networks that work on graphs.

        The arrays have their items in the order of the blocks of the tensor:

        - `edges`: `int64[routes, 2]`, the places that a route joins; rows that are padding are -1
        - `routes`: `float32[routes, ...]`: length / 8, points / 20, locomotives of a ferry / 8,
          tunnel or not, then a column for each kind of card and one for grey
        - `places`: `float32[places, 2]`: a city or not, merchandise tokens at the start / 4
        - `tickets`: `int64[tickets, options, 2]`, the places of the origin and of each destination;
          for a country, its first border point; -1 for destinations that a ticket does not have
        - `points`: `float32[tickets, options]`, the points of each destination / 20
        """
        record: Any = self.record[0]
        book = self._books[0]
        kinds = int(record["kinds"])
        edges = np.full((int(record["routes"]), 2), -1, dtype=np.int64)
        routes = np.zeros((int(record["routes"]), 4 + kinds + 1), dtype=np.float32)
        for route in range(book.routes):
            edges[route] = book.route_a[route], book.route_b[route]
            length = int(book.route_length[route])
            tunnel = int(book.tunnels[route // 64]) >> route % 64 & 1
            routes[route, :4] = (
                length / 8,
                book.route_points[length] / 20,
                book.route_ferry[route] / 8,
                tunnel,
            )
            colour = int(book.route_colour[route])
            routes[route, 4 + (kinds if colour == GREY else int(record["column"][colour]))] = 1.0
        places = np.zeros((int(record["places"]), 2), dtype=np.float32)
        for place in range(book.places):
            places[place] = int(book.cities) >> place & 1, book.token_count[place] / 4
        options = book.ticket_goal.shape[1]
        tickets = np.full((int(record["tickets"]), options, 2), -1, dtype=np.int64)
        points = np.zeros((int(record["tickets"]), options), dtype=np.float32)
        for ticket in range(book.ticket_count):
            for option in range(book.ticket_options[ticket]):
                tickets[ticket, option] = (
                    _lowest(book.ticket_origin[ticket]),
                    _lowest(book.ticket_goal[ticket, option]),
                )
                points[ticket, option] = book.ticket_points[ticket, option] / 20
        return {
            "edges": edges,
            "routes": routes,
            "places": places,
            "tickets": tickets,
            "points": points,
        }


_FIELDS: Final = {
    "player": "players",
    "route": "routes",
    "place": "places",
    "ticket": "tickets",
    "kind": "kinds",
    "stack": "stacks",
}
"""Names of fields of a layout's record, by the name of a kind of item or of a part. The field has
the number of items of this kind, or the length of the part."""


def _share(number: Any) -> float:
    return 1 / float(number) if number else 0.0


def _lowest(members: Any) -> int:
    return (int(members) & -int(members)).bit_length() - 1
