"""Boards and positions as a page uses them: ids, classes, titles, sizes, and nothing hidden."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from random import Random

import pytest

from tests.drawing.boards import BUILT_IN, by_id, classes, golden, middle, tree, words_of
from tests.tables import table
from whistlestop import drawing
from whistlestop.drawing import lettering
from whistlestop.drawing.art.palette import THEMES
from whistlestop.drawing.board import FIGURE
from whistlestop.drawing.layout.curves import overlap
from whistlestop.drawing.layout.layout import layout_of
from whistlestop.drawing.pictures import _placed  # pyright: ignore[reportPrivateUsage]
from whistlestop.drawing.result import Company
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.play.game import Game
from whistlestop.seen.view import REFEREE, SPECTATOR

editions = pytest.mark.parametrize("name", BUILT_IN)
themes = pytest.mark.parametrize("theme", ["light", "dark"])


@editions
def test_every_route_space_and_city_has_its_id(name: str) -> None:
    edition = load(name)
    found = by_id(tree(drawing.board(edition)))
    for number, route in enumerate(edition.routes):
        group = found[f"route-{number}"]
        spaces = [one for one in group if one.tag == "use"]
        wanted = [f"space-{number}-{step}" for step in range(1, route.length + 1)]
        assert [one.get("id") for one in spaces] == wanted
        colour = route.colour or "grey"
        kinds = [(one.get("href") or "")[1:] for one in spaces]
        # Ferries show as many locomotives as they ask for (E-10), tunnels their walls (E-11).
        plain = "tunnel" if route.tunnel else "space"
        wanted = [f"ferry-{colour}"] * route.ferry + [f"{plain}-{colour}"] * (
            route.length - route.ferry
        )
        if route.substitute:
            wanted[(route.length - 1) // 2] = f"exchange-{route.substitute}-{colour}"
        assert kinds == wanted
    for city in edition.cities:
        assert words_of(found[f"city-{city.code}"]).startswith(city.name)


def test_a_route_with_substitutes_says_so_in_its_middle() -> None:
    """F-14: any four cards stand for one on the way from Lieksa to Murmansk."""
    edition = load("nordic")
    number = gazetteer(edition).route_of["LIE-MUR"]
    for theme in ("light", "dark"):
        found = by_id(tree(drawing.board(edition, theme=theme)))
        group = found[f"route-{number}"]
        kinds = [(one.get("href") or "")[1:] for one in group if one.tag == "use"]
        assert kinds == ["space-grey"] * 4 + ["exchange-4-grey"] + ["space-grey"] * 4
        assert words_of(group).endswith(": 9 grey, any 4 cards stand for one")
        (mark,) = found["exchange-4-grey"].iter("path")
        assert (mark.get("d") or "").count("M") == 4 + 2


@editions
def test_everything_referred_to_is_there_and_nothing_is_fetched(name: str) -> None:
    game = middle(name, 2)
    sheet = drawing.score_sheet(game.edition, game.score_sheet())
    ticket = drawing.ticket(game.edition, game.index.ticket_codes[0])
    for picture in (drawing.position(game.view(0)), sheet, ticket):
        root = tree(picture)
        found = by_id(root)
        for element in root.iter():
            if (href := element.get("href")) is not None:
                assert href.startswith("#")
                assert href[1:] in found, href
            for value in element.attrib.values():
                for target in re.findall(r"url\(([^)]*)\)", value):
                    assert target[1:] in found, target
        for target in re.findall(r"url\(([^)]*)\)", picture):
            assert target.startswith(("#", "data:font/woff2;base64,")), target[:40]


@editions
def test_a_page_gets_no_style_and_no_script(name: str) -> None:
    """A strict content security policy allows all there is."""
    game = middle(name, 2)
    for picture in (
        drawing.board(game.edition, standalone=False),
        drawing.position(game.view(0), standalone=False),
    ):
        for element in tree(picture).iter():
            assert element.tag not in ("style", "script", "foreignObject", "image")
            assert not [key for key in element.attrib if key == "style" or key.startswith("on")]


@editions
def test_every_class_that_is_drawn_is_styled(name: str) -> None:
    game = middle(name, 2)
    pictures = [
        drawing.position(game.view(0)),
        drawing.score_sheet(game.edition, game.score_sheet()),
    ]
    sheet = drawing.stylesheet()
    groups = {"drawing", "map", "track", "title", "routes", "places", "markers", "ticket-card"}
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", sheet)) | groups
    for picture in pictures:
        drawn = {name for element in tree(picture).iter() for name in classes(element)}
        drawn = {one for one in drawn if not one.startswith("owned-by-")}
        assert drawn - styled <= {"route", "bold", "good"}, drawn - styled


@themes
def test_a_picture_by_itself_has_its_theme(theme: str) -> None:
    picture = drawing.board(load("london"), theme=theme)
    assert THEMES[theme].water in picture
    assert "@font-face" in picture
    assert "var(" not in picture
    assert "[" not in re.sub(r"base64,[^)]*", "", picture), "a colour was not filled in"


@editions
def test_a_picture_by_itself_looks_as_on_a_page(name: str) -> None:
    """Each rule of the page's style sheet that meets a class of the picture is in it as well."""
    picture = drawing.position(middle(name, 2).view(0))
    drawn = {css for element in tree(picture).iter() for css in classes(element)}
    style = next(element.text or "" for element in tree(picture).iter("style"))
    for line in drawing.stylesheet().splitlines():
        selectors, _, body = line.removeprefix(".drawing ").partition("{")
        named = set(re.findall(r"\.([a-z][a-z0-9-]*)", selectors.replace(".drawing", "")))
        if line.startswith(".drawing ") and named and named <= drawn:
            own = selectors.replace(",.drawing ", ",")
            assert f"{own}{{" in style, f"{own} {body}"


