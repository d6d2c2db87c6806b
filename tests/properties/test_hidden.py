"""Hidden information: worlds that differ only in what a viewer cannot know look the same to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from random import Random

import numpy as np
import pytest

from tests.properties import mass
from tests.properties.playing import STYLES, TABLES, decisions, up_to
from whistlestop.actions import Action, KeepTickets
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.events import Event
from whistlestop.play.game import Game
from whistlestop.rules.state import STATE
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import REFEREE, SPECTATOR, View, see

TUNNELS = ("europe", "switzerland")
"""Editions with a decision in the middle of a claim."""


def text(view: View) -> str:
    """Every byte of a view, but for the edition, which is long and the same."""
    names = [name for name in View.__dataclass_fields__ if name != "edition"]
    return repr([getattr(view, name) for name in names])


def shown_to(viewer: int) -> int | None:
    return None if viewer == SPECTATOR else viewer


def assert_valid(game: Game) -> None:
    """Nothing is lost or made.

    One thing is not asked: that a display with three locomotives stands only where nothing could
    replace it (I-01). It tells something about hands, which a sampled world need not heed.
    """
    facts = mass.facts_of(game.edition.name, len(game.seats)).view((np.record, mass.FACTS))[0]
    fault = mass.check(facts, game.state)
    assert fault in (0, 12), mass.FAULTS[fault]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
@pytest.mark.parametrize("style", ["hoards", "tickets", "travels"])
def test_a_sampled_world_looks_like_its_view(edition: str, seats: int, style: str) -> None:
    """In every phase, for every viewer; its cards and tickets add up."""
    phases: set[str] = set()
    random = Random(seats)
    for game, *_ in decisions(edition, seats, 3, style):
        spectator = game.view()
        if spectator.phase in phases and random.random() < 0.97:
            continue
        phases.add(spectator.phase)
        for viewer in (None, REFEREE, *range(seats)):
            view = game.view(viewer)
            world = Game.sampled(view, seed=random.getrandbits(64))
            seen = world.view(viewer)
            assert seen == view
            assert text(seen) == text(view)
            assert_valid(world)
            assert world.deciding == game.deciding
            if viewer in game.deciding:
                assert world.legal_actions(viewer) == game.legal_actions(viewer)
            elif viewer == REFEREE:
                assert world.state.tobytes() == game.state.tobytes()
                assert world.legal_actions() == game.legal_actions()
    assert {"opening_keep", "turn", "over"} <= phases
    if edition in TUNNELS and style != "hoards":
        assert "surcharge" in phases


def shared_actions(one: Game, other: Game, seat: int) -> list[tuple[Action, Action]]:
    """What the deciding seat may do in both; tickets are kept by their place in the offer."""
    offer, theirs = (game.view(seat).me.offer or () for game in (one, other))
    allowed = set(other.legal_actions(seat))
    found: list[tuple[Action, Action]] = []
    for action in one.legal_actions(seat):
        twin = action
        if isinstance(action, KeepTickets):
            twin = KeepTickets(tuple(theirs[offer.index(ticket)] for ticket in action.tickets))
        if twin in allowed:
            found.append((action, twin))
    return found


def follow(one: Game, other: Game, viewer: int | None, random: Random) -> Sequence[Event] | None:
    """Take the same public step in both; the events in the second, or None if that cannot be."""
    seat = one.seat
    assert seat is not None
    shared = shared_actions(one, other, seat)
    if not shared:
        return None
    action, twin = random.choice(shared)
    if seat == viewer:
        assert twin == action
    one.play(action, seat)
    for _ in range(6):
        try:
            return other.replay(twin, seat, list(_outcomes(one, other, viewer, random)))
        except ValueError:
            continue
    return None


def _outcomes(one: Game, other: Game, viewer: int | None, random: Random) -> Iterator[str]:
    """What chance brought in one world; what the viewer did not see is drawn in the other."""
    table = other.view(REFEREE)
    deck = Counter(dict(table.deck_cards or {}))
    tickets = list(table.stack_tickets or ())
    random.shuffle(tickets)
    tickets += [entry.ticket for entry in table.returned if entry.ticket is not None]
    stack_of = {
        code: other.edition.tickets[number].stack
        for code, number in gazetteer(other.edition).ticket_of.items()
    }
    for chance in one.moves[-1].outcomes:
        word = chance.word
        if chance.seat is not None and chance.seat != viewer:
            if word in stack_of:
                fitting = [t for t in tickets if stack_of[t] == stack_of[word]]
                word = fitting[0] if fitting else word
                tickets = [t for t in tickets if t != word]
            elif deck.total() > 0:
                word = random.choice(sorted(deck.elements()))
                deck[word] -= 1
        else:
            deck[word] -= 1
            deck = +deck
        yield word


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_twin_worlds_cannot_be_told_apart(edition: str, seats: int) -> None:
    """Views, options and events stay the same, byte for byte, while both worlds go on alike."""
    random = Random(f"twins {edition} {seats}")
    followed = differing = 0
    for viewer in (SPECTATOR, *range(seats)):
        who = shown_to(viewer)
        for moves in (0, 2 * seats, 25 + 20 * seats):
            start = up_to(edition, seats, 11 + viewer, moves, STYLES[viewer % 3])
            if start.over:
                continue
            view = start.view(who)
            one = Game.sampled(view, seed=random.getrandbits(64))
            other = Game.sampled(view, seed=random.getrandbits(64))
            steps, unlike = go_on_alike(one, other, who, random)
            followed += steps
            differing += unlike
    assert followed > 20
    assert differing > 10


def go_on_alike(one: Game, other: Game, who: int | None, random: Random) -> tuple[int, int]:
    """Take up to twelve steps in both worlds; how many, and before how many they differed."""
    followed = differing = 0
    for _ in range(12):
        if one.over:
            break
        assert one.deciding == other.deciding
        differing += one.state.tobytes() != other.state.tobytes()
        events = follow(one, other, who, random)
        if events is None:  # For instance, a ticket came up that somebody had put back.
            break
        followed += 1
        told = [event.seen_by(who) for event in one.moves[-1].events]
        assert repr(told) == repr([event.seen_by(who) for event in events])
        assert other.over or text(one.view(who)) == text(other.view(who))
        if who is not None and not one.over:
            assert repr(one.legal_actions(who)) == repr(other.legal_actions(who))
    return followed, differing


@pytest.mark.parametrize(("edition", "seats"), [table for table in TABLES if table[0] in TUNNELS])
def test_twin_worlds_cannot_be_told_apart_in_a_tunnel(edition: str, seats: int) -> None:
    """E-43, E-48: from the decision on what the tunnel asks for, paid or taken back."""
    random = Random(f"tunnels {edition} {seats}")
    followed = differing = tried = 0
    for game, *_ in decisions(edition, seats, 4, "claims"):
        if game.view().phase != "surcharge" or tried == 6:
            continue
        tried += 1
        for viewer in (SPECTATOR, *range(seats)):
            who = shown_to(viewer)
            view = game.view(who)
            one = Game.sampled(view, seed=random.getrandbits(64))
            other = Game.sampled(view, seed=random.getrandbits(64))
            steps, unlike = go_on_alike(one, other, who, random)
            followed += steps
            differing += unlike
    assert tried >= 3
    assert followed > 10 * tried
    assert differing > tried


def swapped(game: Game, viewer: int, random: Random) -> Iterator[tuple[str, np.ndarray]]:
    """The state with one secret of somebody else, or of the piles, changed: what, and the state."""
    base = np.zeros(1, dtype=STATE)
    base[0] = game.state
    seats = len(game.seats)
    others = [seat for seat in range(seats) if seat != viewer]
    for seat in others:
        hidden = base[0]["hand"][seat].astype(int) - base[0]["shown"][seat]
        for place in [s for s in others if s != seat] + [-1]:
            pile = base[0]["deck"] if place < 0 else base[0]["hand"][place]
            spare = pile.astype(int) - (0 if place < 0 else base[0]["shown"][place])
            mine, theirs = np.flatnonzero(hidden > 0), np.flatnonzero(spare > 0)
            if not len(mine) or not len(theirs):
                continue
            a, b = random.choice(list(mine)), random.choice(list(theirs))
            if a == b:
                continue
            state = base.copy()
            state["hand"][0, seat, a] -= 1
            state["hand"][0, seat, b] += 1
            target = state["deck"][0] if place < 0 else state["hand"][0, place]
            target[b] -= 1
            target[a] += 1
            yield f"cards of {seat}", state
        yield from _other_tickets(game, base, seat, random)
        answers = int(base[0]["answer"][seat])
        if answers:
            state = base.copy()
            state["answer"][0, seat] = answers ^ random.choice([1, 2, 3])
            yield f"answer of {seat}", state


def _other_tickets(
    game: Game, base: np.ndarray, seat: int, random: Random
) -> Iterator[tuple[str, np.ndarray]]:
    """A ticket of this seat exchanged for one of the same stack that nobody has seen."""
    tickets = game.edition.tickets
    for number in range(len(game.edition.stacks)):
        lying = members(*base[0]["stack"][number])
        if not lying:
            continue
        new = random.choice(lying)
        name = game.edition.stacks[number]
        state = base.copy()
        held = members(*base[0]["tickets"][seat])
        offered = [i for i, t in enumerate(base[0]["offer"][seat]) if t]
        offered = [i for i in offered if tickets[int(base[0]["offer"][seat][i]) - 1].stack == name]
        if of_stack := [t for t in held if tickets[t].stack == name]:
            old = random.choice(of_stack)
            state["tickets"][0, seat] = words({*held, new} - {old})[0]
            state["stack"][0, number] = words({*lying, old} - {new})[0]
            yield f"tickets of {seat}", state.copy()
        if offered:
            state = base.copy()
            i = random.choice(offered)
            old = int(base[0]["offer"][seat][i]) - 1
            state["offer"][0, seat, i] = new + 1
            state["stack"][0, number] = words({*lying, old} - {new})[0]
            yield f"offer of {seat}", state
        back = [
            i
            for i in range(int(base[0]["returned_size"]))
            if base[0]["returned_by"][i] == seat + 1
            and tickets[int(base[0]["returned"][i]) - 1].stack == name
        ]
        if back:
            state = base.copy()
            i = random.choice(back)
            old = int(base[0]["returned"][i]) - 1
            state["returned"][0, i] = new + 1
            state["stack"][0, number] = words({*lying, old} - {new})[0]
            yield f"returned by {seat}", state


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_no_secret_shows_in_any_view(edition: str, seats: int) -> None:
    """Canaries: exchange one secret at a time; nothing that its viewers see may change."""
    random = Random(f"canary {edition} {seats}")
    changed: set[str] = set()
    for style in ("any", "tickets"):
        for game, *_ in decisions(edition, seats, 5, style):
            if game.over or (game.view().turns and random.random() < 0.88):
                continue
            viewer = random.choice([SPECTATOR, *range(seats)])
            expected = text(see(game.edition, game.state, viewer))
            whole = text(see(game.edition, game.state, REFEREE))
            changes = list(swapped(game, viewer, random))
            for what, store in random.sample(changes, min(len(changes), 8)):
                assert text(see(game.edition, store[0], viewer)) == expected, what
                now = text(see(game.edition, store[0], REFEREE))
                assert now != whole, f"{what}: nothing was changed"
                changed.add(what.split()[0])
    assert {"cards", "tickets", "offer"} <= changed


def test_pending_answers_stay_hidden() -> None:
    """C-02: who has answered shows, what was answered does not."""
    game = Game.new("usa", 4, seed=3, starter=0)
    for seat, choice in ((3, 0), (1, 1)):
        before = game.view(0)
        game.play(game.legal_actions(seat)[choice], seat)
        after = game.view(0)
        assert after.players[seat].answered
        assert after.players[seat].answer is None
        assert after.players[seat].stacks == before.players[seat].stacks == ()
        assert game.view(seat).me.answer == game.moves[-1].action.tickets  # type: ignore[union-attr]
    assert game.deciding == (0, 2)
    assert game.view().players[3].answer is None


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    """The statistic, over its degrees of freedom's 1-in-100,000 bound (Wilson and Hilferty)."""
    total = sum((found[key] - number) ** 2 / number for key, number in expected.items())
    freedom = max(len(expected) - 1, 1)
    bound = freedom * (1 - 2 / (9 * freedom) + 4.27 * (2 / (9 * freedom)) ** 0.5) ** 3
    return total / bound


