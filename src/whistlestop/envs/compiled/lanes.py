"""Many games side by side, compiled: each in a lane of its own, with its own chance.

What happens in a lane depends on its seed and on the actions that are taken in it, and on nothing
else: not on the other lanes, nor on how many threads share them. Every function works on the lanes
from `first` to `end`, so that threads can have some each, with room of their own to work in.

The first game of a lane is that of `Game.new(edition, seats, seed=seed)`, decision by decision; the
games after it have seeds that follow from the lane's seed and the number of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.knowledge.compiling import compiled
from whistlestop.observations.compiled.memory import remember
from whistlestop.observations.compiled.memory import start as start_memory
from whistlestop.observations.compiled.writing import inform, observe
from whistlestop.policies.games import final_scores, start, take
from whistlestop.rules.actions import PASS
from whistlestop.rules.bits import NONE, bit, has, nth, size
from whistlestop.rules.luck import below, seed
from whistlestop.rules.records import record
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import BY_LOT, any_legal, legal

if TYPE_CHECKING:
    from whistlestop.envs.compiled.record_types import Lane
    from whistlestop.observations.compiled.record_types import LayoutRecord, Memory
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State

OVER = Phase.OVER

LANE = record(
    [
        ("seed", np.uint64),
        ("generator", np.uint64, (4,)),
        ("choices", np.uint64, (4,)),
        ("games", np.int64),
        ("decisions", np.int64),
        ("mover", np.int64),
        ("over", np.int64),
        ("fresh", np.int64),
        ("points", np.int64, (SEATS,)),
        ("total", np.int64, (SEATS,)),
        ("rank", np.int64, (SEATS,)),
    ]
)
"""What a lane holds besides its game's state.

| field | meaning |
| --- | --- |
| `seed` | the lane's seed |
| `generator` | [i] the generator for the game: cards, tickets, and who begins |
| `choices` | [i] the generator for actions that are chosen at random |
| `games` | the number of games dealt since the lane was seeded |
| `decisions` | the number of actions that the caller took in this game |
| `mover` | the seat that decided last |
| `over` | 1 = the game has ended or was given up; else 0 |
| `fresh` | 1 = a game was dealt after the opponents' minds were last used; else 0 |
| `points` | [seat] points that have been paid out as rewards |
| `total` | [seat] the final scores of the last game that ended |
| `rank` | [seat] the places in the last game that ended; 1 = winner |
"""

NEXT_STEP: Final = 0
SAME_STEP: Final = 1
DISABLED: Final = 2
"""When a lane whose game has ended begins the next one: see `gymnasium.vector.AutoresetMode`."""

WIN: Final = 0
MARGIN: Final = 1
SCORE: Final = 2
"""What is paid out as rewards: see `rewards.REWARDS`."""

SELF_PLAY: Final = -1
"""In the place of the learner's seat: every decision is asked for."""

AT_HAND: Final = 256
"""Lanes that are taken through a whole step together: as many as a processor keeps at hand."""

SECOND_STREAM = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mixed(number: Number, step: Number):
    """A seed that follows from another one (`splitmix64`, G. L. Steele and others, 2014)."""
    word = np.uint64(number) + np.uint64(step) * SECOND_STREAM
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def take_and_remember(
    books: Records[Book],
    state: State,
    action: Number,
    luck: Luck,
    memories: Records[Memory],
    lane: Number,
    before: Records[State],
):
    """Take a legal action, and keep what everybody saw of it, where memories are kept.

    Args:
        books: the edition, as an array of one.
        state: the position.
        action: its number in the rules.
        luck: chance.
        memories: `MEMORY[n]`, or none at all.
        lane: the lane.
        before: room for a state, as an array of one.
    """
    if memories.shape[0] == 0:
        take(books[0], state, action, luck)
        return
    before[0] = state
    take(books[0], state, action, luck)
    remember(books[0], before[0], action, state, memories[lane])


