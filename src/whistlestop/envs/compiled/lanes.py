"""Many games side by side, compiled. Each lane holds one game at a time.

What happens in a lane depends only on its seed and on the actions that are taken in it. It does not
depend on the other lanes or on the number of threads. Most functions work on the lanes from `first`
to before `end`, so that each thread can work on a range of lanes with its own workspace.

The first game of a lane equals `Game.new(edition, seats, seed=seed)`, decision by decision. The
seeds of the later games follow from the lane's seed and the number of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.envs.compiled.arguments import (
    ActionTables,
    LaneGames,
    Observations,
    StepResults,
    Terms,
    Workspace,
)
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
    from whistlestop.observations.compiled.record_types import Memory
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State

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
| `generator` | [i] the state of the random number generator for cards, tickets, and who begins |
| `choices` | [i] the state of the random number generator for actions that are chosen at random |
| `games` | the number of games dealt since the lane was seeded |
| `decisions` | the number of actions that the caller took in this game |
| `mover` | the seat for which the caller took the last action |
| `over` | 1 = the game has ended or was given up; else 0 |
| `fresh` | 1 = a game was dealt, and the opponents have no new minds for it yet; else 0 |
| `points` | [seat] the points of this game that have been paid out as rewards of the kind `SCORE` |
| `total` | [seat] the final score in the last game that ended |
| `rank` | [seat] the rank in the last game that ended; 1 = winner |
"""

NEXT_STEP: Final = 0
SAME_STEP: Final = 1
DISABLED: Final = 2
"""`NEXT_STEP`, `SAME_STEP` and `DISABLED` say when the next game of a lane begins.

They are the modes of `gymnasium.vector.AutoresetMode`.
"""

WIN: Final = 0
MARGIN: Final = 1
SCORE: Final = 2
"""The numbers of the kinds of rewards: `WIN`, `MARGIN` and `SCORE` (see `envs.rewards`)."""

SELF_PLAY: Final = -1
"""The value for the learner's seat if the caller decides for every seat."""

BATCH: Final = 256
"""The number of lanes that go through a whole step together, so that their data stays in the
processor's cache."""

SECOND_STREAM = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mixed(number: Number, step: Number):
    """Return a new seed that is computed from a seed and a step.

    The method is `splitmix64` (G. L. Steele and others, 2014).

    Args:
        number: the seed to start from.
        step: a number. Different steps give different new seeds.
    """
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
    """Take a legal action, and record it in the lane's memory if memories are kept.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        state: the position.
        action: the number of the action in the rules.
        luck: the luck of the game.
        memories: `MEMORY[lanes]`, or an empty array if memories are not kept.
        lane: the lane.
        before: an array of one `STATE`, which receives the position before the action if memories
            are kept.
    """
    if memories.shape[0] == 0:
        take(books[0], state, action, luck)
        return
    before[0] = state
    take(books[0], state, action, luck)
    remember(books[0], before[0], action, state, memories[lane])


@compiled
def deal_lane(games: LaneGames, lane: Number, luck: Luck):
    """Deal the next game of a lane.

    Args:
        games: the games of the lanes.
        lane: the lane.
        luck: a workspace.
    """
    here, state = games.lanes[lane], games.states[lane]
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
    games.states[lane] = games.blank[0]
    seed(luck, number)
    start(games.books[0], state, games.seats, BY_LOT, luck)
    for i in range(4):
        here.generator[i] = luck.generator[i]
    if games.memories.shape[0] > 0:
        start_memory(games.books[0], state, games.memories[lane])


