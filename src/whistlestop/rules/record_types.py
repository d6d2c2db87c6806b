"""Fields of the records in `rules`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Set


class State(Protocol):
    """A position."""

    owned: npt.NDArray[np.uint64]
    """[seat, word] the seat's routes."""
    open: npt.NDArray[np.uint64]
    """[seat, word] routes the seat may claim as far as ownership goes (C-25, C-26)."""
    tickets: npt.NDArray[np.uint64]
    """[seat] the set of tickets kept."""
    stack: npt.NDArray[np.uint64]
    """[stack] the set of shuffled tickets that were never returned; drawn first."""
    passengers: npt.NDArray[np.uint64]
    """[seat] the set of cities where the seat's passengers stand."""
    stations: npt.NDArray[np.uint64]
    """[seat] the set of cities where the seat has built stations (E-20)."""
    journey_used: npt.NDArray[np.uint64]
    """[word] the set of routes it has travelled."""
    journey_visited: Set
    """The cities that give it no more tokens, the first one included (I-06)."""
    score: npt.NDArray[np.int16]
    """[seat] points on the track."""
    merchandise: npt.NDArray[np.int16]
    """[seat] points of the tokens collected."""
    turns: Number
    """Turns completed."""
    payment: Number
    """The set laid out for a tunnel, as a payment (E-11)."""
    revealed: npt.NDArray[np.uint8]
    """Kinds (+ 1) of the cards turned up for the tunnel."""
    due: Number
    """The number of cards that the tunnel's surcharge costs."""
    city: Number
    """The city where a station is being built."""
    hand: npt.NDArray[np.uint8]
    """[seat, kind] cards in hand."""
    shown: npt.NDArray[np.uint8]
    """[seat, kind] cards of the hand that everybody saw the seat take: at most `hand`."""
    deck: npt.NDArray[np.uint8]
    """[kind] cards in the deck."""
    discards: npt.NDArray[np.uint8]
    """[kind] cards in the discards."""
    deck_size: Number
    """Cards in the deck, all kinds together."""
    display: npt.NDArray[np.uint8]
    """[slot] the kind of the face-up card + 1; 0 = empty."""
    pieces: npt.NDArray[np.uint8]
    """[seat] pieces left."""
    offer: npt.NDArray[np.uint8]
    """[seat, i] tickets (+ 1) on offer to the seat; 0 = none."""
    answer: npt.NDArray[np.uint8]
    """[seat] the set of offered tickets it keeps; only while opening answers are missing."""
    passengers_left: npt.NDArray[np.uint8]
    """[seat] passengers not yet placed."""
    taken: npt.NDArray[np.uint8]
    """[city] tokens taken off the city's stack."""
    returned: npt.NDArray[np.uint8]
    """The returned tickets (+ 1) at the bottom of the stacks, in the order of drawing."""
    returned_by: npt.NDArray[np.uint8]
    """The seat (+ 1) that returned each of these tickets, and so knows where it is."""
    returned_size: Number
    """The number of these tickets."""
    seats: Number
    """The number of players at the table."""
    seat: Number
    """The seat that decides."""
    phase: Number
    """What the seat decides (see `Phase`)."""
    route: Number
    """The route being claimed."""
    journey_at: Number
    """The city where the travelling passenger is."""
    journey_steps: Number
    """The number of routes it has travelled."""
    last_turns: Number
    """Turns left in the final round; 0 = the final round has not begun."""
    passes: Number
    """Turns passed in a row (I-03)."""
    starter: Number
    """The seat that took the first turn."""
    spare: npt.NDArray[np.uint8]
    """Unused bytes that fill the last word, so that copies are equal to the last byte."""


