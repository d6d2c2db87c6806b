"""States with only what a view shows, for rules that read only what the deciding seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.limits import STACKS
from whistlestop.editions.model import Edition
from whistlestop.rules.book import ON_TURN, OPENING, book_of
from whistlestop.rules.ownership import take_route
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.tickets import fewest_kept, mixes, offered_of, tickets_drawn
from whistlestop.rules.turns import moment_of
from whistlestop.seen.encoding import payment_number
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import View


def known_state(view: View) -> npt.NDArray[np.void]:
    """Return an array of one state with what the viewer knows. In the state, the viewer decides.

    The state has the viewer's own hand and offer. The hands and offers of other seats are empty.
    The tickets that the seats hold are left out, even the viewer's own. A stack holds the right
    number of tickets, but not the actual tickets.

    Use the result only for rules that read no more than the deciding seat may see, and that do not
    read the tickets in hand.

    Args:
        view: the view of a seat.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    states = np.zeros(1, dtype=STATE)
    state: Any = states[0]
    place_public(view, state)
    me, index = view.me, view.index
    seat = state["seat"] = me.seat
    for card, number in (me.hand or {}).items():
        state["hand"][seat, index.kind_of[card]] = number
    for i, code in enumerate(me.offer or ()):
        state["offer"][seat, i] = index.ticket_of[code] + 1
    _place_stacks(view.edition, view.stacks, state)
    return states


def ticket_draw(view: View) -> tuple[int, int]:
    """Return how many tickets a player would draw now, and how many of them must be kept.

    While players choose the stacks of their opening tickets, these are the numbers for the opening.
    Otherwise they are the numbers for a turn.

    Args:
        view: the view of any viewer. How many tickets are left is public.

    Returns:
        The number of tickets drawn, which may be 0, and the minimum number of them to keep (C-02,
        C-30).
    """
    opening = view.phase == PHASES[Phase.OPENING_MIX]
    return _ticket_draw(view.edition, view.stacks, OPENING if opening else ON_TURN)


@lru_cache(maxsize=1024)
def _ticket_draw(edition: Edition, stacks: tuple[int, ...], moment: int) -> tuple[int, int]:
    book, state = book_of(edition), np.zeros(1, dtype=STATE)[0]
    _place_stacks(edition, stacks, state)
    number = int(tickets_drawn(book, state, moment)[2])
    seconds = members(int(mixes(book, state, moment)))
    fewest = [int(fewest_kept(book, moment, number - second, second)) for second in seconds]
    return number, min(fewest, default=0)


def fewest_to_keep(view: View) -> int:
    """Return how many of the tickets on offer the viewer must keep at least (C-02, C-30, V-22).

    Args:
        view: the view of a player to whom tickets are offered.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    book, state, seat = book_of(view.edition), known_state(view)[0], view.me.seat
    first, second = (int(offered_of(book, state, seat, stack)) for stack in range(STACKS))
    moment = int(moment_of(state))
    return int(fewest_kept(book, moment, first.bit_count(), second.bit_count()))


def _place_stacks(edition: Edition, stacks: tuple[int, ...], state: Any) -> None:
    """Fill the stacks of a state with as many tickets as `stacks` says for each stack.

    The tickets in a stack belong to it, but which of them it holds has no meaning.
    """
    for number, (stack, left) in enumerate(zip(edition.stacks, stacks, strict=True)):
        tickets = (i for i, ticket in enumerate(edition.tickets) if ticket.stack == stack)
        (state["stack"][number],) = words(islice(tickets, left))


def place_public(view: View, state: Any) -> None:
    """Write everything in a view that all viewers see into `state`, in which all fields are 0."""
    index = view.index
    book = book_of(view.edition)
    state["seats"] = len(view.players)
    state["seat"] = view.seat
    state["starter"] = view.starter
    state["phase"] = PHASES.index(view.phase)
    state["turns"] = view.turns
    state["last_turns"] = view.last_turns
    state["passes"] = view.passes
    state["route"] = 0 if view.route is None else index.route_of[view.route]
    state["deck_size"] = view.deck
    for kind, number in view.discards.items():
        state["discards"][index.kind_of[kind]] = number
    for slot, card in enumerate(view.display):
        state["display"][slot] = 0 if card is None else index.kind_of[card] + 1
    for city, number in view.taken.items():
        state["taken"][index.place_of[city]] = number
    for seat in range(len(view.players)):
        for word in range(2):
            routes = range(64 * word, min(int(book.routes), 64 * word + 64))
            state["open"][seat, word] = mask(route % 64 for route in routes)
    for player in view.players:
        seat = player.seat
        state["pieces"][seat] = player.pieces
        state["score"][seat] = player.score
        state["merchandise"][seat] = player.merchandise
        state["passengers_left"][seat] = player.passengers_left
        state["stations"][seat] = mask(index.place_of[city] for city in player.stations)
        state["passengers"][seat] = mask(index.place_of[city] for city in player.passengers)
        for card, number in player.shown.items():
            state["shown"][seat, index.kind_of[card]] = number
        for route in player.routes:
            take_route(book, state, seat, index.route_of[route])
    state["due"] = view.owed
    if view.tunnel is not None:
        state["payment"] = payment_number(index, view.tunnel.cards)
        state["due"] = view.tunnel.due
        for i, card in enumerate(view.tunnel.revealed):
            state["revealed"][i] = index.kind_of[card] + 1
    if view.journey is not None:
        state["journey_at"] = index.place_of[view.journey.city]
        state["journey_steps"] = view.journey.steps
        state["journey_visited"] = mask(index.place_of[city] for city in view.journey.visited)
        travelled = [index.route_of[route] for route in view.journey.routes]
        for word in range(2):
            state["journey_used"][word] = mask(r % 64 for r in travelled if r // 64 == word)


def mask(members: Iterable[int]) -> np.uint64:
    """Return a set of numbers from 0 to 63 as a 64-bit word. Bit n is 1 if n is in the set."""
    return np.uint64(sum(1 << member for member in set(members)))
