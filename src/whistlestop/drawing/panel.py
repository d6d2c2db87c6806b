"""Draw the panel beside a board: display, deck and tickets, players, and the viewer's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from whistlestop.drawing import lettering, tickets
from whistlestop.drawing.art.palette import PLAYER_COLOURS
from whistlestop.drawing.board import board_of
from whistlestop.drawing.markup import number, text, title, use
from whistlestop.seen.view import Player, View

WIDTH: Final = 440
_PAD: Final = 24
_INNER: Final = WIDTH - 2 * _PAD
_GAP: Final = 12
_CARD: Final = ((_INNER - 2 * _GAP) / 3, (_INNER - 2 * _GAP) / 3 * 78 / 120)
"""Width and height of a card in the display, in units of the panel before it is scaled."""


class Column:
    """A column of blocks of SVG, one below another. `y` is the top of the next block."""

    def __init__(self) -> None:
        """Create a column without blocks."""
        self.y = float(_PAD)
        self._parts: list[str] = []

    def add(self, fragment: str, height: float) -> None:
        """Add a block of SVG below the last one.

        Args:
            fragment: the SVG, drawn from 0, 0 downwards.
            height: the height of the block with the gap below it.
        """
        self._parts.append(f'<g transform="translate({_PAD} {number(self.y)})">{fragment}</g>')
        self.y += height

    def heading(self, words: str) -> None:
        """Add a line of small type as a heading."""
        rule = f'<path class="rule" d="M0 22H{_INNER}"/>'
        self.add(text(words, 0, 15, 17, "muted") + rule, 32)

    def __str__(self) -> str:
        """Return all blocks as SVG."""
        return "".join(self._parts)


def draw(view: View, names: Sequence[str], height: float) -> tuple[str, float]:
    """Return the panel as SVG, 440 wide and drawn from 0, 0, and its height.

    Args:
        view: what the viewer may see.
        names: the names of the players, by seat.
        height: the height that is free beside the board. If the panel would be higher with large
            cards and tickets in the viewer's hand, these cards and tickets are drawn smaller.
    """
    large = _column(view, names, _LARGE)
    return large if large[1] <= height else _column(view, names, _SMALL)


_LARGE: Final = (4, 2)
"""The numbers of large cards and of large tickets in one row of the viewer's hand."""
_SMALL: Final = (5, 3)
"""The numbers of small cards and of small tickets in one row of the viewer's hand."""


def _column(view: View, names: Sequence[str], across: tuple[int, int]) -> tuple[str, float]:
    column = Column()
    column.add(_turn(view, names), 50)
    column.heading("Display, deck and tickets")
    _supply(column, view)
    column.heading("Players")
    for player in view.players:
        column.add(_player(view, player, names), 64)
    column.y += 8
    for player in view.players:
        if player.hand is not None and view.viewer == player.seat:
            _hand(column, view, player, names, across)
    return str(column), column.y + 4


def _turn(view: View, names: Sequence[str]) -> str:
    if view.over:
        words, more = "The game is over", ""
    else:
        words = f"Turn {view.turns + 1}: {names[view.seat]}"
        more = f"last round: {_count(view.last_turns, 'more turn')}" if view.last_turns else ""
    size = min(27.0, 27 * _INNER / lettering.width(words, 27, "display"))
    return text(words, 0, 26, size, "display") + (text(more, 0, 46, 16, "to-play") if more else "")


def _count(many: int, word: str) -> str:
    return f"{many} {word}" if many == 1 else f"{many} {word}s"


