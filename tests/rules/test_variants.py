"""Variants: other tickets, offers and bonuses on the board of an edition."""

from __future__ import annotations

import io
import json
from math import comb

import numpy as np
import pytest
from rich.console import Console

from tests.many_tickets import many_tickets_text
from tests.tables import Seat, act, open_view, refusal, sheet, table, told
from whistlestop import Game, read_position, read_record, write_position, write_record
from whistlestop.editions.load import load, loads, variants
from whistlestop.editions.model import TieBreak
from whistlestop.editions.sheet import sheet as edition_sheet
from whistlestop.errors import PositionError
from whistlestop.events import TicketsOffered
from whistlestop.rules.book import OPENING as AT_THE_OPENING
from whistlestop.rules.book import book_of
from whistlestop.rules.state import STATE
from whistlestop.rules.tickets import keepable
from whistlestop.seen.route_graph import members

OPENING = {
    "usa-1910": (3, 2),
    "usa-big-cities": (4, 2),
    "usa-mega": (5, 3),
    "europe-big-cities": (5, 2),
    "europe-extended": (4, 2),
    "europe-mega": (7, 3),
}
"""The number of tickets dealt at the start, and how many must be kept."""

ON_TURN = {
    "usa-1910": 3,
    "usa-big-cities": 4,
    "usa-mega": 4,
    "europe-big-cities": 4,
    "europe-extended": 3,
    "europe-mega": 3,
}
"""The number of tickets drawn on a turn, of which one must be kept."""


@pytest.mark.parametrize("variant", variants())
def test_the_opening_offer(variant: str) -> None:
    """V-10, V-11, V-12, V-20, V-21, V-22"""
    game = Game.new(variant, 2, seed=5)
    dealt, keep = OPENING[variant]
    offers = told(game.opening, TicketsOffered)
    assert [len(offer.tickets or ()) for offer in offers] == [dealt, dealt]
    for seat in game.deciding:
        few = " ".join(map(str, range(1, keep)))
        assert f"Keep at least {keep} tickets, not {keep - 1}" in refusal(game, f"keep {few}", seat)
        act(game, f"keep {few} {keep}", seat)
    assert open_view(game).phase == "turn"


@pytest.mark.parametrize("variant", variants())
def test_an_offer_on_a_turn(variant: str) -> None:
    """V-10, V-11, V-12, V-20, V-21, V-22"""
    game = table(variant, {}, {})
    (offered,) = told(act(game, "tickets"), TicketsOffered)
    assert len(offered.tickets or ()) == ON_TURN[variant]
    assert "Keep at least 1 ticket, not 0" in refusal(game, "keep none")
    act(game, "keep 1")
    # The others go under the stack (C-31, I-23).
    assert len(open_view(game).returned) == ON_TURN[variant] - 1


def test_opening_tickets_of_europe_leave_the_game() -> None:
    """I-23, V-20"""
    game = Game.new("europe-big-cities", 3, seed=5)
    for seat in game.deciding:
        act(game, "keep 1 2", seat)
    view = open_view(game)
    assert view.returned == ()
    assert view.stacks == (45 - 3 * 5,)


SHORT = {"routes": ["ATL-RAL", "RAL-WAS"], "tickets": ["ATL-WAS"]}
"""Four points for routes and four for a ticket of `usa-1910`."""

