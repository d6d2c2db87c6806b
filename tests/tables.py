"""Setting a table: a position in a few words, as the JSON that `read_position` takes.

    game = table("usa", {"hand": {"purple": 4}}, {}, display="red blue green white black")
    act(game, "claim DEN-OMA with 4 purple")
    act(game, "draw red > yellow")

A player is a dict with the keys of the position format; what is left out is worked out. After `>`
stands what chance brings, as in a record.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, TypeVar, cast

import numpy as np
import pytest

from whistlestop import (
    ClaimRoute,
    DrawTickets,
    Edition,
    Event,
    Game,
    IllegalAction,
    load_edition,
    read_position,
)
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import loads
from whistlestop.play.game import Events
from whistlestop.rules.state import STATE
from whistlestop.rules.turns import choose
from whistlestop.seen.sheet import PlayerSheet
from whistlestop.seen.view import REFEREE, View

EDITIONS = ("usa", "germany", "london")
"""Those with a booklet."""

SIZES = [
    *(("usa", seats) for seats in (2, 3, 4, 5)),
    *(("germany", seats) for seats in (2, 3, 4, 5)),
    *(("london", seats) for seats in (2, 3, 4)),
    *(("europe", seats) for seats in (2, 3, 4, 5)),
    *(("switzerland", seats) for seats in (2, 3)),
    *(("newyork", seats) for seats in (2, 3, 4)),
    *(("india", seats) for seats in (2, 3, 4)),
    *(("nordic", seats) for seats in (2, 3)),
]
"""Every edition with every number of players."""

Seat = dict[str, Any]
"""What a player has, by the keys of the position format."""

FORMAT = "whistlestop position 1"

Told = TypeVar("Told")


def variant(name: str, *changes: tuple[str, str], more: str = "") -> Edition:
    """Return a built-in edition with changes in its file.

    Args:
        name: the edition.
        changes: texts of the file and what replaces them; the file has each text once.
        more: what is added at the end of the file.
    """
    text = (files("whistlestop.editions") / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} must be once in {name}.toml"
        text = text.replace(old, new)
    return loads(text + more)


def box(edition: str | Edition) -> Counter[str]:
    """All cards of an edition, by name."""
    cards = (load_edition(edition) if isinstance(edition, str) else edition).cards
    counts = Counter(dict(cards.colours))
    counts[cards.locomotive_name] = cards.locomotive
    counts["locomotive4"] = cards.locomotive4
    counts["passenger"] = cards.passenger
    return +counts


def wild(edition: str) -> str:
    """What the edition calls its wild card."""
    return load_edition(edition).cards.locomotive_name


def empty(number: int) -> list[Seat]:
    """So many players who have nothing yet."""
    return [{} for _ in range(number)]


def table(
    edition: str | Edition,
    *players: Mapping[str, Any],
    display: str | Iterable[str | None] | None = None,
    deck: Mapping[str, int] | None = None,
    rest: str | int = "deck",
    tickets_left: Iterable[str] | None = None,
    returned: Iterable[tuple[str, int]] = (),
    seed: int = 1,
    **top: Any,
) -> Game:
    """A game from a position.

    Args:
        edition: its name, or one of the test's own.
        players: what each of them has; `{}` has nothing yet.
        display: the five cards, in one text or as a list with None for an empty slot; five
            colours that are left in the box if left out.
        deck: the cards of the deck, if it shall not be all that lies nowhere else.
        rest: where the cards are of which nothing else is said: in the `deck`, in the `discards`,
            or in the hand of this seat.
        tickets_left: the tickets still in their stacks, besides the returned ones; all others are
            then the last player's.
        returned: the tickets at the bottom, each with the seat that returned it.
        seed: the chance from here on.
        top: other keys of the position format, such as `seat`, `phase` or `last_turns`.
    """
    chosen = load_edition(edition) if isinstance(edition, str) else edition
    seats: list[Seat] = [dict(player) for player in players]
    data: dict[str, Any] = {"format": FORMAT, "edition": chosen.name, **top, "players": seats}
    left = box(chosen)
    for seat in seats:
        seat.setdefault("hand", {})
        left.subtract(seat["hand"])
    left.subtract(data.get("discards", {}))
    left.subtract(deck or {})
    data["display"] = _display(chosen, display, left)
    left.subtract(card for card in data["display"] if card is not None)
    assert min(left.values(), default=0) >= 0, f"more cards than the box holds: {left}"
    _put_rest(data, seats, +left, deck, rest)
    bottom = list(returned)
    data["returned"] = [{"ticket": ticket, "seat": seat} for ticket, seat in bottom]
    if tickets_left is not None:
        stay = {*tickets_left, *(ticket for ticket, _ in bottom)}
        held = {
            code for seat in seats for key in ("tickets", "offer") for code in seat.get(key, ())
        }
        others = [code for code in gazetteer(chosen).ticket_codes if code not in stay | held]
        seats[-1]["tickets"] = [*seats[-1].get("tickets", ()), *others]
    return read_position(json.dumps(data), edition=chosen, seed=seed)


def stuck(edition: str, seats: int, **top: Any) -> Game:
    """A position in which nobody can do anything but pass: no cards, and no tickets left.

    Args:
        edition: the name of the edition whose board and rules are played.
        seats: the number of players.
        top: other keys of the position format, such as `passes` or `last_turns`.
    """
    chosen = load_edition(edition)
    none = tuple((colour, 0) for colour, _ in chosen.cards.colours)
    cards = replace(chosen.cards, colours=none, locomotive=0, locomotive4=0, passenger=0)
    return table(replace(chosen, cards=cards), *empty(seats), tickets_left=[], **top)


def _display(
    edition: Edition, display: str | Iterable[str | None] | None, left: Counter[str]
) -> list[str | None]:
    if isinstance(display, str):
        return [*display.split()]
    if display is not None:
        return list(display)
    colours = [name for name, _ in edition.cards.colours if left[name] > 0]
    return [*colours[-5:]]


def _put_rest(
    data: dict[str, Any],
    seats: list[Seat],
    left: Counter[str],
    deck: Mapping[str, int] | None,
    rest: str | int,
) -> None:
    """Put the cards of which nothing is said where they shall be."""
    piles: dict[str, Counter[str]] = {
        "deck": Counter(dict(deck or {})),
        "discards": Counter(cast(dict[str, int], data.get("discards", {}))),
    }
    if isinstance(rest, int):
        held: dict[str, int] = seats[rest]["hand"]
        seats[rest]["hand"] = dict(Counter(held) + left)
    else:
        piles[rest] += left
    data["deck_cards"] = dict(piles["deck"])
    data["discards"] = dict(piles["discards"])


def act(game: Game, line: str, seat: int | None = None) -> Events:
    """Take an action; after `>` stands what chance brings, and only then it is not drawn."""
    words, arrow, outcomes = line.partition(">")
    if arrow:
        return game.replay(words.strip(), seat, outcomes.split())
    return game.play(words.strip(), seat)


def acts(game: Game, *lines: str) -> None:
    """Take several actions, whoever's they are."""
    for line in lines:
        act(game, line)