def test_districts_have_grounds_of_their_own() -> None:
    """L-10: the places of a district carry its number on its colour."""
    picture = drawing.board(load("london"))
    for district in range(1, 6):
        assert f".district-{district}{{fill:#" in picture


def test_the_stylesheet_of_a_page_has_both_themes_and_means_drawings_only() -> None:
    sheet = drawing.stylesheet("/static/fonts/")
    assert "url(/static/fonts/text.woff2)" in sheet
    assert "prefers-color-scheme:dark" in sheet
    assert ':root[data-theme="dark"]' in sheet
    assert not re.findall(r"\[[a-z-]+\](?!\{)", sheet.replace('[data-theme="', "")), sheet
    defined = set(re.findall(r"(--[a-z0-9-]+):", sheet))
    assert set(re.findall(r"var\((--[a-z0-9-]+)\)", sheet)) <= defined
    for line in sheet.splitlines():
        if not line.startswith(("@", ":")):
            for selector in line.partition("{")[0].split(","):
                assert selector.startswith(".drawing "), line


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="light, dark, not 'blue'"):
        drawing.board(load("london"), theme="blue")


# ---------------------------------------------------------------------------- what lies on a board


@pytest.mark.parametrize(("name", "seats"), [("usa", 3), ("germany", 4), ("europe", 5)])
def test_a_position_shows_what_is_on_the_table(name: str, seats: int) -> None:
    game = golden(name, seats)
    view = game.view()
    root = tree(drawing.position(view, names=game.seats))
    found = by_id(root)
    owners = view.owners
    assert owners
    for number, code in enumerate(game.index.route_codes):
        group = found[f"route-{number}"]
        kinds = {(one.get("href") or "")[1:] for one in group if one.tag == "use"}
        if code in owners:
            assert f"owned-by-{owners[code] + 1}" in classes(group)
            assert kinds == {f"piece-{owners[code] + 1}"}
            assert game.seats[owners[code]] in words_of(group)
        else:
            assert not any(kind.startswith("piece-") for kind in kinds)
    drawn = [(one.get("href") or "")[1:] for one in root.iter("use")]
    for player in view.players:
        seat = player.seat + 1
        assert drawn.count(f"passenger-{seat}") == len(player.passengers)
        assert drawn.count(f"station-{seat}") == len(player.stations)
        assert words_of(found[f"marker-of-{seat}"]).endswith(f"{player.score} points")
    cards = [f"card-{card}" for card in view.display if card]
    assert all(drawn.count(card) >= cards.count(card) for card in cards)


def test_a_score_beyond_a_hundred_goes_round_again() -> None:
    game = golden("usa", 2)
    layout = drawing.board(game.edition).size
    for player, other in ((3, 103), (0, 200)):
        places: list[list[str]] = []
        for score in (player, other):
            view = game.view()
            players = tuple(replace(one, score=score) for one in view.players)
            root = tree(drawing.position(replace(view, players=players)))
            places.append(
                [
                    str((one.get("x"), one.get("y")))
                    for one in root.iter("use")
                    if (one.get("href") or "").startswith("#marker-")
                ]
            )
        assert places[0] == places[1]
    assert layout == drawing.board(game.edition).size


