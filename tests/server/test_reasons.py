"""Refusals say why by a code with values, besides the English sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Person, Running, move


@pytest.fixture
def ada(server: Running) -> Person:
    return server.person("Ada")


def refused(person: Person, table: str, words: str) -> dict[str, Any]:
    now = person.table(table)["version"]
    answer = person.post(f"/api/tables/{table}/actions", move(words, now))
    assert answer.status_code in (409, 422)
    return answer.json()


def test_a_refused_action_says_why(ada: Person, server: Running) -> None:
    ben = server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    waiting = refused(ada, table, "draw deck")
    assert waiting["code"] == "illegal_action"
    assert waiting["details"] == {"reason": "must_keep_opening", "values": {}}
    few = refused(ada, table, "keep 1")
    assert few["message"] == "Keep at least 2 tickets, not 1."
    assert few["details"] == {"reason": "keep_more", "values": {"number": 2, "given": 1}}
    nowhere = refused(ada, table, "claim Sanfrancisko to Denver")
    assert nowhere["code"] == "malformed_action"
    assert nowhere["details"] == {
        "reason": "misspelt_place",
        "values": {"word": "Sanfrancisko", "guesses": ["SFO"]},
    }
    for person in (ada, ben):
        person.act(table, "keep all", person.table(table)["version"])
    deciding: int = ada.table(table)["deciding"][0]
    mover, other = (ada, ben) if deciding == 0 else (ben, ada)
    late = refused(other, table, "draw deck")
    assert (late["code"], late["details"]) == ("not_your_turn", {"seats": [deciding]})
    told = refused(mover, table, "claim LAX-NYC with 6 red")
    assert told["details"]["reason"] == "no_link"
    why = mover.got(f"/api/tables/{table}/why?route=DUL-HEL")
    told = refused(mover, table, "claim DUL-HEL")
    assert told["details"] == {"reason": why["code"], "values": why["values"]}
    assert told["message"] == why["message"]


@pytest.mark.parametrize(
    ("language", "keep", "draw"),
    [
        ("en", "keep all", "take deck"),
        ("it", "tieni tutti", "pesca dal mazzo"),
        ("nl", "houd alle", "trek van de stapel"),
        ("de", "behalte alle", "zieh vom Stapel"),
        ("fr", "garde tous", "prends à la pioche"),
    ],
)
def test_moves_are_typed_in_every_language(
    ada: Person, server: Running, language: str, keep: str, draw: str
) -> None:
    """What is kept is the notation; without a language only English is understood."""
    ben = server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")

    def typed(person: Person, words: str) -> Any:
        sent = move(words, person.table(table)["version"])
        return person.post(f"/api/tables/{table}/actions", {**sent, "language": language})

    if language != "en":
        assert refused(ada, table, keep)["details"]["reason"] == "unknown_command"
    for person in (ada, ben):
        assert typed(person, keep).status_code == 200
    seat: int = ada.table(table)["deciding"][0]
    mover = ben if seat else ada
    assert typed(mover, "dance").json()["details"]["reason"] == "unknown_command"
    assert typed(mover, draw).status_code == 200
    record = mover.http.get(f"/api/tables/{table}/record").text
    assert "draw deck > " in record


def test_there_is_no_other_language(ada: Person) -> None:
    table = ada.new_table("usa", "me", "random")
    sent = {**move("keep all", 1), "language": "xx"}
    answer = ada.post(f"/api/tables/{table}/actions", sent)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
