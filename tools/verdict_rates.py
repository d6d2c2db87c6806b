"""Measure how often the verdicts of reviews are right.

    .venv/bin/python tools/verdict_rates.py usa london --games 5

Bots of different levels play each other, and their games are reviewed as usual. The loss of every
decision with a better action is then measured again, in many new worlds. Some decisions are also
searched again with many playouts, to find better actions that the review has missed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from whistlestop.analysis.review import Effort, ReviewedMove, reviewed_moves
from whistlestop.analysis.verdicts import LOSSES, MISTAKES, Loss, Verdict, verdict_on
from whistlestop.bots.registry import policy_bot
from whistlestop.judge.comparison import Comparison
from whistlestop.judge.evaluation import evaluate
from whistlestop.judge.whole_games import Asked, asked_in
from whistlestop.play.game import Game

LEVELS = ("beginner", "casual", "skilled", "expert")
"""The bots that play. Each game has two levels, in turn."""

FIRST_SEED = 3 * 10**13
"""The seed of the first deal."""

NEW_WORLDS = 1 << 50
"""The number that is added to the seed of the worlds in which a loss is measured again."""

DEEPER = 10
"""How many times more playouts the search has that looks for missed actions."""

SEARCHED = 4
"""One in this many decisions that are not called a mistake is searched again."""


def played(edition: str, number: int) -> Game:
    """Let two bots play a game, and return it."""
    names = LEVELS[number % 4], LEVELS[(number + 1 + number // 4) % 4]
    game = Game.new(edition, 2, seed=FIRST_SEED + number, starter=number % 2)
    bots = [policy_bot(name, seat) for seat, name in enumerate(names)]
    while not game.over:
        seat = game.deciding[0]
        game.play(bots[seat].decide(game.view(seat)), seat)
    return game


def again(asked: Asked, move: ReviewedMove, worlds: int) -> Loss:
    """Measure the loss of a decision in new worlds."""
    assert move.decision is not None
    best = move.decision.best.action
    comparison = Comparison(
        asked.view, (best, asked.action), seed=NEW_WORLDS + asked.move, horizon=0, own=asked.own
    )
    comparison.play(worlds)
    return Loss(*comparison.loss(best, asked.action), worlds)


def missed(asked: Asked, effort: Effort, worlds: int) -> Loss | None:
    """Search a decision more thoroughly. Return what it loses, or None if nothing is better."""
    found = evaluate(
        asked.view,
        playouts=DEEPER * effort.playouts,
        seed=NEW_WORLDS + asked.move,
        line=0,
        plan=0,
        own=asked.own,
        also=(asked.action,),
    )
    if found.choice == asked.action:
        return None
    comparison = Comparison(
        asked.view,
        (found.choice, asked.action),
        seed=2 * NEW_WORLDS + asked.move,
        horizon=0,
        own=asked.own,
    )
    comparison.play(worlds)
    return Loss(*comparison.loss(found.choice, asked.action), worlds)


def main() -> None:
    """Read the options, review games, and print how often each verdict is right."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("editions", nargs="+")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--worlds", type=int, default=4000, help="new worlds for each loss")
    given = parser.parse_args()
    for edition in given.editions:
        measure(edition, given.games, given.worlds)


def measure(edition: str, games: int, worlds: int) -> None:
    """Review games of an edition, measure all losses again, and print the rates."""
    effort = Effort(luck_worlds=0)
    found: dict[Verdict, list[Loss]] = defaultdict(list)
    best, searched = 0, 0
    lost: list[Loss] = []
    for number in range(games):
        game = played(edition, number)
        moves = reviewed_moves(game, effort, line=0, plan=0)
        for asked, move in zip(asked_in(game), moves, strict=True):
            verdict = move.verdict
            if verdict is None:
                continue
            best += verdict == Verdict.BEST
            if verdict != Verdict.BEST:
                found[verdict].append(again(asked, move, worlds))
            if verdict not in MISTAKES and (asked.move + number) % SEARCHED == 0:
                searched += 1
                if (loss := missed(asked, effort, worlds)) is not None:
                    lost.append(loss)
    print(f"{edition}, {games} games: {best} decisions are called best")
    for verdict, losses in sorted(found.items()):
        same = sum(verdict_on(loss) == verdict for loss in losses)
        wrong = sum(loss.at_most < LOSSES[Verdict.INACCURACY] / 2 for loss in losses)
        mean = sum(loss.chance for loss in losses) / len(losses)
        print(
            f"  {verdict:11} {len(losses):4} decisions: mean loss {mean:.1%}, same verdict in "
            f"{same / len(losses):.0%}, loss surely below 2.5 % in {wrong / len(losses):.0%}"
        )
    for verdict, least in LOSSES.items():
        number = sum(loss.chance >= least for loss in lost)
        print(
            f"  of {searched} decisions not called a mistake, {number / searched:.1%} lose as "
            f"much as one of the kind {verdict}"
        )


if __name__ == "__main__":
    main()
