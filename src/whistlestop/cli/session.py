"""A game at the terminal: people and bots take their turns until it is over or somebody quits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from whistlestop.actions import Action
from whistlestop.bots.protocol import Bot
from whistlestop.cli import saving, screens
from whistlestop.cli.failures import Failure
from whistlestop.cli.reading import LineReader
from whistlestop.cli.telling import tell
from whistlestop.editions.finding import NotFound, find_place
from whistlestop.errors import ActionError, AmbiguousAction
from whistlestop.game import Game
from whistlestop.notation import COMMANDS
from whistlestop.record import write_record
from whistlestop.view import View

FORGET_SCROLLED = "\x1b[3J"
"""Tells a terminal to forget what has scrolled away, too."""

BOT_SECONDS = 1.0
"""How long a bot may think about one decision."""

HELP = {
    "table": "show the table again",
    "routes": "routes, routes DENVER: all routes, or those of one place",
    "needs": "your tickets and what they still need",
    "log": "everything that has happened",
    "undo": "take back your last decision (when no other person plays)",
    "save": "save FILE: write the record to this file too",
    "help": "this help",
    "quit": "save the game and leave",
}
"""What can be asked for besides actions."""


def print_line(console: Console, line: Text | Table | str) -> None:
    """Print a line; in a terminal, what does not fit goes on under its own indent."""
    if isinstance(line, Table):
        console.print(line)
        return
    line = Text(line) if isinstance(line, str) else line
    indent = len(line.plain) - len(line.plain.lstrip())
    if console.is_terminal and indent:
        console.print(Padding(line[indent:], (0, 0, 0, indent)))
    else:
        console.print(line, soft_wrap=not console.is_terminal)


def _begun(error: ActionError) -> str:
    """The error's words with a capital letter, as a sentence begins."""
    words = str(error)
    return words[:1].upper() + words[1:]


class Quit(Exception):
    """The player leaves; the game is saved."""


