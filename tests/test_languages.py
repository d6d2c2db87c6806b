"""Five languages: what they say is complete, and what is typed in them is understood."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import whistlestop
from tests.properties.playing import decisions
from whistlestop import Game, edition_names
from whistlestop.actions import Action, ClaimRoute
from whistlestop.editions.gazetteer import gazetteer, kind_names
from whistlestop.editions.load import load, loads
from whistlestop.errors import ActionError, AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.language import (
    LANGUAGES,
    catalogue,
    fill,
    language,
    language_of,
    number_words,
)
from whistlestop.play.notation import COMMANDS, commands_of, parse, said
from whistlestop.reasons import Reason

FOLDER = Path(whistlestop.__file__).parent / "language"
EDITIONS = Path(whistlestop.__file__).parent / "editions"


SENTENCES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "sentences.json").read_text(encoding="utf-8")
)
"""Sentences with values, and what is said. The page is tested with them, too."""


def test_sentences_are_filled_as_the_page_fills_them() -> None:
    assert len(SENTENCES) > 10
    for one in SENTENCES:
        assert fill(one["sentence"], one["values"], one["language"]) == one["said"], one


def test_numbers_of_any_size_are_written() -> None:
    assert number_words(-(10**40), "en") == "−10" + 13 * ",000"
    assert number_words(10**28 + 1, "de") == "10" + 8 * ".000" + ".001"
    assert number_words(1e30, "fr") == "1" + 10 * "\u202f000"


@pytest.mark.parametrize(
    ("number", "words"), [(float("nan"), "NaN"), (float("inf"), "∞"), (float("-inf"), "−∞")]
)
def test_numbers_without_digits(number: float, words: str) -> None:
    """`Intl.NumberFormat` writes the same in the page."""
    assert number_words(number, "de") == words


def test_every_language_has_words_for_everything() -> None:
    cards = {kind for name in edition_names() for kind in kind_names(load(name)) if kind}
    stacks = {stack for name in edition_names() for stack in load(name).stacks}
    assert {file.stem for file in (FOLDER / "commands").iterdir()} == set(LANGUAGES)
    english = catalogue("commands", "en")
    for code in LANGUAGES:
        words = catalogue("commands", code)
        assert words.keys() == english.keys()
        assert list(words["verbs"]) == list(COMMANDS)
        assert all(words["verbs"].values())
        assert all(words["words"].values())
        assert cards <= set(words["cards"])
        assert stacks <= set(words["stacks"])
        for part in ("verbs", "words", "cards", "stacks"):
            assert set(words[part]) == set(english[part])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_legal_action_can_be_typed(code: str) -> None:
    """By names and in the notation, in every kind of moment of all editions."""
    seen: Counter[tuple[str, str]] = Counter()
    for edition, seats in (
        ("usa", 3), ("germany", 3), ("london", 2), ("europe", 3), ("switzerland", 2),
        ("newyork", 2), ("india", 2), ("nordic", 2),
    ):  # fmt: skip
        index = gazetteer(load(edition))
        for style in ("travels", "any"):
            for game, seat, legal, action in decisions(edition, seats, 4, style):
                if game.over:
                    continue
                view = game.view(seat)
                for one in dict.fromkeys((action, *legal[:: max(1, len(legal) // 5)])):
                    seen[edition, type(one).__name__] += 1
                    if seen[edition, type(one).__name__] > 12:
                        continue
                    assert parse(said(one, index, code), view, legal, code) == one, str(one)
                    assert parse(str(one), view, legal, code) == one, str(one)
    assert len({kind for _, kind in seen}) >= 12


def test_cards_are_told_as_one_says_them() -> None:
    index = gazetteer(load("usa"))
    mixed = ClaimRoute("DEN-OMA", (("purple", 3), ("locomotive", 1)))
    assert said(mixed, index) == "claim Denver–Omaha with 3 purple and 1 locomotive"
    wild = ClaimRoute("DEN-SFE", (("locomotive", 2),))
    assert said(wild, index) == "claim Denver–Santa Fe with 2 locomotives"
    assert said(wild, index, "de") == "nimm Denver–Santa Fe mit 2 × Lokomotive"


TYPED: list[tuple[str, str, str, str | tuple[str, str, list[str]]]] = [
    ("it", "europe", "pesca rosso", "draw red"),
    ("it", "europe", "pesca una carta rossa", "draw red"),
    ("it", "europe", "pesca dal mazzo", "draw deck"),
    ("it", "europe", "prendi biglietti", "tickets"),
    ("it", "europe", "tieni tutti", "keep all"),
    ("it", "europe", "tieni 1 e 3", "keep 1 3"),
    ("it", "europe", "prendi Parigi a Zurigo con 3 rosse", "claim PAR-ZUR with 3 red"),
    ("it", "europe", "prendi Parigi - Marsiglia", "claim MAR-PAR"),
    ("it", "europe", "stazione a Monaco con 1 jolly", "station MUN with 1 locomotive"),
    ("it", "europe", "costruisci una stazione CON con 1 nera", "station CON with 1 black"),
    ("it", "europe", "paga 1 rossa e 1 locomotiva", "pay 1 red 1 locomotive"),
    ("it", "europe", "pesca b", ("ambiguous_card", "b", ["blue", "white"])),
    ("it", "europe", "mi ritiro", "withdraw"),
    ("de", "germany", "zieh rot", "draw red"),
    ("de", "germany", "Zieh eine rote Karte", "draw red"),
    ("de", "germany", "nimm vom Stapel", "draw deck"),
    ("de", "germany", "zieh 3 kurze, 1 lange Fahrkarte", "tickets 3 short 1 long"),
    ("de", "germany", "nimm Koeln-Düsseldorf mit 1 Lok", "claim DUS-KOL with 1 locomotive"),
    ("de", "germany", "nimm München nach Österreich mit 3 rote", "claim MUN-AT with 3 red"),
    ("de", "germany", "Passagier in Leipzig", "passenger LEI"),
    ("de", "germany", "Passagier nirgends", "passenger none"),
    ("de", "germany", "losschicken Berlin", "move BER"),
    ("de", "germany", "weiter nach Leipzig", "go LEI"),
    ("de", "germany", "halt", "stop"),
    ("de", "germany", "claim Berlin to Leipzig with 2 red", "claim BER-LEI with 2 red"),
    (
        "de",
        "germany",
        "losschicken Ha",
        ("ambiguous_place", "Ha", ["HAM", "HAN"]),
    ),
    ("nl", "europe", "trek rode kaart", "draw red"),
    ("nl", "europe", "neem Parijs naar Zürich met 3 rode", "claim PAR-ZUR with 3 red"),
    ("nl", "usa", "pas", "pass"),
    ("fr", "switzerland", "prends une carte verte", "draw green"),
    ("fr", "switzerland", "prends à la pioche", "draw deck"),
    ("fr", "switzerland", "prends des billets", "tickets"),
    ("fr", "switzerland", "garde aucun", "keep none"),
    ("fr", "switzerland", "prends Bâle-Olten avec 2 bleues", "claim BAS-OLT with 2 blue"),
    ("fr", "usa", "prends Denver à Miami", "claim DEN-MIA"),
    ("en", "usa", "claim new york to washington with 2 orange", "claim NYC-WAS with 2 orange"),
    ("en", "usa", "d loco", "draw locomotive"),
    ("en", "usa", "C WAS NYC/2", "claim NYC-WAS/2"),
]


def moment(edition: str) -> Game:
    """The first turn of a game."""
    game = Game.new(edition, 2, seed=1, starter=0)
    while game.view().phase.startswith("opening"):
        game.play(game.legal_actions()[-1])
    return game


def answer(game: Game, words: str, code: str) -> Action | tuple[type[ActionError], Reason | None]:
    """What some words mean, or why they mean nothing."""
    try:
        return parse(words, game.view(0), game.legal_actions(0), code)
    except ActionError as error:
        return type(error), error.reason


@pytest.mark.parametrize(("code", "edition", "typed", "meant"), TYPED)
def test_what_people_type_is_understood(
    code: str, edition: str, typed: str, meant: str | tuple[str, str, list[str]]
) -> None:
    game = moment(edition)
    if typed.startswith(("tieni", "behalte", "garde")):
        game = Game.new(edition, 2, seed=1, starter=0)
        if game.view().phase == "opening_mix":
            game.play(game.legal_actions()[0])
    got = answer(game, typed, code)
    if isinstance(meant, tuple):
        assert isinstance(got, tuple)
        reason = got[1]
        assert reason is not None
        reason_code, word, things = meant
        assert (reason.code, reason.values["word"]) == (reason_code, word)
        assert sorted(reason.values.get("kinds") or reason.values["cities"]) == sorted(things)
    else:
        assert got == answer(game, meant, "en")
        assert "unknown_command" not in str(got)


@pytest.mark.parametrize(
    ("code", "edition", "typed", "told"),
    [
        ("de", "germany", "tanze", "„tanze“ ist kein Zug. Züge beginnen mit: zieh"),
        ("it", "usa", "prendi Atlantide a Denver", "Atlantide"),
        ("fr", "usa", "prends Denver à Miamy", "Miami"),
        ("nl", "europe", "neem Parijs naar Zurich met 9 rode", "Parijs–Zürich"),
    ],
)
def test_refusals_are_said_in_every_language(
    code: str, edition: str, typed: str, told: str
) -> None:
    game = moment(edition)
    with pytest.raises(ActionError) as caught:
        game.play(game.parse(typed, 0, code))
    assert caught.value.reason is not None
    assert told in caught.value.reason.said(code)


def test_one_word_for_several_commands_is_what_fits() -> None:
    game = moment("usa")
    assert str(game.parse("take deck")) == "draw deck"
    with pytest.raises((IllegalAction, AmbiguousAction)):
        game.parse("take Denver to Omaha")
    with pytest.raises(MalformedAction) as caught:
        game.parse("take Denver to Miami")
    assert caught.value.reason is not None
    assert caught.value.reason.code == "no_link"


def test_the_other_end_tells_which_place_is_meant() -> None:
    """`new` could be New Orleans and New York; Washington has a route to one of them."""
    game = moment("usa")
    assert str(game.parse("claim new to washington with 2 orange")).startswith("claim NYC-WAS")


def test_commands_are_those_that_the_edition_has() -> None:
    assert "move" not in commands_of(load("usa"))
    assert "pay" not in commands_of(load("usa"))
    assert {"pay", "station"} <= set(commands_of(load("europe")))
    assert set(commands_of(load("germany"))) >= {"move", "go", "stop", "passenger"}


def test_places_of_an_own_edition_keep_their_names() -> None:
    """Only of the built-in boards is it known what other languages call their places."""
    text = (EDITIONS / "germany.toml").read_text(encoding="utf-8")
    own = loads(text.replace("revision = 1", "revision = 2", 1))
    assert own != load("germany")
    german = language("it")
    assert german.place(gazetteer(load("germany")), "MUN") == "Monaco di Baviera"
    assert german.place(gazetteer(own), "MUN") == "München"


def test_there_is_no_other_language() -> None:
    with pytest.raises(ValueError, match="no language here; use one of en, it, nl, de, fr"):
        moment("usa").parse("dance", 0, "xx")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "it"}, "it"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "nl@euro"}, "nl"),
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], code: str) -> None:
    assert language_of(environment) == code


def test_numbers_choose_the_plural() -> None:
    for code, none in (("en", "other"), ("it", "other"), ("de", "other"), ("fr", "one")):
        forms: dict[str, str] = catalogue("", code)["points"]
        said_by = language(code).say
        assert said_by("points", n=1) == forms["one"].replace("{n}", "1")
        assert said_by("points", n=2) == forms["other"].replace("{n}", "2")
        assert said_by("points", n=0) == forms[none].replace("{n}", "0")
