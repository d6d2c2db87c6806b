"""On a small board, pieces can be distinguished and cover nothing beside them."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, first_turn

ACROSS = """async () => {
  const { BoardView } = await import("/static/board/view.js");
  const drawn = await (await fetch("/drawings/europe/board.svg")).text();
  const geometry = await (await fetch("/drawings/europe/geometry.json")).json();
  const found = {};
  for (const unit of [1, 0.25]) {
    const svg = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
    const view = new BoardView(svg, geometry);
    view.show({
      owners: new Map(Object.keys(geometry.routes).map((route, at) => [route, at % 5])),
      passengers: [],
      stations: [Object.keys(geometry.cities).slice(0, 1)],
      tokens: {},
      scores: [0, 0],
      pieces: [1, 2, 3, 4, 5],
    });
    view.enlarge(unit);
    const scale = (use) => {
      const found = /scale\\((?:1 )?([\\d.]+)\\)/.exec(use.getAttribute("transform"));
      return Number(found?.[1] ?? 1);
    };
    const trains = () => [...view.routes].map(([code, { spaces }]) => [code, scale(spaces[0])]);
    found[unit] = {
      stations: [...view.standing.children].map(scale),
      trains: Object.fromEntries(trains()),
    };
    if (unit === 0.25) {
      view.enlarge(1);
      found.again = trains().every(([, size]) => size === 1);
    }
  }
  return found;
}"""


def test_pieces_grow_where_there_is_room(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    found: Any = page.evaluate(ACROSS)
    near, far = found["1"], found["0.25"]
    assert set(near["stations"]) == {1}
    assert set(near["trains"].values()) == {1}
    assert min(far["stations"]) > 1.5
    grown = far["trains"]
    assert max(grown.values()) > 1.4
    # Two tracks side by side share what is between them: neither is covered.
    twins = [code for code in grown if code.endswith("/2")]
    assert twins
    for twin in twins:
        assert grown[twin] < 1.2
        assert grown[twin.removesuffix("/2")] < 1.2
    assert found["again"]
