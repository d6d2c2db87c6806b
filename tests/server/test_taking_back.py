"""Taking back: at once where nothing was revealed, else by consent; the game is as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.resting import Rests
from tests.server.serving import (
    QUICK,
    Json,
    Person,
    Running,
    deal_of,
    move,
    sqlite,
    without_hidden,
)
from whistlestop import Game, read_record, write_record

SOME_TURNS = 400
"""More moves than any game here needs until what is wanted happens."""


def begun(server: Running, edition: str = "usa", **options: Any) -> tuple[list[Person], str]:
    """Ada and Ben at a table of their own, in the order of their seats."""
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table(edition, "me", "open", **options)
    people[1].posted(f"/api/tables/{table}/join")
    return people, table


def answered(server: Running, edition: str = "usa", **options: Any) -> tuple[list[Person], str]:
    """The same, after both have kept all their tickets."""
    people, table = begun(server, edition, **options)
    for person in people:
        person.act(table, "keep all", person.table(table)["version"])
    return people, table


def taken_back(person: Person, table: str, **body: Any) -> Json:
    """Take a move back, or ask for it; the table afterwards."""
    person.posted(f"/api/tables/{table}/take-back", body)
    return person.table(table)


def not_taken_back(person: Person, table: str, **body: Any) -> tuple[int, str]:
    return person.refused(f"/api/tables/{table}/take-back", body)


def answer(person: Person, table: str, agrees: bool) -> Json:
    """Answer what is asked; the table afterwards."""
    asked = person.table(table)["table"]["take_back"]["asked"]
    body = {"asked": asked["entry"], "agrees": agrees}
    person.posted(f"/api/tables/{table}/take-back/answer", body)
    return person.table(table)


def deciding(people: list[Person], table: str) -> tuple[Person, Json]:
    """Who has the turn, and what they see."""
    seat: int = people[0].table(table)["deciding"][0]
    return people[seat], people[seat].table(table)


def opposite(people: list[Person], update: Json) -> Person:
    """The one of two who did not get this update."""
    seat: int = update["table"]["you"]["seat"]
    return people[1 - seat]


def play_until(
    people: list[Person], table: str, wanted: Callable[[str], bool], seed: int = 1
) -> tuple[Person, Json, str]:
    """Draw cards until an action is legal; who may take it, what they see, and the action."""
    random = Random(seed)
    for _ in range(SOME_TURNS):
        person, update = deciding(people, table)
        words = [action["words"] for action in update["legal"]]
        if found := [one for one in words if wanted(one)]:
            return person, update, found[0]
        draws = [one for one in words if one.startswith("draw ")]
        person.act(table, random.choice(draws or words), update["version"])
    raise AssertionError("it was never possible")


def of_the_game(update: Json) -> Json:
    """What an update says of the game alone."""
    kept = ("position", "deciding", "legal", "ways", "districts")
    return {key: update[key] for key in kept}


def claims(words: str) -> bool:
    return words.startswith("claim ")


# At once ------------------------------------------------------------------------------------


def test_a_claim_is_taken_back_at_once(server: Running) -> None:
    """For everybody the game is as it was, and nobody had to be asked."""
    people, table = answered(server)
    person, before, words = play_until(people, table, claims)
    other = opposite(people, before)
    there = other.table(table)
    person.act(table, words, before["version"])
    claimed = person.table(table)
    assert claimed["table"]["free_to_take_back"] == claimed["table"]["moves"]
    assert other.table(table)["table"]["free_to_take_back"] is None
    after = taken_back(person, table)
    assert of_the_game(after) == of_the_game(before)
    assert of_the_game(other.table(table)) == of_the_game(there)
    assert after["version"] == before["version"] + 2
    assert after["table"]["moves"] == before["table"]["moves"]
    seat = before["table"]["you"]["seat"]
    (event,) = after["log"][-1]["events"]
    assert event == {
        "type": "TakenBack",
        "seat": seat,
        "move": before["table"]["moves"] + 1,
        "entries": [before["version"] + 1],
    }
    # The same claim can be made again, and the move before it needs consent.
    assert not_taken_back(person, table) == (409, "needs_consent")
    person.act(table, words, after["version"])


def test_what_revealed_something_needs_consent(server: Running) -> None:
    people, table = answered(server)
    for words in ("draw deck", "draw deck", "tickets"):
        person, update = deciding(people, table)
        person.act(table, words, update["version"])
        assert person.table(table)["table"]["free_to_take_back"] is None
        assert not_taken_back(person, table) == (409, "needs_consent")
    # How many tickets are kept tells something, too.
    person.act(table, "keep 1", person.table(table)["version"])
    assert not_taken_back(person, table) == (409, "needs_consent")
    person, update = deciding(people, table)
    shown = next(a["words"] for a in update["legal"] if a["kind"] == "draw" and a["card"])
    person.act(table, shown, update["version"])
    assert not_taken_back(person, table) == (409, "needs_consent")


def test_nothing_is_taken_back_at_once_after_somebody_has_moved(server: Running) -> None:
    people, table = answered(server)
    person, before, words = play_until(people, table, claims)
    person.act(table, words, before["version"])
    other, update = deciding(people, table)
    other.act(table, "draw deck", update["version"])
    assert person.table(table)["table"]["free_to_take_back"] is None
    assert not_taken_back(person, table) == (409, "needs_consent")


def test_opening_tickets_are_chosen_anew_until_all_have_chosen(server: Running) -> None:
    (ada, ben), table = begun(server)
    before = ada.table(table)
    ada.act(table, "keep 1 2", before["version"])
    after = taken_back(ada, table)
    assert of_the_game(after) == of_the_game(before)
    assert ben.table(table)["deciding"] == [0, 1]
    ada.act(table, "keep 2 3", after["version"])
    ben.act(table, "keep all", after["version"])
    # Now everybody has seen how many the others keep.
    for person in (ada, ben):
        assert not_taken_back(person, table) == (409, "needs_consent")


def test_a_waiting_answer_of_a_later_seat_is_taken_back_alone(server: Running) -> None:
    (ada, ben), table = begun(server)
    ben.act(table, "keep 1 2", ben.table(table)["version"])
    assert ben.table(table)["position"]["players"][1]["answered"]
    after = taken_back(ben, table)
    assert after["deciding"] == [0, 1]
    assert after["position"]["players"][1]["answer"] is None
    ben.act(table, "keep 2 3", after["version"])
    ada.act(table, "keep all", after["version"])
    kept = ben.table(table)["position"]["players"][1]["tickets"]
    assert sorted(kept) == sorted(before_offer(after)[1:])


def before_offer(update: Json) -> list[str]:
    seat = update["table"]["you"]["seat"]
    return update["position"]["players"][seat]["offer"]


def test_stations_passengers_and_steps_are_taken_back_one_by_one(server: Running) -> None:
    people, table = answered(server, "europe")
    person, before, words = play_until(people, table, lambda one: one.startswith("station "))
    person.act(table, words, before["version"])
    assert of_the_game(taken_back(person, table)) == of_the_game(before)

    people, table = begun(server, "germany")
    while len(people[0].table(table)["deciding"]) > 1 or "turn" not in phase(people, table):
        for person in people:
            if legal := person.table(table)["legal"]:
                person.act(table, legal[-1]["words"], person.table(table)["version"])
    moves = 0
    while moves < SOME_TURNS:
        moves += 1
        person, update = deciding(people, table)
        words = [action["words"] for action in update["legal"]]
        journey = [one for one in words if one.startswith(("move ", "go "))]
        placing = [one for one in words if one.startswith("passenger ") and "none" not in one]
        claim = [one for one in words if claims(one)]
        chosen = (journey or placing or claim or words)[0]
        person.act(table, chosen, update["version"])
        if chosen.startswith("go "):
            break
    for _ in range(2):
        # The step, with its token; then setting out.
        assert person.table(table)["table"]["free_to_take_back"] is not None
        taken_back(person, table)
    assert person.table(table)["position"]["phase"] == "turn"
    assert person.table(table)["position"]["journey"] is None


def phase(people: list[Person], table: str) -> str:
    return people[0].table(table)["position"]["phase"]


def test_only_ones_own_moves_and_only_those_that_were_made(server: Running) -> None:
    people, table = answered(server)
    person, update = deciding(people, table)
    other = opposite(people, update)
    person.act(table, "draw deck", update["version"])
    newest = person.table(table)["table"]["moves"]
    for number in (newest, newest + 1, 10_000):
        assert not_taken_back(other, table, move=number) == (409, "nothing_to_take_back")
    stranger = server.person()
    assert not_taken_back(stranger, table) == (403, "not_your_seat")
    waiting = person.new_table("usa", "me", "open")
    assert not_taken_back(person, waiting) == (409, "not_started")
    fresh = server.person()
    beginning = fresh.new_table("usa", "me", "random")
    assert not_taken_back(fresh, beginning) == (409, "nothing_to_take_back")
    person.posted(f"/api/tables/{table}/resign")
    assert not_taken_back(person, table) == (403, "not_your_seat")


def test_the_end_is_final(server: Running) -> None:
    (ada, ben), table = answered(server)
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    assert not_taken_back(ada, table, ask=True) == (409, "game_over")


# By consent ---------------------------------------------------------------------------------


def test_by_consent_a_game_goes_back_to_a_named_move(server: Running) -> None:
    """Position, legal moves and progress are what they were, for both."""
    people, table = answered(server)
    person, before, words = play_until(people, table, claims)
    seat = before["table"]["you"]["seat"]
    other = opposite(people, before)
    there = other.table(table)
    number = before["table"]["moves"] + 1
    person.act(table, words, before["version"])
    for _ in range(4):
        mover, update = deciding(people, table)
        mover.act(table, "draw deck", update["version"])
    asking = taken_back(person, table, move=number, ask=True)
    assert asking["table"]["moves"] == number + 4
    asked = asking["table"]["take_back"]["asked"]
    assert asked == {
        "entry": asking["version"],
        "seat": seat,
        "move": number,
        "awaited": [1 - seat],
    }
    (event,) = asking["log"][-1]["events"]
    claimed = before["version"] + 1
    assert event == {"type": "TakeBackAsked", "seat": seat, "move": number, "entry": claimed}
    # Asked for the same again, nothing happens; for something else, one after the other.
    assert taken_back(person, table, move=number, ask=True)["version"] == asking["version"]
    assert not_taken_back(person, table, ask=True) == (409, "already_asked")
    after = answer(other, table, agrees=True)
    assert of_the_game(after) == of_the_game(there)
    assert of_the_game(person.table(table)) == of_the_game(before)
    assert after["table"]["take_back"]["asked"] is None
    told = [entry["events"][0]["type"] for entry in after["log"][-3:]]
    assert told == ["TakeBackAsked", "TakeBackAnswered", "TakenBack"]
    gone = after["log"][-1]["events"][0]["entries"]
    assert gone == [*range(claimed, claimed + 5)]


def test_a_refusal_is_told_and_ends_it(server: Running) -> None:
    people, table = answered(server)
    person, update = deciding(people, table)
    seat = update["table"]["you"]["seat"]
    person.act(table, "draw deck", update["version"])
    asked = taken_back(person, table, ask=True)
    after = answer(opposite(people, update), table, agrees=False)
    (event,) = after["log"][-1]["events"]
    assert event == {"type": "TakeBackAnswered", "seat": 1 - seat, "agrees": False}
    assert after["table"]["take_back"]["asked"] is None
    assert of_the_game(person.table(table)) == of_the_game(asked)
    late = {"asked": asked["version"], "agrees": True}
    path = f"/api/tables/{table}/take-back/answer"
    assert opposite(people, update).refused(path, late) == (409, "not_asked")


def test_whoever_asks_may_think_better_of_it(server: Running) -> None:
    people, table = answered(server)
    person, update = deciding(people, table)
    person.act(table, "draw deck", update["version"])
    taken_back(person, table, ask=True)
    assert answer(person, table, agrees=True)["table"]["take_back"]["asked"] is not None
    assert answer(person, table, agrees=False)["table"]["take_back"]["asked"] is None


def test_a_move_lets_the_wish_lapse(server: Running) -> None:
    people, table = answered(server)
    person, update = deciding(people, table)
    for _ in range(2):
        person.act(table, "draw deck", person.table(table)["version"])
    mover = opposite(people, update)
    asked = taken_back(person, table, ask=True)
    mover.act(table, "draw deck", asked["version"])
    assert person.table(table)["table"]["take_back"]["asked"] is None
    late = {"asked": asked["version"], "agrees": True}
    path = f"/api/tables/{table}/take-back/answer"
    assert mover.refused(path, late) == (409, "not_asked")


def test_all_people_have_to_agree(server: Running) -> None:
    people = [server.person(name) for name in ("Ada", "Ben", "Cleo")]
    table = people[0].new_table("usa", "me", "open", "random", "open")
    for person in people[1:]:
        person.posted(f"/api/tables/{table}/join")
    # As long as they are there, the bot lets them answer.
    with people[1].follow(table), people[2].follow(table):
        for person in people:
            person.act(table, "keep all", person.table(table)["version"])
        asking = taken_back(people[0], table, ask=True)
        asked = asking["table"]["take_back"]["asked"]
        assert asked["awaited"] == [1, 3]
        after = answer(people[1], table, agrees=True)
        assert after["table"]["take_back"]["asked"] == {**asked, "awaited": [3]}
        assert after["table"]["moves"] == asking["table"]["moves"]
        assert answer(people[1], table, agrees=True)["version"] == after["version"]
        after = answer(people[2], table, agrees=True)
        assert after["position"]["phase"] == "opening_keep"


def test_bots_consent_at_once_and_so_do_those_who_stand_in(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random", "random")
    before = ada.table(table)
    offered = before_offer(before)
    ada.act(table, "keep all", before["version"])
    with ada.follow(table) as following:
        while 0 not in (following.update()["deciding"] or []):
            pass
    for words in ("draw deck", "draw deck"):
        ada.act(table, words, ada.table(table)["version"])
    with ada.follow(table) as following:
        while 0 not in (following.update()["deciding"] or []):
            pass
    after = taken_back(ada, table, move=first_own(ada, table), ask=True)
    assert before_offer(after) == offered
    # They play on from there.
    ada.act(table, "keep 1 2", after["version"])
    with ada.follow(table) as following:
        while 0 not in (following.update()["deciding"] or []):
            pass

    people, table = answered(server)
    person, update = deciding(people, table)
    other = opposite(people, update)
    person.act(table, "draw deck", update["version"])
    taken_back(person, table, ask=True)
    other.posted(f"/api/tables/{table}/resign")
    assert person.table(table)["table"]["moves"] == update["table"]["moves"]


def test_what_was_revealed_and_taken_back_is_said_in_record_and_result(server: Running) -> None:
    """Whoever agreed: people and bots let somebody play on with what they have seen."""
    ada, ben = server.person("Ada"), server.person("Ben")
    alone = ada.new_table("usa", "me", "random", bot_pace="relaxed")
    ada.act(alone, "keep all", ada.table(alone)["version"])
    while not ada.table(alone)["legal"]:
        pass
    ada.act(alone, "draw deck", ada.table(alone)["version"])
    shared = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{shared}/join")
    ada.act(shared, "keep 1 2", ada.table(shared)["version"])
    # Nothing has been revealed by that.
    assert taken_back(ada, shared)["table"]["looked"] == []
    for person in (ada, ben):
        person.act(shared, "keep all", person.table(shared)["version"])
    # Who begins is drawn by lot.
    first, update = deciding([ada, ben], shared)
    seat = update["table"]["you"]["seat"]
    first.act(shared, "draw deck", update["version"])
    taken_back(ada, alone, ask=True)
    asked = taken_back(first, shared, ask=True)["version"]
    other = opposite([ada, ben], update)
    other.posted(f"/api/tables/{shared}/take-back/answer", {"asked": asked, "agrees": True})
    for table, taker in ((alone, 0), (shared, seat)):
        (looked,) = ada.table(table)["table"]["looked"]
        assert looked["seat"] == taker
        record = ada.http.get(f"/api/tables/{table}/record").text
        back = f"took back from move {looked['move']} on"
        note = f"# p{taker + 1} {back}, with the consent of the others\n"
        assert record.endswith(note)


def first_own(person: Person, table: str) -> int:
    """The number of the first move that somebody made."""
    update = person.table(table)
    seat = update["table"]["you"]["seat"]
    return next(e["move"] for e in update["log"] if e["move"] and e["seat"] == seat)


def test_a_bot_that_stands_in_agrees_to_nothing(tmp_path: Path) -> None:
    """It is the absent person's game: who takes back may have seen what is under the deck."""
    with Running(sqlite(tmp_path), replace(QUICK, standin_bot="random")) as server:
        people, table = answered(server)
        person, update = deciding(people, table)
        seat = update["table"]["you"]["seat"]
        person.act(table, "draw deck", update["version"])
        drawn = person.table(table)["position"]["players"][seat]["hand"]
        people[0].posted(f"/api/tables/{table}/standin-after", {"seconds": 0.01})
        with person.follow(table) as following:
            taken_back(person, table, ask=True)
            person.act(table, "draw deck", person.table(table)["version"])
            while (entry := following.update()["entry"]) is None or (
                entry["events"][0]["type"] != "StandinStarted"
            ):
                pass
            # The bot's moves would answer with no.
            while person.table(table)["deciding"] != [seat]:
                following.update()
        asked = taken_back(person, table, ask=True)
        assert asked["table"]["take_back"]["asked"]["awaited"] == [1 - seat]
        assert sum(asked["position"]["players"][seat]["hand"].values()) > sum(drawn.values())


