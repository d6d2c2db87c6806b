"""Making hints and warnings, in the threads in which bots think.

A hint is made once for each position of a player. The coach of a player asks for it as soon as the
player's turn begins, so that its warnings come quickly. Hints are kept in memory only: the same
position leads to the same hint again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from whistlestop.actions import Action
from whistlestop.analysis.hints import Hint, HintSearch, Warning, effort_for
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.hints import HintPosition
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.thinking import Thinking

MOST_KEPT: Final = 200
"""The maximum number of hints in memory. The one that nobody has asked for longest is dropped."""

MOST_MADE: Final = 16
"""The maximum number of hints that are made at the same time."""

MOST_OF_ONE: Final = 4
"""The maximum number of hints that are made at the same time for one address."""

MOST_JUDGED: Final = 6
"""The maximum number of actions that are judged in one position. The coach says nothing about
further ones."""


class MadeHint:
    """The hint for a position, which may still be made.

    Attributes:
        entry: the number of the entry that led to the position.
        payer: the person for whom the hint is made.
        wanted: whether the hint is still wanted. It is not when the player has another position.
        urgent: whether the player waits for the hint.
        warned: whether the coach has warned the player in this position.
        judging: whether an action is being judged for the coach.
        good: the actions about which the coach has nothing to say.
        search: the search for the hint.
        making: the task that makes the hint. Its result is None if the hint was no longer wanted
            or could not be made.
    """

    def __init__(self, position: HintPosition, payer: Payer) -> None:
        """Create the hint before the first step of its search.

        Args:
            position: the position.
            payer: the person for whom the hint is made.
        """
        self.entry = position.entry
        self.payer = payer
        self.wanted = True
        self.urgent = False
        self.warned = False
        self.judging = False
        self.good: set[Action] = set()
        effort = effort_for(len(position.view.players))
        # The number of an entry is known to all viewers. So the seed depends on nothing hidden.
        self.search = HintSearch(position.view, effort, seed=position.entry)
        self.making: asyncio.Task[Hint | None] | None = None


class HintMaking:
    """The hints and warnings that this server makes."""

    def __init__(self, thinking: Thinking, players: Players) -> None:
        """Create the store of hints, which is empty at first.

        Args:
            thinking: the threads in which hints are made.
            players: the compiled code that hints need.
        """
        self._thinking = thinking
        self._players = players
        self._kept: OrderedDict[tuple[str, int], MadeHint] = OrderedDict()

    async def ready(self) -> None:
        """Wait for the compiled code that hints need, if it is about to be loaded.

        Raises:
            Refusal: the code is being compiled.
        """
        if not await self._players.ready():
            raise Refusal(503, "players_compiling")

    def prepare(self, position: HintPosition, payer: Payer) -> MadeHint:
        """Begin to make the hint for a position, unless it is being made or finished.

        The hint for an earlier position of the same seat is dropped.

        Args:
            position: the position.
            payer: the person who asks.

        Returns:
            The hint, which may still be made.

        Raises:
            Refusal: too many hints are being made.
        """
        key = position.table, position.seat
        made = self._kept.get(key)
        if made is None or made.entry != position.entry:
            if made is not None:
                made.wanted = False
            self._check_room(payer)
            made = self._kept[key] = MadeHint(position, payer)
            made.making = asyncio.create_task(self._make(made), name="hint")
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            _, dropped = self._kept.popitem(last=False)
            dropped.wanted = False
        return made

    async def hint(self, position: HintPosition, payer: Payer) -> Hint:
        """Return the hint for a position. If it is not finished, this takes seconds.

        Args:
            position: the position.
            payer: the person who asks.

        Raises:
            Refusal: too many hints are being made, the hint could not be made, or the player has
                moved on meanwhile.
        """
        return await self._finished(position, self.prepare(position, payer))

    async def warning(self, position: HintPosition, action: Action, payer: Payer) -> Warning | None:
        """Return a warning if an action is a blunder.

        Args:
            position: the position.
            action: a legal action.
            payer: the person who asks.

        Returns:
            The warning. None if the action is no blunder, if the player was warned in this position
            before, or if `MOST_JUDGED` actions have been judged in it.

        Raises:
            Refusal: too many hints or warnings are being made, another action in this position is
                being judged, the hint could not be made, or the player has moved on meanwhile.
        """
        made = self.prepare(position, payer)
        if made.warned or action in made.good or len(made.good) >= MOST_JUDGED:
            return None
        await self._finished(position, made)
        if made.judging:
            raise Refusal(503, "queue_full", case="hints")
        self._check_room(payer)
        made.judging = True
        try:
            found = await self._thinking.spare(
                payer, lambda: made.search.warning(action), lambda: made.wanted, urgent=True
            )
        finally:
            made.judging = False
        if found is None:
            made.good.add(action)
            return None
        made.warned = True
        return found

    async def _finished(self, position: HintPosition, made: MadeHint) -> Hint:
        made.urgent = True
        assert made.making is not None
        # A client that goes away does not end the work: the coach may need it.
        hint = await asyncio.shield(made.making)
        if hint is not None:
            return hint
        if not made.wanted:
            raise Refusal(409, "stale_version")
        if self._kept.get((position.table, position.seat)) is made:
            del self._kept[position.table, position.seat]
        raise Refusal(503, "work_lost", case="hint")

    def _check_room(self, payer: Payer) -> None:
        """Check that another hint can be made for a person.

        Raises:
            Refusal: too many hints are being made.
        """
        unfinished = [
            made
            for made in self._kept.values()
            if made.judging or (made.making and not made.making.done())
        ]
        homes = [made.payer.home for made in unfinished]
        if len(homes) >= MOST_MADE or homes.count(payer.home) >= MOST_OF_ONE:
            raise Refusal(503, "queue_full", case="hints")

    async def _make(self, made: MadeHint) -> Hint | None:
        """Make a hint step by step. Return None if it fails or is no longer wanted."""
        try:
            while made.wanted and made.search.hint is None:
                await self._thinking.spare(
                    made.payer, made.search.go_on, lambda: made.wanted, urgent=made.urgent
                )
        except Exception as error:
            logs.failed("hint", error)
        return made.search.hint

    async def close(self) -> None:
        """Stop making hints. A step in progress ends in its thread."""
        for made in self._kept.values():
            if made.making is not None:
                made.making.cancel()
