"""What people at a table ask for, and what they see there."""

from __future__ import annotations

from tests.server.serving import Json, Person, Running


def seated(server: Running, *names: str, **options: object) -> tuple[list[Person], str]:
    """Start a game of people with these names, who are not connected. Return them and the table."""
    people = [server.person(name) for name in names]
    table = people[0].new_table("usa", "me", *["open"] * (len(names) - 1), **options)
    for person in people[1:]:
        person.posted(f"/api/tables/{table}/join")
    return people, table


def posted(person: Person, table: str, verb: str, **body: object) -> Json:
    """Send a request about a table. Return the table afterwards, as this person sees it."""
    person.posted(f"/api/tables/{table}/{verb}", body)
    return person.table(table)


def refused(person: Person, table: str, verb: str, **body: object) -> str:
    """Send a request that the server refuses. Return the code of the refusal."""
    return person.refused(f"/api/tables/{table}/{verb}", body)[1]


def key_of(person: Person, table: str, seat: int) -> str:
    """Offer a seat. Return the key with which another person can take it."""
    key = person.posted(f"/api/tables/{table}/seats/offer", {"seat": seat})["key"]
    assert key is not None
    return key


def last(update: Json) -> Json:
    """Return the newest event."""
    return update["log"][-1]["events"][-1]


def hand(update: Json, seat: int) -> Json | None:
    """Return the cards of a seat; None if the viewer may not see them."""
    return update["position"]["players"][seat]["hand"]


def seats(update: Json) -> list[tuple[str, str]]:
    """Return the kind and the name of each seat."""
    return [(seat["kind"], seat["name"]) for seat in update["table"]["seats"]]


def painter(server: Running, name: str, colour: str) -> Person:
    """Return a new person who prefers a colour."""
    person = server.person(name)
    assert person.posted("/api/me", {"colour": colour})["colour"] == colour
    return person


def colours(update: Json) -> list[str | None]:
    """Return the colour of each seat."""
    return [seat["colour"] for seat in update["table"]["seats"]]