def test_a_second_click_is_told_from_the_first(server: Running) -> None:
    """Alone with bots, each request takes back a turn: one click must not take back two."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random", shuffle=False)

    def until_mine() -> Json:
        with ada.follow(table) as following:
            while 0 not in (following.update()["deciding"] or []):
                pass
        return ada.table(table)

    for _ in range(5):
        ada.act(table, until_mine()["legal"][0]["words"], ada.table(table)["version"])
    update = until_mine()
    body = {"ask": True, "version": update["version"]}
    ada.posted(f"/api/tables/{table}/take-back", body)
    assert not_taken_back(ada, table, **body) == (409, "stale_version")


def test_bots_let_people_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's move would answer for them; it is made after they have."""
    rests = Rests(monkeypatch)
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=1)) as server:
        people = [server.person("Ada"), server.person("Ben")]
        table = people[0].new_table("usa", "me", "open", "random", shuffle=False)
        people[1].posted(f"/api/tables/{table}/join")
        with people[0].follow(table) as hers, people[1].follow(table) as his:
            for person in people:
                person.act(table, "keep all", person.table(table)["version"])
            while True:
                update = people[0].table(table)
                if update["deciding"] == [1]:
                    break
                if update["deciding"] == [0]:
                    people[0].act(table, "draw deck", update["version"])
            for _ in range(2):
                people[1].act(table, "draw deck", people[1].table(table)["version"])
            # Whether the bot has moved already or not: what is asked now stands until answered.
            asked = None
            while asked is None:
                asked = taken_back(people[1], table, ask=True)["table"]["take_back"]["asked"]
            before = people[0].table(table)
            moves = before["table"]["moves"]
            rests.after_now(server, table)
            later = people[0].table(table)
            assert later["table"]["take_back"]["asked"] == asked
            assert later["table"]["moves"] == moves
            answer(people[0], table, agrees=False)
            # On a slow machine it moved before anything was asked, and it is somebody else's turn.
            while before["deciding"] == [2] and not any(
                one and one["move"] is not None and one["move"] > moves
                for one in (hers.update()["entry"],)
            ):
                pass
            assert his.update()


