"""A person plays on from a moment of a finished game, against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Person, Running, sqlite
from tests.server.test_reviews import GAME, imported
from whistlestop.analysis.branching import same_beginning
from whistlestop.bots.registry import bot_names
from whistlestop.play.record import read_record, write_record

MIDDLE = GAME.length // 2


def branched(person: Person, table: str, move: int = MIDDLE, hidden: str = "same") -> str:
    made = person.posted(f"/api/tables/{table}/branches", {"move": move, "hidden": hidden})
    found: str = made["id"]
    return found


def seats_of(told: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in told["table"]["seats"]]


@pytest.mark.parametrize("hidden", ["same", "new"])
def test_a_game_goes_on_from_a_moment(server: Running, hidden: str) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    old = imported(ada, GAME)
    seat = GAME.moves[MIDDLE].seat
    new = branched(ben, old, hidden=hidden)
    told = ben.table(new)
    assert told["table"]["state"] == "playing"
    assert told["table"]["branch"] == {"table": old, "move": MIDDLE, "hidden": hidden}
    assert told["table"]["commitment"] is None
    assert told["table"]["you"]["seat"] == seat
    assert told["table"]["moves"] == MIDDLE
    expected = ["bot"] * len(GAME.seats)
    expected[seat] = "person"
    assert seats_of(told) == expected
    # The player sees exactly what the player of the finished game saw.
    then = ada.got(f"/api/tables/{old}/at/{MIDDLE}?eyes={seat}")
    assert told["position"] == {**then["position"], "players": told["position"]["players"]}
    mine = told["position"]["players"][seat]
    assert mine["hand"] == then["position"]["players"][seat]["hand"]
    assert mine["tickets"] == then["position"]["players"][seat]["tickets"]
    # The same action is possible, and the game can be played to its end.
    ben.act(new, str(GAME.moves[MIDDLE].action), told["version"])
    assert ben.table(new)["table"]["moves"] > MIDDLE


def test_a_branch_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        new = branched(ada, imported(ada, GAME), hidden="new")
        told = ada.table(new)
        seat = told["table"]["you"]["seat"]
        with ada.follow(new) as following:
            ada.act(new, str(GAME.moves[MIDDLE].action), told["version"])
            ada.posted(f"/api/tables/{new}/resign")
            ended = following.until_over()
        record = ada.http.get(f"/api/tables/{new}/record").text
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        assert ada.http.get(f"/api/tables/{new}/record").text == record
        assert ada.table(new)["position"] == ended["position"]
        # Nobody has won or lost a game by playing it a second time.
        assert ada.got("/api/me/results")["all"]["played"] == 0
    game = read_record(record)
    assert game.over
    for move, was in zip(game.moves[:MIDDLE], GAME.moves, strict=False):
        assert move.seat == was.seat
        if was.seat == seat:
            assert move.action == was.action


def test_what_cannot_branch_off_is_refused(server: Running) -> None:
    ada = server.person("Ada")
    old = imported(ada, GAME)
    path = f"/api/tables/{old}/branches"
    for move in (-1, GAME.length, 10**30):
        assert ada.refused(path, {"move": move})[0] in (400, 404)
    assert ada.refused(path, {"move": GAME.length})[1] == "no_such_move"
    assert ada.refused(path, {"move": 1, "hidden": "some"})[0] == 400
    assert ada.refused(path, {})[0] == 400
    going_on = branched(ada, old)
    assert ada.refused(f"/api/tables/{going_on}/branches", {"move": 1}) == (409, "not_over")


def test_a_branch_can_branch_off_and_be_played_again(server: Running) -> None:
    ada = server.person("Ada")
    new = branched(ada, imported(ada, GAME), GAME.length - 1)
    with ada.follow(new) as following:
        ada.act(new, str(GAME.moves[-1].action), following.update()["version"])
        following.until_over()
    third = branched(ada, new, 3, "new")
    assert ada.table(third)["table"]["branch"]["table"] == new
    again = ada.posted(f"/api/tables/{new}/rematch", {})["id"]
    assert ada.table(again)["table"]["branch"] is None


def test_moves_of_the_earlier_game_cannot_be_taken_back(server: Running) -> None:
    ada = server.person("Ada")
    new = branched(ada, imported(ada, GAME))
    path = f"/api/tables/{new}/take-back"
    seat = GAME.moves[MIDDLE].seat
    earlier = [number for number in range(1, MIDDLE + 1) if GAME.moves[number - 1].seat == seat]
    for move in (None, *earlier):
        asked = {"move": move, "ask": True, "version": ada.table(new)["version"]}
        assert ada.refused(path, asked) == (409, "nothing_to_take_back")
    assert ada.table(new)["table"]["moves"] == MIDDLE
    ada.act(new, str(GAME.moves[MIDDLE].action), ada.table(new)["version"])
    ada.posted(path, {"move": MIDDLE + 1, "ask": True, "version": None})
    assert ada.table(new)["table"]["moves"] == MIDDLE


def test_bots_of_a_record_are_only_built_in_ones(server: Running, tmp_path: Path) -> None:
    """A record is a stranger's text. A name in it may be a file, which would be run."""
    trace = tmp_path / "trace"
    file = tmp_path / "evil.py"
    file.write_text(
        f"open({str(trace)!r}, 'w').close()\n"
        "class Evil:\n"
        "    def choose(self, view, legal, seconds):\n"
        "        return legal[0]\n"
    )
    ada = server.person("Ada")
    for name in (f"{file}:Evil", "nosuchbot", "thinker:candidates=99"):
        text = write_record(GAME, bots=(name,) * len(GAME.seats))
        made = ada.http.post("/api/records", content=text.encode())
        assert made.status_code == 201, made.text
        new = branched(ada, made.json()["id"])
        told = ada.table(new)
        assert {seat["bot"] for seat in told["table"]["seats"]} <= {None, *bot_names()}
        with ada.follow(new) as following:
            ada.act(new, str(GAME.moves[MIDDLE].action), told["version"])
            ada.posted(f"/api/tables/{new}/resign")
            following.until_over()
    assert not trace.exists()


def test_a_game_that_was_not_played_to_its_end_goes_on(server: Running) -> None:
    half = same_beginning(GAME, MIDDLE).play(GAME)
    ada = server.person("Ada")
    old = imported(ada, half)
    assert ada.table(old)["table"]["state"] == "over"
    for hidden in ("same", "new"):
        new = branched(ada, old, MIDDLE, hidden)
        assert ada.table(new)["table"]["you"]["seat"] == half.deciding[0]
    assert ada.refused(f"/api/tables/{old}/branches", {"move": MIDDLE + 1})[0] == 404


def test_hidden_cards_are_dealt_in_the_turns_of_bots(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealing them takes long, so that many requests at once could stop the server."""
    ada, thinking, asked = server.person("Ada"), server.service.thinking, list[bool]()
    old, spare = imported(ada, GAME), thinking.spare

    async def counted(payer: Any, work: Any, wanted: Any, *, urgent: bool = False) -> Any:
        asked.append(urgent)
        return await spare(payer, work, wanted, urgent=urgent)

    monkeypatch.setattr(thinking, "spare", counted)
    branched(ada, old, hidden="new")
    assert asked == [True]
