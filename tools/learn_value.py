"""Train the neural networks that value positions, on games of planners and searches.

    pip install -e '.[learn]'
    python tools/learn_value.py usa europe

First, planners play games with every number of players. Up to some turn, a game sometimes takes a
random decision. Then a random option of the planner is tried, as a search would try it, and the
planners play on. An example is the position some turns after the try, together with the result of
the game. A neural network with two small layers is trained on a million examples, with PyTorch on
the processor.

Then searches that use this network play, and the network learns how *their* games end. This can be
repeated (T. Anthony, Z. Tian and D. Barber, "Thinking fast and slow with deep learning and tree
search", 2017). The program prints how well the network predicts games that it was not trained on,
and replaces the edition's file in `src/whistlestop/judge/neural_networks`.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import repeat
from random import Random
from typing import Any

import numpy as np
import torch

from whistlestop.editions.load import load, names
from whistlestop.judge.compiled.features import FEATURES, LEDGER, look, write_features
from whistlestop.judge.compiled.neural_network import (
    FIRST,
    MARGIN_UNIT,
    NEURAL_NETWORK,
    OUTPUTS,
    SECOND,
)
from whistlestop.judge.compiled.samples import LOOKS, SAMPLING_WORKSPACE, sample_games
from whistlestop.judge.search import Search, Settings
from whistlestop.judge.ticket_sets import set_weights_for
from whistlestop.judge.value import LAYERS, NEURAL_NETWORKS, TABLES, write_neural_network
from whistlestop.policies.games import final_scores, start, take
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.policies.planner.choosing import list_options
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase

CHUNK = 1000
"""The number of games that a thread plays before it gets the next ones."""

FAR = 6
"""The most turns of all seats between a try and an example, or between two examples."""

MARGIN_WEIGHT = 0.7
"""The weight of an error of the margin, relative to an error of the chance to win."""

QUICK = Settings(horizon=4, caution=0.04)
PLAYOUTS = 60
"""The number of playouts per decision in the games of searches. `QUICK` has their settings."""

ASTRAY = (0.0, 0.0, 0.03, 0.1, 0.25)
"""The shares of decisions that are random. In each game, one of these shares applies."""

LOOKED_AT = 0.7
"""The share of turns that become examples."""

Examples = tuple[np.ndarray, np.ndarray, np.ndarray]
"""The features [example, feature], the shares of the victory, and the margins in points."""


def played(edition: str, players: int, games: int, first: int, lasting: int) -> Examples:
    """Return examples from games of planners.

    Args:
        edition: the name of the edition.
        players: the number of players.
        games: the number of games.
        first: the seed of the first game. Each further game has the next higher seed.
        lasting: about how many turns a game takes.
    """
    return _studied(edition, players, games, first, lasting)[0]


def turns_of_a_game(edition: str, players: int) -> int:
    """Return the number of turns of the longest of 30 games of planners."""
    return max(_studied(edition, players, 1, number, 1)[1] for number in range(30))


def _studied(
    edition: str, players: int, games: int, first: int, lasting: int
) -> tuple[Examples, int]:
    """Return examples from some games, and the number of turns of the last game."""
    rows = np.zeros((games, LOOKS, players, FEATURES), np.float32)
    shares = np.full((games, LOOKS, players), -1, np.float32)
    margins = np.zeros((games, LOOKS, players), np.float32)
    minds = np.concatenate([mind_of(PLANNING, edition, players)] * players)
    workspaces = np.zeros(2, dtype=SAMPLING_WORKSPACE)
    number = np.uint64(first)
    sample_games(
        books_of(load(edition)), minds, workspaces, number, lasting, FAR, rows, shares, margins
    )
    there = shares >= 0
    return (rows[there], shares[there], margins[there]), int(workspaces["state"]["turns"][0])


def tables(edition: str) -> dict[int, float]:
    """Return the share of the games for each number of players.

    The lowest number gets half of the games. The other numbers get equal shares of the rest.
    """
    fewest, most = load(edition).players
    others = most - fewest
    return {
        players: 1.0 if not others else 0.5 if players == fewest else 0.5 / others
        for players in range(fewest, most + 1)
    }


def joined(parts: list[Examples]) -> Examples:
    """Return the examples of several parts together."""
    rows, shares, margins = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(shares), np.concatenate(margins)


def of_planners(edition: str, number: int, seed: int, jobs: int) -> Examples:
    """Return about `number` examples from games of planners."""
    parts: list[Examples] = []
    for players, share in tables(edition).items():
        lasting = turns_of_a_game(edition, players)
        chunks = int(number * share / (CHUNK * 2 * players)) + 1
        first = seed * 10**9 + players * 10**7

        def chunk(
            number: int, players: int = players, lasting: int = lasting, first: int = first
        ) -> Examples:
            return played(edition, players, CHUNK, first + number * CHUNK, lasting)

        with ThreadPoolExecutor(jobs) as threads:
            parts += threads.map(chunk, range(chunks))
    return joined(parts)


def of_searches(
    edition: str, neural_networks: np.ndarray, games: int, number: int, jobs: int
) -> Examples:
    """Return examples from games of searches that use a network.

    Args:
        edition: the name of the edition.
        neural_networks: the network, as an array of one.
        games: the number of games.
        number: the seed of the games. With n players, the first game has the seed `number` + 10⁷ n.
        jobs: the number of processes.
    """
    parts: list[Examples] = []
    with ProcessPoolExecutor(jobs) as processes:
        for players, share in tables(edition).items():
            first = number + players * 10**7
            numbers = range(first, first + int(games * share) + 1)
            calls = map(repeat, (edition, players, neural_networks))
            parts += processes.map(searched, *calls, numbers, chunksize=8)
    return joined(parts)


def searched(edition: str, players: int, neural_networks: np.ndarray, number: int) -> Examples:
    """Return examples from one game of searches, with random decisions up to some turn."""
    random = Random(number)
    books = books_of(load(edition))
    book: Any = books[0]
    minds = np.concatenate([mind_of(PLANNING, edition, players)] * players)
    states, sheets = np.zeros(1, dtype=STATE), np.zeros(1, dtype=SHEET)
    state, sheet = states[0], sheets[0]
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    ledger: Any = np.zeros(1, dtype=LEDGER)[0]
    seed(luck, np.uint64(number))
    start(book, state, players, random.randrange(players), luck)
    astray, until = random.choice(ASTRAY), random.randrange(90)
    rows: list[np.ndarray] = []
    while state["phase"] != Phase.OVER:
        seat = int(state["seat"])
        own = minds[seat : seat + 1]
        if state["phase"] == Phase.TURN and random.random() < LOOKED_AT:
            look(book, state, minds.copy(), ledger)
            row = np.zeros((players, FEATURES), np.float32)
            for asking in range(players):
                write_features(state, ledger, asking, row[asking])
            rows.append(row)
        if (
            state["turns"] < until
            and state["phase"] in (Phase.TURN, Phase.SECOND_CARD)
            and random.random() < astray
        ):
            options = int(list_options(book, state, own[0]["planner"]))
            whole = (int(own[0]["planner"]["option"][random.randrange(options)]), ALONE)
            rows = []
        else:
            search = Search(
                books,
                states.copy(),
                minds,
                random.getrandbits(63),
                QUICK,
                neural_networks,
                set_weights_for(load(edition)),
            )
            if len(search.actions) > 1:
                search.run_playouts(PLAYOUTS)
            chosen = search.chosen()
            whole = (int(search.actions[chosen]), int(search.payments[chosen]))
        for action in whole:
            if action != ALONE:
                take(book, state, action, luck)
    final_scores(book, state, sheet)
    totals, first = sheet["total"][:players], sheet["rank"][:players] == 1
    best = [max(np.delete(totals, seat)) for seat in range(players)]
    return (
        np.concatenate(rows) if rows else np.zeros((0, FEATURES), np.float32),
        np.tile(first / first.sum(), len(rows)).astype(np.float32),
        np.tile(totals - best, len(rows)).astype(np.float32),
    )


def learned(
    made: Examples, epochs: int, rate: float, batch: int, before: np.ndarray | None
) -> tuple[np.ndarray, dict[str, float]]:
    """Train a network on examples, and measure how well it predicts an eighth of them.

    The eighth comes from other games. The network is not trained on it.

    Args:
        made: the examples.
        epochs: how many times the network is trained on each example.
        rate: the highest learning rate.
        batch: the number of examples in a step.
        before: the network to start from, as an array of one; an untrained network if None.

    Returns:
        The network as an array of one, and the measures of its predictions.
    """
    rows, shares, margins = (torch.from_numpy(part) for part in made)
    margins = margins / MARGIN_UNIT
    neural_networks = np.zeros(1, dtype=NEURAL_NETWORK)
    if before is None:
        mean, spread = rows.mean(0), rows.std(0)
        scale = torch.where(spread > 1e-3, 1 / spread.clamp(min=1e-3), torch.zeros_like(spread))
        neural_networks["mean"], neural_networks["scale"] = mean.numpy(), scale.numpy()
    else:
        neural_networks[:] = before
    rows = (rows - torch.from_numpy(neural_networks["mean"][0])) * torch.from_numpy(
        neural_networks["scale"][0]
    )
    # The parts are ordered by the number of players. Hold out an eighth of each of many pieces.
    apart = (torch.arange(len(rows)) * 80 // len(rows)) % 8 == 0
    kept, known = torch.nonzero(apart)[:, 0], torch.nonzero(~apart)[:, 0]
    network = torch.nn.Sequential(
        torch.nn.Linear(FEATURES, FIRST),
        torch.nn.ReLU(),
        torch.nn.Linear(FIRST, SECOND),
        torch.nn.ReLU(),
        torch.nn.Linear(SECOND, OUTPUTS),
    )
    layers = dict(zip(LAYERS, network[::2], strict=True))
    if before is not None:
        with torch.no_grad():
            for name, layer in layers.items():
                layer.weight.copy_(torch.from_numpy(neural_networks[name][0].T.copy()))
                layer.bias.copy_(torch.from_numpy(neural_networks[f"{name}_bias"][0].copy()))
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    steps = epochs * (len(known) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1)
    likelihood = torch.nn.BCEWithLogitsLoss()

    def loss(told: Any, places: Any) -> Any:
        off = ((told[:, 1] - margins[places]) ** 2).mean()
        return likelihood(told[:, 0], shares[places]) + MARGIN_WEIGHT * off

    for _ in range(epochs):
        order = known[torch.randperm(len(known))]
        for first in range(0, len(order) - batch + 1, batch):
            places = order[first : first + batch]
            optimiser.zero_grad()
            loss(network(rows[places]), places).backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        told = network(rows[kept])
        off = ((told[:, 1] - margins[kept]) ** 2).mean() / margins[kept].var()
        surprise = likelihood(told[:, 0], shares[kept])
    for name, layer in layers.items():
        neural_networks[name] = layer.weight.detach().numpy().T
        neural_networks[f"{name}_bias"] = layer.bias.detach().numpy()
    return neural_networks, {
        "margin_explained": round(float(1 - off), 3),
        "surprise_of_wins": round(float(surprise), 3),
    }


def table(text: str) -> tuple[str, int]:
    """Return the number of players and the horizon in turns that a text such as `2=10` means."""
    players, _, horizon = text.partition("=")
    return str(int(players)), int(horizon)


def main() -> None:
    """Play, train, and write the files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=names(), help="the editions (default: all)")
    parser.add_argument(
        "--examples",
        type=int,
        default=1_500_000,
        help="about how many examples to take from planners' games",
    )
    parser.add_argument(
        "--iterations",
        type=int,
        default=1,
        help="how many times searches play games and the network learns from them",
    )
    parser.add_argument(
        "--games", type=int, default=3000, help="how many games searches play each time"
    )
    parser.add_argument(
        "--horizon", type=int, default=10, help="the turns after which a search uses the network"
    )
    parser.add_argument(
        "--caution",
        type=float,
        default=0.02,
        help="the network's error when two candidates are compared",
    )
    parser.add_argument(
        "--tables",
        type=table,
        nargs="*",
        help="numbers of players with the turns after which a search uses the network, such as "
        "2=10 3=15 (default: the fewest players, HORIZON turns)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--jobs", type=int, default=2, help="the number of threads, and of processes"
    )
    given = parser.parse_args()
    torch.set_num_threads(given.jobs)
    for edition in given.editions:
        torch.manual_seed(given.seed)
        begin = time.perf_counter()
        found = of_planners(edition, given.examples, given.seed, given.jobs)
        neural_networks, quality = learned(found, epochs=6, rate=6e-3, batch=4096, before=None)
        seconds = time.perf_counter() - begin
        print(
            f"{edition}: {len(found[0])} examples from planners' games, {seconds:.0f} s, {quality}"
        )
        parts: list[Examples] = []
        for iteration in range(given.iterations):
            first = (given.seed * 100 + iteration + 1) * 10**10
            parts.append(of_searches(edition, neural_networks, given.games, first, given.jobs))
            found = joined(parts)
            neural_networks, quality = learned(
                found, epochs=4, rate=1e-3, batch=1024, before=neural_networks
            )
            seconds = time.perf_counter() - begin
            print(
                f"  {len(found[0])} examples with those from searches' games, {seconds:.0f} s, "
                f"{quality}",
                flush=True,
            )
        made = {
            "edition": edition,
            "revision": load(edition).revision,
            **vars(given),
            **quality,
            TABLES: dict(given.tables or [(str(load(edition).players[0]), given.horizon)]),
            "seconds": round(time.perf_counter() - begin),
        }
        del made["editions"]
        neural_networks["horizon"], neural_networks["caution"] = given.horizon, given.caution
        NEURAL_NETWORKS.mkdir(exist_ok=True)
        write_neural_network(NEURAL_NETWORKS / f"{edition}.npz", neural_networks, made)


if __name__ == "__main__":
    main()
