"""Setting tables up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.at_a_table import seats
from tests.server.serving import Running


def test_three_clicks_to_a_game(server: Running) -> None:
    """Without a name, without an account: a table with a bot begins at once."""
    person = server.person()
    table = person.new_table("usa", "me", "planner")
    update = person.table(table)
    assert update["table"]["state"] == "playing"
    you = {"seat": 0, "name": "", "seats": [0], "former": None}
    assert update["table"]["you"] == you
    assert seats(update) == [("person", "Player 1"), ("bot", "Planner")]
    assert update["table"]["host"] is True
    assert update["table"]["invite"] == f"/t/{table}"
    assert update["position"]["viewer"] == 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"edition": "moon", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_edition"),
        ({"edition": "../usa", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_edition"),
        ({"edition": "usa", "seats": [{"kind": "me"}]}, "wrong_number_of_seats"),
        ({"edition": "switzerland", "seats": [{"kind": "bot"}] * 4}, "wrong_number_of_seats"),
        ({"edition": "usa", "seats": []}, "bad_request"),
        ({"edition": "usa", "seats": [{"kind": "bot"}] * 9}, "bad_request"),
        ({"edition": "usa", "seats": [{"kind": "me"}, {"kind": "me"}]}, "already_seated"),
        ({"edition": "usa", "seats": [{"kind": "cat"}, {"kind": "me"}]}, "bad_request"),
        (
            {"edition": "usa", "seats": [{"kind": "bot", "bot": "/tmp/b.py:Bot"}, {"kind": "me"}]},
            "unknown_bot",
        ),
        ({"edition": "usa", "seats": [{"kind": "open", "bot": "x"}] * 2}, "unknown_bot"),
        ({"edition": "usa", "seats": [{"kind": "bot", "bot": ""}] * 2}, "unknown_bot"),
        (
            {
                "edition": "usa",
                "seats": [{"kind": "bot"}] * 2,
                "pace": {"kind": "minutes", "amount": 0},
            },
            "bad_pace",
        ),
        (
            {
                "edition": "usa",
                "seats": [{"kind": "bot"}] * 2,
                "pace": {"kind": "days", "amount": -1},
            },
            "bad_request",
        ),
        ({"edition": "usa", "seats": [{"kind": "bot"}] * 2, "standin_after": -1}, "bad_request"),
    ],
)
def test_tables_that_cannot_be(server: Running, body: Any, expected: str) -> None:
    _, code = server.person().refused("/api/tables", body)
    assert code == expected


@pytest.mark.parametrize(
    "named",
    [
        {"edition": "usa", "variant": "big-cities"},
        {"edition": "usa-big-cities"},
    ],
)
def test_a_variant_is_played_under_its_own_name(server: Running, named: dict[str, str]) -> None:
    """V-11"""
    person = server.person()
    name = named.pop("edition")
    table = person.new_table(name, "me", "planner", **named)
    update = person.table(table)
    assert (update["table"]["edition"], update["table"]["title"]) == (
        "usa-big-cities",
        "USA Big Cities",
    )
    assert len(update["position"]["players"][0]["offer"]) == 4
    facts = person.got("/api/editions/usa-big-cities")
    assert (facts["board"], facts["variants"], facts["own"]) == ("usa", [], False)
    assert len(facts["tickets"]) == 35
    variants = person.got("/api/editions/usa")["variants"]
    assert ("usa-big-cities", "big-cities", 35) in {
        (one["name"], one["short"], one["tickets"]) for one in variants
    }
    record = person.http.get(f"/api/tables/{table}/record").text
    assert "edition: usa-big-cities 1" in record


@pytest.mark.parametrize(
    ("edition", "variant", "known"),
    [
        ("usa", "moon", "There are: 1910, big-cities, mega"),
        ("usa", "", "There are: 1910, big-cities, mega"),
        ("usa", "usa-1910", "There are: 1910, big-cities, mega"),
        ("usa-1910", "1910", "has no variants"),
        ("london", "mega", "has no variants"),
    ],
)
def test_there_is_no_such_variant(server: Running, edition: str, variant: str, known: str) -> None:
    body = {"edition": edition, "variant": variant, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    person = server.person()
    assert person.refused("/api/tables", body) == (422, "unknown_edition")
    assert known in person.post("/api/tables", body).json()["message"]


def test_an_own_edition_has_no_variant(server: Running) -> None:
    body = {"edition_text": "x", "variant": "1910", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    assert server.person().refused("/api/tables", body)[1] == "unknown_edition"
