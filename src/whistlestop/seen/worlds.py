"""Worlds: states that agree with a view.

The cards and tickets that the viewer does not see are dealt at random to the hidden hands, offers
and piles. Each way of dealing them is equally likely. The referee sees everything, so the only
world of a referee's view is the state itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.gazetteer import Gazetteer, cards_in_box
from whistlestop.editions.limits import KINDS
from whistlestop.editions.model import Unkept
from whistlestop.errors import PositionError
from whistlestop.knowledge.worlds import sample_worlds
from whistlestop.rules.book import OPENING, book_of, books_of
from whistlestop.rules.luck import LIGHT_LUCK
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.tickets import keepable
from whistlestop.seen.known import place_public
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import REFEREE, Player, View
from whistlestop.whole_numbers import seed_number, whole_number


def world(view: View, random: Random) -> Any:
    """Return a random state that agrees with a view.

    Args:
        view: the view.
        random: the random number generator that deals what the viewer does not know.

    Raises:
        PositionError: no state agrees with the view. The message lists the faults that were found.
    """
    store = np.zeros(1, dtype=STATE)
    state: Any = store[0]
    place_public(view, state)
    _deal_cards(view, state, random)
    _deal_tickets(view, state, random)
    return state


def sample(view: View, number: int, seed: int) -> npt.NDArray[np.void]:
    """Return random states that agree with a view, as an array. Each is equally likely.

    For the view of a seat or a spectator, compiled code deals more than 100,000 states a second.
    For the referee's view, and for views from position files that hide or reveal more than a game
    does, the states are dealt in Python.

    Args:
        view: the view.
        number: how many states to return.
        seed: a number from 0 to 2**64 - 1. Equal seeds give equal states.

    Raises:
        PositionError: no state agrees with the view.
        TypeError: the number or the seed is not a whole number.
        ValueError: the number is below 0, or the seed is out of range.
    """
    seed = seed_number(seed)
    worlds = np.zeros(whole_number(number, "the number of worlds", 0), dtype=STATE)
    if not _is_what_a_seat_sees(view):
        random = Random(seed)
        for i in range(number):
            worlds[i] = world(view, random)
        return worlds
    any_world = _any_world(view)
    lucks = np.zeros(1, dtype=LIGHT_LUCK)
    sample_worlds(books_of(view.edition), any_world, view.viewer, np.uint64(seed), lucks, worlds)
    return worlds


_seats_view: View | None = None
"""The last view for which `_is_what_a_seat_sees` returned True. None = there was none yet."""


def _is_what_a_seat_sees(view: View) -> bool:
    """Return whether a view hides exactly what its viewer may not see.

    Views from position files may hide or reveal more.
    """
    global _seats_view
    if view is _seats_view:
        return True
    found = _hides_what_it_must(view)
    if found:
        _seats_view = view
    return found


def _hides_what_it_must(view: View) -> bool:
    if view.viewer == REFEREE or view.deck_cards is not None or view.stack_tickets is not None:
        return False
    for player in view.players:
        known = view.over or player.seat == view.viewer
        hidden = (player.hand, player.tickets, player.offer)
        if any((part is not None) != known for part in hidden):
            return False
        if player.answered and (player.answer is not None) != known:
            return False
    return all(
        (entry.ticket is not None) == (view.over or entry.seat == view.viewer)
        for entry in view.returned
    )


_last: tuple[View, npt.NDArray[np.void]] | None = None
"""The last view given to `_any_world`, with the array that was returned. None = no view yet.

