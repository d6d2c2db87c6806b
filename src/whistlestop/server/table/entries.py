"""Entries: what a table keeps for ever, each of them one durable change.

`Content` is the union of everything that can happen; `Table.apply` carries it out. Each kind names
itself by its tag, which the database keeps in a column of its own, beside JSON of the fields. What
no client may learn while the game runs is in `secret`, and in a column of its own as well.

Entries are read for ever: a field may be added where `UNSET` or another default stands for its
absence, but none may be renamed, and no kind may be dropped. `docs/entries.md` lists them all.
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
"""Who takes an action."""

Why = Literal["absent", "clock"]
"""Why a bot stands in for a person: they are away, or the clock has run out."""


Offerer = Literal["player", "host"]
"""Who lets another person have a seat."""

Pace = Literal["none", "minutes", "days"]
"""The kind of time to think: none, minutes for a player and a game, or days for a turn."""


class EntryError(Exception):
    """An entry in the database cannot be read; `str()` says which, and why."""


class SpokenAction:
    """An action by its words, and as the action itself once it has been read."""

    __slots__ = ("action", "words")

    def __init__(self, words: str, action: Action | None = None) -> None:
        """Make it from words in the notation and, where it is known, the action they mean."""
        self.words = words
        self.action = action

    @property
    def known(self) -> Action | str:
        """The action itself, or its words where nobody has read them yet."""
        return self.words if self.action is None else self.action

    def __repr__(self) -> str:
        return f"SpokenAction({self.words!r})"


class CreationSecret(Struct, frozen=True):
    """The server's share of the luck, hidden until the game is over."""

    seed: int
    """A number of 64 bits."""
    salt: str
    """What keeps anybody from finding the seed by trying all of them against the commitment."""


class Created(Struct, tag_field="kind", tag="created", frozen=True):
    """A table was set up."""

    edition: str
    """The name of the edition."""
    seats: list[Seat]
    """The seats in the order in which they were set up, which the start may shuffle."""
    options: Options
    host: str | None = None
    """The id of the person who set the table up."""
    imported: bool = False
    """Whether the game was read from a record."""
    edition_text: str | UnsetType = UNSET
    """The file of an own edition; absent for an edition that is part of the program."""
    luck: str | UnsetType = UNSET
    """What the host added to the luck, for the seat they sit in."""
    lesson: str | UnsetType = UNSET
    """The name of the lesson that is taken here, whose deal is fixed; absent if it is none."""
    secret: CreationSecret | UnsetType = UNSET


class Joined(Struct, tag_field="kind", tag="joined", frozen=True):
    """A person took an open seat."""

    seat: int
    person: str
    """The id of the person."""
    name: str
    colour: Colour | None = None
    luck: str | UnsetType = UNSET
    """What the person added to the luck."""
    given: bool | UnsetType = UNSET
    """Whether the name was made for a person who has not said one; absent if not."""
    beside: bool | UnsetType = UNSET
    """Whether somebody else sits down at the person's device; absent if not."""


class Left(Struct, tag_field="kind", tag="left", frozen=True):
    """A person gave a seat back before the game began."""

    seat: int


class StartSecret(Struct, frozen=True):
    """The part of a start that stays hidden until the end of the game."""

    seed: int | UnsetType = UNSET
    """The seed of the game, of 64 bits, where the table was set up without a share of luck."""
    salt: str | UnsetType = UNSET
    """What hides that seed in the commitment."""
    dealt: list[str] | UnsetType = UNSET
    """What the deal brought, in the words of a record; absent until it has been dealt."""


class Started(Struct, tag_field="kind", tag="started", frozen=True):
    """The game began, with bots on the seats that were still open."""

    order: list[int] | UnsetType
    """The seats as they were set up, in the order of play: seats are counted anew from here on.

    Absent until it has been drawn.
    """
    bot: str
    """The bot that plays on seats that were open."""
    starter: int | UnsetType | None = UNSET
    """The seat that begins; null or absent where the starter is drawn by lot."""
    names: list[str] | UnsetType = UNSET
    """What the players are called in the game, in the order of play; absent until it has begun.

    Entries from before names were kept have none.
    """
    secret: StartSecret | UnsetType = UNSET


class Moved(Struct, tag_field="kind", tag="move", frozen=True):
    """An action was taken."""

    seat: int
    action: SpokenAction
    """The action in the words of the notation, as records write it."""
    by: Mover
    """Who took it: the person, the bot of the seat, a bot for the person, or a record."""
    id: str | UnsetType = UNSET
    """The id that a person's request named: the same request sent again is not taken again."""
    spent: float | UnsetType = UNSET
    """Seconds that the decision took; absent without a clock of minutes."""
    outcomes: list[str] | UnsetType = UNSET
    """What chance brought, in the words of a record; absent until the action has been taken."""


class Renamed(Struct, tag_field="kind", tag="renamed", frozen=True):
    """A person is called something else from now on."""

    seat: int
    name: str
    given: bool | UnsetType = UNSET
    """Whether the name was made for a person who has not said one; absent if not."""


class Recoloured(Struct, tag_field="kind", tag="recoloured", frozen=True):
    """A seat plays with pieces of another colour from now on."""

    seat: int
    colour: Colour | None


class Resigned(Struct, tag_field="kind", tag="resigned", frozen=True):
    """A person turned a seat over to a bot for good."""

    seat: int
    bot: str