@compiled
def deal_lane(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    lane: Number,
    seats: Number,
    blank: Records[State],
    lucks: Records[Luck],
):
    """Deal the next game of a lane."""
    here, luck = lanes[lane], lucks[0]
    number = np.uint64(here.seed)
    if here.games > 0:
        number = mixed(number, here.games)
    here.games += 1
    here.decisions, here.over, here.mover, here.fresh = 0, 0, 0, 1
    for seat in range(SEATS):
        here.points[seat] = 0
    seed(luck, mixed(~number, 1))
    for i in range(4):
        here.choices[i] = luck.generator[i]
    states[lane] = blank[0]
    seed(luck, number)
    start(books[0], states[lane], seats, BY_LOT, luck)
    for i in range(4):
        here.generator[i] = luck.generator[i]
    if memories.shape[0] > 0:
        start_memory(books[0], states[lane], memories[lane])


@compiled
def deal_lanes(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    chosen: Numbers,
    seats: Number,
    blank: Records[State],
    lucks: Records[Luck],
    first: Number,
    end: Number,
):
    """Deal the next game of every chosen lane.

    Args:
        books: the edition, as an array of one.
        states: `STATE[n]`.
        lanes: `LANE[n]`.
        memories: `MEMORY[n]` if they are kept, or none.
        chosen: `bool[n]`.
        seats: players.
        blank: a state of zeros, as an array of one.
        lucks: a luck to work with, as an array of one.
        first: the first lane.
        end: the lane behind the last one.
    """
    for lane in range(first, end):
        if chosen[lane]:
            deal_lane(books, states, lanes, memories, lane, seats, blank, lucks)


@compiled
def begin_anew(lanes: Records[Lane], seeds: Numbers, chosen: Numbers, first: Number, end: Number):
    """Give every chosen lane a seed; the next game that is dealt there is its first.

    Args:
        lanes: as for `deal_lanes`, and so the rest.
        seeds: `uint64[n]`.
        chosen: as above.
        first: as above.
        end: as above.
    """
    for lane in range(first, end):
        if chosen[lane]:
            lanes[lane].seed = seeds[lane]
            lanes[lane].games = 0


@compiled
def forget_step(
    paid: Numbers,
    terminated: Numbers,
    truncated: Numbers,
    chosen: Numbers,
    first: Number,
    end: Number,
):
    """Leave nothing of the last step in the chosen lanes.

    Args:
        paid: `float32[n, seats]`, what it paid.
        terminated: `bool[n]`, whether the game ended with it.
        truncated: `bool[n]`, whether it was given up.
        chosen: as for `deal_lanes`, and so the rest.
        first: as above.
        end: as above.
    """
    for lane in range(first, end):
        if chosen[lane]:
            terminated[lane], truncated[lane] = False, False
            for seat in range(paid.shape[1]):
                paid[lane, seat] = 0.0


@compiled
def is_allowed(lanes: Records[Lane], allowed: Numbers, actions: Numbers, lane: Number):
    """Whether the action for a lane is legal; lanes that are over take any."""
    action = actions[lane]
    word = action >> 6
    if action >= 0 and word < allowed.shape[1] and has(allowed[lane, word], action & 63):
        return True
    return lanes[lane].over != 0


@compiled
def first_illegal(lanes: Records[Lane], allowed: Numbers, actions: Numbers):
    """The first lane whose action is not legal, or -1; lanes that are over take any.

    Args:
        lanes: `LANE[n]`.
        allowed: `uint64[n, words]` the legal actions of each lane, as sets.
        actions: `int64[n]`.
    """
    for lane in range(actions.shape[0]):
        if not is_allowed(lanes, allowed, actions, lane):
            return lane
    return -1


