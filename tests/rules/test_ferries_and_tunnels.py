"""Europe: ferries, and tunnels, which may cost more than their length."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.tables import (
    act,
    acts,
    box,
    cards_on_table,
    claimable,
    hand,
    leaving,
    open_view,
    options,
    payments,
    refusal,
    table,
    told,
)
from whistlestop import (
    REFEREE,
    Game,
    MalformedAction,
    load_edition,
    read_position,
    write_position,
)
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.events import (
    DeckReshuffled,
    DisplayRefilled,
    DisplaySwept,
    RouteClaimed,
    SurchargeDue,
    SurchargePaid,
    TicketsKept,
    TunnelCardRevealed,
    TunnelEntered,
    TunnelLeft,
)

# Ferries --------------------------------------------------------------------------------

FERRIES = [
    (gazetteer(load_edition("europe")).route_codes[number], route.length, route.ferry)
    for number, route in enumerate(load_edition("europe").routes)
    if route.ferry
]


def sets(length: int, held: dict[str, int], fewest: int) -> set[str]:
    """All sets of one colour and locomotives, with at least so many locomotives."""
    found: set[str] = set()
    for number in range(fewest, min(held["locomotive"], length) + 1):
        rest = length - number
        for colour, cards in held.items():
            if colour != "locomotive" and 0 < rest <= cards:
                words = [f"{rest} {colour}", f"{number} locomotive"]
                found.add(" ".join(words[: 2 if number else 1]))
        if not rest:
            found.add(f"{number} locomotive")
    return found


def test_the_ferries_of_the_board() -> None:
    """E-10: the routes, lengths and locomotive symbols, written down once more."""
    assert {route.partition("/")[0]: numbers for route, *numbers in FERRIES} == {
        "AMS-LON": [2, 2],
        "ATH-BRI": [4, 1],
        "ATH-SMY": [2, 1],
        "BRI-PAL": [3, 1],
        "CON-SEV": [4, 2],
        "DIE-LON": [2, 1],
        "ERZ-SEV": [4, 2],
        "ESS-KOB": [3, 1],
        "PAL-ROM": [4, 1],
        "PAL-SMY": [6, 2],
        "SEV-SOC": [2, 1],
    }
    assert len(FERRIES) == 13


@pytest.mark.parametrize(("route", "length", "symbols"), FERRIES)
@pytest.mark.parametrize("locomotives", range(8))
def test_a_ferry_takes_a_locomotive_for_each_symbol(
    route: str, length: int, symbols: int, locomotives: int
) -> None:
    """E-10, C-27: everything that may pay for it, and nothing else."""
    held = {"blue": 6, "red": 2, "locomotive": locomotives}
    expected = sets(length, held, symbols)
    game = table("europe", {"hand": {card: n for card, n in held.items() if n}}, {})
    assert payments(game, route) == expected
    assert (route in claimable(game)) == bool(expected) == (locomotives >= symbols)


def test_a_ferry_with_exactly_enough() -> None:
    """E-10: the last locomotive and the last colour cards pay; one fewer of either does not."""
    game = table("europe", {"hand": {"green": 4, "locomotive": 2}}, {})
    assert payments(game, "PAL-SMY") == {"4 green 2 locomotive"}
    act(game, "claim PAL-SMY with 4 green 2 locomotive")
    assert hand(game, 0) == {}
    assert open_view(game).players[0].score == 15
    for held in ({"green": 3, "locomotive": 2}, {"green": 5, "locomotive": 1}):
        game = table("europe", {"hand": held}, {})
        assert "PAL-SMY" not in claimable(game)
    why = refusal(game, "claim PAL-SMY with 5 green 1 locomotive")
    assert "takes at least 2 × locomotive" in why
    with pytest.raises(MalformedAction, match="one colour"):
        game.play("claim PAL-SMY with 3 green 1 red 2 locomotive")


def test_colour_cards_do_not_make_up_for_a_locomotive_on_a_ferry() -> None:
    """E-10"""
    game = table("europe", {"hand": {"green": 8, "red": 8}}, {})
    assert not claimable(game) & {route for route, *_ in FERRIES}
    assert "takes at least 1 × locomotive" in refusal(game, "claim SEV-SOC with 2 green")


# Tunnels --------------------------------------------------------------------------------

BLUE: dict[str, Any] = {"hand": {"blue": 4, "red": 2, "locomotive": 2}}
"""For München–Venezia, a blue tunnel of two spaces."""


@pytest.mark.parametrize(
    ("turned_up", "due"),
    [
        ("green white red", 0),
        ("blue white red", 1),
        ("green locomotive red", 1),
        ("green blue blue", 2),
        ("blue green locomotive", 2),
        ("blue blue blue", 3),
        ("locomotive blue locomotive", 3),
        ("locomotive locomotive locomotive", 3),
    ],
)
def test_each_card_of_the_colour_and_each_locomotive_asks_for_one_more(
    turned_up: str, due: int
) -> None:
    """E-11, E-47"""
    game = table("europe", BLUE, {})
    events = act(game, f"claim MUN-VEN with 2 blue > {turned_up}")
    assert told(events, TunnelEntered) == [TunnelEntered(0, "MUN-VEN", (("blue", 2),))]
    assert told(events, TunnelCardRevealed) == [
        TunnelCardRevealed(card, card in ("blue", "locomotive")) for card in turned_up.split()
    ]
    assert told(events, SurchargeDue) == [SurchargeDue(0, due)]
    view = open_view(game)
    assert view.asking_cards() == (("blue", "locomotive") if due else ())
    if due == 0:
        assert told(events, RouteClaimed) == [RouteClaimed(0, "MUN-VEN", (("blue", 2),), 2)]
        assert view.tunnel is None
        assert game.seat == 1
        assert dict(view.discards) == dict(Counter(turned_up.split()) + Counter({"blue": 2}))
        return
    assert view.phase == "surcharge"
    assert view.tunnel is not None
    assert view.tunnel.due == due
    assert view.tunnel.cards == (("blue", 2),)
    assert view.tunnel.revealed == tuple(turned_up.split())
    assert game.seat == 0
    ways = sets(due, {"blue": 2, "locomotive": 2}, 0)
    assert options(game) == {f"pay {way}" for way in ways} | {"withdraw"}


WAYS = [
    ("2 blue", "green blue blue", "2 blue"),
    ("2 blue", "green blue blue", "1 blue 1 locomotive"),
    ("2 blue", "green blue blue", "2 locomotive"),
    ("1 blue 1 locomotive", "blue red red", "1 blue"),
    ("1 blue 1 locomotive", "locomotive red red", "1 locomotive"),
    ("2 blue", "blue blue locomotive", "2 blue 1 locomotive"),
    ("2 locomotive", "locomotive blue blue", "1 locomotive"),
]


@pytest.mark.parametrize(("first", "turned_up", "more"), WAYS)
def test_the_surcharge_is_paid_whole_and_the_tunnel_claimed(
    first: str, turned_up: str, more: str
) -> None:
    """E-12, E-44"""
    game = table("europe", {"hand": {"blue": 4, "red": 2, "locomotive": 3}}, {})
    before = cards_on_table(game)
    act(game, f"claim MUN-VEN with {first} > {turned_up}")
    assert cards_on_table(game) == before == box("europe")
    events = act(game, f"pay {more}")
    words = more.split()
    paid = tuple((card, int(n)) for n, card in zip(words[::2], words[1::2], strict=True))
    assert told(events, SurchargePaid) == [SurchargePaid(0, paid)]
    assert [event.points for event in told(events, RouteClaimed)] == [2]
    view = open_view(game)
    spent = Counter[str]()
    for number, card in zip((first + " " + more).split()[::2], (first + " " + more).split()[1::2],
                            strict=True):  # fmt: skip
        spent[card] += int(number)
    assert dict(view.discards) == dict(spent + Counter(turned_up.split()))
    assert hand(game, 0) == dict(Counter({"blue": 4, "red": 2, "locomotive": 3}) - spent)
    assert view.players[0].routes == ("MUN-VEN",)
    assert view.tunnel is None
    assert game.seat == 1
    assert cards_on_table(game) == box("europe")


def test_locomotives_alone_are_asked_for_locomotives_only() -> None:
    """E-45: a card of any colour is harmless, and so is a locomotive that is not turned up."""
    game = table("europe", {"hand": {"locomotive": 4}}, {})
    events = act(game, "claim MUN-VEN with 2 locomotive > blue locomotive red")
    asks = [event.asks for event in told(events, TunnelCardRevealed)]
    assert asks == [False, True, False]
    assert open_view(game).asking_cards() == ("locomotive",)


def test_a_locomotive_for_long_routes_does_not_ask() -> None:
    """E-11, M-10: although one was laid out, it is neither a locomotive nor of the set's colour."""
    europe = load_edition("europe")
    cards = replace(europe.cards, locomotive4=2, locomotive4_from_length=3)
    player = {"hand": {"blue": 4, "locomotive4": 1}}
    game = table(replace(europe, cards=cards), player, {})
    events = act(game, "claim PAR-ZUR with 2 blue 1 locomotive4 > locomotive4 blue red")
    asks = [event.asks for event in told(events, TunnelCardRevealed)]
    assert asks == [False, True, False]
    assert told(events, SurchargeDue) == [SurchargeDue(0, 1)]
    assert open_view(game).asking_cards() == ("blue", "locomotive")


