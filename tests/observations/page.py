"""The table of features for `docs/observations.md`.

    python -m tests.observations.page

writes it anew, where the test says that it is not what the code has.
"""

from __future__ import annotations

from pathlib import Path

from whistlestop.editions.load import load
from whistlestop.observations import Layout, Placed
from whistlestop.observations.features import BLOCKS, FEATURES, key

PAGE = Path(__file__).parent.parent.parent / "docs" / "observations.md"
BEGIN = "<!-- features: written by `python -m tests.observations.page` -->\n"
END = "<!-- end of features -->\n"


def table() -> str:
    """One table a block, each line from the code."""
    padded, usa = Layout.padded(load("usa")), Layout.fitted(load("usa"), 2)
    lines: list[str] = []
    for block, item in BLOCKS.items():
        each = f", one number for each {item}" if item else ""
        lines += ["", f"### `{block}`{each}", ""]
        lines += ["| name | rows | 1 stands for | range | from | USA, 2 | meaning |"]
        lines += ["| --- | --- | --- | --- | ---: | ---: | --- |"]
        for feature in (one for one in FEATURES if one.block == block):
            rows = " × ".join(feature.parts) or "1"
            unit = feature.unit or "yes"
            high = f"{feature.high:g}"
            place = padded.placed[key(feature)].start
            fitted: Placed | None = usa.placed.get(key(feature))
            there = "–" if fitted is None else str(fitted.start)
            lines.append(
                f"| `{feature.name}` | {rows} | {unit} | 0 to {high} | {place} | {there} "
                f"| {feature.meaning} |"
            )
    sizes = (
        f"\nAn observation has {padded.size:,} numbers, an information state {padded.whole:,}; "
        f"fitted to two players of the USA {usa.size:,} and {usa.whole:,}.\n"
    )
    return "\n".join(lines).lstrip("\n") + "\n" + sizes


def rewritten(text: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
