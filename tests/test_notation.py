"""The words of actions: what is written is read back, people are understood, faults differ."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.playing import STYLES, TABLES, decisions, up_to, whole
from whistlestop import ActionError, AmbiguousAction, Game, IllegalAction, MalformedAction
from whistlestop.actions import (
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    EndJourney,
    KeepTickets,
    PassTurn,
    PlacePassenger,
    StartJourney,
    TravelRoute,
)
from whistlestop.editions.finding import NotFound, find_place, find_routes
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.play.notation import parse
from whistlestop.play.position import read_position
from whistlestop.seen.explain import why_not


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_what_is_written_is_read_back(edition: str, seats: int) -> None:
    """Every legal action of random games of all styles, also shouted and with more blanks."""
    for style in STYLES:
        for game, seat, legal, action in decisions(edition, seats, 9, style):
            if (len(game.moves) % 4 and style != "travels") or game.over:
                continue
            view = game.view(seat)
            chosen = legal if len(legal) < 30 else (*legal[::9], action)
            for one in chosen:
                assert parse(str(one), view, legal) == one, str(one)
            assert parse(f"  {str(action).upper()} ".replace(" ", "  "), view, legal) == action


def after_opening(edition: str = "usa", seats: int = 2, seed: int = 1) -> Game:
    game = Game.new(edition, seats, seed=seed, starter=0)
    while game.view().phase.startswith("opening"):
        game.play(game.legal_actions()[-1])
    return game


PLACES = [
    ("usa", "st louis", "STL"), ("usa", "Saint Louis", "STL"), ("usa", "ST. LOUIS", "STL"),
    ("usa", "saint  louis", "STL"), ("usa", "stl", "STL"), ("usa", "new york", "NYC"),
    ("usa", "Sault St Marie", "SSM"), ("usa", "sault sainte marie", "SSM"),
    ("usa", "sault ste. marie", "SSM"), ("usa", "montréal", "MON"), ("usa", "Montreal", "MON"),
    ("usa", "los", "LAX"), ("usa", "wash", "WAS"),
    ("germany", "Köln", "KOL"), ("germany", "Koln", "KOL"), ("germany", "Koeln", "KOL"),
    ("germany", "koeln", "KOL"), ("germany", "Cologne", "KOL"), ("germany", "KÖLN", "KOL"),
    ("germany", "munchen", "MUN"), ("germany", "Muenchen", "MUN"), ("germany", "Munich", "MUN"),
    ("germany", "dusseldorf", "DUS"), ("germany", "Duesseldorf", "DUS"),
    ("london", "kings cross", "KIN"), ("london", "King’s Cross", "KIN"),
    ("london", "big ben", "BIG"),
]  # fmt: skip


@pytest.mark.parametrize(("edition", "words", "code"), PLACES)
def test_places_are_found(edition: str, words: str, code: str) -> None:
    assert find_place(load(edition), words) == code


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_every_place_and_route_is_found_by_its_names(edition: str) -> None:
    chosen = load(edition)
    for place in (*chosen.cities, *chosen.countries):
        for name in (place.code, place.name, *place.aliases, place.name.upper()):
            assert find_place(chosen, name) == place.code
    index = gazetteer(chosen)
    for number, code in enumerate(index.route_codes):
        a, b = (index.places[end] for end in index.route_ends[number])
        plain = code.split("/")[0]
        for words in (
            plain, f"{b.code}-{a.code}", f"{a.name} to {b.name}", f"{b.name}–{a.name}",
            f"{a.code} {b.code}", f"{a.name}, {b.name}", f"{a.name} - {b.name}", plain.lower(),
        ):  # fmt: skip
            assert code in find_routes(chosen, words), words
        if "/" in code:
            assert find_routes(chosen, code) == (code,)


@pytest.mark.parametrize(
    ("edition", "words", "said"),
    [
        ("usa", "Atlantis", "There is no place “Atlantis” on this board"),
        ("usa", "Sanfrancisko", "Did you mean San Francisco?"),
        ("usa", "san", "could be"),
        ("usa", "", "There is no place “”"),
        ("usa", "???", "There is no place"),
    ],
)
def test_places_that_are_not_found(edition: str, words: str, said: str) -> None:
    with pytest.raises(NotFound) as caught:
        find_place(load(edition), words)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Miami to Seattle", "No route links Miami and Seattle. Miami has routes to"),
        ("Denver", "A route has two ends"),
        ("DEN-OMA/3", "Denver–Omaha has no track 3"),
        ("DEN-OMA/0", "Denver–Omaha has no track 0"),
        (f"DEN-OMA/{'9' * 5000}", "has no track"),
        ("", "A route has two ends"),
    ],
)
def test_routes_that_are_not_found(words: str, said: str) -> None:
    with pytest.raises(NotFound) as caught:
        find_routes(load("usa"), words)
    assert said in str(caught.value)


MEANT = [
    ("draw deck", DrawDeck()), ("DRAW DECK", DrawDeck()), ("take deck", DrawDeck()),
    ("d top", DrawDeck()), ("draw blind", DrawDeck()), ("  draw   deck ", DrawDeck()),
    ("draw red", DrawDisplay("red")), ("d r", DrawDisplay("red")),
    ("draw Reds", DrawDisplay("red")),
    ("draw loco", DrawDisplay("locomotive")), ("draw wild", DrawDisplay("locomotive")),
    ("draw pur", DrawDisplay("purple")),
    ("tickets", DrawTickets()), ("t", DrawTickets()), ("ticket", DrawTickets()),
    ("pass", PassTurn()), ("stop", EndJourney()), ("end", EndJourney()),
    ("claim DEN-OMA with 3 purple 1 locomotive",
     ClaimRoute("DEN-OMA", (("purple", 3), ("locomotive", 1)))),
    ("claim Denver to Omaha with 1 locomotive, 3 purple",
     ClaimRoute("DEN-OMA", (("purple", 3), ("locomotive", 1)))),
    ("build omaha denver with 4 red", ClaimRoute("DEN-OMA", (("red", 4),))),
    ("c oma-den with 2×red and 2 loco", ClaimRoute("DEN-OMA", (("red", 2), ("locomotive", 2)))),
    ("claim new york to washington with 2 orange", ClaimRoute("NYC-WAS", (("orange", 2),))),
    ("claim saint louis - nashville with 2 red", ClaimRoute("NAS-STL", (("red", 2),))),
    ("claim kansas city – denver /2 with 4 orange", ClaimRoute("DEN-KAN/2", (("orange", 4),))),
]  # fmt: skip


@pytest.mark.parametrize(("words", "action"), MEANT, ids=[words for words, _ in MEANT])
def test_people_are_understood(words: str, action: object) -> None:
    game = after_opening()
    assert game.parse(words) == action


def test_keeping_by_number_code_or_all() -> None:
    game = Game.new("usa", 2, seed=1)
    offer = game.view(0).me.offer
    assert offer is not None
    for words, kept in (
        ("keep 1 3", (offer[0], offer[2])),
        ("keep 3, 1", (offer[0], offer[2])),
        (f"k {offer[1].lower()} and {offer[0]}", offer[:2]),
        ("keep all", offer),
        ("keep 2 2 2", offer[1:2]),
        ("keep none", ()),
    ):
        assert game.parse(words, 0) == KeepTickets(kept)


def test_announcing_a_mix() -> None:
    """M-02."""
    game = Game.new("germany", 2, seed=1)
    for words in ("tickets 3 short 1 long", "tickets 3 1", "t 1 long, 3 short", "tickets 3s 1l"):
        assert game.parse(words) == DrawTickets((("short", 3), ("long", 1)))
    assert game.parse("tickets 4 long") == DrawTickets((("long", 4),))
    with pytest.raises(AmbiguousAction, match="Say how many from which stack") as caught:
        game.parse("tickets")
    assert len(caught.value.choices) == 5
    for choice in caught.value.choices:
        assert game.parse(choice) in game.legal_actions()


def test_journeys() -> None:
    """The way to a neighbour is enough; of parallel tracks one's own is meant."""
    for game, _, legal, action in decisions("germany", 3, 2, "travels"):
        if isinstance(action, TravelRoute):
            view = game.view(game.seat)
            assert view.journey is not None
            for step in legal:
                if isinstance(step, TravelRoute):
                    number = view.index.route_of[step.route]
                    ends = [view.index.places[end].code for end in view.index.route_ends[number]]
                    goal = next(end for end in ends if end != view.journey.city)
                    try:
                        meant = game.parse(f"go {view.index.name(goal)}")
                    except AmbiguousAction:
                        continue
                    assert meant in legal
            return
    pytest.fail("nobody travelled")


