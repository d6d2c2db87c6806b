"""Positions: round trips, small ones with much left out, and every fault named at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.properties.playing import STYLES, TABLES, decisions, up_to, whole
from tests.tables import stuck
from whistlestop import (
    REFEREE,
    SPECTATOR,
    EditionError,
    Game,
    PositionError,
    read_position,
    write_position,
)
from whistlestop.play.position import read_view

Data = dict[str, Any]


def small(**changes: Any) -> Data:
    """A puzzle of a few lines."""
    data: Data = {
        "format": "whistlestop position 1",
        "edition": "usa",
        "players": [
            {"hand": {"red": 3, "locomotive": 1}, "tickets": ["DEN-ELP"], "routes": ["DEN-SFE"]},
            {"hand": {"blue": 2}, "tickets": ["CAL-SLC"]},
        ],
        "display": ["red", "blue", "green", "white", "black"],
    }
    return data | changes


def read(data: Data, **options: Any) -> Game:
    return read_position(json.dumps(data), **options)


def faults(data: Data | str, **options: Any) -> tuple[str, ...]:
    with pytest.raises(PositionError) as caught:
        read_position(data if isinstance(data, str) else json.dumps(data), **options)
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    return caught.value.faults


def test_what_goes_without_saying() -> None:
    """Pieces, score, deck and stacks follow from the rest; the turn is the first seat's."""
    game = read(small(), seed=1)
    view = game.view(REFEREE)
    assert (view.phase, view.seat, view.turns, view.last_turns) == ("turn", 0, 0, 0)
    assert [player.pieces for player in view.players] == [43, 45]
    assert [player.score for player in view.players] == [2, 0]
    assert [player.cards for player in view.players] == [4, 2]
    assert view.deck == 110 - 4 - 2 - 5
    assert view.stacks == (28,)
    assert game.legal_actions()
    assert not game.from_deal


def test_the_minimal_position() -> None:
    game = read({"format": "whistlestop position 1", "edition": "london", "players": [{}, {}],
                 "display": ["bus", "pink", "blue", "pink", "green"]})  # fmt: skip
    assert game.view().deck == 44 - 5
    assert game.view(REFEREE).players[0].tickets == ()


def test_what_is_unknown_is_dealt() -> None:
    """Null where unknown: cards, tickets and offers, as many as are announced."""
    data = small()
    data["players"][1] = {
        "hand": None, "cards": 7, "shown": {"red": 2}, "tickets": None, "stacks": ["main"] * 3,
    }  # fmt: skip
    data["deck_cards"] = None
    data["stack_tickets"] = None
    worlds = [read(data, seed=seed).view(REFEREE) for seed in range(20)]
    for view in worlds:
        player = view.players[1]
        assert player.cards == 7
        assert (player.hand or {})["red"] >= 2
        assert len(player.tickets or ()) == 3
        assert view.stacks == (26,)
    assert len({repr(view.players[1].hand) for view in worlds}) > 10
    assert len({view.players[1].tickets for view in worlds}) > 10
    one, same = (read(data, seed=5).state.tobytes() for _ in range(2))
    assert one == same


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_round_trips(edition: str, seats: int) -> None:
    """From every kind of moment: whole for the referee, as a view for everybody else."""
    seen: set[str] = set()
    style = "travels" if edition == "germany" else "tickets"
    for game, *_ in decisions(edition, seats, 4, style):
        phase = game.view().phase
        if phase in seen and len(game.moves) % 37:
            continue
        seen.add(phase)
        text = write_position(game)
        again = read_position(text)
        assert again.state.tobytes() == game.state.tobytes()
        assert again.deciding == game.deciding
        assert write_position(again) == text
        for viewer in (None, *range(seats)):
            shown = write_position(game, viewer)
            view = read_view(shown)
            assert view == game.view(viewer)
            assert write_position(view) == shown
            world = read_position(shown, seed=3)
            assert world.view(viewer) == game.view(viewer)
    assert {"opening_keep", "turn", "second_card", "keep", "over"} <= seen
    if edition == "germany":
        assert {"opening_mix", "placement", "journey"} <= seen


def test_the_spectators_position() -> None:
    game = up_to("usa", 2, 1, 9)
    assert write_position(game, SPECTATOR) == write_position(game, None)
    assert '"hand": null' in write_position(game, None)


