"""Why an action is refused: codes with values, each with its sentence, and all of them met."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.properties.playing import decisions, up_to
from whistlestop.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    EndJourney,
    KeepTickets,
    PassTurn,
    PaySurcharge,
    PlacePassenger,
    StartJourney,
    TravelRoute,
    Withdraw,
)
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.editions.reading import COMMON
from whistlestop.errors import ActionError, AmbiguousAction
from whistlestop.language import LANGUAGES, catalogue
from whistlestop.play.game import Game
from whistlestop.play.record import FAULTS
from whistlestop.reasons import VALUES, Reason, because, tracks
from whistlestop.seen.explain import reason_for, reason_for_routes, why_not, why_not_route
from whistlestop.seen.view import View
from whistlestop.server.errors import Values

DOCS = Path(__file__).parents[1] / "docs"

WORDS = [
    *("", "x" * 401, "dance", "stop now", "draw", "draw mauve", "draw bl", "draw red", "draw blue"),
    *("draw black", "draw locomotive", "draw taxi", "draw deck", "pass", "stop", "withdraw"),
    *("tickets", "tickets 4", "tickets 1 short", "tickets 9 blue", "keep", "keep none"),
    *("keep 1", "keep 9", "claim", "claim Denver", "claim Sanfrancisko to Denver"),
    *("claim san to Denver", "claim Xyzzy to Denver", "claim Denver-Miami", "claim 1-DEN"),
    *(
        "claim DEN-OMA/7",
        "pay",
        "pay 1 red",
        "pay red",
        "pay with",
        "station",
        "station PAR",
        "station P",
    ),
    *("station PAR with", "station LON with 1 red", "station LON with 3 red", "passenger"),
    *("passenger none", "passenger BER", "move", "move BER", "go", "go Berlin", "go NL"),
]
"""Typed at every kind of moment."""


def typed(view: View) -> Iterator[Action]:
    """Actions of every kind, sound or not."""
    index = view.index
    cards = [kind for kind in index.kinds if kind]
    yield from (DrawDeck(), PassTurn(), EndJourney(), Withdraw(), DrawTickets())
    yield from (KeepTickets(()), KeepTickets(("nothing",)), KeepTickets((view.me.offer or ())[:1]))
    yield from (DrawDisplay(card) for card in (*cards, "mauve"))
    for mix in ((("short", 1),), (("short", 4),), (("long", 4),), (("nothing", 4),)):
        yield DrawTickets(mix)
    yield DrawTickets((("short", 1), ("short", 1)))
    yield PlacePassenger(None)
    yield PaySurcharge(((cards[0], 1),))
    yield PaySurcharge(())
    yield ClaimRoute("XXX-YYY", ((cards[0], 1),))
    places = [*index.place_of, *index.borders, "nowhere"]
    for city in places[:: max(1, len(places) // 12)]:
        yield from (PlacePassenger(city), StartJourney(city), BuildStation(city, ()))
        yield from (BuildStation(city, ((card, n),)) for card in cards[:2] for n in (1, 2, 3))
    standing = [city for player in view.players for city in player.passengers]
    yield from (
        action for city in standing for action in (PlacePassenger(city), StartJourney(city))
    )
    yield from map(TravelRoute, view.journey.routes if view.journey else ())
    for number, code in list(enumerate(index.route_codes))[len(view.owners) % 5 :: 5]:
        length = view.edition.routes[number].length
        yield TravelRoute(code)
        yield from (ClaimRoute(code, ((card, length),)) for card in cards)
        yield ClaimRoute(code, ((cards[0], length + 1),))
        yield ClaimRoute(code, ((cards[0], 1), (cards[0], 1)))
        yield ClaimRoute(code, ((cards[0], length - 1), (cards[1], 1)))


def checked(reason: Reason | None, sentence: str) -> str:
    """Check a reason by its sentence; its code."""
    assert reason is not None, sentence
    assert str(reason) == sentence
    assert tuple(sorted(reason.values)) == tuple(sorted(VALUES[reason.code]))
    for code in LANGUAGES:
        said = reason.said(code)
        assert said[0] in "“„«" or said[0] == said[0].upper()
        assert not {"None", "{", "}"} & {*re.findall(r"None|[{}]", said)}, said
    sent = msgspec.json.encode(dict(reason.values))
    read = msgspec.json.decode(sent, type=Values)
    assert msgspec.json.encode(read, order="sorted") == msgspec.json.encode(
        msgspec.json.decode(sent), order="sorted"
    )
    return reason.code


def refusals(game: Game, seat: int) -> Iterator[str]:
    """The codes of everything that is refused to a seat at one moment."""
    view, before = game.view(seat), game.state.tobytes()
    legal = set(game.legal_actions(seat))
    routes = view.index.route_codes
    for attempt in (*WORDS, *(f"claim {route}" for route in routes[::3]), *typed(view)):
        if attempt in legal or (isinstance(attempt, str) and attempt in map(str, legal)):
            continue
        try:
            game.play(attempt, seat)
        except ActionError as error:
            yield checked(error.reason, str(error))
        else:
            game.undo()
        assert game.state.tobytes() == before
    claims = {action.route for action in legal if isinstance(action, ClaimRoute)}
    for route in set(routes) - claims:
        yield checked(reason_for_routes(view, (route,)), why_not_route(view, (route,)))
    built = {action.city for action in legal if isinstance(action, BuildStation)}
    for city in {*view.index.place_of} - built:
        station = BuildStation(city, ())
        yield checked(reason_for(view, station), why_not(view, station))


RARE = {
    # The page, the command line and the server refuse before the game is asked.
    "game_over",
    "not_your_turn",
    # Only one variant limits how many tickets of a stack are kept.
    "keep_fewer",
    # One moment in very many games.
    "deck_empty",
    "display_empty",
    "no_tickets_left",
    "stacks_short",
    "announce_how",
    "surcharge_wild",
    "surcharge_ways",
    "all_placed",
    "all_stations_built",
    "go_which",
    "move_which",
    "never_into_country",
    "no_way_anywhere",
    "tracks",
}
"""Met in tests of their own, below and in `tests/rules`."""


def test_every_refusal_has_a_reason_and_all_reasons_are_met() -> None:
    met: set[str] = set()
    for edition, seats, style, every in (
        ("usa", 2, "claims", 19),
        ("germany", 3, "travels", 11),
        ("europe", 3, "travels", 19),
        ("switzerland", 2, "claims", 31),
        ("nordic", 2, "claims", 31),
    ):
        seen: dict[str, int] = {}
        for game, seat, _, _ in decisions(edition, seats, 2, style):
            phase = game.view(seat).phase if not game.over else "over"
            seen[phase] = seen.get(phase, 0) + 1
            if game.over or (seen[phase] > 2 and len(game.moves) % every):
                continue
            met.update(refusals(game, seat))
    assert {*VALUES} - RARE - met == set()


def test_the_end_and_the_others() -> None:
    game = Game.new("usa", ["Ada", "Ben"], seed=3, starter=0)
    for seat in (0, 1):
        game.play("keep all", seat)
    with pytest.raises(ActionError) as caught:
        game.play("draw deck", 1)
    assert str(caught.value) == "It is not your turn: Ada must decide."
    assert caught.value.reason is not None
    assert (caught.value.reason.code, caught.value.reason.values) == (
        "not_your_turn",
        {"seats": (0,)},
    )
    *_, (over, *_) = decisions("newyork", 2, 1)
    for refused in (lambda: over.play("pass"), lambda: over.parse("pass")):
        with pytest.raises(ActionError) as caught:
            refused()
        assert checked(caught.value.reason, "The game is over.") == "game_over"


def test_rare_moments() -> None:
    usa = up_to("usa", 2, 5, 6, "hoards").view(0)
    usa = replace(usa, phase="turn")
    assert reason_for(usa, DrawDeck()).code == "deck_empty"
    empty = replace(usa, display=(None,) * 5)
    assert str(reason_for(empty, DrawDisplay("red"))).endswith("which is empty.")
    spent = replace(usa, stacks=(0,))
    assert reason_for(spent, DrawTickets()).code == "no_tickets_left"
    germany = up_to("germany", 2, 5, 9).view(0)
    short = reason_for(replace(germany, phase="turn", stacks=(2, 5)), DrawTickets((("short", 4),)))
    assert (short.code, short.values) == ("stacks_short", {"mix": (("short", 2), ("long", 5))})


def test_more_tickets_of_a_stack_than_may_be_kept() -> None:
    """V-22: at most one long ticket is kept."""
    view = Game.new("europe-mega", ["Ada", "Ben"], seed=3).view(0)
    assert view.me.offer is not None
    reason = reason_for(view, KeepTickets(view.me.offer))
    assert checked(reason, str(reason)) == "keep_fewer"
    assert reason.values == {"number": 1, "given": 2, "stacks": ["long"]}


def test_which_passenger_and_which_track() -> None:
    met: set[str] = set()
    for seed in range(20):
        for game, seat, legal, _ in decisions("germany", 4, seed, "travels"):
            steps = [action.route for action in legal if isinstance(action, TravelRoute)]
            several = sum(isinstance(action, StartJourney) for action in legal) > 1
            ends = [route.split("/")[0] for route in steps]
            for words in ["move"] * several + [
                f"go {e.replace('-', ' to ')}" for e in ends if ends.count(e) > 1
            ]:
                try:
                    game.parse(words, seat)
                except AmbiguousAction as error:
                    met.add(checked(error.reason, str(error)))
        if met == {"move_which", "go_which"}:
            return
    pytest.fail(f"only {met}")


def test_parallel_tracks_are_told_apart_only_if_they_differ() -> None:
    index = gazetteer(load("usa"))
    same = {code: because(index, "yours", route=code) for code in ("DEN-KAN", "DEN-KAN/2")}
    assert tracks(index, same) is same["DEN-KAN"]
    different = same | {"DEN-KAN/2": because(index, "taken", route="DEN-KAN/2", seat=1)}
    told = tracks(index, different)
    assert str(told) == (
        "DEN-KAN: Denver–Kansas City is already yours. "
        "DEN-KAN/2: Player 2 has Denver–Kansas City already."
    )
    assert [(one["route"], one["code"]) for one in told.values["tracks"]] == [
        ("DEN-KAN", "yours"),
        ("DEN-KAN/2", "taken"),
    ]


def test_names_are_known_or_made_of_the_seat() -> None:
    taken = because(gazetteer(load("usa")), "taken", route="DEN-KAN", seat=1)
    assert str(taken) == "Player 2 has Denver–Kansas City already."
    assert taken.said("de") == "Spieler 2 hat Denver–Kansas City schon."
    assert taken.said("it", ("Ada", "Ben")) == "Denver–Kansas City è già di Ben."


def sentence(key: str) -> str:
    """The English sentence of a catalogue's key; for several things, where it has a plural."""
    found: str | dict[str, str] = catalogue("refusals", "en")[key]
    return found if isinstance(found, str) else found["other"]


def test_the_documentation_has_every_reason() -> None:
    text = (DOCS / "reasons.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", text, re.MULTILINE)
    reasons = {code: said for code, _, said in rows if code in VALUES}
    assert reasons == {code: sentence(f"reason.{code}") for code in VALUES}
    names = {name for code in VALUES for name in VALUES[code]}
    listed, _, _ = text.partition("| `must_announce`")
    for name in names:
        assert f"`{name}`" in listed, name
    for code, values, _ in rows:
        if code in VALUES:
            assert tuple(re.findall(r"`(\w+)`", values)) == VALUES[code], code


def test_the_documentation_has_every_fault_of_a_file() -> None:
    _, _, text = (DOCS / "reasons.md").read_text(encoding="utf-8").partition("## Files")
    records, _, editions = text.partition("`EditionError`")
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .* \|$", records, re.MULTILINE)
    told = {code: tuple(re.findall(r"`(\w+)`", values)) for code, values in rows}
    assert told == dict(FAULTS) | {"move": ("message", "reason", "values")}
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|$", editions, re.MULTILINE)
    assert {code: tuple(re.findall(r"`(\w+)`", values)) for code, values in rows} == COMMON
