"""Train a racer by reinforcement, and play the planner against it (gate G4 of `docs/strength.md`).

    pip install -e '.[learn]'
    python tools/train_racer.py --games 100000 --keep racer.pt
    python tools/train_racer.py --games 0 --begin racer.pt

The method is that of the best learned agents known for two players of the USA: proximal policy
optimisation with illegal actions masked (J. Schulman and others, 2017, arXiv 1707.06347), a reward
only at the end of the game, and a pool of opponents. The pool consists of the network itself, both
racers, the planner without tuning, and the Destination Hungry agent. The tuned planner, which the
network is measured against, is not in the pool.

The network chooses cards, routes and tickets. A route is paid for with as few locomotives as
possible.

From time to time and at the end, the program prints how the network does against its pool, and at
the end also against the planner. These deals are not used for training.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt
import torch
from gates import FIRST_SEED
from torch import nn

from whistlestop.arena.tournament.intervals import mean_with_interval
from whistlestop.editions.limits import KINDS, OFFER
from whistlestop.editions.load import load
from whistlestop.knowledge.observations import hand_size, ticket_number
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import final_scores, start, take
from whistlestop.policies.mind import (
    CONNECTED_RACER,
    DESTINATION_HUNGRY,
    MIND,
    PLANNING,
    RACER,
    mind_of,
)
from whistlestop.policies.series import win_shares
from whistlestop.rules.actions import CLAIM, MOST_LEGAL, PAY, payment_colour, payment_locomotives
from whistlestop.rules.bits import has
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.networks import PARTS, components
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.tickets import value
from whistlestop.rules.turns import legal
from whistlestop.rules.wide_sets import holds, read_words

SEATS: Final = 2

ACTIONS: Final = PAY
"""The number of actions that the network chooses from: all with lower numbers than payments."""

ITSELF: Final = -1
"""The opponent number that stands for the network."""

OVER = Phase.OVER
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP = Phase.KEEP
PAYMENT = Phase.PAYMENT

Array = npt.NDArray[Any]

EDITION: Final = "usa"
WIDTH: Final = 256
"""The number of units in each of the network's two layers."""

MARGIN_UNIT: Final = 60.0
"""The lead in points that is worth as much as winning itself."""

POOL: Final = {
    "itself": (ITSELF, 0.5),
    "racer": (RACER, 0.15),
    "connected racer": (CONNECTED_RACER, 0.1),
    "planner, untuned": (PLANNING, 0.15),
    "Destination Hungry": (DESTINATION_HUNGRY, 0.1),
}
"""The opponents, and the share of the tables at which each of them plays."""

_COMPILED: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "boundscheck": False}


def features_of(book: Any) -> int:
    """Return the length of the network's input, which `look` writes."""
    return 3 * KINDS + 14 + 3 * int(book.routes) + (2 + OFFER) * int(book.ticket_count)