class Book(Protocol):
    """An edition."""

    parallel: npt.NDArray[np.uint64]
    """[route, word] the other routes between the two places of a route."""
    at: npt.NDArray[np.uint64]
    """[place, word] the routes that end at a place."""
    inland: npt.NDArray[np.uint64]
    """[word] the routes that do not lead into a country."""
    within: npt.NDArray[np.uint64]
    """[n, word] the routes of at most n spaces."""
    ferries: npt.NDArray[np.uint64]
    """[n, word] the routes that require at most n locomotives."""
    payable: npt.NDArray[np.uint64]
    """[group, colour, n, word] its routes that n cards, of the colour or wild, pay for."""
    stack_tickets: npt.NDArray[np.uint64]
    """[stack] the tickets of a stack."""
    tunnels: npt.NDArray[np.uint64]
    """[word] the tunnels (E-11)."""
    cities: Set
    """The places that are cities, not border points."""
    attraction_places: Set
    """The places with an attraction."""
    ticket_origin: npt.NDArray[np.uint64]
    """[ticket] the places where its path may begin."""
    ticket_goal: npt.NDArray[np.uint64]
    """[ticket, option] the places of a destination."""
    district_places: npt.NDArray[np.uint64]
    """[district] the places that score together (L-10)."""
    whole_draw: Set
    """The kinds that are the whole draw if taken from the display (C-11)."""
    ticket_points: npt.NDArray[np.int16]
    """[ticket, option] its value."""
    district_points: npt.NDArray[np.int16]
    """[district] the points for linking all of its places."""
    route_points: npt.NDArray[np.int16]
    """[length] the points for a route of this length."""
    attraction_points: Number
    """Points for each."""
    station_points: Number
    """Points for each not built (E-20, E-22)."""
    longest_path_bonus: Number
    """Points of these bonuses."""
    most_tickets_bonus: Number
    """0 = there is none."""
    cards_total: Number
    """[kind] the cards of all kinds."""
    routes: Number
    """The number of routes."""
    places: Number
    """The number of places."""
    colours: Number
    """The number of colours of cards, without wild cards."""
    route_a: npt.NDArray[np.uint8]
    """[route] the place at its first end."""
    route_b: npt.NDArray[np.uint8]
    """[route] the place at its second end."""
    route_length: npt.NDArray[np.uint8]
    """[route] its number of spaces."""
    route_colour: npt.NDArray[np.uint8]
    """[route] its colour, or `GREY`."""
    route_group: npt.NDArray[np.uint8]
    """[route] its wild group, which says which wild cards may pay for it."""
    route_ferry: npt.NDArray[np.uint8]
    """[route] how many locomotives a payment must hold at least (E-10)."""
    groups: Number
    """The number of wild groups in use."""
    group_wilds: npt.NDArray[np.uint8]
    """[group] bit 0: locomotives may pay; bit 1: locomotives (+4) may pay."""
    cards: npt.NDArray[np.uint8]
    """[kind] the cards of a kind in the box."""
    sweep_at: npt.NDArray[np.uint8]
    """[kind] how many cards of a kind sweep the display away (C-14, M-12); 0 = never."""
    starting_hand: Number
    """The number of cards that each player gets at the start."""
    pieces: Number
    """Pieces of each player at the start."""
    passengers: Number
    """Passengers of each player."""
    stations: Number
    """Stations of a player."""
    station_wilds: Number
    """Which wild cards may pay for a station, coded as in `group_wilds`."""
    ticket_count: Number
    """The number of tickets."""
    ticket_options: npt.NDArray[np.uint8]
    """[ticket] the number of its destinations."""
    offer_draw: npt.NDArray[np.uint8]
    """[moment, stack] tickets drawn; the moment is `OPENING` or `ON_TURN`."""
    offer_choose: npt.NDArray[np.uint8]
    """[moment] tickets drawn if the player chooses the stacks; 0 = see `offer_draw`."""
    offer_keep: npt.NDArray[np.uint8]
    """[moment] how many tickets a player must keep at least."""
    offer_unkept: npt.NDArray[np.uint8]
    """[moment] where tickets not kept go: `BOTTOM`, `RESHUFFLE` or `OUT`."""
    token_count: npt.NDArray[np.uint8]
    """[city] the number of merchandise tokens."""
    tokens: npt.NDArray[np.uint8]
    """[city, i] the points of the i-th token from the top."""
    district_count: Number
    """The number of districts."""
    closed_up_to: Number
    """The most players with whom an owned route closes its parallel routes (C-26)."""
    final_round_at: Number
    """The most pieces a seat may have left to start the final round (C-40)."""
    tie_breaks: npt.NDArray[np.uint8]
    """The codes of the tie-breaks in their order; see `TIE_BREAKS`."""


class Luck(Protocol):
    """The source of randomness, full or light."""

    generator: npt.NDArray[np.uint64]
    """[i] the four words of the generator, each below 2**32."""
    given: Number
    """While repeating: the number of outcomes that are given; -1 = draw."""
    used: Number
    """The number of outcomes drawn or repeated since `begin`."""
    fault: Number
    """0, or what went wrong: `IMPOSSIBLE` or `FULL`."""
    events: Number
    """The number of entries written into the journal since `begin`."""
    outcomes: npt.NDArray[np.uint8]
    """[i] outcomes since `begin`: a card kind, `TICKET` + a ticket, or `SEAT` + a seat."""
    journal: npt.NDArray[np.int16]
    """[entry, i] a code (i = 0), then up to four arguments (see `journal`)."""


