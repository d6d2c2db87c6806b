"""The start of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct, UnsetType

from whistlestop.play.game import Game
from whistlestop.player_names import distinct, mended
from whistlestop.server.table.commitment import Luck, LuckDiffers
from whistlestop.server.table.happenings.happening import Done, Happening
from whistlestop.server.table.seats import Seat, colours

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class StartSecret(Struct, frozen=True):
    """The part of a start that stays hidden until the end of the game."""

    seed: int | UnsetType = UNSET
    """The seed of the game, of 64 bits.

    Only lessons, and tables that early versions set up, have it here. Otherwise absent.
    """
    salt: str | UnsetType = UNSET
    """The salt that hides `seed` in the commitment; absent if `seed` is absent."""
    dealt: list[str] | UnsetType = UNSET
    """The cards and tickets of the deal in the notation of records; absent before the deal."""


class Started(Happening, tag_field="kind", tag="started", frozen=True):
    """The entry for the start of the game. Bots get the seats that are still open."""

    order: list[int] | UnsetType
    """The order of play: each item is the number of a seat as it was set up.

    Later entries number the seats in the order of play. Absent until the order has been drawn.
    """
    bot: str
    """The name of the bot that plays on seats that were open."""
    starter: int | UnsetType | None = UNSET
    """The seat that begins; null or absent if the starter is drawn by lot."""
    names: list[str] | UnsetType = UNSET
    """The players' names in the game, in the order of play; absent until the game has begun.

    Also absent in entries that were written before names were kept.
    """
    secret: StartSecret | UnsetType = UNSET

    def apply(self, table: Table, entry: Entry) -> Done:
        """Seat the bots, draw the order of play, and deal.

        Return the content with the order, the names and the deal, and the opening events of the
        game.

        Raises:
            LuckDiffers: the seed leads to another deal than the entry has.
        """
        table.moves.entries = [entry.number]
        secret = StartSecret() if self.secret is UNSET else self.secret
        order = self._draw(table, secret)
        seats = [table.seats[number] for number in order]
        for seat in seats:
            if seat.kind == "open":
                seat.kind, seat.bot = "bot", self.bot
        names = self._names(secret, seats)
        for seat, name, colour in zip(seats, names, colours(seats), strict=True):
            seat.given = seat.given or (seat.kind == "person" and not seat.name)
            seat.name, seat.colour = name, colour
        written = None if secret.dealt is UNSET else secret.dealt
        drawn = written is None or table.follows_seed("record")
        game = Game.new(
            table.edition,
            names,
            seed=table.luck.deal if table.luck else None,
            starter=None if self.starter is UNSET else self.starter,
            dealt=None if drawn or written is None else tuple(written),
        )
        dealt = [chance.word for chance in game.dealt]
        if written is not None and dealt != written:
            raise LuckDiffers("the deal")
        table.seats, table.game, table.order = seats, game, tuple(order)
        table.state = "over" if table.imported else "playing"
        table.clocks.start(len(seats), table.options.clock)
        table.clocks.look_who_decides(table.deciding, entry.at)
        secret = msgspec.structs.replace(secret, dealt=dealt)
        done = msgspec.structs.replace(self, order=order, names=[*names], secret=secret)
        return Done(done, game.opening)

    def _draw(self, table: Table, secret: StartSecret) -> list[int]:
        """Set the table's luck, and return the order of play.

        The luck gets the values that the players added. In entries of early versions, the whole
        luck comes from `secret` instead. Each item of the order is the number that a seat had when
        the table was set up.
        """
        seats = range(len(table.seats))
        if secret.seed is not UNSET and secret.salt is not UNSET:
            # The table was set up by a version in which players could not add to the luck.
            table.luck = Luck(secret.seed, secret.salt)
        elif table.luck is not None:
            values = tuple(table.added.get(seat, "") for seat in seats)
            table.luck = replace(table.luck, values=values)
        if self.order is not UNSET:
            return self.order
        if table.luck is None or not table.options.shuffle:
            return [*seats]
        return table.luck.order(len(seats))

    def _names(self, secret: StartSecret, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Return the names of the players in the game, in the order of play.

        If this entry has stored names, return these. Otherwise, make distinct names from the
        names and bots of the seats.

        Args:
            secret: the secret of this entry. If it has a deal but the entry has no names, an early
                version started the game, and that version's rule for equal names is used.
            seats: the seats in the order of play.
        """
        if self.names is not UNSET:
            return tuple(self.names)
        wanted = [
            mended(seat.name or (seat.bot or "").capitalize(), f"Player {number + 1}")
            for number, seat in enumerate(seats)
        ]
        if secret.dealt is UNSET:
            return distinct(wanted)
        # An earlier version, which kept no names, started this game. It changed a name only if
        # another name was exactly equal.
        return distinct(wanted, alike=str)

    def sit(self, seating: Seating) -> None:
        """Put the seats of the seating in the order of play."""
        if self.order is not UNSET:
            seating.reorder(self.order)

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return one pair for each seat: the person's id or None, and the name in the game."""
        names = () if self.names is UNSET else self.names
        return [(seating.person(seat), name) for seat, name in enumerate(names)]

    def without(self, forgetting: Forgetting) -> Started:
        """Return the entry with a neutral name for each seat of the deleted person."""
        if self.names is UNSET:
            return self
        names = [
            forgetting.name_at(seat) if forgetting.is_theirs(seat) else name
            for seat, name in enumerate(self.names)
        ]
        return msgspec.structs.replace(self, names=names)