def test_worlds_are_drawn_uniformly() -> None:
    """How many red cards an unknown hand holds is hypergeometric; a ticket is anywhere alike."""
    game = up_to("usa", 3, 21, 30, "hoards")
    view: View = game.view(0)
    red_seen = (view.me.hand or {}).get("red", 0) + view.discards.get("red", 0)
    red_seen += view.display.count("red")
    other = view.players[1]
    unknown = other.cards - sum(other.shown.values())
    known = sum(player.shown.get("red", 0) for player in view.players[1:])
    red = 12 - red_seen - known
    shown = sum(sum(player.shown.values()) for player in view.players[1:])
    unseen = view.deck + sum(player.cards for player in view.players[1:]) - shown
    worlds = 3000
    reds: Counter[int] = Counter()
    places: Counter[int] = Counter()
    ticket = next(
        number
        for number, code in enumerate(view.index.ticket_codes)
        if code not in (view.me.tickets or ()) + (view.me.offer or ())
        and code not in [entry.ticket for entry in view.returned]
    )
    for seed in range(worlds):
        state = Game.sampled(view, seed=seed).state
        reds[int(state["hand"][1][view.index.kind_of["red"]]) - other.shown.get("red", 0)] += 1
        for seat in (1, 2):
            places[seat] += ticket in members(*state["tickets"][seat])
        places[0] += ticket in members(*state["stack"][0])
    places[3] = worlds - sum(places.values())
    chances = {
        number: worlds * comb(red, number) * comb(unseen - red, unknown - number)
        / comb(unseen, unknown)
        for number in range(min(red, unknown) + 1)
    }  # fmt: skip
    assert chi_square(reds, {n: e for n, e in chances.items() if e > 5}) < 1
    hidden = [r for r in view.returned if r.ticket is None]
    sizes = {
        0: view.stacks[0] - len(view.returned),
        1: len(view.players[1].stacks),
        2: len(view.players[2].stacks),
        3: len(hidden) + sum(len(player.offer_stacks) for player in view.players[1:]),
    }
    total = sum(sizes.values())
    assert chi_square(places, {k: worlds * n / total for k, n in sizes.items() if n}) < 1


def test_unknown_opening_answers_are_drawn_at_random_too() -> None:
    """An answer that waits for its turn is as unknown as one that is already in the state."""
    game = Game.new("usa", 3, seed=8, starter=0)
    game.play(game.legal_actions(2)[0], 2)
    kept = Counter(
        len(Game.sampled(game.view(0), seed=seed).view(REFEREE).players[2].answer or ())
        for seed in range(60)
    )
    assert set(kept) == {2, 3}, kept