def test_the_surcharge_is_neither_paid_in_part_nor_too_much() -> None:
    """E-12, E-44"""
    game = table("europe", BLUE, {})
    act(game, "claim MUN-VEN with 2 blue > green blue locomotive")
    for words in ("1 blue", "3 blue"):
        with pytest.raises(MalformedAction, match="exactly 2 more cards"):
            game.play(f"pay {words}")
    refusal(game, "pay 2 red")
    with pytest.raises(MalformedAction):
        game.play("pay 1 blue 1 red")
    for words in ("draw deck", "tickets", "claim MUN-VEN with 2 blue", "station PAR with 1 red"):
        refusal(game, words)


def test_taking_the_set_back_ends_the_turn_with_nothing_done() -> None:
    """E-12, E-48"""
    game = table("europe", {**BLUE, "tickets": ["BER-ROM"]}, {})
    act(game, "claim MUN-VEN with 1 blue 1 locomotive > green blue locomotive")
    assert hand(game, 0) == {"blue": 3, "red": 2, "locomotive": 1}
    events = act(game, "withdraw")
    assert told(events, TunnelLeft) == [TunnelLeft(0, "MUN-VEN")]
    view = open_view(game)
    assert hand(game, 0) == BLUE["hand"]
    assert dict(view.discards) == {"green": 1, "blue": 1, "locomotive": 1}
    assert (view.players[0].pieces, view.players[0].score, view.players[0].routes) == (45, 0, ())
    assert game.seat == 1
    assert view.turns == 1
    # The cards that were on the table are known to be in the hand; the others are not.
    assert dict(view.players[0].shown) == {"blue": 1, "locomotive": 1}
    assert dict(game.view(1).players[0].shown) == {"blue": 1, "locomotive": 1}
    # The route is free, for the others and for another try.
    acts(game, "draw deck > green", "draw deck > green")
    assert "MUN-VEN" in claimable(game)
    act(game, "claim MUN-VEN with 2 blue > green green green")
    assert open_view(game).players[0].routes == ("MUN-VEN",)
    assert dict(open_view(game).players[0].shown) == {"locomotive": 1}


