"""The table before the first turn."""

from __future__ import annotations

import pytest

from tests.tables import (
    SIZES,
    act,
    acts,
    box,
    cards_on_table,
    mixes,
    open_view,
    options,
    refusal,
    told,
    wild,
)
from whistlestop import Game
from whistlestop.events import DisplaySwept, GameStarted, TicketsAnswered, TicketsKept

ALL = ("usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic")
HAND: dict[str, int] = dict(zip(ALL, (4, 4, 2, 4, 4, 2, 4, 4), strict=True))
PIECES: dict[str, int] = dict(zip(ALL, (45, 45, 17, 45, 40, 15, 45, 40), strict=True))
CARDS: dict[str, int] = dict(zip(ALL, (110, 118, 44, 110, 110, 44, 110, 110), strict=True))
OFFER: dict[str, int] = dict(zip(ALL, (3, 4, 2, 4, 5, 2, 4, 5), strict=True))
KEEP: dict[str, int] = dict(zip(ALL, (2, 2, 1, 2, 2, 1, 2, 2), strict=True))

OFFERS: dict[str, list[str]] = {
    "usa": ["LAX-NYC", "NYC-SEA", "DEN-ELP", "HOU-KAN", "ATL-NYC", "CAL-SLC"],
    "germany": [],
    "london": ["BAK-TOW", "REG-ELE", "BUC-BRL", "KIN-TOW"],
}
"""What the deal offers to two players; in Germany they announce first."""


def announced(game: Game) -> Game:
    """Get past the announcements of tickets, where there are any."""
    while open_view(game).phase == "opening_mix":
        game.play("tickets 2 short 2 long")
    return game


def answered(game: Game) -> Game:
    """Get past the first tickets: everybody keeps all."""
    announced(game)
    while open_view(game).phase == "opening_keep":
        game.play("keep all")
    return game


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_everybody_starts_alike(edition: str, seats: int) -> None:
    """C-01"""
    game = Game.new(edition, seats, seed=5)
    view = open_view(game)
    assert len(view.players) == seats
    for player in view.players:
        assert (player.cards, player.pieces) == (HAND[edition], PIECES[edition])
        assert (player.score, player.routes, player.tickets) == (0, (), ())
    assert len(view.display) == 5
    assert None not in view.display
    assert view.deck + seats * HAND[edition] + 5 + sum(view.discards.values()) == CARDS[edition]
    assert cards_on_table(game) == box(edition)


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_all_offers_lie_there_before_anybody_answers(edition: str, seats: int) -> None:
    """C-02"""
    game = announced(Game.new(edition, seats, seed=6))
    assert game.deciding == tuple(range(seats))
    offers: list[tuple[str, ...]] = [player.offer or () for player in open_view(game).players]
    assert [len(offer) for offer in offers] == [OFFER[edition]] * seats
    assert len({ticket for offer in offers for ticket in offer}) == OFFER[edition] * seats


@pytest.mark.parametrize("edition", ALL)
def test_the_first_answer_keeps_the_minimum(edition: str) -> None:
    """C-02, M-02"""
    game = announced(Game.new(edition, 2, seed=7))
    fewest = KEEP[edition]
    for number in range(fewest):
        words = " ".join(map(str, range(1, number + 1))) or "none"
        assert f"Keep at least {fewest} ticket" in refusal(game, f"keep {words}")
    sizes = {len(option.split()) - 1 for option in options(game)}
    assert sizes == set(range(fewest, OFFER[edition] + 1))
    assert not any("none" in option for option in options(game))


@pytest.mark.parametrize("edition", ALL)
def test_nobody_sees_the_answers_of_others(edition: str) -> None:
    """C-02, I-18"""
    game = announced(Game.new(edition, 2, seed=8))
    offer = game.view(1).me.offer
    assert offer is not None
    events = act(game, f"keep {offer[0]} {offer[1]}", seat=1)
    assert events == (TicketsAnswered(1),)
    assert game.view(1).players[1].answer == offer[:2]
    assert game.view(0).players[1].answered
    assert game.view(0).players[1].answer is None
    assert game.deciding == (0,)


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_answers_take_effect_together(edition: str) -> None:
    """I-18"""
    game = announced(Game.new(edition, 3 if edition == "london" else 5, seed=9))
    last = len(game.seats) - 1
    for seat in reversed(range(1, last + 1)):
        assert told(act(game, "keep all", seat), TicketsKept) == []
        assert all(player.tickets == () for player in open_view(game).players)
    kept = told(act(game, "keep all", 0), TicketsKept)
    assert [event.seat for event in kept] == list(range(last + 1))
    assert all(len(player.stacks) == OFFER[edition] for player in open_view(game).players)


def test_the_answer_does_not_depend_on_who_answers_first() -> None:
    """C-02, I-18"""
    states: set[bytes] = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        game = Game.new("usa", 3, seed=10)
        for seat in order:
            act(game, "keep 1 3" if seat == 1 else "keep 2 3", seat)
        states.add(game.state.tobytes())
    assert len(states) == 1


