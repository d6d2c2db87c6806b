"""Print reviews as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.markup import escape

from whistlestop.actions import Action, cards_text
from whistlestop.analysis.accounting import Account, Term
from whistlestop.analysis.review import Review, ReviewedMove
from whistlestop.analysis.trust import trust_in
from whistlestop.analysis.verdicts import Verdict
from whistlestop.arena.reviews import Totals
from whistlestop.arena.tournament.intervals import mean_with_interval
from whistlestop.cli.tables import Figures, show
from whistlestop.judge.continuation import Planned
from whistlestop.play.notation import said

if TYPE_CHECKING:
    from rich.console import Console

SIGNS: Final = {
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
    Verdict.UNCLEAR: "!?",
}
"""The sign for each verdict, as in commentaries on chess games."""


def print_review(console: Console, review: Review, bots: Sequence[str | None], every: bool) -> None:
    """Print a review: the players, luck and skill, and the turning points.

    Args:
        console: the console to print on.
        review: the review.
        bots: for each seat, the name of its bot, or None for a person. Empty if this is unknown.
        every: whether to print every decision, too.
    """
    game = review.game
    names = [
        escape(f"{name} ({bot})" if bot else name)
        for name, bot in zip(game.seats, bots or (None,) * len(game.seats), strict=True)
    ]
    unfinished = "" if game.over else ", not over"
    show(
        console,
        Figures(
            title=f"{escape(game.edition.title)}, {len(game.seats)} players, {game.length} moves"
            f"{unfinished}",
            words=("Player",),
            numbers=(
                "Decisions",
                "Accuracy",
                "Inaccuracies ?!",
                "Mistakes ?",
                "Blunders ??",
                "Unclear",
                "Lost wins",
            ),
            rows=[
                (
                    names[player.seat],
                    str(player.decisions),
                    _percent(player.accuracy),
                    str(player.verdicts[Verdict.INACCURACY]),
                    str(player.verdicts[Verdict.MISTAKE]),
                    str(player.verdicts[Verdict.BLUNDER]),
                    str(player.verdicts[Verdict.UNCLEAR]),
                    f"{player.lost:.2f}",
                )
                for player in review.players
            ],
            caption="Accuracy: decisions that were no inaccuracy, mistake or blunder. Lost wins: "
            "the sum of their losses.",
        ),
    )
    told = [player.account for player in review.players if player.account]
    if told:
        show(console, _luck_figures(names, told))
    console.print()
    if review.turning_points:
        console.print("Turning points", style="bold")
        for move in review.turning_points:
            for line in _turning_point(review, move):
                console.print(line, highlight=False, markup=False)
    else:
        console.print("There is no inaccuracy, mistake or blunder.")
    trust = trust_in(game.edition, len(game.seats))
    if trust:
        console.print(
            f"\nHow true are the chances? In {trust.positions:,} positions of planners' games on "
            f"this board, {trust.predicted:.0%} were predicted, and {trust.won:.0%} were won.",
            highlight=False,
        )
    if every:
        console.print()
        console.print("Decisions", style="bold")
        for move in review.moves:
            if move.decision:
                console.print(_decision_line(review, move), highlight=False, markup=False)


def _luck_figures(names: Sequence[str], told: Sequence[Account]) -> Figures:
    return Figures(
        title="Luck and skill, in points of the lead over the best other player",
        title_style="italic",
        words=("Player",),
        numbers=(
            "Start",
            "Deal",
            "Cards",
            "Tickets",
            "Tunnels",
            "Own decisions",
            "Others' decisions",
            "Result",
        ),
        rows=[
            (
                names[account.seat],
                _points(account.start),
                *(_points(term) for term in account.luck.values()),
                _points(account.own),
                _points(account.others),
                _points(account.result),
            )
            for account in told
        ],
        caption="Decisions are compared with the planner's. All columns add up to the result.",
    )


def _turning_point(review: Review, move: ReviewedMove) -> Iterator[str]:
    decision = move.decision
    assert decision is not None
    yield (
        f"  Turn {move.turn}, {review.game.seats[move.seat]}: {_said(review, move.action)} "
        f"{SIGNS[decision.verdict]} ({decision.verdict}: the chance to win is "
        f"{100 * decision.loss.chance:.0f} ± {100 * decision.loss.error:.0f} % lower)"
    )
    yield f"    better: {_said(review, decision.best.action)}"
    plan = "; ".join(_step(review, step) for step in decision.best.plan)
    if plan:
        yield f"    then:   {plan}"
    yield f"    try it: whistlestop play --branch FILE --move {move.move}"


def _decision_line(review: Review, move: ReviewedMove) -> str:
    decision = move.decision
    assert decision is not None
    outlook = decision.outlook
    sign = SIGNS.get(decision.verdict, "")
    said = (
        f"  Turn {move.turn}, {review.game.seats[move.seat]}: {_said(review, move.action)}"
        f"{sign and f' {sign}'} (wins {outlook.chance:.0%} ± {outlook.chance_error:.0%})"
    )
    if decision.best.action == move.action:
        return said
    return (
        f"{said}; {_said(review, decision.best.action)} would win {decision.loss.chance:+.0%} "
        f"± {decision.loss.error:.0%}"
    )


def _said(review: Review, action: Action) -> str:
    return said(action, review.game.index)


def _step(review: Review, step: Planned) -> str:
    """Return the text of a step of a plan: the cards to collect first, and the action."""
    collect = f"collect {cards_text(step.missing)}, " if step.missing else ""
    return f"{collect}{_said(review, step.action)}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def _points(term: Term) -> str:
    return (
        f"{term.points:+.0f} ± {term.points_error:.0f}"
        if term.points_error
        else f"{term.points:+.0f}"
    )


def print_totals(console: Console, totals: Sequence[Totals]) -> None:
    """Print a table with a row for each player: the verdicts and the luck in all reviewed games.

    Args:
        console: the console to print on.
        totals: the sums, one for each player.
    """
    show(
        console,
        Figures(
            title="Reviewed games",
            words=("Player",),
            numbers=(
                "Games",
                "Decisions",
                "Accuracy",
                "Inaccuracies",
                "Mistakes",
                "Blunders",
                "Lost wins a game",
                "Luck",
                "Own decisions",
                "Others' decisions",
            ),
            rows=[
                (
                    escape(total.name),
                    f"{total.games:,}",
                    f"{total.decisions:,}",
                    _percent(total.accuracy),
                    f"{total.verdicts[Verdict.INACCURACY]:,}",
                    f"{total.verdicts[Verdict.MISTAKE]:,}",
                    f"{total.verdicts[Verdict.BLUNDER]:,}",
                    f"{total.lost / total.games:.2f}",
                    *(_mean([terms[i] for terms in total.accounts]) for i in range(3)),
                )
                for total in totals
            ],
            caption="The last three columns are points of the lead in a game, with the half width "
            "of the 95 % interval.",
        ),
    )


def _mean(values: Sequence[float]) -> str:
    if not values:
        return ""
    found = mean_with_interval(values)
    return f"{found.value:+.1f} ± {(found.high - found.low) / 2:.1f}"
