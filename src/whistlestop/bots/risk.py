"""The chance that a tunnel asks for more than the hand can pay (E-11)."""

from __future__ import annotations

from math import comb

from whistlestop.actions import Cards, ClaimRoute
from whistlestop.bots.situation import Situation
from whistlestop.rules.state import REVEALED


def failure(situation: Situation, claim: ClaimRoute) -> float:
    """The chance that a claim asks for more than the hand can pay; 0 where nothing is asked."""
    board = situation.board
    if not board.tunnels[board.index.route_of[claim.route]]:
        return 0.0
    colour = set_colour(situation, claim.cards)
    used = dict(claim.cards)
    able = situation.wild - used.get(board.locomotive, 0)
    if colour != board.locomotive:
        able += situation.hand.get(colour, 0) - used.get(colour, 0)
    asked = situation.asking(colour)
    turned = min(REVEALED, situation.view.deck + sum(situation.view.discards.values()))
    return sum(
        comb(turned, due) * asked**due * (1 - asked) ** (turned - due)
        for due in range(able + 1, turned + 1)
    )


def set_colour(situation: Situation, cards: Cards) -> str:
    """The colour of a set; the locomotive's name for a set without one (E-45)."""
    names = [card for card, _ in cards if card in situation.board.colour_names]
    return names[0] if names else situation.board.locomotive