@compiled
def act(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    actions: Numbers,
    numbers: Numbers,
    again: Number,
    seats: Number,
    blank: Records[State],
    before: Records[State],
    lucks: Records[Luck],
    first: Number,
    end: Number,
):
    """Take an action in every lane whose game is not over, and deal anew in the others.

    Args:
        books: as for `deal_lanes`, and so the rest.
        states: as above.
        lanes: as above.
        memories: as above.
        actions: `int64[n]`, legal ones.
        numbers: [action] its number in the rules.
        again: whether to deal anew where a game is over; if not, nothing happens there.
        seats: as above.
        blank: as above.
        before: room for a state, as an array of one.
        lucks: as above.
        first: as above.
        end: as above.
    """
    luck = lucks[0]
    for lane in range(first, end):
        here = lanes[lane]
        if here.over != 0:
            if again:
                deal_lane(books, states, lanes, memories, lane, seats, blank, lucks)
            continue
        state = states[lane]
        here.mover = state.seat
        here.decisions += 1
        for i in range(4):
            luck.generator[i] = here.generator[i]
        take_and_remember(books, state, numbers[actions[lane]], luck, memories, lane, before)
        for i in range(4):
            here.generator[i] = luck.generator[i]


@compiled
def answer_at_random(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    learner: Number,
    before: Records[State],
    lucks: Records[Luck],
    choosing: Records[Luck],
    first: Number,
    end: Number,
):
    """Let everybody but the learner play at random, until the learner has to decide.

    Args:
        books: as for `deal_lanes`, and so the rest.
        states: as above.
        lanes: as above.
        memories: as above.
        learner: the learner's seat.
        before: room for a state, as an array of one.
        lucks: as above.
        choosing: a second luck, for what is chosen, as an array of one.
        first: as above.
        end: as above.
    """
    luck, choice = lucks[0], choosing[0]
    for lane in range(first, end):
        here, state = lanes[lane], states[lane]
        if here.over != 0 or state.phase == OVER or state.seat == learner:
            continue
        for i in range(4):
            luck.generator[i] = here.generator[i]
            choice.generator[i] = here.choices[i]
        while state.phase != OVER and state.seat != learner:
            action = any_legal(books[0], state, choice)
            take_and_remember(books, state, action, luck, memories, lane, before)
        for i in range(4):
            here.generator[i] = luck.generator[i]
            here.choices[i] = choice.generator[i]


@compiled
def settle(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    seats: Number,
    kind: Number,
    most: Number,
    sheets: Records[Sheet],
    paid: Numbers,
    terminated: Numbers,
    truncated: Numbers,
    first: Number,
    end: Number,
):
    """See which games have ended, and pay out.

    Args:
        books: as for `deal_lanes`, and so the rest.
        states: as above.
        lanes: as above.
        seats: as above.
        kind: `WIN`, `MARGIN` or `SCORE`.
        most: decisions after which a game is given up; 0 = never.
        sheets: a score sheet to work with, as an array of one.
        paid: `float32[n, seats]` the rewards of this step are written here.
        terminated: `bool[n]` whether the game ended with this step.
        truncated: `bool[n]` whether it was given up.
        first: as above.
        end: as above.
    """
    sheet = sheets[0]
    for lane in range(first, end):
        here, state = lanes[lane], states[lane]
        terminated[lane], truncated[lane] = False, False
        for seat in range(seats):
            paid[lane, seat] = 0.0
        if here.over != 0:
            continue
        ended = state.phase == OVER
        if ended:
            final_scores(books[0], state, sheet)
            here.over = 1
            terminated[lane] = True
            for seat in range(seats):
                here.total[seat] = sheet.total[seat]
                here.rank[seat] = sheet.rank[seat]
        elif most > 0 and here.decisions >= most:
            here.over = 1
            truncated[lane] = True
        if kind == SCORE:
            pay_points(here, state, seats, ended, paid[lane])
        elif ended:
            if kind == WIN:
                pay_winners(here, seats, paid[lane])
            else:
                pay_margins(here, seats, paid[lane])


@compiled
def note_rewards(
    lanes: Records[Lane],
    paid: Numbers,
    learner: Number,
    rewards: Numbers,
    first: Number,
    end: Number,
):
    """Write what the last step paid to the learner, or in self-play to the seat that acted.

    Args:
        lanes: as for `deal_lanes`, and so the rest.
        paid: `float32[n, seats]`, what it paid to every seat.
        learner: the learner's seat, or `SELF_PLAY`.
        rewards: `float32[n]`.
        first: as above.
        end: as above.
    """
    for lane in range(first, end):
        seat = lanes[lane].mover if learner == SELF_PLAY else learner
        rewards[lane] = paid[lane, seat]


