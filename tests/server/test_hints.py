"""Hints: who may have them, what everybody is told, and what the asker alone gets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server.at_a_table import key_of, last, posted, refused, seated
from tests.server.clocks import Clock
from tests.server.serving import Json, Person, Running, sqlite
from tests.server.test_thinking import until
from whistlestop.actions import Action
from whistlestop.analysis.hints import Hint, HintEffort, HintSearch, Warning, hint_for
from whistlestop.play.game import Game
from whistlestop.play.record import read_record
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import hint_making
from whistlestop.server.hosting.changing_hands import PAUSE
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.hint_making import HintMaking
from whistlestop.server.hosting.hints import HintPosition

SMALL = HintEffort(playouts=12, worlds=8, step=4, least_worlds=4, most_worlds=8)


def small_effort(_: int) -> HintEffort:
    return SMALL


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_making, "effort_for", small_effort)


def alone(server: Running, **options: Any) -> tuple[Person, str]:
    """Return Ada, whose turn it is against a bot, and her table."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random", bot_pace="relaxed", **options)
    return ada, table


def events(update: Json) -> list[Json]:
    return [event for entry in update["log"] for event in entry["events"]]


def notices(update: Json) -> list[str]:
    return [event["type"] for event in events(update)]


# Allowing hints -----------------------------------------------------------------------------


def test_hints_are_allowed_when_a_table_is_set_up(server: Running) -> None:
    ada, table = alone(server)
    assert ada.table(table)["table"]["hints"] == {"allowed": False, "asked": None, "coached": []}
    assert refused(ada, table, "hint") == "no_hints"
    assert refused(ada, table, "coach") == "no_hints"
    open_table = ada.new_table("usa", "me", "open", hints=True)
    # Others see it before they sit down.
    assert server.person().table(open_table)["table"]["hints"]["allowed"]
    assert refused(ada, open_table, "hint") == "not_started"
    clock = {"edition": "usa", "seats": [{"kind": "me"}, {"kind": "bot"}], "hints": True}
    body = {**clock, "pace": {"kind": "minutes", "amount": 10}}
    assert ada.refused("/api/tables", body) == (422, "no_hints")
    assert ada.posted("/api/tables", {**clock, "pace": {"kind": "days", "amount": 1}})["id"]


def test_a_host_without_other_people_switches_hints(server: Running) -> None:
    ada, table = alone(server)
    on = posted(ada, table, "hints", allowed=True)
    assert {"type": "HintsSwitched", "seat": 0, "allowed": True} in events(on)
    assert on["table"]["hints"]["allowed"]
    assert notices(posted(ada, table, "hints", allowed=True)).count("HintsSwitched") == 1
    off = posted(ada, table, "hints", allowed=False)
    assert {"type": "HintsSwitched", "seat": 0, "allowed": False} in events(off)
    assert refused(ada, table, "hint") == "no_hints"
    assert refused(server.person("Ben"), table, "hints", allowed=True) == "not_host"


