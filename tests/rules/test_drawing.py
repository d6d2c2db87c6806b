"""Deck, discards and display."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import (
    EDITIONS,
    act,
    acts,
    box,
    cards_on_table,
    draws,
    hand,
    open_view,
    options,
    refusal,
    table,
    told,
    wild,
)
from whistlestop import Game, load_edition, read_position, write_position
from whistlestop.editions.limits import DISPLAY, LOCOMOTIVE, PASSENGER
from whistlestop.events import CardDrawn, DeckReshuffled, DisplayRefilled, DisplaySwept
from whistlestop.rules import luck as lucks
from whistlestop.rules.book import book_of
from whistlestop.rules.cards import SWEEPS, can_settle, settle
from whistlestop.rules.luck import LUCK
from whistlestop.rules.state import STATE

PLAIN = "yellow blue green black orange"
"""A display without wild cards, of colours that every edition has."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_cards_and_the_display_is_filled_before_the_second(edition: str) -> None:
    """C-10"""
    game = table(edition, {}, {}, display=PLAIN)
    events = act(game, "draw green > blue")
    assert told(events, CardDrawn) == [CardDrawn(0, 2, "green")]
    assert told(events, DisplayRefilled) == [DisplayRefilled(2, "blue")]
    view = open_view(game)
    assert view.display == ("yellow", "blue", "blue", "black", "orange")
    assert game.seat == 0
    act(game, "draw blue > green")
    assert hand(game, 0) == {"blue": 1, "green": 1}
    assert game.seat == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_card_just_turned_up_may_be_the_second(edition: str) -> None:
    """C-10"""
    display = "yellow yellow yellow yellow orange"
    game = table(edition, {}, {}, display=display)
    act(game, "draw orange > black")
    assert draws(game) == {"deck", "yellow", "black"}
    act(game, "draw black > black")
    assert hand(game, 0) == {"orange": 1, "black": 1}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("draw deck > blue", "draw deck > black"),
        ("draw deck > blue", "draw black > green"),
        ("draw blue > green", "draw deck > black"),
    ],
)
def test_each_card_from_the_display_or_unseen(first: str, second: str) -> None:
    """C-10"""
    game = table("usa", {}, {}, display=PLAIN)
    acts(game, first, second)
    assert hand(game, 0) == {"blue": 1, "black": 1}
    assert game.seat == 1


def test_the_second_card_is_due() -> None:
    """I-16"""
    game = table("usa", {"hand": {"red": 6}}, {}, display=PLAIN)
    act(game, "draw deck > blue")
    assert options(game) == {"draw deck", *(f"draw {card}" for card in PLAIN.split())}
    for other in ("pass", "tickets"):
        assert "draw the second" in refusal(game, other)
    assert "draw the second" in refusal(game, "claim DAL-ELP with 4 red")