Searches ask for one view repeatedly.
"""


def _any_world(view: View) -> npt.NDArray[np.void]:
    """Return an array of one state that agrees with a view. Equal views get equal states.

    The array is cached. Do not change it.

    Raises:
        PositionError: no state agrees with the view.
    """
    global _last
    last = _last
    if last is not None and last[0] is view:
        return last[1]
    states = np.zeros(1, dtype=STATE)
    states[0] = world(view, Random(0))
    _last = view, states
    return states


def position_for(view: View) -> npt.NDArray[np.void]:
    """Return an array of one state that agrees with a view. In the state, the viewer decides.

    The unknown cards and tickets are dealt in some fixed way. Use the state for policies that read
    only what the deciding seat may know. Their decisions do not depend on how the unknown cards and
    tickets are dealt.

    Args:
        view: the view of the seat that decides. During the opening, the view of any seat that has
            not answered its offer.

    Raises:
        ValueError: the viewer has nothing to decide.
        PositionError: no state agrees with the view.
    """
    opening = view.phase == PHASES[Phase.OPENING_KEEP] and view.viewer >= 0 and not view.me.answered
    if view.over or (view.viewer != view.seat and not opening):
        raise ValueError("the view must be that of a seat that has something to decide")
    states = _any_world(view).copy()
    states["seat"] = view.viewer
    return states


def _counts(index: Gazetteer, cards: Mapping[str, int]) -> Counter[int]:
    return Counter({index.kind_of[card]: number for card, number in cards.items()})


def _deal_cards(view: View, state: Any, random: Random) -> None:
    """Write the known cards into `state`, and deal the other cards to unknown hands and the deck.

    The display and the discards are not written. They are only counted.

    Raises:
        PositionError: the cards do not add up to those of the edition.
    """
    index = view.index
    unseen = Counter(cards_in_box(index.edition))
    unseen.subtract(_counts(index, view.discards))
    unseen.subtract(Counter(index.kind_of[card] for card in view.display if card is not None))
    if view.tunnel is not None:
        unseen.subtract(_counts(index, dict(view.tunnel.cards)))
        unseen.subtract(Counter(index.kind_of[card] for card in view.tunnel.revealed))
    wanted: list[tuple[int, int]] = []
    for player in view.players:
        held = player.shown if player.hand is None else player.hand
        counts = _counts(index, held)
        unseen.subtract(counts)
        _add(state["hand"][player.seat], counts)
        wanted.append((player.seat, player.cards - counts.total()))
    if view.deck_cards is not None:
        deck = _counts(index, view.deck_cards)
        unseen.subtract(deck)
        _add(state["deck"], deck)
    faults = [
        f"cards: {-number} more {index.kinds[kind] or 'unknown'} than the edition has"
        for kind, number in sorted(unseen.items())
        if number < 0
    ]
    faults += [
        f"player {seat + 1}: {-number} more cards are known than are held"
        for seat, number in wanted
        if number < 0
    ]
    pool = [kind for kind in range(KINDS) for _ in range(max(unseen[kind], 0))]
    unknown_deck = view.deck if view.deck_cards is None else 0
    missing = sum(number for _, number in wanted) + unknown_deck - len(pool)
    if missing and not faults:
        faults.append(
            f"cards: {len(pool)} are unaccounted for, but the unknown places hold "
            f"{len(pool) + missing}: together all places must hold {view.edition.cards.total}"
        )
    if faults:
        raise PositionError(tuple(faults))
    random.shuffle(pool)
    for seat, number in wanted:
        _add(state["hand"][seat], Counter(pool[:number]))
        del pool[:number]
    if view.deck_cards is None:
        _add(state["deck"], Counter(pool))


def _add(counts: Any, cards: Counter[int]) -> None:
    for kind, number in cards.items():
        counts[kind] += max(number, 0)


def _deal_tickets(view: View, state: Any, random: Random) -> None:
    """Write the known tickets into `state`, and deal the other tickets at random.

    The other tickets go to the hands, offers and returned tickets that the view does not show, and
    to the stacks. Opening answers that the view does not show are chosen at random, too.

    Raises:
        PositionError: the tickets do not add up to those of the edition.
    """
    index = view.index
    tickets = index.edition.tickets
    unseen = Counter(range(len(tickets)))
    known = [
        code
        for player in view.players
        for codes in (player.tickets, player.offer)
        for code in codes or ()
    ]
    known += [entry.ticket for entry in view.returned if entry.ticket is not None]
    known += view.stack_tickets or ()
    unseen.subtract(Counter(index.ticket_of[code] for code in known))
    faults = [
        f"tickets: {index.ticket_codes[ticket]} is in more than one place"
        for ticket, number in sorted(unseen.items())
        if number < 0
    ]
    pools = {
        stack: [t for t, number in unseen.items() if number > 0 and tickets[t].stack == stack]
        for stack in index.edition.stacks
    }
    for pool in pools.values():
        random.shuffle(pool)

    def deal(stacks: Iterable[str], codes: tuple[str, ...] | None) -> list[int]:
        if codes is not None:
            return [index.ticket_of[code] for code in codes]
        return [_take(pools[stack], stack, faults) for stack in stacks]

    for player in view.players:
        (state["tickets"][player.seat],) = words(deal(player.stacks, player.tickets))
        offer = deal(player.offer_stacks, player.offer)
        for i, ticket in enumerate(offer):
            state["offer"][player.seat, i] = ticket + 1
        if player.answered and player.seat < view.seat:
            codes = tuple(index.ticket_codes[ticket] for ticket in offer)
            kept = an_answer(view, player, codes, random)
            state["answer"][player.seat] = sum(
                1 << i for i, code in enumerate(codes) if code in kept
            )
    for position, entry in enumerate(view.returned):
        codes = None if entry.ticket is None else (entry.ticket,)
        (ticket,) = deal((entry.stack,), codes)
        state["returned"][position] = ticket + 1
        state["returned_by"][position] = entry.seat + 1
    state["returned_size"] = len(view.returned)
    _fill_stacks(view, state, pools, faults)
    if faults:
        raise PositionError(tuple(faults))


def _take(pool: list[int], stack: str, faults: list[str]) -> int:
    if pool:
        return pool.pop()
    fault = f"tickets: more of the {stack} stack are in hands and offers than there are"
    if fault not in faults:
        faults.append(fault)
    return 0


def an_answer(
    view: View, player: Player, offer: tuple[str, ...], random: Random
) -> tuple[str, ...]:
    """Return the codes of the tickets that a player keeps by the answer to the opening offer.

    If the view hides the answer, return a random answer that the rules allow.

    Args:
        view: the view.
        player: a player who has answered the opening offer.
        offer: the codes of the tickets offered to the player.
        random: the random number generator that draws an unknown answer.
    """
    if player.answer is not None:
        return player.answer
    state = np.zeros(1, dtype=STATE)[0]
    for i, code in enumerate(offer):
        state.offer[0, i] = view.index.ticket_of[code] + 1
    sets = keepable(book_of(view.edition), state, 0, OPENING)
    kept = random.choice(members(*sets))
    return tuple(code for i, code in enumerate(offer) if kept >> i & 1)


def _fill_stacks(view: View, state: Any, pools: dict[str, list[int]], faults: list[str]) -> None:
    """Write the remaining tickets into the stacks of a state.

    It is a fault if a stack cannot have the number of tickets that the view says. It is also a
    fault if tickets are left over, except in editions in which unkept tickets leave the game.

    Args:
        view: the view.
        state: the state.
        pools: for each stack, the numbers of the tickets that have not been dealt. The tickets that
            this function deals are removed.
        faults: receives a sentence for each fault.
    """
    index = view.index
    tickets_leave = Unkept.OUT in (view.edition.opening.unkept, view.edition.turn.unkept)
    for number, stack in enumerate(index.edition.stacks):
        waiting = sum(entry.stack == stack for entry in view.returned)
        inside = view.stacks[number] - waiting
        if view.stack_tickets is not None:
            codes = [index.ticket_of[code] for code in view.stack_tickets]
            chosen = [t for t in codes if index.edition.tickets[t].stack == stack]
        else:
            chosen = pools[stack][: max(inside, 0)]
            del pools[stack][: len(chosen)]
        if len(chosen) != inside or (pools[stack] and not tickets_leave):
            faults.append(
                f"tickets: the {stack} stack is said to hold {view.stacks[number]}, "
                f"but {len(chosen) + waiting + len(pools[stack])} are left for it"
            )
        (state["stack"][number],) = words(chosen)
