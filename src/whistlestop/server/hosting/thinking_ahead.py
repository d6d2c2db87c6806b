"""Thinking ahead: players' private plans, and the moves that are made from them.

Plans are routes that a player has marked, and steps for the player's next turns: claims, and cards
to draw. Nobody else learns of them before such a move is made. A change of plans has no version,
wakes no other person's connections, and appears in no log and no metric.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from whistlestop.actions import Action, ClaimRoute
from whistlestop.events import FinalRound
from whistlestop.language import ENGLISH
from whistlestop.reasons import Reason
from whistlestop.seen.explain import reason_for, reason_for_routes
from whistlestop.seen.view import View
from whistlestop.server import logs
from whistlestop.server.errors import Refusal, ended, not_started, not_your_seat, values_sent
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.playing import move_draft, read_words
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.sent.presence import Caller
from whistlestop.server.storage.store import Store
from whistlestop.server.table.ahead import (
    MOST_CLAIMS,
    MOST_STEPS,
    NOTHING,
    Ahead,
    Condition,
    Dropped,
    Step,
    Stopped,
    Until,
    to_keep,
)
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.permissions import the_seat
from whistlestop.server.table.table import Table

PLANNED: Final = ("turn", "second_card")
"""The phases in which a plan decides for its player."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for a player's next turns: the steps, and when the plan ends."""

    steps: Sequence[str]
    """The steps, in the words of the notation. Without steps, there is no plan."""
    until: Until
    """How long the plan counts."""
    turns: int
    """The maximum number of the player's turns for which the plan counts. It is ignored if `until`
    is `once`."""
    conditions: Sequence[Condition] = ()
    """What stops the plan before its end."""
    language: str = ENGLISH
    """The code of the language in which the steps are written. They may always be in English."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a player's plans. A field with the value None leaves its part unchanged."""

    marked: Sequence[str] | None = None
    claims: Sequence[str] | None = None
    """A new plan that consists of claims for the next turn, in the words of the notation."""
    plan: Plan | None = None
    """The new plan. It takes precedence over `claims`."""
    seen: bool = False
    """Whether the player has seen which steps were not possible, and why the last plan stopped."""


@dataclass(frozen=True, slots=True)
class Plannable:
    """The claims and the conditions of a plan that a player could choose now."""

    claims: tuple[ClaimRoute, ...]
    """The claims that would be possible."""
    routes: tuple[str, ...]
    """The codes of the routes that the player could claim with enough cards."""
    reason: Reason | None
    """Why the only route in question could not be claimed now. None if it could, or if the player
    asked about all routes."""
    most_pieces: int
    """The highest number N for the condition "stop the plan when a player has at most N pieces".
    It is one less than the player with the fewest pieces has. Below 0 = no number is possible."""
    cards: tuple[str, ...]
    """The kinds of cards that can stop a plan when they lie in the display."""
    tickets: bool
    """Whether the player has a ticket that can still be completed, and so can stop a plan."""