@compiled
def deal_lanes(games: LaneGames, chosen: Numbers, work: Workspace, first: Number, end: Number):
    """Deal the next game of every chosen lane.

    Args:
        games: the games of the lanes.
        chosen: `bool[lanes]`, whether to deal in the lane.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    work = Workspace(*work)
    luck = work.lucks[0]
    for lane in range(first, end):
        if chosen[lane]:
            deal_lane(games, lane, luck)


@compiled
def begin_anew(lanes: Records[Lane], seeds: Numbers, chosen: Numbers, first: Number, end: Number):
    """Give every chosen lane a new seed, and set its number of games to 0.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        seeds: `uint64[lanes]`, the new seeds.
        chosen: `bool[lanes]`, whether the lane gets its new seed.
        first: the first lane.
        end: the lane after the last one.
    """
    for lane in range(first, end):
        if chosen[lane]:
            lanes[lane].seed = seeds[lane]
            lanes[lane].games = 0


@compiled
def forget_step(results: StepResults, chosen: Numbers, first: Number, end: Number):
    """Clear the rewards of the seats, and whether the game ended, in the chosen lanes.

    Args:
        results: the results of the last step. `paid` becomes 0.0, and `terminated` and `truncated`
            become False. The arrays `rewards` and `ended` stay unchanged.
        chosen: `bool[lanes]`, whether to clear the results of the lane.
        first: the first lane.
        end: the lane after the last one.
    """
    results = StepResults(*results)
    paid, terminated, truncated = results.paid, results.terminated, results.truncated
    for lane in range(first, end):
        if chosen[lane]:
            terminated[lane], truncated[lane] = False, False
            for seat in range(paid.shape[1]):
                paid[lane, seat] = 0.0


@compiled
def is_allowed(lanes: Records[Lane], allowed: Numbers, actions: Numbers, lane: Number):
    """Return whether the action for a lane is legal. If the game is over, every action is legal.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        allowed: `uint64[lanes, words]`, the legal actions of each lane, as sets.
        actions: `int64[lanes]`, the action for each lane, as its index in the mask.
        lane: the lane.
    """
    action = actions[lane]
    word = action >> 6
    if action >= 0 and word < allowed.shape[1] and has(allowed[lane, word], action & 63):
        return True
    return lanes[lane].over != 0


@compiled
def first_illegal(lanes: Records[Lane], allowed: Numbers, actions: Numbers):
    """Return the first lane whose action is not legal, or -1. Skip lanes in which the game is over.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        allowed: `uint64[lanes, words]`, the legal actions of each lane, as sets.
        actions: `int64[lanes]`, the action for each lane, as its index in the mask.
    """
    for lane in range(actions.shape[0]):
        if not is_allowed(lanes, allowed, actions, lane):
            return lane
    return -1


@compiled
def act(
    games: LaneGames,
    numbers: Numbers,
    actions: Numbers,
    deal_next: Number,
    work: Workspace,
    first: Number,
    end: Number,
):
    """Take an action in every lane whose game is not over.

    Args:
        games: the games of the lanes.
        numbers: [index in the mask] the number of the action in the rules.
        actions: `int64[lanes]`, a legal action for each lane, as its index in the mask.
        deal_next: whether to deal the next game in lanes whose game is over. If not, nothing
            happens in these lanes.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    work = Workspace(*work)
    books, states, lanes, memories = games.books, games.states, games.lanes, games.memories
    luck, before = work.lucks[0], work.before
    for lane in range(first, end):
        here = lanes[lane]
        if here.over != 0:
            if deal_next:
                deal_lane(games, lane, luck)
            continue
        state = states[lane]
        here.mover = state.seat
        here.decisions += 1
        for i in range(4):
            luck.generator[i] = here.generator[i]
        action = np.int64(numbers[np.int64(actions[lane])])
        take_and_remember(books, state, action, luck, memories, lane, before)
        for i in range(4):
            here.generator[i] = luck.generator[i]


