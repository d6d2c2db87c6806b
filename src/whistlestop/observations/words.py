"""Describe tensors in words that people can check: counts, and codes of routes and tickets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import KINDS
from whistlestop.editions.model import Edition
from whistlestop.observations.features import SET_CARDS
from whistlestop.rules.book import books_of
from whistlestop.rules.state import PHASES, Phase

Parts = Mapping[str, npt.NDArray[np.float32]]
"""The features of one tensor by full name, each as an array in the shape of `Placed.shape`."""


def describe(edition: Edition, parts: Parts) -> dict[str, Any]:
    """Return everything that a tensor says as a dictionary that people can read.

    Keys are words such as `phase`, `display` and `players`. Values are counts, truth values, names,
    codes, and lists and dictionaries of these. None means unknown or absent.

    Args:
        edition: the edition of the tensor.
        parts: the features of the tensor.
    """
    return _Reader(edition, parts).everything()


class _Reader:
    """A reader of the features of one tensor."""

    def __init__(self, edition: Edition, parts: Parts) -> None:
        self.edition = edition
        self.index = gazetteer(edition)
        self.book: Any = books_of(edition)[0]
        self.parts = parts
        columns = parts["players.hand"].shape[0]
        self.kinds = (
            list(range(KINDS))
            if columns == KINDS
            else [kind for kind in range(KINDS) if self.book.cards[kind] > 0]
        )
        self.players = int(parts["players.there"].sum())

    def everything(self) -> dict[str, Any]:
        owed = self.count("table.owed", 32) if "table.owed" in self.parts else 0
        told: dict[str, Any] = {
            "phase": PHASES[
                Phase.SUBSTITUTION if owed else int(self.parts["table.phase"].argmax())
            ],
            "owed": owed,
            "spectator": self.yes("table.spectator"),
            "display": [self.kind_at(slot) for slot in self.parts["table.display"]],
            "deck": self.count("table.deck", self.book.cards_total),
            "discards": self.cards(self.parts["table.discards"]),
            "stacks": [
                round(
                    float(self.parts["table.stacks"][number])
                    * sum(ticket.stack == stack for ticket in self.edition.tickets)
                )
                for number, stack in enumerate(self.edition.stacks)
            ],
            "turns": self.count("table.turns", 100),
            "last_turns": self.count("table.last_turns", self.players),
            "passes": self.count("table.passes", self.players),
            "players": [self.player(number) for number in range(self.players)],
            "open": self.routes_in(self.parts["routes.open"]),
            "affordable": self.routes_in(self.parts["routes.affordable"]),
            "route": next(iter(self.routes_in(self.parts["routes.chosen"])), None),
            "completed": self.tickets_in(self.parts["tickets.completed"]),
        }
        if "table.due" in self.parts:
            told["tunnel"] = self.tunnel()
        if "places.passenger" in self.parts:
            told["tokens"] = self.tokens()
            told["journey"] = self.journey()
        if "places.building" in self.parts:
            told["building"] = next(iter(self.places_in(self.parts["places.building"])), None)
        if "pile.there" in self.parts:
            told["pile"] = self.pile()
        if "past_players.taken" in self.parts:
            told["past"] = self.past()
        return told

    def player(self, number: int) -> dict[str, Any]:
        parts = self.parts
        known = self.yes("players.hand_known", number)
        told: dict[str, Any] = {
            "decides": self.yes("players.decides", number),
            "starter": self.yes("players.starter", number),
            "cards": self.count("players.cards", 32, number),
            "hand": self.cards(parts["players.hand"][:, number]) if known else None,
            "shown": self.cards(parts["players.shown"][:, number]),
            "tickets": self.tickets_in(parts["tickets.holder"][number]) if known else None,
            "ticket_backs": self.backs(parts["players.ticket_backs"][:, number]),
            "offer_backs": self.backs(parts["players.offer_backs"][:, number]),
            "answered": self.yes("players.answered", number),
            "pieces": self.count("players.pieces", self.book.pieces, number),
            "score": self.count("players.score", 100, number),
            "routes": self.routes_in(parts["routes.owner"][number]),
        }
        if number == 0:
            told["offer"] = [
                code for row in parts["tickets.offered"] for code in self.tickets_in(row)
            ]
            kept = self.tickets_in(parts["tickets.answer"])
            told["answer"] = [code for code in told["offer"] if code in kept]
        if "places.passenger" in parts:
            told["passengers"] = self.places_in(parts["places.passenger"][number])
            told["passengers_left"] = self.count(
                "players.passengers_left", self.book.passengers, number
            )
            told["merchandise"] = self.count("players.merchandise", 100, number)
        if "places.station" in parts:
            told["stations"] = self.places_in(parts["places.station"][number])
        return told

    def tunnel(self) -> dict[str, Any] | None:
        due = self.count("table.due", 3)
        if not due:
            return None
        laid_out = {
            self.index.kinds[kind]: round(float(share) * SET_CARDS)
            for kind, share in zip(self.kinds, self.parts["table.laid_out"], strict=True)
            if share
        }
        revealed = [self.kind_at(card) for card in self.parts["table.revealed"]]
        return {
            "cards": laid_out,
            "revealed": [card for card in revealed if card is not None],
            "due": due,
        }

    def journey(self) -> dict[str, Any] | None:
        here = self.places_in(self.parts["places.travelling"])
        if not here:
            return None
        return {
            "city": here[0],
            "routes": self.routes_in(self.parts["routes.travelled"]),
            "visited": self.places_in(self.parts["places.visited"]),
            "steps": self.count("table.journey_steps", 8),
        }

    def tokens(self) -> dict[str, int]:
        shares = self.parts["places.tokens"]
        return {
            self.index.places[place].code: round(float(shares[place]) * 4)
            for place in range(self.book.places)
            if self.book.token_count[place]
        }

    def pile(self) -> list[dict[str, Any]]:
        places = {
            round(float(share) * int(self.book.ticket_count)): ticket
            for ticket, share in enumerate(self.parts["tickets.returned"])
            if share
        }
        told: list[dict[str, Any]] = []
        for position in range(int(self.parts["pile.there"].sum())):
            ticket = places.get(position + 1)
            stack = int(self.parts["pile.stack"][:, position].argmax())
            told.append(
                {
                    "stack": self.edition.stacks[stack],
                    "player": int(self.parts["pile.returned_by"][:, position].argmax()),
                    "ticket": None if ticket is None else self.index.ticket_codes[ticket],
                }
            )
        return told

    def past(self) -> dict[str, Any]:
        parts = self.parts
        order = parts["past_routes.claimed"]
        claimed = [route for route in range(self.book.routes) if order[route] > 0]
        return {
            "players": [
                {
                    "taken": self.cards(parts["past_players.taken"][:, number]),
                    "drawn": self.count("past_players.drawn", 32, number),
                    "spent": self.cards(parts["past_players.spent"][:, number]),
                    "offers": self.backs(parts["past_players.offers"][:, number]),
                    "returns": self.backs(parts["past_players.returns"][:, number]),
                }
                for number in range(self.players)
            ],
            "drawn": self.cards(parts["past_players.drawn_kinds"][:, 0]),
            "claims": [
                self.index.route_codes[route] for route in sorted(claimed, key=lambda r: order[r])
            ],
            "seen": self.tickets_in(parts["past_tickets.seen"]),
            "given_back": self.tickets_in(parts["past_tickets.given_back"]),
        }

    def yes(self, name: str, number: int = 0) -> bool:
        return bool(self.parts[name].reshape(-1)[number])

    def count(self, name: str, unit: Any, number: int = 0) -> int:
        return round(float(self.parts[name].reshape(-1)[number]) * int(unit))

    def cards(self, shares: npt.NDArray[np.float32]) -> dict[str, int]:
        return {
            self.index.kinds[kind]: round(float(share) * int(self.book.cards[kind]))
            for kind, share in zip(self.kinds, shares, strict=True)
            if share
        }

    def backs(self, shares: npt.NDArray[np.float32]) -> dict[str, int]:
        return {
            stack: round(float(share) * 8)
            for stack, share in zip(self.edition.stacks, shares, strict=False)
            if share
        }

    def kind_at(self, row: npt.NDArray[np.float32]) -> str | None:
        return self.index.kinds[self.kinds[int(row.argmax())]] if row.any() else None

    def routes_in(self, row: npt.NDArray[np.float32]) -> list[str]:
        return [self.index.route_codes[route] for route in np.flatnonzero(row)]

    def tickets_in(self, row: npt.NDArray[np.float32]) -> list[str]:
        return [self.index.ticket_codes[ticket] for ticket in np.flatnonzero(row)]

    def places_in(self, row: npt.NDArray[np.float32]) -> list[str]:
        return [self.index.places[place].code for place in np.flatnonzero(row)]