def test_with_a_clock_only_where_it_was_agreed(server: Running) -> None:
    pace = {"kind": "days", "amount": 2}
    people, table = answered(server, pace=pace)
    person, update = deciding(people, table)
    person.act(table, "draw deck", update["version"])
    assert person.table(table)["table"]["take_back"] == {"allowed": False, "asked": None}
    for ask in (False, True):
        assert not_taken_back(person, table, ask=ask) == (409, "no_taking_back")
    people, table = answered(server, pace=pace, take_back=True)
    person, update = deciding(people, table)
    person.act(table, "draw deck", update["version"])
    taken_back(person, table, ask=True)
    other = opposite(people, update)
    assert answer(other, table, agrees=True)["table"]["moves"] == update["table"]["moves"]
    people, table = begun(server, take_back=False)
    people[0].act(table, "keep all", 1)
    assert not_taken_back(people[0], table) == (409, "no_taking_back")


def test_the_time_goes_on_where_the_move_had_been_made(server: Running) -> None:
    """Nobody gets a new deadline, and nobody loses the time that others took to answer."""
    people, table = answered(
        server, pace={"kind": "minutes", "amount": 30}, take_back=True, standin_after=None
    )
    person, update = deciding(people, table)
    seat = update["table"]["you"]["seat"]
    room = server.service.tables.in_memory(table)
    assert room is not None
    assert room.table is not None
    room.table.clocks.since[seat] -= 600
    person.act(table, "draw deck", update["version"])
    after = person.table(table)["clocks"][seat]
    assert 1190 <= after <= 1200
    # Then the others take their time, as far as the server knows.
    taken_back(person, table, ask=True)
    answer(opposite(people, update), table, agrees=True)
    assert 1180 <= person.table(table)["clocks"][seat] <= after
    assert room.table.clocks.spent(seat, room.now()) >= 600
    # The other has lost no more than the time until this one had moved.
    assert 1740 <= person.table(table)["clocks"][1 - seat] <= 1800


