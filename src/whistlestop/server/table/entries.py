"""Entries: the durable changes of which a table's history consists.

`Content` is the union of all kinds of changes. `Table.apply` carries them out. The tag of each kind
is stored in a database column of its own, beside a column with JSON of the fields. What no client
may learn while the game runs is in the field `secret`, which also has a column of its own.

Every later version must be able to read the entries. A field may be added if `UNSET` or another
default stands for its absence. No field may be renamed, and no kind may be dropped.
`docs/entries.md` lists all kinds.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from whistlestop.actions import Action
from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.seats import BotPace, Colour, Options, Seat

Mover = Literal["person", "bot", "standin", "record"]
"""Who takes an action: the person, the seat's bot, a bot that stands in, or a record."""

Why = Literal["absent", "clock"]
"""Why a bot stands in for a person: the person is away, or the clock has run out."""


Offerer = Literal["player", "host"]
"""Who offers a seat to another person: the player who sits there, or the host."""

Pace = Literal["none", "minutes", "days"]
"""The kind of clock: none, minutes per player for the whole game, or days per turn."""


class EntryError(Exception):
    """An entry in the database cannot be read. The message says which entry, and why."""


class SpokenAction:
    """An action in the words of the notation, and the action itself after it has been read."""

    __slots__ = ("action", "words")

    def __init__(self, words: str, action: Action | None = None) -> None:
        """Create the object from words in the notation and, if known, the action they mean."""
        self.words = words
        self.action = action

    @property
    def known(self) -> Action | str:
        """The action itself, or its words if they have not been read yet."""
        return self.words if self.action is None else self.action

    def __repr__(self) -> str:
        return f"SpokenAction({self.words!r})"


class CreationSecret(Struct, frozen=True):
    """The server's part of the luck, hidden until the game is over."""

    seed: int
    """A number of 64 bits."""
    salt: str
    """A random text that prevents finding the seed by trying all seeds against the commitment."""


class Created(Struct, tag_field="kind", tag="created", frozen=True):
    """A table was set up."""

    edition: str
    """The name of the edition."""
    seats: list[Seat]
    """The seats in the order in which they were set up. The start may shuffle them."""
    options: Options
    host: str | None = None
    """The id of the person who set the table up."""
    imported: bool = False
    """Whether the game was read from a record."""
    edition_text: str | UnsetType = UNSET
    """The file of a player's own edition; absent for an edition that comes with the program."""
    luck: str | UnsetType = UNSET
    """The value that the host added to the luck, for the host's seat."""
    lesson: str | UnsetType = UNSET
    """The name of the lesson played at this table, which fixes the deal; absent if none is."""
    secret: CreationSecret | UnsetType = UNSET


class Joined(Struct, tag_field="kind", tag="joined", frozen=True):
    """A person took an open seat."""

    seat: int
    person: str
    """The id of the person."""
    name: str
    colour: Colour | None = None
    luck: str | UnsetType = UNSET
    """The value that the person added to the luck."""
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""
    beside: bool | UnsetType = UNSET
    """Whether this is a second person at the device of a seated person; absent if not."""


class Left(Struct, tag_field="kind", tag="left", frozen=True):
    """A person gave a seat back before the game began."""

    seat: int


class StartSecret(Struct, frozen=True):
    """The part of a start that stays hidden until the end of the game."""

    seed: int | UnsetType = UNSET
    """The seed of the game, of 64 bits, if the table was set up without a secret of its own."""
    salt: str | UnsetType = UNSET
    """The salt that hides `seed` in the commitment."""
    dealt: list[str] | UnsetType = UNSET
    """The cards and tickets dealt, in the words of a record; absent until they have been dealt."""


class Started(Struct, tag_field="kind", tag="started", frozen=True):
    """The game began. Bots took the seats that were still open."""

    order: list[int] | UnsetType
    """The order of play: each item is the number of a seat as it was set up.

    Later entries number the seats in the order of play. Absent until the order has been drawn.
    """
    bot: str
    """The bot that plays on seats that were open."""
    starter: int | UnsetType | None = UNSET
    """The seat that begins; null or absent if the starter is drawn by lot."""
    names: list[str] | UnsetType = UNSET
    """The players' names in the game, in the order of play; absent until the game has begun.

    Also absent in entries that were written before names were kept.
    """
    secret: StartSecret | UnsetType = UNSET


class Moved(Struct, tag_field="kind", tag="move", frozen=True):
    """An action was taken."""

    seat: int
    action: SpokenAction
    """The action in the words of the notation, as records write it."""
    by: Mover
    """Who took the action: the person, the seat's bot, a bot that stands in, or a record."""
    id: str | UnsetType = UNSET
    """The id in a person's request. A request that is sent again with this id has no effect."""
    spent: float | UnsetType = UNSET
    """The seconds that the decision took; absent if the table has no clock of minutes."""
    outcomes: list[str] | UnsetType = UNSET
    """What chance brought, in the words of a record; absent until the action has been taken."""


