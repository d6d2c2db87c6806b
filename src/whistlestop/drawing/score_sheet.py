"""Draw the final score sheet: the points of each player, and every ticket (C-41, C-42)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whistlestop.drawing import lettering
from whistlestop.drawing.markup import number, text, title, use
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet, scored_parts

_PAD: Final = 32
_NAMES: Final = 190
"""The width of the column with the names of the rows, in board units."""
_COLUMN: Final = 230
_ROW: Final = 34
_TICKET: Final = 25

_NAMES_OF_ROWS: Final = {
    "routes": "Routes",
    "merchandise": "Merchandise",
    "tickets": "Tickets",
    "districts": "Districts",
    "attractions": "Attractions",
    "stations": "Stations left",
    "longest_path": "Longest path",
    "most_tickets": "Most tickets",
    "doubly_joined": "Doubly joined tickets",
}
"""The name of the row for each part of the score sheet (`PlayerSheet.parts`)."""


def draw(edition: Edition, sheet: ScoreSheet, names: Sequence[str]) -> tuple[str, float, float]:
    """Return the sheet as SVG, drawn from 0, 0, and its width and height.

    Args:
        edition: the edition.
        sheet: the result of `Game.score_sheet`.
        names: the names of the players, by seat.
    """
    players = sorted(sheet.players, key=lambda player: (player.rank, player.seat))
    width = 2 * _PAD + _NAMES + _COLUMN * len(players)
    columns = [_PAD + _NAMES + _COLUMN * (place + 0.5) for place in range(len(players))]
    out = [text(f"{edition.title}: final scores", width / 2, 58, 34, "display middle")]
    y = 76.0
    out.append(_rule(y, width))
    for player, x in zip(players, columns, strict=True):
        out.append(_head(player, names[player.seat], x, y))
    y += 84
    for words, points in rows(edition, players):
        out.append(_rule(y, width))
        out.append(text(words, _PAD, y + 23, 18, "muted"))
        for value, x in zip(points, columns, strict=True):
            out.append(text(value, x, y + 23, 18, "middle bold"))
        y += _ROW
    out.append(_rule(y, width))
    out.append(text("Total", _PAD, y + 40, 26, "display"))
    for player, x in zip(players, columns, strict=True):
        total = str(player.total).replace("-", "−")
        out.append(text(total, x, y + 42, 34, "display middle"))
    y += 60
    out.append(_rule(y, width))
    verdict = _verdict(sheet, names)
    size = min(20.0, 20 * (width - 2 * _PAD) / lettering.width(verdict, 20))
    out.append(text(verdict, width / 2, y + 28, size, "middle to-play"))
    y += 44
    out.append(_rule(y, width))
    out.append(text("Tickets", _PAD, y + 23, 18, "muted"))
    most = 0
    size = _ticket_size(edition, players)
    for player, x in zip(players, columns, strict=True):
        out += [
            _ticket(edition, line.ticket, line.points, size, x, y + 10 + place * _TICKET)
            for place, line in enumerate(player.tickets)
        ]
        most = max(most, len(player.tickets))
    y += 10 + max(1, most) * _TICKET + 14
    return "".join(out), width, y + _PAD - 10


def _rule(y: float, width: float) -> str:
    return f'<path class="rule" d="M{_PAD} {number(y)}H{number(width - _PAD)}"/>'


def _head(player: PlayerSheet, name: str, x: float, y: float) -> str:
    size = min(21.0, 21 * (_COLUMN - 16) / lettering.width(name, 21))
    place = {1: "1st", 2: "2nd", 3: "3rd"}.get(player.rank, f"{player.rank}th")
    laurel = ""
    if player.rank == 1:
        laurel = "".join(_branch(x, y + 70, side) for side in (-1, 1))
    return (
        use(f"piece-{player.seat + 1}", x, y + 22)
        + text(name, x, y + 50, size, "middle bold")
        + text(place, x, y + 72, 17, "middle muted")
        + laurel
    )


def _branch(x: float, y: float, side: int) -> str:
    """Return half a laurel around the winner's rank, as SVG.

    Args:
        x: the middle of the rank.
        y: 2 units above the base line of the rank.
        side: -1 for the left half, 1 for the right half.
    """
    leaves = "".join(
        f'<ellipse class="leaf" rx="5.5" ry="2.4" transform="translate({number(x + side * dx)} '
        f'{number(y + dy)})rotate({side * turn})"/>'
        for dx, dy, turn in ((17, 7, 25), (23, 4, 60), (26, -2, 85), (27, -9, 110), (24, -15, 140))
    )
    return leaves


def rows(edition: Edition, players: Sequence[PlayerSheet]) -> list[tuple[str, list[str]]]:
    """Return the name of each row of the sheet, and its text for each player.

    There is a row for each kind of points in the edition, in the order of scoring.

    Args:
        edition: the edition.
        players: the players' parts of the score sheet.
    """
    return [
        (_NAMES_OF_ROWS[part], [_text(part, player) for player in players])
        for part in scored_parts(edition)
    ]


def _text(part: str, player: PlayerSheet) -> str:
    """Return the text for a player in the row of `part`, a key of `PlayerSheet.parts`."""
    value = player.parts[part]
    if part == "routes":
        return str(value)
    signed = f"+{value}" if value > 0 else f"−{-value}" if value else "0"
    if part == "tickets":
        return f"{signed}  ({player.completed} of {len(player.tickets)})"
    if part == "doubly_joined":
        return f"{signed}  ({player.doubly_joined} of {len(player.tickets)})"
    return f"{signed}  ({player.longest_path} spaces)" if part == "longest_path" else signed


def _verdict(sheet: ScoreSheet, names: Sequence[str]) -> str:
    winners = " and ".join(names[seat] for seat in sheet.winners)
    if len(sheet.winners) > 1:
        return f"{winners} share the victory"
    if sheet.decided_by is None:
        return f"{winners} wins"
    words = {
        "tickets": "most completed tickets",
        "longest_path": "the longest path",
        "own_path": "the longer path",
        "merchandise": "the most merchandise",
        "stations": "the fewest stations",
    }[sheet.decided_by.value]
    return f"{winners} wins the tie by {words}"


_LEFT: Final = 10
"""The padding of a column's tickets on the left, in board units."""
_RIGHT: Final = 12
"""The padding of a column's tickets on the right, in board units."""
_BESIDE: Final = 56
"""The width that a ticket's tick mark and points need beside its name, in board units."""


