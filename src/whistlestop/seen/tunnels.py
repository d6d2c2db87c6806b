"""Compute how likely it is that a tunnel asks for more cards, as far as a player knows (E-11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from whistlestop.actions import ClaimRoute
from whistlestop.editions.model import Edition
from whistlestop.knowledge.tunnels import CHANCES, surcharge_chances
from whistlestop.rules.book import books_of
from whistlestop.rules.state import STATE
from whistlestop.seen.encoding import payment_number
from whistlestop.seen.view import View
from whistlestop.seen.worlds import position_for


@dataclass(frozen=True, slots=True)
class TunnelRisk:
    """The probabilities of the surcharges that a tunnel may ask for when a player claims it."""

    due: tuple[float, ...]
    """[n] the probability, from 0 to 1, that n further cards are due. n goes from 0 to 3."""
    payable: float
    """The probability, from 0 to 1, that no card is due or the player's other cards can pay for all
    cards due."""


def tunnel_risks(view: View, claims: Iterable[ClaimRoute]) -> dict[ClaimRoute, TunnelRisk]:
    """Return the risk of each claim of a tunnel, by the claim.

    Args:
        view: the view of the player whose turn it is. Hidden information does not affect the
            result: each card that the player has not seen is equally likely to come up.
        claims: claims that are legal for the player. The result leaves out claims of routes that
            are not tunnels.

    Raises:
        ValueError: the viewer has nothing to decide.
        PositionError: no state agrees with the view.
    """
    index, books, states = view.index, books_of(view.edition), position_for(view)
    found: dict[ClaimRoute, TunnelRisk] = {}
    for claim in claims:
        route = index.route_of[claim.route]
        if view.edition.routes[route].tunnel:
            chances = np.empty(CHANCES)
            payment = payment_number(index, claim.cards)
            most = int(surcharge_chances(books, states, route, payment, chances))
            due = tuple(chances.tolist())
            found[claim] = TunnelRisk(due, sum(due[: max(most, 0) + 1]))
    return found


def compile_risks(edition: Edition) -> None:
    """Compile the functions that `tunnel_risks` calls, so that its first call is fast.

    In a new installation, compiling takes some seconds. Later, the compiled code is only loaded.

    Args:
        edition: any edition. The compiled code serves all editions.
    """
    states = np.zeros(1, dtype=STATE)
    surcharge_chances(books_of(edition), states, 0, 0, np.empty(CHANCES))
