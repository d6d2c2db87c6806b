"""The names of people, and the colours of their pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.at_a_table import colours, painter, seats
from tests.server.serving import Person, Running, sqlite
from whistlestop.drawing.art.palette import PLAYER_COLOURS
from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.entries import from_kept
from whistlestop.server.table.seats import COLOURS
from whistlestop.server.table.table import played


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("<script>alert(1)", "<script>alert(1)"),
        ("花子", "花子"),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
        ("", None),
        ("   ", None),
        ("a\x00b", None),
        ("a\u202eb\u200b", "ab"),
        ("\u3164", None),
        ("\u2800", None),
        ("\uff21\uff44\uff41", "Ada"),
    ],
)
def test_names(server: Running, typed: str, kept: str | None) -> None:
    person = server.person()
    if kept is None:
        assert person.refused("/api/me", {"name": typed}) == (422, "bad_name")
        assert person.got("/api/me")["name"] == ""
    else:
        assert person.posted("/api/me", {"name": typed})["name"] == kept
        assert person.got("/api/me")["name"] == kept


def test_a_new_name_is_heard_at_every_table_where_one_plays(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    playing = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{playing}/join")
    waiting = ada.new_table("usa", "me", "open")
    with ben.follow(playing, ben.table(playing)["version"]) as following:
        following.update()
        ada.posted("/api/me", {"name": "Countess"})
        update = following.update()
    assert update["entry"]["events"] == [
        {"type": "Renamed", "seat": 0, "name": "Countess", "before": "Ada"}
    ]
    assert seats(update) == [("person", "Countess"), ("person", "Ben")]
    assert seats(ben.table(waiting))[0] == ("person", "Countess")
    text = ada.http.get(f"/api/tables/{playing}/record").text
    assert 'seats: "Countess", "Ben"' in text
    version = update["version"]
    ada.posted("/api/me", {"name": "Countess"})
    assert ada.table(playing)["version"] == version


def test_names_stay_distinct_at_a_table(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "planner")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted("/api/me", {"name": "Ada"})
    assert seats(ben.table(table))[:2] == [("person", "Ada"), ("person", "Ada 2")]
    ben.posted("/api/me", {"name": "Planner"})
    assert [name for _, name in seats(ben.table(table))] == ["Ada", "Planner 2", "Planner"]
    assert ben.got("/api/me")["name"] == "Planner"
    other = server.person("Ada")
    waiting = ada.new_table("usa", "me", "open", "open")
    other.posted(f"/api/tables/{waiting}/join")
    assert [name for _, name in seats(ada.table(waiting))] == ["Ada", "Ada 2", ""]


@pytest.mark.parametrize("pretender", ["\u0406da", "lda", "I\u034fda", "\uff29\uff44\uff41"])
def test_nobody_passes_for_somebody_else_at_a_table(server: Running, pretender: str) -> None:
    """Neither with other letters that look the same nor with marks that cannot be seen."""
    ida, eve = server.person("Ida"), server.person(pretender)
    table = ida.new_table("usa", "me", "open", "open")
    eve.posted(f"/api/tables/{table}/join")
    (_, first), (_, second), _ = seats(ida.table(table))
    assert first == "Ida"
    assert second.endswith("da 2")
    eve.posted("/api/me", {"name": "Eve"})
    eve.posted("/api/me", {"name": pretender})
    assert seats(ida.table(table))[1][1].endswith("da 2")
    ida.posted(f"/api/tables/{table}/start")
    assert seats(ida.table(table))[1][1].endswith("da 2")


def test_a_finished_game_keeps_its_names(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("newyork", "me", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    ada.posted("/api/me", {"name": "Countess"})
    assert seats(ada.table(table))[0] == ("person", "Ada")
    made = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert [name for _, name in seats(ada.table(made))] == ["Random", "Countess"]


def test_only_names_that_nobody_chose_are_made_of_words(server: Running) -> None:
    """Pages say such names in the reader's language, and nobody else's."""
    random, nameless = server.person("Random"), server.person()
    table = random.new_table("usa", "me", "open", "planner", "planner")
    nameless.posted(f"/api/tables/{table}/join")
    seats = {seat["name"]: seat["name_of"] for seat in random.table(table)["table"]["seats"]}
    assert seats == {
        "Random": None,
        "Player 2": "player",
        "Planner": "planner",
        "Planner 2": "planner",
    }
    nameless.posted("/api/me", {"name": "Player 7"})
    seats = {seat["name"]: seat["name_of"] for seat in random.table(table)["table"]["seats"]}
    assert seats["Player 7"] is None, "it was chosen, whatever it looks like"


def test_everybody_is_drawn_a_colour(server: Running) -> None:
    """At random, remembered, and without asking; programs act for the same person."""
    people = [server.person() for _ in range(40)]
    drawn = [person.got("/api/me")["colour"] for person in people]
    assert set(drawn) == set(COLOURS) == set(people[0].got("/api/me")["colours"])
    assert [person.got("/api/me")["colour"] for person in people] == drawn
    token = people[0].posted("/api/tokens")["token"]
    program = Person(server.url, token=token)
    assert program.got("/api/me")["colour"] == drawn[0]
    program.posted("/api/me", {"colour": "black"})
    assert people[0].got("/api/me")["colour"] == "black"


def test_one_may_change_name_or_colour_by_itself(server: Running) -> None:
    ada = painter(server, "Ada", "turquoise")
    assert ada.posted("/api/me", {"name": "Ada L"})["colour"] == "turquoise"
    assert ada.posted("/api/me", {"colour": "red"})["name"] == "Ada L"
    assert ada.posted("/api/me", {})["colour"] == "red"
    assert ada.refused("/api/me", {"colour": "beige"}) == (400, "bad_request")
    assert ada.refused("/api/me", {"colour": 3}) == (400, "bad_request")


def test_everybody_gets_the_colour_they_like_or_the_next_free_one(server: Running) -> None:
    ada, ben = painter(server, "Ada", "black"), painter(server, "Ben", "black")
    cleo = painter(server, "Cleo", "turquoise")
    table = ada.new_table("usa", "me", "open", "random", "open", "random")
    # Bots show what is left for them so far.
    assert colours(ada.table(table)) == ["black", None, "blue", None, "red"]
    ben.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table)) == ["black", "turquoise", "blue", None, "red"]
    cleo.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table)) == ["black", "turquoise", "red", "blue", "yellow"]
    assert colours(cleo.table(table)) == colours(server.person().table(table))


def test_whoever_leaves_takes_the_colour_along(server: Running) -> None:
    ada, ben = painter(server, "Ada", "red"), painter(server, "Ben", "yellow")
    table = ada.new_table("usa", "me", "open", "open")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted(f"/api/tables/{table}/leave")
    assert colours(ada.table(table)) == ["red", None, None]
    cleo = painter(server, "Cleo", "yellow")
    cleo.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table))[1] == "yellow"


def test_a_colour_can_be_changed_before_the_game_and_in_it(server: Running) -> None:
    ada, ben = painter(server, "Ada", "red"), painter(server, "Ben", "yellow")
    table = ada.new_table("usa", "me", "open", "open", shuffle=True)
    ben.posted(f"/api/tables/{table}/join")
    with ben.follow(table, ben.table(table)["version"]) as following:
        following.update()
        ada.posted("/api/me", {"colour": "black"})
        update = following.update()
        assert update["entry"]["events"] == [{"type": "ColourChosen", "seat": 0, "colour": "black"}]
    # Ben's stays his.
    ada.posted("/api/me", {"colour": "yellow"})
    assert colours(ada.table(table)) == ["black", "yellow", None]
    ada.posted(f"/api/tables/{table}/start")
    ada.posted("/api/me", {"colour": "turquoise"})
    update = ada.table(table)
    by_name = dict(zip((name for _, name in seats(update)), colours(update), strict=True))
    assert by_name == {"Ada": "turquoise", "Ben": "yellow", "Skilled": "blue"}
    assert colours(ada.got(f"/api/tables/{table}/at/0")) == colours(update)
    # A bot gives its colour away for the one that was given up; a person keeps theirs.
    ada.posted("/api/me", {"colour": "blue"})
    ada.posted("/api/me", {"colour": "yellow"})
    update = ada.table(table)
    by_name = dict(zip((name for _, name in seats(update)), colours(update), strict=True))
    assert by_name == {"Ada": "blue", "Ben": "yellow", "Skilled": "turquoise"}
    # What is wished for already can be wished for again, once it is free.
    ben.posted("/api/me", {"colour": "red"})
    ada.posted("/api/me", {"name": "Ada L"})
    assert "yellow" not in colours(ada.table(table))
    ada.posted("/api/me", {"colour": "yellow"})
    assert "yellow" in colours(ada.table(table))


def test_colours_changed_in_a_game_survive_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = painter(server, "Ada", "red")
        table = ada.new_table("newyork", "me", "random", "random")
        for colour in ("blue", "turquoise", "yellow"):
            ada.posted("/api/me", {"colour": colour})
        before = ada.table(table)["table"]["seats"]
        assert len({seat["colour"] for seat in before}) == 3
    with Running(sqlite(tmp_path)) as server:
        assert ada.moved(server.url).table(table)["table"]["seats"] == before


def test_colours_stay_in_a_rematch(server: Running) -> None:
    ada = painter(server, "Ada", "turquoise")
    table = ada.new_table("newyork", "me", "random", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        assert colours(following.until_over()) == ["turquoise", "blue", "red"]
    ada.posted("/api/me", {"colour": "black"})
    made = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert colours(ada.table(made)) == ["blue", "red", "turquoise"]


def test_tables_from_before_there_were_colours_go_by_seat() -> None:
    """And after a restart everything is as it was."""
    created = (
        '{"edition":"usa","options":{},"host":"ada","seats":['
        '{"kind":"person","person":"ada","name":"Ada"},{"kind":"open"},{"kind":"open"}]}'
    )
    kept = [
        KeptEntry(1, "created", created, None, 0.0),
        KeptEntry(2, "joined", '{"seat":2,"person":"ben","name":"Ben"}', None, 0.0),
        KeptEntry(3, "started", '{"order":[2,0,1],"bot":"random"}', '{"seed":1,"salt":""}', 0.0),
    ]
    entries = [from_kept(entry) for entry in kept]
    table, oddity = played("old", entries)
    assert oddity == ""
    assert [seat.name for seat in table.seats] == ["Ben", "Ada", "Random"]
    assert [seat.colour for seat in table.seats] == ["blue", "red", "yellow"]


def test_the_colours_are_those_of_the_drawings() -> None:
    assert [colour.name for colour in PLAYER_COLOURS] == list(COLOURS)
