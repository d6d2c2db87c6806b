"""Keeps a database of tables, and what the server tells of it, for later versions to open.

    python -m tests.server.keep NAME

makes `kept/NAME.sqlite3.gz` and `kept/NAME.json.gz`. What is kept is never made again: a later
version that writes something new keeps another database beside it, under another name. These are
kept:

- `0.1.0`: from before players added to the luck.
- `0.1.0-shared-luck`: players add to the luck, people without a name are called by their seat, the
  host chooses anew when bots stand in, and names stay as they were when the game began.
- `0.1.0-levels`: bots by level, who may say during the game why they made a move.
- `0.1.0-lessons`: a lesson that has been begun.
- `0.1.0-taking-back`: moves are taken back, at once and by consent.
- `0.1.0-bots`: the host chooses how long bots wait, and whether they say why they moved.
- `0.1.0-forgotten`: somebody had the server forget them, in a game that went on with a bot.
- `0.1.0-managing`: seats, host and clock change, and tables are closed.
- `0.1.0-one-device`: several people play at one device.
- `0.1.0-passing`: seats go to another person by consent, and their owners come back.
- `0.1.0-hints`: hints are allowed by consent and given, and somebody plays with a coach.
- `0.1.0-daily`: a deal of the day that has been begun.
- `0.1.0-branches`: games that branch off from a finished one, and a puzzle.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tests.golden_remake import path_of
from tests.server.clocks import DAY, Clock, turned
from tests.server.serving import QUICK, Json, Person, Running, move, sqlite
from tests.server.test_own_editions import TINY, own_table
from whistlestop import Game, write_record
from whistlestop.analysis.puzzles.puzzle import puzzles

FOLDER = Path(__file__).with_name("kept")

BEGIN = 1_736_157_600.0
"""The moment at which everything kept begins: 6 January 2025, 10:00 UTC."""

DAILY = {"kind": "days", "amount": 1}

UNNAMED = "Dora"
"""Somebody who never says a name."""


class Keeping:
    """The people, and the tables that they set up, by what they are kept for."""

    def __init__(self, server: Running, clock: Clock) -> None:
        self.server, self.clock = server, clock
        self.random = Random(12)
        self.tables: dict[str, str] = {}
        self.people: dict[str, Person] = {}
        for name in ("Ada", "Ben", "Cleo", "Dora"):
            token = server.person().posted("/api/tokens")["token"]
            self.people[name] = Person(server.url, "" if name == UNNAMED else name, token)

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def moved(self, server: Running) -> None:
        """Go on at another server."""
        self.server = server
        self.people = {name: person.moved(server.url) for name, person in self.people.items()}

    def new(self, what: str, edition: str, *seats: str, **options: Any) -> str:
        """Set a table up as Ada; the others take the open seats, in order."""
        table = self["Ada"].new_table(edition, *seats, **options)
        return self.join(what, table, seats, luck=options.get("luck"))

    def join(
        self,
        what: str,
        table: str,
        seats: Sequence[str],
        *names: str,
        luck: str | None = None,
    ) -> str:
        """Seat the others, who add to the luck if the host has."""
        self.tables[what] = table
        for name in (names or ("Ben", "Cleo"))[: seats.count("open")]:
            share = None if luck is None else {"luck": f"{luck}-{name}"}
            self[name].posted(f"/api/tables/{table}/join", share)
        return table

    def play(self, table: str, moves: int = 100_000, *names: str) -> None:
        """Take random actions, at least so many, until Ada alone has to decide or all is over."""
        others = names or ("Ben", "Cleo")
        while True:
            update = self["Ada"].table(table)
            if update["table"]["state"] == "over":
                return
            only = update["deciding"] == [update["table"]["you"]["seat"]]
            if moves <= 0 and only:
                return
            for name in ("Ada", *others):
                update = self[name].table(table)
                if update["legal"]:
                    words = self.random.choice(update["legal"])["words"]
                    body = move(words, update["version"])
                    self[name].post(f"/api/tables/{table}/actions", body)
                    moves -= 1

    def wait(self, table: str, what: Callable[[Json], bool]) -> None:
        """Wait until an update shows something."""
        while not what(self["Ada"].table(table)):
            time.sleep(0.01)

    def stand_in(self, table: str, seconds: float) -> None:
        """Let time pass while Ben has to decide, until a bot stands in for him."""
        while 1 not in self["Ada"].table(table)["deciding"]:
            self.play_once(table)
        with self["Ada"].follow(table) as following:
            following.update()
            self.clock.forward(seconds)
            self["Ada"].posted(f"/api/tables/{table}/chat", {"phrase": "one_moment"})
            self.wait(table, lambda update: update["table"]["seats"][1]["standin"])

    def play_once(self, table: str) -> None:
        """Take one action as Ada."""
        update = self["Ada"].table(table)
        words = self.random.choice(update["legal"])["words"]
        self["Ada"].act(table, words, update["version"])


def first_evening(keeping: Keeping) -> None:
    """Everything but what a second start of the server brings."""
    ada, ben, cleo = (keeping[name] for name in ("Ada", "Ben", "Cleo"))
    # Time is put forward at the first two, where others would lose theirs.
    europe = keeping.new("europe", "europe", "me", "open", pace=DAILY, luck="first")
    keeping.play(europe, 20)
    keeping.stand_in(europe, DAY + 60)
    keeping.play(europe, 4, "Cleo")
    ben.posted(f"/api/tables/{europe}/return")
    keeping.play(europe, 6)
    keeping.stand_in(europe, DAY + 60)
    keeping.play(europe, 3, "Cleo")
    newyork = keeping.new("newyork", "newyork", "me", "open", standin_after=3600)
    keeping.play(newyork, 6)
    keeping.stand_in(newyork, 7200)
    keeping.play(newyork, 2, "Cleo")
    # Now that he moves himself, he is back.
    while 1 not in ada.table(newyork)["deciding"]:
        keeping.play_once(newyork)
    ben.posted(f"/api/tables/{newyork}/return")
    keeping.play(newyork, 2)
    ada.posted(f"/api/tables/{newyork}/standin-after", {"seconds": 1800})

    pass_on(keeping)
    usa = keeping.new("usa", "usa", "me", "open", pace={"kind": "minutes", "amount": 30})
    keeping.play(usa, 30)
    ben.posted("/api/me", {"name": "Bengt"})
    ben.posted(f"/api/tables/{usa}/chat", {"phrase": "nice_move"})

    london = keeping.new("london", "london", "me", "open", shuffle=True, luck="second")
    keeping.play(london)
    again = ben.posted(f"/api/tables/{london}/rematch", {"luck": "third"})["id"]
    keeping.tables["rematch"] = again
    keeping.play(again, 8)
    unnamed(keeping)

    germany = keeping.new("germany", "germany", "me", "open", "open")
    for seconds in (900, None):
        ada.posted(f"/api/tables/{germany}/standin-after", {"seconds": seconds})
    keeping.play(germany, 20)
    cleo.posted(f"/api/tables/{germany}/resign")
    keeping.play(germany, 12, "Ben")
    ended = keeping.new("resigned", "london", "me", "open")
    keeping.play(ended, 10)
    ada.posted(f"/api/tables/{ended}/resign")
    while ben.table(ended)["table"]["state"] != "over":
        update = ben.table(ended)
        if update["legal"]:
            words = keeping.random.choice(update["legal"])["words"]
            ben.post(f"/api/tables/{ended}/actions", move(words, update["version"]))

    keeping.new("switzerland", "switzerland", "casual", "random", "random", explain=True)
    keeping.wait(keeping.tables["switzerland"], lambda u: u["table"]["state"] == "over")
    begin_lesson(keeping)
    begin_daily(keeping)
    take_back(keeping)
    forget(keeping)
    see_to_tables(keeping)
    share_a_device(keeping)
    hints(keeping)
    branch_off(keeping)
    bots = keeping.new("bots", "newyork", "me", "random", bot_pace="relaxed")
    ada.posted(f"/api/tables/{bots}/options", {"bot_pace": "instant", "explain": True})
    keeping.tables["started"] = begun = ada.new_table("switzerland", "me", "open", public=True)
    ada.posted(f"/api/tables/{begun}/start")
    keeping.play(begun, 5)

    own = keeping.join("own", own_table(ada, TINY, "me", "open"), ["open"])
    keeping.play(own, 3)
    own_over = own_table(ada, TINY, "me", "open", luck="fourth")
    keeping.join("own, over", own_over, ["open"], luck="fourth")
    keeping.play(own_over)
    record = path_of("europe", 3, "record").read_text(encoding="utf-8")
    imported = ada.http.post("/api/records", content=record)
    keeping.tables["imported"] = imported.json()["id"]
    game = Game.new("switzerland", ["Ada", "Ben"], seed=1, starter=1)
    while not game.over:
        seat = game.deciding[0]
        game.play(keeping.random.choice(game.legal_actions(seat)), seat)
    chosen = ada.http.post("/api/records", content=write_record(game))
    keeping.tables["imported, starter chosen"] = chosen.json()["id"]
    record = ada.http.get(f"/api/tables/{own_over}/record").text
    body = {"record": record, "edition_text": TINY}
    keeping.tables["own, imported"] = ada.posted("/api/records", body)["id"]

    waiting = ada.new_table("usa", "me", "open", "open", "open", "planner", public=True)
    keeping.tables["waiting"] = waiting
    ben.posted(f"/api/tables/{waiting}/join")
    cleo.posted(f"/api/tables/{waiting}/join")
    ben.posted(f"/api/tables/{waiting}/leave")
    liked = cleo.got("/api/me")
    colour = next(colour for colour in liked["colours"] if colour != liked["colour"])
    cleo.posted("/api/me", {"colour": colour})
    cleo.posted("/api/me", {"name": "Cleo 🚂"})


def begin_lesson(keeping: Keeping) -> None:
    """A lesson in the middle of its second action."""
    ada = keeping["Ada"]
    keeping.tables["lesson"] = table = ada.posted("/api/lessons/first")["id"]
    for words in ("keep CHI-GRA EMP-GRE", "draw blue"):
        keeping.wait(table, lambda update: bool(update["legal"]))
        ada.act(table, words, ada.table(table)["version"])


def begin_daily(keeping: Keeping) -> None:
    """A deal of the day, after the player's first decision."""
    ada = keeping["Ada"]
    keeping.tables["daily"] = table = ada.posted("/api/daily")["id"]
    keeping.wait(table, lambda update: bool(update["legal"]))
    ada.act(table, "keep all", ada.table(table)["version"])
    keeping.wait(table, lambda update: bool(update["legal"]))


