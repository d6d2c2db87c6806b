"""How a game at the terminal begins: new, with the deal of a day, or from a saved game."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.bots.registry import USUAL_LEVEL, bot_names, file_of
from whistlestop.cli import saving
from whistlestop.cli.failures import Failure
from whistlestop.language import Language
from whistlestop.player_names import LONGEST_NAME, mended

if TYPE_CHECKING:
    from whistlestop.editions.model import Edition
    from whistlestop.play.game import Game

# The engine is imported late, so that `--help` and completion are fast.


class Hidden(StrEnum):
    """What happens to the cards hidden from the player if a game branches off from a saved one.

    `SAME` leaves them where they were in the saved game. `NEW` deals them again.
    """

    SAME = "same"
    NEW = "new"


def new_game(
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
    taken_by = ("",) * free + tuple(chosen)
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
    return game, taken_by


def game_of_the_day(
    daily: str, names: str | None, spoken: Language
) -> tuple[Game, tuple[str, ...]]:
    """Return a game with the deal of a day, and the name of the bot on each seat.

    The name is empty for your own seat.

    Args:
        daily: `today`, or a day such as `2026-11-27`.
        names: your name. None = the word for "you" in the language.
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


def branched_game(
    file: Path,
    edition: Edition | None,
    move: int | None,
    hidden: Hidden,
    bots: str | None,
    seed: int | None,
) -> tuple[Game, tuple[str, ...]]:
    """Return a game that branches off from a saved one, and the name of the bot on each seat.

    The name is empty for the user's seat: the seat that moved next in the saved game.

    Args:
        file: the record of the saved game.
        edition: the edition. None = the edition that the record names, which must be built in.
        move: the number of moves of the saved game to keep. None, if the user left it out, is a
            failure.
        hidden: what happens to the hidden cards.
        bots: the bot for seats of other people and of bots that are not built in. None = the bot of
            the default level. Built-in bots keep their seats.
        seed: the seed of the rest of the game. None = a random seed.

    Raises:
        Failure: the record cannot be read or is damaged, or `move` is None or too large.
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
    known = (bot if bot in bot_names() else instead for bot in played_by)
    names = ["" if one == seat else bot for one, bot in enumerate(known)]
    return beginning.play(game, seed=number), tuple(names)
