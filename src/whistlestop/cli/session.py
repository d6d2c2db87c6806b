"""A game at the terminal: people and bots take turns until the game is over or a person quits."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from whistlestop.actions import Action, claims_by_route
from whistlestop.bots.asking import ask, decision
from whistlestop.bots.following import Following
from whistlestop.bots.motives import motive_of
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import USUAL_LEVEL, make_bot
from whistlestop.bots.registry import bot_names as built_in_bots
from whistlestop.cli import saving
from whistlestop.cli.examples import examples
from whistlestop.cli.failures import Failure
from whistlestop.cli.images import sequence, way_of
from whistlestop.cli.own_board import arrange_once
from whistlestop.cli.progress import compile_players
from whistlestop.cli.reading import LineReader
from whistlestop.cli.screens import Screens, heading
from whistlestop.cli.sketch import drawn_in_characters, legend, picture_of
from whistlestop.cli.telling import tell, you_are_called
from whistlestop.editions.finding import NotFound, find_place, ways
from whistlestop.editions.limits import LOCOMOTIVE
from whistlestop.editions.reading import guesses
from whistlestop.editions.vocabulary import vocabulary
from whistlestop.errors import ActionError, AmbiguousAction
from whistlestop.events import Event
from whistlestop.language import ENGLISH, Language, language
from whistlestop.play.game import Game
from whistlestop.play.hint_notes import hint_note
from whistlestop.play.notation import commands_of, said
from whistlestop.play.record import write_record
from whistlestop.reasons import whole_sentence
from whistlestop.seen.known import ticket_draw
from whistlestop.seen.view import View

FORGET_SCROLLED = "\x1b[3J"
"""The control sequence that makes a terminal also delete what has scrolled off the screen."""

QUESTIONS = (
    *("table", "board", "hand", "routes", "needs", "score", "hint", "why", "log"),
    *("undo", "save", "overwrite", "resign", "help", "quit"),
)
"""The questions and requests that a player can type besides actions, by their English words. Every
language has a word for each."""

OTHER_WORDS = {"?": "help", "exit": "quit", "q": "quit"}
"""Words that players can also type in any language, each with the question that it stands for."""


def print_line(console: Console, line: Text | Table | str) -> None:
    """Print a line. In a terminal, the parts of a wrapped line are indented like its beginning."""
    if isinstance(line, Table):
        console.print(line)
        return
    line = Text(line) if isinstance(line, str) else line
    indent = len(line.plain) - len(line.plain.lstrip())
    if console.is_terminal and indent:
        console.print(Padding(line[indent:], (0, 0, 0, indent)))
    else:
        console.print(line, soft_wrap=not console.is_terminal)


_KEEPING = ("opening_keep", "keep")
"""The phases in which numbers that a person types mean the tickets to keep."""

_MOST_LISTED = 40
"""The maximum number of legal actions that are listed at once. Further actions are left out.

If there are more claims at a place, only one payment for each of its routes is listed.
"""


class Quit(Exception):
    """The exception that ends a session because a player quit. The game has been saved."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's decision: the view that the bot saw, the chosen action, and the legal actions."""

    view: View
    action: Action
    legal: Sequence[Action]


