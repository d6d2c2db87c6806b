"""The host chooses how bots play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.serving import QUICK, Running, sqlite
from whistlestop.server.hosting.autoplay import Autoplay


def test_the_host_chooses_how_bots_behave(tmp_path: Path) -> None:
    """Their pace and whether they say why: before the game and in it, and after a restart."""
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", "random")
        path = f"/api/tables/{table}/options"
        assert ada.table(table)["table"]["bot_pace"] == "brisk"
        ada.posted(path, {"bot_pace": "relaxed"})
        version = ada.table(table)["version"]
        ada.posted(path, {"bot_pace": "relaxed", "explain": False})
        ada.posted(path, {})
        assert ada.table(table)["version"] == version, "nothing has changed"
        assert ben.refused(path, {"explain": True}) == (403, "not_host")
        assert ada.refused(path, {"bot_pace": "hasty"}) == (400, "bad_request")
        ben.posted(f"/api/tables/{table}/join")
        ada.posted(path, {"explain": True, "bot_pace": "instant"})
        ada.posted(path, {"bot_pace": "brisk"})
        ada.posted(path, {"bot_pace": "instant"})
        log = [entry for entry in ada.table(table)["log"] if entry["events"]]
        told = [one for one in log if one["events"][0]["type"] == "OptionsChanged"]
        assert {one["seat"] for one in told[1:]} == {ada.table(table)["table"]["you"]["seat"]}
        assert [(e["bot_pace"], e["explain"]) for one in told for e in one["events"]] == [
            ("relaxed", None),
            ("instant", True),
            ("brisk", None),
            ("instant", None),
        ]
    with Running(sqlite(tmp_path)) as server:
        found = ada.moved(server.url).table(table)["table"]
        assert (found["bot_pace"], found["explain"]) == ("instant", True)


def test_bots_wait_as_long_as_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    wait = Autoplay._wait  # pyright: ignore[reportPrivateUsage]

    async def watched(self: Autoplay, seconds: float) -> None:
        waited.append(seconds)
        await wait(self, seconds)

    monkeypatch.setattr(Autoplay, "_wait", watched)
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=0.001)) as server:
        ada = server.person("Ada")
        for pace, seconds in (("relaxed", 0.0025), ("brisk", 0.001)):
            waited.clear()
            table = ada.new_table("usa", "random", "random", bot_pace=pace)
            with ada.follow(table) as following:
                following.until_over()
            # Longer only where a page takes longer to show the move before.
            assert min(waited) == seconds
