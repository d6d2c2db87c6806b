"""The report of a tournament as a single HTML file."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Final

import numpy as np

from whistlestop import __version__
from whistlestop.arena.tournament import charts
from whistlestop.arena.tournament.charts import Bar, Quantiles
from whistlestop.arena.tournament.figures import (
    LESS_LUCK,
    LESS_LUCK_NOTE,
    interval,
    less_luck,
    lost_moves,
    margin,
    number,
    signed,
    time,
)
from whistlestop.arena.tournament.intervals import share_with_interval
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.standings import Results, Standing, Table, by_deal
from whistlestop.editions.model import Edition

_STYLE: Final = Path(__file__).with_name("report.css")

_POINTS_OF_COURSE: Final = 60
"""The maximum number of points in the chart that shows how a bot's share of wins changed as more
games were played."""

Rows = Iterable[Sequence[str]]


def write_report(
    file: Path,
    tournament: Tournament,
    results: Results,
    outcomes: Sequence[DealOutcome],
    *,
    complete: bool,
) -> None:
    """Write the report of a tournament. An existing file is replaced when the new one is complete.

    Args:
        file: the HTML file.
        tournament: the tournament that was played.
        results: its results.
        outcomes: the deals that the results sum up.
        complete: whether all planned games have been played.

    Raises:
        OSError: the file cannot be written.
    """
    begun = file.with_suffix(".new")
    begun.write_text(report(tournament, results, outcomes, complete=complete), encoding="utf-8")
    begun.replace(file)


def report(
    tournament: Tournament, results: Results, outcomes: Sequence[DealOutcome], *, complete: bool
) -> str:
    """Return the report as HTML.

    Args:
        tournament: the tournament that was played.
        results: its results.
        outcomes: the deals that the results sum up.
        complete: whether all planned games have been played.
    """
    names = ", ".join(one.name for one in tournament.contestants)
    parts = [
        f"<h1>{escape(_title(tournament))}</h1>",
        f"<p>{escape(names)}</p>",
        *([] if complete else ["<p><strong>Not everything has been played yet.</strong></p>"]),
        *(
            part
            for table in results.overall
            for part in _section(tournament, results, table, outcomes)
        ),
        "<h2>How this was played</h2>",
        _explained(tournament),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(_title(tournament))}</title>\n"
        f"<style>\n{_STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _title(tournament: Tournament) -> str:
    titles = dict.fromkeys(edition.title for edition, _ in tournament.settings)
    return f"Tournament: {', '.join(titles)}"


def _explained(tournament: Tournament) -> str:
    budgets = _table(
        "What each bot was given for a decision",
        ("Bot", "Budget"),
        dict.fromkeys((one.name, str(one.budget)) for one in tournament.contestants),
    )
    return (
        "<p>Each deal was played from every seat, and the same deals in every matchup. A shared "
        "victory counts in equal parts. Intervals are 95 %, bootstrapped over whole deals. The "
        "margin is the score less that of the best of the others at the table. Ratings are on the "
        "scale of Elo, with the mean at 0: 100 points more make 64 victories of 100 between two. "
        "Who is late, fails or chooses what is not legal loses the move to the fallback.</p>"
        f"{budgets}"
        f'<p class="quiet">Whistlestop {escape(__version__)}, seed {tournament.seed}; told on '
        f"{datetime.now(UTC):%Y-%m-%d}, on {escape(platform.machine())} with {os.cpu_count()} "
        f"processors, Python {platform.python_version()}.</p>"
    )


# One board and number of players ------------------------------------------------------------


def _section(
    tournament: Tournament, results: Results, table: Table, outcomes: Sequence[DealOutcome]
) -> Iterator[str]:
    here = [
        one
        for one in tournament.matchups
        if (one.edition.name, one.players) == (table.edition, table.players)
    ]
    edition = here[0].edition
    numbers = {one.number for one in here}
    played = [one for one in outcomes if one.matchup in numbers]
    matchups = [
        one
        for one in results.matchups
        if (one.edition, one.players) == (table.edition, table.players)
    ]
    yield f"<h2>{escape(edition.title)}, {table.players} players</h2>"
    yield (
        f"<p>{table.games:,} games over {table.deals:,} deals; "
        f"{table.turns.mean / table.players:.1f} turns for each player. "
        f"Fair share: {table.fair_share:.1%}.</p>"
    )
    yield from map(_lost_moves, (one for one in table.standings if one.late or one.failed))
    yield _standings(table)
    if any(one.less_luck for one in table.standings):
        yield _less_luck(table)
    yield '<div class="charts">'
    yield from _charts(tournament, table, played)
    yield "</div>"
    if table.players == 2 and len(matchups) > 1:
        yield _cross(table, matchups)
    elif len(matchups) > 1:
        yield _every_matchup(matchups)
    yield _style_of_play(table, edition)


def _lost_moves(one: Standing) -> str:
    return f'<p class="lost"><strong>{escape(one.name)}</strong> {escape(lost_moves(one))}</p>'


def _standings(table: Table) -> str:
    rated = {one.name: one for one in table.ratings}
    return _table(
        "Standings",
        ("Bot", "Games", "Won", "95 %", "Margin", "Score", *(("Rating", "95 %") if rated else ())),
        (
            (
                one.name,
                f"{one.games:,}",
                f"{one.wins.value:.1%}",
                interval(one.wins),
                margin(one),
                f"{number(one.score.mean, 1)} ± {one.score.sd:.1f}",
                *(
                    (
                        signed(rated[one.name].value),
                        f"{signed(rated[one.name].low)} to {signed(rated[one.name].high)}",
                    )
                    if rated
                    else ()
                ),
            )
            for one in table.standings
        ),
    )


def _less_luck(table: Table) -> str:
    return _table(
        f"With luck subtracted. {LESS_LUCK_NOTE}",
        ("Bot", *LESS_LUCK),
        (
            (one.name, *less_luck(one.less_luck))
            for one in table.standings
            if one.less_luck is not None
        ),
    )


def _charts(tournament: Tournament, table: Table, outcomes: Sequence[DealOutcome]) -> Iterator[str]:
    bars = [Bar(one.name, one.wins.value, one.wins.low, one.wins.high) for one in table.standings]
    said = "; ".join(f"{one.name} {one.wins.value:.1%}" for one in table.standings)
    yield _figure(
        charts.intervals(
            bars,
            "share of victories",
            f"Shares of victories: {said}",
            line=table.fair_share,
            form="%",
            limits=(0, 1),
        ),
        "Shares of victories with their intervals; dashed: the fair share",
    )
    if table.ratings:
        rated = [Bar(one.name, one.value, one.low, one.high) for one in table.ratings]
        said = "; ".join(f"{one.name} {signed(one.value)}" for one in table.ratings)
        yield _figure(
            charts.intervals(rated, "points", f"Ratings: {said}"), "Ratings with their intervals"
        )
    boxes = [_spread(tournament, one.name, outcomes) for one in table.standings]
    said = "; ".join(f"{one.name} {number(one.half)}" for one in boxes)
    yield _figure(
        charts.spreads(boxes, "final score", f"Final scores, the middle one: {said}"),
        "Final scores: the middle half in blue, the line has four fifths of them",
    )
    first = tournament.contestants[0].name
    followed = first if any(one.name == first for one in table.standings) else bars[0].name
    points = list(_course(tournament, followed, outcomes))
    yield _figure(
        charts.course(
            points,
            f"The share of {followed} over {points[-1][0]} games ends at {points[-1][1].value:.1%}",
            line=table.fair_share,
            title="share of victories",
        ),
        f"How the share of {followed} went as games were added, deal by deal",
    )


def _figure(chart: str, caption: str) -> str:
    return f"<figure>{chart}<figcaption>{escape(caption)}</figcaption></figure>"


def _spread(tournament: Tournament, name: str, outcomes: Sequence[DealOutcome]) -> Quantiles:
    scores = [
        seat.result.score
        for outcome in outcomes
        for game in outcome.games
        for seat in game.seats
        if tournament.contestants[seat.contestant].name == name
    ]
    found = np.quantile(scores, [0.1, 0.25, 0.5, 0.75, 0.9])
    return Quantiles(name, *(float(one) for one in found))


def _course(
    tournament: Tournament, name: str, outcomes: Sequence[DealOutcome]
) -> Iterator[tuple[int, Bar]]:
    victories = [
        (outcome.deal, seat.result.victory)
        for outcome in sorted(outcomes, key=lambda one: one.deal)
        for game in outcome.games
        for seat in game.seats
        if tournament.contestants[seat.contestant].name == name
    ]
    deals = sorted({deal for deal, _ in victories})
    lasts = np.unique(np.linspace(1, len(deals), min(len(deals), _POINTS_OF_COURSE)).astype(int))
    for last in lasts:
        so_far = [one for one in victories if one[0] <= deals[last - 1]]
        share = share_with_interval(by_deal(so_far), len(so_far))
        yield len(so_far), Bar(name, share.value, share.low, share.high)


def _cross(table: Table, matchups: Sequence[Table]) -> str:
    """Return an HTML table with a row and a column for every bot, under a heading.

    A cell has the share of games that the bot of the row wins against the bot of the column, the
    interval of this share, the mean margin and the number of games. If no matchup has these two
    bots, the cell has a dash.

    Args:
        table: the standings of all bots, which give the order of the rows and columns.
        matchups: the standings of each matchup of two bots.
    """
    shares = {
        (one.name, other.name): one
        for matchup in matchups
        for one in matchup.standings
        for other in matchup.standings
        if one is not other
    }
    games = {
        frozenset(one.name for one in matchup.standings): matchup.games for matchup in matchups
    }
    names = [one.name for one in table.standings]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows: list[str] = []
    for name in names:
        cells = [f'<th scope="row">{escape(name)}</th>']
        for other in names:
            one = shares.get((name, other))
            if one is None:
                cells.append("<td>–</td>")
                continue
            tone = "--good" if one.wins.value >= 0.5 else "--bad"
            depth = round(0.8 * abs(one.wins.value - 0.5), 2)
            cells.append(
                f'<td style="background: rgb(var({tone}) / {depth})">{one.wins.value:.1%}<br>'
                f'<span class="quiet">{interval(one.wins)}</span><br>'
                f'<span class="quiet">{signed(one.margin.value, 1)} points, '
                f"{games[frozenset((name, other))]:,} games</span></td>"
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return (
        '<h3>Pairs</h3><p class="quiet">The share of victories of the row against the column, its '
        'interval, and the mean margin</p><div class="wide"><table class="cross">'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _every_matchup(matchups: Sequence[Table]) -> str:
    return _table(
        "Matchups",
        ("Bot", "Against", "Games", "Won", "95 %", "Margin"),
        (
            (
                one.name,
                ", ".join(other.name for other in table.standings if other is not one),
                f"{table.games:,}",
                f"{one.wins.value:.1%}",
                interval(one.wins),
                margin(one),
            )
            for table in matchups
            for one in table.standings
        ),
    )


def _style_of_play(table: Table, edition: Edition) -> str:
    paths = ("Longest path", "Its bonus") if edition.longest_path_bonus else ()
    most = ("Most tickets",) if edition.most_tickets_bonus else ()
    districts = ("Districts",) if edition.districts else ()
    doubly = ("Doubly joined",) if edition.doubly_joined else ()
    return _table(
        "A game on average",
        (
            "Bot",
            "Tickets done",
            "Not done",
            *paths,
            *most,
            *districts,
            *doubly,
            "Place",
            "Decisions",
            "Time for one",
            "Slowest",
            "Late moves",
            "Failed moves",
        ),
        (
            (
                one.name,
                f"{one.completed:.2f}",
                f"{one.failed_tickets:.2f}",
                *((f"{one.path:.1f}", f"{one.longest_path:.0%}") if paths else ()),
                *((f"{one.most_tickets:.0%}",) if most else ()),
                *((f"{one.districts:.1f}",) if districts else ()),
                *((f"{one.doubly_joined:.1f}",) if doubly else ()),
                f"{one.rank:.2f}",
                f"{one.decisions:.0f}",
                time(one.seconds),
                time(one.slowest),
                f"{one.late:,}",
                f"{one.failed:,}",
            )
            for one in table.standings
        ),
    )


def _table(caption: str, head: Sequence[str], rows: Rows) -> str:
    """Return an HTML table. The first cell of each row is the row's heading."""
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<h3>{escape(caption)}</h3><div class="wide"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )
