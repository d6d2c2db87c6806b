"""Asking a bot: every kind of answer, from the same thread and from another one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest

from whistlestop.actions import Action, DrawDeck, PassTurn
from whistlestop.bots.asking import (
    Answer,
    Chosen,
    Failed,
    IllegalAnswer,
    Misbehaviour,
    TooSlow,
    ask,
    ask_in_thread,
    complaint,
    decision,
)
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import BotError
from whistlestop.play.game import Game

GAME = Game.new("london", 2, seed=1)
VIEW, LEGAL = GAME.view(0), GAME.legal_actions(0)


@dataclass
class Saying:
    """A bot that does what the test says."""

    what: Callable[[tuple[Action, ...]], Any]

    def choose(self, view: object, legal: tuple[Action, ...], seconds: float) -> Any:
        """Do it."""
        return self.what(legal)


@dataclass
class Pondering:
    """A bot that thinks until it is told to stop."""

    stop: threading.Event = field(default_factory=threading.Event)

    def choose(self, view: object, legal: tuple[Action, ...], seconds: float) -> Action:
        """Wait."""
        assert self.stop.wait(60)
        return legal[0]


def raising(error: BaseException) -> Saying:
    """A bot that raises this."""

    def do(legal: tuple[Action, ...]) -> Action:
        raise error

    return Saying(do)


def at_once(bot: Bot) -> Answer:
    return ask(bot, VIEW, LEGAL, 1.0)


def elsewhere(bot: Bot) -> Answer:
    with ThreadPoolExecutor(1) as executor:
        return asyncio.run(ask_in_thread(executor, bot, VIEW, LEGAL, 1.0, limit=60))


@pytest.mark.parametrize("asked", [at_once, elsewhere])
class TestAsking:
    """Both ways of asking understand a bot alike."""

    def test_a_legal_action(self, asked: Callable[[Bot], Answer]) -> None:
        for number, action in enumerate(LEGAL):
            assert asked(Saying(lambda legal, n=number: legal[n])) == Chosen(action)

    @pytest.mark.parametrize("wrong", [PassTurn(), "keep all", None, 0, LEGAL, Action])
    def test_anything_else(self, asked: Callable[[Bot], Answer], wrong: object) -> None:
        assert asked(Saying(lambda _: wrong)) == IllegalAnswer(wrong)

    @pytest.mark.parametrize(
        "error",
        [ValueError("no"), TimeoutError("mine"), SystemExit(3), RecursionError(), MemoryError()],
        ids=repr,
    )
    def test_an_exception(self, asked: Callable[[Bot], Answer], error: BaseException) -> None:
        assert asked(raising(error)) == Failed(error)


def test_an_answer_that_cannot_even_be_compared() -> None:
    class Odd(PassTurn):
        def __eq__(self, other: object) -> bool:
            raise RuntimeError("do not ask")

        __hash__ = None  # type: ignore[assignment]

    answer = ask(Saying(lambda _: Odd()), VIEW, LEGAL, 1.0)
    assert isinstance(answer, Failed)
    assert str(answer.error) == "do not ask"


def test_a_keyboard_interrupt_is_the_users() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(raising(KeyboardInterrupt()), VIEW, LEGAL, 1.0)


def test_who_thinks_too_long_is_given_up_on() -> None:
    bot = Pondering()
    with ThreadPoolExecutor(1) as executor:
        answer = asyncio.run(ask_in_thread(executor, bot, VIEW, LEGAL, 1.0, limit=0.01))
        bot.stop.set()
    assert answer == TooSlow(0.01)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (IllegalAnswer(DrawDeck()), "chose 'draw deck', which is not among its legal actions"),
        (IllegalAnswer(12), "chose 12, which is not among its legal actions"),
        (Failed(ValueError("out of luck")), "failed: ValueError: out of luck"),
        (TooSlow(2.5), "did not answer within 2.5 seconds"),
    ],
)
def test_what_is_said_of_it(answer: Misbehaviour, said: str) -> None:
    assert complaint("mine", answer) == f"the bot mine {said}"
    with pytest.raises(BotError, match=said.replace("(", r"\(")) as raised:
        decision("mine", answer)
    assert raised.value.__cause__ is (answer.error if isinstance(answer, Failed) else None)


def test_where_a_bot_failed_is_said() -> None:
    answer = ask(raising(ValueError("no")), VIEW, LEGAL, 1.0)
    assert isinstance(answer, Failed)
    assert "test_asking.py, line" in complaint("mine", answer)
    assert decision("mine", Chosen(PassTurn())) == PassTurn()
