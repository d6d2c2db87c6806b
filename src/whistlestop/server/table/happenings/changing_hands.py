"""Seats that get another player during a game.

A player can offer their own seat. The host can offer the seat of a player who is away, if all
others agree, or give it to a bot. People who lost a seat while they were away can take it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.holders import Offer, Offerer, Owner
from whistlestop.server.table.requests import SeatRequest
from whistlestop.server.table.seats import Seat

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class SeatOpened(Notice, tag="SeatOffered", frozen=True):
    """The notice that an offer of a seat was made or withdrawn.

    If `open` is true, anybody who has the link can take the seat. `by` says who offers the seat:
    the `player` who sits there, or the `host`.
    """

    seat: int
    """The seat that is or was offered."""
    by: str
    """Who offers the seat: `player` or `host`."""
    open: bool
    """Whether the seat is offered; false = the offer was withdrawn."""


class SeatRequested(Notice, tag="SeatAsked", frozen=True, omit_defaults=True):
    """The notice that the host asked the players to give a seat to another person.

    `name` is the name of the player who has the seat.
    """

    seat: int
    """The seat that another person would take."""
    name: str
    """The name of the player in that seat."""
    name_of: str | None = None
    """The word that `name` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `name`."""


class SeatConsent(Notice, tag="SeatAnswered", frozen=True, omit_defaults=True):
    """The notice that a player answered the host's request to give a seat to another person.

    `owner` is the name of the player who has the seat. If `agrees` is false, the request has ended.
    `role` says who answered. `asker` is the host, whose refusal withdraws the request. `owner` is
    the player who has the seat, and who keeps it by refusing. `other` is any other player.
    """

    seat: int | None
    """The seat that answered; null if the host has no seat and withdrew the request."""
    owner: str
    """The name of the player who has the seat."""
    agrees: bool
    """Whether the player agreed. If false, the request has ended."""
    role: str
    """Who answered: `asker` = the host, `owner` = the player who has the seat, or `other`."""
    owner_of: str | None = None
    """The word that `owner` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `owner`."""


class SeatTakenOver(Notice, tag="TakenOver", frozen=True, omit_defaults=True):
    """The notice that a person took a seat during the game.

    `before` is the name of the player who had the seat. `back` is true if the person had lost this
    seat while they were away.
    """

    seat: int
    """The seat that the person took."""
    name: str
    """The name of the person."""
    before: str
    """The name of the player who had the seat."""
    name_of: str | None = None
    """The word that `name` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `name`."""
    before_of: str | None = None
    """The word that `before` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `before`."""
    back: bool = False
    """Whether the person had lost this seat while they were away."""


class PlayerReplaced(Notice, tag="Replaced", frozen=True, omit_defaults=True):
    """The notice that the host gave the seat of an absent player to a bot.

    `before` is the name of the player, who can take the seat back.
    """

    seat: int
    """The seat that the bot got."""
    name: str
    """The displayed name of the bot."""
    before: str
    """The name of the player who had the seat."""
    name_of: str | None = None
    """The word that `name` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `name`."""
    before_of: str | None = None
    """The word that `before` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `before`."""


class SeatOffered(Happening, tag_field="kind", tag="seat_offered", frozen=True):
    """The entry for an offer of a seat to anybody who has the link, or for its withdrawal."""

    seat: int
    by: Offerer
    """Who offers the seat: the player who sits there, or the host."""
    key: str | None
    """The hash of the link's key; null if the offer is withdrawn."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that a link with `key` offers the seat. If `key` is None, remove the offer.

        Return the notice about the offer.
        """
        if self.key is None:
            table.holders.offers.pop(self.seat, None)
        else:
            table.holders.offers[self.seat] = Offer(self.by, self.key)
        return SeatOpened(self.seat, self.by, self.key is not None)


class SeatAsked(Happening, tag_field="kind", tag="seat_asked", frozen=True):
    """The entry for the host's request to give a seat to another person."""

    seat: int
    """The seat that the request is about."""
    asker: int | None
    """The host's seat; null if the host has none."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record the host's request for the seat, to which nobody has agreed yet.

        Return the notice about the request.
        """
        request = SeatRequest(entry.number, entry.at, frozenset(), self.seat, self.asker)
        table.requests.seat = request
        table.requests.seats_asked_at[self.seat] = entry.at
        seat = table.seats[self.seat]
        return SeatRequested(self.seat, seat.name, seat.name_of)