# Luck, records, and those who were away -----------------------------------------------------


def test_the_deck_stays_as_it_was(server: Running) -> None:
    """Who draws again draws the same: nobody gets another card by asking."""
    people, table = answered(server)
    person, update = deciding(people, table)
    person.act(table, "draw deck", update["version"])
    drawn = person.table(table)["log"][-1]["events"][0]["card"]
    hidden = opposite(people, update).table(table)["log"][-1]["events"][0]["card"]
    assert drawn is not None
    assert hidden is None
    taken_back(person, table, ask=True)
    after = answer(opposite(people, update), table, agrees=True)
    # It is still nobody else's to know.
    taken = [entry for entry in after["log"] if entry["number"] == update["version"] + 1]
    assert taken[0]["events"][0]["card"] is None
    person.act(table, "draw deck", after["version"])
    assert person.table(table)["log"][-1]["events"][0]["card"] == drawn


def test_the_record_is_the_game_as_it_stands_in_the_end(tmp_path: Path) -> None:
    """The luck that was promised still gives the whole game, and every moment of it can be seen."""
    random = Random(3)
    with Running(sqlite(tmp_path), replace(QUICK, standin_bot="random")) as server:
        people, table = answered(server)
        for turn in range(60):
            seat: int = random.choice(people[0].table(table)["deciding"])
            person = people[seat]
            update = person.table(table)
            person.act(table, random.choice(update["legal"])["words"], update["version"])
            if turn % 5 == 4:
                number = random.choice(own_moves(person, table))
                before = opposite(people, update).table(table)["table"]["moves"]
                after = taken_back(person, table, move=number, ask=True)
                if after["table"]["moves"] == before:
                    after = answer(opposite(people, update), table, agrees=True)
                assert after["table"]["moves"] == number - 1
        seen = [without_hidden(person.table(table)) for person in people]
        log = len(seen[0]["log"])
    with Running(sqlite(tmp_path), replace(QUICK, standin_bot="random")) as server:
        people = [person.moved(server.url) for person in people]
        assert [without_hidden(person.table(table)) for person in people] == seen
        for person in people:
            person.posted(f"/api/tables/{table}/resign")
        with people[0].follow(table) as following:
            over = following.until_over()
        text = people[0].http.get(f"/api/tables/{table}/record").text
        record = read_record(text)
        assert record.over
        assert len(record.moves) == over["table"]["moves"] < log + len(record.moves)
        fair = Game.new("usa", record.seats, seed=deal_of(over["table"]))
        for number, taken in enumerate(record.moves, start=1):
            fair.play(taken.action, taken.seat)
            if number % 7 == 0:
                there = people[0].got(f"/api/tables/{table}/at/{number}")
                assert there["entry"]["move"] == number
                assert there["entry"]["seat"] == taken.seat
                assert there["position"]["turns"] == int(fair.state["turns"])
        assert write_record(fair) == write_record(record)