@numba.njit(**_COMPILED)
def look(book, state, row, mask, out, parts):
    """Write what the deciding seat sees, and which actions are legal.

    Args:
        book: the edition.
        state: a position in which the network decides.
        row: `float32[features]`, where the input is written: cards (own, face-up, those that the
            other seat was seen taking), numbers, the phase, routes (own, the other's, claimable),
            tickets (open, completed, and which ticket is at which place of the offer).
        mask: `bool[ACTIONS]`, where the legal actions are marked.
        out: a buffer for legal actions.
        parts: a buffer for the parts of a network of routes.
    """
    seat = np.int64(state.seat)
    other = 1 - seat
    row[:] = 0.0
    for kind in range(KINDS):
        row[kind] = state.hand[seat, kind] / 6.0
        row[2 * KINDS + kind] = state.shown[other, kind] / 6.0
    for slot in range(state.display.shape[0]):
        if state.display[slot] > 0:
            row[KINDS + state.display[slot] - 1] += 0.4
    at = 3 * KINDS
    row[at] = state.deck_size / 100.0
    row[at + 1] = state.pieces[seat] / 45.0
    row[at + 2] = state.pieces[other] / 45.0
    row[at + 3] = hand_size(state, seat) / 20.0
    row[at + 4] = hand_size(state, other) / 20.0
    row[at + 5] = state.score[seat] / 60.0
    row[at + 6] = state.score[other] / 60.0
    row[at + 7] = state.last_turns
    row[at + 8] = ticket_number(state, other) / 4.0
    row[at + 9] = state.turns / 80.0
    row[at + 10] = state.phase == OPENING_KEEP
    row[at + 11] = state.phase == KEEP
    row[at + 12] = state.phase == TURN
    row[at + 13] = state.phase == SECOND_CARD
    at += 14
    routes, tickets = np.int64(book.routes), np.int64(book.ticket_count)
    mask[:] = False
    for i in range(legal(book, state, out)):
        mask[out[i]] = True
    for route in range(routes):
        word, place = route >> 6, route & 63
        row[at + route] = has(state.owned[seat, word], place)
        row[at + routes + route] = has(state.owned[other, word], place)
        row[at + 2 * routes + route] = mask[CLAIM + route]
    at += 3 * routes
    number = components(book, state.owned[seat, 0], state.owned[seat, 1], parts)
    for ticket in range(tickets):
        if holds(read_words(state.tickets[seat]), ticket):
            done = value(book, ticket, parts, number) > 0
            row[at + ticket + (tickets if done else 0)] = 1.0
    for i in range(state.offer.shape[1]):
        if state.offer[seat, i] > 0:
            row[at + (2 + i) * tickets + state.offer[seat, i] - 1] = 1.0


@numba.njit(**_COMPILED)
def cheapest(book, state, out):
    """Return the payment with the fewest locomotives, in the colour that the hand has most of."""
    seat = np.int64(state.seat)
    best, found = 1 << 30, np.int64(0)
    for i in range(legal(book, state, out)):
        payment = np.int64(out[i]) - PAY
        colour = payment_colour(payment)
        have = np.int64(state.hand[seat, colour]) if colour < KINDS else 0
        cost = 100 * payment_locomotives(payment) - have
        if cost < best:
            best, found = cost, np.int64(out[i])
    return found


@numba.njit(**_COMPILED)
def advance(book, states, minds, tables, luck, sheet, pool, actions, again, seen, work):
    """Take the network's actions at every table, and play on until the network must decide again.

    Args:
        book: the edition.
        states: `STATE[tables + 1]`, the position of each table; the last element is all zeros.
        minds: `MIND[tables, seat]`, the opponents' minds during the present games.
        tables: `TABLE[tables]`.
        luck: a luck to work with.
        sheet: a score sheet to work with.
        pool: `MIND[opponents]`, the opponents' minds as at the beginning of a game.
        actions: `int64[tables]`, the network's actions; below 0 = no action yet.
        again: whether a table starts another game after each one.
        seen: what the network sees: `float32[tables, features]`, and `bool[tables, ACTIONS]` of the
            legal actions.
        work: a buffer for legal actions, and one for the parts of a network of routes.
    """
    rows, masks = seen
    out, parts = work
    blank = states.shape[0] - 1
    for n in range(blank):
        table, state = tables[n], states[n]
        table.ended = 0
        if table.seat < 0:
            continue
        for word in range(4):
            luck.generator[word] = table.generator[word]
        if actions[n] >= 0:
            take(book, state, actions[n], luck)
        while True:
            if state.seats == 0 or state.phase == OVER:
                if state.seats > 0:
                    final_scores(book, state, sheet)
                    for seat in range(SEATS):
                        table.total[seat] = sheet.total[seat]
                    table.ended = 1
                    if not again:
                        table.seat = -1
                        break
                # Two games have an equal deal. The network plays the first seat in one and the
                # second in the other.
                seed(luck, np.uint64(table.first + (table.games >> 1)))
                own = table.games & 1
                states[n] = states[blank]
                start(book, state, SEATS, (table.games >> 1) & 1, luck)
                for seat in range(SEATS):
                    table.itself[seat] = table.opponent == ITSELF or seat == own
                    if table.opponent != ITSELF:
                        minds[n, seat] = pool[table.opponent]
                table.games += 1
            if table.itself[state.seat] == 0:
                action = choose(book, state, minds[n, state.seat], luck)
            elif state.phase == PAYMENT:
                action = cheapest(book, state, out)
            else:
                table.seat = state.seat
                look(book, state, rows[n], masks[n], out, parts)
                break
            take(book, state, action, luck)
        for word in range(4):
            table.generator[word] = luck.generator[word]


