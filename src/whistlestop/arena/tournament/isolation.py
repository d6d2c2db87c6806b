"""Bots from users' files. Each contestant has its own process, so no bot can delay a tournament.

A bot that does not answer in time loses the move: the fallback (see `limits`) makes the move
instead. If the bot has still not answered after a further time (`_PATIENCE`), its process is
killed, and the fallback plays the rest of its game. The next game starts a new process.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from types import MappingProxyType
from typing import Any, Final, cast

import msgspec

from whistlestop.actions import Action
from whistlestop.arena.processes import Companion
from whistlestop.arena.tournament.clock import Clock
from whistlestop.arena.tournament.contestants import Contestant
from whistlestop.arena.tournament.limits import Decision, limit, seconds_for, too_late
from whistlestop.bots.asking import Chosen, ask, complaint
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import BotError
from whistlestop.editions.model import Edition
from whistlestop.events import Event
from whistlestop.seen.view import View

_TRANSPORT: Final = 0.05
"""The seconds that sending a question and its answer may take in addition to the limit."""

_PATIENCE: Final = 2.0
"""The further seconds that a late bot has to answer before its process is killed. If the limit for
a decision is longer than `_PATIENCE`, the bot has as many further seconds as the limit."""

_BEGINNING: Final = 60.0
"""The limit in seconds for starting a process, and also for making a bot in a process.