class Trail(Protocol):
    """The working memory of the search for the longest path."""

    routes: npt.NDArray[np.uint64]
    """[word] the routes not yet folded away."""
    degree: npt.NDArray[np.int64]
    """[place] how many of those routes meet at a place."""
    down: npt.NDArray[np.int64]
    """[place] spaces of the longest and second longest way down a folded tree."""
    down2: npt.NDArray[np.int64]
    """[place] spaces of the longest and second longest way down a folded tree."""
    via: npt.NDArray[np.int64]
    """[place] the first route of the way `down` and of `down2`."""
    via2: npt.NDArray[np.int64]
    """[place] -1 = there is none."""
    best: Number
    """Spaces of the longest trail found."""
    core: npt.NDArray[np.uint64]
    """[word] the routes of the longest trail that are not folded away."""
    tail_place: npt.NDArray[np.int64]
    """[end] the place where the longest trail leaves the core for a folded tree."""
    tail_route: npt.NDArray[np.int64]
    """[end] the first route of that trail in the folded tree; -1 = it stays in the core."""
    left: npt.NDArray[np.uint64]
    """[depth, word] the stack of the search: the routes not left out."""
    kept: npt.NDArray[np.uint64]
    """[depth, word] the routes that must stay, because leaving them out was tried before."""
    untried: npt.NDArray[np.uint64]
    """[depth, word] the routes to leave out next, one after another."""
    uneven: npt.NDArray[np.uint64]
    """[depth] the places where an odd number of routes still has to be left out."""


class Sheet(Protocol):
    """A score sheet, and the memory that scoring needs."""

    routes: npt.NDArray[np.int64]
    """[seat] points of routes, counted again (C-41)."""
    merchandise: npt.NDArray[np.int64]
    """[seat] points of tokens."""
    completed: npt.NDArray[np.int64]
    """[seat] the number of completed tickets, and of the others."""
    failed: npt.NDArray[np.int64]
    """[seat] the number of completed tickets, and of the others."""
    gained: npt.NDArray[np.int64]
    """[seat] the points of these tickets."""
    lost: npt.NDArray[np.int64]
    """[seat] `lost` is positive."""
    ticket: npt.NDArray[np.int64]
    """[ticket] the value of a held ticket to its holder."""
    stations: npt.NDArray[np.int64]
    """[seat] points of stations not built (E-22)."""
    built: npt.NDArray[np.int64]
    """[seat] the number of stations built."""
    opened: npt.NDArray[np.int64]
    """[seat, station] the routes that the seat's stations open (E-21); -1 = none."""
    districts: npt.NDArray[np.int64]
    """[seat] points of districts."""
    attractions: npt.NDArray[np.int64]
    """[seat] points of attractions."""
    longest: npt.NDArray[np.int64]
    """[seat] spaces of the longest path."""
    longest_bonus: npt.NDArray[np.int64]
    """[seat] its bonus."""
    most_tickets_bonus: npt.NDArray[np.int64]
    """[seat] the bonus for the most completed tickets."""
    total: npt.NDArray[np.int64]
    """[seat] the sum of all points."""
    rank: npt.NDArray[np.int64]
    """[seat] 1 = winner; tied seats have equal ranks."""
    parts: npt.NDArray[np.uint64]
    """Working memory: [part] the connected parts of a network, each as a set of places."""
    linked: npt.NDArray[np.uint64]
    """Working memory: [part] these parts, joined by routes that stations open."""
    choosable: npt.NDArray[np.uint64]
    """Working memory: [station, word] the routes that a station can open."""
    choices: npt.NDArray[np.int64]
    """Working memory: [station] the number of these routes."""
    trail: Trail
    """Working memory of the search for the longest path."""


class PlayedGame(Protocol):
    """A game that is played from Python."""

    state: State
    """The position."""
    generator: npt.NDArray[np.uint64]
    """[i] the four words of the generator of the game's luck."""


class Workspace(Protocol):
    """The working memory for taking and listing whole actions."""

    legal: Number
    """The number of legal whole actions, which may be more than `MOST_WHOLE`."""
    codes: npt.NDArray[np.int64]
    """[i] the codes of the legal whole actions."""
    luck: Luck
    """The luck; its generator is that of the game of the last call."""
    numbers: npt.NDArray[np.int16]
    """[i] working memory of `whole_actions` for the numbers of actions and payments."""
    pairs: npt.NDArray[np.int16]
    """[i, part] working memory for the action (part 0) and the payment (part 1)."""


class Search(Protocol):
    """The working memory of the search for journeys."""

    used: npt.NDArray[np.uint64]
    """[depth, word] routes used so far."""
    untried: npt.NDArray[np.uint64]
    """[depth, word] routes to try next."""
    visited: npt.NDArray[np.uint64]
    """[depth] cities visited so far."""
    city: npt.NDArray[np.int64]
    """[depth] the last of them."""
    cards: npt.NDArray[np.int64]
    """[depth] passenger cards left."""
    points: npt.NDArray[np.int64]
    """[depth] points collected."""
    most: npt.NDArray[np.int64]
    """[n] the most points for which n ends of other players' routes are needed."""
    known: npt.NDArray[np.uint64]
    """[slot] a journey searched: its routes in two words, and its city + 1."""
    best: Number
    """The most points found."""
    journeys: Number
    """The number of journeys searched."""