TABLE = np.dtype(
    (
        np.record,
        [
            ("generator", np.uint64, (4,)),
            ("first", np.int64),
            ("games", np.int64),
            ("opponent", np.int64),
            ("seat", np.int64),
            ("ended", np.int64),
            ("total", np.int64, (SEATS,)),
            ("itself", np.uint8, (SEATS,)),
        ],
    )
)
"""The record of a table.

| field | meaning |
| --- | --- |
| `generator` | the random generator of the table's present game |
| `first` | the seed of the table's first deal; the seed of each later deal is 1 higher |
| `games` | the number of games begun at the table, two with each deal |
| `opponent` | the number of the opponent's mind in the pool, or `ITSELF` |
| `seat` | the seat for which the network must decide; -1 = none, all games are over |
| `ended` | 1 if a game ended with the last step, else 0 |
| `total` | [seat] the final scores of the last game that ended |
| `itself` | [seat] whether the network decides for the seat |
"""


class Tables:
    """Many games at once between the network and an opponent of the pool or itself."""

    def __init__(self, pool: list[Array], opponents: Array, first: int, again: bool) -> None:
        """Create the tables. Call `begin` to start the games.

        Args:
            pool: the opponents' minds as at the beginning of a game, each an array of one.
            opponents: [table] the number of a mind, or `ITSELF`.
            first: the seed of the first deal.
            again: whether a table starts another game after each one.
        """
        number = len(opponents)
        self.book: Any = books_of(load(EDITION))[0]
        self.known: Array = np.zeros(number, dtype=TABLE)
        self.known["opponent"] = opponents
        self.known["first"] = first + 10**6 * np.arange(number)
        self.rows: Array = np.zeros((number, features_of(self.book)), np.float32)
        self.masks: Array = np.zeros((number, ACTIONS), np.bool_)
        self._states = np.zeros(number + 1, dtype=STATE)
        self._minds = np.zeros((number, SEATS), dtype=MIND)
        self._pool = np.concatenate(pool)
        self._again = again
        self._luck: Any = np.zeros(1, dtype=LUCK)[0]
        self._sheet: Any = np.zeros(1, dtype=SHEET)[0]
        self._work = (np.zeros(MOST_LEGAL, np.int64), np.zeros(PARTS, np.uint64))

    def begin(self) -> None:
        """Start the games, and play until the network must decide."""
        self.take(np.full(len(self.known), -1))

    def take(self, actions: Array) -> None:
        """Take the network's actions [table], and play on until the network must decide again."""
        advance(
            self.book,
            self._states,
            self._minds,
            self.known,
            self._luck,
            self._sheet,
            self._pool,
            actions,
            self._again,
            (self.rows, self.masks),
            self._work,
        )


