"""Hints at the terminal: the best actions with their chances to win, and why they are good."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from whistlestop.actions import Action
from whistlestop.analysis.hints import Hint, HintOption, HintSearch, effort_for
from whistlestop.bots.motives import motive_of
from whistlestop.cli.progress import bar, compile_players
from whistlestop.language import Language
from whistlestop.play.notation import said
from whistlestop.seen.view import View

if TYPE_CHECKING:
    from rich.console import Console

ADVISER: Final = "expert"
"""The bot whose plans give the reasons for actions."""


def make_hint(console: Console, view: View, words: Language, seed: int) -> Hint:
    """Return a hint, and show how far the work is. It takes seconds, or minutes at the first time.

    The hint is made as at a server's tables.

    Args:
        console: the console that shows the progress.
        view: the view of the seat that decides.
        words: the language, with the sentences about reviews.
        seed: the seed of the hint, at least 0.
    """
    compile_players(console, [ADVISER])
    effort = effort_for(len(view.players))
    search = HintSearch(view, effort, seed=seed)
    waiting = words.say("advice.waiting")
    if not console.is_interactive:
        console.print(waiting)
    with bar(console, waiting, 1 + math.ceil(effort.worlds / effort.step)) as advance:
        while (hint := search.go_on()) is None:
            advance(1)
    return hint


def hint_lines(
    hint: Hint,
    view: View,
    legal: Sequence[Action],
    names: Sequence[str],
    words: Language,
    *,
    numbered: bool,
) -> Iterator[str]:
    """Yield the lines of a hint.

    Args:
        hint: the hint.
        view: the view of the seat that decides.
        legal: the seat's legal actions.
        names: the names of the players, by seat.
        words: the language, with the sentences about reviews.
        numbered: whether each action has a number by which it can be chosen.
    """
    adviser = words.say(f"given.{ADVISER}")
    close = sum(option.close for option in hint.options)
    yield words.say("advice.close", n=close) if close > 1 else words.say("advice.clear")
    for number, option in enumerate(hint.options, start=1):
        action = said(option.action, view.index, words.code)
        sign = str(number) if numbered else "–"
        yield f"  {sign}  {action}"
        why = motive_of(view, option.action, legal, ADVISER, 0).said(words.code, names)
        yield f"     {_chance(option, words)}. {adviser}: {why}"
    if plan := _plan(hint.options[0], view, words):
        yield plan
    yield words.say("advice.about")


def _chance(option: HintOption, words: Language) -> str:
    """Return the chance to win after an action, with its standard error."""

    def share(value: float) -> str:
        return words.say("review.percent", n=words.number(round(100 * value)))

    chance, error = option.outlook.chance, option.outlook.chance_error
    value = share(chance)
    if math.isfinite(error):
        value = words.say("review.with_error", value=value, error=share(error))
    return words.say("review.chance", chance=value)


def _plan(option: HintOption, view: View, words: Language) -> str:
    """Return what the player could do in the next turns, in one sentence; empty without a plan."""
    steps: list[str] = []
    for step in option.plan:
        action = said(step.action, view.index, words.code)
        if step.missing:
            cards = words.cards(step.missing)
            action = words.say("review.collect", cards=cards, action=action)
        steps.append(action)
    return words.say("review.then", steps="; ".join(steps)) if steps else ""
