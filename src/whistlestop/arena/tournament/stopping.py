"""The conditions under which a matchup ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from whistlestop.arena.summary import LEVEL
from whistlestop.arena.tournament.intervals import Estimate, share_with_interval
from whistlestop.arena.tournament.less_luck import share_less_luck
from whistlestop.arena.tournament.matchups import Matchup, Tournament
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.standings import by_deal

_FIRST_LOOK: Final = 50
"""The number of deals after which the intervals are checked for the first time."""

_BETWEEN_LOOKS: Final = 1.25
"""The factor by which the number of deals grows from one check to the next."""

_LEVEL_OF_LOOKS: Final = 0.99
"""The confidence level of the interval that is compared with `Enough.line` at a check.

Frequent checks find differences that are not there. With ten to twenty checks at this level, a line
is crossed by luck about as rarely as with a single check at 95 % (S. J. Pocock, Biometrika 64,
1977, table 1).
"""


@dataclass(frozen=True, slots=True)
class Enough:
    """The conditions under which a matchup ends. One of them is enough.

    Attributes:
        games: the maximum number of games of a matchup, rounded up to whole deals.
        half_width: the matchup ends when half the width of the 95 % interval of every bot's share
            of wins is at most this number. None ignores the widths. If luck is measured, the
            interval is that of the share with luck subtracted.
        line: a share of wins, 0 to 1. The matchup ends when the 99 % interval of the first
            contestant's share of wins, with luck subtracted if it is measured, lies wholly above
            or wholly below `line`. None ignores this interval. It is also ignored in matchups
            without the first contestant.
    """

    games: int
    half_width: float | None = None
    line: float | None = None

    def looks(self, matchup: Matchup) -> Iterator[int]:
        """Yield the numbers of deals after which the conditions are checked, in ascending order.

        The last number is that of all deals of the matchup, which then ends in any case. If
        `half_width` and `line` are None, it is the only number.

        The numbers do not depend on how the games are played. So a tournament has an equal set of
        games wherever it is played and however often it is interrupted.
        """
        most = -(-self.games // matchup.players)
        if self.half_width is not None or self.line is not None:
            deals = _FIRST_LOOK
            while deals < most:
                yield deals
                deals = max(deals + 1, int(deals * _BETWEEN_LOOKS))
        yield most

    def reached(
        self, tournament: Tournament, matchup: Matchup, outcomes: Sequence[DealOutcome]
    ) -> bool:
        """Return whether the matchup can end now, before its last game.

        It can end if the interval of every bot's share of wins is narrow enough (`half_width`), or
        if the interval of the first contestant's share lies wholly above or wholly below `line`. A
        condition that is None is never met.

        Args:
            tournament: the tournament.
            matchup: one of its matchups.
            outcomes: the outcomes of the matchup's first deals. The conditions are only checked
                after certain numbers of deals: those that `looks` yields.
        """
        names = tournament.names(matchup)
        if self.line is not None and (first := tournament.contestants[0].name) in names:
            wins = _share(tournament, outcomes, first, _LEVEL_OF_LOOKS)
            if wins.low > self.line or wins.high < self.line:
                return True
        return self.half_width is not None and all(
            _share(tournament, outcomes, name).half_width <= self.half_width
            for name in dict.fromkeys(names)
        )


def _share(
    tournament: Tournament, outcomes: Sequence[DealOutcome], name: str, level: float = LEVEL
) -> Estimate:
    """Return a contestant's share of wins, with luck subtracted if it was measured."""
    played = [
        (outcome.deal, seat)
        for outcome in outcomes
        for game in outcome.games
        for seat in game.seats
        if tournament.contestants[seat.contestant].name == name
    ]
    shares = by_deal((deal, seat.result.victory) for deal, seat in played)
    chances = [(deal, luck.chance) for deal, seat in played if (luck := seat.luck) is not None]
    if len(chances) == len(played):
        found = share_less_luck(len(played), shares, by_deal(chances), level)
        if found is not None:
            return found[0]
    return share_with_interval(shares, len(played), level=level)
