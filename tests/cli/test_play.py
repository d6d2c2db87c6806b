"""Whole games at the terminal, through a pipe, as a new user would try them."""

from __future__ import annotations

import re
import shutil
import signal
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Conversation, run
from whistlestop import ClaimRoute, Game, edition_names, read_record
from whistlestop.cli.screens import Screens
from whistlestop.language import language
from whistlestop.play.daily import deal_of
from whistlestop.play.record import Reader, write_record


def player(file: Path, random: Random):
    """Answers with a legal action for whoever is asked, preferring long claims."""

    def answer(name: str) -> str:
        game = read_record(file.read_text(encoding="utf-8"))
        seat = game.seats.index(name)
        legal = game.legal_actions(seat)
        claims = [a for a in legal if isinstance(a, ClaimRoute) and sum(n for _, n in a.cards) > 1]
        return str(random.choice(claims or legal))

    return answer


@pytest.mark.parametrize("edition", edition_names())
def test_a_whole_game_against_a_bot(edition: str, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    options = ("--bots", "random", "--seed", "5", "--record", str(file))
    with Conversation("play", edition, *options, data=tmp_path) as game:
        assert game.play(("You",), player(file, Random(5))) == 0
    assert "Choose your tickets: keep at least" in game.screen
    assert "The final scores" in game.screen
    assert any(ending in game.screen for ending in ("You win!", " wins!", "share the victory"))
    assert "\x1b" not in game.screen, "no colour and no cursor tricks in a pipe"
    finished = read_record(file.read_text(encoding="utf-8"))
    assert finished.over
    assert finished.score_sheet().totals[0] == _total(game.screen, "You")


def test_a_whole_game_of_a_variant(tmp_path: Path) -> None:
    """V-11"""
    file = tmp_path / "game.record"
    options = ("--variant", "big", "--bots", "random", "--seed", "5", "--record", str(file))
    with Conversation("play", "usa", *options, data=tmp_path) as game:
        assert game.play(("You",), player(file, Random(5))) == 0
    assert "USA Big Cities, turn 1" in game.screen
    assert "You draw 4 tickets." in game.screen
    finished = read_record(file.read_text(encoding="utf-8"))
    assert (finished.edition.name, finished.over) == ("usa-big-cities", True)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("usa", "--variant", "moon"), "use 1910 or "),
        (("usa", "--variant", ""), "use 1910 or "),
        (("london", "--variant", "mega"), "london has no variants"),
        (("usa-1910", "--variant", "1910"), "usa-1910 has no variants"),
        (("--daily", "today", "--variant", "1910"), "leave --variant out"),
        (("--resume", "x.record", "--variant", "1910"), "leave --variant out"),
        (("--branch", "x.record", "--variant", "1910"), "leave --variant out"),
    ],
)
def test_a_variant_that_cannot_be(words: tuple[str, ...], refusal: str, tmp_path: Path) -> None:
    done = run("play", *words, data=tmp_path)
    assert done.returncode == 2
    assert refusal in done.stderr


def _total(screen: str, name: str) -> int:
    line = next(line for line in screen.splitlines() if f". {name}: " in line)
    return int(line.partition(": ")[2].split()[0].replace("−", "-"))