class SeatAnswered(Happening, tag_field="kind", tag="seat_answer", frozen=True):
    """The entry for an answer to the host's request to give a seat to another person.

    Any refusal ends the request. If the player in the seat refuses, the player keeps the seat. If
    the host refuses, this withdraws the request.
    """

    seat: int | None
    """The seat that answers; null for a host without a seat."""
    agrees: bool

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the seat agrees to the host's request. If the seat refuses, end the request.

        If the host has offered the seat already, a refusal ends this offer, too. Return the notice
        about the answer.
        """
        request = table.requests.seat
        assert request is not None
        seat, agrees = self.seat, self.agrees
        role = "asker" if seat == request.asker else "owner" if seat == request.seat else "other"
        if agrees and seat is not None:
            table.requests.seat = request.with_consent(seat)
        else:
            drop_request(table)
        there = table.seats[request.seat]
        return SeatConsent(seat, there.name, agrees, role, there.name_of)


class TakenOver(Happening, tag_field="kind", tag="taken_over", frozen=True):
    """The entry for a person who took a seat during the game.

    The person is a new player, or one who had the seat before.
    """

    seat: int
    person: str
    """The id of the person who took the seat."""
    name: str
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""
    back: bool | UnsetType = UNSET
    """Whether the person had lost this seat while they were away; absent if not."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Put the person on the seat. Return the notice about the new player.

        If the seat was the host's only seat, the person becomes the host. Requests, consents and
        offers of the player who had the seat end.
        """
        seat, person, back = self.seat, self.person, self.back is True
        offer = table.holders.offers.get(seat)
        by_host = offer is not None and offer.by == "host"
        beside = _let_go(table, seat, person, back=back, by_host=by_host)
        before = _give_up(table, seat)
        table.holders.former.pop(person, None)
        new = Seat(
            "person",
            person,
            self.name,
            colour=before.colour,
            given=self.given is True,
            beside=beside,
        )
        _put(table, seat, new, entry.at)
        gone = before.person is not None and not table.seats_of(before.person)
        if gone and before.person == table.host:
            table.host = person
        return SeatTakenOver(seat, self.name, before.name, new.name_of, before.name_of, back)

    def sit(self, seating: Seating) -> None:
        """Record in the seating that the person sits on the seat."""
        seating.put(self.seat, self.person)

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return one pair: the id and the name of the person who took the seat."""
        return [(self.person, self.name)]

    def without(self, forgetting: Forgetting) -> TakenOver:
        """Return the entry with a neutral name and a random id if the deleted person took the seat.

        If another person took the seat, return the entry itself.
        """
        changed = forgetting.blank_at(self.seat, self.person, self.name, self.given)
        return msgspec.structs.replace(self, **changed)


class Replaced(Happening, tag_field="kind", tag="replaced", frozen=True):
    """The entry for a bot to which the host gave the seat of an absent player."""

    seat: int
    bot: str
    name: str

    def change(self, table: Table, entry: Entry) -> Notice:
        """Put the bot on the seat. Return the notice about the bot.

        The player who had the seat can take it back.
        """
        _remember_owner(table, self.seat)
        before = _give_up(table, self.seat)
        new = Seat("bot", name=self.name, bot=self.bot, colour=before.colour)
        _put(table, self.seat, new, entry.at)
        return PlayerReplaced(self.seat, self.name, before.name, new.name_of, before.name_of)

    def sit(self, seating: Seating) -> None:
        """Record in the seating that no person sits on the seat."""
        seating.put(self.seat, None)