def test_first_tickets_go_under_the_stack_in_the_order_of_the_seats() -> None:
    """I-04"""
    game = Game.new("usa", 3, seed=11)
    offers: list[tuple[str, ...]] = [player.offer or () for player in open_view(game).players]
    act(game, "keep 1 2", seat=2)
    act(game, "keep 2 3", seat=1)
    act(game, "keep 1 3", seat=0)
    returned = [(entry.ticket, entry.seat) for entry in open_view(game).returned]
    assert returned == [(offers[0][1], 0), (offers[1][0], 1), (offers[2][2], 2)]


def test_first_tickets_of_one_seat_go_back_in_the_order_of_the_offer() -> None:
    """I-04: nobody may return two of the first tickets, so this is seen on a turn."""
    game = answered(Game.new("usa", 2, seed=12, starter=0))
    act(game, "tickets")
    offer = game.view(0).me.offer
    assert offer is not None
    act(game, "keep 2")
    assert [entry.ticket for entry in open_view(game).returned] == [offer[0], offer[2]]


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_the_host_says_who_starts_and_turns_go_clockwise(edition: str, seats: int) -> None:
    """C-03"""
    for starter in range(seats):
        game = answered(Game.new(edition, seats, seed=13, starter=starter))
        order: list[int | None] = []
        for _ in range(seats + 1):
            order.append(game.seat)
            acts(game, "draw deck", "draw deck")
        assert order == [(starter + turn) % seats for turn in range(seats + 1)]


def test_otherwise_the_starter_is_drawn_by_lot() -> None:
    """C-03"""
    starters = [Game.new("usa", 5, seed=seed).starter for seed in range(100)]
    assert {starters.count(seat) > 5 for seat in range(5)} == {True}
    game = Game.new("usa", 5, seed=3)
    assert told(game.opening, GameStarted) == [GameStarted("usa", 5, game.starter)]
    assert game.starter_drawn
    assert not Game.new("usa", 5, seed=3, starter=1).starter_drawn


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_the_first_display_is_swept_too(edition: str) -> None:
    """C-14"""
    joker = wild(edition)
    hands = ["blue"] * (2 * HAND[edition])
    bad = [joker, "green", joker, "black", joker]
    good = ["green", "black", joker, "yellow", joker]
    dealt = (*hands, *bad, *good, *OFFERS[edition])
    game = Game.new(edition, 2, starter=0, dealt=dealt)
    assert told(game.opening, DisplaySwept) == [DisplaySwept(joker)]
    view = open_view(game)
    assert view.display == tuple(good)
    assert dict(view.discards) == {"green": 1, "black": 1, joker: 3}


def test_a_first_display_with_passenger_cards_is_swept_too() -> None:
    """M-12"""
    hands = ["blue"] * 8
    bad = ["passenger", "passenger", "red", "passenger", "passenger"]
    good = ["passenger", "locomotive", "red", "passenger", "locomotive"]
    game = Game.new("germany", 2, starter=0, dealt=(*hands, *bad, *good))
    assert told(game.opening, DisplaySwept) == [DisplaySwept("passenger")]
    assert open_view(game).display == tuple(good)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_stacks_are_announced_before_any_ticket_is_seen(seats: int) -> None:
    """M-02, I-18"""
    game = Game.new("germany", seats, seed=14)
    for seat in range(seats):
        assert game.deciding == (seat,)
        assert game.view(seat).me.offer == ()
        assert mixes(game) == {
            (("short", 4),),
            (("short", 3), ("long", 1)),
            (("short", 2), ("long", 2)),
            (("short", 1), ("long", 3)),
            (("long", 4),),
        }
        assert "First say how many" in refusal(game, "draw deck")
        act(game, "tickets 1 short 3 long" if seat % 2 else "tickets 4 short")
        shown = game.view((seat + 1) % seats).players[seat]
        assert shown.offer_stacks == (("short", *["long"] * 3) if seat % 2 else ("short",) * 4)
        assert shown.offer is None
    assert game.deciding == tuple(range(seats))


def test_unkept_first_tickets_are_shuffled_back_into_their_own_stacks() -> None:
    """M-02"""
    game = Game.new("germany", 2, starter=0, seed=15)
    act(game, "tickets 3 short 1 long > BRE-DUS BER-CHE BRE-KAS KIE-CH")
    act(game, "tickets 4 long > DK-LIN ROS-AT ROS-KON EMD-AT")
    act(game, "keep BRE-DUS BER-CHE", seat=0)
    kept = told(act(game, "keep DK-LIN ROS-AT", seat=1), TicketsKept)
    assert {event.unkept for event in kept} == {"reshuffle"}
    view = open_view(game)
    assert view.stacks == (21, 21)
    assert view.returned == ()
    # Were they at the bottom, none of them could be the next to come up.
    act(game, "tickets 1 short 3 long > BRE-KAS KIE-CH EMD-AT ROS-KON")
    assert game.view(0).me.offer == ("BRE-KAS", "KIE-CH", "EMD-AT", "ROS-KON")


def test_the_cities_hold_their_tokens_at_the_start() -> None:
    """M-25"""
    game = Game.new("germany", 2, seed=16)
    tokens = {stack.name: stack.tokens for stack in game.edition.merchandise}
    found = sorted(tokens[city.merchandise or ""] for city in game.edition.cities)
    expected = [(7, 6, 5, 4), *[(4, 3, 2)] * 6, *[(3, 2, 1)] * 12, *[(2,)] * 16]
    assert found == sorted(expected)
    assert dict(open_view(game).taken) == {}
