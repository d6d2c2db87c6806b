"""Whoever reads what an edition's rules depend on is listed: all others ask the rules.

A file that is not listed here, and needs one of these values, probably decides something that a
function of `rules/` decides already. It should call that function.
"""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "whistlestop"

DECIDES = re.compile(
    r"(?<!\")\b("
    r"locomotive_use|locomotive4_from_length|locomotive_ends_draw|(?:parallel_)?closed_up_to|"
    r"final_round_at|sweep(?:_locomotives|_passengers|_at)|station_wilds|tie_breaks|book\.stations|"
    r"offer_(?:keep|choose|draw|unkept)|(?:turn|opening|offer)\.(?:keep|choose|draw|unkept)|"
    r"(?:edition|facts)\.stations(?= -)|facts\.(?:locomotive|merchandise)|routes\.includes|"
    r"attraction_places|(?<=\.)attraction"
    r")\b"
)
"""Values of an edition and of its book on which rules depend: C-02, C-11, C-14, C-26, C-30, C-31,
C-40, C-42, E-11, E-20, M-02, M-03, M-10, M-12, M-21, M-22, N-10, S-02.

Stations count where they are subtracted. In the page, `facts.locomotive` could decide what a tunnel
asks for, `routes.includes` what a step of a journey costs, and `facts.merchandise` what it brings.
"""

MAY_READ = {
    # They say in words or pictures what the edition is.
    "drawing/art/cards.py": {"locomotive4_from_length"},
    "seen/explain.py": {"locomotive4_from_length", "locomotive_use"},
    "drawing/board.py": {"attraction"},
    "server/sent/editions.py": {
        *("final_round_at", "locomotive4_from_length", "locomotive_ends_draw", "locomotive_use"),
        *("offer.choose", "offer.draw", "offer.keep", "offer.unkept", "parallel_closed_up_to"),
        *("sweep_locomotives", "sweep_passengers", "attraction", "tie_breaks"),
    },
    "web/names/names.js": {"facts.locomotive"},
    "web/pages/rules/examples.js": {"attraction"},
    "web/pages/rules/rules.js": {
        *("attraction", "facts.locomotive"),
        *("final_round_at", "locomotive4_from_length", "locomotive_ends_draw", "locomotive_use"),
        *("opening.keep", "parallel_closed_up_to"),
        *("tie_breaks", "turn.choose", "turn.draw", "turn.keep", "turn.unkept"),
    },
    "web/names/sentence.js": {"locomotive_ends_draw"},
    "web/pages/start/tickets.js": {"opening.keep"},
    # They show what lies on the board and in the hand, or sort it.
    "web/table/board/board-pane.js": {"facts.merchandise", "routes.includes"},
    "web/table/hand/hand.js": {"facts.locomotive"},
    "web/table/turn/payment-order.js": {"facts.locomotive"},
    # They only ask whether somebody owns a route, and whether the server lists it.
    "web/table/ahead/planning.js": {"routes.includes"},
    "web/table/ahead/thinking-ahead.js": {"routes.includes"},
    # They only ask whether the edition has such a thing at all, or how large its parts are.
    "envs/openspiel.py": {"attraction"},
    "web/table/ending/lines.js": {"facts.merchandise"},
    "arena/exploit/genome.py": {"locomotive_ends_draw", "opening.choose", "turn.choose"},
    "observations/features.py": {"book.stations", "offer_unkept"},
    "observations/numbering.py": {"book.stations", "offer_choose", "offer_draw"},
    "play/notation.py": {"offer.choose", "turn.choose"},
    "policies/planner/turn.py": {"book.stations"},
    "seen/encoding.py": {"offer.choose"},
    "seen/worlds.py": {"opening.unkept", "turn.unkept"},
    # Estimates, which name the rule that they estimate.
    "policies/planner/situation.py": {"attraction_places", "final_round_at"},
    "policies/planner/tickets.py": {"offer_choose"},
    # It checks positions that nobody has played, and so has a view of its own.
    "seen/consistency.py": {
        *("final_round_at", "offer.keep", "sweep_locomotives", "sweep_passengers"),
    },
}


def test_only_listed_files_read_what_rules_depend_on() -> None:
    read: dict[str, set[str]] = {}
    for file in sorted([*SOURCES.rglob("*.py"), *SOURCES.rglob("*.js")]):
        name = file.relative_to(SOURCES).as_posix()
        if not name.startswith(("rules/", "editions/")):
            found = DECIDES.findall(file.read_text(encoding="utf-8"))
            if found:
                read[name] = {*found}
    assert read == MAY_READ