def _ticket_words(edition: Edition, code: str) -> str:
    index = gazetteer(edition)
    entry = edition.tickets[index.ticket_of[code]]
    if len(entry.options) > 1:
        return f"{index.name(entry.origin)}, to a country"
    return index.ticket_title(index.ticket_of[code])


def _ticket_size(edition: Edition, players: Sequence[PlayerSheet]) -> float:
    """Return the font size, at most 16, at which the longest name of a ticket fits its column."""
    held = [_ticket_words(edition, line.ticket) for player in players for line in player.tickets]
    longest = max((lettering.width(words, 16) for words in held), default=1.0)
    return min(16.0, 16 * (_COLUMN - _LEFT - _RIGHT - _BESIDE) / longest)


def _ticket(edition: Edition, code: str, points: int, size: float, x: float, y: float) -> str:
    words = _ticket_words(edition, code)
    left, right = x - _COLUMN / 2 + _LEFT, x + _COLUMN / 2 - _RIGHT
    done = points > 0
    sign = f"M{number(left)} {number(y + 9)}l4 5 7-9"
    if not done:
        sign = f"M{number(left + 1)} {number(y + 5)}l9 9m0-9l-9 9"
    value = f"+{points}" if done else f"−{-points}"
    return (
        f"<g>{title(words + (', completed' if done else ', not completed'))}"
        f'<path class="{"tick-mark" if done else "cross-mark"}" d="{sign}"/>'
        + text(words, left + 18, y + 15, size, "bold" if done else "muted")
        + text(value, right, y + 15, 16, "end bold" if done else "end muted")
        + "</g>"
    )
