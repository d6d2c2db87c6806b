"""The seats of a table, and the options with which it was set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.player_names import LONGEST_BOT, is_at_table, is_bot, mended

Colour = Literal["blue", "red", "yellow", "black", "turquoise"]
"""The colours of pieces, named as in drawings: one for each seat of the largest table."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

BotPace = Literal["relaxed", "brisk", "instant"]
"""How fast bots move. A slower pace lets people follow."""

SeatKind = Literal["person", "bot", "open"]
"""Who has a seat: a person, a bot, or nobody yet."""

PaceKind = Literal["none", "minutes", "days"]
"""The kind of clock: `none`, `minutes` per player for the whole game, or `days` per turn."""


class Seat(msgspec.Struct, omit_defaults=True):
    """A seat at the table: who has it, the name that is shown, and the colour of the pieces."""

    kind: SeatKind
    person: str | None = None
    name: str = ""
    """The displayed name; empty for a person without a name, and for a bot before the start."""
    bot: str | None = None
    """The name of the bot that plays here instead of a person; None if no bot does."""
    colour: Colour | None = None
    """The colour of the pieces. Before the start, None for bots and open seats.

    At the start, seats without a colour get the colours that are left.
    """
    standin: bool = False
    """Whether a bot moves until the person returns."""
    resigned: bool = False
    """Whether the person has resigned, so that a bot moves until the end."""
    given: bool = False
    """Whether the server made the name because the person has not chosen one."""
    beside: bool = False
    """Whether a second person sits here, at the first person's device and with their own name."""

    @property
    def name_of(self) -> str | None:
        """The word that a generated name begins with: `player`, or the name of the bot.

        None if a person chose the name. A number may follow the word in the name. Pages translate
        the word.
        """
        made = "player" if self.given else self.bot if self.kind == "bot" else None
        return made if made and self.name.startswith(made.capitalize()) else None

    @property
    def by_bot(self) -> bool:
        """Whether a bot currently moves for this seat."""
        return self.kind == "bot" or self.standin or self.resigned

    def mended(self) -> Seat:
        """Return a copy of the seat with allowed names for the player and the bot.

        Earlier versions stored names that are not allowed any more. `player_names.mended` turns
        them into allowed names.
        """
        return Seat(**with_mended_names(msgspec.structs.asdict(self)))


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table, such as its clock, its bots' pace, and whether hints are allowed."""

    public: bool = False
    pace: PaceKind = "none"
    """The kind of clock: `none`, `minutes` per player for the whole game, or `days` per turn."""
    amount: int | float = 0
    """The number of minutes or days. A whole number in the JSON stays an `int`."""
    standin_after: float | None = None
    """Seconds after which a bot moves for an absent person; None = bots never stand in."""
    shuffle: bool = True
    """Whether the order of play is random."""
    explain: bool | UnsetType = UNSET
    """Whether bots explain their moves during the game; absent = they do not."""
    take_back: bool | UnsetType = UNSET
    """Whether moves may be taken back; absent = only if there is no clock."""

    @property
    def takes_back(self) -> bool:
        """Whether moves may be taken back at this table."""
        return self.clock is None if self.take_back is UNSET else self.take_back

    bot_pace: BotPace | UnsetType = UNSET
    """The bots' pace; absent = `brisk`."""

    @property
    def pace_of_bots(self) -> BotPace:
        """The bots' pace, with the default filled in."""
        return "brisk" if self.bot_pace is UNSET else self.bot_pace

    hints: bool | UnsetType = UNSET
    """Whether players can ask for hints during the game; absent = they cannot."""

    @property
    def hinted(self) -> bool:
        """Whether players can ask for hints. They never can with a clock of minutes."""
        return self.hints is True and self.pace != "minutes"

    @property
    def explained(self) -> bool:
        """Whether bots explain their moves during the game."""
        return self.explain is True

    @property
    def clock(self) -> float | None:
        """The seconds on each clock at its start; None if there is no clock."""
        seconds = {"minutes": 60.0, "days": 86400.0}.get(self.pace)
        return None if seconds is None else seconds * self.amount


def with_mended_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a stored seat with allowed names for the player and the bot.

    Earlier versions stored names that are not allowed any more. They are turned into allowed names.
    If a name has no allowed characters, the player's name becomes empty, and the bot's `bot`.

    Args:
        data: the fields, as read from JSON. They stay unchanged.
    """
    name, bot = data.get("name"), data.get("bot")
    if name and not is_at_table(name):
        data = {**data, "name": mended(name, "")}
    if bot and not is_bot(bot):
        data = {**data, "bot": mended(bot, "bot", LONGEST_BOT)}
    return data


def free_colour(liked: Colour, reserved: Iterable[Colour], seats: Iterable[Seat]) -> Colour:
    """Return the colour for a person who sits down.

    If the favourite is taken, the colours after it in `COLOURS` are tried in order, then those
    before it.

    Args:
        liked: the person's favourite.
        reserved: colours that are not free, in addition to the colours at the table.
        seats: the seats of the table.

    Raises:
        StopIteration: no colour is free.
    """
    taken = {*reserved, *(seat.colour for seat in seats)}
    first = COLOURS.index(liked)
    ordered = COLOURS[first:] + COLOURS[:first]
    return next(name for name in ordered if name not in taken)


def colours(seats: Sequence[Seat]) -> tuple[Colour | None, ...]:
    """Return the colour of each seat. Seats without a colour get the colours that are left.

    Open seats get None.
    """
    taken = {seat.colour for seat in seats}
    left: Iterator[Colour] = (name for name in COLOURS if name not in taken)
    return tuple(seat.colour or (None if seat.kind == "open" else next(left)) for seat in seats)