def journey(city: str, routes: list[str]) -> Game:
    """A passenger under way in Germany, whose player has these routes and no passenger card."""
    hand = {"red": 1}
    position: dict[str, Any] = {
        "format": "whistlestop position 1",
        "edition": "germany",
        "phase": "journey",
        "players": [
            {"hand": hand, "tickets": [], "routes": routes},
            {"hand": hand, "tickets": [], "routes": []},
        ],
        "display": ["red", "blue", "green", "white", "black"],
        "journey": {"city": city, "routes": [], "visited": [city], "steps": 0},
    }
    return read_position(json.dumps(position))


def test_canonical_words_mean_exactly_one_track() -> None:
    """What a record writes for one track is never taken for another one that is open."""
    game = journey("HAM", ["HAM-KIE/2"])
    assert game.legal_actions() == (TravelRoute("HAM-KIE/2"),)
    assert game.parse("go HAM-KIE") == TravelRoute("HAM-KIE")
    with pytest.raises(IllegalAction, match="Nobody has claimed"):
        game.play("go HAM-KIE")
    for words in ("go Kiel", "go ham-kie", "go HAM-KIE/2", "go KIE-HAM", "go Hamburg to Kiel"):
        assert game.parse(words) == TravelRoute("HAM-KIE/2"), words


