"""What people say at a table."""

from __future__ import annotations

from tests.server.serving import Running


def test_a_few_phrases_can_be_said(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    phrase = ada.got("/api/me")["phrases"][0]
    ada.posted(f"/api/tables/{table}/chat", {"phrase": phrase})
    said = ben.table(table)["log"][-1]
    assert said["events"] == [{"type": "Said", "seat": 0, "phrase": phrase}]
    assert ben.refused(f"/api/tables/{table}/chat", {"phrase": phrase}) == (403, "not_your_seat")
    path = f"/api/tables/{table}/chat"
    assert ada.refused(path, {"phrase": "<b>"}) == (422, "unknown_phrase")
