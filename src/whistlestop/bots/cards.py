"""Cards: which routes the hand is meant for, which cards to draw, and how to pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from whistlestop.actions import Action, Cards, ClaimRoute, DrawDeck, DrawDisplay
from whistlestop.bots.risk import failure
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights
from whistlestop.editions.limits import LOCOMOTIVE4, PASSENGER


@dataclass
class Wants:
    """The hand shared out among the routes wanted, and what is missing."""

    reserved: dict[int, dict[str, int]] = field(default_factory=dict[int, dict[str, int]])
    """For each route the coloured cards of the hand meant for it."""
    missing: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    """For each route the colour that it is to be paid in, and how many cards are missing."""
    spare: dict[str, int] = field(default_factory=dict[str, int])
    """Coloured cards meant for no route."""
    wild: dict[int, int] = field(default_factory=dict[int, int])
    """For each ferry the locomotives of the hand meant for it."""
    missing_wild: dict[int, int] = field(default_factory=dict[int, int])
    """For each ferry how many locomotives are missing; those that have all are left out."""

    def wild_of_others(self, route: int) -> int:
        """Locomotives that are meant for other routes."""
        return sum(number for other, number in self.wild.items() if other != route)

    def reserved_by_others(self, route: int, colour: str) -> int:
        """Cards of a colour that are meant for other routes."""
        return sum(cards.get(colour, 0) for other, cards in self.reserved.items() if other != route)


def share_out(situation: Situation, routes: Sequence[int]) -> Wants:
    """Reserve cards for routes, the first first; grey ones get what the others leave.

    Locomotives are meant for ferries. A tunnel is given a card to spare for its surcharge, unless
    there is a locomotive for that.
    """
    board = situation.board
    wants = Wants(spare={name: situation.hand.get(name, 0) for name in board.colour_names})
    wild = _share_locomotives(situation, routes, wants)
    greys = [route for route in routes if board.colours[route] is None]
    for route in [*(route for route in routes if route not in greys), *greys]:
        length = board.coloured[route]
        if board.tunnels[route] and not wild:
            length += 1
        colour = board.colours[route] or _fullest(wants.spare, length)
        used = min(length, wants.spare[colour])
        wants.spare[colour] -= used
        wants.reserved[route] = {colour: used}
        wants.missing[route] = (colour, length - used)
    return wants


def _share_locomotives(situation: Situation, routes: Sequence[int], wants: Wants) -> int:
    """Reserve locomotives for the ferries; how many are left."""
    left = situation.wild
    for route in routes:
        ferry = situation.board.ferries[route]
        if ferry:
            wants.wild[route] = min(ferry, left)
            left -= wants.wild[route]
            if wants.wild[route] < ferry:
                wants.missing_wild[route] = ferry - wants.wild[route]
    return left


def _fullest(spare: dict[str, int], length: int) -> str:
    """The colour for a grey route: enough of it if possible, without breaking a larger set."""
    enough = [colour for colour in spare if spare[colour] >= length]
    if enough:
        return min(enough, key=lambda colour: spare[colour])
    return max(spare, key=lambda colour: spare[colour])


def best_payment(
    situation: Situation, claims: Sequence[ClaimRoute], wants: Wants, weights: Weights
) -> tuple[float, ClaimRoute]:
    """The cheapest way to pay for one route, and what it costs in points.

    Args:
        situation: the position.
        claims: the legal claims of that route.
        wants: what the cards are meant for.
        weights: the planner's judgement.
    """
    route = situation.board.index.route_of[claims[0].route]
    costs = [cards_cost(situation, route, claim.cards, wants, weights) for claim in claims]
    if situation.board.tunnels[route]:
        for number, claim in enumerate(claims):
            costs[number] += weights.failed_tunnel * failure(situation, claim)
    best = min(range(len(claims)), key=lambda number: costs[number])
    return costs[best], claims[best]


def cards_cost(
    situation: Situation, route: int, cards: Cards, wants: Wants, weights: Weights
) -> float:
    """What some cards are worth that are to be spent on a route, in points."""
    kinds = situation.board.index.kinds
    cost = 0.0
    for card, number in cards:
        if card == situation.board.locomotive:
            cost += _locomotives_cost(situation, route, number, wants, weights)
        elif card == kinds[LOCOMOTIVE4]:
            cost += weights.locomotive4 * number
        else:
            free = situation.hand.get(card, 0) - wants.reserved_by_others(route, card)
            taken = max(0, number - max(0, free))
            cost += weights.reserved_card * taken + weights.spare_card * (number - taken)
    return cost


def _locomotives_cost(
    situation: Situation, route: int, number: int, wants: Wants, weights: Weights
) -> float:
    board = situation.board
    due = min(number, board.ferries[route])
    free = max(0, situation.wild - wants.wild_of_others(route))
    taken = max(0, number - max(free, due))
    ordinary = number - due - taken
    plain = board.edition.cards.locomotive_ends_draw
    price = weights.locomotive if plain else weights.plain_locomotive
    return weights.spare_card * due + price * ordinary + weights.reserved_locomotive * taken


def best_card(
    situation: Situation,
    legal: Sequence[Action],
    wants: Wants,
    priority: dict[int, float],
    weights: Weights,
) -> tuple[float, Action] | None:
    """The card to draw and how useful it is, about 1 for a card that the plan needs.

    Args:
        situation: the position.
        legal: the legal actions; only draws of cards are looked at.
        wants: what is missing.
        priority: for each wanted route how much it is wanted, up to 1.
        weights: the planner's judgement.
    """
    uses = {name: _use(situation, name, wants, priority) for name in situation.board.colour_names}
    uses |= _wild_uses(situation, wants, priority)
    draws: list[tuple[float, Action]] = []
    for action in legal:
        if isinstance(action, DrawDisplay):
            use = uses.get(action.card, 0.0)
            if _ends_draw(situation, action.card):
                use = _whole_draw(situation, use, wants)
            draws.append((use, action))
        elif isinstance(action, DrawDeck):
            draws.append((_blind_use(situation, uses), action))
    return max(draws, key=lambda draw: draw[0]) if draws else None


def _ends_draw(situation: Situation, card: str) -> bool:
    return card == situation.board.locomotive and situation.board.edition.cards.locomotive_ends_draw


def _whole_draw(situation: Situation, use: float, wants: Wants) -> float:
    """A locomotive that costs the whole draw: good if it makes a route payable at once."""
    board = situation.board
    wild = situation.wild - sum(wants.wild.values())
    closest = [n for r, (_, n) in wants.missing.items() if n > wild and board.wild[r]]
    return use * (0.75 if closest and min(closest) == wild + 1 else 0.45)


def _use(situation: Situation, colour: str, wants: Wants, priority: dict[int, float]) -> float:
    """How useful one more card of a colour is."""
    best = 0.04 + 0.02 * min(6, wants.spare[colour])
    for route, (wanted, number) in wants.missing.items():
        if not number:
            continue
        if wanted == colour:
            best = max(best, priority[route] * (0.8 + 0.4 / number))
        elif situation.board.colours[route] is None:
            length = situation.board.coloured[route]
            have = wants.spare[colour] + 1
            best = max(best, priority[route] * 0.7 * min(1.0, have / length))
    return best


def _wild_uses(situation: Situation, wants: Wants, priority: dict[int, float]) -> dict[str, float]:
    board = situation.board
    kinds = board.index.kinds
    long = board.edition.cards.locomotive4_from_length
    lacking = [route for route, (_, number) in wants.missing.items() if number]
    lacking_wild = [priority[route] for route in lacking if board.wild[route]]
    wild = max(lacking_wild, default=0.0)
    ferry = max((priority[route] for route in wants.missing_wild), default=0.0)
    if all(board.wild):
        uses = {board.locomotive: max(0.8 + 0.5 * wild, 1.0 + 0.6 * ferry if ferry else 0.0)}
    else:
        uses = {board.locomotive: 0.3 + 0.8 * wild}
    if kinds[LOCOMOTIVE4]:
        good = [priority[route] for route in lacking if board.lengths[route] >= long]
        uses[kinds[LOCOMOTIVE4]] = 0.5 + 0.6 * max(good, default=0.0)
    if kinds[PASSENGER]:
        useful = situation.me.passengers_left or situation.me.passengers
        have = situation.hand.get(kinds[PASSENGER], 0)
        uses[kinds[PASSENGER]] = 0.45 / (1 + have) if useful else 0.0
    return uses


def _blind_use(situation: Situation, uses: dict[str, float]) -> float:
    """What the top card of the deck is worth on average."""
    total = number = 0.0
    for card, unseen in situation.unseen.items():
        total += unseen * uses.get(card, 0.0)
        number += unseen
    return total / number if number else 0.0