@dataclass
class Session:
    """One game, the people and bots who play it, and where it is saved."""

    game: Game
    bots: dict[int, Bot]
    """The seats that bots play."""
    bot_names: tuple[str, ...]
    """For every seat the bot's name, or nothing: the record keeps them."""
    console: Console
    reader: LineReader
    file: Path
    date: str
    told: dict[int, int] = field(default_factory=dict[int, int])
    """seat → how many events that person has been told."""
    last_person: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in self.bots)

    def run(self) -> None:
        """Play until the game is over.

        Raises:
            Quit: a player left; the record is saved.
        """
        try:
            while not self.game.over:
                self._decide()
                self._save_or_warn()
        except (EOFError, KeyboardInterrupt) as stop:
            self.save()
            raise Quit from stop
        self._finish()

    def save(self, file: Path | None = None) -> None:
        """Write the record as it is now."""
        text = write_record(self.game, date=self.date, bots=self.bot_names)
        saving.write(file or self.file, text)

    def _save_or_warn(self) -> None:
        """Save after a move; a disk that is full must not end the game, so the next move tries."""
        try:
            self.save()
        except Failure as failure:
            self.say(f"Not saved: {failure}. 'save FILE' saves it elsewhere.")

    def say(self, *lines: Text | Table | str) -> None:
        """Print lines; names are never read as markup."""
        for line in lines:
            print_line(self.console, line)

    def _table(self, view: View, legal: tuple[Action, ...]) -> Iterator[Text | Table]:
        columns = self.console.is_terminal
        return screens.table(view, self.game.seats, legal, columns=columns)

    def _decide(self) -> None:
        """One decision, by a bot if one has to decide, else by a person."""
        for seat in self.game.deciding:
            if seat in self.bots:
                self._bot_decides(seat)
                return
        seat = self.game.deciding[0]
        self._hand_over(seat)
        self._person_decides(seat)

    def _bot_decides(self, seat: int) -> None:
        legal = self.game.legal_actions(seat)
        action = self.bots[seat].choose(self.game.view(seat), legal, BOT_SECONDS)
        try:
            self.game.play(action, seat)
        except ActionError as error:
            name = self.bot_names[seat]
            raise Failure(f"the bot {name!r} chose {action}, which is illegal: {error}") from error

    # People ---------------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Between two people at one screen: clear it, and wait for the next one."""
        if self.last_person is not None and self.last_person != seat:
            name = self.game.seats[seat]
            if self.console.is_terminal:
                self.console.clear()
                self.console.file.write(FORGET_SCROLLED)
            self.say("", f"--- Now {name}. Nobody else should look. ---")
            if self.console.is_terminal:
                self.reader.read(f"{name}, press Enter: ", tuple)
        self.last_person = seat

    def _person_decides(self, seat: int) -> None:
        """Show what is new and ask until a legal action comes."""
        self._tell_news(seat)
        view = self.game.view(seat)
        self.say(*self._screen(view))
        name = self.game.seats[seat]
        while True:
            line = self.reader.read(f"{name}> ", lambda: self._completions(view))
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            if words.split()[0].casefold() == "undo":
                if self._undo():
                    return
                continue
            if self._ask(words, view):
                continue
            try:
                self.game.play(words, seat)
            except AmbiguousAction as error:
                self.say(f"{_begun(error)}:", *(f"  {choice}" for choice in error.choices))
            except ActionError as error:
                self.say(f"{_begun(error)}.")
            else:
                self._tell_news(seat)
                return

    def _screen(self, view: View) -> Iterator[Text | Table | str]:
        """What a person needs to see for this decision."""
        legal = self.game.legal_actions(view.viewer)
        match view.phase:
            case "opening_mix":
                stacks = " and ".join(view.edition.stacks)
                yield from self._table(view, ())
                yield (
                    f"Say how many of your {view.edition.opening.choose} opening tickets come from "
                    f"the {stacks} stacks, for instance: {legal[len(legal) // 2]}"
                )
            case "opening_keep" | "keep":
                if view.phase == "opening_keep":
                    yield from self._table(view, ())
                yield from screens.offer(view)
            case "second_card":
                yield Text("Display: ") + screens.display(view)
                yield "Draw your second card."
            case "placement":
                places = [str(action) for action in legal]
                yield "You may place a passenger: " + ", ".join(places)
            case "surcharge":
                yield from screens.tunnel(view)
                yield "You can: " + ", ".join(map(str, legal))
            case "journey":
                yield from screens.journey(view)
                yield "You can: " + ", ".join(map(str, legal))
            case _:
                yield from self._table(view, legal)
                yield self._prompt(view, legal)

    def _prompt(self, view: View, legal: Sequence[object]) -> str:
        kinds = dict.fromkeys(str(action).split()[0] for action in legal)
        return f"Your turn: {', '.join(kinds)}; 'help' explains."

    def _tell_news(self, seat: int) -> None:
        """What has happened since this person was told last."""
        happened = self.game.events
        start = min(self.told.get(seat, 0), len(happened))
        for event in happened[start:]:
            sentence = tell(event.seen_by(seat), self.game.seats, self.game.index)
            if sentence is not None:
                self.say(sentence)
        self.told[seat] = len(happened)

    def _ask(self, words: str, view: View) -> bool:
        """Answer a question; whether it was one."""
        first, _, rest = words.partition(" ")
        answers: dict[str, Callable[[], Iterable[Text | Table | str]]] = {
            "table": lambda: self._screen(view),
            "hand": lambda: [screens.cards(view.me.hand or {}, view.index.kinds)],
            "needs": lambda: screens.tickets(view),
            "routes": lambda: self._routes(view, rest),
            "log": lambda: self._log(view),
            "help": lambda: self._help(view),
            "?": lambda: self._help(view),
            "save": lambda: self._save_as(rest),
        }
        if first.casefold() in ("quit", "exit", "q"):
            raise KeyboardInterrupt
        answer = answers.get(first.casefold())
        if answer is None:
            return False
        self.say(*answer())
        return True

    def _routes(self, view: View, place: str) -> Iterator[Text | Table | str]:
        legal = self.game.legal_actions(view.viewer)
        try:
            code = find_place(view.edition, place) if place.strip() else None
        except NotFound as fault:
            yield f"{fault}."
            return
        yield from screens.routes(view, self.game.seats, legal, code)

    def _log(self, view: View) -> Iterator[str]:
        for event in self.game.events:
            sentence = tell(event.seen_by(view.viewer), self.game.seats, self.game.index)
            if sentence is not None:
                yield sentence

    def _help(self, view: View) -> Iterator[Text | Table | str]:
        legal = self.game.legal_actions(view.viewer)
        now = dict.fromkeys(str(action).split()[0] for action in legal)
        yield screens.heading("What you can do now")
        for word in now:
            yield f"  {word}: {COMMANDS[word]}"
        yield screens.heading("What you can ask at any time")
        for word, meaning in HELP.items():
            yield f"  {word}: {meaning}"
        yield "Places may be typed as codes or names, without accents; a beginning is enough."
        yield f"Cards: {', '.join(view.index.kind_of)}."

    def _save_as(self, name: str) -> Iterator[str]:
        if not name.strip():
            yield f"The game is saved after every move in {self.file}."
            return
        try:
            self.save(Path(name.strip()).expanduser())
        except Failure as failure:
            yield f"{failure}."
            return
        yield f"Saved as {name.strip()}."

    def _undo(self) -> bool:
        """Take back to the last decision of the only person; whether there was one."""
        if len(self.people) != 1:
            self.say("With several people at the table nothing is taken back.")
            return False
        (person,) = self.people
        if not any(move.seat == person for move in self.game.moves):
            self.say("There is nothing of yours to take back.")
            return False
        while self.game.undo().seat != person:
            pass
        self.told[person] = len(self.game.events)
        self.say("Taken back. What chance brings is drawn anew.")
        return True

    def _completions(self, view: View) -> list[str]:
        legal = self.game.legal_actions(view.viewer)
        names = [city.name for city in view.edition.cities]
        return [*map(str, legal), *HELP, *(f"routes {name}" for name in names)]

    # The end --------------------------------------------------------------------------------

    def _finish(self) -> None:
        seat = self.people[0] if self.people else None
        if seat is not None:
            self._tell_news(seat)
        view = self.game.view(seat)
        self.say(*screens.score_sheet(view, self.game.score_sheet(), self.game.seats))
        self.say("", f"The record of this game: {self.file}")
