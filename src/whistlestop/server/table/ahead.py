"""A person's private plans for a seat: marked routes, and steps for the next turns.

Plans are neither entries nor part of the table: only the person may learn that they exist. The
steps no longer count after a move of the seat that was not one of them, after another person has
had the seat, or after any moves have been taken back. All players at one device count as one person
here. Each seat has its own plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from whistlestop.actions import Action, ClaimRoute, DrawDeck, DrawDisplay
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.events import RouteClaimed
from whistlestop.seen.view import View
from whistlestop.server.errors import Values
from whistlestop.server.table.happenings.changing_hands import PlayerReplaced, SeatTakenOver
from whistlestop.server.table.table import Table

MOST_CLAIMS: Final = 5
"""The maximum number of claims in a plan that consists of claims for the next turn alone."""

MOST_STEPS: Final = 12
"""The maximum number of steps planned for one seat."""

MOST_TURNS: Final = 20
"""The maximum number of turns for which a plan is repeated."""

MOST_CONDITIONS: Final = 8
"""The maximum number of conditions that stop a plan."""

Until = Literal["once", "claimed", "all_claimed"]
"""How long a plan counts.

`once`: for the next turn. `claimed`: in every turn, until a route of the plan has been claimed.
`all_claimed`: in every turn, until all routes of the plan have been claimed.
"""

When = Literal["rival", "pieces", "card", "ticket"]
"""What stops a plan before its end, if the player wants it.

`rival`: another player has claimed a marked route or a route of the plan. `pieces`: a player has as
few pieces as the condition says, or fewer. `card`: a card of a kind lies in the display. `ticket`:
a ticket of the player was completed.
"""

WhyStopped = Literal[
    "claimed",
    "closed",
    "last_round",
    "impossible",
    "decision",
    "turns",
    "taken_back",
    "moved",
    "rival",
    "pieces",
    "card",
    "ticket",
]
"""Why a plan has stopped.

