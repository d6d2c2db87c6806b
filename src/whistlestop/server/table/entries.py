"""Entries: the durable changes of which a table's history consists.

Each entry holds one of the kinds of `happenings`. The tag of each kind is stored in a database
column of its own, beside a column with JSON of the fields. The field `secret` has what no client
may learn while the game runs. It also has a column of its own. `docs/entries.md` lists all kinds.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import UNSET

from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.happenings import HAPPENINGS
from whistlestop.server.table.happenings.happening import Happening, kind_of
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import Created, CreationSecret
from whistlestop.server.table.happenings.starting import Started, StartSecret


class EntryError(Exception):
    """An entry in the database cannot be read. The message says which entry, and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One durable change of a table."""

    number: int
    """The table's version after the change. The first entry is number 1."""
    content: Happening
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


_encoder: Final = msgspec.json.Encoder(enc_hook=_words)
_creation_secret: Final = msgspec.json.Decoder(CreationSecret)
_start_secret: Final = msgspec.json.Decoder(StartSecret)
_KINDS: Final = {kind: kind_of(kind) for kind in HAPPENINGS}
_DECODERS: Final = {
    name: msgspec.json.Decoder(kind, dec_hook=_spoken) for kind, name in _KINDS.items()
}
_TAGS: Final = {kind: len(f'{{"kind":"{name}"') for kind, name in _KINDS.items()}
"""The number of characters of `{"kind":"TAG"`, with which the JSON of an entry begins, by kind."""


def to_keep(entry: Entry) -> KeptEntry:
    """Return an entry in the form in which the database keeps it."""
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
    """Return JSON in which "?" replaces lone surrogates, which earlier versions stored.

    The result is `data` itself if it has no escaped surrogates; otherwise it is UTF-8 bytes.
    """
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
