"""Tickets: offers, keeping, returning, completing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tables import (
    EDITIONS,
    act,
    acts,
    mixes,
    open_view,
    options,
    refusal,
    sheet,
    table,
    told,
)
from whistlestop import Game, MalformedAction, load_edition
from whistlestop.events import TicketsKept, TicketsOffered
from whistlestop.seen.known import ticket_draw

OFFER = {"usa": 3, "germany": 4, "london": 2}
DRAW = {"usa": "tickets", "germany": "tickets 2 short 2 long", "london": "tickets"}

SOME = {
    "usa": ["DEN-ELP", "HOU-KAN", "ATL-NYC", "CAL-SLC", "CHI-NOL"],
    "germany": ["BRE-DUS", "BER-CHE", "BRE-KAS", "DOR-MAN", "ERF-WUR"],
    "london": ["BRM-PIC", "HYD-COV", "PIC-WAT", "BRM-STP", "BRM-WAT"],
}
"""Five tickets of one stack."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_editions_number_is_drawn_and_one_at_least_kept(edition: str) -> None:
    """C-30, M-03"""
    game = table(edition, {}, {})
    (offered,) = told(act(game, DRAW[edition]), TicketsOffered)
    assert offered.tickets is not None
    assert len(offered.tickets) == OFFER[edition]
    assert "Keep at least 1 ticket, not 0" in refusal(game, "keep none")
    assert "First choose" in refusal(game, "draw deck")
    assert len(options(game)) == 2 ** OFFER[edition] - 1
    act(game, "keep 2")
    assert game.view(0).me.tickets == (offered.tickets[1],)
    assert game.seat == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_may_be_kept(edition: str) -> None:
    """C-30"""
    game = table(edition, {}, {})
    act(game, DRAW[edition])
    (kept,) = told(act(game, "keep all"), TicketsKept)
    assert len(kept.kept or ()) == OFFER[edition]
    assert open_view(game).returned == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("left", [1, 2, 3])
def test_fewer_are_drawn_when_fewer_are_left(edition: str, left: int) -> None:
    """C-30, M-03, L-02"""
    game = table(edition, {}, {}, tickets_left=SOME[edition][:left])
    told_before = ticket_draw(game.view(0))
    act(game, "tickets")
    drawn = min(left, OFFER[edition])
    assert len(game.view(0).me.offer or ()) == drawn
    assert told_before == (drawn, 1)
    assert open_view(game).stacks[0] == left - drawn


def test_no_more_tickets_must_be_kept_than_are_drawn() -> None:
    """C-30, L-02: where two of three must be kept, and one is left."""
    usa = load_edition("usa")
    strict = replace(usa, turn=replace(usa.turn, keep=2))
    for left, keep in ((3, 2), (2, 2), (1, 1), (0, 0)):
        game = table(strict, {}, {}, tickets_left=SOME["usa"][:left])
        assert ticket_draw(game.view(0)) == (left, keep)