class StandinStarted(Struct, tag_field="kind", tag="standin", frozen=True):
    """A bot moves for a person until they return."""

    seat: int
    why: Why
    """Why: the person is away, or the seat's clock has run out."""
    bot: str


class StandinAfterChanged(Struct, tag_field="kind", tag="standin_after", frozen=True):
    """The host chose anew when bots stand in."""

    seconds: float | None
    """Seconds after which a bot moves for somebody absent; null = never."""


class OptionsChanged(Struct, tag_field="kind", tag="bots", frozen=True):
    """The host chose something about the bots anew."""

    bot_pace: BotPace | UnsetType = UNSET
    """How long they wait before they move; absent = as before."""
    explain: bool | UnsetType = UNSET
    """Whether they say during the game, too, why they made a move; absent = as before."""


class StandinEnded(Struct, tag_field="kind", tag="returned", frozen=True):
    """A person took a seat back from the bot that stood in."""

    seat: int


class ClocksResumed(Struct, tag_field="kind", tag="resumed", frozen=True):
    """No server was running for a while, and no clock; all go on from this moment."""


class Said(Struct, tag_field="kind", tag="chat", frozen=True):
    """A person said one of the phrases."""

    seat: int
    phrase: str
    """The code of the phrase."""


class RematchMade(Struct, tag_field="kind", tag="rematch", frozen=True):
    """A person set up another table for the same players."""

    seat: int
    table: str
    """The id of the new table."""


class TakeBackAsked(Struct, tag_field="kind", tag="take_back_asked", frozen=True):
    """A person asked the others to let them take a move of theirs back."""

    seat: int
    move: int
    """The first move that would be taken back, counted from 1; all after it go with it."""


class TakeBackAnswered(Struct, tag_field="kind", tag="take_back_answer", frozen=True):
    """A person agreed to what was asked, or did not; whoever asked thinks better of it so, too."""

    seat: int
    agrees: bool


class TakenBack(Struct, tag_field="kind", tag="taken_back", frozen=True):
    """A move of a seat was taken back with all moves after it, and chance stands where it stood."""

    seat: int
    move: int
    """The first of them, counted from 1: the game is as it was before it."""


class Forgotten(Struct, frozen=True, tag_field="kind", tag="forgotten"):
    """A person had the server forget them: a bot plays on for them, and no entry names them."""

    person: str
    """The id that stands in the earlier entries of this table in the place of theirs."""
    bot: str


class SeatOffered(Struct, tag_field="kind", tag="seat_offered", frozen=True):
    """A seat can be taken by whoever has the link, or can no longer be."""

    seat: int
    by: Offerer
    """Whether the player gives it away, or the host opens it."""
    key: str | None
    """The hash of the link's key; null: the offer is withdrawn."""


class SeatAsked(Struct, tag_field="kind", tag="seat_asked", frozen=True):
    """The host asked the others whether another person may have a seat."""

    seat: int
    """The seat in question."""
    asker: int | None
    """The host's seat; null if they have none."""


class SeatAnswered(Struct, tag_field="kind", tag="seat_answer", frozen=True):
    """A person agreed to what `seat_asked` asks, or ended it.

    Others refuse so, the host gives the wish up, and the seat's owner keeps it.
    """

    seat: int | None
    """Who answers; null for a host without a seat."""
    agrees: bool


class TakenOver(Struct, tag_field="kind", tag="taken_over", frozen=True):
    """Another person took a seat in a game that was being played, or its owner took it back."""

    seat: int
    person: str
    """The id of the person."""
    name: str
    given: bool | UnsetType = UNSET
    """Whether the name was made for a person who has not said one; absent if not."""
    back: bool | UnsetType = UNSET
    """Whether it is somebody who lost the seat while they were away; absent if not."""


class Replaced(Struct, tag_field="kind", tag="replaced", frozen=True):
    """The host gave a seat to a bot for good."""

    seat: int
    bot: str
    name: str


class HostChanged(Struct, tag_field="kind", tag="host", frozen=True):
    """The person in a seat is the host from now on."""

    seat: int


class PaceChanged(Struct, tag_field="kind", tag="pace", frozen=True):
    """The host chose another time to think."""

    pace: Pace
    amount: int | float
    """How many minutes or days."""


class CloseAsked(Struct, tag_field="kind", tag="close_asked", frozen=True):
    """The host asked the others to let the game end without a result."""

    seat: int | None
    """The host's; null if they have none."""


class CloseAnswered(Struct, tag_field="kind", tag="close_answer", frozen=True):
    """A person agreed to that, or did not; the host thinks better of it so, too."""

    seat: int | None
    agrees: bool


class Closed(Struct, tag_field="kind", tag="closed", frozen=True):
    """The host closed the table: nothing more happens there."""

    seat: int | None
    """The host's; null if they have none."""


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
"""Everything that can happen at a table."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One durable change of a table."""

    number: int
    """The table's version once this has happened; the first entry is number 1."""
    content: Content
    at: float
    """When it happened, in seconds since 1970."""


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
    """The tag of a content, which the database keeps as its kind."""
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
"""How long the tag is at the beginning of each kind's JSON."""


def to_keep(entry: Entry) -> KeptEntry:
    """An entry as the database keeps it."""
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
    """JSON in which no character is half: names that earlier versions kept may hold such halves."""
    if "\\ud" not in data:
        return data
    return json.dumps(json.loads(data), ensure_ascii=False).encode("utf-8", "replace")


def from_kept(kept: KeptEntry) -> Entry:
    """An entry as it was kept.

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
