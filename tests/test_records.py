"""Records: golden games, redaction, and every kind of damage named with its place."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import golden_remake as golden
from tests.properties.playing import TABLES, up_to, whole
from whistlestop import REFEREE, SPECTATOR, Game, RecordError, read_record, write_record
from whistlestop.actions import KeepTickets
from whistlestop.play.position import read_position, write_position
from whistlestop.play.record import FAULTS, Reader


def golden_text(name: str, seats: int, ending: str) -> str:
    return golden.path_of(name, seats, ending).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "seats"), golden.TABLES)
def test_golden_games_replay(name: str, seats: int) -> None:
    """What was written once is read for ever: the same moves, the same end, the same bytes."""
    text = golden_text(name, seats, "record")
    game = read_record(text)
    assert game.over
    assert golden.files_of(game) == {
        ending: golden_text(name, seats, ending)
        for ending in ("record", "position.json", "sheet.json")
    }
    final = read_position(golden_text(name, seats, "position.json"))
    assert final.state.tobytes() == game.state.tobytes()
    sheet = json.loads(golden_text(name, seats, "sheet.json"))
    assert [player["total"] for player in sheet["players"]] == list(game.score_sheet().totals)


@pytest.mark.parametrize(("name", "seats"), golden.TABLES)
def test_golden_games_are_remade_the_same(name: str, seats: int) -> None:
    """If this fails on purpose: `make golden`, and read the diff."""
    assert write_record(golden.played(name, seats), date="2026-11-21") == golden_text(
        name, seats, "record"
    )


def test_every_golden_file_belongs_to_a_game() -> None:
    expected = {
        golden.path_of(name, seats, ending).name
        for name, seats in golden.TABLES
        for ending in ("record", "position.json", "sheet.json")
    }
    assert {path.name for path in golden.FOLDER.iterdir()} == expected


SMALL = """whistlestop record 1
edition: usa 1
seats: "Ada", "Ben"
starter: 1