class ThinkingAhead:
    """The plans of players at the tables of one server."""

    def __init__(self, tables: Tables, store: Store, peers: Peers) -> None:
        """Create the object, which reads plans again when other servers change them.

        Args:
            tables: the tables of the server.
            store: the database, which keeps the plans.
            peers: the other servers, which are notified of changed plans.
        """
        self._tables = tables
        self._store = store
        self._peers = peers
        self._reading: set[asyncio.Task[None]] = set()
        peers.on_ahead = self._heard

    # For people -----------------------------------------------------------------------------

    async def of(self, table_id: str, caller: Caller) -> Ahead:
        """Return a player's plans, without steps that no longer count.

        If a bot has taken the seat for good, the plans are empty. The request is not refused,
        because a page may ask for the plans before it knows about the bot.

        Raises:
            Refusal: the caller has no seat, the game has not begun, or the caller must name a seat.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = the_seat(table, caller.person, caller.seat)
            if table.seats[seat].resigned:
                return NOTHING
            seat = _seat(table, caller)
            return _kept(room, table, seat).at(table, seat)

    async def change(self, table_id: str, caller: Caller, change: Change) -> Ahead:
        """Change the plans for a caller's seat, and return the new plans.

        Raises:
            Refusal: the caller has no such seat, the game is not running, a route is unknown, or a
                step cannot be planned now.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, caller)
            if table.ended:
                raise ended(table.state)
            ahead = _kept(room, table, seat).at(table, seat)
            if change.marked is not None:
                ahead = replace(ahead, marked=_routes(table, change.marked))
            if change.plan is not None:
                steps = _steps(table, seat, change.plan)
                ahead = _planned(table, seat, ahead, change.plan, steps)
            elif change.claims is not None:
                steps = _claims(table, seat, change.claims)
                ahead = _planned(table, seat, ahead, Plan(change.claims, "once", 0), steps)
            if change.seen:
                ahead = replace(ahead, dropped=[], stopped=None)
            await self._keep(room, table, seat, ahead)
            return ahead

    async def plannable(self, table_id: str, caller: Caller, route: str | None) -> Plannable:
        """Return which claims a player can plan now.

        These are the claims that would be possible if the player's turn began now, and the routes
        that the player could claim with enough cards. If one route is asked for and it is not
        possible now, the result has the reason.

        Args:
            table_id: the id of the table.
            caller: the player.
            route: the code of the only route to consider; None = all routes.

        Raises:
            Refusal: the caller has no such seat, the game has not begun, or the route is unknown.
        """
        async with self._tables.use(table_id) as (_, table):
            seat = _seat(table, caller)
            game = table.game
            assert game is not None
            claims, view = game.next_claims(seat), game.view(seat)
            routes, reason = _open_routes(table, seat), None
            if route is not None:
                (code,) = _routes(table, [route])
                claims = tuple(claim for claim in claims if claim.route == code)
                reason = None if claims else reason_for_routes(view, (code,))
                routes = (code,) if code in routes else ()
            return Plannable(
                _plannable(claims),
                routes,
                reason,
                _most_pieces(view),
                _kinds(view),
                bool(_unfinished(view)),
            )

    # For the game ---------------------------------------------------------------------------

    def due(self, room: Room, table: Table) -> int | None:
        """Return the seat that has to decide, if its player has planned what to do.

        Return None otherwise. After a first card that was drawn by the plan, the plan also decides
        about the second card.
        """
        if not room.ahead or len(table.deciding) != 1 or table.game is None:
            return None
        (seat,) = table.deciding
        if table.seats[seat].by_bot or not _kept(room, table, seat).at(table, seat).steps:
            return None
        return seat if table.game.view(seat).phase in PLANNED else None

    async def carry_out(self, room: Room, table: Table, seat: int) -> None:
        """Carry out the first step of a player's plan that is possible, or stop the plan.

        The caller holds the room's lock. Plans that were changed at another server count, too.

        Args:
            room: the table's room.
            table: the table.
            seat: the player's seat.
        """
        if self._peers.shared:
            room.ahead = await self._tables.ahead(room.id, table)
        game = table.game
        if game is None or self.due(room, table) != seat:
            return
        ahead, view = _kept(room, table, seat), game.view(seat)
        if (ended := _stopped(table, seat, ahead, view)) is not None:
            await self._keep(room, table, seat, ended)
            return
        legal, completed = game.legal_actions(seat), view.completed(seat)
        choices = (step.choice(view, legal) for step in ahead.steps)
        action = next((choice for choice in choices if choice is not None), None)
        if action is None:
            await self._keep(room, table, seat, _impossible(ahead, view))
            return
        # A move of the seat ends its earlier plan, so a crash between these two lines does no harm.
        draft = move_draft(table, seat, action, "person", room.now())
        await self._tables.append(room, table, [draft])
        if not table.ended:
            await self._keep(room, table, seat, _after(table, seat, ahead, action, completed))

    async def forget(self, room: Room) -> None:
        """Delete all plans of a game that is over. The caller holds the room's lock."""
        for person, plans in [*room.ahead.items()]:
            for seat in plans:
                await self._keep_of(room, person, seat, NOTHING)

    async def _keep(self, room: Room, table: Table, seat: int, ahead: Ahead) -> None:
        person = table.seats[seat].person
        assert person is not None
        await self._keep_of(room, person, seat, ahead)

    async def _keep_of(self, room: Room, person: str, seat: int, ahead: Ahead) -> None:
        """Save a person's plans for a seat.

        Wake the person's connections that show the seat's view.
        """
        before = room.ahead.get(person, {})
        if before.get(seat, NOTHING) == ahead:
            return
        plans = {**before, seat: ahead}
        if ahead == NOTHING:
            del plans[seat]
        note = self._peers.ahead_note(room.id, person, seat)
        await self._store.keep_ahead(room.id, person, to_keep(plans), note)
        if plans:
            room.ahead[person] = plans
        else:
            room.ahead.pop(person, None)
        room.tell_alone(person, seat)

    # Other servers --------------------------------------------------------------------------

    def _heard(self, table_id: str, person: str, seat: int) -> None:
        """Read a player's plans again, because another server has changed them."""
        if self._tables.in_memory(table_id) is None:
            return
        task = asyncio.create_task(
            self._read_again(table_id, person, seat), name=f"ahead {table_id}"
        )
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_again(self, table_id: str, person: str, seat: int) -> None:
        try:
            async with self._tables.use(table_id) as (room, table):
                room.ahead = await self._tables.ahead(table_id, table)
                room.tell_alone(person, seat)
                room.stirred.set()
        except Exception:
            logs.failed("reading ahead", table=table_id)

    def close(self) -> None:
        """Stop reading plans."""
        for task in self._reading:
            task.cancel()


