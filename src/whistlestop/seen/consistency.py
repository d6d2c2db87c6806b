"""Check whether a position that was read from a file is possible.

`worlds` checks whether the cards and tickets add up, when it deals the unknown ones. This module
checks everything else. Some checks repeat conditions that follow from the rules. The functions of
`whistlestop.rules` cannot make these checks, because these functions are only correct for possible
positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from whistlestop.editions.gazetteer import cards_in_box, gazetteer
from whistlestop.editions.limits import DISPLAY, LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.seen.route_graph import closed_by
from whistlestop.seen.view import Player, View

_WITH_ROUTE: Final = ("placement", "surcharge", "substitution")
"""The phases in which a route is being claimed, in the middle of a turn."""


def faults_of(view: View) -> tuple[str, ...]:
    """Return a sentence for every fault of the position in a view, or an empty tuple.

    A fault is something that cannot happen in a game. This function does not check whether the
    cards and tickets add up to those of the edition. `worlds.world` does.
    """
    return (
        *_players(view),
        *_ownership(view),
        *_passengers(view),
        *_merchandise(view),
        *_stations(view),
        *_tunnel(view),
        *_substitutes(view),
        *_cards(view),
        *_swept(view),
        *_offers(view),
        *_moment(view),
        *_final_round(view),
    )


def _players(view: View) -> Iterator[str]:
    fewest, most = view.edition.players
    if not fewest <= len(view.players) <= most:
        yield f"players: {view.edition.title} is for {fewest} to {most}, not {len(view.players)}"
    for player in view.players:
        yield from _sums(view, player)


def _sums(view: View, player: Player) -> Iterator[str]:
    index, edition = gazetteer(view.edition), view.edition
    who = f"player {player.seat + 1}"
    lengths = [edition.routes[index.route_of[route]].length for route in player.routes]
    if player.pieces + sum(lengths) != edition.pieces:
        yield (
            f"{who}: {player.pieces} pieces left and {sum(lengths)} on the board make "
            f"{player.pieces + sum(lengths)}, but a player has {edition.pieces}"
        )
    points = sum(edition.points[length - 1] for length in lengths) + player.merchandise
    if player.score != points:
        yield f"{who}: the score is {player.score}, but routes and tokens make {points}"
    if player.hand is not None and sum(player.hand.values()) != player.cards:
        yield f"{who}: `cards` is {player.cards}, but the hand has {sum(player.hand.values())}"
    for card, number in player.shown.items():
        if player.hand is not None and number > player.hand.get(card, 0):
            yield f"{who}: {number} {card} are shown, but the hand has fewer"
    if sum(player.shown.values()) > player.cards:
        yield f"{who}: more cards are shown than are in the hand"


def _ownership(view: View) -> Iterator[str]:
    index = gazetteer(view.edition)
    owners = Counter(route for player in view.players for route in player.routes)
    for route, number in owners.items():
        if number > 1:
            yield f"route {route} has {number} owners"
    seats = len(view.players)
    for player in view.players:
        for route in player.routes:
            number = index.route_of[route]
            to_others = closed_by(view.edition, seats, number, False)
            for other in sorted(closed_by(view.edition, seats, number, True)):
                code = index.route_codes[other]
                if code <= route:
                    continue
                if code in player.routes:
                    yield f"player {player.seat + 1} owns {route} and its parallel {code}"
                elif other in to_others and code in owners:
                    yield f"{route} and {code} both have owners, but one of them closes the other"


def _passengers(view: View) -> Iterator[str]:
    standing = Counter(city for player in view.players for city in player.passengers)
    for city, number in standing.items():
        if number > 1:
            yield f"{number} passengers stand in {city}, but only one may"
    for player in view.players:
        if len(player.passengers) + player.passengers_left > view.edition.passengers:
            most = view.edition.passengers
            yield f"player {player.seat + 1} has more than {most} passengers in all"


def _merchandise(view: View) -> Iterator[str]:
    tokens = {stack.name: stack.tokens for stack in view.edition.merchandise}
    total = 0
    for city in view.edition.cities:
        taken = view.taken.get(city.code, 0)
        here = tokens[city.merchandise] if city.merchandise is not None else ()
        if taken > len(here):
            yield f"{taken} tokens are missing from {city.code}, which had {len(here)}"
        total += sum(here[:taken])
    collected = sum(player.merchandise for player in view.players)
    if collected != total:
        yield f"merchandise: the players have {collected} points, the cities lack {total}"


def _stations(view: View) -> Iterator[str]:
    standing = Counter(city for player in view.players for city in player.stations)
    for city, number in standing.items():
        if number > 1:
            yield f"{number} stations stand in {city}, but only one may"
    for player in view.players:
        if len(player.stations) > view.edition.stations:
            yield f"player {player.seat + 1} has more than {view.edition.stations} stations"


def _tunnel(view: View) -> Iterator[str]:
    if (view.tunnel is not None) != (view.phase == "surcharge"):
        yield f"tunnel: there is one in the phase surcharge and in no other; this is {view.phase}"
    if view.tunnel is None or view.route is None:
        return
    index = gazetteer(view.edition)
    route = view.edition.routes[index.route_of[view.route]]
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    colours = {card for card, _ in view.tunnel.cards if card not in (wild, wild4)}
    if not route.tunnel:
        yield f"tunnel: {view.route} is not a tunnel"
    if view.route in view.owners:
        yield f"tunnel: {view.route} already has an owner"
    elif view.route not in view.open_routes(view.seat):
        yield f"tunnel: {view.route} is closed by a parallel route"
    left = view.players[view.seat].pieces
    if left < route.length:
        yield f"tunnel: {view.route} takes {route.length} pieces, and the player has {left} left"
    wrong = len(colours) > 1 or (route.colour is not None and not colours <= {route.colour})
    if wrong or sum(number for _, number in view.tunnel.cards) != route.length:
        yield f"tunnel: {view.route} takes {route.length} cards of one colour; these are others"
    asking = {wild, *colours}
    due = sum(card in asking for card in view.tunnel.revealed)
    if due != view.tunnel.due:
        yield f"tunnel: `due` is {view.tunnel.due}, but the cards turned up ask for {due}"


def _substitutes(view: View) -> Iterator[str]:
    if view.phase == "substitution" and not view.owed:
        yield "owed: in the phase substitution, the player owes at least one card"
        return
    if view.owed and view.phase != "substitution":
        yield f"owed: cards are owed in the phase substitution only; this is {view.phase}"
        return
    if not view.owed or view.route is None:
        return
    index = gazetteer(view.edition)
    route = view.edition.routes[index.route_of[view.route]]
    each, most = view.edition.cards.substitutes(route)
    if view.owed > each * most:
        yield f"owed: {view.route} takes at most {each * most} substitutes, not {view.owed}"
    if view.owners.get(view.route) != view.seat:
        yield f"owed: {view.route} does not belong to the player who gives cards for it"
    held = view.players[view.seat].cards
    if view.owed > held:
        yield f"owed: the player has {held} cards, but owes {view.owed}"


def _cards(view: View) -> Iterator[str]:
    piles = view.deck + sum(view.discards.values())
    if None in view.display and piles and not view.owed:  # filled when all cards are given
        yield "display: a slot is empty although there are cards to fill it"
    if view.deck_cards is not None and sum(view.deck_cards.values()) != view.deck:
        yield f"deck: `deck` is {view.deck}, but {sum(view.deck_cards.values())} cards are listed"


def _swept(view: View) -> Iterator[str]:
    """Yield a fault if the display has too many locomotives or passengers (C-14, M-12, I-01).

    The rules discard and replace such a display at once. Yield nothing if the view hides a hand,
    because then nobody can know whether enough other cards are left to replace the display.
    """
    hands = [player.hand for player in view.players]
    if None in view.display or None in hands or view.tunnel is not None or view.owed:
        return
    index, cards = gazetteer(view.edition), view.edition.cards
    most = {LOCOMOTIVE: cards.sweep_locomotives, PASSENGER: cards.sweep_passengers}
    usable = 0
    for kind, number in cards_in_box(view.edition).items():
        outside = number - sum((hand or {}).get(index.kinds[kind], 0) for hand in hands)
        usable += min(outside, most[kind] - 1) if most.get(kind) else outside
    for kind, limit in most.items():
        if limit and usable >= DISPLAY and view.display.count(index.kinds[kind]) >= limit:
            yield f"display: {limit} {index.kinds[kind]} cards cannot lie there; they are swept"


def _offers(view: View) -> Iterator[str]:
    """Yield the faults in the offered tickets and in the answers to opening offers (C-02).

    For example, a player has an offer in a phase without offers, or keeps too few tickets.
    """
    opening = view.phase == "opening_keep"
    offer = view.edition.opening if opening else view.edition.turn
    for player in view.players:
        who = f"player {player.seat + 1}"
        due = opening or (view.phase == "keep" and player.seat == view.seat)
        if bool(player.offer_stacks) != due and view.phase != "opening_mix":
            have = "has" if player.offer_stacks else "lacks"
            yield f"{who} {have} offered tickets in the phase {view.phase}"
        if player.answer is None:
            continue
        if player.offer is not None and not set(player.answer) <= set(player.offer):
            yield f"{who} keeps tickets that are not on offer"
        if len(player.answer) < min(offer.keep, len(player.offer_stacks)):
            yield f"{who} keeps {len(player.answer)} tickets, but must keep at least {offer.keep}"
        stacks = [view.index.stack_of(ticket) for ticket in player.answer]
        for stack, most in zip(view.edition.stacks, offer.most, strict=False):
            if stacks.count(stack) > most:
                kept = stacks.count(stack)
                yield f"{who} keeps {kept} {stack} tickets, but may keep at most {most}"
    if opening and all(player.answered for player in view.players):
        yield "opening_keep: all players have answered, so the phase is over"


def _moment(view: View) -> Iterator[str]:
    if view.viewer >= len(view.players):
        yield f"viewer: there is no seat {view.viewer}"
    if view.phase in ("payment", "station_payment"):
        yield f"phase: {view.phase} is a part of an action; give the position before the action"
    if (view.journey is not None) != (view.phase == "journey"):
        yield f"journey: there is one in the phase journey and in no other; this is {view.phase}"
    if (view.route is not None) != (view.phase in _WITH_ROUTE):
        yield f"route: there is one in the phases {', '.join(_WITH_ROUTE)}; this is {view.phase}"
    if view.phase == "placement":
        if not view.edition.passengers:
            yield f"placement: {view.edition.title} has no passengers"
        if view.route is not None and view.owners.get(view.route) != view.seat:
            yield f"placement: {view.route} is not the route of player {view.seat + 1}"
    most = len(view.players) if view.over else len(view.players) - 1
    if view.passes > most:
        yield f"passes: {view.passes} passes in a row end the game earlier"


def _final_round(view: View) -> Iterator[str]:
    if view.last_turns > len(view.players):
        yield f"last_turns: it is {view.last_turns}, but there are {len(view.players)} players"
    if view.last_turns and (view.over or view.phase.startswith("opening")):
        yield f"last_turns: there is no final round in the phase {view.phase}"
    for player in view.players:
        low = player.pieces <= view.edition.final_round_at
        acting = player.seat == view.seat and view.phase in ("placement", "substitution")
        if low and not view.last_turns and not view.over and not acting:
            yield f"player {player.seat + 1} has {player.pieces} pieces: the final round has begun"