deal > red blue red green / black black locomotive white / red blue green white yellow / \
SFE-VAN NYC-SEA CHI-NOL / DEN-ELP HOU-KAN CAL-SLC
1 p1: keep SFE-VAN NYC-SEA
2 p2: keep DEN-ELP HOU-KAN CAL-SLC
3 p1: draw red > purple; draw deck > orange
4 p2: tickets > LAX-MIA ATL-MON CHI-LAX; keep LAX-MIA
5 p1: draw blue > red; draw green > black
"""


def test_the_small_record_is_sound() -> None:
    game = read_record(SMALL)
    assert write_record(game) == SMALL
    assert len(game.moves) == 8


LONG = "9" * 5000
DAMAGES: dict[str, tuple[str, str, int, int, str, int | None]] = {
    # name: (what stands there, what stands there instead, line, column, the reason, moves left)
    "another format": ("record 1\n", "record 2\n", 1, 1, "begins with the line", None),
    "no such header": ("starter: 1", "stairs: 1", 4, 1, "a header is expected", None),
    "no header at all": ("starter: 1", "nobody knows", 4, 1, "a header is expected", None),
    "a header twice": ("starter: 1", "starter: 1\nstarter: 2", 5, 1, "a second time", None),
    "no edition": ("edition: usa 1\n", "", 3, 1, "header “edition:” is missing", None),
    "no seats": ('seats: "Ada", "Ben"\n', "", 3, 1, "header “seats:” is missing", None),
    "no revision": ("usa 1", "usa", 2, 10, "An edition and its revision", None),
    "another revision": ("usa 1", "usa 7", 4, 1, "revision 7; here is", None),
    "no such edition": ("usa 1", "mars 1", 4, 1, "mars", None),
    "names without quotes": ('"Ada"', "Ada", 3, 8, "Names in quotes", None),
    "names nested too deep": ('"Ada"', "[" * 90_000, 3, 8, "Names in quotes", None),
    "names that are none": ('"Ada"', "3", 3, 8, "Names in quotes", None),
    "names and others": (', "Ben"', ', 3, "Ben"', 3, 8, "Names in quotes", None),
    "bots that do not fit": ("starter", 'bots: "x"\nstarter', 5, 1, "has 1 names", None),
    "too few players": (', "Ben"', "", 6, 8, "for 2 to 5 players, not 1", None),
    "two players of one name": ('"Ben"', '"Ada"', 6, 8, "a name of their own", None),
    "a starter that is none": ("starter: 1", "starter: x", 4, 10, "who begins", None),
    "a starter who is not there": ("starter: 1", "starter: 5", 6, 8, "Starter", None),
    "a result that is none": ("starter: 1", "result: ten", 4, 9, "Every player’s score", None),
    "a result too early": ("starter: 1", "starter: 1\nresult: 1 2", 5, 1, "is not over", 8),
    "no deal": ("deal > ", "dealt? ", 6, 1, "the line “deal", None),
    "a card that is none": ("deal > red", "deal > mauve", 6, 8, "'mauve' is neither", None),
    "a card too many": ("CAL-SLC\n1", "CAL-SLC red\n1", 6, 8, "19 things, 20 are given", None),
    "a card too few": (" / DEN-ELP HOU-KAN CAL-SLC\n", "\n", 6, 8, "more than is given", None),
    "a ticket dealt twice": (
        "/ DEN-ELP HOU",
        "/ NYC-SEA HOU",
        6,
        8,
        "outcome 17 is not possible",
        None,
    ),
    "a ticket for a card": ("deal > red", "deal > ATL-MON", 6, 8, "outcome 1 is not", None),
    "a wrong number": ("4 p2", "7 p2", 10, 1, "Turn 4 is expected, not turn 7", 4),
    "a number without end": ("4 p2", f"{LONG} p2", 10, 1, "Turn 4 is expected", 4),
    "no number": ("4 p2", "p2", 10, 1, "A turn is expected", 4),
    "nobody's turn": ("4 p2", "4 p3", 10, 3, "There is no player 3", 4),
    "player 0": ("4 p2", "4 p0", 10, 3, "There is no player 0", 4),
    "player without end": ("4 p2", f"4 p{LONG}", 10, 3, "There is no player", 4),
    "another's turn": ("4 p2", "4 p1", 10, 7, "It is not your turn", 4),
    "no action": ("4 p2: tickets", "4 p2: dance", 10, 7, "“dance” is not a move", 4),
    "nothing": ("4 p2: tickets > LAX-MIA ATL-MON CHI-LAX; keep LAX-MIA", "4 p2:", 10, 6, "", 4),
    "an illegal action": ("tickets > LAX-MIA ATL-MON CHI-LAX", "pass", 10, 7, "only when you", 4),
    "an illegal second step": ("; keep LAX-MIA", "; draw deck", 10, 42, "First choose which", 5),
    "an unknown ticket kept": ("keep LAX-MIA", "keep DEN-ELP", 10, 42, "not among the tickets", 5),
    "an outcome too many": ("deck > orange", "deck > orange red", 9, 38, "1 things, 2 are", 3),
    "an outcome too few": ("draw deck > orange", "draw deck", 9, 35, "more than is given", 3),
    "thousands too many": ("orange", "red " * 5000, 9, 38, "are given", 3),
    "an unknown outcome": ("deck > orange", "deck > ORANGES", 9, 38, "'ORANGES' is neither", 3),
    "an impossible outcome": ("CHI-LAX;", "DEN-ELP;", 10, 17, "outcome 3 is not possible", 4),
    "a hidden card": ("deck > orange", "deck > ?", 9, 38, "redacted", 3),
    "hidden tickets": ("keep LAX-MIA", "keep ?", 10, 42, "redacted", 5),
    "a hidden deal": ("deal > red", "deal > ?", 6, 8, "redacted", None),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named_with_its_place(name: str) -> None:
    old, new, line, column, reason, moves = DAMAGES[name]
    assert SMALL.count(old) == 1, name
    with pytest.raises(RecordError) as caught:
        read_record(SMALL.replace(old, new))
    fault = caught.value
    assert reason in fault.reason
    assert (fault.line, fault.column) == (line, column), fault
    assert str(fault) == f"line {line}, column {column}: {fault.reason}"
    assert {*FAULTS[fault.code]} <= {*fault.values}
    assert fault.reason.endswith((".", "?"))
    if moves is None:
        assert fault.game is None
    else:
        assert fault.game is not None
        assert len(fault.game.moves) == moves
        assert fault.game.legal_actions() or fault.game.over
        again = write_record(fault.game)
        assert write_record(read_record(again)) == again


@pytest.mark.parametrize("text", ["", "\n", "whistlestop record 1", "\ufeff", "\0", "{}"])
def test_hardly_a_record(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert caught.value.game is None


def test_a_wrong_result() -> None:
    text = golden_text("usa", 2, "record")
    result = re.search(r"^result: (.*)$", text, re.MULTILINE)
    assert result is not None
    with pytest.raises(RecordError, match="line 5, column 9: The result must be"):
        read_record(text.replace(result[0], "result: 1 2"))
    damaged = text.rstrip("\n").rpartition("\n")[0] + "\n"
    with pytest.raises(RecordError, match="line 5, column 1: A result is given") as caught:
        read_record(damaged)
    assert caught.value.game is not None
    assert not caught.value.game.over


def test_what_is_forgiven() -> None:
    """Comments, blank lines, Windows line ends, a byte-order mark, and spaces at line ends."""
    loose = SMALL.replace("3 p1", "# Ada draws\n\n3 p1").replace("\n", "  \r\n")
    assert write_record(read_record("\ufeff" + loose)) == SMALL
    assert write_record(read_record(SMALL.replace(" / ", " "))) == SMALL


def test_a_record_up_to_a_turn() -> None:
    game = Reader(SMALL).until(3)
    assert len(game.moves) == 4
    assert len(Reader(SMALL).until(0).moves) == 0
    with pytest.raises(RecordError, match="The record has 5 turns, not 6"):
        Reader(SMALL).until(6)


def test_headers_alone() -> None:
    headers = Reader(SMALL.replace("starter: 1", "date: 2026-11-21")).headers()
    assert (headers.edition, headers.revision) == ("usa", 1)
    assert headers.seats == ("Ada", "Ben")
    assert (headers.date, headers.starter, headers.result) == ("2026-11-21", None, None)


def test_bots_are_named() -> None:
    text = write_record(read_record(SMALL), bots=("", "planner"))
    assert 'bots: "", "planner"\n' in text
    assert Reader(text).headers().bots == ("", "planner")
    assert Reader(SMALL).headers().bots == ()
    assert write_record(read_record(text)) == SMALL


def test_a_date_is_one_line() -> None:
    game = read_record(SMALL)
    with pytest.raises(ValueError, match="date"):
        write_record(game, date="2026-11-21\nresult: 0 0")


def test_a_game_from_a_position_has_no_record() -> None:
    game = read_position(write_position(up_to("usa", 2, 1, 10)))
    with pytest.raises(ValueError, match="has no record"):
        write_record(game)


@pytest.mark.parametrize(
    "name", ['Ada "the Great"', "O’Neill, Ann", "Ångström", "日本", "#1", "\\"]
)
def test_names_of_all_kinds(name: str) -> None:
    game = Game.new("usa", (name, "Ben; p1: > / ?"), seed=1)
    assert read_record(write_record(game)).seats == game.seats


@given(st.text(min_size=1, max_size=12))
@settings(max_examples=200, deadline=None)
def test_any_name_is_refused_or_kept(name: str) -> None:
    try:
        game = Game.new("london", (name, "Ben of London Town"), seed=1)
    except ValueError:
        return
    text = write_record(game)
    text.encode()
    assert read_record(text).seats == game.seats


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_damage_is_a_record_error(data: st.DataObject) -> None:
    """Cut, double or change any piece anywhere: a game, or an error with a place; nothing else."""
    text = SMALL
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        insert = data.draw(
            st.text(max_size=4) | st.sampled_from(["red", "?", ";", ">", "\n", "²", "p1:", "keep"])
        )
        text = text[:start] + insert + text[end:]
    place = None
    try:
        game = read_record(text)
    except RecordError as fault:
        place, game = (fault.line, fault.column), fault.game
    if place is not None:
        assert place >= (1, 1)
        assert place[0] <= len(text.splitlines()) + 1
        assert place[1] >= 1
    if game is not None:
        assert write_record(read_record(write_record(game))) == write_record(game)


# Redaction ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_redaction(edition: str, seats: int) -> None:
    """Word for word the same record, but for what the viewer could not see."""
    game = whole(edition, seats, 2, "tickets")
    full = write_record(game)
    for viewer in (SPECTATOR, *range(seats)):
        redacted = write_record(game, viewer=viewer)
        assert len(redacted.splitlines()) == len(full.splitlines())
        for line, hidden in zip(full.splitlines(), redacted.splitlines(), strict=True):
            words, shown = (re.findall(r"[^\s;]+|;", text) for text in (line, hidden))
            assert len(words) == len(shown)
            assert all(b in (a, "?") for a, b in zip(words, shown, strict=True))
        _nothing_hidden_is_written(game, viewer, redacted)
        headers = Reader(redacted).headers()
        assert headers.seats == game.seats
        with pytest.raises(RecordError, match="redacted"):
            read_record(redacted)


def _nothing_hidden_is_written(game: Game, viewer: int, redacted: str) -> None:
    """Tickets of others appear nowhere; blind cards of others are question marks."""
    theirs = {
        ticket
        for player in game.view(REFEREE).players
        if player.seat != viewer
        for ticket in player.tickets or ()
    }
    mine = {
        outcome.word
        for move in game.moves
        for outcome in (*move.outcomes, *game.dealt)
        if outcome.seat == viewer
    }
    routes = set(game.index.route_codes)
    for ticket in theirs - mine - routes:
        assert ticket not in re.split(r"[\s;]+", redacted)
    blind = sum(
        outcome.seat not in (None, viewer) for move in game.moves for outcome in move.outcomes
    ) + sum(outcome.seat not in (None, viewer) for outcome in game.dealt)
    kept = sum(
        len(move.action.tickets)
        for move in game.moves
        if isinstance(move.action, KeepTickets) and move.seat != viewer
    )
    assert len(re.findall(r"(?<!\S)\?(?=[\s;]|$)", redacted)) == blind + kept


def test_the_redacted_record_of_another_world_is_the_same() -> None:
    """Twins: a spectator's record does not change when hidden cards do."""
    random = Random(4)
    lines = SMALL.splitlines()
    for _ in range(20):
        deal = lines[5]
        first, second, *rest = deal.removeprefix("deal > ").split(" / ")
        cards = [*first.split(), *second.split()]
        random.shuffle(cards)
        hands = f"{' '.join(cards[:4])} / {' '.join(cards[4:])}"
        other = SMALL.replace(deal, f"deal > {hands} / " + " / ".join(rest))
        for viewer in (SPECTATOR,):
            one = write_record(read_record(SMALL), viewer=viewer)
            assert write_record(read_record(other), viewer=viewer) == one


def test_the_referee_reads_everything() -> None:
    """As a position for the referee hides nothing."""
    game = read_record(SMALL)
    assert write_record(game, viewer=REFEREE) == SMALL


def test_opening_answers_stand_alone() -> None:
    """Also where the last to announce a mix is the first to answer (M-02)."""
    game = Game.new("germany", 2, seed=1, starter=0)
    for words, seat in (("tickets 2 2", 0), ("tickets 1 3", 1), ("keep all", 1), ("keep all", 0)):
        game.play(words, seat)
    lines = write_record(game).splitlines()[-4:]
    assert [line.split(":")[0] for line in lines] == ["1 p1", "2 p2", "3 p2", "4 p1"]
