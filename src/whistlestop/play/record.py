"""Read and write records: games as text, with headers and then one line for each turn.

`docs/notation.md` describes the format. A complete record includes all random outcomes, so the game
can be replayed. A record that is written for one viewer has `?` in place of everything that this
viewer may not see. Such a record cannot be replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, cast

from whistlestop.actions import (
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    EndJourney,
    KeepTickets,
    PaySurcharge,
    PlacePassenger,
    TravelRoute,
)
from whistlestop.editions.load import EditionError, load
from whistlestop.editions.model import Edition
from whistlestop.errors import ActionError
from whistlestop.events import SubstituteGiven, TicketsAnswered
from whistlestop.language import ENGLISH, language
from whistlestop.play.game import Chance, Game, Move
from whistlestop.player_names import LONGEST_AT_TABLE, LONGEST_BOT, is_at_table, is_bot
from whistlestop.reasons import whole_sentence
from whistlestop.rules.state import PHASES, Phase
from whistlestop.seen.view import REFEREE

FORMAT: Final = "whistlestop record 1"
"""The first line of every record. The number is raised for an incompatible change."""

HIDDEN: Final = "?"
"""The mark that is written in place of a card or ticket that the viewer may not see."""

DIVIDER: Final = "/"
"""The mark between random outcomes that different seats see. It helps people to read a record.
`read_record` skips it."""

LONGEST_RECORD: Final = 1_000_000
"""The maximum length of a record in characters. Reading a longer record raises `RecordError`. A
whole game has about ten thousand characters."""

LONGEST_LINE: Final = 100_000
"""The maximum length of a line of a record in characters. Reading a record with a longer line
raises `RecordError`. The line of a turn is always much shorter."""

FAULTS: Final[Mapping[str, tuple[str, ...]]] = {
    "record_too_long": ("number", "given"),
    "line_too_long": ("number", "given"),
    "first_line": ("example",),
    "header": ("known",),
    "header_twice": ("header",),
    "header_missing": ("header",),
    "header_value": ("header", "expected"),
    "name": ("number",),
    "bots": ("given", "number"),
    "revision": ("edition", "number", "here", "given"),
    "edition": ("message",),
    "deal": (),
    "turn": ("example",),
    "turn_number": ("number", "given"),
    "turns": ("given", "number"),
    "player": ("given",),
    "hidden_tickets": (),
    "hidden_chance": (),
    "move": ("message",),
    "chance": ("message",),
    "not_over": (),
    "result": ("result",),
}
"""The codes of all faults of records, each with the names of its values."""

_HEADER = re.compile(r"([a-z]+):[ \t]*(.*)")
_TURN = re.compile(r"([0-9]+) p([0-9]+):[ \t]*")
_HEADERS = ("edition", "seats", "bots", "date", "starter", "result")


class RecordError(ValueError):
    """The error for a record that has a fault, or `?` in place of secrets.

    Attributes:
        line: the line of the fault, counted from 1.
        column: the column of the fault, counted from 1.
        reason: an English sentence that says what is wrong.
        game: the game up to the fault, or None if the fault comes before the end of the deal.
        code: the kind of fault, a key of `FAULTS`.
        values: the values that `FAULTS` lists for the code. For an illegal move, these include
            `reason` and `values`: the code and the values of the reason.
    """

    def __init__(
        self,
        line: int,
        column: int,
        reason: str,
        game: Game | None,
        code: str = "",
        values: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason
        self.game = game
        self.code = code
        self.values: Mapping[str, Any] = {} if values is None else values


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    column: int


@dataclass(frozen=True, slots=True)
class _Step:
    """One action of a turn's line, with its random outcomes."""

    words: str
    column: int
    outcomes: tuple[_Word, ...]
    outcome_column: int


# Writing ------------------------------------------------------------------------------------


