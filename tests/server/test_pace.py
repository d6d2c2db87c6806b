"""The host changes the time to think."""

from __future__ import annotations

from tests.server.at_a_table import last, posted, refused
from tests.server.serving import Running

DAILY = {"kind": "days", "amount": 1}


def test_a_clock_is_only_made_longer_while_a_game_goes_on(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", pace={"kind": "minutes", "amount": 30})
    assert posted(ada, table, "pace", kind="minutes", amount=10)["table"]["pace"]["amount"] == 10
    ben.posted(f"/api/tables/{table}/join")
    assert refused(ben, table, "pace", kind="none") == "not_host"
    assert refused(ada, table, "pace", kind="minutes", amount=9) == "only_longer"
    assert refused(ada, table, "pace", kind="days", amount=0) == "bad_pace"
    before = ada.table(table)["clocks"]
    longer = posted(ada, table, "pace", kind="minutes", amount=15)
    assert last(longer) == {"type": "PaceChanged", "pace": "minutes", "amount": 15, "added": 300}
    assert all(0 <= old + 300 - new < 60 for old, new in zip(before, longer["clocks"], strict=True))
    days = posted(ada, table, "pace", **DAILY)
    assert (last(days)["added"], max(days["clocks"])) == (None, 86400)
    assert refused(ada, table, "pace", kind="minutes", amount=1000) == "only_longer"
    assert posted(ada, table, "pace", kind="none")["clocks"] is None
    assert refused(ada, table, "pace", **DAILY) == "only_longer"
