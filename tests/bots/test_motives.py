"""Why bots do what they do: the motive of a move, in a sentence of every language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.tables import act, table

from whistlestop import Action, Game
from whistlestop.bots.motives import VALUES, Motive, motive_of
from whistlestop.bots.registry import BotError, make_bot
from whistlestop.editions.load import names
from whistlestop.language import LANGUAGES, catalogue, language
from whistlestop.reasons import filled


def motive(game: Game, action: Action | str, bot: str = "planner") -> Motive:
    seat = game.seat
    assert seat is not None
    if isinstance(action, str):
        action = game.parse(action, seat)
    return motive_of(game.view(seat), action, game.legal_actions(seat), bot, 1)


def told(game: Game, action: str) -> tuple[str, dict[str, Any]]:
    found = motive(game, action)
    return found.code, dict(found.values)


HOLE_OF = {"number": "n", "seat": "name"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_motive_has_a_sentence_with_its_values(code: str) -> None:
    sentences = catalogue("motives", code)
    motives = {key.removeprefix("motive.") for key in sentences if key.startswith("motive.")}
    assert motives == VALUES.keys()
    for one, values in VALUES.items():
        sentence = sentences[f"motive.{one}"]
        for form in [sentence] if isinstance(sentence, str) else sentence.values():
            holes = {*re.findall(r"\{(\w+)\}", form)}
            assert holes == {HOLE_OF.get(value, value) for value in values}, one
            assert re.search(r"\w.*\.$", form), one


def test_the_documentation_has_every_motive() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reasons.md").read_text(encoding="utf-8")
    text = text.partition("## Why a bot made a move")[2].partition("## Files")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", text, re.MULTILINE)
    sentences = catalogue("motives", "en")
    told = {code: sentences[f"motive.{code}"] for code in VALUES}
    assert {code: said for code, _, said in rows} == {
        code: said if isinstance(said, str) else said["other"] for code, said in told.items()
    }
    values = {code: tuple(re.findall(r"`(\w+)`", named)) for code, named, _ in rows}
    assert values == VALUES


@pytest.mark.parametrize("edition", names())
def test_bots_always_have_a_motive(edition: str) -> None:
    game = Game.new(edition, 2, seed=11)
    bots = [make_bot(name, 1) for name in ("beginner", "expert")]
    codes = set[str]()
    while (seat := game.seat) is not None:
        view, legal = game.view(seat), game.legal_actions(seat)
        action = bots[seat].choose(view, tuple(legal), 1.0)
        found = motive_of(view, action, legal, ("beginner", "expert")[seat], 1)
        assert {*found.values} == {*VALUES[found.code]}
        codes.add(found.code)
        holes = filled(found.values, game.index, language("de"), game.seats)
        assert found.said("de", game.seats) != found.said("en", game.seats)
        for value in found.values:
            assert str(holes[HOLE_OF.get(value, value)]) in found.said("de", game.seats)
        game.play(action, seat)
    assert {"way", "completes", "card_for", "deck"} <= codes


ALONG_THE_COAST = {"tickets": ["BOS-MIA"], "routes": ["CHA-RAL", "RAL-WAS"]}
"""Most of the way is planned, and there is no other that is not much longer."""


def test_a_route_is_for_a_ticket() -> None:
    seat = {**ALONG_THE_COAST, "hand": {"purple": 4}}
    assert told(table("usa", seat, {}), "claim CHA-MIA with 4 purple") == (
        "way",
        {"ticket": "BOS-MIA"},
    )
    seat["routes"] = ["BOS-NYC", "NYC-WAS", "CHA-RAL", "RAL-WAS"]
    completes = motive(table("usa", seat, {}), "claim CHA-MIA with 4 purple")
    assert (completes.code, completes.values) == ("completes", {"ticket": "BOS-MIA"})
    assert str(completes) == "This completes my ticket Boston–Miami."
    assert completes.said("nl") == "Hiermee is mijn ticket Boston–Miami voltooid."


def test_somebody_near_makes_it_urgent() -> None:
    seat = {**ALONG_THE_COAST, "hand": {"purple": 4}}
    way = "claim CHA-MIA with 4 purple"
    alone = told(table("usa", seat, {}), way)
    near = told(table("usa", seat, {"routes": ["ATL-CHA"]}), way)
    assert alone == ("way", {"ticket": "BOS-MIA"})
    assert near == ("way_urgent", {"ticket": "BOS-MIA", "seat": 1})


def test_a_second_way_is_for_a_ticket_that_is_completed() -> None:
    """B-10, B-11"""
    seat = {
        "tickets": ["JOD-KHA"],
        "routes": ["JAI-JOD", "JAI-RAT", "KHA-RAT", "AHM-JOD"],
        "hand": {"orange": 3, "locomotive": 5},
    }
    game = table("india", seat, {})
    last = next(str(one) for one in game.legal_actions(0) if str(one).startswith("claim AHM-KHA"))
    found = motive(game, last)
    assert (found.code, found.values) == ("joins_doubly", {"ticket": "JOD-KHA"})
    assert str(found) == "With this, my ticket Jodhpur–Khandwa is doubly joined."
    # In the final round, too: what else it brings would be less than the reason.
    game = table("india", seat, {}, last_turns=1)
    assert motive(game, last).code == "joins_doubly"


def test_a_card_for_a_ferry_is_not_said_to_be_for_a_tunnel() -> None:
    """F-12"""
    game = table("nordic", {"hand": {"red": 2, "blue": 2}}, {})
    game.play("claim ARH-KOB with none")
    assert motive(game, "pay 1 red").code == "best"


def test_routes_of_a_planned_ring_are_for_both_ways() -> None:
    """B-10. Without any one of them, the plan would still complete the ticket."""
    routes = "AMB-DEL AMB-LAH CAL-MAD DEL-JAI JAC-KAR JAC-LAH JAI-RAT"
    seat = {"tickets": ["AMB-RAT", "JAC-RAT"], "routes": routes.split(), "hand": {"green": 1}}
    game = table("india", seat, {})
    assert told(game, "claim AHM-RAT with 1 green") == ("two_ways", {"ticket": "JAC-RAT"})


def test_cards_are_for_routes() -> None:
    game = table("usa", ALONG_THE_COAST, {}, display="purple blue white green red")
    assert told(game, "draw purple") == ("card_for", {"card": "purple", "route": "CHA-MIA"})
    assert told(game, "draw deck") == ("deck", {})


def test_locomotives_are_for_ferries() -> None:
    seat = {"routes": ["AMS-FRA", "BER-FRA"], "tickets": ["BER-LON"], "hand": {"red": 1}}
    game = table("europe", seat, {"routes": ["DIE-LON"]}, display="locomotive red blue red blue")
    found = motive(game, "draw locomotive")
    assert (found.code, found.values) == (
        "wild_for_ferry",
        {"wild": "locomotive", "route": "AMS-LON"},
    )
    assert found.said("fr") == "Pour Amsterdam–Londres, il me faut cette carte : locomotive."


def test_the_end_is_for_points() -> None:
    seat = {"hand": {"red": 6}}
    game = table("usa", seat, {}, last_turns=1)
    assert told(game, "claim DUL-OMA with 2 red") == ("last_points", {"number": 2})


def test_an_attraction_counts_once() -> None:
    """N-10: the reason is gone when another route of the seat touches the attraction."""
    seat = {"hand": {"blue": 4}}
    bro, wal = ("attraction", {"city": "BRO"}), ("attraction", {"city": "WAL"})
    assert told(table("newyork", seat, {}), "claim BRO-WAL with 3 blue") == bro
    game = table("newyork", seat | {"routes": ["BRO-CHI"]}, {"routes": ["SOH-WAL"]})
    assert told(game, "claim BRO-WAL with 3 blue") == wal
    assert told(game, "claim BRO-LOW with 3 blue") == ("points", {"number": 4})


def test_stations_and_tunnels() -> None:
    seat = {"routes": ["MAR-PAR"], "tickets": ["BRE-MAR"], "hand": {"red": 1}}
    game = table("europe", seat, {"routes": ["BRE-DIE", "BRE-PAM", "BRE-PAR"]})
    assert told(game, "station PAR with 1 red") == ("station", {"city": "PAR"})
    game = table("europe", {"hand": {"purple": 3}, "tickets": ["MAD-ZUR"]}, {})
    act(game, "claim MAR-ZUR with 2 purple > purple red red")
    assert told(game, "pay 1 purple") == ("tunnel_paid", {})
    assert told(game, "withdraw") == ("tunnel_left", {})


def test_what_could_not_be_otherwise() -> None:
    game = table("europe", {"hand": {"purple": 2}, "tickets": ["MAD-ZUR"]}, {})
    act(game, "claim MAR-ZUR with 2 purple > purple red red")
    assert told(game, "withdraw") == ("only", {})


def test_new_tickets_are_for_who_has_no_way_to_go() -> None:
    assert told(table("usa", {}, {}), "tickets") == ("tickets_done", {})
    assert told(table("usa", ALONG_THE_COAST, {}), "tickets") == ("new_tickets", {})


def test_who_thinks_ahead_and_does_otherwise_says_so() -> None:
    game = table("usa", {**ALONG_THE_COAST, "hand": {"purple": 4, "red": 6, "orange": 2}}, {})
    planned = make_bot("planner", 1).choose(game.view(0), tuple(game.legal_actions(0)), 1.0)
    assert str(planned) != "draw deck"
    assert motive(game, "draw deck", "champion").code == "tried"
    assert motive(game, "draw deck", "expert").code == "deck"
    assert motive(game, planned, "champion").code != "tried"
    assert motive(game, "draw deck", "random").code == "random"


@pytest.mark.parametrize("name", ["./own.py:Bot", "nobody", "thinker", ""])
def test_only_built_in_bots_say_why(name: str) -> None:
    """In a record a name may also be a file to run."""
    with pytest.raises(BotError, match="no bot"):
        motive(table("usa", {}, {}), "draw deck", name)