def test_cards_seen_before_are_remembered_through_a_tunnel() -> None:
    """E-48: what lay in the display and goes back to the hand is still known, once."""
    player = {"hand": {"blue": 4}, "shown": {"blue": 3}}
    game = table("europe", player, {})
    act(game, "claim MUN-VEN with 2 blue > green blue white")
    assert dict(open_view(game).players[0].shown) == {"blue": 1}
    act(game, "withdraw")
    assert dict(open_view(game).players[0].shown) == {"blue": 3}
    game = table("europe", {"hand": {"blue": 4}, "shown": {"blue": 1}}, {})
    acts(game, "claim MUN-VEN with 2 blue > green blue white", "withdraw")
    assert dict(open_view(game).players[0].shown) == {"blue": 2}


def test_who_cannot_pay_can_only_take_the_set_back() -> None:
    """E-12, E-46: a tunnel may be tried with exactly its length in cards."""
    game = table("europe", {"hand": {"blue": 2, "red": 5}}, {})
    assert payments(game, "MUN-VEN") == {"2 blue"}
    act(game, "claim MUN-VEN with 2 blue > blue red red")
    assert options(game) == {"withdraw"}
    game = table("europe", {"hand": {"blue": 3, "red": 5}}, {})
    act(game, "claim MUN-VEN with 2 blue > blue blue red")
    assert options(game) == {"withdraw"}
    game = table("europe", {"hand": {"blue": 2}}, {})
    act(game, "claim MUN-VEN with 2 blue > red red red")
    assert open_view(game).players[0].routes == ("MUN-VEN",)