@dataclass
class Session:
    """One game, the people and bots who play it, and the file where it is saved."""

    game: Game
    engaged: dict[int, Callable[[], Bot]]
    """The seats that bots play, each with a function that makes the bot."""
    bot_names: tuple[str, ...]
    """The name of the bot on each seat, by seat, empty for people. The record has these names."""
    console: Console
    reader: LineReader
    file: Path
    date: str
    think: float = 1.0
    """The seconds that a bot may think about one decision."""
    explain: bool = False
    """Whether bots give reasons during the game. The reasons reveal their tickets."""
    spoken: Language = field(default_factory=lambda: language(ENGLISH))
    """The language of the texts. Players can always type English, too."""
    told: dict[int, int] = field(default_factory=dict[int, int])
    """The number of events that each person has already been shown, by the person's seat."""
    last_person: int | None = None
    decided: dict[int, Decision] = field(default_factory=dict[int, Decision])
    """The latest decision of each bot, by the bot's seat."""
    offered: Sequence[Action] = ()
    """The actions that were last listed with numbers. Typing a number chooses one of them."""
    resigning: bool = False
    """Whether the last line of the deciding person was `resign`, which must be typed again to
    confirm."""
    daily: bool = False
    """Whether the game is a deal of the day. Then there are no hints."""
    hinted: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """For each seat, the numbers of the moves before which its person had a hint, counted from
    1."""
    untold: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """For each seat, the sentences about hints of others that its person has not been shown yet."""
    given_up: set[int] = field(default_factory=set[int])
    """The seats whose persons have resigned in this session, so that bots play on."""
    bots: dict[int, Bot] = field(init=False)
    following: dict[int, Following] = field(init=False)

    def __post_init__(self) -> None:
        self._seat_bots()

    def _seat_bots(self) -> None:
        """Put new bots on all seats that bots play, in `bots` and `following`.

        The new bots do not know any moves of the game yet.
        """
        self.bots = {seat: make() for seat, make in self.engaged.items()}
        self.following = {seat: Following(seat) for seat in self.bots}

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in self.bots)

    @property
    def you(self) -> int | None:
        """The seat of the only person, if that person has the default name. Otherwise None."""
        alone = len(self.people) == 1 and you_are_called(self.game.seats[self.people[0]])
        return self.people[0] if alone else None

    def screens(self, view: View) -> Screens:
        """Return the `Screens` for a view, in the session's language."""
        return Screens(view, self.game.seats, self.spoken, self.you)

    def run(self) -> None:
        """Play until the game is over, and print the final scores.

        The game is saved after every decision.

        Raises:
            Quit: a player quit. The game is saved.
            Failure: a player quit, and the game cannot be saved.
            BotError: a bot failed or chose an illegal action. All earlier moves are saved.
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
        """Write the current record to a file, or to the session's file if None.

        Raises:
            Failure: the file cannot be written.
        """
        saving.write(file or self.file, self._record())

    def _record(self) -> str:
        """Return the record of the game so far."""
        notes = tuple(hint_note(seat, moves) for seat, moves in sorted(self.hinted.items()))
        return write_record(self.game, date=self.date, bots=self.bot_names, notes=notes)

    def _save_or_warn(self) -> None:
        """Save the game. If this fails, for instance on a full disk, print a warning."""
        try:
            self.save()
        except Failure as failure:
            why, save = f"{str(failure).rstrip('.')}.", self._word("save")
            self.say(self.spoken.say("terminal.not_saved", why=why, save=save))

    def say(self, *lines: Text | Table | str) -> None:
        """Print lines. Names that look like Rich markup are printed as they are."""
        for line in lines:
            print_line(self.console, line)

    def _table(self, view: View, legal: Sequence[Action]) -> Iterator[Text | Table]:
        return self.screens(view).table(legal, columns=self.console.is_terminal)

    def _decide(self) -> None:
        """Let one of the seats that must decide take an action. Bots decide before people."""
        for seat in self.game.deciding:
            if seat in self.bots:
                self._bot_decides(seat)
                return
        seat = self.game.deciding[0]
        self._hand_over(seat)
        self._person_decides(seat)

    def _bot_decides(self, seat: int) -> None:
        legal = self.game.legal_actions(seat)
        view = self.game.view(seat)
        bot = self.bots[seat]
        news = self.following[seat].news_for(bot, self.game)
        action = decision(self.bot_names[seat], ask(bot, view, legal, self.think, news))
        self.decided[seat] = Decision(view, action, legal)
        self.game.play(action, seat)

    # People ---------------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Hide one person's secrets before another person's turn at the same screen.

        If the last person to decide was on another seat, announce the new person. In a terminal,
        first clear the screen, and then wait until the new person presses Enter.

        Args:
            seat: the seat of the person who decides now.
        """
        if self.last_person is not None and self.last_person != seat:
            name = self.game.seats[seat]
            if self.console.is_terminal:
                self.console.clear()
                self.console.file.write(FORGET_SCROLLED)
            self.say("", self.spoken.say("terminal.now", name=name))
            if self.console.is_terminal:
                self.reader.read(self.spoken.say("terminal.press_enter", name=name), tuple)
        self.last_person = seat

    def _person_decides(self, seat: int) -> None:
        """Print the news, and read the person's lines until one of them changes the game.

        Such a line is a legal action, `undo` or a confirmed `resign`. All other lines are answered.
        """
        self._tell_news(seat)
        view = self.game.view(seat)
        self.offered = ()
        self.say(*self._screen(view))
        name = self.game.seats[seat]
        while True:
            line = self.reader.read(f"{name}> ", lambda: self._completions(view))
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            question = self._question(words.split()[0])
            sure, self.resigning = self.resigning and question == "resign", question == "resign"
            if sure:
                self._resign(seat)
                return
            if question == "undo":
                if self._undo():
                    return
                continue
            if question is not None:
                self._answer(question, words.partition(" ")[2], view)
                continue
            place = self._place_to_claim(words, view)
            if place is not None:
                self.say(*self._claims(view, place))
                continue
            try:
                self.game.play(self._meant(words, seat, view), seat)
            except AmbiguousAction as error:
                choices = self.game.choices(seat)
                self.say(
                    re.sub(r"\.$", ":", self._refusal(error)),
                    *self._numbered([choices[choice] for choice in error.choices]),
                )
            except ActionError as error:
                self.say(self._refusal(error))
                if error.reason is not None and error.reason.code == "unknown_command":
                    self.say(*self._guesses(words.split()[0], view))
            else:
                self._tell_news(seat)
                return

    def _meant(self, words: str, seat: int, view: View) -> Action:
        """Return the action that a player typed.

        The player may type words, the number of a listed action, or the numbers of tickets to keep.

        Raises:
            ActionError: the words do not describe an action, or they fit several.
        """
        numbers = words.replace(",", " ").split()
        if all(number.isdecimal() for number in numbers):
            if len(numbers) == 1 and 0 < int(numbers[0]) <= len(self.offered):
                return self.offered[int(numbers[0]) - 1]
            if view.phase in _KEEPING:
                words = f"keep {words}"
        return self.game.parse(words, seat, self.spoken.code)

    def _numbered(self, actions: Iterable[Action]) -> Iterator[str]:
        """Yield a line for each action, with the number that chooses the action.

        The actions are also stored in `offered`.
        """
        self.offered = tuple(actions)
        for number, action in enumerate(self.offered, start=1):
            yield f"  {number}  {self._said(action)}"
        if self.offered:
            yield self.spoken.say("terminal.by_number")

    def _place_to_claim(self, words: str, view: View) -> str | None:
        """Return the place that a player named in place of a route, as in `claim Denver`.

        Args:
            words: the words that the player typed.
            view: the player's view.

        Returns:
            The code of the place. None for all other words.
        """
        verb, _, rest = words.partition(" ")
        if verb.casefold() not in {"claim", self.spoken.command("claim").casefold()}:
            return None
        try:
            code = find_place(view.edition, rest, self.spoken.code) if rest.strip() else None
        except NotFound:
            return None
        # A code can also be the beginning of a route's code. Then the player means the route.
        return None if rest.strip().upper() in view.index.route_of else code

    def _claims(self, view: View, place: str) -> Iterator[Text | Table | str]:
        """Yield a line for each legal claim of a route at a place, with a number to choose it by.

        The claims are stored in `offered`. If there are none, yield the routes of the place with
        their owners instead.
        """
        legal = self.game.legal_actions(view.viewer)
        by_route = [
            claims
            for route, claims in claims_by_route(legal).items()
            if place in view.index.ends(route)
        ]
        if sum(map(len, by_route)) > _MOST_LISTED:
            # There are too many ways to pay. For each route, show only the payment with the fewest
            # wild cards.
            wild = view.index.kinds[LOCOMOTIVE]
            by_route = [
                (min(claims, key=lambda claim: dict(claim.cards).get(wild, 0)),)
                for claims in by_route
            ]
        if by_route:
            yield from self._numbered([claim for claims in by_route for claim in claims])
        else:
            yield from self.screens(view).routes(legal, place)

    def _resign(self, seat: int) -> None:
        """Replace the person on a seat, who resigns, by a bot of the default level."""
        names = list(self.bot_names)
        names[seat] = USUAL_LEVEL
        self.bot_names = tuple(names)
        self.given_up.add(seat)
        self.engaged[seat] = partial(make_bot, USUAL_LEVEL, seat)
        self.bots[seat], self.following[seat] = self.engaged[seat](), Following(seat)
        self.say(self.spoken.say("log.Resigned", name=self.game.seats[seat]))
        compile_players(self.console, [USUAL_LEVEL])

    def _refusal(self, error: ActionError) -> str:
        """Return the reason why an action is refused, in the session's language."""
        if error.reason is None:
            return whole_sentence(str(error))
        return error.reason.said(self.spoken.code, self.game.seats)

    def _said(self, action: Action) -> str:
        """Return words that a player can type for an action, in the session's language."""
        return said(action, self.game.index, self.spoken.code)

    def _word(self, question: str) -> str:
        """Return the word with which a player asks a question, in the session's language.

        Args:
            question: the question in English, from `QUESTIONS`, such as `hand` or `hint`.
        """
        return self.spoken.say(f"terminal.ask.{question}")

    def _question(self, word: str) -> str | None:
        """Return the question, from `QUESTIONS`, that a typed word stands for.

        The word may be in the session's language or in English. Return None for all other words.
        """
        if word.casefold() in OTHER_WORDS:
            return OTHER_WORDS[word.casefold()]
        typed = ways(word)[0]
        for question in QUESTIONS:
            if typed and (typed == question or typed in ways(self._word(question))):
                return question
        return None

    def _screen(self, view: View) -> Iterator[Text | Table | str]:
        """Yield the texts that a person needs to see for the current decision.

        In phases with few possible actions, these are listed with numbers and stored in `offered`.
        """
        legal = self.game.legal_actions(view.viewer)
        screens, say = self.screens(view), self.spoken.say
        listed = enumerate(legal[:_MOST_LISTED], start=1)
        can = ", ".join(f"{number} {self._said(action)}" for number, action in listed)
        match view.phase:
            case "opening_mix":
                yield from self._table(view, ())
                yield say("turn.opening_mix", n=ticket_draw(view)[0])
                yield say("terminal.for_instance", example=self._said(legal[len(legal) // 2]))
            case "opening_keep" | "keep":
                if view.phase == "opening_keep":
                    yield from self._table(view, ())
                yield from screens.offer()
            case "second_card":
                yield screens.display()
                yield say("turn.second_card")
            case "placement":
                yield say("terminal.place", actions=can)
                self.offered = legal[:_MOST_LISTED]
            case "surcharge":
                yield from screens.tunnel()
                yield say("terminal.can", actions=can)
                self.offered = legal[:_MOST_LISTED]
            case "substitution":
                route = self.spoken.route(view.index, str(view.route))
                yield say("turn.substitution", n=view.owed, route=route)
                yield screens.hand()
                yield say("terminal.can", actions=can)
                self.offered = legal[:_MOST_LISTED]
            case "journey":
                yield from screens.journey()
                yield say("terminal.can", actions=can)
                self.offered = legal[:_MOST_LISTED]
            case _:
                yield from self._table(view, legal)
                commands = dict.fromkeys(str(action).split()[0] for action in legal)
                spoken = ", ".join(map(self.spoken.command, commands))
                yield say("terminal.your_turn", commands=spoken, help=self._word("help"))

    def _tell_news(self, seat: int) -> None:
        """Print the events that the person on a seat has not been shown yet.

        Other players' secrets are left out.
        """
        happened = self.game.events
        start = min(self.told.get(seat, 0), len(happened))
        self.say(*dict.fromkeys(self.untold.pop(seat, ())))
        for event in happened[start:]:
            sentence = self._tell(event.seen_by(seat))
            if sentence is not None:
                self.say(sentence)
        self.told[seat] = len(happened)

    def _tell(self, event: Event) -> str | None:
        return tell(event, self.game.seats, self.game.index, self.spoken, self.you)

    def _answer(self, question: str, rest: str, view: View) -> None:
        """Do what a question asks for, such as `hand` or `save`, and print the answer.

        Args:
            question: one of `QUESTIONS`, except `undo`.
            rest: the text that was typed after the question.
            view: the game as the player sees it.

        Raises:
            KeyboardInterrupt: the question is `quit`.
        """
        answers: dict[str, Callable[[], Iterable[Text | Table | str]]] = {
            "table": lambda: self._screen(view),
            "board": lambda: self._board(view),
            "hand": lambda: [self.screens(view).hand()],
            "score": lambda: self.screens(view).score(self.game.score_sheet()),
            "hint": lambda: self._hint(view),
            "resign": lambda: [self.spoken.say("terminal.resign_sure", word=self._word("resign"))],
            "needs": lambda: self.screens(view).tickets(),
            "routes": lambda: self._routes(view, rest),
            "why": self._why,
            "log": lambda: self._log(view),
            "help": lambda: self._help_about(rest, view) if rest.strip() else self._help(view),
            "save": lambda: self._save_as(rest),
            "overwrite": lambda: self._save_as(rest, overwrite=True),
        }
        if question == "quit":
            raise KeyboardInterrupt
        self.say(*answers[question]())

    def _routes(self, view: View, place: str) -> Iterator[Text | Table | str]:
        legal = self.game.legal_actions(view.viewer)
        try:
            code = find_place(view.edition, place, self.spoken.code) if place.strip() else None
        except NotFound as fault:
            yield fault.reason.said(self.spoken.code)
            return
        yield from self.screens(view).routes(legal, code)

    def _board(self, view: View) -> Iterator[Text]:
        """Show the board as a picture if the terminal supports pictures, otherwise in characters.

        A picture is written to the terminal at once, and the lines of its legend are yielded. A
        board in characters is yielded line by line.
        """
        width = min(self.console.width, 120)
        way = way_of(os.environ) if self.console.is_terminal else None
        if way is None:
            yield from drawn_in_characters(view, self.game.seats, width)
            return
        arrange_once(view.edition)
        self.console.file.write(sequence(way, picture_of(view, self.game.seats, width), width))
        yield from legend(self.game.seats)

    def _hint(self, view: View) -> Iterator[str]:
        """Yield the lines with the best actions, or with the reason why there is no hint.

        The other people at the screen are told that there was a hint, and the record says so.
        """
        seat = view.viewer
        legal = self.game.legal_actions(seat)
        if self.daily or len(legal) == 1:
            yield self.spoken.say(f"error.no_hints.{'daily' if self.daily else 'forced'}")
            return
        # The judge is imported late, so that games begin fast.
        from whistlestop.cli.hinting import hint_lines, make_hint

        words = Language(self.spoken.code, "reviews")
        hint = make_hint(self.console, view, words, self.game.length)
        numbered = view.phase not in _KEEPING
        if numbered:
            self.offered = tuple(option.action for option in hint.options)
        moves = self.hinted.setdefault(seat, [])
        if self.game.length + 1 not in moves:
            moves.append(self.game.length + 1)
        for other in self.people:
            if other != seat:
                told = self.spoken.say("log.Hinted", name=self.game.seats[seat])
                self.untold.setdefault(other, []).append(told)
        yield from hint_lines(hint, view, legal, self.game.seats, words, numbered=numbered)
        if numbered:
            yield self.spoken.say("terminal.by_number")

    def _log(self, view: View) -> Iterator[str]:
        for event in self.game.events:
            sentence = self._tell(event.seen_by(view.viewer))
            if sentence is not None:
                yield sentence

    def _why(self) -> Iterator[str]:
        """Yield a sentence with the reason for the last decision of each built-in bot.

        Without the option `--explain`, or if no built-in bot has decided yet, yield a single
        sentence that says so.
        """
        say = self.spoken.say
        if not self.explain:
            yield say("terminal.why_later")
            return
        told = False
        for seat, done in self.decided.items():
            name = self.bot_names[seat]
            if name in built_in_bots():
                motive = motive_of(done.view, done.action, done.legal, name, seat)
                words = motive.said(self.spoken.code, self.game.seats)
                action = self._said(done.action)
                yield say(
                    "terminal.why_said", name=self.game.seats[seat], action=action, words=words
                )
                told = True
        if not told:
            yield say("terminal.why_nothing")

    def _help_about(self, topic: str, view: View) -> Iterator[Text | Table | str]:
        """Yield the help on a question or a command, even if the command is not possible now.

        If the topic is neither a question nor a command, the text says so and suggests similar
        words.
        """
        question = self._question(topic.split()[0])
        if question is not None:
            yield f"  {self._about(question, view)}"
        known = vocabulary(view.edition, self.spoken.code)
        commands = [command for command, _ in known.commands(topic.split())]
        for command in commands:
            legal = self.game.legal_actions(view.viewer)
            actions = [self._said(one) for one in legal if str(one).split()[0] == command]
            say, verb = self.spoken.say, self.spoken.command(command)
            shown = ", ".join(map(self._said, examples(command, view.edition)))
            yield f"  {verb}: {say(f'terminal.about_command.{command}')}"
            yield f"    {say('terminal.for_instance', example=shown)}"
            more = ", …" if len(actions) > _MOST_LISTED else ""
            can = ", ".join(actions[:_MOST_LISTED]) + more
            yield f"    {say('terminal.can', actions=can) if actions else say('terminal.not_now')}"
        if question is None and not commands:
            yield self.spoken.say("terminal.no_help", word=topic.strip(), help=self._word("help"))
            yield from self._guesses(topic.split()[0], view)

    def _guesses(self, word: str, view: View) -> Iterator[str]:
        """Yield a sentence with the questions and commands that resemble a word.

        Nothing is yielded if none resembles the word.
        """
        known = {question: self._word(question) for question in QUESTIONS}
        known |= {command: self.spoken.command(command) for command in commands_of(view.edition)}
        # English words are accepted, too. The guesses are always in the session's language.
        shown = {**known, **{said: said for said in known.values()}}
        close = [*dict.fromkeys(shown[typed] for typed in guesses(word, shown))]
        if close:
            yield self.spoken.say("fault.guess", guesses=self.spoken.either(close))

    def _about(self, question: str, view: View) -> str:
        """Return the line of help for a question: the word to type, and what it does."""
        place = self.spoken.place(view.index, view.edition.cities[0].code)
        word = self._word(question)
        return f"{word}: {self.spoken.say(f'terminal.about.{question}', word=word, place=place)}"

    def _help(self, view: View) -> Iterator[Text | Table | str]:
        say, index = self.spoken.say, view.index
        examples: dict[str, Action] = {}
        for action in self.game.legal_actions(view.viewer):
            examples.setdefault(str(action).split()[0], action)
        yield heading(say("terminal.help_now"))
        for command, action in examples.items():
            yield f"  {self.spoken.command(command)}: {self._said(action)}"
        yield heading(say("terminal.help_ask"))
        for question in QUESTIONS:
            yield f"  {self._about(question, view)}"
        yield say("terminal.help_places")
        cards = [self.spoken.card(kind) for kind in index.kind_of]
        yield say("terminal.help_cards", cards=", ".join(cards))

    def _save_as(self, name: str, *, overwrite: bool = False) -> Iterator[str]:
        name = name.strip()
        if not name:
            yield self.spoken.say("terminal.saved_each_move", file=self.file)
            return
        try:
            file = Path(name).expanduser()
            if not overwrite:
                saving.check_free(file, self._record())
            self.save(file)
        except saving.Occupied:
            overwrite_it = f"{self._word('overwrite')} {name}"
            yield self.spoken.say("terminal.occupied", file=name, command=overwrite_it)
            return
        except (Failure, RuntimeError) as failure:
            # Path.expanduser raises RuntimeError if there is no home folder.
            yield whole_sentence(str(failure))
            return
        yield self.spoken.say("terminal.saved_as", file=name)

    def _undo(self) -> bool:
        """Take moves back, up to and including the last move of the only person.

        If there are several people or there is no such move, print why nothing is taken back.

        Returns:
            Whether moves were taken back.
        """
        if len(self.people) != 1:
            self.say(self.spoken.say("terminal.undo_alone"))
            return False
        (person,) = self.people
        if not any(move.seat == person for move in self.game.moves):
            self.say(self.spoken.say("terminal.undo_nothing"))
            return False
        while self.game.undo().seat != person:
            pass
        self.told[person] = len(self.game.events)
        self.decided.clear()
        # Bots remember the game. New bots do not know the moves that were taken back.
        self._seat_bots()
        self.say(self.spoken.say("terminal.undone"))
        return True

    def _completions(self, view: View) -> list[str]:
        legal = self.game.legal_actions(view.viewer)
        words = {question: self._word(question) for question in QUESTIONS}
        names = [self.spoken.place(view.index, city.code) for city in view.edition.cities]
        places = [f"{words['routes']} {name}" for name in names]
        return [*map(self._said, legal), *map(str, legal), *words.values(), *places]

    # The end --------------------------------------------------------------------------------

    def _finish(self) -> None:
        seat = self.people[0] if self.people else None
        if seat is not None:
            self._tell_news(seat)
        screens = Screens(self.game.view(seat), self._played_by(), self.spoken, self.you)
        self.say(*screens.score_sheet(self.game.score_sheet()))
        self.say("", self.spoken.say("terminal.record", file=self.file))

    def _played_by(self) -> tuple[str, ...]:
        """Return the names of those who have played to the end, by seat.

        For persons who have resigned, these are the bots that have played on.
        """
        names = [*self.game.seats]
        for seat in self.given_up:
            name, bot = names[seat], self.spoken.say(f"given.{self.bot_names[seat]}")
            alone = you_are_called(name)
            names[seat] = bot if alone else self.spoken.say("finale.stand_in", bot=bot, name=name)
        return tuple(names)