def test_how_many_tickets_are_announced_at_the_start() -> None:
    """M-02: four of them, whatever the next player has drawn; two must be kept."""
    game = Game.new("germany", seed=1, starter=0)
    assert ticket_draw(game.view(0)) == (4, 2)
    act(game, "tickets 4 short", 0)
    assert ticket_draw(game.view(1)) == (4, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_ticket_must_be_kept(edition: str) -> None:
    """L-02, C-30"""
    game = table(edition, {}, {}, tickets_left=SOME[edition][:1])
    act(game, f"tickets > {SOME[edition][0]}")
    assert options(game) == {f"keep {SOME[edition][0]}"}
    refusal(game, "keep none")
    act(game, "keep 1")
    assert game.view(0).me.tickets == (SOME[edition][0],)


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_tickets_there_is_no_drawing_them(edition: str) -> None:
    """C-30"""
    game = table(edition, {}, {}, tickets_left=[])
    assert not any(option.startswith("tickets") for option in options(game))
    assert "no tickets left" in refusal(game, "tickets")


@pytest.mark.parametrize("edition", EDITIONS)
def test_unkept_tickets_go_under_the_stack_in_the_order_of_the_offer(edition: str) -> None:
    """C-31"""
    first, second, third, fourth, _ = SOME[edition]
    below = [(first, 1)]
    number = OFFER[edition] - 1
    left = [second, third, fourth][:number]
    game = table(edition, {}, {}, tickets_left=left, returned=below)
    # The shuffled ones come first, then what lay at the bottom: a record tells both.
    events = act(game, f"tickets > {' '.join(reversed(left))} {first}")
    (offered,) = told(events, TicketsOffered)
    assert offered.tickets == (*reversed(left), first)
    act(game, f"keep {left[0]}")
    expected = [ticket for ticket in (*reversed(left), first) if ticket != left[0]]
    assert [(e.ticket, e.seat) for e in open_view(game).returned] == [(t, 0) for t in expected]


@pytest.mark.parametrize("edition", EDITIONS)
def test_returned_tickets_come_up_again_in_their_order(edition: str) -> None:
    """C-31"""
    below = [(ticket, 0) for ticket in SOME[edition]]
    game = table(edition, {}, {}, tickets_left=[], returned=below)
    drawn = OFFER[edition]
    act(game, f"tickets > {' '.join(SOME[edition][:drawn])}")
    assert game.view(0).me.offer == tuple(SOME[edition][:drawn])
    act(game, "keep 2")
    rest = [*SOME[edition][drawn:], SOME[edition][0], *SOME[edition][2:drawn]]
    assert [entry.ticket for entry in open_view(game).returned] == rest
    act(game, f"tickets > {' '.join(rest[:drawn])}")
    assert game.view(1).me.offer == tuple(rest[:drawn])


def test_returned_tickets_wait_below_all_others() -> None:
    """C-31"""
    game = table("usa", {}, {}, tickets_left=SOME["usa"][:4])
    act(game, "tickets > DEN-ELP HOU-KAN ATL-NYC")
    act(game, "keep 1")
    with pytest.raises(ValueError, match="outcome 1 is not possible"):
        act(game, "tickets > HOU-KAN CAL-SLC ATL-NYC")
    with pytest.raises(ValueError, match="outcome 2 is not possible"):
        act(game, "tickets > CAL-SLC ATL-NYC HOU-KAN")
    act(game, "tickets > CAL-SLC HOU-KAN ATL-NYC")
    assert game.view(1).me.offer == ("CAL-SLC", "HOU-KAN", "ATL-NYC")


def test_a_kept_ticket_stays_and_is_secret_until_the_end() -> None:
    """C-32"""
    empty = [None] * 5
    game = table("usa", {}, {}, display=empty, rest=1, last_turns=2, tickets_left=SOME["usa"][:3])
    act(game, "tickets > DEN-ELP HOU-KAN ATL-NYC")
    act(game, "keep all")
    assert game.view(1).players[0].tickets is None
    assert game.view().players[0].tickets is None
    assert game.view(1).players[0].stacks == ("main",) * 3
    assert game.view(0).me.tickets == ("DEN-ELP", "HOU-KAN", "ATL-NYC")
    act(game, "claim DAL-HOU with 1 red")
    assert game.over
    assert game.view(1).players[0].tickets == ("DEN-ELP", "HOU-KAN", "ATL-NYC")
    assert game.view().players[0].tickets == ("DEN-ELP", "HOU-KAN", "ATL-NYC")


def test_a_ticket_is_completed_by_ones_own_routes() -> None:
    """C-33"""
    mine = {"routes": ["DEN-SFE", "ELP-SFE"], "tickets": ["DEN-ELP", "HOU-KAN"]}
    other = {"routes": ["DAL-HOU", "DAL-OKL"], "tickets": ["LAX-NYC"]}
    game = table("usa", mine, other)
    lines = {line.ticket: (line.completed, line.points) for line in sheet(game, 0).tickets}
    assert lines == {"DEN-ELP": (True, 4), "HOU-KAN": (False, -5)}
    assert sheet(game, 0).ticket_points == -1
    assert sheet(game, 0).completed == 1
    assert sheet(game, 1).ticket_points == -21


def test_routes_of_others_complete_nothing() -> None:
    """C-33"""
    ticket = {"tickets": ["DEN-ELP"]}
    together = table("usa", {**ticket, "routes": ["DEN-SFE"]}, {"routes": ["ELP-SFE"]})
    assert sheet(together, 0).ticket_points == -4
    alone = table("usa", {**ticket, "routes": ["DEN-SFE", "ELP-SFE"]}, {})
    assert sheet(alone, 0).ticket_points == 4


def test_any_path_completes_a_ticket_however_long() -> None:
    """C-33"""
    around = ["DEN-PHO", "LAX-PHO", "ELP-LAX"]
    game = table("usa", {"tickets": ["DEN-ELP"], "routes": around}, {})
    assert sheet(game, 0).ticket_points == 4
    game = table("usa", {"tickets": ["DEN-ELP"], "routes": ["DEN-PHO", "ELP-LAX"]}, {})
    assert sheet(game, 0).ticket_points == -4


# Germany: two stacks --------------------------------------------------------------------


def test_any_mix_of_four_may_be_announced() -> None:
    """M-03"""
    game = table("germany", {}, {})
    numbers = [(dict(mix).get("short", 0), dict(mix).get("long", 0)) for mix in mixes(game)]
    assert sorted(numbers) == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    act(game, "tickets 1 short 3 long")
    assert game.view(1).players[0].offer_stacks == ("short", "long", "long", "long")


LONG = ["BRH-FR", "DRE-AUG", "HAM-DRE", "KOL-LEI", "LEI-ULM"]


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        (0, 5, {(0, 4)}),
        (5, 0, {(4, 0)}),
        (1, 5, {(0, 4), (1, 3)}),
        (2, 3, {(1, 3), (2, 2)}),
        (2, 2, {(2, 2)}),
        (1, 2, {(1, 2)}),
        (0, 1, {(0, 1)}),
        (3, 1, {(3, 1)}),
        (0, 0, set[tuple[int, int]]()),
    ],
)
def test_no_stack_gives_more_than_it_holds(
    short: int, long: int, expected: set[tuple[int, int]]
) -> None:
    """M-03, C-30"""
    game = table("germany", {}, {}, tickets_left=[*SOME["germany"][:short], *LONG[:long]])
    found = {(dict(mix).get("short", 0), dict(mix).get("long", 0)) for mix in mixes(game)}
    assert found == expected
    for from_short, from_long in expected:
        trial = game.copy(seed=1)
        trial.play(f"tickets {from_short} short {from_long} long")
        stacks = trial.view(0).me.offer_stacks
        assert (stacks.count("short"), stacks.count("long")) == (from_short, from_long)