@compiled
def note_ended(terminated: Numbers, truncated: Numbers, ended: Numbers, first: Number, end: Number):
    """Write whether the game of each lane ended with the last step, in whichever way.

    Args:
        terminated: `bool[n]`, whether it ended.
        truncated: `bool[n]`, whether it was given up.
        ended: `bool[n]`, either.
        first: as for `deal_lanes`.
        end: as above.
    """
    for lane in range(first, end):
        ended[lane] = terminated[lane] or truncated[lane]


@compiled
def pay_winners(here: Lane, seats: Number, paid: Numbers):
    """1 for the win, shared by those who share the first place, all else paid by the others."""
    winners = 0
    for seat in range(seats):
        winners += np.int64(here.rank[seat] == 1)
    for seat in range(seats):
        share = 1.0 / winners if here.rank[seat] == 1 else 0.0
        paid[seat] = (seats * share - 1.0) / (seats - 1.0)


@compiled
def pay_margins(here: Lane, seats: Number, paid: Numbers):
    """What each seat has more than the best of the others."""
    for seat in range(seats):
        best = np.int64(-1 << 30)
        for other in range(seats):
            if other != seat:
                best = max(best, here.total[other])
        paid[seat] = here.total[seat] - best


@compiled
def pay_points(here: Lane, state: State, seats: Number, ended: Numbers, paid: Numbers):
    """The points since they were last paid out, less what the others gained on average."""
    every = 0.0
    for seat in range(seats):
        now = here.total[seat] if ended else np.int64(state.score[seat])
        paid[seat] = now - here.points[seat]
        here.points[seat] = now
        every += paid[seat]
    for seat in range(seats):
        paid[seat] -= (every - paid[seat]) / (seats - 1.0)


@compiled
def mark_legal(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    places: Numbers,
    marks: Numbers,
    allowed: Numbers,
    rooms: Numbers,
    first: Number,
    end: Number,
):
    """Mark the legal actions of every lane; where a game is over, `PASS` alone.

    Args:
        books: as for `deal_lanes`, and so the rest.
        states: as above.
        lanes: as above.
        places: [number in the rules] the action's place in the mask.
        marks: `int8[n, actions]`.
        allowed: the same as sets, `uint64[n, words]`.
        rooms: room for `actions.MOST_LEGAL` numbers, as an array of one.
        first: as above.
        end: as above.
    """
    room = rooms[0]
    for lane in range(first, end):
        for place in range(marks.shape[1]):
            marks[lane, place] = 0
        for word in range(allowed.shape[1]):
            allowed[lane, word] = NONE
        number = 0
        if lanes[lane].over == 0:
            number = legal(books[0], states[lane], room)
        if number == 0:
            room[0] = PASS
            number = 1
        word, members = np.int64(0), NONE
        for i in range(number):
            place = np.int64(places[room[i]])
            marks[lane, place] = 1
            if place >> 6 != word:  # rarely: they come in order
                allowed[lane, word] |= members
                word, members = place >> 6, NONE
            members |= bit(place & 63)
        allowed[lane, word] |= members


@compiled
def show(
    books: Records[Book],
    layouts: Records[LayoutRecord],
    states: Records[State],
    memories: Records[Memory],
    learner: Number,
    observations: Numbers,
    seats: Numbers,
    chosen: Numbers,
    every: Number,
    first: Number,
    end: Number,
):
    """Write what the deciding seat sees, or the learner; with memories, what it has seen.

    Args:
        books: as for `deal_lanes`, and so the rest.
        layouts: the layout of observations, as an array of one.
        states: as above.
        memories: as above.
        learner: the learner's seat, or `SELF_PLAY`.
        observations: `float32[n, features]`; without any rows nothing is written.
        seats: `int64[n]` whose observation it is.
        chosen: `bool[n]`, which lanes.
        every: all lanes, whatever is chosen.
        first: as above.
        end: as above.
    """
    for lane in range(first, end):
        if not every and not chosen[lane]:
            continue
        seat = np.int64(states[lane].seat) if learner == SELF_PLAY else learner
        seats[lane] = seat
        if observations.shape[0] == 0:
            continue
        if memories.shape[0] > 0:
            inform(books[0], layouts[0], states[lane], memories[lane], seat, observations[lane])
        else:
            observe(books[0], layouts[0], states[lane], seat, observations[lane])


