"""Sets of tickets that other seats are imagined to hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions, wide
from tests.many_tickets import load
from tests.tables import table
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import names
from whistlestop.judge.compiled.ticket_sets import (
    SET_FEATURES,
    draw_ticket_sets,
    try_exchange,
    weight_of_set,
    write_set_features,
)
from whistlestop.judge.ticket_sets import NAMES, set_weights_for
from whistlestop.knowledge.inference import (
    LIKELIHOOD,
    proposed_tickets,
    tickets_of_others,
    weigh_tickets,
)
from whistlestop.knowledge.worlds import deal_cards, deal_world
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import start, take
from whistlestop.policies.mind import PLANNING, RANDOM, mind_of
from whistlestop.rules.book import book_of
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import see


def likelihood_for(book: Any, state: Any, seat: int) -> Any:
    likelihood: Any = np.zeros(1, dtype=LIKELIHOOD)[0]
    weigh_tickets(book, state, seat, likelihood)
    return likelihood


def features_of(game: Any, codes: list[str]) -> dict[str, float]:
    """The features of tickets that the second seat may hold."""
    book = book_of(game.edition)
    mind: Any = mind_of(PLANNING, game.edition.name)[0]
    index = gazetteer(game.edition)
    tickets = wide(words([index.ticket_of[code] for code in codes])[0])
    row = np.zeros(SET_FEATURES)
    likelihood = likelihood_for(book, game.state, 0)
    before = game.state.tobytes()
    write_set_features(book, game.state, 1, mind["planner"], tickets, likelihood, row)
    assert game.state.tobytes() == before
    return dict(zip(NAMES, row.tolist(), strict=True))


def test_a_set_that_explains_what_is_built_uses_it() -> None:
    built = ["LAX-PHO", "DEN-PHO", "DEN-OMA"]
    game = table("usa", {}, {"routes": built})
    along, elsewhere = features_of(game, ["CHI-LAX"]), features_of(game, ["BOS-MIA"])
    routes = gazetteer(game.edition).route_of
    spaces = sum(game.edition.routes[routes[code]].length for code in built)
    assert along["used"] == pytest.approx(spaces / 10)
    assert elsewhere["used"] == 0
    assert along["unfinished"] == elsewhere["unfinished"] == 1
    assert along["complete"] == elsewhere["complete"] == 0


def test_a_complete_ticket_is_counted() -> None:
    game = table("usa", {}, {"routes": ["DEN-SFE", "ELP-SFE"]})
    assert features_of(game, ["DEN-ELP"])["complete"] == 1
    assert features_of(game, ["DEN-ELP"])["unfinished"] == 0


def test_tickets_that_share_their_way_cost_less_together() -> None:
    game = table("usa", {}, {})
    both = features_of(game, ["CHI-LAX", "LAX-NYC"])
    apart = [features_of(game, [code]) for code in ("CHI-LAX", "LAX-NYC")]
    assert both["cost"] < sum(one["cost"] for one in apart)
    assert both["gain"] == pytest.approx(sum(one["gain"] for one in apart))


def test_a_ticket_that_cannot_be_completed_is_given_up() -> None:
    game = table("usa", {"routes": ["ATL-MIA", "CHA-MIA", "MIA-NOL"]}, {})
    given_up = features_of(game, ["LAX-MIA"])
    assert given_up["given_up"] == 1
    assert given_up["loss"] > 0
    assert given_up["gain"] == given_up["unfinished"] == 0
    assert given_up["impossible"] == 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_worlds_that_look_alike_become_worlds_that_look_alike(edition: str, players: int) -> None:
    """What is imagined depends on nothing that the seat does not see, and changes nothing of it."""
    chosen = load(edition)
    book = book_of(chosen)
    weights = set_weights_for(chosen)
    for number, state in enumerate(positions(edition, players)):
        seat = number % players
        twin: Any = np.array([state])
        deal_world(book, twin[0], seat, luck_of(7000 + number))
        worlds: list[Any] = []
        for root in (state, twin[0]):
            world: Any = np.array([root])
            minds = np.repeat(mind_of(PLANNING, edition, players), players)
            minds[players - 1] = mind_of(RANDOM)[0]
            luck = luck_of(number)
            likelihood = likelihood_for(book, root, seat)
            deal_world(book, world[0], seat, luck)
            row = np.zeros(SET_FEATURES)
            held_weights = np.zeros(players)
            draw_ticket_sets(
                book, world[0], seat, minds, weights, likelihood, row, held_weights, luck
            )
            assert see(chosen, world[0], seat) == see(chosen, root, seat)
            worlds.append(world[0])
        assert worlds[0].tobytes() == worlds[1].tobytes()


@pytest.mark.parametrize("edition", names())
def test_the_weights_favour_what_seats_really_hold(edition: str) -> None:
    """In games to which they were not fitted: a mean gain over sets proposed ticket by ticket."""
    book = book_of(load(edition))
    weights = set_weights_for(load(edition))
    luck, dealing = luck_of(900_001), luck_of(1)
    gains: list[float] = []
    for number in range(12):
        state: Any = np.zeros(1, STATE)[0]
        planner = mind_of(PLANNING, edition)
        minds = np.repeat(planner, 2)
        start(book, state, 2, number % 2, luck)
        looked = 0
        while state["phase"] != Phase.OVER:
            if state["phase"] == Phase.TURN and int(state["turns"]) >= looked + 10:
                looked = int(state["turns"])
                seat = int(state["seat"])
                other = 1 - seat
                world: Any = np.array([state])[0]
                likelihood = likelihood_for(book, world, seat)
                deal_cards(world, seat, dealing)
                values: list[float] = []
                tickets = wide(world["tickets"][other])
                pool = wide(tickets_of_others(world, seat))
                for _ in range(17):
                    mind: Any = planner.copy()[0]
                    row = np.zeros(SET_FEATURES)
                    write_set_features(
                        book, world, other, mind["planner"], tickets, likelihood, row
                    )
                    values.append(float(weights @ row))
                    tickets = wide(proposed_tickets(book, world, other, pool, likelihood, dealing))
                lead = np.exp(np.array(values[1:]) - values[0])
                gains.append(-float(np.log(lead.mean())))
            take(book, state, choose(book, state, minds[int(state["seat"])], luck), luck)
    assert np.mean(gains) > 0.05


def test_every_edition_has_weights_and_own_editions_those_of_all() -> None:
    assert len(NAMES) == SET_FEATURES
    found = [tuple(set_weights_for(load(edition)).tolist()) for edition in names()]
    assert len({*found}) == len(found)
    assert np.isfinite(found).all()
    own = replace(load("usa"), name="mine", source="changed")
    copied = replace(load("usa"), source="changed")
    assert (set_weights_for(own) == set_weights_for(copied)).all()
    assert tuple(set_weights_for(own).tolist()) not in found


def test_tickets_are_drawn_as_often_as_all_weights_together_say() -> None:
    """Compared with the exact shares of all pairs of tickets that two other seats can hold."""
    game = table(
        "london",
        {},
        {"tickets": ["BIG-TOW"], "routes": ["BIG-TRA", "COV-TRA"]},
        {"tickets": ["BAK-TOW"], "routes": ["COV-STP", "STP-TOW", "BRL-TOW"]},
    )
    edition, state = game.edition, game.state
    book = book_of(edition)
    likelihood = likelihood_for(book, state, 0)
    # Both seats want the same ticket.
    likelihood.weight[1:3, gazetteer(edition).ticket_of["TRA-GLO"]] *= [20, 80]
    # About as strong as those that are fitted to games, but always the same.
    weights = np.array(
        [-0.9, 1.5, -1.8, -0.4, 0.4, -1.2, 0.8, -2.3, -0.3, 0.5, 0.6, -1.5, 0.8, 0.7, 0.2]
    )
    minds = np.repeat(mind_of(PLANNING, "london", 3), 3)
    row, held_weights = np.zeros(SET_FEATURES), np.zeros(3)
    tickets = members(*tickets_of_others(state, 0))
    shares = np.zeros((len(tickets), len(tickets)))
    single = np.zeros((2, len(tickets)))
    for other in (1, 2):
        for place, ticket in enumerate(tickets):
            planner = minds[other]["planner"]
            alone = wide(words([ticket])[0])
            write_set_features(book, state, other, planner, alone, likelihood, row)
            single[other - 1, place] = likelihood.weight[other, ticket] * np.exp(weights @ row)
    shares = np.outer(single[0], single[1]) * (1 - np.eye(len(tickets)))
    shares /= shares.sum()
    drawn = np.zeros_like(shares)
    luck = luck_of(5)
    for _ in range(20000):
        world: Any = np.array([state])
        deal_world(book, world[0], 0, luck)
        draw_ticket_sets(book, world[0], 0, minds, weights, likelihood, row, held_weights, luck)
        held = [members(*world[0]["tickets"][other])[0] for other in (1, 2)]
        drawn[tickets.index(held[0]), tickets.index(held[1])] += 1 / 20000
    for axis in (0, 1):
        exact, found = shares.sum(axis=axis), drawn.sum(axis=axis)
        assert exact.max() > 3 / len(tickets)  # it is not all the same
        assert np.abs(exact - found).sum() / 2 < 0.02


@pytest.mark.parametrize("counts", [False, True])
def test_what_a_third_seat_loses_counts_in_an_exchange(counts: bool) -> None:
    """A ticket that one seat has completed hardly ever goes to another that only wants it."""
    game = table("london", {}, {"tickets": ["BIG-TOW"]}, {"tickets": ["BAK-TOW"]})
    edition, state = game.edition, game.state
    book, ticket = book_of(edition), gazetteer(edition).ticket_of["BAK-TOW"]
    likelihood = likelihood_for(book, state, 0)
    likelihood.weight[:] = 1.0
    likelihood.weight[1, ticket] = 100.0
    likelihood.left[:] = 5.0
    likelihood.left[2, ticket] = 0.0
    weights = np.zeros(SET_FEATURES)
    weights[NAMES.index("complete")] = 50.0 if counts else 0.0
    minds = np.repeat(mind_of(PLANNING, "london", 3), 3)
    row, held_weights, luck = np.zeros(SET_FEATURES), np.zeros(3), luck_of(1)
    pool = wide(tickets_of_others(state, 0))
    world: Any = np.array([state])
    for other in (1, 2):
        held = wide(world[0]["tickets"][other])
        held_weights[other] = weight_of_set(
            book, world[0], other, minds[other], held, weights, likelihood, row
        )
    for _ in range(20):
        try_exchange(
            book, world[0], 0, 1, pool, minds, weights, likelihood, row, held_weights, luck
        )
    assert (ticket in members(*world[0]["tickets"][2])) == counts
