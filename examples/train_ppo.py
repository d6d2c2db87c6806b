"""Learn to play by proximal policy optimisation, in one file.

    pip install "whistlestop[envs,learn]"
    OMP_NUM_THREADS=1 python examples/train_ppo.py --edition middle --opponent planner --minutes 4
    python examples/train_ppo.py --minutes 10               # USA against `random`
    python examples/train_ppo.py --opponent planner --load ppo.pt --minutes 60

The input of a neural network is an observation (`docs/observations.md`) and the legal actions. The
network learns from games that are played side by side in compiled code (J. Schulman and others,
2017; advantages as in their 2015 paper). Illegal actions have the probability 0 (S. Huang and S.
Ontañón, 2022). The program prints how many games of 100 the network wins, and writes these numbers
to a CSV file. You can stop the program with Ctrl-C. The program saves the network after each test.
"""

from __future__ import annotations

import argparse
import csv
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from whistlestop.envs import VectorEnv

STEPS = 64
"""The number of decisions in each lane between two rounds of learning."""
DISCOUNT, SPREAD = 0.999, 0.95
EPOCHS, BATCH, CLIP, ENTROPY = 3, 2048, 0.2, 0.01
UNIT = 20.0
"""The number of points that the learning counts as a reward of 1."""


class Player(nn.Module):
    """A neural network that returns the distribution over legal actions and the expected reward."""

    def __init__(self, features: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(
        self, seen: Tensor, legal: Tensor
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        inner = self.body(seen)
        scores = self.policy(inner).masked_fill(legal == 0, -1e9)
        chances = Categorical(logits=scores, validate_args=False)
        return chances, self.value(inner)[:, 0]


def games(options: argparse.Namespace, lanes: int) -> VectorEnv:
    """Return an environment of games against the opponent. New games begin in the same step."""
    return VectorEnv(
        options.edition,
        players=2,
        num_envs=lanes,
        opponents=[options.opponent],
        reward="score",
        autoreset_mode="SameStep",
    )


def tensors(observations: np.ndarray, info: dict) -> tuple[Tensor, Tensor]:
    """Return copies of an observation and a mask, because the next step overwrites these arrays."""
    return torch.tensor(observations), torch.tensor(info["action_mask"])


def won_of_100(player: Player, options: argparse.Namespace, seed: int) -> float:
    """Return how many of 100 games the player wins with its likeliest actions. Ties count half."""
    env = games(options, 200)
    observations, info = env.reset(seed=seed)
    points, over = np.zeros(200), np.zeros(200, dtype=bool)
    while not over.all():
        with torch.no_grad():
            chances, _ = player(*tensors(observations, info))
        observations, rewards, ended, _, info = env.step(chances.logits.argmax(1).numpy())
        points[~over] += rewards[~over]
        over |= ended
    env.close()
    return float(((points > 0) + 0.5 * (points == 0)).mean() * 100)


def learn(player: Player, adam: torch.optim.Optimizer, data: list[Tensor]) -> None:
    """Train the player several times on the games that have just been played."""
    seen, legal, taken, before, gains, returns = data
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen)).split(BATCH):
            chances, value = player(seen[rows], legal[rows])
            ratio = (chances.log_prob(taken[rows]) - before[rows]).exp()
            gain = gains[rows]
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = policy + 0.5 * (value - returns[rows]).pow(2).mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            adam.step()


def train(options: argparse.Namespace) -> None:
    """Play and learn until the time is up."""
    torch.manual_seed(options.seed)
    env = games(options, options.lanes)
    observations, info = env.reset(seed=options.seed)
    player = Player(observations.shape[1], info["action_mask"].shape[1])
    if options.load:
        player.load_state_dict(torch.load(options.load, weights_only=True))
    adam = torch.optim.Adam(player.parameters(), lr=3e-4, eps=1e-5)
    begin, decisions, round_number = time.monotonic(), 0, 0
    with options.curve.open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["seconds", "decisions", "won_of_100"])
        while True:
            passed = time.monotonic() - begin
            if round_number % options.look == 0 or passed > 60 * options.minutes:
                won = won_of_100(player, options, seed=10**6)
                print(f"{passed:6.0f} s {decisions:10,} decisions: {won:5.1f} of 100", flush=True)
                curve.writerow([round(passed), decisions, won])
                file.flush()
                torch.save(player.state_dict(), options.save)
            if passed > 60 * options.minutes:
                return
            steps: list[tuple[Tensor, ...]] = []
            for _ in range(STEPS):
                seen, legal = tensors(observations, info)
                with torch.no_grad():
                    chances, value = player(seen, legal)
                    taken = chances.sample()
                observations, rewards, ended, _, info = env.step(taken.numpy())
                paid = torch.tensor(rewards / UNIT)
                over = torch.tensor(ended)
                steps.append((seen, legal, taken, chances.log_prob(taken), value, paid, over))
            with torch.no_grad():
                _, following = player(*tensors(observations, info))
            gain, gains = torch.zeros(options.lanes), []
            for *_, value, paid, over in reversed(steps):
                going = (~over).float()
                surprise = paid + DISCOUNT * following * going - value
                gain = surprise + DISCOUNT * SPREAD * going * gain
                gains.append(gain)
                following = value
            seen, legal, taken, before, value, *_ = map(torch.cat, zip(*steps, strict=True))
            advantage = torch.cat(gains[::-1])
            learn(player, adam, [seen, legal, taken, before, advantage, advantage + value])
            decisions += STEPS * options.lanes
            round_number += 1


def main() -> None:
    """Read the options, and train."""
    asked = argparse.ArgumentParser(description="Learn to play.")
    asked.add_argument("--edition", default="usa")
    asked.add_argument("--opponent", default="random", help="a bot with a compiled policy")
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--lanes", type=int, default=128, help="games side by side")
    asked.add_argument("--look", type=int, default=20, help="rounds between two tests")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--save", type=Path, default=Path("ppo.pt"), help="for the network")
    asked.add_argument("--load", type=Path, help="a network to go on with")
    asked.add_argument("--curve", type=Path, default=Path("ppo.csv"), help="how it learned")
    with suppress(KeyboardInterrupt):
        train(asked.parse_args())


if __name__ == "__main__":
    main()
