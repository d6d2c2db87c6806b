"""Mistakes that programs of these games are known to make, one test each."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from tests.tables import (
    EDITIONS,
    act,
    acts,
    box,
    cards_on_table,
    claimable,
    draws,
    empty,
    leaving,
    open_view,
    options,
    payments,
    sheet,
    table,
    told,
    wild,
)
from whistlestop import Game, load_edition
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.events import DeckReshuffled, DisplaySwept, FinalRound
from whistlestop.rules import actions, luck
from whistlestop.rules.book import book_of
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import apply, deal, legal

EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
NOTHING: list[str | None] = [None] * 5

BOARDS = {
    "usa": (100, 309, {**dict.fromkeys(EIGHT, 7), "grey": 44}),
    "germany": (110, 313, {**dict.fromkeys(EIGHT, 8), "yellow": 9, "grey": 45}),
    "london": (
        44,
        95,
        {**dict.fromkeys(("blue", "green", "black", "pink", "yellow", "orange"), 5), "grey": 14},
    ),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_board_off_by_a_route(edition: str) -> None:
    routes, spaces, colours = BOARDS[edition]
    board = load_edition(edition).routes
    assert len(board) == routes
    assert sum(route.length for route in board) == spaces
    assert Counter(route.colour or "grey" for route in board) == colours


@pytest.mark.parametrize(
    ("edition", "most"),
    [("usa", 3), ("germany", 3), ("london", 2)],
    ids=["usa", "germany", "london"],
)
def test_both_halves_of_every_double_route_at_the_right_table_size(edition: str, most: int) -> None:
    """C-25, C-26"""
    chosen = load_edition(edition)
    joker = {"hand": {wild(edition): 8}}
    for seats in range(chosen.players[0], chosen.players[1] + 1):
        index = gazetteer(chosen)
        for number, code in enumerate(index.route_codes):
            others = {index.route_codes[other] for other in index.parallel[number]}
            if not others:
                continue
            game = table(edition, joker, {"routes": [code]}, *empty(seats - 2))
            assert code not in claimable(game)
            assert claimable(game) & others == (others if seats > most else set())
            game = table(edition, {**joker, "routes": [code]}, *empty(seats - 1))
            assert not claimable(game) & {code, *others}


def test_endless_locomotive_resets_when_nothing_else_is_left() -> None:
    """I-01"""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck={"locomotive": 9}, rest=1)
    events = act(game, "draw green")
    assert told(events, DisplaySwept) == []
    assert None not in open_view(game).display


TEN = {"locomotive": 4, "white": 2}


def test_ten_cards_left_are_mixed_before_they_come_up_again() -> None:
    """I-01: the swept cards are discards before anything is shuffled."""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck=TEN, rest=1)
    three = "locomotive locomotive locomotive"
    mixed = "locomotive red white blue locomotive"
    events = act(game, f"draw green > locomotive {three} white white {mixed}")
    assert len(told(events, DisplaySwept)) == 2
    assert told(events, DeckReshuffled) == [DeckReshuffled(10)]
    assert open_view(game).display == tuple(mixed.split())
    assert cards_on_table(game) == box("usa")


@pytest.mark.parametrize("seed", range(30))
def test_resets_with_ten_cards_left_end(seed: int) -> None:
    """I-01"""
    display = "locomotive locomotive red blue green"
    game = table("usa", {}, {}, display=display, deck=TEN, rest=1, seed=seed)
    events = act(game, "draw green")
    assert Counter(open_view(game).display)["locomotive"] <= 2
    assert len(told(events, DisplaySwept)) < 100


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_emptied_deck_is_refilled(edition: str) -> None:
    """C-15"""
    game = table(edition, {}, {}, deck={}, rest="discards")
    assert "deck" in draws(game)
    events = act(game, "draw deck")
    assert len(told(events, DeckReshuffled)) == 1
    assert open_view(game).deck == sum(box(edition).values()) - 5 - 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_display_does_not_stay_short_after_discards_return(edition: str) -> None:
    """C-16"""
    route = {"usa": "DEN-SFE", "germany": "FRA-WUR", "london": "BRM-PIC"}[edition]
    display = [None, "blue", "green", None, "black"]
    game = table(edition, {"hand": {"yellow": 2}}, {}, display=display, rest=1)
    act(game, f"claim {route} with 2 yellow")
    assert open_view(game).display == ("yellow", "blue", "green", "yellow", "black")


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_can_do_nothing_is_not_stuck(edition: str) -> None:
    """I-03"""
    game = table(edition, {}, {}, display=NOTHING, rest=1, tickets_left=[])
    assert options(game) == {"pass"}
    act(game, "pass")
    assert game.seat == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_games_of_hoarders_end(edition: str, seed: int) -> None:
    """I-03, C-16: nobody claims while there is anything else to do."""
    game, random = Game.new(edition, 2, seed=seed), Random(seed)
    while not game.over:
        legal_now = game.legal_actions()
        other = [action for action in legal_now if not str(action).startswith("claim")]
        game.play(random.choice(other or legal_now))
        assert open_view(game).turns < 500


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_starts_the_final_round_has_a_last_turn_too(seats: int) -> None:
    """C-40"""
    player = {"hand": {"red": 2}, "routes": leaving("usa", 3, "KAN-OMA", "ATL-NAS")}
    game = table("usa", player, *empty(seats - 1))
    assert told(act(game, "claim KAN-OMA with 1 red"), FinalRound) == [FinalRound(0)]
    for _ in range(seats - 1):
        acts(game, "draw deck", "draw deck")
    assert game.seat == 0
    act(game, "claim ATL-NAS with 1 red")
    assert game.over


@pytest.mark.parametrize("edition", EDITIONS)
def test_unkept_tickets_do_not_come_back_on_top(edition: str) -> None:
    """C-31"""
    game = table(edition, {}, {})
    stack = len(open_view(game).stack_tickets or ())
    words = {"usa": "tickets", "germany": "tickets 4 short", "london": "tickets"}[edition]
    act(game, words)
    offer = game.view(0).me.offer or ()
    act(game, "keep 1")
    assert [entry.ticket for entry in open_view(game).returned] == [*offer[1:]]
    act(game, words)
    assert not set(game.view(1).me.offer or ()) & set(offer)
    assert len(open_view(game).stack_tickets or ()) == stack - 2 * len(offer)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tickets_kept_in_the_last_turn_count(edition: str) -> None:
    """C-40, C-33"""
    ticket, points = {"usa": ("DEN-ELP", 4), "germany": ("BRE-DUS", 5), "london": ("BRM-PIC", 2)}[
        edition
    ]
    routes = {
        "usa": ["DEN-SFE", "ELP-SFE"],
        "germany": ["DOR-DUS", "DOR-MST", "BRE-MST"],
        "london": ["BRM-PIC"],
    }[edition]
    for owned, worth in ((routes, points), ([], -points)):
        game = table(edition, {"routes": owned}, {}, last_turns=1, tickets_left=[ticket])
        acts(game, "tickets", "keep 1")
        assert game.over
        assert sheet(game, 0).ticket_points == worth


def test_every_tied_holder_of_the_longest_path_is_paid() -> None:
    """U-11"""
    players = [{"routes": [route]} for route in ("ELP-LAX", "CAL-WIN", "MIA-NOL")]
    game = table("usa", *players, {})
    assert game.score_sheet().totals == (25, 25, 25, 0)


def test_every_tied_holder_of_the_most_tickets_is_paid() -> None:
    """M-30"""
    first = {"routes": ["DOR-DUS", "DOR-MST", "BRE-MST"], "tickets": ["BRE-DUS"]}
    second = {"routes": ["BER-LEI", "CHE-LEI"], "tickets": ["BER-CHE"]}
    game = table("germany", first, second, {})
    assert game.score_sheet().totals == (6 + 5 + 10, 9 + 6 + 10, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_bonus_for_nothing(edition: str) -> None:
    """I-05"""
    assert table(edition, {}, {}).score_sheet().totals == (0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_claim_with_exactly_enough_pieces(edition: str) -> None:
    """C-23"""
    route, words = {
        "usa": ("CHI-DUL", "3 red"),
        "germany": ("BER-MAG", "3 red"),
        "london": ("BIG-ELE", "3 yellow"),
    }[edition]
    player = {"hand": {words.split()[1]: 3}, "routes": leaving(edition, 3, route)}
    game = table(edition, player, {})
    act(game, f"claim {route} with {words}")
    assert open_view(game).players[0].pieces == 0


def test_locomotives_are_spent_as_the_player_chooses() -> None:
    """C-27"""
    held = {"blue": 3, "red": 2, "locomotive": 4}
    ways = {
        *("3 blue", "2 blue 1 locomotive", "1 blue 2 locomotive"),
        *("2 red 1 locomotive", "1 red 2 locomotive", "3 locomotive"),
    }
    game = table("usa", {"hand": held}, {})
    assert payments(game, "MON-TOR") == ways


def test_long_locomotives_mix_with_everything() -> None:
    """M-10, C-27"""
    game = table("germany", {"hand": {"red": 4, "locomotive": 4, "locomotive4": 4}}, {})
    sets = {
        tuple(int(number) for number in words.split()[::2]) for words in payments(game, "EMD-MST")
    }
    assert all(sum(numbers) == 4 for numbers in sets)
    assert len(payments(game, "EMD-MST")) == 15  # 4 = red + locomotives + locomotives (+4)
    assert len(payments(game, "BER-MAG")) == 4  # 3 = red + locomotives


def test_a_longest_path_may_pass_a_city_twice() -> None:
    """U-10: a figure of eight through Denver; no path that visits it once has more than 14."""
    eight = ["DEN-KAN", "KAN-OMA", "DEN-OMA", "DEN-PHO", "PHO-SFE", "DEN-SFE"]
    game = table("usa", {"routes": eight}, {})
    assert sheet(game, 0).longest_path == 9 + 10


@pytest.mark.parametrize(("seats", "usual"), [(2, 154), (4, 295)])
def test_random_games_have_the_usual_length(seats: int, usual: int) -> None:
    """Single cards, ticket draws, answers (the first ones too) and claims are one action each.

    Which of them random players take depends a little on what is counted as one choice, so that
    other programs' averages differ by some per cent; a rule that is wrong shifts them by more.
    """
    book = book_of(load_edition("usa"))
    chance = np.zeros(1, dtype=luck.LUCK)[0]
    out = np.zeros(actions.MOST_LEGAL, dtype=np.int16)
    lengths: list[int] = []
    for seed in range(200):
        state = np.zeros(1, dtype=STATE)[0]
        luck.seed(chance, np.uint64(seed))
        deal(book, state, seats, 0, chance)
        random, taken = Random(seed), 0
        while int(state.phase) != Phase.OVER:
            action = int(out[random.randrange(int(legal(book, state, out)))])
            luck.begin(chance)
            assert apply(book, state, action, chance)
            taken += not actions.CLAIM <= action < actions.PAY
        lengths.append(taken)
    assert sum(lengths) / len(lengths) == pytest.approx(usual, rel=0.045)