def test_too_few_cards_cannot_even_try() -> None:
    """E-11, C-21"""
    game = table("europe", {"hand": {"blue": 1, "yellow": 3}}, {})
    assert "MUN-VEN" not in claimable(game)
    assert "MUN-ZUR" in claimable(game)
    refusal(game, "claim MUN-VEN with 2 blue")


@pytest.mark.parametrize(("colour", "due"), [("blue", 2), ("green", 1), ("red", 1)])
def test_a_grey_tunnel_goes_by_the_colour_of_the_set(colour: str, due: int) -> None:
    """E-44, E-11"""
    game = table("europe", {"hand": {colour: 5, "white": 3, "locomotive": 2}}, {})
    act(game, f"claim PAR-ZUR with 3 {colour} > blue white locomotive")
    tunnel = open_view(game).tunnel
    assert tunnel is not None
    assert tunnel.due == due
    ways = sets(due, {colour: 2, "locomotive": 2}, 0)
    assert options(game) == {f"pay {way}" for way in ways} | {"withdraw"}


def test_one_colour_card_gives_the_set_a_colour() -> None:
    """E-44"""
    game = table("europe", {"hand": {"blue": 3, "locomotive": 3}}, {})
    act(game, "claim PAR-ZUR with 1 blue 2 locomotive > blue locomotive white")
    assert options(game) == {"pay 2 blue", "pay 1 blue 1 locomotive", "withdraw"}


@pytest.mark.parametrize("route", ["MUN-VEN", "ANG-CON"])
@pytest.mark.parametrize(
    ("turned_up", "due"),
    [("blue blue blue", 0), ("blue locomotive green", 1), ("locomotive blue locomotive", 2)],
)
def test_a_set_of_locomotives_owes_for_locomotives_only(
    route: str, turned_up: str, due: int
) -> None:
    """E-11, E-45: in a coloured tunnel as in a grey one; and only locomotives pay."""
    game = table("europe", {"hand": {"blue": 4, "locomotive": 4}}, {})
    events = act(game, f"claim {route} with 2 locomotive > {turned_up}")
    assert told(events, SurchargeDue) == [SurchargeDue(0, due)]
    if due == 0:
        assert open_view(game).players[0].routes == (route,)
        return
    assert options(game) == {f"pay {due} locomotive", "withdraw"}
    refusal(game, f"pay {due} blue")
    act(game, f"pay {due} locomotive")
    assert hand(game, 0) == {"blue": 4} | ({"locomotive": 1} if due == 1 else {})


def test_a_set_of_locomotives_whose_owner_has_none_left() -> None:
    """E-45: colour cards are no help."""
    game = table("europe", {"hand": {"blue": 4, "locomotive": 2}}, {})
    act(game, "claim MUN-VEN with 2 locomotive > locomotive blue blue")
    assert options(game) == {"withdraw"}
    act(game, "withdraw")
    assert dict(open_view(game).players[0].shown) == {"locomotive": 2}


def test_the_surcharge_costs_no_pieces_and_brings_no_points() -> None:
    """E-46, C-23"""
    routes = leaving("europe", 3, "PAR-ZUR")
    game = table("europe", {"hand": {"blue": 6}, "routes": routes}, {})
    score = open_view(game).players[0].score
    act(game, "claim PAR-ZUR with 3 blue > blue blue blue")
    act(game, "pay 3 blue")
    player = open_view(game).players[0]
    assert (player.pieces, player.score - score, player.cards) == (0, 4, 0)
    assert open_view(game).last_turns == 2
    routes = leaving("europe", 2, "PAR-ZUR")
    game = table("europe", {"hand": {"blue": 6}, "routes": routes}, {}, last_turns=2)
    assert "PAR-ZUR" not in claimable(game)


def test_taking_back_in_the_final_round() -> None:
    """E-12, C-40: it is the turn, and the last one is over."""
    routes = leaving("europe", 2, "MUN-VEN")
    game = table("europe", {**BLUE, "routes": routes}, {}, last_turns=1)
    act(game, "claim MUN-VEN with 2 blue > blue red red")
    assert not game.over
    act(game, "withdraw")
    assert game.over


# Few cards ------------------------------------------------------------------------------