class Racer(nn.Module):
    """A network with two layers. It gives the logits of the actions and the value of a position."""

    def __init__(self, features: int) -> None:
        """Start with small random weights.

        Args:
            features: the size of the input.
        """
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.policy = nn.Linear(WIDTH, ACTIONS)
        self.value = nn.Linear(WIDTH, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """Return the distribution over the legal actions, and the value of the position."""
        inner = self.body(rows)
        logits = self.policy(inner).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(inner)[:, 0]


@dataclass
class Experience:
    """The decisions and results of some steps at every table: arrays that begin [step, table]."""

    rows: Array
    masks: Array
    actions: Array
    chances: Array
    """The logarithm of each action's probability when it was taken."""
    values: Array
    seats: Array
    ended: Array
    rewards: Array
    """[step, table, seat] the rewards of games that ended with the step."""


def rewards(totals: Array) -> Array:
    """Return the rewards [table, seat] for final scores.

    A win counts 0.5 and a loss −0.5. The lead adds 0.5 for each `MARGIN_UNIT` points, from −0.75 to
    0.75.
    """
    lead = (totals - totals[:, ::-1]).astype(np.float32)
    return 0.5 * np.sign(lead) + 0.5 * np.clip(lead / MARGIN_UNIT, -1.5, 1.5)


def gathered(racer: Racer, tables: Tables, steps: int) -> Experience:
    """Play a number of steps at every table, and return the experience."""
    kept: list[tuple[Array, ...]] = []
    for _ in range(steps):
        rows, masks = tables.rows.copy(), tables.masks.copy()
        seats = tables.known["seat"].copy()
        with torch.no_grad():
            chosen, values = racer(torch.from_numpy(rows), torch.from_numpy(masks))
            actions = chosen.sample()
            chances = chosen.log_prob(actions).numpy()
        tables.take(actions.numpy())
        ended = tables.known["ended"] > 0
        got = rewards(tables.known["total"])
        kept.append((rows, masks, actions.numpy(), chances, values.numpy(), seats, ended, got))
    return Experience(*(np.stack(part) for part in zip(*kept, strict=True)))


def advantages(found: Experience, share: float) -> Array:
    """Return the generalised advantage of each decision, as [step, table].

    The decisions of each seat follow each other separately. If the next decision or the result of a
    seat is not in the experience, the advantage is 0.

    Args:
        found: the experience.
        share: the share of an error that is passed on to the decision before (lambda).
    """
    steps, number = found.values.shape
    every = np.arange(number)
    value = np.zeros((number, SEATS), np.float32)
    ahead = np.zeros((number, SEATS), np.float32)
    known = np.zeros((number, SEATS), np.bool_)
    made = np.zeros((steps, number), np.float32)
    for step in reversed(range(steps)):
        over = found.ended[step]
        value[over] = found.rewards[step][over]
        ahead[over] = 0.0
        known[over] = True
        seats = found.seats[step]
        error = value[every, seats] - found.values[step]
        advantage = np.where(known[every, seats], error + share * ahead[every, seats], 0.0)
        made[step] = advantage
        ahead[every, seats] = advantage
        value[every, seats] = found.values[step]
        known[every, seats] = True
    return made


def improve(racer: Racer, optimiser: Any, found: Experience, given: argparse.Namespace) -> None:
    """Train the network on experience, several times in batches."""
    gains = advantages(found, 0.95)
    flat = [
        torch.from_numpy(part.reshape(-1, *part.shape[2:]))
        for part in (found.rows, found.masks, found.actions, found.chances, gains, found.values)
    ]
    rows, masks, actions, chances, gain, values = flat
    goal = gain + values
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(given.epochs):
        for part in torch.randperm(len(rows)).split(given.batch):
            chosen, value = racer(rows[part], masks[part])
            ratio = (chosen.log_prob(actions[part]) - chances[part]).exp()
            clipped = ratio.clamp(1 - given.clip, 1 + given.clip)
            better = torch.minimum(ratio * gain[part], clipped * gain[part]).mean()
            off = ((value - goal[part]) ** 2).mean()
            loss = -better + 0.5 * off - given.entropy * chosen.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(racer.parameters(), 0.5)
            optimiser.step()


def played(racer: Racer, mind: Array, deals: int, first: int) -> tuple[Array, Array]:
    """Play the racer's most likely actions against a mind.

    Returns:
        The final scores [deal, seating, player], the racer first, and the shares of victories.
    """
    tables = Tables([mind], np.zeros(2 * deals, np.int64), first, again=False)
    tables.known["first"] = first + np.arange(2 * deals) // 2
    tables.known["games"] = np.arange(2 * deals) % 2
    tables.begin()
    while (tables.known["seat"] >= 0).any():
        with torch.no_grad():
            chosen, _ = racer(torch.from_numpy(tables.rows), torch.from_numpy(tables.masks))
        tables.take(chosen.logits.argmax(1).numpy())
    totals = tables.known["total"].reshape(deals, 2, SEATS).copy()
    totals[:, 1] = totals[:, 1, ::-1]
    return totals, win_shares(totals)


def measure(racer: Racer, minds: dict[str, Array], deals: int, first: int) -> str:
    """Play deals against each mind, and return the results as text."""
    told: list[str] = []
    for name, mind in minds.items():
        totals, shares = played(racer, mind, deals, first)
        found = mean_with_interval(shares[..., 0].mean(1).tolist())
        scores = totals.mean((0, 1))
        told.append(
            f"{name} {100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f}; "
            f"{scores[0]:.0f} : {scores[1]:.0f})"
        )
    return ", ".join(told)


def train(racer: Racer, minds: list[Array], given: argparse.Namespace) -> None:
    """Play and train until the requested number of games has been played."""
    shares = np.array([share for _, share in POOL.values()])
    bounds = np.round(np.cumsum(shares) * given.tables).astype(int)
    opponents = np.searchsorted(bounds, np.arange(given.tables), side="right") + ITSELF
    tables = Tables(minds, opponents, 10**9 * given.seed, again=True)
    tables.begin()
    optimiser = torch.optim.Adam(racer.parameters(), lr=given.rate, eps=1e-5)
    begin = time.perf_counter()
    games = step = 0
    watched = dict(zip(list(POOL)[1:], minds, strict=True))
    while games < given.games:
        for group in optimiser.param_groups:
            group["lr"] = given.rate * max(1 - games / given.games, 0.05)
        found = gathered(racer, tables, given.steps)
        improve(racer, optimiser, found, given)
        games += int(found.ended.sum())
        step += 1
        if step % given.report == 0:
            told = measure(racer, watched, 100, 10**12)
            seconds = time.perf_counter() - begin
            print(f"{games:7} games, {seconds:5.0f} s: against {told}", flush=True)
            keep(racer, given.keep)


def keep(racer: Racer, file: Path | None) -> None:
    """Write the racer's weights to a file, unless `file` is None. Replace the file in one step."""
    if file is not None:
        part = file.with_name(file.name + ".part")
        torch.save(racer.state_dict(), part)
        part.replace(file)


def main() -> None:
    """Train the network, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--games", type=int, default=100_000, help="the number of games to learn from"
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=1000,
        help="the deals of the final measurement, each played twice",
    )
    parser.add_argument("--begin", type=Path, help="begin with the weights of this file")
    parser.add_argument("--keep", type=Path, help="keep the weights in this file")
    parser.add_argument(
        "--tables", type=int, default=512, help="the number of games played at once"
    )
    parser.add_argument(
        "--steps", type=int, default=64, help="the decisions in each game between two updates"
    )
    parser.add_argument(
        "--epochs", type=int, default=3, help="how many times each decision is learned from"
    )
    parser.add_argument(
        "--batch", type=int, default=4096, help="the decisions in one step of learning"
    )
    parser.add_argument("--rate", type=float, default=5e-4, help="the learning rate at the start")
    parser.add_argument(
        "--clip",
        type=float,
        default=0.2,
        help="the limit for changes of a probability in one update",
    )
    parser.add_argument(
        "--entropy", type=float, default=0.01, help="the weight of the entropy bonus"
    )
    parser.add_argument("--report", type=int, default=20, help="the updates between two reports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    racer = Racer(features_of(books_of(load(EDITION))[0]))
    if given.begin is not None:
        racer.load_state_dict(torch.load(given.begin, weights_only=True))
    minds = [mind_of(policy) for policy, _ in list(POOL.values())[1:]]
    train(racer, minds, given)
    keep(racer, given.keep)
    final = {"planner": mind_of(PLANNING, EDITION, SEATS)}
    final |= dict(zip(list(POOL)[1:], minds, strict=True))
    print(f"at the end: against {measure(racer, final, given.deals, FIRST_SEED)}")


if __name__ == "__main__":
    main()
