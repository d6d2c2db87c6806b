"""A draw of tickets says how many are drawn and kept, so that the page knows no rule (C-30)."""

from __future__ import annotations

import pytest

from tests.server.serving import Running


@pytest.mark.parametrize(
    ("edition", "opening", "turn"), [("germany", (4, 2), (4, 1)), ("london", None, (2, 1))]
)
def test_a_draw_says_how_many_are_drawn_and_kept(
    server: Running, edition: str, opening: tuple[int, int] | None, turn: tuple[int, int]
) -> None:
    """C-02, C-30, M-02, M-03"""
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table(edition, "me", "open")
    people[1].posted(f"/api/tables/{table}/join")
    met: list[tuple[int, int]] = []
    while turn not in met:
        for person in people:
            seen = person.table(table)
            draws = [one for one in seen["legal"] if one["kind"] == "tickets"]
            met += [(one["drawn"], one["keep"]) for one in draws]
            others = [one["words"] for one in seen["legal"] if one["kind"] in ("keep", "tickets")]
            if others and turn not in met:
                person.act(table, others[-1], seen["version"])
    assert {*met} == {turn, *([opening] if opening else [])}