def own_moves(person: Person, table: str) -> list[int]:
    """The numbers of the moves of somebody's that stand."""
    update = person.table(table)
    seat, most = update["table"]["you"]["seat"], update["table"]["moves"]
    gone = {
        number
        for entry in update["log"]
        for event in entry["events"]
        if event["type"] == "TakenBack"
        for number in event["entries"]
    }
    own = [entry for entry in update["log"] if entry["move"] and entry["seat"] == seat]
    found = [entry["move"] for entry in own if entry["number"] not in gone]
    assert max(found) <= most
    return found


def test_whoever_was_away_hears_of_it(server: Running) -> None:
    """A line that was lost before comes to the same position."""
    people, table = answered(server)
    person, before, words = play_until(people, table, claims)
    person.act(table, words, before["version"])
    claimed = person.table(table)
    taken_back(person, table)
    for since in (before["version"], claimed["version"]):
        with person.follow(table, since) as following:
            last = following.until(before["version"] + 2)
        assert of_the_game(last) == of_the_game(before)
        assert last["entry"]["events"][0]["type"] == "TakenBack"
        assert last["table"]["moves"] == before["table"]["moves"]


def test_a_move_that_was_chosen_before_is_not_taken_after(server: Running) -> None:
    """Somebody who had not heard of it yet chose for another position."""
    people, table = answered(server)
    person, before, words = play_until(people, table, claims)
    person.act(table, words, before["version"])
    taken_back(person, table)
    assert person.refused_act(table, words, before["version"]) == (409, "stale_version")
    # In the opening all choose at once, and what others take back changes nothing for them.
    (ada, ben), table = begun(server)
    seen = ben.table(table)["version"]
    ada.act(table, "keep 1 2", seen)
    taken_back(ada, table)
    ben.act(table, "keep 1 2", seen)
    taken_back(ben, table)
    # What was taken before is not taken twice.
    again = move("keep all", ben.table(table)["version"], "once")
    first = ben.posted(f"/api/tables/{table}/actions", again)
    taken_back(ben, table)
    assert ben.posted(f"/api/tables/{table}/actions", again) == first
    assert 1 in ben.table(table)["deciding"]