class Renamed(Struct, tag_field="kind", tag="renamed", frozen=True):
    """A person changed their name."""

    seat: int
    name: str
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""


class Recoloured(Struct, tag_field="kind", tag="recoloured", frozen=True):
    """A seat changed the colour of its pieces."""

    seat: int
    colour: Colour | None


class Resigned(Struct, tag_field="kind", tag="resigned", frozen=True):
    """A person resigned: a bot plays on the seat until the end of the game."""

    seat: int
    bot: str


class StandinStarted(Struct, tag_field="kind", tag="standin", frozen=True):
    """A bot moves for a person until the person returns."""

    seat: int
    why: Why
    """Why the bot stands in: the person is away, or the seat's clock has run out."""
    bot: str


class StandinAfterChanged(Struct, tag_field="kind", tag="standin_after", frozen=True):
    """The host changed when bots stand in."""

    seconds: float | None
    """Seconds after which a bot moves for an absent person; null = bots never stand in."""


class OptionsChanged(Struct, tag_field="kind", tag="bots", frozen=True):
    """The host changed options of the bots."""

    bot_pace: BotPace | UnsetType = UNSET
    """The bots' pace; absent = unchanged."""
    explain: bool | UnsetType = UNSET
    """Whether bots explain their moves during the game; absent = unchanged."""


class StandinEnded(Struct, tag_field="kind", tag="returned", frozen=True):
    """A person took a seat back from the bot that stood in."""

    seat: int


class ClocksResumed(Struct, tag_field="kind", tag="resumed", frozen=True):
    """The clocks go on from this moment.

    Before, no server was running, or the machine's clock was set back.
    """


class Said(Struct, tag_field="kind", tag="chat", frozen=True):
    """A person said one of the fixed phrases."""

    seat: int
    phrase: str
    """The code of the phrase."""


class RematchMade(Struct, tag_field="kind", tag="rematch", frozen=True):
    """A person set up another table for the same players."""

    seat: int
    table: str
    """The id of the new table."""


class TakeBackAsked(Struct, tag_field="kind", tag="take_back_asked", frozen=True):
    """A person asked the other players to let them take back one of their moves."""

    seat: int
    move: int
    """The first move to be taken back, counted from 1. All later moves are taken back with it."""


class TakeBackAnswered(Struct, tag_field="kind", tag="take_back_answer", frozen=True):
    """A person answered a request to take a move back.

    If the person who asked does not agree, they withdraw the request.
    """

    seat: int
    agrees: bool


class TakenBack(Struct, tag_field="kind", tag="taken_back", frozen=True):
    """A move and all moves after it were taken back. The luck is also as it was before the move."""

    seat: int
    move: int
    """The first move that was taken back, counted from 1."""


class Forgotten(Struct, frozen=True, tag_field="kind", tag="forgotten"):
    """The server forgot a person at their request. A bot plays on. No entry names the person."""

    person: str
    """The random id that replaces the person's id in all earlier entries of this table."""
    bot: str


class SeatOffered(Struct, tag_field="kind", tag="seat_offered", frozen=True):
    """A seat was offered to anybody who has the link, or the offer was withdrawn."""

    seat: int
    by: Offerer
    """Who offers the seat: the player who sits there, or the host."""
    key: str | None
    """The hash of the link's key; null if the offer is withdrawn."""


class SeatAsked(Struct, tag_field="kind", tag="seat_asked", frozen=True):
    """The host asked the other players whether another person may take a seat."""

    seat: int
    """The seat that the request is about."""
    asker: int | None
    """The host's seat; null if the host has none."""


class SeatAnswered(Struct, tag_field="kind", tag="seat_answer", frozen=True):
    """A person answered the host's request of `seat_asked`.

    If another player refuses, or the person in the seat keeps it, or the host does not agree, the
    request ends.
    """

    seat: int | None
    """The seat that answers; null for a host without a seat."""
    agrees: bool


class TakenOver(Struct, tag_field="kind", tag="taken_over", frozen=True):
    """A person took a seat during the game. They are new there, or had lost it and take it back."""

    seat: int
    person: str
    """The id of the person."""
    name: str
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""
    back: bool | UnsetType = UNSET
    """Whether the person had lost this seat while they were away; absent if not."""


class Replaced(Struct, tag_field="kind", tag="replaced", frozen=True):
    """The host gave a seat to a bot for good."""

    seat: int
    bot: str
    name: str


