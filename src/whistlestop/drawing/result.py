"""Draw the result of a game as one picture to share: the final board, and the scores below it.

The words are in the language that is asked for. The board keeps its printed names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from whistlestop.drawing import lettering
from whistlestop.drawing.art.pieces import further_pieces
from whistlestop.drawing.board import Board, Marked, Placed
from whistlestop.drawing.board import draw as draw_board
from whistlestop.drawing.markup import number, text, use
from whistlestop.language import Language
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet
from whistlestop.seen.view import View

_WIDE: Final = 1000
"""The width in which the part below the board is laid out, before it is scaled to the board's
width."""
_PAD: Final = 36
_LABELS: Final = 200
_ROW: Final = 38
_NOTE: Final = 32


@dataclass(frozen=True, slots=True)
class Company:
    """The names and colours of the players of a game."""

    names: tuple[str, ...]
    """The names, by seat."""
    colours: tuple[int, ...]
    """The number of each seat's colour, counted from 0. Colour 0 is blue."""
    left: tuple[str, ...] = ()
    """A sentence about each player who gave up. They stand below the scores."""


def draw(
    board: Board, view: View, sheet: ScoreSheet, company: Company, language: Language, day: str
) -> tuple[str, float, float]:
    """Return the picture as SVG, drawn from 0, 0, and its width and height.

    Args:
        board: the edition's board.
        view: the view at the end of the game.
        sheet: the final scoring.
        company: the players.
        language: the language of the words.
        day: the date of the game, such as `2026-11-22`. Empty = show no date.
    """
    width, high = float(board.layout.width), float(board.layout.height)
    scale = width / _WIDE
    below, needed = _sheet(view, sheet, company, language, day)
    height = high + needed * scale
    inside = (
        f"<defs>{further_pieces(view.edition)}</defs>"
        f'<rect class="paper" width="{number(width)}" height="{number(height)}"/>'
        f"{draw_board(board, _placed(view, company), Marked())}"
        f'<g transform="translate(0 {number(high)})scale({scale:.4f})">{below}</g>'
    )
    return inside, width, height


def _placed(view: View, company: Company) -> Placed:
    """Return the pieces on the final board, for `board.draw`.

    Where `Placed` has the number of a seat, the result has the number of the seat's colour. So the
    pieces are drawn in the colours that the players chose.
    """
    most = max(company.colours) + 1
    seats = {colour: seat for seat, colour in enumerate(company.colours)}
    rows = [view.players[seats[colour]] if colour in seats else None for colour in range(most)]
    return Placed(
        owners={code: company.colours[seat] for code, seat in view.owners.items()},
        passengers=tuple(player.passengers if player else () for player in rows),
        stations=tuple(player.stations if player else () for player in rows),
        taken=view.taken,
        names=tuple(company.names[seats[c]] if c in seats else "" for c in range(most)),
    )


def _sheet(
    view: View, sheet: ScoreSheet, company: Company, language: Language, day: str
) -> tuple[str, float]:
    """Return the part below the board as SVG, and its height."""
    players = sorted(sheet.players, key=lambda player: (player.rank, player.seat))
    column = (_WIDE - 2 * _PAD - _LABELS) / len(players)
    middles = [_PAD + _LABELS + column * (place + 0.5) for place in range(len(players))]
    winners = language.listed([company.names[seat] for seat in sheet.winners])
    verdict = language.say("finale.winner", n=len(sheet.winners), name=winners)
    size = min(46.0, 46 * (_WIDE - 2 * _PAD) / lettering.width(verdict, 46, "display"))
    edition = view.edition
    title = edition.title
    if view.index.board:
        title = language.say_or(f"edition_title.{edition.name}", title)
    heading = " · ".join(filter(None, (title, day, "Whistlestop")))
    out = [
        text(verdict, _WIDE / 2, 62, size, "display middle"),
        text(heading, _WIDE / 2, 94, 20, "muted middle"),
    ]
    y = 122.0
    for player, x in zip(players, middles, strict=True):
        out.append(_head(player, company, x, y, column))
    y += 78
    for label, points in rows(players, language):
        out.append(_rule(y))
        fitting = min(20.0, 20 * (_LABELS - 8) / lettering.width(label, 20))
        out.append(text(label, _PAD, y + 26, fitting, "muted"))
        out += [
            text(words, x, y + 26, 21, "middle bold")
            for words, x in zip(points, middles, strict=True)
        ]
        y += _ROW
    out.append(_rule(y))
    out.append(text(language.say("sheet.total"), _PAD, y + 44, 28, "display"))
    for player, x in zip(players, middles, strict=True):
        won = " to-play" if player.rank == 1 else ""
        out.append(text(language.number(player.total), x, y + 48, 40, f"display middle{won}"))
    y += 60 if company.left else 48
    for sentence in company.left:
        y += _NOTE
        fitting = min(20.0, 20 * (_WIDE - 2 * _PAD) / lettering.width(sentence, 20))
        out.append(text(sentence, _WIDE / 2, y, fitting, "muted middle"))
    return "".join(out), y + _PAD


def _head(player: PlayerSheet, company: Company, x: float, y: float, column: float) -> str:
    """Return a player's piece above the name, as SVG. A winner's piece has a laurel around it.

    Args:
        player: the player's part of the score sheet.
        company: the players.
        x: the middle of the player's column.
        y: 8 units above the middle of the piece.
        column: the width of the column.
    """
    name = company.names[player.seat]
    size = min(24.0, 24 * (column - 12) / lettering.width(name, 24))
    laurel = "".join(_branch(x, y + 12, side) for side in (-1, 1)) if player.rank == 1 else ""
    return (
        use(f"piece-{company.colours[player.seat] + 1}", x, y + 8)
        + laurel
        + text(name, x, y + 56, size, "middle bold")
    )


def _branch(x: float, y: float, side: int) -> str:
    """Return half a laurel around a piece, as SVG.

    Args:
        x: the middle of the piece.
        y: 4 units below the middle of the piece.
        side: -1 for the left half, 1 for the right half.
    """
    return "".join(
        f'<ellipse class="leaf" rx="7.5" ry="3.2" transform="translate({number(x + side * dx)} '
        f'{number(y + dy)})rotate({side * turn})"/>'
        for dx, dy, turn in (
            (22, 13, 20),
            (32, 7, 50),
            (38, -3, 80),
            (40, -14, 100),
            (37, -25, 130),
        )
    )


def _rule(y: float) -> str:
    return f'<path class="rule" d="M{_PAD} {number(y)}H{_WIDE - _PAD}"/>'


def rows(players: Sequence[PlayerSheet], language: Language) -> list[tuple[str, list[str]]]:
    """Return the name of each row of the sheet, and its text for each player.

    Rows without points for any player are left out, except the rows of routes and tickets.

    Args:
        players: the players' parts of the score sheet.
        language: the language of the texts.
    """
    found: list[tuple[str, list[str]]] = []
    for part in players[0].parts:
        points = [player.parts[part] for player in players]
        texts = [language.number(one) for one in points]
        if part == "tickets":
            texts = [
                f"{words} ({language.say('stats.of', n=one.completed, all=len(one.tickets))})"
                for words, one in zip(texts, players, strict=True)
            ]
        if any(points) or part in ("routes", "tickets"):
            found.append((language.say(f"sheet.{part}"), texts))
    return found