def test_equal_cards_of_the_display_are_interchangeable() -> None:
    """I-20"""
    game = table("usa", {}, {}, display="red blue red blue red")
    assert draws(game) == {"deck", "red", "blue"}
    act(game, "draw blue > green")
    assert open_view(game).display == ("red", "green", "red", "blue", "red")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wild_card_of_the_display_is_the_whole_draw(edition: str) -> None:
    """C-11, L-01"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=["yellow", joker, "green", "black", "orange"])
    act(game, f"draw {joker} > blue")
    assert hand(game, 0) == {joker: 1}
    assert game.seat == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["draw deck > blue", "draw green > blue"])
def test_a_wild_card_of_the_display_is_never_the_second(edition: str, first: str) -> None:
    """C-11, L-01"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=["yellow", joker, "green", "black", "orange"])
    assert joker in draws(game)
    act(game, first)
    assert joker not in draws(game)
    assert "cannot be the second card" in refusal(game, f"draw {joker}")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wild_card_that_turns_up_is_not_the_second(edition: str) -> None:
    """C-12"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=PLAIN)
    act(game, f"draw green > {joker}")
    assert open_view(game).display[2] == joker
    assert draws(game) == {"deck", "yellow", "blue", "black", "orange"}
    refusal(game, f"draw {joker}")
    act(game, "draw deck > blue")
    assert joker in draws(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_unseen_wild_card_is_one_card(edition: str) -> None:
    """C-13"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=PLAIN)
    act(game, f"draw deck > {joker}")
    assert game.seat == 0
    assert draws(game) == {"deck", *PLAIN.split()}
    act(game, f"draw deck > {joker}")
    assert hand(game, 0) == {joker: 2}
    assert game.seat == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_wild_cards_are_swept_before_the_second_card(edition: str) -> None:
    """C-14"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=[joker, "blue", "green", joker, "orange"])
    events = act(game, f"draw green > {joker} black yellow black yellow {joker}")
    assert told(events, DisplaySwept) == [DisplaySwept(joker)]
    view = open_view(game)
    assert dict(view.discards) == {joker: 3, "blue": 1, "orange": 1}
    assert view.display == ("black", "yellow", "black", "yellow", joker)
    assert draws(game) == {"deck", "black", "yellow"}
    assert cards_on_table(game) == box(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_display_is_swept_as_often_as_it_takes(edition: str) -> None:
    """C-14: the second time there are even four."""
    joker = wild(edition)
    game = table(edition, {}, {}, display=[joker, "blue", "green", joker, "orange"])
    again = f"{joker} black {joker} {joker} {joker}"
    events = act(game, f"draw green > {joker} {again} black blue {joker} blue black")
    assert told(events, DisplaySwept) == [DisplaySwept(joker)] * 2
    assert open_view(game).discards[joker] == 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_wild_cards_stay(edition: str) -> None:
    """C-14"""
    joker = wild(edition)
    game = table(edition, {}, {}, display=[joker, "blue", "green", "black", "orange"])
    events = act(game, f"draw black > {joker}")
    assert told(events, DisplaySwept) == []
    assert Counter(open_view(game).display)[joker] == 2


def test_a_long_locomotive_is_drawn_like_a_colour() -> None:
    """M-11"""
    game = table("germany", {}, {}, display="locomotive4 red locomotive4 blue green")
    act(game, "draw locomotive4 > white")
    assert game.seat == 0
    act(game, "draw locomotive4 > black")
    assert hand(game, 0) == {"locomotive4": 2}
    assert game.seat == 1


def test_long_locomotives_are_not_swept_nor_counted_with_locomotives() -> None:
    """M-11, C-14"""
    game = table("germany", {}, {}, display="locomotive4 locomotive4 locomotive locomotive green")
    events = act(game, "draw green > locomotive4")
    assert told(events, DisplaySwept) == []
    assert draws(game) == {"deck", "locomotive4"}


def test_passenger_cards_are_drawn_like_a_colour() -> None:
    """M-12"""
    game = table("germany", {}, {}, display="passenger red passenger blue green")
    act(game, "draw passenger > white")
    assert game.seat == 0
    act(game, "draw passenger > black")
    assert hand(game, 0) == {"passenger": 2}
    assert game.seat == 1


def test_three_passenger_cards_are_swept() -> None:
    """M-12"""
    game = table("germany", {}, {}, display="passenger red passenger blue green")
    events = act(game, "draw red > passenger white white black black red")
    assert told(events, DisplaySwept) == [DisplaySwept("passenger")]
    assert dict(open_view(game).discards) == {"passenger": 3, "blue": 1, "green": 1}


def test_passenger_cards_and_locomotives_are_counted_apart() -> None:
    """M-12, C-14"""
    game = table("germany", {}, {}, display="passenger locomotive passenger blue green")
    assert told(act(game, "draw green > locomotive"), DisplaySwept) == []
    assert Counter(open_view(game).display) == {"passenger": 2, "locomotive": 2, "blue": 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_emptied_deck_is_made_anew_when_the_next_card_is_needed(edition: str) -> None:
    """C-15, I-10"""
    game = table(edition, {}, {}, display=PLAIN, deck={"blue": 1}, rest="discards")
    discards = dict(open_view(game).discards)
    events = act(game, "draw deck > blue")
    assert told(events, DeckReshuffled) == []
    assert open_view(game).deck == 0
    assert dict(open_view(game).discards) == discards
    events = act(game, "draw deck > black")
    number = sum(discards.values())
    assert told(events, DeckReshuffled) == [DeckReshuffled(number)]
    assert open_view(game).deck == number - 1
    assert dict(open_view(game).discards) == {}
    assert cards_on_table(game) == box(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_display_too_makes_the_deck_anew(edition: str) -> None:
    """C-15"""
    game = table(edition, {}, {}, display=PLAIN, deck={"blue": 1}, rest="discards")
    assert told(act(game, "draw black > blue"), DeckReshuffled) == []
    events = act(game, "draw orange > green")
    assert len(told(events, DeckReshuffled)) == 1
    assert open_view(game).display == ("yellow", "blue", "green", "blue", "green")


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_deck_and_discards_gaps_stay(edition: str) -> None:
    """C-16, I-02, I-11"""
    game = table(edition, {}, {}, display=PLAIN, rest=1)
    assert draws(game) == set(PLAIN.split())
    assert "The deck is empty" in refusal(game, "draw deck")
    assert told(act(game, "draw green >"), DisplayRefilled) == []
    assert open_view(game).display == ("yellow", "blue", None, "black", "orange")
    assert draws(game) == {"yellow", "blue", "black", "orange"}
    act(game, "draw yellow >")
    assert open_view(game).display == (None, "blue", None, "black", "orange")
    assert game.seat == 1


def test_gaps_are_filled_as_soon_as_cards_are_discarded() -> None:
    """C-16, C-15"""
    game = table("usa", {}, {}, display=[None, "blue", None, "black", None], rest=1, seat=1)
    events = act(game, "claim DAL-HOU with 1 red > red")
    assert told(events, DeckReshuffled) == [DeckReshuffled(1)]
    assert open_view(game).display == ("red", "blue", None, "black", None)
    act(game, "draw red >")
    act(game, "draw black >")
    act(game, "claim DEN-OMA with 4 purple > purple purple purple purple")
    assert open_view(game).display == ("purple", "blue", "purple", "purple", "purple")


def test_a_draw_ends_when_no_second_card_can_be_had() -> None:
    """I-02, C-11"""
    display = ["red", "locomotive", None, None, None]
    game = table("usa", {}, {}, display=display, rest=1)
    assert draws(game) == {"red", "locomotive"}
    act(game, "draw red >")
    assert game.seat == 1


def test_a_draw_ends_when_only_wild_cards_are_left_after_the_last_of_the_deck() -> None:
    """I-02, C-11"""
    display = ["locomotive"] * 5
    game = table("usa", {}, {}, display=display, deck={"red": 1}, rest=1)
    act(game, "draw deck > red")
    assert game.seat == 1


def test_a_display_that_cannot_be_put_right_stays() -> None:
    """I-01: four cards at most could lie together, whatever is turned up."""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck={"locomotive": 5}, rest=1)
    events = act(game, "draw green > locomotive")
    assert told(events, DisplaySwept) == []
    assert Counter(open_view(game).display)["locomotive"] == 3


def test_five_cards_that_could_lie_together_are_enough_to_sweep() -> None:
    """I-01: red, blue, white and two locomotives."""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck={"locomotive": 4, "white": 1}, rest=1)
    bad = "locomotive locomotive locomotive white locomotive"
    settled = "locomotive red blue locomotive white"
    events = act(game, f"draw green > locomotive {bad} {settled}")
    assert len(told(events, DisplaySwept)) == 2
    assert open_view(game).display == tuple(settled.split())


def test_locomotives_and_passenger_cards_together_cannot_make_a_display() -> None:
    """I-01, M-12: two of the one and two of the other are four cards."""
    display = "passenger passenger locomotive locomotive red"
    game = table("germany", {}, {}, display=display, deck={"passenger": 1}, rest=1)
    events = act(game, "draw red > passenger")
    assert told(events, DisplaySwept) == []
    assert Counter(open_view(game).display) == {"passenger": 3, "locomotive": 2}


def test_three_wild_cards_stay_in_a_display_with_gaps() -> None:
    """I-12, I-17"""
    display = ["locomotive", "locomotive", "locomotive", None, None]
    game = table("usa", {"hand": {"purple": 1}}, {}, display=display, rest=1)
    events = act(game, "claim KAN-OMA with 1 purple > purple")
    assert told(events, DisplaySwept) == []
    assert open_view(game).display == ("locomotive", "locomotive", "locomotive", "purple", None)
    # The gap is filled, and the full display is looked at again.
    outcomes = "red red red red locomotive purple"
    events = act(game, f"claim DEN-OKL with 4 red > {outcomes}")
    assert told(events, DisplaySwept) == [DisplaySwept("locomotive")]
    assert open_view(game).display == ("red", "red", "red", "locomotive", "purple")


def test_a_display_that_stood_is_swept_once_it_can_be_put_right() -> None:
    """I-17, I-01"""
    display = "locomotive locomotive locomotive red red"
    game = table("usa", {"hand": {"purple": 1}}, {}, display=display, rest=1)
    outcomes = "purple locomotive red locomotive red"
    events = act(game, f"claim KAN-OMA with 1 purple > {outcomes}")
    assert told(events, DisplaySwept) == [DisplaySwept("locomotive")]
    assert told(events, DeckReshuffled) == [DeckReshuffled(6)]
    assert open_view(game).display == tuple(outcomes.split())


def swept_for_long() -> tuple[Game, str]:
    """A game and a draw that has the display swept 400 times, with what chance brings."""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck={"locomotive": 4, "white": 2}, rest=1)
    threes = "locomotive locomotive locomotive"
    turns = [f"{threes} white white", f"{threes} red blue"]
    return game, " ".join(["locomotive", *(turns[number % 2] for number in range(399))])


def test_after_four_hundred_sweeps_wild_cards_are_passed_over() -> None:
    """I-15, C-14"""
    assert SWEEPS == 400
    game, outcomes = swept_for_long()
    # Of the ten cards six are locomotives: once two lie in the display, the rest are passed over.
    events = act(game, f"draw green > {outcomes} locomotive white locomotive white red")
    assert len(told(events, DisplaySwept)) == 400
    view = open_view(game)
    assert view.display == ("locomotive", "white", "locomotive", "white", "red")
    assert (view.deck_cards, view.discards) == ({"blue": 1}, {"locomotive": 4})
    assert cards_on_table(game) == box("usa")
    act(game, "draw deck > blue")
    assert game.seat == 1


def test_after_four_hundred_sweeps_a_third_wild_card_cannot_come() -> None:
    """I-15"""
    game, outcomes = swept_for_long()
    before = game.state.tobytes()
    for third in ("locomotive", "green"):
        with pytest.raises(ValueError, match="outcome 1999 is not possible"):
            act(game, f"draw green > {outcomes} locomotive locomotive {third} white white")
    assert game.state.tobytes() == before


@pytest.mark.parametrize("seed", [667, 668])
def test_sweeping_without_end_leaves_a_display_that_stands(seed: int) -> None:
    """I-15, C-14"""
    display = "locomotive locomotive red red blue"
    deck = {"locomotive": 12, "green": 1}
    game = table("usa", {}, {}, display=display, deck=deck, rest=1, seed=seed)
    events = act(game, "draw red")
    assert (len(told(events, DisplaySwept)) == 400) == (seed == 667)
    assert open_view(game).display.count("locomotive") == 2
    again = read_position(write_position(game))
    assert again.state.tobytes() == game.state.tobytes()
    repeated = table("usa", {}, {}, display=display, deck=deck, rest=1)
    repeated.replay("draw red", 0, [chance.word for chance in game.moves[-1].outcomes])
    assert repeated.state.tobytes() == game.state.tobytes()


@given(
    wild=st.integers(0, 14),
    passengers=st.integers(0, 15),
    coloured=st.lists(st.integers(0, 4), min_size=8, max_size=8),
    seed=st.integers(0, 2**32),
)
def test_whatever_lies_outside_the_hands_can_be_put_right(
    wild: int, passengers: int, coloured: list[int], seed: int
) -> None:
    """I-01, I-15, C-14, M-12: by passing over alone, however the cards lie."""
    edition = load_edition("germany")
    book = book_of(edition)
    state, luck = np.zeros(1, dtype=STATE)[0], np.zeros(1, dtype=LUCK)[0]
    lucks.seed(luck, np.uint64(seed))
    random = Random(seed)
    numbers = [*coloured, wild, 0, passengers]
    for kind, number in enumerate(numbers):
        state["deck"][kind] = random.randint(0, number)
        state["discards"][kind] = number - state["deck"][kind]
    state["deck_size"] = state["deck"].sum()
    if not can_settle(book, state):
        return
    settle(book, state, luck)
    kinds = [int(content) - 1 for content in state["display"]]
    assert min(kinds) >= 0
    assert kinds.count(LOCOMOTIVE) < 3
    assert kinds.count(PASSENGER) < 3
    assert int(state["deck_size"]) == int(state["deck"].sum())
    outside = [int(a) + int(b) for a, b in zip(state["deck"], state["discards"], strict=True)]
    assert [n + kinds.count(kind) for kind, n in enumerate(outside)] == numbers
    assert int(luck["used"]) == DISPLAY


@pytest.mark.parametrize("edition", EDITIONS)
def test_hands_have_no_limit(edition: str) -> None:
    """C-17"""
    few = {"blue": 2, "green": 2}
    game = table(edition, {}, {}, display=PLAIN, deck=few, rest=0)
    held = sum(hand(game, 0).values())
    assert held == sum(box(edition).values()) - 9
    acts(game, "draw deck > blue", "draw deck > green")
    assert sum(hand(game, 0).values()) == held + 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_tickets_have_no_limit(edition: str) -> None:
    """C-17"""
    last = {"usa": "DEN-ELP", "germany": "BRE-DUS", "london": "BRM-PIC"}[edition]
    game = table(edition, {}, {}, tickets_left=[last], seat=1)
    held = len(game.view(1).me.tickets or ())
    assert held == {"usa": 29, "germany": 45, "london": 19}[edition]
    act(game, "tickets")
    act(game, "keep all")
    assert len(game.view(1).me.tickets or ()) == held + 1
