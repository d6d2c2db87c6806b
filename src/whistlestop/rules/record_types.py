"""Fields of the records in `rules`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Set


class State(Protocol):
    """A position: all that lies on the table of one game."""

    owned: npt.NDArray[np.uint64]
    """[seat, word] the seat's routes."""
    open: npt.NDArray[np.uint64]
    """[seat, word] routes the seat may claim as far as ownership goes (C-25, C-26)."""
    tickets: npt.NDArray[np.uint64]
    """[seat, word] the set of tickets kept."""
    stack: npt.NDArray[np.uint64]
    """[stack, word] the tickets in the shuffled part of the stack, which are drawn first."""
    passengers: npt.NDArray[np.uint64]
    """[seat] the set of cities where the seat's passengers stand."""
    stations: npt.NDArray[np.uint64]
    """[seat] the set of cities where the seat has built stations (E-20)."""
    journey_used: npt.NDArray[np.uint64]
    """[word] the set of routes that the passenger has travelled."""
    journey_visited: Set
    """The set of cities that the journey has visited, the first included (I-06)."""
    score: npt.NDArray[np.int16]
    """[seat] points on the scoring track."""
    merchandise: npt.NDArray[np.int16]
    """[seat] points of the tokens collected."""
    turns: Number
    """Turns completed by all seats together."""
    payment: Number
    """The number of the payment that is laid out for a tunnel (E-11)."""
    revealed: npt.NDArray[np.uint8]
    """[i] the kind (+ 1) of the i-th card turned up for the tunnel; 0 = none."""
    due: Number
    """The number of cards due: the surcharge of the tunnel, or substitutes still to give."""
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
    """[seat] opening tickets to keep (bit i = i-th offered); 0 once all have answered."""
    passengers_left: npt.NDArray[np.uint8]
    """[seat] passengers not yet placed."""
    taken: npt.NDArray[np.uint8]
    """[city] tokens taken off the city's stack."""
    returned: npt.NDArray[np.uint8]
    """[i] the returned tickets (+ 1) at the bottom of the stacks, in the order of drawing."""
    returned_by: npt.NDArray[np.uint8]
    """[i] the seat (+ 1) that returned ticket i of `returned`, and knows where it is."""
    returned_size: Number
    """The number of tickets in `returned`."""
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
    """The number of routes that the passenger has travelled."""
    last_turns: Number
    """Turns left in the final round; 0 = it has not begun, or the game is over."""
    passes: Number
    """Consecutive turns, up to now, in which the seats had to pass (I-03)."""
    starter: Number
    """The seat that takes the first turn."""
    spare: npt.NDArray[np.uint8]
    """Unused bytes that fill the last word, so that copies are equal to the last byte."""