def test_what_a_ticket_needs_is_what_it_needed(server: Running) -> None:
    """A claim of one's own shortens the way, one of others may close it: both are undone."""
    people, table = answered(server)
    for seed in range(6):
        person, before, words = play_until(people, table, claims, seed)
        ways = [one.table(table)["ways"] for one in people]
        person.act(table, words, before["version"])
        for one in people:
            one.table(table)
        taken_back(person, table)
        assert [one.table(table)["ways"] for one in people] == ways
        person.act(table, words, person.table(table)["version"])


def test_a_thinking_bot_does_not_move_in_another_position(tmp_path: Path) -> None:
    """While it thinks, what it was to answer is taken back."""
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=0.3)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "random")
        update = ada.table(table)
        if update["deciding"] != [0, 1]:
            with ada.follow(table) as following:
                while following.update()["deciding"] != [0]:
                    pass
        ada.act(table, "keep 1 2", update["version"])
        with ada.follow(table) as following:
            while (update := following.update())["position"]["phase"] != "turn" or (
                update["deciding"] != [0]
            ):
                pass
        for _ in range(2):
            ada.act(table, "draw deck", ada.table(table)["version"])
        after = taken_back(ada, table, ask=True)
        assert after["deciding"] == [0]
        assert after["position"]["phase"] == "second_card"
        with ada.follow(table) as following:
            ada.act(table, "draw deck", after["version"])
            while (entry := following.update()["entry"]) is None or entry["by"] != "bot":
                pass
        log = ada.table(table)["log"]
        assert [entry["by"] for entry in log[-2:]] == ["person", "bot"]