def refusal(game: Game, line: str, seat: int | None = None) -> str:
    """Why an action is refused; that it is, and that nothing changes by it."""
    before = game.state.tobytes()
    with pytest.raises(IllegalAction) as refused:
        game.play(line, seat)
    assert game.state.tobytes() == before
    return str(refused.value)


def options(game: Game, seat: int | None = None) -> set[str]:
    """The legal actions, in words."""
    return {str(action) for action in game.legal_actions(seat)}


def draws(game: Game) -> set[str]:
    """The legal draws: the cards of the display, and `deck`."""
    words = {option for option in options(game) if option.startswith("draw ")}
    return {option.removeprefix("draw ") for option in words}


def claimable(game: Game) -> set[str]:
    """The routes that can be claimed."""
    return {action.route for action in game.legal_actions() if isinstance(action, ClaimRoute)}


def payments(game: Game, route: str) -> set[str]:
    """The sets of cards with which a route can be paid."""
    start = f"claim {route} with "
    return {option.removeprefix(start) for option in options(game) if option.startswith(start)}


def mixes(game: Game) -> set[tuple[tuple[str, int], ...]]:
    """The announcements of tickets that are legal."""
    return {action.mix for action in game.legal_actions() if isinstance(action, DrawTickets)}


def told(events: Iterable[Event], kind: type[Told]) -> list[Told]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def open_view(game: Game) -> View:
    """The view that hides nothing."""
    return game.view(REFEREE)


def hand(game: Game, seat: int) -> dict[str, int]:
    """The cards in a hand."""
    return dict(open_view(game).players[seat].hand or {})


def sheet(game: Game, seat: int) -> PlayerSheet:
    """A player's column of the score sheet."""
    return game.score_sheet().players[seat]


def cards_on_table(game: Game) -> Counter[str]:
    """Every card, wherever it is."""
    view = open_view(game)
    found: Counter[str] = Counter(dict(view.deck_cards or {}))
    found.update(dict(view.discards))
    found.update(card for card in view.display if card is not None)
    if view.tunnel is not None:
        found.update(dict(view.tunnel.cards))
        found.update(view.tunnel.revealed)
    for player in view.players:
        found.update(dict(player.hand or {}))
    return found


def leaving(edition: str, pieces: int, *avoid: str) -> list[str]:
    """Routes whose owner has exactly so many pieces left, none of them parallel to another.

    Args:
        edition: its name.
        pieces: the pieces left.
        avoid: routes that shall stay free, their parallel ones included.
    """
    chosen = load_edition(edition)
    index = gazetteer(chosen)
    closed = {index.route_of[code] for code in avoid}
    free = [r for r in range(len(chosen.routes)) if not {r, *index.parallel[r]} & closed]
    free = [r for r in free if r == min((r, *index.parallel[r]))]
    free.sort(key=lambda r: -chosen.routes[r].length)
    due = chosen.pieces - pieces
    found: list[str] = []
    for route in free:
        if chosen.routes[route].length <= due:
            due -= chosen.routes[route].length
            found.append(index.route_codes[route])
    assert due == 0, "no routes of just this length are left"
    return found


def after_choice(state: Any, action: int) -> Any:
    """A copy of a state after a route or a city has been chosen, and its payment is due."""
    states = np.empty(1, dtype=STATE)
    states[0] = state
    choose(states[0], np.int64(action))
    return states[0]