class Book(Protocol):
    """An edition in tables of fixed size, for compiled functions."""

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
    """[group, colour, n, word] the group's routes that n cards, coloured or wild, pay for."""
    stack_tickets: npt.NDArray[np.uint64]
    """[stack, word] the set of tickets of a stack."""
    tunnels: npt.NDArray[np.uint64]
    """[word] the tunnels (E-11)."""
    substitutes: npt.NDArray[np.uint64]
    """[word] the routes with substitutes (F-12, F-14)."""
    cities: Set
    """The places that are cities, not border points."""
    attraction_places: Set
    """The set of places with an attraction."""
    ticket_origin: npt.NDArray[np.uint64]
    """[ticket] the set of places where the ticket's path may begin."""
    ticket_goal: npt.NDArray[np.uint64]
    """[ticket, i] the set of places where a path to the i-th destination may end."""
    district_places: npt.NDArray[np.uint64]
    """[district] the places that score together (L-10)."""
    whole_draw: Set
    """The kinds that are the whole draw if taken from the display (C-11)."""
    ticket_points: npt.NDArray[np.int16]
    """[ticket, i] the points for the ticket's i-th destination."""
    district_points: npt.NDArray[np.int16]
    """[district] the points for linking all of its places."""
    route_points: npt.NDArray[np.int16]
    """[length] the points for a route of this length."""
    attraction_points: Number
    """The points for each attraction."""
    station_points: Number
    """The points for each station that a player has not built (E-22)."""
    longest_path_bonus: Number
    """The points of the bonus for the longest path; 0 = there is no such bonus."""
    most_tickets_bonus: Number
    """The points of the bonus for the most tickets; 0 = there is no such bonus."""
    measures_paths: Number
    """1 if the final scoring needs the longest path of each player (B-12, F-17)."""
    doubly_joined_most: Number
    """The length of the table `doubly_joined`; 0 = there are no such points."""
    doubly_joined: npt.NDArray[np.int16]
    """[i] the points for i + 1 doubly joined tickets together (B-11)."""
    cards_total: Number
    """The number of cards of all kinds in the box."""
    routes: Number
    """The number of routes."""
    places: Number
    """The number of places."""
    colours: Number
    """The number of colours of cards, without wild cards."""
    route_a: npt.NDArray[np.uint8]
    """[route] the place at the first end of the route."""
    route_b: npt.NDArray[np.uint8]
    """[route] the place at the second end of the route."""
    route_length: npt.NDArray[np.uint8]
    """[route] the number of spaces of the route."""
    route_colour: npt.NDArray[np.uint8]
    """[route] the colour of the route, or `GREY`."""
    route_group: npt.NDArray[np.uint8]
    """[route] the wild group, which says which wild cards may pay for the route."""
    route_ferry: npt.NDArray[np.uint8]
    """[route] how many locomotives a payment must hold at least (E-10)."""
    route_substitute: npt.NDArray[np.uint8]
    """[route] how many cards stand for one card of a payment; 0 = none (F-12)."""
    route_substituted: npt.NDArray[np.uint8]
    """[route] how many cards of a payment can be substituted at most (F-14)."""
    groups: Number
    """The number of wild groups in use."""
    group_wilds: npt.NDArray[np.uint8]
    """[group] bit 0: locomotives may pay; bit 1: locomotives (+4) may pay."""
    cards: npt.NDArray[np.uint8]
    """[kind] the number of cards of a kind in the box."""
    sweep_at: npt.NDArray[np.uint8]
    """[kind] how many cards of a kind sweep the display away (C-14, M-12); 0 = never."""
    starting_hand: Number
    """The number of cards that each player gets at the start."""
    pieces: Number
    """The number of pieces of each player at the start."""
    passengers: Number
    """The number of passengers of each player at the start."""
    stations: Number
    """The number of stations of each player at the start (E-20)."""
    station_wilds: Number
    """Bit 0: locomotives may pay for a station; bit 1: locomotives (+4) may."""
    ticket_count: Number
    """The number of tickets."""
    ticket_options: npt.NDArray[np.uint8]
    """[ticket] the number of destinations of the ticket."""
    offer_draw: npt.NDArray[np.uint8]
    """[`OPENING` or `ON_TURN`, stack] how many tickets are drawn from the stack."""
    offer_choose: npt.NDArray[np.uint8]
    """[`OPENING` or `ON_TURN`] tickets drawn if players choose stacks; 0 = no choice."""
    offer_keep: npt.NDArray[np.uint8]
    """[`OPENING` or `ON_TURN`] the minimum number of offered tickets to keep."""
    offer_most: npt.NDArray[np.uint8]
    """[`OPENING` or `ON_TURN`, stack] the maximum number of its tickets to keep."""
    offer_unkept: npt.NDArray[np.uint8]
    """[`OPENING` or `ON_TURN`] where unkept tickets go: `BOTTOM`, `RESHUFFLE`, `OUT`."""
    token_count: npt.NDArray[np.uint8]
    """[city] the number of merchandise tokens."""
    tokens: npt.NDArray[np.uint8]
    """[city, i] the points of the i-th token from the top."""
    district_count: Number
    """The number of districts."""
    closed_up_to: Number
    """With at most this many players, an owned route closes parallel routes (C-26)."""
    final_round_at: Number
    """A seat with at most this many pieces left starts the final round (C-40)."""
    tie_breaks: npt.NDArray[np.uint8]
    """[i] the code of the i-th tie-break, an index of `TIE_BREAKS`; 0 = no more."""


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
    """[i] outcomes since `begin`: a card kind, `SEAT` + a seat, or `ticket_outcome`."""
    journal: npt.NDArray[np.int16]
    """[entry, i] a code (i = 0), then up to four arguments (see `journal`)."""


class Trail(Protocol):
    """The working memory of the search for the longest path."""

    routes: npt.NDArray[np.uint64]
    """[word] the routes not yet folded away."""
    degree: npt.NDArray[np.int64]
    """[place] how many of the routes not yet folded away meet at a place."""
    down: npt.NDArray[np.int64]
    """[place] spaces of the longest way from the place down a folded tree."""
    down2: npt.NDArray[np.int64]
    """[place] spaces of the second longest way from the place down a folded tree."""
    via: npt.NDArray[np.int64]
    """[place] the first route of the way whose length `down` has; -1 = there is none."""
    via2: npt.NDArray[np.int64]
    """[place] the first route of the way whose length `down2` has; -1 = there is none."""
    best: Number
    """Spaces of the longest trail found."""
    core: npt.NDArray[np.uint64]
    """[word] the routes of the longest trail that are not folded away."""
    tail_place: npt.NDArray[np.int64]
    """[end] the place where end 0 or end 1 of the longest trail leaves the core."""
    tail_route: npt.NDArray[np.int64]
    """[end] the route by which end 0 or 1 of the trail enters a folded tree; -1 = none."""
    left: npt.NDArray[np.uint64]
    """[depth, word] the stack of the search: the routes that the trail may still use."""
    kept: npt.NDArray[np.uint64]
    """[depth, word] the routes that must stay, because leaving them out was tried before."""
    untried: npt.NDArray[np.uint64]
    """[depth, word] the routes to leave out next, one after another."""
    uneven: npt.NDArray[np.uint64]
    """[depth] the places where an odd number of routes still has to be left out."""


