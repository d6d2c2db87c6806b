"""What bots are told of their game: every event once, as their seat sees it, wherever they play."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from tests.tables import table

from whistlestop.arena.match import play_match
from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.arena.tournament.engines import local
from whistlestop.arena.tournament.folder import opened
from whistlestop.arena.tournament.matchups import tournament
from whistlestop.arena.tournament.running import play
from whistlestop.arena.tournament.stopping import Enough
from whistlestop.bots.asking import Failed, ask
from whistlestop.bots.following import Following
from whistlestop.bots.random import RandomBot
from whistlestop.cli.session import Quit, Session
from whistlestop.editions.load import load
from whistlestop.events import CardDrawn, CardsDealt, Event, TicketsKept
from whistlestop.play.game import Game


class Listener(RandomBot):
    """Plays anything, and writes down what it hears."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.heard: list[Event] = []
        self.calls = 0

    def observe(self, events: tuple[Event, ...]) -> None:
        assert events
        self.heard += events
        self.calls += 1


@pytest.mark.parametrize(("edition", "seats"), [("usa", 2), ("germany", 3), ("europe", 2)])
def test_a_bot_hears_everything_once_as_its_seat_sees_it(edition: str, seats: int) -> None:
    game = Game.new(edition, seats, seed=3)
    bots = [Listener(seat) for seat in range(seats)]
    play_match(game, bots)
    for seat, bot in enumerate(bots):
        whole = [event.seen_by(seat) for event in game.events]
        assert bot.heard == whole[: len(bot.heard)]
        missed = whole[len(bot.heard) :]
        assert len(missed) < len(whole) / 4, "all but what came after its last decision"
        others = [e for e in bot.heard if isinstance(e, CardsDealt | TicketsKept | CardDrawn)]
        for event in others:
            if event.seat != seat and not (isinstance(event, CardDrawn) and event.slot is not None):
                assert getattr(event, "card", getattr(event, "cards", None)) is None
                assert getattr(event, "kept", None) is None


def test_a_fault_in_observing_is_a_fault_of_the_bot() -> None:
    class Deaf(RandomBot):
        def observe(self, events: tuple[Event, ...]) -> None:
            raise ValueError("too loud")

    game = Game.new("london", 2, seed=1)
    news = Following(0).news(game)
    answer = ask(Deaf(1), game.view(0), tuple(game.legal_actions(0)), 1.0, news)
    assert isinstance(answer, Failed)
    assert str(answer.error) == "too loud"


def test_after_taking_back_another_bot_hears_of_what_counts(tmp_path: Path) -> None:
    class Typing:
        """A person who does the first thing that is legal, and takes it back once."""

        lines = 0

        def read(self, prompt: str, words: object) -> str:
            self.lines += 1
            if self.lines > 8:
                raise EOFError
            return "undo" if self.lines == 6 else str(session.game.legal_actions(0)[0])

    made: list[Listener] = []

    def engage() -> Listener:
        made.append(Listener(1))
        return made[-1]

    session = Session(
        game=Game.new("usa", ("Ann", "Bot"), seed=5, starter=0),
        engaged={1: engage},
        bot_names=("", "listener"),
        console=Console(file=io.StringIO()),
        reader=Typing(),
        file=tmp_path / "a.record",
        date="2020-01-01",
    )
    with pytest.raises(Quit):
        session.run()
    assert len(made) == 2
    assert made[1].heard
    whole = [event.seen_by(1) for event in session.game.events]
    assert made[1].heard == whole[: len(made[1].heard)]


OWN = """
import json
from whistlestop.bots.random import RandomBot
from whistlestop.events import CardDrawn

class Ear(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        self.cards = 0

    def observe(self, events):
        drawn = [event for event in events if isinstance(event, CardDrawn)]
        self.cards += len(drawn)
        with open(FILE, "a") as file:
            print(json.dumps([len(events), sum(event.card is None for event in drawn)]), file=file)
"""


def test_bots_in_processes_of_their_own_hear_it_too(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    path = tmp_path / "ear.py"
    path.write_text(OWN.replace("FILE", repr(str(heard))), encoding="utf-8")
    bots = read_contestants([f"{path}:Ear", "random"], seconds=5.0)
    planned = tournament(bots, [load("london")], players=[2], seed=1)
    with opened(tmp_path / "out", planned) as folder:
        run = play(planned, Enough(games=2), local(jobs=1), folder)
    (outcome,) = run.outcomes
    assert not any(seat.thinking.failed for game in outcome.games for seat in game.seats)
    lines = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 20
    assert sum(number for number, _ in lines) > 100
    assert any(hidden for _, hidden in lines)


def test_views_tell_networks() -> None:
    game = Game.new("usa", 2, seed=2)
    play_match(game, [RandomBot(1), RandomBot(2)])
    sheet, end = game.score_sheet(), game.view()
    for seat in range(2):
        parts = end.components(seat)
        linked = {place for part in parts for place in part}
        assert sum(map(len, parts)) == len(linked), "USA has no countries"
        assert [*map(len, parts)] == sorted(map(len, parts), reverse=True)
        index = end.index
        reached = {
            index.places[place].code
            for route in end.players[seat].routes
            for place in index.route_ends[index.route_of[route]]
        }
        assert linked == reached
        spaces = sum(
            end.edition.routes[index.route_of[route]].length for route in end.longest_path(seat)
        )
        assert spaces == sheet.players[seat].longest_path


def test_a_country_joins_no_parts() -> None:
    """M-04"""
    index = Game.new("germany", 2, seed=1).index
    points = next(points for points in index.borders.values() if len(points) > 1)
    one, other = (
        next(number for number, ends in enumerate(index.route_ends) if point in ends)
        for point in points[:2]
    )
    routes = [index.route_codes[one], index.route_codes[other]]
    cities = {place for route in (one, other) for place in index.route_ends[route]} - {*points}
    parts = table("germany", {"routes": routes}, {}).view(1).components(0)
    assert len(parts) == len(cities) == 2, "two cities, each with a way into one country"
    country = index.places[points[0]].code
    assert all(country in part for part in parts)