def take_back(keeping: Keeping) -> None:
    """A game in which moves are taken back, a wish is refused, and another one is not answered."""
    ada, ben = keeping["Ada"], keeping["Ben"]
    table = keeping.new("taken back", "newyork", "me", "open", pace=DAILY, take_back=True)
    ada.act(table, "keep all", ada.table(table)["version"])
    ada.posted(f"/api/tables/{table}/take-back")
    for agrees in (True, False, None):
        keeping.play(table, 6, "Ben")
        asked = ada.posted(f"/api/tables/{table}/take-back", {"ask": True})["version"]
        if agrees is not None:
            body = {"asked": asked, "agrees": agrees}
            ben.posted(f"/api/tables/{table}/take-back/answer", body)


def forget(keeping: Keeping) -> None:
    """A game that goes on after somebody in it had themselves forgotten."""
    ada, emil = keeping["Ada"], keeping.server.person("Emil")
    keeping.tables["forgotten"] = table = ada.new_table("london", "me", "open")
    emil.posted(f"/api/tables/{table}/join")
    for person in (ada, emil):
        person.act(table, "keep all", person.table(table)["version"])
    emil.posted("/api/me/forget", {"sure": True})
    keeping.play(table, 4)


def see_to_tables(keeping: Keeping) -> None:
    """A game in which all that can be managed is, which goes on, and one that is closed."""
    ada, ben, cleo, dora = (keeping[name] for name in ("Ada", "Ben", "Cleo", "Dora"))
    table = keeping.new("managed", "newyork", "me", "open", "open", pace=DAILY)
    at = f"/api/tables/{table}"
    keeping.play(table, 6)
    ada.posted(f"{at}/pace", {"kind": "days", "amount": 2})
    key = ben.posted(f"{at}/seats/offer", {"seat": 1})["key"]
    dora.posted(f"{at}/seats/take", {"seat": 1, "key": key})
    dora.posted(f"{at}/seats/offer", {"seat": 1})
    dora.posted(f"{at}/seats/withdraw", {"seat": 1})
    cleo.posted(f"{at}/resign")
    ada.posted(f"{at}/seats/bot", {"seat": 2, "bot": "random"})
    ada.posted(f"{at}/seats/offer", {"seat": 2})
    ada.posted(f"{at}/host", {"seat": 1})
    asked = dora.posted(f"{at}/close")["version"]
    ada.posted(f"{at}/close/answer", {"asked": asked, "agrees": False})
    keeping.play(table, 4, UNNAMED)
    # Who watches and sees to a table of bots closes it at once.
    closed = ada.new_table("newyork", "random", "random", bot_pace="relaxed", pace=DAILY)
    ada.posted(f"/api/tables/{closed}/close")
    both = keeping.new("closed", "newyork", "me", "open", pace=DAILY)
    asked = ada.posted(f"/api/tables/{both}/close")["version"]
    ben.posted(f"/api/tables/{both}/close/answer", {"asked": asked, "agrees": True})