def test_other_people_have_to_agree(server: Running, clock: Clock) -> None:
    (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    assert refused(ben, table, "hints", allowed=True) == "not_host"
    asked = posted(ada, table, "hints", allowed=True)
    assert last(asked) == {"type": "HintsAsked", "seat": 0}
    question = {"entry": asked["version"], "seat": 0, "awaited": [1, 2]}
    assert asked["table"]["hints"] == {"allowed": False, "asked": question, "coached": []}
    assert posted(ada, table, "hints", allowed=True)["version"] == asked["version"]
    assert refused(ada, table, "hint") == "no_hints"
    assert refused(server.person(), table, "hints/answer", asked=1, agrees=True) == "not_your_seat"
    not_now = posted(ben, table, "hints/answer", asked=asked["version"], agrees=False)
    assert not_now["table"]["hints"]["asked"] is None
    body = {"asked": asked["version"], "agrees": True}
    assert refused(cleo, table, "hints/answer", **body) == "not_asked"
    # Nobody is asked again and again.
    assert refused(ada, table, "hints", allowed=True) == "asked_lately"
    clock.forward(PAUSE)
    again = posted(ada, table, "hints", allowed=True)["version"]
    posted(ben, table, "hints/answer", asked=again, agrees=True)
    waiting = posted(ben, table, "hints/answer", asked=again, agrees=True)
    assert waiting["table"]["hints"]["asked"]["awaited"] == [2]
    agreed = posted(cleo, table, "hints/answer", asked=again, agrees=True)
    assert agreed["table"]["hints"] == {"allowed": True, "asked": None, "coached": []}
    # Off again at once, also while the others are asked.
    assert not posted(ada, table, "hints", allowed=False)["table"]["hints"]["allowed"]
    clock.forward(PAUSE)
    third = posted(ada, table, "hints", allowed=True)["version"]
    assert (
        posted(ada, table, "hints/answer", asked=third, agrees=False)["table"]["hints"]["asked"]
        is None
    )
    clock.forward(PAUSE)
    posted(ada, table, "hints", allowed=True)
    assert posted(ada, table, "hints", allowed=False)["table"]["hints"]["asked"] is None


def test_a_clock_of_minutes_ends_the_permission(server: Running) -> None:
    """Otherwise hints would be allowed again, without a question, when the clock is taken away."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("london", "me", "open", hints=True)
    posted(ada, table, "pace", kind="minutes", amount=5)
    ben.posted(f"/api/tables/{table}/join")
    update = posted(ada, table, "pace", kind="none")
    assert update["table"]["state"] == "playing"
    assert update["table"]["hints"]["allowed"] is False


def test_a_rematch_with_others_begins_without_hints(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    asked = posted(ada, table, "hints", allowed=True)["version"]
    posted(ben, table, "hints/answer", asked=asked, agrees=True)
    with ada.follow(table) as following:
        for person in (ada, ben):
            person.posted(f"/api/tables/{table}/resign")
        following.until_over()
    again = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert ada.table(again)["table"]["hints"]["allowed"] is False
    ada, table = alone(server, hints=True)
    with ada.follow(table) as following:
        ada.posted(f"/api/tables/{table}/resign")
        following.until_over()
    again = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert ada.table(again)["table"]["hints"]["allowed"] is True


def test_nobody_waits_for_a_player_who_gives_up(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    posted(ada, table, "hints", allowed=True)
    assert posted(ben, table, "resign")["table"]["hints"]["allowed"]


def test_a_question_ends_with_its_host_and_a_consent_with_its_player(server: Running) -> None:
    (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    asked = posted(ada, table, "hints", allowed=True)["version"]
    posted(ben, table, "hints/answer", asked=asked, agrees=True)
    # Whoever gets the seat has not agreed.
    key = key_of(ben, table, 1)
    dora = server.person("Dora")
    taken = posted(dora, table, "seats/take", seat=1, key=key)
    assert taken["table"]["hints"]["asked"]["awaited"] == [1, 2]
    assert posted(ada, table, "host", seat=2)["table"]["hints"]["asked"] is None
    assert refused(cleo, table, "hints/answer", asked=asked, agrees=True) == "not_asked"
    assert refused(ada, table, "hints", allowed=True) == "not_host"


def test_hints_are_not_allowed_behind_the_back_of_those_who_sit(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "open")
    assert posted(ada, table, "hints", allowed=True)["table"]["hints"]["allowed"]
    assert not posted(ada, table, "hints", allowed=False)["table"]["hints"]["allowed"]
    ben.posted(f"/api/tables/{table}/join")
    assert refused(ada, table, "hints", allowed=True) == "no_hints"


def test_some_games_have_no_hints(server: Running) -> None:
    ada, table = alone(server, pace={"kind": "minutes", "amount": 10})
    assert refused(ada, table, "hints", allowed=True) == "no_hints"
    assert refused(ada, table, "hint") == "no_hints"
    lesson = ada.posted("/api/lessons/first", {})["id"]
    assert refused(ada, lesson, "hints", allowed=True) == "no_hints"
    assert refused(ada, lesson, "hint") == "no_hints"
    ada, table = alone(server, hints=True)
    ada.posted(f"/api/tables/{table}/close")
    assert refused(ada, table, "hint") == "table_closed"
    assert refused(ada, table, "hints", allowed=False) == "table_closed"


# Getting hints ------------------------------------------------------------------------------


def test_the_asker_gets_the_hint_and_all_are_told(server: Running, tmp_path: Path) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben", hints=True)
    before = ada.table(table)
    hint = ada.posted(f"/api/tables/{table}/hint")
    after = ben.table(table)
    assert after["version"] == before["version"] + 1 == hint["version"]
    assert last(after) == {"type": "Hinted", "seat": 0}
    legal = [action["words"] for action in before["legal"]]
    words = [option["action"]["words"] for option in hint["options"]]
    assert len(words) == 3
    assert set(words) <= set(legal)
    for option in hint["options"]:
        assert 0 <= option["chance"] <= 1
    # What others are sent says nothing of the hint.
    assert "chance" not in str(after)
    # In the opening, both decide.
    assert ben.posted(f"/api/tables/{table}/hint")["options"]
    # The same position has the same hint, and nobody is told again.
    again = ada.posted(f"/api/tables/{table}/hint")
    assert again["options"] == hint["options"]
    assert ada.table(table)["version"] == after["version"] + 1
    assert refused(server.person(), table, "hint") == "not_your_seat"
    record = ben.http.get(f"/api/tables/{table}/record").text
    assert "# p1 asked for hints before these moves: 1\n" in record
    assert "# p2 asked for hints before these moves: 1\n" in record


def test_a_hint_is_for_the_player_who_decides(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben", hints=True)
    for person in (ada, ben):
        update = person.table(table)
        person.act(table, update["legal"][0]["words"], update["version"])
    update = ada.table(table)
    (deciding,) = update["deciding"]
    one, other = (ada, ben) if deciding == 0 else (ben, ada)
    assert refused(other, table, "hint") == "not_your_turn"
    assert one.posted(f"/api/tables/{table}/hint")["moves"] == 2
    one.act(table, "draw deck", one.table(table)["version"])
    # The second card is another decision.
    assert one.posted(f"/api/tables/{table}/hint")["moves"] == 3
    seat = deciding + 1
    record = other.http.get(f"/api/tables/{table}/record").text
    assert f"# p{seat} asked for hints before these moves: 3 4\n" in record
    other.posted(f"/api/tables/{table}/resign")
    assert refused(other, table, "hint") == "not_your_seat"


def test_players_at_one_device_have_hints_of_their_own(server: Running) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    body = {"edition": "usa", "seats": seats, "shuffle": False}
    table = ada.posted("/api/tables", body)["id"]
    # Nobody at another device has to agree.
    assert posted(ada, table, "hints", allowed=True)["table"]["hints"]["allowed"]
    assert refused(ada, table, "hint") == "which_seat"
    hints = [ada.posted(f"/api/tables/{table}/hint?seat={seat}") for seat in (0, 1)]
    offers = [{option["action"]["words"] for option in hint["options"]} for hint in hints]
    assert not offers[0] & offers[1]
    assert [event["seat"] for event in events(ada.table(table)) if event["type"] == "Hinted"] == [
        0,
        1,
    ]


def test_hints_survive_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        (ada, _), table = seated(server, "Ada", "Ben", hints=True)
        hint = ada.posted(f"/api/tables/{table}/hint")
        ada.posted(f"/api/tables/{table}/coach")
        version = ada.table(table)["version"]
        assert notices(ada.table(table))[-2:] == ["Hinted", "Coached"]
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        found = ada.table(table)
        assert found["table"]["hints"] == {"allowed": True, "asked": None, "coached": [0]}
        assert notices(found)[-2:] == ["Hinted", "Coached"]
        again = ada.posted(f"/api/tables/{table}/hint")
        assert (again["options"], again["version"]) == (hint["options"], version)
        record = ada.http.get(f"/api/tables/{table}/record").text
        assert record.endswith("before these moves: 1\n# p1 played with a coach\n")


def test_a_record_with_hints_is_read_like_any_other(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("london", "me", "random", hints=True, bot_pace="instant")
    ada.posted(f"/api/tables/{table}/hint")
    while (update := ada.table(table))["table"]["state"] != "over":
        if update["legal"]:
            ada.act(table, update["legal"][0]["words"], update["version"])
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert re.search("p1 asked for hints before these moves: [12]\n", text)
    assert read_record(text).over
    assert refused(ada, table, "hint") == "game_over"


def test_the_hint_after_a_take_back_is_the_same(server: Running) -> None:
    (ada, _), table = seated(server, "Ada", "Ben", hints=True)
    first = ada.posted(f"/api/tables/{table}/hint")
    update = ada.table(table)
    ada.act(table, update["legal"][0]["words"], update["version"])
    ada.posted(f"/api/tables/{table}/take-back", {"ask": True})
    assert ada.posted(f"/api/tables/{table}/hint")["options"] == first["options"]
    assert notices(ada.table(table)).count("Hinted") == 1


# The coach ----------------------------------------------------------------------------------


def test_the_coach_is_announced_once(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben", hints=True)
    begun = posted(ada, table, "coach")
    assert last(begun) == {"type": "Coached", "seat": 0}
    assert begun["table"]["hints"]["coached"] == [0]
    assert posted(ada, table, "coach")["version"] == begun["version"]
    assert last(posted(ben, table, "coach")) == {"type": "Coached", "seat": 1}


def verdict(person: Person, table: str, words: str) -> Json | None:
    body = {"action": words, "version": person.table(table)["version"]}
    return person.posted(f"/api/tables/{table}/coach/verdict", body)["warning"]


def test_the_coach_warns_once_for_a_decision(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Action] = []

    def warning(search: HintSearch, action: Action) -> Warning | None:
        judged.append(action)
        assert search.hint is not None
        best = search.hint.options[0]
        if action == best.action:
            return None
        return Warning(search.hint.options[1].loss, best.outlook, best)

    monkeypatch.setattr(HintSearch, "warning", warning)
    (ada, _), table = seated(server, "Ada", "Ben", hints=True)
    best = ada.posted(f"/api/tables/{table}/hint")["options"][0]
    update = ada.table(table)
    others = [one["words"] for one in update["legal"] if one["words"] != best["action"]["words"]]
    assert verdict(ada, table, best["action"]["words"]) is None
    found = verdict(ada, table, others[0])
    assert found is not None
    assert found["better"] == best
    assert verdict(ada, table, others[1]) is None
    assert len(judged) == 2
    body = {"action": "fly to the moon", "version": ada.table(table)["version"]}
    assert refused(ada, table, "coach/verdict", **body) == "malformed_action"
    assert ada.table(table)["table"]["moves"] == 0
    assert notices(ada.table(table)).count("Coached") == 1


# Making hints -------------------------------------------------------------------------------


class Threads:
    """Threads that do what the server's threads do. They count what was asked of them."""

    def __init__(self) -> None:
        self.urgent: list[bool] = []
        self.pool = ThreadPoolExecutor(2)

    async def spare(
        self,
        payer: Payer,
        work: Callable[[], Any],
        wanted: Callable[[], bool],
        *,
        urgent: bool = False,
    ) -> Any:
        if not wanted():
            return None
        self.urgent.append(urgent)
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    async def ready(self) -> bool:
        return True


GAME = Game.new("london", 2, seed=4)
ADA = Payer("ada", "home")


def position(table: str = "table", entry: int = 2) -> HintPosition:
    seat = GAME.deciding[0]
    return HintPosition(table, seat, entry, 0, GAME.view(seat))


def making() -> tuple[HintMaking, Threads]:
    threads: Any = Threads()
    return HintMaking(threads, threads), threads


def test_a_hint_is_made_once() -> None:
    async def asked() -> None:
        found, threads = making()
        place = position()
        made = found.prepare(place, ADA)
        hints = await asyncio.gather(*(found.hint(place, ADA) for _ in range(3)))
        assert hints == [hint_for(place.view, SMALL, seed=2)] * 3
        # One step of search, and 4 and 8 worlds. Nobody waited for the first step.
        assert len(threads.urgent) == 3
        assert threads.urgent[-1]
        assert found.prepare(place, ADA) is made
        assert await found.warning(place, hints[0].options[0].action, ADA) is None
        await found.close()

    asyncio.run(asked())


def test_a_hint_for_an_earlier_position_is_given_up() -> None:
    async def asked() -> None:
        found, _ = making()
        early = asyncio.create_task(found.hint(position(entry=2), ADA))
        await asyncio.sleep(0)
        late = await found.hint(position(entry=5), ADA)
        assert late == hint_for(position().view, SMALL, seed=5)
        with pytest.raises(Refusal) as told:
            await early
        assert (told.value.status, told.value.code) == (409, "stale_version")
        await found.close()

    asyncio.run(asked())


def test_only_a_few_hints_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_making, "MOST_MADE", 3)
    monkeypatch.setattr(hint_making, "MOST_OF_ONE", 2)

    async def asked() -> None:
        found, _ = making()
        made = [found.prepare(position(name), ADA) for name in "ab"]
        busy(found, "c", ADA)
        assert found.prepare(position("a"), ADA) is made[0]
        found.prepare(position("c"), Payer("ben", "elsewhere"))
        busy(found, "d", Payer("cleo", "somewhere"))
        await until(lambda: all(one.search.hint is not None for one in made))
        found.prepare(position("d"), ADA)
        await found.close()

    asyncio.run(asked())


