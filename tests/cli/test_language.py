"""The terminal game in five languages: what is said, what is understood, by whose wish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import run
from whistlestop import Game, cli
from whistlestop.cli.examples import examples
from whistlestop.errors import ActionError
from whistlestop.language import LANGUAGES, catalogue, language
from whistlestop.play.notation import commands_of, said
from whistlestop.play.record import read_record

GAMES = {
    "it": ("tieni tutti", "pesca dal mazzo", "Tocca a te: pesca", "Peschi", "La tua mano:"),
    "nl": (
        "houd alle",
        "trek van de stapel",
        "Jij bent aan de beurt: trek",
        "Je trekt",
        "Je hand:",
    ),
    "de": ("behalte alle", "zieh vom Stapel", "Du bist dran: zieh", "Du ziehst", "Deine Hand:"),
    "fr": ("garde tous", "prends à la pioche", "À toi : pioche", "Tu prends", "Ta main :"),
    "en": ("keep all", "draw deck", "Your turn: draw", "You draw", "Your hand:"),
}
"""Language → what is typed: opening tickets, a card; what is said: prompt, news, hand."""

OPTIONS = ("--bots", "random", "--seed", "3", "--starter", "1")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_turn_in_every_language(code: str, tmp_path: Path) -> None:
    keep, draw, prompt, news, hand = GAMES[code]
    spoken, file = language(code), tmp_path / "game.record"
    question = spoken.say("terminal.ask.help")
    shown = run(
        *("play", "europe", *OPTIONS, "--language", code, "--record", str(file)),
        words=f"{keep}\n{draw}\n{question}\n{spoken.say('terminal.ask.quit')}\n",
        data=tmp_path,
    ).stdout
    assert f"{spoken.say('seat.you')}> {keep}" in shown
    for told in (prompt, news, hand, spoken.say("turn.second_card")):
        assert told in shown
    assert spoken.say("terminal.help_ask") in shown
    assert spoken.say("terminal.go_on", command="") in shown
    moves = [str(move.action) for move in read_record(file.read_text(encoding="utf-8")).moves]
    assert "draw deck" in moves, "records have the notation, whatever was typed"
    if code != "en":
        for english in ("Your ", "You ", "deck", "Draw", "Saved"):
            assert english not in shown.replace("draw deck", ""), english


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_whole_game_with_its_scores(code: str, tmp_path: Path) -> None:
    """The record of a whole game, told and scored in every language."""
    record = Path(__file__).parents[1] / "golden"
    file = next(iter(sorted(record.rglob("*germany*.record"))))
    shown = run("replay", str(file), "--log", "--language", code, data=tmp_path).stdout
    for key in ("log.GameOver", "terminal.scores", "sheet.routes", "sheet.merchandise"):
        assert language(code).say(key) in shown
    assert "{" not in shown


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mistyped_question_is_guessed_in_every_language(code: str, tmp_path: Path) -> None:
    spoken = language(code)
    word = spoken.say("terminal.ask.help")
    typed = word[:-1] + "x"
    shown = run(
        *("play", "europe", *OPTIONS, "--language", code),
        words=f"{GAMES[code][0]}\n{typed}\n{word} {spoken.command('keep')}\n{word} xyzzy\nhlp\n",
        data=tmp_path,
    ).stdout
    assert shown.count(spoken.say("fault.guess", guesses=word)) == 2, "English is guessed, too"
    assert spoken.say("terminal.not_now") in shown
    assert spoken.say("terminal.about_command.keep") in shown
    assert spoken.say("terminal.no_help", word="xyzzy", help=word) in shown


@pytest.mark.parametrize("code", ["it", "de"])
def test_refusals_are_in_the_language(code: str, tmp_path: Path) -> None:
    told = {
        "it": (
            "balla",
            "“balla” non è una mossa.",
            "prendi Parigi a Zurigo con 9 rosse",
            "Parigi–",
        ),
        "de": (
            "tanze",
            "„tanze“ ist kein Zug.",
            "nimm Wien-Budapest mit 9 roten",
            "Budapest–Wien",
        ),
    }[code]
    keep = GAMES[code][0]
    shown = run(
        *("play", "europe", *OPTIONS, "--language", code),
        words=f"{keep}\n{told[0]}\n{told[2]}\n",
        data=tmp_path,
    ).stdout
    assert told[1] in shown
    assert told[3] in shown.rpartition(told[2])[2]


def test_the_environment_chooses_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    assert "Je hand:" in run("play", "usa", *OPTIONS, words="houd alle\n", data=tmp_path).stdout
    shown = run("play", "usa", *OPTIONS, "--language", "fr", words="garde tous\n", data=tmp_path)
    assert "Ta main :" in shown.stdout


def test_a_language_that_is_not_there(tmp_path: Path) -> None:
    shown = run("play", "usa", "--language", "xx", data=tmp_path)
    assert shown.returncode == 2
    assert "no language here; use one of en, it, nl, de, fr" in shown.stderr


def test_a_person_keeps_their_name(tmp_path: Path) -> None:
    """Only names that nobody chose are in the language."""
    file = tmp_path / "game.record"
    run(
        *("play", "usa", "--bots", "random", "--names", "Random", "--language", "de"),
        *("--record", str(file)),
        data=tmp_path,
    )
    seats = read_record(file.read_text(encoding="utf-8")).seats
    assert seats == ("Random", "Zufall")


def test_the_terminal_says_what_its_catalogue_has() -> None:
    sources = "\n".join(
        file.read_text(encoding="utf-8") for file in Path(cli.__path__[0]).glob("*.py")
    )
    asked = {*re.findall(r"""["'](terminal\.[\w.]+)["']""", sources)}
    # Keys of which the last word is made: one for every column, question and command.
    made = tuple(re.findall(r"""["'](terminal\.\w+\.)\{""", sources))
    about = {"terminal.about.", "terminal.about_command."}
    assert {*made} == {"terminal.ask.", "terminal.column.", *about}
    known = {key for key in catalogue("terminal", "en") if key.startswith("terminal.")}
    assert asked - known == set()
    assert {key for key in known - asked if not key.startswith(made)} == set()


def test_questions_are_no_moves() -> None:
    """No word for a question is the beginning of a move in its language, or in English."""
    for code in LANGUAGES:
        words = catalogue("commands", code)["verbs"], catalogue("commands", "en")["verbs"]
        verbs = {name.casefold() for table in words for names in table.values() for name in names}
        asked = {
            sentence.casefold()
            for key, sentence in catalogue("terminal", code).items()
            if key.startswith("terminal.ask.")
        }
        assert not asked & verbs, code
        assert len(asked) == 15


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("edition", ["europe", "germany", "switzerland"])
def test_every_command_is_explained_with_words_that_are_read(code: str, edition: str) -> None:
    """The examples of the help are of the notation: they are refused, if at all, as not legal."""
    game, spoken = Game.new(edition, 2, seed=1), language(code)
    for command in commands_of(game.edition):
        assert spoken.say(f"terminal.about_command.{command}")
        for action in examples(command, game.edition):
            refusals: list[str] = []
            try:
                game.parse(said(action, game.index, code), 0, code)
            except ActionError as error:
                refusals.append(error.reason.code if error.reason else str(error))
            assert not [one for one in refusals if one.startswith(("unknown", "misspelt"))]