def _seat(table: Table, caller: Caller) -> int:
    """Return the seat for which a caller can plan.

    Raises:
        Refusal: the caller has no such seat, a bot has it for good, or the game has not begun.
    """
    seat = the_seat(table, caller.person, caller.seat)
    if table.seats[seat].resigned:
        raise not_your_seat()
    if table.game is None:
        raise not_started()
    return seat


def _kept(room: Room, table: Table, seat: int) -> Ahead:
    """Return the saved plans of the person in a seat, which are empty if nothing was saved."""
    return room.ahead.get(table.seats[seat].person or "", {}).get(seat, NOTHING)


def _routes(table: Table, codes: Sequence[str]) -> list[str]:
    """Return the codes of routes as the edition writes them, each code only once.

    Raises:
        Refusal: a code is unknown.
    """
    index = table.game.index if table.game is not None else None
    assert index is not None
    if any(code not in index.route_of for code in codes):
        raise Refusal(422, "unknown_route")
    return [*dict.fromkeys(index.route_codes[index.route_of[code]] for code in codes)]


def _open_routes(table: Table, seat: int) -> tuple[str, ...]:
    """Return the codes of the routes that a seat could claim in its turn with enough cards."""
    assert table.game is not None
    found = table.game.claims_with_any_cards(seat)
    return tuple(dict.fromkeys(claim.route for claim in found))


def _planned(table: Table, seat: int, ahead: Ahead, plan: Plan, steps: list[Step]) -> Ahead:
    """Return a player's plans with a new plan in place of the old one.

    Why the old plan stopped is not reported any longer if there is a new one.

    Args:
        table: the table.
        seat: the player's seat.
        ahead: the player's plans before.
        plan: the new plan.
        steps: its steps, as `_steps` or `_claims` returns them.

    Raises:
        Refusal: a condition names no card of the edition, or can never stop the plan, or would stop
            it at once.
    """
    if not steps:
        return ahead.ended()
    turns = plan.turns if plan.until != "once" else 0
    conditions = _conditions(table, seat, ahead, plan.conditions)
    return Ahead(ahead.marked, steps, table.version, ahead.dropped, plan.until, turns, conditions)


def _most_pieces(view: View) -> int:
    """Return the highest number that is below every player's number of pieces.

    The result is -1 if a player has no pieces.
    """
    return min(player.pieces for player in view.players) - 1


def _kinds(view: View) -> tuple[str, ...]:
    """Return the kinds of cards that the display can have, in the edition's order."""
    return tuple(kind for kind in view.index.kinds if kind)


def _unfinished(view: View) -> list[str]:
    """Return the codes of the viewer's tickets that are not completed."""
    completed = view.completed(view.viewer)
    return [ticket for ticket in view.me.tickets or () if ticket not in completed]