@compiled
def answer_at_random(
    games: LaneGames, learner: Number, work: Workspace, first: Number, end: Number
):
    """Play each game on at random until the learner has to decide or the game is over.

    Random actions are taken for all seats but the learner's.

    Args:
        games: the games of the lanes.
        learner: the learner's seat.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    work = Workspace(*work)
    books, states, lanes, memories = games.books, games.states, games.lanes, games.memories
    luck, choice, before = work.lucks[0], work.choosing[0], work.before
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
    games: LaneGames,
    terms: Terms,
    results: StepResults,
    work: Workspace,
    first: Number,
    end: Number,
):
    """Find out which games have ended, and pay the rewards of the step to every seat.

    Args:
        games: the games of the lanes.
        terms: the kind of reward, and the number of decisions after which a game is given up.
        results: receives what is paid, and which games ended or were given up.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    terms = Terms(*terms)
    results = StepResults(*results)
    work = Workspace(*work)
    books, states, lanes, seats = games.books, games.states, games.lanes, games.seats
    paid, terminated, truncated = results.paid, results.terminated, results.truncated
    kind, most, sheet = terms.reward, terms.most_decisions, work.sheets[0]
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
    lanes: Records[Lane], learner: Number, results: StepResults, first: Number, end: Number
):
    """Write the learner's reward of the last step, or in self-play that of the seat that acted.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        learner: the learner's seat, or `SELF_PLAY`.
        results: has what the last step paid to every seat, and receives the reward.
        first: the first lane.
        end: the lane after the last one.
    """
    results = StepResults(*results)
    paid, rewards = results.paid, results.rewards
    for lane in range(first, end):
        seat = lanes[lane].mover if learner == SELF_PLAY else learner
        rewards[lane] = paid[lane, seat]


@compiled
def note_ended(results: StepResults, first: Number, end: Number):
    """Write 1 into `results.ended` for each lane whose game was finished or given up, else 0.

    Args:
        results: the results of the last step.
        first: the first lane.
        end: the lane after the last one.
    """
    results = StepResults(*results)
    terminated, truncated, ended = results.terminated, results.truncated, results.ended
    for lane in range(first, end):
        ended[lane] = terminated[lane] or truncated[lane]


@compiled
def pay_winners(here: Lane, seats: Number, paid: Numbers):
    """Pay for the win of a game that has ended.

    The winners share 1 point equally. A seat's reward is its share minus the mean share of the
    other seats, so that all rewards add up to 0.

    Args:
        here: the record of the lane.
        seats: the number of players.
        paid: [seat] receives the rewards.
    """
    winners = 0
    for seat in range(seats):
        winners += np.int64(here.rank[seat] == 1)
    for seat in range(seats):
        share = 1.0 / winners if here.rank[seat] == 1 else 0.0
        paid[seat] = (seats * share - 1.0) / (seats - 1.0)


@compiled
def pay_margins(here: Lane, seats: Number, paid: Numbers):
    """Pay each seat its lead over the best other seat, in points. The lead may be negative.

    Args:
        here: the record of the lane.
        seats: the number of players.
        paid: [seat] receives the rewards.
    """
    for seat in range(seats):
        best = np.int64(-1 << 30)
        for other in range(seats):
            if other != seat:
                best = max(best, here.total[other])
        paid[seat] = here.total[seat] - best


@compiled
def pay_points(here: Lane, state: State, seats: Number, ended: Number, paid: Numbers):
    """Pay each seat its gain in points since the last payment, less the mean gain of the others.

    If the game has ended, the points are the final scores. Otherwise they are the score track's.

    Args:
        here: the record of the lane.
        state: the position.
        seats: the number of players.
        ended: whether the game has ended.
        paid: [seat] receives the rewards.
    """
    every = 0.0
    for seat in range(seats):
        now = here.total[seat] if ended else np.int64(state.score[seat])
        paid[seat] = now - here.points[seat]
        here.points[seat] = now
        every += paid[seat]
    for seat in range(seats):
        paid[seat] -= (every - paid[seat]) / (seats - 1.0)


