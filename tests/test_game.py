"""The game object: dealing, playing, refusing, going back, copies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.playing import decisions, up_to, whole
from whistlestop import REFEREE, SPECTATOR, ActionError, IllegalAction, MalformedAction
from whistlestop.actions import (
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
)
from whistlestop.events import CardDrawn, GameStarted, TicketsAnswered, TicketsKept
from whistlestop.play.game import Game
from whistlestop.play.record import read_record, write_record
from whistlestop.seen.encoding import legal_actions
from whistlestop.seen.view import see
from whistlestop.seen.worlds import sample


def test_equal_seeds_give_equal_games() -> None:
    one, other = Game.new("usa", 3, seed=5), Game.new("usa", 3, seed=5)
    assert one.state.tobytes() == other.state.tobytes()
    assert one.events == other.events
    assert Game.new("usa", 3, seed=6).state.tobytes() != one.state.tobytes()
    assert Game.new("usa", 3).dealt != Game.new("usa", 3).dealt


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits(seed: int) -> None:
    assert Game.new("london", 2, seed=seed).deciding == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seats": 1}, "USA is for 2 to 5 players, not 1"),
        ({"seats": 6}, "USA is for 2 to 5 players, not 6"),
        ({"seats": 0}, "not 0"),
        ({"seats": -3}, "USA is for 2 to 5 players, not -3"),
        ({"seats": ("Ada",)}, "not 1"),
        ({"seats": ("Ada", "Ada")}, "every player needs a name of their own"),
        ({"seats": ("Ada", "")}, "'' is no name for a player"),
        ({"seats": ("Ada", " Ben")}, "' Ben' is no name for a player"),
        ({"seats": ("Ada", "Ben\nCleo")}, "is no name for a player"),
        ({"seed": -1}, "a seed is a whole number from 0 to 2**64 - 1, not -1"),
        ({"seed": 2**64}, "a seed is a whole number"),
        ({"starter": 2}, "starter: expected a whole number from 0 to 1, not 2"),
        ({"starter": -1}, "starter: expected a whole number from 0 to 1, not -1"),
        ({"edition": "atlantis"}, "atlantis"),
        ({"dealt": ("2", "red")}, "chance must have brought more"),
        ({"dealt": ("purple",)}, "outcome 1 is not possible"),
        ({"dealt": ("1", "SFE-VAN")}, "outcome 2 is not possible"),
        ({"dealt": ("1", "mauve")}, "'mauve' is neither a card nor a ticket of USA"),
        ({"dealt": ("3",)}, "'3' is neither"),
    ],
)
def test_a_game_that_cannot_be_dealt(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Game.new(**arguments)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["A\x85B", "A\u2028B", "A\u2029B"])
def test_a_name_cannot_break_a_record(name: str) -> None:
    """Whatever ends a line for some reader is no part of a name, or survives a record."""
    try:
        game = Game.new("usa", (name, "Ben"), seed=1)
    except ValueError:
        return
    assert read_record(write_record(game)).seats == (name, "Ben")


def test_the_starter_is_set_or_drawn() -> None:
    """C-03."""
    chosen = Game.new("usa", 4, seed=2, starter=3)
    assert (chosen.starter, chosen.starter_drawn) == (3, False)
    drawn = {Game.new("usa", 4, seed=seed).starter for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    by_lot = Game.new("usa", 4, seed=2)
    assert by_lot.starter_drawn
    assert by_lot.dealt[0].word == str(by_lot.starter + 1)
    assert isinstance(by_lot.opening[0], GameStarted)
    for _ in range(4):
        chosen.play("keep all")
    assert chosen.deciding == (3,)


def test_opening_answers_come_in_any_order() -> None:
    """C-02, I-04: the result is that of answering in seat order."""
    answers = {0: "keep 1 2", 1: "keep 2 3", 2: "keep all"}
    finals: set[bytes] = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1), (0, 2, 1), (1, 2, 0)):
        game = Game.new("usa", 3, seed=9, starter=1)
        for done, seat in enumerate(order):
            assert set(game.deciding) == set(order[done:])
            events = game.play(answers[seat], seat)
            assert events[0] == TicketsAnswered(seat)
            assert game.legal_actions(seat) == () or done == 2
        finals.add(game.state.tobytes())
        told = [event for event in game.events if isinstance(event, TicketsKept)]
        assert [event.seat for event in told] == [0, 1, 2]
        assert sum(isinstance(event, TicketsAnswered) for event in game.events) == 3
        assert game.deciding == (1,)
        for _ in range(3):
            game.undo()
        assert game.deciding == (0, 1, 2)
    assert len(finals) == 1


def test_an_answer_cannot_be_given_twice() -> None:
    game = Game.new("usa", 3, seed=9)
    game.play("keep all", 2)
    with pytest.raises(IllegalAction, match="not your turn: Player 1 and"):
        game.play("keep 1 2", 2)


def test_out_of_turn_and_after_the_end() -> None:
    game = up_to("usa", 2, 1, 4)
    assert game.seat is not None
    other = 1 - game.seat
    assert game.legal_actions(other) == ()
    with pytest.raises(IllegalAction, match="It is not your turn: Player"):
        game.play(DrawDeck(), other)
    over = whole("london", 2, 1)
    assert over.deciding == ()
    assert over.seat is None
    assert over.legal_actions() == ()
    assert str(over) == "London: Player 1, Player 2 (over)"
    for action in ("draw deck", DrawDeck()):
        for seat in (None, 0):
            with pytest.raises(IllegalAction):
                over.play(action, seat)


@pytest.mark.parametrize("seat", [2, 99, -1, -3])
def test_a_seat_that_is_not_there(seat: int) -> None:
    game = up_to("usa", 2, 1, 4)
    with pytest.raises(ValueError, match="seat"):
        game.play("draw deck", seat)
    with pytest.raises(ValueError, match="seat"):
        game.play(DrawDeck(), seat)
    if seat not in (SPECTATOR, REFEREE):
        with pytest.raises(ValueError, match="there is no seat"):
            game.view(seat)


def test_the_spectator_has_a_name() -> None:
    game = up_to("usa", 2, 1, 4)
    assert game.view(SPECTATOR) == game.view(None)
    assert game.view(REFEREE).viewer == REFEREE


def test_undo_and_copy() -> None:
    game = Game.new("germany", 2, seed=4)
    with pytest.raises(ActionError, match="nothing to take back"):
        game.undo()
    game = up_to("germany", 2, 4, 30)
    twin = game.copy(seed=1)
    assert twin.state.tobytes() == game.state.tobytes()
    assert (twin.moves, twin.events, twin.dealt) == (game.moves, game.events, game.dealt)
    before = game.state.tobytes()
    taken = twin.undo()
    assert taken == game.moves[-1]
    assert game.state.tobytes() == before
    twin.replay(taken.action, taken.seat, [chance.word for chance in taken.outcomes])
    assert twin.state.tobytes() == before
    assert write_record(twin) == write_record(game)


def test_a_copy_does_not_tell_the_future() -> None:
    """What a copy draws is not what the game will draw."""
    game = up_to("usa", 2, 1, 20)
    while game.view().phase != "turn":
        game.play(game.legal_actions()[0])
    future = {game.copy().play("draw deck") for _ in range(12)}
    assert len(future) > 1
    assert game.copy(seed=3).play("draw deck") == game.copy(seed=3).play("draw deck")


def test_several_actions_are_taken_back_at_once() -> None:
    game = up_to("usa", 2, 3, 12)
    before = game.copy()
    for _ in range(3):
        before.undo()
    length = before.length
    game.undo_to(length)
    assert (game.length, game.moves, game.view()) == (length, before.moves, before.view())
    game.undo_to(length)
    assert game.length == length
    for wrong in (-1, length + 1):
        with pytest.raises(ValueError, match="number of actions"):
            game.undo_to(wrong)
    wrong_type: Any = 1.0
    with pytest.raises(TypeError, match="number of actions"):
        game.undo_to(wrong_type)
    game.undo_to(0)
    assert game.length == 0


def test_the_deck_can_stay_as_it_was_when_moves_are_taken_back() -> None:
    """As if they had never been made: also after another move than before."""
    game = up_to("europe", 2, 6, 20)
    while game.view().phase != "turn":
        game.play(game.legal_actions()[0])
    start = game.length
    first = [game.play("draw deck") for _ in range(4)]
    game.undo_to(start, same_luck=True)
    assert [game.play("draw deck") for _ in range(4)] == first
    game.undo_to(start, same_luck=True)
    shown = next(action for action in game.legal_actions() if isinstance(action, DrawDisplay))
    game.play(shown)
    refilled = [chance.word for chance in game.moves[-1].outcomes]
    drawn = next(event.card for event in first[0] if isinstance(event, CardDrawn))
    assert refilled[0] == drawn
    # In a copy, what was played before it is drawn anew: a copy tells nothing of the deck.
    copies = [game.copy() for _ in range(12)]
    for twin in copies:
        twin.undo(same_luck=True)
    assert len({twin.play("draw deck") for twin in copies}) > 1


def test_the_claims_of_a_turn_to_come_are_those_that_are_legal_then() -> None:
    game = up_to("switzerland", 2, 3, 60)
    for _ in range(40):
        if game.over:
            break
        waiting = 1 - game.deciding[0]
        next_claims = game.next_claims(waiting)
        before = game.view(waiting)
        while not game.over and game.deciding[0] != waiting:
            game.play(game.legal_actions()[0])
        if game.over or game.view().phase != "turn":
            continue
        same = before.players[1 - waiting].routes == game.view().players[1 - waiting].routes
        legal = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
        if same:
            assert [*next_claims] == legal
        assert {*legal} <= {*next_claims}
        game.play(game.legal_actions()[0])


@pytest.mark.parametrize("edition", ["usa", "germany", "switzerland"])
def test_claims_with_any_cards_need_an_open_route_and_pieces(edition: str) -> None:
    """Nothing secret counts: they are the same whatever the seat holds."""
    game = up_to(edition, 2, 3, 150)
    routes = zip(game.index.route_codes, game.edition.routes, strict=True)
    lengths = {code: route.length for code, route in routes}
    for seat in range(2):
        view = game.view(seat)
        assert view.owners
        claims = game.claims_with_any_cards(seat)
        reachable = {c for c in view.open_routes(seat) if lengths[c] <= view.me.pieces}
        assert {claim.route for claim in claims} == reachable
        assert {*game.next_claims(seat)} <= {*claims}
        assert len({*claims}) == len(claims)
    before = game.state
    game.claims_with_any_cards(0)
    assert (game.state == before).all()


def test_the_state_is_a_copy() -> None:
    game = Game.new("usa", 2, seed=1)
    state = game.state
    state["score"][0] = 99
    assert game.view().players[0].score == 0


@pytest.mark.parametrize(
    "outcomes",
    [[], ["red"] * 2, ["mauve"], ["DEN-ELP"], ["red"] * 5000, ["locomotive"] * 40],
    ids=["none", "too many", "no such card", "a ticket", "far too many", "sweeps"],
)
def test_impossible_outcomes_change_nothing(outcomes: list[str]) -> None:
    game = Game.new("usa", 2, seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    before, moves = game.state.tobytes(), game.moves
    with pytest.raises(ValueError, match=r"."):
        game.replay("draw deck", 0, outcomes)
    assert game.state.tobytes() == before
    assert game.moves == moves
    assert game.replay("draw deck", 0, ["red"])[0].card == "red"  # type: ignore[union-attr]


def test_refused_outcomes_leave_waiting_answers_alone() -> None:
    """`replay`: nothing has changed, the answers of the others included."""
    game = Game.new("usa", 2, seed=1)
    game.play("keep all", 1)
    with pytest.raises(ValueError, match="chance brought 0 things"):
        game.replay("keep all", 0, ["red"])
    assert game.deciding == (0,)
    game.play("keep all", 0)
    assert game.view().phase == "turn"


CONFUSED = [
    DrawTickets((("short", -96), ("long", 100))),
    DrawTickets((("long", -12), ("short", 16))),
    DrawTickets((("long", 5), ("short", -1))),
    DrawTickets((("short", 4), ("short", 4))),
    DrawTickets((("middle", 4),)),
    DrawTickets((("short", 3),)),
    DrawDisplay("mauve"),
    DrawDisplay(""),
    ClaimRoute("BER-XXX", (("red", 2),)),
    ClaimRoute("", ()),
    KeepTickets(("BER-NOWHERE",)),
    StartJourney("XXX"),
    StartJourney(""),
    TravelRoute("XXX-YYY"),
]


@pytest.mark.parametrize("action", CONFUSED, ids=str)
@pytest.mark.parametrize("phase", ["opening_mix", "opening_keep", "turn", "second_card", "journey"])
def test_typed_nonsense_is_malformed(action: Any, phase: str) -> None:
    """Where an action of its kind belongs it makes no sense; elsewhere it comes at a wrong time."""
    belongs = {
        "opening_mix": (DrawTickets,),
        "opening_keep": (KeepTickets,),
        "turn": (DrawTickets, DrawDisplay, ClaimRoute, StartJourney),
        "second_card": (DrawDisplay,),
        "journey": (TravelRoute,),
    }[phase]
    game = next(
        game
        for game, *_ in decisions("germany", 3, 2, "travels")
        if game.view().phase == phase and game.view().turns != 1
    )
    before = game.state.tobytes()
    with pytest.raises(MalformedAction if isinstance(action, belongs) else ActionError):
        game.play(action)
    assert game.state.tobytes() == before


def test_numbers_of_tickets_cannot_pose_as_other_actions() -> None:
    """Whatever the announced numbers are, only announced tickets can follow."""
    game = up_to("germany", 2, 2, 4)
    assert game.view().phase == "turn"
    for n in range(-40, 400):
        twin = game.copy(seed=1)
        try:
            twin.play(DrawTickets((("short", 4 - n), ("long", n))))
        except ActionError:
            continue
        assert 0 <= n <= 4, n
        assert twin.view().phase == "keep"


def test_what_was_done_is_written_in_one_way() -> None:
    """An action given in an unusual way is noted, and recorded, in the usual one."""
    game = Game.new("usa", 2, seed=1, starter=0)
    offer = game.view(0).me.offer
    assert offer is not None
    game.play(KeepTickets((offer[2], offer[0])), 0)
    game.play("keep all", 1)
    claim = None
    while claim is None:
        claims = [a for a in game.legal_actions() if isinstance(a, ClaimRoute)]
        if claims:
            claim = max(claims, key=lambda a: len(a.cards))
            a, _, b = claim.route.partition("/")[0].partition("-")
            _, slash, track = claim.route.partition("/")
            backwards = f"{b}-{a}{slash}{track}"
            game.play(ClaimRoute(backwards, tuple(reversed(claim.cards))))
        else:
            game.play("draw deck")
    assert game.moves[0].action == KeepTickets((offer[0], offer[2]))
    assert game.moves[-1].action == claim
    text = write_record(game)
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize("action", ["draw deck", DrawDeck(), "keep all", "nonsense", "pass"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_after_the_end_the_game_is_over_for_everybody(action: Any, seat: int | None) -> None:
    game = whole("london", 2, 1)
    for attempt in (game.play, game.parse):
        if not isinstance(action, str) and attempt == game.parse:
            continue
        with pytest.raises(IllegalAction) as caught:
            attempt(action, seat)
        assert str(caught.value) == "The game is over."
        assert caught.value.reason is not None
        assert caught.value.reason.code == "game_over"


def test_a_seat_that_does_not_exist_is_named_after_the_end_too() -> None:
    for game in (Game.new("london", 2, seed=1), whole("london", 2, 1)):
        with pytest.raises(IllegalAction, match="there is no seat 2; seats are 0 to 1"):
            game.play("draw deck", 2)


@pytest.mark.parametrize("action", [12, 1.5, None, b"draw deck", ["draw deck"], DrawDeck, object()])
def test_what_is_no_action_is_a_type_error(action: Any) -> None:
    game = Game.new("usa", 2, seed=1)
    before = game.state.tobytes()
    attempts: list[Callable[[Any], object]] = [
        game.play,
        game.parse,
        lambda one: game.replay(one, None, []),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError) as caught:
            attempt(action)
        assert type(action).__name__ in str(caught.value)
        assert "whistlestop.actions" in str(caught.value)
    assert game.state.tobytes() == before


@pytest.mark.parametrize(
    "action",
    [
        DrawDisplay(3),  # type: ignore[arg-type]
        DrawDisplay(["red"]),  # type: ignore[arg-type]
        DrawDisplay(None),  # type: ignore[arg-type]
        DrawTickets(3),  # type: ignore[arg-type]
        DrawTickets(("short",)),  # type: ignore[arg-type]
        DrawTickets((("short", "3"),)),  # type: ignore[arg-type]
        KeepTickets(3),  # type: ignore[arg-type]
        KeepTickets("all"),  # type: ignore[arg-type]
        KeepTickets((3,)),  # type: ignore[arg-type]
        ClaimRoute(7, (("red", 1),)),  # type: ignore[arg-type]
        ClaimRoute("BER-LEI", "red"),  # type: ignore[arg-type]
        ClaimRoute("BER-LEI", (("red", "2"),)),  # type: ignore[arg-type]
        ClaimRoute("BER-LEI", (("red", 2.0),)),  # type: ignore[arg-type]
        ClaimRoute("BER-LEI", (("red", 2, 3),)),  # type: ignore[arg-type]
        ClaimRoute("BER-LEI", ((2, "red"),)),  # type: ignore[arg-type]
        PaySurcharge(5),  # type: ignore[arg-type]
        BuildStation(None, (("red", 1),)),  # type: ignore[arg-type]
        PlacePassenger(1),  # type: ignore[arg-type]
        StartJourney(None),  # type: ignore[arg-type]
        TravelRoute({}),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_an_action_of_the_wrong_types_is_a_type_error(action: Any) -> None:
    """Whatever the moment: the types are looked at before the rules."""
    for game in (Game.new("germany", 2, seed=1), up_to("germany", 2, 1, 8)):
        before = game.state.tobytes()
        with pytest.raises(TypeError, match=type(action).__name__):
            game.play(action)
        assert game.state.tobytes() == before


def test_lists_and_numbers_of_numpy_do_where_tuples_and_numbers_are_meant() -> None:
    claim = next(a for a in up_to("usa", 2, 3, 12).legal_actions() if isinstance(a, ClaimRoute))
    game = up_to("usa", 2, 3, 12)
    like: Any = [[card, np.int64(number)] for card, number in claim.cards]
    game.play(ClaimRoute(claim.route, like))
    assert game.moves[-1].action == claim


@pytest.mark.parametrize("seat", ["0", 0.0, (0,)])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    game = Game.new("usa", 2, seed=1)
    for attempt in (
        lambda: game.play("keep all", seat),
        lambda: game.parse("keep all", seat),
        lambda: game.legal_actions(seat),
        lambda: game.view(seat),
    ):
        with pytest.raises(TypeError, match="a seat is a whole number from 0"):
            attempt()


cards = st.lists(
    st.tuples(
        st.sampled_from(["red", "blue", "locomotive", "locomotive4", "passenger", "bus", ""]),
        st.integers(-3, 9),
    ),
    max_size=3,
).map(tuple)
words = st.sampled_from(["BER", "KIE", "FR", "BER-LEI", "KIE-NUR", "short", "red", "", "/"])
typed = st.one_of(
    st.just(DrawDeck()),
    st.builds(DrawDisplay, st.sampled_from(["red", "passenger", "locomotive", "bus", "x"])),
    st.builds(DrawTickets, st.lists(st.tuples(words, st.integers(-2, 6)), max_size=3).map(tuple)),
    st.builds(KeepTickets, st.lists(words, max_size=4).map(tuple)),
    st.builds(ClaimRoute, words | st.sampled_from(["BER-HAM", "SFE-VAN"]), cards),
    st.builds(PlacePassenger, st.none() | words),
    st.builds(StartJourney, words),
    st.builds(TravelRoute, words),
    st.just(EndJourney()),
    st.just(PassTurn()),
)


@given(action=typed, table=st.sampled_from(["usa", "germany", "london"]), moves=st.integers(0, 160))
@settings(max_examples=300, deadline=None)
def test_any_typed_action_is_taken_or_refused_with_a_reason(
    action: Any, table: str, moves: int
) -> None:
    game = GAMES[table][moves % len(GAMES[table])].copy(seed=0)
    before, legal = game.state.tobytes(), game.legal_actions()
    refusal = ""
    try:
        game.play(action)
    except ActionError as error:
        refusal = str(error)
    if refusal:
        assert game.state.tobytes() == before
        assert action not in legal
        assert len(refusal) > 8
    else:
        assert game.moves[-1].action in legal


def positions(table: str) -> list[Game]:
    """Games at every kind of moment."""
    found: list[Game] = []
    for style in ("any", "travels", "tickets"):
        end = whole(table, 3, 6, style)
        while end.moves:
            found.append(end.copy(seed=0))
            for _ in range(min(7, len(end.moves))):
                end.undo()
    return found


GAMES = {table: positions(table) for table in ("usa", "germany", "london")}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seats": 2.0}, "players: expected a whole number, not 2.0"),
        ({"seats": True}, "players: expected a whole number, not True"),
        ({"seats": None}, "players: expected a whole number, not None"),
        ({"seats": ("Ada", 7)}, "the name of a player is a text, not 7"),
        ({"seed": 1.5}, "a seed is a whole number from 0 to 2**64 - 1, not 1.5"),
        ({"seed": "1"}, "a seed is a whole number from 0 to 2**64 - 1, not '1'"),
        ({"starter": 1.0}, "starter: expected a whole number from 0 to 1, not 1.0"),
        ({"edition": None}, "an edition is a name, the path of a .toml file"),
    ],
)
def test_what_is_no_number_is_named(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=r".") as caught:
        Game.new(**arguments)
    assert said in str(caught.value)


def test_numbers_of_numpy_are_numbers() -> None:
    given: Any = {"seats": np.int64(2), "seed": np.uint64(2**64 - 1), "starter": np.int8(1)}
    one, other = Game.new("usa", **given), Game.new("usa", 2, seed=2**64 - 1, starter=1)
    assert one.state.tobytes() == other.state.tobytes()
    assert one.copy(seed=given["seats"]).view(given["starter"]) == other.view(1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_worlds_and_copies_refuse_the_seeds_that_games_refuse(seed: int) -> None:
    game = Game.new("usa", 2, seed=1)
    view = game.view(0)
    for make in (
        lambda: sample(view, 2, seed),
        lambda: Game.sampled(view, seed=seed),
        lambda: game.copy(seed=seed),
    ):
        with pytest.raises(ValueError, match=rf"from 0 to 2\*\*64 - 1, not {seed}"):
            make()
    with pytest.raises(
        ValueError, match="the number of worlds: expected a whole number, at least 0"
    ):
        sample(view, -2, 1)


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_there_has_no_actions(seat: int) -> None:
    game = Game.new("usa", 2, seed=1)
    for ask in (
        lambda: game.legal_actions(seat),
        lambda: game.choices(seat),
        lambda: game.next_claims(seat),
        lambda: game.claims_with_any_cards(seat),
    ):
        with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
            ask()
    with pytest.raises(
        ValueError, match=f"a seat: expected a whole number from 0 to 1, not {seat}"
    ):
        legal_actions(game.edition, game.state, seat)
    if seat != SPECTATOR:
        with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
            see(game.edition, game.state, seat)


def test_a_viewer_is_a_whole_number() -> None:
    game = Game.new("usa", 2, seed=1)
    nobody: Any = None
    with pytest.raises(TypeError, match="a viewer: expected a whole number, not None"):
        see(game.edition, game.state, nobody)
    assert see(game.edition, game.state, REFEREE) == game.view(REFEREE)