def test_the_game_goes_on_alike() -> None:
    """A game from a position does what the game itself would do."""
    game = up_to("germany", 3, 8, 40)
    twin = read_position(write_position(game))
    while not game.over:
        seat = game.seat
        assert twin.legal_actions(seat) == game.legal_actions(seat)
        action = game.legal_actions(seat)[-1]
        game.play(action, seat)
        twin.replay(action, seat, [chance.word for chance in game.moves[-1].outcomes])
        assert twin.state.tobytes() == game.state.tobytes()
    assert twin.score_sheet() == game.score_sheet()


# What cannot be -----------------------------------------------------------------------------


def player(number: int, **changes: Any) -> Data:
    """The small position with something else for one player."""
    data = small()
    data["players"][number] = data["players"][number] | changes
    return data


def with_route(route: str) -> Data:
    return player(1, routes=[route])


GERMANY: Data = {
    "format": "whistlestop position 1",
    "edition": "germany",
    "players": [{}, {}],
    "display": ["red", "blue", "green", "white", "black"],
}
OFFER = ["DEN-ELP", "HOU-KAN", "CHI-NOL"]

IMPOSSIBLE: dict[str, tuple[Data, str]] = {
    "no format": ({}, 'format: expected "whistlestop position 1"'),
    "another format": (small(format="whistlestop position 2"), "format: expected"),
    "no edition": ({k: v for k, v in small().items() if k != "edition"}, "edition"),
    "no such edition": (small(edition="mars"), "edition"),
    "another revision": (small(revision=9), "revision 9"),
    "an unknown key": (small(colour="red"), 'the unknown key "colour"'),
    "an unknown player's key": (player(0, hat="red"), 'the unknown key "hat"'),
    "no players": (small(players=[]), "players"),
    "one player": (small(players=[{}]), "is for 2 to 5, not 1"),
    "six players": (small(players=[{}] * 6), "players"),
    "a player who is none": (small(players=[{}, 3]), "players entry 2"),
    "no such phase": (small(phase="lunch"), "phase"),
    "no such seat": (small(seat=2), "seat"),
    "no such viewer": (small(viewer=4), "viewer"),
    "no such starter": (small(starter=2), "starter"),
    "no such card": (small(display=["mauve", None, None, None, None]), "mauve"),
    "no such card in a hand": (player(0, hand={"mauve": 1}), '"mauve"'),
    "no such route": (with_route("DEN-XXX"), "DEN-XXX"),
    "no such ticket": (player(1, tickets=["DEN-XXX"]), "DEN-XXX"),
    "six cards in the display": (small(display=["red"] * 6), "display"),
    "a negative number": (player(0, hand={"red": -1}), "whole number from 0"),
    "a broken number": (player(0, pieces=2.5), "whole number"),
    "a huge number": (small(turns=10**30), "turns"),
    "a truth for a number": (small(turns=True), "turns"),
    "too many of a card": (player(0, hand={"red": 20}), "more red than the edition has"),
    "too many cards": (small(deck=120), "deck: expected a whole number from 0 to 110"),
    "too few cards": (small(deck=3), "cards"),
    "a hole in the display": (small(display=["red", None, "blue", "green", "black"]), "display"),
    "a route twice": (with_route("DEN-SFE"), "has 2 owners"),
    "a closed parallel": (
        player(1, routes=["DEN-KAN", "DEN-KAN/2"]), "DEN-KAN and its parallel DEN-KAN/2"
    ),
    "pieces that are not there": (player(0, pieces=45), "45 pieces left and 2 on the board"),
    "a wrong score": (player(0, score=10), "the score is 10, but routes and tokens make 2"),
    "a wrong number of cards": (player(0, cards=9), "`cards` is 9, but the hand has 4"),
    "more shown than held": (player(0, shown={"red": 4}), "4 red are shown"),
    "a ticket in two hands": (player(1, tickets=["DEN-ELP"]), "DEN-ELP is in more than one"),
    "a ticket twice": (player(1, tickets=["CAL-SLC", "CAL-SLC"]), "each ticket once"),
    "too many tickets": (small(stacks=[30]), "the main stack is said to hold 30"),
    "a stack that is none": (player(1, tickets=None, stacks=["long"]), "names of stacks"),
    "an offer at the wrong time": (player(0, offer=OFFER), "has offered tickets in the phase"),
    "no offer at the right time": (small(phase="keep"), "lacks offered tickets"),
    "a final round that has not begun": (
        {**player(0, pieces=2, routes=[]), "phase": "turn"}, "pieces"
    ),
    "too long a final round": (small(last_turns=3), "it is 3, but there are 2 players"),
    "a journey at the wrong time": (
        {**GERMANY, "journey": {"city": "BER"}}, "there is one in the phase journey and in no other"
    ),
    "no journey at the right time": ({**GERMANY, "phase": "journey"}, "journey"),
    "a route at the wrong time": (small(route="DEN-SFE"), "route: there is one in the phases"),
    "a passenger who is none": (player(0, passengers=["DEN"]), "more than 0 passengers"),
    "four passengers": (
        {**GERMANY, "players": [{"passengers": ["BER", "KIE", "HAM", "LEI"]}, {}]},
        "more than 3 passengers",
    ),
    "two in one city": (
        {**GERMANY, "players": [{"passengers": ["BER"]}, {"passengers": ["BER"]}]},
        "2 passengers stand in BER",
    ),
    "a passenger in a country": (
        {**GERMANY, "players": [{"passengers": ["FR"]}, {}]}, "FR"
    ),
    "tokens that are not there": ({**GERMANY, "taken": {"BER": 9}}, "tokens are missing from BER"),
    "tokens nobody has": ({**GERMANY, "taken": {"BER": 1}}, "merchandise"),
    "tokens of a city that is none": ({**GERMANY, "taken": {"XXX": 1}}, "XXX"),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_positions_are_refused(name: str) -> None:
    data, said = IMPOSSIBLE[name]
    assert said in "\n".join(faults(data))


def keeping(**changes: Any) -> Data:
    """A position in which everybody still answers their opening offer."""
    players = [{"offer": OFFER} | changes, {"offer": ["CAL-SLC", "LAX-MIA", "LAX-SEA"]}]
    return small(phase="opening_keep", players=players)


@pytest.mark.parametrize(
    ("data", "about"),
    [
        (keeping(answer=["DEN-ELP", "CAL-SLC"]), "not on offer"),
        (keeping(answer=["DEN-ELP"]), "player 1"),
        (
            small(
                phase="opening_keep",
                players=[
                    {"offer": OFFER, "answer": OFFER},
                    {"offer": ["CAL-SLC", "LAX-MIA"], "answer": ["CAL-SLC", "LAX-MIA"]},
                ],
            ),
            "answer",
        ),
        (small(phase="payment", route="DEN-SFE"), "payment"),
        (small(phase="opening_keep", last_turns=1, players=keeping()["players"]), "last_turns"),
        (
            small(
                phase="placement",
                route="DAL-HOU",
                edition="usa",
            ),
            "placement",
        ),
        ({**GERMANY, "phase": "placement", "route": "BER-LEI"}, "BER-LEI"),
        (small(display=["locomotive", "locomotive", "locomotive", "red", "blue"]), "display"),
        (small(phase="over", last_turns=2), "last_turns"),
        (small(passes=5), "passes"),
    ],
    ids=[
        "an answer that is not on offer",
        "too small an answer",
        "everybody has answered",
        "half a claim",
        "a final round before the first turn",
        "a placement where there are no passengers",
        "a placement on a route that is not one's own",
        "a display that must be swept",
        "a final round after the end",
        "more passes than players",
    ],
)
def test_moments_that_cannot_be(data: Data, about: str) -> None:
    assert about in "\n".join(faults(data))


def read_back(game: Game) -> None:
    """Everybody's view of a game can be written and read, and looks as it did."""
    for viewer in (REFEREE, SPECTATOR, *range(len(game.seats))):
        text = write_position(game, viewer)
        again = read_position(text, edition=game.edition, seed=1)
        assert write_position(again, viewer) == text
        assert again.over == game.over
    assert read_position(write_position(game), edition=game.edition).state.tobytes() == (
        game.state.tobytes()
    )


@pytest.mark.parametrize(("edition", "seats"), TABLES)
@pytest.mark.parametrize("last_turns", ["none", "all", "one"])
def test_a_game_that_ended_by_passes_is_read_back(
    edition: str, seats: int, last_turns: str
) -> None:
    """I-03: all passed, before the final round, throughout it, or in its last turn alone."""
    top = {"none": {}, "all": {"last_turns": seats}, "one": {"last_turns": 1}}[last_turns]
    game = stuck(edition, seats, **top)
    while not game.over:
        read_back(game)
        game.play("pass")
    assert len(game.moves) == (1 if last_turns == "one" else seats)
    read_back(game)


@given(table=st.sampled_from(TABLES), seed=st.integers(0, 2**32), style=st.sampled_from(STYLES))
@settings(max_examples=12)
def test_a_game_that_is_over_is_read_back(table: tuple[str, int], seed: int, style: str) -> None:
    read_back(whole(*table, seed, style))


def test_passes_and_last_turns_that_left_no_turn() -> None:
    """I-03: the passes end the game although the position tells of turns to come."""
    game = stuck("usa", 2, passes=1, last_turns=2)
    game.play("pass")
    assert game.over
    read_back(game)


def test_all_faults_at_once() -> None:
    """Of the reading, and then of the counting."""
    read_faults = faults(
        small(phase="lunch", turns=-1, hat=1, display=["mauve"], players=[{"routes": ["X"]}, {}])
    )
    for word in ("lunch", "turns", "hat", "mauve", '"X"'):
        assert any(word in fault for fault in read_faults), word
    data = small(last_turns=3, route="DEN-OMA")
    data["players"][0] |= {"pieces": 45, "score": 7, "cards": 1, "passengers": ["DEN"]}
    data["players"][1] |= {"routes": ["DEN-SFE"], "shown": {"red": 1}}
    counted = faults(data)
    for word in ("last_turns", "route", "pieces", "score", "`cards`", "owners", "passengers"):
        assert any(word in fault for fault in counted), word
    assert len(counted) == len(set(counted))


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "null", '"usa"', "{", "[" * 100_000, '{"a":' * 100_000, "\ufeff{}"]
)
def test_no_json_object(text: str) -> None:
    assert faults(text)