def test_tokens_show_what_the_next_one_is_worth() -> None:
    """M-25: the stack of Berlin begins with 7; once all are taken nothing is left to show."""
    game = table("germany", {}, {})
    before = by_id(tree(drawing.position(game.view())))["tokens-BER"]
    assert [text.text for text in before.iter("text")] == ["7"]
    game = table("germany", {"merchandise": 22}, {}, taken={"BER": 4})
    after = by_id(tree(drawing.position(game.view())))["tokens-BER"]
    assert list(after.iter("text")) == []
    assert "dimmed" in classes(after)


def test_a_closed_parallel_route_is_dimmed() -> None:
    """C-26: with two players a claimed route closes its parallel one."""
    game = table("usa", {"routes": ["DEN-KAN"]}, {})
    found = by_id(tree(drawing.position(game.view())))
    index = game.index
    assert "dimmed" in classes(found[f"route-{index.route_of['DEN-KAN/2']}"])
    assert "closed" in words_of(found[f"route-{index.route_of['DEN-KAN/2']}"])
    assert "dimmed" not in classes(found[f"route-{index.route_of['DEN-OMA']}"])
    four = table("usa", {"routes": ["DEN-KAN"]}, {}, {}, {})
    assert not _placed(four.view(), ("a", "b", "c", "d")).closed


def test_states_are_classes() -> None:
    game = golden("usa", 2, 8)
    picture = drawing.position(
        game.view(), selectable=["OMA-DEN", "CHI"], highlighted=["SEA-POR"], standalone=False
    )
    found = by_id(tree(picture))
    index = game.index
    assert "selectable" in classes(found[f"route-{index.route_of['DEN-OMA']}"])
    assert "selectable" in classes(found["city-CHI"])
    assert "highlighted" in classes(found[f"route-{index.route_of['POR-SEA']}"])
    with pytest.raises(ValueError, match="no route or city 'XXX'"):
        drawing.position(game.view(), selectable=["XXX"])


def test_the_ends_of_ones_own_open_tickets_are_marked() -> None:
    game = table(
        "usa",
        {"tickets": ["DEN-ELP", "HOU-KAN"], "routes": ["DEN-SFE", "ELP-SFE"]},
        {"tickets": ["NYC-SEA"]},
    )
    found = by_id(tree(drawing.position(game.view(0))))
    marked = {key[5:] for key, one in found.items() if "ticket-end" in classes(one)}
    assert marked == {"KAN", "HOU"}, "Denver–El Paso is completed, and Seattle is another's"
    spectator = by_id(tree(drawing.position(game.view())))
    assert not [one for one in spectator.values() if "ticket-end" in classes(one)]


@pytest.mark.parametrize("name", ["germany", "europe"])
def test_a_figure_hides_no_name(name: str) -> None:
    """Wherever a station or a passenger is put, the names stay legible and its city is plain."""
    edition = load(name)
    layout = layout_of(edition)
    boxes = [
        (box.x, box.y, 1.0, 0.0, box.width / 2, box.height / 2)
        for box in (label.box for label in layout.labels)
    ]
    view = middle(name, 2).view()
    for city, place in zip(edition.cities, layout.places, strict=False):
        stations, passengers = ((city.code,), ()) if edition.stations else ((), (city.code,))
        first = replace(view.players[0], stations=stations, passengers=passengers)
        other = replace(view.players[1], stations=(), passengers=())
        shown = replace(view, players=(first, other))
        figure = next(
            one
            for one in tree(drawing.position(shown, panel=False)).iter("use")
            if one.get("href") in ("#station-1", "#passenger-1")
        )
        x, y = float(figure.get("x", "")), float(figure.get("y", ""))
        figure = (x, y, 1.0, 0.0, FIGURE[0] - 1, FIGURE[1] - 1)
        assert not any(overlap(figure, box, 0.0) for box in boxes), city.name
        assert math.dist((x, y), place) < layout.city_radius + 16


# ------------------------------------------------------------------------------------- what is not


@pytest.mark.parametrize(("name", "seats"), [("usa", 3), ("germany", 5), ("switzerland", 3)])
def test_nothing_hidden_is_drawn(name: str, seats: int) -> None:
    """I-21: any world that agrees with what a seat sees gives the same picture, to the letter."""
    random = Random(f"{name} drawn")
    game = Game.new(name, seats, seed=3)
    for _ in range(60):
        seat = random.choice(game.deciding)
        game.play(random.choice(game.legal_actions(seat)), seat)
        if game.over:
            break
    for viewer in (*range(seats), SPECTATOR):
        view = game.view(viewer)
        other = Game.sampled(view, seed=random.getrandbits(32)).view(viewer)
        assert drawing.position(other) == drawing.position(view)
        assert "What Seat" not in drawing.position(game.view(SPECTATOR))