def _card(reference: str, place: int, words: str, badge: str = "") -> str:
    """Return a card of the display, the deck or a stack of tickets as SVG.

    These cards form rows of three.

    Args:
        reference: the id of the card's definition.
        place: the position of the card in the rows, from left to right and top to bottom, from 0.
        words: the title for screen readers.
        badge: the text of a badge on the card. If empty, the card has no badge.
    """
    wide, high = _CARD
    x = (place % 3) * (wide + _GAP)
    y = (place // 3) * (high + _GAP)
    out = (
        f'<g>{title(words)}<use href="#{reference}" x="{number(x)}" y="{number(y)}" '
        f'width="{number(wide)}" height="{number(high)}"/>'
    )
    if badge:
        out += _badge(badge, x + wide - 16, y + high - 14)
    return out + "</g>"


def _badge(words: str, x: float, y: float) -> str:
    wide = max(24.0, lettering.width(words, 17) + 12)
    return (
        f'<rect class="ticket" x="{number(x - wide / 2)}" y="{number(y - 12)}" '
        f'width="{number(wide)}" height="24" rx="12"/>' + text(words, x, y + 6, 17, "middle bold")
    )


def _supply(column: Column, view: View) -> None:
    cards: list[str] = []
    for slot, name in enumerate(view.display):
        if name is not None:
            cards.append(_card(f"card-{name}", slot, name))
        else:
            wide, high = _CARD
            x, y = (slot % 3) * (wide + _GAP), (slot // 3) * (high + _GAP)
            cards.append(
                f'<rect class="rule" x="{number(x)}" y="{number(y)}" width="{number(wide)}" '
                f'height="{number(high)}" rx="6" stroke-dasharray="5 5"/>'
            )
    discards = sum(view.discards.values())
    words = f"{_count(view.deck, 'card')} in the deck, {_count(discards, 'discard')}"
    cards.append(_card("card-back", 5, words, str(view.deck)))
    for stack, left in enumerate(view.stacks):
        name = view.edition.stacks[stack]
        words = f"{_count(left, 'ticket')} left in the stack {name}"
        cards.append(_card(f"ticket-back-{name}", 6 + stack, words, str(left)))
    rows = 2 + -(-len(view.stacks) // 3)
    column.add("".join(cards), rows * (_CARD[1] + _GAP) + 8)


def _player(view: View, player: Player, names: Sequence[str]) -> str:
    """Return two lines about a player as SVG.

    The first line has the name and the score. The second line has the numbers of the pieces left
    and of the cards and tickets held. In editions that have them, passengers, merchandise and
    stations follow.
    """
    name = names[player.seat]
    to_play = player.seat == view.seat and not view.over
    colour = PLAYER_COLOURS[player.seat].name
    facts = [
        f"{player.pieces} {view.edition.piece_name}{'s' if player.pieces != 1 else ''}".replace(
            "buss", "buses"
        ),
        _count(player.cards, "card"),
        _count(len(player.stacks), "ticket"),
    ]
    if view.edition.passengers:
        facts.append(_count(player.passengers_left, "passenger"))
        facts.append(f"goods {player.merchandise}")
    if view.edition.stations:
        facts.append(_count(player.stations_left, "station"))
    size = min(21.0, 21 * (_INNER - 130) / lettering.width(name, 21))
    line = " · ".join(facts)
    small = min(16.0, 16 * (_INNER - 60) / lettering.width(line, 16))
    return (
        ('<path class="ticket-mark" d="M-14 12l9 7-9 7Z"/>' if to_play else "")
        + f"<g>{title(f'{name}, {colour}')}"
        + use(f"piece-{player.seat + 1}", 24, 19)
        + "</g>"
        + text(name, 58, 26, size, "to-play" if to_play else "bold")
        + text(str(player.score), _INNER, 28, 27, "display end")
        + text(line, 58, 47, small, "muted")
    )


def _hand(
    column: Column, view: View, player: Player, names: Sequence[str], across: tuple[int, int]
) -> None:
    column.heading(f"What {names[player.seat]} holds")
    kinds = [kind for kind in view.index.kinds if (player.hand or {}).get(kind)]
    in_row, tickets_in_row = across
    wide = (_INNER - (in_row - 1) * 8) / in_row
    high = wide * 78 / 120
    cards: list[str] = []
    for place, kind in enumerate(kinds):
        x, y = (place % in_row) * (wide + 8), (place // in_row) * (high + 12)
        many = (player.hand or {})[kind]
        cards.append(
            f'<g>{title(f"{many} {kind}")}<use href="#card-{kind}" x="{number(x)}" '
            f'y="{number(y)}" width="{number(wide)}" height="{number(high)}"/>'
            f"{_badge(str(many), x + wide - 12, y + high - 6)}</g>"
        )
    if cards:
        column.add("".join(cards), -(-len(kinds) // in_row) * (high + 12) + 10)
    held = player.tickets or player.offer or ()
    if held:
        wide = (_INNER - (tickets_in_row - 1) * _GAP) / tickets_in_row
        drawn = _tickets(view, player.seat, held, wide, tickets_in_row)
        rows = -(-len(held) // tickets_in_row)
        column.add("".join(drawn), rows * (wide * 78 / 120 + _GAP) + 4)


def _tickets(view: View, seat: int, held: Sequence[str], wide: float, in_row: int) -> Iterator[str]:
    board = board_of(view.edition)
    complete = view.completed(seat)
    high = wide * 78 / 120
    for place, code in enumerate(held):
        x, y = (place % in_row) * (wide + _GAP), (place // in_row) * (high + _GAP)
        done = code in complete
        mark = ""
        if done:
            mark = (
                '<circle class="ticket-mark" cx="14" cy="66" r="8"/>'
                '<path class="tick" d="M10 66l3 3.4 5.5-7"/>'
            )
        card = tickets.draw(board, code, ", completed" if done else "")
        yield (
            f'<g transform="translate({number(x)} {number(y)})scale({wide / 120:.3f})">'
            f"{card}{mark}</g>"
        )