def pass_on(keeping: Keeping) -> None:
    """A seat goes to somebody else by consent, its owner comes back, and two wishes follow."""
    ada, ben, cleo, dora = (keeping[name] for name in ("Ada", "Ben", "Cleo", "Dora"))
    table = keeping.new("passed on", "newyork", "me", "open", "open")
    at = f"/api/tables/{table}"
    keeping.play(table, 6)

    def ask(seat: int) -> int:
        keeping.clock.forward(300)
        version: int = ada.posted(f"{at}/seats/offer", {"seat": seat})["version"]
        return version

    cleo.posted(f"{at}/seats/answer", {"asked": ask(1), "agrees": True})
    key = ada.posted(f"{at}/seats/offer", {"seat": 1})["key"]
    dora.posted(f"{at}/seats/take", {"seat": 1, "key": key})
    keeping.play(table, 4, UNNAMED, "Cleo")
    ben.posted(f"{at}/return")
    keeping.play(table, 4)
    ben.posted(f"{at}/seats/answer", {"asked": ask(2), "agrees": False})
    keeping.clock.forward(600)
    ask(1)


def share_a_device(keeping: Keeping) -> None:
    """Two from the beginning, and two who come by the link."""
    ada, cleo = keeping["Ada"], keeping["Cleo"]
    seats = [{"kind": "me"}, {"kind": "here", "name": "Anton"}, {"kind": "open"}, {"kind": "open"}]
    body = {"edition": "london", "seats": seats, "shuffle": False}
    keeping.tables["one device"] = table = ada.posted("/api/tables", body)["id"]
    cleo.posted(f"/api/tables/{table}/join")
    cleo.posted(f"/api/tables/{table}/join", {"beside": "Clara"})
    for person, seat in ((ada, 0), (ada, 1), (cleo, 2), (cleo, 3)):
        version = person.got(f"/api/tables/{table}?seat={seat}")["version"]
        person.posted(f"/api/tables/{table}/actions?seat={seat}", move("keep all", version))