def test_numbers_of_thousands_of_digits() -> None:
    assert faults(json.dumps(small()).replace('"red": 3', '"red": ' + "9" * 5000))


def test_a_given_edition_that_is_none() -> None:
    with pytest.raises(EditionError):
        read_position(json.dumps(small()), edition="mars")


leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 300), st.floats(), st.text(max_size=5),
    st.sampled_from(["red", "DEN-SFE", "DEN", "main", "turn", "keep", "over", "journey", "BER"]),
)  # fmt: skip
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["red", "city", "hand", "BER", "ticket"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
KEYS = sorted(json.loads(write_position(up_to("germany", 2, 1, 20))))
PLAYER_KEYS = sorted(json.loads(write_position(up_to("germany", 2, 1, 20)))["players"][0])


@given(
    base=st.sampled_from(["small", "germany", "game"]),
    top=st.dictionaries(st.sampled_from(KEYS), values, max_size=3),
    mine=st.dictionaries(st.sampled_from(PLAYER_KEYS), values, max_size=3),
)
@example(base="small", top={"display": [[]]}, mine={})
@example(base="small", top={}, mine={"offer": ["DEN-ELP"] * 9})
@settings(max_examples=250, deadline=None)
def test_anything_is_a_game_or_a_position_error(base: str, top: Data, mine: Data) -> None:
    """Nothing else comes out of strange data; and what is accepted can be played on."""
    makers: dict[str, Callable[[], Data]] = {
        "small": small,
        "germany": lambda: json.loads(json.dumps(GERMANY)),
        "game": lambda: json.loads(write_position(up_to("germany", 2, 1, 20), 0)),
    }
    data = makers[base]()
    data["players"][0] |= mine
    data |= top
    try:
        game = read(data, seed=1)
    except PositionError:
        return
    assert write_position(read_position(write_position(game))) == write_position(game)
    for _ in range(12):
        if game.over:
            break
        assert game.legal_actions()
        game.play(game.legal_actions()[-1])
    game.score_sheet()
