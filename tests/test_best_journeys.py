"""What the best journey would bring, against all journeys that the rules allow (M-21 to M-23)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.tables import act, open_view, table
from whistlestop import Game, load_edition
from whistlestop.actions import ClaimRoute, PlacePassenger, StartJourney, TravelRoute
from whistlestop.cli.screens import Screens
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.language import language
from whistlestop.seen.journeys import best_journeys, steps_ahead

GERMANY = load_edition("germany")
INDEX = gazetteer(GERMANY)
KEPT = 3
"""Pieces that everybody keeps, so that the game goes on."""


def shared_out(seed: int, players: int, routes: int, mine: float, cards: int) -> Game:
    """A board on which routes have been claimed at random, and the first player's turn.

    Args:
        seed: of the random choices.
        players: four or five, so that parallel routes stay open.
        routes: how many are claimed, as long as pieces last.
        mine: the first player's share of them.
        cards: passenger cards in the first player's hand.
    """
    random = Random(seed)
    inland = [
        code
        for number, code in enumerate(INDEX.route_codes)
        if not INDEX.places[INDEX.route_ends[number][1]].country
    ]
    random.shuffle(inland)
    held: list[list[str]] = [[] for _ in range(players)]
    left = [GERMANY.pieces] * players
    for code in inland:
        number = INDEX.route_of[code]
        length = GERMANY.routes[number].length
        seat = 0 if random.random() < mine else random.randrange(1, players)
        twin = any(INDEX.route_codes[other] in held[seat] for other in INDEX.parallel[number])
        if twin or left[seat] < length + KEPT or sum(map(len, held)) == routes:
            continue
        held[seat].append(code)
        left[seat] -= length
    cities = [city.code for city in GERMANY.cities]
    taken = dict.fromkeys(random.sample(cities, 9), 1)
    tokens = {kind.name: kind.tokens for kind in GERMANY.merchandise}
    stacks = {city.code: tokens[city.merchandise or ""] for city in GERMANY.cities}
    me = {
        "hand": {"passenger": cards, "red": 1},
        "routes": held[0],
        "passengers": random.sample(cities, 3),
    }
    others: list[dict[str, Any]] = [{"routes": routes} for routes in held[1:]]
    others[0]["merchandise"] = sum(stacks[code][0] for code in taken)
    return table("germany", me, *others, taken=taken)


def most_points(game: Game, city: str) -> int:
    """The most that any journey from a city brings: every step is taken in a copy of the game."""
    before = game.view(0).players[0].score
    start = game.copy()
    start.play(StartJourney(city), 0)
    best, waiting, known = 0, [start], set[tuple[str, frozenset[str]]]()
    while waiting:
        here = waiting.pop()
        view = here.view(0)
        assert view.journey is not None
        # Another order of the same routes leads to the same position.
        if (way := (view.journey.city, frozenset(view.journey.routes))) in known:
            continue
        known.add(way)
        best = max(best, view.players[0].score - before)
        for action in here.legal_actions(0):
            if isinstance(action, TravelRoute):
                further = here.copy()
                further.play(action, 0)
                waiting.append(further)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_the_best_journey_is_that_of_all_journeys(seed: int) -> None:
    """M-21, M-22, M-23, I-06, I-07, I-09"""
    cards = seed % 4
    game = shared_out(seed, 4 + seed % 2, 26, (0.6, 0.45, 0.35, 0.25)[cards], cards)
    starts = {action.city for action in game.legal_actions(0) if isinstance(action, StartJourney)}
    best = best_journeys(game.view(0))
    assert best.keys() == starts
    for city, journey in best.items():
        assert journey.exact
        assert journey.points == most_points(game, city)


def test_the_positions_are_worth_looking_at() -> None:
    """Of the positions above, most have starts, and tolls make a difference."""
    found = [best_journeys(shared_out(seed, 4, 26, 0.35, 2).view(0)) for seed in range(12)]
    without = [best_journeys(shared_out(seed, 4, 26, 0.35, 0).view(0)) for seed in range(12)]
    assert sum(map(len, found)) > 20
    better = [
        city
        for rich, poor in zip(found, without, strict=True)
        for city in rich
        if city not in poor or rich[city].points > poor[city].points
    ]
    assert len(better) > 10


@pytest.mark.parametrize("seed", range(2))
def test_in_games_starts_are_those_of_the_rules(seed: int) -> None:
    game, random = Game.new("germany", 2 + seed, seed=seed), Random(seed)
    seen = 0
    for _ in range(400):
        seat = game.deciding[0]
        legal = game.legal_actions(seat)
        starts = {action.city for action in legal if isinstance(action, StartJourney)}
        assert best_journeys(game.view(seat)).keys() == starts
        seen += bool(starts)
        # Passengers wait as long as something else is possible, and routes are claimed.
        others = [action for action in legal if not isinstance(action, StartJourney)]
        claims = [action for action in others if isinstance(action, ClaimRoute | PlacePassenger)]
        game.play(random.choice(claims or others or legal), seat)
        if game.over or seen == 40:
            break
    assert seen > 0


def test_nothing_is_told_when_it_is_not_the_time() -> None:
    game = shared_out(1, 4, 26, 0.5, 2)
    assert best_journeys(game.view(0))
    assert best_journeys(game.view(1)) == {}
    assert best_journeys(game.view()) == {}
    city = next(iter(best_journeys(game.view(0))))
    act(game, f"move {city}")
    assert open_view(game).phase == "journey"
    assert best_journeys(game.view(0)) == {}


def test_a_search_that_is_given_up_says_so() -> None:
    """With all passenger cards of the box and a full board there are too many journeys."""
    game = shared_out(5, 5, 200, 0.3, 10)
    few = best_journeys(shared_out(5, 5, 200, 0.3, 4).view(0))
    assert all(journey.exact for journey in few.values())
    many = best_journeys(game.view(0))
    assert not all(journey.exact for journey in many.values())
    # With more cards no journey gets worse, whether or not all have been looked at.
    assert all(journey.points >= few[city].points for city, journey in many.items() if city in few)


def test_the_terminal_lists_the_best_starts_first() -> None:
    game = shared_out(9, 5, 26, 0.45, 1)
    view, legal = game.view(0), game.legal_actions(0)
    screens = Screens(view, game.seats, language("en"))
    best = sorted(best_journeys(view).items(), key=lambda each: -each[1].points)
    assert len(best) > 1
    starts = [f"{INDEX.name(city)} (best journey: {found.points})" for city, found in best]
    assert [str(line) for line in screens.starts(legal)] == [
        f"Passengers can set out from: {', '.join(starts)}"
    ]
    assert not list(screens.starts([one for one in legal if not isinstance(one, StartJourney)]))


def test_a_step_costs_and_brings_what_was_told_before() -> None:
    """M-21, M-22, I-06: the token of a city that was visited before is not collected again."""
    random, told = Random(1), set[tuple[int, bool]]()
    for seed in range(10):
        game = shared_out(seed, 4, 40, 0.5, 4)
        game.play(random.choice([a for a in game.legal_actions() if isinstance(a, StartJourney)]))
        while routes := [a.route for a in game.legal_actions() if isinstance(a, TravelRoute)]:
            before = game.view(0)
            for route, step in steps_ahead(before, routes).items():
                trial = game.copy()
                trial.play(TravelRoute(route))
                after = trial.view(0).me
                assert step.toll == before.me.cards - after.cards
                assert step.points == after.score - before.me.score
                told.add((step.toll, step.points > 0))
            game.play(TravelRoute(random.choice(routes)))
    assert told == {(0, False), (0, True), (1, False), (1, True)}


def test_without_a_journey_there_is_no_step() -> None:
    view = Game.new("germany", 2, seed=1).view(0)
    with pytest.raises(ValueError, match="no journey"):
        steps_ahead(view, ["BER-HAM"])
