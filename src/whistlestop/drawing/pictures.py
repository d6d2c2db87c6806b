"""Whole pictures: a board, a position, a card, a ticket, a score sheet, a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whistlestop.drawing import cutting, panel, tickets
from whistlestop.drawing.art.cards import CARD_HEIGHT, CARD_WIDTH, card_definitions
from whistlestop.drawing.art.palette import THEMES
from whistlestop.drawing.art.pieces import piece_definitions
from whistlestop.drawing.board import Marked, Placed, board_of
from whistlestop.drawing.board import draw as draw_board
from whistlestop.drawing.markup import Picture, classes_in, number, title
from whistlestop.drawing.result import Company
from whistlestop.drawing.result import draw as draw_result
from whistlestop.drawing.score_sheet import draw as draw_sheet
from whistlestop.drawing.shading import draw as draw_shaded
from whistlestop.drawing.stylesheet import for_picture
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition
from whistlestop.language import ENGLISH, language
from whistlestop.seen.sheet import ScoreSheet
from whistlestop.seen.view import View


def board(edition: Edition, *, theme: str = "light", standalone: bool = True) -> Picture:
    """Return an edition's empty board.

    Args:
        edition: the edition.
        theme: `light` or `dark`. It has no effect without `standalone`.
        standalone: whether the picture includes its style and fonts. If not, it is for a page
            that links `stylesheet()`.

    Raises:
        ValueError: there is no such theme.
    """
    parts = board_of(edition)
    inside = draw_board(parts, Placed(), Marked())
    size = (parts.layout.width, parts.layout.height)
    return _picture(inside, size, f"{edition.title}: the board", theme, standalone)


def shaded(edition: Edition, shares: Mapping[str, float], *, theme: str = "light") -> Picture:
    """Return an edition's board with each route shaded by a share, and marked with its percentage.

    Args:
        edition: the edition.
        shares: a number from 0 to 1 for each route, by code. Other routes are not shaded.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such theme or route, or a share is not from 0 to 1.
    """
    parts = board_of(edition)
    by_number: dict[int, float] = {}
    for code, share in shares.items():
        if code not in parts.index.route_of:
            raise ValueError(f"{edition.title} has no route {code!r}")
        if not 0 <= share <= 1:
            raise ValueError(f"{code}: a share is a number from 0 to 1, not {share}")
        by_number[parts.index.route_of[code]] = share
    size = (parts.layout.width, parts.layout.height)
    words = f"{edition.title}: the board, its routes shaded"
    return _picture(draw_shaded(parts, by_number), size, words, theme, True)


def vignette(edition: Edition, *, theme: str = "light") -> Picture:
    """Return a small piece of an edition's board without words, for a list of editions.

    Args:
        edition: the edition.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such theme.
    """
    piece = cutting.window(edition)
    move = f"translate({number(-piece.left)} {number(-piece.top)})"
    inside = f'<g transform="{move}">{cutting.draw(board_of(edition))}</g>'
    return _picture(inside, (piece.width, piece.height), edition.title, theme, True)


def position(
    view: View,
    *,
    names: Sequence[str] = (),
    panel: bool = True,
    theme: str = "light",
    standalone: bool = True,
    selectable: Iterable[str] = (),
    highlighted: Iterable[str] = (),
) -> Picture:
    """Return a position as its viewer sees it: the board with all pieces, and the panel beside it.

    Args:
        view: the view of the game. Only what the view holds is drawn.
        names: the names of the players, by seat. By default players are called by their seats.
        panel: whether to draw the display, the players and the viewer's own hand beside the board.
        theme: `light` or `dark`. It has no effect without `standalone`.
        standalone: whether the picture includes its style and fonts. If not, it is for a page
            that links `stylesheet()`.
        selectable: codes of routes, cities and countries to draw as selectable.
        highlighted: codes of routes, cities and countries to highlight.

    Raises:
        ValueError: there is no such theme, route, city or country, or there are too few or too many
            names.
    """
    edition = view.edition
    parts = board_of(edition)
    called = _names(len(view.players), names)
    marked = Marked(
        selectable=_known(edition, selectable),
        highlighted=_known(edition, highlighted),
        ticket_ends=_ticket_ends(view),
    )
    layout = parts.layout
    inside = draw_board(parts, _placed(view, called), marked)
    width, height = float(layout.width), float(layout.height)
    if panel:
        beside, needed = _panel(view, called, height)
        # Beside a low board the panel is smaller, so that all pictures of a game are equally high.
        scale = max(_SMALLEST, min(1.0, height / needed))
        height = max(height, needed * scale)
        left = width + 8 + (_PANEL - 8) * (1 - scale) / 2
        inside = (
            f"<defs>{card_definitions(edition)}{tickets.definitions(edition)}</defs>"
            f'<rect class="paper" width="{number(width + _PANEL)}" height="{number(height)}"/>'
            f"{inside}"
            f'<rect class="panel" x="{number(width + 8)}" y=".7" '
            f'width="{number(_PANEL - 8.7)}" height="{number(height - 1.4)}" rx="10"/>'
            f'<g transform="translate({number(left)} 0)scale({scale:.3f})">{beside}</g>'
        )
        width += _PANEL
    turn = "the end" if view.over else f"turn {view.turns + 1}"
    return _picture(inside, (width, height), f"{edition.title}: {turn}", theme, standalone)


_PANEL = panel.WIDTH + 8
_SMALLEST = 0.7
"""The smallest scale of a panel. If the panel is still too high, the picture gets higher."""
_panel = panel.draw


def card(edition: Edition, name: str, *, theme: str = "light") -> Picture:
    """Return one card.

    Args:
        edition: the edition.
        name: a kind of card (`red`, `locomotive4`), `back`, or the name of a stack of tickets for
            its back.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such card or theme.
    """
    kinds = [kind for kind in gazetteer(edition).kinds if kind]
    if name in kinds or name == "back":
        reference = f"card-{name}"
    elif name in edition.stacks:
        reference = f"ticket-back-{name}"
    else:
        known = ", ".join((*kinds, "back", *edition.stacks))
        raise ValueError(f"{edition.title} has no card {name!r}; it has: {known}")
    inside = (
        f"<defs>{card_definitions(edition)}</defs>"
        f'<use href="#{reference}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"/>'
    )
    return _picture(inside, (CARD_WIDTH, CARD_HEIGHT), name, theme, True)


def ticket(edition: Edition, code: str, *, theme: str = "light") -> Picture:
    """Return one ticket, with a miniature map.

    Args:
        edition: the edition.
        code: the code of the ticket, such as `DEN-ELP`.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such ticket or theme.
    """
    index = gazetteer(edition)
    if code not in index.ticket_of:
        raise ValueError(f"{edition.title} has no ticket {code!r}")
    inside = (
        f"<defs>{tickets.alone(edition)}{tickets.definitions(edition)}</defs>"
        f"{tickets.draw(board_of(edition), code)}"
    )
    words = index.ticket_title(index.ticket_of[code])
    return _picture(inside, (tickets.WIDTH, tickets.HEIGHT), words, theme, True)


def score_sheet(
    edition: Edition, sheet: ScoreSheet, *, names: Sequence[str] = (), theme: str = "light"
) -> Picture:
    """Return the final scoring of all players as a picture.

    Args:
        edition: the edition.
        sheet: the result of `Game.score_sheet`.
        names: the names of all players, by seat. By default players are called by their seats.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such theme, or the number of players does not match the names.
    """
    called = _names(len(sheet.players), names)
    inside, width, height = draw_sheet(edition, sheet, called)
    inside = (
        f"<defs>{piece_definitions(edition)}</defs>"
        f'<rect class="panel" x=".7" y=".7" width="{number(width - 1.4)}" '
        f'height="{number(height - 1.4)}" rx="10"/>{inside}'
    )
    return _picture(inside, (width, height), f"{edition.title}: final scores", theme, True)


def result(
    view: View,
    sheet: ScoreSheet,
    company: Company,
    *,
    day: str = "",
    spoken: str = ENGLISH,
    theme: str = "light",
) -> Picture:
    """Return the result of a game as a picture to share: the final board, and the scores below it.

    Args:
        view: the view at the end of the game.
        sheet: the result of `Game.score_sheet`.
        company: the players.
        day: the date of the game, such as `2026-11-22`. Empty = show no date.
        spoken: the code of the language of the words.
        theme: `light` or `dark`.

    Raises:
        ValueError: there is no such theme or language.
    """
    board = board_of(view.edition)
    inside, *size = draw_result(board, view, sheet, company, language(spoken), day)
    title = f"{view.edition.title}: the result"
    return _picture(inside, (size[0], size[1]), title, theme, True)


def _picture(
    inside: str, size: tuple[float, float], words: str, theme: str, standalone: bool
) -> Picture:
    """Return a drawing as a picture: in an `<svg>` element, with its style sheet if standalone.

    Args:
        inside: the drawing, as SVG.
        size: width and height in board units.
        words: the title of the picture for screen readers.
        theme: `light` or `dark`.
        standalone: whether the picture includes its style and fonts.

    Raises:
        ValueError: there is no such theme.
    """
    if theme not in THEMES:
        raise ValueError(f"a theme is one of {', '.join(THEMES)}, not {theme!r}")
    width, height = number(size[0]), number(size[1])
    style = ""
    if standalone:
        style = (
            f"<style>{for_picture(theme, classes_in(inside), lettered='<text' in inside)}</style>"
        )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">{title(words)}{style}{inside}</svg>\n'
    )


def _names(players: int, names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        return tuple(f"Seat {seat + 1}" for seat in range(players))
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players")
    return tuple(names)


def _known(edition: Edition, codes: Iterable[str]) -> frozenset[str]:
    """Check that an edition has routes, cities or countries with these codes. Return the codes.

    A route's code can be in either direction. It is returned in the direction of the edition's
    file.

    Raises:
        ValueError: there is no route, city or country with one of the codes.
    """
    index = gazetteer(edition)
    found: set[str] = set()
    for code in codes:
        if code in index.route_of:
            found.add(index.route_codes[index.route_of[code]])
        elif code in index.place_of or code in index.borders:
            found.add(code)
        else:
            raise ValueError(f"{edition.title} has no route or city {code!r}")
    return frozenset(found)


def _placed(view: View, names: tuple[str, ...]) -> Placed:
    owners = view.owners
    index = gazetteer(view.edition)
    free = {code for seat in range(len(view.players)) for code in view.open_routes(seat)}
    closed = frozenset(index.route_codes) - free - set(owners)
    return Placed(
        owners=owners,
        closed=closed,
        passengers=tuple(player.passengers for player in view.players),
        stations=tuple(player.stations for player in view.players),
        taken=view.taken,
        scores=tuple(player.score for player in view.players),
        names=names,
    )


def _ticket_ends(view: View) -> frozenset[str]:
    """Return the codes of the cities and countries on the viewer's uncompleted tickets.

    The result is empty for a viewer without a seat and after the end of the game.
    """
    if view.viewer < 0 or view.over:
        return frozenset()
    index = gazetteer(view.edition)
    ends: set[str] = set()
    held = view.me.tickets or ()
    complete = view.completed(view.viewer)
    for code in held:
        if code not in complete:
            entry = view.edition.tickets[index.ticket_of[code]]
            ends |= {entry.origin, *(goal for goal, _ in entry.options)}
    return frozenset(ends)