class Sheet(Protocol):
    """A score sheet, and the memory that scoring needs."""

    routes: npt.NDArray[np.int64]
    """[seat] the points for routes, counted again (C-41)."""
    merchandise: npt.NDArray[np.int64]
    """[seat] the points of the tokens collected."""
    completed: npt.NDArray[np.int64]
    """[seat] the number of completed tickets."""
    failed: npt.NDArray[np.int64]
    """[seat] the number of tickets that are not completed."""
    gained: npt.NDArray[np.int64]
    """[seat] the points won with completed tickets."""
    lost: npt.NDArray[np.int64]
    """[seat] the points lost with tickets that are not completed, as a positive number."""
    ticket: npt.NDArray[np.int64]
    """[ticket] the value of a held ticket to its holder, negative if it is not completed."""
    stations: npt.NDArray[np.int64]
    """[seat] the points for stations not built (E-22)."""
    built: npt.NDArray[np.int64]
    """[seat] the number of stations built."""
    opened: npt.NDArray[np.int64]
    """[seat, station] the route that the seat's station opens (E-21); -1 = none."""
    districts: npt.NDArray[np.int64]
    """[seat] the points of districts."""
    attractions: npt.NDArray[np.int64]
    """[seat] the points of attractions."""
    longest: npt.NDArray[np.int64]
    """[seat] the spaces of the longest path; 0 if the edition has no bonus for it."""
    longest_bonus: npt.NDArray[np.int64]
    """[seat] the bonus for the longest path."""
    most_tickets_bonus: npt.NDArray[np.int64]
    """[seat] the bonus for the most completed tickets."""
    doubly_joined: npt.NDArray[np.int64]
    """[seat] the number of doubly joined tickets; 0 if they bring no points."""
    doubly_joined_points: npt.NDArray[np.int64]
    """[seat] the points for the doubly joined tickets together."""
    joined_twice: npt.NDArray[np.uint8]
    """[ticket] 1 = the held ticket is doubly joined (B-10)."""
    total: npt.NDArray[np.int64]
    """[seat] the sum of all points."""
    rank: npt.NDArray[np.int64]
    """[seat] 1 = winner; tied seats have equal ranks."""
    parts: npt.NDArray[np.uint64]
    """Working memory: [part] the connected parts of a network, each as a set of places."""
    linked: npt.NDArray[np.uint64]
    """Working memory: [part] `parts`, after joining those that an opened route connects."""
    choosable: npt.NDArray[np.uint64]
    """Working memory: [station, word] the routes that a station can open."""
    choices: npt.NDArray[np.int64]
    """Working memory: [station] the number of routes that a station can open."""
    via: npt.NDArray[np.int64]
    """Working memory: [place] the last route of a way to the place."""
    trail: Trail
    """Working memory of the search for the longest path."""


class PlayedGame(Protocol):
    """A game that is played from Python."""

    state: State
    """The position."""
    generator: npt.NDArray[np.uint64]
    """[i] the four words of the game's random number generator (see `rules.luck`)."""


class Workspace(Protocol):
    """The working memory for taking and listing whole actions."""

    legal: Number
    """The number of legal whole actions, which may be more than `MOST_WHOLE`."""
    codes: npt.NDArray[np.int64]
    """[i] the codes of the legal whole actions."""
    luck: Luck
    """The source of randomness; its generator is copied from the game for each action."""
    numbers: npt.NDArray[np.int16]
    """[i] buffer for the numbers of actions (first half) and payments (second half)."""
    pairs: npt.NDArray[np.int16]
    """[i, j] of the i-th whole action: the action (j = 0), the one that pays (j = 1)."""


class Search(Protocol):
    """The working memory of the search for journeys."""

    used: npt.NDArray[np.uint64]
    """[depth, word] the routes that the journey has used."""
    untried: npt.NDArray[np.uint64]
    """[depth, word] the routes that may extend the journey and have not been tried."""
    visited: npt.NDArray[np.uint64]
    """[depth] the set of cities that the journey has visited."""
    city: npt.NDArray[np.int64]
    """[depth] the city where the journey is."""
    cards: npt.NDArray[np.int64]
    """[depth] the number of passenger cards left."""
    points: npt.NDArray[np.int64]
    """[depth] the points collected."""
    most: npt.NDArray[np.int64]
    """[n] the most points if cities are entered or left n times by other players' routes."""
    known: npt.NDArray[np.uint64]
    """[slot, i] a journey searched before: its routes in two words, and its last city + 1."""
    best: Number
    """The maximum points of the journeys found so far."""
    journeys: Number
    """The number of journeys searched."""