def test_the_discards_are_shuffled_while_cards_are_turned_up() -> None:
    """E-42, C-15: at that point, and the turning goes on."""
    discards = {"red": 1, "white": 1, "black": 1}
    game = table("europe", BLUE, {}, deck={"green": 1}, discards=discards, rest=1)
    events = act(game, "claim MUN-VEN with 2 blue > green red white")
    assert [type(event) for event in events] == [
        TunnelEntered,
        TunnelCardRevealed,
        DeckReshuffled,
        TunnelCardRevealed,
        TunnelCardRevealed,
        SurchargeDue,
        RouteClaimed,
    ]
    assert told(events, DeckReshuffled) == [DeckReshuffled(3)]
    view = open_view(game)
    assert dict(view.deck_cards or {}) == {"black": 1}
    assert dict(view.discards) == {"blue": 2, "green": 1, "red": 1, "white": 1}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_set_and_the_turned_up_cards_are_not_shuffled_in(number: int) -> None:
    """E-42, E-43: with fewer than three to be had, those are all."""
    deck = {"blue": number} if number else {}
    game = table("europe", {"hand": {"blue": 4}}, {}, deck=deck, rest=1)
    events = act(game, "claim MUN-VEN with 2 blue")
    assert told(events, DeckReshuffled) == []
    assert [event.card for event in told(events, TunnelCardRevealed)] == ["blue"] * number
    assert told(events, SurchargeDue) == [SurchargeDue(0, number)]
    view = open_view(game)
    assert cards_on_table(game) == box("europe")
    if number == 0:
        assert view.players[0].routes == ("MUN-VEN",)
        assert dict(view.discards) == {"blue": 2}
        return
    assert (view.deck, dict(view.discards)) == (0, {})
    act(game, f"pay {number} blue")
    assert dict(open_view(game).discards) == {"blue": 2 + 2 * number}


def test_a_card_that_is_not_there_cannot_be_turned_up() -> None:
    """E-42, E-43"""
    game = table("europe", {"hand": {"blue": 4}}, {}, deck={"blue": 1}, rest=1)
    with pytest.raises(ValueError, match="blue"):
        game.replay("claim MUN-VEN with 2 blue", 0, ["blue", "blue"])


def test_gaps_of_the_display_are_filled_once_the_tunnel_is_decided() -> None:
    """E-49, E-42: the set is discarded, and so there are cards again."""
    display = ["red", "white", None, "green", None]
    game = table("europe", {"hand": {"blue": 2}}, {}, display=display, deck={}, rest=1)
    events = act(game, "claim MUN-VEN with 2 blue")
    assert [type(event) for event in events][-4:] == [
        RouteClaimed,
        DeckReshuffled,
        DisplayRefilled,
        DisplayRefilled,
    ]
    assert open_view(game).display == ("red", "white", "blue", "green", "blue")
    assert (open_view(game).deck, dict(open_view(game).discards)) == (0, {})


def test_turned_up_locomotives_are_no_part_of_the_display() -> None:
    """E-49: three locomotives sweep a display, not a tunnel."""
    display = "locomotive locomotive red green white"
    game = table("europe", BLUE, {}, display=display)
    events = act(game, "claim MUN-VEN with 2 blue > locomotive locomotive locomotive")
    assert told(events, DisplaySwept) == []
    events = act(game, "withdraw")
    assert told(events, DisplaySwept) == []
    assert open_view(game).display == tuple(display.split())


def test_a_display_that_had_to_stand_is_swept_when_a_tunnel_brings_cards() -> None:
    """E-49, I-17: looked at again after the decision, not before."""
    display = ["locomotive", "locomotive", "locomotive", "red", "green"]
    deck = {"locomotive": 1}
    game = table("europe", {"hand": {"blue": 4}}, {}, display=display, deck=deck, rest=1)
    events = act(game, "claim MUN-VEN with 2 blue")
    assert told(events, DisplaySwept) == []
    assert options(game) == {"pay 1 blue", "withdraw"}
    later = game.copy(seed=1)
    assert told(act(later, "withdraw"), DisplaySwept) == []
    assert later.view().display.count("locomotive") == 3
    assert told(act(game, "pay 1 blue"), DisplaySwept) != []
    assert open_view(game).display.count("locomotive") < 3
    assert cards_on_table(game) == box("europe")


