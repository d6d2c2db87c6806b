"""Every way in which an edition's file can be wrong is refused, and the refusal says why."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from whistlestop.editions.load import LARGEST_FILE, EditionError, load, loads
from whistlestop.editions.reading import MOST_FAULTS

MadeUp = Callable[..., Path]

SAMPLE = Path(__file__).with_name("sample.toml")

FIRST_CITY = (
    '{code = "ALD", name = "Aldøy", aliases = ["Old Isle"], at = [60.5, 2], merchandise = "gold"}'
)
FERRY = '{a = "CAM", b = "DUN", length = 4, colour = "grey", ferry = 2}'
TO_ES = '{a = "CAM", b = "ES", length = 3, colour = "blue"}'
LAST_NEAR = '{from = "DUN", options = [{to = "ES", points = 7}, {to = "FR", points = 2}]}'


class Refusal(NamedTuple):
    """Changes to the sample, and what the one or first fault must say."""

    name: str
    changes: list[tuple[str, str]]
    says: list[str]


def refusal(name: str, old: str, new: str, *says: str) -> Refusal:
    return Refusal(name, [(old, new)], list(says))


REFUSALS = [
    # Types, ranges, keys
    refusal("name", 'name = "isles"', 'name = "The Isles"', "line 3, name", "lower-case"),
    refusal(
        "two cities at one point",
        'name = "Boré", at = [60.0, 3.5]',
        'name = "Boré", at = [60.5, 2]',
        "map.cities",
        "expected a position of its own, found [60.5, 2], where Aldøy (ALD) is too",
    ),
    refusal(
        "two cities at nearly one point",
        'name = "Boré", at = [60.0, 3.5]',
        'name = "Boré", at = [60.501, 2.002]',
        "map.cities entry 2 (BOR), at",
        "found [60.501, 2.002], so near to Aldøy (ALD) that drawings could not show both",
        "1 % of the map's width apart is enough",
    ),
    refusal(
        "a city without a position",
        'name = "Boré", at = [60.0, 3.5]',
        'name = "Boré"',
        "expected a latitude and a longitude, as other cities have them, found none",
        "leave it out for all cities",
    ),
    refusal("title", 'title = "The Isles"', "title = 7", "line 4, title", "found 7", "quotes"),
    refusal("blank title", '"The Isles"', '" "', "line 4, title", "no blanks"),
    refusal("empty title", '"The Isles"', '""', "found an empty text"),
    refusal("control", '"The Isles"', '"The \\u001b[31m Isles"', "line 4, title"),
    refusal(
        "missing key", "revision = 3\n", "", "line 1, revision", "nothing", 'add the key "revision"'
    ),
    refusal("revision", "revision = 3", "revision = 0", "1 to 9999", "found 0"),
    refusal("a float", "revision = 3", "revision = 3.5", "found 3.5", "without quotes or decimals"),
    refusal("a boolean", "revision = 3", "revision = true", "found true"),
    refusal("huge", "revision = 3", f"revision = 0x{'f' * 50}", "found a huge number"),
    refusal("notes", '["Made up for the tests."]', '"Made up."', "an array of texts", "brackets"),
    refusal("a note", '["Made up for the tests."]', "[5]", "notes entry 1", "found 5"),
    refusal("unknown key", "each = 12", "each = 12\ncolour = 1", "pieces.colour", "unknown key"),
    refusal(
        "near key",
        "final_round_at = 1",
        "final_round = 1",
        "line 15, pieces.final_round",
        'did you mean "final_round_at"?',
    ),
    refusal("missing table", "[parallel]\nclosed_up_to = 2\n", "", '"parallel"', "[parallel]"),
    refusal("no table", "[bonus]\nlongest_path = 10\nmost_tickets = 5\n", "[[bonus]]", "a table"),
    refusal(
        "no table of points",
        "most_tickets = 5",
        "doubly_joined = []",
        "bonus.doubly_joined",
        "found 0",
    ),
    refusal("no numbers", "most_tickets = 5", "doubly_joined = 5", "bonus.doubly_joined", "array"),
    refusal("high points", "most_tickets = 5", "doubly_joined = [101]", "1 to 100", "found 101"),
    refusal("zero points", "most_tickets = 5", "doubly_joined = [0]", "1 to 100", "found 0"),
    refusal(
        "a long table of points",
        "most_tickets = 5",
        "doubly_joined = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
        "capacity for doubly joined tickets",
    ),
    refusal(
        "fewer points for more",
        "most_tickets = 5",
        "doubly_joined = [9, 3]",
        "numbers that never become smaller, found [9, 3]",
        "all of these tickets together",
    ),
    refusal("a flag", "ends_draw = false", 'ends_draw = "no"', "true or false", "without quotes"),
    refusal(
        "a choice", 'locomotive_use = "any"', 'locomotive_use = "tunnel"', '"tunnels"', "did you"
    ),
    refusal("no entry", FERRY, '"CAM-DUN"', "map.routes entry 7", "a table in braces"),
    refusal("no array", "route_points = [1, 2, 4, 7]", "route_points = 1", "scoring.route_points"),
    refusal("empty array", "route_points = [1, 2, 4, 7]", "route_points = []", "found 0"),
    refusal("position", "at = [60.5, 2]", "at = [160.5, 2]", "(ALD), at", "latitude", "160.5"),
    refusal("half a position", "at = [60.5, 2]", "at = [60.5]", "[latitude, longitude]"),
    refusal("nan", "at = [60.5, 2]", "at = [nan, 2]", "found [nan, 2]"),
    refusal("piece name", 'name = "wagon"', 'name = "Big Wagon"', "pieces.name", "one lower-case"),
    # Players, pieces
    refusal("too few players", "fewest = 2", "fewest = 1", "players.fewest", "2 to 5"),
    refusal("too many players", "most = 3", "most = 6", "capacity: seats"),
    refusal("players swapped", "fewest = 2", "fewest = 4", "at most 3, the most players"),
    refusal("too many pieces", "each = 12", "each = 101", "capacity: pieces a player"),
    refusal("too few pieces", "each = 12", "each = 3", "at least 4, the longest route"),
    refusal("ends at once", "final_round_at = 1", "final_round_at = 12", "begin at once"),
    refusal(
        "passengers", "[passengers]\neach = 1", "[passengers]\neach = 4", "passengers a player"
    ),
    refusal("stations", "[stations]\neach = 2", "[stations]\neach = 4", "stations a player"),
    refusal("parallel", "closed_up_to = 2", "closed_up_to = 6", "parallel.closed_up_to", "0 to 5"),
    # Cards
    refusal("cards of a kind", "red = 12", "red = 101", "cards of one kind"),
    Refusal(
        "cards in all",
        [
            ("red = 12", "red = 100"),
            ("blue = 10", "blue = 100"),
            ("locomotive = 6", "locomotive = 90"),
            ("cards = 33", "cards = 295"),
        ],
        ["cards: ", "at most 250", "found 295"],
    ),
    Refusal(
        "too many colours",
        [
            ("blue = 10", "blue = 10\n" + "\n".join(f"{c * 3} = 1" for c in "abcdefg")),
            ("cards = 33", "cards = 40"),
        ],
        ["cards.colours", "at most 8 colours", "found 9"],
    ),
    refusal("no colours", "red = 12\nblue = 10\n", "", "a colour at least", "found none"),
    Refusal(
        "a colour in capitals",
        [("blue = 10", "blue = 9\nLIGHT-blue = 1")],
        ["cards.colours.LIGHT-blue", "letters a to z"],
    ),
    refusal("locomotive4", "blue = 10", "blue = 9\nlocomotive4 = 1", "colours.locomotive4"),
    *(
        refusal(
            f"colour called {word}",
            "blue = 10",
            f"blue = 9\n{word} = 1",
            f"cards.colours.{word}",
            "a word of its own",
        )
        for word in ("grey", "deck", "passenger", "locomotive", "tickets", "joker")
    ),
    refusal("wild card's name", '"joker"', '"deck"', "cards.locomotive_name", "command language"),
    refusal("a colour twice", "blue = 10", "blue = 10\nred = 3", "expected TOML", "line 39"),
    refusal("starting hands", "starting_hand = 3", "starting_hand = 10", "at least 35 cards"),
    refusal("sweep", "sweep_locomotives = 4", "sweep_locomotives = 6", "0 to 5"),
    refusal("length", "locomotive4_from_length = 3", "locomotive4_from_length = 10", "1 to 9"),
    Refusal(
        "passenger cards without passengers",
        [
            ("[passengers]\neach = 1\n", ""),
            ('[[merchandise]]\nname = "gold"\ntokens = [3, 1]\n', ""),
            ('[[merchandise]]\nname = "grain"\ntokens = [2]\n', ""),
            (', merchandise = "gold"', ""),
            ('at = [60.0, 3.5], merchandise = "grain"', "at = [60.0, 3.5]"),
            ('at = [60.2, 1], merchandise = "grain"', "at = [60.2, 1]"),
            ('"merchandise", "stations"', '"stations"'),
            ("merchandise = 4", "merchandise = 0"),
        ],
        ["cards.passenger", "no passenger cards without passengers"],
    ),
    # Points and bonuses
    refusal("points", "[1, 2, 4, 7]", "[1, 2, 4, 101]", "route_points entry 4", "0 to 100"),
    refusal("long points", "[1, 2, 4, 7]", "[1, 2, 4, 7, 1, 1, 1, 1, 1, 1]", "1 to 9 entries"),
    refusal("short points", "[1, 2, 4, 7]", "[1, 2, 4]", "entry 7 (CAM-DUN), length", "at most 3"),
    refusal("tie-break", '"stations", "longest', '"station", "longest', 'mean "stations"?'),
    refusal("tie-break twice", '"stations", "longest', '"tickets", "longest', '"tickets" 2 times'),
    refusal("too many tie-breaks", '["tickets", ', '["tickets", "tickets", ', "0 to 4 entries"),
    refusal("no longest path", "longest_path = 10\n", "", '"longest_path", which it does not'),
    refusal("no stations", "[stations]\neach = 2", "[stations]\neach = 0", '"stations", which it'),
    # Places
    refusal("city's code", 'code = "CAM"', 'code = "Cam"', "three capital letters", '"Cam"'),
    refusal("country's code", 'code = "ES"', 'code = "EST"', "two capital letters"),
    refusal("same code", 'code = "DUN"', 'code = "CAM"', "entry 4 (CAM), code", "a code of its"),
    refusal(
        "a city's code for a country",
        '{code = "ES", name = "Estria"}',
        '{code = "ALD", name = "Estria"}',
        "map.countries entry 1 (ALD), code",
    ),
    refusal("same name", '"Dunmór"', '"BORE!"', "BORE!", "may be Boré (BOR) too"),
    refusal("name and alias", '"Dunmór"', '"old isle"', "may be Aldøy (ALD) too"),
    refusal("name and code", '"Dunmór"', '"Bor"', "may be Boré (BOR) too"),
    refusal("alias and name", '"Friesland"', '"Aldoy"', "aliases entry 1", "may be Aldøy (ALD)"),
    refusal("needless alias", '"Friesland"', '"FRISIA"', "is called already", "leave it out"),
    refusal("name of signs", '"Dunmór"', '"?!"', "use letters or digits"),
    refusal(
        "too many places",
        FIRST_CITY,
        ", ".join(
            [FIRST_CITY]
            + [
                f'{{code = "{chr(65 + i // 26)}{chr(65 + i % 26)}Z", name = "Place {i}"}}'
                for i in range(60)
            ]
        ),
        "at most 64 places",
    ),
    # Flags
    *(
        refusal(
            f"flag: {name}",
            '{code = "ES", name = "Estria"}',
            f'{{code = "ES", name = "Estria", flag = {flag}}}',
            "map.countries entry 1 (ES), flag",
            *says,
        )
        for name, flag, says in (
            ("no table", '"red"', ["expected a table"]),
            ("no bands", "{}", ["flag.bands: ", "a band at least"]),
            ("empty bands", "{bands = []}", ["flag.bands: ", "a band at least"]),
            ("six bands", "{bands = [1, 2, 3, 4, 5, 6]}", ["0 to 5 entries"]),
            ("a word", '{bands = ["red"]}', ['a colour as "#rrggbb"', 'found "red"']),
            ("capitals", '{bands = ["#FFFFFF"]}', ["in small letters"]),
            ("more than a colour", '{bands = ["#ffffff\\"/>"]}', ['a colour as "#rrggbb"']),
            ("cross", '{bands = ["#ffffff"], cross = "white"}', ["cross", 'found "white"']),
            ("no cross", '{bands = ["#ffffff"], nordic = true}', ["nordic", "leave"]),
            ("unknown key", '{bands = ["#ffffff"], crosses = 1}', ['did you mean "cross"?']),
        )
    ),
    Refusal(
        "two countries with one flag",
        [
            ('name = "Estria"', 'name = "Estria", flag = {bands = ["#ffffff", "#000000"]}'),
            ('"Friesland"]', '"Friesland"], flag = {bands = ["#ffffff", "#000000"]}'),
        ],
        ["map.countries entry 2 (FR), flag", "a flag of its own", "that of Estria (ES)"],
    ),
    # Routes
    refusal("unknown end", TO_ES, TO_ES.replace("CAM", "CAN"), "(CAN-ES), a", 'mean "CAM"?'),
    refusal(
        "four routes side by side",
        TO_ES,
        ", ".join([TO_ES.replace("blue", "grey")] * 4),
        "entry 11 (CAM-ES)",
        "at most 3 parallel routes between two places",
    ),
    refusal(
        "a route twice",
        TO_ES,
        ", ".join([TO_ES] * 2),
        "entry 9 (CAM-ES), colour",
        'found another route of "blue" between CAM and ES',
        "make both grey, or leave one out",
    ),
    refusal("same ends", FERRY, FERRY.replace("DUN", "CAM"), "two different ends"),
    refusal("two countries", TO_ES, TO_ES.replace("CAM", "FR"), "two countries", "dead end"),
    refusal(
        "country first", TO_ES, '{a = "ES", b = "CAM", length = 3, colour = "blue"}', "swap a and b"
    ),
    refusal("too long", FERRY, FERRY.replace("4", "10"), "(CAM-DUN), length", "1 to 9", "capacity"),
    refusal("colour", TO_ES, TO_ES.replace("blue", "bleu"), "(CAM-ES), colour", 'mean "blue"?'),
    refusal("gray", FERRY, FERRY.replace("grey", "gray"), 'did you mean "grey"?'),
    refusal("no colour", TO_ES, TO_ES.replace(', colour = "blue"', ""), 'the key "colour"'),
    refusal(
        "unequal parallels",
        '{a = "BOR", b = "ALD", length = 2',
        '{a = "BOR", b = "ALD", length = 3',
        "entry 2 (BOR-ALD), length",
        "expected 2, like the route parallel to it",
        "unless parallel.unequal is true",
    ),
    refusal("exit", ' exit = "west"', ' exit = "Far West"', "a lower-case word"),
    refusal("exit to a city", "ferry = 2", 'ferry = 2, exit = "x"', "only for a route to a c"),
    refusal("ferry's symbols", "ferry = 2", "ferry = 5", "at most 4, its length"),
    refusal("special", 'use = "any"', 'use = "specials"', 'mean "special"?'),
    refusal(
        "one card for one",
        "starting_hand = 3",
        "starting_hand = 3\nferry_substitute = 1",
        "cards.ferry_substitute",
        "2 to 9",
    ),
    refusal(
        "ten cards for one",
        FERRY,
        FERRY.replace("ferry = 2", "substitute = 10"),
        "(CAM-DUN), substitute",
        "2 to 9",
    ),
    refusal(
        "a ferry's own substitutes",
        "ferry = 2",
        "ferry = 2, substitute = 3",
        "(CAM-DUN), substitute",
        "expected no substitute for a ferry, found 3",
        "write cards.ferry_substitute",
    ),
    refusal(
        "a tunnel with substitutes",
        "tunnel = true",
        "tunnel = true, substitute = 3",
        "(BOR-CAM), tunnel",
        "expected no substitutes for a tunnel",
    ),
    Refusal(
        "a ferry through a tunnel, with substitutes",
        [
            ("tunnel = true", "tunnel = true, ferry = 1"),
            ("starting_hand = 3", "starting_hand = 3\nferry_substitute = 3"),
            ("locomotive4 = 2\n", ""),
            ("locomotive4_from_length = 3\n", ""),
            ("cards = 33", "cards = 31"),
        ],
        ["(BOR-CAM), tunnel", "a tunnel with substitutes"],
    ),
    refusal(
        "substitutes and other wild cards",
        "starting_hand = 3",
        "starting_hand = 3\nferry_substitute = 3",
        "cards.locomotive4",
        "none in an edition whose routes take substitutes, found 2",
    ),
    refusal(
        "unequal, but not said so",
        "closed_up_to = 2",
        "closed_up_to = 2\nunequal = 1",
        "parallel.unequal",
        "true or false",
    ),
    Refusal(
        "ferry without enough locomotives",
        [("locomotive = 6", "locomotive = 1"), ("cards = 33", "cards = 28")],
        ["(CAM-DUN), ferry", "at most 1, all there are"],
    ),
    refusal("ferries only", 'use = "any"', 'use = "tunnels"', "locomotives are for tunnels only"),
    Refusal(
        "nobody can pay",
        [
            ("blue = 10", "blue = 1"),
            ("locomotive = 6", "locomotive = 0"),
            ("locomotive4 = 2", "locomotive4 = 1"),
            ("starting_hand = 3", "starting_hand = 1"),
        ],
        ["(CAM-ES), length", "at most 2"],
    ),
    refusal(
        "a city apart",
        '{code = "DUN"',
        '{code = "EEL", name = "Eel", at = [1, 1]}, {code = "DUN"',
        "entry 4 (EEL)",
        "Eel apart",
    ),
    refusal(
        "a country apart",
        '{code = "ES", name = "Estria"}',
        '{code = "ES", name = "Estria"}, {code = "IT", name = "Ithia"}',
        "Ithia apart",
    ),
    refusal(
        "too many routes",
        TO_ES,
        ", ".join([TO_ES] * 122),
        "1 to 128 entries",
        "capacity for routes",
        "found 129",
    ),
    # Tickets
    refusal("unknown origin", '{from = "BOR", to = "DUN"', '{from = "BOX", to = "DUN"', "BOX"),
    refusal("unknown goal", '"DUN", points = 3', '"DON", points = 3', "(BOR-DON), to"),
    refusal("same place", '{from = "BOR", to = "DUN"', '{from = "DUN", to = "DUN"', "both ends"),
    refusal("same country", '{to = "ALD", points = 8}', '{to = "ES", points = 8}', '"ES" at both'),
    refusal("goal twice", '{to = "FR", points = 2}', '{to = "ES", points = 2}', '"ES" twice'),
    refusal("no points", '"DUN", points = 3', '"DUN", points = 0', "points", "1 to 100"),
    refusal("missing goal", '{from = "BOR", to = "DUN", ', '{from = "BOR", ', 'the key "to"'),
    refusal(
        "both forms", '{from = "DUN", options', '{from = "DUN", to = "ES", options', "unknown key"
    ),
    refusal(
        "too many goals",
        LAST_NEAR,
        '{from = "DUN", options = ['
        + ", ".join(f'{{to = "{code}", points = 1}}' for code in ("ALD", "BOR", "CAM", "ES", "FR"))
        + "]}",
        "1 to 4 entries",
        "destinations of one ticket",
    ),
    refusal(
        "too many tickets",
        LAST_NEAR,
        ", ".join([LAST_NEAR] * 121),
        "at most 128 tickets",
        "found 129",
    ),
    refusal(
        "too many stacks", "far = [\n", "other = [{}]\nfar = [\n", "at most 2 stacks", "found 3"
    ),
    refusal("stack's name", "far = [\n", "deck = [\n", "tickets.stacks.deck", "word of its own"),
    refusal("draw too short", "draw = [2, 1]", "draw = [2]", "2 numbers, one for each stack"),
    refusal("draw nothing", "draw = [2, 0]", "draw = [0, 0]", "1 to 7 tickets in all"),
    refusal("draw too much", "draw = [2, 0]", "draw = [4, 4]", "capacity for an offer"),
    refusal(
        "too many second", "draw = [2, 0]", "draw = [0, 6]", "at most 5 tickets from the second"
    ),
    refusal("most too short", "keep = 2", "keep = 2\nmost = [2]", "2 numbers, one for each stack"),
    refusal("most too few", "keep = 2", "keep = 2\nmost = [0, 1]", "numbers with which 2 of the"),
    refusal(
        "most too many", "keep = 2", "keep = 2\nmost = [8, 1]", "tickets.opening.most", "0 to 7"
    ),
    refusal("choose too much", "draw = [2, 0]", "choose = 6", "tickets offered at once"),
    refusal("both offers", "draw = [2, 0]", "draw = [2, 0]\nchoose = 2", 'either "draw" or'),
    refusal("no offer", "draw = [2, 0]\n", "", "tickets.turn", 'the key "draw"'),
    refusal("keep too many", "keep = 2", "keep = 4", "tickets.opening.keep", "at most 3"),
    refusal("keep none", "keep = 2", "keep = 0", "1 to 7"),
    refusal("reshuffled", 'unkept = "bottom"', 'unkept = "reshuffle"', "tickets.turn.unkept"),
    refusal(
        "too few to draw",
        "draw = [2, 1]",
        "draw = [3, 1]",
        'at least 9 tickets in the stack "near"',
    ),
    refusal("too few to choose", "draw = [2, 1]", "choose = 4", "at least 12 tickets in all sta"),
    # Districts
    refusal("empty district", '["ALD", "BOR"]', "[]", "(north), cities", "at least two"),
    refusal("unknown in a district", '["ALD", "BOR"]', '["ALD", "BOT"]', 'mean "BOR"?'),
    refusal("country in a district", '["ALD", "BOR"]', '["ALD", "ES"]', 'the country "ES"'),
    refusal("two districts", '["CAM", "DUN"]', '["CAM", "ALD"]', "in district north already"),
    refusal("same district", 'name = "south"', 'name = "north"', "that of another district"),
    refusal("worthless district", "points = 3\ncities", "points = 0\ncities", "1 to 100"),
    refusal(
        "too many districts",
        '[[districts]]\nname = "north"',
        "".join(
            f'[[districts]]\nname = "{i}"\npoints = 1\ncities = ["ALD", "BOR"]\n' for i in range(7)
        )
        + '[[districts]]\nname = "north"',
        "0 to 8 entries",
        "capacity for districts",
    ),
    # Merchandise
    refusal("unknown stack", 'merchandise = "gold"', 'merchandise = "golf"', 'mean "gold"?'),
    refusal("stack in no city", ', merchandise = "gold"', "", "a city that has this stack"),
    refusal("same stack", 'name = "gold"', 'name = "grain"', "another kind of stack"),
    refusal("tokens upwards", "[3, 1]", "[1, 3]", "the highest token first"),
    refusal("no tokens", "[3, 1]", "[]", "1 to 4 entries"),
    refusal("too many tokens", "[3, 1]", "[3, 1, 1, 1, 1]", "tokens in one city"),
    refusal("nobody to collect", "[passengers]\neach = 1\n", "", "merchandise only"),
    # Totals
    *(
        refusal(f"total of {old}", f"\n{old}\n", f"\n{new}\n", f"counts.{key}", "adds up to")
        for old, new, key in (
            ("cities = 4", "cities = 5", "cities"),
            ("routes = 8", "routes = 9", "routes"),
            ("pairs = 7", "pairs = 8", "pairs"),
            ("spaces = 18", "spaces = 19", "spaces"),
            ("tickets = [6, 3]", "tickets = [3, 6]", "tickets"),
            ("ticket_points = [23, 27]", "ticket_points = [23, 28]", "ticket_points"),
            ("cards = 33", "cards = 110", "cards"),
            ("merchandise = 4", "merchandise = 74", "merchandise"),
        )
    ),
    refusal("total of a colour", "grey = 3", "grey = 4", "routes_per_colour.grey", "expected 3"),
    refusal("unknown total", "grey = 3", "gray = 3", "routes_per_colour.gray", 'mean "grey"?'),
]


def faults_of(path: Path) -> tuple[str, ...]:
    with pytest.raises(EditionError) as refused:
        load(path)
    return refused.value.faults


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in REFUSALS])
def test_refused(case: Refusal, made_up: MadeUp) -> None:
    path = made_up(*case.changes)
    faults = faults_of(path)
    assert any(all(words in fault for words in case.says) for fault in faults), faults
    for fault in faults:
        assert fault.startswith(str(path))


def test_the_names_of_the_cases_differ() -> None:
    assert len({case.name for case in REFUSALS}) == len(REFUSALS)


@pytest.mark.parametrize(
    "changes",
    [
        [
            (FERRY, FERRY.replace("grey", "red")),
            ("grey = 3\n", "grey = 2\n"),
            ("per_colour]\nred = 2\n", "per_colour]\nred = 3\n"),
        ],
        [
            ("closed_up_to = 2", "closed_up_to = 2\nunequal = true"),
            ('{a = "BOR", b = "ALD", length = 2', '{a = "BOR", b = "ALD", length = 3'),
            ("spaces = 18", "spaces = 19"),
        ],
        [("longest_path = 10\nmost", "most"), ('"longest_path"]', '"own_path"]')],
    ],
    ids=["coloured ferry", "unequal parallels", "own paths without the bonus"],
)
def test_what_is_allowed(changes: list[tuple[str, str]], made_up: MadeUp) -> None:
    """F-13, F-15, F-17"""
    load(made_up(*changes))


def test_the_whole_sentence(made_up: MadeUp) -> None:
    path = made_up((TO_ES, TO_ES.replace("blue", "bleu")), ("blue = 3\n", "blue = 2\n"))
    assert faults_of(path) == (
        f"{path}, line 98, map.routes entry 8 (CAM-ES), colour: expected a colour of the edition, "
        'or "grey", found "bleu"; did you mean "blue"?',
    )


def test_all_faults_come_at_once_in_the_order_of_the_file(made_up: MadeUp) -> None:
    path = made_up(
        ("most = 3", "most = 9"),
        ("draw = [2, 1]", "draw = [2]"),
        ('code = "CAM"', 'code = "Cam"'),
        (FERRY, FERRY.replace("4", '"four"')),
        ('"DUN", points = 3', '"DON", points = 3'),
        ("cards = 33", "cards = 34"),
    )
    with pytest.raises(EditionError) as refused:
        load(path)
    faults = refused.value.faults
    places = ["players.most", "tickets.opening.draw", "(Cam), code", "(CAM-DUN), length"]
    places += ["(BOR-DON), to", "counts.cards"]
    for place in places:
        assert sum(place in fault for fault in faults) == 1, place
    lines = [int(re.findall(r"line (\d+)", fault)[0]) for fault in faults]
    assert lines == sorted(lines)
    for fault in faults:
        assert fault in str(refused.value)
    assert f"has {len(faults)} faults" in str(refused.value)


def test_a_broken_entry_does_not_bring_up_others(made_up: MadeUp) -> None:
    assert len(faults_of(made_up((FERRY, FERRY.replace("4", '"four"'))))) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"name = \n", "line 1"),
        (b'name = "a"\nname = "b"\n', "line 2"),
        (b'name = "\xff"', "UTF-8"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
        (b"#" * (LARGEST_FILE + 1), "bytes"),
        (b"a = 1" + b"0" * 5000, "at most 100 characters in a number or key, found 5001"),
    ],
)
def test_files_that_are_no_toml(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    (fault,) = faults_of(path)
    assert says in fault
    assert str(path) in fault


@pytest.mark.parametrize("depth", range(50, 600, 25))
def test_nested_arrays(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("title = " + "[" * depth + "]" * depth, encoding="utf-8")
    assert faults_of(path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("")
    faults = faults_of(path)
    for key in ("name", "title", "revision", "players", "pieces", "cards", "map", "tickets"):
        assert sum(f'add the key "{key}"' in fault for fault in faults) == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path):
        (fault,) = faults_of(path)
        assert str(path) in fault
        assert "check the path" in fault


def test_a_text_that_cannot_be_a_path() -> None:
    with pytest.raises(EditionError, match="cannot be one"):
        load("null\0.toml")


@pytest.mark.parametrize(
    ("name", "advice"), [("ussa", 'did you mean "usa"?'), ("USA", 'did you mean "usa"?')]
)
def test_unknown_names(name: str, advice: str) -> None:
    with pytest.raises(EditionError) as refused:
        load(name)
    (fault,) = refused.value.faults
    assert "europe, germany, india, london, newyork, nordic, switzerland, usa" in fault
    assert "path of a .toml file" in fault
    assert advice in fault


def test_any_single_value_may_be_anything(tmp_path: Path) -> None:
    """Whatever stands in a key's place is read or refused, never a crash."""
    text = SAMPLE.read_text(encoding="utf-8")
    junk = ["true", '"?"', "-1", "[]", "{}", "[[1]]", "1.5", "[{}]", '{a = "b"}', '""']
    path = tmp_path / "junk.toml"
    values = [match.span(1) for match in re.finditer(r"^\w+ = (.+[^\[\n])$", text, re.MULTILINE)]
    for start, end in values:
        for value in junk:
            path.write_text(text[:start] + value + text[end:], encoding="utf-8")
            with suppress(EditionError):
                load(path)