def test_two_people_see_only_their_own_secrets(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    names = ("Ann", "Bo")
    options = ("--bots", "none", "--names", "Ann,Bo", "--seed", "9", "--record", str(file))
    answer = player(file, Random(2))
    asked: list[str] = []
    with Conversation("play", "london", *options, data=tmp_path) as game:
        for _ in range(9):
            game.screen = ""
            name = game.until_asked(names)
            assert name is not None
            if asked and asked[-1] != name:
                assert f"--- Now it is {name}’s turn. Nobody else should look. ---" in game.screen
            asked.append(name)
            others = read_record(file.read_text(encoding="utf-8")).view(names.index(name) ^ 1).me
            for ticket in (*(others.tickets or ()), *(others.offer or ())):
                assert ticket not in game.screen.rpartition("Nobody else should look.")[2]
            game.say(answer(name))
    assert set(asked) == set(names)


def test_quitting_saves_and_resuming_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    first = run(
        *("play", "usa", "--bots", "random", "--seed", "3", "--starter", "1"),
        *("--record", str(file)),
        words="keep all\ndraw deck\nquit\n",
        data=tmp_path,
    )
    assert first.returncode == 0
    assert f"--resume '{file}'" in first.stdout
    saved = read_record(file.read_text(encoding="utf-8"))
    assert [str(move.action) for move in saved.moves if move.seat == 0][-1] == "draw deck"
    assert Reader(file.read_text(encoding="utf-8")).headers().bots == ("", "random")
    again = run("play", "--resume", str(file), words="draw deck\n", data=tmp_path)
    assert "Draw your second card." in again.stdout
    assert "Saved." in again.stdout, "the end of the input is a way to quit"
    assert len(read_record(file.read_text(encoding="utf-8")).moves) > len(saved.moves)


def test_an_interrupt_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    options = ("--seed", "1", "--record", str(file))
    with Conversation("play", "london", *options, data=tmp_path) as game:
        game.until_asked(("You",))
        game.say("keep all")
        game.until_asked(("You",))
        game.process.send_signal(signal.SIGINT)
        assert game.until_asked(()) is None
        assert game.process.wait(timeout=30) == 0
        assert "Saved." in game.screen
    assert read_record(file.read_text(encoding="utf-8")).moves


def test_without_a_file_the_game_is_saved_in_the_data_folder(tmp_path: Path) -> None:
    run("play", "london", words="quit\n", data=tmp_path)
    (file,) = (tmp_path / "games").glob("london-*.record")
    assert not read_record(file.read_text(encoding="utf-8")).over


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("claim boston miami", "No route links Boston and Miami. Boston has routes to Montreal"),
        ("fly", "“fly” is not a move. Moves begin with: draw, tickets, keep, claim"),
        ("draw", "Draw what?"),
        ("draw mauve", "“mauve” is not a card. The cards are: purple, blue"),
        ("keep 1", "No tickets are offered to you; draw some first."),
        ("pass", "You can pass only when you can do nothing else."),
        ("claim los angeles to new york", "No route links Los Angeles and New York"),
        ("claim nyc washington with 9 purple", "New York–Washington takes exactly 2 cards, not 9"),
        (
            "claim seatle - portland",
            "There is no place “seatle” on this board. Did you mean Seattle",
        ),
        ("claim st louis kansas city with 2 purple 1 blue", "takes exactly 2 cards, not 3"),
        ("move boston", "There are no passengers on this board."),
        ("routes st louis", "Chicago–Saint Louis"),
        ("routes atlantis", "There is no place “atlantis” on this board. Did you mean Atlanta"),
        ("needs", "Your tickets:"),
        ("log", "You keep"),
        ("help", "What you can ask at any time"),
        ("hlp", "Did you mean help?"),
        ("rotes denver", "Did you mean routes?"),
        ("claimm denver omaha", "Did you mean claim?"),
        ("help draw", "  draw: take a card from the deck or from the display; usually two"),
        ("help draw", "    For instance: draw deck, draw purple"),
        ("help draw", "    You can: draw deck, draw purple"),
        ("help routes", "routes, routes Atlanta: all routes, or those of one place"),
        ("help keep", "  keep: choose which of the offered tickets you keep, by name or by number"),
        ("help keep", "    Not possible now."),
        ("help claim", "    For instance: claim "),
        ("hepl", "Did you mean help?"),
        ("help fly", "There is no help about “fly”. “help” lists what can be asked and done."),
        ("hand", ", "),
        ("save /proc/nowhere/x", "Cannot write /proc/nowhere/x"),
    ],
)
def test_questions_and_refusals_are_answered_and_nothing_changes(
    words: str, answer: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.record"
    shown = run(
        *("play", "usa", "--bots", "random", "--seed", "3", "--starter", "1"),
        *("--record", str(file)),
        words=f"keep all\n{words}\nquit\n",
        data=tmp_path,
    )
    assert answer in shown.stdout.partition(words)[2]
    assert len(read_record(file.read_text(encoding="utf-8")).moves) == 2


def test_undo_takes_back_to_ones_own_decision(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    shown = run(
        *("play", "usa", "--bots", "random", "--seed", "3", "--starter", "1"),
        *("--record", str(file)),
        words="keep all\ndraw deck\ndraw deck\nundo\nundo\nquit\n",
        data=tmp_path,
    )
    assert shown.stdout.count("Taken back.") == 2
    moves = read_record(file.read_text(encoding="utf-8")).moves
    assert [str(move.action).split()[0] for move in moves] == ["keep", "keep"]


def test_a_record_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_text("somebody's game\n", encoding="utf-8")
    shown = run("play", "usa", "--bots", "random", "--record", str(file), data=tmp_path)
    assert shown.returncode == 2
    assert "is there already" in shown.stderr
    assert file.read_text(encoding="utf-8") == "somebody's game\n"


GOLDEN = Path(__file__).parents[1] / "golden" / "usa-2.record"


@pytest.mark.parametrize("hidden", ["same", "new"])
def test_a_moment_of_a_game_is_tried_again(tmp_path: Path, hidden: str) -> None:
    file, game = tmp_path / "again.record", read_record(GOLDEN.read_text(encoding="utf-8"))
    options = ("--branch", str(GOLDEN), "--move", "40", "--hidden", hidden, "--record", str(file))
    shown = run("play", *options, words="claim NYC-PIT with 2 white\nquit\n", data=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "Your hand: 2 purple, 1 orange, 2 white, 2 red" in shown.stdout
    again = read_record(file.read_text(encoding="utf-8"))
    assert again.length > 41
    assert [move.seat for move in again.moves[:40]] == [move.seat for move in game.moves[:40]]
    assert str(again.moves[40].action) == "claim NYC-PIT with 2 white"
    assert Reader(file.read_text(encoding="utf-8")).headers().bots == ("", "casual")


def test_moments_that_no_game_has_are_refused(tmp_path: Path) -> None:
    for options, words in (
        ((), "--move is a number from 0 to 134"),
        (("--move", "135"), "--move is a number from 0 to 134"),
        (("--move", "3", "--players", "2"), "leave --players out"),
        (("--move", "3", "--resume", str(GOLDEN)), "--branch plays on from a moment"),
    ):
        shown = run("play", "--branch", str(GOLDEN), *options, data=tmp_path)
        assert shown.returncode == 2
        assert words in " ".join(shown.stderr.split())
    for options in (("--move", "3"), ("--hidden", "new")):
        shown = run("play", *options, data=tmp_path)
        assert shown.returncode == 2
        assert "--branch" in shown.stderr


def test_a_record_names_no_file_to_run_as_a_bot(tmp_path: Path) -> None:
    game = read_record(GOLDEN.read_text(encoding="utf-8"))
    file = tmp_path / "strange.record"
    file.write_text(write_record(game, bots=("/tmp/evil.py:Evil", "nosuchbot")), encoding="utf-8")
    again = tmp_path / "again.record"
    options = ("--branch", str(file), "--move", "40", "--record", str(again))
    shown = run("play", *options, words="quit\n", data=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert Reader(again.read_text(encoding="utf-8")).headers().bots == ("", "casual")


def test_a_disk_that_fails_does_not_end_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    options = ("--seed", "1", "--bots", "random", "--record", str(folder / "game.record"))
    other = tmp_path / "other.record"
    with Conversation("play", "london", *options, data=tmp_path) as game:
        game.until_asked(("You",))
        shutil.rmtree(folder)
        folder.write_text("no folder any more", encoding="utf-8")
        game.say("keep all")
        game.until_asked(("You",))
        assert "Not saved: cannot write" in game.screen
        game.say(f"save {other}")
        game.until_asked(("You",))
    assert read_record(other.read_text(encoding="utf-8")).moves


def test_a_damaged_file_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    options = ("play", "usa", "--bots", "random", "--seed", "3", "--record", str(file))
    run(*options, words="keep all\nquit\n", data=tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "9 p1: draw deck > red\n", encoding="utf-8")
    shown = run("play", "--resume", str(file), data=tmp_path)
    assert shown.returncode == 2
    assert "column 1: Turn 4 is expected, not turn 9" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("atlantis",), "atlantis"),
        (("usa", "--players", "6"), "USA is for 2 to 5 players, not 6"),
        (("usa", "--bots", "plannner"), "plannner"),
        (("usa", "--players", "2", "--bots", "random,random,random"), "3 bots do not fit"),
        (("usa", "--names", "Ann,Bo", "--players", "2", "--bots", "random"), "2 names are given"),
        (("usa", "--bots", "none", "--names", "Ann,Ann"), "every player needs a name"),
        (("usa", "--starter", "7"), "starter"),
        (("--resume", "/nowhere/at/all"), "cannot read /nowhere/at/all"),
        (("usa", "--bots", "./nobody.py:Nobody"), "nobody.py"),
    ],
)
def test_wrong_options_are_explained(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    shown = run("play", *arguments, data=tmp_path)
    assert shown.returncode == 2
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_bots_with_options_are_called_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    bots = "planner:locomotive=3.5,random"
    options = ("--players", "3", "--bots", bots, "--record", str(file))
    with Conversation("play", "usa", *options, data=tmp_path) as game:
        assert game.until_asked(("You",))
    assert read_record(file.read_text(encoding="utf-8")).seats[1:] == ("Planner", "Random")


def told(words: list[str], tmp_path: Path, *options: str, kept: str = "1 2") -> str:
    """What a game against the bot `random` shows once the words that keep tickets are said."""
    shown = run(
        *("play", "usa", "--bots", "random", "--seed", "3", "--starter", "1", "--plain"),
        *("--record", str(tmp_path / "game.record"), *options),
        words="\n".join([kept, *words, "quit\n"]),
        data=tmp_path,
    )
    assert shown.returncode == 0, shown.stderr
    return shown.stdout.partition(kept)[2]


def test_what_is_listed_is_chosen_by_number(tmp_path: Path) -> None:
    """Offered tickets, the routes of a city, and what an ambiguous move may mean."""
    shown = told([*["draw deck"] * 8, "claim omaha", "1"], tmp_path)
    assert "You keep " in shown
    assert re.search(r"\n  1  claim .*Omaha.* with \d", shown)
    assert re.search(r"A number is enough\.(.|\n)*You claim ", shown)


def test_a_city_without_a_claim_tells_its_routes(tmp_path: Path) -> None:
    shown = told(["claim miami"], tmp_path)
    assert "Charleston–Miami" in shown


@pytest.mark.parametrize(
    ("kept", "words"), [("claim miami", []), ("1 2", ["draw deck", "claim miami"])]
)
def test_a_city_tells_its_routes_when_nothing_can_be_claimed_yet(
    kept: str, words: list[str], tmp_path: Path
) -> None:
    """While tickets are chosen, and between two cards."""
    assert "Charleston–Miami" in told(words, tmp_path, kept=kept)


def test_the_board_in_characters_and_the_score_so_far(tmp_path: Path) -> None:
    shown = told(["board", "score"], tmp_path)
    board = shown.partition("board\n")[2]
    assert all(code in board for code in ("VAN", "LAX", "MIA", "BOS"))
    rows = board.splitlines()
    where = {code: next(i for i, row in enumerate(rows) if code in row) for code in ("VAN", "MIA")}
    assert where["VAN"] < where["MIA"]
    assert "1 You" in board
    assert "If the game ended now: −" in board
    assert "On the score track: Random 0" in board


def test_the_score_so_far_tells_nothing_of_others() -> None:
    """C-32: who has the most tickets would tell of theirs."""
    game = Game.new("germany", 2, seed=4)
    random = Random(5)
    while not game.over and game.length < 150:
        game.play(random.choice(game.legal_actions()))
    twin = game.score_sheet()
    for bonus in (0, 10):
        players = tuple(
            replace(one, most_tickets_bonus=bonus, total=one.total - one.most_tickets_bonus + bonus)
            for one in twin.players
        )
        lines = Screens(game.view(0), game.seats, language("en")).score(
            replace(twin, players=players)
        )
        assert [str(line) for line in lines] == [
            str(line) for line in Screens(game.view(0), game.seats, language("en")).score(twin)
        ]


def test_who_resigns_leaves_a_bot_and_a_finished_game(tmp_path: Path) -> None:
    shown = told(["resign", "hand", "resign", "resign"], tmp_path)
    assert shown.count("Say “resign” once more") == 2
    assert "a bot takes over." in shown
    assert "The final scores" in shown
    text = (tmp_path / "game.record").read_text(encoding="utf-8")
    assert read_record(text).over
    assert Reader(text).headers().bots == ("casual", "random")


def test_the_final_scores_name_the_bot_that_played_on(tmp_path: Path) -> None:
    shown = told(["resign", "resign"], tmp_path, "--names", "Ada").partition("The final scores")[2]
    assert "Casual (for Ada): " in shown
    assert " Ada: " not in shown
    assert "Ada wins!" not in shown


def test_a_hint_says_what_why_and_with_what_chance(tmp_path: Path) -> None:
    """The first number takes the best action, and the record says that there was a hint."""
    shown = told(["hint", "1"], tmp_path)
    assert "Working out the best moves" in shown
    assert re.search(r"(The first move is clearly the best|are about equally good)\.", shown)
    option = r"  {}  (claim|draw|tickets).*\n     Chance to win: \d+% \(± \d+%\)\. Expert: \w.*\.\n"
    found = [re.search(option.format(number), shown) for number in (1, 2, 3)]
    assert found[0]
    assert found[1]
    assert re.search(r"A number is enough\.(.|\n)*You (claim|take|draw) ", shown)
    record = (tmp_path / "game.record").read_text(encoding="utf-8")
    assert "# p1 asked for hints before these moves: 3\n" in record
    assert read_record(record).length > 2
    again = run(
        *("play", "--resume", str(tmp_path / "game.record"), "--plain"),
        words="quit\n",
        data=tmp_path,
    )
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "game.record").read_text(encoding="utf-8") == record


def test_a_hint_about_tickets_takes_no_numbers_from_them(tmp_path: Path) -> None:
    """A number still means a ticket."""
    shown = run(
        *("play", "usa", "--bots", "random", "--names", "Ada", "--seed", "3", "--plain"),
        *("--record", str(tmp_path / "game.record")),
        words="hint\n1 3\nquit\n",
        data=tmp_path,
    )
    assert shown.returncode == 0, shown.stderr
    hint, keeps, _ = shown.stdout.partition("Ada keeps")
    assert "–  keep " in hint
    assert "A number is enough" not in hint
    assert keeps


def test_where_there_are_no_hints(tmp_path: Path) -> None:
    day = ("play", "--daily", "2026-11-26", "--plain", "--record", str(tmp_path / "day.record"))
    shown = run(*day, words="hint\nquit\n", data=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "In the deal of the day, there are no hints." in shown.stdout
    assert "Chance to win" not in shown.stdout
    assert "asked for hints" not in (tmp_path / "day.record").read_text(encoding="utf-8")


def test_the_others_at_the_screen_hear_of_a_hint(tmp_path: Path) -> None:
    shown = run(
        *("play", "london", "--bots", "none", "--names", "Ada,Ben", "--seed", "3"),
        *("--starter", "1", "--plain", "--record", str(tmp_path / "game.record")),
        words="keep all\nkeep all\nhint\ndraw deck\ndraw deck\nquit\n",
        data=tmp_path,
    )
    assert shown.returncode == 0, shown.stderr
    mine, _, others = shown.stdout.partition("Chance to win")
    assert "Ada asks for a hint." not in mine
    assert others.count("Ada asks for a hint.") == 1


def test_the_deal_of_a_day(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    day = ("play", "--daily", "2026-11-26", "--record", str(file))
    shown = run(*day, words="keep all\nquit\n", data=tmp_path)
    assert shown.returncode == 0, shown.stderr
    game, deal = read_record(file.read_text(encoding="utf-8")), deal_of(date(2026, 11, 26))
    assert game.edition.name == deal.edition
    assert game.dealt == Game.new(game.edition, game.seats, seed=deal.game_seed).dealt
    assert game.seats.index("You") == deal.seats.index(None)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--daily", "2001-01-01"), "there are deals from 2026-11-01"),
        (("--daily", "9000-01-01"), "there are deals from 2026-11-01"),
        (("--daily", "tomorrow"), "no day"),
        (("usa", "--daily", "today"), "leave an edition out"),
        (("--seed", "5", "--daily", "today"), "leave --seed out"),
    ],
)
def test_days_without_a_deal(options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    shown = run("play", *options, data=tmp_path)
    assert shown.returncode != 0
    assert said in shown.stderr.replace("\n", " ")