@compiled
def sample(
    lanes: Records[Lane],
    allowed: Numbers,
    choosing: Records[Luck],
    actions: Numbers,
    first: Number,
    end: Number,
):
    """Choose one of the legal actions of every lane at random, with the lane's own chance.

    Args:
        lanes: as for `deal_lanes`, and so the rest.
        allowed: `uint64[n, words]` the legal actions of each lane, as sets.
        choosing: a luck to work with, as an array of one.
        actions: `int64[n]` the actions are written here.
        first: as above.
        end: as above.
    """
    choice = choosing[0]
    for lane in range(first, end):
        here = lanes[lane]
        number = np.int64(0)
        for word in range(allowed.shape[1]):
            number += size(allowed[lane, word])
        for i in range(4):
            choice.generator[i] = here.choices[i]
        index = below(choice, number)
        for i in range(4):
            here.choices[i] = choice.generator[i]
        word = 0
        while index >= size(allowed[lane, word]):
            index -= size(allowed[lane, word])
            word += 1
        actions[lane] = 64 * word + nth(allowed[lane, word], index)


@compiled
def step(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    actions: Numbers,
    numbers: Numbers,
    again: Number,
    seats: Number,
    blank: Records[State],
    before: Records[State],
    lucks: Records[Luck],
    learner: Number,
    choosing: Records[Luck],
    kind: Number,
    most: Number,
    sheets: Records[Sheet],
    paid: Numbers,
    terminated: Numbers,
    truncated: Numbers,
    rewards: Numbers,
    places: Numbers,
    marks: Numbers,
    allowed: Numbers,
    rooms: Numbers,
    layouts: Records[LayoutRecord],
    observations: Numbers,
    seen: Numbers,
    first: Number,
    end: Number,
):
    """Take an action in every lane, let opponents answer at random, pay, and show what comes.

    The same as `act`, `answer_at_random`, `settle`, `note_rewards`, `mark_legal` and `show` in
    turn, for a few lanes after the other: what one has read the next one finds at hand.

    Args:
        books: as for `act`, `answer_at_random`, `settle`, `mark_legal` and `show`, and so the rest.
        states: as above.
        lanes: as above.
        memories: as above.
        actions: as above.
        numbers: as above.
        again: as above.
        seats: as above.
        blank: as above.
        before: as above.
        lucks: as above.
        learner: the learner's seat, or `SELF_PLAY`: then nobody answers.
        choosing: as above.
        kind: as above.
        most: as above.
        sheets: as above.
        paid: as above.
        terminated: as above.
        truncated: as above.
        rewards: `float32[n]`, as for `note_rewards`.
        places: as above.
        marks: as above.
        allowed: as above.
        rooms: as above.
        layouts: as above.
        observations: as above.
        seen: `int64[n]` whose observation it is.
        first: as above.
        end: as above.
    """
    for start_at in range(first, end, AT_HAND):
        stop = min(start_at + AT_HAND, end)
        act(
            books,
            states,
            lanes,
            memories,
            actions,
            numbers,
            again,
            seats,
            blank,
            before,
            lucks,
            start_at,
            stop,
        )
        if learner != SELF_PLAY:
            answer_at_random(
                books, states, lanes, memories, learner, before, lucks, choosing, start_at, stop
            )
        settle(
            books,
            states,
            lanes,
            seats,
            kind,
            most,
            sheets,
            paid,
            terminated,
            truncated,
            start_at,
            stop,
        )
        note_rewards(lanes, paid, learner, rewards, start_at, stop)
        mark_legal(books, states, lanes, places, marks, allowed, rooms, start_at, stop)
        show(
            books,
            layouts,
            states,
            memories,
            learner,
            observations,
            seen,
            terminated,
            True,
            start_at,
            stop,
        )