@compiled
def mark_legal(games: LaneGames, tables: ActionTables, work: Workspace, first: Number, end: Number):
    """Mark the legal actions of every lane. If a lane's game is over, only `PASS` is marked.

    Args:
        games: the games of the lanes.
        tables: receives the masks and the sets of legal actions.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    tables = ActionTables(*tables)
    work = Workspace(*work)
    books, states, lanes = games.books, games.states, games.lanes
    indices, marks, allowed = tables.indices, tables.marks, tables.allowed
    found = work.legal[0]
    for lane in range(first, end):
        for index in range(marks.shape[1]):
            marks[lane, index] = 0
        for word in range(allowed.shape[1]):
            allowed[lane, word] = NONE
        number = 0
        if lanes[lane].over == 0:
            number = legal(books[0], states[lane], found)
        if number == 0:
            found[0] = PASS
            number = 1
        word, members = np.int64(0), NONE
        for i in range(number):
            index = np.int64(indices[found[i]])
            marks[lane, index] = 1
            if index >> 6 != word:  # This happens rarely, because the numbers come in order.
                allowed[lane, word] |= members
                word, members = index >> 6, NONE
            members |= bit(index & 63)
        allowed[lane, word] |= members


@compiled
def show(
    games: LaneGames,
    learner: Number,
    shown: Observations,
    every: Number,
    chosen: Numbers,
    first: Number,
    end: Number,
):
    """Write each lane's observation: that of the learner, or in self-play of the seat that decides.

    If memories are kept, the observation also contains the past.

    Args:
        games: the games of the lanes.
        learner: the learner's seat, or `SELF_PLAY`.
        shown: receives the observations, and the seats whose observations they are.
        every: whether to write the observation of every lane.
        chosen: `bool[lanes]`, whether to write the observation of the lane if not every lane is
            written.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    shown = Observations(*shown)
    books, states, memories = games.books, games.states, games.memories
    layouts, observations, seats = shown.layouts, shown.observations, shown.seats
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
    actions: Numbers,
    work: Workspace,
    first: Number,
    end: Number,
):
    """Choose one of the legal actions of every lane at random, with the lane's own generator.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        allowed: `uint64[lanes, words]`, the legal actions of each lane, as sets.
        actions: `int64[lanes]`, receives the action for each lane, as its index in the mask.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    work = Workspace(*work)
    choice = work.choosing[0]
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
    games: LaneGames,
    terms: Terms,
    tables: ActionTables,
    results: StepResults,
    shown: Observations,
    actions: Numbers,
    deal_next: Number,
    work: Workspace,
    first: Number,
    end: Number,
):
    """Take an action in every lane, let random opponents answer, pay, and write what comes next.

    The result equals calls of `act`, `answer_at_random`, `settle`, `note_rewards`, `mark_legal` and
    `show` for all lanes. This function calls them for `BATCH` lanes at a time, so that each
    function finds the data of the lanes in the processor's cache.

    Args:
        games: the games of the lanes.
        terms: the learner, the kind of reward and the limit of decisions. In self-play there are no
            opponents.
        tables: the numbering of actions. Receives the masks and the sets of legal actions.
        results: receives what is paid, and which games ended or were given up.
        shown: receives the observations.
        actions: `int64[lanes]`, a legal action for each lane, as its index in the mask.
        deal_next: whether to deal the next game in lanes whose game is over. If not, nothing
            happens in these lanes.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    lanes, learner = LaneGames(*games).lanes, Terms(*terms).learner
    numbers, ended = ActionTables(*tables).numbers, StepResults(*results).ended
    for start_at in range(first, end, BATCH):
        stop = min(start_at + BATCH, end)
        act(games, numbers, actions, deal_next, work, start_at, stop)
        if learner != SELF_PLAY:
            answer_at_random(games, learner, work, start_at, stop)
        settle(games, terms, results, work, start_at, stop)
        note_rewards(lanes, learner, results, start_at, stop)
        mark_legal(games, tables, work, start_at, stop)
        show(games, learner, shown, True, ended, start_at, stop)