def test_short_stacks_counted_with_what_was_returned() -> None:
    """M-03, C-31"""
    below = [(SOME["germany"][0], 1), (LONG[0], 1), (SOME["germany"][1], 0)]
    game = table("germany", {}, {}, tickets_left=[LONG[1]], returned=below)
    assert [dict(mix) for mix in mixes(game)] == [{"short": 2, "long": 2}]
    offer = (SOME["germany"][0], SOME["germany"][1], LONG[1], LONG[0])
    act(game, f"tickets 2 short 2 long > {' '.join(offer)}")
    assert game.view(0).me.offer == offer


def test_a_mix_that_is_not_there_is_refused() -> None:
    """M-03"""
    game = table("germany", {}, {}, tickets_left=[*SOME["germany"][:2], *LONG])
    assert "Left are: 2 short and 5 long" in refusal(game, "tickets 3 short 1 long")
    with pytest.raises(MalformedAction, match="4 tickets in all"):
        game.play("tickets 2 short 1 long")


@pytest.mark.parametrize("edition", ["usa", "germany", "europe", "switzerland"])
def test_where_nothing_is_returned_nothing_went_anywhere(edition: str) -> None:
    """C-31"""
    game = Game.new(edition, 2, seed=1)
    while game.view().phase == "opening_mix":
        game.play(game.legal_actions()[0])
    acts(game, "keep all", "keep all")
    kept = told(game.events, TicketsKept)
    assert [(event.returned, event.unkept) for event in kept] == [((), None)] * 2