def test_only_a_few_actions_are_judged_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_making, "MOST_JUDGED", 2)

    def nothing_to_say(search: HintSearch, action: Action) -> Warning | None:
        return None

    monkeypatch.setattr(HintSearch, "warning", nothing_to_say)

    async def asked() -> None:
        found, threads = making()
        place = position()
        await found.hint(place, ADA)
        before = len(threads.urgent)
        legal = GAME.legal_actions(GAME.deciding[0])
        first, *others = [found.warning(place, action, ADA) for action in legal[:3]]
        told = await asyncio.gather(first, *others, return_exceptions=True)
        assert told[0] is None
        assert [str(getattr(one, "code", one)) for one in told[1:]] == ["queue_full"] * 2
        for action in (legal[0], *legal[:3]):
            assert await found.warning(place, action, ADA) is None
        assert len(threads.urgent) == before + 2
        await found.close()

    asyncio.run(asked())


def busy(found: HintMaking, table: str, payer: Payer) -> None:
    with pytest.raises(Refusal) as told:
        found.prepare(position(table), payer)
    assert (told.value.status, told.value.code) == (503, "queue_full")


def test_hints_that_nobody_asks_for_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_making, "MOST_KEPT", 2)

    async def asked() -> None:
        found, _ = making()
        first = found.prepare(position("a"), ADA)
        for name in "bc":
            await found.hint(position(name), ADA)
        assert not first.wanted
        assert found.prepare(position("a"), ADA) is not first
        await found.close()

    asyncio.run(asked())


def test_a_hint_that_fails_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(search: HintSearch) -> Hint | None:
        raise RuntimeError("no hint")

    async def asked() -> None:
        found, _ = making()
        with monkeypatch.context() as patched:
            patched.setattr(HintSearch, "go_on", fail)
            with pytest.raises(Refusal) as told:
                await found.hint(position(), ADA)
        assert (told.value.status, told.value.code) == (503, "work_lost")
        assert await found.hint(position(), ADA)
        await found.close()

    asyncio.run(asked())