def hints(keeping: Keeping) -> None:
    """Two games with hints: one was set up with them, in the other one Ben agrees to them."""
    ada, ben = keeping["Ada"], keeping["Ben"]
    allowed = keeping.new("hints", "london", "me", "open", hints=True)
    ada.posted(f"/api/tables/{allowed}/hint")
    ben.posted(f"/api/tables/{allowed}/coach")
    keeping.play(allowed, 8)
    ada.posted(f"/api/tables/{allowed}/hint")
    ada.posted(f"/api/tables/{allowed}/hints", {"allowed": False})
    asked = keeping.new("hints by consent", "london", "me", "open")
    keeping.play(asked, 4)
    for agrees in (False, True):
        keeping.clock.forward(600)
        entry = ada.posted(f"/api/tables/{asked}/hints", {"allowed": True})["version"]
        body = {"asked": entry, "agrees": agrees}
        ben.posted(f"/api/tables/{asked}/hints/answer", body)
    ada.posted(f"/api/tables/{asked}/hint")


def branch_off(keeping: Keeping) -> None:
    """Two games that branch off from a finished one, and a puzzle that is solved wrongly."""
    ada, over = keeping["Ada"], keeping.tables["london"]
    for hidden in ("same", "new"):
        body = {"move": 5, "hidden": hidden}
        table = ada.posted(f"/api/tables/{over}/branches", body)["id"]
        keeping.tables[f"branch, {hidden}"] = table
        keeping.play(table, 2, "Ada")
    puzzle = puzzles()[0]
    keeping.tables["puzzle"] = table = ada.posted(f"/api/puzzles/{puzzle.id}", {})["id"]
    ada.act(table, puzzle.others[0].action, ada.table(table)["version"])
    keeping.wait(table, lambda update: update["deciding"] == [puzzle.seat])