def test_entries_may_be_anything(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    junk = ["true", '"?"', "-1", "[]", "{}", "[[1]]", "1.5", "[{}]", '""', '"CAM"', '"grey"']
    path = tmp_path / "junk.toml"
    for match in re.finditer(r"\w+ = (\"[^\"]*\"|\d+|true|\[[^\]{}]*\])(?=[,}])", text):
        for value in junk:
            path.write_text(text[: match.start(1)] + value + text[match.end(1) :], encoding="utf-8")
            with suppress(EditionError):
                load(os.fspath(path))


def test_no_stack_of_tickets(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    start, end = text.index("near = ["), text.index("[counts]")
    path = tmp_path / "no_tickets.toml"
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    assert any("expected a stack of tickets, found none" in fault for fault in faults_of(path))


@pytest.mark.parametrize("table", ["cards", "scoring", "players", "pieces", "map", "tickets"])
def test_a_missing_table_is_one_fault(table: str, tmp_path: Path) -> None:
    """And brings up no others, but for totals."""
    kept = True
    lines: list[str] = []
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]").split(".")[0]
            kept = name not in (table, "counts", "districts")
        if kept:
            lines.append(line)
    path = tmp_path / "part.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    (fault,) = faults_of(path)
    assert f'add the key "{table}"' in fault


BOMBS = {
    "empty routes": "[map]\nroutes = [" + "{}," * 80_000 + "]",
    "keys": "".join(f"key{number} = 1\n" for number in range(20_000)),
    "headers": "".join(f"[key{number}]\n" for number in range(20_000)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_reading_stops_at_the_largest_number_of_faults(name: str) -> None:
    text = BOMBS[name]
    with pytest.raises(EditionError) as refused:
        loads(text)
    assert (len(refused.value.faults), refused.value.more) == (MOST_FAULTS, True)
    assert len(str(refused.value)) < 20_000


def test_of_an_array_that_is_too_long_only_what_may_be_there_is_read(made_up: MadeUp) -> None:
    path = made_up((TO_ES, ", ".join([TO_ES] * 1000 + ["5"])))
    (fault,) = faults_of(path)
    assert "1 to 128 entries (the engine's capacity for routes), found 1008" in fault
    colours = "blue = 10\n" + "".join(f"{c}{d} = 1\n" for c in "abcdefgh" for d in "qrstuvwxyz")
    faults = faults_of(made_up(("blue = 10", colours), (TO_ES, TO_ES.replace("blue", "bleu"))))
    assert any("at most 8 colours" in fault and "found 82" in fault for fault in faults)
    stacks = "".join(f"s{number} = [{{}}]\n" for number in range(1000))
    faults = faults_of(made_up(("far = [", f"{stacks}far = [")))
    assert any("at most 2 stacks" in fault and "found 1002" in fault for fault in faults)
    assert len(faults) < 20


NUMBERS = {
    "decimal": "9" * 5000,
    "hexadecimal": "0x" + "f" * 5000,
    "float": "1" * 5000 + ".5",
    "exponent": "1e" + "9" * 5000,
    "date": "2026-11-21T00:00:00." + "0" * 5000,
    "table": "{x = {x = 0x" + "f" * 5000 + "}}",
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "key", ["unkept", "keep", "draw", "revision", "each", "tunnel", "at", "colour", "aliases"]
)
def test_a_number_of_thousands_of_digits(number: str, key: str, made_up: MadeUp) -> None:
    """Wherever it stands: the standard library reads some of them, and then cannot write them."""
    text = made_up().read_text(encoding="utf-8")
    changed = re.sub(rf"\b{key} = [^,}}\n]+", lambda _: f"{key} = {NUMBERS[number]}", text, count=1)
    if changed == text:
        changed = f"{key} = {NUMBERS[number]}\n{text}"
    with pytest.raises(EditionError) as refused:
        loads(changed)
    (fault,) = refused.value.faults
    assert "expected at most 100 characters in a number or key, found " in fault
    assert len(fault) < 300


@pytest.mark.parametrize("value", ["0x" + "f" * 90, "1" * 90, "inf", "-nan", "1e99", "2026-11-21"])
def test_a_strange_number_is_a_fault_like_others(value: str, made_up: MadeUp) -> None:
    text = made_up().read_text(encoding="utf-8")
    for key, given in re.findall(r"^(\w+) = (.*[^\[\n])$", text, re.MULTILINE):
        with pytest.raises(EditionError) as refused:
            loads(text.replace(f"{key} = {given}\n", f"{key} = {value}\n", 1))
        assert max(map(len, refused.value.faults)) < 500


def test_strings_that_do_not_end_take_no_square_of_their_length() -> None:
    """Each would be minutes of looking for the end again and again."""
    for text in ('x = "' + '\\"' * 120_000, '"""\n\\' * 40_000, "'" * 250_001, '"' * 250_001):
        with pytest.raises(EditionError):
            loads(text)


def test_a_text_is_no_longer_than_a_file() -> None:
    with pytest.raises(EditionError, match="at most 262144 bytes"):
        loads("#" * (LARGEST_FILE + 1))


def test_long_and_invisible_keys_are_told_short(made_up: MadeUp) -> None:
    text = made_up().read_text(encoding="utf-8")
    long = '"' + "x" * 100_000 + "\\u001b[31m" + '"'
    with pytest.raises(EditionError) as refused:
        loads(text.replace("far = [", f"{long} = [{{a = {{}}}}]\nfar = ["))
    assert len(str(refused.value)) < 5000
    with pytest.raises(EditionError) as refused:
        loads(text.replace("each = 12", 'each = 12\n"\\u001b[31m" = 1'))
    assert refused.value.faults[0].isprintable()


def test_a_key_of_very_many_parts_costs_nothing(tmp_path: Path) -> None:
    """To read one takes its length squared; a sentence with many dots is none."""
    text = SAMPLE.read_text(encoding="utf-8")
    path = tmp_path / "deep.toml"
    for key in ("a" + ".a" * 100_000, "a" + " . 'a'" * 40_000):
        path.write_text(f"{text}\n[counts.{key}]\n", encoding="utf-8")
        (fault,) = faults_of(path)
        assert "expected a key of at most 8 parts" in fault
    words = "To St. Louis, etc., by 1.5.1906. " * 25 + "." * 100
    path.write_text(text.replace("notes = [", f'# {words}\nnotes = ["{words}", '), encoding="utf-8")
    assert load(os.fspath(path)).notes[0] == words


STILL_READ = ("two cities at one point", "a city without a position")


@pytest.mark.parametrize("name", STILL_READ)
def test_games_begun_by_an_earlier_version_keep_their_edition(name: str) -> None:
    """Earlier versions accepted what drawings cannot show: a stored game must still open."""
    (refused,) = (one for one in REFUSALS if one.name == name)
    sample = text = SAMPLE.read_text(encoding="utf-8")
    for old, new in refused.changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(EditionError):
        loads(text)
    assert loads(text, kept=True).cities != loads(sample).cities