def test_a_canonical_claim_means_exactly_one_track() -> None:
    hand = {"red": 4, "black": 4}
    position: dict[str, Any] = {
        "format": "whistlestop position 1",
        "edition": "usa",
        "players": [{"hand": hand, "tickets": []}, {"hand": {}, "tickets": []}],
        "display": ["red", "blue", "green", "white", "black"],
    }
    game = read_position(json.dumps(position))
    assert game.parse("claim den-kan with 4 black") == ClaimRoute("DEN-KAN/2", (("black", 4),))
    assert game.parse("claim DEN-KAN with 4 black") == ClaimRoute("DEN-KAN", (("black", 4),))
    with pytest.raises(IllegalAction, match=r"takes cards of one colour \(orange\)"):
        game.play("claim DEN-KAN with 4 black")


REFUSED: list[tuple[str, type[ActionError], str]] = [
    ("", MalformedAction, "Type a move. It begins with: draw, tickets"),
    ("dance", MalformedAction, "“dance” is not a move. Moves begin with: draw"),
    ("draw", MalformedAction, "Draw what?"),
    ("draw mauve", MalformedAction, "“mauve” is not a card. The cards are: purple"),
    ("draw bl", MalformedAction, "“bl” could be blue and black"),
    ("draw passenger", MalformedAction, "“passenger” is not a card"),
    ("tickets 4", MalformedAction, "without naming a stack"),
    ("keep 1", IllegalAction, "No tickets are offered to you"),
    ("claim", MalformedAction, "Claim which route?"),
    ("claim Denver", MalformedAction, "A route has two ends"),
    ("claim Denver-Miami with 3 red", MalformedAction, "No route links Denver and Miami"),
    ("claim DEN-OMA with", MalformedAction, "With which cards?"),
    ("claim DEN-OMA with red", MalformedAction, "Name cards by number and kind"),
    ("claim DEN-OMA with 3", MalformedAction, "Name cards by number and kind"),
    ("claim DEN-OMA with 0 red", MalformedAction, "With which cards?"),
    ("claim DEN-OMA with ² red", MalformedAction, "Name cards by number and kind"),
    ("stop now", MalformedAction, "“stop” is a whole move: leave out “now”."),
    ("pass please", MalformedAction, "“pass” is a whole move"),
    ("passenger", MalformedAction, "Place a passenger where?"),
    ("go", MalformedAction, "Go where?"),
    ("go Nowhere at all", IllegalAction, "No passenger of yours is under way"),
    ("move Atlantis", MalformedAction, "There is no place"),
    ("move", IllegalAction, "There are no passengers on this board"),
    ("pass", IllegalAction, "only when you can do nothing else"),
    ("stop", IllegalAction, "No passenger of yours is under way"),
    ("passenger Denver", IllegalAction, "only when a route has just been claimed"),
    ("claim DEN-OMA with 4 red", IllegalAction, "You do not have 4 red"),
    ("claim DEN-OMA with 3 red", MalformedAction, "takes exactly 4 cards, not 3"),
    ("claim DEN-OMA with 2 red 2 blue", MalformedAction, "cards of one colour"),
    ("claim DEN-OMA", IllegalAction, "Denver–Omaha needs"),
]


@pytest.mark.parametrize(("words", "kind", "said"), REFUSED, ids=[words for words, *_ in REFUSED])
def test_refusals_have_a_kind_and_a_reason(words: str, kind: type[ActionError], said: str) -> None:
    game = after_opening(seed=5)
    before = game.state.tobytes()
    with pytest.raises(ActionError) as caught:
        game.play(words)
    assert type(caught.value) is kind, caught.value
    assert said in str(caught.value)
    assert game.state.tobytes() == before


def test_ambiguous_claims_name_the_ways() -> None:
    for game, _, legal, _ in decisions("usa", 2, 3, "hoards"):
        claims = [action for action in legal if isinstance(action, ClaimRoute)]
        routes = {claim.route for claim in claims}
        for route in sorted(routes):
            ways = [claim for claim in claims if claim.route == route]
            if len(ways) > 1:
                with pytest.raises(AmbiguousAction, match="can be paid") as caught:
                    game.parse(f"claim {route}")
                assert set(map(str, ways)) <= set(caught.value.choices) or len(routes) > 1
                assert {str(game.parse(c)) for c in caught.value.choices} == set(
                    caught.value.choices
                )
                return
    pytest.fail("never two ways to pay")


