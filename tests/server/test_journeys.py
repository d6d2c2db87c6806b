"""A journey looked at before anybody sets out (M-21 to M-23)."""

from __future__ import annotations

from tests.server.serving import Json, Person, Running, without_hidden
from tests.server.test_taking_back import deciding, opposite


def journey(person: Person, table: str, city: str, *way: str) -> Json:
    return person.got(f"/api/tables/{table}/journey?city={city}&way={','.join(way)}")


def refused(person: Person, table: str, query: str) -> tuple[int, str]:
    response = person.http.get(f"/api/tables/{table}/journey{query}")
    return response.status_code, response.json()["code"]


def until_somebody_may_travel(people: list[Person], table: str) -> tuple[Person, Json, str]:
    """Claim and place passengers; who may send one off then, what they see, and the action."""
    for _ in range(400):
        person, update = deciding(people, table)
        words = [one["words"] for one in update["legal"]]
        if found := [one for one in words if one.startswith("move ")]:
            return person, update, found[0]
        wanted = ("passenger ", "claim ", "keep ", "draw deck", "draw ", "tickets ")
        at_hand = (one for kind in wanted for one in words if one.startswith(kind))
        placed = (one for one in words if one.startswith("passenger ") and "none" not in one)
        person.act(table, next(placed, None) or next(at_hand, words[0]), update["version"])
    raise AssertionError("nobody could travel")


def test_what_was_looked_at_comes_true(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("germany", "me", "open")
    people[1].posted(f"/api/tables/{table}/join")
    mover, update, words = until_somebody_may_travel(people, table)
    city = words.removeprefix("move ")
    before = without_hidden(mover.table(table))
    looked = journey(mover, table, city)
    assert looked["words"] == [words]
    assert looked["points"] == 0
    way: list[str] = []
    while goes := [one for one in looked["legal"] if one["kind"] == "go"]:
        way.append(goes[0]["route"])
        looked = journey(mover, table, city, *way)
        if len(way) == 4:
            break
    assert looked["journey"]["routes"] == way
    # Nothing has happened.
    assert without_hidden(mover.table(table)) == before
    seat = update["table"]["you"]["seat"]
    for one in looked["words"]:
        here = mover.table(table)
        steps = {each["words"]: each for each in here["legal"] if each["kind"] == "go"}
        mover.act(table, one, here["version"])
        if one in steps:
            players = [each["position"]["players"][seat] for each in (here, mover.table(table))]
            assert players[1]["score"] - players[0]["score"] == steps[one]["points"]
            assert players[0]["cards"] - players[1]["cards"] == steps[one]["toll"]
    after = mover.table(table)
    assert after["position"]["journey"] == looked["journey"]
    assert after["legal"] == looked["legal"]
    scores = [one["position"]["players"][seat]["score"] for one in (before, after)]
    assert scores[1] - scores[0] == looked["points"]
    cards = [one["position"]["players"][seat]["cards"] for one in (before, after)]
    assert cards[0] - cards[1] == looked["tolls"]
    # Under way there is nothing to think about any more.
    assert refused(mover, table, f"?city={city}") == (422, "illegal_action")


def test_only_who_may_set_out_can_look(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("germany", "me", "open")
    assert refused(people[0], table, "?city=BER") == (409, "not_started")
    people[1].posted(f"/api/tables/{table}/join")
    mover, update, words = until_somebody_may_travel(people, table)
    query = f"?city={words.removeprefix('move ')}"
    assert refused(opposite(people, update), table, query) == (409, "not_your_turn")
    assert refused(server.person("Cleo"), table, query) == (403, "not_your_seat")
    for other in ("?city=nowhere", "?city=", f"{query}&way=nowhere", f"{query}&way={'x,' * 300}"):
        assert refused(mover, table, other) == (422, "illegal_action")
    assert refused(mover, table, f"{query}&way={'x' * 5000}") == (422, "illegal_action")
    assert refused(mover, table, "") == (400, "bad_request")


def test_the_best_journeys_of_a_player(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("germany", "me", "open")
    path = f"/api/tables/{table}/journeys"
    early = people[0].http.get(path)
    assert (early.status_code, early.json()["code"]) == (409, "not_started")
    people[1].posted(f"/api/tables/{table}/join")
    mover, update, _ = until_somebody_may_travel(people, table)
    starts = {one["city"] for one in update["legal"] if one["kind"] == "move"}
    best = mover.got(path)["best"]
    assert best.keys() == starts
    for city, found in best.items():
        assert found["exact"] is True
        # No way that one can look at brings more; the first steps are looked at.
        first = journey(mover, table, city)
        steps = [one["route"] for one in first["legal"] if one["kind"] == "go"]
        looked = [journey(mover, table, city, step)["points"] for step in steps]
        assert found["points"] >= max(looked)
    # Nothing has happened.
    assert mover.table(table)["version"] == update["version"]
    waiting = opposite(people, update).http.get(path)
    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_your_turn")
    stranger = server.person("Cleo").http.get(path)
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")


def test_a_board_without_passengers_has_no_journeys(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("usa", "me", "open")
    people[1].posted(f"/api/tables/{table}/join")
    person, _ = deciding(people, table)
    assert person.got(f"/api/tables/{table}/journeys") == {"best": {}}
