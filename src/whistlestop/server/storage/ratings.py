"""Ratings: what the result of a game says about the strength of its players.

A rating has a mean, `mu`, and an uncertainty, `sigma`. The library OpenSkill computes new ratings
with the model of Plackett and Luce, which is made for games of many players
(R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

VERSION: Final = 1
"""The version of the way in which ratings and lists are computed.

Raise it if a change makes other ratings or lists from the same results.
"""

_MODEL: Final = PlackettLuce(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, tau=25.0 / 300.0)

MIDDLE: Final = 1500
"""The displayed rating of a new player."""

POINTS: Final = 30
"""The displayed points for a difference of 1 in `mu`.

With this scale, a lead of 100 points means, as with Elo ratings, that a player of a well-known
rating comes before the other in about 64 % of games.
"""


class Rating(NamedTuple):
    """An estimate of a player's strength, on the scale of OpenSkill.

    The defaults are the values of a new player.
    """

    mu: float = 25.0
    """The estimated strength."""
    sigma: float = 25.0 / 3.0
    """The standard deviation of the estimate."""

    @property
    def shown(self) -> int:
        """The displayed rating, in points like those of Elo ratings. New players have 1500."""
        return round(MIDDLE + POINTS * (self.mu - _MODEL.mu))

    @property
    def uncertainty(self) -> int:
        """Two standard deviations, in displayed points. New players have 500."""
        return round(2 * POINTS * self.sigma)


class Placed(NamedTuple):
    """A seat of a finished game, with its player's rating and its place."""

    player: str | None
    """The id of the player on the ladder; None for a person who was deleted."""
    rating: Rating
    """The player's rating before the game."""
    place: int
    """The place, counted from 1. Players with equal places are tied."""


def rated(seats: Sequence[Placed]) -> list[Rating]:
    """Return the rating of each seat's player after a game.

    If a player has several seats, each seat is rated as a player of its own. The new rating is the
    mean of these ratings.

    Args:
        seats: the seats, at least two.
    """
    teams = [[_MODEL.create_rating([seat.rating.mu, seat.rating.sigma])] for seat in seats]
    made = _MODEL.rate(teams, ranks=[float(seat.place) for seat in seats])
    new = [Rating(team[0].mu, team[0].sigma) for team in made]
    return [_mean(seats, new, number) for number in range(len(seats))]


def _mean(seats: Sequence[Placed], new: Sequence[Rating], number: int) -> Rating:
    """Return the new rating of a seat's player: the mean over all seats with the same player.

    If the seat's player is None, return the new rating of this seat alone.

    Args:
        seats: the seats.
        new: the new rating of each seat, as if each had a player of its own.
        number: the number of the seat in `seats`, counted from 0.
    """
    player = seats[number].player
    same = [one for seat, one in zip(seats, new, strict=True) if seat.player == player]
    if player is None or len(same) == 1:
        return new[number]
    return Rating(
        sum(one.mu for one in same) / len(same), sum(one.sigma for one in same) / len(same)
    )