def asked_to_pass(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that have to agree before the host can give `seat` to another person.

    All people who play have to agree, except the host, the person in `seat`, and the players at
    the devices of these two. Only one seat of each other device is asked. If a bot stands in for
    a person, the seat is still asked, and only the person can agree.
    """
    asked: dict[str, int] = {}
    for number, there in enumerate(table.seats):
        person = there.person
        if person is None or person in (table.host, table.seats[seat].person):
            continue
        if number != seat and there.kind == "person" and not there.resigned:
            asked.setdefault(person, number)
    return tuple(asked.values())


def awaited_to_pass(table: Table) -> tuple[int, ...]:
    """Return the seats that have not yet agreed to the host's request for a seat.

    The tuple is empty if there is no such request.
    """
    request = table.requests.seat
    if request is None:
        return ()
    asked = asked_to_pass(table, request.seat)
    return tuple(seat for seat in asked if seat not in request.agreed)


def claimants(table: Table, seat: int) -> tuple[str, ...]:
    """Return the ids of the people who have a right to a seat.

    They are the people who lost the seat while they were away, and the person who has it now. A
    person who has resigned is left out.
    """
    there = table.seats[seat]
    playing = there.kind == "person" and not there.resigned
    people = dict.fromkeys(owner.person for owner in table.holders.owners.get(seat, ()))
    if playing and there.person is not None:
        people[there.person] = None
    return tuple(people)


def reclaimable(table: Table, person: str | None) -> tuple[int, ...]:
    """Return the seats that a person lost while they were away, and can take back.

    The tuple is empty if the game is not going on.

    Args:
        table: the table.
        person: the person's id; None = nobody is signed in, and the result is empty.
    """
    if person is None or table.state != "playing":
        return ()
    return tuple(
        seat
        for seat, owners in sorted(table.holders.owners.items())
        if any(owner.person == person for owner in owners)
    )


def drop_request(table: Table) -> None:
    """End the host's request for a seat, and the offer that resulted from it."""
    request, table.requests.seat = table.requests.seat, None
    offer = None if request is None else table.holders.offers.get(request.seat)
    if request is not None and offer is not None and offer.by == "host":
        del table.holders.offers[request.seat]


def _remember_owner(table: Table, seat: int) -> None:
    """Record that the person in a seat can take the seat back after losing it while away."""
    there, owners = table.seats[seat], table.holders.owners
    if there.kind == "person" and not there.resigned and there.person is not None:
        owner = Owner(there.person, there.name, there.beside)
        owners[seat] = (*owners.get(seat, ()), owner)


def _let_go(table: Table, seat: int, person: str, *, back: bool, by_host: bool) -> bool:
    """Update who has the right to take back a seat, just before a person takes the seat.

    If the person who takes the seat has this right, it ends. The rights of people who lost the seat
    later end, too. Otherwise, if the host offered the seat, the player in the seat gets the right.

    Args:
        table: the table.
        seat: the number of the seat.
        person: the id of the person who takes the seat.
        back: whether the person takes the seat back.
        by_host: whether the host offered the seat.

    Returns:
        Whether the person takes the seat back for a second player at their device.
    """
    owners = table.holders.owners.get(seat, ())
    mine = next((at for at, one in enumerate(owners) if one.person == person), None)
    if mine is not None:
        # Later owners had the seat only until this person came back, so their rights end, too.
        table.holders.owners[seat] = owners[:mine]
        return back and owners[mine].beside
    if by_host:
        _remember_owner(table, seat)
    return False


def _give_up(table: Table, seat: int) -> Seat:
    """End all requests, consents and offers of the player of a seat.

    Append the present `Seat` to `Holders.earlier`, and return it. `table.seats` stays unchanged.

    If this is the player's only seat, record the player as a former player of the game.
    """
    before = table.seats[seat]
    table.holders.earlier.setdefault(seat, []).append(before)
    if before.person is not None and table.seats_of(before.person) == (seat,):
        table.holders.former[before.person] = seat
    table.forget_requests(seat)
    if table.requests.take_back is not None:
        # The new player has agreed to nothing.
        table.requests.take_back = table.requests.take_back.without_consent(seat)
    table.holders.offers.pop(seat, None)
    return before


def _put(table: Table, seat: int, new: Seat, at: float) -> None:
    """Put a new player on a seat during the game, with at least `RESPITE` seconds on the clock.

    Args:
        table: the table.
        seat: the number of the seat.
        new: the seat with the new player.
        at: the time of the change, in seconds since 1970.
    """
    table.seats[seat] = new
    table.clocks.begin_again(seat, at, table.options.clock)
    assert table.game is not None
    table.game.seats = tuple(seat.name for seat in table.seats)