class HostChanged(Struct, tag_field="kind", tag="host", frozen=True):
    """The person in a seat became the host."""

    seat: int


class PaceChanged(Struct, tag_field="kind", tag="pace", frozen=True):
    """The host changed the time to think."""

    pace: Pace
    amount: int | float
    """The number of minutes or days."""


class CloseAsked(Struct, tag_field="kind", tag="close_asked", frozen=True):
    """The host asked the other players to let the game end without a result."""

    seat: int | None
    """The host's seat; null if the host has none."""


class CloseAnswered(Struct, tag_field="kind", tag="close_answer", frozen=True):
    """A person agreed or refused to end the game. If the host does not agree, the request ends."""

    seat: int | None
    agrees: bool


class Closed(Struct, tag_field="kind", tag="closed", frozen=True):
    """The host closed the table. No entry can follow."""

    seat: int | None
    """The host's seat; null if the host has none."""


Content = (
    Created
    | Joined
    | Left
    | Started
    | Moved
    | Renamed
    | Recoloured
    | Resigned
    | StandinStarted
    | StandinAfterChanged
    | OptionsChanged
    | StandinEnded
    | ClocksResumed
    | Said
    | RematchMade
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | Forgotten
    | SeatOffered
    | SeatAsked
    | SeatAnswered
    | TakenOver
    | Replaced
    | HostChanged
    | PaceChanged
    | CloseAsked
    | CloseAnswered
    | Closed
)
"""All kinds of changes of a table."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One durable change of a table."""

    number: int
    """The table's version after the change. The first entry is number 1."""
    content: Content
    at: float
    """When the change happened, in seconds since 1970."""


# As the database keeps them ------------------------------------------------------------------


def _words(value: Any) -> Any:
    if isinstance(value, SpokenAction):
        return value.words
    raise TypeError(f"{value!r} cannot be kept")


def _spoken(kind: type, value: Any) -> Any:
    if kind is SpokenAction and isinstance(value, str):
        return SpokenAction(value)
    raise TypeError("an action is text")


def kind_of(content: Content | type[Content]) -> str:
    """Return the tag of a content, which the database keeps as its kind."""
    tag = content.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


_encoder: Final = msgspec.json.Encoder(enc_hook=_words)
_creation_secret: Final = msgspec.json.Decoder(CreationSecret)
_start_secret: Final = msgspec.json.Decoder(StartSecret)
_KINDS: Final[dict[type[Content], str]] = {kind: kind_of(kind) for kind in get_args(Content)}
_DECODERS: Final = {
    name: msgspec.json.Decoder[Content](kind, dec_hook=_spoken) for kind, name in _KINDS.items()
}
_TAGS: Final = {kind: len(f'{{"kind":"{name}"') for kind, name in _KINDS.items()}
"""The length of the tag at the beginning of each kind's JSON."""


def to_keep(entry: Entry) -> KeptEntry:
    """Return an entry as the database keeps it."""
    content, secret = entry.content, None
    if isinstance(content, Created | Started) and content.secret is not UNSET:
        secret = _encoder.encode(content.secret).decode()
        content = msgspec.structs.replace(content, secret=UNSET)
    kind = type(content)
    # The tag has a column of its own.
    fields = _encoder.encode(content).decode()[_TAGS[kind] :]
    data = "{" + fields.removeprefix(",")
    return KeptEntry(entry.number, _KINDS[kind], data, secret, entry.at)


def _whole(data: str) -> str | bytes:
    """Return the JSON with lone surrogates, which earlier versions kept, replaced by "?"."""
    if "\\ud" not in data:
        return data
    return json.dumps(json.loads(data), ensure_ascii=False).encode("utf-8", "replace")


def from_kept(kept: KeptEntry) -> Entry:
    """Return the entry that a database row holds.

    Raises:
        EntryError: the entry is damaged, or a later version of the program wrote it.
    """
    decoder = _DECODERS.get(kept.kind)
    if decoder is None:
        raise EntryError(
            f"entry {kept.number} is of the kind {kept.kind!r}, which this version does not know;"
            " a later version must have written it"
        )
    try:
        content = decoder.decode(_whole(kept.data))
        if kept.secret is not None:
            match content:
                case Created():
                    secret = _creation_secret.decode(kept.secret)
                    content = msgspec.structs.replace(content, secret=secret)
                case Started():
                    secret = _start_secret.decode(kept.secret)
                    content = msgspec.structs.replace(content, secret=secret)
                case _:
                    pass
        datetime.fromtimestamp(kept.at, UTC)
    except (msgspec.DecodeError, ValueError, OverflowError, OSError, TypeError) as error:
        raise EntryError(f"entry {kept.number} ({kept.kind}) is damaged: {error}") from error
    return Entry(kept.number, content, kept.at)
