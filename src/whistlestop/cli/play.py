"""`whistlestop play`: play a game at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Final

import typer

from whistlestop.bots.registry import USUAL_LEVEL, BotError, make_bot
from whistlestop.bots.registry import bot_names as built_in_bots
from whistlestop.cli import saving
from whistlestop.cli.beginnings import Hidden, branched_game, game_of_the_day, new_game
from whistlestop.cli.boards import complete_edition, edition_named, is_file, variant_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import compile_players, compile_rules
from whistlestop.cli.reading import LineReader, PlainReader, PromptReader
from whistlestop.language import LANGUAGES, Language, language, language_of

if TYPE_CHECKING:
    from rich.console import Console

    from whistlestop.cli.session import Session
    from whistlestop.play.game import Game

# The engine is imported late, so that `--help` and completion are fast.

_BUILT_IN: Final = ", ".join(built_in_bots())


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
    variant: Annotated[
        str | None,
        typer.Option(
            help="Play a variant of the edition, with other tickets: 1910 or big-cities for usa, "
            "for example. `whistlestop editions` lists them."
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
        "--variant": variant,
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
        for option, value in (
            ("--variant", variant),
            ("--players", players),
            ("--bots", bots),
            ("--names", names),
        ):
            if value is not None:
                raise Failure(f"--resume takes that from the file; leave {option} out")
        if branch is not None:
            raise Failure("--resume continues a game, and --branch plays on from a moment of it")
        session = _resumed(resume, edition, record, seed, console, plain, tongue)
    elif branch is not None:
        for option, value in (
            ("--variant", variant),
            ("--players", players),
            ("--names", names),
            ("--starter", starter),
            ("--daily", daily),
        ):
            if value is not None:
                raise Failure(f"--branch takes that from the file; leave {option} out")
        compile_players(notes, (USUAL_LEVEL,))
        own = None if edition is None else edition_named(edition)
        game, bot_names = branched_game(branch, own, move, hidden, bots, seed)
        file = _free(record) or saving.new_file(game.edition.name)
        session = _session(game, bot_names, file, console, plain, tongue, seed=seed)
    else:
        if daily is not None:
            game, bot_names = game_of_the_day(daily, names, tongue)
        else:
            chosen = edition_named(edition or "usa")
            if variant is not None:
                chosen = variant_named(chosen, variant)
            game, bot_names = new_game(chosen, players, bots, names, seed, starter, tongue)
        file = _free(record) or saving.new_file(game.edition.name)
        session = _session(game, bot_names, file, console, plain, tongue, seed=seed)
    session.daily = daily is not None
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
    """Check that the file that a user named for the record does not exist, and return its path.

    If the user named no file, `record` is None, and so is the result.

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
    from whistlestop.play.hint_notes import hints_noted
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
    session = _session(
        game, bots, record or file, console, plain, spoken, day=headers.date, seed=seed
    )
    session.hinted = hints_noted(text)
    return session


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
