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
