"""What a tunnel may ask for, looked at before anybody tries it (E-11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Running


def test_only_a_player_can_look(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("europe", "me", "open")
    path = f"/api/tables/{table}/tunnel"
    early = people[0].http.get(path, params={"route": "BAR-PAM"})
    assert (early.status_code, early.json()["code"]) == (409, "not_started")
    people[1].posted(f"/api/tables/{table}/join")
    # Nobody can claim anything before the tickets are chosen.
    assert people[0].got(f"{path}?route=BAR-PAM") == {"risks": {}}
    unknown = people[0].http.get(path, params={"route": "BAR-LON"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_route")
    stranger = server.person("Cleo").http.get(path, params={"route": "BAR-PAM"})
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")


def test_every_claim_of_a_tunnel_has_its_risk(server: Running) -> None:
    """E-11, E-12: chances of every surcharge, and that it can be paid."""
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("switzerland", "me", "open")
    people[1].posted(f"/api/tables/{table}/join")
    facts = people[0].got("/api/editions/switzerland")["routes"]
    path = f"/api/tables/{table}/tunnel?route="
    found: dict[str, Any] = {}
    while not found:
        for person in people:
            seen = person.table(table)
            claims = [one for one in seen["legal"] if one["kind"] == "claim"]
            for plain in [one["route"] for one in claims if not facts[one["route"]]["tunnel"]][:1]:
                assert person.got(path + plain) == {"risks": {}}
            for route in [one["route"] for one in claims if facts[one["route"]]["tunnel"]][:1]:
                found = person.got(path + route)["risks"]
                assert {*found} == {one["words"] for one in claims if one["route"] == route}
            others = [one["words"] for one in seen["legal"] if one["kind"] in ("keep", "draw")]
            if others:
                person.act(table, others[-1], seen["version"])
    for risk in found.values():
        assert len(risk["due"]) == 4
        assert sum(risk["due"]) == pytest.approx(1)
        assert risk["due"][0] <= risk["payable"] + 1e-9 <= 1 + 2e-9