def test_unkept_tickets_go_under_their_own_stack() -> None:
    """M-03, C-31"""
    short, long = SOME["germany"][:3], LONG[:3]
    game = table("germany", {}, {}, tickets_left=[*short, *long])
    act(game, f"tickets 2 short 2 long > {short[0]} {short[1]} {long[0]} {long[1]}")
    (kept,) = told(act(game, "keep 2"), TicketsKept)
    assert kept.unkept == "bottom"
    assert kept.returned == (short[0], long[0], long[1])
    assert [entry.stack for entry in open_view(game).returned] == ["short", "long", "long"]
    act(game, f"tickets 2 short 2 long > {short[2]} {short[0]} {long[2]} {long[0]}")
    assert game.view(1).me.offer == (short[2], short[0], long[2], long[0])


# Germany: countries ---------------------------------------------------------------------

TO_FREIBURG = ["FRA-KOL", "FRA-MAN", "KAR-MAN", "FRE-KAR"]


@pytest.mark.parametrize(
    "border", [["FRE-CH"], ["FRE-KON", "KON-CH"], ["FRE-KON", "KON-LIN", "LIN-CH"]]
)
def test_any_way_into_the_country_completes_a_country_ticket(border: list[str]) -> None:
    """M-04"""
    player = {"tickets": ["KOL-CH"], "routes": [*TO_FREIBURG, *border]}
    assert sheet(table("germany", player, {}), 0).ticket_points == 10


@pytest.mark.parametrize("missing", ["FRE-CH", "FRA-MAN"])
def test_a_country_ticket_needs_the_whole_way(missing: str) -> None:
    """M-04"""
    routes = [route for route in (*TO_FREIBURG, "FRE-CH") if route != missing]
    game = table("germany", {"tickets": ["KOL-CH"], "routes": routes}, {})
    assert sheet(game, 0).ticket_points == -10


def test_a_border_route_that_does_not_join_completes_nothing() -> None:
    """M-04"""
    player = {"tickets": ["KOL-CH"], "routes": [*TO_FREIBURG, "LIN-CH"]}
    assert sheet(table("germany", player, {}), 0).ticket_points == -10


@pytest.mark.parametrize("ways_in", [("BRH-DK", "MST-NL"), ("BRH-DK", "EMD-NL")])
def test_a_ticket_between_two_countries(ways_in: tuple[str, str]) -> None:
    """M-04"""
    inland = ["BRE-BRH", "BRE-MST", "BRE-EMD"]
    player = {"tickets": ["DK-NL"], "routes": [*inland, *ways_in]}
    assert sheet(table("germany", player, {}), 0).ticket_points == 10
    for way_in in ways_in:
        routes = [route for route in player["routes"] if route != way_in]
        game = table("germany", {"tickets": ["DK-NL"], "routes": routes}, {})
        assert sheet(game, 0).ticket_points == -10


def test_no_path_leads_through_a_country() -> None:
    """M-04: Freiburg and Konstanz both have a way into Switzerland, and none to each other."""
    through = [*TO_FREIBURG, "DUS-KOL", "FRE-CH", "KON-CH"]
    game = table("germany", {"tickets": ["DUS-KON"], "routes": through}, {})
    assert sheet(game, 0).ticket_points == -10
    game = table("germany", {"tickets": ["DUS-KON"], "routes": [*through, "FRE-KON"]}, {})
    assert sheet(game, 0).ticket_points == 10


def test_two_ways_into_one_country_are_not_linked_for_another() -> None:
    """M-04: from Denmark to Kiel, and from Denmark to Bremerhaven and on to the Netherlands."""
    routes = ["KIE-DK", "BRH-EMD", "EMD-NL"]
    game = table("germany", {"tickets": ["DK-NL"], "routes": routes}, {})
    assert sheet(game, 0).ticket_points == -10
    game = table("germany", {"tickets": ["DK-NL"], "routes": [*routes, "BRH-KIE"]}, {})
    assert sheet(game, 0).ticket_points == 10


def test_a_ticket_drawn_and_kept_is_in_the_hand_only() -> None:
    """C-32, C-31"""
    game = table("usa", {}, {}, tickets_left=SOME["usa"])
    acts(game, "tickets > DEN-ELP HOU-KAN ATL-NYC", "keep 1 2")
    view = open_view(game)
    assert view.players[0].tickets == ("DEN-ELP", "HOU-KAN")
    assert view.players[0].offer == ()
    assert view.stacks == (3,)
    assert view.stack_tickets == ("CAL-SLC", "CHI-NOL")
