"""The moves of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.actions import Action
from whistlestop.server.table.commitment import LuckDiffers
from whistlestop.server.table.happenings.happening import Done, Happening

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table

Mover = Literal["person", "bot", "standin", "record"]
"""Who takes an action: the person, the seat's bot, or a bot that stands in.

`record`: the action comes from an imported record, or was already taken when a lesson begins.
"""


class SpokenAction:
    """An action in the words of the notation, and the action itself after it has been read."""

    __slots__ = ("action", "words")

    def __init__(self, words: str, action: Action | None = None) -> None:
        """Create the object from words in the notation and, if known, the action that they mean."""
        self.words = words
        self.action = action

    @property
    def known(self) -> Action | str:
        """The action itself, or its words if they have not been read yet."""
        return self.words if self.action is None else self.action

    def __repr__(self) -> str:
        return f"SpokenAction({self.words!r})"


class Moved(Happening, tag_field="kind", tag="move", frozen=True):
    """The entry for an action that was taken in the game."""

    seat: int
    action: SpokenAction
    """The action in the words of the notation, as records write it."""
    by: Mover
    """Who took the action, or `record` if it comes from a record or from a lesson's beginning."""
    id: str | UnsetType = UNSET
    """The id in a person's request. A request that is sent again with this id has no effect."""
    spent: float | UnsetType = UNSET
    """The seconds that the decision took; absent if the table has no clock of minutes."""
    outcomes: list[str] | UnsetType = UNSET
    """The random outcomes in the notation of records; absent until the action has been taken."""

    def apply(self, table: Table, entry: Entry) -> Done:
        """Take the action in the game, and count the time that the decision took.

        An open request to take moves back ends.

        Returns:
            The content with its random outcomes, and the events of the game.

        Raises:
            ActionError: the action is not legal. Nothing has changed.
            LuckDiffers: the seed leads to other random outcomes than the entry has.
        """
        game, moves, clocks = table.game, table.moves, table.clocks
        assert game is not None
        seat, spoken = self.seat, self.action
        written = None if self.outcomes is UNSET else self.outcomes
        if table.follows_seed(self.by) or written is None:
            game.play(spoken.known, seat)
        else:
            game.replay(spoken.known, seat, written)
        move = game.last
        assert move is not None
        outcomes = [chance.word for chance in move.outcomes]
        if written is not None and outcomes != written:
            raise LuckDiffers(f"move {game.length}")
        if table.options.pace == "minutes" and self.spent is not UNSET:
            clocks.left[seat] -= self.spent
        if self.id is not UNSET and (person := table.seats[seat].person) is not None:
            moves.versions[person, self.id] = entry.number
        moves.entries.append(entry.number)
        moves.seconds.append(clocks.spent(seat, entry.at) if self.spent is UNSET else self.spent)
        table.requests.take_back = None
        clocks.since.pop(seat, None)
        clocks.look_who_decides(table.deciding, entry.at)
        if move.action is not spoken.action:
            spoken = SpokenAction(str(move.action), move.action)
        done = msgspec.structs.replace(self, action=spoken, outcomes=outcomes)
        return Done(done, move.events)