def test_the_referees_view_draws_no_more_than_a_spectators() -> None:
    game = middle("germany", 3)
    assert drawing.position(game.view(REFEREE)) == drawing.position(game.view())


# ------------------------------------------------------------------------------------ as a notebook


def test_a_game_shows_itself_in_a_notebook() -> None:
    game = middle("london", 3)
    shown = game._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert shown == drawing.position(game.view(), names=game.seats)
    board = drawing.board(game.edition)
    assert board._repr_svg_().startswith("<svg")  # pyright: ignore[reportPrivateUsage]


def test_names_must_be_as_many_as_players() -> None:
    with pytest.raises(ValueError, match="1 names for 2 players"):
        drawing.position(middle("london", 2).view(), names=["Ada"])


def test_names_are_escaped() -> None:
    names = ["<script>alert(1)</script>", 'Tom & "Jerry"']
    game = golden("london", 2)
    picture = drawing.position(game.view(), names=names)
    tree(picture)
    assert "<script" not in picture
    tree(drawing.score_sheet(game.edition, game.score_sheet(), names=names))


@editions
def test_every_card_and_ticket_can_be_drawn(name: str) -> None:
    edition = load(name)
    index = golden(name, 2).index
    for kind in (*filter(None, index.kinds), "back", *edition.stacks):
        assert drawing.card(edition, kind).size == (120, 78)
    for code in index.ticket_codes:
        assert index.ticket_title(index.ticket_of[code]) in words_of(
            next(
                one
                for one in tree(drawing.ticket(edition, code)).iter("g")
                if one.find("title") is not None
            )
        )
    with pytest.raises(ValueError, match="has no card 'gold'; it has: "):
        drawing.card(edition, "gold")
    with pytest.raises(ValueError, match="has no ticket 'XXX-YYY'"):
        drawing.ticket(edition, "XXX-YYY")


@editions
def test_names_have_room_on_their_tickets(name: str) -> None:
    edition = load(name)
    for code in gazetteer(edition).ticket_codes:
        lines = list(tree(drawing.ticket(edition, code)).iter("text"))[:-1]
        assert lines
        for line in lines:
            size = float(line.get("font-size", "0"))
            assert size >= 10, line.text
            wide = lettering.width(line.text or "", size)
            middle = "middle" in (line.get("class") or "")
            left = float(line.get("x", "0")) - (wide / 2 if middle else 0)
            assert left >= 4, line.text
            assert left + wide <= 116, line.text


@editions
def test_the_score_sheet_names_every_ticket_and_total(name: str) -> None:
    game = golden(name, 2)
    sheet = game.score_sheet()
    root = tree(drawing.score_sheet(game.edition, sheet, names=game.seats))
    words = [text.text for text in root.iter("text")]
    for player in sheet.players:
        assert str(player.total).replace("-", "−") in words
        assert game.seats[player.seat] in words
    titles = [title.text or "" for title in root.iter("title")]
    for player in sheet.players:
        for line in player.tickets:
            done = "completed" if line.completed else "not completed"
            assert any(title.endswith(f", {done}") for title in titles)


def test_a_total_below_nothing_has_a_minus() -> None:
    """And no hyphen, which is shorter and hangs lower."""
    random, game = Random(1), Game.new("usa", seed=1)
    while not game.over:
        game.play(random.choice(game.legal_actions()))
    totals = game.score_sheet().totals
    assert max(totals) < 0
    root = tree(drawing.score_sheet(game.edition, game.score_sheet()))
    words = [text.text for text in root.iter("text")]
    assert {f"−{-total}" for total in totals} <= set(words)


@pytest.mark.parametrize("number", [1, 3])
def test_names_for_another_number_of_players_are_refused(number: int) -> None:
    game = golden("london", 2)
    names = [f"Player {seat}" for seat in range(number)]
    with pytest.raises(ValueError, match=f"{number} names for 2 players"):
        drawing.score_sheet(game.edition, game.score_sheet(), names=names)


def test_a_result_without_a_day_has_none() -> None:
    game = golden("london", 2)
    company = Company(("Ada", "Ben"), (0, 1))
    picture = drawing.result(game.view(), game.score_sheet(), company)
    words = ["".join(found.itertext()) for found in tree(picture).iter() if "text" in found.tag]
    assert [line for line in words if "Whistlestop" in line] == ["London · Whistlestop"]
