"""Nordic Countries: locomotives for some routes only, substitutes, unequal tracks, and ties."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from tests.tables import (
    act,
    acts,
    after_choice,
    box,
    cards_on_table,
    claimable,
    draws,
    empty,
    hand,
    leaving,
    open_view,
    options,
    payments,
    refusal,
    sheet,
    table,
    told,
    variant,
)
from whistlestop import (
    ClaimRoute,
    EditionError,
    Game,
    MalformedAction,
    PositionError,
    read_position,
    read_record,
    write_position,
    write_record,
)
from whistlestop.actions import PaySurcharge
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import LENGTH
from whistlestop.editions.load import load
from whistlestop.editions.model import LocomotiveUse, Offer, TieBreak, Unkept
from whistlestop.errors import ActionError, AmbiguousAction
from whistlestop.events import (
    CardDrawn,
    DisplayRefilled,
    FinalRound,
    RouteClaimed,
    SubstituteGiven,
    SurchargeDue,
    TicketsKept,
    TicketsOffered,
)
from whistlestop.play.position import read_view
from whistlestop.rules.actions import CLAIM, PAY_WILD, PLACE
from whistlestop.rules.book import book_of
from whistlestop.rules.prices import payments as write_payments
from whistlestop.seen.encoding import encode
from whistlestop.seen.explain import reason_for_routes
from whistlestop.seen.sheet import standing

EDITION = load("nordic")
INDEX = gazetteer(EDITION)
CODES = INDEX.route_codes
ROUTES = dict(zip(CODES, EDITION.routes, strict=True))
TUNNELS = {code for code, route in ROUTES.items() if route.tunnel}
FERRIES = {code for code, route in ROUTES.items() if route.ferry}
LONG = "LIE-MUR"
"""The long route, for whose cards others can be given."""
COLOURS = [colour for colour, _ in EDITION.cards.colours]


def reason(game: Game, line: str) -> tuple[str, dict[str, object]]:
    """Return the code and the values of the reason why an action is refused."""
    before = game.state.tobytes()
    with pytest.raises(ActionError) as refused:
        game.play(line)
    assert game.state.tobytes() == before
    assert refused.value.reason is not None
    return refused.value.reason.code, dict(refused.value.reason.values)


# The facts ------------------------------------------------------------------------------


def test_the_facts_of_the_rules() -> None:
    """F-01, F-02, F-10, F-11, F-12, F-14, F-15, F-16, F-17"""
    assert EDITION.players == (2, 3)
    assert (EDITION.pieces, EDITION.final_round_at, EDITION.parallel_closed_up_to) == (40, 2, 2)
    assert EDITION.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(5,))
    assert EDITION.turn == Offer(keep=1, unkept=Unkept.OUT, draw=(3,))
    assert EDITION.cards.locomotive_use is LocomotiveUse.SPECIAL
    assert not EDITION.cards.locomotive_ends_draw
    assert (EDITION.cards.ferry_substitute, ROUTES[LONG].substitute) == (3, 4)
    assert EDITION.parallel_unequal
    assert (EDITION.longest_path_bonus, EDITION.most_tickets_bonus) == (0, 10)
    assert EDITION.tie_breaks == (TieBreak.TICKETS, TieBreak.OWN_PATH)


def test_a_turn_is_one_of_three() -> None:
    """F-01"""
    game = table("nordic", {"hand": {"red": 3}}, {})
    assert {option.split()[0] for option in options(game)} == {"draw", "claim", "tickets"}


@pytest.mark.parametrize("seats", [2, 3])
def test_parallel_routes_are_open_with_three(seats: int) -> None:
    """F-01, C-26"""
    players = [{"hand": {"purple": 2}}, {"routes": ["ORE-STO"]}, {}][:seats]
    assert ("ORE-STO/2" in claimable(table("nordic", *players))) == (seats == 3)


def test_opening_tickets_that_are_not_kept_leave_the_game() -> None:
    """F-02"""
    game = Game.new("nordic", 3, seed=4)
    offers = told(game.opening, TicketsOffered)
    assert [len(offer.tickets or ()) for offer in offers] == [5, 5, 5]
    assert "Keep at least 2 tickets, not 1" in refusal(game, "keep 1", 0)
    answers = [game.play("keep 1 2", seat) for seat in range(3)]
    assert {kept.unkept for kept in told(answers[-1], TicketsKept)} == {"out"}
    assert (open_view(game).stacks, open_view(game).returned) == ((46 - 15,), ())


def test_later_tickets_that_are_not_kept_leave_the_game() -> None:
    """F-02"""
    game = table("nordic", {}, {})
    acts(game, "tickets > BER-TOR HEL-OSL TAL-TAM", "keep BER-TOR")
    assert (open_view(game).stacks, open_view(game).returned) == ((46 - 3,), ())
    assert open_view(game).players[0].tickets == ("BER-TOR",)


# Locomotives ----------------------------------------------------------------------------


def test_what_locomotives_alone_can_claim() -> None:
    """F-10: tunnels, ferries and the long route."""
    game = table("nordic", {"hand": {"locomotive": 14}}, {})
    assert claimable(game) == TUNNELS | FERRIES | {LONG}
    assert (len(TUNNELS), len(FERRIES)) == (10, 24)
    assert payments(game, "BER-OSL") == {"4 locomotive"}


@pytest.mark.parametrize("code", sorted({*CODES} - TUNNELS - FERRIES - {LONG}))
def test_no_locomotive_pays_for_another_route(code: str) -> None:
    """F-10"""
    route = ROUTES[code]
    colour = route.colour or "green"
    game = table("nordic", {"hand": {colour: route.length, "locomotive": 9}}, {})
    assert payments(game, code) == {f"{route.length} {colour}"}
    for number in range(1, route.length + 1):
        own = f"{route.length - number} {colour} " if number < route.length else ""
        found = reason(game, f"claim {code} with {own}{number} locomotive")
        assert found == ("wild_for_special", {"wild": "locomotive"})
    short = table("nordic", {"hand": {colour: route.length - 1, "locomotive": 9}}, {})
    assert code not in claimable(short)
    assert reason(short, f"claim {code} with {route.length} locomotive")[0] == "wild_for_special"


def test_cards_that_are_missing_do_not_name_locomotives_in_vain() -> None:
    """F-10"""
    game = table("nordic", {"hand": {"red": 1}}, {})
    code, values = reason(game, "claim HEL-IMA")
    assert (code, values["number"], values["instead"]) == ("cards", 2, None)
    assert reason(game, "claim AND-LIL")[1]["instead"] == "locomotive"


def test_a_face_up_locomotive_is_an_ordinary_card() -> None:
    """F-11"""
    shown = ["locomotive", "locomotive", "red", "blue", "green"]
    game = table("nordic", {}, {}, display=shown)
    events = act(game, "draw locomotive > red")
    assert [event.card for event in told(events, CardDrawn)] == ["locomotive"]
    assert game.seat == 0
    assert "locomotive" in draws(game)
    act(game, "draw locomotive > blue")
    assert (hand(game, 0), game.seat) == ({"locomotive": 2}, 1)


def test_three_face_up_locomotives_are_swept() -> None:
    """F-11, C-14"""
    shown = ["locomotive", "locomotive", "red", "blue", "green"]
    game = table("nordic", {}, {}, display=shown)
    act(game, "draw red > locomotive black black white white yellow")
    assert open_view(game).display == ("black", "black", "white", "white", "yellow")


# Ferries --------------------------------------------------------------------------------


def test_a_coloured_ferry_takes_its_colour() -> None:
    """F-13: on its plain spaces, and locomotives may stand for these cards."""
    game = table("nordic", {"hand": {"black": 4, "red": 4, "locomotive": 5}}, {})
    assert "3 black 2 locomotive" in payments(game, "AND-BER")
    assert "2 black 3 locomotive" in payments(game, "AND-BER")
    assert "5 locomotive" in payments(game, "AND-BER")
    assert reason(game, "claim AND-BER with 3 red 2 locomotive")[0] == "route_colour"
    assert "black" in refusal(game, "claim AND-BER with 3 red 2 locomotive")
    assert reason(game, "claim AND-BER with 4 black 1 locomotive") == (
        "ferry_wilds",
        {"route": "AND-BER", "number": 2, "wild": "locomotive"},
    )


def test_a_grey_ferry_takes_any_one_colour() -> None:
    """F-13"""
    cards = {"red": 2, "blue": 2, "locomotive": 2}
    game = table("nordic", {"hand": cards}, {})
    assert payments(game, "HEL-STO") == {
        *("2 red 2 locomotive", "2 blue 2 locomotive"),
        *("2 red 1 locomotive", "2 blue 1 locomotive"),
        *("1 red 2 locomotive", "1 blue 2 locomotive"),
    }


@pytest.mark.parametrize("code", sorted(FERRIES))
def test_a_ferry_without_a_locomotive(code: str) -> None:
    """F-12: three cards for each symbol."""
    route = ROUTES[code]
    plain, colour = route.length - route.ferry, route.colour or "green"
    other = "red" if colour != "red" else "blue"
    cards = {colour: plain, other: 3 * route.ferry}
    game = table("nordic", {"hand": cards}, {})
    words = f"{plain} {colour}" if plain else "none"
    assert words in payments(game, code)
    events = act(game, f"claim {code} with {words}")
    paid = ((colour, plain),) if plain else ()
    points = EDITION.points[route.length - 1]
    assert told(events, RouteClaimed) == [RouteClaimed(0, code, paid, points)]
    assert (open_view(game).phase, open_view(game).owed) == ("substitution", 3 * route.ferry)
    assert options(game) == {f"pay 1 {other}"}
    for left in reversed(range(3 * route.ferry)):
        events = act(game, f"pay 1 {other}")
        assert told(events, SubstituteGiven) == [SubstituteGiven(0, other, left)]
    assert (hand(game, 0), game.seat, open_view(game).phase) == ({}, 1, "turn")
    assert open_view(game).discards == {card: number for card, number in cards.items() if number}
    assert open_view(game).players[0].pieces == 40 - route.length


@pytest.mark.parametrize("code", sorted(FERRIES))
def test_a_ferry_with_one_card_too_few(code: str) -> None:
    """F-12"""
    route = ROUTES[code]
    plain, colour = route.length - route.ferry, route.colour or "green"
    other = "red" if colour != "red" else "blue"
    game = table("nordic", {"hand": {colour: plain, other: 3 * route.ferry - 1}}, {})
    assert code not in claimable(game)
    words = f"{plain} {colour}" if plain else "none"
    expected = ("substitutes", {"route": code, "number": 1})
    assert reason(game, f"claim {code} with {words}") == expected
    assert reason(game, f"claim {code.split('/')[0]} with {words}")[0]


def test_substitutes_stand_only_for_what_a_ferry_demands() -> None:
    """F-12: not for the cards of plain spaces."""
    game = table("nordic", {"hand": {"black": 2, "red": 12, "blue": 12}}, {})
    assert "AND-BER" not in claimable(game)
    code, values = reason(game, "claim AND-BER")
    assert (code, values["number"], values["colours"]) == ("cards", 1, ["black"])
    for words, code, said in (
        ("2 black", "route_least", "at least 3 cards, not 2"),
        ("6 black", "route_most", "at most 5 cards, not 6"),
    ):
        with pytest.raises(MalformedAction, match=said) as refused:
            game.play(f"claim AND-BER with {words}")
        assert refused.value.reason is not None
        assert refused.value.reason.code == code


def test_one_of_two_symbols_can_be_substituted() -> None:
    """F-12: a locomotive for one, three cards for the other."""
    game = table("nordic", {"hand": {"black": 3, "locomotive": 1, "red": 3}}, {})
    # Seven cards are enough to give three for one locomotive, not six for both.
    assert payments(game, "AND-BER") == {"3 black 1 locomotive"}
    code, values = reason(game, "claim AND-BER with 3 black")
    assert (code, values["number"]) == ("substitutes", 2)


def test_no_one_must_pay_with_locomotives() -> None:
    """F-12: locomotives can be kept, or given as substitutes."""
    game = table("nordic", {"hand": {"green": 1, "locomotive": 3}}, {})
    assert payments(game, "HON-KIR") == {
        *("1 green 1 locomotive", "2 locomotive"),
        *("1 green", "1 locomotive"),
    }
    acts(game, "claim HON-KIR with 1 green", *["pay 1 locomotive"] * 3)
    assert (hand(game, 0), game.seat) == ({}, 1)


# The long route -------------------------------------------------------------------------


def test_the_long_route() -> None:
    """F-14, F-10: nine cards of one colour or locomotives; 27 points."""
    game = table("nordic", {"hand": {"red": 9, "locomotive": 9}}, {})
    assert {"9 red", "9 locomotive", "1 red 8 locomotive", "5 red 4 locomotive"} <= payments(
        game, LONG
    )
    act(game, f"claim {LONG} with 8 red 1 locomotive")
    assert (sheet(game, 0).route_points, open_view(game).players[0].pieces) == (27, 31)
    assert game.seat == 1


def test_four_cards_for_one() -> None:
    """F-14: as often as wished."""
    cards = {"red": 4, "blue": 12, "green": 8}
    game = table("nordic", {"hand": cards}, {})
    # 24 cards: nine, and three more for each of the five cards that are substituted.
    assert {word for word in payments(game, LONG) if "red" in word} == {"4 red"}
    assert {word for word in payments(game, LONG) if "blue" in word} == {
        f"{number} blue" for number in range(4, 10)
    }
    act(game, f"claim {LONG} with 4 red")
    assert open_view(game).owed == 20
    assert options(game) == {"pay 1 blue", "pay 1 green"}
    acts(game, *["pay 1 blue"] * 12, *["pay 1 green"] * 8)
    assert (hand(game, 0), game.seat) == ({}, 1)


def test_nothing_but_substitutes() -> None:
    """F-14: 36 cards for nine."""
    cards = {"red": 12, "blue": 12, "green": 11}
    game = table("nordic", {"hand": cards}, {})
    assert "none" not in payments(game, LONG)
    assert reason(game, f"claim {LONG} with none") == ("substitutes", {"route": LONG, "number": 1})
    game = table("nordic", {"hand": cards | {"black": 1}}, {})
    assert "none" in payments(game, LONG)
    act(game, f"claim {LONG} with none")
    assert (open_view(game).owed, open_view(game).players[0].cards) == (36, 36)
    for card, number in (cards | {"black": 1}).items():
        acts(game, *[f"pay 1 {card}"] * number)
    assert game.seat == 1
    assert cards_on_table(game) == box("nordic")


def test_a_claim_with_nothing_of_a_route_that_can_be_paid_for() -> None:
    """F-14: the refusal counts the cards that are missing for it."""
    game = table("nordic", {"hand": {"red": 9}}, {})
    assert LONG in claimable(game)
    assert reason(game, f"claim {LONG} with none") == ("substitutes", {"route": LONG, "number": 27})


def test_the_long_route_with_too_few_cards() -> None:
    """F-14"""
    game = table("nordic", {"hand": {"red": 7, "blue": 7}}, {})
    assert LONG not in claimable(game)
    assert reason(game, f"claim {LONG} with 7 red") == ("substitutes", {"route": LONG, "number": 1})
    assert "needs 1 more card of any kind" in refusal(game, f"claim {LONG} with 7 red")
    assert reason(game, f"claim {LONG} with 8 red")[0] == "not_held"
    assert reason(game, f"claim {LONG} with 2 locomotive")[0] == "not_held"
    with pytest.raises(MalformedAction, match="one colour"):
        game.play(f"claim {LONG} with 5 red 4 blue")


def test_the_action_for_nine_locomotives_has_a_number_of_its_own() -> None:
    """F-14: and so have all payments that consist of wild and substituted cards."""
    cards = dict.fromkeys(COLOURS[:3], 12) | {"locomotive": 9}
    game = table("nordic", {"hand": cards}, {})
    found: dict[int, str] = {}
    for action in game.legal_actions():
        if not isinstance(action, ClaimRoute) or action.route != LONG:
            continue
        first, second = encode(EDITION, game.state, action, 0)
        assert first == CLAIM + INDEX.route_of[LONG]
        found[second] = str(action)
        wild = dict(action.cards).keys() <= {"locomotive"}
        assert (second >= PAY_WILD) == wild
        assert wild or second < PLACE
    assert len(found) == len(payments(game, LONG))
    assert sum(number >= PAY_WILD for number in found) == LENGTH + 1


# All payments, by trying ----------------------------------------------------------------


def brute_force(code: str, cards: dict[str, int]) -> set[str]:
    """Return the payments for a route, found by trying every choice of cards."""
    route = ROUTES[code]
    each = 3 if route.ferry else route.substitute
    most = route.ferry or (route.length if route.substitute else 0)
    wild = cards.get("locomotive", 0) if route.tunnel or each else 0
    found: set[str] = set()
    for colour in [route.colour] if route.colour else COLOURS:
        held = cards.get(colour, 0)
        for own, wilds in product(range(held + 1), range(wild + 1)):
            given = route.length - own - wilds
            if not 0 <= given <= most or wilds + given < route.ferry:
                continue
            if own + wilds + each * given > sum(cards.values()):
                continue
            words = [f"{own} {colour}"] * (own > 0) + [f"{wilds} locomotive"] * (wilds > 0)
            found.add(" ".join(words) or "none")
    return found


def random_hand(random: Random) -> dict[str, int]:
    """Return a hand of few cards or many, often with a colour that it has much of."""
    kinds = random.sample([*COLOURS, "locomotive"], random.randint(1, 6))
    most = random.choice((1, 3, 6, 12))
    return {kind: random.randint(1, most) for kind in kinds}


@pytest.mark.parametrize("seed", range(60))
def test_every_payment_by_trying(seed: int) -> None:
    """F-10, F-12, F-13, F-14: what can be claimed is what can be paid for, and how."""
    cards = random_hand(Random(seed))
    game = table("nordic", {"hand": cards}, {})
    legal = claimable(game)
    for code in CODES:
        expected = brute_force(code, cards)
        assert payments(game, code) == expected, (code, cards)
        assert (code in legal) == bool(expected)


@pytest.mark.parametrize("seed", range(40))
def test_the_cards_that_are_missing_are_enough(seed: int) -> None:
    """F-12, F-14: with that many more cards the route can be claimed, and not with fewer."""
    cards = random_hand(Random(f"missing {seed}"))
    game = table("nordic", {"hand": cards}, {})
    for code in sorted(FERRIES | {LONG}):
        if code in claimable(game):
            continue
        found = reason_for_routes(game.view(0), (code,))
        number = cast("int", found.values["number"])
        assert number > 0
        if found.code != "substitutes":
            assert found.code == "cards"
            continue
        for colour in COLOURS:
            assert brute_force(code, cards | {colour: cards.get(colour, 0) + number})
            fewer = cards | {colour: cards.get(colour, 0) + number - 1}
            if ROUTES[code].colour not in (None, colour):
                assert not brute_force(code, fewer)


@pytest.mark.parametrize("seed", range(20))
def test_actions_go_through_words_and_numbers(seed: int) -> None:
    """F-12, F-14: every legal action, also in the middle of giving substitutes."""
    random = Random(seed)
    cards = random_hand(random) | {"locomotive": random.randint(0, 9), "red": 9, "blue": 7}
    game = table("nordic", {"hand": cards}, {}, display=["white"] * 5)
    for _ in range(12):
        for action in game.legal_actions():
            assert game.parse(str(action)) == action
            assert [*game.legal_actions()].count(action) == 1
        paying = [a for a in game.legal_actions() if isinstance(a, (ClaimRoute, PaySurcharge))]
        if not paying or game.seat:
            break
        game.play(random.choice(paying))


def test_the_numbers_of_payments_are_those_that_the_rules_write() -> None:
    """F-14"""
    cards = {"red": 12, "blue": 12, "locomotive": 14}
    game = table("nordic", {"hand": cards}, {})
    choice = CLAIM + INDEX.route_of[LONG]
    state, out = after_choice(game.state, choice), np.zeros(512, dtype=np.int16)
    number = int(write_payments(book_of(EDITION), state, out))
    written = [int(action) for action in out[:number]]
    claims = [a for a in game.legal_actions() if isinstance(a, ClaimRoute) and a.route == LONG]
    assert [encode(EDITION, game.state, action, 0) for action in claims] == [
        (choice, number) for number in written
    ]
    assert written == sorted(written)


# Giving substitutes ---------------------------------------------------------------------

OWING = {"black": 3, "red": 4, "blue": 2, "locomotive": 1}


def owing(*more: dict[str, object], **top: Any) -> Game:
    """Return a game in which the first player owes six cards for a ferry."""
    game = table("nordic", {"hand": OWING, **(more[0] if more else {})}, {}, **top)
    act(game, "claim AND-BER with 3 black")
    return game


def test_substitutes_are_given_one_after_another() -> None:
    """I-27: in any order and of any kinds, also locomotives."""
    game = owing()
    assert options(game) == {"pay 1 red", "pay 1 blue", "pay 1 locomotive"}
    acts(game, "pay 1 blue", "pay 1 locomotive", "pay 1 red", "pay 1 blue")
    assert (open_view(game).owed, options(game)) == (2, {"pay 1 red"})
    acts(game, "pay 1 red", "pay")
    assert (hand(game, 0), game.seat) == ({"red": 1}, 1)


def test_the_turn_goes_on_until_the_last_card_is_given() -> None:
    """I-27"""
    game = owing()
    assert game.deciding == (0,)
    due: tuple[str, dict[str, object]] = ("must_give", {})
    for words in ("withdraw", "draw deck", "draw red", "tickets", "claim HEL-TAM"):
        assert reason(game, words) == due, words
    for words in ("pay 2 red", "pay 1 red 1 blue", "pay 9 locomotive"):
        assert reason(game, words) == due, words
    assert reason(game, "pay 1 green") == (
        "not_held",
        {"cards": (("green", 1),), "lacking": (("green", 1),)},
    )
    with pytest.raises(AmbiguousAction) as refused:
        game.play("pay")
    assert refused.value.reason is not None
    assert refused.value.reason.code == "surcharge_ways"


def test_nothing_is_due_in_a_turn() -> None:
    """I-27"""
    game = table("nordic", {"hand": OWING}, {})
    assert reason(game, "pay 1 red")[0] == "no_tunnel"


def test_the_claim_counts_before_the_substitutes_are_given() -> None:
    """I-27: the route has its owner at once, and nobody else may take it."""
    view = open_view(owing())
    assert (view.route, view.owners["AND-BER"], view.players[0].pieces) == ("AND-BER", 0, 35)
    assert (view.players[0].score, view.discards) == (10, {"black": 3})


def test_everybody_sees_what_is_owed_and_given() -> None:
    """I-27, I-21"""
    game = owing()
    act(game, "pay 1 red")
    for viewer in (None, 0, 1):
        view = game.view(viewer)
        assert (view.phase, view.owed, view.route) == ("substitution", 5, "AND-BER")
        assert view.discards == {"black": 3, "red": 1}


def test_a_claim_can_be_taken_back_only_as_a_whole_game_can() -> None:
    """I-27: undoing goes back card by card."""
    game = owing()
    act(game, "pay 1 red")
    before = game.state.tobytes()
    act(game, "pay 1 red")
    game.undo()
    assert game.state.tobytes() == before


def test_the_display_is_filled_when_the_last_card_is_given() -> None:
    """I-27, I-17"""
    shown = ["green", None, "white", "yellow", "purple"]
    rest = dict.fromkeys(("green", "white", "yellow", "purple", "orange"), 12)
    other = {colour: number - (colour in shown) for colour, number in rest.items()}
    other |= {"locomotive": 13, "red": 8, "blue": 10, "black": 9}
    game = table("nordic", {"hand": OWING}, {"hand": other}, display=shown)
    events = act(game, "claim AND-BER with 3 black")
    for _ in range(4):
        assert told(events, DisplayRefilled) == []
        assert open_view(game).display[1] is None
        again = read_position(write_position(game))
        assert again.state.tobytes() == game.state.tobytes()
        events = act(game, "pay 1 red")
    act(game, "pay 1 blue")
    events = act(game, "pay 1 blue > red")
    assert [event.slot for event in told(events, DisplayRefilled)] == [1]
    assert game.seat == 1


def test_a_display_that_could_be_swept_waits_for_the_last_card() -> None:
    """I-27, I-17: until then it stays as it was, and such a position can be read."""
    shown = ["locomotive", "locomotive", "locomotive", "yellow", "purple"]
    other = dict.fromkeys(("green", "white", "orange"), 12)
    other |= {"yellow": 11, "purple": 11, "locomotive": 10, "red": 8, "blue": 10, "black": 9}
    game = table("nordic", {"hand": OWING}, {"hand": other}, display=shown)
    act(game, "claim AND-BER with 3 black")
    for card in ("red", "red", "red", "red", "blue"):
        again = read_position(write_position(game))
        assert again.state.tobytes() == game.state.tobytes()
        act(game, f"pay 1 {card}")
        assert list(open_view(game).display) == shown
    act(game, "pay 1 blue")
    assert open_view(game).display.count("locomotive") < 3


def test_positions_in_the_middle_of_substitution() -> None:
    """I-27"""
    game = owing()
    act(game, "pay 1 blue")
    text = write_position(game)
    assert json.loads(text)["owed"] == 5
    again = read_position(text)
    assert again.state.tobytes() == game.state.tobytes()
    assert options(again) == options(game)
    for viewer in (None, 0, 1):
        shown = write_position(game, viewer)
        assert read_view(shown) == game.view(viewer)
        assert read_position(shown, seed=3).view(viewer) == game.view(viewer)
    acts(again, "pay 1 red", "pay 1 red", "pay 1 red", "pay 1 red", "pay 1 blue")
    assert again.seat == 1


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"owed": 0}, "owed: in the phase substitution, the player owes at least one card"),
        ({"phase": "turn", "route": None}, "owed: cards are owed in the phase substitution only"),
        ({"owed": 7}, "owed: AND-BER takes at most 6 substitutes, not 7"),
        ({"route": "HEL-IMA"}, "owed: HEL-IMA takes at most 0 substitutes, not 6"),
        ({"route": "HEL-STO"}, "owed: HEL-STO does not belong to the player who gives cards for"),
        ({"seat": 1}, "owed: AND-BER does not belong to the player who gives cards for it"),
        ({"route": None}, "route: there is one in the phases placement, surcharge, substitution"),
        ({"owed": 82}, "owed"),
    ],
)
def test_positions_that_cannot_be(changes: dict[str, object], fault: str) -> None:
    """I-27"""
    data = json.loads(write_position(owing()))
    data |= changes
    data = {key: value for key, value in data.items() if value is not None}
    with pytest.raises(PositionError) as refused:
        read_position(json.dumps(data))
    assert fault in str(refused.value)


def test_nobody_owes_more_cards_than_they_have() -> None:
    """I-27"""
    data = json.loads(write_position(owing()))
    given = data["players"][0]["hand"].pop("red")
    data["discards"]["red"] = data["discards"].get("red", 0) + given
    data["players"][0]["cards"] = 3
    with pytest.raises(PositionError, match="the player has 3 cards, but owes 6"):
        read_position(json.dumps(data))


def test_the_last_trains() -> None:
    """I-27, C-40: the final round begins when the last card has been given."""
    routes = leaving("nordic", 6, "AND-BER")
    game = owing({"routes": routes})
    assert open_view(game).players[0].pieces == 1
    assert open_view(game).last_turns == 0
    again = read_position(write_position(game))
    assert again.state.tobytes() == game.state.tobytes()
    acts(game, *["pay 1 red"] * 4, "pay 1 blue")
    assert told(act(game, "pay 1 blue"), FinalRound) == [FinalRound(0)]
    acts(game, "draw deck", "draw deck", "draw deck")
    assert not game.over
    act(game, "draw deck")
    assert game.over


def test_the_last_card_of_the_game_is_a_substitute() -> None:
    """I-27, C-40"""
    game = owing(last_turns=1)
    acts(game, *["pay 1 red"] * 4, "pay 1 blue")
    assert not game.over
    act(game, "pay 1 blue")
    assert game.over


def test_too_few_trains() -> None:
    """F-12, C-23"""
    game = table("nordic", {"hand": OWING, "routes": leaving("nordic", 4, "AND-BER")}, {})
    assert "AND-BER" not in claimable(game)
    assert reason(game, "claim AND-BER with 3 black")[0] == "pieces"


def test_records_repeat_substitutes() -> None:
    """I-27: each card that was given is an action of its own."""
    game = Game.new("nordic", ["Ada", "Ben"], seed=3, starter=0)
    random, given = Random(5), 0
    while not game.over:
        legal = game.legal_actions(game.deciding[0])
        claims = [a for a in legal if isinstance(a, ClaimRoute) and a.route in FERRIES | {LONG}]
        fewest = sorted(claims, key=lambda a: sum(number for _, number in a.cards))[:3]
        events = game.play(random.choice(fewest or legal), game.deciding[0])
        given += len(told(events, SubstituteGiven))
    assert given > 10
    assert cards_on_table(game) == box("nordic")
    text = write_record(game)
    assert read_record(text).state.tobytes() == game.state.tobytes()
    assert "; pay 1 " in text


def test_substitutes_where_locomotives_are_for_tunnels_only() -> None:
    """F-14: then locomotives can be given, but do not pay."""
    route = '{a = "BER", b = "SOL", length = 2, colour = "black"'
    edition = variant("switzerland", (route, f"{route}, substitute = 2"))
    for cards, expected in (
        ({"black": 1, "locomotive": 1}, set[str]()),
        ({"locomotive": 3}, set[str]()),
        ({"black": 1, "locomotive": 2}, {"1 black"}),
        ({"locomotive": 4}, {"none"}),
    ):
        game = table(edition, {"hand": cards}, {})
        assert payments(game, "BER-SOL") == expected
        assert ("BER-SOL" in claimable(game)) == bool(expected)
    act(game, "claim BER-SOL with none")
    assert options(game) == {"pay 1 locomotive"}


# Parallel routes ------------------------------------------------------------------------


def test_parallel_routes_of_unequal_length() -> None:
    """F-15"""
    unequal = {
        code
        for number, code in enumerate(CODES)
        for other in INDEX.parallel[number]
        if EDITION.routes[number].length != EDITION.routes[other].length
    }
    assert unequal == {"KRS-STA", "KRS-STA/2", "MOR-TRD", "MOR-TRD/2"}
    assert [(ROUTES[c].length, ROUTES[c].ferry) for c in ("HEL-STO", "HEL-STO/2")] == [
        (4, 2),
        (4, 1),
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_shorter_one_closes_the_longer(seats: int) -> None:
    """F-15, C-25, C-26"""
    cards = {"orange": 3, "locomotive": 1}
    players = [{"hand": cards}, {"routes": ["KRS-STA"]}, {}][:seats]
    assert ("KRS-STA/2" in claimable(table("nordic", *players))) == (seats == 3)
    own = table("nordic", {"hand": cards, "routes": ["KRS-STA"]}, *empty(seats - 1))
    assert "KRS-STA/2" not in claimable(own)
    assert reason(own, "claim KRS-STA/2 with 2 orange 1 locomotive")[0] == "own_parallel"


def test_each_of_unequal_routes_scores_its_own_length() -> None:
    """F-15"""
    game = table("nordic", {"routes": ["MOR-TRD"]}, {"routes": ["MOR-TRD/2"]}, {})
    assert [sheet(game, seat).route_points for seat in range(3)] == [10, 15, 0]
    assert [open_view(game).players[seat].pieces for seat in range(3)] == [35, 34, 40]


def test_unequal_routes_are_refused_elsewhere() -> None:
    """F-15"""
    with pytest.raises(EditionError, match=r"parallel\.unequal is true"):
        variant("nordic", ("unequal = true\n", ""))


# Tunnels --------------------------------------------------------------------------------


def test_tunnels_ask_for_more_and_take_locomotives() -> None:
    """F-10, E-11: no substitutes there."""
    game = table("nordic", {"hand": {"yellow": 2, "locomotive": 1, "red": 9}}, {})
    assert payments(game, "AND-LIL") == {"2 yellow", "1 yellow 1 locomotive"}
    events = act(game, "claim AND-LIL with 2 yellow > yellow red red")
    assert told(events, SurchargeDue) == [SurchargeDue(0, 1)]
    assert (open_view(game).phase, open_view(game).owed) == ("surcharge", 0)
    assert options(game) == {"pay 1 locomotive", "withdraw"}
    act(game, "pay 1 locomotive")
    assert hand(game, 0) == {"red": 9}


# The end --------------------------------------------------------------------------------


def test_ten_points_for_most_completed_tickets() -> None:
    """F-16: all who are tied get them."""
    one = {"routes": ["HEL-TAM", "HEL-TAL"], "tickets": ["TAL-TAM"]}
    two = {"routes": ["NOR-STO", "ORE-STO", "ORE-OSL"], "tickets": ["OSL-STO"]}
    game = table("nordic", one, two, {"routes": ["KAJ-LIE"]})
    sheets = [sheet(game, seat) for seat in range(3)]
    assert [column.most_tickets_bonus for column in sheets] == [10, 10, 0]
    assert [column.longest_path_bonus for column in sheets] == [0, 0, 0]


FAR = {"routes": ["HEL-IMA", "IMA-KUO"], "tickets": ["KOB-MUR"]}
"""The longest path of all, and few points."""


def test_completed_tickets_come_first() -> None:
    """F-17: even before a longer path."""
    done = {"routes": ["HEL-TAM", "HEL-TAL"], "tickets": ["TAL-TAM"]}
    game = table("nordic", done, {}, FAR)
    points = sheet(game, 0).total
    assert points == 1 + 2 + 3 + 10
    # 16 points: 15 of six spaces and one of one space.
    other = {"routes": ["MOR-TRD/2", "KAJ-LIE"]}
    result = table("nordic", other, done, FAR).score_sheet()
    assert result.totals[0] == result.totals[1] == 16
    assert (result.winners, result.decided_by) == ((1,), TieBreak.TICKETS)


def test_the_longer_path_breaks_a_tie() -> None:
    """F-17, I-26: no bonus pays for it, and the longest of all does not matter."""
    apart = {"routes": ["BOD-TOR", "HEL-LAH"]}
    joined = {"routes": ["OUL-TOR", "ROV-TOR"]}
    result = table("nordic", apart, joined, FAR).score_sheet()
    assert result.totals[0] == result.totals[1] == 2
    assert result.totals[2] < 2
    assert (result.winners, result.decided_by) == ((1,), TieBreak.OWN_PATH)
    assert [player.longest_path for player in result.players] == [1, 2, 5]
    assert [standing(player, TieBreak.OWN_PATH) for player in result.players] == [1, 2, 5]
    assert [player.longest_path_bonus for player in result.players] == [0, 0, 0]


def test_who_is_still_tied_shares_the_victory() -> None:
    """F-17"""
    result = table("nordic", {"routes": ["BOD-TOR"]}, {"routes": ["HEL-LAH"]}).score_sheet()
    assert (result.winners, result.decided_by) == ((0, 1), None)