def write_record(
    game: Game,
    *,
    viewer: int | None = None,
    date: str = "",
    bots: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> str:
    """Return the record of a game as text.

    Args:
        game: a game that began with a deal.
        viewer: a seat, or `SPECTATOR`. Everything that this viewer may not see is written as `?`.
            If left out, everything is written.
        date: the day the game was played, such as `2026-11-21`. If empty, the header is left out.
        bots: the name of the bot on each seat, by seat, or "" for a person. If empty, the header is
            left out.
        notes: lines of comment to write after the game. `read_record` skips them.

    Raises:
        ValueError: the game began from a position, or the date, a note or a bot's name is not one
            line of plain text.
    """
    if not date.isprintable():
        raise ValueError(f"the date must be one line of plain text, not {date!r}")
    if not all(map(str.isprintable, notes)):
        raise ValueError(f"a note must be one line of plain text, not {notes!r}")
    for bot in bots:
        if bot and not is_bot(bot):
            raise ValueError(
                f"the name of a bot must be one line of at most {LONGEST_BOT} characters that can "
                f"be seen, not {bot[: 2 * LONGEST_BOT]!r}"
            )
    if not game.from_deal:
        raise ValueError("a game that began from a position has no record; save its position")
    headers = [
        FORMAT,
        f"edition: {game.edition.name} {game.edition.revision}",
        f"seats: {', '.join(json.dumps(name, ensure_ascii=False) for name in game.seats)}",
    ]
    if any(bots):
        headers.append(f"bots: {', '.join(json.dumps(name, ensure_ascii=False) for name in bots)}")
    if date:
        headers.append(f"date: {date}")
    if not game.starter_drawn:
        headers.append(f"starter: {game.starter + 1}")
    if game.over:
        headers.append(f"result: {' '.join(map(str, game.score_sheet().totals))}")
    lines = [*headers, "", "deal" + _chance_text(game.dealt, viewer)]
    # Until every player has answered, the number of tickets kept is secret, too (C-02).
    counted = game.view().phase != PHASES[Phase.OPENING_KEEP]
    for number, (seat, moves) in enumerate(turns(game.moves), start=1):
        steps = "; ".join(_step_text(move, viewer, counted) for move in moves)
        lines.append(f"{number} p{seat + 1}: {steps}")
    lines += [f"# {note}" for note in notes]
    return "\n".join(lines) + "\n"


def turns(moves: Iterable[Move]) -> list[tuple[int, list[Move]]]:
    """Group moves into turns. Return a pair for each turn: its seat, and its moves in order.

    Each answer to an opening offer is a turn of its own.
    """
    joined: list[tuple[int, list[Move]]] = []
    for move in moves:
        if joined and joined[-1][0] == move.seat and _continues(joined[-1][1], move):
            joined[-1][1].append(move)
        else:
            joined.append((move.seat, [move]))
    return joined


def _continues(so_far: list[Move], move: Move) -> bool:
    """Return whether a move belongs to the current turn and does not begin a new turn.

    Args:
        so_far: the moves of the turn so far, all by the seat that made `move`.
        move: the next move.
    """
    last = so_far[-1].action
    match move.action:
        case DrawDeck() | DrawDisplay():
            return len(so_far) == 1 and isinstance(last, DrawDeck | DrawDisplay)
        case KeepTickets():
            opening = any(isinstance(event, TicketsAnswered) for event in move.events)
            return isinstance(last, DrawTickets) and not opening
        case PaySurcharge():
            return _is_substitute(move)
        case PlacePassenger():
            return isinstance(last, ClaimRoute) or _is_substitute(so_far[-1])
        case TravelRoute() | EndJourney():
            return True
        case _:
            return False


def _is_substitute(move: Move) -> bool:
    """Return whether a move gives a card as a substitute (F-12, F-14)."""
    return any(isinstance(event, SubstituteGiven) for event in move.events)


def _step_text(move: Move, viewer: int | None, counted: bool) -> str:
    words = str(move.action)
    if isinstance(move.action, KeepTickets) and _hides(move.seat, viewer):
        tickets = [HIDDEN] * len(move.action.tickets) or ["none"]
        words = " ".join(["keep", *tickets]) if counted else HIDDEN
    return words + _chance_text(move.outcomes, viewer)


def _chance_text(outcomes: tuple[Chance, ...], viewer: int | None) -> str:
    """Return the random outcomes of a move as text for a record, such as ` > red / blue`.

    A `/` stands between outcomes that different seats see. A `?` replaces every outcome that the
    viewer may not see. If `viewer` is None or `REFEREE`, all outcomes are written. Without
    outcomes, the text is empty.
    """
    words: list[str] = []
    for before, outcome in zip((None, *outcomes), outcomes, strict=False):
        if before is not None and before.seat != outcome.seat:
            words.append(DIVIDER)
        words.append(HIDDEN if _hides(outcome.seat, viewer) else outcome.word)
    return " > " + " ".join(words) if words else ""


def _hides(seat: int | None, viewer: int | None) -> bool:
    return viewer is not None and viewer != REFEREE and seat is not None and seat != viewer


# Reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of a record: the edition, the players, the bots, the date, and the result."""

    edition: str
    revision: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    """The name of the bot on each seat, by seat, or "" for a person. Empty if the record has no
    such header."""
    date: str
    """The day the game was played. Empty if the record has no such header."""
    starter: int | None
    """The seat that begins, or None if the starter was drawn by lot."""
    result: tuple[int, ...] | None
    """The final score of each seat, by seat. None if the record has no such header."""


def read_record(text: str, *, edition: str | Path | Edition | None = None) -> Game:
    """Replay a record and return the game. Every move and every random outcome is checked.

    Args:
        text: the record.
        edition: the edition, or the path of its file, if the edition is not a built-in one.

    Raises:
        RecordError: the record has a fault, or `?` in place of secrets. `error.game` is the game up
            to the fault.
    """
    return Reader(text, edition).game()


class Reader:
    """A reader that replays a record line by line."""

    def __init__(self, text: str, edition: str | Path | Edition | None = None) -> None:
        """Store the text without reading it. The methods read the text and find faults.

        Args:
            text: the record.
            edition: the edition, or the path of its file, if the edition is not a built-in one.
        """
        self._length = len(text)
        self._lines = text[:LONGEST_RECORD].removeprefix("\ufeff").splitlines()
        self._given = edition
        self._line = 0
        self._game: Game | None = None
        self._result_line = 0

    def game(self) -> Game:
        """Replay the whole record and return the game.

        Raises:
            RecordError: the record has a fault, or `?` in place of secrets.
        """
        game = self.until(None)
        self._check_result(game)
        return game

    def until(self, turn: int | None) -> Game:
        """Replay the first turns of the record and return the game.

        Args:
            turn: the number of turns. None replays all of them.

        Raises:
            RecordError: the record has a fault, `?` in place of secrets, or fewer turns.
        """
        headers = self.headers()
        game = self._dealt(headers)
        done = 0
        while (turn is None or done < turn) and (line := self._next()) is not None:
            done += 1
            self._play_line(game, line, done)
        if turn is not None and done < turn:
            self._fail(1, "turns", given=done, number=turn)
        return game

    def headers(self) -> Headers:
        """Read and return the headers.

        Raises:
            RecordError: the record is too long, or a header is missing or faulty.
        """
        if self._length > LONGEST_RECORD:
            self._line = 1
            self._fail(1, "record_too_long", number=LONGEST_RECORD, given=self._length)
        for number, line in enumerate(self._lines, start=1):
            if len(line) > LONGEST_LINE:
                self._line = number
                self._fail(1, "line_too_long", number=LONGEST_LINE, given=len(line))
        if not self._lines or self._lines[0].strip() != FORMAT:
            self._line = 1
            self._fail(1, "first_line", example=FORMAT)
        self._line = 1
        found: dict[str, str] = {}
        while self._line < len(self._lines) and self._lines[self._line].strip():
            self._line += 1
            line = self._lines[self._line - 1]
            if line.startswith("#"):
                continue
            match = _HEADER.fullmatch(line.rstrip())
            if match is None or match[1] not in _HEADERS:
                self._fail(1, "header", known=", ".join(_HEADERS))
            if match[1] in found:
                self._fail(1, "header_twice", header=match[1])
            found[match[1]] = match[2]
            self._check_header(match[1], match[2])
        for needed in ("edition", "seats"):
            if needed not in found:
                self._fail(1, "header_missing", header=needed)
        name, _, revision = found["edition"].rpartition(" ")
        seats, bots = _quoted_names(found["seats"]), _quoted_names(found.get("bots", ""))
        if bots and len(bots) != len(seats):
            self._fail(1, "bots", given=len(bots), number=len(seats))
        return Headers(
            edition=name,
            revision=int(revision),
            seats=seats,
            bots=bots,
            date=found.get("date", ""),
            starter=int(found["starter"]) - 1 if "starter" in found else None,
            result=tuple(map(int, found["result"].split())) if "result" in found else None,
        )

    def _check_header(self, name: str, value: str) -> None:
        forms = {
            "edition": (r"\S+ \d{1,6}", "an edition and its revision, as in 'usa 1'"),
            "starter": (r"[1-9]", "the number of the player who begins"),
            "result": (r"-?\d{1,5}( -?\d{1,5})*", "every player's score, as in '104 87'"),
        }
        if name in forms and not re.fullmatch(forms[name][0], value):
            self._fail(len(name) + 3, "header_value", header=name, expected=forms[name][1])
        if name in ("seats", "bots") and not _quoted_names(value):
            expected = 'names in quotes, as in "Ada", "Ben"'
            self._fail(len(name) + 3, "header_value", header=name, expected=expected)
        if name == "seats" and not all(map(is_at_table, _quoted_names(value))):
            self._fail(len(name) + 3, "name", number=LONGEST_AT_TABLE)
        if name == "bots" and not all(is_bot(bot) for bot in _quoted_names(value) if bot):
            self._fail(len(name) + 3, "name", number=LONGEST_BOT)
        if name == "result":
            self._result_line = self._line

    def _dealt(self, headers: Headers) -> Game:
        """Read the line of the deal, and return a game with this deal.

        Raises:
            RecordError: the edition is unknown or has another revision, or the deal has a fault or
                `?` in place of secrets.
        """
        try:
            edition = (
                self._given
                if isinstance(self._given, Edition)
                else load(self._given if self._given is not None else headers.edition)
            )
        except EditionError as error:
            self._fail(1, "edition", message=str(error))
        if (edition.name, edition.revision) != (headers.edition, headers.revision):
            self._fail(
                1,
                "revision",
                edition=headers.edition[:64],
                number=headers.revision,
                here=edition.name,
                given=edition.revision,
            )
        line = self._next()
        if line is None or not re.match(r"deal\b", line):
            self._line = max(self._line, 1)
            self._fail(1, "deal")
        step = _step(line, 0)
        words = self._outcomes(step)
        try:
            self._game = Game.new(
                edition, headers.seats, seed=0, starter=headers.starter, dealt=tuple(words)
            )
        except ValueError as error:
            self._fail(step.outcome_column, "chance", message=str(error))
        return self._game

    def _play_line(self, game: Game, line: str, number: int) -> None:
        """Take the actions of one turn's line in a game.

        Args:
            game: the game, which changes.
            line: the turn's line.
            number: the number that the line should have.

        Raises:
            RecordError: the line has a fault, or `?` in place of a secret.
        """
        head = _TURN.match(line)
        if head is None:
            self._fail(1, "turn", example=f"{number} p1: draw deck > red")
        if head[1] != str(number):
            self._fail(1, "turn_number", number=number, given=head[1][:9])
        players = [str(player) for player in range(1, len(game.seats) + 1)]
        if head[2] not in players:
            self._fail(head.start(2), "player", given=head[2][:9])
        seat = players.index(head[2])
        position = head.end()
        for words in line[head.end() :].split(";"):
            self._play_step(game, seat, _step(words, position))
            position += len(words) + 1

    def _play_step(self, game: Game, seat: int, step: _Step) -> None:
        if HIDDEN in step.words.split():
            self._fail(step.column, "hidden_tickets")
        outcomes = self._outcomes(step)
        try:
            game.replay(step.words, seat, outcomes)
        except ActionError as error:
            known = {} if error.reason is None else {"reason": error.reason.code}
            values = {} if error.reason is None else {"values": error.reason.values}
            self._fail(step.column, "move", message=str(error), **known, **values)
        except ValueError as error:
            self._fail(step.outcome_column, "chance", message=str(error))

    def _outcomes(self, step: _Step) -> list[str]:
        for word in step.outcomes:
            if word.text == HIDDEN:
                self._fail(word.column, "hidden_chance")
        return [word.text for word in step.outcomes]

    def _check_result(self, game: Game) -> None:
        if not self._result_line:
            return
        said = self._lines[self._result_line - 1].partition(":")[2].split()
        totals = [str(total) for total in game.score_sheet().totals]
        self._line = self._result_line
        if not game.over:
            self._fail(1, "not_over")
        if said != totals:
            self._fail(9, "result", result=" ".join(totals))

    def _next(self) -> str | None:
        """Return the next line that is neither empty nor a comment, or None after the last line."""
        while self._line < len(self._lines):
            self._line += 1
            line = self._lines[self._line - 1].rstrip()
            if line and not line.startswith("#"):
                return line
        return None

    def _fail(self, column: int, code: str, **values: Any) -> NoReturn:
        assert {*FAULTS[code]} <= {*values}, code
        reason = _sentence(code, values)
        raise RecordError(self._line, column, reason, self._game, code, values)


def _sentence(code: str, values: Mapping[str, Any]) -> str:
    """Return the English sentence for a fault of a record.

    Args:
        code: the kind of fault, a key of `FAULTS`.
        values: the values that `FAULTS` lists for the code.
    """
    if "message" in values:
        return whole_sentence(values["message"])
    key = code
    if code == "header_value":
        header = values["header"]
        key = f"value_{'names' if header in ('seats', 'bots') else header}"
    return language(ENGLISH).say(f"record_fault.{key}", **values)


def _quoted_names(value: str) -> tuple[str, ...]:
    """Return the names in the value of a `seats:` or `bots:` header, or () if it is faulty."""
    try:
        names = cast(list[object], json.loads(f"[{value}]"))
    except (ValueError, RecursionError):
        return ()
    texts = tuple(name for name in names if isinstance(name, str))
    return texts if len(texts) == len(names) else ()


def _step(text: str, offset: int) -> _Step:
    """Split one action of a line into its words and its random outcomes.

    Args:
        text: the part of the line between two semicolons.
        offset: the number of characters in the line before `text`.
    """
    words, arrow, after = text.partition(">")
    outcomes = tuple(
        _Word(match[0], offset + len(words) + 1 + match.start() + 1)
        for match in re.finditer(r"\S+", after if arrow else "")
        if match[0] != DIVIDER
    )
    column = offset + len(words) - len(words.lstrip()) + 1
    first = outcomes[0].column if outcomes else offset + len(text.rstrip()) + 1
    return _Step(words.strip(), column, outcomes, first)
