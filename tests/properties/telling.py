"""The table as somebody knows it who only hears the events: no rules, only bookkeeping."""

from __future__ import annotations

from collections import Counter

from whistlestop import events as e
from whistlestop.actions import Cards
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import PASSENGER
from whistlestop.editions.model import Edition
from whistlestop.seen.view import View


class Listener:
    """Keeps the public table, and of one seat what that seat knows, from the events alone."""

    def __init__(self, edition: Edition, seats: int, viewer: int | None) -> None:
        self.edition = edition
        self.index = gazetteer(edition)
        self.viewer = viewer
        self.seats = seats
        self.cards = Counter[int]()
        self.hand = Counter[str]()
        self.deck = edition.cards.total
        self.discards = Counter[str]()
        self.display: list[str | None] = [None] * 5
        self.stacks = Counter(ticket.stack for ticket in edition.tickets)
        self.ticket_stacks: list[list[str]] = [[] for _ in range(seats)]
        self.offers: list[list[str]] = [[] for _ in range(seats)]
        self.tickets: set[str] = set()
        self.offer: tuple[str, ...] = ()
        self.returned: list[tuple[str, str | None, int]] = []
        self.routes: list[set[str]] = [set() for _ in range(seats)]
        self.pieces = [edition.pieces] * seats
        self.score = [0] * seats
        self.merchandise = [0] * seats
        self.passengers: list[set[str]] = [set() for _ in range(seats)]
        self.passengers_left = [edition.passengers] * seats
        self.stations: list[set[str]] = [set() for _ in range(seats)]
        self.tunnel: e.TunnelEntered | None = None
        self.revealed: list[str] = []
        self.due = 0
        self.taken = Counter[str]()
        self.answered: set[int] = set()
        self.journey: str | None = None
        self.journey_routes: set[str] = set()
        self.starter = -1
        self.final: int | None = None
        self.over = False

    def hear(self, event: e.Event) -> None:
        """Note one event."""
        match event:
            case e.GameStarted(name, seats, starter):
                assert (name, seats) == (self.edition.name, self.seats)
                self.starter = starter
            case e.CardsDealt(seat, number, cards):
                self.cards[seat] += number
                self.deck -= number
                self._mine(seat, cards)
            case e.DisplayRefilled(slot, card):
                assert self.display[slot] is None
                self.display[slot] = card
                self.deck -= 1
            case e.DisplaySwept():
                self.discards.update(card for card in self.display if card is not None)
                self.display = [None] * 5
            case e.DeckReshuffled(number):
                assert self.deck == 0
                assert number == self.discards.total()
                self.deck = number
                self.discards.clear()
            case e.CardDrawn(seat, slot, card):
                self.cards[seat] += 1
                if slot is None:
                    self.deck -= 1
                else:
                    assert self.display[slot] == card
                    self.display[slot] = None
                self._mine(seat, (card,) if card is not None else None)
            case e.TicketsOffered(seat, stacks, tickets):
                self.offers[seat] = list(stacks)
                self._take_tickets(stacks, tickets)
                if tickets is not None:
                    self.offer = tickets
            case e.TicketsAnswered(seat):
                assert seat not in self.answered
                self.answered.add(seat)
            case e.TicketsKept():
                self._keep(event)
            case e.RouteClaimed(seat, route, cards, points):
                self.routes[seat].add(route)
                self.score[seat] += points
                facts = self.edition.routes[self.index.route_of[route]]
                self.pieces[seat] -= facts.length
                missing = facts.length - sum(number for _, number in cards)
                self.due = missing * self.edition.cards.substitutes(facts)[0]
                if self.tunnel is None:
                    self._discard_all(seat, cards)
                else:
                    assert (self.tunnel.route, self.tunnel.cards) == (route, cards)
                    self.discards.update(dict(cards))
                    self._clear_table()
            case e.TunnelEntered(seat, _, cards):
                self._take_in_hand(seat, cards, -1)
                self.tunnel = event
            case e.TunnelCardRevealed(card):
                self.revealed.append(card)
                self.deck -= 1
            case e.SurchargeDue(_, number):
                self.due = number
            case e.SurchargePaid(seat, cards):
                assert sum(number for _, number in cards) == self.due
                self._discard_all(seat, cards)
            case e.SubstituteGiven(seat, card, left):
                self.due -= 1
                assert left == self.due
                self._discard(seat, card, 1)
            case e.TunnelLeft(seat, route):
                assert self.tunnel is not None
                assert self.tunnel.route == route
                self._take_in_hand(seat, self.tunnel.cards, 1)
                self._clear_table()
            case e.StationBuilt(seat, city, cards):
                self.stations[seat].add(city)
                self._discard_all(seat, cards)
            case e.PassengerPlaced(seat, city):
                self.passengers[seat].add(city)
                self.passengers_left[seat] -= 1
            case e.JourneyStarted(seat, city):
                self.passengers[seat].remove(city)
                self.journey = city
            case e.PassengerMoved(seat, route, city, toll):
                self.journey = city
                self.journey_routes.add(route)
                assert toll == (route not in self.routes[seat])
                if toll:
                    self._discard(seat, self.index.kinds[PASSENGER], 1)
            case e.MerchandiseCollected(seat, city, points):
                assert city == self.journey
                self.taken[city] += 1
                self.score[seat] += points
                self.merchandise[seat] += points
            case e.JourneyEnded(_, city):
                assert city == self.journey
                self.journey = None
                self.journey_routes.clear()
            case e.FinalRound(seat):
                assert self.final is None
                self.final = seat
            case e.GameOver():
                self.over = True
            case e.TurnPassed():
                pass

    def _mine(self, seat: int, cards: tuple[str, ...] | None) -> None:
        if seat == self.viewer:
            assert cards is not None
            self.hand.update(cards)

    def _take_in_hand(self, seat: int, cards: Cards, sign: int) -> None:
        for card, number in cards:
            self.cards[seat] += sign * number
            if seat == self.viewer:
                self.hand[card] += sign * number

    def _clear_table(self) -> None:
        self.discards.update(self.revealed)
        self.tunnel = None
        self.revealed = []
        self.due = 0

    def _discard_all(self, seat: int, cards: Cards) -> None:
        for card, number in cards:
            self._discard(seat, card, number)

    def _discard(self, seat: int, card: str, number: int) -> None:
        self.discards[card] += number
        self.cards[seat] -= number
        if seat == self.viewer:
            self.hand[card] -= number

    def _take_tickets(self, stacks: tuple[str, ...], tickets: tuple[str, ...] | None) -> None:
        for i, stack in enumerate(stacks):
            at_the_bottom = sum(entry[0] == stack for entry in self.returned)
            if self.stacks[stack] == at_the_bottom:
                first = next(entry for entry in self.returned if entry[0] == stack)
                self.returned.remove(first)
                if tickets is not None and first[1] is not None:
                    assert tickets[i] == first[1], "tickets come up in the order they went down"
            self.stacks[stack] -= 1

    def _keep(self, event: e.TicketsKept) -> None:
        seat = event.seat
        assert sorted(self.offers[seat]) == sorted(event.kept_stacks + event.returned_stacks)
        self.offers[seat] = []
        self.answered.discard(seat)
        self.ticket_stacks[seat] += event.kept_stacks
        back = event.returned or (None,) * len(event.returned_stacks)
        for stack, ticket in zip(event.returned_stacks, back, strict=True):
            if event.unkept != "out":
                self.stacks[stack] += 1
            if event.unkept == "bottom":
                self.returned.append((stack, ticket, seat))
        if seat == self.viewer:
            assert event.kept is not None
            assert event.returned is not None
            assert sorted(event.kept + event.returned) == sorted(self.offer)
            self.tickets |= set(event.kept)
            self.offer = ()

    def compare(self, view: View) -> None:
        """Whether a view of the same viewer says the same."""
        assert view.starter == self.starter
        assert view.display == tuple(self.display)
        assert view.deck == self.deck
        assert view.discards == +self.discards
        assert view.stacks == tuple(self.stacks[stack] for stack in self.edition.stacks)
        assert view.taken == self.taken
        assert view.over == self.over
        if not view.over:
            told = [(entry.stack, entry.ticket, entry.seat) for entry in view.returned]
            assert told == self.returned
            assert bool(view.last_turns) == (self.final is not None)
        assert (view.tunnel is None) == (self.tunnel is None)
        assert view.owed == (self.due if self.tunnel is None else 0)
        if view.tunnel is not None and self.tunnel is not None:
            assert view.route == self.tunnel.route
            assert view.tunnel.cards == self.tunnel.cards
            assert view.tunnel.revealed == tuple(self.revealed)
            assert view.tunnel.due == self.due > 0
        assert (view.journey.city if view.journey else None) == self.journey
        if view.journey:
            assert set(view.journey.routes) == self.journey_routes
        for player in view.players:
            seat = player.seat
            assert player.cards == self.cards[seat]
            assert player.stacks == tuple(sorted(self.ticket_stacks[seat]))
            assert player.offer_stacks == tuple(self.offers[seat])
            assert player.answered == (seat in self.answered)
            assert set(player.routes) == self.routes[seat]
            assert player.pieces == self.pieces[seat]
            assert player.score == self.score[seat]
            assert player.merchandise == self.merchandise[seat]
            assert set(player.passengers) == self.passengers[seat]
            assert set(player.stations) == self.stations[seat]
            assert player.passengers_left == self.passengers_left[seat]
        if self.viewer is not None:
            me = view.players[self.viewer]
            assert me.hand == +self.hand
            assert set(me.tickets or ()) == self.tickets
            assert (me.offer or ()) == self.offer