The time spent waiting for a processor does not count.
"""

TRYING_OUT: Final = 20.0
"""The limit in seconds for a decision in the trial game. It is long, because a bot may load and
compile code in its first decisions."""


class BotProcess:
    """The process in which all bots of one contestant think. It is started when it is needed."""

    def __init__(self, contestant: Contestant, editions: Sequence[Edition]) -> None:
        """Set the contestant and the editions.

        Args:
            contestant: the contestant.
            editions: the editions of the tournament.
        """
        self._contestant = contestant
        self._editions = tuple(dict.fromkeys(editions))
        self._companion: Companion | None = None
        self.starts = 0
        """How many times the process was started. Bots made in an earlier process no longer exist.
        """

    def ready(self) -> None:
        """Start the process if it is not running.

        Raises:
            BotError: the bot cannot be loaded in the process, or the process does not start in
                time.
        """
        if self._companion is not None:
            return
        self._companion = Companion(_live, (self._contestant, self._editions))
        self.starts += 1
        said = self._heard(_BEGINNING, self.clock())
        if said != "ready":
            self.end()
            raise BotError(said or f"the bot {self._contestant.name} does not begin")

    def clock(self) -> Clock:
        """Return a clock of the thinking time in the process. The process must be running."""
        assert self._companion is not None, "only what is there thinks"
        return Clock(self._companion.number)

    def said(self, words: object, wait: float, clock: Clock | None = None) -> Any:
        """Send a message to the process, and return its answer.

        Args:
            words: the message.
            wait: the seconds to wait for an answer.
            clock: the clock that measures these seconds. None counts all time that passes.

        Returns:
            The answer, or None if there was none in time.

        Raises:
            EOFError: the process has ended.
        """
        assert self._companion is not None, "only what is there is spoken to"
        try:
            self._companion.pipe.send_bytes(_packed(words, self._editions))
        except OSError as error:
            raise EOFError from error
        return self._heard(wait, clock)

    def waited(self, seconds: float) -> bool:
        """Wait up to `seconds` for a late answer and discard it. Return whether it arrived.

        Raises:
            EOFError: the process has ended.
        """
        return self._heard(seconds) is not None

    def _heard(self, seconds: float, clock: Clock | None = None) -> Any:
        assert self._companion is not None, "only what is there can be heard"
        try:
            left = seconds
            while not self._companion.pipe.poll(left):
                if clock is None or (left := seconds - clock.seconds()) <= 0:
                    return None
            # Decode JSON, which cannot run code in this process as unpickling could.
            return msgspec.json.decode(self._companion.pipe.recv_bytes())
        except OSError as error:
            raise EOFError from error

    def end(self) -> None:
        """Kill the process if it is running."""
        if self._companion is not None:
            self._companion.end()
            self._companion = None


def check_made(contestants: Iterable[Contestant], editions: Sequence[Edition]) -> None:
    """Check that bots can be made. Each is made once, in its own process.

    Args:
        contestants: bots from users' files.
        editions: the editions of the tournament.

    Raises:
        BotError: a bot cannot be made, or its process ended. The message names the bot.
    """
    for contestant in contestants:
        bot_process = BotProcess(contestant, editions)
        try:
            bot_process.ready()
            fault = bot_process.said(("make", 0, 0), _BEGINNING, bot_process.clock())
        except EOFError as error:
            raise BotError(
                f"the bot {contestant.name} ends its process instead of being made"
            ) from error
        finally:
            bot_process.end()
        if fault is None:
            raise BotError(f"the bot {contestant.name} was not made within {_BEGINNING:g} seconds")
        if fault:
            raise BotError(fault)


class Isolated:
    """A bot on one seat in one game that thinks in another process."""

    def __init__(
        self,
        contestant: Contestant,
        bot_process: BotProcess,
        game: int,
        seed: int,
        most: float | None = None,
    ) -> None:
        """Prepare a seat for a bot. The bot itself is made before its first decision.

        Args:
            contestant: the contestant whose bot decides.
            bot_process: the process in which the bot thinks.
            game: a number that no other game has.
            seed: the bot's seed.
            most: the limit in seconds for a decision. None stands for the limit of the contestant's
                budget.
        """
        self._most = limit(contestant.budget) if most is None else most
        self._contestant = contestant
        self._bot_process = bot_process
        self._bot = game, seed
        self._made_at = 0
        self._lost: Decision | None = None

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Decision:
        """Ask the bot in its process for a decision (see `limits.Decider.decide`).

        If the bot cannot be made, or its process was killed or has ended, this move and all further
        moves of the game are lost. The process is then not asked again.

        Raises:
            BotError: the process does not start in time, or cannot load the bot.
        """
        if self._lost is not None:
            return self._lost
        try:
            return self._asked(view, legal, news)
        except EOFError:
            gone = f"the process of the bot {self._contestant.name} ended by itself"
            return self._gone(Decision(None, 0.0, complaint=gone))

    def _asked(self, view: View, legal: Sequence[Action], news: tuple[Event, ...]) -> Decision:
        name, budget = self._contestant.name, self._contestant.budget
        self._bot_process.ready()
        if self._made_at != self._bot_process.starts:
            fault = self._bot_process.said(
                ("make", *self._bot), _BEGINNING, self._bot_process.clock()
            )
            if fault is None:
                return self._gone(too_late(name, 0.0, _BEGINNING))
            if fault:
                return self._gone(Decision(None, 0.0, complaint=fault))
            self._made_at = self._bot_process.starts
        most = self._most
        question = ("ask", *self._bot, view, tuple(legal), seconds_for(budget), news)
        clock = self._bot_process.clock()
        answer = self._bot_process.said(question, most + _TRANSPORT, clock)
        if answer is None:
            if self._bot_process.waited(max(_PATIENCE, most)):
                return too_late(name, clock.seconds(), most)
            return self._gone(too_late(name, clock.seconds(), most))
        number, fault, seconds = cast("tuple[int, str, float]", answer)
        if seconds > most:
            return too_late(name, seconds, most)
        return Decision(None if fault else legal[number], seconds, complaint=fault)

    def _gone(self, decision: Decision) -> Decision:
        """Kill the process, and return the given decision.

        All further moves of the game are lost for the same reason, and take 0 seconds.

        Args:
            decision: a decision without an action, which means that the move is lost.
        """
        self._bot_process.end()
        self._lost = Decision(None, 0.0, decision.late, decision.complaint)
        return decision


# There --------------------------------------------------------------------------------------


def _live(pipe: Connection, contestant: Contestant, editions: tuple[Edition, ...]) -> None:
    """Receive messages, and make bots or let them decide as the messages request.

    This function runs in the contestant's process until the pipe is closed.

    Args:
        pipe: this process's end of the pipe. Answers are sent through it as JSON.
        contestant: the contestant whose bots are made.
        editions: the editions of the tournament. Messages have their indexes.
    """
    try:
        factory = contestant.factory()
    except BotError as error:
        pipe.send_bytes(msgspec.json.encode(str(error)))
        return
    pipe.send_bytes(msgspec.json.encode("ready"))
    bots: dict[tuple[int, int], Bot] = {}
    while True:
        try:
            words = _unpacked(pipe.recv_bytes(), editions)
        except EOFError:
            return
        what, game, seed, *rest = words
        if what == "make":
            bots = {key: bot for key, bot in bots.items() if key[0] == game}
            fault = ""
            try:
                bots[game, seed] = factory(seed)
            except BotError as error:
                fault = str(error)
            pipe.send_bytes(msgspec.json.encode(fault))
            continue
        view, legal, seconds, news = rest
        clock = Clock()
        answer = ask(bots[game, seed], view, legal, seconds, news)
        took = clock.seconds()
        if isinstance(answer, Chosen):
            said = legal.index(answer.action), "", took
        else:
            said = -1, complaint(contestant.name, answer), took
        pipe.send_bytes(msgspec.json.encode(said))


# On the way ---------------------------------------------------------------------------------


class _Pickler(pickle.Pickler):
    """A pickler for messages. Read-only mappings stay read-only mappings.

    An edition becomes its index in `editions`, because both processes have these editions.
    """

    def __init__(self, file: io.BytesIO, editions: tuple[Edition, ...]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._editions = editions

    def persistent_id(self, obj: Any) -> int | None:
        return self._editions.index(obj) if isinstance(obj, Edition) else None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, MappingProxyType):
            return _read_only, (dict(obj),)  # pyright: ignore[reportUnknownArgumentType]
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, editions: tuple[Edition, ...]) -> None:
        super().__init__(file)
        self._editions = editions

    def persistent_load(self, pid: Any) -> Edition:
        return self._editions[int(pid)]


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


def _packed(words: object, editions: tuple[Edition, ...]) -> bytes:
    file = io.BytesIO()
    _Pickler(file, editions).dump(words)
    return file.getvalue()


def _unpacked(data: bytes, editions: tuple[Edition, ...]) -> Any:
    unpacked: Any = _Unpickler(io.BytesIO(data), editions).load()
    return unpacked
