"""The seats of a table, and the options with which it was set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.player_names import LONGEST_BOT, is_at_table, is_bot, mended

Colour = Literal["blue", "red", "yellow", "black", "turquoise"]
"""What the drawings call the colours of pieces; there are as many as seats at the largest table."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

BotPace = Literal["relaxed", "brisk", "instant"]
"""How long bots wait before they move, so that people can follow."""

SeatKind = Literal["person", "bot", "open"]


class Seat(msgspec.Struct, omit_defaults=True):
    """A place at the table."""

    kind: SeatKind
    person: str | None = None
    name: str = ""
    """Empty for a person without a name, and before the start for bots."""
    bot: str | None = None
    """Who plays here if no person does."""
    colour: Colour | None = None
    """Of the pieces; None before the start for bots and open seats: they take what is left."""
    standin: bool = False
    """Whether a bot moves until the person returns."""
    resigned: bool = False
    """Whether a bot moves for good."""
    given: bool = False
    """Whether the name was made for a person who has not said one."""
    beside: bool = False
    """Whether somebody else sits here, at the person's device and with a name of their own."""

    @property
    def name_of(self) -> str | None:
        """What a name was made of that nobody chose: `player`, or the bot's name; else None.

        A number may follow it. Pages say it in the reader's language.
        """
        made = "player" if self.given else self.bot if self.kind == "bot" else None
        return made if made and self.name.startswith(made.capitalize()) else None

    @property
    def by_bot(self) -> bool:
        """Whether a bot moves here now."""
        return self.kind == "bot" or self.standin or self.resigned

    def mended(self) -> Seat:
        """The seat by itself, with names that can be displayed: earlier versions kept any."""
        return Seat(**with_mended_names(msgspec.structs.asdict(self)))


@dataclass(frozen=True, slots=True)
class Options:
    """The options with which a table was set up."""

    public: bool = False
    pace: str = "none"
    """`none`, `minutes` for a player and a game, or `days` for a turn."""
    amount: int | float = 0
    """How many minutes or days; what was written as a whole number stays one."""
    standin_after: float | None = None
    """Seconds after which a bot moves for somebody absent; None = never."""
    shuffle: bool = True
    """Whether the order of play is drawn by lot."""
    explain: bool | UnsetType = UNSET
    """Whether bots say during the game, too, why they made a move; absent = they do not."""
    take_back: bool | UnsetType = UNSET
    """Whether moves may be taken back; absent = where there is no clock."""

    @property
    def takes_back(self) -> bool:
        """Whether moves may be taken back here."""
        return self.clock is None if self.take_back is UNSET else self.take_back

    bot_pace: BotPace | UnsetType = UNSET
    """How long bots wait before they move; absent = `brisk`."""

    @property
    def pace_of_bots(self) -> BotPace:
        """How long bots wait before they move."""
        return "brisk" if self.bot_pace is UNSET else self.bot_pace

    @property
    def explained(self) -> bool:
        """Whether bots say during the game, too, why they made a move."""
        return self.explain is True

    @property
    def clock(self) -> float | None:
        """Seconds on a clock at its start; None = there is none."""
        seconds = {"minutes": 60.0, "days": 86400.0}.get(self.pace)
        return None if seconds is None else seconds * self.amount


def with_mended_names(data: dict[str, Any]) -> dict[str, Any]:
    """A kept seat with names that can be displayed: earlier versions kept any."""
    name, bot = data.get("name"), data.get("bot")
    if name and not is_at_table(name):
        data = {**data, "name": mended(name, "")}
    if bot and not is_bot(bot):
        data = {**data, "bot": mended(bot, "bot", LONGEST_BOT)}
    return data


def free_colour(liked: Colour, reserved: Iterable[Colour], seats: Iterable[Seat]) -> Colour:
    """The colour for a person who sits down: their favourite, or else the next free one.

    Args:
        liked: their favourite.
        reserved: colours that are not free, besides those at the table.
        seats: those at the table.
    """
    taken = {*reserved, *(seat.colour for seat in seats)}
    first = COLOURS.index(liked)
    ordered = COLOURS[first:] + COLOURS[:first]
    return next(name for name in ordered if name not in taken)


def colours(seats: Sequence[Seat]) -> tuple[Colour | None, ...]:
    """The colour of every seat, every one different: those without one take what is left.

    Where nobody has one, as in games from before people chose theirs, they go by seat. Open seats
    have none.
    """
    taken = {seat.colour for seat in seats}
    left: Iterator[Colour] = (name for name in COLOURS if name not in taken)
    return tuple(seat.colour or (None if seat.kind == "open" else next(left)) for seat in seats)
