"""`whistlestop play`: play a game at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Final

import typer

from whistlestop.bots.registry import USUAL_LEVEL, BotError, file_of, make_bot
from whistlestop.bots.registry import bot_names as built_in_bots
from whistlestop.cli import saving
from whistlestop.cli.boards import complete_edition, edition_named, is_file
from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import compile_players, compile_rules
from whistlestop.cli.reading import LineReader, PlainReader, PromptReader
from whistlestop.language import LANGUAGES, Language, language, language_of
from whistlestop.player_names import LONGEST_NAME, mended

if TYPE_CHECKING:
    from rich.console import Console

    from whistlestop.cli.session import Session
    from whistlestop.editions.model import Edition
    from whistlestop.play.game import Game

# The engine is imported late, so that `--help` and completion are fast.

_BUILT_IN: Final = ", ".join(built_in_bots())


class Hidden(StrEnum):
    """What happens to the cards that are hidden from the player, if a game is played on."""

    SAME = "same"
    NEW = "new"


LANGUAGE = typer.Option(
    "--language",
    help=f"The language: {', '.join(LANGUAGES)}.",
    show_default="the language of the environment",
    metavar="CODE",
)


def language_wanted(code: str | None) -> Language:
    """Return the language with a code, or the environment's language if the code is None.

    Raises:
        Failure: there is no such language.
    """
    try:
        return language(code if code is not None else language_of(os.environ))
    except ValueError as error:
        raise Failure(str(error)) from error


def play(
    edition: Annotated[
        str | None,
        typer.Argument(
            help="An edition's name, or the path of an edition file.",
            autocompletion=complete_edition,
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(help="The number of players.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help=f"Bots, by name ({_BUILT_IN}) or as "
            "./file.py:Name, separated by commas. They take the last seats. 'none' = only people "
            "play.",
            show_default=f"{USUAL_LEVEL} on all seats but one",
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Names of the people, separated by commas.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The seed, 0 to 2**64 - 1. Equal seeds give equal cards."),
    ] = None,
    starter: Annotated[
        int | None, typer.Option(min=1, help="The seat that begins.", show_default="by lot")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Save the game in this file.", show_default="your data folder"),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Continue the game in this file, and save it there.")
    ] = None,
    branch: Annotated[
        Path | None,
        typer.Option(
            help="Play on from a moment of the game in this file, in the seat that moved next. "
            "Bots play the other seats. --move says which moment."
        ),
    ] = None,
    move: Annotated[
        int | None,
        typer.Option(min=0, help="With --branch: the number of moves before the moment."),
    ] = None,
    hidden: Annotated[
        Hidden,
        typer.Option(
            help="With --branch: 'same' = the others hold what they held in the game; 'new' = what "
            "you could not see is dealt again."
        ),
    ] = Hidden.SAME,
    daily: Annotated[
        str | None,
        typer.Option(
            help="Play the deal of a day, without counting: 'today', or a day such as 2026-11-27.",
            metavar="DAY",
        ),
    ] = None,
    think: Annotated[str, typer.Option(help="Time for a bot's decision: 5ms, 100ms, 1s.")] = "1s",
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Let bots explain their moves. This reveals their tickets."),
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use no colours and no line editor, for screen readers.")
    ] = False,
    spoken: Annotated[str | None, LANGUAGE] = None,
) -> None:
    """Play a game: you against bots, or several people at one screen.

    The game is saved after every move, also when you quit or interrupt it.
    """
    from rich.console import Console

    from whistlestop.cli.session import Quit

    seconds = _seconds(think)
    plain = plain or not sys.stdin.isatty()
    tongue = language_wanted(spoken)
    console = _console(plain)
    notes = Console(stderr=True, no_color=plain)
    compile_rules(notes)
    given = {
        "an edition": edition,
        "--players": players,
        "--bots": bots,
        "--seed": seed,
        "--starter": starter,
        "--resume": resume,
    }
    if daily is not None and (
        other := [name for name, value in given.items() if value is not None]
    ):
        raise Failure(f"--daily fixes the game; leave {other[0]} out")
    if branch is None and (move is not None or hidden is not Hidden.SAME):
        raise Failure("--move and --hidden belong to --branch, which names the file of a game")
    if resume is not None:
        for option, value in (("--players", players), ("--bots", bots), ("--names", names)):
            if value is not None:
                raise Failure(f"--resume takes that from the file; leave {option} out")
        if branch is not None:
            raise Failure("--resume continues a game, and --branch plays on from a moment of it")
        session = _resumed(resume, edition, record, seed, console, plain, tongue)
    elif branch is not None:
        for option, value in (
            ("--players", players),
            ("--names", names),
            ("--starter", starter),
            ("--daily", daily),
        ):
            if value is not None:
                raise Failure(f"--branch takes that from the file; leave {option} out")
        compile_players(notes, (USUAL_LEVEL,))
        own = None if edition is None else edition_named(edition)
        game, bot_names = _branched(branch, own, move, hidden, bots, seed)
        file = _free(record) or saving.new_file(game.edition.name)
        session = _session(game, bot_names, file, console, plain, tongue, seed=seed)
    else:
        if daily is not None:
            game, bot_names = _of_the_day(daily, names, tongue)
        else:
            chosen = edition_named(edition or "usa")
            game, bot_names = _new(chosen, players, bots, names, seed, starter, tongue)
        file = _free(record) or saving.new_file(game.edition.name)
        session = _session(game, bot_names, file, console, plain, tongue, seed=seed)
    session.think = seconds
    session.explain = explain
    compile_players(notes, session.bot_names)
    session.save()
    try:
        session.run()
    except Quit:
        session.say("", tongue.say("terminal.go_on", command=_resuming(session, edition)))
    except BotError as error:
        command = _resuming(session, edition)
        saved = f"The game is saved. Mend the bot and go on with: {command}"
        raise Failure(f"{error}\n{saved}") from error


def _free(record: Path | None) -> Path | None:
    """Return the path of a file that does not exist yet; None if the user named no file.

    Raises:
        Failure: the file exists.
    """
    if record is not None and record.exists():
        raise Failure(f"{record} is there already; go on with it by --resume, or name another")
    return record


def _resuming(session: Session, edition: str | None) -> str:
    """Return the command that resumes a session's saved game.

    Args:
        session: the session.
        edition: what the user typed as the edition, or None. If it is the path of a file, the
            command contains the path.
    """
    own_edition = f"'{edition}' " if edition is not None and is_file(edition) else ""
    return f"whistlestop play {own_edition}--resume '{session.file}'"


def _seconds(think: str) -> float:
    # The import is late, because only this function needs the code of tournaments.
    from whistlestop.arena.tournament.contestants import read_seconds

    try:
        return read_seconds(think)
    except ValueError as error:
        raise Failure(f"--think: {error}") from error


def _console(plain: bool) -> Console:
    from rich.console import Console

    if plain:
        return Console(no_color=True, force_terminal=False, highlight=False)
    return Console(highlight=False)


def _new(
    edition: Edition,
    players: int | None,
    bots: str | None,
    names: str | None,
    seed: int | None,
    starter: int | None,
    spoken: Language,
) -> tuple[Game, tuple[str, ...]]:
    """Return a new game, and the name of the bot on each seat, by seat.

    The name is empty for a person. The arguments are the options of the command. None means that
    the user left the option out.

    Raises:
        Failure: the players, bots, names and starter do not fit each other or the edition.
    """
    from whistlestop.play.game import Game

    people = [name.strip() for name in names.split(",")] if names else []
    chosen = [] if bots in ("none", "") else [b.strip() for b in (bots or USUAL_LEVEL).split(",")]
    seats = players or max(len(people) + len(chosen), 2, edition.players[0])
    if bots is None:
        chosen = [USUAL_LEVEL] * (seats - max(len(people), 1))
    if len(chosen) > seats:
        raise Failure(f"{len(chosen)} bots do not fit on {seats} seats; add --players")
    free = seats - len(chosen)
    if people and len(people) != free:
        raise Failure(f"{len(people)} names are given for {free} people; name every one")
    people = people or (
        [spoken.say("seat.you")] if free == 1 else [*map(spoken.player, range(free))]
    )
    bot_names = ("",) * free + tuple(chosen)
    fewest, most = edition.players
    if starter is not None and fewest <= seats <= most and starter > seats:
        raise Failure(f"--starter is the number of a player from 1 to {seats}, not {starter}")
    try:
        game = Game.new(
            edition,
            (*people, *_titles(chosen, spoken)),
            seed=seed,
            starter=None if starter is None else starter - 1,
        )
    except ValueError as error:
        raise Failure(str(error)) from error
    return game, bot_names


def _of_the_day(daily: str, names: str | None, spoken: Language) -> tuple[Game, tuple[str, ...]]:
    """Return the game of a day, and the name of the bot on each seat, which is empty for you.

    Args:
        daily: `today`, or a day such as `2026-11-27`.
        names: your name; None = the word for "you".
        spoken: the language.

    Raises:
        Failure: there is no such day, or its deal is still to come.
    """
    from whistlestop.editions.load import load
    from whistlestop.play.daily import FIRST_DAY, deal_of
    from whistlestop.play.game import Game

    today = datetime.now(UTC).date()
    try:
        day = today if daily == "today" else date.fromisoformat(daily)
    except ValueError as error:
        raise Failure(f"--daily: {daily!r} is no day; write 'today' or 2026-11-27") from error
    if day != today and not FIRST_DAY <= day <= today:
        raise Failure(f"--daily: there are deals from {FIRST_DAY} to today, {today}")
    deal = deal_of(day)
    titles = iter(_titles([bot for bot in deal.seats if bot is not None], spoken))
    you = names or spoken.say("seat.you")
    seats = tuple(you if bot is None else next(titles) for bot in deal.seats)
    try:
        game = Game.new(load(deal.edition), seats, seed=deal.game_seed)
    except ValueError as error:
        raise Failure(str(error)) from error
    return game, tuple(bot or "" for bot in deal.seats)


def _titles(bots: list[str], spoken: Language) -> list[str]:
    """Return the names under which bots play, such as `Expert`, in a language.

    Bots with equal names are numbered.

    Args:
        bots: the names of the bots on the command line.
        spoken: the language.
    """
    # After the colon come a built-in bot's options, or the name of a class in a user's file.
    names = [
        bot.partition(":")[0] if file_of(bot) is None else bot.rpartition(":")[2] for bot in bots
    ]
    named = [spoken.say_or(f"given.{name}", name.capitalize()) for name in names]
    stems = [mended(name, "Bot", LONGEST_NAME) for name in named]
    return [
        stem if stems.count(stem) == 1 else f"{stem} {stems[: position + 1].count(stem)}"
        for position, stem in enumerate(stems)
    ]


def _resumed(
    file: Path,
    edition: str | None,
    record: Path | None,
    seed: int | None,
    console: Console,
    plain: bool,
    spoken: Language,
) -> Session:
    """Load a saved game, and return a session that continues it.

    Args:
        file: the record of the saved game.
        edition: the edition's name, or the path of its file. None = the edition that the record
            names, which must be built in.
        record: the file to save the game in. None = `file`.
        seed: the seed of the rest of the game. None = a random seed.
        console: the terminal.
        plain: whether to read lines without an editor.
        spoken: the language of the texts.

    Raises:
        Failure: the record cannot be read, is damaged or belongs to another edition, there is no
            such edition, the game is over, a bot of the game cannot be made, or the file `record`
            exists and is not a record of this game.
    """
    from whistlestop.play.record import Reader, RecordError

    text = saving.read(file)
    try:
        headers = Reader(text).headers()
        game = Reader(text, None if edition is None else edition_named(edition)).game()
    except RecordError as error:
        raise Failure(
            f"{file}, {error}\n'whistlestop replay' shows what is still usable"
        ) from error
    if game.over:
        raise Failure(f"{file}: this game is over; 'whistlestop replay {file}' shows it")
    if record is not None:
        saving.check_free(record, text)
    game = game.copy(seed=seed)
    bots = headers.bots or ("",) * len(game.seats)
    return _session(game, bots, record or file, console, plain, spoken, day=headers.date, seed=seed)


def _branched(
    file: Path,
    edition: Edition | None,
    move: int | None,
    hidden: Hidden,
    bots: str | None,
    seed: int | None,
) -> tuple[Game, tuple[str, ...]]:
    """Return a game that branches off from a saved one, and the name of the bot on each seat.

    The name is empty for the seat that moved next.

    Args:
        file: the record of the saved game.
        edition: the edition. None = the edition that the record names, which must be built in.
        move: the number of moves before the moment. None = the user left it out.
        hidden: what happens to the hidden cards.
        bots: the bot for seats of other people and of bots that are not built in. None = the usual
            one.
        seed: the seed of the rest of the game. None = a random seed.

    Raises:
        Failure: the record cannot be read or is damaged, or the game has no such moment.
    """
    from whistlestop.analysis.branching import next_seat, other_beginning, same_beginning
    from whistlestop.play.record import Reader, RecordError

    text = saving.read(file)
    try:
        headers, game = Reader(text).headers(), Reader(text, edition).game()
    except RecordError as error:
        raise Failure(f"{file}, {error}") from error
    most = game.length - 1 if game.over else game.length
    if move is None or move > most:
        raise Failure(f"--move is a number from 0 to {most}, the moves of {file}")
    number = secrets.randbits(64) if seed is None else seed
    if hidden is Hidden.SAME:
        beginning = same_beginning(game, move)
    else:
        beginning = other_beginning(game, move, number)
    seat = next_seat(game, move)
    instead = bots or USUAL_LEVEL
    played_by = headers.bots or ("",) * len(game.seats)
    # A record may come from a stranger, and name a file to run. So only built-in bots are used.
    known = (bot if bot in built_in_bots() else instead for bot in played_by)
    names = ["" if one == seat else bot for one, bot in enumerate(known)]
    return beginning.play(game, seed=number), tuple(names)


def _session(
    game: Game,
    bot_names: tuple[str, ...],
    file: Path,
    console: Console,
    plain: bool,
    spoken: Language,
    *,
    day: str = "",
    seed: int | None = None,
) -> Session:
    from whistlestop.cli.session import Session

    seeds = Random(secrets.randbits(64) if seed is None else seed)
    engaged = {
        seat: partial(make_bot, name, seeds.getrandbits(63))
        for seat, name in enumerate(bot_names)
        if name
    }
    reader: LineReader = PlainReader() if plain else PromptReader()
    try:
        return Session(
            game=game,
            engaged=engaged,
            bot_names=bot_names,
            console=console,
            reader=reader,
            file=file,
            date=day or date.today().isoformat(),
            spoken=spoken,
        )
    except BotError as error:
        raise Failure(str(error)) from error