`claimed`: the player has claimed a route of the plan (`until` was `claimed`) or all its routes
(`all_claimed`). `closed`: a route of the plan can no longer be claimed. `last_round`: the last
round has begun. `impossible`: no step was possible. `decision`: the player has to decide something
that the plan does not say, such as the surcharge of a tunnel. `turns`: the plan was carried out in
as many turns as the player wanted. `taken_back`: moves were taken back. `moved`: the player, or a
bot in the player's place, made another move. `rival`, `pieces`, `card`, `ticket`: the condition
that the player chose.
"""


class Condition(Struct, frozen=True):
    """A condition that stops a plan before its end."""

    when: When
    """What stops the plan: `rival` = another player has claimed a marked route or a route of the
    plan; `pieces` = a player has at most the number of pieces in `pieces`; `card` = a card of the
    kind in `card` lies in the display; `ticket` = a ticket of the player was completed."""
    pieces: int = 0
    """If `when` is `pieces`: the plan stops if a player has at most this number of pieces.
    Otherwise 0."""
    card: str = ""
    """If `when` is `card`: the kind of card that stops the plan by lying in the display. Otherwise
    empty."""

    def met(self, view: View, watched: Iterable[str], since: Iterable[object]) -> Stopped | None:
        """Return why this condition stops a plan when the player's turn comes; None if it does not.

        The result depends only on what the player sees. For a condition about a ticket, it is
        always None, because only a move of the player can complete a ticket.

        Args:
            view: the view of the seat that decides.
            watched: the codes of the routes that the player has marked or planned.
            since: what has happened since the player's last move, or since the plan was made.
        """
        if self.when == "pieces":
            fewest = min(view.players, key=lambda player: player.pieces)
            if fewest.pieces <= self.pieces:
                return Stopped("pieces", pieces=self.pieces, seat=fewest.seat)
        if self.when == "card" and self.card in view.display:
            return Stopped("card", card=self.card)
        if self.when == "rival":
            return _lost(view, watched, since)
        return None


def _lost(view: View, watched: Iterable[str], since: Iterable[object]) -> Stopped | None:
    """Return why a plan stops because other players closed a watched route; None if none did.

    Only the first such route is reported. A route is closed by a claim of the route itself, or of a
    parallel one if the rules say so.
    """
    index, open_to_me = view.index, view.open_routes(view.viewer)
    claimed = [
        (event.seat, event.route)
        for event in since
        if isinstance(event, RouteClaimed) and event.seat != view.viewer
    ]
    for route in watched:
        for seat, other in claimed:
            parallel = index.parallel[index.route_of[route]]
            beside = other == route or index.route_of[other] in parallel
            if beside and route not in open_to_me:
                return Stopped("rival", route, seat=seat)
    return None


class Step(Struct, frozen=True, omit_defaults=True):
    """A step of a plan: claim a route, or draw a card."""

    route: str = ""
    """The code of the route to claim. Empty = draw a card."""
    cards: list[tuple[str, int]] = []
    """The cards to pay with, as pairs of a kind's name and a number above 0.

    Empty = any cards that pay for the route.
    """
    card: str = ""
    """The kind of the card to draw from the display. Empty = the top card of the deck.
    Ignored if `route` is not empty."""

    @property
    def action(self) -> ClaimRoute | DrawDisplay | DrawDeck:
        """The step as an action. If any cards may pay for the route, the action has no cards."""
        if self.route:
            return ClaimRoute(self.route, tuple((card, number) for card, number in self.cards))
        return DrawDisplay(self.card) if self.card else DrawDeck()

    @property
    def words(self) -> str:
        """The step in the words of the notation, without cards if any may pay for the route."""
        return f"claim {self.route}" if self.route and not self.cards else str(self.action)

    def choice(self, view: View, legal: Iterable[Action]) -> Action | None:
        """Return the legal action that carries out the step; None if no legal action does.

        If any cards may pay for a route, the payment with the fewest substitutes is chosen. Among
        those, the payment with the fewest wild cards is chosen, and then that in the colour of
        which the player has the most cards.

        Args:
            view: the view of the seat that decides.
            legal: the seat's legal actions.
        """
        action = self.action
        if not isinstance(action, ClaimRoute) or action.cards:
            return action if action in legal else None
        hand, kinds = view.me.hand or {}, view.index.kinds
        wild = {kinds[LOCOMOTIVE], kinds[LOCOMOTIVE4]}

        def price(claim: ClaimRoute) -> tuple[int, int, int]:
            paid = sum(number for _, number in claim.cards)
            spent = sum(number for card, number in claim.cards if card in wild)
            held = sum(hand.get(card, 0) for card, _ in claim.cards if card not in wild)
            return -paid, spent, -held

        claims = (one for one in legal if isinstance(one, ClaimRoute) and one.route == self.route)
        return min(claims, key=price, default=None)


class Dropped(Struct, frozen=True):
    """A planned step that was not possible when the turn came, and the reason."""

    words: str
    """The step in the words of the notation."""
    route: str
    """The route's code; empty if the step draws a card."""
    message: str
    """The reason as an English sentence."""
    code: str | None
    """The code of the reason, one of those in `docs/reasons.md`; None if there is no code."""
    values: Values
    """The values that fill in the sentence for `code`, such as a card or a number
    (`docs/reasons.md`); empty if there is no code."""


class Stopped(Struct, frozen=True):
    """Why a plan has stopped."""

    why: WhyStopped
    """The reason."""
    route: str = ""
    """The code of the route that the reason is about; empty if the reason is about none."""
    seat: int | None = None
    """The seat of the player who claimed the route or has few pieces; null for other reasons."""
    pieces: int = 0
    """The number of pieces in the condition; 0 for other reasons."""
    card: str = ""
    """The kind of card in the condition; empty for other reasons."""
    ticket: str = ""
    """The code of the ticket that was completed; empty for other reasons."""