def test_a_tunnel_on_the_table_is_a_position_and_a_record_of_its_own() -> None:
    """E-43, I-21: everybody sees the set, the cards turned up and what is due."""
    game = table("europe", BLUE, {})
    act(game, "claim MUN-VEN with 2 blue > blue white locomotive")
    views = [game.view(viewer).tunnel for viewer in (None, 0, 1, REFEREE)]
    assert all(view == views[0] for view in views)
    again = read_position(write_position(game), seed=1)
    assert again.state.tobytes() == game.state.tobytes()
    assert again.legal_actions() == game.legal_actions()
    game.undo()
    assert hand(game, 0) == BLUE["hand"]


# Tickets at the start -------------------------------------------------------------------


def regular(tickets: tuple[str, ...] | None) -> list[str]:
    """Those that are no long ones."""
    return [code for code in tickets or () if load_stack(code) == "regular"]


def load_stack(code: str) -> str:
    """The stack of a ticket of Europe."""
    edition = load_edition("europe")
    return edition.tickets[gazetteer(edition).ticket_of[code]].stack


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_regular_tickets_and_a_long_one_in_one_offer(seats: int) -> None:
    """E-40, E-01"""
    game = Game.new("europe", seats, seed=31)
    view = open_view(game)
    for player in view.players:
        assert player.offer_stacks == ("regular", "regular", "regular", "long")
        assert len(player.offer or ()) == 4
    assert view.stacks == (40 - 3 * seats, 6 - seats)
    offer = list(view.players[0].offer or ())
    sizes = Counter(len(option.split()) - 1 for option in options(game, 0))
    assert sizes == {2: 6, 3: 4, 4: 1}
    assert f"keep {offer[0]} {offer[1]}" in options(game, 0)
    assert f"keep {offer[0]} {offer[3]}" in options(game, 0)
    for few in ("none", offer[3], offer[0]):
        assert "Keep at least 2 tickets" in refusal(game, f"keep {few}", 0)


def test_first_tickets_not_kept_are_out_of_the_game() -> None:
    """E-41, E-40: they are in no stack, and nobody is told which they were."""
    game = Game.new("europe", 3, seed=32, starter=0)
    offers: list[tuple[str, ...]] = [player.offer or () for player in open_view(game).players]
    gone: set[str] = set()
    for seat in range(3):
        kept = (offers[seat][0], offers[seat][3]) if seat else offers[seat][:2]
        gone |= set(offers[seat]) - set(kept)
        act(game, "keep " + " ".join(kept), seat)
    view = open_view(game)
    assert view.stacks == (40 - 9, 3)
    assert view.returned == ()
    assert not gone & set(view.stack_tickets or ())
    assert [player.stacks.count("long") for player in view.players] == [0, 1, 1]
    spectator = game.view()
    assert spectator.stack_tickets is None
    assert spectator.returned == ()
    assert {event.unkept for event in told(game.events, TicketsKept)} == {"out"}
    for event in game.events:
        words = repr(event.seen_by(None))
        assert not any(ticket in words for ticket in gone)


def test_long_tickets_are_never_drawn_on_a_turn() -> None:
    """E-41, E-01: not even when the regular ones are used up."""
    game = table("europe", {}, {}, tickets_left=["BER-ROM", "BRE-PET", "ATH-EDI"])
    events = act(game, "tickets")
    assert open_view(game).players[0].offer == ("BER-ROM",)
    assert events
    act(game, "keep BER-ROM")
    assert open_view(game).stacks == (0, 2)
    assert not any(option.startswith("tickets") for option in options(game))
    refusal(game, "tickets")


def test_tickets_not_kept_on_a_turn_go_under_the_regular_stack() -> None:
    """E-41, C-31: only first tickets leave the game."""
    game = table("europe", {}, {}, tickets_left=["BER-ROM", "ANG-ATH", "BUD-SOF"])
    act(game, "tickets > BER-ROM ANG-ATH BUD-SOF")
    act(game, "keep ANG-ATH")
    view = open_view(game)
    assert [(entry.ticket, entry.seat) for entry in view.returned] == [
        ("BER-ROM", 0),
        ("BUD-SOF", 0),
    ]


def test_a_turn_of_europe_is_one_of_four() -> None:
    """E-01"""
    game = table("europe", {"hand": {"blue": 2}}, {})
    kinds = {option.split()[0] for option in options(game)}
    assert kinds == {"draw", "claim", "tickets", "station"}
    act(game, "station PAR with 1 blue")
    assert game.seat == 1