def _conditions(
    table: Table, seat: int, ahead: Ahead, wanted: Sequence[Condition]
) -> list[Condition]:
    """Return the conditions that a seat wants for a plan, each only once.

    Fields that mean nothing for a condition are emptied. A condition that the plan has already is
    not checked again, so that a player can change the rest of the plan.

    Raises:
        Refusal: a condition names no card of the edition, or can never stop the plan, or would stop
            it at once.
    """
    assert table.game is not None
    view, found = table.game.view(seat), list[Condition]()
    for one in wanted:
        pieces = one.pieces if one.when == "pieces" else 0
        card = one.card if one.when == "card" else ""
        condition = Condition(one.when, pieces, card)
        possible = {
            "rival": True,
            "pieces": 0 <= pieces <= _most_pieces(view),
            "card": card in _kinds(view),
            "ticket": bool(_unfinished(view)),
        }
        if not possible[condition.when] and condition not in ahead.conditions:
            raise Refusal(422, "illegal_action", case="condition")
        found.append(condition)
    return [*dict.fromkeys(found)]


def _check_may_plan(table: Table, seat: int) -> None:
    """Check that a seat can plan now.

    Raises:
        Refusal: the seat has to decide now, or the table's lesson decides the next move.
    """
    if seat in table.deciding:
        raise Refusal(409, "your_turn")
    guide = guide_of(table)
    if guide is not None and guide.due is not None:
        raise Refusal(409, "lesson_asks", case="plans", expected=guide.due[1])


def _claims(table: Table, seat: int, wanted: Sequence[str]) -> list[Step]:
    """Return the claims that a seat wants to plan, read from words of the notation.

    Repeated claims, and claims after the first `MOST_CLAIMS`, are left out.

    Raises:
        Refusal: the seat cannot plan now, or a claim would not be possible if the seat's turn began
            now.
    """
    assert table.game is not None
    if not wanted:
        return []
    _check_may_plan(table, seat)
    possible = {str(claim): claim for claim in _plannable(table.game.next_claims(seat))}
    words = [*dict.fromkeys(wanted)][:MOST_CLAIMS]
    if any(one not in possible for one in words):
        raise Refusal(422, "illegal_action", case="planned")
    return [Step(possible[one].route, [*possible[one].cards]) for one in words]


def _steps(table: Table, seat: int, plan: Plan) -> list[Step]:
    """Return the steps that a seat wants to plan, read from words of the notation or typed words.

    A claim may name cards that the seat does not hold yet, or no cards, which stands for any cards.
    Repeated steps, and steps after the first `MOST_STEPS`, are left out.

    Raises:
        Refusal: the seat cannot plan now, or a step is neither a claim that the seat could make
            with enough cards nor a draw of a card that the edition has.
    """
    game = table.game
    assert game is not None
    if not plan.steps:
        return []
    _check_may_plan(table, seat)
    claims = _plannable(game.claims_with_any_cards(seat))
    steps = [
        Step(),
        *(Step(card=kind) for kind in game.index.kinds if kind),
        *(Step(claim.route) for claim in claims),
        *(Step(claim.route, [*claim.cards]) for claim in claims),
    ]
    possible = {step.words: step for step in steps}
    # Claims without cards let the words of a claim leave the payment open.
    some = [ClaimRoute(step.route, ()) for step in steps if step.route and not step.cards]
    view, found = game.view(seat), dict[str, Step]()
    for words in dict.fromkeys(plan.steps):
        step = possible.get(words) or possible.get(_read(words, view, some, plan.language))
        if step is None:
            raise Refusal(422, "illegal_action", case="planned")
        found.setdefault(step.words, step)
    return [*found.values()][:MOST_STEPS]


def _read(words: str, view: View, some: Sequence[ClaimRoute], language: str) -> str:
    """Return what a player typed as a step, in the words of the notation.

    Args:
        words: what the player typed.
        view: the view of the player's seat.
        some: a claim without cards for every route that the player could claim.
        language: the code of the language of the words.

    Raises:
        Refusal: the words cannot be read, or they mean several actions or a route that the player
            cannot claim.
    """
    action = read_words(words, view, some, language)
    if not isinstance(action, ClaimRoute) or action.cards or _pays_nothing(words, view, language):
        return str(action)
    return Step(action.route).words


def _plannable(claims: Iterable[ClaimRoute]) -> tuple[ClaimRoute, ...]:
    """Return the claims that a plan can name: those that pay at least one card (F-12, F-14).

    In a plan, a claim without cards leaves the payment open.
    """
    return tuple(claim for claim in claims if claim.cards)