class Ahead(Struct, frozen=True, omit_defaults=True):
    """A person's plans for one seat."""

    marked: list[str] = []
    """The codes of the routes that the person marked. Marks have no effect on the game."""
    steps: list[Step] = []
    """Planned steps in order. In every decision of the turn, the first possible one is carried
    out."""
    version: int = 0
    """The table's version when the steps were planned or, if later, when the last step was carried
    out."""
    dropped: list[Dropped] = []
    """Steps that were not possible. They are reported until the person has seen them."""
    until: Until = "once"
    """How long the plan counts."""
    turns: int = 0
    """The number of turns left in which the plan counts. Ignored if `until` is `once`."""
    conditions: list[Condition] = []
    """What stops the plan before its end. Each condition is checked when a turn begins. Those about
    pieces and tickets are also checked when a turn of the plan is over."""
    stopped: Stopped | None = None
    """Why the last plan stopped. It is reported until the person has seen it. None if there is
    nothing to report."""

    def at(self, table: Table, seat: int) -> Ahead:
        """Return the plans as they count now.

        If another person or a bot got the seat, if the seat made another move, or if moves were
        taken back, the result has no steps. Otherwise, return the object itself.

        Args:
            table: the table.
            seat: the seat for which the plans were made.
        """
        if not self.steps:
            return self
        if self.version < table.moves.turned_back:
            return self.ended("taken_back")
        since = table.log[self.version :]
        if any(
            isinstance(event, SeatTakenOver | PlayerReplaced) and event.seat == seat
            for logged in since
            for event in logged.events
        ):
            return self.ended()
        if any(logged.seat == seat and logged.move is not None for logged in since):
            return self.ended("moved") if self.until != "once" else self.ended()
        return self

    @property
    def watched(self) -> list[str]:
        """The codes of the routes that the person has marked or planned, each only once."""
        planned = (step.route for step in self.steps if step.route)
        return [*dict.fromkeys([*self.marked, *planned])]

    def ended(self, why: WhyStopped | Stopped | None = None, route: str = "") -> Ahead:
        """Return a copy of the plans without steps and conditions. The marked routes stay.

        Args:
            why: the reason to report to the person; None = report nothing new.
            route: the code of the route that the reason is about. Ignored if `why` is a `Stopped`.
        """
        if why is None:
            stopped = self.stopped
        else:
            stopped = why if isinstance(why, Stopped) else Stopped(why, route)
        return replace(
            self, steps=[], version=0, until="once", turns=0, conditions=[], stopped=stopped
        )


NOTHING: Final = Ahead()

Plans = Mapping[int, Ahead]
"""A person's plans at one table, by seat."""


class KeptAhead(Ahead, frozen=True, omit_defaults=True):
    """A person's plans for one seat, as the database keeps them."""

    claims: list[Step] = []
    """The planned claims that earlier versions of the program stored, which knew no other steps."""

    @property
    def ahead(self) -> Ahead:
        """The plans in the present form: `steps` begins with the `claims` of earlier versions."""
        kept: dict[str, Any] = {name: getattr(self, name) for name in Ahead.__struct_fields__}
        kept["steps"] = [*self.claims, *self.steps]
        return Ahead(**kept)


class KeptPlans(KeptAhead, frozen=True, omit_defaults=True):
    """A person's plans at a table, as the database keeps them.

    The inherited fields have plans that earlier versions stored for people with a single seat,
    without the number of the seat.
    """

    seats: dict[int, KeptAhead] = {}
    """The plans for each seat of the person, by the number of the seat."""


read_kept: Final = msgspec.json.Decoder(KeptPlans).decode
"""The function that reads plans from the JSON that the database keeps.

It raises a `msgspec.DecodeError` if the JSON is damaged.
"""


def to_keep(plans: Plans) -> str | None:
    """Return a person's plans as JSON for the database; None if there are no plans."""
    seats = {seat: ahead for seat, ahead in plans.items() if ahead != NOTHING}
    return msgspec.json.encode({"seats": seats}).decode() if seats else None


def from_kept(data: str, held: tuple[int, ...]) -> Plans:
    """Return a person's plans by seat, read from the JSON that the database keeps.

    Args:
        data: the JSON.
        held: the seats that the person holds now. Plans of earlier versions, which name no seat,
            belong to the only seat held. If the person holds more seats, such plans are dropped.

    Raises:
        msgspec.DecodeError: the JSON is damaged.
    """
    kept = read_kept(data)
    if kept.seats:
        return {seat: plans.ahead for seat, plans in kept.seats.items()}
    # If the person holds several seats, the seat of these plans is unknown.
    return dict.fromkeys(held, kept.ahead) if len(held) == 1 else {}