def everything(edition: str) -> list[object]:
    """Every typed action that an edition can spell, sets of cards by examples."""
    index = gazetteer(load(edition))
    cards = [kind for kind in index.kinds if kind]
    found: list[object] = [DrawDeck(), PassTurn(), EndJourney(), DrawTickets(), KeepTickets(())]
    found += [DrawDisplay(card) for card in cards]
    found += [DrawTickets(((stack, n),)) for stack in load(edition).stacks for n in range(1, 5)]
    found += [PlacePassenger(None), *(PlacePassenger(city) for city in index.place_of)]
    found += [StartJourney(city) for city in index.place_of]
    for number, code in enumerate(index.route_codes):
        length = load(edition).routes[number].length
        found.append(TravelRoute(code))
        found += [ClaimRoute(code, ((card, length),)) for card in cards]
        if length > 1:
            found += [ClaimRoute(code, ((card, length - 1), (cards[-1], 1))) for card in cards[:3]]
    return found


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_every_refusal_is_explained(edition: str) -> None:
    """Every action at every kind of moment: taken, or refused with a sentence."""
    phases: dict[str, int] = {}
    actions = everything(edition)
    for style in ("travels", "tickets", "hoards"):
        for game, seat, legal, _ in decisions(edition, 3, 1, style):
            phase = game.view().phase
            limit = 2 if style == "travels" else 1
            if game.over or phases.get(f"{style} {phase}", 0) >= limit or len(game.moves) % 3:
                continue
            phases[f"{style} {phase}"] = phases.get(f"{style} {phase}", 0) + 1
            offers = game.view(seat).me.offer or ()
            some = actions[len(phases) % 3 :: 3]
            for action in (*some, *(KeepTickets(offers[:n]) for n in range(len(offers) + 1))):
                if action in legal:
                    continue
                with pytest.raises(ActionError) as caught:
                    game.play(action, seat)  # type: ignore[arg-type]
                said = str(caught.value)
                assert len(said) > 10, action
                assert "None" not in said, (action, said)
                if isinstance(caught.value, IllegalAction):
                    assert why_not(game.view(seat), action) == said  # type: ignore[arg-type]
    assert len(phases) > 6


WORDS = st.sampled_from(
    [
        "draw",
        "deck",
        "tickets",
        "keep",
        "claim",
        "with",
        "passenger",
        "move",
        "go",
        "stop",
        "pass",
        "all",
        "none",
        "and",
        "to",
        "-",
        "/",
        "/2",
        "1",
        "2",
        "3",
        "4",
        "red",
        "blue",
        "purple",
        "locomotive",
        "locomotive4",
        "bus",
        "DEN-OMA",
        "BER-LEI",
        "DEN",
        "OMA",
        "Berlin",
        "Köln",
        "New",
        "York",
        "short",
        "long",
        "²",
        "٣",
        "½",
        "-1",
        "0",
        "99",
        "1e3",
        ",",
        ";",
        ">",
        "?",
        "×",
        "x",
    ]
)


@given(
    words=st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40),
    table=st.sampled_from(["usa", "germany", "london"]),
    moment=st.integers(0, 10_000),
)
@settings(max_examples=600, deadline=None)
def test_any_words_make_an_action_or_an_action_error(words: str, table: str, moment: int) -> None:
    game = MOMENTS[table][moment % len(MOMENTS[table])].copy(seed=0)
    before = game.state.tobytes()
    refusal: ActionError | None = None
    try:
        game.play(words)
    except ActionError as error:
        refusal = error
    if refusal is None:
        action = game.undo().action
        assert action in game.legal_actions()
        assert game.parse(str(action)) == action
    else:
        assert game.state.tobytes() == before
        assert str(refusal)


@pytest.mark.parametrize(
    "words",
    ["keep ²", "keep " + "9" * 5000, "tickets ² ²", "tickets ² short ² long",
     "claim BER-LEI with ² red", "claim BER-LEI with ½ red",
     "claim BER-LEI with " + "9" * 5000 + " red", "go BER-LEI/" + "9" * 5000,
     "claim BER-LEI/² with 3 red", "draw \0", "keep ٣"],
    ids=lambda words: words[:24],
)  # fmt: skip
def test_strange_numbers(words: str) -> None:
    for moves in (0, 3, 20):
        with pytest.raises(ActionError):
            up_to("germany", 3, 5, moves).play(words)


def moments(table: str) -> list[Game]:
    found: list[Game] = []
    for style in ("travels", "tickets"):
        end = whole(table, 3, 8, style)
        while end.moves:
            for _ in range(min(3, len(end.moves))):
                end.undo()
            found.append(end.copy(seed=0))
    return found


MOMENTS = {table: moments(table) for table in ("usa", "germany", "london")}