def unnamed(keeping: Keeping) -> None:
    """A game with somebody who is called by the seat, and another in which that is another one."""
    ada, dora = keeping["Ada"], keeping[UNNAMED]
    table = ada.new_table("london", "me", "open")
    keeping.join("unnamed", table, ["open"], UNNAMED)
    for person in (ada, dora):
        person.posted(f"/api/tables/{table}/resign")
    keeping.wait(table, lambda update: update["table"]["state"] == "over")
    again = ada.posted(f"/api/tables/{table}/rematch")["id"]
    keeping.tables["unnamed, again"] = again
    taken = {seat["colour"] for seat in ada.table(again)["table"]["seats"]}
    # At every table where she plays, she is called by her seat there.
    dora.posted(
        "/api/me", {"colour": next(c for c in dora.got("/api/me")["colours"] if c not in taken)}
    )
    keeping.play(again, 6, UNNAMED)


def answers(keeping: Keeping) -> Json:
    """What everybody is told of every table, and what anybody is."""
    people = {**keeping.people, "": keeping.server.person()}
    told: Json = {}
    for name, person in people.items():
        found: Json = {}
        for table in keeping.tables.values():
            address = f"/api/tables/{table}"
            update = found[address] = person.got(address)
            if update["table"]["state"] == "open":
                continue
            found[f"{address}/record"] = person.http.get(f"{address}/record").text
            for moves in {0, update["table"]["moves"] // 2} if name in ("Ada", "") else ():
                found[f"{address}/at/{moves}"] = person.got(f"{address}/at/{moves}")
            if update["table"]["state"] == "over" and name == "Ada":
                found[f"{address}/sheet"] = person.got(f"{address}/sheet")
        if name:
            found["/api/tables"] = person.got("/api/tables")
            found["/api/me"] = person.got("/api/me")
        told[name] = found
    return told


def keep(name: str) -> None:
    """Make both files."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, clock = Path(temporary), Clock()
        clock.forward(BEGIN - clock())
        settings = replace(QUICK, standin_bot="random")
        with turned(clock):
            with Running(sqlite(folder), settings) as server:
                keeping = Keeping(server, clock)
                first_evening(keeping)
            # Nobody's clock runs while nothing is served.
            clock.forward(DAY)
            with Running(sqlite(folder), settings) as server:
                keeping.moved(server)
                keeping.play(keeping.tables["usa"], 4)
                keeping.play(keeping.tables["europe"], 2, "Cleo")
            file = folder / "tables.sqlite3"
            with closing(sqlite3.connect(file)) as database:
                database.execute("PRAGMA journal_mode = DELETE")
                database.execute("VACUUM")
            FOLDER.mkdir(exist_ok=True)
            write(FOLDER / f"{name}.sqlite3.gz", file.read_bytes())
            clock.forward(DAY)
            # As whoever opens it next finds it.
            shutil.copy(file, folder / "copy.sqlite3")
            with Running(f"sqlite:///{folder / 'copy.sqlite3'}", settings) as server:
                keeping.moved(server)
                told = answers(keeping)
    tokens = {
        person: found.headers["Authorization"].split()[1]
        for person, found in keeping.people.items()
    }
    data = {"tokens": tokens, "tables": keeping.tables, "told": told}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    write(FOLDER / f"{name}.json.gz", text.encode())


def write(path: Path, data: bytes) -> None:
    """Compress data into a file: the same data makes the same file."""
    path.write_bytes(gzip.compress(data, mtime=0))


if __name__ == "__main__":
    keep(sys.argv[1])