def _pays_nothing(words: str, view: View, language: str) -> bool:
    """Return whether a player typed a claim that pays no cards, such as `claim ARH-KOB with none`.

    The result is False for a claim that leaves the payment open, such as `claim ARH-KOB`.

    Args:
        words: what the player typed: words that mean a claim without cards.
        view: the view of the player's seat.
        language: the code of the language of the words.
    """
    try:
        read_words(words, view, (), language)
    except Refusal:
        return False
    return True


def _stopped(table: Table, seat: int, ahead: Ahead, view: View) -> Ahead | None:
    """Return a player's plans with the plan ended if it has to stop now; None if it goes on.

    A plan stops if one of its conditions is met. A plan for several turns also stops if the last
    round has begun or a route of the plan can no longer be claimed. Between the two cards of a
    turn, a plan goes on.

    Args:
        table: the table.
        seat: the player's seat, which has to decide.
        ahead: the player's plans, with steps.
        view: the seat's view.
    """
    if view.phase != "turn":
        return None
    since = [event for logged in table.log[ahead.version :] for event in logged.events]
    if ahead.until != "once":
        if any(isinstance(event, FinalRound) for event in since):
            return ahead.ended("last_round")
        routes = _open_routes(table, seat)
        planned = [step.route for step in ahead.steps if step.route]
        closed = next((route for route in planned if route not in routes), None)
        if closed is not None:
            reason = _dropped(view, Step(closed))
            return _reported(ahead.ended("closed", closed), [reason])
    met = (one.met(view, ahead.watched, since) for one in ahead.conditions)
    why = next((one for one in met if one is not None), None)
    return None if why is None else ahead.ended(why)


def _impossible(ahead: Ahead, view: View) -> Ahead:
    """Return a player's plans with the plan ended, because none of its steps was possible.

    Every step is reported with the reason. A claim is not reported if the decision is about the
    second card.
    """
    steps = [step for step in ahead.steps if not step.route or view.phase == "turn"]
    once = ahead.until == "once" and view.phase == "turn"
    ended = ahead.ended() if once else ahead.ended("impossible")
    return _reported(ended, [_dropped(view, step) for step in steps])


def _reported(ahead: Ahead, dropped: Sequence[Dropped]) -> Ahead:
    """Return a player's plans with more dropped steps to report, but at most `MOST_STEPS`."""
    return replace(ahead, dropped=[*ahead.dropped, *dropped][-MOST_STEPS:])


def _after(
    table: Table, seat: int, ahead: Ahead, action: Action, completed: Collection[str]
) -> Ahead:
    """Return a player's plans after one of the steps was carried out.

    Args:
        table: the table after the move.
        seat: the player's seat.
        ahead: the player's plans before the move.
        action: the move.
        completed: the codes of the tickets that the player had completed before the move.
    """
    assert table.game is not None
    view = table.game.view(seat)
    decides = seat in table.deciding
    if decides and view.phase == "second_card":
        return replace(ahead, version=table.version)
    if ahead.until == "once":
        return ahead.ended()
    route = action.route if isinstance(action, ClaimRoute) else ""
    if route in view.me.routes:
        left = [step for step in ahead.steps if step.route != route]
        if ahead.until == "claimed" or not any(step.route for step in left):
            return ahead.ended("claimed", route)
        ahead = replace(ahead, steps=left)
    if decides and view.phase not in PLANNED:
        return ahead.ended("decision", route)
    for condition in ahead.conditions:
        if condition.when == "ticket":
            new = [ticket for ticket in view.me.tickets or () if ticket not in completed]
            done = next((ticket for ticket in new if ticket in view.completed(seat)), None)
            why = None if done is None else Stopped("ticket", ticket=done)
        else:
            why = condition.met(view, (), ()) if condition.when == "pieces" else None
        if why is not None:
            return ahead.ended(why)
    if ahead.turns <= 1:
        return ahead.ended("turns")
    return replace(ahead, version=table.version, turns=ahead.turns - 1)


def _dropped(view: View, step: Step) -> Dropped:
    reason = reason_for(view, step.action)
    values = values_sent(reason.values)
    return Dropped(step.words, step.route, str(reason), reason.code, values)