LONG = {"routes": ["CHI-PIT", "NYC-PIT"], "tickets": ["CHI-NYC"]}
"""Six points for routes and five for a ticket of `usa-1910` and of `usa-big-cities`."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_who_share_the_most_tickets_of_1910_get_15(seats: int) -> None:
    """V-10: there is nothing for the longest path."""
    players: list[Seat] = [SHORT, LONG, *[{"routes": []}] * (seats - 2)]
    game = table("usa-1910", *players)
    columns = [sheet(game, seat) for seat in range(seats)]
    assert [one.most_tickets_bonus for one in columns] == [15, 15, *[0] * (seats - 2)]
    assert [one.longest_path_bonus for one in columns] == [0] * seats
    assert [one.total for one in columns] == [4 + 4 + 15, 6 + 5 + 15, *[0] * (seats - 2)]


def test_both_bonuses_count_in_usa_mega() -> None:
    """V-12"""
    columns = table("usa-mega", SHORT, LONG).score_sheet().players
    assert [one.most_tickets_bonus for one in columns] == [15, 15]
    assert [one.longest_path_bonus for one in columns] == [0, 10]
    assert [one.total for one in columns] == [4 + 4 + 15, 6 + 5 + 15 + 10]


def test_there_is_no_bonus_in_usa_big_cities() -> None:
    """V-11, I-23"""
    column = sheet(table("usa-big-cities", LONG, {}), 0)
    assert (column.most_tickets_bonus, column.longest_path_bonus) == (0, 0)
    assert column.total == 6 + 5


def test_the_longest_path_counts_in_europe_big_cities() -> None:
    """V-20"""
    column = sheet(table("europe-big-cities", {"routes": ["BER-WIE"]}, {}), 0)
    assert (column.most_tickets_bonus, column.longest_path_bonus) == (0, 10)


@pytest.mark.parametrize("holder", [0, 1])
def test_more_completed_tickets_break_a_tie(holder: int) -> None:
    """I-22"""
    players = [{"routes": ["HEL-WIN", "CHI-DUL"], "tickets": []}] * 2
    players[holder] = LONG
    result = table("usa-big-cities", *players).score_sheet()
    assert result.totals == (11, 11)
    assert result.winners == (holder,)
    assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("variant", ["usa-1910", "usa-big-cities"])
def test_a_longer_path_breaks_no_tie_where_it_earns_nothing(variant: str) -> None:
    """I-22"""
    apart, path = ["ATL-NAS", "DAL-HOU"], ["DAL-LIT"]
    result = table(variant, {"routes": apart}, {"routes": path}).score_sheet()
    assert result.totals == (2, 2)
    assert result.winners == (0, 1)
    assert result.decided_by is None


def test_one_long_ticket_of_the_opening_is_kept_at_most() -> None:
    """V-22, I-24"""
    game = Game.new("europe-mega", 2, seed=5)
    offer = game.view(0).me.offer
    assert offer is not None
    stacks = [game.index.stack_of(ticket) for ticket in offer]
    assert stacks == ["regular"] * 5 + ["long"] * 2
    allowed = [
        tuple(ticket for i, ticket in enumerate(offer) if kept >> i & 1)
        for kept in range(1 << 7)
        if kept.bit_count() >= 3 and (kept >> 5).bit_count() <= 1
    ]
    assert [action.tickets for action in game.legal_actions(0)] == allowed  # type: ignore[union-attr]
    assert len(allowed) == 68
    both = "Keep at most 1 ticket of the stack “long”, not 2."
    for words in ("keep 6 7", "keep 1 6 7", "keep 1 2 3 4 5 6 7"):
        assert refusal(game, words, 0) == both
    assert refusal(game, "keep 1 6", 0) == "Keep at least 3 tickets, not 2."
    act(game, "keep 1 2 3 4 5 7", 0)
    act(game, "keep 1 2 6", 1)
    view = game.view(0)
    assert set(view.me.tickets or ()) == {*offer[:5], offer[6]}
    # Those that are not kept leave the game (E-41).
    assert view.returned == ()
    assert sum(view.stacks) == 101 - 14


def test_all_offered_tickets_are_kept_in_one_answer() -> None:
    """An edition without a maximum can offer seven tickets, and all can be kept (C-30)."""
    text = many_tickets_text().replace("draw = [3, 1]\nkeep = 2", "draw = [7, 0]\nkeep = 3")
    game = Game.new(loads(text), 2, seed=5)
    assert len(game.legal_actions(0)) == sum(comb(7, kept) for kept in range(3, 8))
    offer = game.view(0).me.offer or ()
    act(game, "keep 1 2 3 4 5 6 7", 0)
    act(game, "keep 1 2 3", 1)
    assert set(game.view(0).me.tickets or ()) == {*offer}
    assert read_record(write_record(game), edition=game.edition).state == game.state


def test_an_offer_of_one_stack_with_a_maximum() -> None:
    """V-22: if the maximum is below the minimum of tickets to keep, the maximum counts."""
    game = Game.new("europe-mega", 2, seed=5)
    book, state = book_of(game.edition), np.zeros(1, dtype=STATE)[0]
    longs = [i for i, ticket in enumerate(game.edition.tickets) if ticket.stack == "long"]
    regulars = [i for i, ticket in enumerate(game.edition.tickets) if ticket.stack == "regular"]
    for first in range(6):
        for second in range(3):
            chosen = [*regulars[:first], *longs[:second]]
            state.offer[0] = [ticket + 1 for ticket in chosen] + [0] * (7 - len(chosen))
            sets = keepable(book, state, 0, AT_THE_OPENING)
            fewest = min(3, first + min(second, 1))
            assert {*members(*sets)} == {
                kept
                for kept in range(1 << (first + second))
                if kept.bit_count() >= fewest and (kept >> first).bit_count() <= 1
            }


def test_a_position_in_which_two_long_tickets_are_kept_is_refused() -> None:
    """V-22"""
    game = Game.new("europe-mega", 2, seed=5)
    offer = game.view(0).me.offer
    assert offer is not None
    act(game, "keep 1 2 6", 0)
    position = json.loads(write_position(game))
    assert read_position(json.dumps(position), seed=1).state.tobytes() == game.state.tobytes()
    position["players"][0]["answer"] = [offer[0], offer[5], offer[6]]
    with pytest.raises(PositionError, match="keeps 2 long tickets, but may keep at most 1"):
        read_position(json.dumps(position), seed=1)


def test_the_sheet_says_how_many_tickets_of_a_stack_are_kept() -> None:
    """V-22"""
    written = io.StringIO()
    console = Console(file=written, width=200)
    console.print(edition_sheet(load("europe-mega")))
    assert "keep 3 or more, at most 1 long;" in written.getvalue()
